// SPDX-License-Identifier: MIT
// German: choosing a text and a model, training, comparing and storing runs.
import { counted } from '../phrases.js';

/** @type {typeof import('../en/run.js').default} */
export default {
  setup: {
    text: 'Text',
    model: 'Modell',
    textSummary: (name, n, v) => `${name}: ${n} Zeichen, ${v} verschiedene`,
    modelSummary: (x) =>
      (x.layers &&
        `${counted(x.layers, 'Schicht', 'Schichten')} × ${counted(x.heads, 'Head', 'Heads')}, `) +
      (x.width && `Embedding-Größe ${x.width}, `) +
      `Kontextlänge ${x.context}`,
    size: (n, memory) => `${n} Parameter, ${memory}`,
    toTrain: (size) =>
      `„Trainieren“ erstellt ein neues Modell: ${size}. Rückkehr zu diesem ist möglich.`,
    time: (steps, time) =>
      `etwa ${time} für ${counted(steps, 'Schritt', 'Schritte')} auf diesem Rechner`,
    preparing: 'Engine wird geladen',
    task: (name, n) =>
      `${name}: erzeugte Beispiele, hier ${n} der für die Validierung zurückgehaltenen`,
  },

  corpus: {
    names: {
      grimm: 'Grimms Märchen, letzte Seiten (englisch)',
      fables: 'Fabeln und Verse (englisch)',
      shakespeare: 'Tiny Shakespeare',
      fierro: 'Martín Fierro',
      own: 'Eigener Text',
    },
    notes: {
      grimm:
        'in dieser Seite enthalten; das vortrainierte Modell hat sie nicht gesehen',
      fables: 'in dieser Seite enthalten',
      shakespeare: 'englisch, wird von GitHub geladen, 1,1 MB',
      fierro: 'spanisch, wird von GitHub geladen, 190 KB',
    },
    useOwn: 'Eigenen verwenden',
    keep: 'Diesen behalten',
    others: 'Andere Texte',
    lines: 'Zeilen des Textes; die gewählte steht auf der Bühne',
    fitted: ({ context, held, isRepeated }) =>
      `Kurzer Text: Kontextlänge ${context}${held && `; ${held} zurückgehalten`}${isRepeated ? '; der Text wird wiederholt' : ''}.`,
    paste:
      'Hier einen Text einfügen oder eingeben. Einige tausend Zeichen sind ein guter Anfang.',
    pasteLabel: 'Eigener Text',
    use: 'Diesen Text verwenden',
    openFile: 'Textdatei öffnen',
    drop: 'Ablegen, um die Datei zu öffnen',
    oneText:
      'Das sind mehrere Texte: Bitte einen davon ablegen oder eine Datei, die alle enthält.',
    privacy: 'Eingefügter Text verlässt diese Seite nicht.',
    cut: (n) => `${n} Zeichen; nur der Anfang wird gezeigt.`,
    clear: 'Leeren',
    fetching: (name, got, all) => `${name} wird geladen: ${got} von etwa ${all}`,
    linkNames: (name) =>
      `Der gewünschte Text ist ${name}. Er muss zuerst heruntergeladen werden: unter „Andere Texte“ auswählen.`,
    asks: '„Diesen Text verwenden“ erstellt ein neues Modell anstelle des jetzigen.',
    stays: 'Der bisherige Text bleibt in Gebrauch.',
    problems: {
      empty: 'Hier steht noch kein Text. Text einfügen oder eine Datei öffnen.',
      'one-character':
        'Dieser Text wiederholt ein einziges Zeichen, es gibt also nichts vorherzusagen.',
      'not-utf8':
        'Diese Datei ist kein reiner UTF-8-Text. In einem Editor als UTF-8 speichern und erneut versuchen.',
      binary: 'Das ist keine reine Textdatei. Eine .txt-Datei auswählen.',
      'too-large': 'Dieser Text ist größer als 20 MB. Einen Teil davon auswählen.',
      'no-network':
        'Der Text konnte nicht geladen werden. Die Verbindung prüfen. Alles andere hier funktioniert ohne Netz.',
    },
  },

  run: {
    train: 'Mit diesem Text trainieren',
    resume: 'Fortsetzen',
    pause: 'Pause',
    step: 'Ein Schritt',
    restart: 'Neu beginnen',
    label: 'Training',
    stepOf: (s, all) => `Schritt ${s} von ${all}`,
    // A phone has no room for "Verlust" beside the step.
    loss: (loss) => `Loss ${loss}`,
    trainingLoss: (loss) => `Trainingsverlust ${loss}`,
    perplexity: (n) => `Perplexität ${n}`,
    pace: (n, units) => `${n} ${units} pro Sekunde`,
    left: (time) => `noch etwa ${time}`,
    rate: (x) => `Lernrate ${x}`,
    gradient: (x) => `Gradientennorm ${x}`,
    restarted: 'Neues Modell. Der vorige Lauf lässt sich wiederherstellen.',
    states: {
      none: '',
      preparing: 'Wird geladen.',
      idle: 'Bereit zum Training.',
      running: 'Training läuft.',
      paused: 'Pausiert.',
      done: 'Fertig.',
      error: 'Durch einen Fehler angehalten.',
    },
    mainThread:
      'Hier ließ sich kein Worker starten, daher läuft das Training im Thread der Seite.',
    firstStep: (time) =>
      `Auswertung auf dem Validierungstext vor dem ersten Schritt: hier etwa ${time} pro Schritt.`,
  },

  snapshots: {
    label: 'Gezeigter Schritt',
    now: (s) => `jetzt, Schritt ${s}`,
    step: (s) => `Schritt ${s}`,
    tooLarge: 'Dieses Modell ist zu groß für Snapshots früherer Schritte.',
    whileTraining: (s) => `Gezeigt wird Schritt ${s}; das Training läuft weiter.`,
    whilePaused: (s, all) =>
      `Gezeigt wird Schritt ${s}; der Lauf ist bei Schritt ${all}.`,
    back: 'Zurück zum jetzigen Stand',
  },

  compare: {
    title: 'Läufe vergleichen',
    look: 'Die letzten 8 Läufe. Gleicher Text, gleiche Einstellungen und gleicher Seed ergeben bitgleiche Gewichte.',
    empty: 'Läufe erscheinen hier nach ihren ersten Schritten.',
    run: (n) => `Lauf ${n}`,
    twin: 'Diesen Lauf wiederholen',
    name: 'Name',
    step: 'Schritt',
    loss: 'Validierungsverlust',
    bits: 'Bit pro Zeichen',
    cut: 'Bei verschiedenen Tokenizern lässt sich nur die Zahl der Bit pro Zeichen vergleichen.',
    hash: 'Gewichte, SHA-256 (Schritt)',
    shown: 'Kurve zeigen',
    inUse: 'aktuell',
    csv: 'CSV',
    goOn: 'Diesen Lauf fortsetzen',
    remove: 'Entfernen',
    same: (a, b, step, hash) =>
      `${a} und ${b} sind identisch: in jedem verglichenen Schritt bis ${step} sind alle ihre Gewichte gleich (SHA-256 ${hash}).`,
    apart: (a, b, step) =>
      `${a} und ${b} begannen identisch, aber ihre Gewichte unterscheiden sich bei Schritt ${step}: In einem der beiden wurde ein Head ausgeschaltet.`,
    differ: 'Unterschiedliche Einstellungen',
    equal: 'Diese Läufe haben denselben Text und dieselben Einstellungen.',
    samples: 'Textproben mit gleichem Prompt und gleichem Seed',
    at: 'Bei Schritt',
    none: 'Bei diesem Schritt wurde keine Textprobe gezogen.',
  },

  stored: {
    title: 'Gespeicherte Läufe',
    on: 'In diesem Browser speichern',
    hint: 'Alle 15 Sekunden und bei jeder Pause: Text, Einstellungen und Modell. Sie bleiben auf diesem Rechner, und nur diese Website kann sie lesen.',
    last: (step, date) => `Gespeichert bei Schritt ${step}, ${date}.`,
    list: (n, size) => `Gespeicherte Läufe: ${n}, ${size}`,
    name: 'Text',
    page: 'Seite',
    date: 'Datum',
    step: 'Schritt',
    size: 'Größe',
    open: 'Fortsetzen',
    goOn: (s) => `Ab Schritt ${s} fortsetzen`,
    gone: 'Dieser Lauf existiert nicht mehr.',
    forked: (s) =>
      `Ein anderer Tab hat diesen Lauf fortgesetzt und bei Schritt ${s} gespeichert. Der Lauf dieses Tabs wird jetzt getrennt gespeichert.`,
    damaged: (n) => `Gespeicherte Läufe, die sich nicht lesen lassen: ${n}.`,
    remove: 'Löschen',
    removed: 'Gespeicherter Lauf gelöscht.',
    removeAll: 'Alle löschen und nicht mehr speichern',
    problems: {
      '': '',
      forbidden:
        'Dieser Browser erlaubt hier kein Speichern. „Modell speichern“ schreibt stattdessen eine Datei.',
      full: 'Der Speicher des Browsers ist voll. Einen gespeicherten Lauf löschen oder „Modell speichern“ verwenden.',
    },
  },

  export: {
    title: 'Speichern und teilen',
    save: 'Modell speichern',
    open: 'Modell öffnen',
    pytorch: 'Als PyTorch herunterladen',
    saveHint:
      'Eine .safetensors-Datei mit Gewichten, Zustand des Optimierers und Seed: Das Training geht genau dort weiter, wo es anhielt. Auch Modelle anderer Programme lassen sich öffnen: model.safetensors, config.json und tokenizer.json von Hugging Face (Llama, GPT-2, GPT-Neo) oder nanoGPT zusammen auswählen, oder eine .bin-Datei von llama2.c und deren tokenizer.bin. Als PyTorch: dieselbe Datei und ein kurzes Python-Programm, das das Modell auf diese Zeile anwendet und deren Verlust ausgibt.',
    link: 'Link kopieren',
    linkHint: 'Der Link enthält die Einstellungen und den Seed, nicht den Text.',
    include: 'Meinen Text einschließen',
    tooLong:
      'Dieser Text ist zu lang für einen Link. Das Modell speichern und den Text als Datei weitergeben.',
    includes: (n) =>
      `Der Link enthält die Einstellungen, den Seed und den eigenen Text: ${n} Zeichen. Wer den Link hat, kann den Text lesen; er wird an keinen Server gesendet.`,
    cutOff:
      'Mail- und Chatprogramme schneiden Links von mehr als etwa 2.000 Zeichen womöglich ab.',
    linkCopied: 'Link kopiert.',
    copiedWithout:
      'Link kopiert, ohne den eigenen Text: Wer ihm folgt, beginnt mit den enthaltenen Fabeln. „Meinen Text einschließen“ nimmt ihn auf.',
    saved: (name) => `Gespeichert als ${name}.`,
    opened: (step) => `Modell bei Schritt ${step} geöffnet.`,
    opening: (name, share) => `${name} wird geöffnet: ${share} gelesen.`,
    stop: 'Anhalten',
    stopped: 'Das Öffnen wurde angehalten; nichts hat sich geändert.',
    otherText:
      'Ein Modell wird mit dem verwendeten Text geöffnet: den wählen, mit dem es trainiert wurde, und die Datei noch einmal öffnen.',
  },

  embed: {
    attributes: (list) =>
      `Ungültige Attribute in der Seite um dieses Element: ${list}.`,
    absentViews: (names) =>
      `Diese Ansichten haben nur die Seite von Glassformer und embed.html: ${names}.`,
    background: 'Weiterlaufen, während dieser Tab verborgen ist',
    limit: (time) =>
      `Pausiert nach ${time}, der von dieser Seite gesetzten Grenze. „Fortsetzen“ setzt das Training fort.`,
  },

  pretrained: {
    missing:
      'Das vortrainierte Modell konnte nicht geladen werden; dieses Modell ist daher untrainiert.',
  },

  link: {
    rejected: (names) =>
      `Teile dieses Links sind ungültig und wurden ignoriert: ${names}.`,
  },

  theme: {
    auto: 'Design: automatisch',
    light: 'Design: hell',
    dark: 'Design: dunkel',
  },

  notice: { dismiss: 'Schließen' },
};
