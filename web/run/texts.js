// SPDX-License-Identifier: MIT
// Training texts: sources, fetching, decoding, validation, example lines.

/** @import { TextInUse } from '../state/types.js' */

/**
 * @typedef {object} Source
 * @property {string} id
 * @property {string} [url] fetched only when the reader asks; none: in the bundle
 * @property {number} [bytes] about how much is fetched
 */

/** @type {Source[]} */
export const SOURCES = [
  { id: 'fables' },
  {
    id: 'shakespeare',
    url: 'https://raw.githubusercontent.com/karpathy/char-rnn/master/data/tinyshakespeare/input.txt',
    bytes: 1115394,
  },
  {
    id: 'fierro',
    url: 'https://raw.githubusercontent.com/segusantos/transformer-notebook/main/data/martin_fierro.txt',
    bytes: 192000,
  },
];

/** The least text with which both parts hold a context of 1 and the character after it. */
const LEAST_CHARS = 4;
/** Limit for files and pasted texts. */
const MAX_BYTES = 20 * 1024 * 1024;
/** A server may be silent for; a slow one is waited for. */
const SILENCE_MS = 30000;

export class TextError extends Error {
  /** @param {'empty' | 'one-character' | 'not-utf8' | 'binary' | 'too-large' | 'no-network'} code
   * @param {ErrorOptions} [options] */
  constructor(code, options) {
    super(code, options);
    this.code = code;
  }
}

/** @param {Uint8Array} bytes of a file or a response
 * @returns {string} with LF line ends */
export function decodeText(bytes) {
  if (bytes.length > MAX_BYTES) throw new TextError('too-large');
  let text;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new TextError('not-utf8', { cause });
  }
  if (text.includes('\0')) throw new TextError('binary');
  return text.replace(/\r\n?/g, '\n');
}

/** A text that is too short for any context, repeated. @param {string} text
 * @returns {string} at least LEAST_CHARS characters */
export function longEnough(text) {
  const n = [...text].length;
  return n >= LEAST_CHARS ? text : text.repeat(Math.ceil(LEAST_CHARS / n));
}

/** Rejects texts that no model can learn from. The engine decides whether a text is long
 * enough for a configuration.
 * @param {{ id: string, name: string, text: string }} given
 * @returns {TextInUse} */
export function checkText({ id, name, text }) {
  if (text.trim() === '') throw new TextError('empty');
  // In UTF-16 units, which is close enough.
  if (text.length > MAX_BYTES) throw new TextError('too-large');
  // UTF-8 cannot encode a lone surrogate (half of an emoji).
  const whole = longEnough(
    text.replace(/\r\n?/g, '\n').replace(/\p{Surrogate}/gu, '\ufffd'),
  );
  const characters = [...whole];
  const distinct = new Set(characters).size;
  if (distinct < 2) throw new TextError('one-character');
  return { id, name, text: whole, characters: characters.length, distinct };
}

/** @param {Source} source
 * @param {{ onProgress?: (received: number) => void, signal?: AbortSignal }} [options] of
 *   fetchBytes
 * @returns {Promise<string>} */
export async function fetchText({ url = '' }, options) {
  return decodeText(await fetchBytes(url, { limit: MAX_BYTES, ...options }));
}

/**
 * What lies at an address, without cookies and without saying where the reader is.
 * @template [T=Uint8Array<ArrayBuffer>]
 * @param {string} url
 * @param {object} options
 * @param {number} options.limit bytes
 * @param {(received: number) => void} [options.onProgress] bytes
 * @param {AbortSignal} [options.signal] ends it
 * @param {(body: ReadableStream<Uint8Array<ArrayBuffer>>, response: Response) => Promise<T>}
 *   [options.read]
 * @returns {Promise<T>} rejects with a TextError
 */
export async function fetchBytes(
  url,
  { limit, onProgress, signal, read = /** @type {any} */ (readAll) },
) {
  const silence = new AbortController();
  const stop = () => silence.abort();
  /** @type {ReturnType<typeof setTimeout> | undefined} */ let timer;
  const listen = () => {
    clearTimeout(timer);
    timer = setTimeout(stop, SILENCE_MS);
  };
  signal?.addEventListener('abort', stop);
  try {
    signal?.throwIfAborted();
    listen();
    const response = await fetch(url, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: silence.signal,
    });
    const { ok, body, status } = response;
    if (!ok || !body) throw new Error(`status ${status}`, { cause: status });
    const listenOn = (/** @type {number} */ received) => {
      listen();
      onProgress?.(received);
    };
    return await read(counted(body, limit, listenOn), response);
  } catch (cause) {
    if (cause instanceof TextError) throw cause;
    throw new TextError('no-network', { cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** A stream that is counted, and no longer than a limit. @template {Uint8Array} T
 * @param {ReadableStream<T>} body @param {number} limit bytes
 * @param {(received: number) => void} [onProgress] bytes */
export function counted(body, limit, onProgress = () => {}) {
  let received = 0;
  /** @type {Transformer<T, T>} */
  const transformer = {
    transform(chunk, controller) {
      received += chunk.length;
      if (received > limit) throw new TextError('too-large');
      onProgress(received);
      controller.enqueue(chunk);
    },
  };
  return body.pipeThrough(new TransformStream(transformer));
}

/** @param {ReadableStream<Uint8Array<ArrayBuffer>>} body whose error is that of this */
export async function readAll(body) {
  const reader = body.getReader();
  const chunks = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(chunks).arrayBuffer());
    chunks.push(value);
  }
}

/** A shorter line shows little attention. */
const SHOWN_FROM = 24;
/** Of a text of short lines those that are not much shorter than its longest. */
const LONG = 2 / 3;

/** Where the validation part of a text begins.
 * @param {string} text @param {number} nHeld characters held out
 * @returns {number} UTF-16 units */
export function borderOf(text, nHeld) {
  let border = text.length;
  for (let n = nHeld; n > 0 && border > 0; n--)
    border -= Number(text.codePointAt(border - 2)) > 0xffff ? 2 : 1;
  return border;
}

/**
 * Lines of one part of the text, neither too short to show attention nor longer than `limit`.
 * @param {string} text
 * @param {number} limit characters
 * @param {number} nHeld characters held out
 * @param {'train' | 'val'} [split]
 * @returns {string[]} never empty
 */
export function linesOf(text, limit, nHeld, split = 'val') {
  const border = borderOf(text, nHeld);
  const isVal = split === 'val';
  const part = isVal ? text.slice(border) : text.slice(0, border);
  const lines = part.split('\n').map((line) => [...line.trim()]);
  // The one across the border is in neither part.
  if (isVal) lines.shift();
  else lines.pop();
  const longest = lines.reduce((most, { length }) => Math.max(most, length), 0);
  const least = longest < SHOWN_FROM ? longest * LONG : SHOWN_FROM;
  const shown = lines.filter(
    ({ length }) => length > 1 && length >= Math.min(least, limit),
  );
  if (shown.length > 0) return shown.map((line) => clip(line, limit));
  const rest = [...part];
  return [(rest.length < limit ? [...text] : rest).slice(0, limit).join('')];
}

/** Where in a line the validation part of a text begins. A line that also occurs earlier
 * counts as training text.
 * @param {string} text @param {string} line @param {number} nHeld characters held out
 * @returns {number} UTF-16 units from the start of the line; Infinity: not in the text */
export function heldOutStart(text, line, nHeld) {
  const at = text.indexOf(line);
  return at < 0 ? Infinity : borderOf(text, nHeld) - at;
}

/** Cuts at a space where there is one in the last third. */
function clip(/** @type {string[]} */ line, /** @type {number} */ limit) {
  if (line.length <= limit) return line.join('');
  const cut = line.lastIndexOf(' ', limit);
  return line.slice(0, cut > (limit * 2) / 3 ? cut : limit).join('');
}
