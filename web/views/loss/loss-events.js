// SPDX-License-Identifier: MIT
// The events of a run in words, the latest first; each leads to the snapshot nearest to its step.
// The list keeps its height, so that an event moves nothing.
import { css, html } from 'lit';
import { eventName } from '../../i18n/descriptions.js';
import { eventsOf } from '../../run/milestones.js';
import { nearestStep } from '../../state/selectors.js';
import { styled } from '../shared/style.js';
import { define, View } from '../shared/view.js';

/** That are in sight without scrolling. */
const ROWS = 3;

class LossEvents extends View {
  static followsHistory = true;
  // All lines are as high, so that none is cut; a list with more below fades out.
  static styles = styled(css`
    ol {
      list-style: none;
      margin: 0;
      padding: 0;
      block-size: 4.875rem;
      overflow-y: auto;
      scrollbar-width: thin;
    }
    .more {
      padding-block-end: 1rem;
      mask: linear-gradient(#000 calc(100% - 1.25rem), transparent);
    }
    button {
      display: block;
      inline-size: 100%;
      min-block-size: 1.625rem;
      padding: 0;
      border: 0;
      background: none;
      font: 400 0.8125rem/1.625rem var(--sans);
      color: var(--ink-2);
      text-align: start;
    }
    button b {
      color: var(--ink);
    }
    button:hover:not(:disabled) b {
      text-decoration: underline;
      text-underline-offset: 0.2em;
    }
    button[aria-pressed='true'] {
      background: var(--accent-soft);
    }
    @media (pointer: coarse) {
      ol {
        block-size: auto;
        min-block-size: 8.25rem;
      }
      .more {
        padding: 0;
        mask: none;
      }
      button {
        min-block-size: 2.75rem;
      }
    }
  `);

  render() {
    const events = eventsOf(this.state).toReversed();
    return html`<ol
      class=${events.length > ROWS ? 'more' : ''}
      aria-label=${this.t.loss.events}
      tabindex="0"
    >
      ${events.map((event) => html`<li>${this.#event(event)}</li>`)}
    </ol>`;
  }

  /** @param {import('../../state/types.js').RunEvent} event */
  #event(event) {
    const { step } = event;
    const { t, format } = this;
    const { snapshots, viewedSnapshot } = this.state;
    const near = nearestStep(snapshots, step);
    return html`<button
      data-step=${step}
      ?disabled=${near === null}
      aria-pressed=${near !== null && viewedSnapshot?.step === near}
      @click=${() => this.app.snapshots.go(near)}
    >
      <b class="number">${t.snapshots.step(format.integer(step))}</b>
      ${eventName(this, this.state, event)}
    </button>`;
  }
}

define('gf-loss-events', LossEvents);
