// SPDX-License-Identifier: MIT
// How the stage draws: opacities of weights, the lottery of faint lines, shades, lengths, and the
// picture of vectors.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TOKENS } from '../../../../web/draw/theme.js';
import {
  capsuleLength,
  shadeOf,
  surpriseShare,
} from '../../../../web/views/stage/cells.js';
import { stageLayout } from '../../../../web/views/stage/layout.js';
import {
  dashOf,
  hazeOf,
  hueOf,
  lot,
  pinnedAlpha,
  pinnedWidth,
  restingAlpha,
  sideOf,
  stepOf,
} from '../../../../web/views/stage/lines.js';
import { pictureSvg, wrapped } from '../../../../web/views/stage/picture.js';
import { choicesAt } from '../../../../web/views/stage/roof.js';
import { probabilities, rightToken } from '../../../../web/views/stage/scene.js';
import { letters, noise, sceneFor } from './states.js';

const SIZE = { width: 912, height: 798 };

test('stage lines: five opacities by weight; pinned lines by the weight itself', () => {
  const steps = [0.1, 0.2, 0.34, 0.35, 0.5, 0.69, 0.7, 1].map((w) => stepOf(w, 0));
  assert.deepEqual(steps, [0, 1, 1, 2, 3, 3, 4, 4]);
  const alphas = [0, 1, 2, 3, 4].map((step) => restingAlpha(step).toFixed(3));
  assert.deepEqual(alphas, ['0.160', '0.316', '0.433', '0.550', '0.706']);
  assert.deepEqual([pinnedAlpha(0.5), pinnedAlpha(1), pinnedWidth(1)], [0.8, 1, 5]);
});

test('stage lines: faint ones are drawn in proportion to their weight, always the same ones', () => {
  for (const weight of [0.02, 0.05, 0.1, 0.15]) {
    let drawn = 0;
    const n = 40_000;
    for (let k = 0; k < n; k++)
      if (stepOf(weight, lot(k % 3, k % 8, 100 + (k % 199), k % 97)) === 0) drawn++;
    // Three standard deviations of so many draws.
    assert.ok(
      Math.abs(drawn / n - weight / 0.2) < 0.0075,
      `${weight}: ${drawn} of ${n}`,
    );
  }
  assert.equal(lot(1, 2, 30, 4), lot(1, 2, 30, 4));
  assert.notEqual(lot(1, 2, 30, 4), lot(2, 1, 30, 4));
  assert.equal(stepOf(0, 0), -1);
  assert.equal(stepOf(NaN, 0), -1);
});

test('stage lines: heads after the eighth repeat a hue with other dashes, side by side', () => {
  assert.deepEqual([0, 7, 8, 17].map(hueOf), ['head-1', 'head-8', 'head-1', 'head-2']);
  const seen = new Set(
    Array.from({ length: 32 }, (_, h) => `${hueOf(h)} ${dashOf(h)}`),
  );
  assert.equal(seen.size, 32);
  const layout = stageLayout(sceneFor({ n_layer: 1, n_head: 16 }), SIZE);
  const sides = Array.from({ length: 16 }, (_, h) =>
    sideOf(/** @type {any} */ ({ H: 16 }), layout, h),
  );
  assert.ok(sides[15] - sides[0] < layout.columnWidth);
  assert.ok(sides.every((side, h) => h === 0 || side > sides[h - 1]));
});

test('stage lines: many heads in low panes draw their faintest lines fainter', () => {
  assert.equal(hazeOf(4, 140), 1);
  assert.equal(hazeOf(2, 300), 1);
  assert.ok(hazeOf(8, 32) < 0.5 && hazeOf(64, 20) >= 0.3);
});

test('stage shades: 3 to 42 per cent below one half, 77 to 100 above', () => {
  const shades = [0, 0.5, 0.500001, 1, NaN].map((p) => Number(shadeOf(p).toFixed(3)));
  assert.deepEqual(shades, [0.03, 0.415, 0.775, 1, 0.03]);
  assert.deepEqual(
    [0, 4, 8, 12].map((bits) => surpriseShare(bits * Math.LN2)),
    [0, 0.5, 1, 1],
  );
});

test('stage marks: a capsule is as long as its share of the room', () => {
  assert.deepEqual(
    [0, 0.5, 1].map((share) => capsuleLength(share, 44)),
    [2, 12, 22],
  );
  assert.deepEqual(
    [0, 0.5, 1].map((share) => capsuleLength(share, 8)),
    [2, 5, 8],
  );
  assert.equal(capsuleLength(NaN, 44), 2);
});

test('stage roof: ten bars of the softmax, the right token always among them', () => {
  const vocabulary = Array.from({ length: 40 }, (_, k) => String.fromCharCode(97 + k));
  const tokens = Array.from(
    { length: 30 },
    (_, k) => vocabulary[Math.floor(noise(k) * 40)],
  );
  const scene = sceneFor({ tokens, vocabulary });
  const layout = stageLayout(scene, SIZE);
  let added = 0;
  for (let i = 0; i < 30; i++) {
    const { bars, x0, x1 } = choicesAt(scene, layout, i);
    const all = probabilities(scene, i);
    assert.equal(bars.length, 10);
    const right = rightToken(scene, i);
    assert.equal(bars.filter(({ isRight }) => isRight).length, right < 0 ? 0 : 1);
    if (!all.slice(0, 10).some(({ token }) => token === right)) added++;
    bars.slice(0, 9).forEach(({ token }, k) => assert.equal(token, all[k].token));
    bars.forEach(({ p, height }) =>
      assert.equal(height, Math.max(1, Math.round((p / all[0].p) * bars[0].height))),
    );
    assert.ok(x0 >= layout.left && x1 <= layout.right);
  }
  assert.ok(added > 5, 'a case where the right one is not among the ten');
});

const ink = (/** @type {string} */ name) =>
  /** @type {Record<string, readonly string[]>} */ (TOKENS)[name]?.[0] ?? 'monospace';

/** @param {Partial<import('../../../../web/views/stage/picture.js').Picture>} [own] */
function pictureOf(own = {}) {
  const scene = sceneFor({ tokens: [...letters(20), '<', '&', '"'] });
  return pictureSvg({
    scene,
    layout: stageLayout(scene, SIZE),
    ink,
    focus: { i: 12 },
    labels: [{ text: 'Layer <1>', x: 12, y: 300, isStrong: true }],
    caption: 'After <tea> & “cake” it expects ‘e’.',
    ...own,
  });
}

test('stage picture: the vectors hold the text, the caption and the hues, and no raw markup', () => {
  const svg = pictureOf();
  assert.ok(svg.startsWith('<svg xmlns="http://www.w3.org/2000/svg"'));
  assert.ok(svg.trimEnd().endsWith('</svg>'));
  assert.ok(svg.includes('After &lt;tea&gt; &amp; “cake” it expects ‘e’.'));
  assert.ok(svg.includes('Layer &lt;1&gt;') && !svg.includes('<tea>'));
  for (const head of [1, 2, 3, 4]) assert.ok(svg.includes(ink(`head-${head}`)));
  const open = svg.match(/<g[ >]/g)?.length;
  assert.equal(svg.match(/<\/g>/g)?.length, open, 'every group is closed');
  const ids = svg.match(/clipPath id="[^"]+"/g) ?? [];
  assert.equal(new Set(ids).size, ids.length);
  assert.ok(!/NaN|undefined|Infinity/.test(svg));
});

test('stage picture: a caption breaks between words', () => {
  assert.deepEqual(wrapped('one two three four', 82), ['one two', 'three four']);
  assert.deepEqual(wrapped('', 82), ['']);
});
