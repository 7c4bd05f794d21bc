// SPDX-License-Identifier: MIT
// What a reader types to open a published model: the name of a repository of Hugging Face, its
// address, or the addresses of a model's files. Nothing is fetched here.
import { DocumentError } from '../fetch-document.js';
import { areModelFiles } from '../model-files.js';

/** Sites that the policy of the page lets it ask, besides its own (web/page/index.html); those that
 * Hugging Face redirects to are in the policy only. */
export const HOSTS = ['huggingface.co', 'raw.githubusercontent.com'];
const [HUB] = HOSTS;

/** What is wrong with an address, or with what is published there; the sentences are in the
 * catalogues (i18n, published.js), by key. @extends {DocumentError<string>} */
export class SourceError extends DocumentError {}

/**
 * A repository of Hugging Face, or files: `path` where they are in one, else `url`.
 * @typedef {{ name: string, revision: string }} Repository
 * @typedef {{ repository: Repository, path: string } | { url: string }} FileAddress
 * @typedef {{ repository: Repository } | { files: FileAddress[] }} Wanted
 */

/** As Hugging Face allows them: a name has at most 96 characters. */
const PART = /^(?!.*(--|\.\.))\w([\w.-]{0,94}\w)?$/;
const REVISION = /^(?!.*\.\.)\w[\w./-]{0,98}$/;
/** Paths have no empty, hidden or upward parts. */
const PATH = /^\w[\w.-]*(\/\w[\w.-]*)*$/;
/** Longer ones are rejected unread. */
const MAX_LENGTH = 2000;
/** A file of these names is one of those that a repository's model consists of. */
const OF_REPOSITORY = /^(model|pytorch_model)\b[\w.-]*$|^(config|tokenizer)\.json$/;

/** @param {string[]} parts owner and name, or the name alone @param {string} [revision]
 * @returns {Repository | null} */
function repositoryOf(parts, revision = '') {
  const isName = parts.length > 0 && parts.length < 3;
  if (!isName || !parts.every((part) => PART.test(part))) return null;
  if (revision && !REVISION.test(revision)) return null;
  return { name: parts.join('/'), revision };
}

/** @param {string} typed @returns {Wanted} throws a SourceError */
export function readAddress(typed) {
  const words = typed.trim().split(/\s+/);
  if (typed.length > MAX_LENGTH || words[0] === '') throw new SourceError('noAddress');
  if (words.length === 1) {
    const [word] = words;
    const [name, revision, ...more] = word.split('@');
    const isPlain = !word.includes(':') && !word.startsWith(`${HUB}/`);
    const repository = isPlain && repositoryOf(name.split('/'), revision);
    if (repository && more.length === 0 && revision !== '') return { repository };
    const page = pageOf(urlOf(word));
    if (page) return { repository: page };
  }
  const files = words.map((word) => fileOf(urlOf(word)));
  const names = files.map((file) => ({ name: 'url' in file ? file.url : file.path }));
  if (!areModelFiles(names)) throw new SourceError('noModelFiles');
  return { files };
}

/** @param {string} word @returns {URL} throws a SourceError */
function urlOf(word) {
  const whole = word.startsWith(`${HUB}/`) ? `https://${word}` : word;
  const url = URL.canParse(whole) ? new URL(whole) : null;
  const isOwn = url?.origin === location.origin && location.origin !== 'null';
  if (!url || (url.protocol !== 'https:' && !isOwn) || url.username || url.password)
    throw new SourceError('noAddress');
  if (!isOwn && (!HOSTS.includes(url.hostname) || url.port))
    throw new SourceError('otherHost', { host: url.host });
  // The one that the button "download" of Hugging Face adds.
  if (url.search !== '' && url.search !== '?download=true')
    throw new SourceError('noAddress');
  return url;
}

/** Parts of a path, decoded. @param {URL} url @returns {string[]} throws a SourceError */
function partsOf({ pathname }) {
  try {
    return pathname.replace(/\/$/, '').split('/').slice(1).map(decodeURIComponent);
  } catch (cause) {
    throw new SourceError('noAddress', {}, { cause });
  }
}

/** The repository whose page this is, or a file that is part of its model. @param {URL} url
 * @returns {Repository | null} */
function pageOf(url) {
  if (url.hostname !== HUB) return null;
  const parts = partsOf(url);
  const at = parts.findIndex((part) => ['tree', 'blob', 'resolve'].includes(part));
  if (at < 0) return repositoryOf(parts);
  const [kind, revision = '', ...path] = parts.slice(at);
  const isWhole =
    kind === 'tree'
      ? path.length === 0
      : path.length === 1 && OF_REPOSITORY.test(path[0]);
  return isWhole && revision ? repositoryOf(parts.slice(0, at), revision) : null;
}

/** @param {URL} url @returns {FileAddress} throws a SourceError */
function fileOf(url) {
  const parts = partsOf(url);
  if (url.hostname !== HUB) return { url: url.origin + url.pathname };
  const at = parts.findIndex((part) => ['blob', 'resolve'].includes(part));
  const path = parts.slice(at + 2).join('/');
  const repository =
    at > 0 && parts[at + 1] ? repositoryOf(parts.slice(0, at), parts[at + 1]) : null;
  if (!repository || !PATH.test(path)) throw new SourceError('noAddress');
  return { repository, path };
}
