// SPDX-License-Identifier: MIT
// A reader's way through the lessons: where they are, what they predicted, what came of
// it, and the doing of each step on the App of a <glass-former>. Nothing here draws.
import { LESSONS, lessonOf } from './data.js';
import { MEASURES, bestHead, holds } from './measures.js';
import { readPreference, writePreference } from '../state/preferences.js';
import { presetWords } from '../i18n/engine-text.js';

/** @typedef {import('../app/app.js').App} App */
/** @typedef {import('./data.js').Action} Action */
/** @typedef {import('./data.js').Start} Start */
/** @typedef {import('./data.js').Step} Step */

const KEY = 'glassformer.lessons';
/** Longest answer typed by hand that is kept. */
const MAX_TYPED = 200;

/**
 * What came of a step: the measures its claims and its sentence name.
 * @typedef {object} Came
 * @property {Record<string, number>} values
 * @property {boolean[]} held one a claim
 * @property {string} wrote what the model wrote in it, if it did
 */

/**
 * @typedef {object} Progress
 * @property {number} at step
 * @property {boolean} finished
 * @property {Record<number, number | string>} said predictions by step
 * @property {Record<number, Came>} came by step
 * @property {Record<string, number>} kept values later claims need
 */

/** @returns {Progress} */
const fresh = () => ({ at: 0, finished: false, said: {}, came: {}, kept: {} });

/** Lines of letters, a bar, and the same letters again, from a generator of its own.
 * @param {NonNullable<Start['lines']>} wanted */
export function repeated({ letters, from, to, n, seed }) {
  let x = seed;
  /** Numerical Recipes' congruential generator: plenty for a text, the same anywhere. */
  const draw = (/** @type {number} */ below) => {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    return Math.floor((x / 2 ** 32) * below);
  };
  const line = () => {
    const length = from + draw(to - from + 1);
    const text = Array.from({ length }, () => String.fromCharCode(97 + draw(letters)));
    return `${text.join('')}|${text.join('')}\n`;
  };
  return Array.from({ length: n }, line).join('');
}

export class Lessons extends EventTarget {
  /** Of the open lesson; '' shows the list. */
  id = '';
  /** @type {'' | 'working' | 'paused'} */ busy = '';
  /** @type {Record<string, Progress>} */ #progress = load();
  /** @type {(view: string) => void} */ #show;
  /** The model the open lesson made. @type {object | null} */ #session = null;

  /** @param {(view: string) => void} show brings a view before the reader's eyes */
  constructor(show) {
    super();
    this.#show = show;
  }

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

  /** Begins the open lesson again; nothing else is forgotten. */
  again() {
    if (this.#leaves()) this.#put(fresh());
  }

  /** A step that was paused is left as it is; one under way is not. */
  #leaves() {
    if (this.busy === 'working') return false;
    this.busy = '';
    return true;
  }

  /** @param {number | string} what option, or as typed */
  predict(what) {
    const said = typeof what === 'string' ? what.slice(0, MAX_TYPED) : what;
    const { progress } = this;
    this.#put({ said: { ...progress.said, [progress.at]: said } });
  }

  /** Whether the step may be done: a prediction comes first, where one is asked for. */
  get mayDo() {
    const { step, progress } = this;
    if (!step || this.busy === 'working') return false;
    return step.right === undefined || (progress.said[progress.at] ?? '') !== '';
  }

  /** Does the step, then measures what came of it. @param {App} app */
  async do(app) {
    const { step, mayDo } = this;
    if (!step || !mayDo) return;
    this.busy = 'working';
    this.#changed();
    // The reader sees it happen; in the end the view is brought back, whatever moved.
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
   * What earlier steps made and this one goes on from, when it is not there any more:
   * the page was loaded again, or another model came between.
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
   * Values by name: what a step kept, or a measure taken now.
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
    this.#put({ came: { ...progress.came, [progress.at]: { values, held, wrote } } });
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

  #changed() {
    this.dispatchEvent(new Event('change'));
  }
}

/** What was kept last time, if it is of use. @returns {Record<string, Progress>} */
function load() {
  try {
    const kept = JSON.parse(readPreference(KEY) ?? '{}');
    const whole = LESSONS.filter(({ id }) => isProgress(kept[id]));
    return Object.fromEntries(
      whole.map(({ id, steps }) => [
        id,
        { ...kept[id], at: Math.max(0, Math.min(steps.length, kept[id].at)) },
      ]),
    );
  } catch {
    return {};
  }
}

/** @param {any} kept @returns {boolean} */
function isProgress(kept) {
  if (!kept || !Number.isInteger(kept.at)) return false;
  const tables = ['said', 'came', 'kept'].map((name) => kept[name]);
  if (!tables.every((table) => table && typeof table === 'object')) return false;
  return Object.values(kept.came).every(
    (came) => came?.values && Array.isArray(came.held),
  );
}

/** A fresh model, as the step wants it. The run before it is kept, as always.
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
