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
      short:
        'Jede Vorhersage wird mit dem nächsten Token ihres Fensters verglichen, und ein Fenster hat so viele Zeichen wie die Kontextlänge: {n}. Keines enthält hier zwei Tokens, die dieses Modell lesen kann.',
      probability: 'Wahrscheinlichkeit, %',
      share: 'Anteil richtig',
      bin: 'Klasse',
      predictions: 'Vorhersagen',
      mean: 'mittlere Wahrscheinlichkeit',
    },
  },
  guessing: {
    tab: 'Raten',
    title: 'Gegen das Modell raten: Shannons Spiel',
    help: 'Das nächste Zeichen eines Textes raten, mit dem das Modell nicht trainiert wurde, bis es stimmt; das Modell rät dieselben Zeichen. Die Zahlen der Versuche begrenzen die Entropie in Bit pro Zeichen (Shannon 1951).',
    sentences: {
      intro:
        'Was kommt als Nächstes? Jedes verdeckte Zeichen wird geraten, bis es stimmt; dann zeigt sich, wie viele Versuche das Modell braucht. Es liest dieselben Zeichen. {n} Zeichen sind verdeckt, in {passages}.',
      at: 'Runde {round}, Textstelle {passage} von {passages}, Zeichen {i} von {n}',
      done: 'Runde {round}: {i} von {n} Zeichen geraten.',
      yours: 'Eigener Versuch',
      keys: 'Zeichen des Vokabulars',
      capitals: 'Großbuchstaben',
      begin: 'Ein Zeichen tippen oder unten seine Taste drücken.',
      wrong: '„{c}“ kommt nicht als Nächstes. Falsche Versuche bisher: {n}.',
      right:
        '„{c}“ kommt als Nächstes. Versuche: eigene {you}, Modell {model} (zuerst „{first}“).',
      rightAlone: '„{c}“ kommt als Nächstes. Eigene Versuche: {you}.',
      tried: '„{c}“ ist schon unter den falschen Versuchen.',
      unknown: '„{c}“ ist nicht im Vokabular dieses Modells.',
      stop: 'Aufhören und den Rest zeigen',
      other: 'Andere Textstellen',
      again: 'Diese Runde neu beginnen',
      invite: 'Link zu dieser Runde kopieren',
      share: 'Link mit dem eigenen Ergebnis kopieren',
      claim:
        'Das Modell bei Schritt {step}, {n} von {all} verdeckten Zeichen in {passages}: selbst {you} Bit pro Zeichen, das Modell {model}. Das ist Shannons untere Schranke der Entropie, aus den Zahlen der Versuche: weniger Bit, bessere Vorhersagen. {verdict}',
      passage: 'einer Stelle {text}',
      passages: '{n} Stellen {text}',
      heldOut: 'des Validierungstextes',
      otherText:
        'des Textes der Seite, mit dem dieses Modell, soweit bekannt, nicht trainiert wurde',
      training: 'des Trainingstextes',
      around: 'des Textes um die Stellen herum',
      few: 'Bei weniger als {least} Zeichen wird kein Gewinner genannt.',
      even: 'Unentschieden: Die Differenz liegt innerhalb von {clear} Standardfehlern.',
      you: 'Das Modell ist geschlagen.',
      model: 'Das Modell gewinnt.',
      entropy:
        'Kreuzentropie des Modells auf denselben Zeichen, aus seinen Wahrscheinlichkeiten: {bits} Bit pro Zeichen.',
      challenge:
        'Wer diesen Link geschickt hat: {bits} Bit pro Zeichen auf {n} Zeichen dieser Runde.',
      best: 'Die beste eigene ganze Runde mit diesem Text: {bits} Bit pro Zeichen, Runde {round}.',
      who: 'wer rät',
      youRow: 'selbst',
      modelRow: 'das Modell',
      senderRow: 'Absender des Links',
      senderFewer: 'Absender des Links, die ersten {n}',
      pairs: 'Buchstabenpaare (Bigramm)',
      letters: 'Buchstabenhäufigkeiten (Unigramm)',
      bits: 'Bit pro Zeichen, untere Schranke',
      numbers: 'Alle Zahlen',
      lower: 'untere Schranke, Bit',
      upper: 'obere Schranke, Bit',
      once: 'beim ersten Versuch richtig',
      character: 'Zeichen',
      modelFirst: 'erster Versuch des Modells',
      surprisal: 'Surprisal des Modells, Bit',
      look: 'Worauf zu achten ist: Innerhalb von Wörtern genügt ein Versuch, auch dem Modell; wo ein Wort beginnt, braucht es mehrere. Buchstabenpaare und Buchstabenhäufigkeiten {counted} raten nach derselben Regel: Der Vorsprung vor ihnen ist, was der Kontext verrät. Die obere Schranke, die Entropie der Zahlen der Versuche, fällt bei wenigen Zeichen zu niedrig aus; wo sie unter der unteren läge, ist sie weggelassen.',
      none: 'Hier ist kein Text, den dieses Modell lesen kann und mit dem es nicht trainiert wurde, oder er ist zu kurz zum Raten.',
      tokens: 'Geraten werden Zeichen; die Tokens dieses Modells sind länger.',
      sees: 'Dieses Modell hat keine kausale Maske: Es sieht die Zeichen, die es raten müsste.',
      short:
        'Dieses Spiel braucht eine Kontextlänge von mindestens {least}, und die dieses Modells ist {n}: Was vor jedem der {least} verdeckten Zeichen einer Stelle steht, muss hineinpassen.',
      damaged: 'Die Runde im Link ist nicht lesbar: Das hier ist Runde 1.',
      elsewhere:
        'Das Ergebnis im Link gilt anderen Textstellen, aus anderem Text, mit anderem Validierungsanteil oder anderer Kontextlänge; es ist weggelassen.',
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
