// SPDX-License-Identifier: MIT
// Runs kept in the browser, so that a closed tab costs nothing. Off until the reader
// switches it on; where the browser refuses, one sentence says so and all else goes on.
import { clear, createStore, delMany, getMany, promisifyRequest } from 'idb-keyval';
import { hasTrained } from '../state/selectors.js';
import { readPreference, writePreference } from '../state/preferences.js';
import { resumeRun, serializeRun } from './serialization.js';
import { textName } from '../i18n/engine-text.js';

/** @typedef {import('../app/app.js').App} App */
/** @typedef {ReturnType<typeof createStore>} Box */

/** 'on', or 'off' once it has been on: only then is there anything to look for. */
const SWITCH = 'glassformer-saving';
const MIN_INTERVAL_MS = 15_000;
/** Writing takes a disk about this long; no more than a hundredth of the time. */
const MS_PER_BYTE = 1e-3;

/**
 * @typedef {object} StoredRun
 * @property {string} id
 * @property {string} name of the text
 * @property {string} page the run belongs to, and which element of it
 * @property {string} title of that page
 * @property {number} date ms since 1970
 * @property {number} step
 * @property {number} bytes of the file
 */

/**
 * @typedef {object} StoredState
 * @property {boolean} on
 * @property {'' | 'forbidden' | 'full'} problem
 * @property {StoredRun[]} list newest first
 * @property {StoredRun | null} last of the run in use
 */

/** @returns {StoredState} */
export const storedState = () => ({ on: false, problem: '', list: [], last: null });

/** Where this is, for readers and for finding it again. Inside a frame the page around it
 * is what people remember, if it can be known.
 * @param {string} mark which element of the page */
function place(mark) {
  const around = window.top !== window && document.referrer;
  const { host, pathname } = new URL(around || location.href);
  const page = host + pathname;
  return { page: page + mark, title: (!around && document.title) || page };
}

export class StoredRuns {
  #app;
  #mark;
  /** @type {Box | undefined} */ #box;
  /** A run opened or brought back again keeps its place.
   * @type {WeakMap<object, string | undefined>} */
  ids = new WeakMap();
  #busy = false;
  #lastMs = 0;
  #hide = () => {
    if (document.hidden) void this.save();
  };

  /** @param {App} app @param {string} mark which element of its page it is in */
  constructor(app, mark) {
    this.#app = app;
    this.#mark = mark;
    app.store.subscribe((changed) => {
      if (changed.has('session')) this.#find();
      const { phase } = app.store.state;
      const wait = Math.max(MIN_INTERVAL_MS, MS_PER_BYTE * this.#size);
      const due = performance.now() - this.#lastMs > wait;
      const rests = changed.has('phase') && ['paused', 'done'].includes(phase);
      if (rests || (changed.has('progress') && due)) void this.save();
    });
    document.addEventListener('visibilitychange', this.#hide);
    if (readPreference(SWITCH)) void this.#try((box) => this.#read(box));
    if (readPreference(SWITCH) === 'on') this.#set({ on: true });
  }

  get #state() {
    return this.#app.store.state.stored;
  }

  get #size() {
    return this.#state.last?.bytes ?? 0;
  }

  /** @param {Partial<StoredState>} patch */
  #set(patch) {
    this.#app.store.set({ stored: { ...this.#state, ...patch } });
  }

  /** What is there of the run in use. */
  #find() {
    const id = this.ids.get(this.#app.store.state.session ?? this);
    this.#set({ last: this.#state.list.find((run) => run.id === id) ?? null });
  }

  /** Nothing here may disturb the page. @param {(box: Box) => Promise<void>} work */
  async #try(work) {
    try {
      await work((this.#box ??= createStore('glassformer', 'runs')));
      return true;
    } catch (error) {
      const { name } = /** @type {Error} */ (error);
      this.#set({ problem: name === 'QuotaExceededError' ? 'full' : 'forbidden' });
      return false;
    }
  }

  /** @param {Box} box */
  async #read(box) {
    // Of every run this alone: the rest may be hundreds of MB.
    /** @type {StoredRun[]} */
    const list = await box('readonly', (store) =>
      promisifyRequest(store.getAll(IDBKeyRange.bound('about ', 'about!'))),
    );
    this.#set({ list: list.sort((a, b) => b.date - a.date) });
    this.#find();
  }

  /** @param {boolean} on */
  async toggle(on) {
    this.#set({ on, problem: '' });
    if (!on) {
      writePreference(SWITCH, 'off');
      return;
    }
    // Asks for the store even when there is nothing to write yet.
    if (await this.#try((box) => this.#read(box))) {
      writePreference(SWITCH, 'on');
      await this.save();
    } else {
      this.#set({ on: false });
    }
  }

  /** The run in use, if it is one and has gone on since. */
  async save() {
    const { state } = this.#app.store;
    if (!this.#state.on || this.#busy || !hasTrained(state)) return;
    if (this.#state.last?.step === state.session?.steps) return;
    this.#busy = true;
    this.#lastMs = performance.now();
    // What the engine cannot do the browser does not forbid.
    const run = await serializeRun(this.#app).catch((error) => this.#app.report(error));
    if (run) await this.#try((box) => this.#write(box, state, run));
    this.#busy = false;
  }

  /**
   * @param {Box} box
   * @param {import('../state/types.js').State} state it was packed in
   * @param {import('./serialization.js').SerializedRun} packed
   */
  async #write(box, state, { text, ...run }) {
    const session = /** @type {import('../state/types.js').Session} */ (state.session);
    const id = this.ids.get(session) ?? `${Date.now()} ${Math.random()}`;
    this.ids.set(session, id);
    /** @type {StoredRun} */
    const about = {
      id,
      name: textName(state, this.#app.t),
      ...place(this.#mark),
      date: Date.now(),
      step: session.steps,
      bytes: (run.bytes?.length ?? 0) + 2 * text.text.length,
    };
    await box('readwrite', async (store) => {
      // It stays the same and may be long; but another tab may have removed it.
      const key = `text ${id}`;
      if (!(await promisifyRequest(store.count(key)))) store.put(text, key);
      store.put(run, `run ${id}`);
      store.put(about, `about ${id}`);
      await promisifyRequest(store.transaction);
    });
    this.#set({ problem: '' });
    await this.#read(box);
  }

  /** Goes on with a run exactly where it was saved. @param {string} id */
  async open(id) {
    await this.#try(async (box) => {
      const [run, text] = await getMany([`run ${id}`, `text ${id}`], box);
      if (run && text) {
        const adopt = (/** @type {object} */ session) => this.ids.set(session, id);
        await resumeRun(this.#app, { ...run, text }, adopt);
      } else {
        // Another tab may have removed it.
        this.#app.showProblem(this.#app.t.stored.gone);
      }
      await this.#read(box);
    });
  }

  /** @param {string[]} ids */
  async remove(ids) {
    await this.#try(async (box) => {
      const keys = ids.flatMap((id) => [`about ${id}`, `run ${id}`, `text ${id}`]);
      await delMany(keys, box);
      await this.#read(box);
    });
  }

  /** Everything, and the switch: the browser is as before. */
  async removeAll() {
    this.#set({ on: false });
    writePreference(SWITCH, 'off');
    await this.#try(async (box) => {
      await clear(box);
      await this.#read(box);
    });
  }

  /** The newest run of this element, while none is under way and it may open another.
   * @returns {StoredRun | null} */
  get offer() {
    const { state } = this.#app.store;
    if (!state.session || state.readonly || hasTrained(state)) return null;
    const { page } = place(this.#mark);
    return state.stored.list.find((run) => run.page === page) ?? null;
  }

  stop() {
    document.removeEventListener('visibilitychange', this.#hide);
  }
}
