// SPDX-License-Identifier: MIT
// What is published at an address: licence, files and sizes, before any of them is downloaded.
import { parsed } from '../fields.js';
import { fetchBytes } from '../texts.js';
import { SourceError } from './address.js';
import { fileName } from './models.js';

/** @import { FileAddress, Repository, Wanted } from './address.js' */
/** @import { PublishedModel } from './models.js' */

const HUB = 'https://huggingface.co';
/** Longest answer, bytes: a repository may have thousands of files. */
const LIMIT_BYTES = 8 * 1024 * 1024;

/** Model types of transformers that the engine reads (src/storage/hf_architectures.c). */
export const MODEL_TYPES = ['llama', 'arcee', 'gpt2', 'gpt_neo'];

/**
 * What Hugging Face says of a repository.
 * @typedef {object} Listing
 * @property {string} id
 * @property {string} sha the commit
 * @property {string} licence
 * @property {boolean} gated
 * @property {string} modelType ''
 * @property {Map<string, number>} sizes by path
 */

const COMMIT = /^[0-9a-f]{40}$/;
const NAME = /^[\w.-]+(\/[\w.-]+)?$/;

/** @param {any} answer @returns {Listing | null} */
export function readListing(answer) {
  const { id, sha, siblings, tags, cardData, gated, config } = answer ?? {};
  if (!NAME.test(String(id)) || !COMMIT.test(String(sha)) || !Array.isArray(siblings))
    return null;
  const tagged = (Array.isArray(tags) ? tags : []).map(String);
  const tag = tagged.find((each) => each.startsWith('license:'));
  const { license_name: own, license = tag?.slice('license:'.length) } = cardData ?? {};
  const licences = [own ?? license ?? ''].flat();
  const sizes = siblings.map((each) => [String(each?.rfilename), Number(each?.size)]);
  return {
    ...{ id, sha, gated: Boolean(gated) },
    licence: licences.map(String).join(', ').slice(0, 80),
    modelType: String(config?.model_type ?? ''),
    sizes: new Map(/** @type {[string, number][]} */ (sizes)),
  };
}

const SHARD = /^(model|pytorch_model)-(\d{5})-of-(\d{5})\.(safetensors|bin)$/;

/** The weights in one file or several, with their index. Throws a SourceError where some are missing.
 * @param {Listing} listing @param {'model' | 'pytorch_model'} stem @param {string} ending
 * @returns {string[]} [] : none */
function weightsIn({ id, sizes }, stem, ending) {
  const whole = `${stem}.${ending}`;
  if (sizes.has(whole)) return [whole];
  const shards = [...sizes.keys()].filter((file) => {
    const [, begin, , , end] = SHARD.exec(file) ?? [];
    return begin === stem && end === ending;
  });
  if (shards.length === 0) return [];
  const [, , , count] = /** @type {RegExpExecArray} */ (SHARD.exec(shards[0]));
  for (let n = 1; n <= Number(count); n++) {
    const file = `${stem}-${String(n).padStart(5, '0')}-of-${count}.${ending}`;
    if (!sizes.has(file)) throw new SourceError('noFile', { name: id, file });
  }
  const index = `${whole}.index.json`;
  return [...shards.sort(), ...(sizes.has(index) ? [index] : [])];
}

/** The files that the engine wants of a repository. Throws a SourceError.
 * @param {Listing} listing @returns {string[]} */
export function chooseFiles(listing) {
  const { id: name, sizes, modelType } = listing;
  const types = MODEL_TYPES.join(', ');
  if (modelType && !MODEL_TYPES.includes(modelType))
    throw new SourceError('otherType', { name, type: modelType, types });
  const weights = weightsIn(listing, 'model', 'safetensors');
  if (weights.length === 0) weights.push(...weightsIn(listing, 'pytorch_model', 'bin'));
  if (weights.length === 0) throw new SourceError('noWeights', { name });
  for (const file of ['config.json', 'tokenizer.json'])
    if (!sizes.has(file)) throw new SourceError('noFile', { name, file });
  return ['config.json', 'tokenizer.json', ...weights];
}

/** The number that a failed request was answered with. @param {unknown} error */
const statusOf = (error) =>
  /** @type {{ cause?: { cause?: unknown } }} */ (error).cause?.cause;

/** @param {Repository} repository @param {AbortSignal} signal
 * @returns {Promise<Listing>} rejects with a SourceError */
async function list({ name, revision }, signal) {
  const at = revision ? `/revision/${encodeURIComponent(revision)}` : '';
  const url = `${HUB}/api/models/${name}${at}?blobs=true`;
  const host = new URL(HUB).host;
  let bytes;
  try {
    bytes = await fetchBytes(url, { limit: LIMIT_BYTES, signal });
  } catch (cause) {
    // To readers who are not logged in it says 401 of what there is not, too.
    const isNone = [400, 401, 403, 404].includes(Number(statusOf(cause)));
    const asked = revision ? `${name}@${revision}` : name;
    throw isNone
      ? new SourceError('notFound', { name: asked }, { cause })
      : new SourceError('noNetwork', { host }, { cause });
  }
  const listing = readListing(parsed(new TextDecoder().decode(bytes)));
  if (!listing) throw new SourceError('strange', { host });
  if (listing.gated) throw new SourceError('gated', { name: listing.id });
  return listing;
}

/** @param {Listing} listing @param {string} path */
const fileIn = ({ id, sha, sizes }, path) => ({
  url: `${HUB}/${id}/resolve/${sha}/${path}`,
  bytes: sizes.get(path) || 0,
});

/** The bytes of a file by the head of its answer, whose rest is not read.
 * @param {string} url @param {AbortSignal} signal
 * @returns {Promise<number>} 0: not said. Rejects with a SourceError */
async function sizeOf(url, signal) {
  const { host } = new URL(url);
  try {
    return await fetchBytes(url, {
      ...{ limit: Infinity, signal },
      read: async (body, { headers }) => {
        await body.cancel();
        return Number(headers.get('content-length'));
      },
    });
  } catch (cause) {
    const file = url.split('/').pop() ?? url;
    throw Number(statusOf(cause)) > 0
      ? new SourceError('noFile', { name: host, file }, { cause })
      : new SourceError('noNetwork', { host }, { cause });
  }
}

/** Whose an address is: on GitHub its repository. @param {string} url */
function ownerOf(url) {
  const { host, pathname } = new URL(url);
  const isGitHub = host === 'raw.githubusercontent.com';
  return isGitHub ? pathname.split('/').slice(1, 3).join('/') : host;
}

/** @param {FileAddress[]} files @param {AbortSignal} signal @returns {Promise<PublishedModel>} */
async function lookUpFiles(files, signal) {
  const found = [];
  /** @type {Set<string>} */ const owners = new Set();
  /** @type {Set<string>} */ const licences = new Set();
  let page = '';
  for (const file of files) {
    if ('url' in file) {
      owners.add(ownerOf(file.url));
      found.push({ url: file.url, bytes: await sizeOf(file.url, signal) });
      continue;
    }
    const listing = await list(file.repository, signal);
    const { id, licence, sizes } = listing;
    if (!sizes.has(file.path))
      throw new SourceError('noFile', { name: id, file: file.path });
    owners.add(id);
    if (licence) licences.add(licence);
    page ||= `${HUB}/${id}`;
    found.push(fileIn(listing, file.path));
  }
  const [{ url }] = [...found].sort((a, b) => b.bytes - a.bytes);
  return {
    id: found.map((each) => each.url).join(' '),
    name: fileName(url),
    by: [...owners].join(', '),
    licence: [...licences].join(', '),
    ...{ page, files: found },
  };
}

/** Asks what there is; of the files only their sizes.
 * @param {Wanted} wanted @param {AbortSignal} signal
 * @returns {Promise<PublishedModel>} rejects with a SourceError */
export async function lookUp(wanted, signal) {
  if ('files' in wanted) return lookUpFiles(wanted.files, signal);
  const listing = await list(wanted.repository, signal);
  const { id, sha, licence } = listing;
  return {
    ...{ id: `${id}@${sha}`, name: id, licence },
    by: id.includes('/') ? id.split('/')[0] : new URL(HUB).host,
    page: `${HUB}/${id}/tree/${sha}`,
    files: chooseFiles(listing).map((path) => fileIn(listing, path)),
  };
}
