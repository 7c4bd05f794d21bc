// SPDX-License-Identifier: MIT
// The stage as it is drawn, mark by mark, from models that the engine trains here: every kind of
// model, what a reader looks at, heads alone and off, narrow and wide.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TOKENS } from '../../../../web/draw/theme.js';
import { captionOf, captionText } from '../../../../web/views/stage/caption.js';
import { drawThumbnail } from '../../../../web/views/stage/head-cards.js';
import { stageLayout } from '../../../../web/views/stage/layout.js';
import { hueOf } from '../../../../web/views/stage/lines.js';
import { Painter } from '../../../../web/views/stage/painter.js';
import {
  drawFilmFrame,
  filmSize,
  pictureSvg,
} from '../../../../web/views/stage/picture.js';
import { sceneOf } from '../../../../web/views/stage/scene.js';
import { explain, whyWords } from '../../../../web/views/stage/why/index.js';
import { sameAsRecorded } from '../../support/recorded.js';
import {
  changesOn,
  ink,
  linesOf,
  makeScreen,
  recordingCanvas,
} from '../../support/recording.js';
import { ask, look, modelNamed, specimen } from '../../support/specimens.js';
import { NARROW, WIDE } from './states.js';

/** @import { Specimen } from '../../support/specimens.js' */
/** @typedef {ReturnType<typeof recordingCanvas>} Canvas */
/** @typedef {{ resting: Canvas, moving: Canvas }} Canvases */

const LOW = { width: 912, height: 560 };

makeScreen();

/** Six layers, of which a low stage shows some. */
const TALL = {
  name: 'six layers',
  text: 'the fox ran home by the old road. '.repeat(9),
  steps: 30,
  config: {
    ...{ n_layer: 6, n_head: 2, n_embd: 16, block_size: 12, batch_size: 8 },
    ...{ learning_rate: 0.01, warmup_steps: 5, max_steps: 40, eval_interval: 20 },
    eval_windows: 2,
  },
};

/** Its parts add up, so that a prediction can be explained over both texts. */
const REVERSED = {
  name: 'reversed',
  steps: 40,
  config: {
    ...{ arch: 'encoder_decoder', task: 'reverse', n_layer: 1, n_head: 2 },
    ...{ n_embd: 24, n_ff: 48, block_size: 14, source_block_size: 12 },
    ...{ batch_size: 16, task_lines: 500, max_steps: 60, eval_interval: 20 },
    warmup_steps: 0,
  },
};

/** Both canvases of the stage, as they are drawn when all has come to rest.
 * @param {Specimen} model
 * @param {{ width: number, height: number, floor?: number, offset?: number }} size
 * @param {import('../../../../web/views/stage/painter.js').Focus} [focus]
 * @returns {Canvases & { painter: Painter, scene: any, layout: any }} */
function stageOf({ state }, size, focus = { i: null }) {
  const scene = sceneOf(state);
  assert.ok(scene);
  const isWhy = Boolean(focus.explained);
  const layout = stageLayout(scene, { ...size, isWhy });
  const [resting, moving] = [recordingCanvas(), recordingCanvas()];
  const painter = new Painter(resting, moving);
  painter.drawResting(scene, layout, ink, 0);
  assert.equal(painter.drawMoving(scene, layout, ink, focus, 0), false, 'at rest');
  return { resting, moving, painter, scene, layout };
}

/** @param {string} title @param {Canvases} drawn */
const both = (title, { resting, moving }) => [
  `## ${title}: lines at rest, opacity ${resting.style.opacity}`,
  ...linesOf(resting),
  `## ${title}: all else`,
  ...linesOf(moving),
];

/** @param {string} title @param {Canvases} drawn @param {Canvases} before */
const changes = (title, drawn, before) => [
  `## ${title}: lines at rest, opacity ${drawn.resting.style.opacity}`,
  ...changesOn(drawn.resting, before.resting),
  `## ${title}: all else`,
  ...changesOn(drawn.moving, before.moving),
];

test('a decoder on the stage: at rest, a character looked at, a head alone, on a phone', async () => {
  const model = await modelNamed('five lines');
  const wide = stageOf(model, WIDE);
  const pinned = stageOf(model, WIDE, { i: 7 });
  const { state } = model;
  state.isolated = { layer: 1, head: 2 };
  const alone = stageOf(model, WIDE, { i: 7 });
  const aloneAtRest = stageOf(model, WIDE);
  state.isolated = null;
  const narrow = stageOf(model, { ...NARROW, width: 230 });
  sameAsRecorded('stage-decoder', [
    ...both('wide', wide),
    ...changes('looked at: 7', pinned, wide),
    ...changes('head 2.3 alone, 7 looked at', alone, pinned),
    ...changes('head 2.3 alone', aloneAtRest, wide),
    ...both('a window of it, narrow', narrow),
  ]);
});

test('a decoder of six layers on the stage: those in sight, what flows through them', async () => {
  const model = await specimen(TALL);
  const wide = stageOf(model, WIDE);
  const low = stageOf(model, { ...LOW, floor: 2 });
  assert.ok(low.layout.floors < 6 && low.layout.floor > 0, 'some are out of sight');
  sameAsRecorded('stage-tall', [
    ...both('six layers', wide),
    ...changes('looked at: 9', stageOf(model, WIDE, { i: 9 }), wide),
    ...both('from the third layer', low),
  ]);
});

test('other models on the stage: two texts, labels, words, a text known by heart', async () => {
  const lines = [];
  for (const [name, i] of /** @type {const} */ ([
    ['backwards', 6],
    ['tagger', 4],
    ['words', 3],
  ])) {
    const model = await modelNamed(name);
    const wide = stageOf(model, WIDE);
    lines.push(...both(name, wide));
    lines.push(
      ...changes(`${name}, ${i} looked at`, stageOf(model, WIDE, { i }), wide),
    );
    const narrow = stageOf(model, NARROW);
    lines.push(`## ${name}, narrow: ${linesOf(narrow.moving).length} marks`);
    lines.push(...changes(`${name}, narrow`, narrow, wide).slice(0, 14));
  }
  sameAsRecorded('stage-others', lines);
});

test('a head is switched off: its lines go, corners and fading frames mark what changed', async () => {
  const model = await modelNamed('a head off');
  const { session, state } = model;
  const off = state.ablated;
  state.ablated = [];
  await session.setHead({ ...off[0], on: true });
  await look(model);
  const on = stageOf(model, WIDE);
  await session.setHead({ ...off[0], on: false });
  state.ablated = off;
  await look(model);
  const scene = sceneOf(state);
  assert.ok(scene);
  // The same painter, as on the page.
  const { painter, layout, resting, moving } = stageOf(model, WIDE);
  const lines = changes('off, at rest', { resting, moving }, on);
  const { painter: own, ...drawn } = on;
  own.drawResting(scene, layout, ink, 1000);
  const still = { i: null };
  /** @param {number} now */
  const at = (now) => {
    const goesOn = own.drawMoving(scene, layout, ink, still, now);
    return [
      `## ${now - 1000} ms later: ${goesOn ? 'goes on' : 'has ended'}`,
      ...changesOn(drawn.moving, moving),
    ];
  };
  lines.push(...at(1000), ...at(1350), ...at(1699), ...at(1700));
  // Lines rise into a character that is looked at, from two pictures of which the lower one is
  // all of it; with reduced motion they stand at once.
  const before = stageOf(model, WIDE, { i: 5 }).moving;
  for (const [now, isStill] of /** @type {const} */ ([
    [5000, false],
    [5105, false],
    [5420, false],
    [5000, true],
  ])) {
    const goesOn = painter.drawMoving(
      scene,
      layout,
      ink,
      { i: 5, since: 5000, isStill },
      now,
    );
    const title = `looked at for ${now - 5000} ms${isStill ? ', still' : ''}`;
    lines.push(
      `## ${title}: ${goesOn ? 'goes on' : 'has ended'}`,
      ...(goesOn ? linesOf(moving) : changesOn(moving, before)),
    );
  }
  sameAsRecorded('stage-switched', lines);
});

const inkOf = (/** @type {string} */ name) =>
  /** @type {any} */ (TOKENS)[name]?.[0] ?? name;

test('a picture of the stage: ground, panes, caption and names around the canvases', async () => {
  const model = await modelNamed('backwards');
  const { resting, moving, scene, layout } = stageOf(model, WIDE);
  const caption =
    'After ‘tea’ it expects ‘e’. It looks at the letter that comes next in the question.';
  const picture = {
    ...{ scene, layout, ink, caption, focus: { i: null } },
    labels: /** @type {import('../../../../web/views/stage/picture.js').Label[]} */ ([
      { text: 'Layer 1', left: 12, top: 300, kind: 'strong' },
      { text: 'tokens', left: 80, top: 700, kind: '' },
    ]),
  };
  const { width, height } = filmSize(picture);
  const frame = recordingCanvas(width, height);
  drawFilmFrame(frame.context, picture, [resting, moving]);
  const plain = (/** @type {string} */ name) => (name === 'pane-edge' ? '' : name);
  const other = recordingCanvas(width, height);
  drawFilmFrame(other.context, { ...picture, ink: plain }, [resting, moving]);
  const svg = pictureSvg({ ...picture, ink: inkOf, focus: { i: 5 } });
  const hues = Object.keys(TOKENS).filter((name) => name.startsWith('head-'));
  const round = svg.split('<').filter((tag) => tag.includes('linecap="round"'));
  const isHead = (/** @type {string} */ tag) =>
    hues.some((name) => tag.includes(inkOf(name)));
  assert.ok(round.length > 0 && round.every(isHead), 'only lines of heads end round');
  sameAsRecorded('stage-picture', [
    ...linesOf(frame),
    '## without an edge of its own',
    ...changesOn(other, frame),
  ]);
});

test('thumbnails of heads: every row, the one looked at, a head that is off', async () => {
  const lines = [];
  for (const name of ['five lines', 'backwards']) {
    const model = await modelNamed(name);
    const look = /** @type {any} */ (model.state.activations);
    for (let layer = 0; layer < look.L; layer++)
      for (const [on, i] of /** @type {const} */ ([
        [true, null],
        [true, 3],
        [false, null],
      ])) {
        const canvas = recordingCanvas();
        const colour = /** @type {any} */ (TOKENS)[hueOf(1)][0];
        drawThumbnail(canvas, look, layer, 1, on, colour, i);
        lines.push(
          `${name} ${layer + 1}.2 ${on ? 'on' : 'off'} ${i}: ${linesOf(canvas).join(', ')}`,
        );
        const [first] = canvas.context.marks;
        drawThumbnail(canvas, look, layer, 1, on, colour, i);
        assert.equal(canvas.context.marks[0], first, 'nothing new is not drawn again');
      }
  }
  sameAsRecorded('stage-thumbnails', lines);
});

/** A prediction explained, drawn. @param {Specimen} model @param {number} i
 * @param {Record<string, unknown>} [more] of the state */
async function why(model, i, more = {}) {
  await whyWords.load(model.state.lang);
  await ask(
    model,
    { pin: { i, j: null }, stageMode: 'why', hover: null },
    'why',
    'hide',
  );
  Object.assign(model.state, more);
  const { state, app } = model;
  const explained = explain({ state, t: app.t, format: app.format }, sceneOf(state));
  return stageOf(model, WIDE, { i, explained });
}

test('a prediction explained: shares, rivers, what is lost, one cause looked at', async () => {
  const lines = [];
  for (const [made, i] of /** @type {const} */ ([
    [modelNamed('five lines'), 9],
    [specimen(REVERSED), 5],
  ])) {
    const model = await made;
    const { name } = model;
    const all = await why(model, i);
    lines.push(`## ${name}`, ...linesOf(all.moving));
    const hide = model.state.answers.hide;
    const looked = await why(model, i, { hover: { i: 3, j: null } });
    lines.push(
      `## ${name}, one token looked at`,
      ...changesOn(looked.moving, all.moving),
    );
    assert.ok(hide);
    const unknown = await why(model, i, { answers: { why: model.state.answers.why } });
    lines.push(
      `## ${name}, nothing hidden yet`,
      ...changesOn(unknown.moving, all.moving),
    );
    const waiting = await why(model, i, { answers: {} });
    lines.push(`## ${name}, not known yet`, ...changesOn(waiting.moving, all.moving));
  }
  sameAsRecorded('stage-why', lines);
});

test('the caption of every kind of model: the line, a position, a head alone, heads off', async () => {
  const lines = /** @type {string[]} */ ([]);
  for (const name of [
    'five lines',
    'backwards',
    'tagger',
    'words',
    'a head off',
    'another language',
  ]) {
    const model = await modelNamed(name);
    const { app, state } = model;
    const { t: strings, format, lang } = app;
    const words = { t: strings, format, lang };
    const say = (/** @type {number | null} */ i) =>
      lines.push(
        `${name} ${i ?? 'line'}: ${captionText(captionOf(state, /** @type {any} */ (words), i))}`,
      );
    [null, 0, 3, (state.activations?.n ?? 1) - 1].forEach(say);
    state.isolated = { layer: 0, head: 1 };
    say(3);
    const { activations: look } = state;
    if (!look?.compared) continue;
    // Nothing is another guess than before: the mark is not to be seen, and is not explained.
    const { logits, lens, loss } = look;
    const compared = { ...look.compared, logits, lens, loss };
    state.activations = /** @type {any} */ ({ ...look, compared });
    say(null);
    assert.doesNotMatch(lines.at(-1) ?? '', /◥/);
  }
  sameAsRecorded('stage-captions', lines);
});
