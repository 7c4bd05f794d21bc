// SPDX-License-Identifier: MIT
// English: the stage, its caption, its heads and the tools of its line.

/** @typedef {string} S */
/** @typedef {Record<string, string>} Data */

/** @param {string} n @param {string} one @param {string} many */
const counted = (n, one, many) => `${n} ${n === '1' ? one : many}`;

export default {
  stage: {
    title: 'The model',
    waiting: 'The picture appears when the model is ready.',
    step: (/** @type {S} */ s) => `At step ${s}: `,
    now: 'Back to now',
    untrained: 'Untrained: random weights.',
    /** {before}, {guess}, {share} and {token} are set apart. */
    expects: 'After {before} it expects {guess}, {share}.',
    labels: '{token}: it says {guess}, {share}.',
    right: 'Right.',
    wrong: (/** @type {S} */ c) => `It is ‘${c}’.`,
    /** What the line is made of, by kind: one, many. */
    units: /** @type {Record<string, [S, S]>} */ ({
      character: ['character', 'characters'],
      token: ['token', 'tokens'],
      label: ['label', 'labels'],
    }),
    count: (/** @type {S} */ right, /** @type {S} */ all, /** @type {[S, S]} */ unit) =>
      `${right} of ${counted(all, ...unit)} guessed right.`,
    noCount: 'Labels stand above the text.',
    single: 'The line is too short for a guess to be checked.',
    mean: (/** @type {S} */ bits, /** @type {S} */ n) =>
      `Surprisal ${bits} bits on average: as unsure as choosing among ${n}.`,
    choose: { character: 'Choose a character.', token: 'Choose a token.' },
    strongest: (/** @type {Data} */ x) =>
      `Strongest look: head ${x.head} at ‘${x.looked}’, ${x.back} (${x.share}).`,
    alone: (/** @type {Data} */ x) =>
      `Head ${x.head} looks most at ‘${x.looked}’, ${x.back} (${x.share}).`,
    even: (/** @type {S} */ n, /** @type {S} */ share) =>
      `It averages ${counted(n, 'position', 'positions')}, ${share} each.`,
    noHeads: 'No attention layers: it looks at nothing else.',
    off: (/** @type {S} */ names) => `Off: ${names}.`,
    cost: (/** @type {Data} */ x) =>
      `${x.now} bits a ${x.unit} here, ${x.all} with all heads on.`,
    noCost: (/** @type {Data} */ x) =>
      `${x.now} bits a ${x.unit} here, the same with all heads on.`,
    costAlone: (/** @type {Data} */ x) => `${x.now} bits a ${x.unit} here.`,
    changed: '◥: another guess.',

    names: {
      chosen: 'next-character probabilities, %',
      chosenTokens: 'next-token probabilities, %',
      chosenLabels: 'probabilities of the labels, %',
      roof: 'probability of the right one',
      next: 'comes next',
      final: 'final guess',
      compact: 'comes next, and the final guess',
      guess: 'guess',
      embedding: 'embedding',
      attention: 'attention',
      average: 'average',
      mlp: 'MLP',
      text: 'text',
      source: 'source',
      labelRow: 'right label',
    },
    glosses: {
      chosen:
        'Softmax of the logits: the most probable next tokens after the one chosen. Underlined: what really comes next.',
      chosenLabels:
        'Softmax of the logits: how probable each label is. Underlined: the right one.',
      roof: 'Each bar: the probability that the model gave to what really comes next.',
      next: 'What really comes next in the text. Shade: surprisal, in bits.',
      final:
        'The most probable next token, after the last layer. Bold: right. Shade: probability of the right one.',
      guess:
        'Logit lens: the next token the model would name if it stopped here. Bold: right. Shade: probability of the right one.',
      embedding:
        'The token and its position as a vector; read out here, mostly the token itself.',
      attention:
        'Each token looks at others. A line leads from the one looked at, below, to the one that looks, above; the stronger, the more. A colour is a head.',
      average:
        'Each token takes the same share of all tokens so far; nothing is chosen.',
      mlp: 'Works on one column alone. The longer the mark, the more it adds to the residual stream, drawn as a thread.',
      text: 'The line the model reads. Bold: what the chosen one looked at most.',
      labelRow: 'The label that is right. Shade: surprisal, in bits.',
    },
    legend: ['probability of the right one', 'surprisal, 0 to 8 bits'],

    headsOf: (/** @type {S} */ layer) => `Heads of ${layer}`,
    lines: (/** @type {S} */ head) => `Head ${head}: its lines alone`,
    linesAlone: ': its lines alone',
    isOn: (/** @type {S} */ head) => `Head ${head} on`,
    back: (/** @type {S} */ n) => `${n} back`,
    about: (/** @type {S} */ n) => `~${n} back`,
    away: (/** @type {S} */ n) => `~${n} away`,

    cursor: 'Character looked at',
    keys: 'Left and right arrows move, up and down arrows show one head alone, X switches it off, Escape lets go.',
    above: 'Layer above',
    below: 'Layer below',
    earlier: 'Earlier characters',
    later: 'Later characters',
    edit: 'Edit',
    line: 'The line looked at',
    writeOn: 'Write on',
    stop: 'Stop',
    ownLine: 'Back to your line',
    more: 'More',
    legendOpen: 'What the marks mean',
    close: 'Close',
    another: 'Another line',
    copy: 'Copy picture',
    png: 'Save as PNG',
    svg: 'Save as SVG',
    record: 'Record 10 seconds',
    recording: (/** @type {S} */ s) => `Recording, ${s} s left`,
    copied: 'The picture is on the clipboard.',
    notCopied: 'The clipboard is blocked here; the picture was saved as a file.',
    recorded: 'The recording was saved.',
    notRecorded: 'This browser cannot record.',
  },
};
