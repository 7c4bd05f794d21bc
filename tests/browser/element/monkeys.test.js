// SPDX-License-Identifier: MIT
// Two monkeys: one is a host that sets and calls whatever the element has, one a reader who
// clicks, types and presses keys. Whatever they do, everything they asked for ends, nothing
// reports an unknown error, and the element trains afterwards. The seed is printed;
// MONKEY_SEED and MONKEY_STEPS choose another walk.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inPage } from '../support/page-queries.js';
import {
  READY,
  SMALL,
  openCourse,
  until,
  withElement,
} from '../support/course-page.js';

const course = await openCourse();

const SEED = Number(process.env.MONKEY_SEED ?? 1);
const STEPS = Number(process.env.MONKEY_STEPS ?? 60);

/** In the page: whole numbers below n, by Numerical Recipes' linear congruential generator. */
const RANDOM = `(seed) => {
  let state = seed >>> 0;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}`;

/** The page with the generator as a global function, once the model is ready. @param {string} body */
async function openCage(body) {
  const page = await course.page(body);
  await until(page, "e?.state === 'idle' && s.activations");
  await page.evaluate(`globalThis.generator = ${RANDOM}`);
  return page;
}

/** Runs in the page. @param {any} element @param {{ seed: number, steps: number }} walk */
async function host(element, { seed, steps }) {
  const random = /** @type {any} */ (globalThis).generator(seed);
  const { parentElement: home } = element;
  const wait = (/** @type {number} */ ms) =>
    // eslint-disable-next-line no-restricted-syntax -- somebody who pauses now and then
    new Promise((done) => setTimeout(done, ms));
  const set =
    (/** @type {string} */ name, /** @type {unknown[]} */ ...values) =>
    () => {
      element[name] = values[random(values.length)];
    };
  let file = new Uint8Array(9);
  const at = { layer: 0, head: 0 };
  /** @type {Record<string, () => unknown>} */
  const acts = {
    start: () => element.start(),
    pause: () => element.pause(),
    step: () => element.step(1 + random(3)),
    reset: () => element.reset(),
    prepare: () => element.prepare(),
    suspend: () => element.suspend(),
    sample: () => element.sample({ prompt: 'the ', chars: random(30) }),
    save: async () => (file = await element.save()),
    load: () => element.load(file),
    leave: () => element.remove(),
    return: () => home.append(element),
    exportState: () => JSON.stringify(element.exportState()),
    viewState: () => JSON.stringify(element.viewState?.line ?? ''),
    hash: () => element.session?.hash(),
    evaluate: () => element.session?.evaluate(),
    gate: () => element.session?.setHead({ ...at, on: random(2) === 0 }),
    earlier: () => element.session?.at(random(5)).lens({ text: 'the fox' }),
    report: () => element.session?.headReport({ sequences: 2 }),
    ablate: () => element.session?.ablate({ ...at, text: 'the fox' }),
    layer: set('layer', '', 1, 9, -1),
    head: set('head', '', 1, 2, 9),
    text: set('text', 'the fox', 'a hen', ''),
    shownStep: set('shownStep', 'latest', '2', '500'),
    lang: set('lang', 'en', 'es', '', 'en-'),
    theme: set('theme', 'auto', 'light', 'dark', 'none'),
    view: set('view', '', 'loss', 'heads text', 'nothing'),
    readonly: set('readonly', true, false),
    seed: set('seed', '', 3),
  };
  const names = Object.keys(acts);
  /** @type {string[]} */ const walk = [];
  /** @type {Map<number, string>} */ const open = new Map();
  /** @type {Set<string>} */ const refusals = new Set();
  for (let n = 0; n < steps; n++) {
    const name = names[random(names.length)];
    walk.push(name);
    open.set(n, name);
    const act = Promise.resolve()
      .then(acts[name])
      .catch((error) => refusals.add(`${name}: ${error.code ?? error}`))
      .finally(() => open.delete(n));
    if (random(3) > 0) await Promise.race([act, wait(random(40))]);
  }
  home.append(element);
  element.readonly = false;
  await element.pause();
  for (let n = 0; n < 300 && open.size > 0; n++) await wait(100);
  await element.prepare();
  const { loss } = await element.step();
  return { walk, open: [...open.values()], refusals: [...refusals], loss };
}

test(`a host that calls and sets what it likes, seed ${SEED}: everything ends`, async () => {
  const page = await openCage(READY);
  const seen = await withElement(page, host, { seed: SEED, steps: STEPS });
  const about = `seed ${SEED}: ${seen.walk.join(' ')}`;
  assert.deepEqual(seen.open, [], about);
  assert.ok(Number.isFinite(seen.loss), about);
  // Each refusal has a code of its own: the file is none, the model was replaced, it is gone.
  const known = /: (bad-checkpoint|aborted|closed|no-snapshot|bad-argument)$/;
  assert.deepEqual(
    seen.refusals.filter((/** @type {string} */ each) => !known.test(each)),
    [],
    about,
  );
});

/** Runs in the page, with the names of inPage(). @param {any} names
 * @param {{ seed: number, steps: number }} walk */
async function reader({ app, element, settled, until }, { seed, steps }) {
  const random = /** @type {any} */ (globalThis).generator(seed);
  const INPUTS = 'button, input, select, textarea, summary, [tabindex="0"]';
  // Large models, texts of the network, files and other pages are not for monkeys.
  const LEFT_ALONE =
    'gf-presets, gf-model-choice, gf-text-choice, gf-export, gf-embed-panel, [type=file], [target], [href]';
  const KEYS = [
    'Enter',
    ' ',
    'ArrowRight',
    'ArrowUp',
    'Escape',
    'Home',
    'End',
    'k',
    '.',
    '?',
  ];
  /** @param {ParentNode} root @returns {HTMLElement[]} */
  const inside = (root) =>
    [...root.querySelectorAll('*')].flatMap((e) => {
      if (e.matches(LEFT_ALONE)) return [];
      const own = e.matches(INPUTS) && e.checkVisibility() ? [e] : [];
      const all = [...own, ...(e.shadowRoot ? inside(e.shadowRoot) : [])];
      return /** @type {HTMLElement[]} */ (all);
    });
  /** @type {string[]} */ const walk = [];
  for (let n = 0; n < steps; n++) {
    const all = inside(element.shadowRoot).filter(
      (e) => !(/** @type {any} */ (e).disabled),
    );
    const e = /** @type {any} */ (all[random(all.length)]);
    const kind = `${e.localName}${e.type && e.type !== 'submit' ? `[${e.type}]` : ''}`;
    walk.push(`${kind}#${e.id || e.textContent.trim().slice(0, 16)}`);
    e.focus();
    if (random(3) === 0) {
      const key = KEYS[random(KEYS.length)];
      const how = { key, bubbles: true, composed: true, cancelable: true };
      for (const type of ['keydown', 'keyup'])
        e.dispatchEvent(new KeyboardEvent(type, how));
    } else if (e.localName === 'select') e.selectedIndex = random(e.options.length);
    else if (['range', 'number'].includes(e.type)) {
      if (e.step !== 'any') e[random(2) ? 'stepUp' : 'stepDown']();
    } else if (['text', 'textarea'].includes(e.type))
      e.value = ['', 'the fox', 'ñ?'][random(3)];
    else e.click();
    for (const type of ['input', 'change'])
      if ('value' in e && e.localName !== 'button')
        e.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
    if (random(4) === 0) await settled();
  }
  await element.pause();
  await settled();
  const { state } = element;
  await element.prepare();
  // Wherever the walk has ended: the stage, of the model as it is now.
  app.selection.openPlace('stage');
  app.snapshots.go(null);
  // A model that the reader has begun may only now take this one's place, and pauses it: null.
  let last = null;
  while (!last) last = await element.step();
  await until(
    'all is drawn',
    () => element.viewState.activations?.step === element.session.steps,
  );
  return { walk, loss: last.loss, state };
}

test(`a reader who clicks, types and presses keys, seed ${SEED}: nothing is left open`, async () => {
  const page = await openCage(
    `<glass-former autostart="none" config="${SMALL}" style="block-size: 700px"></glass-former>`,
  );
  // Texts that are fetched when they are chosen come from here.
  const headers = { 'Access-Control-Allow-Origin': '*' };
  const body = 'A fox and a crow met where the road bends.\n'.repeat(500);
  await page.route(/^https:/, (route) => route.fulfill({ headers, body }));
  const seen = await inPage(page, reader, { seed: SEED, steps: 2 * STEPS });
  const about = `seed ${SEED}: ${seen.walk.join(' ')}`;
  assert.ok(Number.isFinite(seen.loss), about);
  assert.notEqual(seen.state, 'error', about);
});
