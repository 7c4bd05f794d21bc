// SPDX-License-Identifier: MIT
// English: the stage, its caption, its heads and the tools of its line.
import { counted } from '../phrases.js';

/** @typedef {string} S */
/** @typedef {Record<string, string>} Data */
/** What a text is made of: one, many. @typedef {[string, string]} Units */

export default {
  stage: {
    title: 'The model',
    waiting: 'The picture appears when the model is ready.',
    step: (/** @type {S} */ s) => `At step ${s}: `,
    modes: 'What the stage shows',
    split: { train: 'Seen in training', val: 'Held back' },
    lookAt: 'Attention',
    noFile: 'glassformer.more.js could not be loaded.',
    why: (/** @type {S} */ c) => (c ? `Why ‘${c}’?` : 'Why?'),
    untrained: 'Untrained: random weights.',
    /** {before}, {guess}, {share} and {token} are set apart. */
    expects: 'After {before} the model predicts {guess} ({share}).',
    seesNext:
      'After {before} the model, which sees what follows, says {guess} ({share}).',
    labels: '{token}: the model says {guess} ({share}).',
    right: 'Right.',
    wrong: (/** @type {S} */ c) => `The text has ‘${c}’.`,
    wrongLabel: (/** @type {S} */ c) => `The label is ‘${c}’.`,
    /** By kind. */
    units: /** @type {Record<string, Units>} */ ({
      character: ['character', 'characters'],
      token: ['token', 'tokens'],
      label: ['label', 'labels'],
    }),
    count: (/** @type {S} */ right, /** @type {S} */ all, /** @type {Units} */ unit) =>
      `${right} of ${counted(all, ...unit)} guessed right.`,
    noCount: 'Labels stand above the text.',
    single: 'The line is too short for a guess to be checked.',
    mean: (/** @type {S} */ bits, /** @type {S} */ unsure) =>
      `Surprisal ${bits} bits on average: ${unsure}.`,
    choose: (/** @type {Units} */ [unit]) => `Choose a ${unit}.`,
    strongest: {
      most: (/** @type {Data} */ x) =>
        `Strongest attention: head ${x.head} to ‘${x.looked}’, ${x.back} (${x.share}; evenly ${x.even}).`,
      evenly: (/** @type {Data} */ x) =>
        `Strongest attention: head ${x.head}, ${x.share}; evenly ${x.even}.`,
    },
    alone: (/** @type {Data} */ x) => `Head ${x.head} attends ${x.how}.`,
    even: (/** @type {S} */ n, /** @type {S} */ share) =>
      `It averages ${counted(n, 'position', 'positions')}, ${share} each.`,
    noHeads: 'No attention layers: each prediction depends on its own token alone.',
    /** Of one head, of several. */
    without: [
      (/** @type {S} */ name) => `Without head ${name}`,
      (/** @type {S} */ names) => `Without heads ${names}`,
    ],
    them: ['it', 'them'],
    cost: (/** @type {Data} */ x) =>
      `${x.without}: ${x.now} bits per ${x.unit} (${x.all} with ${x.them}).`,
    noCost: (/** @type {Data} */ x) =>
      `${x.without}: ${x.now} bits per ${x.unit}, the same as with ${x.them}.`,
    changed: '◥ guess changed.',
    costAlone: (/** @type {Data} */ x) => `${x.without}: ${x.now} bits per ${x.unit}.`,

    names: {
      chosen: 'next-character probabilities, %',
      chosenTokens: 'next-token probabilities, %',
      chosenLabels: 'probabilities of the labels, %',
      roof: {
        character: 'probability of the correct character',
        token: 'probability of the correct token',
        label: 'probability of the correct label',
      },
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
      labelRow: 'correct label',
    },
    legend: ['probability of the correct one', 'surprisal, 0 to 8 bits'],

    headsOf: (/** @type {S} */ layer) => `Heads of ${layer}`,
    lines: (/** @type {S} */ head) => `Show only head ${head}`,
    linesAlone: ': show only this head',
    isOn: (/** @type {S} */ head) => `Head ${head} on`,
    back: (/** @type {S} */ n) => `${n} back`,

    cursor: (/** @type {Units} */ [unit]) => `Chosen ${unit}`,
    keys: 'Left and right arrows move, up and down arrows show one head alone, X switches it off, W explains the prediction, then Shift with an arrow looks at one cause, Escape clears the selection.',
    above: 'Layer above',
    below: 'Layer below',
    earlier: (/** @type {Units} */ [, units]) => `Earlier ${units}`,
    later: (/** @type {Units} */ [, units]) => `Later ${units}`,
    edit: 'Edit',
    line: 'The line on the stage',
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
    replay: 'Replay as a picture or film',
    copied: 'The picture is on the clipboard.',
    notCopied: 'The clipboard is blocked here; the picture was saved as a file.',
  },
};
