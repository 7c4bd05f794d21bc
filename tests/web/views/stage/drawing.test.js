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
import { xOf } from '../../../../web/views/stage/columns.js';
import { buildingsOf, stageLayout } from '../../../../web/views/stage/layout.js';
import {
  dashOf,
  drawLinesAtRest,
  drawRoots,
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
import { probabilities } from '../../../../web/views/stage/scene.js';
import { letters, noise, sceneFor, WIDE } from './states.js';

test('stage lines: six opacities by weight, the faintest below a tenth; pinned lines by the weight itself', () => {
  const weights = [0.05, 0.099, 0.1, 0.2, 0.34, 0.35, 0.5, 0.69, 0.7, 1];
  const steps = weights.map((w) => stepOf(w, 0));
  assert.deepEqual(steps, [0, 0, 1, 2, 2, 3, 4, 4, 5, 5]);
  const alphas = [0, 1, 2, 3, 4, 5].map((step) => restingAlpha(step).toFixed(3));
  assert.deepEqual(alphas, ['0.080', '0.160', '0.316', '0.433', '0.550', '0.706']);
  assert.deepEqual([pinnedAlpha(0.5), pinnedAlpha(1), pinnedWidth(1)], [0.8, 1, 5]);
});

test('stage lines: faint ones are drawn in proportion to their weight, always the same ones', () => {
  for (const weight of [0.02, 0.05, 0.1, 0.15]) {
    let drawn = 0;
    const n = 40_000;
    for (let k = 0; k < n; k++)
      if (stepOf(weight, lot(k % 3, k % 8, 100 + (k % 199), k % 97)) >= 0) drawn++;
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

/** The curves that are drawn, each as its four points. @param {(ctx: any) => void} draw */
function curvesOf(draw) {
  /** @type {number[][]} */ const curves = [];
  /** @type {number[]} */ let at = [];
  const calls = /** @type {Record<string, (...x: number[]) => unknown>} */ ({
    moveTo: (...x) => (at = x),
    bezierCurveTo: (...x) => curves.push([...at, ...x]),
  });
  draw(
    new Proxy(
      {},
      { get: (_, name) => calls[String(name)] ?? (() => {}), set: () => true },
    ),
  );
  return curves;
}

/** The curve from the character looked at, below, to the one that looks, above: it leaves and
 * arrives upright. @param {any} scene @param {any} layout @param {any} building
 * @param {{ attention: number, head: number, i: number, j: number }} line */
function wantedCurve(scene, layout, building, { attention, head, i, j }) {
  const { top, bottom, isCross } = building.bands.find(
    (/** @type {any} */ { index }) => index === attention,
  );
  const side = sideOf(scene, layout, head);
  const from = xOf(isCross ? layout.ground : building, j) + side;
  const to = xOf(building, i) + side;
  const bend = 0.62 * (bottom - top);
  return [from, bottom, from, bottom - bend, to, top + bend, to, top];
}

test('stage lines: each leaves the key upright and arrives at its query, in its own column', () => {
  for (const shape of [
    { n_head: 3, tokens: letters(12) },
    { arch: 'encoder_decoder', question: letters(7), tokens: letters(9) },
  ]) {
    const scene = sceneFor(shape);
    const layout = stageLayout(scene, WIDE);
    for (const building of buildingsOf(layout)) {
      const lines = building.bands.flatMap(({ index }) => {
        const { queries, keys } = scene.answer.attentions[index];
        return queries.flatMap((_, i) =>
          keys.flatMap((_, j) =>
            Array.from({ length: scene.H }, (_, head) => ({
              ...{ attention: index, head, i, j, strength: 0.5, isOwn: true },
            })),
          ),
        );
      });
      const wanted = lines.map((line) => wantedCurve(scene, layout, building, line));
      const ink = () => '';
      const roots = curvesOf((ctx) =>
        drawRoots({ ctx, ink, scene, layout }, building, lines),
      );
      assert.deepEqual(roots, wanted);
      // At rest those that are strong enough, each once; faint ones are drawn by lot.
      const rest = curvesOf((ctx) =>
        drawLinesAtRest({ ctx, ink, scene, layout }, building),
      ).map(String);
      const all = new Set(wanted.map(String));
      assert.ok(rest.length > 10 && rest.every((curve) => all.has(curve)));
      assert.equal(new Set(rest).size, rest.length);
      lines.forEach(({ attention, head, i, j }, n) => {
        const isStrong =
          scene.isAllowed(attention, i, j) &&
          scene.weight(attention, head, i, j) >= 0.2;
        assert.ok(!isStrong || rest.includes(String(wanted[n])));
      });
    }
  }
});

test('stage lines: heads after the eighth repeat a hue with other dashes, side by side', () => {
  assert.deepEqual([0, 7, 8, 17].map(hueOf), ['head-1', 'head-8', 'head-1', 'head-2']);
  const seen = new Set(
    Array.from({ length: 32 }, (_, h) => `${hueOf(h)} ${dashOf(h)}`),
  );
  assert.equal(seen.size, 32);
  const layout = stageLayout(sceneFor({ n_layer: 1, n_head: 16 }), WIDE);
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
  const layout = stageLayout(scene, WIDE);
  let added = 0;
  for (let i = 0; i < 30; i++) {
    const { bars, x0, x1 } = choicesAt(scene, layout, i);
    const all = probabilities(scene, i);
    assert.equal(bars.length, 10);
    const right = scene.right[i];
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
    layout: stageLayout(scene, WIDE),
    ink,
    focus: { i: 12 },
    labels: [{ text: 'Layer <1>', left: 12, top: 300, kind: 'strong' }],
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
