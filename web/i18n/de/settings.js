// SPDX-License-Identifier: MIT
// German: settings of the model and of training, and the presets. In English the engine
// itself has the help texts and the presets (src/models/*.def).

/** @type {typeof import('../en/settings.js').default} */
export default {
  settings: {
    all: 'Alle Einstellungen',
    sizes: {
      n_layer: 'Schichten',
      n_head: 'Heads je Schicht',
      n_embd: 'Embedding-Größe',
      block_size: 'Kontextlänge',
    },
    fewer: {
      n_layer: 'Weniger Schichten',
      n_head: 'Weniger Heads',
      n_embd: 'Kleineres Embedding',
      block_size: 'Kürzerer Kontext',
    },
    more: {
      n_layer: 'Mehr Schichten',
      n_head: 'Mehr Heads',
      n_embd: 'Größeres Embedding',
      block_size: 'Längerer Kontext',
    },
    nearest: (label, value) => `${label}: ${value} verwenden`,
    pendingShort: 'Gilt nach einem Neubeginn.',
    groups: {
      shape: 'Form',
      parts: 'Komponenten',
      dropout: 'Dropout',
      init: 'Initialisierung',
      data: 'Daten',
      optimizer: 'Optimierer',
      run: 'Lauf',
    },
    labels: {
      arch: 'Architektur',
      n_layer: 'Schichten',
      n_head: 'Heads je Schicht',
      n_kv_head: 'Key/Value-Heads',
      n_embd: 'Embedding-Größe',
      block_size: 'Kontextlänge',
      source_block_size: 'Kontextlänge des Encoders',
      n_ff: 'Größe des MLP',
      norm: 'Normalisierung',
      final_norm: 'Letzte Normalisierung',
      norm_place: 'Pre-Norm oder Post-Norm',
      norm_eps: 'Epsilon der Normalisierung',
      activation: 'Aktivierungsfunktion',
      positions: 'Positionskodierung',
      rotary_pairs: 'Rotary-Paare',
      rotary_base: 'Rotary-Basis',
      rotary_dim: 'Rotary-Spalten je Head',
      scale_embedding: 'Skalierte Embeddings',
      score_scale: 'Skalierung der Scores',
      qk_norm: 'Query-Key-Normalisierung',
      bias_qkv: 'Bias: Query, Key, Value',
      bias_attn_out: 'Bias: Ausgabe der Attention',
      bias_mlp: 'Bias im MLP',
      bias_norm: 'Bias: Normalisierung',
      bias_head: 'Bias: Ausgabeschicht',
      causal: 'Kausale Maske',
      attention: 'Implementierung der Attention',
      head_input: 'Eingabe der Ausgabeschicht',
      averaging: 'Art der Mittelung',
      attn_proj: 'Ausgabeprojektion der Attention',
      mlp: 'MLP',
      parallel: 'Parallele Blöcke',
      residual: 'Residualverbindungen',
      logit_softcap: 'Soft Cap der Logits',
      tied_head: 'Gekoppelte Embeddings (tied)',
      embd_pdrop: 'Dropout: Embeddings',
      attn_pdrop: 'Dropout: Attention-Gewichte',
      resid_pdrop: 'Dropout: Ausgabe der Attention',
      mlp_pdrop: 'Dropout: Ausgabe des MLP',
      init: 'Initialisierung der Gewichte',
      init_std: 'Anfängliche Standardabweichung',
      zero_init: 'Projektionen beginnen bei null',
      seed: 'Seed',
      tokenizer: 'Tokenizer',
      vocab_limit: 'Größe des Vokabulars',
      task: 'Aufgabe',
      task_form: 'Format der Aufgabe',
      task_lines: 'Erzeugte Beispiele',
      task_modulus: 'Modul',
      loss_on_prompt: 'Verlust auch auf dem Prompt',
      no_shuffle: 'Ohne Mischen',
      batch_size: 'Batch-Größe',
      val_fraction: 'Anteil der Validierung',
      optimizer: 'Optimierer',
      learning_rate: 'Lernrate',
      min_learning_rate: 'Letzte Lernrate',
      schedule: 'Verlauf der Lernrate',
      decay_share: 'Anteil des Abfalls',
      warmup_steps: 'Warm-up-Schritte',
      muon_learning_rate: 'Lernrate von Muon',
      muon_momentum: 'Momentum von Muon',
      beta1: 'β1 von Adam',
      beta2: 'β2 von Adam',
      eps: 'ε von Adam',
      weight_decay: 'Weight Decay',
      grad_clip: 'Gradient Clipping',
      lora_rank: 'LoRA: Rang',
      lora_alpha: 'LoRA: α',
      max_steps: 'Trainingsschritte',
      eval_interval: 'Auswerten alle',
      eval_windows: 'Validierungsfenster',
    },
    help: {
      arch: 'Ein decoder sagt das nächste Token vorher, ein encoder gibt seiner Eingabe Labels, ein encoder_decoder antwortet; die übrigen sind Zwischenstufen',
      n_layer: 'Anzahl der Transformerblöcke.',
      n_head: 'Muss die Embedding-Größe teilen.',
      n_kv_head:
        'Heads von Keys und Values, jeder gemeinsam für eine Gruppe von Query-Heads; muss die Zahl der Heads teilen; 0: je Head einer (Ainslie et al. 2023)',
      n_embd: 'Zahlen, die ein Token darstellen.',
      block_size: 'Längste Eingabe, in Tokens.',
      source_block_size:
        'Längste Eingabe des Encoders eines Encoder-Decoders, in Tokens; 0: block_size',
      n_ff: 'Verborgene Einheiten des MLP; 0: 4 n_embd',
      norm: 'Art der Normalisierung in den Blöcken',
      final_norm:
        'Normalisierung vor der Ausgabeschicht; auto: bei Pre-Norm wie in den Blöcken, sonst keine',
      norm_place:
        'Vor jeder Teilschicht normalisieren (pre), nach ihrer Addition (post) oder nirgends',
      norm_eps:
        'Verhindert, dass die Normalisierung durch null teilt; 0: 1e-6 bei std, 1e-5 bei den anderen',
      activation:
        'Aktivierungsfunktion des MLP; relu2: max(0, x) im Quadrat (So et al. 2021); swiglu: eine zweite Schicht verborgener Einheiten, durch SiLU aktiviert, multipliziert die erste (Shazeer 2020)',
      positions:
        'Wie Positionen kodiert werden; alibi: Scores fallen mit dem Abstand, mit einer Steigung je Head (Press et al. 2021)',
      rotary_pairs:
        'Spalten, die Rotary-Positionen gemeinsam drehen: adjacent (2i, 2i + 1; Su et al. 2021) oder halves (i, i + die Hälfte; GPT-NeoX)',
      rotary_base:
        'Rotary-Positionen drehen das Paar i um Position / base^(2i / rotary_dim) (Su et al. 2021)',
      rotary_dim: 'Spalten jedes Heads, die Rotary-Positionen drehen; 0: alle (GPT-J)',
      scale_embedding: 'Embeddings mit der Wurzel aus n_embd multiplizieren',
      score_scale:
        'Attention-Scores werden durch die Wurzel aus der Head-Größe oder aus n_embd geteilt, oder durch nichts (GPT-Neo)',
      qk_norm:
        'Queries und Keys jedes Heads werden vor ihrem Produkt durch ihr quadratisches Mittel geteilt (Henry et al. 2020)',
      bias_qkv: 'Biases der Projektionen für Query, Key und Value',
      bias_attn_out: 'Bias der Ausgabeprojektion der Attention',
      bias_mlp: 'Biases des MLP',
      bias_norm: 'Biases der Normalisierungen',
      bias_head: 'Bias der Ausgabeschicht',
      causal:
        'Jede Position achtet auf sich selbst und auf frühere; ohne sie liest ein decoder das Token, das er vorhersagen soll: Sein Verlust sinkt, und schreiben kann er nicht',
      attention:
        'fused: eine Matrix für alle Heads; simple: drei je Head, mit der ganzen Matrix der Attention-Gewichte im Speicher; dieselbe Funktion, anders schnell',
      head_input:
        'Was die Ausgabeschicht liest: das Ende des Residual-Streams oder, als Fehler, das Token-Embedding',
      averaging: 'Drei Arten, den Mittelwert von allem Bisherigen zu berechnen',
      attn_proj: 'Ausgabeprojektion nach den Heads',
      mlp: 'Ein MLP in jedem Block',
      parallel:
        'Das MLP liest dieselbe normalisierte Eingabe wie die Attention, nicht deren Ergebnis, und beide werden addiert (GPT-J; Wang und Komatsuzaki 2021)',
      residual:
        'Jede Teilschicht wird zum Residual-Stream addiert, statt ihn zu ersetzen',
      logit_softcap:
        'Logits werden zu c tanh(Logit / c) mit diesem c, sodass keines größer ist; 0: wie sie sind (Gemma 2, 2024)',
      tied_head: 'Die Ausgabeschicht teilt ihre Gewichte mit dem Token-Embedding',
      embd_pdrop: 'Dropout auf den Embeddings',
      attn_pdrop: 'Dropout auf den Attention-Gewichten',
      resid_pdrop: 'Dropout auf der Ausgabe der Attention',
      mlp_pdrop: 'Dropout auf der Ausgabe des MLP',
      init: 'Initialisierung der Gewichte: gpt2 verkleinert die Residualprojektionen, normal nicht, torch nimmt die Vorgaben von PyTorch',
      init_std:
        'Standardabweichung der anfänglichen Gewichte; 0: 0,02 mal die Wurzel aus 768 / n_embd, die von GPT-2 bei dessen Breite',
      zero_init:
        'Die Schichten, die in den Residual-Stream schreiben, und eine Ausgabeschicht mit eigenen Gewichten beginnen bei null (Zhang et al. 2019; modded-nanogpt)',
      seed: 'Aus ihm werden alle Zufallszahlen eines Laufs abgeleitet',
      tokenizer: 'Tokens: Zeichen, Wörter oder Byte-Pair-Encoding (bpe)',
      vocab_limit: 'Größtes Vokabular; 0: alle Wörter, oder 512 Tokens',
      task: 'Was gelernt wird: ein Text; eigene Paare von Frage und Antwort, je Zeile eines mit einem Tabulator dazwischen; oder eine erzeugte Aufgabe',
      task_form:
        'Format der Paare: von einem encoder_decoder beantwortet, von einem decoder fortgesetzt, von einem encoder mit Labels versehen, oder einfache Textzeilen; auto richtet sich nach arch und task',
      task_lines: 'Zu erzeugende Paare; keine Frage wiederholt sich',
      task_modulus:
        'Wonach bei modular die Summen modulo genommen werden; alle Paare werden erzeugt',
      loss_on_prompt:
        'Verlust auch auf den Tokens der Frage, nicht nur auf der Antwort',
      no_shuffle: 'Die Paare der Reihe nach statt zufällig nehmen',
      batch_size: 'Sequenzen pro Schritt',
      val_fraction:
        'Anteil des Textes, an seinem Ende, für die Validierung zurückgehalten',
      optimizer:
        'AdamW: Weight Decay, entkoppelt vom Gradienten; Adam: ohne Weight Decay; Muon: orthogonalisiertes Momentum für die Matrizen der Blöcke, AdamW für den Rest',
      learning_rate: 'Höchste Lernrate',
      min_learning_rate: 'Lernrate am Ende des Verlaufs, sofern er nicht konstant ist',
      schedule:
        'Nach dem Warm-up: cosine: Kosinus-Abfall; constant: kein Abfall; wsd: stabil, dann linearer Abfall über den letzten Anteil der Schritte (Hu et al. 2024); sqrt: Abfall von Anfang an, mit der Wurzel des Anteils der getanen Schritte (Hägele et al. 2024)',
      decay_share: 'Anteil von max_steps, am Ende, über den der Verlauf wsd abfällt',
      warmup_steps: 'Schritte, über die die Lernrate linear steigt',
      muon_learning_rate:
        'Höchste Lernrate von Muon; sie folgt dem Verlauf von learning_rate, der für den Rest gilt (Jordan 2024)',
      muon_momentum:
        'Decay des Momentums von Muon, mit Nesterov-Korrektur (Jordan 2024)',
      beta1: 'Decay des ersten Moments (β1)',
      beta2: 'Decay des zweiten Moments (β2)',
      eps: 'Wird zum Nenner von Adam addiert, gegen Division durch null',
      weight_decay: 'Weight Decay der Matrizen',
      grad_clip: 'Größte globale Norm des Gradienten; 0: keine Grenze',
      lora_rank:
        'Nur Änderungen B A von niedrigem Rang, diesem, an den Query- und Value-Matrizen trainieren und keine anderen Gewichte; 0: alle Gewichte (LoRA; Hu et al. 2021)',
      lora_alpha:
        'Die Änderungen von niedrigem Rang werden mit lora_alpha / lora_rank multipliziert',
      max_steps: 'Das Training endet nach so vielen Schritten.',
      eval_interval: 'Schritte zwischen zwei Auswertungen auf dem Validierungstext',
      eval_windows: 'Validierungsfenster je Auswertung',
    },
    warnings: {
      causal:
        'Ohne die Maske sieht jede Position das Token, das sie vorhersagen soll. Der Verlust sinkt, weil das Modell es kopiert; was es schreibt, ist Rauschen.',
    },
    notANumber: 'Eine Zahl eingeben.',
    notWhole: 'Eine ganze Zahl eingeben.',
    pending:
      'Gilt nach einem Neubeginn. Der jetzige Lauf lässt sich später wiederherstellen.',
    ignored:
      'Das Training läuft mit seinen eigenen Einstellungen weiter. Die Änderungen gelten nach einem Neubeginn.',
    apply: 'Mit diesen Einstellungen neu beginnen',
    undo: 'Änderungen rückgängig machen',
  },

  presets: {
    title: 'Beispiele',
    none: 'für den eigenen Text',
    about: 'Fertige Modelle, von Buchstabenpaaren (Bigramm) bis zum Encoder-Decoder.',
    look: 'Worauf zu achten ist:',
    texts: {
      fables: {
        title: 'Fabeln',
        about:
          'Zwei Schichten mit vier Heads, klein genug, um in einem Browser-Tab binnen zehn Sekunden sichtbare Struktur der enthaltenen Fabeln zu lernen.',
        look: 'Zuerst Titel und Zeilenenden, dann kurze Wörter, dann „said the“ und die Moral. In Schicht 1 lernt ein Head, auf das vorige Zeichen zu achten.',
      },
      tiny: {
        title: 'Winzig',
        about:
          'Das kleinste Modell, das sich anzusehen lohnt: zwei Schichten mit zwei Heads, Kontextlänge 32, wenige Millisekunden pro Schritt.',
        look: 'Wie weit ein so kleines Modell kommt: Wörter, aber kaum ein Satz.',
      },
      nano: {
        title: 'nanoGPT auf einem Laptop',
        about:
          'Die Einstellungen, die nanoGPT für einen Rechner ohne GPU empfiehlt: 0,8 Millionen Parameter, 2.000 Schritte auf Tiny Shakespeare.',
        look: 'Validierungsverlust nahe 1,9; Namen in Großbuchstaben mit Doppelpunkt, dann Verszeilen.',
      },
      'nano-fast': {
        title: 'nanoGPT, schneller',
        about: 'Dieselbe Form mit Muon, RMSNorm und Rotary-Positionen.',
        look: 'Der Validierungsverlust von 2.000 Schritten, 1,92, nach 300 oder weniger.',
      },
      shakespeare: {
        title: 'Shakespeare in einem Tab',
        about:
          'Breiter und mit längerem Kontext als die anderen: erkennbare Dialoge nach einigen Minuten auf Tiny Shakespeare.',
        look: 'Sprecher, die einander antworten, und wann der Validierungsverlust nicht mehr sinkt.',
      },
      poet: {
        title: 'Der Dichter',
        about:
          '10,79 Millionen Parameter für Martín Fierro, wie in einem Notebook einer Universität: sechs Schichten mit sechs Heads, Kontextlänge 256. Attention-Scores werden durch die Wurzel aus der Embedding-Größe geteilt.',
        look: 'Sechszeilige Strophen nach einigen hundert Schritten. Ein Schritt dauert auf einem Kern viele Sekunden: das native Programm verwenden.',
      },
      modern: {
        title: 'Rotary und RMS',
        about:
          'Was heutige Modelle geändert haben: Rotary-Positionen (RoPE) und RMSNorm, ohne Biases.',
        look: 'Der gleiche Verlust wie mit gelernten Positionen, mit weniger Parametern; Attention-Zeilen, die vom Abstand abhängen.',
      },
      llama: {
        title: 'Llama, klein',
        about:
          'Die Bestandteile von Llama: RMSNorm, Rotary-Positionen, SwiGLU, zwei Heads mit Keys und Values für vier mit Queries, keine Biases.',
        look: 'Zwei Heads einer Schicht teilen sich Keys und achten trotzdem auf Verschiedenes.',
      },
      bricks: {
        title: 'Stein auf Stein',
        about:
          'Der Decoder eines Kurses, der einen Transformer Stück für Stück aufbaut: Jeder Head hat seine eigenen Matrizen, und die letzte Normalisierung ist von Hand geschrieben.',
        look: 'attention von simple auf fused umstellen: Dieselben Gewichte ergäben dieselben Zahlen, anders schnell. Das Umstellen erzeugt ein neues Modell mit anderen anfänglichen Gewichten, deshalb verläuft sein Verlust anders.',
      },
      bigram: {
        title: 'Bigramm-Modell',
        about:
          'Eine Tabelle, wie wahrscheinlich jedes Zeichen nach jedem anderen ist, gelernt statt gezählt.',
        look: 'Der Verlust endet an der gestrichelten Linie der Buchstabenpaare: etwa 2,45 auf Tiny Shakespeare.',
      },
      averaging: {
        title: 'Der Mittelwert von allem Bisherigen',
        about:
          'Vor der Attention: Jede Position liest den Mittelwert aller Zeichen bis zu ihr selbst. Drei Arten, ihn zu berechnen, ein Ergebnis.',
        look: 'Das Dreieck gleicher Gewichte, Zeile für Zeile 1, 1/2, 1/3 …; und dass ein Mittelwert schlechter vorhersagt als das letzte Zeichen.',
      },
      'one-head': {
        title: 'Ein Head, mit Fehler',
        about:
          'Ein Head Self-Attention, verdrahtet wie in einem Notebook mit einem Fehler: Die Ausgabeschicht liest das Token-Embedding und ignoriert das Ergebnis der Attention.',
        look: 'Der Verlust bleibt bei den Buchstabenpaaren, wie lange auch trainiert wird, und die Gewichte des Heads erhalten keinen Gradienten. Den Fehler finden, dann den berichtigten Head laden.',
      },
      'one-head-mended': {
        title: 'Ein Head, berichtigt',
        about: 'Derselbe Head, seine Ausgabe angeschlossen.',
        look: 'Der Verlust sinkt deutlich unter die Buchstabenpaare, und das Dreieck der Attention erscheint.',
      },
      statquest: {
        title: 'Der kleinste Decoder',
        about:
          'Ein Decoder mit Embeddings aus zwei Zahlen, der in 60 Schritten lernt, zwei Fragen zu beantworten; alles darin lässt sich von Hand nachrechnen.',
        look: 'Vor und nach dem Training „what is statquest <EOS>“ fragen.',
      },
      tagger: {
        title: 'Wörter mit Labels',
        about:
          'Ein Encoder liest einen ganzen erzeugten Satz und gibt Namen und Zahlen Labels.',
        look: 'Jede Position achtet in beide Richtungen: Ein kausales Dreieck gibt es nicht. Padding ist maskiert.',
      },
      'seq2seq-reverse': {
        title: 'Rückwärts',
        about:
          'Der Encoder-Decoder von 2017 lernt, eine Buchstabenfolge rückwärts zu schreiben.',
        look: 'Die Cross-Attention wird zur Gegendiagonale: Der erste geschriebene Buchstabe achtet auf den letzten gelesenen.',
      },
      'seq2seq-dates': {
        title: 'Datumsangaben',
        about:
          'Dieselbe Architektur macht aus Datumsangaben in sieben Schreibweisen eine einzige.',
        look: 'Die Cross-Attention findet Jahr, Monatsname und Tag, wo immer sie stehen.',
      },
      repeat: {
        title: 'Wiederholen',
        about:
          'Zeilen zufälliger Buchstaben, ein Strich, und dieselben Buchstaben noch einmal. Nur die zweite Hälfte lässt sich vorhersagen, und nur mit Attention auf die erste.',
        look: 'Nahe Schritt 600 bricht der Verlust der zweiten Kopie ein: Ein Head in Schicht 2 achtet auf dieselbe Stelle der ersten Kopie. Er kopiert nach der Stelle, nicht nach dem Buchstaben: Bei einer rotierten Kopie versagt er. Das Beispiel „Induktion“ kopiert nach dem Buchstaben.',
      },
      induction: {
        title: 'Induktion',
        about:
          'Verschiedene Buchstaben, ein Strich, und dieselben Buchstaben noch einmal, ab irgendeinem von ihnen. Wo ein Buchstabe steht, sagt nichts: Nur der Buchstabe selbst zeigt, welcher folgt.',
        look: 'Zwei Heads bilden einen Circuit: Einer in Schicht 1 achtet auf das vorige Token, einer in Schicht 2 auf das, was diesem Buchstaben vor dem Strich folgte. Ist einer der beiden aus, ist der Verlust zurück.',
      },
      addition: {
        title: 'Addieren',
        about:
          'Ein Decoder lernt, zwei Zahlen unter 100 zu addieren, die Ziffern der Summe von rechts nach links, in der Reihenfolge des Übertrags.',
        look: 'Zuerst die Länge der Antwort, dann ihre erste Ziffer, zuletzt der Übertrag.',
      },
    },
  },
};
