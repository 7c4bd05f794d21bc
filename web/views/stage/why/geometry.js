// SPDX-License-Identifier: MIT
// Where the bars, rivers and marks of an explained prediction stand, in CSS pixels of the stage.
// Pure functions.
import { isInSight, widthOf, xOf } from '../columns.js';
import { buildingsOf } from '../layout.js';
import { endsOf } from '../lines.js';
import { lostShare } from './findings.js';

/** @import { Findings, Token } from './findings.js' */
/** @import { Building, Drawing, Layout } from '../layout.js' */

/** A bar of one token. @typedef {{ token: Token, x: number, y: number, width: number,
 *   height: number }} Bar  y: its upper end */

/** Above the bars, for a number; below them, to the letters. */
const SHARES_PX = { head: 20, foot: 3 };
/** The ground of the bars stands at one of these parts of the room, from below: what changes in
 * training seldom moves it. */
const GROUNDS = [0.14, 0.36, 0.6, 0.86];
/** Below the bars of what is lost, for a number. */
const LOST_FOOT_PX = 18;
const GAP_PX = 4;
const RIVER_PX = { least: 1.25, most: 11 };
/** The widest river stands for this part of the largest share at least. */
const WIDEST = 0.3;

/** @param {Building} building @param {Findings} findings */
const tokensIn = (building, { tokens }) =>
  tokens.filter(
    ({ stream, j }) => stream === building.stream && isInSight(building, j),
  );

/** @param {Building} building @param {number} j */
function columnBox(building, j) {
  const width = Math.max(3, Math.min(22, widthOf(building, j) - GAP_PX));
  return { x: Math.round(xOf(building, j) - width / 2), width };
}

/**
 * The ground of the shares, and their scale: the same up and down, and over both texts.
 * @param {Layout} layout @param {Findings | null} findings
 * @returns {{ part: number, unit: number }} part of the room below the ground; pixels for 1
 */
export function scaleOf(layout, findings) {
  const room = Math.min(
    ...buildingsOf(layout).map(({ shares }) => roomOf(shares).height),
  );
  let [up, down] = [0, 0];
  for (const { share } of findings?.tokens ?? []) {
    up = Math.max(up, share);
    down = Math.max(down, -share);
  }
  const wanted = down / (up + down || 1);
  const part = GROUNDS.find((ground) => ground >= wanted) ?? GROUNDS[3];
  const most = Math.max(up / (1 - part), down / part);
  return { part, unit: most > 0 ? room / most : 0 };
}

/** @param {Building['shares']} shares */
function roomOf(shares) {
  const { top = 0, bottom = 0 } = shares ?? {};
  const { head, foot } = SHARES_PX;
  return { bottom: bottom - foot, height: Math.max(0, bottom - top - head - foot) };
}

/** Height of the ground of the shares. @param {Building} building @param {number} part */
export function groundOf({ shares }, part) {
  const { bottom, height } = roomOf(shares);
  return Math.round(bottom - part * height);
}

/** @param {Layout} layout @param {Building} building @param {Findings} findings @returns {Bar[]} */
export function shareBars(layout, building, findings) {
  const { part, unit } = scaleOf(layout, findings);
  const ground = groundOf(building, part);
  return tokensIn(building, findings).map((token) => {
    const height = Math.abs(token.share) * unit;
    const y = token.share < 0 ? ground : ground - height;
    return { token, ...columnBox(building, token.j), y, height };
  });
}

/** Bars that hang below the text: the whole room is the whole probability.
 * @param {Building} building @param {Findings} findings @returns {Bar[]} */
export function lostBars(building, findings) {
  const { top = 0, bottom = 0 } = building.lost ?? {};
  const room = bottom - top - LOST_FOOT_PX;
  return tokensIn(building, findings).flatMap((token) => {
    const lost = lostShare(findings, token);
    if (!(lost > 0)) return [];
    return [{ token, ...columnBox(building, token.j), y: top, height: lost * room }];
  });
}

/** Of both texts, those that stand in this building. @param {Building} building
 * @param {Findings} findings */
function bandsAndEdges({ bands }, { edges }) {
  const byIndex = new Map(bands.map((band) => [band.index, band]));
  return edges.flatMap((edge) => {
    const band = byIndex.get(edge.attention);
    return band ? [{ edge, band }] : [];
  });
}

/**
 * The rivers of one building, the weakest first.
 * @param {Pick<Drawing, 'scene' | 'layout'>} drawing @param {Building} building
 * @param {Findings} findings
 */
export function riversOf(drawing, building, findings) {
  const { edges, most } = findings;
  const widest = Math.max(WIDEST * most, Math.abs(edges.at(-1)?.value ?? 0));
  return bandsAndEdges(building, findings)
    .filter(({ edge }) => drawing.scene.isShown(edge.attention, edge.head))
    .map(({ edge, band }) => ({
      ...{ edge, band, ends: endsOf(drawing, building, band, edge) },
      width: Math.max(RIVER_PX.least, (RIVER_PX.most * Math.abs(edge.value)) / widest),
    }));
}

/**
 * The columns that carry it upwards: from the shares to the highest head that takes it there. What
 * cross attention takes from a source rises through all of its building.
 * @param {Layout} layout @param {Building} building @param {Findings} findings
 * @returns {Map<number, number>} position → y of the upper end
 */
export function trunksOf(layout, building, findings) {
  /** @type {Map<number, number>} */
  const ends = new Map();
  const isSource = building.stream === 'source';
  const all = bandsAndEdges(building, findings);
  const others = isSource ? bandsAndEdges(layout, findings) : [];
  for (const { edge, band } of [...all, ...others]) {
    if (band.keys !== building.stream) continue;
    const end = band.isCross ? building.top : band.bottom;
    ends.set(edge.j, Math.min(ends.get(edge.j) ?? Infinity, end));
  }
  return ends;
}
