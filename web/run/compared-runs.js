// SPDX-License-Identifier: MIT
// Runs to compare: what each was given, its curve, and what it was at equal steps, as a
// hash of its weights and a sample from the same beginning and seed.
import { isDoublingStep } from '../../wasm/index.js';
import { hasTrained } from '../state/selectors.js';
import { resumeRun, serializeRun, settingsOf, restoreRun } from './serialization.js';
import { emptyPrompt, questionPart } from './samples.js';

/** @typedef {import('../app/app.js').App} App */
/** @typedef {import('../state/types.js').Session} Session */
/** @typedef {import('../state/types.js').Settings} Settings */
/** @typedef {import('../state/types.js').TextInUse} TextInUse */

/** More than this nobody compares. */
export const MAX_COMPARED = 8;
/** All models kept with runs together; the oldest go first, their curves stay. */
const MODELS_BYTES = 32e6;
/** Points of a curve that is kept: more than a chart has pixels. */
const MOST_POINTS = 4000;
/** A shorter rest is none: nothing may stand in the way of going on. */
const REST_MS = 500;
const SAMPLE = { chars: 120, seed: 1, temperature: 0.8, pauseTraining: false };

/**
 * @typedef {object} Point what a run was at one step
 * @property {number} step
 * @property {string} hash SHA-256 of all weights
 * @property {string} text sampled
 */

/**
 * @typedef {object} ComparedRun
 * @property {number} id
 * @property {string} name
 * @property {Settings} settings every one, as the engine has them
 * @property {TextInUse} text
 * @property {string} textHash
 * @property {string} prompt what its samples begin with
 * @property {number} perChar pieces a character of its text; 0: it is no such text
 * @property {Record<string, number[]>} history as session.history, thinned
 * @property {Point[]} points in order of steps
 * @property {boolean} shown its curve stands in the chart
 * @property {import('./serialization.js').SerializedRun | null} model to go on with
 */

/**
 * @typedef {object} OtherRuns what an element has beside its run, while it is at rest
 * @property {ComparedRun[]} runs
 * @property {({ run?: number, saved?: string } | null | undefined)[]} ids of the run in
 *   use and of the one kept aside: among those compared, and in the browser's store
 * @property {import('./serialization.js').SerializedRun | null | void} shelved
 * @property {unknown} [lost] why one of them could not be packed
 */

/**
 * A history of at most so many points; measurements of held-out text stay whole.
 * @param {Record<string, number[]>} history
 * @param {number} [most]
 * @returns {Record<string, number[]>}
 */
export function thinnedHistory(history, most = MOST_POINTS) {
  const n = history.step.length;
  const stride = Math.ceil(n / most) || 1;
  const stays = (/** @type {number} */ i) => i % stride === 0 || i === n - 1;
  return Object.fromEntries(
    Object.entries(history).map(([name, column]) => [
      name,
      name.startsWith('val') ? [...column] : column.filter((_, i) => stays(i)),
    ]),
  );
}

/**
 * The settings in which runs differ, and each one's value.
 * @param {Settings[]} all
 * @returns {{ key: string, values: (string | number | boolean)[] }[]}
 */
export function differing(all) {
  const names = [...new Set(all.flatMap((settings) => Object.keys(settings)))];
  return names
    .map((key) => ({ key, values: all.map((settings) => settings[key]) }))
    .filter(({ values }) => new Set(values).size > 1);
}

/**
 * Two runs of the same text and settings: where they were the same and where not.
 * @param {Pick<ComparedRun, 'settings' | 'textHash' | 'points'>} a
 * @param {Pick<ComparedRun, 'settings' | 'textHash' | 'points'>} b
 * @returns {{ same: Point[], other: Point[] } | null} null: they are no twins, or have no
 *   step in common yet
 */
export function compareTwins(a, b) {
  const apart = a.textHash !== b.textHash || unequal(a.settings, b.settings);
  const hashes = new Map(b.points.map(({ step, hash }) => [step, hash]));
  const common = a.points.filter(({ step }) => hashes.has(step));
  if (apart || common.every(({ step }) => step === 0)) return null;
  const isSame = (/** @type {Point} */ { step, hash }) => hashes.get(step) === hash;
  return {
    same: common.filter(isSame),
    other: common.filter((point) => !isSame(point)),
  };
}

/** How long and how often to measure changes no weight. */
const BESIDE = ['max_steps', 'eval_interval', 'eval_windows'];

/** @param {Settings} a @param {Settings} b */
const unequal = (a, b) => {
  // The schedule of the learning rate ends at max_steps, unless it is constant.
  const free = a.schedule === 'constant' ? BESIDE : BESIDE.slice(1);
  return differing([a, b]).some(({ key }) => !free.includes(key));
};

/** @param {string} text */
async function sha256(text) {
  // Pages without encryption have no crypto.subtle: then the text itself tells.
  if (!globalThis.crypto?.subtle) return text;
  const bytes = new TextEncoder().encode(text);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (b) => b.toString(16).padStart(2, '0')).join('');
}

export class ComparedRuns {
  #app;
  #run;
  /** @type {WeakMap<Session, number | undefined>} */ #ids = new WeakMap();
  #count = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #noteTimer;
  /** Work on records, one after another. @type {Promise<unknown>} */
  #queue = Promise.resolve();

  /** @param {App} app @param {import('./run.js').Run} run its present one */
  constructor(app, run) {
    this.#app = app;
    this.#run = run;
    run.retiring = () => this.retire();
    app.store.subscribe((changed) => {
      const { phase } = app.store.state;
      if (changed.has('snapshots')) this.#note();
      if (!changed.has('phase')) return;
      clearTimeout(this.#noteTimer);
      const rests = ['paused', 'done'].includes(phase);
      if (rests) this.#noteTimer = setTimeout(() => this.#note(), REST_MS);
    });
  }

  get #state() {
    return this.#app.store.state;
  }

  /** The record of the run in use; it has one once it has taken a step. */
  get current() {
    const { session, comparedRuns } = this.#state;
    const id = session && this.#ids.get(session);
    return comparedRuns.find((run) => run.id === id) ?? null;
  }

  /** @param {number} id @param {Partial<ComparedRun>} patch */
  change(id, patch) {
    const comparedRuns = this.#state.comparedRuns.map((run) =>
      run.id === id ? { ...run, ...patch } : run,
    );
    this.#app.store.set({ comparedRuns });
  }

  /** @param {() => Promise<void>} work */
  #later(work) {
    this.#queue = this.#queue.then(work).catch((error) => {
      // Closed, replaced or thinned out under our hands: the next step comes.
      const ordinary = ['closed', 'aborted', 'no-snapshot'].includes(error.code);
      if (!ordinary) this.#app.report(error);
    });
    return this.#queue;
  }

  // --------------------------------------------------------------- keeping

  /** Takes down what the run is at its equal steps, and where it rests. */
  #note() {
    const { session, text, snapshots } = this.#state;
    if (!session || !text || !hasTrained(this.#state)) return;
    void this.#later(async () => {
      const id = await this.#open(session, text);
      for (const { step } of snapshots) {
        if (isDoublingStep(step)) await this.#take(id, session, step);
      }
      if (session.state !== 'running') await this.#take(id, session, null);
    });
  }

  /** @param {Session} session @param {TextInUse} text */
  async #open(session, text) {
    const known = this.#ids.get(session);
    if (known !== undefined) return known;
    const { vocabulary, form, examples, nTrain, nVal } = session.info;
    const textHash = await sha256(text.text);
    const id = ++this.#count;
    this.#ids.set(session, id);
    /** @type {ComparedRun} */
    const run = {
      id,
      name: this.#app.t.compare.run(this.#app.format.integer(id)),
      settings: settingsOf(session),
      text,
      textHash,
      prompt:
        form === 'text' ? emptyPrompt(vocabulary) : questionPart(examples[0] ?? ''),
      // Of the whole text, as in src/cli/eval.c: a split has no borders of its own in it.
      perChar:
        form === 'text' && text.characters ? (nTrain + nVal) / text.characters : 0,
      history: {},
      points: [],
      shown: true,
      model: null,
    };
    this.#app.store.set({
      comparedRuns: [...this.#state.comparedRuns, run].slice(-MAX_COMPARED),
    });
    return id;
  }

  /**
   * @param {number} id
   * @param {Session} session
   * @param {number | null} at null: where it stands, if it stays there meanwhile
   */
  async #take(id, session, at) {
    const run = this.#state.comparedRuns.find((each) => each.id === id);
    const step = at ?? session.steps;
    if (!run || run.points.some((point) => point.step === step)) return;
    const model = at === null ? session : session.at(at);
    const writes = session.info.form !== 'tagging';
    const { text, step: written } = writes
      ? await model.sample({ ...SAMPLE, prompt: run.prompt })
      : { text: '', step };
    const hash = await model.hash();
    if (written !== step || (at === null && session.steps !== step)) return;
    const now = this.#state.comparedRuns.find((each) => each.id === id);
    // Of the places it rested at, the last is enough.
    const points = (now?.points ?? []).filter(
      (point) => isDoublingStep(point.step) || (at !== null && point.step > at),
    );
    points.push({ step, hash, text });
    this.change(id, { points: points.sort((a, b) => a.step - b.step) });
  }

  /** The run in use is about to make room: its curve and, if small, its model stay. */
  async retire() {
    const { session } = this.#state;
    if (!session || !hasTrained(this.#state)) return;
    this.#note();
    await this.#queue;
    const id = this.#ids.get(session);
    if (id === undefined) return;
    this.change(id, { history: thinnedHistory(session.history) });
    const model = await serializeRun(this.#app);
    if (model?.bytes && model.bytes.length <= MODELS_BYTES) this.change(id, { model });
    this.#bound();
  }

  #bound() {
    let room = MODELS_BYTES;
    const runs = [...this.#state.comparedRuns].reverse().map((run) => {
      room -= run.model?.bytes?.length ?? 0;
      return room < 0 ? { ...run, model: null } : run;
    });
    this.#app.store.set({ comparedRuns: runs.reverse() });
  }

  stop() {
    clearTimeout(this.#noteTimer);
  }

  // ---------------------------------------------------------------- at rest

  /** @returns {Promise<OtherRuns>} */
  async serializeOthers() {
    const run = this.#run.shelved;
    const { comparedRuns, session } = this.#state;
    const state = { ...this.#state, ...run };
    let lost;
    const packed = run && serializeRun({ store: { state } }, true);
    const shelved = await packed?.catch((error) => void (lost = error));
    const { ids: saved } = this.#app.storedRuns;
    const ids = [session, run?.session].map(
      (each) => each && { run: this.#ids.get(each), saved: saved.get(each) },
    );
    return { runs: comparedRuns, ids, shelved, lost };
  }

  /** What was at rest, and the others with it. @param {import('./serialization.js').SerializedRun} run */
  async restoreAll({ others, ...run }) {
    const { runs = [], ids = [], shelved, lost } = others ?? {};
    const adopt = (/** @type {number} */ n) => (/** @type {Session} */ session) => {
      const { run, saved } = ids[n] ?? {};
      this.#ids.set(session, run);
      this.#app.storedRuns.ids.set(session, saved);
    };
    this.#count = Math.max(0, ...runs.map(({ id }) => id));
    this.#app.store.set({ comparedRuns: runs });
    await restoreRun(this.#app, run, adopt(0));
    try {
      if (shelved) await restoreRun(this.#app, shelved, adopt(1), true);
      if (lost) throw lost;
    } catch (error) {
      this.#app.report(error);
    }
  }

  // ---------------------------------------------------------------- asking

  /** @param {number} id of a run that is not in use */
  remove(id) {
    this.#app.store.set({
      comparedRuns: this.#state.comparedRuns.filter((run) => run.id !== id),
    });
  }

  /** Goes on with it; the run so far is kept. @param {number} id */
  async resume(id) {
    const run = this.#state.comparedRuns.find((each) => each.id === id);
    if (!run?.model) return;
    await resumeRun(this.#app, run.model, (session) => this.#ids.set(session, id));
  }

  /** The same again, to the same step: does it come out the same? */
  async runTwin() {
    const { session } = this.#state;
    if (!session) return;
    const until = session.steps;
    this.#app.pendingConfig.reset();
    await this.#app.startAgain();
    const twin = this.#state.session;
    if (twin && twin !== session) await twin.run({ until });
  }
}
