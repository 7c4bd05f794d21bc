// SPDX-License-Identifier: MIT
// The slider that lies over the loss curve: its stops are the snapshots of the weights and the
// present. Pointing previews a stop, pressing and dragging make all views show it.
import { pointIn } from '../../draw/pointer.js';
import { css, html } from 'lit';
import { lossesAt, nearestStop, stopByKey, stopsOf } from './stops.js';
import { styled } from '../shared/style.js';
import { define, given, View } from '../shared/view.js';

/** @import { Stop } from './stops.js' */

/** Half the room a label needs, CSS pixels. */
const LABEL_PX = 60;

export class Scrubber extends View.withState({
  /** The stop under the pointer; undefined: none. @type {Stop | undefined} */
  pointed: undefined,
}) {
  static followsHistory = true;
  static properties = given('data');
  static styles = styled(css`
    :host,
    .slider {
      position: absolute;
      inset: 0;
    }
    .slider {
      cursor: ew-resize;
      /* A swipe up or down scrolls the page. */
      touch-action: pan-y;
      border-radius: 4px;
    }
    .slider[aria-disabled='true'] {
      cursor: default;
    }
    .cursor {
      position: absolute;
      inset-block: 0;
      inline-size: 0;
      pointer-events: none;
      border-inline-start: 1.5px solid var(--ink);
    }
    .cursor.pointed {
      border-inline-start: 1.5px dashed var(--ink-3);
    }
    .cursor span {
      position: absolute;
      inset-block-end: 0;
      padding-inline: 0.25rem;
      white-space: nowrap;
      font: 600 0.75rem/1.35 var(--sans);
      color: var(--ink);
      background: var(--ground);
    }
    @media print {
      .slider {
        display: none;
      }
    }
  `);

  constructor() {
    super();
    /** The chart below. @type {import('../../draw/plot.js').Plot | null} */
    this.plot = null;
    /** The curves. @type {ReturnType<typeof import('../../draw/series.js').columns>} */
    this.data = [[], [], [], []];
  }

  get #steps() {
    return this.state.session?.steps ?? 0;
  }

  get #stops() {
    return stopsOf(this.state.snapshots, this.#steps);
  }

  get #viewed() {
    return this.state.viewedSnapshot?.step ?? null;
  }

  render() {
    const { t, format } = this;
    const step = this.#viewed ?? this.#steps;
    const isPointed = this.pointed !== undefined && this.pointed !== this.#viewed;
    return html`<div
      class="slider"
      id="scrubber"
      part="snapshots"
      role="slider"
      tabindex="0"
      aria-label=${t.snapshots.label}
      aria-valuemin="0"
      aria-valuemax=${this.#steps}
      aria-valuenow=${step}
      aria-valuetext=${this.#words(step)}
      aria-disabled=${this.#stops.length < 2}
      @pointerdown=${this.#onDown}
      @pointermove=${this.#onMove}
      @pointerleave=${() => this.#point(undefined)}
      @keydown=${this.#onKey}
    >
      <div class="cursor viewed" ?hidden=${this.#viewed === null}>
        <span class="number">${t.snapshots.step(format.integer(step))}</span>
      </div>
      <div class="cursor pointed" ?hidden=${!isPointed}>
        <span class="number">${this.#stepWords(this.pointed ?? null)}</span>
      </div>
    </div>`;
  }

  /** @param {Stop} stop */
  #stepWords(stop) {
    const { t, format } = this;
    return stop === null
      ? t.snapshots.now(format.integer(this.#steps))
      : t.snapshots.step(format.integer(stop));
  }

  /** What is said of a step: which, and its losses. @param {number} step */
  #words(step) {
    const { t, format } = this;
    const { train, val, valStep } = lossesAt(this.data, step);
    return [
      this.#stepWords(this.#viewed),
      train === null ? '' : t.loss.trainAt(format.loss(train)),
      val === null || valStep !== step ? '' : t.loss.valAt(format.loss(val)),
    ]
      .filter(Boolean)
      .join(', ');
  }

  updated() {
    this.place();
  }

  /** Puts the cursors where the chart has their steps. */
  place() {
    const { plot } = this;
    if (!plot) return;
    const { width } = plot;
    for (const [name, stop] of [
      ['viewed', this.#viewed],
      ['pointed', this.pointed],
    ]) {
      const cursor = this.find(`.${name}`);
      if (!cursor) continue;
      const x = this.#xOf(/** @type {Stop} */ (stop ?? null)) / devicePixelRatio;
      cursor.style.left = `${x}px`;
      // The label stays within the chart, and hides the end of the axis that it reaches.
      const label = /** @type {HTMLElement} */ (cursor.firstElementChild);
      const share = x < LABEL_PX ? 0 : x > width - LABEL_PX ? 1 : 0.5;
      const by = share === 0 ? -x : share === 1 ? width - x : 0;
      label.style.transform = `translateX(${-100 * share}%) translateX(${by}px)`;
    }
  }

  /** Device pixels. @param {Stop} stop */
  #xOf(stop) {
    return this.plot?.atX(stop ?? this.#steps) ?? 0;
  }

  /** @param {PointerEvent} event */
  #stopAt(event) {
    const at = pointIn(event, this).x * devicePixelRatio;
    return nearestStop(this.#stops, this.#steps, at, (step) => this.#xOf(step));
  }

  /** @param {Stop | undefined} stop */
  #point(stop) {
    if (stop === this.pointed) return;
    this.pointed = stop;
    const detail = stop === undefined ? null : (stop ?? this.#steps);
    this.dispatchEvent(new CustomEvent('gf-point', { detail }));
  }

  /** @param {PointerEvent} event */
  #onDown(event) {
    if (!this.plot || event.button !== 0) return;
    /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId);
    this.app.snapshots.go(this.#stopAt(event));
  }

  /** @param {PointerEvent} event */
  #onMove(event) {
    if (!this.plot || this.#stops.length < 2) return;
    const stop = this.#stopAt(event);
    this.#point(stop);
    if (event.buttons & 1) this.app.snapshots.go(stop);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isEscape = event.key === 'Escape' && this.#viewed !== null;
    const stop = isEscape
      ? null
      : stopByKey(event.key, this.state.snapshots, this.#viewed);
    if (stop === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.app.snapshots.go(stop);
  }

  focus() {
    this.find('#scrubber')?.focus();
  }
}

define('gf-loss-scrubber', Scrubber);
