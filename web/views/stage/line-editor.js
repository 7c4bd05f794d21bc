// SPDX-License-Identifier: MIT
// The line of the stage: typed with its letters in their columns, or written on by the model,
// which gives the reader's line back afterwards.
import { html, nothing } from 'lit';
import { visible } from '../../i18n/format.js';
import { textUnit, viewedModel } from '../../state/selectors.js';
import { leftOut } from '../shared/outputs.js';
import { place } from './place.js';
import { button } from '../shared/controls.js';

/** @import { Stage } from './types.js' */

/** A character written, and time to look at it. */
const WRITE_MS = 260;
const PAUSE_MS = 1000;
const FONT_PX = 16;
/** Of the input's border and padding at its start. */
const EDGE_PX = 8;

/** A single-line input cannot hold a line break. */
const BREAK = visible('\n');

/** What a model of words or pieces reads is cut by the engine; the line stays near it. */
const LETTERS_A_TOKEN = 8;

export class LineEditor {
  #stage;
  /** The line before it was edited. @type {string | null} */ #before = null;
  /** The reader's line while the model's own stands in its place. @type {string | null} */
  #own = null;
  /** @type {AbortController | null} */ #writing = null;

  /** @param {Stage} stage */
  constructor(stage) {
    this.#stage = stage;
  }

  get isWriting() {
    return this.#writing !== null;
  }

  /** The reader's line can come back. */
  get hasOwn() {
    return this.#own !== null;
  }

  // ------------------------------------------------------------------ templates

  /** Buttons beside the text row. */
  tools() {
    const { t, state } = this.#stage;
    const isText = state.session?.info.form === 'text';
    return html`${button(t.stage.edit, this.open, { id: 'edit', kind: '', disabled: !state.session })}
    ${
      isText
        ? button(this.isWriting ? t.stage.stop : t.stage.writeOn, this.#toggle, {
            id: 'write-on',
            kind: '',
          })
        : nothing
    }`;
  }

  /** The input, over the text row. */
  input() {
    const { t, state, layout } = this.#stage;
    if (this.#before === null || !layout) return nothing;
    const inColumns =
      textUnit(state.session) === 'character' && !this.#stage.scene?.isWide;
    const gap = inColumns ? layout.columnWidth - this.#stage.letterWidth(FONT_PX) : 0;
    const left = layout.x0 - EDGE_PX;
    return html`<input
      id="line"
      type="text"
      dir="auto"
      spellcheck="false"
      autocomplete="off"
      aria-label=${t.stage.line}
      .value=${this.#before.replaceAll('\n', BREAK)}
      @input=${this.#type}
      @keydown=${this.#onKey}
      @blur=${this.#onBlur}
      ${place({
        top: layout.textTop,
        left: Math.max(0, left),
        width: Math.min(
          layout.width,
          layout.visible * layout.columnWidth + 2 * EDGE_PX,
        ),
        letterSpacing: gap,
        paddingLeft: EDGE_PX - 2 + gap / 2,
      })}
    />`;
  }

  // ------------------------------------------------------------------ typing

  open = async () => {
    this.stop();
    this.#before = this.#stage.state.line;
    this.#stage.requestUpdate();
    await this.#stage.updateComplete;
    this.#stage.find('#line')?.focus();
  };

  #type = (/** @type {Event} */ event) => {
    const field = /** @type {HTMLInputElement} */ (event.target);
    const { app, state } = this.#stage;
    this.#own = null;
    const used = app.selection.setLine(field.value.replaceAll(BREAK, '\n'));
    const { line } = used;
    this.#stage.note(leftOut(this.#stage, used));
    const caret = Math.min(field.selectionStart ?? line.length, line.length);
    if (line !== '' && textUnit(state.session) === 'character')
      app.selection.select({ pin: { i: Math.max(0, caret - 1), j: null } });
    this.#stage.requestUpdate();
  };

  #onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    if (event.key === 'Escape' && this.#before !== null)
      this.#stage.app.selection.setLine(this.#before);
    this.#close();
    this.#stage.find('#edit')?.focus();
  };

  /** A window that loses the focus keeps its active element, and the field stays. */
  #onBlur = (/** @type {FocusEvent} */ event) => {
    const field = /** @type {HTMLElement} */ (event.target);
    const root = /** @type {ShadowRoot} */ (field.getRootNode());
    if (root.activeElement !== field) this.#close();
  };

  #close = () => {
    this.#before = null;
    this.#stage.note('');
    this.#stage.requestUpdate();
  };

  // ------------------------------------------------------------------ writing

  #toggle = () => {
    if (this.isWriting) this.stop();
    else void this.#write();
  };

  stop() {
    this.#writing?.abort();
    this.#writing = null;
    this.#stage.requestUpdate();
  }

  /** Stops, and gives the reader's line back. @returns {boolean} whether there was one */
  returns() {
    const own = this.#own;
    this.stop();
    if (own === null) return false;
    this.#own = null;
    this.#stage.app.selection.setLine(own);
    return true;
  }

  /** The model goes on, token by token, until it is stopped or fails. */
  async #write() {
    const { app } = this.#stage;
    const work = new AbortController();
    this.#writing = work;
    this.#own ??= app.store.state.line;
    this.#stage.requestUpdate();
    try {
      for (let n = 0; !work.signal.aborted; n++) {
        const pause = new Promise((done) => setTimeout(done, this.#pauseMs));
        if (!(await this.#writeNext(n, work.signal))) break;
        await pause;
      }
    } catch (error) {
      if (!work.signal.aborted) app.report(error);
    }
    if (this.#writing === work) this.stop();
  }

  get #pauseMs() {
    return this.#stage.state.reducedMotion ? PAUSE_MS : WRITE_MS;
  }

  /** @param {number} n tokens written before @param {AbortSignal} signal
   * @returns {Promise<boolean>} whether there is more to come */
  async #writeNext(n, signal) {
    const { app } = this.#stage;
    const { line, sampler } = app.store.state;
    const model = viewedModel(app.store.state);
    if (!model) return false;
    const { temperature, topK, topP, greedy, seed } = sampler;
    const { text } = await model.sample({
      ...{ temperature, topK, topP, greedy },
      // A token alone is always the first of its sample.
      seed: seed + n,
      prompt: line,
      chars: 1,
      signal,
    });
    const now = app.store.state;
    if (text === '' || now.line !== line || viewedModel(now) !== model) return false;
    const isOfCharacters = textUnit(now.session) === 'character';
    const most = model.info.blockSize * (isOfCharacters ? 1 : LETTERS_A_TOKEN);
    app.selection.setLine([...line, ...text].slice(-most).join(''));
    this.#stage.pinLast();
    return true;
  }
}
