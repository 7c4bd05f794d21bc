// SPDX-License-Identifier: MIT
// Samples from the same prompt and seed as training goes on, newest first, and the distribution
// that any token of them was drawn from.
import { css, html, nothing } from 'lit';
import { lossStanding } from '../../run/milestones.js';
import './drawn-from.js';
import { sampled } from './sampled-text.js';
import { styled } from '../shared/style.js';
import { define, keys, View } from '../shared/view.js';

/** @typedef {import('../../state/types.js').Sample} Sample */

class Samples extends View {
  static watch = keys('samples', 'latestSample', 'phase');
  static properties = View.withState('asked');
  static styles = styled(
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
      ol.open {
        max-block-size: 40rem;
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
        align-items: baseline;
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
        cursor: pointer;
      }
      .marker {
        color: var(--accent);
        font-weight: 600;
      }
    `,
  );

  constructor() {
    super();
    /** The token asked about. @type {{ sample: Sample, n: number } | null} */
    this.asked = null;
    /** The model of the samples. @type {import('../../state/types.js').Session | null} */ this.of =
      null;
    /** Oldest first. @type {Sample[]} */ this.listed = [];
    /** @type {WeakMap<Sample, { chosen?: number, whole: HTMLElement }>} */
    this.made = new WeakMap();
  }

  willUpdate() {
    const { samples, session } = this.state;
    if (session !== this.of) this.asked = null;
    this.of = session;
    this.listed = [...samples];
    // The latest sample, once asked about, stays as it was, below the newest.
    if (this.asked && !samples.includes(this.asked.sample)) {
      this.listed.push(this.asked.sample);
      this.listed.sort((a, b) => a.step - b.step);
    }
  }

  render() {
    const { t } = this;
    const { samples, latestSample } = this.state;
    const listed = this.listed.filter((sample) => sample !== latestSample);
    return html`<section class="pane" part="sample">
      <h2>${t.samples.title}</h2>
      <p class="claim">${t.samples.claim}</p>
      ${
        latestSample || samples.length > 0
          ? html`<ol
              class=${this.asked ? 'open' : ''}
              tabindex="0"
              aria-label=${t.samples.title}
            >
              ${latestSample ? this.#item(latestSample, true) : nothing}
              ${[...listed].reverse().map((sample) => this.#item(sample, false))}
            </ol>`
          : html`<p class="quiet">
              ${this.state.session?.info.form === 'tagging' ? t.write.onlyLabels : t.samples.empty}
            </p>`
      }
      <p class="look">${t.samples.look} ${t.nextToken.hint}</p>
    </section>`;
  }

  /** @param {Sample} sample @param {boolean} live */
  #item(sample, live) {
    const { t, format } = this;
    const { step, loss, prompt, marker } = sample;
    const baselines = this.state.session?.info.baselines;
    const asked = this.asked?.sample === sample ? this.asked : null;
    return html`<li class=${live ? 'live' : ''}>
      <p class="when number">
        <b>${t.samples.step(format.integer(step))}</b>
        ${live && this.state.phase === 'running' ? html`<span>${t.samples.now}</span>` : nothing}
        ${marker ? html`<span class="marker">◆ ${t.loss.lines[/** @type {'badge'} */ (marker)]}</span>` : nothing}
        ${
          loss === null || !(baselines && baselines.unigram > 0)
            ? nothing
            : html`<span>${t.samples.loss(format.loss(loss))}</span>
                <span>${t.samples.standing[lossStanding(loss, baselines)]}</span>`
        }
        ${
          isWhole(sample)
            ? html`<button
                class="plain small"
                aria-expanded=${asked !== null}
                @click=${() => {
                  this.asked = asked ? null : { sample, n: surprising(sample) };
                }}
              >
                ${asked ? t.nextToken.close : t.nextToken.open}
              </button>`
            : nothing
        }
      </p>
      <p
        class="text"
        dir="auto"
        @click=${(/** @type {MouseEvent} */ event) => this.#onText(event, sample)}
      >
        <span class="given">${prompt}</span>${this.#sample(sample, asked?.n)}
      </p>
      ${
        asked
          ? html`<gf-drawn-from
              .app=${this.app}
              .sample=${sample}
              .n=${asked.n}
              @gf-move=${(/** @type {CustomEvent<number>} */ { detail }) => {
                this.asked = { sample, n: detail };
              }}
            ></gf-drawn-from>`
          : nothing
      }
    </li>`;
  }

  /** Nodes are made once: samples stay, the list around them grows.
   * @param {Sample} sample @param {number} [chosen] */
  #sample(sample, chosen) {
    const made = this.made.get(sample);
    if (made && made.chosen === chosen) return made.whole;
    const whole = sampled(sample.pieces, sample.probs, chosen);
    this.made.set(sample, { chosen, whole });
    return whole;
  }

  /** @param {MouseEvent} event @param {Sample} sample */
  #onText(event, sample) {
    const span = /** @type {Element} */ (event.composedPath()[0]);
    const from = Number(span.getAttribute('data-from') ?? -1);
    const node = [...span.childNodes].find((child) => child instanceof Text);
    if (from < 0 || !(node instanceof Text) || !isWhole(sample)) return;
    const range = document.createRange();
    let at = 0;
    for (let n = from; at < node.data.length; n++) {
      range.setStart(node, at);
      at += sample.pieces[n].length;
      range.setEnd(node, at);
      const hit = [...range.getClientRects()].some(
        ({ left, right, top, bottom }) =>
          event.clientX >= left &&
          event.clientX < right &&
          event.clientY >= top &&
          event.clientY < bottom,
      );
      if (hit) this.asked = { sample, n };
    }
  }
}

/** Tokens that are parts of a character cannot be shown one by one. @param {Sample} sample */
const isWhole = ({ pieces, logits }) =>
  pieces.length > 0 && pieces.length <= logits.length;

/** The token the model was least sure of. @param {Sample} sample */
const surprising = ({ probs }) => probs.indexOf(Math.min(...probs));

define('gf-samples', Samples);
