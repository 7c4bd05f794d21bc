// SPDX-License-Identifier: MIT
// German: what the views are called, what help says of them, and their own sentences, by name.

/** @type {Record<string, import('../../views/define-view.js').Words>} */
export default {
  text: {
    tab: 'Eine Zeile',
    title: 'Eine Zeile des Textes',
    help: 'Jedes Token, getönt nach seiner Surprisal. Eines auswählen, um ihm in allen anderen Ansichten zu folgen.',
  },
  'attention-timing': {
    title: 'Attention: simple und fused',
    help: 'Zwei Implementierungen der Attention, auf diesem Rechner gemessen, während das Modell wächst.',
  },
  head: {
    tab: 'Head',
    title: 'Attention-Head',
    help: 'Die Attention-Gewichte eines Heads: Zeilen sind Queries, Spalten sind Keys, schraffierte Zellen sind maskiert.',
  },
  heads: {
    tab: 'Alle Heads',
    title: 'Attention-Heads',
    help: 'Die Attention-Gewichte jedes Heads. Das unter einem Head genannte Muster ist auf dem Validierungstext gemessen.',
  },
  'stored-runs': {
    title: 'Gespeicherte Läufe',
    help: 'In diesem Browser gespeicherte Läufe, die genau dort weitergehen, wo sie anhielten.',
  },
  export: {
    tab: 'Speichern und teilen',
    title: 'Speichern und teilen',
    help: 'Das Modell in einer Datei speichern, eines öffnen, einen Link mit den Einstellungen kopieren, oder Code für eine andere Seite.',
  },
  embeddings: {
    tab: 'Embeddings',
    title: 'Embeddings',
    help: 'Eine Karte der Embeddings (PCA), und die QK- und OV-Circuits eines Heads.',
  },
  compare: {
    tab: 'Läufe vergleichen',
    title: 'Läufe vergleichen',
    help: 'Verlustkurven, unterschiedliche Einstellungen und Textproben bei gleichen Schritten.',
  },
  attribution: {
    tab: 'Logit-Attribution',
    title: 'Direkte Logit-Attribution',
    help: 'Der Beitrag jeder Komponente zum Logit der Antwort. Die Beiträge summieren sich zum Logit.',
  },
  lens: {
    tab: 'Logit-Lens',
    title: 'Logit-Lens: die Vorhersage nach jeder Schicht',
    help: 'Die nach jeder Schicht aus dem Residual-Stream gelesene Vorhersage, und der Rang des richtigen Tokens.',
  },
  loss: {
    tab: 'Verlust',
    title: 'Verlust (Kreuzentropie)',
    help: 'Trainings- und Validierungsverlust nach Schritt. Gestrichelte Linien: Zählmodelle desselben Textes. Ein Klick auf die Kurve zeigt das Modell, wie es war.',
  },
  experiments: {
    tab: 'Experimente',
    title: 'Experimente',
    help: 'Mehrere Läufe, die eine Frage beantworten, mit der Streuung ihrer Seeds: eine eigene Datei oder ein Experiment der Seite. Ergebnisse bleiben in diesem Browser.',
  },
  'forward-pass': {
    tab: 'Forward-Pass',
    title: 'Forward-Pass für ein Token',
    help: 'Acht Karten mit der Rechnung einer Vorhersage; jede verwendet die Zahlen der vorigen.',
  },
  stage: {
    title: 'Das Modell',
    help: 'Eine Zeile Text von unten bis zur Vorhersage oben: Attention-Linien jedes Heads, die Vorhersage nach jeder Schicht. Ein Token auswählen; Heads ausschalten; fragen, warum es vorhergesagt wird.',
  },
  calibration: {
    tab: 'Kalibrierung',
    title:
      'Kalibrierung: Trifft eine Wahrscheinlichkeit von 30 % in 30 % der Fälle zu?',
    help: 'Das wahrscheinlichste Token an jeder Position eines Textes, mit dem das Modell nicht trainiert wurde: die Wahrscheinlichkeit, die das Modell ihm gibt, neben der Häufigkeit, mit der es kommt.',
    sentences: {
      claim:
        'Bei Schritt {step}, über {n} Vorhersagen auf {text}: Für das wahrscheinlichste {unit} ist die mittlere Wahrscheinlichkeit {confidence}, und es trifft in {right} der Fälle zu. {verdict}',
      heldOut: 'dem Validierungstext',
      other:
        'dem Text der Seite, mit dem dieses Modell, soweit bekannt, nicht trainiert wurde',
      over: 'Das Modell ist zu zuversichtlich.',
      under: 'Das Modell ist zu wenig zuversichtlich.',
      even: 'Die Differenz ist kleiner als das Doppelte ihres Standardfehlers.',
      error:
        'Erwarteter Kalibrierungsfehler: {error}, der mittlere Abstand der zehn Klassen von der Diagonale, gewichtet mit ihren Vorhersagen.',
      look: 'Worauf zu achten ist: Punkte auf der grauen Diagonale heißen, dass sich die Wahrscheinlichkeiten wörtlich nehmen lassen. Darunter ist das Modell zu zuversichtlich, wie es das wird, wenn es seinen Text auswendig lernt. Klassen mit wenigen Vorhersagen sagen wenig.',
      unknown:
        'Hier ist kein Text, den dieses Modell lesen kann und mit dem es nicht trainiert wurde.',
      probability: 'Wahrscheinlichkeit, %',
      share: 'Anteil richtig',
      bin: 'Klasse',
      predictions: 'Vorhersagen',
      mean: 'mittlere Wahrscheinlichkeit',
    },
  },
  setup: {
    tab: 'Alle Einstellungen',
    title: 'Text und Modell',
    help: 'Der Trainingstext und die Architektur, mit der Zahl der Parameter und der erwarteten Zeit.',
  },
  presets: {
    title: 'Beispiele',
    help: 'Fertige Modelle, von einer Bigramm-Tabelle bis zu einem Encoder-Decoder, der Fragen beantwortet.',
  },
  run: {
    title: 'Training',
    help: 'Trainieren, pausieren, einen Schritt tun oder neu beginnen. Beim Neubeginn bleibt der vorige Lauf aufbewahrt und lässt sich wiederherstellen.',
  },
  diagnostics: {
    tab: 'Diagnose',
    title: 'Diagnose',
    help: 'Training in Zahlen: Gradienten, Update-Verhältnisse, tote Einheiten, Activation-Patching, Profiler.',
  },
  samples: {
    title: 'Textproben während des Trainings',
    help: 'Gleicher Prompt und gleicher Seed bei immer späteren Schritten, sodass sich nur das Modell unterscheidet.',
  },
  write: {
    tab: 'Text generieren',
    title: 'Text generieren',
    help: 'Das Modell setzt den Prompt fort. Der gleiche Seed ergibt den gleichen Text.',
  },
};
