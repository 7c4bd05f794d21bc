// SPDX-License-Identifier: MIT
// German: diagnostics of a training run, and the other views that only our own page has.
import { counted } from '../phrases.js';
import { sentences } from './sentences.data.js';

/** @type {typeof import('../en/diagnostics.js').default} */
export default {
  sentences,

  diagnostics: {
    title: 'Diagnose',
    claim:
      'Was beim Training von Modellen beobachtet wird. Jeder Abschnitt rechnet nur, solange er offen ist.',
    sections: {
      tokens: 'Tokens: IDs, Ziele, One-Hot-Vektoren, Tensoren',
      updates: 'Update-Verhältnis und Gradientennorm',
      histograms: 'Histogramme der Gewichte und Gradienten',
      health: 'Tote Einheiten und Normen der Aktivierungen',
      'single-update': 'Ein einzelnes Gewichts-Update im Detail',
      neurons: 'Neuronen: was eine verborgene Einheit aktiviert',
      'head-comparison': 'Alle Heads im Vergleich, Attention-Rollout',
      'position-loss': 'Verlust nach Position, Abstand zu Bigrammen',
      patching: 'Activation-Patching',
      dropout: 'Dropout: Masken des nächsten Schritts',
      cache: 'KV-Cache: ersparte Zeit',
      profiler: 'Zeitmessung (Profiler)',
    },
    ids: {
      label: 'Die Tokens der Zeile',
      head: ['Position', 'Kontext', 'Token', 'ID', 'nächstes', 'dessen ID'],
      claim: (n, V, C, isTagger) =>
        `${counted(n, 'Token', 'Tokens')}, jedes mit einer von ${V} IDs. ${isTagger ? '' : 'Jede Zeile ist ein Beispiel: Nach diesem Kontext kommt jenes Token. '}Als One-Hot-Vektoren sind es ${n} × ${V} Zahlen; mal der Embedding-Matrix, ${V} × ${C}, werden es ${n} × ${C}.`,
      oneHot: 'One-Hot-Vektoren',
      look: 'Eine 1 in jeder Zeile, bei der ID. Das Produkt mit der Embedding-Matrix wählt die Zeile dieser ID; deshalb wird nachgeschlagen und nicht multipliziert.',
      parameters: 'Parameter',
    },
    tensor: 'Tensor',
    weights: 'Gewichte',
    gradients: 'Gradienten',
    ratioAxis: 'log10(Update / Gewicht)',
    guide: '-3: ein Tausendstel',
    updateColumns: [
      'Tensor',
      'log10(Update / Gewicht)',
      'Standardabweichung der Gewichte',
    ],
    noStep: (name) =>
      `${name}: noch kein messbares Update, oder alle Einträge sind gleich.`,
    updatesClaim: (x) =>
      `Bei Schritt ${x.step} beträgt das Update von ${x.name} ${x.one} % seiner Gewichte (log10: ${x.update}). Das Update-Verhältnis von ${x.far} der ${x.n} Tensoren liegt mehr als einen Faktor zehn von einem Tausendstel entfernt.`,
    updatesLook:
      'Worauf zu achten ist: Linien, die auf gleicher Höhe bleiben. Mit Adam ist etwa −3 üblich (Karpathy 2022); die Schritte von Muon haben die Größe der Lernrate, wie groß der Gradient auch ist. Graue Linien sind die anderen Tensoren.',
    norm: 'Gradientennorm',
    clip: 'Clipping-Schwelle',
    normClaim: (x) =>
      `Die globale Gradientennorm von Schritt ${x.step} ist ${x.norm}. ${x.clip ? `Gradienten über ${x.clip} werden gekürzt; das geschah in ${x.share} der Schritte.` : 'Gradienten werden nicht gekürzt.'}`,
    normLook:
      'Worauf zu achten ist: anfangs hoch, dann stabil. Spitzen kommen von ungewöhnlichen Batches.',
    histogramsClaim: (x) =>
      `Schritt ${x.step}, ${x.what} von ${x.name}. Genau 0: ${x.zeros}.${x.low && ` 90 % der übrigen haben einen Betrag zwischen ${x.low} und ${x.high}.`}`,
    histogramsLook:
      'Worauf zu achten ist: Kämme, die sich verschieben oder verbreitern. Vorn: der neueste. Beträge, 64 Klassen, zwei je Faktor zwei.',
    health: {
      part: 'Komponente',
      quiet: 'verborgene Aktivierungen mit einem Betrag unter 0,001',
      size: 'Norm des Residual-Streams danach',
      attention: 'Attention',
      score: 'größter Score vor dem Softmax',
      norm: 'Normalisierung',
      gain: 'Gain: Mittelwert (min. … max.)',
      at: (s) => `Schritt ${s}`,
      asleep: (p) =>
        `bis zu ${p} der Aktivierungen einer Schicht haben einen Betrag unter 0,001`,
      grows: (a, b) => `die Norm des Residual-Streams geht von ${a} auf ${b}`,
      largest: (x) => `der größte Attention-Score ist ${x}`,
      look: 'Worauf zu achten ist: Einheiten, die nie aktiv sind, sind tot und lernen nichts; Scores weit über 20 sättigen den Softmax.',
    },
    microscopeLook:
      'Ein Gewicht auswählen, sein nächstes Update vorausberechnen, dann anwenden und vergleichen.',
    row: 'Zeile',
    column: 'Spalte',
    freeze: 'Nächstes Update vorausberechnen',
    make: 'Dieses Update anwenden',
    stale:
      'Das Training lief weiter. Das nächste Update muss neu vorausberechnet werden.',
    microscopeClaim: (x) =>
      `Schritt ${x.step} wird dieses Gewicht von ${x.from} auf ${x.to} ändern (${x.change}). Verlust auf seinem Batch: ${x.loss}. `,
    asSaid: (s) =>
      `Schritt ${s} ist getan, und das Gewicht ist genau das vorausberechnete.`,
    notAsSaid: (x) => `Der Schritt ist getan; das Gewicht ist ${x}.`,
    mean: 'Mittelwert über den Batch',
    wholeMatrix: 'fünf Newton-Schulz-Schritte mit der ganzen Matrix',
    sum: 'Das Update, Zeile für Zeile',
    words: {
      gradient: 'Gradient',
      clipped: 'gekürzter Gradient',
      m: 'erstes Moment m',
      v: 'zweites Moment v',
      direction: 'orthogonalisierte Richtung',
      step: 'Update',
      decay: 'Weight Decay',
      weight: 'neues Gewicht',
    },
    before: 'vorher',
    after: 'nach diesem Update',
    bars: ([unit], c) => `Nächstes ${unit} nach „${c}“ in der Zeile`,
    labelBars: (c) => `Label von „${c}“ in der Zeile`,
    batch: (n, all) => `Der Batch: ${n} von ${counted(all, 'Sequenz', 'Sequenzen')}`,
    unit: 'Einheit',
    contexts: 'Kontexte mit der größten Aktivierung',
    activation: 'Aktivierung',
    neuronsClaim: (x) =>
      `Einheit ${x.unit} liegt bei ${x.active} der ${x.units} im Validierungstext über 0${x.character && `, am meisten bei „${x.character}“ (${x.value})`}.${x.raises && ` Am stärksten hebt sie das Logit von ${x.raises}.`}`,
    raises: (list) => `Hebt: ${list}`,
    lowers: (list) => `Senkt: ${list}`,
    neuronsLook: ([unit]) =>
      `Worauf zu achten ist: was die acht Kontexte gemeinsam haben. Das ${unit} in Klammern ist das aktuelle. Die Schicht ist die des gewählten Heads.`,
    repeated: (x) =>
      `Bei Schritt ${x.step} hat eine wiederholte Passage beim ersten Mal den Verlust ${x.first} Nats und beim zweiten ${x.second}: ${x.gain ? `ein Gewinn von ${x.gain} durch die Wiederholung` : 'noch kein Gewinn durch die Wiederholung'}.`,
    scores: {
      focus: 'Konzentration, 0 … 1',
      choices: 'Perplexität der Attention',
      distance: 'mittlerer Abstand',
      spread: 'Standardabweichung des Abstands',
      top: 'größtes Gewicht',
      first: 'auf dem ersten',
    },
    scoresLook: ([unit]) =>
      `Worauf zu achten ist: Zahlen weit vom Zufall, der in Klammern steht. Ein großes Gewicht auf dem ersten ${unit} heißt meist, dass der Head dort nichts zu tun hat.`,
    classes: (head) => `Klassen von Zeichen, auf die Head ${head} achtet`,
    classesLook:
      'Seine Attention auf jede Klasse, minus den Anteil dieser Klasse an den Zeichen, auf die er achten darf.',
    lens: 'Verlust nach Schicht (Logit-Lens)',
    lensLook:
      'Worauf zu achten ist: Balken, die nach unten kürzer werden. Ein früher Balken, der länger ist als zufälliges Raten, ist kein Fehler: Die Ausgabeschicht kann den Residual-Stream noch nicht lesen.',
    agreement: (l) => `${l}: Divergenz zwischen Heads`,
    differ: (x) => `Die Heads ${x.a} und ${x.b} unterscheiden sich um ${x.x} Nats`,
    agreementLook:
      'Worauf zu achten ist: keine Farbe zwischen zwei Heads heißt, dass sie auf dieselben Positionen achten; Blau, bis 0,69 Nats, auf verschiedene (Jensen-Shannon-Divergenz).',
    rollout: 'Attention-Rollout',
    reaches: (x) =>
      `Position ${x.i} „${x.a}“ erhält ${x.x} von Position ${x.j} „${x.b}“`,
    rolloutLook:
      'Die Attention aller Schichten multipliziert, jede mit der Einheitsmatrix für die Residualverbindung gemittelt. Ein grobes Bild: Values und MLPs bleiben außer Acht.',
    nats: 'Nats',
    placesClaim: (x) =>
      `Bei Schritt ${x.step} beträgt der Verlust ${x.first} Nats an Position ${x.at}.`,
    placesGain: {
      below: (x) =>
        `Der Verlust an den Positionen ${x.half} bis ${x.end} liegt ${x.gain} unter dem an den Positionen 9 bis 16: der Gewinn durch längeren Kontext.`,
      above: (x) =>
        `Der Verlust an den Positionen ${x.half} bis ${x.end} liegt ${x.gain} über dem an den Positionen 9 bis 16: noch kein Gewinn durch längeren Kontext.`,
      even: (x) =>
        `Der Verlust an den Positionen ${x.half} bis ${x.end} ist ebenso hoch wie an den Positionen 9 bis 16: noch kein Gewinn durch längeren Kontext.`,
    },
    placesLook:
      'Worauf zu achten ist: eine Linie, die nach rechts fällt. Dann nutzt das Modell entfernten Kontext.',
    pairs: {
      character: 'Abstand zu Buchstabenpaaren (Bigramm)',
      token: 'Abstand zu Tokenpaaren (Bigramm)',
    },
    pairsClaim: (x) =>
      `Bei Schritt ${x.step} ist die KL-Divergenz zum Bigramm-Modell ${x.value} Nats; ihr bisheriges Minimum: ${x.least} bei Schritt ${x.at}.`,
    pairsLook:
      'Worauf zu achten ist: Sie sinkt, solange das Modell Bigramme lernt, und steigt, wenn es mehr als Bigramme lernt.',
    patchLook: ([unit]) =>
      `Ein ${unit} in der Zeile fixieren. Es wird ersetzt, und jede Aktivierung des geänderten Durchlaufs wird einzeln in den ursprünglichen Durchlauf eingesetzt. Die Antwort ist die Vorhersage für das letzte ${unit}.`,
    patchText: 'Activation-Patching braucht ein Modell, das einen Text fortsetzt.',
    change: (n, c) => `Position ${n} („${c}“) ersetzen durch`,
    where: 'Einsetzen',
    stream: 'den Residual-Stream nach jeder Komponente',
    heads: 'jeden Head',
    go: 'Activation-Patching ausführen',
    patchClaim: (x) =>
      `Mit „${x.to}“ statt „${x.from}“ an Position ${x.place} geht das Logit von „${x.answer}“ nach „${x.after}“ von ${x.before} auf ${x.now} (Schritt ${x.step}). ${x.best ? `Die größte Wirkung läuft über ${x.best} an Position ${x.at} (${x.value}).` : 'Keine einzelne Aktivierung dazwischen hat eine Wirkung von 0,005 oder mehr.'}`,
    patchCell: (row, place, x) => `${row}, Position ${place}: ${x}`,
    timesLook:
      'Worauf zu achten ist: Die meiste Zeit sollte in Matrixprodukte gehen. Ein Schritt wird gemessen und zurückgenommen; das Training wartet.',
    measure: 'Einen Schritt messen',
    timesClaim: (x) =>
      `Schritt ${x.step} dauert ${x.ms}; ${x.share} davon entfallen auf ${x.kind}. Am langsamsten: ${x.name} (${x.slowest}).`,
    operation: 'Operation',
    forwardBackward: 'Forward + Backward',
    rest: 'Batch, Reduktionen, Gradientennorm',
    padding: (n) => `und ${counted(n, 'Padding-Token', 'Padding-Tokens')}`,
  },

  dropout: {
    none: 'Dieses Modell trainiert ohne Dropout: Alle seine Wahrscheinlichkeiten sind 0. In den Einstellungen stehen sie in der Gruppe Dropout.',
    site: 'Aktivierung',
    head: 'Head',
    claim: (x) =>
      `Schritt ${x.step} wird in der ersten Sequenz seines Batches ${x.dropped} der ${x.n} Zahlen von ${x.name} auf 0 setzen (${x.share}; p = ${x.p}) und die übrigen mit 1 / (1 − p) = ${x.factor} multiplizieren, sodass der Mittelwert bleibt.`,
    modes: (x) =>
      `Der Verlust dieser Sequenz ist ${x.train} im Training, mit allen Masken des Schritts, und ${x.evaluated} in der Auswertung, ohne Dropout. Alles andere auf dieser Seite ist in der Auswertung berechnet: Textproben, Attention, Validierungsverlust.`,
    mask: (name) => `Maske von ${name}`,
    cell: (x) =>
      `Position ${x.row}, ${x.isAttention ? 'Key' : 'Spalte'} ${x.column}: ${x.isKept ? `mal ${x.factor}` : 'auf 0 gesetzt'}`,
    look: 'Gefüllte Zellen bleiben, leere werden auf 0 gesetzt. Eine Maske ist eine Funktion von Seed, Schritt, Aktivierung und Stelle: Sie wird neu berechnet, wo sie gebraucht wird, und jeder Schritt hat eine andere.',
  },

  cache: {
    question:
      'Ein KV-Cache behält die Keys und Values der Positionen davor, und ein neues Token fügt eine Zeile hinzu. Ohne ihn wird das ganze Fenster für jedes Token neu berechnet. Wie viel länger dauert das?',
    onlyCausal:
      'Dieses Modell hat keine kausale Maske: Ein neues Token ändert die Zeilen davor, sodass sich nichts behalten lässt.',
    measure: 'Auf diesem Rechner messen',
    claim: (x) =>
      `${x.n} ${x.units}: je ${x.cached} ms mit dem Cache, ${x.full} ms ohne. ${x.times}-mal so lange.`,
    same: 'Beide schrieben denselben Text.',
    differ: 'Die beiden Texte unterscheiden sich.',
    columns: (unit) => ['Verfahren', `ms pro ${unit}`],
    rows: ['mit dem Cache', 'ohne'],
    written: 'geschrieben:',
    look: 'Greedy, vom Anfang eines Textes an, mit diesem Modell, wie es ist. Je länger das Fenster, desto mehr erspart der Cache.',
  },

  masks: {
    title: 'Scores, Maske, Softmax: mit der Maske und ohne',
    captions: [
      'Scores q · k, skaliert, jedes Keys',
      'Maskiert: −∞, wo nichts gelesen werden darf',
      'Softmax der maskierten Scores',
      'Softmax ohne die Maske',
    ],
    later: (x) =>
      `Ohne die kausale Maske gäbe Head ${x.head} ${x.share} seines Gewichts an spätere ${x.units}. Mit ihr sind deren Scores −∞, und e^−∞ = 0.`,
    padding: (x) =>
      `In einem Batch wird die Zeile mit ${counted(x.n, 'Padding-Token', 'Padding-Tokens')} aufgefüllt. Ohne die Padding-Maske erhielte das Padding ${x.share} des Gewichts; mit ihr 0, und die größte Änderung eines anderen Gewichts ist ${x.change}.`,
    none: (head) =>
      `Head ${head} hat hier keine Maske: Beide Softmaxe sind gleich. Ein Decoder ohne seine kausale Maske liest, was er vorhersagen soll.`,
    hidden: 'maskiert',
    cell: (x) => `„${x.reads}“ auf „${x.looked}“: ${x.value}`,
    look: 'Dieselben Queries und Keys, die dieses Modells.',
    train:
      'Um ein Modell ohne die Maske zu trainieren, in den Einstellungen „Kausale Maske“ ausschalten.',
  },

  byHand: {
    title: 'Normalisierung von Hand',
    label: 'Die erste Zahl, Zeile für Zeile normalisiert',
    shapes: (x) =>
      `x hat die Form (1, ${x.T}, ${x.C}). ${x.isRms ? 'Das quadratische Mittel' : 'Mittelwert und Standardabweichung'} über die letzte Dimension, mit keepdim, ${x.isRms ? 'hat' : 'haben'} die Form (1, ${x.T}, 1): eine Zahl für jede Zeile. Broadcasting wendet sie auf die ${x.C} Zahlen der Zeile an. Unten: die Zeile dieser Karte.`,
    lines: {
      mean: 'Mittelwert',
      squares: 'quadrierte Abweichungen',
      meanSquare: 'Quadrate',
      variance: 'Varianz',
      unbiased: 'erwartungstreue Varianz',
      size: 'mittleres Quadrat',
      std: 'Standardabweichung',
      inside: 'Divisor, eps unter der Wurzel',
      outside: 'Divisor, eps außerhalb der Wurzel',
      first: 'erste Zahl',
    },
    sum: (n) => `Summe von ${n} Zahlen`,
    why: {
      layer:
        'Geteilt durch die Zahl der Einträge, wie LayerNorm es tut. eps hält den Divisor über 0, wo alle Einträge gleich sind.',
      std: 'Geteilt durch eins weniger als die Zahl der Einträge, wie torch.std es standardmäßig tut (Bessel-Korrektur). eps wird nach der Wurzel addiert.',
      rms: 'Kein Mittelwert wird abgezogen: RMSNorm teilt nur durch die Größe.',
    },
  },

  attentionTiming: {
    title: 'Attention: simple und fused',
    question:
      'Simple: drei kleine Matrizen je Head, und die ganze Gewichtsmatrix im Speicher. Fused: eine Matrix für alle Heads. Die Ergebnisse sind gleich; was ist schneller?',
    claim: (x) =>
      `Bei ${x.at} dauert ein Schritt ${x.simple} ms mit simple und ${x.fused} ms mit fused: ein Faktor von ${x.times}.`,
    start: 'Beide hier messen',
    stop: 'Messung anhalten',
    progress: (n, all) => `${n} von ${all} Größen`,
    busy: 'Zuerst das Training pausieren: Beides würde einander stören.',
    columns: ['Größe', 'simple, ms', 'fused, ms', 'Faktor'],
    plot: (letter) =>
      `Millisekunden pro Schritt, während ${letter} wächst; gestrichelt: simple, durchgezogen: fused`,
    look: 'Eine Schicht, Batch von zwei; die jeweils nicht veränderten Größen sind C 64, T 64, H 4. Gestrichelt: simple. Durchgezogen: fused. Jeder Teilstrich ist ein Faktor zwei.',
  },

  embedCode: {
    title: 'In eine andere Seite einbetten',
    door: 'Als',
    doors: {
      script: 'Script und Tag',
      frame: 'iframe-Element',
      notebook: 'Notebook-Widget',
    },
    view: 'Ansicht',
    all: 'alle Ansichten',
    folder: 'Adresse der Dateien',
    badFolder:
      'Von dieser Adresse kann keine Seite laden. Den Ordner eingeben, wie in https://school.example/glassformer/.',
    files: {
      script: 'Die Seite braucht glassformer.js unter dieser Adresse.',
      frame: 'Die Seite braucht embed.html unter dieser Adresse.',
      notebook: 'Das Notebook braucht glassformer.js unter dieser Adresse.',
    },
    frameOnly: 'Diese Ansicht gibt es nur als iframe.',
    code: 'Einbettungscode',
    copy: 'Einbettungscode kopieren',
    copied: 'Einbettungscode kopiert.',
    notCopied:
      'Die Zwischenablage ist hier gesperrt. Den Code markieren und selbst kopieren.',
    words: 'Ein kleiner Transformer lernt hier einen Text.',
  },

  tinyModel: {
    open: 'Mit einem winzigen Modell zeigen',
    title: 'Dasselbe mit einem winzigen Modell',
    close: 'Zurück zum eigenen Modell',
    waiting: 'Ein winziges Modell wird trainiert.',
    claim: (x) =>
      `Ein zweites, vollständiges Modell: Embedding-Größe ${x.width}, ein Head, ${x.weights} Parameter, die Zeichen ${x.characters}. Es hat soeben gelernt, „${x.word}“ zu wiederholen, in ${x.steps} Schritten. Danach wurden seine Gewichte auf eine Dezimale gerundet, damit sich jede Summe von Hand nachrechnen lässt: Validierungsverlust ${x.before} vorher, ${x.after} nachher. Das eigene Modell ist unverändert.`,
  },

  code: { title: 'Formel · PyTorch · C', formula: 'Formel' },
};
