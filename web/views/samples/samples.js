// SPDX-License-Identifier: MIT
// What the model writes by itself: the same beginning and seed, so that only the model differs.
// Earlier samples are rungs of a ladder, the newest first, that open on click; all of it keeps its
// place.
import { css, html, nothing } from 'lit';
import { eventName } from '../../i18n/descriptions.js';
import { eventsOf } from '../../run/milestones.js';
import { shownStep } from '../../state/selectors.js';
import { copiedStyles } from './written-text.js';
import { slider } from '../shared/controls.js';
import { isOffered, whereOffered } from '../shared/render-view.js';
import { moreOfText } from '../more-file.js';
import { tokensOf } from './tokens.js';
import { inColumn, styled } from '../shared/style.js';
import { define, View } from '../shared/view.js';

/** @import { Sample } from '../../state/types.js' */
/** @typedef {{ words: string, title: string, tokens: boolean[] } | null | undefined} Copies */

class Samples extends View.withState({
  /** An earlier sample, shown instead of the newest. @type {Sample | null} */
  opened: null,
  /** The token asked about; its sample stays meanwhile.
   * @type {{ sample: Sample, n: number } | null} */
  asked: null,
}) {
  static properties = { frame: { reflect: true } };
  // A mark has its room where there is none: a newer sample moves nothing.
  static styles = styled(
    copiedStyles,
    inColumn,
    css`
      .pane {
        display: flex;
        flex-direction: column;
        gap: 0.375rem;
      }
      /* Two lines where one is too short for both. */
      @container (max-width: 240px) {
        .head {
          flex-wrap: wrap;
          row-gap: 0;
        }
        h2 {
          flex: 1 0 100%;
        }
      }
      .head .then {
        font-weight: 600;
        color: var(--accent);
      }
      gf-written-text,
      .none {
        block-size: 12rem;
        flex: 1 1 6rem;
        --written: 1rem/1.5;
      }
      /* In a low window it gives room to the sample, down to three rungs. */
      .drawer {
        flex: 0 99 auto;
        block-size: 9.75rem;
        min-block-size: 5rem;
        overflow: hidden auto;
      }
      .advice {
        position: sticky;
        inset-block-end: 0;
        display: grid;
        justify-items: start;
        gap: 0.25rem;
        padding-block: 0.25rem;
        border-block-start: 1px solid var(--line);
        background: var(--ground);
      }
      ol {
        list-style: none;
        margin: 0;
        padding: 0;
      }
      ol button {
        display: flex;
        align-items: baseline;
        gap: 0.5rem;
        inline-size: 100%;
        min-block-size: 1.625rem;
        padding: 0.0625rem 0;
        border: 0;
        background: none;
        font: 400 0.8125rem/1.5 var(--sans);
        text-align: start;
        white-space: nowrap;
      }
      @media (pointer: coarse) {
        ol button {
          min-block-size: 2.75rem;
        }
      }
      ol button b {
        flex: 0 0 2.75rem;
        font-weight: 400;
        color: var(--ink-3);
      }
      ol button span {
        overflow: hidden;
        text-overflow: ellipsis;
        font-family: var(--serif);
        color: var(--ink-2);
      }
      ol button .event {
        flex: 0 0 1rem;
        color: var(--accent);
      }
      .event i {
        font-style: normal;
      }
      ol button[aria-pressed='true'] {
        background: var(--accent-soft);
      }
      .temperature {
        display: flex;
        align-items: center;
        gap: 0.625rem;
        font-size: 0.8125rem;
        color: var(--ink-2);
      }
      .temperature output {
        flex: 0 0 2em;
        text-align: end;
        color: var(--ink);
      }
      :host([frame='fit']) .drawer {
        block-size: 8rem;
      }
      @container (min-width: 640px) {
        .body {
          display: grid;
          grid-template-columns: minmax(0, 1.2fr) minmax(0, 1fr);
          gap: 0.375rem 1.5rem;
        }
        .drawer {
          block-size: 18rem;
        }
      }
      @container (max-width: 639.9px) {
        .body {
          display: contents;
        }
      }
    `,
  );

  /** The model of the samples. @type {import('../../state/types.js').Session | null} */
  of = null;

  constructor() {
    super();
    /** 'column': beside the stage; 'panel': alone in a frame of others.
     * @type {string | undefined} */
    this.frame = undefined;
  }

  willUpdate() {
    const { session } = this.state;
    if (session !== this.of) this.opened = this.asked = null;
    this.of = session;
  }

  /** The sample in view. */
  get #shown() {
    const { latestSample } = this.state;
    return this.asked?.sample ?? this.opened ?? latestSample;
  }

  render() {
    const { t } = this;
    const sample = this.#shown;
    const more = moreOfText(this);
    const copies = sample && more?.copiesIn(this, tokensOf(sample));
    return html`<section class="pane" part="sample">
      <div class="head">
        <h2 class="title">${t.samples.title}</h2>
        ${this.#when(sample, copies)}
      </div>
      <div class="body">${this.#body(sample, copies)}</div>
      ${this.state.place === 'write' ? nothing : this.#temperature()}
    </section>`;
  }

  /** @param {Sample | null} sample @param {Copies} copies */
  #body(sample, copies) {
    const { t, asked } = this;
    if (!asked && sample?.full && isOffered('both-samples'))
      return whereOffered(
        'both-samples',
        () =>
          html`<gf-both-samples
            .app=${this.app}
            frame=${this.frame ?? nothing}
            .sample=${sample}
            @gf-choose=${this.#onChoose}
          ></gf-both-samples>`,
      );
    return html`${
        sample
          ? html`<gf-written-text
              typing
              ?still=${this.state.reducedMotion || this.state.printing}
              .label=${`${t.samples.title}. ${copies ? `${copies.title} ` : ''}${t.nextToken.hint(this.units)}`}
              .copied=${copies?.tokens ?? null}
              .prompt=${sample.prompt}
              .tokens=${tokensOf(sample)}
              .chosen=${asked?.n ?? -1}
              @gf-choose=${this.#onChoose}
            ></gf-written-text>`
          : html`<p class="none quiet">
              ${this.state.session?.info.form === 'tagging' ? t.write.onlyLabels : t.samples.empty}
            </p>`
      }
      <div class="drawer">
        ${asked ? this.#drawnFrom(asked) : html`${this.#ladder()}${moreOfText(this)?.memorizationAdvice(this)}`}
      </div>`;
  }

  /** What the marks mean; or the step, where the sample is not of the present.
   * @param {Sample | null} sample @param {Copies} copies */
  #when(sample, copies) {
    const { t, format } = this;
    const isNow =
      !sample || (!this.asked && !this.opened && !this.state.viewedSnapshot);
    if (!isNow)
      return html`<span class="then number"
          >${t.samples.step(format.integer(sample.step))}</span
        ><span>${this.#why(sample) && `◆ ${this.#why(sample)}`}</span>`;
    if (sample?.off)
      return html`<span
        >${t.stage.without[Number(sample.off.includes(','))](sample.off)}</span
      >`;
    return copies
      ? html`<span class="number" title="${copies.title} ${t.samples.pale}"
          ><u class="copied">${copies.words}</u></span
        >`
      : html`<span>${t.samples.pale}</span>`;
  }

  /** The event that a sample was kept for. @param {Sample} sample */
  #why({ marker }) {
    const event = eventsOf(this.state).find((each) => each.kind === marker);
    return event ? eventName(this, this.state, event) : '';
  }

  #ladder() {
    const { t, format } = this;
    const { samples } = this.state;
    const step = shownStep(this.state);
    const mark = (/** @type {string} */ words) =>
      words && html`<i title=${words}>◆</i><span class="hidden">${words}</span>`;
    const rungs = samples.filter((sample) => sample.step !== step).toReversed();
    return html`<ol aria-label=${t.samples.earlier}>
      ${rungs.map(
        (sample) =>
          html`<li>
            <button
              class="rung"
              aria-pressed=${this.opened === sample}
              @click=${() => {
                this.opened = this.opened === sample ? null : sample;
              }}
            >
              <b class="number">${format.integer(sample.step)}</b>
              <span class="event">${mark(this.#why(sample))}</span>
              <span dir="auto"
                >${sample.prompt}${sample.text.slice(0, 60).replaceAll('\n', ' ')}</span
              >
            </button>
          </li>`,
      )}
    </ol>`;
  }

  /** @param {{ sample: Sample, n: number }} asked */
  #drawnFrom({ sample, n }) {
    return whereOffered(
      'drawn-from',
      () =>
        html`<gf-drawn-from
          ?brief=${this.frame === 'column'}
          .app=${this.app}
          .prompt=${sample.prompt}
          .tokens=${tokensOf(sample)}
          .n=${n}
          @gf-choose=${this.#onChoose}
        ></gf-drawn-from>`,
    );
  }

  /** @param {CustomEvent<number>} event */
  #onChoose({ detail }) {
    const sample = this.#shown;
    this.asked = sample && detail >= 0 ? { sample, n: detail } : null;
  }

  #temperature() {
    const { t, format } = this;
    const { temperature } = this.state.sampler;
    return html`<div class="temperature">
      <label for="temperature">${t.write.temperature}</label>
      ${slider({
        ...{ id: 'temperature', min: 0.05, max: 2, step: 0.05, value: temperature },
        change: (value) => this.app.selection.setSampler({ temperature: value }),
      })}
      <output class="number" for="temperature">${format.small(temperature)}</output>
    </div>`;
  }
}

define('gf-samples', Samples);
