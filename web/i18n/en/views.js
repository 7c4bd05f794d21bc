// SPDX-License-Identifier: MIT
// English: the text, the loss curve, the attention heads, and what the model writes.
import { capital, counted } from '../phrases.js';

/** @typedef {string} S */
/** @typedef {Record<string, string>} Data */
/** What a text is made of: one, many. @typedef {[string, string]} Units */

export default {
  unsure: {
    among: (/** @type {S} */ n, /** @type {S} */ units) =>
      `as unsure as choosing among about ${n} ${units}`,
    certain: 'almost certain',
    worse: (/** @type {S} */ n, /** @type {S} */ units) =>
      `worse than guessing among all ${n} ${units}`,
  },
  text: {
    title: 'One line of the text',
    claim: (/** @type {S} */ bits, /** @type {S} */ n, /** @type {S} */ unit) =>
      `Surprisal ${bits} bits per ${unit} on average: perplexity ${n}.`,
    pickOne: (/** @type {Units} */ [unit]) =>
      `Choose a ${unit} to see what the selected head attends to when it predicts the next one.`,
    line: 'Line shown',
    another: 'Another line',
    mode: 'Shade by',
    cell: (/** @type {S} */ c, /** @type {Units} */ [unit], /** @type {S} */ n) =>
      `‘${c}’, ${unit} ${n}`,
    bits: (/** @type {S} */ x) => `surprisal ${x} bits`,
    first: (/** @type {Units} */ [unit]) => `first ${unit}, not predicted`,
    future: 'masked: it comes later',
    more: (/** @type {S} */ n, /** @type {S} */ share) =>
      `+ ${n} more, together ${share}`,
    validation: 'Dashed line above: validation text, never used for training.',
    unknown: (/** @type {S} */ list) => `Left out, not in the vocabulary: ${list}`,
    cut: (/** @type {S} */ n, /** @type {S} */ units) =>
      `Cut to the context length of ${n} ${units}.`,
    question: 'Source',
    answer: 'Target',
    shades: {
      surprise: {
        name: 'Surprisal',
        look: (/** @type {Units} */ [unit]) =>
          `Shade: surprisal of each ${unit} given what its prediction saw. Arcs: what the selected head attends to from the ${unit} pointed at.`,
      },
      attention: {
        name: 'Attention',
        look: () =>
          'Shade and arcs: attention weights of the selected head. Hatched: masked.',
      },
      saliency: {
        name: 'Saliency (gradient)',
        look: (/** @type {Units} */ [unit]) =>
          `Gradient of the answer’s logit times the embedding of each ${unit}. Blue raises the logit, orange (dashed bar) lowers it.`,
      },
      ablation: {
        name: 'Ablation of a head',
        look: () =>
          'Orange (dashed bar): harder to predict with the head off. Blue: easier.',
      },
    },
    pinForSaliency: (/** @type {Units} */ [unit]) =>
      `Choose a ${unit} to see the saliency of the prediction after it.`,
    salient: (/** @type {S} */ answer, /** @type {S} */ from) =>
      `Saliency of the logit of ‘${answer}’ after ‘${from}’.`,
    ablateFirst: (/** @type {Units} */ [, units]) =>
      `Switch a head off below to see which ${units} are affected.`,
    ablated: (/** @type {Units} */ [unit], /** @type {S} */ head) =>
      `Each ${unit} with head ${head} off.`,
    nats: (/** @type {S} */ x) => `${x} nats`,
    correctLabels: (/** @type {S} */ right, /** @type {S} */ all) =>
      `${right} of ${all} labels are correct. Outlined: the correct label where the model is wrong.`,
    labels: 'The predicted label stands above each word.',
    label: (/** @type {S} */ guess, /** @type {S} */ right) =>
      right ? `labelled ${guess}, correct is ${right}` : `labelled ${guess}`,
  },

  loss: {
    title: 'Loss (cross-entropy)',
    claim: (/** @type {Data} */ x) =>
      `${x.name} ${x.loss} after ${counted(x.step, 'step', 'steps')}; perplexity ${x.choices}: ${x.unsure}; ${x.standing}.`,
    names: { train: 'Training loss', val: 'Validation loss' },
    training: (/** @type {S} */ v) => ` Training loss ${v}.`,
    before: (/** @type {S} */ n, /** @type {S} */ units) =>
      `Before training, perplexity is about ${n}: each prediction is as unsure as choosing among all ${n} ${units}.`,
    /** What is compared, in letters or in tokens. */
    counts: {
      character: {
        uniform: 'random guessing',
        unigram: 'letter counts',
        bigram: 'letter pairs',
        trigram: 'letter triples',
      },
      token: {
        uniform: 'random guessing',
        unigram: 'token counts',
        bigram: 'token pairs',
        trigram: 'token triples',
      },
    },
    standing: {
      away: (/** @type {S} */ name, /** @type {S} */ b) =>
        `far above ${name} (${b}): try a lower learning rate`,
      above: (/** @type {S} */ name, /** @type {S} */ b) => `above ${name} (${b})`,
      near: (/** @type {S} */ name, /** @type {S} */ b) =>
        `not clearly above or below ${name} (${b})`,
      below: (/** @type {S} */ name, /** @type {S} */ b) => `below ${name} (${b})`,
    },
    shortTitle: 'Loss',
    events: 'Events of this run',
    better: {
      baseline: (/** @type {S} */ name) => `better than ${name}`,
      training: (/** @type {S} */ name) => `training below ${name}`,
      badge: (/** @type {S} */ head, /** @type {S} */ pattern) =>
        `head ${head} learns: ${pattern}`,
      'generalization-gap': 'validation 0.1 above training',
      memorized: 'has memorised its text',
    },
    reached: (/** @type {S} */ s, /** @type {S} */ name) =>
      `At step ${s} the loss is clearly below ${name}.`,
    lowest: (/** @type {S} */ loss, /** @type {S} */ s) =>
      `lowest validation loss: ${loss} at step ${s}`,
    seesNext: 'no measure of prediction, because the model sees what it is to predict',
    val: 'validation text',
    at: (/** @type {S} */ s) => `Step ${s}:`,
    trainAt: (/** @type {S} */ x) => `training ${x}`,
    valAt: (/** @type {S} */ x) => `validation ${x}`,
    logX: 'Logarithmic steps',
    axisLoss: (/** @type {S} */ unit) => `nats per ${unit}`,
    axisPerplexity: 'perplexity',
    axisStep: 'step',
    look: 'Dashed lines: counting models fitted to this text. Click the curve, or use its arrow keys, to look back. Validation loss shows generalisation rather than memorisation.',
    data: 'Data table',
    csv: 'Save as CSV',
    columns: {
      step: 'step',
      train: 'training',
      val: 'validation',
      rate: 'learning rate',
      norm: 'gradient norm',
      accuracy: 'accuracy',
    },
    everyNth: (/** @type {S} */ n) =>
      `One evaluation of every ${n}; the CSV file has all of them.`,
    empty: 'No evaluation yet.',
    inBits: 'In bits',
    axisBits: (/** @type {S} */ unit) => `bits per ${unit}`,
    right: (/** @type {S} */ exact, /** @type {S} */ share, /** @type {S} */ units) =>
      `Accuracy on validation examples: ${exact} of answers, ${share} of ${units}.`,
    chance: (/** @type {S} */ b) => `random guessing: ${b}`,
    overfitting: 'overfitting begins',
    memorizedAt: (/** @type {S} */ s) =>
      `At step ${s} training loss is below 35% of the validation loss, which is above random guessing: the model has memorised its text.`,
    notMeasured: 'Its loss on this text has not been measured yet.',
    gapAt: (/** @type {S} */ s) =>
      `From step ${s} the validation loss is 0.1 above the training loss.`,
    firstPattern: (
      /** @type {S} */ s,
      /** @type {S} */ head,
      /** @type {S} */ pattern,
    ) =>
      `At step ${s} head ${head} is the first with a recognised pattern: ${pattern}.`,
  },

  heads: {
    title: 'Attention heads',
    look: 'One square per head: rows are queries, columns are keys, the stronger the colour, the larger the attention weight. Choose a head to enlarge it.',
    layer: (/** @type {S} */ l) => `Layer ${l}`,
    waiting: 'The heads appear when the model is ready.',
    grid: 'Attention heads, one row per layer',
    kinds: {
      encoder: (/** @type {S} */ n) => `Encoder ${n}`,
      self: (/** @type {S} */ n) => `Decoder ${n}`,
      cross: (/** @type {S} */ n) => `Cross attention ${n}`,
    },
    few: (/** @type {S} */ n, /** @type {S} */ all, /** @type {S} */ tokens) =>
      `Large model: these scores use ${n} of ${all} validation sequences${tokens && ` (${tokens} tokens)`}. Recognised patterns need all.`,
  },

  badges: {
    byDistance: 'By distance',
    look: 'With each head: its pattern, that score over the last 120 measurements (dashed: chance), and the estimated importance of the head; click the estimate or press Enter to measure it.',
    lookDistance:
      'Each bar: mean attention weight at that distance back; the position itself comes first.',
    patterns: /** @type {Record<string, (k: string) => string>} */ ({
      back: (k) => (k === '1' ? 'previous token' : `${k} back`),
      self: () => 'itself',
      first: () => 'first token',
      same: () => 'same token',
      next_1: () => 'induction',
      next_2: () => 'induction, 2 tokens',
      next_3: () => 'induction, 3 tokens',
      stripe: () => 'induction stripe',
      line: () => 'after this token in the copy',
      place: () => 'after this place in the copy',
      focus: () => 'focus',
      top: () => 'largest weight',
    }),
    chance: (/** @type {S} */ x) => `chance ${x}`,
    sorted: 'Most important first',
    found: 'Patterns found',
    history: 'History of',
    none: 'no pattern',
    full: (
      /** @type {{ badge: boolean, pattern: string, score: string, chance: string }} */ x,
    ) =>
      x.badge
        ? `${x.pattern} ${x.score}, chance ${x.chance}.`
        : x.pattern
          ? `no simple pattern (nearest: ${x.pattern} ${x.score}, chance ${x.chance}).`
          : 'no simple pattern.',
    rowOfHeads: (/** @type {S} */ c) => `What every head attends to from ‘${c}’`,
    headCell: (/** @type {Data} */ x) =>
      `Head ${x.head}: from ‘${x.reads}’ to ‘${x.looked}’, ${x.back}, ${x.share}`,
    estimate: (/** @type {S} */ x) => `est. ${x}`,
    measured: (/** @type {S} */ x) => `off: ${x}`,
    off: 'off',
    noHeads: 'This model has no attention heads.',
    table: 'All scores',
    tableNote: (/** @type {S} */ s) =>
      `Validation text at step ${s}. ●: a recognised pattern, 0.25 above chance in two measurements in a row.`,
    columns: {
      head: 'head',
      pattern: 'nearest pattern',
      score: 'score',
      chance: 'chance',
      focus: 'focus',
      distance: 'mean distance',
      first: 'on the first',
      importance: 'est.',
    },
  },

  head: {
    title: (/** @type {S} */ name) => `Head ${name}`,
    where: (/** @type {S} */ l, /** @type {S} */ h) => `${l}, head ${h}.`,
    claim: (/** @type {Data} */ x) =>
      `To predict the ${x.unit} after ‘${x.reads}’, it attends ${x.how}.`,
    /** Without the head, on validation text. */
    without: {
      measured: {
        worse: (/** @type {Data} */ x) =>
          `Without it the loss on validation text rises by ${x.nats} nats: number ${x.rank} of ${counted(x.n, 'head', 'heads')}.`,
        better: (/** @type {Data} */ x) =>
          `Without it the loss on validation text falls by ${x.nats} nats.`,
        same: () => 'Without it the loss on validation text stays as it is.',
      },
      estimated: {
        worse: (/** @type {Data} */ x) =>
          `Without it the loss on validation text would rise by about ${x.nats} nats: number ${x.rank} of ${counted(x.n, 'head', 'heads')}.`,
        better: (/** @type {Data} */ x) =>
          `Without it the loss on validation text would fall by about ${x.nats} nats.`,
        same: () => 'Without it the loss on validation text would stay about as it is.',
      },
    },
    onStage: 'Show on the stage',
    patterns: 'Patterns',
    patternsHelp: 'bar: score on validation text; tick: chance',
    courseTitle: 'How it formed',
    courseOf: (/** @type {S} */ pattern) =>
      `‘${pattern}’ by training step; dashed: chance`,
    course: (/** @type {S} */ pattern, /** @type {S} */ score, /** @type {S} */ s) =>
      `Score for ‘${pattern}’ by training step: ${score} at step ${s}`,
    question: (/** @type {Units} */ [, units]) =>
      `Each row is a query: which ${units} help with its prediction?`,
    look: (/** @type {Units} */ [, units]) =>
      `Hatched: the causal mask hides later ${units}.`,
    notAllowed: 'masked',
    reads: 'query',
    lookedAt: 'key',
    back: (/** @type {S} */ n) => (n === '0' ? 'itself' : `${n} back`),
    value: (/** @type {Data} */ x) =>
      `row ${x.row} ‘${x.reads}’ attends to ‘${x.looked}’ (${x.back}): ${x.value}, ${x.times}× chance`,
    masked: (/** @type {Data} */ x) =>
      `row ${x.row} ‘${x.reads}’: ‘${x.looked}’ is masked, it comes later`,
    hint: 'Point at a cell, or press Tab and use the arrow keys.',
    hintTouch: 'Tap a cell to read it; tap again to pin it.',
    cell: (/** @type {Data} */ x) =>
      `query ‘${x.reads}’, key ‘${x.looked}’, ${x.back}, ${x.share}, ${x.times} times chance`,
    cellMasked: (/** @type {Data} */ x) =>
      `query ‘${x.reads}’, key ‘${x.looked}’ comes later: masked`,
    grid: (/** @type {S} */ name) => `${name}: attention weights, queries by keys`,
    rowLabel: (/** @type {S} */ row, /** @type {S} */ c) => `Row ${row}, ‘${c}’`,
    csv: 'Save the head as CSV',
    columns: {
      looked: 'key',
      back: 'distance',
      share: 'attention weight',
      times: 'times chance',
    },
    others: (/** @type {S} */ n, /** @type {S} */ share) =>
      `${counted(n, 'other', 'others')}, together ${share}. Thin mark: uniform attention.`,
    bars: (/** @type {S} */ c) => `Attention weights from ‘${c}’`,
    stretch: 'Amplify small values',
    zoomIn: 'Larger cells',
    zoomOut: 'Smaller cells',
    previous: 'Previous head',
    next: 'Next head',
    unpin: 'Unpin',
    step: (/** @type {S} */ s) => `at step ${s}`,
    heading: 'Attention head',
    ahead: (/** @type {S} */ n) => `${n} ahead`,
    inQuestion: (/** @type {S} */ n) => `source position ${n}`,
    claimReading: (/** @type {Data} */ x) => `From ‘${x.reads}’ it attends ${x.how}.`,
    /** Twice as much to one key as evenly, not as much, or hardly more. */
    most: (/** @type {Data} */ x) =>
      `most to ‘${x.looked}’, ${x.back} (${x.share}; evenly: ${x.even})`,
    several: (/** @type {Data} */ x) =>
      `to several keys (at most ${x.share}; evenly: ${x.even})`,
    evenly: (/** @type {Data} */ x) =>
      `about evenly (at most ${x.share}; evenly: ${x.even})`,
    show: 'Show',
    since: 'since step',
    noEarlier: 'There are no snapshots of earlier steps.',
    transpose: 'Transpose: queries as columns, as in the 3Blue1Brown film',
    modes: {
      weights: 'attention weights',
      excess: 'weight minus chance',
      taken: 'weight × value norm',
      scores: 'scores before softmax',
      change: 'change since a step',
    },
    modeHelp: {
      weights: '',
      excess: 'Blue: more than uniform attention. Orange: less.',
      taken: 'Attention weight times the norm of the value vector after projection.',
      scores: 'Before the softmax. Blue: above 0. Orange: below.',
      change: 'Blue: the weight has grown since that step. Orange: it has shrunk.',
    },
    modeCell: (/** @type {Data} */ x) =>
      `query ‘${x.reads}’, key ‘${x.looked}’, ${x.back}; ${x.what}: ${x.said}`,
  },

  samples: {
    title: 'What it writes',
    pale: 'pale = under 20% likely',
    step: (/** @type {S} */ s) => `step ${s}`,
    earlier: 'Earlier samples',
    empty: 'Samples appear here during training.',
    full: 'With all heads on, same seed',
  },

  write: {
    title: 'Generate text',
    claim: (/** @type {Units} */ [unit]) =>
      `The model continues your prompt, one ${unit} at a time. The same seed gives the same text.`,
    prompt: 'Prompt',
    promptHint: 'Leave empty to start on a new line.',
    go: 'Write',
    one: (/** @type {Units} */ [unit]) => `One ${unit}`,
    undo: 'Undo',
    save: 'Download',
    all: 'all',
    nth: (/** @type {Units} */ [unit], /** @type {S} */ n, /** @type {S} */ all) =>
      `${capital(unit)} ${n} of ${all}`,
    stop: 'Stop',
    copy: 'Copy',
    copied: 'Copied.',
    notCopied: 'The clipboard is blocked here. Select the text and copy it.',
    temperature: 'Temperature',
    temperatureHint: (/** @type {Units} */ [, units]) =>
      `Low: likely ${units}. High: more variety.`,
    topK: 'Top-k',
    topKHint: (/** @type {Units} */ [, units]) =>
      `Only the k most likely ${units}; 0: all.`,
    topP: 'Top-p (nucleus)',
    topPHint: (/** @type {Units} */ [, units]) =>
      `Only the most likely ${units}, up to total probability p.`,
    greedy: 'Greedy',
    seed: 'Seed',
    chars: (/** @type {Units} */ [, units]) => capital(units),
    output: 'Generated text',
    unknown: (/** @type {S} */ list) =>
      `Not in the vocabulary: ${list}. Remove that and try again.`,
    onlyLabels: 'This model labels what it reads; it does not generate text.',
    ask: 'Ask the model',
    question: 'Question',
    askHint: (/** @type {S} */ example) =>
      `For example ‘${example}’, used if left empty.`,
    answer: 'Answer',
  },

  shared: {
    csv: 'Save as CSV',
    pinFirst: (/** @type {Units} */ [unit]) =>
      `Choose a ${unit} in the line above to see the logit lens, direct logit attribution and each step of its forward pass.`,
    waiting: 'Computing.',
  },

  ablation: {
    off: 'Switch this head off (ablation)',
    on: 'Switch this head on again',
    hint: 'Removes what the head adds to the residual stream, and evaluates again. Key: X.',
    still: (/** @type {S} */ names) =>
      `Off: ${names}. A head that is off stays off in training.`,
    allOn: 'Switch all on',
    claim: {
      worse: (/** @type {Data} */ x) =>
        `With head ${x.head} off, loss rises from ${x.from} to ${x.to} (step ${x.step}): predictions are ${x.change} nats worse${x.times && `, perplexity ${x.times} times as high`}.`,
      better: (/** @type {Data} */ x) =>
        `With head ${x.head} off, loss falls from ${x.from} to ${x.to} (step ${x.step}): at this step the model is better without it.`,
      same: (/** @type {Data} */ x) =>
        `With head ${x.head} off, loss stays at ${x.to} (step ${x.step}): the head has no effect yet.`,
    },
    hardest: (/** @type {S} */ list) => `Most affected: ${list}.`,
    look: (/** @type {Units} */ [, units]) =>
      `What to look for: which ${units} become harder to predict; that is what the head was for. The loss is on the validation text, the ${units} are those of the line above.`,
    table: (/** @type {Units} */ [, units]) => `Most affected ${units}`,
    columns: {
      on: 'nats, head on',
      off: 'head off',
      change: 'change',
    },
    with: 'Sample with the head',
    without: 'Without it, same seed',
  },

  nextToken: {
    title: (/** @type {Units} */ [unit]) => `Probabilities of the next ${unit}`,
    truth: ' (the actual one)',
    others: 'all others',
    drawn: ' (drawn)',
    own: 'model',
    drawnWith: 'drawn',
    cut: ' (cut off)',
    everyStage: 'Every stage: temperature, top-k, top-p',
    gone: (/** @type {Units} */ [unit]) =>
      `The probabilities of this ${unit} are no longer kept.`,
    goOn: 'Continue from here',
    stages: ['the model', 'after temperature', 'after top-k', 'after top-p'],
    close: 'Close',
    hint: (/** @type {Units} */ [unit]) =>
      `Click a ${unit}, or use the arrow keys, to see the probabilities it was drawn from.`,
    previous: 'Previous',
    next: 'Next',
    inspect: 'Show on the stage',
    claim: (/** @type {Data} */ x) =>
      `Step ${x.step}, ${x.before ? `after ‘${x.before}’` : 'at the beginning'}: the model gave ‘${x.drawn}’ a probability of ${x.chance}.`,
    moved: (/** @type {S} */ a, /** @type {S} */ b) =>
      `These probabilities are from step ${a}, when the sample was drawn; the layers are at step ${b}.`,
    look: (/** @type {Units} */ [unit]) =>
      `The outlined ${unit} was drawn. Outline: the model’s probability; bar: the one it was drawn with, after temperature, top-k and top-p.`,
  },
};
