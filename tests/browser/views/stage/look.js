// SPDX-License-Identifier: MIT
// How the stage is looked at: its geometry, its pixels, and the engine's own answer.
import assert from 'node:assert/strict';
import { TOKENS } from '../../../../web/draw/theme.js';
import { parseHex } from '../../../../web/draw/palette.js';
import { inPage } from '../../support/page-queries.js';

/** @typedef {import('../../support/page-queries.js').Page} Page */
/** @typedef {[number, number, number, number]} Rgba  0..255 each */

/** What the page showed before. */
let otherView = '';

export const colour = (/** @type {keyof typeof TOKENS} */ name) =>
  parseHex(TOKENS[name][0]);

/** @param {readonly number[]} got @param {readonly number[]} want @param {number} within
 * @param {string} what */
export function near(got, want, within, what) {
  const off = Math.max(...want.map((x, k) => Math.abs(x - got[k])));
  assert.ok(off <= within, `${what}: ${got} instead of ${want.map(Math.round)}`);
}

/**
 * What the stage shows now, with the engine's own answer: `x` and `columns` of the visible
 * tokens, rows and panes.
 * @param {Page} page @param {number | null} [at] the character pinned
 */
export async function look(page, at = null) {
  const view = await inPage(page, ({ app, element }) => {
    // Lines have risen and frames have faded at once.
    app.updateHost({ reducedMotion: true });
    const before = element.view;
    if (before !== 'stage') element.view = 'stage';
    return before;
  });
  if (view !== 'stage') otherView = view;
  // A trained model begins with a character of its own choice.
  await inPage(page, async ({ deep, show, until }) => {
    await until('a stage', () => deep('gf-stage'));
    await show('gf-stage');
    await until('a scene', () => deep('gf-stage').scene);
  });
  await pin(page, at);
  return inPage(page, async ({ app, deep, session, until }) => {
    await until('the scene of this line', () => {
      const { line, ablated } = app.store.state;
      const { answer } = deep('gf-stage').scene ?? {};
      const isSame = answer?.text === line && answer.ablated === ablated;
      return isSame && answer.step === session.steps && answer.mlpNorm;
    });
    const { layout, focused } = deep('gf-stage');
    const { x0, starts, offset, visible, span, isRtl } = layout;
    const { rows, panes, bands, width, strip, ground } = layout;
    const { truthTop, truthHeight, roofBottom } = layout;
    const answer = await session.runWithCache({
      text: app.store.state.line,
      ...{ attention: true, logits: true, lens: true, norms: true },
    });
    const { lens, mlpNorm, loss, logits, attention, characters, n, T, H } = answer;
    return {
      columns: Array.from({ length: visible }, (_, k) => {
        const i = offset + k;
        const [from, to] = [starts[i], starts[i + 1]].map((x) => x - starts[offset]);
        const left = x0 + (isRtl ? span - to : from);
        return { i, left, width: to - from, x: left + (to - from) / 2 };
      }),
      ...{ x0, span, rows, panes, bands, width, strip, ground },
      mlps: panes.map((/** @type {any} */ { mlp }) => mlp),
      ...{ truthTop, truthHeight, roofBottom },
      ...{ loss, logits, attention, characters, n, T, H, mlpNorm },
      vocabulary: session.info.vocabulary,
      // Of a decoder only.
      lens: lens?.top && {
        ...{ top: lens.top.data, p: lens.p.data, rank: lens.rank.data },
      },
      pinned: focused,
    };
  });
}

/**
 * Pixels of the canvas of what moves, at places in CSS pixels.
 * @param {Page} page @param {number[][]} places x, y
 * @returns {Promise<Rgba[]>}
 */
export const pixelsAt = (page, places) =>
  inPage(
    page,
    ({ deep }, places) => {
      const [, canvas] =
        deep('gf-stage').shadowRoot.querySelectorAll('.picture > canvas');
      const { width, height } = canvas;
      const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
      const ratio = devicePixelRatio;
      return places.map((/** @type {number[]} */ [x, y]) => {
        const at = 4 * (Math.floor(y * ratio) * width + Math.floor(x * ratio));
        return [...data.slice(at, at + 4)];
      });
    },
    places,
  );

/** @param {Page} page @param {number | null} i */
const pin = (page, i) =>
  inPage(
    page,
    ({ app }, i) =>
      app.selection.select({ pin: i === null ? null : { i, j: null }, hover: null }),
    i,
  );

/** Shows again what the page showed before. @param {Page} page */
export const leave = (page) =>
  inPage(
    page,
    ({ app, element }, view) => {
      const { matches } = matchMedia('(prefers-reduced-motion: reduce)');
      app.updateHost({ reducedMotion: matches });
      element.view = view;
    },
    otherView,
  );
