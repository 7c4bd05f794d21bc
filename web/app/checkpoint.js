// SPDX-License-Identifier: MIT
// The model in use as a file, and files as the model in use.
import { GlassError } from '../../wasm/index.js';
import { explain } from '../i18n/engine-text.js';
import { settingsOf } from '../run/serialization.js';
import { TextError } from '../run/texts.js';
import { metadataOf } from '../pretrained/safetensors.js';
import { lookAt } from './startup.js';

/** @import { AppContext as App, Outcome } from './context.js' */
/** @import { Session, Settings, TextInUse } from '../state/types.js' */

/** Quicker opening says nothing meanwhile. */
const OPENING_MS = 400;

/** Of a file of ours; of another program's none. @param {Blob | Uint8Array} file
 * @returns {Promise<Settings>} */
async function settingsIn(file) {
  try {
    const settings = JSON.parse((await metadataOf(file)).config);
    delete settings.vocab_size;
    return settings;
  } catch {
    return {};
  }
}

export class Checkpoint {
  #app;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
  }

  /** @returns {Promise<{ bytes: Uint8Array, name: string } | null>} null: there is no model, or
   * it is said why it cannot be saved */
  async save() {
    const { session, text, published, opened } = this.#app.store.state;
    if (!session || !text) return null;
    try {
      const bytes = await session.save();
      const name = published ? opened : text.name.replace(/\.[^.]*$/, '');
      const stem = name.replace(/[^\p{L}\p{N}]+/gu, '-');
      return { bytes, name: `glassformer-${stem}-step-${session.steps}.safetensors` };
    } catch (error) {
      this.#app.report(error);
      return null;
    }
  }

  /** Goes on from a file of ours, or begins with the files of a model of another program
   * (session.load). The run in use is shelved. What was asked for before is overtaken, however
   * long these files take to read.
   * @param {(Uint8Array | Blob)[] | Promise<(Uint8Array | Blob)[]>} given
   * @param {{ id?: string, name?: string }} [model] the published one that they are
   * @param {Parameters<Session['load']>[1]} [options]
   * @param {TextInUse} [ownText] to train on; default: the one in use, where it can be
   * @returns {Outcome} of one that was overtaken a problem with the code `aborted`, not shown */
  async open(given, model = {}, options = {}, ownText) {
    const app = this.#app;
    const ticket = app.claim();
    const { settings: now, currentConfig: made, offered } = app.store.state;
    const currentConfig = { preset: '', settings: made.settings };
    const stopping = new AbortController();
    const { signal } = stopping;
    try {
      const files = await given;
      const { name } = /** @type {Partial<File>} */ (files[0] ?? {});
      const { id: published = '', name: opened = name ?? '' } = model;
      const onShare = this.#whileOpening(opened, () => stopping.abort());
      const load = async (/** @type {Session} */ session) => {
        await session.load(files, { ...options, signal, onShare });
        // Those of fine-tuning are of no use to a model from random weights.
        if (!options.fineTune) currentConfig.settings = settingsOf(session);
      };
      const own = await settingsIn(files[0]);
      const settings = app.texts.ofTask(own) ? own : now;
      const text = ownText ?? (await app.texts.forModel(own));
      if (!text) throw new TextError('empty');
      const initial = { published, opened, currentConfig };
      if (!(await app.prepare(text, settings, load, initial, ticket)))
        return explain(new GlassError('model_replaced'), app);
      // The link that led here may look at something in it.
      if (published && offered?.view?.model === published) lookAt(app, offered);
      app.pendingConfig.reset();
      const steps = app.store.state.session?.steps ?? 0;
      app.showInfo(app.t.export.opened(app.format.integer(steps)));
    } catch (error) {
      if (signal.aborted) app.showInfo(app.t.export.stopped);
      else this.#report(error);
      return app.store.state.notice;
    }
  }

  /** @param {unknown} error */
  #report(error) {
    const { store, t } = this.#app;
    this.#app.report(error);
    const { notice } = store.state;
    if (notice && /text/.test(notice.code ?? ''))
      store.set({ notice: { ...notice, hint: t.export.otherText } });
  }

  /** Says how far opening is where it takes a while, with a way to end it.
   * @param {string} name of the model @param {() => void} act
   * @returns {(share: number) => void} */
  #whileOpening(name, act) {
    const app = this.#app;
    const begin = performance.now();
    return (share) => {
      if (performance.now() - begin < OPENING_MS) return;
      const { opening, stop } = app.t.export;
      app.showInfo(opening(name, app.format.percent(share)), { words: stop, act });
    };
  }
}
