// SPDX-License-Identifier: MIT
// Models that others published: the two that the page offers, and what is known of any before it is
// downloaded.

/**
 * @typedef {object} PublishedModel
 * @property {string} id as links have it: a name of this list, owner/name@commit of Hugging Face, or
 *   the addresses of files
 * @property {string} name as shown
 * @property {string} by whose it is, as the address has it
 * @property {string} licence as its publisher names it; '': not stated
 * @property {string} page an address where it is described; ''
 * @property {{ url: string, bytes: number }[]} files bytes 0: not known before
 */

const HUGGING_FACE = 'https://huggingface.co/karpathy/tinyllamas/resolve/main';
/** At the commits that have the files. */
const GITHUB = 'https://raw.githubusercontent.com/EN10/BabyLlama';

/** @type {PublishedModel[]} */
export const PUBLISHED = [
  {
    ...{ id: 'stories260K', name: 'stories260K' },
    by: 'karpathy/tinyllamas',
    licence: 'MIT',
    page: 'https://huggingface.co/karpathy/tinyllamas',
    files: [
      { url: `${HUGGING_FACE}/stories260K/stories260K.bin`, bytes: 1056540 },
      { url: `${HUGGING_FACE}/stories260K/tok512.bin`, bytes: 6227 },
    ],
  },
  {
    ...{ id: 'babyllama-105', name: 'babyllama-105' },
    by: 'EN10/BabyLlama',
    licence: 'MIT',
    page: 'https://github.com/EN10/BabyLlama',
    files: [
      {
        url: `${GITHUB}/792a5675980176710cd5d44cca6cfb3a44ed662b/tok105/model5000.bin`,
        bytes: 3762204,
      },
      {
        url: `${GITHUB}/9daf30a355da9ae4275795efda9566f2c8459f9c/tok105/tok105.vocab`,
        bytes: 651,
      },
    ],
  },
];

/** @param {string} id */
export const publishedModel = (id) => PUBLISHED.find((each) => each.id === id);

/** @param {PublishedModel} model */
export const bytesOf = ({ files }) => files.reduce((sum, { bytes }) => sum + bytes, 0);

/** @param {PublishedModel} model */
export const hostOf = ({ files }) => new URL(files[0].url).hostname;

/** The name of a file in its address. @param {string} url */
export const fileName = (url) =>
  decodeURIComponent(new URL(url).pathname.split('/').pop() ?? '');
