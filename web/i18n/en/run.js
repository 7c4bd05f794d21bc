// SPDX-License-Identifier: MIT
// English: choosing a text and a model, training, comparing and storing runs.
import { counted } from '../phrases.js';

/** @typedef {string} S */
/** @typedef {Record<string, string>} Data */

export default {
  setup: {
    text: 'Text',
    model: 'Model',
    textSummary: (/** @type {S} */ name, /** @type {S} */ n, /** @type {S} */ v) =>
      `${name}: ${n} characters, ${v} distinct`,
    modelSummary: (/** @type {Data} */ x) =>
      (x.layers &&
        `${counted(x.layers, 'layer', 'layers')} × ${counted(x.heads, 'head', 'heads')}, `) +
      (x.width && `embedding size ${x.width}, `) +
      `context length ${x.context}`,
    size: (/** @type {S} */ n, /** @type {S} */ memory) => `${n} parameters, ${memory}`,
    toTrain: (/** @type {S} */ size) =>
      `Train starts a new model: ${size}. You can come back to this one.`,
    time: (/** @type {S} */ steps, /** @type {S} */ time) =>
      `about ${time} for ${counted(steps, 'step', 'steps')} on this computer`,
    preparing: 'Loading the engine',
    task: (/** @type {S} */ name, /** @type {S} */ n) =>
      `${name}: generated examples, here ${n} of those held out for validation`,
  },

  corpus: {
    names: /** @type {Data} */ ({
      grimm: 'Grimms’ fairy tales, the last pages',
      fables: 'Fables and verse',
      shakespeare: 'Tiny Shakespeare',
      fierro: 'Martín Fierro',
      own: 'Your own text',
    }),
    notes: /** @type {Data} */ ({
      grimm: 'included in this page; the pretrained model has not seen them',
      fables: 'included in this page',
      shakespeare: 'downloaded from GitHub, 1.1 MB',
      fierro: 'Spanish, downloaded from GitHub, 190 KB',
    }),
    useOwn: 'Use your own',
    keep: 'Keep this one',
    others: 'Other texts',
    lines: 'Lines of the text; the one chosen is on the stage',
    fitted: (
      /** @type {{ context: S, held: S, isRepeated: boolean }} */ {
        context,
        held,
        isRepeated,
      },
    ) =>
      `Short text: context length ${context}${held && `; ${held} is held out`}${isRepeated ? '; the text is repeated' : ''}.`,
    paste: 'Paste or type a text here. A few thousand characters are a good start.',
    pasteLabel: 'Your text',
    use: 'Use this text',
    openFile: 'Open a text file',
    drop: 'Drop to open the file',
    oneText: 'These are several texts: drop one of them, or one file that holds all.',
    privacy: 'Text you paste stays in this page.',
    cut: (/** @type {S} */ n) => `${n} characters; only the beginning is shown.`,
    clear: 'Clear',
    fetching: (/** @type {S} */ name, /** @type {S} */ got, /** @type {S} */ all) =>
      `Downloading ${name}: ${got} of about ${all}`,
    linkNames: (/** @type {S} */ name) =>
      `The text asked for is ${name}, which must be downloaded first: choose it under “Other texts”.`,
    stays: 'The current text stays in use.',
    asks: '“Use this text” makes a new model in place of the current one.',
    problems: {
      empty: 'There is no text here yet. Paste some, or open a file.',
      'one-character':
        'This text repeats one single character, so there is nothing to predict.',
      'not-utf8':
        'This file is not plain UTF-8 text. Save it as UTF-8 in an editor and try again.',
      binary: 'This is not a plain text file. Choose a .txt file.',
      'too-large': 'This text is larger than 20 MB. Choose a part of it.',
      'no-network':
        'The text could not be downloaded. Check your connection. Everything else here works offline.',
    },
  },

  run: {
    train: 'Train on this text',
    resume: 'Continue',
    pause: 'Pause',
    step: 'One step',
    restart: 'Restart',
    label: 'Training',
    stepOf: (/** @type {S} */ s, /** @type {S} */ all) => `step ${s} of ${all}`,
    loss: (/** @type {S} */ loss) => `loss ${loss}`,
    trainingLoss: (/** @type {S} */ loss) => `training loss ${loss}`,
    perplexity: (/** @type {S} */ n) => `perplexity ${n}`,
    pace: (/** @type {S} */ n, /** @type {S} */ units) => `${n} ${units} per second`,
    left: (/** @type {S} */ time) => `about ${time} left`,
    rate: (/** @type {S} */ x) => `learning rate ${x}`,
    gradient: (/** @type {S} */ x) => `gradient norm ${x}`,
    restarted: 'New model. The previous run can be restored.',
    states: {
      none: '',
      preparing: 'Loading.',
      idle: 'Ready to train.',
      running: 'Training.',
      paused: 'Paused.',
      done: 'Finished.',
      error: 'Stopped by an error.',
    },
    mainThread:
      'No worker could be started here, so training runs on the page’s own thread.',
    firstStep: (/** @type {S} */ time) =>
      `Evaluating on the validation text before the first step: about ${time} per step here.`,
  },

  snapshots: {
    label: 'Step shown',
    now: (/** @type {S} */ s) => `now, step ${s}`,
    step: (/** @type {S} */ s) => `step ${s}`,
    tooLarge: 'This model is too large for snapshots of earlier steps.',
    whileTraining: (/** @type {S} */ s) => `Showing step ${s}; training continues.`,
    whilePaused: (/** @type {S} */ s, /** @type {S} */ all) =>
      `Showing step ${s}; the run is at step ${all}.`,
    back: 'Back to now',
  },

  compare: {
    title: 'Compare runs',
    look: 'The last 8 runs. The same text, settings and seed give bit-identical weights.',
    empty: 'Runs appear here after their first steps.',
    run: (/** @type {S} */ n) => `Run ${n}`,
    twin: 'Repeat this run',
    name: 'Name',
    step: 'Step',
    loss: 'Validation loss',
    bits: 'Bits per character',
    cut: 'With different tokenizers only bits per character can be compared.',
    hash: 'Weights, SHA-256 (step)',
    shown: 'Show curve',
    inUse: 'current',
    csv: 'CSV',
    goOn: 'Continue this run',
    remove: 'Remove',
    same: (
      /** @type {S} */ a,
      /** @type {S} */ b,
      /** @type {S} */ step,
      /** @type {S} */ hash,
    ) =>
      `${a} and ${b} are identical: at every step compared, up to ${step}, all their weights are the same (SHA-256 ${hash}).`,
    apart: (/** @type {S} */ a, /** @type {S} */ b, /** @type {S} */ step) =>
      `${a} and ${b} started identically, but their weights differ at step ${step}: a head was switched off in one of them.`,
    differ: 'Settings that differ',
    equal: 'These runs have the same text and settings.',
    samples: 'Samples from the same prompt and seed',
    at: 'At step',
    none: 'No sample was drawn at this step.',
  },

  stored: {
    title: 'Stored runs',
    on: 'Store in this browser',
    hint: 'Every 15 seconds and at each pause: text, settings and model. They stay on this computer and only this website can read them.',
    last: (/** @type {S} */ step, /** @type {S} */ date) =>
      `Stored at step ${step}, ${date}.`,
    list: (/** @type {S} */ n, /** @type {S} */ size) => `Stored runs: ${n}, ${size}`,
    name: 'Text',
    page: 'Page',
    date: 'Date',
    step: 'Step',
    size: 'Size',
    open: 'Continue',
    goOn: (/** @type {S} */ s) => `Continue from step ${s}`,
    gone: 'That run no longer exists.',
    forked: (/** @type {S} */ s) =>
      `Another tab has continued this run and stored it at step ${s}. This tab’s run is now stored separately.`,
    damaged: (/** @type {S} */ n) => `Stored runs that cannot be read: ${n}.`,
    remove: 'Delete',
    removed: 'Stored run deleted.',
    removeAll: 'Delete all and stop storing',
    problems: {
      '': '',
      forbidden:
        'This browser does not allow storage here. “Save the model” writes a file instead.',
      full: 'The browser’s storage is full. Delete a stored run, or use “Save the model”.',
    },
  },

  export: {
    title: 'Save and share',
    save: 'Save the model',
    open: 'Open a model',
    pytorch: 'Download as PyTorch',
    saveHint:
      'One .safetensors file with weights, optimiser state and seed: training continues exactly where it stopped. You can also open models of other programs: choose model.safetensors, config.json and tokenizer.json of Hugging Face (Llama, GPT-2, GPT-Neo) or nanoGPT together, or a .bin file of llama2.c and its tokenizer.bin. As PyTorch: the same file, and a short program in Python that runs the model on this line and prints its loss.',
    link: 'Copy a link',
    linkHint: 'The link holds the settings and the seed, not your text.',
    include: 'Include my text',
    tooLong:
      'This text is too long for a link. Save the model, and pass the text on as a file.',
    includes: (/** @type {S} */ n) =>
      `The link holds the settings, the seed and your text: ${n} characters. Whoever has the link can read the text; it is sent to no server.`,
    cutOff: 'Mail and chat programs may cut off links of more than about 2,000.',
    linkCopied: 'Link copied.',
    copiedWithout:
      'Link copied, without your text: whoever follows it starts from the included fables. “Include my text” puts it in.',
    saved: (/** @type {S} */ name) => `Saved as ${name}.`,
    opened: (/** @type {S} */ step) => `Model opened at step ${step}.`,
    opening: (/** @type {S} */ name, /** @type {S} */ share) =>
      `Opening ${name}: ${share} read.`,
    stop: 'Stop',
    stopped: 'Opening was stopped; nothing has changed.',
    otherText:
      'A model is opened with the text in use: choose the one it was trained on, then open the file again.',
  },

  embed: {
    attributes: (/** @type {S} */ list) =>
      `Invalid attributes in the page around this element: ${list}.`,
    absentViews: (/** @type {S} */ names) =>
      `Only the page of Glassformer and embed.html have these views: ${names}.`,
    background: 'Continue while this tab is hidden',
    limit: (/** @type {S} */ time) =>
      `Paused after ${time}, the limit set by this page. “Resume” goes on.`,
  },

  pretrained: {
    missing: 'The pretrained model could not be loaded, so this model is untrained.',
  },

  link: {
    rejected: (/** @type {S} */ names) =>
      `Parts of this link are invalid and were ignored: ${names}.`,
  },

  theme: /** @type {Data} */ ({
    auto: 'Theme: auto',
    light: 'Theme: light',
    dark: 'Theme: dark',
  }),

  notice: { dismiss: 'Dismiss' },
};
