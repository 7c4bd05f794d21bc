// SPDX-License-Identifier: MIT
// All heads at once: a row for each layer, the attention matrix of the line in each tile.
import { html, nothing, svg } from 'lit';
import { headOffset, isAllowed, readsAt, strongest } from '../../draw/attention.js';
import { drawRaster } from '../../draw/matrix.js';
import { inksOf, isNew } from '../../draw/canvas.js';
import { hexPixel, pixelTable } from '../../draw/palette.js';
import { drawByDistance, drawCourse } from './sparkline.js';
import { tileSize } from './tile-size.js';
import { found, glyphOf, patternName } from './found.js';
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
import { fading, styled } from '../shared/style.js';
import { folded, table } from '../shared/tables.js';
import { define, questions, View } from '../shared/view.js';

const STRETCH = Math.sqrt;
const SPARK_PX = 22;
/** Above the columns. */
const NUMBERS_PX = 18;
/** Of heads, by their number in a layer. */
const HUES = 8;
const SPARK_TICKS = 120;

export class Heads extends View.withState({
  /** Mean weight by distance instead of the matrix. */
  compact: false,
  /** The pattern whose heads stand out; '': all. */
  only: '',
}) {
  static queries = questions('importance');
  static styles = styled(fading, headsStyle);

  /** The score whose course is shown, if this model has it; -1: of the nearest pattern. */
  race = -1;
  /** Scores to choose from. @type {number[]} */
  scores = [];
  hostWidth = new HostWidth(this);
  /** Edge of a tile's picture, CSS pixels. */
  edge = 0;
  /** Patterns of the heads shown. @type {import('../../state/types.js').HeadPattern[]} */
  patterns = [];
  /** Importance of each head, nats. @type {number[] | undefined} */
  importance = undefined;
  /** The largest of them. */
  most = 1;

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
    this.most = Math.max(...(this.importance ?? [])) || 1;
  }

  render() {
    const { t, compact } = this;
    const { activations } = this.state;
    return html`<section class="pane" part="heatmap">
      <div class="row tools">
        <h2 class="title">${t.heads.title}</h2>
        ${button(t.badges.byDistance, () => (this.compact = !compact), { id: 'compact', pressed: compact })}
        ${this.#choices()} ${found(this)}
      </div>
      <p class="claim number">${this.#claim()}</p>
      ${activations ? this.#grid(activations) : html`<p class="quiet">${t.heads.waiting}</p>`}
      <p class="look">
        ${compact ? t.badges.lookDistance : t.heads.look} ${t.badges.look}
        ${this.#few()}
      </p>
      <gf-row-of-heads .app=${this.app}></gf-row-of-heads>
      ${this.#table()}
    </section>`;
  }

  /** The layers as on the stage, the last on top; or the most important heads first.
   * @param {import('../../state/types.js').LineActivations} look */
  #grid(look) {
    const { t } = this;
    const { sorted } = this.state.showing;
    return html`<div
      class="grid ${sorted ? 'sorted' : ''}"
      role="grid"
      aria-label=${sorted ? t.badges.sorted : t.heads.grid}
      aria-rowcount=${look.L}
      aria-colcount=${look.H}
      @keydown=${this.#onKey}
    >
      <div class="numbers" aria-hidden="true">
        ${Array.from({ length: look.H }, (_, h) => html`<span>${h + 1}</span>`)}
      </div>
      ${this.#rows().map(
        (heads, row) =>
          html`${
              sorted
                ? nothing
                : html`<span class="label" role="presentation"
                    >${layerName(this, look, look.L - 1 - row)}</span
                  >`
            }
            <div class="layer" role="row" aria-rowindex=${row + 1}>
              ${heads.map((n, column) => this.#tile(n, column))}
            </div>`,
      )}
    </div>`;
  }

  /** Heads, counted over all layers, as they stand. @returns {number[][]} */
  #rows() {
    const { L = 0, H = 0 } = this.state.activations ?? {};
    const order = headOrder(this.state);
    const rows = Array.from({ length: L }, (_, l) => order.slice(l * H, (l + 1) * H));
    return this.state.showing.sorted ? rows : rows.reverse();
  }

  #choices() {
    const { t } = this;
    const { showing } = this.state;
    const heads = shownHeadReport(this.state)?.heads;
    if (!heads || this.scores.length === 0) return nothing;
    const name = (/** @type {number} */ k) =>
      k < 0 ? t.badges.columns.pattern : markWords(this, scoreOf(heads[0], k)).pattern;
    return html`${checkbox({
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
    })}`;
  }

  #few() {
    const { sequences = PROBE, tokens } = shownHeadReport(this.state) ?? {};
    if (sequences >= PROBE) return nothing;
    const [n, all] = [sequences, PROBE].map((x) => this.format.integer(x));
    return this.t.heads.few(n, all, tokens ? this.format.integer(tokens) : '');
  }

  /** The row the sentences are about: under the pointer, pinned, or the last. */
  get #row() {
    const { hover, pin, activations } = this.state;
    return hover?.i ?? pin?.i ?? (activations?.T ?? 1) - 1;
  }

  #claim() {
    const { t } = this;
    const { activations, layer, head } = this.state;
    if (!activations) return nothing;
    if (activations.L === 0) return t.badges.noHeads;
    const mark = this.#mark(layer, head);
    const name = t.head.title(headName({ layer, head }));
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
          ><b>${this.race < 0 ? words.pattern : ''} ${words.score}</b
          ><span class="chance">, ${t.badges.chance(words.chance)}</span></span
        >`
      : html`<span class="badge none">${t.badges.none}</span>`;
  }

  /** The head's importance: an estimate, or what ablating it did at this step.
   * @param {number} n counted over all layers */
  #weight(n) {
    const { t, format } = this;
    const value = this.importance?.[n];
    // Room for what is asked for: nothing moves when it comes.
    if (value === undefined)
      return html`<button class="importance plain" disabled aria-hidden="true">
        &nbsp;
      </button>`;
    const { H = 1 } = this.state.activations ?? {};
    // Not in the tab order: Enter on the tile does the same.
    return html`<button
      class="importance plain number"
      tabindex="-1"
      @click=${() => this.app.queries.measureHead(Math.floor(n / H), n % H)}
    >
      ${this.#isMeasured(n) ? t.badges.measured(format.signed(value)) : t.badges.estimate(format.loss(value))}
    </button>`;
  }

  /** @param {number} n */
  #isMeasured(n) {
    return this.importance?.[n] !== estimatedImportance(this.state)?.value[n];
  }

  /** Its importance beside that of the most important. @param {number} n */
  #meter(n) {
    const share = Math.max(0, (this.importance?.[n] ?? 0) / this.most);
    return html`<svg
      class="meter ${this.#isMeasured(n) ? 'measured' : ''}"
      viewBox="0 0 8 100"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      ${svg`<rect y=${100 * (1 - share)} width="8" height=${100 * share}></rect>`}
    </svg>`;
  }

  /** @param {number} l @param {number} h */
  #label(l, h) {
    const { t } = this;
    const { activations, ablated } = this.state;
    const mark = this.#mark(l, h);
    return [
      t.head.title(headName({ layer: l, head: h })),
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
    const isPale =
      this.only !== '' && patternName(this, this.patterns[n]) !== this.only;
    return html`<div
      class="tile ${isPale ? 'pale' : ''}"
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
      ${this.#meter(n)}
      <span class="glyph" aria-hidden="true">${glyphOf(this.patterns[n])}</span>
      <span class="hidden">${this.#label(l, h)}</span>
      <span class="name">${headName({ layer: l, head: h })}</span>
      <span class="words">${this.#badge(l, h)}</span>
      <canvas class="spark" aria-hidden="true"></canvas>
      ${this.#weight(n)}
    </div>`;
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const { activations, layer, head } = this.state;
    if (!activations) return;
    const rows = this.#rows();
    const n = layer * activations.H + head;
    const row = rows.findIndex((heads) => heads.includes(n));
    if (event.key === 'Enter') void this.app.queries.measureHead(layer, head);
    const arrow = { PageDown: 'ArrowDown', PageUp: 'ArrowUp' }[event.key];
    const { L, H } = activations;
    const goal = moved(event, row, rows[row].indexOf(n), L, H, H - 1, arrow);
    if (goal) this.app.selection.selectHead(rows[goal.i][goal.j]);
  }

  /** The focus follows the selected head when the grid is sorted anew. */
  #keepFocus() {
    if (!this.shadowRoot?.activeElement?.matches('.tile[aria-selected=false]')) return;
    this.find('.tile[aria-selected=true]')?.focus();
  }

  updated() {
    this.#keepFocus();
    const { scheme, ramps, sqrtScale } = this.state;
    const look = this.state.activations;
    if (!look || look.L === 0) return;
    this.#measure(look);
    const ratio = devicePixelRatio;
    const cell = Math.max(1, Math.floor((this.edge * ratio) / look.T));
    const side = (look.T * cell) / ratio;
    const ink = inksOf(this, scheme);
    const inks = { line: ink('accent'), chance: ink('ink-3'), ground: ink('sunk') };
    const report = shownHeadReport(this.state);
    const history = this.#ticksShown();
    const isGrowing = this.state.phase === 'running';
    for (const tile of this.renderRoot.querySelectorAll('.tile')) {
      const { dataset } = /** @type {HTMLElement} */ (tile);
      const [l, h] = [Number(dataset.layer), Number(dataset.head)];
      const [weights, spark] = tile.querySelectorAll('canvas');
      if (isNew(tile, h))
        /** @type {HTMLElement} */ (tile).style.setProperty(
          '--hue',
          `var(--head-${(h % HUES) + 1})`,
        );
      const n = l * look.H + h;
      spark.classList.toggle('none', !isGrowing && history.length < 2);
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

  /** Room for the pictures, read only when it can have changed: reading forces a layout.
   * @param {import('../../state/types.js').LineActivations} look */
  #measure({ L, H }) {
    const grid = /** @type {HTMLElement} */ (this.find('.grid'));
    const { width, height } = this.hostWidth;
    const isPlain = this.getAttribute('frame') === 'fit';
    if (!isNew(grid, width, height, L, H, this.state.showing.sorted)) return;
    const row = /** @type {HTMLElement} */ (grid.querySelector('.layer'));
    const room = {
      width: row.clientWidth,
      height: this.hostWidth.heightFor(grid) - NUMBERS_PX,
      isPlain,
    };
    const { kind, edge } = tileSize(room, L, H);
    grid.dataset.kind = kind;
    this.edge = edge;
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
      data: look.attention,
      offset: headOffset(look, l, h),
      rowStride: look.T,
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

  /** @param {HTMLCanvasElement} canvas @param {number} n @param {number} side
   * @param {import('./sparkline.js').SparkInks} inks */
  #drawDistances(canvas, n, side, inks) {
    const { sqrtScale } = this.state;
    const report = shownHeadReport(this.state);
    if (!report) return;
    const { columns, data } = report.byDistance;
    const values = data.subarray(n * columns, (n + 1) * columns);
    drawByDistance(canvas, values, side, sqrtScale ? STRETCH : (x) => x, inks);
  }
}

define('gf-heads', Heads);
