// SPDX-License-Identifier: MIT
// Runs kept in the browser, so that a closed tab costs nothing. Off until the reader
// switches it on; where the browser refuses, one sentence says so and all else goes on.
import { clear, createStore, delMany, entries, getMany, setMany } from 'idb-keyval';
import { isWork } from './eye.js';
import { recall, remember } from './remember.js';
import { goOn, pack } from './rest.js';
import { textName } from './words.js';

/** @typedef {import('./app.js').App} App */

/** 'on', or 'off' once it has been on: only then is there anything to look for. */
const SWITCH = 'glassformer-saving';
const MIN_INTERVAL_MS = 15_000;
/** Writing takes a disk about this long; no more than a hundredth of the time. */
const MS_PER_BYTE = 1e-3;

/**
 * @typedef {object} SavedRun
 * @property {string} id
 * @property {string} name of the text
 * @property {string} page the run belongs to
 * @property {string} title of that page
 * @property {number} date ms since 1970
 * @property {number} step
 * @property {number} bytes of the file
 */

/**
 * @typedef {object} Saving
 * @property {boolean} on
 * @property {'' | 'forbidden' | 'full'} problem
 * @property {SavedRun[]} list newest first
 * @property {SavedRun | null} last of the run in use
 */

/** @returns {Saving} */
export const savingState = () => ({ on: false, problem: '', list: [], last: null });

/** Where this is, for readers and for finding it again. Inside a frame the page around it
 * is what people remember, if it can be known. */
function place() {
  const around = window.top !== window && document.referrer;
  const { host, pathname } = new URL(around || location.href);
  const page = host + pathname;
  return { page, title: (!around && document.title) || page };
}

export class Saver {
  #app;
  /** @type {ReturnType<typeof createStore> | undefined} */ #box;
  /** A run opened or brought back again keeps its place. @type {WeakMap<object, string>} */
  #ids = new WeakMap();
  #busy = false;
  #lastMs = 0;
  #hide = () => {
    if (document.hidden) void this.save();
  };

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    app.store.subscribe((changed) => {
      if (changed.has('session')) this.#find();
      const { phase } = app.store.state;
      const wait = Math.max(MIN_INTERVAL_MS, MS_PER_BYTE * this.#size);
      const due = performance.now() - this.#lastMs > wait;
      const rests = changed.has('phase') && ['paused', 'done'].includes(phase);
      if (rests || (changed.has('progress') && due)) void this.save();
    });
    document.addEventListener('visibilitychange', this.#hide);
    if (recall(SWITCH)) void this.#try(() => this.#read());
    if (recall(SWITCH) === 'on') this.#set({ on: true });
  }

  get #state() {
    return this.#app.store.state.saving;
  }

  get #size() {
    return this.#state.last?.bytes ?? 0;
  }

  /** @param {Partial<Saving>} patch */
  #set(patch) {
    this.#app.store.set({ saving: { ...this.#state, ...patch } });
  }

  /** What is there of the run in use. */
  #find() {
    const id = this.#ids.get(this.#app.store.state.session ?? this);
    this.#set({ last: this.#state.list.find((run) => run.id === id) ?? null });
  }

  /** Nothing here may disturb the page. @param {() => Promise<void>} work */
  async #try(work) {
    try {
      this.#box ??= createStore('glassformer', 'runs');
      await work();
      return true;
    } catch (error) {
      const { name } = /** @type {Error} */ (error);
      this.#set({ problem: name === 'QuotaExceededError' ? 'full' : 'forbidden' });
      return false;
    }
  }

  async #read() {
    const all = await entries(this.#box);
    const list = all
      .filter(([key]) => String(key).startsWith('about '))
      .map(([, about]) => /** @type {SavedRun} */ (about));
    this.#set({ list: list.sort((a, b) => b.date - a.date) });
    this.#find();
  }

  /** @param {boolean} on */
  async toggle(on) {
    this.#set({ on, problem: '' });
    if (!on) {
      remember(SWITCH, 'off');
      return;
    }
    // Asks for the store even when there is nothing to write yet.
    if (await this.#try(() => this.#read())) {
      remember(SWITCH, 'on');
      await this.save();
    } else {
      this.#set({ on: false });
    }
  }

  /** The run in use, if it is one and has gone on since. */
  async save() {
    const { state } = this.#app.store;
    if (!this.#state.on || this.#busy || !isWork(state)) return;
    if (this.#state.last?.step === state.session?.steps) return;
    this.#busy = true;
    this.#lastMs = performance.now();
    await this.#try(() => this.#write());
    this.#busy = false;
  }

  async #write() {
    const { state } = this.#app.store;
    const session = /** @type {import('./types.js').Session} */ (state.session);
    const id = this.#ids.get(session) ?? `${Date.now()} ${Math.random()}`;
    const packed = await pack(this.#app);
    if (!packed?.bytes) return;
    const { text, ...run } = packed;
    /** @type {SavedRun} */
    const about = {
      id,
      name: textName(state, this.#app.t),
      ...place(),
      date: Date.now(),
      step: session.steps,
      bytes: packed.bytes.length + 2 * text.text.length,
    };
    /** @type {[string, unknown][]} */
    const items = [
      [`about ${id}`, about],
      [`run ${id}`, run],
    ];
    // The text stays the same and may be long.
    if (!this.#state.last) items.push([`text ${id}`, text]);
    await setMany(items, this.#box);
    this.#ids.set(session, id);
    this.#set({ problem: '' });
    await this.#read();
  }

  /** Goes on with a run exactly where it was saved. @param {string} id */
  async open(id) {
    await this.#try(async () => {
      const [run, text] = await getMany([`run ${id}`, `text ${id}`], this.#box);
      // Another tab may have removed it.
      if (run && text) {
        const adopt = (/** @type {object} */ session) => this.#ids.set(session, id);
        await goOn(this.#app, { ...run, text }, adopt);
      }
      await this.#read();
    });
  }

  /** @param {string[]} ids */
  async remove(ids) {
    await this.#try(async () => {
      const keys = ids.flatMap((id) => [`about ${id}`, `run ${id}`, `text ${id}`]);
      await delMany(keys, this.#box);
      await this.#read();
    });
  }

  /** Everything, and the switch: the browser is as before. */
  async removeAll() {
    this.#set({ on: false });
    remember(SWITCH, 'off');
    await this.#try(async () => {
      await clear(this.#box);
      await this.#read();
    });
  }

  /** The newest run of this page, while none is under way. @returns {SavedRun | null} */
  get offer() {
    const { state } = this.#app.store;
    if (!state.session || isWork(state)) return null;
    const { page } = place();
    return state.saving.list.find((run) => run.page === page) ?? null;
  }

  stop() {
    document.removeEventListener('visibilitychange', this.#hide);
  }
}
