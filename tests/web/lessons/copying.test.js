// SPDX-License-Identifier: MIT
// By content or by place: the shares counted on made-up guesses, and both models of the last
// lesson, trained here, on lines that neither has seen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  copied,
  repeated,
  rotatedLines,
  written,
} from '../../../web/lessons/copying.js';
import { LESSONS } from '../../../web/lessons/built-in.js';
import { MEASURES, bestHead, holds } from '../../../web/lessons/measures.js';
import { createSession } from '../../../wasm/index.js';
import { MODULE, newEngine } from '../../wasm/support.js';

/** @typedef {import('../../../wasm/index.js').Session} Session */

const STATE = /** @type {any} */ ({});
const { steps } = /** @type {typeof LESSONS[number]} */ (
  LESSONS.find(({ id }) => id === 'induction')
);
const presets = (await newEngine()).presets();

test('rotated lines: different letters, never from the first on, the same every time', () => {
  const lines = rotatedLines(200, 1);
  assert.deepEqual(lines, rotatedLines(200, 1));
  for (const { s, by } of lines) {
    assert.match(s, /^[a-l]{4,8}$/);
    assert.equal(new Set(s).size, s.length);
    assert.ok(by > 0 && by < s.length);
  }
  assert.equal(written({ s: 'abcd', by: 3 }), 'abcd|dabc\n');
});

test('guesses by content, by place and by neither are told apart', async () => {
  const lines = rotatedLines(50, 3);
  const vocabulary = [...'\nabcdefghijkl|'];
  /** @param {(s: string, k: number, by: number) => string} guess after letter k of t */
  const model =
    (guess) =>
    (/** @type {{ text: string }} */ { text }) => {
      const n = text.length;
      const [s, t] = text.trim().split('|');
      const data = new Float32Array(2 * n).fill(1);
      for (let k = 0; k < t.length; k++)
        data[n + s.length + 2 + k] = vocabulary.indexOf(guess(s, k, s.indexOf(t[0])));
      return { top: { rows: 2, columns: n, data } };
    };
  const ask = (/** @type {Parameters<typeof model>[0]} */ guess) =>
    copied(lines, vocabulary, model(guess));
  assert.deepEqual(await ask((s, k, by) => s[(k + by + 1) % s.length]), {
    content: 1,
    place: 0,
  });
  assert.deepEqual(await ask((s, k) => s[(k + 1) % s.length]), {
    content: 0,
    place: 1,
  });
  assert.deepEqual(await ask(() => '|'), { content: 0, place: 0 });
});

/** The values a step's claims are about, on a session. @param {Session} session
 * @param {number} at */
async function claimed(session, at) {
  /** @type {Record<string, number>} */
  const values = {};
  for (const { left, right } of steps[at].claims)
    for (const name of [left, right])
      if (typeof name === 'string') values[name] = await MEASURES[name](session, STATE);
  for (const claim of steps[at].claims)
    assert.ok(
      holds(claim, values),
      `${JSON.stringify(claim)} ${JSON.stringify(values)}`,
    );
  return values;
}

/** @param {number} at step of the lesson @param {import('node:test').TestContext} t */
async function trained(at, t) {
  const { start } = steps[at].actions[0];
  const preset = presets.find(({ name }) => name === start?.preset);
  const config = { ...preset?.config, ...start?.settings };
  const text = start?.lines ? repeated(start.lines) : '';
  const session = await createSession({ text, config, mode: 'main', wasm: MODULE });
  t.after(() => session.close());
  await session.run({ until: steps[at].actions[1].train });
  return session;
}

test('lines s|s teach copying by place', async (t) => {
  const session = await trained(1, t);
  const values = await claimed(session, 1);
  assert.ok(values.byContent < 0.4);
});

test('rotated lines teach a circuit of two heads, and it needs both', async (t) => {
  const session = await trained(2, t);
  await claimed(session, 2);
  await claimed(session, 3);
  for (const [kind, at] of /** @type {const} */ ([
    ['copier', 4],
    ['previous', 5],
  ])) {
    // prettier-ignore
    const place = await bestHead(session, kind);
    assert.equal(place.layer, kind === 'copier' ? 1 : 0);
    await session.setHead({ ...place, on: false });
    await claimed(session, at);
    await session.setHead({ ...place, on: true });
  }
  await claimed(session, 2);
});
