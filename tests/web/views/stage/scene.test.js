// SPDX-License-Identifier: MIT
// What the stage shows, from the state: guesses, what comes next, changes by switched heads, and
// what flows into a character.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rootsOf } from '../../../../web/views/stage/lines.js';
import { probabilities, sceneOf, shown } from '../../../../web/views/stage/scene.js';
import { letters, sceneFor, stateOf } from './states.js';

const close = (/** @type {number} */ a, /** @type {number} */ b) =>
  Math.abs(a - b) < 1e-5;

test('stage scene: there is none before the engine has answered', () => {
  assert.equal(sceneOf({ ...stateOf(), activations: null }), null);
  assert.equal(sceneOf({ ...stateOf(), session: null }), null);
});

test('stage scene: the last guess and its probability are those of the logits', () => {
  const state = stateOf();
  const scene = sceneFor();
  const { logits, characters, n } = state.activations;
  const { vocabulary } = state.session.info;
  for (let i = 0; i < n; i++) {
    const row = [
      ...logits.subarray(i * vocabulary.length, (i + 1) * vocabulary.length),
    ];
    const sum = row.reduce((a, x) => a + Math.exp(x), 0);
    const right = vocabulary.indexOf(characters[i + 1]);
    const { token, p, isRight } = scene.guess(scene.final, i);
    assert.equal(token, row.indexOf(Math.max(...row)));
    assert.equal(isRight, token === right && right >= 0);
    assert.equal(scene.right[i], right);
    if (right >= 0) assert.ok(close(p, Math.exp(row[right]) / sum));
    else assert.ok(Number.isNaN(p));
    const all = probabilities(scene, i);
    assert.ok(all.every((bar, k) => k === 0 || bar.p <= all[k - 1].p));
    assert.ok(all.every((bar) => close(bar.p, Math.exp(row[bar.token]) / sum)));
  }
});

test('stage scene: earlier guesses are those of the lens; without one the output stays', () => {
  const { lens } = stateOf().activations;
  const scene = sceneFor();
  assert.equal(scene.depths.length, 5);
  for (let i = 0; i < scene.n; i++) {
    const at = 2 * scene.n + i;
    const { token, p, isRight } = scene.guess(2, i);
    assert.deepEqual([token, p], [lens.top.data[at], lens.p.data[at]]);
    assert.equal(isRight, lens.rank.data[at] === 1);
  }
  const without = sceneFor({ hasLens: false });
  assert.deepEqual([without.depths.length, without.final], [0, 0]);
  assert.equal(without.guess(0, 3).token, scene.guess(4, 3).token);
});

test('stage scene: blanks are visible, and names of special tokens fit a column', () => {
  assert.deepEqual([' ', '\n', ' the', '<EOS>', '<SOS>'].map(shown), [
    '␣',
    '⏎',
    '␣the',
    '∎',
    '▸',
  ]);
  const scene = sceneFor({ tokens: letters(5) });
  assert.deepEqual(scene.tokens, ['t', 'h', 'e', '␣', 'f']);
  assert.deepEqual(scene.next, ['h', 'e', '␣', 'f', '']);
});

test('stage scene: a tagger is judged by the labels that the line brings along', () => {
  const tokens = ['will', 'bill', 'pay'];
  const state = stateOf({
    arch: 'encoder',
    tokens,
    vocabulary: tokens,
    labels: ['name', 'other'],
  });
  const withText = (/** @type {string} */ text) =>
    sceneOf({ ...state, activations: { ...state.activations, text } });
  const scene = withText('will bill pay\tother name other');
  assert.deepEqual(scene?.next, ['other', 'name', 'other']);
  assert.equal(scene?.kind, 'encoder');
  const [{ p, token }] = probabilities(scene, 1).filter((bar) => bar.token === 0);
  assert.equal(token, scene?.right[1]);
  assert.ok(close(Math.exp(-scene.surprise[1]), p));
  const unknown = withText('will bill pay');
  assert.deepEqual(unknown?.next, ['', '', '']);
});

test('stage scene: a corner marks each guess that differs from the one with all heads on', () => {
  const ablated = [{ layer: 0, head: 1 }];
  const { lens, compared, logits, n } = stateOf({ ablated }).activations;
  const scene = sceneFor({ ablated });
  const V = logits.length / n;
  const best = (/** @type {Float32Array} */ of, /** @type {number} */ i) => {
    const row = of.subarray(i * V, (i + 1) * V);
    return row.indexOf(Math.max(...row));
  };
  for (let i = 0; i < n; i++) {
    const at = n + i;
    assert.equal(
      scene.isChanged(1, i),
      lens.top.data[at] !== compared.lens.top.data[at],
    );
    assert.equal(scene.isChanged(4, i), best(logits, i) !== best(compared.logits, i));
  }
  assert.ok(!scene.isOn(0, 1) && scene.isOn(1, 1) && scene.isOn(0, 0));
  const whole = sceneFor();
  assert.ok([0, 1, 4].every((depth) => !whole.isChanged(depth, 7)));
});

test('stage scene: of a head alone only its lines are shown', () => {
  const scene = sceneFor({
    isolated: { layer: 1, head: 2 },
    ablated: [{ layer: 1, head: 0 }],
  });
  const all = [0, 1].flatMap((layer) =>
    [0, 1, 2, 3].map((head) => scene.isShown(layer, head)),
  );
  assert.deepEqual(all, [false, false, false, false, false, false, true, false]);
});

test('stage scene: what MLPs add is compared over all layers of both texts', () => {
  const shape = { arch: 'encoder_decoder', question: letters(7), tokens: letters(9) };
  const { mlpNorm, sourceMlpNorm } = stateOf(shape).activations;
  const longest = Math.max(...mlpNorm, ...sourceMlpNorm);
  const scene = sceneFor(shape);
  assert.equal(scene.added('main', 1, 4), mlpNorm[9 + 4] / longest);
  assert.equal(scene.added('source', 1, 4), sourceMlpNorm[7 + 4] / longest);
  assert.ok(Number.isNaN(sceneFor({ mlp: false }).added('main', 0, 0)));
});

test('stage scene: attentions belong to the layers of their text', () => {
  const index = (/** @type {any} */ stack) =>
    stack.layers.map((/** @type {any[]} */ layer) => layer.map((a) => a.index));
  const scene = sceneFor({ arch: 'encoder_decoder', question: letters(7) });
  assert.deepEqual(index(scene.source), [[0], [1]]);
  assert.deepEqual(index(scene.main), [
    [2, 3],
    [4, 5],
  ]);
  assert.deepEqual(index(sceneFor({ arch: 'averaging', n_head: 1 }).main), [[0]]);
  assert.deepEqual(index(sceneFor({ arch: 'bigram', n_layer: 0 }).main), []);
});

/** The strongest path into (layer 0, j) by brute force. @param {any} scene @param {number} i
 * @param {number} j @param {number} head of layer 0 */
function strongest(scene, i, j, head) {
  let most = 0;
  for (let k = j; k <= i; k++) {
    let step = k === i ? 1 : 0;
    for (let h = 0; h < scene.H; h++) step = Math.max(step, scene.weight(1, h, i, k));
    // A step weaker than what is drawn leads nowhere.
    if (step >= 0.04) most = Math.max(most, step * scene.weight(0, head, k, j));
  }
  return most;
}

test('stage roots: own lines are all weights from 0.04 on, those below products of weights', () => {
  const scene = sceneFor({ n_head: 3, tokens: letters(20) });
  const i = 13;
  const { roots, reach } = rootsOf(scene, i);
  for (let layer = 0; layer < 2; layer++)
    for (let head = 0; head < 3; head++)
      for (let j = 0; j < 20; j++) {
        const weight = scene.weight(layer, head, i, j);
        const own = roots.find(
          (r) => r.isOwn && r.attention === layer && r.head === head && r.j === j,
        );
        assert.equal(own?.strength ?? 0, weight >= 0.04 ? weight : 0);
      }
  for (let head = 0; head < 3; head++)
    for (let j = 0; j <= i; j++) {
      const drawn = roots.filter(
        (r) => r.attention === 0 && r.head === head && r.j === j,
      );
      const most = drawn.reduce((a, r) => Math.max(a, r.strength), 0);
      const wanted = strongest(scene, i, j, head);
      assert.ok(
        close(most, wanted >= 0.04 ? wanted : 0),
        `head ${head}, ${j}: ${most}`,
      );
    }
  assert.ok(
    [...reach.main.keys()].every((j) => j <= i),
    'nothing from what comes later',
  );
  assert.equal(reach.main.get(i), 1);
});

test('stage roots: what flows through cross attention comes from the other text', () => {
  const scene = sceneFor({
    arch: 'encoder_decoder',
    question: letters(7),
    tokens: letters(9),
  });
  const { roots, reach } = rootsOf(scene, 4);
  const isCross = (/** @type {{ attention: number }} */ { attention }) =>
    attention === 3 || attention === 5;
  assert.ok(reach.source.size > 0 && roots.some(isCross));
  assert.ok(
    roots.some(({ attention }) => attention < 2),
    'and on through its own layers',
  );
});

test('stage scene: rows have their places before the lens has answered', () => {
  const state = stateOf();
  const scene = sceneOf({
    ...state,
    activations: { ...state.activations, lens: null },
  });
  assert.equal(scene?.depths.length, 5);
  const { token, p } = scene.guess(2, 3);
  assert.ok(token === -1 && Number.isNaN(p));
  assert.equal(scene.guess(4, 3).token, sceneFor().guess(4, 3).token);
});
