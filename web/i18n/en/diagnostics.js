// SPDX-License-Identifier: MIT
// English: diagnostics of a training run.

/** @typedef {Record<string, string>} Words */

export default {
  diagnostics: {
    title: 'Under the hood',
    claim:
      'What an engineer watches while a model learns. Each part asks the model only while it is open.',
    sections: /** @type {Words} */ ({
      updates: 'Steps beside weights, and the gradient',
      histograms: 'Sizes of weights and gradients',
      health: 'Is anything asleep or too loud?',
      microscope: 'One update, held still',
      neurons: 'What a hidden unit waits for',
      together: 'Heads beside each other',
      places: 'Does more text help? Is it more than letter pairs?',
      patching: 'Change one character and follow the change',
      times: 'Where the time goes',
    }),
    tensor: 'Tensor',
    weights: 'weights',
    gradients: 'gradients',
    ratioAxis: 'log10(step / weight)',
    guide: '-3: a thousandth',
    updateColumns: ['tensor', 'log10(step / weight)', 'spread of weights'],
    noStep: (/** @type {string} */ name) =>
      `${name}: there is no step to measure yet, or all its numbers are the same.`,
    updatesClaim: (/** @type {Words} */ x) =>
      `At step ${x.step} the step of ${x.name} is ${x.one}% of its weights (log10: ${x.update}). ${x.far} of ${x.n} tensors are more than ten times away from a thousandth.`,
    updatesLook:
      'What to look for: lines near −3. Far above: the learning rate is too high; far below: too low. Grey lines are the other tensors.',
    norm: 'length of the gradient',
    clip: 'clipped above',
    normClaim: (/** @type {Words} */ x) =>
      `The gradient of step ${x.step} has length ${x.norm}. ${x.clip ? `Longer than ${x.clip} is cut to that; it happened in ${x.share} of the steps.` : 'It is not clipped.'}`,
    normLook: 'What to look for: high at first, then calm. Peaks are odd batches.',
    histogramsClaim: (/** @type {Words} */ x) =>
      `Step ${x.step}, ${x.what} of ${x.name}: nine in ten lie between ${x.low} and ${x.high} in size; ${x.zeros} are exactly 0.`,
    histogramsLook:
      'What to look for: hills that move or widen. Front: the newest. Sizes without sign, 64 bins, two to each doubling.',
    health: {
      part: 'part',
      quiet: 'hidden units below 0.001',
      size: 'length of the stream after it',
      attention: 'attention',
      score: 'largest score before softmax',
      norm: 'norm',
      gain: 'gain: mean (least … most)',
      at: (/** @type {string} */ s) => `Step ${s}`,
      asleep: (/** @type {string} */ p) => `at most ${p} of hidden units are asleep`,
      grows: (/** @type {string} */ a, /** @type {string} */ b) =>
        `the stream goes from length ${a} to ${b}`,
      largest: (/** @type {string} */ x) => `the largest score is ${x}`,
      look: 'What to look for: units that stay asleep learn nothing; scores far above 20 make softmax all or nothing.',
    },
    microscopeLook:
      'Choose one weight, hold the next step still, read how it will change, then make the step.',
    row: 'Row',
    column: 'Column',
    freeze: 'Hold the next step still',
    make: 'Make this one update',
    stale: 'Training has gone on. Hold the next step still again.',
    microscopeClaim: (/** @type {Words} */ x) =>
      `Step ${x.step} will move this weight from ${x.from} to ${x.to} (${x.change}). Loss on its batch: ${x.loss}. `,
    asSaid: (/** @type {string} */ s) =>
      `Step ${s} is made, and the weight is exactly that.`,
    notAsSaid: (/** @type {string} */ x) => `The step is made; the weight is ${x}.`,
    mean: 'mean over the batch',
    sum: 'The update, line by line',
    words: {
      gradient: 'gradient',
      clipped: 'clipped',
      m: 'its running mean',
      v: 'its running square',
      step: 'step',
      decay: 'pull to zero',
      weight: 'new weight',
    },
    before: 'before',
    after: 'after this update',
    bars: (/** @type {string} */ c) => `What comes after ‘${c}’ in the line`,
    batch: (/** @type {string} */ n, /** @type {string} */ all) =>
      `The batch: ${n} of ${all} pieces of text`,
    layer: (/** @type {string} */ l) => `Layer ${l}`,
    unit: 'Unit',
    contexts: 'where it is most active',
    activation: 'activation',
    neuronsClaim: (/** @type {Words} */ x) =>
      `Unit ${x.unit} is above 0 at ${x.active} of the held-out characters, most at ‘${x.character}’ (${x.value}). It pushes ${x.raises} up most.`,
    raises: (/** @type {string} */ list) => `Pushes up: ${list}`,
    lowers: (/** @type {string} */ list) => `Pushes down: ${list}`,
    neuronsLook:
      'What to look for: what the eight places have in common. The character in brackets is the one being read. The layer is that of the head chosen.',
    repeated: (/** @type {Words} */ x) =>
      `At step ${x.step} a piece of text said twice costs ${x.first} nats the first time and ${x.second} the second: ${x.gain ? `it gains ${x.gain} from having seen it` : 'it gains nothing yet from having seen it'}.`,
    scores: /** @type {Words} */ ({
      focus: 'focus, 0 … 1',
      choices: 'looks at about',
      distance: 'how far back',
      spread: 'spread of that',
      top: 'strongest look',
      first: 'on the first',
    }),
    scoresLook:
      'What to look for: numbers far from chance, which stands in brackets. Much on the first character usually means the head has nothing to do there.',
    classes: (/** @type {string} */ head) => `Kinds of characters head ${head} prefers`,
    classesLook:
      'Its attention to each kind, less the share of that kind among the characters it may look at.',
    lens: 'Loss if it had to guess after each part',
    lensLook:
      'What to look for: bars that get shorter downwards. One longer than the last is no error: those numbers are not yet written in the output alphabet.',
    agreement: (/** @type {string} */ l) => `Layer ${l}: which heads differ`,
    differ: (/** @type {Words} */ x) => `Heads ${x.a} and ${x.b} differ by ${x.x} nats`,
    agreementLook:
      'What to look for: no colour between two heads means they look at the same places; blue, up to 0.69 nats, at different ones (Jensen-Shannon divergence).',
    rollout: 'The whole network: what each character is made of',
    reaches: (/** @type {Words} */ x) =>
      `Place ${x.i} ‘${x.a}’ holds ${x.x} of place ${x.j} ‘${x.b}’`,
    rolloutLook:
      'Attention of all layers multiplied, each mixed half and half with staying where it is. A rough picture: what the values carry and the feed-forward parts are left out.',
    place: 'place in the window',
    nats: 'nats',
    placesClaim: (/** @type {Words} */ x) =>
      `At step ${x.step} the first place of a window costs ${x.first} nats.${x.gain ? ` Places ${x.half} to ${x.end} cost ${x.gain} ${x.saves ? 'less than places 9 to 16: that is what the further context saves' : 'more than places 9 to 16: the further context saves nothing yet'}.` : ''}`,
    placesLook:
      'What to look for: a line that falls to the right. Then the model uses what stands further back.',
    pairs: 'Distance from letter pairs',
    pairsClaim: (/** @type {Words} */ x) =>
      `At step ${x.step} its guesses are ${x.value} nats from plain letter pairs; nearest so far: ${x.least} at step ${x.at}.`,
    pairsLook:
      'What to look for: it falls while pairs are learned, and rises once the model knows better.',
    patchLook:
      'Pin a character in the line. It is changed, and each activation of the changed run is put into the run of the line, one at a time. The answer is the last character.',
    patchText: 'This works on models that go on with a text.',
    change: (/** @type {string} */ n, /** @type {string} */ c) =>
      `Change place ${n} (‘${c}’) to`,
    where: 'Put in',
    stream: 'the stream after each part',
    heads: 'each head',
    go: 'Follow the change',
    patchClaim: (/** @type {Words} */ x) =>
      `With ‘${x.to}’ for ‘${x.from}’ at place ${x.place}, the score of ‘${x.answer}’ after ‘${x.after}’ goes from ${x.before} to ${x.now} (step ${x.step}). Most of it passes through ${x.best} at place ${x.at} (${x.value}).`,
    patchCell: (
      /** @type {string} */ row,
      /** @type {string} */ place,
      /** @type {string} */ x,
    ) => `${row}, place ${place}: ${x}`,
    timesLook:
      'What to look for: most time should go into products of matrices. One step is timed and undone; training waits.',
    measure: 'Time one step',
    timesClaim: (/** @type {Words} */ x) =>
      `Step ${x.step} takes ${x.ms}; ${x.share} of it goes into ${x.kind}. Slowest: ${x.name} (${x.slowest}).`,
    operation: 'operation',
    forwardBackward: 'forward + backward',
    rest: 'batch, sums, norm of the gradient',
  },

  attentionTiming: {
    title: 'Two ways to compute attention',
    question:
      'Simple: three small matrices a head, and the whole table of weights in memory. Efficient: one matrix for all heads. The numbers are the same; is the time?',
    claim: (/** @type {Record<string, string>} */ x) =>
      `At ${x.at} a step takes ${x.simple} ms the simple way and ${x.fused} ms the efficient way: ${x.times} times.`,
    start: 'Time both here',
    stop: 'Stop timing',
    progress: (/** @type {string} */ n, /** @type {string} */ all) =>
      `${n} of ${all} sizes`,
    busy: 'Pause training first: the two would disturb each other.',
    columns: ['size', 'simple, ms', 'efficient, ms', 'times'],
    plot: (/** @type {string} */ letter) =>
      `Milliseconds of a step as ${letter} grows; dashed: simple, solid: efficient`,
    look: 'One layer, two sequences; what does not grow is C 64, T 64, H 4. Dashed: simple. Solid: efficient. Every mark doubles.',
  },
};
