// SPDX-License-Identifier: MIT
// The replay of the run in use, in a dialog: seen and played, saved as a picture or a film, and the
// link by which somebody else trains the same.
import { html, nothing } from 'lit';
import { inksOf } from '../../draw/canvas.js';
import { filmWords } from '../../i18n/film.js';
import { replayWords } from '../../i18n/replay.js';
import { copiedLink, savePng } from '../shared/save.js';
import { forTime, recordFilm } from '../stage/record.js';
import { drawCard, drawFrame, SECONDS, SIZE } from './draw.js';
import { obstacleTo, replayOf } from './moments.js';
import { saidOf, saidOn } from './said.js';
import { button } from '../shared/controls.js';

/** @import { Stage } from '../stage/types.js' */
/** @import { Replay as Run } from './moments.js' */

const NAME = 'glassformer-replay';

/** A part of the stage, whose template has what `render` answers. */
export class Replay {
  #stage;
  #onClose;
  /** @type {Run | null} */ #run = null;
  /** @type {ReturnType<typeof obstacleTo> | 'failed'} */ #obstacle = '';
  /** Of the moments that are there. */
  #share = 0;
  /** What happened. */
  #note = '';
  /** What is being played or recorded. @type {AbortController | null} */ #film = null;
  #gone = new AbortController();

  /** @param {Stage} stage @param {() => void} onClose */
  constructor(stage, onClose) {
    this.#stage = stage;
    this.#onClose = onClose;
  }

  /** Opens the dialog, and makes the replay. */
  async open() {
    const { state } = this.#stage;
    await Promise.all([replayWords.load(state.lang), filmWords.load(state.lang)]);
    await this.#update();
    if (this.#gone.signal.aborted) return;
    /** @type {HTMLDialogElement} */ (this.#stage.find('#replay-dialog')).showModal();
    this.#obstacle = obstacleTo(state);
    if (!this.#obstacle) await this.#make();
    await this.#update();
  }

  async #make() {
    const { signal } = this.#gone;
    const onProgress = (/** @type {number} */ share) => {
      this.#share = share;
      void this.#update();
    };
    try {
      this.#run = await replayOf(this.#stage.state, { signal, onProgress });
    } catch {
      this.#obstacle = 'failed';
    }
  }

  /** The reader has closed it, or the stage goes. */
  stop = () => {
    this.#gone.abort();
    this.#film?.abort();
    this.#onClose();
    this.#stage.requestUpdate();
  };

  async #update() {
    this.#stage.requestUpdate();
    await this.#stage.updateComplete;
    if (!this.#film) this.#draw(drawCard);
  }

  // ------------------------------------------------------------------ template

  get #words() {
    return replayWords.in(this.#stage.state.lang);
  }

  render() {
    const { t } = this.#stage;
    const { title, about } = this.#words;
    return html`<dialog
      id="replay-dialog"
      aria-labelledby="replay-title"
      @close=${this.stop}
    >
      <h2 id="replay-title">${title}</h2>
      <p class="look">${about}</p>
      <div class="replay">${this.#picture()}</div>
      <p id="replay-note" role="status">${this.#note}</p>
      <form method="dialog" class="row">
        ${this.#run ? this.#actions() : nothing}
        <button class="primary">${t.stage.close}</button>
      </form>
    </dialog>`;
  }

  #picture() {
    const stage = this.#stage;
    if (this.#obstacle)
      return html`<p role="alert">${this.#words.obstacles[this.#obstacle]}</p>`;
    if (!this.#run) {
      const done = stage.format.percent(this.#share);
      return html`<p role="status">${this.#words.making(done)}</p>`;
    }
    return html`<canvas
      width=${SIZE.width}
      height=${SIZE.height}
      role="img"
      aria-label=${saidOf(stage, this.#run)}
    ></canvas>`;
  }

  #actions() {
    const { play, stop, savePicture, saveFilm } = this.#words;
    const film = this.#film;
    /** @type {[string, string, () => unknown][]} */
    const items = film
      ? [['stop', stop, () => film.abort()]]
      : [
          ['play', play, () => this.#play()],
          ['save-picture', savePicture, () => savePng('replay', this.#canvas)],
          ['save-film', saveFilm, () => this.#play(true)],
          ['copy-link', this.#stage.t.screen.copyLink, () => this.#copyLink()],
        ];
    return items.map(([id, name, act]) => button(name, act, { id, kind: '' }));
  }

  // ------------------------------------------------------------------ picture and film

  get #canvas() {
    return /** @type {HTMLCanvasElement | null} */ (
      this.#stage.find('#replay-dialog canvas')
    );
  }

  /** @param {(...rest: Parameters<typeof drawFrame>) => void} paint @param {number} [seconds] */
  #draw(paint, seconds = 0) {
    const ctx = this.#canvas?.getContext('2d');
    const stage = this.#stage;
    if (!ctx || !this.#run) return;
    const ink = inksOf(stage, stage.state.scheme);
    paint(ctx, this.#run, saidOn(stage, this.#run), ink, seconds);
  }

  /** The film, on the dialog's own canvas. @param {boolean} [isKept] as a file */
  async #play(isKept = false) {
    const canvas = /** @type {HTMLCanvasElement} */ (this.#canvas);
    const { signal } = (this.#film = new AbortController());
    const draw = (/** @type {number} */ at) => this.#draw(drawFrame, at);
    this.#note = '';
    void this.#update();
    if (isKept) {
      const words = filmWords.in(this.#stage.state.lang);
      const how = { seconds: SECONDS, signal, name: NAME, words };
      this.#note = await recordFilm(canvas, draw, how);
    } else await forTime(SECONDS * 1000, signal, (share) => draw(share * SECONDS));
    this.#film = null;
    await this.#update();
  }

  /** With the text, where a link has room for it. */
  async #copyLink() {
    const { app, state } = this.#stage;
    if (state.text?.id === 'own' && !state.text.packed) await app.share(true);
    this.#note = (await copiedLink(app)).words;
    await this.#update();
  }
}
