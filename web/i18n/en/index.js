// SPDX-License-Identifier: MIT
// Every English sentence of the page. Plain words first, the term of art second.
// Sentences with data in them are functions of strings that are formatted already.

import embed from './embed.js';
import runs from './runs.js';
import map from './embeddings.js';
import { units } from '../units.js';
import views from './views.js';
import looks from './comparisons.js';

/** @param {string} n @param {string} one @param {string} many */
const counted = (n, one, many) => `${n} ${n === '1' ? one : many}`;

export default {
  ...embed,
  ...views,
  ...looks,
  ...runs,
  ...map,

  units: units.en,

  /** What the engine says in English by itself; other languages go by code. */
  engine: {
    problems: /** @type {Record<string, string>} */ ({}),
    hints: /** @type {Record<string, string>} */ ({}),
    /** Part of a sentence of the engine, and the whole in the language. */
    obstacles: /** @type {[string, string][]} */ ([]),
    detail: (/** @type {string} */ message) => message,
    range: (/** @type {string} */ low, /** @type {string} */ high) =>
      `From ${low} to ${high}.`,
  },

  presets: {
    title: 'Start from',
    none: 'a model for your own text',
    about: 'Ready-made models, from counting letter pairs to one that answers.',
    look: 'What to look for:',
    /** By name; empty where the engine's own words are in this language. */
    texts:
      /** @type {Record<string, { title: string, about: string, look: string }>} */ ({}),
  },
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
  },

  text: {
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

  settings: {
    all: 'All settings',
    groups: /** @type {Record<string, string>} */ ({
      shape: 'Shape',
      parts: 'Parts',
      dropout: 'Dropout',
      init: 'Beginning',
      data: 'Data',
      optimizer: 'Optimiser',
      run: 'Run',
    }),
    labels: /** @type {Record<string, string>} */ ({
      arch: 'Kind of model',
      n_layer: 'Layers',
      n_head: 'Heads a layer',
      n_embd: 'Width',
      block_size: 'Characters it sees',
      source_block_size: 'Characters it reads',
      n_ff: 'Feed-forward width',
      norm: 'Normalisation',
      final_norm: 'Last normalisation',
      norm_place: 'Place of the norm',
      norm_eps: 'Norm epsilon',
      activation: 'Activation',
      positions: 'Positions',
      scale_embedding: 'Scale the embedding',
      score_scale: 'Score scale',
      bias_qkv: 'Biases: query, key, value',
      bias_attn_out: 'Bias: attention output',
      bias_mlp: 'Biases: feed-forward',
      bias_norm: 'Biases: normalisation',
      bias_head: 'Bias: output',
      attention: 'How attention is computed',
      head_input: 'What the output reads',
      averaging: 'How the mean is taken',
      attn_proj: 'Output projection',
      mlp: 'Feed-forward part',
      residual: 'Residual stream',
      tied_head: 'Tied output',
      embd_pdrop: 'Dropout, embedding',
      attn_pdrop: 'Dropout, attention',
      resid_pdrop: 'Dropout, residual',
      mlp_pdrop: 'Dropout, feed-forward',
      init: 'First weights',
      init_std: 'Spread of first weights',
      seed: 'Seed',
      tokenizer: 'Pieces of the text',
      vocab_limit: 'Most pieces',
      task: 'Task',
      task_form: 'Form of the task',
      task_lines: 'Pairs to generate',
      task_whole: 'Learn the question too',
      task_in_order: 'Pairs in their order',
      batch_size: 'Sequences a step',
      val_fraction: 'Held-out share',
      optimizer: 'Optimiser',
      learning_rate: 'Learning rate',
      min_learning_rate: 'Learning rate at the end',
      schedule: 'Schedule',
      warmup_steps: 'Warm-up steps',
      beta1: 'Adam beta 1',
      beta2: 'Adam beta 2',
      eps: 'Adam epsilon',
      weight_decay: 'Weight decay',
      grad_clip: 'Gradient clip',
      max_steps: 'Steps',
      eval_interval: 'Measure every',
      eval_windows: 'Windows measured',
    }),
    /** Where the engine's own words are too technical for the first row. */
    help: /** @type {Record<string, string>} */ ({
      n_layer: 'One above the other.',
      n_head: 'The width must divide by it.',
      n_embd: 'Numbers that stand for one character.',
      block_size: 'How far it can look back.',
      max_steps: 'Training ends there.',
    }),
    notANumber: 'A number belongs here.',
    waiting: 'These settings need a fresh model. The run so far is kept.',
    apply: 'Start again with these',
    forget: 'Keep the old ones',
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
  },

  strip: {
    title: 'One line of the text',
    claim: (/** @type {string} */ bits, /** @type {string} */ n) =>
      `Each character costs ${bits} bits of surprise on average, like choosing among ${n}.`,
    pickOne:
      'Choose a character to see where the chosen head looked before writing the next one.',
    line: 'The line looked at',
    another: 'Another line',
    mode: 'Shade by',
    cell: (/** @type {string} */ c, /** @type {string} */ n) =>
      `‘${c}’, character ${n}`,
    bits: (/** @type {string} */ x) => `${x} bits of surprise`,
    first: 'first character, not guessed',
    future: 'not allowed to look',
    more: (/** @type {string} */ n, /** @type {string} */ share) =>
      `+ ${n} more, together ${share}`,
    held: 'Dashed above: held-out text, which training never sees.',
    unknown: (/** @type {string} */ list) =>
      `Left out, never seen in the text: ${list}`,
    cut: (/** @type {string} */ n) => `Cut to the ${n} characters the model can see.`,
  },

  loss: {
    title: 'Loss',
    claim: (/** @type {Record<string, string>} */ x) =>
      `Loss ${x.loss} after ${counted(x.step, 'step', 'steps')}, like choosing among ${x.choices} characters; ${x.standing}.`,
    held: (/** @type {string} */ v) => ` Held-out text: ${v}.`,
    before: (/** @type {string} */ n) =>
      `Before training, each guess is like choosing among all ${n} characters.`,
    standing: {
      worse: (/** @type {string} */ b) =>
        `far above knowing nothing (${b}): try a lower learning rate`,
      nothing: (/** @type {string} */ b) => `about what knowing nothing costs (${b})`,
      some: (/** @type {string} */ b) => `still above letter counts (${b})`,
      letters: (/** @type {string} */ b) => `below letter counts (${b})`,
      pairs: (/** @type {string} */ b) => `below letter pairs (${b})`,
    },
    lines: {
      uniform: 'knows nothing',
      unigram: 'letter counts',
      bigram: 'letter pairs',
      trigram: 'letter triples',
      badge: 'first named head',
      parted: 'parted from training',
    },
    reached: (/** @type {string} */ s, /** @type {string} */ name) =>
      `At step ${s} the model knows more than ${name}.`,
    train: 'training text',
    val: 'held-out text',
    at: (/** @type {string} */ s) => `Step ${s}:`,
    trainAt: (/** @type {string} */ x) => `training ${x}`,
    valAt: (/** @type {string} */ x) => `held-out ${x}`,
    bits: (/** @type {string} */ x) => `${x} bits`,
    logX: 'Stretch the start',
    axisLoss: 'nats a character',
    axisChoices: 'choices',
    axisStep: 'step',
    look: 'Dashed lines: what plain counting of this text would reach. The held-out line shows what was learned rather than memorised.',
    data: 'The numbers',
    csv: 'Save as CSV',
    columns: {
      step: 'step',
      train: 'training',
      val: 'held-out',
      rate: 'learning rate',
      norm: 'gradient norm',
      accuracy: 'accuracy',
    },
    everyNth: (/** @type {string} */ n) =>
      `Every ${n}th measurement; the CSV file has all.`,
    empty: 'Nothing measured yet.',
  },

  heads: {
    title: 'All heads',
    look: 'Each square is one head. Its rows read, its columns are looked at, and dark means much. Choose one to see it large.',
    layer: (/** @type {string} */ l) => `Layer ${l}`,
    waiting: 'The heads appear when the model is ready.',
    grid: 'Heads, one row a layer',
  },

  head: {
    title: (/** @type {string} */ l, /** @type {string} */ h) => `Head ${l}.${h}`,
    where: (/** @type {string} */ l, /** @type {string} */ h) =>
      `Layer ${l}, head ${h}.`,
    claim: (/** @type {Record<string, string>} */ x) =>
      `To write the character after ‘${x.reads}’, it looked mostly at ‘${x.looked}’ ${x.back} (${x.share}).`,
    question: 'Each row asks: to guess the next character, which earlier ones help?',
    look: 'Grey stripes: the future. It is not allowed to look.',
    notAllowed: 'not allowed',
    reads: 'reads',
    lookedAt: 'looked at',
    back: (/** @type {string} */ n) => (n === '0' ? 'itself' : `${n} back`),
    value: (/** @type {Record<string, string>} */ x) =>
      `row ${x.row} ‘${x.reads}’ looked at ‘${x.looked}’ (${x.back}): ${x.value}, ${x.times}× chance`,
    masked: (/** @type {Record<string, string>} */ x) =>
      `row ${x.row} ‘${x.reads}’ may not look at ‘${x.looked}’: it comes later`,
    hint: 'Point at a cell, or press Tab and use the arrow keys.',
    cell: (/** @type {Record<string, string>} */ x) =>
      `reads ‘${x.reads}’, looked at ‘${x.looked}’, ${x.back}, ${x.share}, ${x.times} times chance`,
    cellMasked: (/** @type {Record<string, string>} */ x) =>
      `reads ‘${x.reads}’, ‘${x.looked}’ comes later, not allowed to look`,
    grid: (/** @type {string} */ name) =>
      `${name}: attention from each character to each earlier one`,
    rowLabel: (/** @type {string} */ row, /** @type {string} */ c) =>
      `Row ${row}, ‘${c}’`,
    csv: 'Save the head as CSV',
    columns: {
      looked: 'looked at',
      back: 'how far back',
      share: 'attention',
      times: 'times chance',
    },
    others: (/** @type {string} */ n, /** @type {string} */ share) =>
      `${counted(n, 'other', 'others')}, together ${share}. The thin mark: an even spread.`,
    bars: (/** @type {string} */ c) => `Where ‘${c}’ looked`,
    stretch: 'Show small values',
    zoomIn: 'Larger cells',
    zoomOut: 'Smaller cells',
    map: 'Whole head; choose a part',
    previous: 'Previous head',
    next: 'Next head',
    unpin: 'Unpin',
    step: (/** @type {string} */ s) => `at step ${s}`,
  },

  ladder: {
    title: 'What it writes',
    claim: 'The same start and the same seed, at more and more steps.',
    look: 'Pale characters were close calls; strong ones were nearly certain.',
    now: 'now',
    step: (/** @type {string} */ s) => `step ${s}`,
    loss: (/** @type {string} */ x) => `held-out ${x}`,
    empty: 'Samples appear here while it trains.',
    standing: {
      worse: 'worse than chance',
      nothing: 'knows nothing yet',
      some: 'learns which letters are common',
      letters: 'knows letter counts',
      pairs: 'knows more than letter pairs',
    },
  },

  write: {
    title: 'Let it write',
    claim: 'Give it a beginning. It goes on, one character at a time.',
    prompt: 'Beginning',
    promptHint: 'Leave empty to start on a new line.',
    go: 'Write',
    stop: 'Stop',
    copy: 'Copy',
    copied: 'Copied.',
    notCopied: 'This page may not use the clipboard. Select the text and copy it.',
    again: 'Another seed',
    temperature: 'Temperature',
    temperatureHint: 'Low: careful. High: bold.',
    topK: 'Top k',
    topKHint: 'Only the k likeliest; 0 for all.',
    topP: 'Top p',
    topPHint: 'Only the likeliest that make up this share.',
    greedy: 'Always the likeliest',
    seed: 'Seed',
    seedHint: 'The same seed writes the same text.',
    chars: 'Characters',
    output: 'What it wrote',
    unknown: (/** @type {string} */ list) =>
      `The model has never seen ${list}. Leave that out and try again.`,
  },

  files: {
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

  keys: {
    title: 'Keys',
    close: 'Close',
    note: 'Letter keys work while the focus is inside and not in a text field.',
    letters: 'Letter keys on',
    aloud: 'Events told to screen readers',
    list: /** @type {[string, string][]} */ ([
      ['T', 'train or pause'],
      ['.', 'one step'],
      ['H  Shift H', 'next or previous head'],
      ['X', 'switch the head off, on'],
      ['← →', 'previous or next character or cell'],
      ['↑ ↓', 'row; layer in the grid of heads'],
      ['Home End', 'ends of the row; with Ctrl, first and last cell'],
      ['PgUp PgDn', 'previous or next layer'],
      ['[  ]', 'back or forward in time'],
      ['Enter  Space', 'pin'],
      ['Esc', 'unpin, close, leave'],
      ['+ −', 'larger or smaller cells in the large head'],
      ['D', 'the pinned row as a table'],
      ['?', 'this list'],
    ]),
  },
};
