// SPDX-License-Identifier: MIT
// Where everything of the stage stands, in whole CSS pixels from its upper left corner. Text
// below, above it a pane for each layer, above them the guess, what comes next and the
// probabilities. Pure functions.
import { columnsOf, lettersOf } from './columns.js';

/** @import { Attention, Scene, Stack } from './scene.js' */
/** @import { Columns } from './columns.js' */
/** @import { Ink, Surface } from '../../draw/surface.js' */

/** What is drawn, on what, and in which colours. @typedef {{ ctx: Surface, ink: Ink, scene: Scene,
 *   layout: Layout }} Drawing */
/** A row of guesses. @typedef {{ depth: number, y: number, height: number,
 *   isFinal: boolean }} Row */
/** The room of the lines of one attention. ground: the row of the text that cross attention
 * looks at, below the lines. @typedef {Attention & { pane: number, top: number,
 *   bottom: number, ground: { top: number, height: number } | null }} Band */
/** title: height of the layer's name inside of it, 0: beside it.
 * @typedef {{ layer: number, top: number, bottom: number, title: number,
 *   mlp: { top: number, bottom: number } | null }} Pane */

/**
 * One stack of panes over its text.
 * @typedef {Columns & {
 *   stream: import('./scene.js').Stream,
 *   left: number, right: number, top: number, bottom: number,
 *   rows: Row[], panes: Pane[], bands: Band[],
 *   textTop: number, textHeight: number,
 *   strip: { top: number, height: number } | null,
 *   shares: { top: number, bottom: number } | null,
 *   lost: { top: number, bottom: number } | null,
 *   floor: number, floors: number, L: number, isDeep: boolean }} Building  left … right: its panes;
 *   strip: the whole text in small, where only a window of it is shown;
 *   shares, lost: where a prediction is explained, room of the bars above the text and below it;
 *   floor: the lowest layer shown; floors: how many are
 */

/**
 * @typedef {Building & {
 *   width: number, height: number, isCompact: boolean,
 *   truthTop: number, truthHeight: number, roofBottom: number,
 *   source: Building | null, ground: Columns | null }} Layout  truthHeight 0 and roofBottom 0:
 *   no room for them; ground: columns of the other text in the panes that look at it
 */

/**
 * @typedef {object} Room
 * @property {number} width @property {number} height CSS pixels
 * @property {number} [offset] first column wanted
 * @property {number} [sourceOffset] the same of the other text
 * @property {number | null} [pin] a column that has just been pinned: it comes into view
 * @property {number} [floor] lowest layer wanted, where not all of them fit
 * @property {boolean} [isWhy] a prediction is explained: bars of all tokens, no guesses inside
 *   the panes
 */

const COMPACT_BELOW_PX = 620;
/** Two texts stand one above the other. */
const STACKED_BELOW_PX = 820;
/** Only the chosen layer, between its text and its guess. */
const SMALL_BELOW_PX = 420;
const MARGINS_PX = { left: 92, right: 140, column: 4 };
const BETWEEN_PX = 12;
const TEXT_PX = 32;
const STRIP_PX = { height: 8, gap: 4 };
const FINAL_PX = 26;
const TRUTH_PX = 24;
const ROOF_PX = { wide: 104, compact: 112 };
const ROOF_FOOT_PX = { wide: 4, compact: 20 };
const TITLE_PX = 18;
const PAD_PX = 4;
const GROUND_PX = 18;
/** A row of guesses, and the space around it. */
const ROW_PX = { tall: 20, low: 18, around: 4 };
/** Panes below this height have one row of guesses and small marks of the MLP. */
const DEEP_BELOW_PX = { wide: 160, compact: 110 };
const LOW_MLP_PX = 8;
const LEAST_BAND_PX = 22;
/** Beside the lines of an attention: rows of small cards, of so many heads each; of their names
 * where a prediction is explained. */
const CARDS = { row: 24, name: 15, heads: 4 };
/** Where a prediction is explained: bars above the text and below it, as parts of the height and
 * at most so many pixels; the marks of the MLPs. */
const WHY = { shares: [0.2, 118], lost: [0.12, 72], mlp: 14 };
const MOST_FLOORS = 8;

/** What stands in a pane, from below: `room: 0` shares what is left.
 * @typedef {{ kind: 'band' | 'row' | 'mlp' | 'ground', px: number, attention?: Attention,
 *   depth?: number }} Slot */

/** @param {Scene} scene @param {import('../../../wasm/index.js').Depth['part']} part
 * @param {number} layer */
export const depthOf = ({ depths }, part, layer) =>
  depths.findIndex((depth) => depth.part === part && depth.layer === layer);

/**
 * @param {Scene} scene @param {Stack} stack @param {number} layer
 * @param {{ row: number, mlp: number, isDeep: boolean, hasRows: boolean }} sizes
 * @returns {Slot[]}
 */
function slotsOf(scene, stack, layer, { row, mlp, isDeep, hasRows }) {
  /** @type {Slot[]} */
  const slots = [];
  const guess = (/** @type {'attention' | 'cross' | 'mlp'} */ part) => {
    const depth = stack.stream === 'main' ? depthOf(scene, part, layer) : -1;
    // The last depth stands above all panes.
    const isLast = depth === scene.final;
    const isEnd = part === 'mlp' || !stack.hasMlp;
    if (hasRows && depth >= 0 && !isLast && (isEnd || !isDeep))
      slots.push({ kind: 'row', px: row + ROW_PX.around, depth });
  };
  for (const attention of stack.layers[layer]) {
    if (attention.isCross) slots.push({ kind: 'ground', px: GROUND_PX, attention });
    slots.push({ kind: 'band', px: 0, attention });
    const isInner = !attention.isCross && stack.layers[layer].length > 1;
    if (!isInner || !isDeep) guess(attention.isCross ? 'cross' : 'attention');
  }
  if (stack.hasMlp) {
    slots.push({ kind: 'mlp', px: mlp });
    guess('mlp');
  }
  return slots;
}

/** @param {Slot[]} slots */
const fixedPx = (slots) => slots.reduce((sum, { px }) => sum + px, 0) + 2 * PAD_PX;

/**
 * @typedef {object} Place the box of a building
 * @property {number} left @property {number} right @property {number} top @property {number} bottom
 * @property {boolean} isCompact
 * @property {boolean} isSmall
 * @property {boolean} isWhy
 * @property {number} floor
 */

/** Heights inside of a building that shows so many layers.
 * @param {Scene} scene @param {Stack} stack @param {Place} place
 * @param {number} room of the panes @param {number} floors @param {boolean} isTight */
function sizesOf(scene, stack, place, room, floors, isTight) {
  const { top, bottom, isCompact, isWhy } = place;
  const gap = floors > 4 ? 5 : 10;
  const hasFoot = floors <= 4 && !isTight && scene.depths.length > 1;
  const isDeep =
    isTight ||
    (bottom - top - 60) / Math.max(1, floors) <
      (isCompact ? DEEP_BELOW_PX.compact : DEEP_BELOW_PX.wide);
  const row = isDeep ? ROW_PX.low : ROW_PX.tall;
  const foot = hasFoot && stack.stream === 'main' ? row + ROW_PX.around : 0;
  const pane = Math.floor((room - foot - gap * (floors + 1)) / Math.max(1, floors));
  const low = isWhy ? WHY.mlp : LOW_MLP_PX;
  const mlp = isDeep ? low : Math.max(18, Math.min(44, Math.round(pane * 0.16)));
  return { gap, isDeep, row, foot, pane, mlp, hasRows: !isTight };
}

/** As many layers as there is room for.
 * @param {Scene} scene @param {Stack} stack @param {Place} place
 * @param {number} room of the panes @param {number} title height of a layer's name in its pane */
function floorsOf(scene, stack, place, room, title) {
  const { isCompact, isSmall, isWhy } = place;
  const size = (/** @type {number} */ floors, isTight = isSmall || isWhy) =>
    sizesOf(scene, stack, place, room, floors, isTight);
  /** @param {ReturnType<typeof size>} sizes */
  const fits = (sizes) => {
    const slots = stack.L > 0 ? slotsOf(scene, stack, 0, sizes) : [];
    const bands = slots.filter(({ kind }) => kind === 'band').length;
    const card = isWhy ? CARDS.name : CARDS.row;
    const cards = isCompact ? 0 : bands * Math.ceil(scene.H / CARDS.heads) * card;
    const hasCards = scene.H <= CARDS.heads || sizes.pane >= cards + 2 * PAD_PX;
    return hasCards && sizes.pane - title - fixedPx(slots) >= LEAST_BAND_PX * bands;
  };
  let floors = Math.min(stack.L, isSmall ? 1 : MOST_FLOORS);
  let sizes = size(floors);
  while (floors > 1 && !fits(sizes)) sizes = size(--floors);
  // Not even one layer has room for its guesses.
  if (floors > 0 && !fits(sizes)) sizes = size(floors, true);
  return { floors, sizes };
}

/**
 * A stack between two heights, without what stands above its panes.
 * @param {Scene} scene @param {Stack} stack @param {Columns} columns @param {Place} place
 * @returns {Building}
 */
function buildingOf(scene, stack, columns, place) {
  const { left, right, top, bottom, isCompact, isWhy } = place;
  const whyPx = (/** @type {number[]} */ [part, most]) =>
    isWhy ? Math.min(most, Math.round(part * (bottom - top))) : 0;
  const [sharesPx, lostPx] = [whyPx(WHY.shares), whyPx(WHY.lost)];
  const { L, stream } = stack;
  const strip =
    columns.visible < columns.n
      ? { top: bottom - STRIP_PX.height, height: STRIP_PX.height }
      : null;
  const below = lostPx + (strip ? STRIP_PX.height + STRIP_PX.gap : 0);
  const textTop = bottom - TEXT_PX - below;
  const title = isCompact && L > 0 ? TITLE_PX : 0;
  const room = textTop - top - sharesPx;
  const { floors, sizes } = floorsOf(scene, stack, place, room, title);
  const floor = Math.max(0, Math.min(L - floors, place.floor));

  /** @type {Pick<Building, 'rows' | 'panes' | 'bands'>} */
  const parts = { rows: [], panes: [], bands: [] };
  let y = textTop - sharesPx;
  if (sizes.foot > 0) {
    // The guess that rises into the lowest pane.
    const depth = floor === 0 ? 0 : lastDepthOf(scene, stack, floor - 1);
    y -= sizes.foot;
    parts.rows.push({ depth, y, height: sizes.row, isFinal: false });
  }
  y -= sizes.gap;
  for (let k = 0; k < floors; k++) {
    const slots = slotsOf(scene, stack, floor + k, sizes);
    const pane = { layer: floor + k, top: y - sizes.pane, bottom: y, title };
    fillPane(parts, pane, slots, sizes.row);
    y = pane.top - sizes.gap;
  }
  const textBottom = textTop + TEXT_PX;
  return {
    ...{ ...columns, ...parts, stream, left, right, top, bottom },
    ...{ textTop, textHeight: TEXT_PX, strip },
    shares: isWhy ? { top: textTop - sharesPx, bottom: textTop } : null,
    lost: isWhy ? { top: textBottom, bottom: textBottom + lostPx } : null,
    ...{ floor, floors, L, isDeep: sizes.isDeep },
  };
}

/** The depth at the end of a layer. @param {Scene} scene @param {Stack} stack
 * @param {number} layer */
const lastDepthOf = (scene, stack, layer) =>
  depthOf(scene, stack.hasMlp ? 'mlp' : 'attention', layer);

/** @param {Pick<Building, 'rows' | 'panes' | 'bands'>} parts @param {Omit<Pane, 'mlp'>} pane
 * @param {Slot[]} slots @param {number} row height */
function fillPane(parts, pane, slots, row) {
  const bands = slots.filter(({ kind }) => kind === 'band').length;
  const inner = pane.bottom - pane.top - pane.title - fixedPx(slots);
  const share = Math.max(0, Math.floor(inner / Math.max(1, bands)));
  let y = pane.bottom - PAD_PX;
  let mlp = null;
  let ground = null;
  for (const { kind, px, attention, depth = 0 } of slots) {
    const top = y - (kind === 'band' ? share : px);
    if (kind === 'ground') ground = { top, height: px };
    else if (kind === 'row')
      parts.rows.push({
        depth,
        y: top + ROW_PX.around / 2,
        height: row,
        isFinal: false,
      });
    else if (kind === 'mlp') mlp = { top, bottom: y };
    else if (attention) {
      const at = { pane: parts.panes.length, top, bottom: y };
      parts.bands.push({ ...attention, ...at, ground });
      ground = null;
    }
    y = top;
  }
  parts.panes.push({ ...pane, mlp });
}

/** The boxes of two texts and what stands above them.
 * @param {Scene} scene @param {Room} room @param {boolean} isCompact */
function placesOf(scene, { width, height }, isCompact) {
  const whole = { left: 0, right: width, top: 0, bottom: height };
  if (!scene.source) return { main: whole, source: null };
  if (width < STACKED_BELOW_PX) {
    const middle = height - Math.floor(height * (isCompact ? 0.36 : 0.38));
    return {
      main: { ...whole, bottom: middle - BETWEEN_PX },
      source: { ...whole, top: middle },
    };
  }
  const middle = Math.floor(width * 0.44);
  return {
    main: { ...whole, left: middle + BETWEEN_PX },
    source: { ...whole, right: middle },
  };
}

/** What of a scene its layout depends on, for comparing.
 * @param {Scene} scene */
export const shapeOf = ({ kind, L, H, depths, main, source, hasWords, next }) =>
  JSON.stringify([
    ...[kind, L, H, depths, main.hasMlp, main.tokens, source?.tokens],
    ...[hasWords, hasWords && next],
  ]);

/** @param {Scene} scene @param {Room} room
 * @returns {Layout} */
export function stageLayout(scene, room) {
  const { width, height, offset = 0, sourceOffset = 0, pin = null, floor = 0 } = room;
  const isCompact = width < COMPACT_BELOW_PX;
  // Phones have the line in rows instead.
  const isWhy = !isCompact && Boolean(room.isWhy);
  const isSmall = height < SMALL_BELOW_PX;
  const places = placesOf(scene, room, isCompact);
  const [before, after] = isCompact ? [0, 0] : [MARGINS_PX.left, MARGINS_PX.right];
  /** @param {Stack} stack @param {{ left: number, right: number }} each
   * @param {number} first @param {number | null} shown */
  const columnsIn = (stack, each, first, shown) => {
    const left = each.left + before + MARGINS_PX.column;
    const room = each.right - after - MARGINS_PX.column - left;
    const window = { offset: first, pin: shown };
    return columnsOf(scene, stack, { left, room, isCompact, ...window });
  };
  const how = { isCompact, isSmall, isWhy, floor };
  const truthHeight = isSmall ? 0 : TRUTH_PX;
  const roof = isSmall ? 0 : isCompact ? ROOF_PX.compact : ROOF_PX.wide;
  const head = roof + truthHeight + FINAL_PX;
  const main = buildingOf(
    scene,
    scene.main,
    columnsIn(scene.main, places.main, offset, pin),
    { ...places.main, ...how, top: places.main.top + head + PAD_PX },
  );
  const source =
    scene.source && places.source
      ? buildingOf(
          scene,
          scene.source,
          columnsIn(scene.source, places.source, sourceOffset, null),
          { ...places.source, ...how },
        )
      : null;
  // The guess stands right above the highest pane.
  const highest = main.panes.at(-1)?.top;
  const gap = main.floors > 4 ? 5 : 10;
  const finalTop = (highest === undefined ? main.top : highest - gap) - FINAL_PX;
  const truthTop = finalTop - truthHeight;
  const rows = [
    ...main.rows,
    { depth: scene.final, y: finalTop, height: FINAL_PX, isFinal: true },
  ];
  return {
    ...main,
    rows,
    width,
    height,
    isCompact,
    truthTop,
    truthHeight,
    roofBottom: isSmall
      ? 0
      : truthTop - (isCompact ? ROOF_FOOT_PX.compact : ROOF_FOOT_PX.wide),
    source,
    ground:
      scene.source && columnsIn(scene.source, places.main, source?.offset ?? 0, null),
  };
}

/** The token at a place of the small strip below a long text.
 * @param {Building} building @param {number} px @returns {number} */
export function tokenAtStrip({ x0, span, n, isRtl }, px) {
  const share = (px - x0) / span;
  return Math.max(0, Math.min(n - 1, Math.floor((isRtl ? 1 - share : share) * n)));
}

/** A token shortened to what its column holds. @param {string} token @param {number} px
 * @param {number} size of the letters, px */
export function fitted(token, px, size) {
  const room = Math.floor(px / (size * 0.61));
  if (lettersOf(token) <= Math.max(1, room)) return token;
  return room < 2
    ? [...token].slice(0, 1).join('')
    : `${[...token].slice(0, room - 1).join('')}…`;
}

/** Both buildings, or the one. @param {Layout} layout @returns {Building[]} */
export const buildingsOf = (layout) =>
  layout.source ? [layout.source, layout] : [layout];
