// SPDX-License-Identifier: MIT
// Loss over steps, with the losses of plain counting as labelled dashed lines. The curve is
// also the way back: pointing at it or pressing its keys shows the model as it was.
import { css, html, nothing } from 'lit';
import { inksOf } from '../../draw/canvas.js';
import { columns, historyCsv } from '../../draw/series.js';
import { Plot } from '../../draw/plot.js';
import { STILL_MS } from '../../queries/budget.js';
import { errorOf, lowestValidation, overfittingStart } from '../../run/memorization.js';
import { lossStanding } from '../../run/milestones.js';
import { unsure } from '../../i18n/descriptions.js';
import { asLoss } from '../../i18n/format.js';
import { hasStage } from '../../state/places.js';
import { isUntrained, seesNext, shownStep, textUnit } from '../../state/selectors.js';
import { axisLoss, chartOptions } from './chart.js';
import { lossesAt } from './stops.js';
import './loss-events.js';
import './scrubber.js';
import { outputsOf, rightness, unitsOf } from '../shared/outputs.js';
import { HostWidth } from '../shared/host-width.js';
import { button, checkbox } from '../shared/controls.js';
import { scrolling, table, toggled } from '../shared/tables.js';
import { renderView } from '../shared/render-view.js';
import { inColumn, styled } from '../shared/style.js';
import { define, View } from '../shared/view.js';
import { download } from '../shared/save.js';

const TABLE_ROWS = 40;

class LossChart extends View.withState({
  logX: false,
  bits: false,
  tableOpen: false,
  /** The step pointed at. @type {number | null} */
  hovered: null,
}) {
  static properties = { frame: { reflect: true } };
  static styles = styled(
    inColumn,
    css`
      .head {
        position: relative;
        min-block-size: 1.75rem;
      }
      gf-step-field {
        flex: none;
        margin-inline-start: auto;
      }
      #return {
        overflow: hidden;
        text-overflow: ellipsis;
        font-weight: 600;
        background: var(--ground);
      }
      #return.now {
        visibility: hidden;
      }
      .keys {
        display: flex;
        flex-wrap: wrap;
        column-gap: 0.75rem;
        font-size: 0.8125rem;
        font-weight: 600;
        min-block-size: 1.5em;
      }
      .keys span {
        white-space: nowrap;
      }
      .train {
        color: var(--accent);
      }
      .val {
        color: var(--held);
      }
      .unknown {
        visibility: hidden;
      }
      .unknown::before {
        content: '–';
        position: absolute;
        visibility: visible;
      }
      .swatch {
        display: inline-block;
        inline-size: 0.875rem;
        vertical-align: middle;
        margin-inline-end: 0.3125rem;
        border-block-start: 2px solid;
        forced-color-adjust: none;
      }
      .chart {
        position: relative;
        block-size: 300px;
        /* Steps run to the right in every script. */
        direction: ltr;
      }
      .options {
        column-gap: 1.25rem;
        color: var(--ink-3);
      }
      /* A button to return has its place. */
      :host([frame='column']) .unit:has(~ #return) {
        display: none;
      }
      :host([frame='column']) .keys {
        flex-wrap: nowrap;
        column-gap: 0.5rem;
        font-size: 0.75rem;
        block-size: 1.25rem;
        overflow: hidden;
      }
      /* Two lines or one, whatever the numbers are. */
      @container (max-width: 245px) {
        :host([frame='column']) .keys {
          flex-wrap: wrap;
          block-size: 2.5rem;
        }
      }
      :host([frame='column']) .chart {
        block-size: 184px;
      }
      :host([frame='column']) .pane {
        block-size: auto;
      }
      :host([frame='fit']) .pane {
        display: flex;
        flex-direction: column;
      }
      :host([frame='fit']) :is(.head, .keys) {
        flex: none;
      }
      :host([frame='fit']) #return.now {
        display: none;
      }
      /* The axis has the unit, too. */
      :host([frame='fit'])
        :is(.unit, .claim, .options, .look, details, gf-loss-events) {
        display: none;
      }
      :host([frame='fit']) .chart {
        flex: 1 1 0;
        min-block-size: 9rem;
      }
      :host([frame='fit']) .holder {
        position: absolute;
        inset: 0;
        overflow: hidden;
      }
    `,
  );

  hostWidth = new HostWidth(this);
  /** @type {Plot | null} */ plot = null;
  /** What the plot shows: pointing at it draws nothing anew. @type {unknown[]} */
  drawn = [];
  drawnMs = -Infinity;
  /** @type {ReturnType<typeof columns>} */ data = [[], [], [], []];

  constructor() {
    super();
    /** See render-view.js. @type {string | undefined} */
    this.frame = undefined;
  }

  get isColumn() {
    return this.frame === 'column';
  }

  render() {
    const { t, isColumn } = this;
    const claim = this.#claim();
    const { viewedSnapshot, pretrained } = this.state;
    return html`<section class="pane" part="chart">
      <div class="head">
        <h2 class="title">${isColumn ? t.loss.shortTitle : t.loss.title}</h2>
        <span class="unit">${axisLoss(this)}</span>
        ${renderView('step-field', this.app)}
        ${
          // The stage beside it has the same.
          isColumn && hasStage(this.state.place)
            ? nothing
            : button(t.snapshots.back, () => this.#return(), {
                id: 'return',
                kind: viewedSnapshot ? 'small plain' : 'small now',
                disabled: !viewedSnapshot,
              })
        }
      </div>
      <p class="keys number" title=${this.#lowest}>${this.#keys()}</p>
      ${isColumn ? nothing : html`<p class="claim number">${claim}</p>`}
      ${pretrained && !isColumn ? renderView('pretrained-note', this.app) : nothing}
      <div class="chart">
        <div class="holder" role="img" aria-label=${claim}></div>
        <gf-loss-scrubber
          .app=${this.app}
          .data=${this.data}
          @gf-point=${(/** @type {CustomEvent<number | null>} */ { detail }) => {
            this.hovered = detail;
          }}
        ></gf-loss-scrubber>
      </div>
      <gf-loss-events .app=${this.app}></gf-loss-events>
      ${isColumn ? nothing : this.#more()}
    </section>`;
  }

  #more() {
    const { t } = this;
    return html`<div class="row options">
        ${this.#choice('logX', 'log-x', t.loss.logX)}
        ${this.#choice('bits', 'bits', t.loss.inBits)}
      </div>
      <p class="look">${t.loss.look} ${this.#isTooLarge ? t.snapshots.tooLarge : ''}</p>
      <details @toggle=${toggled((isOpen) => (this.tableOpen = isOpen))}>
        <summary>${t.loss.data}</summary>
        ${this.tableOpen || this.state.printing ? this.#table() : nothing}
      </details>`;
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

  /** Nothing to look back to, although the run has begun. */
  get #isTooLarge() {
    const { session, snapshots } = this.state;
    return snapshots.length === 0 && session?.last && session.steps > 5;
  }

  #return() {
    this.app.snapshots.go(null);
    // The button is disabled now; the keys go on at the curve.
    this.find('gf-loss-scrubber')?.focus();
  }

  /** Nats in one unit of the left axis. */
  get unit() {
    return this.bits ? Math.LN2 : 1;
  }

  /** In that unit. @param {number} nats */
  #write(nats) {
    return this.format.loss(nats / this.unit);
  }

  /** The least validation loss in words; empty where it is the last. */
  get #lowest() {
    const { t, format, state } = this;
    const lowest = state.session && lowestValidation(state.session.history);
    if (!lowest) return '';
    return t.loss.lowest(this.#write(lowest.loss), format.integer(lowest.step));
  }

  /** Both curves by name, with their values at that step, and the ring. */
  #keys() {
    const { t, format, isColumn } = this;
    // At the step pointed at, else at the step that all views show.
    const at = this.hovered ?? shownStep(this.state);
    const { step, train, val, valStep } = lossesAt(this.data, at);
    const since = val === null || valStep === step ? '' : format.integer(valStep);
    /** @param {string} name @param {number | null} nats
     * @param {(loss: string) => string} write */
    const key = (name, nats, write, when = '') =>
      html`<span class=${name} title=${when && t.snapshots.step(when)}
        ><span class="swatch"></span>${
          // A dash as wide as the loss that follows: what stands behind it does not move.
          nats === null
            ? html`${write('')}<span class="unknown">${format.loss(0)}</span>`
            : write(this.#write(nats))
        }${when && !isColumn ? ` (${t.snapshots.step(when)})` : ''}</span
      >`;
    const lowest = this.#lowest;
    return html`${key('train', train, t.loss.trainAt)}
    ${key('val', val, t.loss.valAt, since)}
    ${lowest && !isColumn ? html`<span class="val">○ ${lowest}</span>` : nothing}`;
  }

  /** One loss a sentence: where the validation loss is known, all is said of it. */
  #claim() {
    const { t, format } = this;
    const { session } = this.state;
    if (!session) return t.loss.empty;
    const { history, info } = session;
    const { baselines } = info;
    const units = unitsOf(this, 'output');
    const when = this.#when();
    const { step, train, ...last } = lossesAt(this.data, shownStep(this.state));
    const val = last.valStep === step ? last.val : null;
    const loss = val ?? train;
    if (loss === null) {
      if (!isUntrained(this.state, step)) return when + t.loss.notMeasured;
      return when + t.loss.before(format.integer(outputsOf(session).length), units[1]);
    }
    const shown = asLoss(loss / this.unit) * this.unit;
    const error = errorOf(info);
    const { kind, than } = lossStanding(loss, baselines, {
      error,
      train: train ?? loss,
    });
    const sentence = t.loss.claim({
      name: val === null ? t.loss.names.train : t.loss.names.val,
      loss: this.#write(shown),
      step: format.integer(step),
      choices: format.perplexity(Math.exp(shown)),
      unsure: unsure(this, shown, outputsOf(session).length, units, error),
      standing: seesNext(session)
        ? t.loss.seesNext
        : baselines.unigram > 0
          ? t.loss.standing[kind](
              t.loss.counts[textUnit(session)][than],
              this.#write(baselines[than]),
            )
          : t.loss.chance(this.#write(baselines.uniform)),
    });
    const other =
      val === null || train === null ? '' : t.loss.training(this.#write(train));
    const from = overfittingStart(history, error) ?? Infinity;
    const byHeart =
      from > step ? '' : ` ${t.loss.at(format.integer(from))} ${t.loss.overfitting}.`;
    const right = when ? '' : ` ${rightness(this)}`;
    const lowest = this.#lowest && ` ${sentenceOf(this.#lowest)}`;
    return `${when}${sentence}${other}${lowest}${byHeart}${right}`.trim();
  }

  /** That an earlier step is shown; empty at the present. */
  #when() {
    const { t, format } = this;
    const { viewedSnapshot, session, phase } = this.state;
    if (!viewedSnapshot) return '';
    const at = format.integer(viewedSnapshot.step);
    return phase === 'running'
      ? `${t.snapshots.whileTraining(at)} `
      : `${t.snapshots.whilePaused(at, format.integer(session?.steps ?? 0))} `;
  }

  #table() {
    const { t, format } = this;
    const { session } = this.state;
    if (!session) return nothing;
    const { valStep, valLoss } = session.history;
    const stride = Math.ceil(valStep.length / TABLE_ROWS) || 1;
    const shown = valStep.map((_, n) => n).filter((n) => n % stride === 0);
    return html`${button(t.loss.csv, () => this.#saveCsv(), { id: 'csv' })}
    ${stride > 1 ? html`<p class="look">${t.loss.everyNth(format.integer(stride))}</p>` : nothing}
    ${scrolling(
      t.loss.data,
      table({
        head: [t.loss.columns.step, t.loss.columns.val, t.loss.axisPerplexity],
        rows: shown.map((n) => [
          format.integer(valStep[n]),
          this.#write(valLoss[n]),
          format.perplexity(Math.exp(valLoss[n])),
        ]),
      }),
    )}`;
  }

  #saveCsv() {
    const { session } = this.state;
    if (!session) return;
    const text = historyCsv(
      session.history,
      this.t.loss.columns,
      axisLoss(this),
      this.unit,
    );
    download(text, 'glassformer-loss.csv', 'text/csv');
  }

  willUpdate() {
    const { session } = this.state;
    if (session && !this.#isDrawn) this.data = columns(session.history);
  }

  get #source() {
    const { session, historyLength, comparedRuns, scheme, lang } = this.state;
    const { logX, bits, frame } = this;
    return [session, historyLength, comparedRuns, scheme, lang, logX, bits, frame];
  }

  get #isDrawn() {
    return this.#source.every((x, n) => x === this.drawn[n]);
  }

  updated() {
    const { session, reducedMotion, phase } = this.state;
    if (!session || this.hostWidth.width === 0 || this.#isDrawn) return;
    const rushed = performance.now() - this.drawnMs < STILL_MS;
    if (reducedMotion && phase === 'running' && rushed) return;
    this.drawnMs = performance.now();
    this.drawn = this.#source;
    const ink = (/** @type {string} */ name) => inksOf(this, this.state.scheme)(name);
    const holder = /** @type {HTMLElement} */ (this.find('.holder'));
    const scrubber = /** @type {import('./scrubber.js').Scrubber} */ (
      this.find('gf-loss-scrubber')
    );
    const options = chartOptions(this, ink, () => scrubber.place());
    this.plot ??= new Plot(holder, options);
    scrubber.plot = this.plot;
    void this.inTurn(() => this.plot?.set(this.data, options));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.plot?.destroy();
    this.plot = null;
    this.drawn = [];
  }
}

/** @param {string} words @returns {string} */
const sentenceOf = (words) => `${words[0].toUpperCase()}${words.slice(1)}.`;

define('gf-loss', LossChart);
