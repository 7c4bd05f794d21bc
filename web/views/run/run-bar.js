// SPDX-License-Identifier: MIT
// Train, pause, step, start again; the state of the run in numbers and words.
import { css, html, nothing } from 'lit';
import { lossesUpTo } from '../../run/memorization.js';
import { TimeLeft } from '../../run/time-left.js';
import { hasTrained } from '../../state/selectors.js';
import { rightness, unitsOf } from '../shared/outputs.js';
import { button, checkbox } from '../shared/controls.js';
import { fixed, progressLine, styled } from '../shared/style.js';
import { define, keys, View } from '../shared/view.js';

/** A step that takes longer is announced. */
const SLOW_MS = 3000;

class RunBar extends View {
  static unseen = true;
  static watch = keys(
    'phase',
    'progress',
    'historyLength',
    'maxSteps',
    'shelved',
    'notice',
    'background',
    'readonly',
    'stored',
    'pretrained',
  );
  static styles = styled(
    fixed,
    progressLine,
    css`
      /* Two panes; the one with the controls sticks to the top. */
      :host {
        display: contents;
        container-type: normal;
      }
      .bar,
      .beside {
        background: var(--pane);
        border: 1px solid var(--line);
        border-radius: var(--radius);
        overflow: hidden;
      }
      .bar {
        position: sticky;
        inset-block-start: var(--sticky-top);
        z-index: 5;
      }
      @media (max-height: 480px) {
        .bar {
          position: static;
        }
      }
      .main {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.5rem 1.5rem;
        padding: 0.75rem 1rem;
      }
      .primary {
        min-inline-size: 11.5em;
        font-size: 0.9375rem;
      }
      .where {
        flex: 1 1 22rem;
        min-inline-size: 0;
      }
      .where p {
        text-wrap: balance;
      }
      .headline {
        font: 400 1.125rem/1.35 var(--serif);
      }
      .headline b {
        font-weight: 400;
        color: var(--accent);
      }
      .detail {
        color: var(--ink-3);
        font-size: 0.8125rem;
        display: flex;
        flex-wrap: wrap;
        column-gap: 1.25rem;
        min-block-size: 1.5em;
      }
      /* What changes has a fixed place. */
      .detail > span {
        min-inline-size: min(12.5rem, 45%);
      }
      progress {
        block-size: 3px;
      }
      label.check {
        display: flex;
        padding-inline: 1rem;
        font-size: 0.8125rem;
        color: var(--ink-3);
      }
      .bar .note,
      .beside > * + * {
        border-block-start: 1px solid var(--line);
      }
      .note {
        padding: 0.5rem 1rem;
        background: var(--sunk);
        font-size: 0.875rem;
      }
      .note.warn {
        background: var(--warn-soft);
        color: var(--warn);
      }
      .note p {
        flex: 1 1 16rem;
      }
      :host([frame='fit']) .bar {
        position: static;
        flex: none;
      }
      :host([frame='fit']) :is(.beside, .detail) {
        display: none;
      }
      :host([frame='fit']) .main {
        flex-wrap: nowrap;
        padding: 0.25rem 0.5rem;
      }
      :host([frame='fit']) .where {
        flex: 1 1 0;
      }
      :host([frame='fit']) .headline {
        overflow: hidden;
        font-size: 0.875rem;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      :host([frame='fit']) :is(.buttons, .buttons button) {
        flex: none;
        inline-size: auto;
        min-inline-size: 0;
        font-size: 0.8125rem;
      }
      @container (max-width: 560px) {
        .main {
          padding: 0.625rem 0.75rem;
          gap: 0.375rem 0.75rem;
        }
        .where {
          flex-basis: 100%;
        }
        .headline {
          font-size: 1rem;
        }
        .primary {
          min-inline-size: 0;
          flex: 1 1 auto;
        }
        .buttons {
          inline-size: 100%;
        }
        .buttons button:not(.primary) {
          padding-inline: 0.625rem;
        }
      }
    `,
  );

  /** @type {number | null} */ timeLeft = null;
  #clock = new TimeLeft();

  willUpdate() {
    const { phase, session, trainUntil } = this.state;
    if (phase !== 'running' || !session) this.#clock.reset();
    else
      this.timeLeft = this.#clock.update(session.steps, trainUntil, performance.now());
  }

  render() {
    const { phase, session, shelved, notice } = this.state;
    const busy = phase === 'none' || phase === 'preparing';
    const steps = session?.steps ?? 0;
    const planned = this.app.plannedSteps;
    return html`
      <section class="bar" part="toolbar" aria-label=${this.t.run.label}>
        <div class="main">
          <div class="row buttons">
            ${button(this.#trainLabel(steps, planned), () => void this.app.toggle(), { id: 'train', kind: 'primary', disabled: busy })}
            ${button(this.t.run.step, () => void this.app.stepOnce(), { id: 'step', kind: '', disabled: busy || !session })}
            ${button(this.t.run.restart, () => void this.app.startAgain(), { id: 'again', kind: '', disabled: busy || !hasTrained(this.state) })}
          </div>
          <div class="where number">${this.#where(steps, planned)}</div>
        </div>
        <progress
          max=${Math.max(1, planned)}
          .value=${Math.min(steps, planned)}
          aria-label=${this.t.run.stepOf(this.format.integer(steps), this.format.integer(planned))}
        ></progress>
        ${notice ? this.#notice(notice) : nothing}
      </section>
      ${
        steps > 0 || shelved || this.app.storedRuns.offer
          ? html`<div class="beside">
              ${this.state.pretrained ? html`<gf-pretrained-note .app=${this.app}></gf-pretrained-note>` : nothing}
              ${this.#offer()} ${shelved ? this.#shelvedNote(shelved) : nothing}
              ${steps > 0 ? this.#background() : nothing}
            </div>`
          : nothing
      }
    `;
  }

  #background() {
    return checkbox({
      id: 'background',
      label: this.t.embed.background,
      checked: this.state.background,
      change: (background) => this.app.updateHost({ background }),
    });
  }

  /** @param {number} steps @param {number} planned */
  #trainLabel(steps, planned) {
    const { phase } = this.state;
    if (phase === 'running') return this.t.run.pause;
    if (phase === 'none' || phase === 'preparing') return this.t.setup.preparing;
    if (!hasTrained(this.state)) return this.t.run.train;
    return steps >= planned ? this.t.run.trainFurther : this.t.run.resume;
  }

  firstUpdated() {
    this.app.pendingConfig.time();
  }

  /** @param {number} steps @param {number} planned */
  #where(steps, planned) {
    const { session, progress, phase, estimate } = this.state;
    const ms = estimate?.msPerStep ?? 0;
    const { t, format } = this;
    // The loss that the curve draws.
    const loss = session && lossesUpTo(session.history, Infinity).train;
    const thread =
      session?.info.mode === 'main' ? html`<span>${t.run.mainThread}</span>` : nothing;
    if (!session || loss === null) {
      return html`<p class="headline">${t.run.notStarted}</p>
        <p class="detail">
          ${phase === 'running' && ms > SLOW_MS ? html`<span>${t.run.firstStep(format.duration(ms / 1000))}</span>` : nothing}
          ${thread}
        </p>`;
    }
    const most = format.integer(Math.max(steps, planned));
    const step = (/** @type {string} */ number) => `${t.run.stepOf(number, most)} ·`;
    return html`
      <p class="headline">
        <span class="fixed" data-widest=${step(most)}
          >${step(format.integer(steps))}</span
        >
        ${t.run.trainingLoss(format.loss(loss))},
        <b>${t.run.perplexity(format.perplexity(Math.exp(loss)))}</b>
      </p>
      <p class="detail">
        ${rightness(this) ? html`<span>${rightness(this)}</span>` : nothing}
        ${
          progress
            ? html`<span
                  >${t.run.pace(format.rate(progress.tokensPerSecond), unitsOf(this)[1])}</span
                >
                <span>
                  ${phase === 'running' && this.timeLeft ? t.run.left(format.duration(this.timeLeft)) : ''}
                </span>
                <span>${t.run.rate(format.small(progress.learningRate))}</span>
                <span>${t.run.gradient(format.loss(progress.gradNorm))}</span>`
            : nothing
        }
        ${thread}
      </p>
    `;
  }

  /** A stored run of this page. */
  #offer() {
    const { t, format } = this;
    const run = this.app.storedRuns.offer;
    if (!run) return nothing;
    const step = format.integer(run.step);
    return html`<div class="note row" id="offer">
      <p>${t.stored.offer(run.name, step)}</p>
      ${button(t.stored.goOn(step), () => void this.app.storedRuns.open(run.id))}
    </div>`;
  }

  /** @param {NonNullable<import('../../state/state.js').State['shelved']>} kept */
  #shelvedNote({ step, loss }) {
    const { t, format } = this;
    const lossText = loss === null ? '' : format.loss(loss);
    return html`<div class="note row" id="kept">
      <p>${t.run.shelved(format.integer(step), lossText)}</p>
      ${button(t.run.restore, () => void this.app.restoreShelved())}
      ${button(t.run.discard, () => void this.app.discardShelved(), { kind: 'small plain' })}
    </div>`;
  }

  /** @param {import('../../state/types.js').Notice} notice */
  #notice({ kind, text, hint }) {
    return html`<div
      class="note row ${kind === 'problem' ? 'warn' : ''}"
      id="notice"
      role=${kind === 'problem' ? 'alert' : 'status'}
    >
      <p>${text}${hint ? html` ${hint}` : nothing}</p>
      ${button(this.t.notice.dismiss, () => this.app.dismiss(), { kind: 'small plain' })}
    </div>`;
  }
}

define('gf-run', RunBar);
