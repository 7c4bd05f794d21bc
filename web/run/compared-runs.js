// SPDX-License-Identifier: MIT
// Runs to compare: the configuration of each, its loss curve, and a weight hash and a
// sample at doubling steps. Also serializes and restores all runs of an element.
import { isDoublingStep } from '../../wasm/index.js';
import { hasTrained } from '../state/selectors.js';
import { emptyPrompt, questionPart } from './prompts.js';
import {
  SHELVED,
  resumeRun,
  serializeRun,
  settingsOf,
  restoreRun,
} from './serialization.js';

/** @import { Session, Settings, TextInUse } from '../state/types.js' */
/** @import { ComparedRun, Point, SerializedRun } from '../state/run.js' */

const MAX_COMPARED = 8;
/** Of the models of all compared runs; the oldest models go first, their curves stay. */
const MODELS_BYTES = 32e6;
/** Points of a kept curve: more than a chart has pixels. */
const MAX_POINTS = 4000;
/** A pause has to last this long before the run is recorded, so that nothing delays a
 * reader who goes on at once. */
const PAUSE_MS = 500;
const SAMPLE = { chars: 120, seed: 1, temperature: 0.8, pauseTraining: false };

/** A history of at most `most` points; validation losses are all kept.
 * @param {Record<string, number[]>} history @param {number} [most]
 * @returns {Record<string, number[]>} */
export function thinnedHistory(history, most = MAX_POINTS) {
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

/** The settings in which runs differ, and each one's value.
 * @param {Settings[]} all
 * @returns {{ key: string, values: (string | number | boolean)[] }[]} */
export function differing(all) {
  const names = [...new Set(all.flatMap((settings) => Object.keys(settings)))];
  return names
    .map((key) => ({ key, values: all.map((settings) => settings[key]) }))
    .filter(({ values }) => new Set(values).size > 1);
}

/** @typedef {Pick<ComparedRun, 'settings' | 'points'> & { text: Pick<TextInUse, 'text'> }} Twin */

/**
 * Whether two runs of the same text and settings had the same weights, step by step.
 * @param {Twin} a @param {Twin} b
 * @returns {{ same: Point[], other: Point[] } | null} null: text, settings or the first weights
 *   differ, or they have no step in common yet
 */
export function compareTwins(a, b) {
  const differ = a.text.text !== b.text.text || unequal(a.settings, b.settings);
  const hashes = new Map(b.points.map(({ step, hash }) => [step, hash]));
  const common = a.points.filter(({ step }) => hashes.has(step));
  const isSame = (/** @type {Point} */ { step, hash }) => hashes.get(step) === hash;
  // Fine-tuning begins with the weights of another model.
  const began = common.find(({ step }) => step === 0);
  if (differ || (began && !isSame(began)) || !common.some(({ step }) => step > 0))
    return null;
  return {
    same: common.filter(isSame),
    other: common.filter((point) => !isSame(point)),
  };
}

/** Settings that change no weight. */
const NEUTRAL = ['max_steps', 'eval_interval', 'eval_windows'];

/** @param {Settings} a @param {Settings} b */
const unequal = (a, b) => {
  // The schedule of the learning rate ends at max_steps, unless it is constant.
  const neutral = a.schedule === 'constant' ? NEUTRAL : NEUTRAL.slice(1);
  return differing([a, b]).some(({ key }) => !neutral.includes(key));
};

/** Of the whole text, as in src/cli/commands/eval.c: splits do not fall on character borders.
 * @param {Pick<Session['info'], 'form' | 'nTrain' | 'nVal'>} info
 * @param {Pick<TextInUse, 'characters'>} text
 * @returns {number} 0: not that kind of text */
export const tokensPerCharacter = ({ form, nTrain, nVal }, { characters }) =>
  form === 'text' && characters ? (nTrain + nVal) / characters : 0;

export class ComparedRuns {
  #app;
  #run;
  #storedRuns;
  /** @type {WeakMap<Session, number | undefined>} */ #ids = new WeakMap();
  #count = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  /** Work on records, one after another. @type {Promise<unknown>} */
  #queue = Promise.resolve();

  /** @param {import('./context.js').RunContext} app
   * @param {import('./run.js').Run} run
   * @param {{ ids: import('./stored-runs.js').StoredIds }} storedRuns */
  constructor(app, run, storedRuns) {
    this.#app = app;
    this.#run = run;
    this.#storedRuns = storedRuns;
    app.store.subscribe((changed) => {
      const { phase } = app.store.state;
      if (changed.has('snapshots')) this.#record();
      if (!changed.has('phase')) return;
      clearTimeout(this.#timer);
      const isPaused = ['paused', 'done'].includes(phase);
      if (isPaused) this.#timer = setTimeout(() => this.#record(), PAUSE_MS);
    });
  }

  get #state() {
    return this.#app.store.state;
  }

  /** The record of the run in use; null before its first step. */
  get current() {
    const { session, comparedRuns } = this.#state;
    const id = session && this.#ids.get(session);
    return comparedRuns.find((run) => run.id === id) ?? null;
  }

  /** What the reader has not named is called. @param {number} id */
  nameOf(id) {
    return this.#app.t.compare.run(this.#app.format.integer(id));
  }

  /** As the reader calls it, in every language. @param {number} id @param {string} name */
  rename(id, name) {
    this.change(id, { name, isNamed: true });
  }

  /** @param {number} id @param {Partial<ComparedRun>} patch */
  change(id, patch) {
    const comparedRuns = this.#state.comparedRuns.map((run) =>
      run.id === id ? { ...run, ...patch } : run,
    );
    this.#app.store.set({ comparedRuns });
  }

  /** @param {() => Promise<void>} work */
  #enqueue(work) {
    this.#queue = this.#queue.then(work).catch((error) => {
      // A run closed or replaced, or a snapshot dropped meanwhile, is no failure.
      const isExpected = ['closed', 'aborted', 'no-snapshot'].includes(error.code);
      if (!isExpected) this.#app.report(error);
    });
    return this.#queue;
  }

  // ------------------------------------------------------------- recording

  /** Records the run at its doubling steps, and where it is paused. */
  #record() {
    const { session, text, snapshots } = this.#state;
    if (!session || !text || !hasTrained(this.#state)) return;
    void this.#enqueue(async () => {
      const id = this.#idOf(session, text);
      for (const { step } of snapshots) {
        if (isDoublingStep(step)) await this.#recordStep(id, session, step);
      }
      if (session.state !== 'running') await this.#recordStep(id, session, null);
    });
  }

  /** @param {Session} session @param {TextInUse} text */
  #idOf(session, text) {
    // One that was removed while it was shelved is there again.
    const id = this.#ids.get(session) ?? ++this.#count;
    this.#ids.set(session, id);
    if (this.#state.comparedRuns.some((run) => run.id === id)) return id;
    const { info } = session;
    /** @type {ComparedRun} */
    const run = {
      id,
      name: this.nameOf(id),
      settings: settingsOf(session),
      text,
      prompt:
        info.form === 'text'
          ? emptyPrompt(info.vocabulary)
          : questionPart(info.examples[0] ?? ''),
      perChar: tokensPerCharacter(info, text),
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

  /** @param {number} id @param {Session} session
   * @param {number | null} at null: the current step, unless it trains meanwhile */
  async #recordStep(id, session, at) {
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
    // Of the paused steps, the last is enough.
    const points = (now?.points ?? []).filter(
      (point) => isDoublingStep(point.step) || (at !== null && point.step > at),
    );
    points.push({ step, hash, text });
    this.change(id, { points: points.sort((a, b) => a.step - b.step) });
  }

  /** Keeps the curve of the run in use, and its model if small, before it is replaced. */
  async retire() {
    const { session } = this.#state;
    if (!session || !hasTrained(this.#state)) return;
    this.#record();
    await this.#queue;
    const id = this.#ids.get(session);
    if (id === undefined) return;
    this.change(id, { history: thinnedHistory(session.history) });
    const model = await serializeRun(this.#state);
    if (model?.bytes && model.bytes.length <= MODELS_BYTES) this.change(id, { model });
    this.#limitModels();
  }

  #limitModels() {
    let room = MODELS_BYTES;
    const runs = [...this.#state.comparedRuns].reverse().map((run) => {
      room -= run.model?.bytes?.length ?? 0;
      return room < 0 ? { ...run, model: null } : run;
    });
    this.#app.store.set({ comparedRuns: runs.reverse() });
  }

  stop() {
    clearTimeout(this.#timer);
  }

  // ------------------------------------------------- all runs of an element

  /** The run in use, paused, with all others; its session can be closed then.
   * @returns {Promise<SerializedRun | null>} null: there is no text yet */
  async serializeAll() {
    const { session, text, currentConfig, line, firstLine } = this.#state;
    // What was asked just before must not train between the weights and the snapshots.
    session?.suspend(true);
    await session?.pause();
    try {
      const run = await serializeRun(this.#state, true);
      return run && { ...run, others: await this.#serializeOthers() };
    } catch (lost) {
      // The engine has died, or has no memory to save: the curve stays, and the text, to
      // be trained on anew.
      await this.retire().catch(() => {});
      const others = { ...(await this.#serializeOthers()), lost };
      others.ids[0] = null;
      const history = /** @type {any} */ ({});
      const shown = { line, firstLine };
      return text && { text, ...currentConfig, bytes: null, history, shown, others };
    }
  }

  /** @returns {Promise<import('../state/run.js').OtherRuns>} */
  async #serializeOthers() {
    const run = this.#run.shelved;
    const { comparedRuns, session } = this.#state;
    let lost;
    const shelved =
      run &&
      (await serializeRun({ ...this.#state, ...run }, true).catch(
        (error) => void (lost = error),
      ));
    const ids = [session, run?.session].map(
      (each) =>
        each && { run: this.#ids.get(each), stored: this.#storedRuns.ids.get(each) },
    );
    return { runs: comparedRuns, ids, shelved, lost };
  }

  /** Undoes serializeAll(). @param {SerializedRun} run */
  async restoreAll({ others, ...run }) {
    const { runs = [], ids = [], shelved, lost } = others ?? {};
    const identify = (/** @type {number} */ n) => (/** @type {Session} */ session) => {
      this.#ids.set(session, ids[n]?.run);
      this.#storedRuns.ids.set(session, ids[n]?.stored);
    };
    this.#count = Math.max(0, ...runs.map(({ id }) => id));
    this.#app.store.set({ comparedRuns: runs });
    await restoreRun(this.#app, run, identify(0));
    try {
      if (shelved) await restoreRun(this.#app, shelved, identify(1), SHELVED);
      if (lost) throw lost;
    } catch (error) {
      this.#app.report(error);
    }
  }

  // --------------------------------------------------------------- actions

  /** @param {number} id of a run that is not in use */
  remove(id) {
    this.#app.store.set({
      comparedRuns: this.#state.comparedRuns.filter((run) => run.id !== id),
    });
  }

  /** The run in use is shelved. @param {number} id */
  async resume(id) {
    const run = this.#state.comparedRuns.find((each) => each.id === id);
    if (!run?.model) return;
    await resumeRun(this.#app, run.model, (session) => this.#ids.set(session, id));
  }

  /** Trains again from the same settings to the same step, to compare the weights; or from
   * settings of which some are others, to compare the curves.
   * @param {Settings} [changes] */
  async runTwin(changes = {}) {
    const { session } = this.#state;
    if (!session) return;
    const until = session.steps;
    const { pausing } = this.#run;
    this.#app.pendingConfig.reset();
    const settings = { ...this.#state.settings, ...changes };
    this.#app.store.set({ settings });
    await this.#app.startAgain();
    // Something else may have been chosen meanwhile.
    const isTwin = this.#state.currentConfig.settings === settings;
    if (isTwin) await this.#run.trainTo(until, pausing);
  }
}
