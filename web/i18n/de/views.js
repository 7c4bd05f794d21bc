// SPDX-License-Identifier: MIT
// German: the text, the loss curve, the attention heads, and what the model writes.
import { counted } from '../phrases.js';

/** @type {typeof import('../en/views.js').default} */
export default {
  unsure: {
    among: (n, units) => `so unsicher wie eine Wahl unter etwa ${n} ${units}`,
    certain: 'fast sicher',
    worse: (n, units) => `schlechter als Raten unter allen ${n} ${units}`,
  },
  text: {
    title: 'Eine Zeile des Textes',
    claim: (bits, n, unit) =>
      `Surprisal im Mittel ${bits} Bit pro ${unit}: Perplexität ${n}.`,
    pickOne: ([unit]) =>
      `Ein ${unit} auswählen, um zu sehen, worauf der gewählte Head achtet, wenn er das nächste vorhersagt.`,
    line: 'Gezeigte Zeile',
    another: 'Andere Zeile',
    mode: 'Tönung nach',
    cell: (c, [unit], n) => `„${c}“, ${unit} ${n}`,
    bits: (x) => `Surprisal ${x} Bit`,
    first: ([unit]) => `erstes ${unit}, nicht vorhergesagt`,
    future: 'maskiert: es kommt später',
    more: (n, share) => `+ ${n} weitere, zusammen ${share}`,
    validation:
      'Gestrichelte Linie darüber: Validierungstext, nie zum Training verwendet.',
    unknown: (list) => `Weggelassen, nicht im Vokabular: ${list}`,
    cut: (n, units) => `Auf die Kontextlänge von ${n} ${units} gekürzt.`,
    question: 'Quelle',
    answer: 'Ziel',
    shades: {
      surprise: {
        name: 'Surprisal',
        look: ([unit]) =>
          `Tönung: Surprisal für jedes ${unit}, gegeben das, was seine Vorhersage sah. Bögen: worauf der gewählte Head vom ${unit} unter dem Zeiger aus achtet.`,
      },
      attention: {
        name: 'Attention',
        look: () =>
          'Tönung und Bögen: Attention-Gewichte des gewählten Heads. Schraffiert: maskiert.',
      },
      saliency: {
        name: 'Saliency (Gradient)',
        look: ([unit]) =>
          `Gradient des Logits der Antwort mal Embedding, für jedes ${unit}. Blau hebt das Logit, Orange (gestrichelter Balken) senkt es.`,
      },
      ablation: {
        name: 'Ablation eines Heads',
        look: () =>
          'Orange (gestrichelter Balken): ohne den Head schwerer vorherzusagen. Blau: leichter.',
      },
    },
    pinForSaliency: ([unit]) =>
      `Ein ${unit} auswählen, um die Saliency der Vorhersage danach zu sehen.`,
    salient: (answer, from) => `Saliency des Logits von „${answer}“ nach „${from}“.`,
    ablateFirst: ([, units]) =>
      `Unten einen Head ausschalten, um zu sehen, welche ${units} betroffen sind.`,
    ablated: ([unit], head) => `Jedes ${unit} ohne Head ${head}.`,
    nats: (x) => `${x} Nats`,
    correctLabels: (right, all) =>
      `${right} von ${all} Labels sind richtig. Umrandet: das richtige Label, wo das Modell falsch liegt.`,
    labels: 'Das vorhergesagte Label steht über jedem Wort.',
    label: (guess, right) =>
      right ? `Label ${guess}, richtig ist ${right}` : `Label ${guess}`,
  },

  loss: {
    title: 'Verlust (Kreuzentropie)',
    claim: (x) =>
      `${x.name} ${x.loss} nach ${counted(x.step, 'Schritt', 'Schritten')}; Perplexität ${x.choices}: ${x.unsure}; ${x.standing}.`,
    names: { train: 'Trainingsverlust', val: 'Validierungsverlust' },
    training: (v) => ` Trainingsverlust ${v}.`,
    before: (n, units) =>
      `Vor dem Training beträgt die Perplexität etwa ${n}: Jede Vorhersage ist so unsicher wie eine Wahl unter allen ${n} ${units}.`,
    counts: {
      character: {
        uniform: 'zufälliges Raten',
        unigram: 'Buchstabenhäufigkeiten',
        bigram: 'Buchstabenpaare',
        trigram: 'Buchstabentripel',
      },
      token: {
        uniform: 'zufälliges Raten',
        unigram: 'Tokenhäufigkeiten',
        bigram: 'Tokenpaare',
        trigram: 'Tokentripel',
      },
    },
    standing: {
      away: (name, b) =>
        `weit über dem Wert für ${name} (${b}): eine kleinere Lernrate versuchen`,
      above: (name, b) => `über dem Wert für ${name} (${b})`,
      near: (name, b) => `nicht klar über oder unter dem Wert für ${name} (${b})`,
      below: (name, b) => `unter dem Wert für ${name} (${b})`,
    },
    shortTitle: 'Verlust',
    events: 'Ereignisse dieses Laufs',
    better: {
      baseline: (name) => `besser als ${name}`,
      training: (name) => `im Training besser als ${name}`,
      badge: (head, pattern) => `Head ${head} lernt: ${pattern}`,
      'generalization-gap': 'Validierung 0,1 über Training',
      memorized: 'hat seinen Text auswendig gelernt',
    },
    reached: (s, name) =>
      `Bei Schritt ${s} liegt der Verlust deutlich unter dem Wert für ${name}.`,
    lowest: (loss, s) => `kleinster Validierungsverlust: ${loss} bei Schritt ${s}`,
    seesNext: 'kein Maß der Vorhersage, denn das Modell sieht, was es vorhersagen soll',
    val: 'Validierungstext',
    at: (s) => `Schritt ${s}:`,
    trainAt: (x) => `Training ${x}`,
    valAt: (x) => `Validierung ${x}`,
    logX: 'Schritte logarithmisch',
    axisLoss: (unit) => `Nats pro ${unit}`,
    axisPerplexity: 'Perplexität',
    axisStep: 'Schritt',
    look: 'Gestrichelte Linien: an diesen Text angepasste Zählmodelle. Ein Klick auf die Kurve oder ihre Pfeiltasten zeigen frühere Schritte. Der Validierungsverlust zeigt Generalisierung statt Auswendiglernen.',
    data: 'Datentabelle',
    csv: 'Als CSV speichern',
    columns: {
      step: 'Schritt',
      train: 'Training',
      val: 'Validierung',
      rate: 'Lernrate',
      norm: 'Gradientennorm',
      accuracy: 'Genauigkeit',
    },
    everyNth: (n) => `Eine von je ${n} Auswertungen; die CSV-Datei enthält alle.`,
    empty: 'Noch keine Auswertung.',
    inBits: 'In Bit',
    axisBits: (unit) => `Bit pro ${unit}`,
    right: (exact, share, units) =>
      `Genauigkeit auf Validierungsbeispielen: ${exact} der Antworten, ${share} der ${units}.`,
    chance: (b) => `zufälliges Raten: ${b}`,
    overfitting: 'Overfitting beginnt',
    memorizedAt: (s) =>
      `Bei Schritt ${s} liegt der Trainingsverlust unter 35 % des Validierungsverlusts, der über dem Wert für zufälliges Raten liegt: Das Modell hat seinen Text auswendig gelernt.`,
    notMeasured: 'Sein Verlust auf diesem Text ist noch nicht gemessen.',
    gapAt: (s) =>
      `Ab Schritt ${s} liegt der Validierungsverlust 0,1 über dem Trainingsverlust.`,
    firstPattern: (s, head, pattern) =>
      `Bei Schritt ${s} ist Head ${head} der erste mit einem erkannten Muster: ${pattern}.`,
  },

  heads: {
    title: 'Attention-Heads',
    look: 'Ein Quadrat je Head: Zeilen sind Queries, Spalten sind Keys; je kräftiger die Farbe, desto größer das Attention-Gewicht. Einen Head auswählen, um ihn zu vergrößern.',
    layer: (l) => `Schicht ${l}`,
    waiting: 'Die Heads erscheinen, sobald das Modell bereit ist.',
    grid: 'Attention-Heads, eine Zeile je Schicht',
    kinds: {
      encoder: (n) => `Encoder ${n}`,
      self: (n) => `Decoder ${n}`,
      cross: (n) => `Cross-Attention ${n}`,
    },
    few: (n, all, tokens) =>
      `Großes Modell: Diese Werte beruhen auf ${n} von ${all} Validierungssequenzen${tokens && ` (${tokens} Tokens)`}. Erkannte Muster brauchen alle.`,
  },

  badges: {
    byDistance: 'Nach Abstand',
    look: 'Zu jedem Head: sein Muster, dessen Wert in den letzten 120 Messungen (gestrichelt: Zufall) und die geschätzte Wichtigkeit des Heads; ein Klick auf die Schätzung oder Enter misst sie.',
    lookDistance:
      'Jeder Balken: mittleres Attention-Gewicht in diesem Abstand zurück; zuerst die Position selbst.',
    patterns: {
      back: (k) => (k === '1' ? 'voriges Token' : `${k} zurück`),
      self: () => 'sich selbst',
      first: () => 'erstes Token',
      same: () => 'gleiches Token',
      next_1: () => 'Induktion',
      next_2: () => 'Induktion, 2 Tokens',
      next_3: () => 'Induktion, 3 Tokens',
      stripe: () => 'Induktionsstreifen',
      line: () => 'nach diesem Token in der Kopie',
      place: () => 'nach dieser Stelle in der Kopie',
      focus: () => 'Konzentration',
      top: () => 'größtes Gewicht',
    },
    chance: (x) => `Zufall ${x}`,
    sorted: 'Wichtigste zuerst',
    found: 'Gefundene Muster',
    history: 'Verlauf von',
    none: 'kein Muster',
    full: (x) =>
      x.badge
        ? `${x.pattern} ${x.score}, Zufall ${x.chance}.`
        : x.pattern
          ? `kein einfaches Muster (am ähnlichsten: ${x.pattern} ${x.score}, Zufall ${x.chance}).`
          : 'kein einfaches Muster.',
    rowOfHeads: (c) => `Worauf jeder Head von „${c}“ aus achtet`,
    headCell: (x) =>
      `Head ${x.head}: von „${x.reads}“ auf „${x.looked}“, ${x.back}, ${x.share}`,
    estimate: (x) => `gesch. ${x}`,
    measured: (x) => `aus: ${x}`,
    off: 'aus',
    noHeads: 'Dieses Modell hat keine Attention-Heads.',
    table: 'Alle Werte',
    tableNote: (s) =>
      `Validierungstext bei Schritt ${s}. ●: ein erkanntes Muster, in zwei Messungen nacheinander 0,25 über dem Zufall.`,
    columns: {
      head: 'Head',
      pattern: 'ähnlichstes Muster',
      score: 'Wert',
      chance: 'Zufall',
      focus: 'Konzentration',
      distance: 'mittlerer Abstand',
      first: 'auf dem ersten',
      importance: 'gesch.',
    },
  },

  head: {
    title: (name) => `Head ${name}`,
    where: (l, h) => `${l}, Head ${h}.`,
    claim: (x) =>
      `Um das ${x.unit} nach „${x.reads}“ vorherzusagen, achtet er ${x.how}.`,
    without: {
      measured: {
        worse: (x) =>
          `Ohne ihn steigt der Verlust auf dem Validierungstext um ${x.nats} Nats: Nummer ${x.rank} von ${counted(x.n, 'Head', 'Heads')}.`,
        better: (x) =>
          `Ohne ihn sinkt der Verlust auf dem Validierungstext um ${x.nats} Nats.`,
        same: () => 'Ohne ihn bleibt der Verlust auf dem Validierungstext, wie er ist.',
      },
      estimated: {
        worse: (x) =>
          `Ohne ihn stiege der Verlust auf dem Validierungstext um etwa ${x.nats} Nats: Nummer ${x.rank} von ${counted(x.n, 'Head', 'Heads')}.`,
        better: (x) =>
          `Ohne ihn sänke der Verlust auf dem Validierungstext um etwa ${x.nats} Nats.`,
        same: () =>
          'Ohne ihn bliebe der Verlust auf dem Validierungstext etwa, wie er ist.',
      },
    },
    onStage: 'Auf der Bühne zeigen',
    patterns: 'Muster',
    patternsHelp: 'Balken: Wert auf dem Validierungstext; Strich: Zufall',
    courseTitle: 'Wie er entstand',
    courseOf: (pattern) => `„${pattern}“ je Trainingsschritt; gestrichelt: Zufall`,
    course: (pattern, score, s) =>
      `Wert für „${pattern}“ je Trainingsschritt: ${score} bei Schritt ${s}`,
    question: ([, units]) =>
      `Jede Zeile ist eine Query: Welche ${units} helfen bei ihrer Vorhersage?`,
    look: ([, units]) => `Schraffiert: Die kausale Maske verdeckt spätere ${units}.`,
    notAllowed: 'maskiert',
    reads: 'Query',
    lookedAt: 'Key',
    back: (n) => (n === '0' ? 'es selbst' : `${n} zurück`),
    value: (x) =>
      `Zeile ${x.row} „${x.reads}“ achtet auf „${x.looked}“ (${x.back}): ${x.value}, ${x.times}× Zufall`,
    masked: (x) =>
      `Zeile ${x.row} „${x.reads}“: „${x.looked}“ ist maskiert, es kommt später`,
    hint: 'Auf eine Zelle zeigen, oder Tab drücken und die Pfeiltasten verwenden.',
    hintTouch:
      'Eine Zelle antippen, um sie zu lesen; erneut antippen, um sie zu fixieren.',
    cell: (x) =>
      `Query „${x.reads}“, Key „${x.looked}“, ${x.back}, ${x.share}, ${x.times}-mal Zufall`,
    cellMasked: (x) => `Query „${x.reads}“, Key „${x.looked}“ kommt später: maskiert`,
    grid: (name) => `${name}: Attention-Gewichte, Queries mal Keys`,
    rowLabel: (row, c) => `Zeile ${row}, „${c}“`,
    csv: 'Head als CSV speichern',
    columns: {
      looked: 'Key',
      back: 'Abstand',
      share: 'Attention-Gewicht',
      times: 'mal Zufall',
    },
    others: (n, share) =>
      `${counted(n, 'weiteres', 'weitere')}, zusammen ${share}. Dünne Marke: gleichmäßige Attention.`,
    bars: (c) => `Attention-Gewichte von „${c}“ aus`,
    stretch: 'Kleine Werte verstärken',
    zoomIn: 'Größere Zellen',
    zoomOut: 'Kleinere Zellen',
    previous: 'Voriger Head',
    next: 'Nächster Head',
    unpin: 'Lösen',
    step: (s) => `bei Schritt ${s}`,
    heading: 'Attention-Head',
    ahead: (n) => `${n} voraus`,
    inQuestion: (n) => `Position ${n} der Quelle`,
    claimReading: (x) => `Von „${x.reads}“ aus achtet er ${x.how}.`,
    most: (x) =>
      `am meisten auf „${x.looked}“, ${x.back} (${x.share}; gleichmäßig: ${x.even})`,
    several: (x) => `auf mehrere Keys (höchstens ${x.share}; gleichmäßig: ${x.even})`,
    evenly: (x) =>
      `etwa gleichmäßig auf alle (höchstens ${x.share}; gleichmäßig: ${x.even})`,
    show: 'Zeigen',
    since: 'seit Schritt',
    noEarlier: 'Es gibt keine Snapshots früherer Schritte.',
    transpose: 'Transponieren: Queries als Spalten, wie im Film von 3Blue1Brown',
    modes: {
      weights: 'Attention-Gewichte',
      excess: 'Gewicht minus Zufall',
      taken: 'Gewicht × Norm des Values',
      scores: 'Scores vor dem Softmax',
      change: 'Änderung seit einem Schritt',
    },
    modeHelp: {
      weights: '',
      excess: 'Blau: mehr als gleichmäßige Attention. Orange: weniger.',
      taken: 'Attention-Gewicht mal Norm des Value-Vektors nach der Projektion.',
      scores: 'Vor dem Softmax. Blau: über 0. Orange: unter 0.',
      change:
        'Blau: Das Gewicht ist seit diesem Schritt gewachsen. Orange: Es ist geschrumpft.',
    },
    modeCell: (x) =>
      `Query „${x.reads}“, Key „${x.looked}“, ${x.back}; ${x.what}: ${x.said}`,
  },

  samples: {
    title: 'Was es schreibt',
    pale: 'blass: p < 20 %',
    step: (s) => `Schritt ${s}`,
    earlier: 'Frühere Textproben',
    empty: 'Während des Trainings erscheinen hier Textproben.',
    full: 'Mit allen Heads, gleicher Seed',
  },

  write: {
    title: 'Text generieren',
    claim: ([unit]) =>
      `Das Modell setzt den Prompt fort, ein ${unit} nach dem anderen. Der gleiche Seed ergibt den gleichen Text.`,
    prompt: 'Prompt',
    promptHint: 'Leer lassen, um in einer neuen Zeile zu beginnen.',
    go: 'Schreiben',
    one: ([unit]) => `Ein ${unit}`,
    undo: 'Rückgängig',
    save: 'Herunterladen',
    all: 'alle',
    nth: ([unit], n, all) => `${unit} ${n} von ${all}`,
    stop: 'Anhalten',
    copy: 'Kopieren',
    copied: 'Kopiert.',
    notCopied:
      'Die Zwischenablage ist hier gesperrt. Den Text markieren und selbst kopieren.',
    temperature: 'Temperatur',
    temperatureHint: ([, units]) =>
      `Niedrig: wahrscheinliche ${units}. Hoch: mehr Vielfalt.`,
    topK: 'Top-k',
    topKHint: ([, units]) => `Nur die k wahrscheinlichsten ${units}; 0: alle.`,
    topP: 'Top-p (Nucleus)',
    topPHint: ([, units]) =>
      `Nur die wahrscheinlichsten ${units}, bis zur Gesamtwahrscheinlichkeit p.`,
    greedy: 'Greedy',
    seed: 'Seed',
    chars: ([, units]) => units,
    output: 'Generierter Text',
    unknown: (list) => `Nicht im Vokabular: ${list}. Entfernen und erneut versuchen.`,
    onlyLabels:
      'Dieses Modell vergibt Labels für das, was es liest; es generiert keinen Text.',
    ask: 'Das Modell fragen',
    question: 'Frage',
    askHint: (example) =>
      `Zum Beispiel „${example}“; bleibt das Feld leer, wird dies verwendet.`,
    answer: 'Antwort',
  },

  shared: {
    csv: 'Als CSV speichern',
    pinFirst: ([unit]) =>
      `In der Zeile oben ein ${unit} auswählen, um die Logit-Lens, die direkte Logit-Attribution und jeden Schritt seines Forward-Passes zu sehen.`,
    waiting: 'Wird berechnet.',
  },

  ablation: {
    off: 'Diesen Head ausschalten (Ablation)',
    on: 'Diesen Head wieder einschalten',
    hint: 'Entfernt, was der Head zum Residual-Stream beiträgt, und wertet neu aus. Taste: X.',
    still: (names) =>
      `Aus: ${names}. Ein ausgeschalteter Head bleibt auch im Training aus.`,
    allOn: 'Alle einschalten',
    claim: {
      worse: (x) =>
        `Ohne Head ${x.head} steigt der Verlust von ${x.from} auf ${x.to} (Schritt ${x.step}): Die Vorhersagen sind um ${x.change} Nats schlechter${x.times && `, die Perplexität ist ${x.times}-mal so hoch`}.`,
      better: (x) =>
        `Ohne Head ${x.head} sinkt der Verlust von ${x.from} auf ${x.to} (Schritt ${x.step}): Bei diesem Schritt ist das Modell ohne ihn besser.`,
      same: (x) =>
        `Ohne Head ${x.head} bleibt der Verlust bei ${x.to} (Schritt ${x.step}): Der Head wirkt sich noch nicht aus.`,
    },
    hardest: (list) => `Am stärksten betroffen: ${list}.`,
    look: ([, units]) =>
      `Worauf zu achten ist: welche ${units} schwerer vorherzusagen werden; dafür war der Head da. Der Verlust gilt für den Validierungstext, die ${units} sind die der Zeile oben.`,
    table: ([, units]) => `Am stärksten betroffene ${units}`,
    columns: {
      on: 'Nats, mit Head',
      off: 'ohne Head',
      change: 'Änderung',
    },
    with: 'Textprobe mit dem Head',
    without: 'Ohne ihn, gleicher Seed',
  },

  nextToken: {
    title: ([unit]) => `Wahrscheinlichkeiten für das nächste ${unit}`,
    truth: ' (das tatsächliche)',
    others: 'alle anderen',
    drawn: ' (gezogen)',
    own: 'Modell',
    drawnWith: 'gezogen',
    cut: ' (abgeschnitten)',
    everyStage: 'Jede Stufe: Temperatur, Top-k, Top-p',
    gone: ([unit]) =>
      `Die Wahrscheinlichkeiten für dieses ${unit} sind nicht mehr gespeichert.`,
    goOn: 'Ab hier fortsetzen',
    stages: ['das Modell', 'nach der Temperatur', 'nach Top-k', 'nach Top-p'],
    close: 'Schließen',
    hint: ([unit]) =>
      `Ein ${unit} anklicken oder die Pfeiltasten verwenden, um die Wahrscheinlichkeiten zu sehen, aus denen gezogen wurde.`,
    previous: 'Zurück',
    next: 'Weiter',
    inspect: 'Auf der Bühne zeigen',
    claim: (x) =>
      `Schritt ${x.step}, ${x.before ? `nach „${x.before}“` : 'am Anfang'}: Das Modell gab „${x.drawn}“ die Wahrscheinlichkeit ${x.chance}.`,
    moved: (a, b) =>
      `Diese Wahrscheinlichkeiten stammen aus Schritt ${a}, in dem die Textprobe gezogen wurde; die Schichten stehen bei Schritt ${b}.`,
    look: ([unit]) =>
      `Das umrandete ${unit} wurde gezogen. Umriss: die Wahrscheinlichkeit des Modells; Balken: die, mit der gezogen wurde, nach Temperatur, Top-k und Top-p.`,
  },
};
