// SPDX-License-Identifier: MIT
// Spanish: errors and obstacles by key, with the same parameters as the English sentences
// of src/base/errors.def and wasm/shared/errors.js; hints by code.

export default {
  /** @type {Record<string, string>} */
  sentences: {
    // Memoria
    no_memory:
      'No hay memoria suficiente. Sirve un modelo más pequeño o un texto más corto.',
    model_too_large:
      'Un modelo de este tamaño no cabe en la memoria. Hay que reducir {setting} o n_layer.',
    no_memory_for_parameters:
      'No hay memoria suficiente para un modelo de {parameters} parámetros. Hay que reducir {setting} o n_layer.',
    no_memory_for_graph:
      'No hay memoria suficiente ({megabytes} MB) para este modelo. Hay que reducir {setting}, block_size o batch_size.',
    no_memory_to_open:
      'Este modelo ocupa {megabytes} MB de memoria, más de la que hay.',
    no_memory_to_train:
      'Entrenar este modelo ocupa {megabytes} MB de memoria, más de la que hay. Aún puede escribir y mirarse por dentro.',
    no_memory_for_text:
      'No hay memoria suficiente para un texto de {bytes} bytes. Sirve un texto más corto.',
    no_memory_for_lines:
      'No hay memoria suficiente para {lines} líneas. Hay que reducir {setting}.',
    no_memory_for_file: 'No hay memoria suficiente para un archivo de {bytes} bytes.',
    page_memory:
      'Todos los modelos de esta página juntos necesitarían {needed} MB de memoria; se usan como máximo {limit} MB. Sirve un modelo más pequeño, o cerrar otro.',

    // Ajustes
    settings_not_an_object: 'Los ajustes deben ser un objeto JSON.',
    settings_not_json: 'El valor de {setting} no se puede escribir como JSON.',
    unknown_setting: 'No existe el ajuste «{setting}».',
    setting_not_a_number: '{setting} debe ser un número.',
    setting_not_whole: '{setting} debe ser un número entero, no {value}.',
    setting_out_of_range: '{setting} debe estar entre {min} y {max}, no {value}.',
    setting_not_a_flag: '{setting} debe ser true o false.',
    setting_not_a_choice: '{setting} debe ser uno de estos: {choices}.',
    validation_share_out_of_range:
      '{setting} debe ser al menos 0 y menor que 1, no {value}.',
    seed_out_of_range: '{setting} debe estar entre 0 y 9007199254740991.',
    width_not_divisible:
      '{setting} ({n_embd}) debe ser múltiplo de {other} ({n_head}) para que todas las cabezas tengan el mismo ancho.',
    uneven_groups:
      '{setting} debe ser múltiplo de {other}: grupos de igual número de cabezas de consulta comparten claves y valores.',
    lora_without_attention:
      '{setting} cambia consultas y valores de la atención, y la salida de este modelo no depende de ninguna.',
    lora_is_fixed:
      'Este modelo ya tiene su adaptador: {setting} y {other} quedan como están.',
    min_rate_above_rate: '{setting} no debe superar a {other}.',
    rotary_odd_width:
      'Las posiciones rotatorias giran pares de números: el ancho por cabeza, {setting} / {other}, debe ser par.',
    rotary_dim:
      '{setting} debe ser par y no superar el ancho por cabeza, n_embd / n_head.',
    rotary_without_attention:
      'Las posiciones rotatorias necesitan atención y esta arquitectura no tiene. Hay que elegir otro valor para {setting}.',
    parallel_block:
      'Con {setting} la atención y la MLP se suman a una misma entrada: hacen falta conexiones residuales, y ninguna normalización después de una subcapa.',
    zero_without_residual:
      'Con {setting} los bloques empiezan sin sumar nada, así que necesitan conexiones residuales. Hay que poner {other} en true.',
    alibi_without_attention:
      'ALiBi cambia las puntuaciones de atención y esta arquitectura no tiene. Hay que elegir otro valor para {setting}.',
    mask_of_a_decoder:
      'Solo un decoder puede prescindir de la máscara causal. Hay que poner {setting} en true o elegir decoder para {other}.',
    dropout_without_projection:
      '{setting} actúa sobre la proyección de salida de la atención. Hay que poner {other} en true.',
    tied_head_of_tagger:
      'Un encoder que etiqueta su entrada no puede compartir pesos entre la entrada y la salida. Hay que poner {setting} en false.',
    head_input_of_encoder_decoder:
      '{setting} «tokens» es solo para decoders. Hay que elegir «final».',
    attention_only_with_mlp:
      'La arquitectura «attention_only» no tiene MLP. Hay que poner {setting} en false.',
    pad_token_out_of_range: '{setting} debe ser un id del vocabulario.',
    vocab_size_out_of_range:
      '{setting} ({vocab_size}) debe ser al menos {min} (los bytes y los tokens especiales) y como mucho {max}.',
    vocab_size_too_small:
      '{setting} ({vocab_size}) debe dejar lugar para dos palabras además de los {special} tokens especiales.',
    too_many_words:
      'Este texto tiene {words} palabras distintas, más que {setting} ({vocab_size}), y no hay un token especial {unknown} para las demás.',
    vocabulary_too_large:
      'El vocabulario de este texto es demasiado grande para un archivo. Hay que limitarlo con {setting}.',
    too_many_parts: 'Este modelo tiene más de {max} partes. Hay que reducir {setting}.',
    shape_is_fixed:
      'La forma de un modelo guardado no puede cambiar; solo los ajustes del entrenamiento.',

    // Datos y arquitectura
    encoder_needs_labels:
      'Un encoder etiqueta cada token de su entrada. Hay que elegir en {setting} una tarea con etiquetas, como «vowels» o «names».',
    encoder_decoder_needs_answers:
      'Un encoder-decoder responde preguntas. Hay que elegir en {setting} «pairs» o una tarea como «reverse».',
    labels_need_encoder:
      'Solo un encoder puede etiquetar su entrada. Hay que poner {setting} en «encoder».',
    answers_need_encoder_decoder:
      'Solo un encoder-decoder lee la pregunta aparte de la respuesta. Para un decoder hay que poner {setting} en «continue».',
    pairs_as_text:
      'Para leer pares como texto simple hay que poner {setting} en «text».',
    labels_of_byte_pairs:
      'Las etiquetas necesitan caracteres o palabras, no pares de bytes. Hay que elegir otro valor para {setting}.',
    answer_longer_than_context:
      'El par más largo ocupa {tokens} posiciones, pero {setting} es {limit}.',
    source_longer_than_context:
      'La fuente más larga ocupa {tokens} posiciones, pero {setting} es {limit}.',
    too_few_different_lines:
      'La tarea «{task}» no tiene {lines} líneas distintas, solo {found}. Hay que reducir {setting}.',

    // Texto
    text_empty: 'El texto está vacío. Hay que pegar o cargar uno.',
    text_not_utf8:
      'El texto no es UTF-8 en la posición {position} (línea {line}). Hay que guardarlo como UTF-8 y probar otra vez.',
    one_distinct_character:
      'Este texto tiene un solo carácter distinto, {character}: no hay nada que aprender. Sirve un texto con dos al menos.',
    one_distinct_word:
      'Este texto repite una sola palabra: no hay nada que aprender. Sirve un texto con dos al menos.',
    unknown_character:
      'El carácter {character} en la posición {position} no es uno de los {known} que este modelo conoce.',
    unknown_word:
      'La palabra {word} en la posición {position} no es una de las {known} que este modelo conoce.',
    text_shorter_than_context:
      'Este texto tiene {tokens} {unit}, pero {setting} {block_size} necesita al menos {needed}. Sirve un texto más largo o un {setting} menor.',
    split_shorter_than_context:
      'Este texto tiene {tokens} {unit}, pero {setting} {block_size} con {percent} % para validación necesita al menos {needed}. Sirve un texto más largo o un {setting} menor.',
    split_shorter_than_block:
      'Este texto tiene {characters} caracteres; su parte más corta, {shorter}, debe superar a {setting} ({block_size}).',
    too_few_pairs:
      'Con {pairs} pares y {percent} % para validación, una de las dos partes queda vacía. Hacen falta más pares.',
    in_line: 'Línea {line}: {why}',
    line_without_tab:
      'La línea {line} no tiene un tabulador entre la fuente y la respuesta.',
    line_without_source: 'La línea {line} no tiene nada antes del tabulador.',
    line_with_two_tabs: 'La línea {line} tiene más de un tabulador.',
    wrong_number_of_labels:
      'La línea {line} tiene {tokens} {unit} pero {labels} etiquetas.',
    other_vocabulary:
      'Estos pares tienen otro vocabulario que los del entrenamiento de este modelo.',
    bytes_needed: '{option} debe ser una cadena de texto o bytes.',
    unknown_option:
      'No existe la opción «{option}». Las opciones son un objeto con {options}.',

    // Tokenizadores
    special_token_twice: 'El token especial «{token}» aparece dos veces.',
    special_token_name:
      'El nombre de un token especial debe ser UTF-8 y no estar vacío.',
    start_token_missing:
      'Las respuestas necesitan el token especial {token} para empezar.',
    unknown_tokenizer: 'No existe ese tokenizador.',
    token_out_of_range: 'El token {token} está fuera de este vocabulario de {known}.',
    unknown_task: 'No existe esa tarea.',
    vocabulary_damaged: 'El vocabulario está dañado. {why}',
    vocabulary_special_list: 'Los tokens especiales del vocabulario no son una lista.',
    vocabulary_special_names:
      'No todos los tokens especiales del vocabulario son nombres.',
    vocabulary_without_kind: 'El vocabulario no nombra su tokenizador.',
    vocabulary_kind: 'El vocabulario es de un tokenizador que esta versión no tiene.',
    vocabulary_characters: 'El vocabulario no tiene texto en "characters".',
    vocabulary_character_order:
      'Los caracteres del vocabulario no están en orden ascendente en {character}.',
    vocabulary_words: 'El vocabulario no tiene listas válidas "words" y "joined".',
    vocabulary_word_twice: 'El vocabulario tiene dos veces la palabra número {word}.',
    vocabulary_merges: 'El vocabulario no tiene una lista válida "merges".',
    vocabulary_merge: 'La fusión número {merge} del vocabulario no es posible.',
    vocabulary_pieces:
      'El vocabulario no tiene listas válidas "pieces" y "scores" con los tokens "unknown", "begin" y "end".',
    vocabulary_piece:
      'El token número {token} del vocabulario no es UTF-8, o su puntuación no es un número finito.',
    vocabulary_tokens:
      'El vocabulario no tiene listas válidas "tokens", "merges" y "added" en la forma "bytes" o "spaces".',
    vocabulary_token: 'El token número {token} del vocabulario no es posible.',
    vocabulary_bytes:
      'Al vocabulario le faltan tokens para algunos bytes, así que hay textos que no puede escribir.',
    tokenizer_file_token:
      'El archivo del tokenizador termina dentro del token número {token}: está cortado o no es un tokenizer.bin de llama2.c ni un archivo .vocab de SentencePiece.',
    tokenizer_file_size:
      'El archivo del tokenizador tiene {tokens} tokens; uno de llama2.c tiene de 4 a {max}.',

    // Archivos
    not_a_model: 'Este archivo no es un modelo utilizable. {why}',
    file_of_other_program:
      'Este archivo lo escribió otro programa: abre junto con él su config.json y su tokenizer.json.',
    file_of_other_version: 'Este archivo lo escribió otra versión de Glassformer.',
    file_without_step: 'Falta su número de paso.',
    file_without_metadata: 'Faltan sus ajustes o su vocabulario.',
    file_contradicts_itself: 'Sus ajustes y su vocabulario se contradicen.',
    tensor_missing: 'Falta el tensor «{tensor}».',
    tensor_of_other_shape:
      'El tensor «{tensor}» tiene otra forma que la que dan los ajustes.',
    tensor_not_finite: 'El tensor «{tensor}» contiene números no finitos.',
    tensor_below_zero: 'El tensor «{tensor}» contiene números negativos.',
    llama2c_header:
      'Este archivo no es ni un archivo safetensors ni un modelo float32 de llama2.c: su cabecera da tamaños que ningún modelo tiene.',
    llama2c_size:
      'Este archivo tiene {bytes} bytes, que no es el tamaño que da su cabecera: está cortado o no es un modelo float32 de llama2.c.',
    adapter_without_model:
      'Este archivo es un adaptador (LoRA): abre junto con él el modelo para el que se entrenó.',
    adapter_of_other_model: 'Este adaptador (LoRA) se entrenó para otro modelo.',
    adapter_missing:
      'Este modelo no tiene adaptador: solo se crea al entrenar con lora_rank.',
    tokenizer_missing:
      'Es un modelo de llama2.c: abre junto con él el archivo de su tokenizador.',
    tokenizer_of_other_model:
      'El archivo del tokenizador tiene {tokens} tokens, pero el modelo tiene {expected}: es de otro modelo.',
    foreign_without_weights:
      'Entre estos archivos no hay ningún modelo: abre model.safetensors con su config.json y su tokenizer.json, o un modelo de llama2.c con su tokenizer.bin.',
    foreign_needed_whole:
      'Este modelo tiene que leerse entero: hacen falta los bytes de los archivos.',
    foreign_pickle:
      'Los pesos son un pickle de PyTorch que aquí no se puede leer: guarda el modelo con save_pretrained(safe_serialization=True).',
    foreign_several:
      'El tensor «{tensor}» está en dos de estos archivos: abre los de un modelo.',
    foreign_piece_missing: 'Los pesos están en varios archivos y falta {file}.',
    foreign_without_tokenizer:
      'Este modelo lo escribió otro programa: abre junto con él el archivo de su tokenizador, tokenizer.json.',
    foreign_without_config:
      'Este modelo lo escribió otro programa: abre junto con él su config.json.',
    foreign_without_heads:
      'Este modelo de nanoGPT no dice cuántas cabezas tiene: abre junto con él un config.json con "n_head".',
    foreign_model_type:
      'Es un modelo del tipo «{type}»; los que se pueden abrir son llama, arcee, gpt2 y gpt_neo.',
    foreign_setting:
      '«{entry}» es {value} en {file}, y ningún modelo de aquí puede tenerlo.',
    foreign_setting_missing: 'Falta «{entry}» en {file}, o su valor no sirve.',
    foreign_tensor:
      'El tensor «{tensor}» es de una parte que ningún modelo de aquí tiene.',
    tokenizer_not_needed:
      'Este modelo trae su propio vocabulario y no necesita un archivo de tokenizador.',
    file_too_small:
      'Este archivo tiene {bytes} bytes, muy pocos para un archivo safetensors.',
    not_safetensors: 'Este no es un archivo safetensors.',
    header_cut_off: 'Este archivo termina dentro de su encabezado: está cortado.',
    header_damaged: 'El encabezado de este archivo está dañado. {why}',
    header_not_an_object: 'El encabezado de este archivo está dañado: no es un objeto.',
    metadata_not_an_object: 'Los metadatos no son un objeto.',
    metadata_not_text: 'El metadato «{entry}» no es texto.',
    tensor_name_with_zero: 'El nombre de un tensor contiene un byte cero.',
    tensor_entry:
      'El tensor «{tensor}» necesita exactamente dtype, shape y data_offsets.',
    tensor_without_dtype: 'El tensor «{tensor}» no tiene dtype.',
    tensor_dtype: 'El tensor «{tensor}» tiene el dtype «{dtype}», que no se admite.',
    tensor_without_shape: 'El tensor «{tensor}» no tiene shape.',
    tensor_dimensions:
      'El tensor «{tensor}» tiene {dimensions} dimensiones; se admiten {max} como mucho.',
    tensor_shape: 'El shape del tensor «{tensor}» no es una lista de tamaños.',
    tensor_without_offsets: 'El tensor «{tensor}» no tiene un par data_offsets.',
    tensor_outside_file:
      'El tensor «{tensor}» termina en el byte {end} de {bytes}. Tal vez el archivo esté cortado.',
    tensor_size: 'El shape y el dtype del tensor «{tensor}» no dan sus {bytes} bytes.',
    tensor_overlaps: 'El tensor «{tensor}» se superpone con otro.',
    tensor_gap: 'Hay un hueco antes del tensor «{tensor}».',
    bytes_without_tensor: 'El archivo tiene {bytes} bytes que no son de ningún tensor.',
    tensor_count:
      'El tensor «{tensor}» tiene {numbers} números y se esperan {expected}.',
    tensor_not_floats:
      'El tensor «{tensor}» contiene {dtype}, no números de coma flotante.',
    written_tensor_size:
      'El tamaño del tensor «{tensor}» no corresponde a su dtype y shape.',
    written_tensor_twice: 'El nombre de tensor «{tensor}» ya está en uso.',

    // JSON
    json_value:
      'JSON no válido en la línea {line}, columna {column}: se esperaba un valor.',
    json_end:
      'JSON no válido en la línea {line}, columna {column}: el texto termina donde se esperaba un valor.',
    json_key:
      'JSON no válido en la línea {line}, columna {column}: se esperaba una clave entre comillas.',
    json_colon:
      "JSON no válido en la línea {line}, columna {column}: se esperaba ':' después de una clave.",
    json_comma_in_object:
      "JSON no válido en la línea {line}, columna {column}: se esperaba ',' o '}'.",
    json_comma_in_array:
      "JSON no válido en la línea {line}, columna {column}: se esperaba ',' o ']'.",
    json_escape:
      'JSON no válido en la línea {line}, columna {column}: escape desconocido después de \\.',
    json_unicode_escape:
      'JSON no válido en la línea {line}, columna {column}: \\u necesita cuatro dígitos hexadecimales.',
    json_surrogate:
      'JSON no válido en la línea {line}, columna {column}: falta la mitad de un par sustituto.',
    json_control_character:
      'JSON no válido en la línea {line}, columna {column}: un carácter de control debe ir escapado.',
    json_not_utf8:
      'JSON no válido en la línea {line}, columna {column}: hay bytes que no son UTF-8.',
    json_open_string:
      'JSON no válido en la línea {line}, columna {column}: esta cadena no termina.',
    json_number_too_large:
      'JSON no válido en la línea {line}, columna {column}: un número demasiado grande.',
    json_too_deep:
      'JSON no válido en la línea {line}, columna {column}: más de 64 niveles.',
    json_key_twice:
      'JSON no válido en la línea {line}, columna {column}: la clave «{name}» aparece dos veces en un objeto.',
    json_key_hash:
      'JSON no válido en la línea {line}, columna {column}: la clave «{name}» tiene el mismo hash que demasiadas otras.',
    json_more_text:
      'JSON no válido en la línea {line}, columna {column}: hay más texto después del valor.',

    // Entrenar, escribir, leer tensores
    diverged:
      'El entrenamiento divergió en el paso {step}: la pérdida o el gradiente dejó de ser finito. Los pesos son los del paso anterior. Conviene un {setting} menor.',
    no_training_text: 'Este modelo se abrió sin un texto con el que entrenar.',
    no_windows: 'El número de ventanas debe ser al menos 1.',
    shards_not_a_subtree: 'Los fragmentos {first} a {last} no son un subárbol.',
    encoder_cannot_write: 'Un encoder etiqueta su entrada; no escribe texto.',
    no_question: 'No hay nada que responder. Hay que escribir una pregunta.',
    no_prompt: 'Hay que dar un comienzo antes de escribir.',
    sampling_out_of_range:
      'temperature y top_k deben ser al menos 0, top_p y min_p entre 0 y 1, y repetition_penalty mayor que 0 y como máximo 100.',
    no_such_attention: 'Este modelo no tiene esa atención.',
    no_activations: 'Primero hay que pasar un texto por el modelo.',
    no_such_tensor: 'No existe el tensor «{tensor}».',
    no_such_head:
      'No existe la cabeza {layer}.{head}: el modelo tiene {layers} capas de {heads} cabezas.',
    head_mask_not_finite: 'El factor de una cabeza debe ser un número finito.',

    // Un lote leído de un archivo: solo en el programa
    batch_damaged: '{problem}',
    batch_impossible: '{problem}',

    // Pedidos
    unknown_analysis: '"what" no nombra ningún análisis.',
    argument_missing: 'Falta "{argument}".',
    argument_out_of_range: '"{argument}" debe ser un entero de 0 a {max}.',
    argument_not_a_character: '"{argument}" debe ser un solo carácter.',
    argument_not_a_choice: '"{argument}" debe ser uno de estos: {choices}.',
    argument_not_text: '"{argument}" debe ser texto.',
    text_needed: 'Hace falta un texto que analizar.',
    no_validation_text:
      'Esta ejecución no tiene texto de validación. Hace falta un texto con el que medir.',
    no_attention: 'Este modelo no tiene atención.',
    no_sequences: 'El número de secuencias debe ser al menos 1.',
    no_such_activation: '"tensor" no nombra una activación de este modelo.',
    no_such_parameter: 'No existe el parámetro «{parameter}».',
    option_out_of_range: '{option} debe ser un entero de 0 a {max}.',
    option_too_small: '{option} debe ser un entero, {min} como mínimo.',
    option_not_a_list: '{option} debe ser una lista.',
    option_not_a_function: '{option} debe ser una función.',
    option_not_cloned: 'El valor de {option} no se puede clonar.',
    option_not_a_choice: '{option} debe ser uno de estos: {choices}.',
    file_changed:
      'Un archivo ya no se puede leer o ha cambiado: hay que elegirlo otra vez.',
    wrong_length: 'Se dieron {found} números donde hacen falta {needed}.',
    option_not_positive: '{option} debe ser mayor que 0.',
    too_many_workers: 'Se pueden usar {max} workers como mucho.',
    snapshots_of_other_run: 'Estas copias son de otra ejecución.',

    // Por qué un análisis no se aplica a un modelo
    obstacle_no_output_layer:
      'Este modelo no tiene capa de salida con la que leer su flujo residual.',
    obstacle_post_norm:
      'Este modelo normaliza después de cada parte: sus partes no se suman en un flujo residual que la salida pueda leer a mitad de camino.',
    obstacle_no_residual_stream:
      'Las partes de este modelo reemplazan la salida de la anterior en vez de sumarse a un flujo residual.',
    obstacle_other_text: 'Esta cabeza atiende a otro texto, no al que se escribe.',
    obstacle_labels: 'Este modelo responde con etiquetas, no con tokens.',
    obstacle_head_unused: 'La salida de esta cabeza no se usa.',
    obstacle_vocabulary_too_large:
      'El vocabulario es demasiado grande para esta figura.',
    obstacle_no_queries: 'Aquí no hay queries, keys ni values de este texto.',
    obstacle_no_positions: 'Este modelo no tiene embeddings de posición aprendidos.',
    obstacle_no_mlp: 'Este modelo no tiene MLP.',
    obstacle_no_padding: 'Las secuencias de este modelo no tienen relleno.',
    obstacle_no_training_text: 'Este modelo se abrió sin un texto con el que entrenar.',
    obstacle_frozen_parameter:
      'Este parámetro está congelado: LoRA entrena solo lora_A y lora_B.',
    obstacle_diverged:
      'No hay una actualización siguiente: la pérdida o su gradiente ya no es finito.',
    obstacle_no_optimizer:
      'Las copias guardan los pesos de pasos anteriores, pero no el estado del optimizador.',

    // La página y sus workers
    unexpected: 'Ocurrió algo inesperado: {detail}',
    engine_ended: 'El motor terminó con el código {exit}.',
    engine_stopped: 'El motor se detuvo por un error anterior.',
    no_webassembly: 'Este navegador no tiene WebAssembly.',
    engine_not_fetched: 'No se puede descargar el motor: {status}.',
    engine_not_compiled:
      'El motor no se puede compilar aquí: al navegador le falta SIMD de 128 bits, o el archivo está dañado.',
    webassembly_forbidden: 'Esta página no tiene permiso para usar WebAssembly.',
    worker_not_started: 'Aquí no se puede iniciar ningún worker: {reason}.',
    worker_refused: 'Aquí no se puede iniciar ningún worker.',
    worker_silent: 'El worker no respondió en {seconds} s.',
    worker_died: 'El worker se detuvo: {reason}.',
    worker_stopped: 'El worker se detuvo.',
    unknown_call: 'No existe la llamada «{call}».',
    other_protocol:
      'La página habla la versión {page} del protocolo, y su worker la {worker}.',
    other_interface:
      'El archivo del motor tiene la interfaz {found}, pero hace falta la {needed}.',
    allocation_failed:
      'No hay memoria suficiente. Sirve un modelo más pequeño o un texto más corto.',
    snapshot_gone: 'La copia del paso {step} ya no se conserva.',
    model_replaced: 'El modelo se cambió mientras trabajaba.',
    session_freed: 'Esta sesión ya se liberó.',
    no_model: 'Aquí no hay ningún modelo.',
    session_not_opened: 'Esta sesión no llegó a abrirse.',
    session_closed: 'Esta sesión ya está cerrada.',
    worker_dropped: 'Este worker ya no está en uso.',
  },

  /** What to do, where the sentence does not say it.
   * @type {Record<string, string>} */
  hints: {
    'bad-checkpoint':
      'Sirve un archivo .safetensors guardado por Glassformer, los archivos de una carpeta de Hugging Face, o un archivo .bin de llama2.c con su tokenizer.bin.',
    diverged:
      'Conviene empezar de nuevo con menos tasa de aprendizaje o más calentamiento.',
    'no-wasm': 'Sirven Chrome 105, Firefox 113, Safari 16.4 o posteriores.',
    'no-wasm-csp':
      'Quien administra el sitio puede permitirlo ' +
      "con: script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:",
    'no-worker':
      "Hay que permitir workers en la política del sitio (worker-src 'self' blob:), " +
      'indicar un archivo del mismo sitio, o entrenar en la propia página.',
    'worker-died':
      'Conviene guardar lo que haga falta de la pantalla y empezar de nuevo.',
    protocol: 'Hay que recargar la página sin su caché.',
    internal:
      'Conviene empezar de nuevo. Si se repite, avisar con los ajustes que se usaron.',
  },

  /** Values of the parameter `unit`. @type {Record<string, string>} */
  units: { characters: 'caracteres', words: 'palabras', tokens: 'tokens' },
};
