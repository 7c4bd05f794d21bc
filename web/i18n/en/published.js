// SPDX-License-Identifier: MIT
// English: published models.

/** @typedef {string} S */

/** By key of SourceError (web/run/published/address.js).
 * @type {Record<string, (x: Record<string, S>) => S>} */
const problems = {
  noAddress: ({ hosts }) =>
    `This is neither the name of a repository, owner/name, nor an https address at ${hosts} or this site.`,
  otherHost: ({ host, hosts }) =>
    `Models are downloaded from ${hosts} and this site only, not from ${host}. Download the files yourself, then choose them with “Open a model”.`,
  noModelFiles: () =>
    'No model file is at this address: give the address of a .safetensors or .bin file, followed by those of the files that belong to it.',
  notFound: ({ name }) => `Hugging Face has no public repository ${name}.`,
  gated: ({ name }) =>
    `${name} is gated: its publisher asks for a login and for consent first. Download its files on huggingface.co, then choose them with “Open a model”.`,
  otherType: ({ name, type, types }) =>
    `${name} is a model of the type ${type}; those that can be opened are ${types}.`,
  noWeights: ({ name }) =>
    `${name} has no weights that can be opened: neither model.safetensors nor pytorch_model.bin, whole or in parts.`,
  noFile: ({ name, file }) => `${name} has no file ${file}, which is needed.`,
  noNetwork: ({ host }) => `${host} could not be reached. Check your connection.`,
  strange: ({ host }) => `${host} gave an answer that cannot be read.`,
};

export default {
  title: 'Published models',
  about:
    'Models that others trained and published. One is downloaded when you press its button, and nothing before; then it can be inspected, sampled and trained further like your own, and is kept in this browser until you remove it.',
  notes: /** @type {Record<string, S>} */ ({
    stories260K:
      'Llama with 260,000 parameters, trained on TinyStories: 5 layers of 8 heads, 4 of them with keys and values, 512 tokens.',
    'babyllama-105':
      'Llama with 940,000 parameters, trained on TinyStories character by character: 5 layers of 8 heads, 105 characters, no line breaks.',
  }),
  files: (/** @type {number} */ n, /** @type {S} */ number) =>
    n === 1 ? '1 file' : `${number} files`,
  source: (/** @type {S} */ files, /** @type {S} */ bytes, /** @type {S} */ host) =>
    `${files}, ${bytes}, from ${host}.`,
  licence: (/** @type {S} */ licence) => `Licence: ${licence}.`,
  noLicence: 'No licence stated.',
  commit: (/** @type {S} */ commit) => `Commit ${commit}.`,
  unknownSize: 'size not stated',
  download: (/** @type {S} */ name, /** @type {S} */ bytes) =>
    `Download and open ${name} (${bytes})`,
  open: (/** @type {S} */ name) => `Open ${name}`,
  inUse: 'In use.',
  fetching: (/** @type {S} */ name, /** @type {S} */ got, /** @type {S} */ all) =>
    `Downloading ${name}: ${got} of ${all}`,
  opening: (/** @type {S} */ name) => `Opening ${name} …`,
  stop: 'Stop downloading',
  address: 'Repository on Hugging Face, or address of a model',
  addressHint: (/** @type {S} */ hosts) =>
    `For example openai-community/gpt2. Models of the types Llama, GPT-2 and GPT-Neo can be opened, at ${hosts} or this site; several files: their addresses, with spaces between. Looking up shows licence and size first.`,
  lookUp: 'Look up',
  looking: 'Looking up …',
  kept: 'Kept in this browser',
  isKept: 'Kept in this browser.',
  notKept:
    'This browser does not keep the model: it gives this page no storage, or has too little room. It will have to be downloaded again.',
  openKept: 'Open',
  remove: 'Remove',
  removeNamed: (/** @type {S} */ name) => `Remove ${name}`,
  offer: (/** @type {S} */ name) =>
    `This link was made with ${name}, which must be opened first.`,
  offerLookUp: (/** @type {S} */ name) =>
    `This link was made with ${name}, which must be looked up and downloaded first.`,
  unknown: (/** @type {S} */ name) =>
    `This link was made with ${name}, a model that is not known here.`,
  failed:
    'The model could not be downloaded. Check your connection; if you have its files, choose them with “Open a model”.',
  problems,
};
