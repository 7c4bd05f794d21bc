// SPDX-License-Identifier: MIT
// Training texts: validation, decoding, lines of the validation part.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import {
  checkText,
  decodeText,
  fetchText,
  heldOutStart,
  linesOf,
} from '../../../web/run/texts.js';
import { listening } from '../../tools/static-server.js';

const bytes = (/** @type {string} */ text) => new TextEncoder().encode(text);
const given = (/** @type {string} */ text) => ({ id: 'own', name: 'Own', text });

test('texts: an unusable text is refused, each with its own error code', () => {
  const cases = /** @type {[() => unknown, string][]} */ ([
    [() => checkText(given('')), 'empty'],
    [() => checkText(given(' \n\t ')), 'empty'],
    [() => checkText(given('aaaaaaaaaaaaaa')), 'one-character'],
    [() => decodeText(Uint8Array.of(0x48, 0xe9, 0x6c, 0x61)), 'not-utf8'],
    [() => decodeText(Uint8Array.of(0xff, 0xfe, 0x41, 0x00)), 'not-utf8'],
    [() => decodeText(bytes('PK\0\0data')), 'binary'],
    [() => decodeText(new Uint8Array(20 * 1024 * 1024 + 1)), 'too-large'],
  ]);
  for (const [attempt, code] of cases) {
    assert.throws(
      attempt,
      (error) => /** @type {{ code: string }} */ (error).code === code,
    );
  }
});

test('texts: characters are code points, CR LF and CR are line ends, lone surrogates are replaced', () => {
  const text = checkText(given('añ\r\n🦊🦊\ud83e'));
  assert.equal(text.text, 'añ\n🦊🦊\ufffd');
  assert.equal(text.characters, 6);
  assert.equal(text.distinct, 5);
  assert.equal(decodeText(bytes('\ufeffone\r\ntwo\rthree')), 'one\ntwo\nthree');
  assert.equal(checkText(given('one\rtwo')).text, 'one\ntwo');
});

test('texts: lines come from the validation part and are no longer than the limit', () => {
  const early = 'an early line that is in the training part of it\n'.repeat(40);
  const late = 'a late line that the model has never been trained on, and a long one\n';
  const text = early + late.repeat(8);
  const lines = linesOf(text, 40, Math.ceil(text.length / 5));
  assert.ok(lines.length > 0);
  for (const line of lines) {
    assert.ok([...line].length <= 40, line);
    assert.ok(line.startsWith('a late line'), line);
  }
  assert.deepEqual(linesOf('xyxyxyxy', 5, 1), ['xyxyx'], 'a text without lines');
});

test('texts: lines of the training part end before the other; of short lines the longest are taken', () => {
  const text =
    'a first line that is long enough\nlow\nanother line that the border cuts in two parts\nheld\n';
  const held = text.length - text.indexOf('two');
  assert.deepEqual(linesOf(text, 40, held, 'train'), [
    'a first line that is long enough',
  ]);
  assert.deepEqual(linesOf(text, 40, held, 'val'), ['held']);
  const fish = 'One fish\ntwo fish\nno\nblue fish\nold\nnew fish\nno fish at all\nlast';
  const after = fish.length - fish.indexOf('old');
  assert.deepEqual(linesOf(fish, 40, after, 'train'), [
    'One fish',
    'two fish',
    'blue fish',
  ]);
  assert.deepEqual(linesOf(fish, 40, after, 'val'), ['no fish at all']);
});

test('texts: the validation part begins at the same place in a line as in the text', () => {
  // 12 characters, three of them in two UTF-16 units; the last 5 are held out.
  const text = 'ab😀dabefgh😀😀';
  const border = text.indexOf('fgh');
  assert.equal(heldOutStart(text, 'fgh', 5), 0);
  assert.equal(heldOutStart(text, 'gh😀', 5), -1);
  assert.equal(heldOutStart(text, '😀dabefg', 5), border - 2);
  assert.ok(heldOutStart(text, 'dabe', 5) >= 4, 'all of it is trained on');
  assert.ok(heldOutStart(`${text}ab`, 'ab', 7) >= 2, 'it stands in both parts');
  assert.equal(heldOutStart(text, 'zz', 5), Infinity, 'it is nowhere');
});

test('texts: a slow server is waited for, a silent one is not', async (t) => {
  const [SILENCE_MS, PIECES] = [30_000, 32];
  /** @type {import('node:http').ServerResponse | undefined} */ let sending;
  const server = createServer((_, response) => {
    sending = response;
    response.write('piece 1\n');
  });
  const { port, close } = await listening(server);
  t.after(close);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let received = 0;
  let ended = 0;
  const take = () =>
    fetchText(
      { id: 'own', url: `http://127.0.0.1:${port}/` },
      { onProgress: (bytes) => (received = bytes) },
    ).finally(() => ended++);
  const until = async (/** @type {() => unknown} */ isSo) => {
    while (!isSo()) {
      assert.equal(ended, 0, 'given up too early');
      await new Promise(setImmediate);
    }
  };

  const slow = take();
  const piece = 'piece 1\n'.length;
  for (let n = 1; n <= PIECES; n++) {
    await until(() => received === n * piece);
    // Together far longer than the limit of silence.
    t.mock.timers.tick(SILENCE_MS - 1);
    if (n < PIECES) sending?.write('piece 1\n');
    else sending?.end();
  }
  assert.equal((await slow).trim().split('\n').length, PIECES);

  received = ended = 0;
  const silent = assert.rejects(take(), { code: 'no-network' });
  await until(() => received === piece);
  t.mock.timers.tick(SILENCE_MS - 1);
  await new Promise(setImmediate);
  assert.equal(ended, 0, 'it may still go on');
  t.mock.timers.tick(1);
  await silent;
});
