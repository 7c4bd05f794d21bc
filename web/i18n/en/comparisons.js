// SPDX-License-Identifier: MIT
// English: looking into heads in more than one way, models of questions and answers, and
// the two ways to compute attention.

export default {
  looks: {
    oneHead: 'One head',
    kinds: {
      encoder: (/** @type {string} */ n) => `Question ${n}`,
      self: (/** @type {string} */ n) => `Answer ${n}`,
      cross: (/** @type {string} */ n) => `Answer to question ${n}`,
    },
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
    cell: (/** @type {Record<string, string>} */ x) =>
      `reads ‘${x.reads}’, looked at ‘${x.looked}’, ${x.back}; ${x.what}: ${x.said}`,
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
    inBits: 'In bits',
    axisBits: 'bits a character',
    right: (/** @type {string} */ exact, /** @type {string} */ characters) =>
      `Held-out answers: ${exact} all right, ${characters} of their characters.`,
    chanceCosts: (/** @type {string} */ b) => `knowing nothing costs ${b}`,
    parted: 'starts learning your text by heart',
    partedAt: (/** @type {string} */ s) =>
      `From step ${s} on held-out loss is 0.1 above training.`,
    named: (/** @type {string} */ s, /** @type {string} */ head) =>
      `At step ${s} head ${head} is the first to earn a name.`,
    like: (/** @type {string} */ n) => `Like choosing among ${n}.`,
    onlyMarks: 'This model marks what it reads; it does not write.',
    task: (/** @type {string} */ name, /** @type {string} */ n) =>
      `${name}: made for the task; ${n} held-out examples to look at`,
    ask: 'Ask it',
    askHint: (/** @type {string} */ example) =>
      `Such as ‘${example}’, which an empty field stands for.`,
    answerIt: 'Answer',
    few: (/** @type {string} */ n, /** @type {string} */ all) =>
      `A large model: these scores are from ${n} of ${all} held-out sequences. Names need all.`,
    firstStep: (/** @type {string} */ time) =>
      `Measuring the held-out text, then the first step: about ${time} a step here.`,
  },
};
