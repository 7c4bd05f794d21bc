// SPDX-License-Identifier: MIT
// What the page says of a run is of the model looked at, and of its own numbers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawMarks } from '../../web/views/loss/marks.js';
import { headOrder, headImportance } from '../../web/state/selectors.js';
import {
  events,
  eventsOf,
  newEvents,
  memorizationStart,
} from '../../web/run/milestones.js';

/** @param {number} step @param {object} [more] */
const twoHeads = (step, more) =>
  /** @type {any} */ ({
    activations: { L: 1, H: 2 },
    session: { steps: step },
    viewedSnapshot: null,
    viewedHeadReport: null,
    headReport: { step, importance: [0.5, 0.25] },
    measured: { 0.1: { delta: 0.75, step: 120 } },
    showing: { sorted: true },
    ...more,
  });

test('what switching a head off did is told of that step; later it is estimated again', () => {
  const measured = twoHeads(120);
  assert.deepEqual(headImportance(measured), [0.5, 0.75]);
  assert.deepEqual(headOrder(measured), [1, 0]);
  const later = twoHeads(130);
  assert.deepEqual(headImportance(later), [0.5, 0.25]);
  assert.deepEqual(headOrder(later), [0, 1]);
  // Nothing newer is known yet while the next estimates are being made.
  const running = twoHeads(110, { session: { steps: 130 } });
  assert.deepEqual(headImportance(running), [0.5, 0.75]);
});

test('a measurement is not carried over to a model of the past', () => {
  const at = (/** @type {number} */ step) => {
    const viewedHeadReport = { step, importance: [0.125, 0.0625] };
    return twoHeads(200, { viewedSnapshot: { step }, viewedHeadReport });
  };
  assert.deepEqual(headImportance(at(50)), [0.125, 0.0625]);
  assert.deepEqual(headImportance(at(150)), [0.125, 0.0625]);
  assert.deepEqual(headImportance(at(120)), [0.125, 0.75], 'its own step');
  assert.equal(headImportance(twoHeads(120, { headReport: null })), undefined);
});

/** Measured every ten steps, trained on every step. @param {number[]} valLoss
 * @param {(step: number) => number} train */
const run = (valLoss, train) => {
  const valStep = valLoss.map((_, n) => 10 * n);
  const step = Array.from({ length: 10 * valLoss.length - 10 }, (_, n) => n + 1);
  return { step, loss: step.map(train), valStep, valLoss };
};
const falls = (/** @type {number} */ step) => 3 - step / 100;

/** Held-out losses the engine measured: 4,000 characters learned by heart; 500, of which
 * there are so few held out that their loss wavers; and 65,000, which teach to the end. */
const HEARD = [
  2.782, 2.31, 2.233, 2.157, 2.194, 2.089, 2.097, 2.165, 2.141, 2.211, 2.325, 2.371, 2.542,
  2.578, 2.747, 2.901, 2.914, 2.89, 2.969, 3.011, 3.059, 3.126, 3.107, 3.106,
]; // prettier-ignore
const WAVERING = [
  3.31, 2.86, 2.7, 2.55, 2.39, 2.28, 2.08, 2.02, 2.0, 1.76, 1.78, 1.7, 1.81, 1.84, 1.81,
  1.63, 1.69, 1.82, 1.7, 1.78, 1.78, 1.74, 1.61, 1.66, 1.7, 1.69, 1.68, 1.69, 1.69,
]; // prettier-ignore
const TEACHING = [
  2.877, 2.418, 2.308, 2.252, 2.202, 2.144, 2.081, 2.014, 1.981, 1.935, 1.895, 1.857,
  1.824, 1.811, 1.786, 1.774, 1.754, 1.743, 1.732, 1.732,
]; // prettier-ignore

test('by heart: from the least held-out loss on, once it rises and training still falls', () => {
  const from = HEARD.map((_, n) =>
    memorizationStart(run(HEARD.slice(0, n + 1), falls)),
  );
  // The least so far is at 50; seven measurements later it is clear that it was the last.
  assert.deepEqual(from.slice(0, 12), new Array(12).fill(undefined));
  assert.deepEqual(from.slice(12), new Array(12).fill(50));
  for (const held of [WAVERING, TEACHING])
    held.forEach((_, n) =>
      assert.equal(
        memorizationStart(run(held.slice(0, n + 1), falls)),
        undefined,
        `at ${n}`,
      ),
    );
  assert.equal(
    memorizationStart(run([...HEARD, 2], falls)),
    undefined,
    'it was not the least',
  );
  const rises = (/** @type {number} */ step) => 3 + step / 100;
  assert.equal(memorizationStart(run(HEARD, rises)), undefined, 'it diverges');
  assert.equal(memorizationStart(run([...HEARD, NaN], falls)), undefined);
  assert.equal(memorizationStart(run([], falls)), undefined, 'nothing measured');
});

test('losses that part are an event while held-out loss still falls; the shade is not', () => {
  const history = run([4, 3.5, 3, 2.8, 2.7, 2.6], (step) => 3.5 - step / 40);
  const parted = events(history, {}, []).filter(
    ({ kind }) => kind === 'generalization-gap',
  );
  assert.equal(parted.length, 1);
  assert.equal(memorizationStart(history), undefined);
  // And where it rises they need not have parted.
  const held = [4, 2.55, 2.5, 2.5, 2.5, 2.56, 2.56, 2.56];
  const close = run(held, (step) => 2.52 - step / 1000);
  assert.deepEqual(events(close, {}, []), []);
  assert.equal(memorizationStart(close), 20);
});

/** What is drawn for marks, call by call. @param {number} [from] */
function drawnMarks(from) {
  /** @type {[string, any[]][]} */
  const calls = [];
  const context = new Proxy(/** @type {any} */ ({}), {
    get:
      (_, name) =>
      (/** @type {any[]} */ ...x) =>
        void calls.push([String(name), x]),
    set: () => true,
  });
  const plot = /** @type {any} */ ({
    context,
    box: { left: 50, width: 500, top: 8, height: 200 },
    atX: (/** @type {number} */ step) => 50 + step,
    atY: (/** @type {number} */ loss) => 40 * loss,
  });
  Object.assign(globalThis, { devicePixelRatio: 1 });
  const marks = [{ kind: 'generalization-gap', step: 300, loss: 2 }];
  drawMarks(plot, [], marks, { from, words: 'by heart' }, (name) => name);
  const of = (/** @type {string} */ wanted) =>
    calls.filter(([name]) => name === wanted).map(([, x]) => x);
  return { shades: of('fillRect'), words: of('fillText'), moves: of('moveTo') };
}

test('the shade begins at its step, the diamond stands at its own', () => {
  const shaded = drawnMarks(120);
  assert.deepEqual(shaded.shades, [[170, 8, 380, 200]]);
  assert.equal(shaded.words[0][0], 'by heart');
  assert.deepEqual(shaded.moves, [[350, 74]]);
  const plain = drawnMarks(undefined);
  assert.deepEqual([plain.shades, plain.words], [[], []]);
  assert.deepEqual(plain.moves, [[350, 74]]);
});

test('events are looked for once a measurement, and a late one is found by its kind', () => {
  const history = run([4, 2.5, 2.4], falls);
  const info = { baselines: { unigram: 3 } };
  const session = /** @type {any} */ ({ history, info });
  const unnamed = /** @type {any} */ ({ step: 5, marks: [{ badge: false }] });
  const first = eventsOf({ session, headHistory: [unnamed] });
  assert.deepEqual(first, [{ kind: 'unigram', step: 10, loss: 2.5 }]);
  const headHistory = [unnamed, { ...unnamed, step: 8, marks: [{ badge: true }] }];
  const all = eventsOf({ session, headHistory });
  assert.equal(
    eventsOf({ session, headHistory }),
    all,
    'nothing new: not even looked for',
  );
  const badge = { kind: 'badge', step: 8, loss: 4, head: 0 };
  assert.deepEqual(all, [badge, ...first], 'in order of steps');
  assert.deepEqual(newEvents(all, first), [badge]);
  assert.deepEqual(newEvents(all, all), []);
  history.valStep.push(30);
  history.valLoss.push(2.3);
  assert.notEqual(eventsOf({ session, headHistory }), all);
  assert.deepEqual(eventsOf({ session: null, headHistory }), []);
});
