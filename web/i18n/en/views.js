// SPDX-License-Identifier: MIT
// English: the text, the loss curve, the attention heads, and what the model writes.

/** @param {string} n @param {string} one @param {string} many */
const counted = (n, one, many) => `${n} ${n === '1' ? one : many}`;

export default {
  text: {
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
    question: 'Question',
    answer: 'Answer',
    shades: {
      surprise: {
        name: 'Surprise',
        look: 'Shade: how much each character surprised the model that had read those before it. Arcs: where the chosen head looked from the one pointed at.',
      },
      attention: {
        name: 'Attention',
        look: 'Shade and arcs: how much the chosen head looked there. Hatched: not allowed to see.',
      },
      saliency: {
        name: 'What it hangs on',
        look: 'The slope of the answer’s score at each character. Blue speaks for the answer, orange (dashed bar) against it.',
      },
      ablation: {
        name: 'A head off',
        look: 'Orange (dashed bar): harder to guess with the head off. Blue: easier.',
      },
    },
    pinForSaliency: 'Choose a character to see what the guess after it hangs on.',
    salient: (/** @type {string} */ answer, /** @type {string} */ from) =>
      `What the score of ‘${answer}’ after ‘${from}’ hangs on.`,
    ablateFirst: 'Switch a head off below to see which characters that changes.',
    ablated: (/** @type {string} */ head) => `Each character with head ${head} off.`,
    nats: (/** @type {string} */ x) => `${x} nats`,
    marked: (/** @type {string} */ right, /** @type {string} */ all) =>
      `It marks ${right} of ${all} right. Outlined: the right mark where it is wrong.`,
    marks: 'Its mark stands above each word.',
    mark: (/** @type {string} */ guess, /** @type {string} */ right) =>
      right ? `marked ${guess}, right is ${right}` : `marked ${guess}`,
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
      'generalization-gap': 'parted from training',
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
    inBits: 'In bits',
    axisBits: 'bits a character',
    right: (/** @type {string} */ exact, /** @type {string} */ characters) =>
      `Held-out answers: ${exact} all right, ${characters} of their characters.`,
    chanceCosts: (/** @type {string} */ b) => `knowing nothing costs ${b}`,
    byHeart: 'starts learning your text by heart',
    gapAt: (/** @type {string} */ s) =>
      `From step ${s} on held-out loss is 0.1 above training.`,
    named: (/** @type {string} */ s, /** @type {string} */ head) =>
      `At step ${s} head ${head} is the first to earn a name.`,
    like: (/** @type {string} */ n) => `Like choosing among ${n}.`,
  },

  sound: {
    on: 'Hear the loss',
    heard:
      'While it trains, up to four short tones a second: the lower, the lower the loss. Blind guessing sounds at 880 Hz.',
    counted: 'Counting groups of three letters is two octaves lower, 220 Hz.',
    none: 'No loss at all is two octaves lower, 220 Hz.',
  },

  heads: {
    title: 'All heads',
    look: 'Each square is one head. Its rows read, its columns are looked at, and dark means much. Choose one to see it large.',
    layer: (/** @type {string} */ l) => `Layer ${l}`,
    waiting: 'The heads appear when the model is ready.',
    grid: 'Heads, one row a layer',
    kinds: {
      encoder: (/** @type {string} */ n) => `Question ${n}`,
      self: (/** @type {string} */ n) => `Answer ${n}`,
      cross: (/** @type {string} */ n) => `Answer to question ${n}`,
    },
    few: (/** @type {string} */ n, /** @type {string} */ all) =>
      `A large model: these scores are from ${n} of ${all} held-out sequences. Names need all.`,
  },

  badges: {
    byDistance: 'By distance',
    look: 'Below each: its pattern, the course of that score over the last 120 looks (dashed: chance), and how much hangs on the head: an estimate; a click on it or Enter measures it.',
    lookDistance:
      'Each bar: how much the head looked so many characters back, on average; itself first.',
    patterns: /** @type {Record<string, (k: string) => string>} */ ({
      back: (k) => (k === '1' ? 'one back' : `${k} back`),
      self: () => 'itself',
      first: () => 'first character',
      same: () => 'same character',
      next_1: () => 'what came next',
      next_2: () => 'what came next after two',
      next_3: () => 'what came next after three',
      stripe: () => 'induction stripe',
      line: () => 'same place in the copy',
      focus: () => 'focus',
      top: () => 'strongest look',
    }),
    chance: (/** @type {string} */ x) => `chance ${x}`,
    sorted: 'Most important first',
    race: 'Course of',
    none: 'no simple pattern',
    full: (
      /** @type {{ badge: boolean, pattern: string, score: string, chance: string }} */ x,
    ) =>
      x.badge
        ? `${x.pattern} ${x.score}, chance ${x.chance}.`
        : x.pattern
          ? `no simple pattern (nearest: ${x.pattern} ${x.score}, chance ${x.chance}).`
          : 'no simple pattern.',
    row: (/** @type {Record<string, string>} */ x) =>
      `From ‘${x.reads}’ it looked mostly at ‘${x.looked}’, ${x.back}, ${x.share}.`,
    rowOfHeads: (/** @type {string} */ c) => `Where every head looked from ‘${c}’`,
    headCell: (/** @type {Record<string, string>} */ x) =>
      `Head ${x.head}: from ‘${x.reads}’ to ‘${x.looked}’, ${x.back}, ${x.share}`,
    estimate: (/** @type {string} */ x) => `est. ${x}`,
    measured: (/** @type {string} */ x) => `off: ${x}`,
    off: 'off',
    noHeads: 'This model has no attention heads.',
    table: 'All scores',
    tableNote: (/** @type {string} */ s) =>
      `Held-out text at step ${s}. ●: a name, earned by 0.25 over chance, twice in a row.`,
    columns: {
      head: 'head',
      pattern: 'nearest pattern',
      score: 'score',
      chance: 'chance',
      focus: 'focus',
      distance: 'how far back',
      first: 'on the first',
      importance: 'est.',
    },
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
    oneHead: 'One head',
    ahead: (/** @type {string} */ n) => `${n} ahead`,
    inQuestion: (/** @type {string} */ n) => `place ${n} of the question`,
    claimReading: (/** @type {Record<string, string>} */ x) =>
      `Reading ‘${x.reads}’, it looked mostly at ‘${x.looked}’, ${x.back} (${x.share}).`,
    show: 'Show',
    since: 'since step',
    noEarlier: 'There are no copies of earlier steps.',
    transpose: 'Columns read, as in the 3Blue1Brown film',
    modes: {
      weights: 'attention',
      excess: 'over chance',
      taken: 'looked, and took something',
      scores: 'raw scores',
      change: 'change since a step',
    },
    about: {
      weights: '',
      excess: 'Blue: more than an even spread would give. Orange: less.',
      taken: 'Attention times the size of what was carried over.',
      scores: 'Before the softmax. Blue: above 0. Orange: below.',
      change: 'Blue: looks there more than then. Orange: less.',
    },
    modeCell: (/** @type {Record<string, string>} */ x) =>
      `reads ‘${x.reads}’, looked at ‘${x.looked}’, ${x.back}; ${x.what}: ${x.said}`,
  },

  samples: {
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
    onlyMarks: 'This model marks what it reads; it does not write.',
    ask: 'Ask it',
    askHint: (/** @type {string} */ example) =>
      `Such as ‘${example}’, which an empty field stands for.`,
    answerIt: 'Answer',
  },
};
