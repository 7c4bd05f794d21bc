// SPDX-License-Identifier: MIT
// The widget of notebooks by its contract (https://anywidget.dev): a model with traits, render,
// and a clean-up; the numbers that Python reads.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { findProgram } from '../../tools/find-program.js';
import { ROOT, SMALL, openCourse, until, untilWorkers, withElement } from '../support/course-page.js'; // oxfmt-ignore

const course = await openCourse();

test('a run at rest gives its measurements and attention to the model of a notebook', async () => {
  const page = await course.page('<div id="cell"></div>', '');
  await page.evaluate(
    async ({ url, config }) => {
      const { default: widget } = await import(url);
      /** @type {Record<string, any>} */
      const traits = {
        config,
        view: 'loss',
        max_steps: 6,
        corpus: 'the cat sat on the mat. the dog sat on the log. '.repeat(9),
        state: '',
        measurements: {},
        attention: new DataView(new ArrayBuffer(0)),
        attention_shape: [],
        tokens: [],
      };
      const target = new EventTarget();
      const model = {
        get: (/** @type {string} */ name) => traits[name],
        set: (/** @type {string} */ name, /** @type {any} */ value) =>
          void (traits[name] = value),
        save_changes() {
          if (traits.left) throw new Error('no model any more');
        },
        off() {
          throw new Error('not implemented');
        },
        on: target.addEventListener.bind(target),
      };
      const el = document.querySelector('#cell');
      Object.assign(globalThis, { traits, leave: widget.render({ model, el }) });
    },
    { url: `${course.site.url}glassformer.js`, config: SMALL },
  );
  await withElement(page, (e) => e.start());
  await until(page, "e.state === 'done' && globalThis.traits.attention.byteLength");
  await page.waitForFunction('traits.measurements.loss?.length === 6');
  const { shape, length, sums, tokens } = await page.evaluate(() => {
    const { attention, attention_shape, tokens } = /** @type {any} */ (globalThis)
      .traits;
    const all = new Float32Array(attention.buffer);
    const width = attention_shape[3];
    const row = (/** @type {number} */ i) => all.subarray(i * width, (i + 1) * width);
    const sums = [...tokens.keys()].map((i) =>
      row(i).reduce((/** @type {number} */ sum, /** @type {number} */ a) => sum + a, 0),
    );
    return { shape: attention_shape, length: all.length, sums, tokens: tokens.length };
  });
  assert.deepEqual(shape.slice(0, 2), [1, 2]);
  assert.equal(length, shape.reduce((/** @type {number} */ a, /** @type {number} */ b) => a * b)); // oxfmt-ignore
  assert.ok(tokens > 1 && tokens <= shape[2]);
  // Rounding of float32 over a row of 20.
  for (const sum of sums)
    assert.ok(Math.abs(sum - 1) < 1e-5, `a row adds up to ${sum}`);
  // As MyST's: it throws when it is told to listen no more, and when it is told anything later.
  await page.evaluate(() => {
    const { traits, leave } = /** @type {any} */ (globalThis);
    traits.left = true;
    leave();
  });
  await untilWorkers(page, 0);
});

const python = findProgram(['python3']);

test(
  'the frame of the Python package trains where a notebook shows HTML',
  { skip: python ? false : 'no python3' },
  async () => {
    const program = `from glassformer import Frame
config = dict(n_layer=1, n_head=2, n_embd=24, block_size=20, batch_size=8)
text = 'the "cat" <sat> on the mat & slept. ' * 40
frame = Frame(text, config, bundle='${course.site.url}glassformer.js', view='loss',
              max_steps=6, autostart='none', readonly=True)
print(frame._repr_html_())`;
    const env = { ...process.env, PYTHONPATH: `${ROOT}python`, PYTHONDONTWRITEBYTECODE: '1' }; // oxfmt-ignore
    const { stdout, stderr } = spawnSync(String(python), ['-c', program], {
      encoding: 'utf8',
      env,
    });
    assert.equal(stderr, '');
    const page = await course.page(stdout, '');
    const frame = page.frames()[1];
    await until(frame, "e?.state === 'idle'");
    await withElement(frame, (e) => e.step(2));
    const seen = await withElement(frame, (e) => [
      origin,
      e.session.steps,
      e.session.info.mode,
      e.viewState.settings.n_embd,
      e.viewState.text.characters,
      e.readonly,
    ]);
    assert.deepEqual(seen, ['null', 2, 'worker', 24, 36 * 40, true]);
  },
);
