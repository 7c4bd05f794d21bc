// SPDX-License-Identifier: MIT
// English sentences of the letter map and its tables, and of what a character was drawn
// from.

/** @typedef {Record<string, string>} Words */

export default {
  letters: {
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

  guess: {
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
