// SPDX-License-Identifier: MIT
// Files and text dropped on the element, and the name of a model that was opened.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptDrops } from '../../../web/element/drop.js';
import { openApp, stateOf } from '../support/app-in-node.js';
import { drawn, textOf } from '../support/render.js';

await import('../../../web/views/run/model-choice.js');
await import('../../../web/views/run/text-choice.js');
await import('../../../web/views/run/run-bar.js');

const SMALL = 'v=1&n_layer=1&n_head=2&n_embd=16&batch_size=2&max_steps=40';
const OWN = 'A line of my own. '.repeat(30);

/** An element that files are dropped on.
 * @param {import('node:test').TestContext} t
 * @param {import('../../../web/app/app.js').App} app */
function accepting(t, app) {
  const element = Object.assign(new EventTarget(), {
    ...{ app, readonly: false, dropping: false, contains: () => true },
  });
  const end = new AbortController();
  t.after(() => end.abort());
  acceptDrops(/** @type {any} */ (element), end.signal);
  return element;
}

test('a file over the element is its own, text is the browser’s: into the field it is dropped on', async (t) => {
  const app = await openApp(t, { link: SMALL });
  const { session, text } = app.store.state;
  const element = accepting(t, app);
  /** Whether it is taken from the browser. @param {string} type @param {string} what */
  const isTaken = (type, what) => {
    const dataTransfer = { types: [what], items: [], files: [] };
    const event = new Event(type, { cancelable: true });
    element.dispatchEvent(Object.assign(event, { dataTransfer }));
    return event.defaultPrevented;
  };
  for (const type of ['dragenter', 'dragover', 'drop'])
    assert.deepEqual([isTaken(type, 'text/plain'), element.dropping], [false, false]);
  assert.deepEqual([isTaken('dragover', 'Files'), element.dropping], [true, true]);
  assert.deepEqual([isTaken('drop', 'Files'), element.dropping], [true, false]);
  assert.equal(app.store.state.session, session);
  assert.equal(app.store.state.text, text);
});

test('a dropped text asks before it takes the place of an imported model, which is named', async (t) => {
  const app = await openApp(t, { link: SMALL });
  const element = accepting(t, app);
  const drop = (/** @type {File} */ file) => {
    const dataTransfer = { types: ['Files'], items: [], files: [file] };
    element.dispatchEvent(Object.assign(new Event('drop'), { dataTransfer }));
  };
  // A model of this page is replaced at once, as nothing is lost.
  drop(new File([OWN], 'own.txt'));
  await stateOf(app, ({ text }) => text?.name === 'own.txt');

  const saved = await app.checkpoint.save();
  assert.ok(saved);
  const file = new File([/** @type {BlobPart} */ (saved.bytes)], 'theirs.safetensors');
  await app.checkpoint.open([file]);
  const imported = app.store.state.session;
  const says = (/** @type {string} */ view) => textOf(drawn(view, app));
  assert.match(says('gf-model-choice'), /theirs\.safetensors/);
  drop(new File([`${OWN}More.`], 'second.txt'));
  await stateOf(app, ({ draft }) => draft !== null);
  assert.equal(app.store.state.draft, `${OWN}More.`);
  assert.equal(app.store.state.session, imported);
  assert.match(String(app.store.state.notice?.text), /in place of the current one/);
  // However long it is; its field shows how it begins.
  const long = `${OWN}\n`.repeat(1200);
  drop(new File([long], 'third.txt'));
  await stateOf(app, ({ draft }) => draft === long);
  assert.equal(app.store.state.session, imported);
  assert.match(String(app.store.state.notice?.text), /in place of the current one/);
  const field = drawn('gf-text-choice', app);
  assert.match(textOf(field), /648,000|649,200/);
  assert.ok(field.length < 5000, `${field.length}`);
  drop(new File([`${OWN}More.`], 'second.txt'));
  await stateOf(app, ({ draft }) => draft !== long);
  // What is no text is said to be none, and what is there stays.
  drop(new File([new Uint8Array(64)], 'none.txt'));
  await stateOf(app, ({ textProblem }) => textProblem !== null);
  assert.equal(app.store.state.draft, `${OWN}More.`);
  assert.equal(app.store.state.session, imported);
  await app.draft.use();
  assert.notEqual(app.store.state.session, imported);
  assert.doesNotMatch(says('gf-model-choice'), /theirs/);
});

test('of several texts none is taken; in a folder what the system put there is none', async (t) => {
  const app = await openApp(t, { link: SMALL });
  const element = accepting(t, app);
  const { text } = app.store.state;
  const [one, other] = ['one.txt', 'other.txt'].map((name) => new File([OWN], name));
  const drop = (/** @type {object} */ dataTransfer) =>
    element.dispatchEvent(
      Object.assign(new Event('drop'), {
        dataTransfer: { types: ['Files'], ...dataTransfer },
      }),
    );
  drop({ items: [], files: [one, other] });
  await stateOf(app, ({ notice }) => notice);
  assert.match(String(app.store.state.notice?.text), /^These are several texts/);
  assert.equal(app.store.state.text, text);
  // As the browser hands a folder over.
  const entries = [new File(['x'], '.DS_Store'), one].map((file) => ({
    ...{ isFile: true, name: file.name },
    file: (/** @type {(file: File) => void} */ done) => done(file),
  }));
  const readEntries = (/** @type {(all: object[]) => void} */ done) => done(entries);
  const folder = { isDirectory: true, createReader: () => ({ readEntries }) };
  drop({ items: [{ webkitGetAsEntry: () => folder }], files: [] });
  await stateOf(app, ({ text }) => text?.name === 'one.txt');
  assert.equal(app.store.state.notice, null);
});
