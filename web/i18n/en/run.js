// SPDX-License-Identifier: MIT
// English: choosing a text and a model, training, comparing and storing runs.

/** @param {string} n @param {string} one @param {string} many */
const counted = (n, one, many) => `${n} ${n === '1' ? one : many}`;

export default {
  setup: {
    text: 'Text',
    model: 'Model',
    change: 'Change',
    paste: 'Paste your own',
    close: 'Close',
    textSummary: (
      /** @type {string} */ name,
      /** @type {string} */ n,
      /** @type {string} */ v,
    ) => `${name}: ${n} characters, ${v} different ones`,
    modelSummary: (/** @type {Record<string, string>} */ x) =>
      `${counted(x.layers, 'layer', 'layers')} of ${counted(x.heads, 'head', 'heads')}, ` +
      `width ${x.width}, sees ${x.context} characters back`,
    size: (/** @type {string} */ n, /** @type {string} */ memory) =>
      `${n} weights, ${memory}`,
    time: (/** @type {string} */ steps, /** @type {string} */ time) =>
      `about ${time} for ${steps} steps on this computer`,
    preparing: 'Getting the engine ready',
    task: (/** @type {string} */ name, /** @type {string} */ n) =>
      `${name}: made for the task; ${n} held-out examples to look at`,
  },

  corpus: {
    choose: 'Choose a text',
    names: /** @type {Record<string, string>} */ ({
      fables: 'Fables and verse',
      shakespeare: 'Tiny Shakespeare',
      fierro: 'Martín Fierro',
      own: 'Your own text',
    }),
    notes: /** @type {Record<string, string>} */ ({
      fables: 'part of this page',
      shakespeare: 'fetched from GitHub, 1.1 MB',
      fierro: 'Spanish, fetched from GitHub, 190 KB',
      own: 'paste, drop or open a file',
    }),
    paste: 'Paste or write a text here. A few thousand characters are a good start.',
    pasteLabel: 'Your text',
    use: 'Use this text',
    openFile: 'Open a text file',
    drop: 'Let go to use this text',
    stays: 'Text you paste stays in this page.',
    fetching: (
      /** @type {string} */ name,
      /** @type {string} */ got,
      /** @type {string} */ all,
    ) => `Fetching ${name}: ${got} of about ${all}`,
    begins: 'How it begins',
    linkNames: (/** @type {string} */ name) =>
      `This link was made with ${name}. It has to be fetched first: choose it under Text.`,
    problems: {
      empty:
        'There is no text here yet. Paste some, or open a file. The text in use stays.',
      'one-character':
        'This text repeats one single character, so there is nothing to guess. The text in use stays.',
      'not-utf8':
        'This file is not plain UTF-8 text. Save it as UTF-8 in an editor and try again. The text in use stays.',
      binary:
        'This file holds more than plain text. Choose a .txt file. The text in use stays.',
      'too-large':
        'This text is larger than 20 MB. Choose a part of it. The text in use stays.',
      'no-network':
        'The text could not be fetched. Is there a network? Everything else here works without one.',
    },
  },

  run: {
    train: 'Train on this text',
    goOn: 'Go on',
    goOnPast: 'Train further',
    pause: 'Pause',
    step: 'One step',
    again: 'Start again',
    label: 'Training',
    stepOf: (/** @type {string} */ s, /** @type {string} */ all) =>
      `step ${s} of ${all}`,
    loss: (/** @type {string} */ loss) => `loss ${loss}`,
    choices: (/** @type {string} */ n) => `like choosing among ${n} characters`,
    pace: (/** @type {string} */ n) => `${n} characters a second`,
    left: (/** @type {string} */ time) => `${time} left`,
    rate: (/** @type {string} */ x) => `learning rate ${x}`,
    gradient: (/** @type {string} */ x) => `gradient norm ${x}`,
    notStarted: 'Not trained yet',
    kept: (/** @type {string} */ step, /** @type {string} */ loss) =>
      `The run before this one is kept: step ${step}${loss ? `, held-out loss ${loss}` : ''}.`,
    bringBack: 'Bring it back',
    letGo: 'Let it go',
    startedAgain: 'A fresh model. The last run is kept.',
    states: {
      none: '',
      preparing: 'Getting ready.',
      idle: 'Ready to train.',
      running: 'Training.',
      paused: 'Paused.',
      done: 'Done.',
      error: 'Stopped by a problem.',
    },
    mainThread:
      'No worker could be started here, so training shares the page’s own thread.',
    firstStep: (/** @type {string} */ time) =>
      `Measuring the held-out text, then the first step: about ${time} a step here.`,
  },

  snapshots: {
    title: 'Back in time',
    label: 'Step looked at',
    earlier: 'An earlier copy',
    later: 'A later copy',
    now: (/** @type {string} */ s) => `now, step ${s}`,
    step: (/** @type {string} */ s) => `step ${s}`,
    none: 'While it trains, copies of the weights are kept, to look back at.',
    tooLarge: 'This model is too large to keep copies of earlier steps.',
    kept: (/** @type {string} */ n) =>
      `${n} earlier steps are kept. Drag back to see this line and its heads as they were.`,
    goesOn: (/** @type {string} */ s) => `You look at step ${s}; training goes on.`,
    stands: (/** @type {string} */ s, /** @type {string} */ all) =>
      `You look at step ${s}; the run stands at step ${all}.`,
    back: 'Return to now',
    event: (/** @type {string} */ name, /** @type {string} */ s) =>
      `${name}: step ${s}`,
  },

  compare: {
    title: 'Runs beside each other',
    look: 'The last 8 runs; their curves are in the loss chart too. Same text, settings and seed give the same weights to the bit.',
    empty: 'Runs appear here when they have taken their first steps.',
    run: (/** @type {string} */ n) => `Run ${n}`,
    twin: 'Train the same again',
    name: 'Name',
    step: 'Step',
    loss: 'Held-out loss',
    bits: 'Bits per character',
    cut: 'Where pieces differ, only bits per character can be compared.',
    hash: 'Weights, SHA-256 (step)',
    shown: 'Show curve',
    inUse: 'in use',
    csv: 'CSV',
    goOn: 'Go on with it',
    remove: 'Remove',
    same: (
      /** @type {string} */ a,
      /** @type {string} */ b,
      /** @type {string} */ step,
      /** @type {string} */ hash,
    ) =>
      `${a} and ${b} are twins: at every step compared, up to ${step}, all their weights are the same (SHA-256 ${hash}).`,
    apart: (
      /** @type {string} */ a,
      /** @type {string} */ b,
      /** @type {string} */ step,
    ) =>
      `${a} and ${b} began the same, but their weights differ at step ${step}: a head was off in one of them.`,
    differ: 'Settings that differ',
    equal: 'These runs have the same text and settings.',
    samples: 'What they wrote, from the same beginning and seed',
    at: 'At step',
    none: 'Nothing was taken down at this step.',
  },

  stored: {
    title: 'In this browser',
    on: 'Save in this browser',
    hint: 'Every 15 seconds and at each pause: text, settings and model. They stay on this computer, for this website alone.',
    last: (/** @type {string} */ step, /** @type {string} */ date) =>
      `Saved at step ${step}, ${date}.`,
    list: (/** @type {string} */ n, /** @type {string} */ size) =>
      `Saved runs: ${n}, ${size}`,
    name: 'Text',
    page: 'Page',
    date: 'Date',
    step: 'Step',
    size: 'Size',
    open: 'Go on',
    goOn: (/** @type {string} */ s) => `Go on from step ${s}`,
    offer: (/** @type {string} */ name, /** @type {string} */ s) =>
      `A run of this page is saved in this browser: ${name}, step ${s}.`,
    gone: 'That run is not there any more.',
    remove: 'Delete',
    removeAll: 'Delete all and stop saving',
    problems: {
      '': '',
      forbidden:
        'Nothing can be saved in the browser here. “Save the model” makes a file instead.',
      full: 'The browser has no room left. Delete a saved run, or use “Save the model”.',
    },
  },

  export: {
    title: 'Keep it',
    save: 'Save the model',
    open: 'Open a model',
    saveHint:
      'One .safetensors file: weights, optimiser and seed, to go on exactly where it stood.',
    link: 'Copy a link',
    linkHint: 'The settings and seed, not your text.',
    include: 'Include my text',
    tooLong:
      'This text is too long for a link. Save the model, and give the text as a file.',
    includes: (/** @type {string} */ n) =>
      `The settings, the seed and your text: ${n} characters. Whoever has the link can read the text; it is sent to no server.`,
    cutOff: 'Mail and chat may cut off links of more than about 2,000.',
    linkCopied: 'Link copied.',
    saved: (/** @type {string} */ name) => `Saved as ${name}.`,
    opened: (/** @type {string} */ step) => `Model opened at step ${step}.`,
  },

  embedCode: {
    title: 'Put it into another page',
    door: 'As',
    doors: { script: 'script and tag', frame: 'frame', notebook: 'notebook widget' },
    view: 'Showing',
    all: 'everything',
    folder: 'Address of the files',
    badFolder:
      'No page can load from this address. Give the folder, as in https://school.example/glassformer/.',
    files: {
      script: 'The page needs glassformer.js at this address.',
      frame: 'The page needs embed.html at this address.',
      notebook: 'The notebook needs anywidget.js at this address.',
    },
    frameOnly: 'This view comes in a frame only.',
    code: 'Embed code',
    copy: 'Copy embed code',
    copied: 'Embed code copied.',
    notCopied: 'This page may not use the clipboard. Select the code and copy it.',
    words: 'A small transformer learns a text here.',
  },

  embed: {
    attributes: (/** @type {string} */ list) =>
      `The page around this asks for something that means nothing here: ${list}.`,
    background: 'Go on while this tab is hidden',
    limit: (/** @type {string} */ time) =>
      `Paused after ${time}, as the page around this asks. “Go on” continues.`,
  },

  pretrained: {
    note: (/** @type {string} */ steps, /** @type {string} */ text) =>
      `This model was trained before: ${steps} steps on “${text}”. “Train on this text” starts a fresh one from random numbers.`,
    untrained: 'Show it untrained',
    curve: 'This is the curve of that earlier training.',
    missing:
      'The trained model of this page could not be read, so here is an untrained one.',
  },

  link: {
    rejected: (/** @type {string} */ names) =>
      `This link has parts that mean nothing here and were left out: ${names}.`,
  },

  theme: /** @type {Record<string, string>} */ ({
    auto: 'Theme: auto',
    light: 'Theme: light',
    dark: 'Theme: dark',
  }),

  notice: { dismiss: 'Dismiss' },

  battery: {
    low: 'The battery is low: pictures change once a second. Training goes on as before.',
  },
};
