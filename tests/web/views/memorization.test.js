// SPDX-License-Identifier: MIT
// A text that is memorised, from the losses of a real run to what the page says: the sentence of
// the stage, the advice, and copies in what the model writes.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CopyIndex } from '../../../web/run/copies.js';
import { lowestValidation } from '../../../web/run/memorization.js';
import { memorizationAdvice } from '../../../web/views/memorization/advice.js';
import { memorizationCaption } from '../../../web/views/memorization/caption.js';
import { copiedTokens, copiesIn } from '../../../web/views/memorization/copies.js';
import { captionOf, captionText } from '../../../web/views/stage/caption.js';
import { openApp, stateOf, viewOf, wordsOf } from '../support/app-in-node.js';
import { LINK, POEM } from '../support/memorized.js';
import { htmlOf, propertiesOf, templateOf, textOf } from '../support/render.js';

const app = await openApp({ after }, { link: LINK });
await app.texts.use({ id: 'own', name: 'own', text: POEM });

const view = () => viewOf(app);

test('before training nothing is said', () => {
  assert.equal(memorizationCaption(view()), null);
  assert.equal(htmlOf(memorizationAdvice(view())), '');
});

test('once it is memorised the stage says so, beside the losses and random guessing', async () => {
  await app.store.state.session?.run({ until: 400 });
  const { session, line } = app.store.state;
  const caption = memorizationCaption(view());
  assert.ok(caption && session);
  const { valLoss } = session.history;
  const val = valLoss[valLoss.length - 1];
  const { uniform } = session.info.baselines;
  assert.ok(
    val > uniform,
    `${val} ${uniform}: the test needs a text that is memorised`,
  );
  assert.equal(
    caption.main.map(({ text }) => text).join(''),
    'It has memorised your text. On lines it never saw it is confidently wrong.',
  );
  const { format } = app;
  assert.ok(caption.more.includes(`validation ${format.loss(val)}`), caption.more);
  assert.ok(caption.more.includes(`random guessing ${format.loss(uniform)}`));
  // In the place of the count, which comes after it; the choice of a character has its own.
  app.store.set({ depths: false });
  await stateOf(
    app,
    ({ activations }) =>
      activations?.text === line && activations.step === session.steps,
  );
  const { state } = app.store;
  const whole = captionText(captionOf(state, view(), null, caption));
  assert.match(
    whole,
    /^It has memorised.*guessing \d\.\d+\. \d+ of \d+ characters guessed right\.$/,
  );
  assert.doesNotMatch(captionText(captionOf(state, view(), 3, caption)), /memorised/);
  app.setLanguage(wordsOf('es'));
  await import('../../../web/i18n/memorization.js').then(({ memorizationWords }) =>
    memorizationWords.load('es'),
  );
  assert.match(
    captionText(memorizationCaption(view()) ?? { main: [], more: '' }),
    /^Ha memorizado tu texto\..*adivinar al azar \d,\d/,
  );
  app.setLanguage(wordsOf('en'));
});

test('the advice leads to the kept step nearest to the lowest validation loss', async () => {
  const { session, snapshots } = app.store.state;
  assert.ok(session);
  const lowest = lowestValidation(session.history);
  assert.ok(lowest && lowest.step < 200, JSON.stringify(lowest));
  const html = htmlOf(memorizationAdvice(view()));
  const step = Number(/See step (\d+)/.exec(textOf(html))?.[1]);
  assert.ok(snapshots.some((each) => each.step === step));
  const far = Math.abs(step - lowest.step);
  assert.ok(snapshots.every((each) => Math.abs(each.step - lowest.step) >= far));
  assert.ok(
    html.includes(
      `lowest validation loss: ${app.format.loss(lowest.loss)} at step ${lowest.step}`,
    ),
  );
  // There the sentence is that of the losses then.
  app.snapshots.go(step);
  assert.equal(memorizationCaption(view()), null);
  assert.ok(
    textOf(htmlOf(memorizationAdvice(view()))).includes(`See step ${step}`),
    'it stays',
  );
  app.snapshots.go(null);
});

test('copies are of the training part, by whole tokens, with their share', () => {
  const at = POEM.indexOf('They took');
  const held = POEM.slice(-60, -20);
  const tokens = [...`xx${POEM.slice(at, at + 20)}yy`, ...held].map((text) => ({
    text,
  }));
  const copies = copiesIn(view(), tokens);
  assert.deepEqual(
    copies?.tokens,
    tokens.map((_, n) => n >= 2 && n < 22),
  );
  assert.equal(copies?.words, `${app.format.percent(20 / tokens.length)} copied`);
  assert.match(
    String(copies?.title),
    /copied from the text, 15 or more characters in a row/,
  );
  assert.equal(copiesIn(view(), [{ text: 'none of it' }]), null);
  // A token that is a copy in part is not said to be one.
  const index = new CopyIndex('the whole of a sentence');
  index.grow(100);
  const pieces = ['in ', 'the', ' whole', ' of a', ' sen', 'ate'].map((text) => ({
    text,
  }));
  assert.deepEqual(copiedTokens(index, pieces), [false, true, true, true, true, false]);
});

test('copies are underlined in both texts while a head is off, and their share is said', async () => {
  const { tokensOf } = await import('../../../web/views/samples/tokens.js');
  await import('../../../web/views/samples/both.js');
  const { loadMore } = await import('../../../web/views/more-file.js');
  await loadMore();
  const sample = (/** @type {string} */ text) =>
    /** @type {any} */ ({
      ...{ step: 400, prompt: '', temperature: 0.8, text, pieces: [...text] },
      ...{ tokens: [], probs: [], logits: [] },
    });
  const copy = POEM.slice(0, 30);
  const full = sample(`${copy}zz`);
  const both = { ...sample(`zzz${copy}`), off: '1.1', full };
  const drawn = templateOf('gf-both-samples', app, { sample: both });
  const copied = propertiesOf(drawn, 'copied');
  assert.deepEqual(
    copied.map((marks) => marks.filter(Boolean).length),
    [30, 30],
  );
  assert.deepEqual(copied[1].length, tokensOf(full).length);
  assert.match(textOf(htmlOf(drawn)), /same seed\s*, 94% copied/);
});
