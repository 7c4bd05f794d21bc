// SPDX-License-Identifier: MIT
// English sentences of the views that look inside: heads and their patterns, switching
// off, beliefs, shares, the walk, time, letters, and what goes on under the hood.

export default {
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

  off: {
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

  inside: {
    pinFirst:
      'Choose a character in the line above: then the ladder of beliefs, every part’s share in the answer, and each step of the arithmetic open here.',
    waiting: 'Asking the model.',
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

  said: {
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

  walk: {
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
};
