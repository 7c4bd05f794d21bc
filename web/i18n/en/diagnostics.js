// SPDX-License-Identifier: MIT
// English: diagnostics of a training run, and the other views that only our own page has.
import { counted } from '../phrases.js';
import { sentences } from './sentences.data.js';

/** @typedef {string} S */
/** @typedef {Record<string, string>} Data */
/** What a text is made of: one, many. @typedef {[string, string]} Units */

export default {
  /** Of views whose definitions have them. */
  sentences,

  diagnostics: {
    title: 'Diagnostics',
    claim:
      'What an engineer watches during training. Each section computes only while it is open.',
    sections: /** @type {Data} */ ({
      tokens: 'Tokens: ids, targets, one-hot vectors, tensors',
      updates: 'Update ratio and gradient norm',
      histograms: 'Histograms of weights and gradients',
      health: 'Dead units and activation norms',
      'single-update': 'One weight update in detail',
      neurons: 'Neurons: what activates a hidden unit',
      'head-comparison': 'All heads compared, attention rollout',
      'position-loss': 'Loss by position, distance from bigrams',
      patching: 'Activation patching',
      dropout: 'Dropout: masks of the next step',
      cache: 'KV cache: time saved',
      profiler: 'Profiler',
    }),
    ids: {
      label: 'The tokens of the line',
      head: ['position', 'context', 'token', 'id', 'next', 'its id'],
      claim: (
        /** @type {S} */ n,
        /** @type {S} */ V,
        /** @type {S} */ C,
        /** @type {boolean} */ isTagger,
      ) =>
        `${counted(n, 'token', 'tokens')}, each one of ${V} ids. ${isTagger ? '' : 'Each row is an example: after this context comes that token. '}As one-hot vectors they are ${n} × ${V} numbers; times the embedding matrix, ${V} × ${C}, they become ${n} × ${C}.`,
      oneHot: 'One-hot vectors',
      look: 'One 1 in each row, at the id. The product with the embedding matrix picks the row of that id, so it is looked up and not multiplied.',
      parameters: 'parameters',
    },
    tensor: 'Tensor',
    weights: 'weights',
    gradients: 'gradients',
    ratioAxis: 'log10(update / weight)',
    guide: '-3: a thousandth',
    updateColumns: ['tensor', 'log10(update / weight)', 'std. dev. of weights'],
    noStep: (/** @type {S} */ name) =>
      `${name}: no update to measure yet, or all its entries are equal.`,
    updatesClaim: (/** @type {Data} */ x) =>
      `At step ${x.step} the update of ${x.name} is ${x.one}% of its weights (log10: ${x.update}). The update ratio of ${x.far} of ${x.n} tensors is more than a factor of ten from a thousandth.`,
    updatesLook:
      'What to look for: lines that stay level. With Adam about −3 is usual (Karpathy 2022); Muon’s steps have the size of the learning rate, whatever the gradient. Grey lines are the other tensors.',
    norm: 'gradient norm',
    clip: 'clipping threshold',
    normClaim: (/** @type {Data} */ x) =>
      `The global gradient norm of step ${x.step} is ${x.norm}. ${x.clip ? `Gradients above ${x.clip} are clipped; this happened in ${x.share} of the steps.` : 'Gradients are not clipped.'}`,
    normLook:
      'What to look for: high at first, then stable. Peaks come from unusual batches.',
    histogramsClaim: (/** @type {Data} */ x) =>
      `Step ${x.step}, ${x.what} of ${x.name}. Exactly 0: ${x.zeros}.${x.low && ` 90% of the others have a magnitude between ${x.low} and ${x.high}.`}`,
    histogramsLook:
      'What to look for: ridges that shift or widen. Front: the latest. Magnitudes, 64 bins, two per factor of two.',
    health: {
      part: 'component',
      quiet: 'hidden activations of a magnitude below 0.001',
      size: 'residual stream norm after it',
      attention: 'attention',
      score: 'largest score before softmax',
      norm: 'normalisation',
      gain: 'gain: mean (min … max)',
      at: (/** @type {S} */ s) => `Step ${s}`,
      asleep: (/** @type {S} */ p) =>
        `up to ${p} of a layer’s activations have a magnitude below 0.001`,
      grows: (/** @type {S} */ a, /** @type {S} */ b) =>
        `the residual stream norm goes from ${a} to ${b}`,
      largest: (/** @type {S} */ x) => `the largest attention score is ${x}`,
      look: 'What to look for: units that are never active are dead and learn nothing; scores far above 20 saturate the softmax.',
    },
    microscopeLook:
      'Choose one weight, preview its next update, then apply the update and compare.',
    row: 'Row',
    column: 'Column',
    freeze: 'Preview the next update',
    make: 'Apply this update',
    stale: 'Training has continued. Preview the next update again.',
    microscopeClaim: (/** @type {Data} */ x) =>
      `Step ${x.step} will change this weight from ${x.from} to ${x.to} (${x.change}). Loss on its batch: ${x.loss}. `,
    asSaid: (/** @type {S} */ s) =>
      `Step ${s} is done, and the weight is exactly the one predicted.`,
    notAsSaid: (/** @type {S} */ x) => `The step is done; the weight is ${x}.`,
    mean: 'mean over the batch',
    wholeMatrix: 'five Newton–Schulz steps with the whole matrix',
    sum: 'The update, line by line',
    words: {
      gradient: 'gradient',
      clipped: 'clipped gradient',
      m: 'first moment m',
      v: 'second moment v',
      direction: 'orthogonalised direction',
      step: 'update',
      decay: 'weight decay',
      weight: 'new weight',
    },
    before: 'before',
    after: 'after this update',
    bars: (/** @type {Units} */ [unit], /** @type {S} */ c) =>
      `Next ${unit} after ‘${c}’ in the line`,
    labelBars: (/** @type {S} */ c) => `Label of ‘${c}’ in the line`,
    batch: (/** @type {S} */ n, /** @type {S} */ all) =>
      `The batch: ${n} of ${counted(all, 'sequence', 'sequences')}`,
    unit: 'Unit',
    contexts: 'contexts with the largest activation',
    activation: 'activation',
    neuronsClaim: (/** @type {Data} */ x) =>
      `Unit ${x.unit} is above 0 on ${x.active} of the validation ${x.units}${x.character && `, most on ‘${x.character}’ (${x.value})`}.${x.raises && ` It raises the logit of ${x.raises} most.`}`,
    raises: (/** @type {S} */ list) => `Raises: ${list}`,
    lowers: (/** @type {S} */ list) => `Lowers: ${list}`,
    neuronsLook: (/** @type {Units} */ [unit]) =>
      `What to look for: what the eight contexts have in common. The ${unit} in brackets is the current one. The layer is that of the selected head.`,
    repeated: (/** @type {Data} */ x) =>
      `At step ${x.step} a repeated passage has loss ${x.first} nats the first time and ${x.second} the second: ${x.gain ? `a gain of ${x.gain} from the repetition` : 'no gain from the repetition yet'}.`,
    scores: /** @type {Data} */ ({
      focus: 'focus, 0 … 1',
      choices: 'perplexity of attention',
      distance: 'mean distance',
      spread: 'std. dev. of distance',
      top: 'largest weight',
      first: 'on the first',
    }),
    scoresLook: (/** @type {Units} */ [unit]) =>
      `What to look for: numbers far from chance, given in brackets. A large weight on the first ${unit} usually means that the head has nothing to do there.`,
    classes: (/** @type {S} */ head) => `Classes of characters head ${head} attends to`,
    classesLook:
      'Its attention to each class, minus the share of that class among the characters it may attend to.',
    lens: 'Loss by layer (logit lens)',
    lensLook:
      'What to look for: bars that get shorter downwards. An early bar longer than random guessing is no error: the residual stream is not yet readable by the output layer.',
    agreement: (/** @type {S} */ l) => `${l}: divergence between heads`,
    differ: (/** @type {Data} */ x) => `Heads ${x.a} and ${x.b} differ by ${x.x} nats`,
    agreementLook:
      'What to look for: no colour between two heads means that they attend to the same positions; blue, up to 0.69 nats, to different ones (Jensen-Shannon divergence).',
    rollout: 'Attention rollout',
    reaches: (/** @type {Data} */ x) =>
      `Position ${x.i} ‘${x.a}’ gets ${x.x} from position ${x.j} ‘${x.b}’`,
    rolloutLook:
      'Attention of all layers multiplied, each averaged with the identity for the residual connection. A rough picture: values and MLPs are ignored.',
    nats: 'nats',
    placesClaim: (/** @type {Data} */ x) =>
      `At step ${x.step} the loss at position ${x.at} is ${x.first} nats.`,
    placesGain: {
      below: (/** @type {Data} */ x) =>
        `The loss at positions ${x.half} to ${x.end} is ${x.gain} below that at positions 9 to 16: the gain from longer context.`,
      above: (/** @type {Data} */ x) =>
        `The loss at positions ${x.half} to ${x.end} is ${x.gain} above that at positions 9 to 16: no gain from longer context yet.`,
      even: (/** @type {Data} */ x) =>
        `The loss at positions ${x.half} to ${x.end} is the same as at positions 9 to 16: no gain from longer context yet.`,
    },
    placesLook:
      'What to look for: a line that falls to the right. Then the model uses distant context.',
    pairs: {
      character: 'Distance from letter pairs (bigram)',
      token: 'Distance from token pairs (bigram)',
    },
    pairsClaim: (/** @type {Data} */ x) =>
      `At step ${x.step} the KL divergence from the bigram model is ${x.value} nats; its minimum so far: ${x.least} at step ${x.at}.`,
    pairsLook:
      'What to look for: it falls while the model learns bigrams, and rises when it learns more than bigrams.',
    patchLook: (/** @type {Units} */ [unit]) =>
      `Pin a ${unit} in the line. It is replaced, and each activation of the changed run is patched into the original run, one at a time. The answer is the prediction of the last ${unit}.`,
    patchText: 'Activation patching needs a model that continues a text.',
    change: (/** @type {S} */ n, /** @type {S} */ c) =>
      `Replace position ${n} (‘${c}’) by`,
    where: 'Patch',
    stream: 'the residual stream after each component',
    heads: 'each head',
    go: 'Run activation patching',
    patchClaim: (/** @type {Data} */ x) =>
      `With ‘${x.to}’ for ‘${x.from}’ at position ${x.place}, the logit of ‘${x.answer}’ after ‘${x.after}’ goes from ${x.before} to ${x.now} (step ${x.step}). ${x.best ? `The largest effect is through ${x.best} at position ${x.at} (${x.value}).` : 'No single activation on the way has an effect of 0.005 or more.'}`,
    patchCell: (/** @type {S} */ row, /** @type {S} */ place, /** @type {S} */ x) =>
      `${row}, position ${place}: ${x}`,
    timesLook:
      'What to look for: most time should go into matrix products. One step is timed and undone; training waits.',
    measure: 'Profile one step',
    timesClaim: (/** @type {Data} */ x) =>
      `Step ${x.step} takes ${x.ms}; ${x.share} of it goes into ${x.kind}. Slowest: ${x.name} (${x.slowest}).`,
    operation: 'operation',
    forwardBackward: 'forward + backward',
    rest: 'batch, reductions, gradient norm',
    padding: (/** @type {S} */ n) =>
      `and ${counted(n, 'padding token', 'padding tokens')}`,
  },

  dropout: {
    none: 'This model trains without dropout: all its probabilities are 0. The settings have them in the group Dropout.',
    site: 'Activation',
    head: 'Head',
    claim: (/** @type {Data} */ x) =>
      `Step ${x.step} will set ${x.dropped} of the ${x.n} numbers of ${x.name} to 0 (${x.share}; p = ${x.p}) in the first sequence of its batch, and multiply the others by 1 / (1 − p) = ${x.factor}, so that the mean stays.`,
    modes: (/** @type {Data} */ x) =>
      `The loss of this sequence is ${x.train} in training, with all masks of the step, and ${x.evaluated} in evaluation, without dropout. Everything else on this page is computed in evaluation: samples, attention, the validation loss.`,
    mask: (/** @type {S} */ name) => `Mask of ${name}`,
    cell: (/** @type {Data} */ x) =>
      `position ${x.row}, ${x.isAttention ? 'key' : 'column'} ${x.column}: ${x.isKept ? `times ${x.factor}` : 'set to 0'}`,
    look: 'Filled cells are kept, empty ones set to 0. A mask is a function of seed, step, activation and place: it is computed again where it is needed, and every step has another.',
  },

  cache: {
    question:
      'A KV cache keeps the keys and values of the positions before, and a new token adds one row. Without it, the whole window is computed again for each token. How much longer does that take?',
    onlyCausal:
      'This model has no causal mask: a new token changes the rows before it, so that nothing can be kept.',
    measure: 'Measure on this machine',
    claim: (/** @type {Data} */ x) =>
      `${x.n} ${x.units}: ${x.cached} ms each with the cache, ${x.full} ms without. ${x.times} times as long.`,
    same: 'Both wrote the same text.',
    differ: 'The two texts differ.',
    columns: (/** @type {S} */ unit) => ['method', `ms per ${unit}`],
    rows: ['with the cache', 'without'],
    written: 'written:',
    look: 'Greedy, from the beginning of a text, with this model as it is. The longer the window, the more the cache saves.',
  },

  masks: {
    title: 'Scores, mask, softmax: with the mask and without',
    captions: [
      'Scores q · k, scaled, of every key',
      'Masked: −∞ where nothing may be read',
      'Softmax of the masked scores',
      'Softmax without the mask',
    ],
    later: (/** @type {Data} */ x) =>
      `Without the causal mask, head ${x.head} would give ${x.share} of its weight to later ${x.units}. With it their scores are −∞, and e^−∞ = 0.`,
    padding: (/** @type {Data} */ x) =>
      `In a batch the line is filled up with ${counted(x.n, 'padding token', 'padding tokens')}. Without the padding mask padding would get ${x.share} of the weight; with it, 0, and the largest change of another weight is ${x.change}.`,
    none: (/** @type {S} */ head) =>
      `Head ${head} has no mask here: both softmaxes are the same. A decoder without its causal mask reads what it is to predict.`,
    hidden: 'masked',
    cell: (/** @type {Data} */ x) => `‘${x.reads}’ on ‘${x.looked}’: ${x.value}`,
    look: 'The same queries and keys, those of this model.',
    train:
      'To train a model without the mask, switch off “Causal mask” in the settings.',
  },

  byHand: {
    title: 'Normalisation by hand',
    label: 'The first number, normalised line by line',
    shapes: (/** @type {Data} */ x) =>
      `x has the shape (1, ${x.T}, ${x.C}). ${x.isRms ? 'The root mean square' : 'Mean and standard deviation'} over the last dimension, with keepdim, ${x.isRms ? 'has' : 'have'} the shape (1, ${x.T}, 1): one number for each row. Broadcasting applies it to the ${x.C} numbers of the row. Below: the row of this card.`,
    lines: {
      mean: 'mean',
      squares: 'squared deviations',
      meanSquare: 'squares',
      variance: 'variance',
      unbiased: 'unbiased variance',
      size: 'mean square',
      std: 'standard deviation',
      inside: 'divisor, eps inside the root',
      outside: 'divisor, eps outside the root',
      first: 'first number',
    },
    sum: (/** @type {S} */ n) => `sum of ${n} numbers`,
    why: {
      layer:
        'Divided by the number of entries, as LayerNorm does. eps keeps the divisor above 0 where all entries are equal.',
      std: 'Divided by one less than the number of entries, as torch.std does by default (Bessel’s correction). eps is added after the root.',
      rms: 'No mean is subtracted: RMSNorm divides by the size only.',
    },
  },

  attentionTiming: {
    title: 'Attention: simple and fused',
    question:
      'Simple: three small matrices per head, and the whole weight matrix in memory. Fused: one matrix for all heads. The results are the same; which is faster?',
    claim: (/** @type {Data} */ x) =>
      `At ${x.at} a step takes ${x.simple} ms with simple attention and ${x.fused} ms with fused attention: a factor of ${x.times}.`,
    start: 'Time both here',
    stop: 'Stop timing',
    progress: (/** @type {S} */ n, /** @type {S} */ all) => `${n} of ${all} sizes`,
    busy: 'Pause training first: the two would disturb each other.',
    columns: ['size', 'simple, ms', 'fused, ms', 'factor'],
    plot: (/** @type {S} */ letter) =>
      `Milliseconds per step as ${letter} grows; dashed: simple, solid: fused`,
    look: 'One layer, batch of two; the sizes not varied are C 64, T 64, H 4. Dashed: simple. Solid: fused. Each tick is a factor of two.',
  },

  embedCode: {
    title: 'Embed in another page',
    door: 'As',
    doors: { script: 'script and tag', frame: 'iframe', notebook: 'notebook widget' },
    view: 'View',
    all: 'all views',
    folder: 'Address of the files',
    badFolder:
      'No page can load from this address. Enter the folder, as in https://school.example/glassformer/.',
    files: {
      script: 'The page needs glassformer.js at this address.',
      frame: 'The page needs embed.html at this address.',
      notebook: 'The notebook needs glassformer.js at this address.',
    },
    frameOnly: 'This view is available as an iframe only.',
    code: 'Embed code',
    copy: 'Copy embed code',
    copied: 'Embed code copied.',
    notCopied: 'The clipboard is blocked here. Select the code and copy it.',
    words: 'A small transformer learns a text here.',
  },

  tinyModel: {
    open: 'Show with a tiny model',
    title: 'The same with a tiny model',
    close: 'Back to your own model',
    waiting: 'A tiny model is being trained.',
    claim: (/** @type {Data} */ x) =>
      `A second, complete model: embedding size ${x.width}, one head, ${x.weights} parameters, the characters ${x.characters}. It has just learned to repeat ‘${x.word}’ in ${x.steps} steps. Its weights were then rounded to one decimal, so that you can check each sum by hand: validation loss ${x.before} before, ${x.after} after. Your own model is unchanged.`,
  },

  code: { title: 'Formula · PyTorch · C', formula: 'Formula' },
};
