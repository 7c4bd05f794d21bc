// SPDX-License-Identifier: MIT
// English: the replay of a run, as a picture and a film.

/** @typedef {string} S */

export default {
  title: 'Replay',
  about:
    'How this model learned, from one prompt and one seed, as a picture or ten seconds of film to send.',
  making: (/** @type {S} */ share) => `Writing again at each step: ${share}`,
  savePicture: 'Save picture',
  saveFilm: 'Save film',
  play: 'Play',
  stop: 'Stop',
  close: 'Close',
  /** Why there is none. */
  obstacles: {
    noText:
      'A replay shows how a model learned a text: train one on a text first, in this tab.',
    tooEarly: 'Train some more steps first: a replay needs several.',
    headsOff: 'Switch all heads on first: a replay shows the whole model.',
    failed: 'The replay could not be made.',
  },
  memorized: (/** @type {S} */ n) =>
    `learned by heart by a transformer of ${n} parameters, in a browser tab`,
  learned: (/** @type {S} */ n) =>
    `how a transformer of ${n} parameters learned to write like it, in a browser tab`,
  again: (/** @type {S} */ address) => `Watch it learn again: ${address}`,
  bytes: (/** @type {S} */ hash) => `same bytes everywhere: ${hash}`,
  copied: (/** @type {S} */ share) => `${share} copied from the text`,
  right: (/** @type {S} */ n, /** @type {S} */ all) =>
    `${n} of ${all} right in this line`,
  step: (/** @type {S} */ n) => `step ${n}`,
  train: 'training',
  val: 'validation',
  /** The picture in words. */
  described: (/** @type {Record<string, string>} */ x) =>
    `${x.name}: ${x.claim}. At step ${x.first} it writes “${x.noise}”, at step ${x.last} “${x.text}”.`,
};
