// SPDX-License-Identifier: MIT
// The replay of a run as it is drawn: the picture, and frames of the film; and its dialog, which
// ends what it has begun.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { drawCard, drawFrame, SIZE } from '../../../web/views/replay/draw.js';
import { replayOf } from '../../../web/views/replay/moments.js';
import { Replay } from '../../../web/views/replay/replay.js';
import { saidOf, saidOn } from '../../../web/views/replay/said.js';
import { openApp, viewOf } from '../support/app-in-node.js';
import { LINK, POEM } from '../support/memorized.js';
import {
  changesOn,
  ink,
  linesOf,
  makeScreen,
  recordingCanvas,
} from '../support/recording.js';
import { sameAsRecorded } from '../support/recorded.js';

const app = await openApp({ after }, { link: LINK });
await app.texts.use({
  id: 'own',
  name: 'Two poems, which the model learns by heart in a minute',
  text: POEM,
});
const session = /** @type {any} */ (app.store.state.session);
await session.run({ until: 200 });
makeScreen();
const how = { signal: new AbortController().signal, onProgress() {} };
const replay = await replayOf(app.store.state, how);
const view = viewOf(app);

/** @param {(ctx: any) => void} draw */
function drawn(draw) {
  const canvas = recordingCanvas(SIZE.width, SIZE.height);
  canvas.context.scale(1, 1);
  draw(canvas.context);
  return canvas;
}

test('the picture of a replay, and one of another name and without copies', () => {
  const words = saidOn(view, replay);
  const card = drawn((ctx) => drawCard(ctx, replay, words, ink));
  const name = `${'A name that is too long for the picture, '.repeat(3)}`;
  const other = { ...replay, name, moments: replay.moments.slice(-3) };
  const others = drawn((ctx) => drawCard(ctx, other, { ...words, copied: '' }, ink));
  const letter = drawn((ctx) => drawCard(ctx, { ...replay, name: 'W' }, words, ink));
  sameAsRecorded('replay-card', [
    ...linesOf(card),
    '## fewer moments',
    ...changesOn(others, card),
    '## a name of one letter',
    ...changesOn(letter, card),
  ]);
});

test('frames of the film: at the beginning, while it writes, between moments, at its end', () => {
  const words = saidOn(view, replay);
  const at = (/** @type {number} */ seconds) =>
    drawn((ctx) => drawFrame(ctx, replay, words, ink, seconds));
  const first = at(0);
  const lines = ['## 0 s', ...linesOf(first)];
  for (const seconds of [0.9, 4, 7.9, 8, 10])
    lines.push(`## ${seconds} s`, ...changesOn(at(seconds), first));
  sameAsRecorded('replay-film', lines);
});

test('names of lines that are too near each other are left out', () => {
  const words = saidOn(view, replay);
  const { baselines } = replay;
  const of = (/** @type {number} */ unigram, { losses } = replay) => {
    const own = { ...baselines, unigram, bigram: 0, trigram: 0 };
    const { context } = drawn((ctx) =>
      drawCard(ctx, { ...replay, losses, baselines: own }, words, ink),
    );
    /** @type {{ shape: string }[]} */ const marks = context.marks;
    return marks.filter(({ shape }) => shape.startsWith('outline'));
  };
  assert.equal(of(baselines.uniform - 0.01).length, 1);
  assert.equal(of(baselines.uniform - 1).length, 2);
  // Above their lines where both curves end below, and on the other side where one does not.
  const endingAt = (/** @type {number} */ loss) => {
    const val = replay.losses.val.map(() => loss);
    const names = of(baselines.uniform - 1, {
      ...replay,
      losses: { ...replay.losses, val },
    });
    return names.map(({ shape }) => Number(shape.split(' ').at(-1)));
  };
  const above = endingAt(0);
  for (const [n, y] of endingAt(baselines.uniform).entries())
    assert.equal(Math.round(y - above[n]), 24);
});

test('what a replay says of it has its blanks once, and none at its ends', () => {
  const [first, ...more] = replay.moments;
  const written = [' \n', 'a  b', '\n\nc ', ' '].map((text) => ({
    text,
    isCopied: false,
  }));
  const said = saidOf(view, { ...replay, moments: [{ ...first, written }, ...more] });
  assert.match(said, /‘a b c’|“a b c”|: a b c[.,;]/);
});

test('the dialog of a replay that is closed gives up what it makes, and draws the stage anew', async () => {
  let asked = 0;
  let closed = 0;
  const dialog = { showModal() {} };
  const stage = /** @type {any} */ ({
    ...{ ...view, updateComplete: Promise.resolve() },
    requestUpdate: () => void asked++,
    find: (/** @type {string} */ selector) =>
      selector === '#replay-dialog' ? dialog : null,
  });
  const shown = new Replay(stage, () => void closed++);
  const opened = shown.open();
  await new Promise((done) => setImmediate(done));
  const before = asked;
  assert.ok(before > 0, 'the stage is drawn with the dialog');
  shown.stop();
  assert.deepEqual([closed, asked], [1, before + 1]);
  await opened;
  const words = JSON.stringify(shown.render());
  assert.match(words, /role=\\"alert\\"/, 'it has not been made');
});
