// SPDX-License-Identifier: MIT
// English: what a model computes for one token, and what its weights hold.

/** @typedef {string} S */
/** @typedef {Record<string, string>} Data */
/** What a text is made of: one, many. @typedef {[string, string]} Units */

export default {
  lens: {
    title: 'Logit lens: the guess after each layer',
    parts: /** @type {Record<string, (l: S) => string>} */ ({
      embedding: () => 'the embedding',
      attention: (l) => `attention ${l}`,
      cross: (l) => `cross attention ${l}`,
      mlp: (l) => `layer ${l}`,
    }),
    columns: (/** @type {Units} */ [unit]) => [
      'after',
      'top prediction',
      `correct ${unit}`,
      'rank',
    ],
    rank: (/** @type {S} */ r, /** @type {S} */ name) => `${r} after ${name}`,
    claim: (/** @type {Data} */ x) =>
      `The correct ${x.unit} ‘${x.c}’ has rank ${x.ranks}; ${x.end}.`,
    first: (/** @type {S} */ name) => `rank 1 from ${name} on`,
    never: (/** @type {Units} */ [unit]) => `the final prediction is another ${unit}`,
    noTruth: (/** @type {Units} */ [unit]) =>
      `The line ends here, so there is no correct next ${unit} to rank.`,
    all: (/** @type {Units} */ [, units]) => `All ${units} of the line`,
    table: 'Prediction after each layer',
    look: (/** @type {Units} */ [unit]) =>
      `What to look for: the layer after which the correct ${unit} reaches rank 1. Cell: the top prediction; shade: the probability of the correct ${unit}; small number: its rank.`,
    early: (/** @type {S} */ names) =>
      `After ${names}, the loss on this line is above random guessing: the residual stream is not yet readable by the output layer.`,
    unsure: 'Even the final predictions are worse than random guessing on this line.',
    noLabel:
      'This model labels each word; ranks are shown for models that continue a text.',
  },

  attribution: {
    title: 'Direct logit attribution',
    parts: /** @type {Record<string, (n: S) => string>} */ ({
      token: () => 'token embedding',
      position: () => 'position embedding',
      head: (n) => `head ${n}`,
      mlp: (n) => `MLP ${n}`,
      biases: () => 'biases',
      others: () => 'all other heads',
    }),
    columns: { part: 'component', share: 'contribution to the logit' },
    claim: (/** @type {Data} */ x) =>
      `At ‘${x.from}’, the largest part of the logit of ‘${x.answer}’${x.rival ? ` minus that of ‘${x.rival}’` : ''} is ${x.top} (${x.share})${x.second ? `, then ${x.second} (${x.next})` : ''}.`,
    against: 'Difference from the runner-up',
    sum: (/** @type {S} */ a, /** @type {S} */ b) => `sum ${a} = logit ${b}`,
    beforeCap: ', before the soft cap',
    look: 'What to look for: bars to the right raise the logit, bars to the left lower it. They sum exactly to the logit. Choose a head to see it.',
  },

  forwardPass: {
    title: (/** @type {Units} */ [unit]) => `Forward pass of one ${unit}`,
    where: (/** @type {S} */ head, /** @type {S} */ s) => `head ${head}, step ${s}`,
    update: 'Update to the current step',
    back: 'Back',
    forward: 'Next',
    look: 'What to look for: every number is computed from the previous card. Space or → goes on, Backspace or ← goes back.',
    cards: [
      'Embed', 'Normalise', 'Query and key', 'Dot product', 'Scale by √d', 'Softmax', 'Mix values', 'MLP and predict',
    ], // oxfmt-ignore
    numbers: 'The numbers of this card',
    more: (/** @type {S} */ n) => `… and ${n} more`,
  },

  origin: {
    title: 'Where does this number come from?',
    back: 'Path to this number',
    close: 'Close',
    from: 'Trace this number',
    computation: 'How it is computed',
    place: (/** @type {S} */ name, /** @type {S} */ c, /** @type {S} */ n) =>
      c ? `${name} of ‘${c}’, position ${n}` : `${name}, position ${n}`,
    claim: (/** @type {S} */ name, /** @type {S} */ x, /** @type {S} */ s) =>
      `${name} is ${x} at step ${s}.`,
    /** What the operation did, by its name in the engine. */
    ops: /** @type {Data} */ ({
      linear:
        'Linear layer: each input times its weight, summed, plus the bias and the residual connection where there are any.',
      norm: 'Normalisation: the input minus the mean, over the standard deviation, times the gain, plus the bias.',
      embed: 'Embedding: a weight for the token, plus one for the position.',
      attention:
        'Attention: the same entry of each value vector, times its attention weight.',
      attention_simple:
        'Attention: the same entry of each value vector, times its attention weight.',
      average: 'Mean of this entry over all positions so far.',
      head_norm:
        'Query–key normalisation: divided by the root mean square of its head.',
      soft_cap: 'Soft cap c · tanh(z / c) of the logit z before it.',
      multiply: 'Product of the gate and a hidden unit.',
      rotary: 'Rotary position: a pair of entries rotated by an angle.',
      concat: 'Copied unchanged from one head.',
      add: 'Sum of two entries of the residual stream.',
    }),
    columns: ['input', 'value', 'times', 'gives'],
    rest: (/** @type {S} */ n) => `${n} more`,
    character: 'weight of the token embedding',
    position: 'weight of the position embedding',
    constant: (/** @type {S} */ x) => `Constant: ${x}.`,
    sum: (/** @type {S} */ x) => `Sum: ${x}.`,
    activated: (/** @type {S} */ a, /** @type {S} */ b) =>
      `Activation function: ${a} becomes ${b}.`,
    residual: (/** @type {S} */ x, /** @type {S} */ y) =>
      `Plus the residual connection, ${x}: ${y}.`,
  },

  embeddings: {
    title: 'Embeddings',
    place: 'position in the context',
    maps: { character: 'Letter map (PCA)', token: 'Token map (PCA)' },
    tabs: [
      'Position similarity',
      'QK circuit: who attends to whom',
      'OV circuit: what it raises',
    ],
    claim: (/** @type {Data} */ x) =>
      `At step ${x.step}, the nearest neighbour on the map is of the same class for ${x.found} of ${x.n} known characters (by chance about ${x.chance}).`,
    tokens: (/** @type {S} */ step, /** @type {S} */ n) =>
      `At step ${step}, a map of ${n} tokens.`,
    variance: (/** @type {S} */ share) =>
      `The first two components hold ${share} of the variance.`,
    near: (/** @type {S} */ c, /** @type {S} */ kind, /** @type {S} */ list) =>
      `‘${c}’${kind && ` (${kind})`}: nearest on the map ${list}`,
    kinds: /** @type {Data} */ ({
      vowel: 'vowel',
      consonant: 'consonant',
      digit: 'digit',
      space: 'space',
      newline: 'line break',
      punctuation: 'punctuation',
      other: 'other',
    }),
    look: (/** @type {Units} */ [unit, units]) =>
      `What to look for: ${units} of the same function move together. Lines show the last five positions. Choose a ${unit} by click, or with arrows and Enter.`,
    shapes:
      'Circle: vowel. Square: consonant. Diamond: digit. Triangle: punctuation. Inverted triangle: space or line break. Hexagon: other.',
    png: 'Save as PNG',
    columns: ['class', 'component 1', 'component 2'],
    rowData: (/** @type {S} */ name) => `Row of ‘${name}’: largest and smallest`,
    scale: (/** @type {S} */ a, /** @type {S} */ b) =>
      `Orange: down to ${a}. Blue: up to ${b}.`,
    placeClaim: (/** @type {Data} */ x) =>
      `Position ${x.place} is most similar to position ${x.other} (cosine ${x.value}). The mean cosine of neighbours is ${x.near}${x.far && `, of positions ${x.by} apart ${x.far}`}.`,
    placeLook: {
      learned:
        'What to look for: a band along the diagonal appears while the model learns: neighbouring positions get similar embeddings.',
      sinusoidal:
        'These are sine waves of a formula; no training has made or changed them. Equal distances are equally similar, everywhere.',
    },
    curves: (/** @type {Data} */ x) => `Values of columns ${x.columns}, by position`,
    curvesLook: {
      learned: 'Trained like any other weight, from random numbers.',
      sinusoidal:
        'Columns come in pairs: sine and cosine of position / 10000^(2i/C) for pair i. Later pairs turn more slowly.',
    },
    placeCell: (/** @type {S} */ a, /** @type {S} */ b, /** @type {S} */ x) =>
      `Position ${a} and position ${b}: cosine ${x}`,
    qk: {
      label: (/** @type {S} */ head) =>
        `QK circuit of head ${head}: who attends to whom`,
      claim: (/** @type {Data} */ x) =>
        `At step ${x.step}, head ${x.head}, by content alone, without positions: the score is highest from ‘${x.a}’ to ‘${x.b}’ (${x.value}), lowest from ‘${x.c}’ to ‘${x.d}’ (${x.low}).`,
      cell: (/** @type {S} */ a, /** @type {S} */ b, /** @type {S} */ x) =>
        `query ‘${a}’, key ‘${b}’: ${x}`,
      look: () =>
        'What to look for: columns that all rows prefer. Rows are queries, columns are keys.',
    },
    ov: {
      label: (/** @type {S} */ head) => `OV circuit of head ${head}: what it raises`,
      claim: (/** @type {Data} */ x) =>
        `At step ${x.step}, head ${x.head}: the highest entry is ‘${x.a}’ for the logit of ‘${x.b}’ (${x.value}), the lowest ‘${x.c}’ for that of ‘${x.d}’ (${x.low}).`,
      cell: (/** @type {S} */ a, /** @type {S} */ b, /** @type {S} */ x) =>
        `attending to ‘${a}’ changes the logit of ‘${b}’ by ${x}`,
      look: (/** @type {Units} */ [, units]) =>
        `What to look for: a blue diagonal means copying. Rows are the ${units} attended to, columns the logits that rise or fall.`,
    },
    /** Every entry is printed as zero. */
    noCircuit: (/** @type {S} */ step, /** @type {S} */ head) =>
      `At step ${step}, head ${head}: no entry is larger than 0.005.`,
    /** `chance`: between its negative and it are 95% of heads with random weights. */
    copying: (
      /** @type {S} */ x,
      /** @type {S} */ chance,
      /** @type {'raises' | 'lowers' | 'neither'} */ does,
    ) =>
      `Copying score ${x}, random weights up to ±${chance}: ${{ raises: 'the head tends to raise the logit of what it attends to', lowers: 'the head tends to lower the logit of what it attends to', neither: 'no more than random weights do' }[does]}.`,
    dropped:
      'Left out: the scale of the normalisations, all biases, and positions; the gains are included. This is the direct path from embedding to output, not all that the head does.',
  },
};
