// SPDX-License-Identifier: MIT
// Shannon's game: its rounds, the guesses of a real model counted again, and what is said of them.
import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { makeBrowser } from '../../support/browser.js';
import { heldOutText, trainingText } from '../../../../web/run/splits.js';
import '../../../../web/views/guessing/guessing.js';
import { keysOf, keyTable } from '../../../../web/views/guessing/keys.js';
import {
  codeOf,
  finishedLike,
  GUESSED,
  keepPlayed,
  passagesOf,
  playedOf,
  readCode,
  roundOf,
} from '../../../../web/views/guessing/rounds.js';
import { keyPress, part } from '../../support/parts.js';
import { drawn, listenersOf, partOf, rowsOf, textOf } from '../../support/render.js';
import { ask, specimen } from '../../support/specimens.js';
import { pageStorage } from '../../support/storage.js';

makeBrowser();

const QUERY = /** @type {any} */ ('guessing:round');
// No part of it is another part again.
const TEXT = Array.from(
  { length: 60 },
  (_, n) => `the old fox met ${n} hens by the hill. An owl sat and sang. `,
).join('');
const CONFIG = { n_layer: 1, n_head: 2, n_embd: 16, block_size: 24, batch_size: 4, eval_windows: 2 }; // oxfmt-ignore

const storage = pageStorage();
beforeEach(() => storage.setItem('glassformer.guesses', '{}'));

const mean = (/** @type {number[]} */ all) =>
  all.reduce((sum, x) => sum + x, 0) / all.length;

/** @param {Partial<Parameters<typeof specimen>[0]>} [more] */
const opened = (more = {}) =>
  specimen({ name: 'small', text: TEXT, config: CONFIG, steps: 60, ...more });

/** @param {Awaited<ReturnType<typeof opened>>} model */
const roundIn = ({ state }) => roundOf(state) ?? assert.fail();

test('guessing: passages do not overlap, are not in the other part, and follow from the number', () => {
  const held = [...'a hen 🦊 and a fox, '.repeat(3), ...TEXT.slice(-500)];
  const model = { training: TEXT.slice(0, 2000), vocabulary: [...new Set(held)] };
  const size = 20;
  /** @type {Set<string>} */
  const seen = new Set();
  for (let number = 1; number <= 40; number++) {
    const all = passagesOf(held, model, number, size);
    assert.equal(all.length, 3);
    assert.deepEqual(passagesOf(held, model, number, size), all);
    for (const { context, hidden } of all) {
      assert.equal(hidden.length, GUESSED);
      assert.ok(context.length > 0 && context.length <= size - GUESSED);
      const whole = [...context, ...hidden].join('');
      assert.ok(held.join('').includes(whole), `${number}: ${whole}`);
      seen.add(whole);
    }
  }
  assert.ok(seen.size > 60, `${seen.size} different passages of 120`);
  assert.deepEqual(
    passagesOf(held, { ...model, training: held.join('') }, 1, size),
    [],
  );
  assert.deepEqual(passagesOf(held.slice(0, size - 1), model, 1, size), []);
  assert.deepEqual(passagesOf(held, model, 1, GUESSED), []);
  assert.deepEqual(passagesOf(held, { ...model, vocabulary: ['a'] }, 1, size), []);
});

test('guessing: a link holds a round and its guesses; what is none is none', () => {
  const round = /** @type {any} */ ({ number: 17, check: '00c0ffee' });
  assert.equal(codeOf(round, []), '17');
  assert.equal(codeOf(round, [1, 12, 3]), '17.00c0ffee.1.12.3');
  for (const ranks of [[], [1, 12, 3]]) {
    const check = ranks.length > 0 ? '00c0ffee' : '';
    const read = readCode(codeOf(round, ranks));
    assert.deepEqual(read, { number: 17, check, ranks });
  }
  for (const code of [
    '',
    '0',
    '1.2',
    '17.00c0ffee',
    '17.00c0ffee.0',
    '17.00c0ffee.1.',
    `17.00c0ffee${'.1'.repeat(13)}`,
    '<b>',
  ])
    assert.equal(readCode(code), null, code);
});

test('guessing: the model’s guesses are its order at each character, from what stands before it alone', async () => {
  const model = await opened();
  const found = await ask(model, {}, QUERY);
  const round = roundIn(model);
  const { vocabulary } = model.session.info;
  const training = trainingText(model.state);
  let i = 0;
  for (const { context, hidden } of round.passages) {
    assert.ok(heldOutText(model.state).includes([...context, ...hidden].join('')));
    for (const [k, truth] of hidden.entries()) {
      const before = [...context, ...hidden.slice(0, k)];
      const { logits, tokens } = await model.session.runWithCache({
        text: before.join(''),
      });
      const V = vocabulary.length;
      const row = [...(logits?.subarray((tokens.length - 1) * V) ?? [])];
      const order = vocabulary.toSorted(
        (a, b) => row[vocabulary.indexOf(b)] - row[vocabulary.indexOf(a)],
      );
      assert.equal(found.model[i], order.indexOf(truth) + 1, `${before.join('')}`);
      assert.equal(found.first[i], order[0]);
      const e = row.map(Math.exp);
      const p = e[vocabulary.indexOf(truth)] / e.reduce((a, b) => a + b);
      // Single and double precision.
      assert.ok(Math.abs(found.bits[i] + Math.log2(p)) < 1e-5);
      const letters = (/** @type {string} */ c) => training.split(c).length - 1;
      const pairs = (/** @type {string} */ c) =>
        training.split((before.at(-1) ?? '') + c).length - 1;
      // The sort is stable: of equals the lower token comes first.
      const byLetters = vocabulary.toSorted((a, b) => letters(b) - letters(a));
      const byPairs = byLetters.toSorted((a, b) => pairs(b) - pairs(a));
      assert.equal(found.letters[i], byLetters.indexOf(truth) + 1);
      assert.equal(found.pairs[i], byPairs.indexOf(truth) + 1, before.join(''));
      i++;
    }
  }
  assert.equal(i, 12);
});

/** A round with so many characters guessed.
 * @param {Awaited<ReturnType<typeof opened>>} model @param {number[]} ranks */
function play(model, ranks) {
  const round = roundIn(model);
  keepPlayed(round, { text: round.text, ranks, tried: [], isOver: false });
}
const RANKS = [1, 1, 2, 5, 1, 3, 1, 1, 4, 1, 1, 2];

/** i log i − (i − 1) log (i − 1), by products. @param {number[]} ranks */
const lowerOf = (ranks) =>
  mean(ranks.map((i) => Math.log2(i ** i / Math.max(1, (i - 1) ** (i - 1)))));

/** Parts of the claim. @type {Record<string, (x: Record<string, unknown>) => string[]>} */
const CLAIMED = {
  en: ({ n, you, model, entropy }) => [
    `step 60, ${n} of 12 hidden characters in 3 passages of the validation text`,
    `you ${you} bits per character, the model ${model}`,
    `probabilities: ${entropy} bits`,
  ],
  es: ({ n, you, model, entropy }) => [
    `paso 60, ${n} de 12 caracteres ocultos en 3 pasajes del texto de validación`,
    `tú ${you} bits por carácter, el modelo ${model}`,
    `probabilidades: ${entropy} bits`,
  ],
};

for (const [lang, claimed] of Object.entries(CLAIMED))
  test(`guessing: both stand on one scale, with what it is measured on (${lang})`, async () => {
    const model = await opened({ lang });
    const found = await ask(model, {}, QUERY);
    const { format } = model.app;
    const before = textOf(drawn('gf-guessing', model.app));
    assert.doesNotMatch(before, /\{|undefined|NaN/);
    assert.ok(!before.includes(format.loss(found.bits[0])), 'nothing is given away');
    for (const n of [12, 5]) {
      play(model, RANKS.slice(0, n));
      const html = drawn('gf-guessing', model.app);
      const claim = partOf(html, 'id="claim"');
      const all = [RANKS, found.model, found.pairs, found.letters].map(
        (/** @type {number[]} */ ranks) => format.loss(lowerOf(ranks.slice(0, n))),
      );
      const entropy = format.loss(mean(found.bits.slice(0, n)));
      for (const part of claimed({ n, you: all[0], model: all[1], entropy }))
        assert.ok(claim.includes(part), `${part}: ${claim}`);
      const rows = rowsOf(html, 'id=bounds').slice(1);
      assert.deepEqual(
        rows.map(([, lower]) => lower),
        all,
      );
      assert.equal(rowsOf(html, 'id=places').length, n + 1);
      assert.doesNotMatch(textOf(html), /\{|undefined|NaN/);
    }
  });

test('guessing: fewer characters than a round name no winner, and the rest stays hidden', async () => {
  const model = await opened();
  await ask(model, {}, QUERY);
  const round = roundIn(model);
  play(model, RANKS.slice(0, 5));
  const said = textOf(drawn('gf-guessing', model.app));
  assert.match(said, /5 of 12 hidden characters in 3 passages of the validation text/);
  assert.match(said, /With fewer than 12 characters no winner is named/);
  assert.match(said, /passage 2 of 3, character 6 of 12/);
  const passage = partOf(drawn('gf-guessing', model.app), 'class="passage"');
  assert.ok(!passage.includes(round.passages[1].hidden.slice(1).join('')), passage);
});

test('guessing: a link shows its sender’s result; of other passages it says so, and a damaged one', async () => {
  const model = await opened();
  await ask(model, {}, QUERY);
  const round = roundIn(model);
  const said = (/** @type {string} */ guesses) => {
    model.state.showing = { ...model.state.showing, guesses };
    return textOf(drawn('gf-guessing', model.app));
  };
  assert.match(
    said(codeOf(round, RANKS)),
    /sender of this link: 1\.13 bits per character on 12/,
  );
  play(model, RANKS.map(() => 1)); // oxfmt-ignore
  const [, , sender] = (said(codeOf(round, RANKS)), rowsOf(drawn('gf-guessing', model.app), 'id=bounds').slice(1)); // oxfmt-ignore
  assert.equal(sender[0], 'sender of the link');
  assert.doesNotMatch(said(codeOf(round, RANKS.map(() => 1))), /sender of/); // oxfmt-ignore
  assert.match(said(codeOf({ ...round, check: '12345678' }, RANKS)), /result in the link is of other passages/); // oxfmt-ignore
  assert.match(said('1.oops'), /cannot be read: this is round 1/);
  assert.match(said(codeOf(round, [9999])), /cannot be read/);
  assert.match(said('2'), /Round 2, passage 1 of 3/);
});

test('guessing: rounds are kept, the best is named, and what another version wrote is passed over', async () => {
  const model = await opened();
  await ask(model, {}, QUERY);
  play(model, RANKS);
  model.state.showing = { ...model.state.showing, guesses: '2' };
  await ask(model, {}, QUERY);
  play(model, RANKS.map((rank) => rank + 1)); // oxfmt-ignore
  const round = roundIn(model);
  assert.deepEqual(finishedLike(round).map(({ number }) => number), [1, 2]); // oxfmt-ignore
  assert.match(textOf(drawn('gf-guessing', model.app)), /best complete round on this text: 1\.13 bits per character, round 1\./); // oxfmt-ignore
  const wrong = { [`2.${round.check}`]: { ranks: ['x'] }, other: null };
  storage.setItem('glassformer.guesses', JSON.stringify(wrong));
  assert.deepEqual(playedOf(round).ranks, []);
  assert.deepEqual(finishedLike(round), []);
  storage.setItem('glassformer.guesses', 'no JSON');
  assert.deepEqual(playedOf(round).ranks, []);
});

test('guessing: where the browser keeps nothing, a round goes on all the same', async () => {
  const model = await opened();
  storage.isFull = true;
  after(() => (storage.isFull = false));
  play(model, RANKS);
  assert.deepEqual(playedOf(roundIn(model)).ranks, RANKS);
  storage.isFull = false;
});

test('guessing: without a text held out, with words, without the mask it says why there is no game', async () => {
  const words = await opened({
    config: { ...CONFIG, tokenizer: 'bpe', vocab_limit: 300 },
    steps: 1,
  });
  const open = await opened({ config: { ...CONFIG, causal: false }, steps: 1 });
  const task = await opened({
    ...{ text: undefined, steps: 1 },
    config: { ...CONFIG, arch: 'encoder_decoder', task: 'reverse', task_lines: 200, source_block_size: 12 },
  }); // oxfmt-ignore
  const short = await opened({ config: { ...CONFIG, block_size: 3 }, steps: 1 });
  const little = await opened({ text: 'An owl sat. '.repeat(40), steps: 1 });
  const sentences = [
    /tokens of this model are longer/,
    /no causal mask/,
    /no text here that this model can read/,
    /context length of 4 or more, and that of this model is 3:/,
    /too little/,
  ];
  for (const [n, model] of [words, open, task, short, little].entries()) {
    assert.equal(await ask(model, {}, QUERY), undefined);
    assert.match(textOf(drawn('gf-guessing', model.app)), sentences[n]);
  }
});

test('guessing: a model of another text guesses at the text of the page, beside counts of what is around', async () => {
  const model = await opened();
  Object.defineProperties(model.session, {
    isLoaded: { value: true },
    history: { value: { step: [] } },
  });
  const found = await ask(model, {}, QUERY);
  const round = roundIn(model);
  // Every count is one of the text without the passages.
  let rest = TEXT;
  for (const { at, context, hidden } of round.passages.toSorted(
    (a, b) => b.at - a.at,
  )) {
    const passage = [...context, ...hidden].join('');
    assert.ok(rest.startsWith(passage, at));
    rest = rest.slice(0, at) + '\n' + rest.slice(at + passage.length);
  }
  const { vocabulary } = model.session.info;
  const letters = (/** @type {string} */ c) => rest.split(c).length - 1;
  const order = vocabulary.toSorted((a, b) => letters(b) - letters(a));
  assert.deepEqual(
    found.letters,
    round.hidden.map((c) => order.indexOf(c) + 1),
  );
  const said = textOf(drawn('gf-guessing', model.app));
  assert.match(said, /passages of the text of the page, which this model was not/);
  assert.match(said, /letter counts of the text around the passages/);
});

test('guessing: capitals are on keys of their own, and every character is on one', () => {
  const vocabulary = ['\n', ' ', '!', 'T', 'a', 'É', 'é', 'z', 'ß'];
  const { small, capitals } = keysOf(vocabulary, 'es');
  assert.deepEqual(capitals, ['É', 'T']);
  assert.deepEqual([...small, ...capitals].sort(), vocabulary.toSorted());
  assert.deepEqual(small.slice(0, 2), ['a', 'é']);
});

test('guessing: arrows go from key to key, Home and End to the first and last; one is a stop of Tab', () => {
  const shown = ['a', 'b', 'c'];
  const table = { shown, tried: [], label: '', press() {}, shift: null };
  const [onKey] = listenersOf(null, keyTable(table), 'keydown');
  const buttons = shown.map(() => ({ ...part(), tabIndex: -1 }));
  let at = 0;
  const after = (/** @type {string} */ key) => {
    for (const button of buttons) button.isFocused = false;
    const group = { querySelectorAll: () => buttons };
    onKey({ ...keyPress(key), target: buttons[at], currentTarget: group });
    const next = buttons.findIndex(({ isFocused }) => isFocused);
    if (next < 0) return 'stays';
    assert.deepEqual(
      buttons.map(({ tabIndex }) => tabIndex),
      buttons.map((_, n) => (n === next ? 0 : -1)),
    );
    return (at = next);
  };
  /** @type {[string, number | 'stays'][]} */
  const KEYS = [
    ['ArrowRight', 1],
    ['ArrowDown', 2],
    ['ArrowUp', 1],
    ['ArrowLeft', 0],
    ['End', 2],
    ['Home', 0],
    ['Enter', 'stays'],
  ];
  for (const [key, goal] of KEYS) assert.equal(after(key), goal, key);
});
