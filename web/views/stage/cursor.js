// SPDX-License-Identifier: MIT
// The character looked at: by keys on the text row, which is a slider; by pointing, clicking and
// tapping anywhere on the picture. Lines longer than the picture are moved by dragging.
import { pointIn } from '../../draw/pointer.js';
import { columnAt } from './columns.js';
import { tokenAtStrip } from './layout.js';
import { pinnedIndex } from '../../state/selectors.js';

/** @import { Stage } from './types.js' */

/** A finger or a hand moves this far without meaning to drag, CSS pixels. */
const STILL_PX = 6;
/** Half the height in which the strip below a long text is hit. */
const STRIP_PX = 12;
/** What keeps its own clicks. */
const CONTROLS = 'button, input, .heads, .menu, .key';

export class Cursor {
  #stage;
  /** @type {{ x: number, offset: number, moved: boolean, isStrip: boolean } | null} */
  #drag = null;

  /** @param {Stage} stage */
  constructor(stage) {
    this.#stage = stage;
  }

  // ------------------------------------------------------------------ keys

  /** Keys of the slider. */
  onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { app } = this.#stage;
    const { layer, head } = app.store.state;
    /** @type {Record<string, () => boolean>} */
    const actions = {
      ArrowRight: () => this.#go(1, event.shiftKey),
      ArrowLeft: () => this.#go(-1, event.shiftKey),
      Home: () => this.#pinAt(0),
      End: () => this.#pinAt(Infinity),
      ArrowUp: () => this.#nextHead(1),
      ArrowDown: () => this.#nextHead(-1),
      x: () => (void app.queries.toggleHead(layer, head), true),
      n: () => this.#explainNext(),
      Escape: () => this.#letGo(),
    };
    const key = 'XN'.includes(event.key) ? event.key.toLowerCase() : event.key;
    if (actions[key]?.()) event.preventDefault();
  };

  /** To another character; where a prediction is explained, with Shift to one of its causes.
   * @param {1 | -1} by @param {boolean} isCause */
  #go(by, isCause) {
    const { why, scene } = this.#stage;
    if (!isCause || !why || !scene) return this.#pinAt(this.#step(by));
    const way = scene.isRtl ? -by : by;
    this.#stage.app.selection.select({ hover: why.cause(way) });
    return true;
  }

  /** Where a prediction is explained: the next probable one there. */
  #explainNext() {
    const { why, layout } = this.#stage;
    if (!why || !layout) return false;
    this.#explain(why.another(layout));
    return true;
  }

  /** @param {number} token */
  #explain(token) {
    const { app, state } = this.#stage;
    const i = pinnedIndex(state);
    if (i !== null) app.selection.select({ pin: { i, j: null, token }, hover: null });
  }

  /** The next character in the direction of an arrow key: lines may run from the right.
   * @param {1 | -1} by */
  #step(by) {
    const { scene } = this.#stage;
    const i = pinnedIndex(this.#stage.state);
    const way = scene?.isRtl ? -by : by;
    if (i === null) return way > 0 ? 0 : Infinity;
    return i + way;
  }

  /** @param {number} i held within the line */
  #pinAt(i) {
    const { scene, app } = this.#stage;
    if (!scene) return false;
    const held = Math.max(0, Math.min(scene.n - 1, i));
    app.selection.select({ pin: { i: held, j: null }, hover: null });
    return true;
  }

  /** One head alone, upwards through the layers. @param {1 | -1} by */
  #nextHead(by) {
    const { app, scene } = this.#stage;
    const { isolated, activations } = app.store.state;
    const n = (activations?.L ?? 0) * (scene?.H ?? 0);
    if (!scene || n === 0) return false;
    const at = isolated ? isolated.layer * scene.H + isolated.head : by > 0 ? -1 : n;
    const to = at + by;
    if (to >= 0 && to < n)
      app.selection.isolate(Math.floor(to / scene.H), to % scene.H);
    return true;
  }

  /** Of the head alone, else of the character. */
  #letGo() {
    const { app, line } = this.#stage;
    const { isolated, pin, stageMode } = app.store.state;
    if (line.returns()) return true;
    if (stageMode === 'why') app.selection.showOnStage('attention');
    else if (isolated) app.selection.isolate(isolated.layer, isolated.head);
    else if (pin) app.selection.select({ pin: null, hover: null });
    else return false;
    return true;
  }

  // ------------------------------------------------------------------ pointer

  onPointerDown = (/** @type {PointerEvent} */ event) => {
    const { layout } = this.#stage;
    const { x, y } = pointIn(event, event.currentTarget);
    const strip = layout?.strip;
    const isStrip = Boolean(
      strip && Math.abs(y - strip.top - strip.height / 2) < STRIP_PX,
    );
    this.#drag = { x, offset: layout?.offset ?? 0, moved: isStrip, isStrip };
    if (isStrip) this.#showAround(x);
  };

  onPointerMove = (/** @type {PointerEvent} */ event) => {
    const { layout, app } = this.#stage;
    if (!layout) return;
    if (this.#drag && event.buttons)
      return this.#move(pointIn(event, event.currentTarget).x);
    if (event.pointerType === 'touch') return;
    const cell = this.#cellUnder(event);
    const { hover } = app.store.state;
    const isSame = cell?.i === hover?.i && cell?.j === hover?.j;
    if (!isSame) app.selection.select({ hover: cell });
  };

  /** On the strip below a long text: what lies there comes into view. @param {number} x */
  #showAround(x) {
    const { layout } = this.#stage;
    if (!layout) return;
    const i = tokenAtStrip(layout, x);
    this.#stage.showFrom(i - Math.floor(layout.visible / 2));
  }

  /** @param {number} x */
  #move(x) {
    const { layout, scene } = this.#stage;
    const drag = this.#drag;
    if (!layout || !drag || !scene || layout.visible >= scene.n) return;
    if (drag.isStrip) return this.#showAround(x);
    const px = drag.x - x;
    if (Math.abs(px) > STILL_PX) drag.moved = true;
    const columns = Math.round(px / layout.columnWidth) * (scene.isRtl ? -1 : 1);
    if (drag.moved) this.#stage.showFrom(drag.offset + columns);
  }

  onPointerLeave = () => {
    const { app } = this.#stage;
    if (app.store.state.hover) app.selection.select({ hover: null });
  };

  /** Clicks pin, or let go of the pinned character. */
  onClick = (/** @type {MouseEvent} */ event) => {
    const moved = this.#drag?.moved;
    this.#drag = null;
    const { app, line, why, layout } = this.#stage;
    if (moved || !layout || isControl(event)) return;
    const asked = why?.predictionAt(layout, pointIn(event, event.currentTarget));
    if (asked !== undefined && asked !== null) return this.#explain(asked);
    const cell = this.#cellUnder(event);
    if (!cell || cell.stream) return;
    const { i } = cell;
    line.stop();
    const again = pinnedIndex(app.store.state) === i && !why;
    app.selection.select({ pin: again ? null : { i, j: null }, hover: null });
  };

  /** Wheels that move sideways, or Shift with others. */
  onWheel = (/** @type {WheelEvent} */ event) => {
    const { layout, scene } = this.#stage;
    if (!layout || !scene || layout.visible >= scene.n) return;
    const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
    const by = isSideways ? event.deltaX : event.shiftKey ? event.deltaY : 0;
    if (by === 0) return;
    event.preventDefault();
    const way = scene.isRtl ? -1 : 1;
    this.#stage.showFrom(layout.offset + Math.sign(by) * way);
  };

  /** @param {MouseEvent} event
   * @returns {import('../../state/types.js').Cell | null} null: none, or a control */
  #cellUnder(event) {
    const { layout, why, state } = this.#stage;
    if (!layout || isControl(event)) return null;
    const at = pointIn(event, event.currentTarget);
    const j = why?.sourceAt(layout, at) ?? null;
    if (j !== null) return { i: pinnedIndex(state) ?? 0, j, stream: 'source' };
    // Two texts may stand one above the other.
    const i = at.y > layout.bottom ? null : columnAt(layout, at.x);
    return i === null ? null : { i, j: null };
  }
}

/** @param {Event} event */
const isControl = (event) =>
  /** @type {Element} */ (event.composedPath()[0]).closest(CONTROLS) !== null;
