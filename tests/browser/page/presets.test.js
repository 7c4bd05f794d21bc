// SPDX-License-Identifier: MIT
// Every preset in a real Chromium, by its link: it loads, takes steps and can be inspected, within
// short deadlines however large the model.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { level, pixelTable } from '../../../web/draw/palette.js';
import { PAGE_SETTINGS } from '../../../web/state/run.js';
import { RAMPS } from '../../../web/draw/theme.js';
import { configPresets } from '../../../wasm/index.js';
import { inPage } from '../support/page-queries.js';
import { openTestSite } from '../support/harness.js';

/** @typedef {import('../support/harness.js').Page} Page */

/** Only for the models whose step takes long: their shape stays as it is. */
const LIGHTER = /** @type {Record<string, string>} */ ({
  poet: '&batch_size=1&eval_windows=1',
  shakespeare: '&eval_windows=8',
  nano: '&eval_windows=8',
  'nano-fast': '&eval_windows=8',
  'shakespeare-fast': '&eval_windows=8',
  llama: '&eval_windows=8',
  modern: '&eval_windows=8',
});
const LOAD_MS = 10_000;
const STEP_MS = 15_000;
/** From the end of a step to the picture of it, on a machine with other work to do. */
const LOOK_MS = 5_000;
const POLL_MS = 25;

/** What the line looked at must be, for the presets that learn a task. */
const EXAMPLES = /** @type {Record<string, (line: string) => boolean>} */ ({
  statquest: (line) =>
    /^(what is statquest|statquest is what) <EOS>\tawesome$/.test(line),
  tagger: (line) => {
    const [words, tags] = line.split('\t').map((part) => part.split(' '));
    return words.every(
      (word, i) =>
        /^\d+\W?$/.test(word) === (tags[i] === 'number') &&
        /^(other|name|number)$/.test(tags[i]),
    );
  },
  'seq2seq-reverse': (line) => {
    const [question, answer] = line.split('\t');
    return /^[a-z]+$/.test(question) && [...question].reverse().join('') === answer;
  },
  'seq2seq-dates': (line) => /\d.*\t\d{4}-\d\d-\d\d$/.test(line),
  repeat: (line) => {
    const [first, second] = line.split('|');
    return /^[a-z]+$/.test(first) && first === second;
  },
  induction: (line) => {
    const [first, second] = line.split('|');
    return /^[a-l]{4,8}$/.test(first) && (first + first).includes(second);
  },
  addition: (line) => {
    const [, a, b, sum] = /^(\d+)\+(\d+)\t(\d+)$/.exec(line) ?? [];
    return Number([...(sum ?? '')].reverse().join('')) === Number(a) + Number(b);
  },
});

const presets = /** @type {import('../../../web/state/types.js').Preset[]} */ (
  await configPresets()
);

const site = await openTestSite();
const page = await site.newPage(null, { viewport: { width: 1200, height: 1000 } });

/** Waits for a condition of `state`, and says how long it took.
 * @param {string} condition @param {number} limit ms @param {string} what */
async function until(condition, limit, what) {
  const start = Date.now();
  for (;;) {
    const answer = await page.evaluate(
      `(() => { const { viewState: state, session } =
          document.querySelector('glass-former') ?? {};
        if (state?.notice?.kind === 'problem') return 'problem: ' + state.notice.text;
        return Boolean(state && (${condition})); })()`,
    );
    if (answer === true) return Date.now() - start;
    assert.equal(answer, false);
    assert.ok(
      Date.now() - start < limit,
      `${what}: not within ${limit} ms (${condition})`,
    );
    await new Promise((done) => setTimeout(done, POLL_MS));
  }
}

/** What is on the screen of the large head, and what the engine says to the same line. */
const readHead = () =>
  inPage(page, async ({ deep, element, show }) => {
    await show('gf-head gf-matrix');
    const { session } = element;
    const { line, layer, head, activations: look } = element.viewState;
    const matrix = deep('gf-head gf-matrix');
    const canvas = matrix.shadowRoot.querySelector('.raster');
    const { width, height } = canvas;
    const engine = await session.runWithCache({ text: line });
    const cell = Math.round(matrix.cell * devicePixelRatio);
    const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
    const pixels = new Uint32Array(data.buffer);
    const middles = [];
    for (let y = cell >> 1; y < height; y += cell) {
      for (let x = cell >> 1; x < width; x += cell) middles.push(pixels[y * width + x]);
    }
    return {
      middles,
      rows: height / cell,
      columns: width / cell,
      row0: matrix.row0,
      column0: matrix.column0,
      look: { step: look.step, characters: look.characters },
      step: engine.step,
      T: engine.T,
      characters: engine.characters,
      layer,
      head,
      shape: engine.attentions[layer],
      weights: [
        ...engine.attention.subarray(
          (layer * engine.H + head) * engine.T * engine.T,
          (layer * engine.H + head + 1) * engine.T * engine.T,
        ),
      ],
    };
  });

/** @param {any} seen */
function checkRows(seen) {
  const table = pixelTable(RAMPS.attention.light);
  const { shape, T, weights, row0, column0 } = seen;
  const rows = Math.min(seen.rows, shape.queries.length - row0);
  const columns = Math.min(seen.columns, shape.keys.length - column0);
  assert.ok(rows >= 1 && columns >= 1, 'something is drawn');
  let cells = 0;
  for (let i = row0; i < row0 + rows; i++) {
    /** @type {number[]} */
    const row = weights.slice(i * T, i * T + shape.keys.length);
    const allowed = shape.causal ? i + 1 : shape.keys.length;
    const sum = row.reduce((a, b) => a + b, 0);
    assert.ok(Math.abs(sum - 1) < 1e-4, `row ${i} sums to ${sum}`);
    let drawn = 0;
    for (let j = column0; j < Math.min(allowed, column0 + columns); j++) {
      const pixel = seen.middles[(i - row0) * seen.columns + j - column0];
      assert.equal(pixel, table[level(row[j])], `cell ${i}, ${j}`);
      drawn += table.indexOf(pixel) / 255;
      cells++;
    }
    // Each cell is rounded to a 255th; a table of colours may repeat one or two.
    const whole = column0 === 0 && allowed <= columns;
    if (whole)
      assert.ok(
        Math.abs(drawn - 1) < 0.01 * allowed + 0.01,
        `row ${i} on screen: ${drawn}`,
      );
  }
  return cells;
}

test('there are presets of every kind, the largest among them', () => {
  const names = presets.map(({ name }) => name);
  for (const name of ['fables', 'poet', 'bigram', 'tagger', ...Object.keys(EXAMPLES)]) {
    assert.ok(names.includes(name), name);
  }
});

test('a selected preset can be left for the default settings', async () => {
  await page.goto('views.html?left#v=1&preset=seq2seq-reverse');
  await until("state.phase === 'idle'", LOAD_MS, 'the preset by link');
  const choice = page.locator('gf-presets #preset');
  assert.equal(await choice.inputValue(), 'seq2seq-reverse');
  await choice.selectOption('');
  await until(
    "session.info.config.arch === 'decoder'",
    LOAD_MS,
    'a model for your own text',
  );
  const found = await inPage(page, ({ state }) => state);
  assert.equal(found.preset, '');
  assert.deepEqual(found.settings, PAGE_SETTINGS);
  const config = await inPage(page, ({ session }) => session.info.config);
  for (const [key, value] of Object.entries(PAGE_SETTINGS))
    assert.equal(config[key], value, key);
  assert.equal(found.text.id, 'fables');
});

for (const { name, config } of presets) {
  test(`${name}: loads by its link, trains, and can be looked into`, async (t) => {
    const link = `views.html?${name}#v=1&preset=${name}${LIGHTER[name] ?? ''}`;
    await page.goto(link);
    await until('state.phase === "idle"', LOAD_MS, 'the model');
    await until('state.activations?.step === 0', LOOK_MS, 'the first look');
    const settings = await page.evaluate(
      () =>
        /** @type {any} */ (document.querySelector('glass-former')).session.info.config,
    );
    for (const [key, value] of Object.entries(config)) {
      // Some names stand for several settings.
      if (!(key in settings)) continue;
      const lighter = new URLSearchParams(LIGHTER[name] ?? '').get(key);
      assert.equal(settings[key], lighter ? Number(lighter) : value, key);
    }

    await page.getByRole('button', { name: 'One step', exact: true }).click();
    await until('session.steps === 1 && state.phase === "paused"', STEP_MS, 'a step');
    const lookMs = await until(
      'state.activations.step === 1',
      LOOK_MS,
      'a look after the step',
    );
    const tickMs = await until(
      'state.headReport?.step === 1',
      LOOK_MS,
      'the scores of the heads',
    );
    t.diagnostic(`look after ${lookMs} ms, scores after ${lookMs + tickMs} ms`);

    const line = await page.evaluate(
      () => /** @type {any} */ (document.querySelector('glass-former')).viewState.line,
    );
    if (EXAMPLES[name])
      assert.ok(EXAMPLES[name](line), `an example of the task: ${line}`);
    const heads = await page.evaluate(
      () =>
        /** @type {any} */ (document.querySelector('glass-former')).viewState
          .activations.L,
    );
    if (heads > 0) assert.ok(checkRows(await readHead()) > 0);
    else assert.equal(name, 'bigram', 'only counting has nothing to look into');
    page.assertQuiet();
  });
}
