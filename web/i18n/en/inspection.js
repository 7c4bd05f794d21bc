// SPDX-License-Identifier: MIT
// English: what a model computes for one character, and what its weights hold.

/** @typedef {Record<string, string>} Words */

export default {
  inside: {
    pinFirst:
      'Choose a character in the line above: then the ladder of beliefs, every part’s share in the answer, and each step of the arithmetic open here.',
    waiting: 'Asking the model.',
  },

  ablation: {
    off: 'Switch this head off',
    on: 'Switch it on again',
    hint: 'Its share is taken out of every sum, and the model is asked again. X does the same.',
    still: (/** @type {string} */ names) =>
      `Off now: ${names}. It stays off in training too.`,
    allOn: 'Switch all on',
    claim: {
      worse: (/** @type {Record<string, string>} */ x) =>
        `With head ${x.head} off, loss rises from ${x.from} to ${x.to} (step ${x.step}): guesses are ${x.change} nats worse${x.times && `, about ${x.times} times as many choices`}.`,
      better: (/** @type {Record<string, string>} */ x) =>
        `With head ${x.head} off, loss falls from ${x.from} to ${x.to} (step ${x.step}): just now the model is better without it.`,
      same: (/** @type {Record<string, string>} */ x) =>
        `With head ${x.head} off, loss stays at ${x.to} (step ${x.step}): it has nothing to do yet.`,
    },
    hardest: (/** @type {string} */ list) => `Hardest hit: ${list}.`,
    look: 'What to look for: which characters get harder. That is what the head was for. Loss is over held-out text, the characters are of the line above.',
    table: 'The characters hit hardest',
    columns: {
      where: 'character',
      on: 'nats with it',
      off: 'without it',
      change: 'change',
    },
    with: 'It writes, with the head',
    without: 'Without it, same seed',
  },

  lens: {
    title: 'What it believes on the way',
    parts: /** @type {Record<string, (l: string) => string>} */ ({
      embedding: () => 'the embedding',
      attention: (l) => `attention ${l}`,
      cross: (l) => `cross attention ${l}`,
      mlp: (l) => `layer ${l}`,
    }),
    columns: ['asked after', 'it would say', 'right character', 'rank'],
    rank: (/** @type {string} */ r, /** @type {string} */ name) => `${r} after ${name}`,
    claim: (
      /** @type {string} */ c,
      /** @type {string} */ ranks,
      /** @type {string} */ end,
    ) => `The right character ‘${c}’ is rank ${ranks}; ${end}.`,
    first: (/** @type {string} */ name) => `rank 1 from ${name} on`,
    never: 'it does not end as the first guess',
    noTruth:
      'Nothing follows this character in the line, so there is no right answer to rank.',
    all: 'All characters of the line',
    table: 'Belief about the next character, by depth',
    look: 'What to look for: the step at which the right character moves to rank 1. Cell: the first guess; shade: the share given to the right character; small number: its rank.',
    early: (/** @type {string} */ names) =>
      `After ${names} the numbers do worse than chance on this line: they are not yet written in the output alphabet.`,
  },

  attribution: {
    title: 'Who said so',
    parts: /** @type {Record<string, (n: string) => string>} */ ({
      token: () => 'the character',
      position: () => 'its place',
      head: (n) => `head ${n}`,
      mlp: (n) => `feed-forward ${n}`,
      biases: () => 'biases',
      others: () => 'all other heads',
    }),
    columns: { part: 'part', share: 'share of the logit' },
    claim: (/** @type {Record<string, string>} */ x) =>
      `After ‘${x.from}’, the score of ‘${x.answer}’${x.rival ? ` over ‘${x.rival}’` : ''} came most from ${x.top} (${x.share})${x.second ? `, then ${x.second} (${x.next})` : ''}.`,
    against: 'Against the strongest rival',
    sum: (/** @type {string} */ a, /** @type {string} */ b) => `sum ${a} = logit ${b}`,
    look: 'What to look for: bars to the right speak for the character, bars to the left against it. They add up exactly. Choose a head to see it.',
  },

  forwardPass: {
    title: 'One character, step by step',
    where: (/** @type {string} */ head, /** @type {string} */ s) =>
      `head ${head}, step ${s}`,
    renew: 'Update to now',
    back: 'Back',
    forward: 'Next',
    look: 'What to look for: every number comes from the card before. Space or → goes on, Backspace or ← goes back.',
    cards: [
      'Meet', 'Normalise', 'Ask and offer', 'Compare', 'Scale', 'Softmax', 'Mix', 'Speak',
    ], // prettier-ignore
    numbers: 'The numbers of this card',
    more: (/** @type {string} */ n) => `… and ${n} more`,
    size: (/** @type {string} */ n) => `${n} numbers`,
    strip: (
      /** @type {string} */ label,
      /** @type {string} */ n,
      /** @type {string} */ a,
      /** @type {string} */ b,
    ) => `${label}: ${n} numbers from ${a} to ${b}`,
    shape: (/** @type {string} */ a, /** @type {string} */ b) => `${a} → ${b}`,
    firstNumber: 'First number:',
    names: {
      token: 'what ‘it is this character’ means',
      position: 'what ‘it stands here’ means',
      embedding: 'their sum, x',
      x: (/** @type {string} */ n) => `x after ${n} ${n === '1' ? 'layer' : 'layers'}`,
      stream: 'x as it comes',
      normed: 'x normalised',
      q: 'q: what it asks for',
      k: 'k: what each earlier character offers, one row each',
      kj: (/** @type {string} */ c) => `k of ‘${c}’`,
      products: 'products, number by number',
      v: 'v: what each earlier character carries, one row each',
      mix: 'the mix, each v times its share',
      head: 'what this head adds to x',
      others: 'what the other heads add',
      after: 'x after attention',
      hidden: 'feed-forward part, after the bend',
      end: 'x after this layer',
    },
    rail: { x: 'x before the layer', attention: '+ attention', mlp: '+ feed-forward' },
    columns: {
      key: 'looked at',
      product: 'q·k',
      score: 'score',
      e: 'e^score',
      share: 'share',
      guess: 'guess',
      logit: 'logit',
    },
    meet: (/** @type {string} */ c, /** @type {string} */ n) =>
      `‘${c}’ at place ${n} becomes a list of numbers: one list for the character, one for the place, added.`,
    noNorm: 'This model does not normalise before attention, so x goes on as it is.',
    norm: (/** @type {string} */ mean, /** @type {string} */ spread) =>
      `The numbers are moved to mean 0 and spread 1. Their mean was ${mean}, their spread ${spread}.`,
    gain: (/** @type {string} */ x) => `times its gain, plus its bias: ${x}`,
    ask: (/** @type {string} */ c, /** @type {string} */ n) =>
      `‘${c}’ writes a question q. Each of the ${n} characters it may look at offers a key k.`,
    askSums: 'q = W_Q · x + b,  k = W_K · x + b',
    compareWith: 'Compare with',
    compare: (/** @type {Record<string, string>} */ x, /** @type {string} */ sum) =>
      `How well does the offer of ‘${x.looked}’ fit the question of ‘${x.reads}’? Multiply number by number and add: ${sum}.`,
    scale: (/** @type {string} */ by, /** @type {string} */ d) =>
      `Divide by ${by}, the root of ${d}. Without it one key would take almost everything.`,
    ghost:
      'Filled: the shares as they are. Outline: as they would be without dividing.',
    masked: (/** @type {string} */ n) => `${n} later characters: not allowed to look`,
    share: (/** @type {string} */ c, /** @type {string} */ p) =>
      `The future is struck out. e to the score, divided by the total: ‘${c}’ gets ${p}.`,
    adds: (/** @type {string} */ n, /** @type {string} */ sum) =>
      `${n} shares, sum ${sum}`,
    mix: (/** @type {string} */ c) =>
      `What the characters carry is mixed by these shares, and the result is added to the x of ‘${c}’.`,
    mlp: (/** @type {string} */ n) =>
      `The feed-forward part works on x alone, with ${n} numbers between, and adds its result. After the last layer x is compared with every character.`,
    speak: (/** @type {string} */ c, /** @type {string} */ p) =>
      `Then it thinks and speaks: after the last layer its first guess is ‘${c}’, ${p}.`,
  },

  origin: {
    title: 'Where does this number come from?',
    back: 'The way here',
    close: 'Close',
    from: 'where from?',
    made: 'What it is made of',
    place: (
      /** @type {string} */ name,
      /** @type {string} */ c,
      /** @type {string} */ n,
    ) => (c ? `${name} of ‘${c}’, place ${n}` : `${name}, place ${n}`),
    claim: (
      /** @type {string} */ name,
      /** @type {string} */ x,
      /** @type {string} */ s,
    ) => `${name} is ${x} at step ${s}.`,
    /** What the operation did, by its name in the engine. */
    ops: /** @type {Record<string, string>} */ ({
      linear:
        'Each number of the layer below times a weight of the model, added up, and what the stream brought along.',
      norm: 'The number below, stretched so that its whole list has an even size, and moved.',
      embed:
        'Here it begins: a number of the model for the character, and one for the place.',
      attention:
        'The same number of each character looked at, times the share of attention it got.',
      attention_simple:
        'The same number of each character looked at, times the share of attention it got.',
      average: 'The mean of this number over all characters so far.',
      rotary: 'A pair of numbers, turned by an angle that stands for the place.',
      concat: 'Taken over as it is from one head.',
      add: 'Two numbers of the stream added.',
    }),
    columns: ['from', 'number', 'times', 'gives'],
    rest: (/** @type {string} */ n) => `${n} more`,
    character: 'the model’s number for the character',
    position: 'the model’s number for the place',
    constant: (/** @type {string} */ x) => `Constant: ${x}.`,
    sum: (/** @type {string} */ x) => `Sum: ${x}.`,
    bent: (/** @type {string} */ a, /** @type {string} */ b) =>
      `Through the bend: ${a} becomes ${b}.`,
    past: (/** @type {string} */ x, /** @type {string} */ y) =>
      `With what went past unchanged, ${x}: ${y}.`,
  },

  tinyModel: {
    open: 'See it with tiny numbers',
    title: 'The same with tiny numbers',
    close: 'Back to your own model',
    waiting: 'A tiny model is being trained.',
    claim: (/** @type {Record<string, string>} */ x) =>
      `A second model, as real as the other: width ${x.width}, one head, ${x.weights} weights, the characters ${x.characters}. It learned to repeat ‘${x.word}’ here, just now, in ${x.steps} steps. Then its weights were rounded to one decimal, so that each sum can be checked by hand: held-out loss ${x.before} before, ${x.after} after. Your own model stays as it is.`,
  },

  embeddings: {
    title: 'Letters and places',
    tabs: ['Letter map', 'Place map', 'Who looks at whom', 'What rises after'],
    claim: (/** @type {Words} */ x) =>
      `At step ${x.step}, ${x.found} of ${x.n} characters have one of their own kind nearest (by chance about ${x.chance}). This flat picture keeps ${x.share} of the spread.`,
    near: (
      /** @type {string} */ c,
      /** @type {string} */ kind,
      /** @type {string} */ list,
    ) => `‘${c}’ (${kind}) lies nearest to ${list}`,
    kinds: /** @type {Words} */ ({
      vowel: 'vowel',
      consonant: 'consonant',
      digit: 'digit',
      space: 'space',
      newline: 'line break',
      punctuation: 'mark',
      other: 'other',
    }),
    look: 'What to look for: characters that do the same job move together. Lines show where each was at the last five looks. Choose one by click, or with arrows and Enter.',
    shapes:
      'Circle: vowel. Square: consonant. Diamond: digit. Triangle: mark. Triangle on its tip: space or line break. Hexagon: other.',
    png: 'Save as PNG',
    csv: 'Save as CSV',
    columns: ['character', 'kind', 'across', 'up'],
    rowData: (/** @type {string} */ name) => `Row of ‘${name}’: the ends`,
    scale: (/** @type {string} */ a, /** @type {string} */ b) =>
      `Orange: down to ${a}. Blue: up to ${b}.`,
    placeClaim: (/** @type {Words} */ x) =>
      `Place ${x.place} is most like place ${x.other} (cosine ${x.value}). On average neighbours have ${x.near}, places ${x.by} apart ${x.far}.`,
    placeLook:
      'What to look for: a band along the diagonal. The model has found out that places stand in a row.',
    placeCell: (
      /** @type {string} */ a,
      /** @type {string} */ b,
      /** @type {string} */ x,
    ) => `Place ${a} and place ${b}: cosine ${x}`,
    head: (/** @type {string} */ name) => `Head ${name}`,
    qk: {
      label: (/** @type {string} */ head) => `Head ${head}: who likes to look at whom`,
      claim: (/** @type {Words} */ x) =>
        `At step ${x.step}, head ${x.head}: ‘${x.a}’ most likes to look at ‘${x.b}’ (${x.value}); ‘${x.c}’ least at ‘${x.d}’ (${x.low}).`,
      cell: (
        /** @type {string} */ a,
        /** @type {string} */ b,
        /** @type {string} */ x,
      ) => `‘${a}’ looking at ‘${b}’: ${x}`,
      look: 'What to look for: columns that all rows like. Rows read, columns are looked at (QK).',
    },
    ov: {
      label: (/** @type {string} */ head) => `Head ${head}: what rises after what`,
      claim: (/** @type {Words} */ x) =>
        `At step ${x.step}, head ${x.head}: after seeing ‘${x.a}’ it raises ‘${x.b}’ most (${x.value}); after ‘${x.c}’ it lowers ‘${x.d}’ most (${x.low}).`,
      cell: (
        /** @type {string} */ a,
        /** @type {string} */ b,
        /** @type {string} */ x,
      ) => `After seeing ‘${a}’, ‘${b}’ changes by ${x}`,
      look: 'What to look for: a blue diagonal means copying. Rows are looked at, columns rise or fall (OV).',
    },
    copying: (/** @type {string} */ x, /** @type {boolean} */ copies) =>
      `Copying score ${x}, from −1 to +1: it ${copies ? 'tends to raise what it sees' : 'tends to lower what it sees'}.`,
    dropped:
      'Left out: the scale of the norms, all biases, and places. The gains of the norms are in. So this is the direct path from letter to letter, not all the head does.',
  },

  nextToken: {
    title: 'Shares of the next character',
    character: 'character',
    truth: ' (the one that came)',
    others: 'all others',
    stages: ['the model', 'after temperature', 'after top k', 'after top p'],
    open: 'Why these characters?',
    close: 'Close',
    hint: 'Click a character to see what it was drawn from.',
    earlier: 'Earlier',
    later: 'Later',
    inside: 'Look inside the layers here',
    claim: (/** @type {Words} */ x) =>
      `Step ${x.step}, after ‘${x.before}’: first guess ‘${x.best}’ (${x.share}). Drawn was ‘${x.drawn}’, which had ${x.chance}.`,
    moved: (/** @type {string} */ a, /** @type {string} */ b) =>
      `These shares are of step ${a}, when this was written; the layers are at step ${b} now.`,
    look: 'What to look for: how each setting, in this order, moves shares. The outlined character was drawn. All rungs were written with temperature 0.8 and one seed; the settings here are those of your own writing.',
  },
};
