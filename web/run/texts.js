// SPDX-License-Identifier: MIT
// Where texts come from and what makes one usable. Nothing here touches the page.

/** @typedef {import('../state/types.js').TextInUse} TextInUse */

/**
 * @typedef {object} Source
 * @property {string} id
 * @property {string} [url] fetched only when the reader asks
 * @property {number} [bytes] about how much is fetched
 */

/** @type {readonly Source[]} */
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

/** Larger files are more than a tab should copy about; 20 MB is a shelf of novels. */
const MAX_BYTES = 20 * 1024 * 1024;
/** A server that has not answered by then is treated as unreachable. */
const FETCH_TIMEOUT_MS = 30000;

export class TextError extends Error {
  /**
   * @param {'empty' | 'one-character' | 'not-utf8' | 'binary' | 'too-large' | 'no-network'} code
   * @param {ErrorOptions} [options]
   */
  constructor(code, options) {
    super(code, options);
    this.code = code;
  }
}

/**
 * @param {Uint8Array} bytes of a file or an answer from the network
 * @returns {string} with line feeds only: the model should not have to learn CR LF
 */
export function decodeText(bytes) {
  if (bytes.length > MAX_BYTES) throw new TextError('too-large');
  let text;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new TextError('not-utf8', { cause });
  }
  if (text.includes('\0')) throw new TextError('binary');
  return text.replaceAll('\r\n', '\n');
}

/**
 * Rejects what no model of any size could learn from. Whether a text is long enough
 * for the model chosen is the engine's to say.
 * @param {{ id: string, name: string, text: string }} given
 * @returns {TextInUse}
 */
export function checkText({ id, name, text }) {
  if (text.trim() === '') throw new TextError('empty');
  // A file of this size passed already; a paste is measured in UTF-16 units, close enough.
  if (text.length > MAX_BYTES) throw new TextError('too-large');
  // A lone half of a surrogate pair (a cut emoji) has no place in UTF-8.
  const whole = text.replaceAll('\r\n', '\n').replace(/\p{Surrogate}/gu, '\ufffd');
  let characters = 0;
  const seen = new Set();
  for (const character of whole) {
    seen.add(character);
    characters++;
  }
  if (seen.size < 2) throw new TextError('one-character');
  return { id, name, text: whole, characters, distinct: seen.size };
}

/**
 * @param {Source} source
 * @param {(received: number, total: number | null) => void} onProgress bytes
 * @returns {Promise<string>}
 */
export async function fetchText(source, onProgress) {
  try {
    const response = await fetch(/** @type {string} */ (source.url), {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
    });
    if (!response.ok || !response.body) throw new Error(`status ${response.status}`);
    const total = source.bytes ?? null;
    const tell = (/** @type {number} */ received) => onProgress(received, total);
    return decodeText(await readAll(response.body, MAX_BYTES, tell));
  } catch (cause) {
    if (cause instanceof TextError) throw cause;
    throw new TextError('no-network', { cause });
  }
}

/**
 * @param {ReadableStream<Uint8Array>} body
 * @param {number} limit bytes
 * @param {(received: number) => void} [onProgress] bytes
 */
export async function readAll(body, limit, onProgress = () => {}) {
  /** @type {Uint8Array[]} */
  const chunks = [];
  let received = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    received += value.length;
    if (received > limit) {
      await reader.cancel();
      throw new TextError('too-large');
    }
    onProgress(received);
  }
  const whole = new Uint8Array(received);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/**
 * Lines worth looking at, from the held-out end of the text: neither a heading of two
 * words nor longer than the model sees.
 * @param {string} text
 * @param {number} limit characters
 * @param {number} heldOut share of the text at its end
 * @returns {string[]} never empty
 */
export function linesOf(text, limit, heldOut) {
  const all = [...text];
  const tail = all.slice(Math.floor(all.length * (1 - heldOut)));
  const lines = tail
    .join('')
    .split('\n')
    .map((line) => [...line.trim()])
    // The tail starts in the middle of a line.
    .slice(1)
    .filter((line) => line.length >= Math.min(24, limit))
    .map((line) => clip(line, limit));
  return lines.length > 0 ? lines : [all.slice(0, limit).join('')];
}

/**
 * Where in a line the held-out end of a text begins. What stands in the training part as
 * well was seen.
 * @param {string} text @param {string} line @param {number} nVal characters held out
 * @returns {number} UTF-16 units from the start of the line; Infinity: it is not of the text
 */
export function heldOutStart(text, line, nVal) {
  const at = text.indexOf(line);
  let border = text.length;
  for (let n = at < 0 ? 0 : nVal; n > 0; n--)
    border -= Number(text.codePointAt(border - 2)) > 0xffff ? 2 : 1;
  return at < 0 ? Infinity : border - at;
}

/** Cuts at a space where there is one in the last third. */
function clip(/** @type {string[]} */ line, /** @type {number} */ limit) {
  if (line.length <= limit) return line.join('');
  const cut = line.lastIndexOf(' ', limit);
  return line.slice(0, cut > (limit * 2) / 3 ? cut : limit).join('');
}
