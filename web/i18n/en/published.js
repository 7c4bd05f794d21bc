// SPDX-License-Identifier: MIT
// English: published models.

/** @typedef {string} S */

export default {
  title: 'Published models',
  about:
    'Models that others trained and published. One is downloaded when you press its button; then it can be inspected, sampled and trained further like your own.',
  notes: /** @type {Record<string, S>} */ ({
    stories260K:
      'Llama with 260,000 parameters, trained on TinyStories: 5 layers of 8 heads, 4 of them with keys and values, 512 tokens.',
    'babyllama-105':
      'Llama with 940,000 parameters, trained on TinyStories character by character: 5 layers of 8 heads, 105 characters, no line breaks.',
  }),
  source: (/** @type {S} */ bytes, /** @type {S} */ host, /** @type {S} */ licence) =>
    `${bytes} from ${host}; licence ${licence}`,
  open: (/** @type {S} */ name) => `Download and open ${name}`,
  inUse: 'In use.',
  fetching: (/** @type {S} */ name, /** @type {S} */ got, /** @type {S} */ all) =>
    `Downloading ${name}: ${got} of ${all}`,
  stop: 'Stop downloading',
  offer: (/** @type {S} */ name) =>
    `This link was made with ${name}, which must be downloaded first.`,
  unknown: (/** @type {S} */ name) =>
    `This link was made with ${name}, a model that is not known here.`,
  failed:
    'The model could not be downloaded. Check your connection; if you have its files, choose them with “Open a model”.',
};
