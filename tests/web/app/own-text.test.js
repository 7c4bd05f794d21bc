// SPDX-License-Identifier: MIT
// The reader's own text in a link: restored exactly, only where the reader said so, and no way in
// for hostile input. Its checkbox and the address are in tests/browser/page/own-text.test.js.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { packText, unpackText } from '../../../web/run/link-text.js';
import { openApp } from '../support/app-in-node.js';

/** @typedef {Parameters<typeof openApp>[0]} Test */

/** Settings that take no time. */
const SMALL = 'v=1&n_layer=1&n_head=1&n_embd=16&block_size=8&batch_size=2';
const OWN = 'El ñandú corre.\nÉl no vuela. 🐦 ¿Por qué?\n'.repeat(6);
/** What links with this text hold, as they were given out: a line never changes. */
const GOLDEN =
  'c81ROLwxMS_l8C6F5PyiolQ9rsOdOQp5-Qplpak5iXoKH-ZPWKZwaH9AfpFCYenhlfZcriNRAwA';

/** @param {string | Buffer} data */
const packed = (data) => deflateRawSync(data).toString('base64url');

/** What a link restores. @param {Test} t @param {string} link */
async function opened(t, link) {
  const app = await openApp(t, { link });
  const { text, notice, textProblem, session } = app.store.state;
  return {
    id: text?.id,
    text: text?.text,
    config: session?.info.config,
    said: notice?.text ?? textProblem?.text ?? null,
    code: notice?.code ?? textProblem?.code ?? null,
    link: app.link,
  };
}

test('a link with a text restores the text and keeps it in new links', async (t) => {
  const found = await opened(t, `${SMALL}&own=${GOLDEN}`);
  assert.deepEqual([found.id, found.text, found.said], ['own', OWN, null]);
  assert.equal(new URLSearchParams(found.link).get('own_text'), GOLDEN);
  assert.deepEqual(await opened(t, found.link), found);
  assert.equal(await unpackText(/** @type {string} */ (await packText(OWN))), OWN);
});

test('a text of one’s own is in no link until the reader says so, and not after', async (t) => {
  const app = await openApp(t, { link: SMALL });
  await app.texts.use({ id: 'own', name: 'A', text: OWN });
  assert.ok(!app.link.includes('own'));
  assert.equal(await app.share(true), true);
  const own = new URLSearchParams(app.link).get('own_text') ?? '';
  assert.equal(await unpackText(own), OWN);
  assert.equal((await opened(t, app.link)).text, OWN);
  await app.share(false);
  assert.ok(!app.link.includes('own'));
  // Another text is another question.
  await app.share(true);
  await app.texts.use({ id: 'own', name: 'A', text: `${OWN}!` });
  assert.ok(!app.link.includes('own'));
});

test('texts that do not fit into a link are refused', async () => {
  assert.equal(await packText('ab'.repeat(300_000)), null);
});

test('an invalid text in a link is reported and changes nothing', async (t) => {
  const plain = await opened(t, SMALL);
  const hostile = {
    'no letters of ours': '<b>',
    'no deflated data': 'AAAA',
    'cut short': GOLDEN.slice(0, -9),
    'not UTF-8': packed(Buffer.from([0x61, 0xff, 0xfe, 0x62])),
    zeros: packed(Buffer.from('a\0b')),
    'a million times its size': packed(Buffer.alloc(12_000_000, 'ab')),
    'longer than a link': 'A'.repeat(18_000),
  };
  for (const [name, own] of Object.entries(hostile)) {
    assert.ok(own.length < 19_000, name);
    const found = await opened(t, `${SMALL}&own=${encodeURIComponent(own)}`);
    assert.equal(found.code, 'bad-link', name);
    assert.deepEqual({ ...found, said: null, code: null }, plain, name);
  }
  const one = await opened(t, `${SMALL}&own=${packed('aaaa')}`);
  assert.deepEqual([one.id, one.code], ['fables', 'bad-text']);
  const short = await opened(t, `${SMALL}&own=${packed('ab')}`);
  assert.deepEqual([short.id, short.code], ['own', null], 'two characters are enough');
});
