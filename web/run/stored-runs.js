// SPDX-License-Identifier: MIT
// Runs stored in the browser (IndexedDB), so that closing the tab loses nothing. Off until
// the reader switches it on; where the browser refuses, one sentence says so.
import {
  clear,
  createStore,
  delMany,
  getMany,
  promisifyRequest,
  setMany,
} from 'idb-keyval';
import { hasTrained } from '../state/selectors.js';
import { readPreference, writePreference } from '../state/preferences.js';
import { has, isText } from './fields.js';
import { resumeRun, serializeRun } from './serialization.js';
import { textName } from '../i18n/engine-text.js';

/** @typedef {ReturnType<typeof createStore>} Database */
/** @import { StoredAs, StoredRun } from '../state/run.js' */
/** By session. @typedef {WeakMap<object, StoredAs | undefined>} StoredIds */

/** 'on', or 'off' once it was on: only then can there be anything to read. */
const SWITCH = 'glassformer-saving';
const DATABASE = 'glassformer';
const MIN_INTERVAL_MS = 15_000;
/** A disk writes a byte in about 1e-5 ms; writing takes at most a hundredth of the time. */
const MS_PER_BYTE = 1e-3;

/** The page and its title; in a frame those of the page around it, if it is known.
 * @param {string} mark which element of the page */
function place(mark) {
  const around = window.top !== window && document.referrer;
  const { host, pathname } = new URL(around || location.href);
  const page = host + pathname;
  return { page: page + mark, title: (!around && document.title) || page };
}

const newId = () => `${Date.now()} ${Math.random()}`;

/** Where a run is stored. @param {string} id */
const keysOf = (id) => [`about ${id}`, `run ${id}`, `text ${id}`];

const isRecord = has({
  ...{ step: Number.isFinite, date: Number.isFinite, bytes: Number.isFinite },
  ...{ id: isText, name: isText, page: isText, title: isText },
});

export class StoredRuns {
  #app;
  #mark;
  /** @type {Database | undefined} */ #database;
  /** A restored run keeps its record. @type {StoredIds} */
  ids = new WeakMap();
  #busy = false;
  /** Asked to store while it was storing. */
  #again = false;
  #lastMs = 0;
  #hide = () => {
    if (document.hidden) void this.save();
  };

  /** @param {import('./context.js').RunContext} app @param {string} mark which element of its page it is in */
  constructor(app, mark) {
    this.#app = app;
    this.#mark = mark;
    app.store.subscribe((changed) => {
      if (changed.has('session')) this.#find();
      const { phase } = app.store.state;
      const { bytes = 0 } = this.#state.last ?? {};
      const wait = Math.max(MIN_INTERVAL_MS, MS_PER_BYTE * bytes);
      const due = performance.now() - this.#lastMs > wait;
      const rests = changed.has('phase') && ['paused', 'done'].includes(phase);
      if (rests || (changed.has('progress') && due)) void this.save();
    });
    document.addEventListener('visibilitychange', this.#hide);
    void this.#readIfAny();
    if (readPreference(SWITCH) === 'on') this.#set({ on: true });
  }

  get #state() {
    return this.#app.store.state.stored;
  }

  /** @param {Partial<import('../state/run.js').StoredState>} patch */
  #set(patch) {
    this.#app.store.set({ stored: { ...this.#state, ...patch } });
  }

  /** Finds the record of the run in use. */
  #find() {
    const { id } = this.ids.get(this.#app.store.state.session ?? this) ?? {};
    this.#set({ last: this.#state.list.find((run) => run.id === id) ?? null });
  }

  /** A failing database must not disturb the page. @param {(database: Database) => Promise<void>} work */
  async #try(work) {
    try {
      await work((this.#database ??= createStore(DATABASE, 'runs')));
      return true;
    } catch (error) {
      // A transaction whose request fails is rejected before it has an error.
      const { name } = /** @type {Error | null} */ (error) ?? {};
      this.#set({ problem: name === 'QuotaExceededError' ? 'full' : 'forbidden' });
      return false;
    }
  }

  /** A browser that ends at once after the switch loses it, but not the runs. */
  async #readIfAny() {
    try {
      const isThere = async () =>
        (await indexedDB.databases()).some(({ name }) => name === DATABASE);
      // In a frame without an origin this throws; Chromium reports the error of databases()
      // even where it is caught.
      if (!localStorage.getItem(SWITCH) && !(await isThere())) return;
    } catch {
      // It may not be asked, or cannot: then there is nothing to read.
      return;
    }
    await this.#try((database) => this.#read(database));
  }

  /** @param {Database} database */
  async #read(database) {
    // Only the records: the runs themselves may be hundreds of MB.
    const about = IDBKeyRange.bound('about ', 'about!');
    /** @type {[unknown[], IDBValidKey[]]} */
    const [all, keys] = await database('readonly', (store) =>
      Promise.all([
        promisifyRequest(store.getAll(about)),
        promisifyRequest(store.getAllKeys(about)),
      ]),
    );
    const list = /** @type {StoredRun[]} */ (all.filter(isRecord));
    const damaged = keys.filter((_, n) => !isRecord(all[n]));
    this.#set({
      list: list.sort((a, b) => b.date - a.date),
      damaged: damaged.map((key) => String(key).replace('about ', '')),
    });
    this.#find();
  }

  /** @param {boolean} on */
  async toggle(on) {
    this.#set({ on, problem: '' });
    if (!on) {
      writePreference(SWITCH, 'off');
      return;
    }
    // Opens the database even when there is nothing to write yet.
    const isThere = await this.#try((database) => this.#read(database));
    // It may have been switched off meanwhile.
    if (!this.#state.on) return;
    this.#set({ on: isThere });
    if (!isThere) return;
    writePreference(SWITCH, 'on');
    await this.save();
  }

  /** Stores the run in use, if it has trained since. */
  async save() {
    const { state } = this.#app.store;
    if (!this.#state.on || !hasTrained(state)) return;
    this.#again = this.#busy;
    if (this.#busy || this.#state.last?.step === state.session?.steps) return;
    this.#busy = true;
    this.#lastMs = performance.now();
    // A failure of the engine is reported as such, not as one of the browser.
    try {
      const run = await serializeRun(state).catch((error) => this.#app.report(error));
      // It may have been switched off meanwhile.
      if (run && this.#state.on)
        await this.#try((database) => this.#write(database, state, run));
    } finally {
      this.#busy = false;
    }
    if (this.#again) await this.save();
  }

  /** Where another tab has gone on with the run and stored it, this is a run of its own.
   * @param {Database} database
   * @param {import('../state/state.js').State} state it was packed in
   * @param {import('../state/run.js').SerializedRun} packed */
  async #write(database, state, { text, ...run }) {
    const session = /** @type {import('../state/types.js').Session} */ (state.session);
    // Whoever goes on with the run has the same object.
    const record = this.ids.get(session) ?? { id: newId(), date: NaN };
    this.ids.set(session, record);
    const about = {
      name: textName(state, this.#app.t),
      ...place(this.#mark),
      date: Date.now(),
      step: session.steps,
      bytes: (run.bytes?.length ?? 0) + 2 * text.text.length,
    };
    const other = await database('readwrite', async (store) => {
      /** @type {StoredRun | undefined} */
      const found = await promisifyRequest(store.get(`about ${record.id}`));
      const isOther = found && found.date !== record.date;
      const id = isOther ? newId() : record.id;
      // The text never changes and may be long; but another tab may have removed it.
      const key = `text ${id}`;
      if (!(await promisifyRequest(store.count(key)))) store.put(text, key);
      store.put(run, `run ${id}`);
      store.put({ id, ...about }, `about ${id}`);
      const written = promisifyRequest(store.transaction);
      // Once it is aborted it has the error of the request that failed.
      store.transaction.onerror = null;
      await written;
      Object.assign(record, { id, date: about.date });
      return isOther && found;
    });
    this.#set({ problem: '' });
    await this.#read(database);
    const { format, t } = this.#app;
    if (other) this.#app.showInfo(t.stored.forked(format.integer(other.step)));
  }

  /** Goes on with a run exactly where it was stored. @param {string} id */
  async open(id) {
    await this.#try(async (database) => {
      const [about, run, text] = await getMany(keysOf(id), database);
      if (run && text) {
        const identify = (/** @type {object} */ session) =>
          this.ids.set(session, { id, date: about?.date });
        await resumeRun(this.#app, { ...run, text }, identify);
      } else {
        // Another tab may have removed it.
        this.#app.showProblem(this.#app.t.stored.gone);
      }
      await this.#read(database);
    });
  }

  /** @param {string[]} ids */
  async remove(ids) {
    await this.#try(async (database) => {
      await delMany(ids.flatMap(keysOf), database);
      await this.#read(database);
    });
  }

  /** One that the reader may have back, for as long as it takes to read that it is gone.
   * @param {string} id */
  async removeOne(id) {
    await this.#try(async (database) => {
      const keys = keysOf(id);
      // One that is too large to be read can be removed all the same.
      const values = await getMany(keys, database).catch(() => null);
      await delMany(keys, database);
      await this.#read(database);
      const { stored, write } = this.#app.t;
      const act = () => void (values && this.#putBack(keys, values));
      this.#app.showInfo(
        stored.removed,
        values ? { words: write.undo, act } : undefined,
      );
    });
  }

  /** Unless it has been stored again since. @param {string[]} keys @param {unknown[]} values */
  async #putBack(keys, values) {
    await this.#try(async (database) => {
      if ((await getMany(keys, database)).every((value) => value === undefined))
        await setMany(
          keys.map((key, n) => [key, values[n]]),
          database,
        );
      await this.#read(database);
    });
  }

  /** Also switches it off: nothing stays in the browser. */
  async removeAll() {
    this.#set({ on: false });
    writePreference(SWITCH, 'off');
    await this.#try(async (database) => {
      await clear(database);
      await this.#read(database);
    });
  }

  /** The newest stored run of this element, while it has no trained run.
   * @returns {StoredRun | null} */
  get offer() {
    const { state } = this.#app.store;
    if (!state.session || state.readonly || hasTrained(state)) return null;
    const { page } = place(this.#mark);
    return state.stored.list.find((run) => run.page === page) ?? null;
  }

  /** Whether a run ends with the page: this one, or the one that was put aside. */
  get isLost() {
    const { state } = this.#app.store;
    const { on, problem } = this.#state;
    const isKept = on && problem === '';
    return !isKept && (hasTrained(state) || state.shelved !== null);
  }

  stop() {
    document.removeEventListener('visibilitychange', this.#hide);
  }
}
