// SPDX-License-Identifier: MIT
// The events of a run in words; each leads to the snapshot nearest to its step.
import { css, html, nothing } from 'lit';
import { eventsOf } from '../../run/milestones.js';
import { eventWords } from '../../i18n/descriptions.js';
import { styled } from '../shared/style.js';
import { define, keys, View } from '../shared/view.js';

class LossEvents extends View {
  static watch = keys('historyLength', 'headHistory', 'snapshots');
  static styles = styled(css`
    ol {
      list-style: none;
      margin: 0.25rem 0;
      padding: 0;
      font-size: 0.875rem;
    }
    button {
      text-align: start;
      block-size: auto;
    }
  `);

  render() {
    const all = eventsOf(this.state);
    if (all.length === 0) return nothing;
    return html`<ol aria-label=${this.t.loss.title}>
      ${all.map((event) => html`<li>${this.#event(event)}</li>`)}
    </ol>`;
  }

  /** @param {import('../../state/types.js').RunEvent} event */
  #event(event) {
    const { t, format } = this;
    const { snapshots } = this.state;
    const { kind, step, loss } = event;
    const sentence = eventWords(this, this.state, event);
    const words =
      kind === 'badge' || kind === 'generalization-gap'
        ? sentence
        : `${sentence} ${t.loss.perplexity(format.perplexity(Math.exp(loss)))}`;
    const near = snapshots.reduce(
      (/** @type {number | null} */ best, { step: at }) =>
        best === null || Math.abs(at - step) < Math.abs(best - step) ? at : best,
      null,
    );
    if (near === null) return html`◆ ${words}`;
    return html`<button
      class="small plain"
      data-step=${step}
      @click=${() => this.app.snapshots.go(near)}
    >
      ◆ ${words}
    </button>`;
  }
}

define('gf-loss-events', LossEvents);
