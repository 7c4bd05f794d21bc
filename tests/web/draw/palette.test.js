// SPDX-License-Identifier: MIT
// The colours of the page, judged without looking: contrast, order, and whether roles
// stay apart for readers who see fewer colours.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  LEVELS,
  contrast,
  inkOn,
  level,
  parseHex,
  pixelTable,
  ramp,
  toOklab,
} from '../../../web/draw/palette.js';
import { RAMPS, TOKENS } from '../../../web/draw/theme.js';

/** @import { Triple } from '../../../web/draw/palette.js' */
/** @typedef {keyof typeof TOKENS} Token */

const SCHEMES = /** @type {const} */ (['light', 'dark']);

/** One hue for each head of a layer. */
const HEADS = /** @type {Token[]} */ (
  Array.from({ length: 8 }, (_, n) => `head-${n + 1}`)
);

/** WCAG 2.2: text, and marks that carry meaning. */
const TEXT = 4.5;
const MARK = 3;

/** What protan, deutan and tritan readers see, in linear light: G. Machado, M.
 * Oliveira, L. Fernandes, "A physiologically-based model for simulation of color vision
 * deficiency", 2009, table of severity 1.0. */
const DEFICIENCIES = {
  protan: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deutan: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritan: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
}; // oxfmt-ignore

const linear = (/** @type {number} */ c) =>
  c <= 0.04045 * 255 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4;
const gamma = (/** @type {number} */ x) => {
  const y = Math.min(1, Math.max(0, x));
  return 255 * (y <= 0.0031308 ? 12.92 * y : 1.055 * y ** (1 / 2.4) - 0.055);
};

/** @param {Triple} rgb @param {number[]} m @returns {Triple} */
function seenThrough(rgb, m) {
  const v = rgb.map(linear);
  const row = (/** @type {number} */ r) =>
    gamma(m[3 * r] * v[0] + m[3 * r + 1] * v[1] + m[3 * r + 2] * v[2]);
  return [row(0), row(1), row(2)];
}

/** @param {Triple} a @param {Triple} b */
function distance(a, b) {
  const [x, y] = [toOklab(a), toOklab(b)];
  return Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
}

/** @param {Token} name @param {number} column */
const token = (name, column) => parseHex(TOKENS[name][column]);

for (const [column, scheme] of SCHEMES.entries()) {
  test(`palette: every ink is readable on every ground it meets (${scheme})`, () => {
    const grounds = /** @type {Token[]} */ (['ground', 'pane', 'sunk']);
    const inks = /** @type {Token[]} */ (['ink', 'ink-2', 'ink-3', 'accent', 'warn']);
    for (const ground of grounds) {
      for (const ink of inks) {
        const ratio = contrast(token(ink, column), token(ground, column));
        assert.ok(ratio >= TEXT, `${ink} on ${ground}: ${ratio.toFixed(2)}`);
      }
    }
    for (const [ink, ground] of /** @type {[Token, Token][]} */ ([
      ['accent-ink', 'accent'],
      ['ink', 'accent-soft'],
      ['ink-3', 'accent-soft'],
      ['warn', 'warn-soft'],
      ['held', 'ground'],
      ['on-lit', 'lit'],
      ['query', 'pane'],
      ['key', 'pane'],
      ['value', 'pane'],
    ])) {
      const ratio = contrast(token(ink, column), token(ground, column));
      assert.ok(ratio >= TEXT, `${ink} on ${ground}: ${ratio.toFixed(2)}`);
    }
  });

  test(`palette: marks, borders of controls and the hatch stand out (${scheme})`, () => {
    const marks = /** @type {Token[]} */ ([
      'line-strong', 'hatch', 'pin', 'query', 'key', 'value', 'negative', 'positive', 'bar',
      'held', ...HEADS,
    ]); // oxfmt-ignore
    for (const mark of marks) {
      const ratio = contrast(token(mark, column), token('pane', column));
      assert.ok(ratio >= MARK, `${mark}: ${ratio.toFixed(2)}`);
    }
  });

  test(`palette: the hues of heads stand out from the ground (${scheme})`, () => {
    for (const head of HEADS) {
      const ratio = contrast(token(head, column), token('ground', column));
      assert.ok(ratio >= MARK, `${head}: ${ratio.toFixed(2)}`);
    }
  });

  test(`palette: roles stay apart for every kind of colour vision (${scheme})`, () => {
    const groups = /** @type {Token[][]} */ ([
      ['query', 'key', 'value'],
      ['negative', 'positive'],
      ['accent', 'pin'],
    ]);
    for (const group of groups) {
      for (const [n, a] of group.entries()) {
        for (const b of group.slice(n + 1)) {
          for (const [kind, matrix] of Object.entries(DEFICIENCIES)) {
            const apart = distance(
              seenThrough(token(a, column), matrix),
              seenThrough(token(b, column), matrix),
            );
            assert.ok(apart >= 0.15, `${a} and ${b}, ${kind}: ${apart.toFixed(3)}`);
          }
        }
      }
    }
  });

  test(`palette: scales of one direction never turn back in lightness (${scheme})`, () => {
    for (const name of /** @type {const} */ (['attention', 'surprise'])) {
      const lightness = ramp(RAMPS[name][scheme]).map((rgb) => toOklab(rgb)[0]);
      const sign = Math.sign(lightness[LEVELS - 1] - lightness[0]);
      for (let n = 1; n < LEVELS; n++) {
        // 8-bit rounding moves lightness by up to about 0.004 either way.
        const step = sign * (lightness[n] - lightness[n - 1]);
        assert.ok(step > -0.004, `${name} at ${n}: ${step}`);
      }
    }
  });

  test(`palette: the ends of the diverging scale are equally strong (${scheme})`, () => {
    const [low, , high] = RAMPS.diverging[scheme].map(
      (hex) => toOklab(parseHex(hex))[0],
    );
    assert.ok(Math.abs(low - high) <= 0.06, `${low} and ${high}`);
  });

  test(`palette: letters on any shade are readable (${scheme})`, () => {
    for (const name of /** @type {const} */ (['attention', 'surprise', 'diverging'])) {
      for (const rgb of ramp(RAMPS[name][scheme])) {
        const ratio = contrast(
          rgb,
          inkOn(rgb) === '#000' ? [0, 0, 0] : [255, 255, 255],
        );
        assert.ok(ratio >= TEXT, `${name} ${rgb}: ${ratio}`);
      }
    }
  });

  test(`palette: a pixel of the attention scale is one value and no other (${scheme})`, () => {
    const table = pixelTable(RAMPS.attention[scheme]);
    // Reading a value back from the screen needs neighbours that can be told apart; two
    // equal entries may stand for one step of 1/255 each.
    const distinct = new Set(table).size;
    assert.ok(distinct >= 200, `${distinct} distinct colours of ${LEVELS}`);
  });
}

test('palette: values outside the scale are held at its ends', () => {
  assert.equal(level(-0.2), 0);
  assert.equal(level(0), 0);
  assert.equal(level(0.5), 128);
  assert.equal(level(1), 255);
  assert.equal(level(1.7), 255);
});
