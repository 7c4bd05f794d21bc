// SPDX-License-Identifier: MIT
// Opening published models: what was looked up, what is being downloaded and what is kept. It goes on
// while its view is not shown.
import { SourceError, readAddress } from '../../run/published/address.js';
import { fetchModel } from '../../run/published/fetch-model.js';
import { forget, keptModels } from '../../run/published/kept.js';
import { bytesOf } from '../../run/published/models.js';
import { lookUp } from '../../run/published/repository.js';
import { TimeLeft } from '../../run/time-left.js';
import { readableFiles } from './open-model.js';
import { chooseModelFiles } from '../../run/model-files.js';
import { memo } from '../../state/memo.js';

/** @import { App } from '../../app/app.js' */
/** @import { PublishedModel } from '../../run/published/models.js' */

/** Progress is shown in so many steps. */
const SHOWN_STEPS = 200;
/** Another try may have more memory, or not be overtaken; a model that cannot be read here never
 * can. */
const PASSING = ['out-of-memory', 'aborted'];

class ModelLibrary extends EventTarget {
  /** @type {PublishedModel[]} */ kept = [];
  /** What the address typed last leads to. @type {PublishedModel | null} */
  found = null;
  isLooking = false;
  /** Why there is nothing. @type {SourceError | null} */ problem = null;
  /** `seconds` left; null: not known. @type {{ id: string, received: number,
   *   seconds: number | null, isOpening: boolean } | null} */
  download = null;
  /** Id of a model that could not be downloaded. */ failed = '';
  /** Id of one that this browser would not keep. */ notKept = '';
  #app;
  #look = new AbortController();
  #under = new AbortController();

  /** @param {App} app */
  constructor(app) {
    super();
    this.#app = app;
    void this.#list();
  }

  /** @param {Partial<Pick<ModelLibrary, 'kept' | 'found' | 'isLooking' | 'problem' | 'download'
   *   | 'failed' | 'notKept'>>} patch */
  #set(patch) {
    Object.assign(this, patch);
    this.dispatchEvent(new Event('change'));
  }

  async #list() {
    this.#set({ kept: await keptModels() });
  }

  /** @param {string} id */
  isKept(id) {
    return this.kept.some((model) => model.id === id);
  }

  /** Asks what is published at an address; the answer of an earlier question is dropped.
   * @param {string} typed */
  async lookUp(typed) {
    this.#look.abort();
    const { signal } = (this.#look = new AbortController());
    this.#set({ found: null, problem: null, isLooking: true });
    try {
      const found = await lookUp(readAddress(typed), signal);
      if (!signal.aborted) this.#set({ found, isLooking: false });
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof SourceError)) throw error;
      this.#set({ problem: error, isLooking: false });
    }
  }

  /** Opens a model that is kept, or downloads it first; one at a time.
   * @param {PublishedModel} model */
  async open(model) {
    if (this.download) return;
    const { signal } = (this.#under = new AbortController());
    const { id } = model;
    this.#set({ failed: '', notKept: '', download: { ...NOTHING_YET, id } });
    try {
      const { files, isKept } = await fetchModel(model, this.#counter(model), signal);
      if (signal.aborted) return;
      this.#set({
        notKept: isKept ? '' : id,
        download: { ...NOTHING_YET, id, isOpening: true },
      });
      const readable = await readableFiles(chooseModelFiles(files));
      const problem = await this.#app.checkpoint.open(readable, model);
      if (problem && !PASSING.includes(problem.code ?? '')) await forget(id);
    } catch {
      // Anything that kept the files from coming; the reader may have stopped them.
      this.#set({ failed: signal.aborted ? '' : id });
    } finally {
      this.#set({ download: null });
      await this.#list();
    }
  }

  /** @param {PublishedModel} model @returns {(received: number) => void} */
  #counter(model) {
    const all = bytesOf(model);
    const clock = new TimeLeft();
    let shown = 0;
    return (received) => {
      const seconds = all > 0 ? clock.update(received, all, performance.now()) : null;
      if (received < all && received - shown < all / SHOWN_STEPS) return;
      shown = received;
      this.#set({ download: { ...NOTHING_YET, id: model.id, received, seconds } });
    };
  }

  /** Ends the download. */
  stop() {
    this.#under.abort();
  }

  /** @param {string} id */
  async forget(id) {
    await forget(id);
    await this.#list();
  }
}

const NOTHING_YET = {
  received: 0,
  seconds: /** @type {number | null} */ (null),
  isOpening: false,
};

/** That of an app. */
export const libraryOf = memo((/** @type {App} */ app) => new ModelLibrary(app));
