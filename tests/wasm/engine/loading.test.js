// SPDX-License-Identifier: MIT
// Where the engine comes from: once from each source, and again where that failed.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { engineModule, provide } from '../../../wasm/engine/loading.js';
import { WASM_URL, glassError } from '../support.js';

const bytes = readFileSync(WASM_URL);

test('the engine is asked for again after a failure, and kept after none', async () => {
  let asked = 0;
  provide({
    async wasm() {
      if (asked++ === 0) throw new TypeError('no connection');
      return bytes;
    },
  });
  await assert.rejects(engineModule(), /no connection/);
  const module = await engineModule();
  assert.equal(await engineModule(), module);
  assert.equal(asked, 2);
});

/** @param {string} why */
const says = (why) => glassError('no-wasm', new RegExp(`^engine_not_fetched .*${why}`));

test('an address that is none, and a file that is not there, say so', async () => {
  await assert.rejects(engineModule('http://['), says('Invalid URL'));
  await assert.rejects(engineModule(new URL('none.wasm', WASM_URL)), says('ENOENT'));
});

test('an address that does not answer is asked again, and says why', async (t) => {
  const replies = [null, new Response('', { status: 404 }), new Response(bytes)];
  t.mock.method(globalThis, 'fetch', async () => {
    const reply = replies.shift();
    if (!reply) throw new TypeError('no connection');
    return reply;
  });
  const url = new URL('https://example.org/engine.wasm');
  await assert.rejects(engineModule(url), says('no connection'));
  await assert.rejects(engineModule(url), says('404'));
  assert.equal(await engineModule(url), await engineModule(url));
  assert.equal(replies.length, 0);
});
