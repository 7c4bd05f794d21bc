// SPDX-License-Identifier: MIT
// All heads at once: a row for each layer, the attention matrix of the line in each tile.
import { html, nothing, svg } from 'lit';
import { headOffset, isAllowed, readsAt, strongest } from '../../draw/attention.js';
import { drawRaster, hexPixel } from '../../draw/matrix.js';
import { inksOf, isNew } from '../../draw/canvas.js';
import { pixelTable } from '../../draw/palette.js';
import { drawByDistance, drawCourse } from './sparkline.js';
import {
  headName,
  headOrder,
  isAblated,
  shownStep,
  shownHeadReport,
  estimatedImportance,
  headImportance,
} from '../../state/selectors.js';
import { visible } from '../../i18n/format.js';
import { attends, layerName, markWords } from '../../i18n/descriptions.js';
import { TOKENS } from '../../draw/theme.js';
import { PROBE } from '../../queries/budget.js';
import {
  SCORES,
  scoreSeries,
  patternOf,
  scoreOf,
  scoresAt,
} from '../../queries/head-history.js';
import { button, checkbox, select } from '../shared/controls.js';
import { moved } from '../shared/grid.js';
import { headsStyle } from './heads-style.js';
import { HostWidth } from '../shared/host-width.js';
import './row-of-heads.js';
import { styled } from '../shared/style.js';
import { folded, table } from '../shared/tables.js';
import { define, keys, questions, View } from '../shared/view.js';

const MIN_TILE_PX = 48;
const MAX_TILE_PX = 112;
const GAP_PX = 8;
const STRETCH = Math.sqrt;
/** In a box of the host page, and its name below a tile. */
const LEAST_TILE_PX = 24;
const NAME_PX = 22;
/** Narrower tiles have no room for words; the table has them. */
const WORDS_PX = 68;
const SPARK_PX = 22;
const SPARK_TICKS = 120;

export class Heads extends View {
  static watch = keys(
    'activations',
    'layer',
    'head',
    'pin',
    'hover',
    'sqrtScale',
    'headReport',
    'ablated',
    'measured',
    'viewedHeadReport',
    'showing',
  );
  static queries = questions('importance');
  static properties = View.withState('compact');
  static styles = styled(headsStyle);

  constructor() {
    super();
    /** Mean weight by distance instead of the matrix. */
    this.compact = false;
    /** The score whose course is shown, if this model has it; -1: of the nearest pattern. */
    this.race = -1;
    /** Scores to choose from. @type {number[]} */
    this.scores = [];
    this.hostWidth = new HostWidth(this);
    /** Width of the grid, CSS pixels. */
    this.width = 0;
    /** Patterns of the heads shown. @type {import('../../state/types.js').HeadPattern[]} */
    this.patterns = [];
    /** Importance of each head, nats. @type {number[] | undefined} */
    this.importance = undefined;
  }

  willUpdate() {
    const { state } = this;
    const heads = shownHeadReport(state)?.heads ?? [];
    const { race } = state.showing;
    // Those that some head here has.
    this.scores = Array.from({ length: SCORES }, (_, k) => k).filter((k) =>
      heads.some((head) => scoreOf(head, k).score >= 0),
    );
    this.race = this.scores.includes(race) ? race : -1;
    if (this.race >= 0) this.patterns = heads.map((head) => scoreOf(head, this.race));
    else if (state.viewedSnapshot && heads.length > 0)
      this.patterns = heads.map(patternOf);
    else this.patterns = scoresAt(state.headHistory, shownStep(state))?.marks ?? [];
    this.importance = headImportance(state);
  }

  render() {
    const { t } = this;
    const { activations, showing } = this.state;
    const order = headOrder(this.state);
    const choices = this.#choices();
    return html`<section class="pane" part="heatmap">
      <div class="row spread">
        <h2 class="title">${t.heads.title}</h2>
        ${button(t.badges.byDistance, () => (this.compact = !this.compact), { id: 'compact', pressed: this.compact })}
      </div>
      ${choices}
      <p class="claim number">${this.#claim()}</p>
      ${
        activations
          ? html`<div
              class="grid"
              role="grid"
              aria-label=${showing.sorted ? t.badges.sorted : t.heads.grid}
              aria-rowcount=${activations.L}
              aria-colcount=${activations.H}
              @keydown=${this.#onKey}
            >
              ${Array.from({ length: activations.L }, (_, l) => [
                showing.sorted
                  ? nothing
                  : html`<span class="label" role="presentation"
                      >${layerName(this, activations, l)}</span
                    >`,
                html`<div class="layer" role="row" aria-rowindex=${l + 1}>
                  ${order
                    .slice(l * activations.H, (l + 1) * activations.H)
                    .map((n, column) => this.#tile(n, column))}
                </div>`,
              ])}
            </div>`
          : html`<p class="quiet">${t.heads.waiting}</p>`
      }
      <p class="look">
        ${this.compact ? t.badges.lookDistance : t.heads.look} ${t.badges.look}
        ${this.#few()}
      </p>
      <gf-row-of-heads .app=${this.app}></gf-row-of-heads>
      ${this.#table()}
    </section>`;
  }

  #choices() {
    const { t } = this;
    const { showing } = this.state;
    const heads = shownHeadReport(this.state)?.heads;
    if (!heads || this.scores.length === 0) return nothing;
    const name = (/** @type {number} */ k) =>
      k < 0 ? t.badges.columns.pattern : markWords(this, scoreOf(heads[0], k)).pattern;
    return html`<div class="row">
      ${checkbox({
        id: 'sorted',
        label: t.badges.sorted,
        checked: showing.sorted,
        change: (sorted) => this.app.selection.show({ sorted }),
      })}
      ${select({
        id: 'race',
        label: t.badges.history,
        value: this.race,
        options: [-1, ...this.scores].map((k) => [k, name(k)]),
        change: (race) => this.app.selection.show({ race }),
      })}
    </div>`;
  }

  #few() {
    const n = shownHeadReport(this.state)?.sequences ?? PROBE;
    if (n >= PROBE) return nothing;
    return this.t.heads.few(this.format.integer(n), this.format.integer(PROBE));
  }

  /** The row the sentences are about: under the pointer, pinned, or the last. */
  get #row() {
    const { hover, pin, activations } = this.state;
    return hover?.i ?? pin?.i ?? (activations?.T ?? 1) - 1;
  }

  #claim() {
    const { t, format } = this;
    const { activations, layer, head } = this.state;
    if (!activations) return nothing;
    if (activations.L === 0) return t.badges.noHeads;
    const mark = this.#mark(layer, head);
    const name = t.head.title(format.integer(layer + 1), format.integer(head + 1));
    const where = this.#sentence(activations, layer, head);
    return mark ? `${name}: ${t.badges.full(markWords(this, mark))} ${where}` : where;
  }

  /** @param {import('../../state/types.js').LineActivations} look @param {number} l @param {number} h */
  #sentence(look, l, h) {
    const i = Math.min(this.#row, look.attentions[l].queries.length - 1);
    const best = strongest(look, l, h, i)[0];
    const how = attends(this, look, l, i, best);
    return this.t.head.claimReading({ reads: visible(readsAt(look, l, i)), how });
  }

  /** @param {number} l @param {number} h */
  #mark(l, h) {
    return this.patterns[l * (this.state.activations?.H ?? 0) + h];
  }

  /** @param {number} l @param {number} h */
  #badge(l, h) {
    const { t } = this;
    const mark = this.#mark(l, h);
    if (!mark) return nothing;
    const words = markWords(this, mark);
    return mark.badge
      ? html`<span class="badge"
          ><b>${this.race < 0 ? words.pattern : ''} ${words.score},</b>
          ${t.badges.chance(words.chance)}</span
        >`
      : html`<span class="badge none">${t.badges.none}</span>`;
  }

  /** The head's importance: an estimate, or what ablating it did at this step.
   * @param {number} l @param {number} h */
  #weight(l, h) {
    const { t, format } = this;
    const { activations } = this.state;
    const { importance } = this;
    if (!activations) return nothing;
    // Room for what is asked for: nothing moves when it comes.
    if (!importance)
      return html`<button class="importance plain" disabled aria-hidden="true">
        ${weightBar(0, false)}
        <span class="est">&nbsp;</span>
      </button>`;
    const n = l * activations.H + h;
    const value = importance[n];
    const known = value !== estimatedImportance(this.state)?.value[n];
    const width = Math.max(0, (100 * value) / (Math.max(...importance) || 1));
    // Not in the tab order: Enter on the tile does the same.
    return html`<button
      class="importance plain"
      tabindex="-1"
      @click=${() => this.app.queries.measureHead(l, h)}
    >
      ${weightBar(width, known)}
      <span class="est number"
        >${known ? t.badges.measured(format.signed(value)) : t.badges.estimate(format.loss(value))}</span
      >
    </button>`;
  }

  /** @param {number} l @param {number} h */
  #label(l, h) {
    const { t, format } = this;
    const { activations, ablated } = this.state;
    const mark = this.#mark(l, h);
    return [
      t.head.title(format.integer(l + 1), format.integer(h + 1)),
      isAblated(ablated, l, h) ? t.badges.off : '',
      mark ? t.badges.full(markWords(this, mark)) : '',
      activations ? this.#sentence(activations, l, h) : '',
    ]
      .filter(Boolean)
      .join('. ')
      .replaceAll('..', '.');
  }

  #table() {
    const { t, format } = this;
    const { activations } = this.state;
    const report = shownHeadReport(this.state);
    const importance = estimatedImportance(this.state)?.value;
    if (!report || !activations || report.heads.length === 0) return nothing;
    const c = t.badges.columns;
    const head = [
      c.head,
      c.pattern,
      c.score,
      c.chance,
      c.focus,
      c.distance,
      c.first,
      c.importance,
    ];
    const rows = report.heads.map(({ layer, head, claim, scores, badge }, n) => {
      const words = markWords(this, { ...claim, badge });
      return [
        headName({ layer, head }),
        `${words.pattern}${badge ? ' ●' : ''}`,
        words.score,
        words.chance,
        format.loss(scores.focus),
        format.times(scores.distance),
        format.loss(scores.first),
        importance ? format.small(importance[n]) : '',
      ];
    });
    return folded(
      t.badges.table,
      html`${table({ id: 'scores', head, rows })}
        <p class="look">${t.badges.tableNote(format.integer(report.step))}</p>`,
    );
  }

  /** @param {number} n head, counted over all layers @param {number} column */
  #tile(n, column) {
    const { layer, head, activations, ablated } = this.state;
    const h = n % (activations?.H ?? 1);
    const l = (n - h) / (activations?.H ?? 1);
    const selected = l === layer && h === head;
    return html`<div
      class="tile"
      role="gridcell"
      aria-colindex=${column + 1}
      aria-selected=${selected}
      tabindex=${selected ? 0 : -1}
      data-layer=${l}
      data-head=${h}
      @click=${(/** @type {MouseEvent} */ event) => {
        this.app.selection.select({ layer: l, head: h });
        if (event.altKey) void this.app.queries.toggleHead(l, h);
      }}
    >
      <span class="picture"
        ><canvas class="weights"></canvas>${
          isAblated(ablated, l, h)
            ? html`<span class="off-mark">${this.t.badges.off}</span>`
            : nothing
        }</span
      >
      <span class="hidden">${this.#label(l, h)}</span>
      <span class="name">${l + 1}.${h + 1}</span>
      <span class="words">${this.#badge(l, h)}</span>
      <canvas class="spark" aria-hidden="true"></canvas>
      ${this.#weight(l, h)}
    </div>`;
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const { activations, layer, head } = this.state;
    if (!activations) return;
    const order = headOrder(this.state);
    const at = order.indexOf(layer * activations.H + head);
    const column = at % activations.H;
    const row = (at - column) / activations.H;
    if (event.key === 'Enter') void this.app.queries.measureHead(layer, head);
    const arrow = { PageDown: 'ArrowDown', PageUp: 'ArrowUp' }[event.key];
    const goal = moved(
      event,
      row,
      column,
      activations.L,
      activations.H,
      activations.H - 1,
      arrow,
    );
    if (goal) this.app.selection.selectHead(order[goal.i * activations.H + goal.j]);
  }

  /** The focus follows the selected head when the grid is sorted anew. */
  #keepFocus() {
    if (!this.shadowRoot?.activeElement?.matches('.tile[aria-selected=false]')) return;
    const tile = this.renderRoot.querySelector('.tile[aria-selected=true]');
    /** @type {HTMLElement | null} */ (tile)?.focus();
  }

  updated() {
    this.#keepFocus();
    const { scheme, ramps, sqrtScale } = this.state;
    const look = this.state.activations;
    if (!look || look.L === 0) return;
    const grid = /** @type {HTMLElement} */ (this.renderRoot.querySelector('.grid'));
    // Read only when it can have changed: reading forces a layout.
    if (isNew(grid, this.hostWidth.width)) this.width = grid.clientWidth;
    const ratio = devicePixelRatio;
    const fair = (this.width - GAP_PX * (look.H - 1)) / look.H - 2;
    const wide = Math.max(MIN_TILE_PX, Math.min(MAX_TILE_PX, fair));
    const high = this.hostWidth.heightFor(grid) / look.L - GAP_PX - NAME_PX;
    const edge = Math.max(LEAST_TILE_PX, Math.min(wide, high));
    const cell = Math.max(1, Math.floor((edge * ratio) / look.T));
    const side = (look.T * cell) / ratio;
    const ink = inksOf(this, scheme);
    const inks = { line: ink('accent'), chance: ink('ink-3'), ground: ink('sunk') };
    const report = shownHeadReport(this.state);
    const history = this.#ticksShown();
    for (const tile of this.renderRoot.querySelectorAll('.tile')) {
      const { dataset } = /** @type {HTMLElement} */ (tile);
      const [l, h] = [Number(dataset.layer), Number(dataset.head)];
      const [weights, spark] = tile.querySelectorAll('canvas');
      if (isNew(tile, side)) {
        const words = /** @type {HTMLElement} */ (tile.querySelector('.words'));
        words.hidden = side < WORDS_PX;
        /** @type {HTMLElement} */ (tile).style.width = `${side}px`;
      }
      const n = l * look.H + h;
      const of = this.compact ? report : look;
      if (isNew(weights, of, n, cell, side, ramps, this.compact, sqrtScale)) {
        void this.inTurn(() => {
          if (this.compact) this.#drawDistances(weights, n, side, inks);
          else this.#drawTriangle(weights, look, l, h, cell);
        });
        weights.style.width = `${side}px`;
        weights.style.height = weights.style.width;
      }
      const mark = this.patterns[n];
      const { pattern, offset, chance = 0 } = mark ?? {};
      const made = [
        history.length,
        history.at(-1),
        pattern,
        offset,
        chance,
        n,
        side,
        ink,
      ];
      if (!isNew(spark, ...made)) continue;
      void this.inTurn(() => {
        const values = mark ? scoreSeries(history, n, mark, SPARK_TICKS) : [];
        drawCourse(spark, values, chance, side, SPARK_PX, SPARK_TICKS, inks);
      });
    }
  }

  #ticksShown() {
    const { headHistory, viewedSnapshot } = this.state;
    return viewedSnapshot
      ? headHistory.filter(({ step }) => step <= viewedSnapshot.step)
      : headHistory;
  }

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {import('../../state/types.js').LineActivations} look
   * @param {number} l @param {number} h @param {number} cell
   */
  #drawTriangle(canvas, look, l, h, cell) {
    const { ramps, scheme } = this.state;
    drawRaster(canvas, {
      values: look.attention,
      offset: headOffset(look, l, h),
      rowStride: look.T,
      columnStride: 1,
      rows: look.attentions[l].queries.length,
      columns: look.attentions[l].keys.length,
      cell,
      table: pixelTable(ramps.attention),
      mask: hexPixel(ramps.attention[0]),
      hatch: hexPixel(TOKENS.line[scheme === 'light' ? 0 : 1]),
      allowed: (i, j) => isAllowed(look, l, i, j),
      scale: this.state.sqrtScale ? STRETCH : undefined,
    });
  }

  /**
   * @param {HTMLCanvasElement} canvas @param {number} n @param {number} side
   * @param {import('./sparkline.js').SparkInks} inks
   */
  #drawDistances(canvas, n, side, inks) {
    const { sqrtScale } = this.state;
    const report = shownHeadReport(this.state);
    if (!report) return;
    const { columns, data } = report.byDistance;
    const values = data.subarray(n * columns, (n + 1) * columns);
    drawByDistance(canvas, values, side, sqrtScale ? STRETCH : (x) => x, inks);
  }
}

/** @param {number} width percent @param {boolean} known */
const weightBar = (width, known) =>
  html`<svg
    class="weight ${known ? 'true' : ''}"
    viewBox="0 0 100 5"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    ${svg`<rect class="ground" width="100" height="5"></rect>
    <rect width=${width} height="5"></rect>`}
  </svg>`;

define('gf-heads', Heads);
