// SPDX-License-Identifier: MIT
// The bar above the screen or the views of an element: Train, one step, the run in one line, and
// what the page puts at its ends. Every part keeps its place while numbers change.
import { css, html, nothing } from 'lit';
import { asLoss } from '../../i18n/format.js';
import { smooth } from '../../draw/series.js';
import { TimeLeft } from '../../run/time-left.js';
import { hasTrained, isUntrained } from '../../state/selectors.js';
import { button } from '../shared/controls.js';
import { rightness, unitsOf } from '../shared/outputs.js';
import { progressLine, screenOnly, styled } from '../shared/style.js';
import { define, View } from '../shared/view.js';

/** A step that takes longer is announced. */
const SLOW_MS = 3000;

/** There is no model yet. @param {Pick<import('../../state/state.js').State, 'phase'>} state */
const isComing = ({ phase }) => phase === 'none' || phase === 'preparing';

/** One step, and the run anew. @param {View} view @param {string} [kind] classes */
export function runButtons({ app, state, t }, kind) {
  const { session } = state;
  const isUsed = session !== null && !isUntrained(state, session.steps);
  const step = { id: 'step', kind, disabled: !session };
  const again = { id: 'again', kind, disabled: !isUsed };
  return [
    button(t.run.step, () => void app.stepOnce(), step),
    button(t.run.restart, () => void app.startAgain(), again),
  ];
}

class RunBar extends View {
  static unseen = true;
  static followsHistory = true;
  // What does not fit of the run in one line is left out whole; on narrower screens what there is
  // to say besides stands below the numbers.
  static styles = styled(
    progressLine,
    css`
      :host {
        position: relative;
        background: var(--ground);
      }
      .bar {
        display: flex;
        align-items: center;
        gap: 0.5rem;
        block-size: 3.5rem;
        padding-inline: 1.25rem 1rem;
      }
      /* As wide as its widest text: nothing beside it moves. */
      .fixed {
        display: inline-grid;
      }
      .fixed::after {
        content: attr(data-widest);
        block-size: 0;
        overflow: hidden;
        visibility: hidden;
      }
      .primary {
        min-inline-size: 6.25rem;
        min-block-size: 2.25rem;
        padding-inline: 0.75rem;
        border-radius: 1.125rem;
        font-weight: 600;
      }
      .primary[data-running='true'] {
        background: none;
        color: var(--accent);
        box-shadow: inset 0 0 0 1px var(--accent);
      }
      .primary[data-running='true']:hover:not(:disabled) {
        background: var(--accent-soft);
        color: var(--accent);
      }
      button.text {
        border: 0;
        border-radius: 1rem;
        background: none;
        color: var(--ink-2);
        padding-inline: 0.625rem;
        font-size: 0.8125rem;
        font-weight: 400;
        min-block-size: 2rem;
        white-space: nowrap;
      }
      button.text:hover:not(:disabled) {
        background: var(--sunk);
        color: var(--ink);
      }
      .where,
      .where p {
        display: flex;
        gap: 0 0.625rem;
        min-inline-size: 0;
        overflow: hidden;
        white-space: nowrap;
      }
      .where {
        flex: 1 1 0;
        align-items: baseline;
        margin-inline-start: 0.5rem;
        font-size: 0.875rem;
        font-variant-numeric: tabular-nums;
      }
      .where p {
        flex-wrap: wrap;
        block-size: 1.5em;
      }
      .step {
        font-weight: 600;
      }
      .gloss {
        color: var(--accent);
      }
      .brief,
      .short {
        display: none;
      }
      .where .soft {
        flex: 1 0 9rem;
        color: var(--ink-3);
        font-size: 0.8125rem;
      }
      .soft span {
        max-inline-size: 100%;
        overflow: hidden;
        text-overflow: ellipsis;
      }
      progress {
        position: absolute;
        inset-inline: 0;
        inset-block-end: 0;
        block-size: 2px;
      }
      /* On the screen, the page's own parts at both ends want room too. */
      @container (max-width: 1480px) {
        .where {
          flex-direction: column;
          align-items: stretch;
        }
        .where .soft {
          flex: none;
          block-size: 1.125rem;
          font-size: 0.75rem;
        }
        /* The name of a file is as long as its owner likes. */
        .where .whole:only-child {
          block-size: auto;
          max-block-size: 2.625rem;
          line-height: 0.875rem;
          white-space: normal;
          overflow-wrap: anywhere;
        }
        :host([frame='column']) .full {
          display: none;
        }
        :host([frame='column']) .brief {
          display: inline-grid;
        }
      }
      @container (max-width: 1280px) {
        :host([frame='column']) .long {
          display: none;
        }
        :host([frame='column']) .short {
          display: inline;
        }
        :host([frame='column']) .step::after {
          content: attr(data-short);
        }
      }
      @container (max-width: 1180px) {
        :host([frame='column']) #again {
          display: none;
        }
        .where .whole {
          block-size: 1.75rem;
          line-height: 0.875rem;
          white-space: normal;
        }
      }
      /* One step and Restart are below the stage there. */
      @container (max-width: 900px) {
        .bar {
          gap: 0.25rem;
        }
        :host([frame='column']) #step {
          display: none;
        }
      }
      @container (max-width: 700px) {
        .bar {
          block-size: 3.25rem;
          padding-inline: 0.75rem;
        }
        .primary {
          min-inline-size: 4.875rem;
          padding-inline: 0.5rem;
        }
        .where {
          font-size: 0.75rem;
          margin-inline-start: 0.125rem;
        }
        .where p {
          column-gap: 0.25rem;
          block-size: 1.25rem;
        }
        :is(.full, .long),
        ::slotted([slot='places']) {
          display: none;
        }
        .brief {
          display: inline-grid;
        }
        .short {
          display: inline;
        }
        .step::after {
          content: attr(data-short);
        }
      }
      /* The numbers, and what there is to say besides, have a row of their own. */
      @container (max-width: 384px) {
        :host([frame='column']) .bar {
          flex-wrap: wrap;
          block-size: auto;
          min-block-size: 6rem;
        }
        :host([frame='column']) .where {
          order: 1;
          flex-basis: 100%;
          block-size: 3rem;
        }
        ::slotted([slot='menu']) {
          margin-inline-start: auto;
        }
      }
      :host([frame='fit']) .bar {
        block-size: 44px;
        padding-inline: 0.5rem;
      }
      /* One line in any language: the buttons come closer. */
      @container (max-width: 336px) {
        :host([frame='fit']) .bar {
          gap: 0.125rem;
          padding-inline: 0.25rem;
        }
        :host([frame='fit']) .primary {
          flex: none;
        }
        :host([frame='fit']) button.text {
          padding-inline: 0.125rem;
        }
        /* What is first in a line stays in it, and would be cut. */
        :host([frame='fit']) .where p::before {
          content: '';
          block-size: 100%;
          margin-inline-end: -0.25rem;
        }
        :host([frame='fit']) .soft span {
          max-inline-size: none;
        }
      }
      :host(:not([frame])) .bar {
        block-size: auto;
        min-block-size: 54px;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--pane);
      }
      :host(:not([frame])) progress {
        inset-inline-start: var(--radius);
        inline-size: calc(100% - 2 * var(--radius));
      }
      /* There it may take more lines, and each number has its place in them. */
      :host(:not([frame])) :is(.where, .where p) {
        block-size: auto;
        overflow: visible;
        white-space: normal;
      }
      :host(:not([frame])) .soft {
        flex: none;
        min-block-size: 1.125rem;
      }
      :host(:not([frame])) .soft span {
        min-inline-size: min(9rem, 45%);
      }
      @container (max-width: 560px) {
        :host(:not([frame])) .bar {
          flex-wrap: wrap;
          padding-block: 0.5rem;
        }
        :host(:not([frame])) .where {
          flex-basis: 100%;
        }
      }
      @media (pointer: coarse) {
        :is(.primary, button.text) {
          min-block-size: 2.75rem;
          border-radius: 1.375rem;
        }
      }
      ${screenOnly}
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

  firstUpdated() {
    if (this.getAttribute('frame') !== 'column') this.app.pendingConfig.time();
  }

  render() {
    const { phase, session, pretrained } = this.state;
    const { t, format } = this;
    const steps = session?.steps ?? 0;
    const planned = Math.max(steps, this.app.plannedSteps);
    const step = t.run.stepOf(format.integer(steps), format.integer(planned));
    return html`<section class="bar" part="toolbar" aria-label=${t.run.label}>
        <slot name="mark"></slot>
        <button
          id="train"
          class="primary"
          data-running=${phase === 'running'}
          ?disabled=${isComing(this.state)}
          title=${pretrained ? t.screen.pretrained : nothing}
          @click=${() => void this.app.toggle()}
        >
          ${this.#trainLabel()}
        </button>
        ${runButtons(this, 'text')} ${this.#where(steps, planned)}
        <slot name="places"></slot>
        <slot name="menu"></slot>
      </section>
      <progress
        max=${Math.max(1, planned)}
        .value=${steps}
        aria-label=${step}
      ></progress>`;
  }

  /** Short words, so that none makes the button wider than another. */
  #trainLabel() {
    const { phase } = this.state;
    const { run, screen } = this.t;
    if (phase === 'running') return run.pause;
    if (isComing(this.state)) return screen.loading;
    if (!hasTrained(this.state)) return screen.train;
    return screen.goOn;
  }

  /** @param {number} steps @param {number} planned */
  #where(steps, planned) {
    const { session } = this.state;
    const { t, format } = this;
    const { loss: losses, step } = session?.history ?? { loss: [], step: [] };
    // The loss that the curve draws.
    const loss = smooth(losses, step).at(-1);
    if (loss === undefined)
      return html`<div class="where">
        ${this.#soft(session ? [this.#fresh(steps)] : [], true)}
      </div>`;
    const all = format.integer(planned);
    // A model with fewer digits moves nothing.
    const longest = format.integer(Math.max(planned, 10_000));
    const now = format.integer(steps);
    /** @param {(loss: string) => string} write @param {string} kind */
    const named = (write, kind) =>
      html`<span class="${kind} fixed" data-widest=${write(format.loss(8.88))}
        ><span>${write(format.loss(loss))}</span></span
      >`;
    const perplexity = format.perplexity(Math.exp(asLoss(loss)));
    const { pretrained } = this.state;
    return html`<div class="where">
      <p>
        <span
          class="step fixed"
          data-widest=${t.run.stepOf(longest, longest)}
          data-short=${t.screen.step(longest)}
          ><span class="long">${t.run.stepOf(now, all)}</span
          ><span class="short">${t.screen.step(now)}</span></span
        >
        <span class="loss" title=${t.run.trainingLoss(format.loss(loss))}
          >${named(pretrained ? t.run.loss : t.run.trainingLoss, 'full')}${named(t.run.loss, 'brief')}</span
        >
        ${
          pretrained
            ? nothing
            : html`<span
                class="gloss fixed"
                data-widest=${t.run.perplexity(format.perplexity(888))}
                ><span>${t.run.perplexity(perplexity)}</span></span
              >`
        }
      </p>
      ${this.#soft(this.#more())}
    </div>`;
  }

  /** Before the first loss. @param {number} steps */
  #fresh(steps) {
    const { phase, estimate, opened } = this.state;
    const { run, screen } = this.t;
    const ms = estimate?.msPerStep ?? 0;
    if (phase === 'running' && ms > SLOW_MS)
      return run.firstStep(this.format.duration(ms / 1000));
    return isUntrained(this.state, steps) ? screen.untrained : screen.loaded(opened);
  }

  /** @param {string[]} all @param {boolean} [isWhole] a sentence, on several lines where it has to */
  #soft(all, isWhole = this.state.pretrained > 0) {
    return html`<p
      class="soft ${isWhole ? 'whole' : ''}"
      title=${isWhole ? all.join(' ') : nothing}
      ?hidden=${all.length === 0}
    >
      ${all.map((each) => html`<span>${each}</span>`)}
    </p>`;
  }

  /** What there is to say besides, the most wanted first. @returns {string[]} */
  #more() {
    const { t, format } = this;
    const { pretrained, phase, progress } = this.state;
    if (pretrained) return [t.screen.pretrained];
    const right = rightness(this);
    const share = right ? [right] : [];
    if (phase !== 'running' || !progress) return share;
    const left = this.timeLeft ? [t.run.left(format.duration(this.timeLeft))] : [];
    const pace = format.rate(progress.tokensPerSecond);
    return [
      ...left,
      t.run.pace(pace, unitsOf(this)[1]),
      ...share,
      ...(this.hasAttribute('frame')
        ? []
        : [
            t.run.rate(format.small(progress.learningRate)),
            t.run.gradient(format.loss(progress.gradNorm)),
          ]),
    ];
  }
}

define('gf-run', RunBar);
