// SPDX-License-Identifier: MIT
// The events that host pages hear.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emitChanges } from '../../../web/element/events.js';
import { newApp, openApp, stateOf } from '../support/app-in-node.js';

const SMALL =
  '#v=1&n_layer=1&n_head=1&n_embd=8&block_size=8&batch_size=2&greedy=1&chars=5&prompt=the+';

/** Details of the events of one name, from now on.
 * @param {Awaited<ReturnType<typeof openApp>>} app @param {string} which */
function hear(app, which) {
  /** @type {any[]} */
  const heard = [];
  app.store.subscribe((changed) =>
    emitChanges(app, changed, (name, detail) => {
      if (name === which) heard.push(detail);
    }),
  );
  return heard;
}

test('gf-sample: of what is written only, not of what is drawn ahead while it trains', async (t) => {
  const app = await openApp(t, { link: SMALL });
  const heard = hear(app, 'gf-sample');
  const unwatch = app.writing.watch();
  for (let step = 0; step < 3; step++) {
    await app.stepOnce();
    await stateOf(
      app,
      ({ completion, progress }) => completion?.next?.step === progress?.step,
    );
  }
  assert.ok(app.store.state.completion?.next, 'nothing was drawn ahead');
  assert.deepEqual(heard, []);
  await app.writing.write();
  unwatch();
  assert.deepEqual(heard.at(-1), {
    text: app.store.state.completion?.text,
    done: true,
  });
  assert.equal(app.store.state.completion?.text.length, 5);
  assert.equal(heard.filter(({ done }) => done).length, 1);
});

test('gf-error: a problem that stays, beside the text used instead, is told once', async (t) => {
  const app = await openApp(t, { link: SMALL });
  const heard = hear(app, 'gf-error');
  const textProblem = /** @type {const} */ ({
    kind: 'problem',
    text: 'no',
    code: 'bad-text',
  });
  app.store.set({ textProblem });
  app.store.set({ textProblem: null });
  app.store.set({ textProblem });
  assert.deepEqual(
    heard.map(({ code }) => code),
    ['bad-text'],
  );
  app.store.set({ textProblem: { ...textProblem } });
  assert.equal(heard.length, 2, 'the next one like it');
});

test('gf-error: invalid parts of a link are told once', async (t) => {
  const app = await openApp(t, { link: SMALL });
  const heard = hear(app, 'gf-error');
  await app.applyLink(`${SMALL}&bogus=1`);
  assert.deepEqual(
    heard.map(({ code, message }) => [code, message.includes('bogus')]),
    [['bad-link', true]],
  );
  await app.applyLink(SMALL);
  assert.equal(app.store.state.notice, null);
});

test('gf-error: what a page begins with and cannot use is told once', async (t) => {
  const cases = /** @type {const} */ ([
    [SMALL, { corpus: 'aaaa' }, ['bad-text']],
    // Three tries: each setting that stands in the way, then none of the link.
    [`${SMALL}&task=addition&task_lines=20000&arch=encoder`, {}, ['bad-config']],
    [
      `${SMALL}&tokenizer=bpe&vocab=1`,
      { corpus: 'abc' },
      ['text-too-short', 'bad-link'],
    ],
    [`${SMALL}&layer=9&place=stage&panel=compare`, {}, ['bad-link']],
  ]);
  for (const [link, host, codes] of cases) {
    const app = newApp(t, { link, host });
    const heard = hear(app, 'gf-error');
    await app.ready;
    assert.deepEqual(
      heard.map(({ code }) => code),
      codes,
      link,
    );
  }
});

test('gf-link: the first line of a text is at no time one that the reader chose', async (t) => {
  const app = newApp(t, { link: SMALL });
  const heard = hear(app, 'gf-link');
  await app.ready;
  assert.deepEqual(heard, [], 'what the page around says is not what a reader did');
  await app.texts.use({ id: 'own', name: 'mine', text: 'the cat sat. '.repeat(40) });
  await app.usePreset('bigram');
  assert.ok(heard.length > 0);
  for (const { fragment } of heard) assert.doesNotMatch(fragment, /line=/);
});
