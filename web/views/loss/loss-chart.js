// SPDX-License-Identifier: MIT
// Loss over steps, with the losses of plain counting as labelled dashed lines.
import { css, html, nothing } from 'lit';
import { drawMarks, outlined } from './marks.js';
import { inksOf } from '../../draw/canvas.js';
import { drawCurves, reach } from './other-runs.js';
import { Plot } from '../../draw/plot.js';
import { columns, historyCsv } from '../../draw/series.js';
import { eventsOf, memorizationStart, lossStanding } from '../../run/milestones.js';
import './loss-events.js';
import { rightness } from '../shared/outputs.js';
import { HostWidth } from '../shared/host-width.js';
import { checkbox } from '../shared/controls.js';
import { scrolling, table } from '../shared/tables.js';
import { styled } from '../shared/style.js';
import { define, keys, View } from '../shared/view.js';
import { download } from '../shared/save.js';

const HEIGHT = 300;
/** HostWidth above the highest line, in nats. */
const HEADROOM = 0.15;
const TABLE_ROWS = 40;
const STILL_MS = 1000;
const ZERO_STEP = 0.5;

const KINDS = /** @type {const} */ (['uniform', 'unigram', 'bigram', 'trigram']);

/** @typedef {Record<typeof KINDS[number], number>} Baselines */

class LossChart extends View {
  static watch = keys(
    'historyLength',
    'phase',
    'headHistory',
    'comparedRuns',
    'pretrained',
    'printing',
  );
  static properties = View.withState('logX', 'bits', 'cursor', 'tableOpen');
  static styles = styled(css`
    .spread .check {
      color: var(--ink-3);
    }
    .chart {
      min-block-size: 300px;
      margin-inline: -0.25rem;
    }
    .legend {
      font-size: 0.8125rem;
      color: var(--ink-2);
      min-block-size: 2.75em;
      display: flex;
      flex-wrap: wrap;
      column-gap: 1rem;
      align-content: start;
    }
    .swatch {
      display: inline-block;
      inline-size: 1.25rem;
      block-size: 0;
      vertical-align: middle;
      margin-inline-end: 0.375rem;
      border-block-start: 1.5px solid var(--ink-3);
    }
    .swatch.val {
      border-block-start: 5px dotted var(--accent);
    }
  `);

  constructor() {
    super();
    this.logX = false;
    this.bits = false;
    this.tableOpen = false;
    /** Index into the columns, null away from the chart. @type {number | null} */
    this.cursor = null;
    this.hostWidth = new HostWidth(this);
    /** @type {Plot | null} */ this.plot = null;
    /** Options the plot was built with. */
    this.builtFor = '';
    /** Data the plot shows: moving the cursor draws nothing anew. */
    this.drawnLength = -1;
    /** @type {unknown} */ this.drawnSession = null;
    /** @type {unknown} */ this.drawnRuns = null;
    this.drawnMs = -Infinity;
    /** @type {ReturnType<typeof columns>} */ this.data = [[], [], [], []];
  }

  render() {
    const { t } = this;
    const claim = this.#claim();
    return html`<section class="pane" part="chart">
      <div class="row spread">
        <h2>${t.loss.title}</h2>
        <div class="row">
          ${this.#choice('logX', 'log-x', t.loss.logX)}
          ${this.#choice('bits', 'bits', t.loss.inBits)}
        </div>
      </div>
      <p class="claim number">${claim}</p>
      ${this.state.pretrained ? html`<gf-pretrained-note curve .app=${this.app}></gf-pretrained-note>` : nothing}
      <div class="chart" role="img" aria-label=${claim}></div>
      <p class="legend number" aria-hidden="true">${this.#legend()}</p>
      <gf-loss-events .app=${this.app}></gf-loss-events>
      <p class="look">${t.loss.look}</p>
      ${this.#numbers()}
      <gf-sound .app=${this.app}></gf-sound>
    </section>`;
  }

  /** @param {'logX' | 'bits'} key @param {string} id @param {string} label */
  #choice(key, id, label) {
    return checkbox({
      id,
      label,
      checked: this[key],
      change: (on) => (this[key] = on),
    });
  }

  /** Nats in one unit of the left axis. */
  get #unit() {
    return this.bits ? Math.LN2 : 1;
  }

  /** @returns {Baselines | undefined} */
  get #baselines() {
    return this.state.session?.info.baselines;
  }

  #claim() {
    const { t, format } = this;
    const { session } = this.state;
    if (!session) return t.loss.empty;
    const { history, info } = session;
    const loss = history.loss.at(-1);
    const val = history.valLoss.at(-1);
    if (loss === undefined) {
      return t.loss.before(format.integer(info.vocabulary.length));
    }
    const kind = lossStanding(val ?? loss, info.baselines);
    const against = {
      worse: info.baselines.uniform,
      nothing: info.baselines.uniform,
      some: info.baselines.unigram,
      letters: info.baselines.unigram,
      pairs: info.baselines.bigram,
    }[kind];
    const sentence = t.loss.claim({
      loss: format.loss(loss),
      step: format.integer(history.step.at(-1) ?? 0),
      choices: format.perplexity(Math.exp(loss)),
      standing:
        info.baselines.unigram > 0
          ? t.loss.standing[kind](format.loss(against))
          : t.loss.chance(format.loss(info.baselines.uniform)),
    });
    const sentences =
      val === undefined ? sentence : sentence + t.loss.held(format.loss(val));
    const from = memorizationStart(history);
    const byHeart =
      from === undefined
        ? ''
        : ` ${t.loss.at(format.integer(from))} ${t.loss.overfitting}.`;
    return `${sentences}${byHeart} ${rightness(this)}`.trim();
  }

  #legend() {
    const { t } = this;
    if (this.cursor === null) {
      return html`<span><span class="swatch"></span>${t.loss.train}</span>
        <span><span class="swatch val"></span>${t.loss.val}</span>`;
    }
    return this.#atCursor(this.cursor);
  }

  /** The losses under the cursor, in nats, bits and choices. @param {number} n */
  #atCursor(n) {
    const { t, format } = this;
    const [steps, , train] = this.data;
    const v = this.#valAtOrBefore(n);
    const words = (/** @type {number} */ nats) =>
      `${format.loss(nats)} (${t.loss.bits(format.loss(nats / Math.LN2))}, ` +
      `${t.run.perplexity(format.perplexity(Math.exp(nats)))})`;
    return html`<span>${t.loss.at(format.integer(steps[n]))}</span> ${
        train[n] === null
          ? nothing
          : html`<span
              >${t.loss.trainAt(words(/** @type {number} */ (train[n])))}</span
            >`
      }
      ${v === null ? nothing : html`<span>${t.loss.valAt(words(v))}</span>`}`;
  }

  /** @param {number} n */
  #valAtOrBefore(n) {
    for (let k = n; k >= 0; k--) if (this.data[3][k] !== null) return this.data[3][k];
    return null;
  }

  #numbers() {
    const { t } = this;
    return html`<details
      @toggle=${(/** @type {Event} */ event) => {
        this.tableOpen = /** @type {HTMLDetailsElement} */ (event.target).open;
      }}
    >
      <summary>${t.loss.data}</summary>
      ${this.tableOpen || this.state.printing ? this.#table() : nothing}
    </details>`;
  }

  #table() {
    const { t, format } = this;
    const { session } = this.state;
    if (!session) return nothing;
    const { valStep, valLoss } = session.history;
    const stride = Math.ceil(valStep.length / TABLE_ROWS) || 1;
    const shown = valStep.map((_, n) => n).filter((n) => n % stride === 0);
    return html`<button class="small" @click=${() => this.#saveCsv()}>
        ${t.loss.csv}
      </button>
      ${
        stride > 1
          ? html`<p class="look">${t.loss.everyNth(format.integer(stride))}</p>`
          : nothing
      }
      ${scrolling(
        t.loss.data,
        table({
          head: [t.loss.columns.step, t.loss.columns.val, t.loss.axisPerplexity],
          rows: shown.map((n) => [
            format.integer(valStep[n]),
            format.loss(valLoss[n]),
            format.perplexity(Math.exp(valLoss[n])),
          ]),
        }),
      )}`;
  }

  #saveCsv() {
    const { session } = this.state;
    if (!session) return;
    const text = historyCsv(session.history, this.t.loss.columns);
    download(text, 'glassformer-loss.csv', 'text/csv');
  }

  updated() {
    const { session, reducedMotion, phase, historyLength, scheme, lang, comparedRuns } =
      this.state;
    const holder = /** @type {HTMLElement} */ (this.find('.chart'));
    if (!session || this.hostWidth.width === 0) return;
    const id = `${this.logX} ${this.bits} ${scheme} ${lang}`;
    const same =
      this.drawnLength === historyLength &&
      this.drawnSession === session &&
      this.drawnRuns === comparedRuns;
    if (same && this.builtFor === id) return;
    const rushed = performance.now() - this.drawnMs < STILL_MS;
    if (reducedMotion && phase === 'running' && rushed) return;
    this.drawnMs = performance.now();
    this.drawnLength = historyLength;
    this.drawnSession = session;
    this.drawnRuns = comparedRuns;
    this.data = columns(session.history);
    // A logarithmic axis has no step 0; half a step stands for it.
    if (this.logX && this.data[0][0] === 0) this.data[0][0] = ZERO_STEP;
    if (!this.plot || this.builtFor !== id) this.#build(holder, id);
    else void this.inTurn(() => this.plot?.set(this.data));
  }

  /** @param {HTMLElement} holder @param {string} id */
  #build(holder, id) {
    const { t, format } = this;
    const ink = (/** @type {string} */ name) => inksOf(this, this.state.scheme)(name);
    this.plot?.destroy();
    this.builtFor = id;
    this.plot = new Plot(holder, {
      height: HEIGHT,
      ink,
      logX: this.logX,
      rangeX: (a, b) => this.#rangeX(a, b),
      rangeY: (a, b) => this.#rangeY(a, b),
      names: [t.loss.axisStep, this.bits ? t.loss.axisBits : t.loss.axisLoss],
      unit: this.#unit,
      writeX: (x) => format.integer(x),
      writeY: (y) => format.small(y / this.#unit),
      right: {
        name: t.loss.axisPerplexity,
        write: (y) => format.perplexity(Math.exp(y)),
      },
      lines: [
        { ink: 'line', width: 1 },
        { ink: 'ink-3', width: 1.5 },
        { ink: 'accent', width: 2.5, points: true },
      ],
      draw: (plot) => this.#drawMarks(plot, ink),
      onCursor: (n) => (this.cursor = n),
    });
    this.plot.set(this.data);
  }

  /** Other runs whose curves are shown. */
  get #others() {
    const { current } = this.app.comparedRuns;
    return this.state.comparedRuns.filter(
      ({ shown, id }) => shown && id !== current?.id,
    );
  }

  /** @param {number} a @param {number} b @returns {[number, number]} */
  #rangeX(a, b) {
    // The axis reaches at least this far, so that a new curve grows to the right.
    const planned = Number(this.state.session?.info.config.max_steps ?? 100);
    const least = Math.max(Math.min(100, planned), reach(this.#others).right);
    return this.logX
      ? [Math.max(ZERO_STEP, a ?? ZERO_STEP), Math.max(least, b ?? 1)]
      : [0, Math.max(least, b ?? 1)];
  }

  /** @param {number} low @param {number} high @returns {[number, number]} */
  #rangeY(low, high) {
    const base = this.#baselines;
    const top = Math.max(base?.uniform ?? 0, Number.isFinite(high) ? high : 0);
    const own = Number.isFinite(low) ? low : top;
    const bottom = Math.min(base?.bigram || top, own, reach(this.#others).low);
    return [Math.max(0, bottom - HEADROOM), top + HEADROOM];
  }

  /** @param {Plot} plot @param {(name: string) => string} ink */
  #drawMarks(plot, ink) {
    const base = this.#baselines;
    const { session } = this.state;
    if (!base || !session) return;
    const { history } = session;
    const last = history.valLoss.at(-1) ?? NaN;
    const marks = eventsOf(this.state).map((event) => ({
      ...event,
      step: this.logX ? Math.max(ZERO_STEP, event.step) : event.step,
    }));
    const lines = KINDS.filter((kind) => base[kind] > 0).map((kind) => ({
      y: base[kind],
      words: `${this.t.loss.lines[kind]} ${this.format.loss(base[kind] / this.#unit)}`,
      // Labels keep clear of the curve, which falls from the upper left.
      atLeft: (kind === 'bigram' || kind === 'trigram') && !(last < base[kind]),
    }));
    const byHeart = {
      from: memorizationStart(history),
      words: this.t.loss.overfitting,
    };
    drawMarks(plot, lines, marks, byHeart, ink);
    const ctx = plot.context;
    const ratio = devicePixelRatio;
    ctx.save();
    ctx.textAlign = 'right';
    ctx.textBaseline = 'bottom';
    ctx.lineWidth = ratio;
    drawCurves(plot, this.#others, {
      ink: ink('ink-2'),
      least: this.logX ? ZERO_STEP : 0,
      write: (words, x, y) =>
        outlined(ctx, words, x, y, ink('ink'), ink('pane'), ratio),
    });
    ctx.restore();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.plot?.destroy();
    this.plot = null;
  }
}

define('gf-loss', LossChart);
