// SPDX-License-Identifier: MIT
// The map of token embeddings shows the class of a token by outline and by colour: both can be
// read back from the pixels, in both themes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hexPixel } from '../../../../web/draw/palette.js';
import { TOKENS } from '../../../../web/draw/theme.js';
import { placing } from '../../../../web/views/weights/embedding-map-drawing.js';
import { inPage, until } from '../../support/page-queries.js';
import { openTestSite } from '../../support/harness.js';
import { distance } from '../../support/trained.js';

const site = await openTestSite();

/** All seven kinds. The last line has what is neither a letter of ours nor a mark. */
const TEXT = 'The fox has 24 hens; they see 7.\nYes? Not 35 €: 8 中.\n'.repeat(30);

/** Half the size of a mark, CSS pixels. */
const R = 9;

/** Points of a polygon's edges, none near a corner, where lines are thick.
 * @param {number} corners @param {number} turn of the first from the top, in rounds */
function edges(corners, turn) {
  const corner = (/** @type {number} */ k) => {
    const angle = 2 * Math.PI * (k / corners + turn);
    return [1.25 * R * Math.sin(angle), -1.25 * R * Math.cos(angle)];
  };
  return Array.from({ length: corners }, (_, k) => {
    const [[x, y], [u, v]] = [corner(k), corner(k + 1)];
    return [0.25, 0.4, 0.5, 0.6, 0.75].map((a) => [x + a * (u - x), y + a * (v - y)]);
  }).flat();
}

const SHAPES = {
  circle: Array.from({ length: 20 }, (_, k) => [
    R * Math.sin((2 * Math.PI * (k + 0.3)) / 20),
    R * Math.cos((2 * Math.PI * (k + 0.3)) / 20),
  ]),
  square: edges(4, 1 / 8),
  diamond: edges(4, 0),
  triangle: edges(3, 0),
  'triangle on its tip': edges(3, 1 / 2),
  hexagon: edges(6, 0),
};

/** kind → what a reader should see @type {Record<string, [string, keyof typeof TOKENS]>} */
const SEEN = {
  vowel: ['circle', 'key'],
  consonant: ['square', 'query'],
  digit: ['diamond', 'value'],
  punctuation: ['triangle', 'accent'],
  space: ['triangle on its tip', 'ink-2'],
  newline: ['triangle on its tip', 'ink-2'],
  other: ['hexagon', 'ink-3'],
};

/**
 * Reads outline and colour at a place: the pair with most of its outline in its colour.
 * @param {{ width: number, data: number[] }} picture @param {number} ratio
 * @param {number[]} place CSS pixels @param {0 | 1} theme
 */
function read({ width, data }, ratio, [x, y], theme) {
  const inks = [...new Set(Object.values(SEEN).map(([, ink]) => ink))];
  const found = Object.entries(SHAPES).flatMap(([shape, points]) =>
    inks.map((ink) => {
      const want = hexPixel(TOKENS[ink][theme]);
      const hits = points.filter(([dx, dy]) => {
        const [u, v] = [Math.floor((x + dx) * ratio), Math.floor((y + dy) * ratio)];
        return distance(data[v * width + u], want) < 60;
      });
      return { shape, ink, share: hits.length / points.length };
    }),
  );
  found.sort((a, b) => b.share - a.share);
  return { ...found[0], next: found[1] };
}

for (const [theme, scheme] of /** @type {const} */ ([
  [0, 'light'],
  [1, 'dark'],
])) {
  test(`letter map, ${scheme}: kind is told by outline and by colour`, async () => {
    const page = await site.newPage('views.html#v=1&block_size=16&batch_size=4', {
      viewport: { width: 1200, height: 900 },
      colorScheme: scheme,
      deviceScaleFactor: 2,
    });
    await until(page, "state.phase === 'idle'");
    const seen = await inPage(
      page,
      async ({ answered, app, deep, element, pixels, show, until }, text) => {
        await app.texts.use({ id: 'own', name: 'own', text });
        await until(
          'the line',
          () => element.viewState.activations?.text === element.viewState.line,
        );
        await show('gf-embeddings');
        deep('gf-embeddings').open = true;
        await until('a map', () => deep('gf-embeddings gf-embedding-map canvas'));
        await answered('embeddings');
        const map = deep('gf-embeddings gf-embedding-map');
        const { session } = element;
        const rows = session.info.vocabulary.length;
        // Apart from each other, so that no mark covers another: the drawing is what is
        // tested; where marks belong: tests/web/views/weights/map.test.js.
        const data = Float32Array.from({ length: 2 * rows }, (_, k) => {
          const n = Math.floor(k / 2);
          return k % 2 === 0 ? (n % 8) - 3.5 : Math.floor(n / 8) - 2;
        });
        map.trail = [{ step: 0, rows, data }];
        map.willUpdate = () => {};
        map.requestUpdate();
        await map.updateComplete;
        const canvas = deep('gf-embeddings gf-embedding-map canvas');
        return {
          data,
          picture: pixels(canvas),
          size: [canvas.clientWidth, canvas.clientHeight],
          kinds: (await session.embeddingMap()).classes,
          vocabulary: session.info.vocabulary,
        };
      },
      TEXT,
    );
    const [width, height] = seen.size;
    const ratio = seen.picture.width / width;
    const map = { rows: seen.kinds.length, data: Float32Array.from(seen.data) };
    const at = placing([map], width, height);
    assert.deepEqual(
      [...new Set(seen.kinds)].sort(),
      Object.keys(SEEN).sort(),
      'every kind is in the text',
    );
    seen.kinds.forEach((/** @type {string} */ kind, /** @type {number} */ n) => {
      const told = read(seen.picture, ratio, at(map, n), theme);
      const name = JSON.stringify(seen.vocabulary[n]);
      assert.deepEqual([told.shape, told.ink], SEEN[kind], `${name}, ${kind}`);
      assert.ok(
        told.share > 0.9 && told.next.share < 0.7,
        `${name}: ${JSON.stringify(told)}`,
      );
    });
    page.assertQuiet();
    await page.context().close();
  });
}
