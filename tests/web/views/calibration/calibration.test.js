// SPDX-License-Identifier: MIT
// Calibration: its numbers by hand, those of a model counted again, and what is said of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBrowser } from '../../support/browser.js';
import { calibrationOf } from '../../../../web/views/calibration/calibration.js';
import { heldOutText } from '../../../../web/run/splits.js';
import { LANGS } from '../../support/catalogues.js';
import { ask, specimen } from '../../support/specimens.js';
import {
  drawn,
  htmlOf,
  propertiesOf,
  rowsOf,
  templateOf,
  textOf,
} from '../../support/render.js';

makeBrowser();

/** @param {[number, boolean][]} all */
const predictions = (all) =>
  all.map(([confidence, isRight]) => ({ confidence, isRight }));
const near = (/** @type {number} */ a, /** @type {number} */ b) =>
  assert.ok(Math.abs(a - b) < 1e-6, `${a}, ${b}`);

test('calibration: bins, gap and expected error are those of the definition', () => {
  const found = calibrationOf(predictions([[0.95, true], [0.91, false], [0.33, false], [1, true]])); // oxfmt-ignore
  assert.deepEqual(found.bins.map(({ n }) => n), [0, 0, 0, 1, 0, 0, 0, 0, 0, 3]); // oxfmt-ignore
  near(found.bins[9].confidence, (0.95 + 0.91 + 1) / 3);
  near(found.bins[9].right, 2 / 3);
  near(found.error, (3 / 4) * (2.86 / 3 - 2 / 3) + (1 / 4) * 0.33);
  assert.deepEqual([found.n, found.right, found.verdict], [4, 0.5, 'even']);
});

test('calibration: overconfident or underconfident only beyond two standard errors', () => {
  /** @param {number} confidence @param {number} right of 100 */
  const verdict = (confidence, right) =>
    calibrationOf(
      predictions(Array.from({ length: 100 }, (_, n) => [confidence, n < right])),
    ).verdict;
  // sqrt(0.5 · 0.5 / 100) = 0.05
  assert.equal(verdict(0.59, 50), 'even');
  assert.equal(verdict(0.61, 50), 'over');
  assert.equal(verdict(0.41, 50), 'even');
  assert.equal(verdict(0.39, 50), 'under');
  // One in a hundred is expected, and none is no surprise: sqrt(0.01 · 0.99 / 100) = 0.01
  assert.equal(verdict(0.01, 0), 'even');
  assert.equal(verdict(0.1, 0), 'over');
});

// No part of it is another part again.
const TEXT = Array.from(
  { length: 30 },
  (_, n) => `the old fox met ${n} hens by the hill. an owl sat and sang. `,
).join('');
const CONFIG = { n_layer: 1, n_head: 2, n_embd: 16, block_size: 16, batch_size: 4, eval_windows: 2 }; // oxfmt-ignore
const WINDOWS = /** @type {any} */ ('calibration:windows');

/** @param {Partial<Parameters<typeof specimen>[0]>} [more] */
const opened = (more = {}) =>
  specimen({ name: 'small', text: TEXT, config: CONFIG, steps: 30, ...more });

/** @type {Record<string, RegExp>} */
const SAID = {
  en: /over 120 predictions on the validation text/,
  es: /en 120 predicciones del texto de validación/,
  de: /über 120 Vorhersagen auf dem Validierungstext/,
};

for (const lang of LANGS)
  test(`calibration: the view says what the model does on held-out text (${lang})`, async () => {
    const model = await opened({ lang });
    const found = await ask(model, {}, WINDOWS);
    const held = heldOutText(model.state);
    assert.equal(held, TEXT.slice(-model.session.info.nVal));
    // The eight windows again, each position by itself.
    const ways = [];
    for (let k = 0; k < 8; k++) {
      const at = Math.round((k * (held.length - 16)) / 7);
      const { logits, tokens } = await model.session.runWithCache({
        text: held.slice(at, at + 16),
      });
      const V = (logits?.length ?? 0) / 16;
      for (let i = 0; i < 15; i++) {
        const row = [...(logits?.subarray(i * V, (i + 1) * V) ?? [])].map(Math.exp);
        const p = Math.max(...row) / row.reduce((a, b) => a + b);
        ways.push({ p, right: row.indexOf(Math.max(...row)) === tokens[i + 1] });
      }
    }
    assert.equal(found.n, ways.length);
    near(found.right, ways.filter(({ right }) => right).length / ways.length);
    near(found.confidence, ways.reduce((sum, { p }) => sum + p, 0) / ways.length);
    for (const [k, { n }] of found.bins.entries())
      assert.equal(
        n,
        ways.filter(({ p }) => Math.min(9, Math.floor(10 * p)) === k).length,
      );
    const said = textOf(drawn('gf-calibration', model.app));
    const percent = model.app.format.percent(found.right).replace(/\s/g, ' ');
    assert.match(said, SAID[lang]);
    assert.ok(said.includes(percent), said);
    assert.doesNotMatch(said, /…[^ ]|\{/);
    const [lines] = propertiesOf(templateOf('gf-calibration', model.app), 'lines');
    assert.equal(lines[0].y.filter((/** @type {unknown} */ y) => y !== null).length, found.bins.filter((/** @type {any} */ bin) => bin.n).length); // oxfmt-ignore
  });

test('calibration: the file has what the table shows of each bin, not the diagonal', async () => {
  const model = await opened();
  const { bins } = await ask(model, {}, WINDOWS);
  const template = templateOf('gf-calibration', model.app);
  const [file] = propertiesOf(template, 'file');
  const [head] = rowsOf(htmlOf(template), '<table');
  assert.deepEqual(
    file.map((/** @type {any} */ [name]) => name),
    head,
  );
  const known = (/** @type {number} */ x) => (Number.isNaN(x) ? null : x);
  assert.deepEqual(
    file.slice(1).map((/** @type {any} */ [, values]) => values),
    [
      bins.map((/** @type {any} */ bin) => bin.n),
      bins.map((/** @type {any} */ bin) => known(bin.confidence)),
      bins.map((/** @type {any} */ bin) => known(bin.right)),
    ],
  );
});

test('calibration: a text with characters that the model does not have is passed over', async () => {
  const model = await opened({ steps: 2 });
  // Of another text than it learnt, the last window has a letter it does not have.
  const text = {
    id: 'own',
    name: '',
    text: 'an owl met a fox'.repeat(7) + 'Ω'.repeat(16),
  };
  Object.assign(model.state, { text: { ...text, characters: 128, distinct: 20 } });
  Object.defineProperties(model.session, {
    isLoaded: { value: true },
    history: { value: { step: [] } },
  });
  const found = await ask(model, {}, WINDOWS);
  assert.equal(found.n, 7 * 15);
  assert.match(
    textOf(drawn('gf-calibration', model.app)),
    /the text of the page, which this model was not trained on as far as is known/,
  );
  // The pages of the pretrained model are held out from it.
  Object.assign(model.state, { pretrained: 3000 });
  assert.match(textOf(drawn('gf-calibration', model.app)), /on the validation text/);
});

test('calibration: windows hold whole characters, of two UTF-16 units too', async () => {
  const text = ['😀😎🐸', '🌍🎉😀', '😎🎉🐸'].join('').repeat(40);
  const config = { ...CONFIG, block_size: 15 };
  const model = await opened({ text, config, steps: 2 });
  const { n } = await ask(model, {}, WINDOWS);
  assert.equal(n, 8 * 14);
});

test('calibration: of a task it says that there is no such text', async () => {
  const model = await opened({
    ...{ text: '', steps: 2 },
    config: { ...CONFIG, arch: 'encoder_decoder', task: 'reverse', task_lines: 200, source_block_size: 12 },
  }); // oxfmt-ignore
  assert.equal(await ask(model, {}, WINDOWS), undefined);
  assert.match(textOf(drawn('gf-calibration', model.app)), /no text here/);
});

test('calibration: where no window has two tokens it says that the context is too short', async () => {
  const config = { ...CONFIG, block_size: 1 };
  const model = await opened({ config, steps: 2 });
  assert.equal((await ask(model, {}, WINDOWS)).n, 0);
  const said = textOf(drawn('gf-calibration', model.app));
  assert.match(said, /as the context length: 1\. None here holds two tokens/);
});
