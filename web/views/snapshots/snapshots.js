// SPDX-License-Identifier: MIT
// A slider over the snapshots of the weights, the events among them, and the way back to the
// newest.
import { css, html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { button } from '../shared/controls.js';
import { styled } from '../shared/style.js';
import { define, keys, View } from '../shared/view.js';

/** @typedef {import('../../state/types.js').Snapshot} Snapshot */

class Snapshots extends View {
  static watch = keys('snapshots', 'scrubPreview', 'phase', 'progress');
  static styles = styled(css`
    .pane {
      padding-block: 0.625rem 0.75rem;
    }
    .line {
      flex-wrap: nowrap;
    }
    input {
      flex: 1 1 4rem;
      min-inline-size: 3rem;
    }
    .where {
      min-inline-size: 6.5em;
      text-align: end;
      font-size: 0.875rem;
    }
    .status {
      font-size: 0.875rem;
      color: var(--ink-2);
      flex: 1 1 18rem;
    }
    .past {
      border-color: var(--accent);
      background: var(--accent-soft);
    }
  `);

  constructor() {
    super();
    /** Snapshots when the thumb was taken: thinning must not move it.
     * @type {Snapshot[] | null} */
    this.held = null;
  }

  get #list() {
    return this.held ?? this.state.snapshots;
  }

  /** The step under the thumb; null: the newest. */
  get #step() {
    const { viewedSnapshot, scrubPreview } = this.state;
    return scrubPreview ? scrubPreview.step : (viewedSnapshot?.step ?? null);
  }

  render() {
    const { t, format } = this;
    const { session, viewedSnapshot } = this.state;
    const list = this.#list;
    const step = this.#step;
    const found = list.findIndex((each) => step !== null && each.step >= step);
    const at = found < 0 ? list.length : found;
    const none = list.length === 0;
    const words = format.integer(step ?? session?.steps ?? 0);
    return html`<section
      class="pane ${viewedSnapshot ? 'past' : ''}"
      part="snapshots"
      aria-label=${t.snapshots.title}
    >
      <div class="row line">
        <button
          class="small"
          id="earlier"
          aria-label=${t.snapshots.earlier}
          ?disabled=${none || at === 0}
          @click=${() => this.app.snapshots.move(-1)}
        >
          ‹
        </button>
        <input
          type="range"
          id="time"
          min="0"
          max=${list.length}
          step="1"
          .value=${live(String(at))}
          list="copies"
          aria-label=${t.snapshots.label}
          aria-valuetext=${step === null ? t.snapshots.now(words) : t.snapshots.step(words)}
          ?disabled=${none}
          @input=${this.#onInput}
          @change=${this.#onChange}
        />
        <datalist id="copies">
          ${list.map((_, n) => html`<option value=${n}></option>`)}
        </datalist>
        <button
          class="small"
          id="later"
          aria-label=${t.snapshots.later}
          ?disabled=${step === null}
          @click=${() => this.app.snapshots.move(1)}
        >
          ›
        </button>
        <span class="where number"
          >${step === null ? t.snapshots.now(words) : t.snapshots.step(words)}</span
        >
      </div>
      <div class="row">
        <p class="status number" id="said">${this.#sentence()}</p>
        ${
          viewedSnapshot
            ? html`<button class="small primary" id="return" @click=${this.#return}>
                ${t.snapshots.back}
              </button>`
            : nothing
        }
        ${list
          .filter(({ event }) => event)
          .map((each) =>
            button(this.#event(each), () => this.app.snapshots.go(each.step), {
              kind: 'small event',
              pressed: viewedSnapshot?.step === each.step,
            }),
          )}
      </div>
    </section>`;
  }

  /** @param {Snapshot} snapshot */
  #event({ event, step }) {
    const names = event
      .split(' ')
      .map((name) => this.t.loss.lines[/** @type {'unigram'} */ (name)]);
    return this.t.snapshots.event(names.at(-1) ?? '', this.format.integer(step));
  }

  #sentence() {
    const { t, format } = this;
    const { viewedSnapshot, session, snapshots, phase } = this.state;
    const steps = session?.steps ?? 0;
    if (viewedSnapshot) {
      const at = format.integer(viewedSnapshot.step);
      return phase === 'running'
        ? t.snapshots.whileTraining(at)
        : t.snapshots.whilePaused(at, format.integer(steps));
    }
    if (snapshots.length > 1) {
      return t.snapshots.count(format.integer(snapshots.length));
    }
    return session?.last && steps > 5 ? t.snapshots.tooLarge : t.snapshots.none;
  }

  /** @param {Event} event */
  #chosen({ target }) {
    const at = Number(/** @type {HTMLInputElement} */ (target).value);
    return this.#list[at]?.step ?? null;
  }

  /** @param {Event} event */
  #onInput(event) {
    this.held ??= this.state.snapshots;
    this.app.snapshots.preview(this.#chosen(event));
  }

  /** @param {Event} event */
  #onChange(event) {
    const step = this.#chosen(event);
    this.held = null;
    this.app.snapshots.go(step);
  }

  #return() {
    this.app.snapshots.go(null);
    this.renderRoot.querySelector('input')?.focus();
  }
}

define('gf-snapshots', Snapshots);
