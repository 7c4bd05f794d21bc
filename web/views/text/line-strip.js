// SPDX-License-Identifier: MIT
// The line looked at, with what the model predicts, in one row above a panel: another character
// is chosen without the stage in sight.
import { css, html, nothing } from 'lit';
import { isNew } from '../../draw/canvas.js';
import { visible } from '../../i18n/format.js';
import { pinnedIndex } from '../../state/selectors.js';
import { clamp, moved } from '../shared/grid.js';
import { screenOnly, styled } from '../shared/style.js';
import { define, View } from '../shared/view.js';
import { captionOf, captionText } from '../stage/caption.js';
import { sentence } from '../stage/heading.js';

class LineStrip extends View {
  static styles = styled(css`
    :host {
      display: flex;
      align-items: center;
      gap: 0.25rem 1.25rem;
      min-block-size: 2.5rem;
      border-block-end: 1px solid var(--line);
      background: var(--ground);
    }
    .say {
      flex: 1 0 min(36rem, 76%);
      font: 400 1rem/1.5 var(--serif);
      white-space: nowrap;
      overflow: hidden;
      text-overflow: ellipsis;
    }
    .say q {
      font: 600 0.875rem/1.25 var(--mono);
      padding-inline: 0.25rem;
      border-radius: 4px;
      background: var(--sunk);
      quotes: none;
      white-space: pre;
    }
    .right {
      color: var(--accent);
    }
    .wrong {
      color: var(--held);
    }
    .line {
      display: flex;
      overflow-x: auto;
      scrollbar-width: none;
      font: 400 0.9375rem/1.75rem var(--mono);
    }
    .line span {
      flex: none;
      min-inline-size: 0.875rem;
      text-align: center;
      white-space: pre;
      border-radius: 2px;
      cursor: pointer;
    }
    .line .now {
      background: var(--ink);
      color: var(--ground);
      font-weight: 700;
    }
    .now ~ span {
      color: var(--ink-3);
    }
    .line:focus-visible {
      outline-offset: -2px;
    }
    @container (max-width: 700px) {
      .say {
        display: none;
      }
    }
    ${screenOnly}
  `);

  render() {
    const { t, state } = this;
    const { activations: look } = state;
    if (!look) return nothing;
    const pin = pinnedIndex(state);
    const caption = captionOf(state, this, pin);
    return html`<p class="say">${sentence(caption.main)}</p>
      <div
        class="line"
        dir="auto"
        role="slider"
        tabindex="0"
        aria-label=${t.stage.cursor(this.units)}
        aria-valuemin="0"
        aria-valuemax=${look.n}
        aria-valuenow=${pin === null ? 0 : pin + 1}
        aria-valuetext=${captionText({ main: caption.main, more: '' })}
        @keydown=${this.#onKey}
        @click=${this.#onClick}
      >
        ${look.characters.map(
          (c, i) => html`<span class=${i === pin ? 'now' : ''}>${visible(c)}</span>`,
        )}
      </div>`;
  }

  /** The chosen character in sight, once. */
  updated() {
    const pin = pinnedIndex(this.state);
    const line = this.find('.line');
    if (!line || !isNew(line, pin, this.state.line)) return;
    const now = /** @type {HTMLElement | null} */ (line.querySelector('.now'));
    if (now) line.scrollLeft = now.offsetLeft - line.offsetLeft - line.clientWidth / 2;
  }

  /** @param {number} i */
  #pinAt(i) {
    const n = this.state.activations?.n ?? 0;
    this.app.selection.select({ pin: { i: clamp(i, n), j: null }, hover: null });
  }

  #onKey(/** @type {KeyboardEvent} */ event) {
    const { activations } = this.state;
    if (!activations) return;
    const goal = moved(event, 0, pinnedIndex(this.state) ?? -1, 1, activations.n);
    if (goal) this.#pinAt(goal.j);
  }

  #onClick(/** @type {MouseEvent} */ { target, currentTarget }) {
    const cells = [.../** @type {HTMLElement} */ (currentTarget).children];
    const i = cells.indexOf(/** @type {Element} */ (target));
    if (i >= 0) this.#pinAt(i);
  }
}

define('gf-line-strip', LineStrip);
