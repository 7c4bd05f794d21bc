// SPDX-License-Identifier: MIT
// Times writing with keys and values kept and with everything read anew for each character.
// `node bench/cache.js` does the same in Node, with more sizes.

/** @import { Session } from '../state/types.js' */

const MOST_CHARACTERS = 127;
/** The fastest of several rounds counts: interference only adds time. */
const ROUNDS = 3;
/** No further round begins after it. */
const ENOUGH_MS = 2000;

/** ms a token; text: what was written with the cache; isSame: and without.
 * @typedef {{ n: number, cached: number, full: number, text: string, isSame: boolean }}
 *   CacheTiming */

/** Within the window, which is never full: then both would read it again.
 * @param {Session} session @param {string} prompt @returns {Promise<CacheTiming>} */
export async function timeCache(session, prompt) {
  const { n } = await session.runWithCache({ text: prompt, attention: false });
  const room = Number(session.info.config.block_size) - n;
  const chars = Math.max(1, Math.min(MOST_CHARACTERS, room));
  const write = async (/** @type {boolean} */ cache) => {
    const begin = performance.now();
    const { text, tokens } = await session.sample({
      ...{ prompt, chars, cache, greedy: true },
    });
    return { text, n: tokens.length, ms: (performance.now() - begin) / tokens.length };
  };
  const start = performance.now();
  let [kept, anew] = [await write(true), await write(false)];
  for (let i = 1; i < ROUNDS && performance.now() - start < ENOUGH_MS; i++) {
    const [a, b] = [await write(true), await write(false)];
    kept = a.ms < kept.ms ? a : kept;
    anew = b.ms < anew.ms ? b : anew;
  }
  const isSame = kept.text === anew.text;
  return { n: kept.n, cached: kept.ms, full: anew.ms, text: kept.text, isSame };
}
