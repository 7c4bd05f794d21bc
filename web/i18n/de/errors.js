// SPDX-License-Identifier: MIT
// German: errors and obstacles by key, with the same parameters as the English sentences
// of src/base/errors.def and wasm/shared/errors.js; hints by code.

export default {
  /** @type {Record<string, string>} */
  sentences: {
    // Speicher
    no_memory:
      'Der Arbeitsspeicher reicht nicht. Ein kleineres Modell oder einen kürzeren Text verwenden.',
    model_too_large:
      'Ein Modell dieser Größe passt nicht in den Arbeitsspeicher. {setting} oder n_layer verkleinern.',
    no_memory_for_parameters:
      'Der Arbeitsspeicher reicht nicht für ein Modell mit {parameters} Parametern. {setting} oder n_layer verkleinern.',
    no_memory_for_graph:
      'Der Arbeitsspeicher reicht nicht ({megabytes} MB) für dieses Modell. {setting}, block_size oder batch_size verkleinern.',
    no_memory_to_open:
      'Dieses Modell braucht {megabytes} MB Arbeitsspeicher, mehr als vorhanden ist.',
    no_memory_to_train:
      'Dieses Modell zu trainieren braucht {megabytes} MB Arbeitsspeicher, mehr als vorhanden ist. Es kann weiterhin schreiben und untersucht werden.',
    no_memory_for_text:
      'Der Arbeitsspeicher reicht nicht für einen Text von {bytes} Bytes. Einen kürzeren Text verwenden.',
    no_memory_for_lines:
      'Der Arbeitsspeicher reicht nicht für {lines} Zeilen. {setting} verkleinern.',
    no_memory_for_file:
      'Der Arbeitsspeicher reicht nicht für eine Datei von {bytes} Bytes.',
    page_memory:
      'Alle Modelle dieser Seite zusammen bräuchten {needed} MB Arbeitsspeicher; höchstens {limit} MB werden verwendet. Ein kleineres Modell verwenden oder ein anderes schließen.',

    // Einstellungen
    settings_not_an_object: 'Einstellungen müssen ein JSON-Objekt sein.',
    settings_not_json: 'Der Wert von {setting} lässt sich nicht als JSON schreiben.',
    unknown_setting: 'Eine Einstellung „{setting}“ gibt es nicht.',
    setting_not_a_number: '{setting} muss eine Zahl sein.',
    setting_not_whole: '{setting} muss eine ganze Zahl sein, nicht {value}.',
    setting_out_of_range:
      '{setting} muss zwischen {min} und {max} liegen, nicht {value}.',
    setting_not_a_flag: '{setting} muss true oder false sein.',
    setting_not_a_choice: '{setting} muss einer dieser Werte sein: {choices}.',
    validation_share_out_of_range:
      '{setting} muss mindestens 0 und kleiner als 1 sein, nicht {value}.',
    seed_out_of_range: '{setting} muss zwischen 0 und 9007199254740991 liegen.',
    width_not_divisible:
      '{setting} ({n_embd}) muss ein Vielfaches von {other} ({n_head}) sein, damit alle Heads gleich breit sind.',
    uneven_groups:
      '{setting} muss ein Vielfaches von {other} sein: Gruppen von gleich vielen Query-Heads teilen sich Keys und Values.',
    lora_without_attention:
      '{setting} ändert Queries und Values der Attention, und von keiner hängt die Ausgabe dieses Modells ab.',
    lora_is_fixed:
      'Dieses Modell hat seinen Adapter schon: {setting} und {other} bleiben, wie sie sind.',
    min_rate_above_rate: '{setting} darf nicht größer als {other} sein.',
    rotary_odd_width:
      'Rotary-Positionen drehen Paare von Zahlen, daher muss die Breite eines Heads, {setting} / {other}, gerade sein.',
    rotary_dim:
      '{setting} muss gerade und darf nicht größer als die Breite eines Heads sein, n_embd / n_head.',
    rotary_without_attention:
      'Rotary-Positionen brauchen Attention, und diese Architektur hat keine. Einen anderen Wert für {setting} wählen.',
    parallel_block:
      'Mit {setting} werden Attention und MLP zu derselben Eingabe addiert; das braucht Residualverbindungen und keine Normalisierung nach einer Teilschicht.',
    zero_without_residual:
      'Mit {setting} addieren die Blöcke anfangs nichts, brauchen also Residualverbindungen. {other} auf true setzen.',
    alibi_without_attention:
      'ALiBi ändert Attention-Scores, und diese Architektur hat keine. Einen anderen Wert für {setting} wählen.',
    mask_of_a_decoder:
      'Nur ein Decoder kommt ohne seine kausale Maske aus. {setting} auf true oder {other} auf decoder setzen.',
    dropout_without_projection:
      '{setting} wirkt auf die Ausgabeprojektion der Attention. {other} auf true setzen.',
    tied_head_of_tagger:
      'Ein Encoder, der seiner Eingabe Labels gibt, kann keine Gewichte zwischen Eingabe und Ausgabe teilen. {setting} auf false setzen.',
    head_input_of_encoder_decoder:
      '{setting} „tokens“ ist nur für Decoder. Auf „final“ setzen.',
    attention_only_with_mlp:
      'Die Architektur „attention_only“ hat kein MLP. {setting} auf false setzen.',
    pad_token_out_of_range: '{setting} muss eine ID des Vokabulars sein.',
    vocab_size_out_of_range:
      '{setting} ({vocab_size}) muss mindestens {min} (die Bytes und die Sondertokens) und höchstens {max} sein.',
    vocab_size_too_small:
      '{setting} ({vocab_size}) muss Platz für zwei Wörter neben den {special} Sondertokens lassen.',
    too_many_words:
      'Dieser Text hat {words} verschiedene Wörter, mehr als {setting} ({vocab_size}), und kein Sondertoken {unknown} steht für die übrigen.',
    vocabulary_too_large:
      'Das Vokabular dieses Textes ist zu groß für eine Datei. Mit {setting} begrenzen.',
    too_many_parts: 'Dieses Modell hat mehr als {max} Teile. {setting} verkleinern.',
    shape_is_fixed:
      'Die Form eines gespeicherten Modells ist nicht änderbar; nur Einstellungen des Trainings sind es.',

    // Daten und Architektur
    encoder_needs_labels:
      'Ein Encoder gibt jedem Token seiner Eingabe ein Label. {setting} auf eine Aufgabe mit Labels setzen, etwa „vowels“ oder „names“.',
    encoder_decoder_needs_answers:
      'Ein Encoder-Decoder beantwortet Fragen. {setting} auf „pairs“ oder eine Aufgabe wie „reverse“ setzen.',
    labels_need_encoder:
      'Nur ein Encoder kann seiner Eingabe Labels geben. {setting} auf „encoder“ setzen.',
    answers_need_encoder_decoder:
      'Nur ein Encoder-Decoder liest die Frage getrennt von der Antwort. Für einen Decoder {setting} auf „continue“ setzen.',
    pairs_as_text: 'Um Paare als einfachen Text zu lesen, {setting} auf „text“ setzen.',
    labels_of_byte_pairs:
      'Labels brauchen Zeichen oder Wörter, keine Bytepaare. Einen anderen Wert für {setting} wählen.',
    answer_longer_than_context:
      'Das längste Paar belegt {tokens} Positionen, aber {setting} ist {limit}.',
    source_longer_than_context:
      'Die längste Quelle belegt {tokens} Positionen, aber {setting} ist {limit}.',
    too_few_different_lines:
      'Die Aufgabe „{task}“ hat keine {lines} verschiedenen Zeilen, nur {found}. {setting} verkleinern.',

    // Text
    text_empty: 'Der Text ist leer. Einen Text einfügen oder laden.',
    text_not_utf8:
      'Der Text ist an Position {position} (Zeile {line}) kein UTF-8. Die Datei als UTF-8 speichern und erneut versuchen.',
    one_distinct_character:
      'Dieser Text hat nur ein einziges Zeichen, {character}, es gibt also nichts zu lernen. Einen Text mit mindestens zweien verwenden.',
    one_distinct_word:
      'Dieser Text wiederholt ein einziges Wort, es gibt also nichts zu lernen. Einen Text mit mindestens zweien verwenden.',
    unknown_character:
      'Das Zeichen {character} an Position {position} gehört nicht zu den {known} Zeichen, die dieses Modell kennt.',
    unknown_word:
      'Das Wort {word} an Position {position} gehört nicht zu den {known} Wörtern, die dieses Modell kennt.',
    text_shorter_than_context:
      'Dieser Text hat {tokens} {unit}, aber {setting} {block_size} braucht mindestens {needed}. Einen längeren Text oder einen kleineren Wert für {setting} verwenden.',
    split_shorter_than_context:
      'Dieser Text hat {tokens} {unit}, aber {setting} {block_size} mit {percent} % zurückgehaltenem Text für die Validierung braucht mindestens {needed}. Einen längeren Text oder einen kleineren Wert für {setting} verwenden.',
    split_shorter_than_block:
      'Dieser Text hat {characters} Zeichen; sein kürzerer Teil, {shorter}, muss länger als {setting} ({block_size}) sein.',
    too_few_pairs:
      'Mit {pairs} Paaren und {percent} % zurückgehaltenen hat das Training oder die Validierung keine. Mehr Paare verwenden.',
    in_line: 'Zeile {line}: {why}',
    line_without_tab:
      'In Zeile {line} fehlt der Tabulator zwischen Quelle und Antwort.',
    line_without_source: 'In Zeile {line} steht nichts vor dem Tabulator.',
    line_with_two_tabs: 'In Zeile {line} steht mehr als ein Tabulator.',
    wrong_number_of_labels: 'Zeile {line} hat {tokens} {unit}, aber {labels} Labels.',
    other_vocabulary:
      'Diese Paare haben ein anderes Vokabular als die, mit denen dieses Modell trainiert wurde.',
    bytes_needed: '{option} muss eine Zeichenkette sein, oder Bytes.',
    unknown_option:
      'Eine Option „{option}“ gibt es nicht. Die Optionen sind ein Objekt mit {options}.',

    // Tokenizer
    special_token_twice: 'Das Sondertoken „{token}“ kommt zweimal vor.',
    special_token_name:
      'Der Name eines Sondertokens muss UTF-8 und darf nicht leer sein.',
    start_token_missing: 'Antworten brauchen das Sondertoken {token} als Anfang.',
    unknown_tokenizer: 'Diesen Tokenizer gibt es nicht.',
    token_out_of_range: 'Token {token} liegt außerhalb dieses Vokabulars von {known}.',
    unknown_task: 'Diese Aufgabe gibt es nicht.',
    vocabulary_damaged: 'Das Vokabular ist beschädigt. {why}',
    vocabulary_special_list: 'Die Sondertokens des Vokabulars sind keine Liste.',
    vocabulary_special_names: 'Die Sondertokens des Vokabulars sind nicht alle Namen.',
    vocabulary_without_kind: 'Das Vokabular nennt seinen Tokenizer nicht.',
    vocabulary_kind:
      'Das Vokabular gehört zu einem Tokenizer, den diese Version nicht hat.',
    vocabulary_characters: 'Das Vokabular hat keinen Text unter "characters".',
    vocabulary_character_order:
      'Die Zeichen des Vokabulars sind bei {character} nicht aufsteigend geordnet.',
    vocabulary_words: 'Das Vokabular hat keine gültigen Listen "words" und "joined".',
    vocabulary_word_twice: 'Das Vokabular enthält das Wort Nummer {word} zweimal.',
    vocabulary_merges: 'Das Vokabular hat keine gültige Liste "merges".',
    vocabulary_merge: 'Der Merge Nummer {merge} des Vokabulars ist nicht möglich.',
    vocabulary_pieces:
      'Das Vokabular hat keine gültigen Listen "pieces" und "scores" mit den Tokens "unknown", "begin" und "end".',
    vocabulary_piece:
      'Das Token Nummer {token} des Vokabulars ist kein UTF-8, oder sein Score ist keine endliche Zahl.',
    vocabulary_tokens:
      'Das Vokabular hat keine gültigen Listen "tokens", "merges" und "added" in der Form "bytes" oder "spaces".',
    vocabulary_token: 'Das Token Nummer {token} des Vokabulars ist nicht möglich.',
    vocabulary_bytes:
      'Dem Vokabular fehlt für einige Bytes ein Token, es gibt also Texte, die es nicht schreiben kann.',
    tokenizer_file_token:
      'Die Tokenizer-Datei endet innerhalb von Token Nummer {token}: Sie ist abgeschnitten oder weder eine tokenizer.bin von llama2.c noch eine .vocab-Datei von SentencePiece.',
    tokenizer_file_size:
      'Die Tokenizer-Datei hat {tokens} Tokens; eine von llama2.c hat 4 bis {max}.',

    // Dateien
    not_a_model: 'Diese Datei ist kein verwendbares Modell. {why}',
    file_of_other_program:
      'Ein anderes Programm schrieb diese Datei: ihre config.json und tokenizer.json zusammen mit ihr öffnen.',
    file_of_other_version: 'Eine andere Version von Glassformer schrieb diese Datei.',
    file_without_step: 'Ihre Schrittzahl fehlt.',
    file_without_metadata: 'Ihre Einstellungen oder ihr Vokabular fehlen.',
    file_contradicts_itself: 'Ihre Einstellungen und ihr Vokabular widersprechen sich.',
    tensor_missing: 'Der Tensor „{tensor}“ fehlt.',
    tensor_of_other_shape:
      'Der Tensor „{tensor}“ hat eine andere Form, als die Einstellungen ergeben.',
    tensor_not_finite: 'Der Tensor „{tensor}“ enthält Zahlen, die nicht endlich sind.',
    tensor_below_zero: 'Der Tensor „{tensor}“ enthält negative Zahlen.',
    llama2c_header:
      'Diese Datei ist weder eine safetensors-Datei noch ein float32-Modell von llama2.c: Ihr Header nennt Größen, die kein Modell hat.',
    llama2c_size:
      'Diese Datei hat {bytes} Bytes, nicht die Größe, die ihr Header ergibt: Sie ist abgeschnitten oder kein float32-Modell von llama2.c.',
    adapter_without_model:
      'Diese Datei ist ein Adapter (LoRA): das Modell, für das er trainiert wurde, zusammen mit ihr öffnen.',
    adapter_of_other_model:
      'Dieser Adapter (LoRA) wurde für ein anderes Modell trainiert.',
    adapter_missing:
      'Dieses Modell hat keinen Adapter: Nur Training mit lora_rank erzeugt einen.',
    tokenizer_missing:
      'Das ist ein Modell von llama2.c: seine Tokenizer-Datei zusammen mit ihm öffnen.',
    tokenizer_of_other_model:
      'Die Tokenizer-Datei hat {tokens} Tokens, das Modell aber {expected}: Sie gehört zu einem anderen Modell.',
    foreign_without_weights:
      'Unter diesen Dateien ist kein Modell: model.safetensors mit config.json und tokenizer.json öffnen, oder ein Modell von llama2.c mit seiner tokenizer.bin.',
    foreign_needed_whole:
      'Dieses Modell muss als Ganzes gelesen werden: die Bytes der Dateien angeben.',
    foreign_pickle:
      'Die Gewichte sind ein Pickle von PyTorch, das sich hier nicht lesen lässt: das Modell mit save_pretrained(safe_serialization=True) speichern.',
    foreign_several:
      'Der Tensor „{tensor}“ ist in zwei dieser Dateien: die Dateien eines einzigen Modells öffnen.',
    foreign_piece_missing: 'Die Gewichte liegen in mehreren Dateien, und {file} fehlt.',
    foreign_without_tokenizer:
      'Ein anderes Programm schrieb dieses Modell: seine Tokenizer-Datei, tokenizer.json, zusammen mit ihm öffnen.',
    foreign_without_config:
      'Ein anderes Programm schrieb dieses Modell: seine config.json zusammen mit ihm öffnen.',
    foreign_without_heads:
      'Dieser Checkpoint von nanoGPT nennt die Zahl seiner Heads nicht: eine config.json mit "n_head" zusammen mit ihm öffnen.',
    foreign_model_type:
      'Das ist ein Modell vom Typ „{type}“; öffnen lassen sich llama, arcee, gpt2 und gpt_neo.',
    foreign_setting:
      '„{entry}“ ist {value} in {file}, und das kann hier kein Modell haben.',
    foreign_setting_missing:
      '„{entry}“ fehlt in {file} oder hat keinen brauchbaren Wert.',
    foreign_tensor:
      'Der Tensor „{tensor}“ gehört zu einem Teil, den hier kein Modell hat.',
    tokenizer_not_needed:
      'Dieses Modell bringt sein eigenes Vokabular mit und braucht keine Tokenizer-Datei.',
    file_too_small:
      'Diese Datei hat {bytes} Bytes, zu wenige für eine safetensors-Datei.',
    not_safetensors: 'Das ist keine safetensors-Datei.',
    header_cut_off: 'Diese Datei endet innerhalb ihres Headers: Sie ist abgeschnitten.',
    header_damaged: 'Der Header dieser Datei ist beschädigt. {why}',
    header_not_an_object: 'Der Header dieser Datei ist beschädigt: Er ist kein Objekt.',
    metadata_not_an_object: 'Die Metadaten sind kein Objekt.',
    metadata_not_text: 'Der Metadateneintrag „{entry}“ ist kein Text.',
    tensor_name_with_zero: 'Der Name eines Tensors enthält ein Nullbyte.',
    tensor_entry: 'Der Tensor „{tensor}“ braucht genau dtype, shape und data_offsets.',
    tensor_without_dtype: 'Der Tensor „{tensor}“ hat keinen dtype.',
    tensor_dtype:
      'Der Tensor „{tensor}“ hat den dtype „{dtype}“, der nicht unterstützt wird.',
    tensor_without_shape: 'Der Tensor „{tensor}“ hat keine shape.',
    tensor_dimensions:
      'Der Tensor „{tensor}“ hat {dimensions} Dimensionen; höchstens {max} werden unterstützt.',
    tensor_shape: 'Die shape des Tensors „{tensor}“ ist keine Liste von Größen.',
    tensor_without_offsets: 'Der Tensor „{tensor}“ hat kein Paar data_offsets.',
    tensor_outside_file:
      'Der Tensor „{tensor}“ endet bei Byte {end} von {bytes}. Die Datei ist womöglich abgeschnitten.',
    tensor_size:
      'shape und dtype des Tensors „{tensor}“ ergeben nicht seine {bytes} Bytes.',
    tensor_overlaps: 'Der Tensor „{tensor}“ überlappt einen anderen.',
    tensor_gap: 'Vor dem Tensor „{tensor}“ ist eine Lücke.',
    bytes_without_tensor: 'Die Datei hat {bytes} Bytes, die zu keinem Tensor gehören.',
    tensor_count:
      'Der Tensor „{tensor}“ hat {numbers} Zahlen, wo {expected} erwartet werden.',
    tensor_not_floats: 'Der Tensor „{tensor}“ enthält {dtype}, keine Gleitkommazahlen.',
    written_tensor_size:
      'Die Größe des Tensors „{tensor}“ passt nicht zu dtype und shape.',
    written_tensor_twice: 'Der Tensorname „{tensor}“ ist schon vergeben.',

    // JSON
    json_value:
      'Kein gültiges JSON in Zeile {line}, Spalte {column}: Ein Wert wird erwartet.',
    json_end:
      'Kein gültiges JSON in Zeile {line}, Spalte {column}: Der Text endet, wo ein Wert erwartet wird.',
    json_key:
      'Kein gültiges JSON in Zeile {line}, Spalte {column}: Ein Schlüssel in Anführungszeichen wird erwartet.',
    json_colon:
      "Kein gültiges JSON in Zeile {line}, Spalte {column}: Nach einem Schlüssel wird ':' erwartet.",
    json_comma_in_object:
      "Kein gültiges JSON in Zeile {line}, Spalte {column}: ',' oder '}' wird erwartet.",
    json_comma_in_array:
      "Kein gültiges JSON in Zeile {line}, Spalte {column}: ',' oder ']' wird erwartet.",
    json_escape:
      'Kein gültiges JSON in Zeile {line}, Spalte {column}: unbekannte Escape-Sequenz nach \\.',
    json_unicode_escape:
      'Kein gültiges JSON in Zeile {line}, Spalte {column}: \\u braucht vier Hexadezimalziffern.',
    json_surrogate:
      'Kein gültiges JSON in Zeile {line}, Spalte {column}: die Hälfte eines Surrogatpaars.',
    json_control_character:
      'Kein gültiges JSON in Zeile {line}, Spalte {column}: Ein Steuerzeichen braucht in einer Zeichenkette eine Escape-Sequenz.',
    json_not_utf8:
      'Kein gültiges JSON in Zeile {line}, Spalte {column}: Bytes, die kein UTF-8 sind.',
    json_open_string:
      'Kein gültiges JSON in Zeile {line}, Spalte {column}: Diese Zeichenkette hat kein Ende.',
    json_number_too_large:
      'Kein gültiges JSON in Zeile {line}, Spalte {column}: eine Zahl, die für double zu groß ist.',
    json_too_deep:
      'Kein gültiges JSON in Zeile {line}, Spalte {column}: mehr als 64 Ebenen.',
    json_key_twice:
      'Kein gültiges JSON in Zeile {line}, Spalte {column}: Der Schlüssel „{name}“ kommt in einem Objekt zweimal vor.',
    json_key_hash:
      'Kein gültiges JSON in Zeile {line}, Spalte {column}: Der Schlüssel „{name}“ hat denselben Hash wie zu viele andere.',
    json_more_text:
      'Kein gültiges JSON in Zeile {line}, Spalte {column}: Nach dem Wert steht noch Text.',

    // Trainieren, schreiben, Tensoren lesen
    diverged:
      'Das Training divergierte bei Schritt {step}: Verlust oder Gradient ist nicht mehr endlich. Die Gewichte sind die des Schritts davor. Einen kleineren Wert für {setting} versuchen.',
    no_training_text: 'Dieses Modell wurde ohne einen Text zum Trainieren geöffnet.',
    no_windows: 'Die Zahl der Fenster muss mindestens 1 sein.',
    shards_not_a_subtree: 'Die Teile {first} bis {last} sind kein Teilbaum.',
    encoder_cannot_write:
      'Ein Encoder gibt seiner Eingabe Labels; er schreibt keinen Text.',
    no_question: 'Es gibt nichts zu beantworten. Eine Frage eingeben.',
    no_prompt: 'Vor dem Schreiben einen Prompt angeben.',
    sampling_out_of_range:
      'temperature und top_k müssen mindestens 0 sein, top_p und min_p zwischen 0 und 1, und repetition_penalty größer als 0 und höchstens 100.',
    no_such_attention: 'Diese Attention gibt es in diesem Modell nicht.',
    no_activations: 'Das Modell zuerst auf einen Text anwenden.',
    no_such_tensor: 'Einen Tensor „{tensor}“ gibt es nicht.',
    no_such_head:
      'Einen Head {layer}.{head} gibt es nicht: Das Modell hat {layers} Schichten mit je {heads} Heads.',
    head_mask_not_finite: 'Der Faktor eines Heads muss eine endliche Zahl sein.',

    // Ein Batch aus einer Datei: nur im Programm
    batch_damaged: '{problem}',
    batch_impossible: '{problem}',

    // Anfragen
    unknown_analysis: '"what" nennt keine Analyse.',
    argument_missing: '"{argument}" fehlt.',
    argument_out_of_range: '"{argument}" muss eine ganze Zahl von 0 bis {max} sein.',
    argument_not_a_character: '"{argument}" muss ein einzelnes Zeichen sein.',
    argument_not_a_choice: '"{argument}" muss einer dieser Werte sein: {choices}.',
    argument_not_text: '"{argument}" muss Text sein.',
    text_needed: 'Einen Text zum Analysieren angeben.',
    no_validation_text:
      'Dieser Lauf hat keinen Validierungstext. Einen Text zum Messen angeben.',
    no_attention: 'Dieses Modell hat keine Attention.',
    no_sequences: 'Die Zahl der Sequenzen muss mindestens 1 sein.',
    no_such_activation: '"tensor" nennt keine Aktivierung dieses Modells.',
    no_such_parameter: 'Einen Parameter „{parameter}“ gibt es nicht.',
    option_out_of_range: '{option} muss eine ganze Zahl von 0 bis {max} sein.',
    option_too_small: '{option} muss eine ganze Zahl sein, mindestens {min}.',
    option_not_a_list: '{option} muss eine Liste sein.',
    option_not_a_function: '{option} muss eine Funktion sein.',
    option_not_cloned: 'Der Wert von {option} lässt sich nicht klonen.',
    option_not_a_choice: '{option} muss einer dieser Werte sein: {choices}.',
    file_changed:
      'Eine Datei lässt sich nicht mehr lesen oder hat sich geändert: erneut auswählen.',
    wrong_length: '{found} Zahlen wurden angegeben, {needed} werden gebraucht.',
    option_not_positive: '{option} muss größer als 0 sein.',
    too_many_workers: 'Höchstens {max} Worker verwenden.',
    snapshots_of_other_run: 'Diese Snapshots gehören zu einem anderen Lauf.',

    // Warum eine Analyse bei einem Modell nicht möglich ist
    obstacle_no_output_layer:
      'Dieses Modell hat keine Ausgabeschicht, mit der sich sein Residual-Stream lesen ließe.',
    obstacle_post_norm:
      'Dieses Modell normalisiert nach jedem Teil; seine Teile summieren sich also nicht zu einem Residual-Stream, den die Ausgabeschicht auf halbem Weg lesen könnte.',
    obstacle_no_residual_stream:
      'Die Teile dieses Modells ersetzen jeweils die Ausgabe des vorigen, statt zu einem Residual-Stream addiert zu werden.',
    obstacle_other_text:
      'Dieser Head achtet auf einen anderen Text als den, der geschrieben wird.',
    obstacle_labels: 'Dieses Modell antwortet mit Labels, nicht mit Tokens.',
    obstacle_head_unused: 'Die Ausgabe dieses Heads wird nicht verwendet.',
    obstacle_vocabulary_too_large: 'Das Vokabular ist zu groß für dieses Bild.',
    obstacle_no_queries: 'Hier gibt es keine Queries, Keys und Values dieses Textes.',
    obstacle_no_positions: 'Dieses Modell hat keine gelernten Positions-Embeddings.',
    obstacle_no_mlp: 'Dieses Modell hat kein MLP.',
    obstacle_no_padding: 'Die Sequenzen dieses Modells haben kein Padding.',
    obstacle_no_training_text:
      'Dieses Modell wurde ohne einen Text zum Trainieren geöffnet.',
    obstacle_frozen_parameter:
      'Dieser Parameter ist eingefroren: LoRA trainiert nur lora_A und lora_B.',
    obstacle_diverged:
      'Es gibt kein nächstes Update: Verlust oder Gradient ist nicht mehr endlich.',
    obstacle_no_optimizer:
      'Snapshots enthalten die Gewichte früherer Schritte, aber nicht den Zustand des Optimierers.',

    // Die Seite und ihre Worker
    unexpected: 'Etwas Unerwartetes ging schief: {detail}',
    engine_ended: 'Die Engine endete mit dem Code {exit}.',
    engine_stopped: 'Die Engine hielt nach einem früheren Fehler an.',
    no_webassembly: 'Dieser Browser hat kein WebAssembly.',
    engine_not_fetched: 'Die Engine lässt sich nicht laden: {status}.',
    engine_not_compiled:
      'Die Engine lässt sich hier nicht kompilieren: Dem Browser fehlt 128-Bit-SIMD, oder die Datei ist beschädigt.',
    webassembly_forbidden: 'Diese Seite darf WebAssembly nicht verwenden.',
    worker_not_started: 'Hier lässt sich kein Worker starten: {reason}.',
    worker_refused: 'Hier lässt sich kein Worker starten.',
    worker_silent: 'Der Worker antwortete nicht innerhalb von {seconds} s.',
    worker_died: 'Der Worker wurde beendet: {reason}.',
    worker_stopped: 'Der Worker wurde beendet.',
    unknown_call: 'Einen Aufruf „{call}“ gibt es nicht.',
    other_protocol:
      'Die Seite spricht Version {page} des Protokolls, ihr Worker Version {worker}.',
    other_interface:
      'Die Datei der Engine hat Schnittstelle {found}, gebraucht wird {needed}.',
    allocation_failed:
      'Der Arbeitsspeicher reicht nicht. Ein kleineres Modell oder einen kürzeren Text verwenden.',
    snapshot_gone: 'Der Snapshot von Schritt {step} ist nicht mehr vorhanden.',
    model_replaced: 'Das Modell wurde inzwischen ersetzt.',
    session_freed: 'Diese Sitzung wurde freigegeben.',
    no_model: 'Hier ist kein Modell.',
    session_not_opened: 'Diese Sitzung wurde nie geöffnet.',
    session_closed: 'Diese Sitzung wurde geschlossen.',
    worker_dropped: 'Dieser Worker wird nicht mehr verwendet.',
  },

  /** What to do, where the sentence does not say it.
   * @type {Record<string, string>} */
  hints: {
    'bad-checkpoint':
      'Eine von Glassformer gespeicherte .safetensors-Datei auswählen, die Dateien eines Hugging-Face-Ordners, oder eine .bin-Datei von llama2.c mit ihrer tokenizer.bin.',
    diverged: 'Mit kleinerer learning_rate oder längerem Warm-up neu beginnen.',
    'no-wasm': 'Chrome 105, Firefox 113, Safari 16.4 oder etwas Neueres verwenden.',
    'no-wasm-csp':
      'Die Content Security Policy dieser Website verbietet WebAssembly. Wer sie betreibt, kann es ' +
      "erlauben mit: script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:",
    'no-worker':
      "Worker in der Content Security Policy der Website erlauben (worker-src 'self' blob:), " +
      'eine Datei derselben Website als Worker-URL angeben, oder in der Seite selbst trainieren.',
    'worker-died':
      'Bei Bedarf sichern, was auf dem Bildschirm steht, dann neu beginnen.',
    protocol:
      'Die Seite ohne Cache neu laden; Teile von ihr haben verschiedene Versionen.',
    internal:
      'Neu beginnen. Geschieht es zweimal, bitte mit den verwendeten Einstellungen melden.',
  },

  /** Values of the parameter `unit`. @type {Record<string, string>} */
  units: { characters: 'Zeichen', words: 'Wörter', tokens: 'Tokens' },
};
