// SPDX-License-Identifier: MIT
// Loss over steps, with what plain counting would reach as dashed lines in words.
import { css, html, nothing } from 'lit';
import { drawCurves, reach } from '../draw/overlay.js';
import { Plot } from '../draw/plot.js';
import { columns, csv } from '../draw/series.js';
import { milestones, standing } from '../milestones.js';
import { shared } from './style.js';
import { View, define, download, keys } from './view.js';

const HEIGHT = 300;
/** Room above the highest line, in nats. */
const HEADROOM = 0.15;
const TABLE_ROWS = 40;
const STILL_MS = 1000;
const ZERO_STEP = 0.5;

/** @typedef {{ uniform: number, unigram: number, bigram: number }} Baselines */

export class LossChart extends View {
  static watch = keys('historyLength', 'session', 'scheme', 'phase', 'runs');

  static properties = {
    ...View.properties,
    logX: { state: true },
    cursor: { state: true },
    tableOpen: { state: true },
  };

  static styles = [
    shared,
    css`
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
        border-block-start: 3px solid var(--accent);
      }
    `,
  ];

  constructor() {
    super();
    this.logX = false;
    this.tableOpen = false;
    /** Index into the columns, null away from the chart. @type {number | null} */
    this.cursor = null;
    /** @type {Plot | null} */ this.plot = null;
    /** What the plot was built for; anything else needs a new one. */
    this.builtFor = '';
    /** What it shows, so that moving the cursor draws nothing again. */
    this.drawnLength = -1;
    /** @type {unknown} */ this.drawnSession = null;
    /** @type {unknown} */ this.drawnRuns = null;
    this.drawnMs = -Infinity;
    /** @type {ReturnType<typeof columns>} */ this.data = [[], [], [], []];
  }

  /** @override */
  render() {
    const { t } = this;
    const claim = this.#claim();
    return html`<section class="pane" part="chart">
      <div class="row spread">
        <h2>${t.loss.title}</h2>
        <label class="check quiet"
          ><input
            type="checkbox"
            id="log-x"
            .checked=${this.logX}
            @change=${(/** @type {Event} */ event) => {
              this.logX = /** @type {HTMLInputElement} */ (event.target).checked;
            }}
          />${t.loss.logX}</label
        >
      </div>
      <p class="claim number">${claim}</p>
      <div class="chart" role="img" aria-label=${claim}></div>
      <p class="legend number" aria-hidden="true">${this.#legend()}</p>
      <p class="look">${t.loss.look}</p>
      ${this.#numbers()}
    </section>`;
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
    const kind = standing(val ?? loss, info.baselines);
    const against = {
      nothing: info.baselines.uniform,
      some: info.baselines.unigram,
      letters: info.baselines.unigram,
      pairs: info.baselines.bigram,
    }[kind];
    const sentence = t.loss.claim({
      loss: format.loss(loss),
      step: format.integer(history.step.at(-1) ?? 0),
      choices: format.choices(Math.exp(loss)),
      standing: t.loss.standing[kind](format.loss(against)),
    });
    return val === undefined ? sentence : sentence + t.loss.held(format.loss(val));
  }

  #legend() {
    const { t } = this;
    if (this.cursor === null) {
      return html`<span><span class="swatch"></span>${t.loss.train}</span>
        <span><span class="swatch val"></span>${t.loss.val}</span>`;
    }
    return this.#readOut(this.cursor);
  }

  /** What stands under the cursor: nats, bits, choices. @param {number} n */
  #readOut(n) {
    const { t, format } = this;
    const [steps, , train] = this.data;
    const v = this.#valAtOrBefore(n);
    const words = (/** @type {number} */ nats) =>
      `${format.loss(nats)} (${t.loss.bits(format.loss(nats / Math.LN2))}, ` +
      `${t.run.choices(format.choices(Math.exp(nats)))})`;
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
      ${this.tableOpen ? this.#table() : nothing}
    </details>`;
  }

  #table() {
    const { t, format } = this;
    const { session } = this.state;
    if (!session) return nothing;
    const { valStep, valLoss } = session.history;
    const stride = Math.ceil(valStep.length / TABLE_ROWS) || 1;
    const rows = valStep.map((_, n) => n).filter((n) => n % stride === 0);
    return html`<button class="small" @click=${() => this.#saveCsv()}>
        ${t.loss.csv}
      </button>
      ${
        stride > 1
          ? html`<p class="look">${t.loss.everyNth(format.integer(stride))}</p>`
          : nothing
      }
      <div class="scroll" tabindex="0" role="region" aria-label=${t.loss.data}>
        <table part="table">
          <thead>
            <tr>
              <th scope="col">${t.loss.columns.step}</th>
              <th scope="col">${t.loss.columns.val}</th>
              <th scope="col">${t.loss.axisChoices}</th>
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              (n) =>
                html`<tr>
                  <td>${format.integer(valStep[n])}</td>
                  <td>${format.loss(valLoss[n])}</td>
                  <td>${format.choices(Math.exp(valLoss[n]))}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`;
  }

  #saveCsv() {
    const { session } = this.state;
    if (!session) return;
    const { step, loss, learningRate, gradNorm, valStep, valLoss } = session.history;
    const names = this.t.loss.columns;
    const held = new Map(valStep.map((s, n) => [s, valLoss[n]]));
    const all = [...new Set([...valStep, ...step])].sort((a, b) => a - b);
    const at = new Map(step.map((s, n) => [s, n]));
    const pick = (/** @type {number[]} */ column) =>
      all.map((s) => column[at.get(s) ?? -1] ?? null);
    const text = csv({
      [names.step]: all,
      [names.train]: pick(loss),
      [names.val]: all.map((s) => held.get(s) ?? null),
      [names.rate]: pick(learningRate),
      [names.norm]: pick(gradNorm),
    });
    download(text, 'glassformer-loss.csv', 'text/csv');
  }

  /** @override */
  updated() {
    const { session, stillness, phase, historyLength, scheme, runs } = this.state;
    const holder = /** @type {HTMLElement} */ (this.renderRoot.querySelector('.chart'));
    if (!session || holder.clientWidth === 0) return;
    const id = `${this.logX} ${scheme}`;
    const same =
      this.drawnLength === historyLength &&
      this.drawnSession === session &&
      this.drawnRuns === runs;
    if (same && this.builtFor === id) return;
    const rushed = performance.now() - this.drawnMs < STILL_MS;
    if (stillness && phase === 'running' && rushed) return;
    this.drawnMs = performance.now();
    this.drawnLength = historyLength;
    this.drawnSession = session;
    this.drawnRuns = runs;
    this.data = columns(session.history);
    // A logarithm has no place for step 0; half a step stands for it.
    if (this.logX && this.data[0][0] === 0) this.data[0][0] = ZERO_STEP;
    if (!this.plot || this.builtFor !== id) this.#build(holder, id);
    else this.plot.set(this.data);
  }

  /** @param {HTMLElement} holder @param {string} id */
  #build(holder, id) {
    const { t, format } = this;
    const style = getComputedStyle(this);
    const ink = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`);
    this.plot?.destroy();
    this.builtFor = id;
    this.plot = new Plot(holder, {
      height: HEIGHT,
      ink,
      logX: this.logX,
      rangeX: (a, b) => this.#rangeX(a, b),
      rangeY: (a, b) => this.#rangeY(a, b),
      names: [t.loss.axisStep, t.loss.axisLoss],
      writeX: (x) => format.integer(x),
      writeY: (y) => format.small(y),
      right: { name: t.loss.axisChoices, write: (y) => format.choices(Math.exp(y)) },
      lines: [
        { ink: 'line', width: 1 },
        { ink: 'ink-3', width: 1.5 },
        { ink: 'accent', width: 2.5, points: true },
      ],
      draw: (plot) => this.#drawBaselines(plot, ink),
      onCursor: (n) => {
        this.cursor = n;
      },
    });
    this.plot.set(this.data);
  }

  /** Kept runs whose curves are wanted. */
  get #others() {
    const { current } = this.app.runs;
    return this.state.runs.filter(({ shown, id }) => shown && id !== current?.id);
  }

  /** @param {number} a @param {number} b @returns {[number, number]} */
  #rangeX(a, b) {
    // A short run does not fill the width at once: the curve grows to the right.
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
    const bottom = Math.min(base?.bigram ?? top, own, reach(this.#others).low);
    return [Math.max(0, bottom - HEADROOM), top + HEADROOM];
  }

  /** @param {Plot} plot @param {(name: string) => string} colour */
  #drawBaselines(plot, colour) {
    const base = this.#baselines;
    const { session } = this.state;
    if (!base || !session) return;
    const ctx = plot.context;
    const ratio = devicePixelRatio;
    const { left, width, top, height } = plot.box;
    ctx.save();
    ctx.textBaseline = 'bottom';
    ctx.lineWidth = ratio;
    for (const kind of /** @type {const} */ (['uniform', 'unigram', 'bigram'])) {
      const y = Math.round(plot.atY(base[kind]));
      ctx.strokeStyle = colour('line-strong');
      ctx.setLineDash([4 * ratio, 4 * ratio]);
      ctx.beginPath();
      ctx.moveTo(left, y);
      ctx.lineTo(left + width, y);
      ctx.stroke();
      const words = `${this.t.loss.lines[kind]} ${this.format.loss(base[kind])}`;
      // The curve comes from above left and leaves below right: words stand clear of it.
      const atLeft = kind === 'bigram';
      ctx.textAlign = atLeft ? 'left' : 'right';
      const x = atLeft ? left + 6 * ratio : left + width - 6 * ratio;
      outlined(ctx, words, x, y - 2 * ratio, colour('ink-2'), colour('pane'), ratio);
    }
    ctx.textAlign = 'right';
    drawCurves(plot, this.#others, {
      ink: colour('ink-2'),
      least: this.logX ? ZERO_STEP : 0,
      write: (words, x, y) =>
        outlined(ctx, words, x, y, colour('ink'), colour('pane'), ratio),
    });
    ctx.setLineDash([]);
    for (const { step, loss } of milestones(session.history, base)) {
      const x = plot.atX(this.logX ? Math.max(ZERO_STEP, step) : step);
      const y = plot.atY(loss);
      diamond(
        ctx,
        x,
        Math.min(Math.max(y, top), top + height),
        6 * ratio,
        colour('accent'),
        colour('pane'),
      );
    }
    ctx.restore();
  }

  /** @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    this.plot?.destroy();
    this.plot = null;
  }
}

/** Text with a rim of the ground's colour, so that curves do not cut through it. */
function outlined(
  /** @type {CanvasRenderingContext2D} */ ctx,
  /** @type {string} */ words,
  /** @type {number} */ x,
  /** @type {number} */ y,
  /** @type {string} */ ink,
  /** @type {string} */ ground,
  /** @type {number} */ ratio,
) {
  const { lineWidth } = ctx;
  ctx.setLineDash([]);
  ctx.lineWidth = 4 * ratio;
  ctx.lineJoin = 'round';
  ctx.strokeStyle = ground;
  ctx.strokeText(words, x, y);
  ctx.fillStyle = ink;
  ctx.fillText(words, x, y);
  ctx.lineWidth = lineWidth;
}

/** A marker whose shape no data point has. */
function diamond(
  /** @type {CanvasRenderingContext2D} */ ctx,
  /** @type {number} */ x,
  /** @type {number} */ y,
  /** @type {number} */ r,
  /** @type {string} */ ink,
  /** @type {string} */ ground,
) {
  ctx.beginPath();
  ctx.moveTo(x, y - r);
  ctx.lineTo(x + r, y);
  ctx.lineTo(x, y + r);
  ctx.lineTo(x - r, y);
  ctx.closePath();
  ctx.fillStyle = ground;
  ctx.fill();
  ctx.strokeStyle = ink;
  ctx.lineWidth = r / 3;
  ctx.stroke();
}

define('gf-loss-chart', LossChart);
