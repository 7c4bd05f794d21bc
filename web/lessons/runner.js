// SPDX-License-Identifier: MIT
// The reader's progress through the lessons: the step they are at, their predictions, the
// outcomes, and carrying out a step with the App of a <glass-former>. Nothing here draws.
import { LESSONS, lessonOf } from './data.js';
import { repeated } from './copying.js';
import { MEASURES, bestHead, holds } from './measures.js';
import { readPreference, writePreference } from '../state/preferences.js';
import { presetWords } from '../i18n/engine-text.js';

/** @typedef {import('../app/app.js').App} App */
/** @typedef {import('./data.js').Action} Action */
/** @typedef {import('./data.js').Start} Start */
/** @typedef {import('./data.js').Step} Step */

const KEY = 'glassformer.lessons';
/** Longest typed prediction that is stored. */
const MAX_TYPED = 200;

/**
 * The outcome of a step: the measures its claims and its sentence name.
 * @typedef {object} Outcome
 * @property {Record<string, number>} values
 * @property {boolean[]} held one a claim
 * @property {string} wrote text the model wrote in the step; '' if none
 */

/**
 * @typedef {object} Progress
 * @property {number} at step
 * @property {boolean} finished
 * @property {Record<number, number | string>} predictions by step
 * @property {Record<number, Outcome>} outcomes by step
 * @property {Record<string, number>} kept values that later claims need
 */

/** @returns {Progress} */
const fresh = () => ({
  at: 0,
  finished: false,
  predictions: {},
  outcomes: {},
  kept: {},
});

export class Lessons extends EventTarget {
  /** Id of the open lesson; '' for the list. */
  id = '';
  /** @type {'' | 'working' | 'paused'} */ busy = '';
  /** @type {Record<string, Progress>} */ #progress = load();
  /** The model that the open lesson started. @type {object | null} */ #session = null;

  /** @param {string} id */
  of(id) {
    return this.#progress[id] ?? fresh();
  }

  get lesson() {
    return lessonOf(this.id);
  }

  get progress() {
    return this.of(this.id);
  }

  get step() {
    return this.lesson?.steps[this.progress.at];
  }

  /** @param {string} id '' for the list */
  open(id) {
    if (!this.#leaves()) return;
    this.id = lessonOf(id) ? id : '';
    this.#changed();
  }

  /** The next lesson's id, or ''. */
  get next() {
    return LESSONS[LESSONS.findIndex(({ id }) => id === this.id) + 1]?.id ?? '';
  }

  /** One step on or back; after the last comes the question. @param {number} by */
  go(by) {
    const { lesson, progress } = this;
    if (!lesson || !this.#leaves()) return;
    const at = Math.max(0, Math.min(lesson.steps.length, progress.at + by));
    this.#put({ at, finished: progress.finished || at === lesson.steps.length });
  }

  /** Resets the open lesson. */
  again() {
    if (this.#leaves()) this.#put(fresh());
  }

  /** A paused step can be left; a running one cannot. */
  #leaves() {
    if (this.busy === 'working') return false;
    this.busy = '';
    return true;
  }

  /** @param {number | string} what index of the option, or typed text */
  predict(what) {
    const prediction = typeof what === 'string' ? what.slice(0, MAX_TYPED) : what;
    const { progress } = this;
    this.#put({ predictions: { ...progress.predictions, [progress.at]: prediction } });
  }

  /** Whether the step can be carried out: a prediction comes first, where one is asked for. */
  get mayDo() {
    const { step, progress } = this;
    if (!step || this.busy === 'working') return false;
    return step.right === undefined || (progress.predictions[progress.at] ?? '') !== '';
  }

  /** Carries out the step, then measures its outcome. @param {App} app */
  async do(app) {
    const { step, mayDo } = this;
    if (!step || !mayDo) return;
    this.busy = 'working';
    this.#changed();
    // Shown while the step runs, and again at its end, as the page may have moved.
    const view = step.actions.find(({ open }) => open)?.open;
    if (view) this.#show(view);
    try {
      for (const action of [...this.#missed(app), ...step.actions]) {
        if (!(await this.#act(app, action))) {
          this.busy = 'paused';
          return;
        }
      }
      await this.#judge(app, step);
      this.#tell(step);
      this.busy = '';
    } catch (error) {
      this.busy = '';
      app.report(error);
    } finally {
      this.#changed();
    }
  }

  // ---------------------------------------------------------------- doing

  /**
   * The actions of earlier steps that rebuild the model this step continues with, when the
   * page was reloaded or another model has replaced it.
   * @param {App} app @returns {Action[]}
   */
  #missed(app) {
    const { lesson, progress, step } = this;
    if (!lesson || step?.actions[0].start) return [];
    if (this.#session && this.#session === app.store.state.session) return [];
    const before = lesson.steps.slice(0, progress.at);
    const from = before.findLastIndex(({ actions }) => actions.some((a) => a.start));
    return before
      .slice(from)
      .flatMap(({ actions }) => actions)
      .filter(({ keep, write, open }) => !keep && !write && !open);
  }

  /** @param {App} app @param {Action} action @returns {Promise<boolean>} false: paused */
  async #act(app, action) {
    const { state } = app.store;
    if (action.start) {
      await begin(app, action.start);
      this.#session = app.store.state.session;
    }
    if (action.train) return await train(app, action.train);
    if (action.keep) {
      const kept = await this.#measure(app, Object.values(action.keep));
      const named = Object.entries(action.keep).map(([name, of]) => [name, kept[of]]);
      this.#put({ kept: { ...this.progress.kept, ...Object.fromEntries(named) } });
    }
    if (action.select && state.session) {
      const found =
        typeof action.select === 'string'
          ? await bestHead(state.session, action.select)
          : action.select;
      app.selection.select(found);
    }
    if (action.pin !== undefined)
      app.selection.select({ pin: { i: action.pin, j: null } });
    if (action.heads) await switchHead(app, action.heads);
    if (action.write) {
      app.selection.setSampler({
        temperature: 1,
        topK: 0,
        topP: 1,
        seed: 1,
        greedy: false,
      });
      app.selection.setSampler(action.write);
      await app.write();
    }
    if (action.open) this.#show(action.open);
    return true;
  }

  /**
   * Values by name: kept by an earlier step, or measured now.
   * @param {App} app @param {string[]} names
   */
  async #measure(app, names) {
    const { state } = app.store;
    const { session } = state;
    /** @type {Record<string, number>} */
    const values = {};
    if (!session) return values;
    for (const name of new Set(names)) {
      values[name] =
        name in MEASURES
          ? await MEASURES[name](session, state)
          : this.progress.kept[name];
    }
    return values;
  }

  /** @param {App} app @param {Step} step */
  async #judge(app, { claims, show = [], actions }) {
    const names = claims.flatMap(({ left, right }) => [left, right]);
    const named = names.filter((name) => typeof name === 'string');
    const values = await this.#measure(app, [...named, ...show]);
    const held = claims.map((claim) => holds(claim, values));
    const { completion } = app.store.state;
    const wrote = actions.some(({ write }) => write) ? (completion?.text ?? '') : '';
    const { progress } = this;
    const outcome = { values, held, wrote };
    this.#put({ outcomes: { ...progress.outcomes, [progress.at]: outcome } });
  }

  /** What came of a step, for the page around. @param {Step} step */
  #tell({ right }) {
    const { at, predictions, outcomes } = this.progress;
    const said = predictions[at];
    const detail = {
      lesson: this.id,
      step: at + 1,
      prediction: typeof said === 'number' ? said + 1 : (said ?? null),
      right: typeof right === 'number' ? right === said : null,
      measures: outcomes[at].values,
    };
    this.dispatchEvent(new CustomEvent('step', { detail }));
  }

  // -------------------------------------------------------------- keeping

  /** @param {Partial<Progress>} patch of the open lesson */
  #put(patch) {
    this.#progress = {
      ...this.#progress,
      [this.id]: { ...this.progress, ...patch },
    };
    writePreference(KEY, JSON.stringify(this.#progress));
    this.#changed();
  }

  /** Asks for a view to be brought into sight. @param {string} detail its name */
  #show(detail) {
    this.dispatchEvent(new CustomEvent('show', { detail }));
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }
}

/** The stored progress, as far as it is valid. @returns {Record<string, Progress>} */
function load() {
  try {
    const stored = JSON.parse(readPreference(KEY) ?? '{}');
    const whole = LESSONS.filter(({ id }) => isProgress(stored[id]));
    return Object.fromEntries(
      whole.map(({ id, steps }) => [
        id,
        { ...stored[id], at: Math.max(0, Math.min(steps.length, stored[id].at)) },
      ]),
    );
  } catch {
    return {};
  }
}

/** @param {any} progress @returns {boolean} */
function isProgress(progress) {
  if (!progress || !Number.isInteger(progress.at)) return false;
  const tables = ['predictions', 'outcomes', 'kept'].map((name) => progress[name]);
  if (!tables.every((table) => table && typeof table === 'object')) return false;
  return Object.values(progress.outcomes).every(
    (outcome) => outcome?.values && Array.isArray(outcome.held),
  );
}

/** A fresh model for the step. The run before it is shelved, as always.
 * @param {App} app @param {Start} wanted */
async function begin(app, { preset: name = '', settings = {}, lines }) {
  await app.ready;
  const { presets } = app.store.state;
  const preset = presets.find((each) => each.name === name);
  const whole = { ...preset?.config, ...settings };
  app.store.batch(() => {
    app.pendingConfig.choose({ preset: preset?.name ?? '', settings: whole });
    app.selection.select({ pin: null });
  });
  const made = lines ? repeated(lines) : (preset?.lines ?? '');
  const generated =
    made !== '' || !['text', undefined].includes(/** @type {any} */ (whole.task));
  const title = preset ? presetWords(preset, app.t).title : app.t.corpus.names.own;
  const used = generated
    ? await app.useText({ id: 'task', name: title, text: made })
    : await app.useSource('fables');
  if (!used) throw new Error(app.store.state.textProblem?.text);
}

/** @param {App} app @param {number} until @returns {Promise<boolean>} false: paused */
async function train(app, until) {
  const { session } = app.store.state;
  if (!session || session.steps >= until) return true;
  return (await session.run({ until })) === 'done' || session.steps >= until;
}

/** @param {App} app @param {'off' | 'on'} how */
async function switchHead(app, how) {
  const { layer, head } = app.store.state;
  if (how === 'on') await app.queries.allOn();
  else await app.queries.toggleHead(layer, head, false);
}
