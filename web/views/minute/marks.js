// SPDX-License-Identifier: MIT
// What a first minute puts on the picture of the stage: the line up to where it is guessed, with a
// box for the guess; then the reader's guess beside the model's.
import { css, html, nothing } from 'lit';
import { minuteWords } from '../../i18n/minute.js';
import { xOf, widthOf } from '../stage/columns.js';
import { place } from '../stage/place.js';
import { choicesAt } from '../stage/roof.js';
import { styled } from '../shared/style.js';
import { define, given, View } from '../shared/view.js';

/** CSS pixels: the box, from the top of the picture or, on phones, above the text; the sign
 * beside a bar. */
const BOX_PX = { width: 58, height: 64, top: 18, above: 44 };
const SIGN_PX = { width: 36, height: 20, gap: 3, bar: 9, label: 18 };

class MinuteMarks extends View {
  static unseen = true;
  static properties = given('app', 'layout', 'scene');
  static styles = styled(css`
    :host {
      position: absolute;
      inset: 0;
      container-type: normal;
      z-index: 3;
      pointer-events: none;
    }
    .cover {
      position: absolute;
      inset: 0;
      pointer-events: auto;
      cursor: default;
    }
    .letter {
      position: absolute;
      text-align: center;
      font-family: var(--mono);
      font-weight: 500;
      white-space: pre;
      color: var(--ink-2);
    }
    .letter.last {
      border-radius: 2px;
      background: var(--ink);
      color: var(--ground);
      font-weight: 700;
    }
    .stem {
      position: absolute;
      inline-size: 2px;
      background: var(--accent);
    }
    input {
      position: absolute;
      padding: 0;
      border: 2px solid var(--accent);
      border-radius: 10px;
      background: var(--pane);
      color: var(--accent);
      font: 600 2rem/1 var(--mono);
      text-align: center;
      pointer-events: auto;
      box-shadow: var(--shadow);
    }
    input::placeholder {
      color: var(--ink-3);
      opacity: 1;
    }
    .you {
      position: absolute;
      border-radius: 10px;
      background: var(--ink);
      color: var(--ground);
      font: 600 0.75rem/20px var(--sans);
      text-align: center;
    }
  `);

  constructor() {
    super();
    /** @type {import('../stage/layout.js').Layout | null} */ this.layout = null;
    /** @type {import('../stage/scene.js').Scene | null} */ this.scene = null;
  }

  get words() {
    return minuteWords.in(this.state.lang);
  }

  render() {
    const { guide } = this.state;
    const { layout, scene } = this;
    if (!guide || !layout || !scene) return nothing;
    if (guide.step === 1) return this.#question(guide.i, layout, scene);
    return guide.step === 2 ? this.#you(guide, layout, scene) : nothing;
  }

  /** @param {number} i @param {import('../stage/layout.js').Layout} layout
   * @param {import('../stage/scene.js').Scene} scene */
  #question(i, layout, scene) {
    const { textTop, textHeight, offset, visible, columnWidth, isCompact } = layout;
    const last = Math.min(i, offset + visible - 1);
    const size = Math.min(17, Math.max(12, columnWidth * 1.05));
    const at = (/** @type {number} */ k) => ({
      ...{ top: textTop, height: textHeight, width: widthOf(layout, k) },
      ...{ fontSize: size, lineHeight: textHeight },
      left: xOf(layout, k) - widthOf(layout, k) / 2,
    });
    const x = Math.min(xOf(layout, i + 1), layout.width - BOX_PX.width / 2);
    const top = isCompact ? textTop - BOX_PX.above - BOX_PX.height : BOX_PX.top;
    const foot = top + BOX_PX.height;
    return html`<div
      class="cover"
      @click=${this.#keep}
      @pointerdown=${this.#keep}
      @pointermove=${this.#keep}
    >
      ${scene.tokens
        .slice(offset, last + 1)
        .map(
          (token, k) =>
            html`<span
              class="letter ${offset + k === i ? 'last' : ''}"
              ${place(at(offset + k))}
              >${token}</span
            >`,
        )}
      <i
        class="stem"
        ${place({ left: x - 1, top: foot, height: textTop + textHeight - foot })}
      ></i>
      <input
        aria-label=${this.words.yours}
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        maxlength="2"
        placeholder="?"
        @input=${this.#onInput}
        ${place({ left: x - BOX_PX.width / 2, top, width: BOX_PX.width, height: BOX_PX.height })}
      />
    </div>`;
  }

  /** The picture below is not to be pointed at. */
  #keep = (/** @type {Event} */ event) => event.stopPropagation();

  /** @param {Event} event */
  #onInput = ({ target }) => {
    const field = /** @type {HTMLInputElement} */ (target);
    const [character] = field.value;
    field.value = '';
    if (!character) return;
    // To the minute (minute.js), which stands beside the stage.
    const how = { bubbles: true, composed: true, detail: character };
    this.dispatchEvent(new CustomEvent('gf-guess', how));
  };

  /** @param {import('../../state/types.js').Guide} guide
   * @param {import('../stage/layout.js').Layout} layout
   * @param {import('../stage/scene.js').Scene} scene */
  #you({ i, guess }, layout, scene) {
    const token = this.state.session?.info.vocabulary.indexOf(guess) ?? -1;
    const { bars, base } = choicesAt(scene, layout, i);
    const k = bars.findIndex((bar) => bar.token === token);
    if (k < 0 || layout.roofBottom === 0) return nothing;
    const { x, height } = bars[k];
    const { width, height: high, gap, bar, label } = SIGN_PX;
    // The first bar is the highest, and has room beside it; lower ones have room above.
    const box =
      k === 0
        ? { left: Math.max(0, x - bar - gap - width), top: base - height }
        : { left: x - width / 2, top: base - height - label - high };
    return html`<span class="you" ${place({ ...box, width, height: high })}
      >${this.words.you}</span
    >`;
  }

  updated() {
    const { guide } = this.state;
    const field = this.find('input');
    if (guide?.step !== 1 || !field || this.#asked) return;
    this.#asked = true;
    // A keyboard on the screen would cover the letters to press.
    if (!matchMedia('(pointer: coarse)').matches) field.focus({ preventScroll: true });
  }

  #asked = false;

  willUpdate() {
    if (this.state.guide?.step !== 1) this.#asked = false;
  }
}

define('gf-minute-marks', MinuteMarks);
