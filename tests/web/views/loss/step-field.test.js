// SPDX-License-Identifier: MIT
// A step of the run, typed: all views show it or the nearest that was kept; what is no step of the
// run changes nothing, and the page says which are.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApp, stateOf, wordsOf } from '../../support/app-in-node.js';
import { drawn } from '../../support/render.js';

await import('../../../../web/views/loss/step-field.js');
const { runToolsWords } = await import('../../../../web/i18n/run-tools.js');

const SMALL =
  'v=1&n_layer=1&n_head=2&n_embd=16&block_size=8&batch_size=2&max_steps=1200&eval_interval=400';

/** @param {import('../../../../web/app/app.js').App} app */
function fieldOf(app) {
  const Field = /** @type {any} */ (globalThis.customElements.get('gf-step-field'));
  const field = Object.assign(new Field(), { app });
  return (/** @type {string} */ typed) => {
    app.dismiss();
    field.go(typed);
    return app.store.state.notice;
  };
}

test('a typed step is shown, or the nearest kept one with a sentence; a bad one changes nothing', async (t) => {
  const app = await openApp(t, { link: SMALL });
  assert.match(drawn('gf-step-field', app), /title=There are no snapshots/);
  await app.train();
  const { snapshots } = await stateOf(app, (state) => state.snapshots.length > 3);
  const go = fieldOf(app);
  const shown = () => app.store.state.viewedSnapshot?.step ?? null;
  const says = (/** @type {string} */ typed) => go(typed)?.text ?? '';
  const [, early] = snapshots.map(({ step }) => step);
  assert.equal(says(String(early)), '');
  assert.equal(shown(), early);
  for (const bad of ['', '-1', '1.5', 'ten', '1201', '99999', '0x10'])
    assert.match(says(bad), /from 0 to 1,200, the step that this run is at/, bad);
  assert.equal(shown(), early, 'what was shown stays');
  const steps = snapshots.map(({ step }) => step);
  const missing = early + 1;
  assert.ok(!steps.includes(missing));
  assert.match(says(String(missing)), new RegExp(`step ${missing} were not kept`));
  assert.ok(steps.includes(Number(shown())));
  assert.equal(says('1,200'), '', 'the present');
  assert.equal(shown(), null);
  await runToolsWords.load('es');
  app.setLanguage(wordsOf('es'));
  assert.match(says('1201'), /de 0 a 1\u202f200|de 0 a 1200/);
});

test('a step that was not kept is trained to exactly, and so is one to come', async (t) => {
  const app = await openApp(t, { link: SMALL });
  await app.trainTo(400);
  const {
    session: first,
    snapshots,
    line,
  } = await stateOf(app, (state) => state.snapshots.length > 60);
  assert.equal(first?.steps, 400);
  const go = fieldOf(app);
  for (const name of ['450', '1,200']) {
    const ahead = go(name);
    assert.match(String(ahead?.text), /This run is at step 400/);
    assert.equal(ahead?.offer?.words, `Train to step ${name}`);
  }
  assert.match(String(go('1201')?.text), /from 0 to 400/, 'more than are planned');
  const asked = 399;
  assert.ok(!snapshots.some(({ step }) => step === asked));
  const near = go(String(asked));
  assert.match(String(near?.text), /step 399 were not kept. Shown: step 400/);
  assert.equal(app.store.state.viewedSnapshot, null, 'the model itself is the nearest');
  assert.equal(near?.offer?.words, 'Train again to step 399');
  near?.offer?.act();
  const {
    session: second,
    shelved,
    line: same,
  } = await stateOf(
    app,
    ({ session, phase }) => session?.steps === asked && phase !== 'running',
  );
  assert.notEqual(second, first);
  assert.equal(second?.steps, asked);
  assert.deepEqual(second?.history.loss, first?.history.loss.slice(0, -1));
  assert.deepEqual([shelved?.step, same], [400, line], 'nothing is lost');
  await app.trainTo(450);
  assert.equal(app.store.state.session, second);
  assert.equal(second?.steps, 450);
});

test('what was not trained here is not trained again: its nearest step is shown and named', async (t) => {
  const app = await openApp(t, { link: SMALL });
  await app.trainTo(20);
  const saved = await app.checkpoint.save();
  assert.ok(saved);
  await app.checkpoint.open([
    new File([/** @type {BlobPart} */ (saved.bytes)], 'one.safetensors'),
  ]);
  assert.doesNotMatch(drawn('gf-step-field', app), /title=There are no snapshots/);
  const notice = fieldOf(app)('7');
  assert.match(String(notice?.text), /step 7 were not kept. Shown: step 20/);
  assert.equal(notice?.offer, undefined);
});
