// SPDX-License-Identifier: MIT
// What is done with the line and the picture besides looking: a small menu beside the text row.
import { html, nothing } from 'lit';
import { loadMore } from '../more-file.js';
import { download } from '../shared/save.js';
import { button } from '../shared/controls.js';

/** @import { Stage } from './types.js' */

const NAME = 'glassformer-stage';
const PNG = 'image/png';

export class Menu {
  #stage;
  #isOpen = false;
  /** @type {AbortController | null} */ #recording = null;
  /** @type {import('../replay/replay.js').Replay | null} */ #replayed = null;

  /** @param {Stage} stage */
  constructor(stage) {
    this.#stage = stage;
  }

  render() {
    const { t } = this.#stage;
    return html`<span class="opener" @keydown=${this.#onKey} @focusout=${this.#onLeave}>
      <button
        type="button"
        id="more"
        aria-label=${t.stage.more}
        aria-expanded=${this.#isOpen}
        aria-controls=${this.#isOpen ? 'menu' : nothing}
        @click=${() => this.#toggle(!this.#isOpen)}
      >
        ⋯
      </button>
      ${this.#isOpen ? this.#items() : nothing}
    </span>`;
  }

  #items() {
    const { t, app, line } = this.#stage;
    return html`<div class="menu" id="menu" role="group" aria-label=${t.stage.more}>
      ${line.hasOwn ? this.#item('own-line', t.stage.ownLine, () => line.returns()) : nothing}
      ${this.#item('another', t.stage.another, () => app.selection.nextLine())}
      ${this.#item('open-key', t.stage.legendOpen, () => this.#stage.showKey(true))}
      ${this.#item('copy-picture', t.stage.copy, this.#copy)}
      ${this.#item('png', t.stage.png, this.#savePng)}
      ${this.#item('svg', t.stage.svg, this.#saveSvg)}
      ${this.#item('replay', t.stage.replay, this.#replay)}
      ${
        this.#recording
          ? this.#item('record', t.stage.stop, () => this.stop())
          : this.#item('record', t.stage.record, this.#record)
      }
    </div>`;
  }

  /** @param {string} id @param {string} words @param {() => unknown} act */
  #item(id, words, act) {
    return button(
      words,
      () => {
        this.#stage.find('#more')?.focus();
        this.#toggle(false);
        void act();
      },
      { id, kind: '' },
    );
  }

  // ------------------------------------------------------------------ open and closed

  /** @param {boolean} isOpen */
  #toggle(isOpen) {
    this.#isOpen = isOpen;
    this.#stage.requestUpdate();
  }

  #onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== 'Escape' || !this.#isOpen) return;
    event.preventDefault();
    this.#stage.find('#more')?.focus();
    this.#toggle(false);
  };

  #onLeave = (/** @type {FocusEvent} */ event) => {
    const to = /** @type {Node | null} */ (event.relatedTarget);
    const box = /** @type {Node} */ (event.currentTarget);
    if (this.#isOpen && !box.contains(to)) this.#toggle(false);
  };

  // ------------------------------------------------------------------ pictures

  /** What makes pictures is loaded when the first is wanted. */
  async #maker() {
    const more = await loadMore().catch(() => null);
    if (!more) this.#stage.tell(this.#stage.t.stage.noFile);
    return more;
  }

  async #png() {
    const picture = this.#stage.picture();
    const more = await this.#maker();
    const file = picture && more && (await more.picturePng(picture));
    if (!file) throw new Error('no picture');
    return file;
  }

  /** Onto the clipboard; where that is blocked, into a file. */
  #copy = async () => {
    const { t } = this.#stage;
    const png = this.#png();
    try {
      // Safari takes a promise, and only in the task of the click.
      await navigator.clipboard.write([new ClipboardItem({ [PNG]: png })]);
      this.#stage.tell(t.stage.copied);
    } catch {
      if (await this.#save(png)) this.#stage.tell(t.stage.notCopied);
    }
  };

  /** @param {Promise<Blob>} png @returns {Promise<boolean>} false: there is none */
  async #save(png) {
    const file = await png.catch(() => null);
    if (file) download(file, `${NAME}.png`, PNG);
    return file !== null;
  }

  #savePng = () => this.#save(this.#png());

  #saveSvg = async () => {
    const picture = this.#stage.picture();
    const more = await this.#maker();
    if (picture && more)
      download(more.pictureSvg(picture), `${NAME}.svg`, 'image/svg+xml');
  };

  #replay = async () => {
    const more = await this.#maker();
    // The stage may be gone by now, or the dialog there.
    if (!more || this.#replayed || !this.#stage.isConnected) return;
    this.#replayed = new more.Replay(this.#stage, () => (this.#replayed = null));
    await this.#replayed.open();
  };

  #record = async () => {
    const work = new AbortController();
    this.#recording = work;
    const more = await this.#maker();
    await more?.saveFilm(this.#stage, NAME, work.signal);
    if (this.#recording === work) this.#recording = null;
    this.#stage.requestUpdate();
  };

  /** The dialog that was opened here. */
  dialog() {
    return this.#replayed?.render() ?? nothing;
  }

  stop() {
    this.#replayed?.stop();
    this.#recording?.abort();
    this.#recording = null;
  }
}
