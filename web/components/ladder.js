// SPDX-License-Identifier: MIT
// What the model writes from the same start and seed as training goes on, newest first.
import { css, html, nothing } from 'lit';
import { standing } from '../milestones.js';
import { sampled } from './sampled.js';
import { shared } from './style.js';
import { View, define, keys } from './view.js';

export class Ladder extends View {
  static watch = keys('ladder', 'live', 'session', 'phase');

  static styles = [
    shared,
    sampled.styles,
    css`
      ol {
        list-style: none;
        margin: 0.25rem 0 0.5rem;
        padding: 0;
        max-block-size: 22.5rem;
        overflow-y: auto;
        mask-image: linear-gradient(to bottom, #000 calc(100% - 2rem), transparent);
        padding-block-end: 1.5rem;
      }
      li {
        padding-block: 0.625rem;
        border-block-end: 1px solid var(--line);
      }
      li:last-child {
        border: 0;
      }
      .when {
        font-size: 0.8125rem;
        color: var(--ink-3);
        display: flex;
        flex-wrap: wrap;
        column-gap: 0.75rem;
      }
      .when b {
        color: var(--ink);
        font-weight: 600;
      }
      .live .when b {
        color: var(--accent);
      }
      .text {
        min-block-size: 4.5em;
      }
    `,
  ];

  /** @override */
  render() {
    const { t } = this;
    const { ladder, live } = this.state;
    const rungs = ladder.filter((rung) => rung !== live);
    return html`<section class="pane" part="sample">
      <h2>${t.ladder.title}</h2>
      <p class="claim">${t.ladder.claim}</p>
      ${
        live || ladder.length > 0
          ? html`<ol tabindex="0" aria-label=${t.ladder.title}>
              ${live ? this.#rung(live, true) : nothing}
              ${[...rungs].reverse().map((rung) => this.#rung(rung, false))}
            </ol>`
          : html`<p class="quiet">${t.ladder.empty}</p>`
      }
      <p class="look">${t.ladder.look}</p>
    </section>`;
  }

  /** @param {import('../types.js').Rung} rung @param {boolean} live */
  #rung({ step, loss, prompt, text, probs }, live) {
    const { t, format } = this;
    const baselines = this.state.session?.info.baselines;
    return html`<li class=${live ? 'live' : ''}>
      <p class="when number">
        <b>${t.ladder.step(format.integer(step))}</b>
        ${live && this.state.phase === 'running' ? html`<span>${t.ladder.now}</span>` : nothing}
        ${
          loss === null || !baselines
            ? nothing
            : html`<span>${t.ladder.loss(format.loss(loss))}</span>
                <span>${t.ladder.standing[standing(loss, baselines)]}</span>`
        }
      </p>
      <p class="text" dir="auto">
        <span class="given">${prompt}</span>${sampled(text, probs)}
      </p>
    </li>`;
  }
}

define('gf-ladder', Ladder);
