// SPDX-License-Identifier: MIT
// Simple against efficient (fused) attention, timed in this browser: progress, cancel, a plot
// and the numbers.
import { css, html, nothing, svg } from 'lit';
import '../../i18n/diagnostics.js';
import { COUNT, SWEEPS, timeBoth } from '../../queries/attention-timing.js';
import { button } from '../shared/controls.js';
import { styled } from '../shared/style.js';
import { scrolling, table } from '../shared/tables.js';
import { define, View } from '../shared/view.js';

/** @import { Timing } from '../../queries/attention-timing.js' */

const [WIDTH, HEIGHT, MARGIN] = [220, 130, 26];

class AttentionTiming extends View.withState({
  /** @type {Timing[]} */ timings: [],
  /** @type {AbortController | null} */ abort: null,
}) {
  static styles = styled(css`
    .plots {
      display: flex;
      flex-wrap: wrap;
      gap: 0.5rem 1.5rem;
    }
    svg {
      inline-size: 13.75rem;
      max-inline-size: 100%;
    }
    text {
      font: 12px var(--sans);
      fill: var(--ink-2);
    }
    polyline {
      fill: none;
      stroke-width: 2;
      stroke: var(--accent);
    }
    .simple {
      stroke: var(--warn);
      stroke-dasharray: 5 3;
    }
    .axis {
      stroke: var(--line-strong);
      stroke-width: 1;
    }
  `);

  disconnectedCallback() {
    super.disconnectedCallback();
    this.abort?.abort();
  }

  get w() {
    return this.t.attentionTiming;
  }

  async #time() {
    const abort = new AbortController();
    this.abort = abort;
    this.timings = [];
    try {
      await timeBoth(
        abort.signal,
        (timing) => (this.timings = [...this.timings, timing]),
      );
      this.app.announce(this.#claim());
    } catch (error) {
      if (!abort.signal.aborted) this.app.report(error);
    } finally {
      this.abort = null;
    }
  }

  render() {
    const { w, format, timings } = this;
    const busy = this.state.phase === 'running';
    return html`<section class="pane">
      <h2 class="title">${w.title}</h2>
      <p class="claim number">${this.#claim()}</p>
      <div class="row">
        ${
          this.abort
            ? html`${button(w.stop, () => this.abort?.abort(), { id: 'stop-timing', kind: '' })}
                <progress
                  max=${COUNT}
                  .value=${timings.length}
                  aria-label=${w.title}
                ></progress>
                <span class="number"
                  >${w.progress(format.integer(timings.length), format.integer(COUNT))}</span
                >`
            : html`${button(w.start, () => void this.#time(), { id: 'time', kind: '', disabled: busy })}
              ${busy ? html`<span class="quiet">${w.busy}</span>` : nothing}`
        }
      </div>
      ${timings.length > 0 ? this.#results() : nothing}
      <p class="look">${w.look}</p>
    </section>`;
  }

  #claim() {
    const { w, format, timings } = this;
    if (timings.length === 0) return w.question;
    const { letter, value, simple, fused } = timings.reduce((a, b) =>
      b.simple / b.fused > a.simple / a.fused ? b : a,
    );
    return w.claim({
      at: `${letter} ${format.integer(value)}`,
      simple: format.small(simple),
      fused: format.small(fused),
      times: format.times(simple / fused),
    });
  }

  #results() {
    const { w, format, timings } = this;
    return html`<div class="plots">
        ${SWEEPS.map(({ letter, values }) => this.#plot(letter, values))}
      </div>
      ${scrolling(
        w.title,
        table({
          head: w.columns,
          rows: timings.map(({ letter, value, simple, fused }) => [
            `${letter} ${format.integer(value)}`,
            format.small(simple),
            format.small(fused),
            format.times(simple / fused),
          ]),
        }),
      )}`;
  }

  /** Both axes double at every mark. @param {string} letter @param {number[]} values */
  #plot(letter, values) {
    const { format, timings } = this;
    const mine = timings.filter((timing) => timing.letter === letter);
    const all = timings.flatMap(({ simple, fused }) => [simple, fused]).map(Math.log2);
    const [low, high] = [Math.floor(Math.min(...all)), Math.ceil(Math.max(...all))];
    const first = Math.log2(values[0]);
    const across = Math.log2(values[values.length - 1]) - first;
    const x = (/** @type {number} */ v) =>
      MARGIN + 8 + ((Math.log2(v) - first) / across) * (WIDTH - MARGIN - 24);
    const y = (/** @type {number} */ ms) =>
      8 + ((high - Math.log2(ms)) / (high - low || 1)) * (HEIGHT - MARGIN - 8);
    const points = (/** @type {'simple' | 'fused'} */ way) =>
      mine.map((m) => `${x(m.value).toFixed(1)},${y(m[way]).toFixed(1)}`).join(' ');
    const line = (/** @type {'simple' | 'fused'} */ way) =>
      svg`<polyline class=${way} points=${points(way)}></polyline>`;
    const floor = HEIGHT - MARGIN;
    return html`<svg
      viewBox="0 0 ${WIDTH} ${HEIGHT}"
      role="img"
      aria-label=${this.w.plot(letter)}
    >
      <path class="axis" fill="none" d="M${MARGIN},4V${floor}H${WIDTH}"></path>
      <text x="0" y="14">${format.small(2 ** high)}</text>
      <text x="0" y=${floor}>${format.small(2 ** low)}</text>
      ${values.map((v) => svg`<text x=${x(v)} y=${HEIGHT - 8} text-anchor="middle">${v}</text>`)}
      <text x=${MARGIN + 6} y="14">${letter}</text>
      ${line('simple')} ${line('fused')}
    </svg>`;
  }
}

define('gf-attention-timing', AttentionTiming);
