// SPDX-License-Identifier: MIT
// A text of the reader's own trains, however short; a text that is none changes nothing, and says
// so. That texts can be pasted, and lines chosen by keyboard: tests/browser/page/short-texts.test.js.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApp } from '../support/app-in-node.js';
import { drawn, partOf, propertiesOf, templateOf } from '../support/render.js';

/** @import { App } from '../../../web/app/app.js' */

await import('../../../web/views/run/text-choice.js');
/** Of a window, which Node has none of. */
Object.assign(globalThis, { matchMedia: () => ({ matches: false }) });

const SMALL = 'v=1&n_layer=1&n_head=2&n_embd=16&batch_size=2&max_steps=40';

const TEXTS = {
  'two characters': 'ab',
  'ten characters': 'hello hell',
  'one line': 'The fox jumped over the wall and ran into the wood.',
  'five lines': 'One fish\ntwo fish\nred fish\nblue fish\nno fish at all\n',
  Japanese: '吾輩は猫である。名前はまだ無い。\nどこで生れたかとんと見当がつかぬ。',
  Arabic: 'كان يا ما كان في قديم الزمان\nملك عظيم له ثلاث بنات',
  emoji: '🐦🐦🐱🐦🐱🐱🐦',
};

/** What stands in the open field; null: it is closed. @param {App} app */
function field(app) {
  const isOpen = drawn('gf-text-choice', app).includes('id="own-text"');
  const [value] = propertiesOf(templateOf('gf-text-choice', app), 'value');
  return isOpen ? value : null;
}

/** @param {App} app */
const context = ({ store }) => store.state.session?.info.config.block_size;

for (const [name, own] of Object.entries(TEXTS))
  test(`a text of ${name} trains`, async (t) => {
    const app = await openApp(t, { link: SMALL });
    assert.equal(field(app), null);
    app.draft.edit(own);
    assert.equal(field(app), own);
    await app.train();
    const { session, text, textProblem, notice } = app.store.state;
    assert.equal(session?.steps, 40);
    assert.equal(text?.id, 'own');
    assert.ok(text.text.startsWith(own));
    assert.ok(Number.isFinite(session.history.loss.at(-1)));
    assert.ok(Number(context(app)) >= 1);
    assert.equal(textProblem, null);
    assert.equal(field(app), null, 'the field has closed');
    assert.match(String(notice?.text), new RegExp(`context length ${context(app)}\\b`));
  });

test('a longer text brings the chosen context back', async (t) => {
  const app = await openApp(t, { link: `${SMALL}&block_size=32` });
  for (const [own, expected] of /** @type {[string, number][]} */ ([
    ['hello hell', 4],
    ['What goes around comes around. '.repeat(40), 32],
  ])) {
    app.draft.edit(own);
    await app.draft.use();
    assert.equal(field(app), null);
    assert.equal(context(app), expected);
  }
});

test('a text is called short where it does not have room for what was chosen', async (t) => {
  const app = await openApp(t, { link: `${SMALL}&block_size=32` });
  const fits = 'What goes around comes around. ';
  for (const [own, said] of /** @type {[string, RegExp | null][]} */ ([
    ['hello hell', /^Short text: context length 4; 50% is held out\.$/],
    [fits.repeat(5), /^Short text: context length 15\.$/],
    [fits.repeat(40), null],
  ])) {
    app.draft.edit(own);
    await app.draft.use();
    const { notice } = app.store.state;
    if (said) assert.match(String(notice?.text), said);
    else assert.equal(notice, null);
  }
});

test('a text that is none changes nothing, and says so in one sentence', async (t) => {
  const app = await openApp(t, { link: SMALL });
  const before = app.store.state.text?.text;
  app.draft.edit('aaaaaaa');
  await app.train();
  const { textProblem } = app.store.state;
  assert.match(
    String(textProblem?.text),
    /^[^.]*one single[^.]*\. [^.]* stays in use\.$/,
  );
  const shown = partOf(drawn('gf-text-choice', app), 'id="text-problem"');
  assert.ok(shown.startsWith(String(textProblem?.text)), shown);
  assert.equal(app.store.state.text?.text, before);
  assert.equal(field(app), 'aaaaaaa', 'it stays');
  assert.equal(app.store.state.session?.steps, 0);
});

test('a closed field opens with what stood there, and another text leaves it be', async (t) => {
  const app = await openApp(t, { link: SMALL });
  app.draft.edit('my own words');
  app.draft.edit(null);
  assert.equal(field(app), null);
  await app.train();
  assert.ok(Number(app.store.state.session?.steps) > 0);
  assert.equal(app.store.state.text?.id, 'fables');
  app.draft.reopen();
  assert.equal(field(app), 'my own words');
});

test('a field without a text has nothing to use', async (t) => {
  const app = await openApp(t, { link: SMALL });
  const isDisabled = () =>
    propertiesOf(templateOf('gf-text-choice', app), 'disabled').includes(true);
  app.draft.edit(' \n');
  assert.equal(isDisabled(), true);
  app.draft.edit('my own words');
  assert.equal(isDisabled(), false);
});

test('one step takes the text in the open field', async (t) => {
  const app = await openApp(t, { link: SMALL });
  app.draft.edit('aaaaaaa');
  await app.stepOnce();
  assert.match(String(app.store.state.textProblem?.text), /one single/);
  app.draft.edit('my own words, my own');
  await app.stepOnce();
  const { text, session, textProblem } = app.store.state;
  assert.deepEqual([text?.id, session?.steps, textProblem], ['own', 1, null]);
});

test('of a text of one line nothing is marked as held out; of many some are', async (t) => {
  const app = await openApp(t, { link: SMALL });
  for (const [own, isHeld] of /** @type {const} */ ([
    [TEXTS['one line'], false],
    [`${TEXTS['one line']}\n`.repeat(30), true],
  ])) {
    await app.texts.use({ id: 'own', name: 'own', text: own });
    const html = drawn('gf-text-choice', app);
    assert.match(html, /role="option"/);
    assert.equal(/class=held/.test(html), isHeld);
  }
});
