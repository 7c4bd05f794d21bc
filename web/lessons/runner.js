// SPDX-License-Identifier: MIT
// The reader's progress through the lessons: the step they are at, their predictions and words,
// the outcomes, and carrying out a step with the App of a <glass-former>. Nothing here draws.
import { repeated } from './copying.js';
import { keptBy, namesOf, rightOf } from './lesson.js';
import { MEASURES, bestHead, holds } from './measures.js';
import { TextError } from '../run/texts.js';
import { fetchModel } from '../run/published/fetch-model.js';
import { publishedModel } from '../run/published/models.js';
import { presetWords } from '../i18n/preset-words.js';
import { StoredProgress } from './progress.js';
import { PARSED } from './strings.js';

/** @import { App } from '../app/app.js' */
/** @import { Action, Lesson, Start, Step } from './lesson.js' */
/** @import { Progress } from './progress.js' */

/** Longest prediction or explanation that is stored. */
const MAX_TYPED = 1000;

/** A step that is being carried out; `signal` ends it.
 * @typedef {{ app: App, files?: (Uint8Array | Blob)[], signal: AbortSignal }} Work */

/** @returns {Progress} */
const fresh = () => ({ at: 0, predictions: {}, outcomes: {}, words: {}, kept: {} });

/** A lesson, and the key of its progress: its id; of a file, its address.
 * @typedef {{ key: string, lesson: Lesson }} Entry */

const BUILT_IN = PARSED.map((lesson) => ({ key: lesson.id, lesson }));

export class Lessons extends EventTarget {
  /** @type {Entry[]} */ list = BUILT_IN;
  /** Key of the open lesson; '' for the list. */
  key = '';
  /** @type {'' | 'working' | 'paused'} */ busy = '';
  /** A published model on its way. @type {{ id: string, received: number } | null} */
  download = null;
  /** Id of one that could not be downloaded. */
  offline = '';
  #stored = new StoredProgress();
  /** Before a new student began. @type {Record<string, Progress> | null} */ #before =
    null;
  /** The model that the open lesson started. @type {object | null} */ #session = null;
  /** What the model wrote in this step. @type {string[]} */ #wrote = [];
  /** Aborted when the step is left. */ #work = new AbortController();
  /** Settles when no step is being carried out any more. */ #ended = Promise.resolve();

  /** Lessons of files in the place of the page's. @param {Entry[]} [list] */
  use(list = BUILT_IN) {
    this.list = list;
    this.open(this.key);
  }

  /** @param {string} key */
  of(key) {
    return this.#stored.all[key] ?? fresh();
  }

  get lesson() {
    return this.list.find(({ key }) => key === this.key)?.lesson;
  }

  get progress() {
    return this.of(this.key);
  }

  /** From 0; the number of steps: the question. */
  get at() {
    return Math.max(0, Math.min(this.lesson?.steps.length ?? 0, this.progress.at));
  }

  get step() {
    return this.lesson?.steps[this.at];
  }

  /** @param {string} name key or id of a lesson; otherwise the list */
  open(name) {
    const found = this.list.find(
      ({ key, lesson }) => key === name || lesson.id === name,
    );
    this.#leave();
    this.#stored.read();
    this.key = found?.key ?? '';
    this.#changed();
  }

  /** The lesson after the open one. */
  get next() {
    return this.list[this.list.findIndex(({ key }) => key === this.key) + 1]?.lesson;
  }

  /** Steps of a lesson that are not done; a step of the reader's own is when it came out as
   * it should. @param {Entry} entry @returns {number[]} */
  undone({ key, lesson }) {
    const { outcomes } = this.of(key);
    return [...lesson.steps.keys()].filter((n) => {
      const held = outcomes[n]?.held;
      return !held || (lesson.steps[n].yours && !held.every(Boolean));
    });
  }

  /** The steps of the open lesson that are not done. */
  get missing() {
    const { key, lesson } = this;
    return lesson ? this.undone({ key, lesson }) : [];
  }

  /** The earlier step whose kept value this one needs; -1: none. */
  get needed() {
    const { lesson, step, progress } = this;
    if (!lesson || !step) return -1;
    const own = keptBy(step);
    const wanted = namesOf(step).find(
      (name) => !(name in MEASURES) && !(name in progress.kept) && !own.includes(name),
    );
    return lesson.steps.findIndex((each) => keptBy(each).includes(wanted ?? ''));
  }

  /** One step on or back; after the last comes the question. @param {number} by */
  go(by) {
    this.goTo(this.at + by);
  }

  /** @param {number} at */
  goTo(at) {
    if (!this.lesson) return;
    this.#leave();
    this.#put({ at });
  }

  /** Resets the open lesson. */
  again() {
    this.#leave();
    this.#put(fresh());
  }

  /** Forgets all progress, for who comes next; undo() has it back. */
  newStudent() {
    this.#leave();
    this.#before = this.#stored.all;
    this.#store({});
  }

  get canUndo() {
    return this.#before !== null;
  }

  undo() {
    const before = this.#before ?? this.#stored.all;
    this.#before = null;
    this.#store(before);
  }

  /** Ends the step that is being carried out: what it has measured so far is kept nowhere. */
  #leave() {
    if (this.busy === 'working') this.#work.abort();
    this.busy = '';
    this.download = null;
  }

  /** @param {number | string} what index of the option, or typed text */
  predict(what) {
    const prediction = typeof what === 'string' ? what.slice(0, MAX_TYPED) : what;
    this.#put({ predictions: { ...this.progress.predictions, [this.at]: prediction } });
  }

  /** Of the step, or of the question. @param {string} words the reader's own */
  explain(words) {
    const kept = { ...this.progress.words, [this.at]: words.slice(0, MAX_TYPED) };
    this.#put({ words: kept });
  }

  /** Whether the step can be carried out: a prediction comes first, where one is asked for. */
  get mayDo() {
    const { step, progress, at } = this;
    if (!step || this.busy === 'working' || this.needed >= 0) return false;
    return !step.ask || (progress.predictions[at] ?? '') !== '';
  }

  /** Carries out the step, then measures its outcome.
   * @param {App} app @param {(Uint8Array | Blob)[]} [files] of its published model */
  async do(app, files) {
    const { step, mayDo } = this;
    if (!step || !mayDo) return;
    const { signal } = (this.#work = new AbortController());
    signal.addEventListener('abort', () => void app.pause());
    this.busy = 'working';
    this.offline = '';
    this.#changed();
    // Shown while the step runs, and again at its end, as the page may have moved.
    const view = step.actions.find(({ open }) => open)?.open;
    if (view) this.#show(view);
    const before = this.#ended;
    this.#ended = before.then(() => this.#carryOut(step, { app, files, signal }));
    await this.#ended;
  }

  /** @param {Step} step @param {Work} work */
  async #carryOut(step, work) {
    const { app, signal } = work;
    this.#wrote = [];
    try {
      for (const action of [...this.#missed(app), ...step.actions]) {
        signal.throwIfAborted();
        if (await this.#act(action, work)) continue;
        if (!signal.aborted) this.busy = 'paused';
        return;
      }
      await this.#judge(app, step, signal);
      this.#tell(step);
      this.busy = '';
    } catch (error) {
      if (signal.aborted) return;
      this.busy = '';
      if (this.offline === '') app.report(error);
    } finally {
      this.#changed();
    }
  }

  // ---------------------------------------------------------------- doing

  /**
   * The actions of earlier steps that rebuild the model this step continues with, when the
   * page was reloaded or another model has replaced it. A step of the reader's own is about
   * the model that is there.
   * @param {App} app @returns {Action[]}
   */
  #missed(app) {
    const { lesson, step } = this;
    if (!lesson || !step || step.yours || begins(step.actions[0] ?? {})) return [];
    if (this.#session && this.#session === app.store.state.session) return [];
    const before = lesson.steps.slice(0, this.at);
    const from = before.findLastIndex(({ actions }) => actions.some(begins));
    return before
      .slice(from)
      .flatMap(({ actions }) => actions)
      .filter(({ keep, write, open }) => !keep && !write && !open);
  }

  /** @param {Action} action @param {Work} work
   * @returns {Promise<boolean>} false: paused */
  async #act(action, work) {
    const { app, signal } = work;
    const { state } = app.store;
    if (action.start) await begin(app, action.start);
    if (action.published) await this.#openPublished(action.published, work);
    if (begins(action)) this.#session = app.store.state.session;
    if (action.line) app.selection.setLine(action.line);
    if (action.train) return await train(app, action.train);
    if (action.keep) {
      const kept = await this.#measure(app, Object.values(action.keep));
      signal.throwIfAborted();
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
      await write(app, action.write);
      this.#wrote.push(app.store.state.completion?.text ?? '');
    }
    if (action.open) this.#show(action.open);
    return true;
  }

  /** @param {string} id @param {Work} work */
  async #openPublished(id, { app, files, signal }) {
    await app.ready;
    const model = publishedModel(id);
    if (!model) throw new Error(id);
    const show = (/** @type {number} */ received) => {
      this.download = { id, received };
      this.#changed();
    };
    try {
      const parts = files ?? (await fetchModel(model, show, signal)).files;
      signal.throwIfAborted();
      app.selection.select({ pin: null });
      const failed = await app.checkpoint.open(parts, model);
      // The page shows why.
      if (failed) throw new Error(failed.text);
    } catch (error) {
      this.offline = error instanceof TextError || files ? id : '';
      throw error;
    } finally {
      this.download = null;
    }
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

  /** @param {App} app @param {Step} step @param {AbortSignal} signal */
  async #judge(app, step, signal) {
    const values = await this.#measure(app, namesOf(step));
    signal.throwIfAborted();
    const held = step.claims.map((claim) => holds(claim, values));
    const outcome = { values, held, wrote: this.#wrote.join('\n') };
    this.#put({ outcomes: { ...this.progress.outcomes, [this.at]: outcome } });
  }

  /** What came of a step, for the page around. @param {Step} step */
  #tell(step) {
    const { at, lesson, progress } = this;
    const right = rightOf(step);
    const said = progress.predictions[at];
    const detail = {
      lesson: lesson?.id,
      step: at + 1,
      prediction: typeof said === 'number' ? said + 1 : (said ?? null),
      right: right < 0 ? null : right === said,
      measures: progress.outcomes[at].values,
    };
    this.dispatchEvent(new CustomEvent('step', { detail }));
  }

  // -------------------------------------------------------------- keeping

  /** Other lessons may have gone on in another panel or tab.
   * @param {Partial<Progress>} patch of the open one */
  #put(patch) {
    const own = { ...this.progress, ...patch };
    this.#store({ ...this.#stored.read(), [this.key]: own });
  }

  /** @param {Record<string, Progress>} all */
  #store(all) {
    this.#stored.write(all);
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

/** Whether an action makes a model. @param {Action} action */
const begins = ({ start, published }) => Boolean(start || published);

/** A fresh model for the step. The run before it is shelved, as always.
 * @param {App} app @param {Start} wanted */
async function begin(
  app,
  { pretrained, preset: name = '', settings = {}, text, lines },
) {
  await app.ready;
  if (pretrained && (await app.usePretrained())) return;
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
  const used = text
    ? await app.texts.use({ id: 'own', name: app.t.corpus.names.own, text })
    : generated
      ? await app.texts.use({ id: 'task', name: title, text: made })
      : await app.texts.useSource('fables');
  if (!used) throw new Error(app.store.state.textProblem?.text);
}

/** @param {App} app @param {number} until @returns {Promise<boolean>} false: paused */
async function train(app, until) {
  const { session } = app.store.state;
  if (!session || session.steps >= until) return true;
  return (await session.run({ until })) === 'done' || session.steps >= until;
}

/** Without the sampler of a step before. @param {App} app @param {object} sampler */
async function write(app, sampler) {
  const plain = { temperature: 1, topK: 0, topP: 1, seed: 1, greedy: false };
  app.selection.setSampler({ ...plain, ...sampler });
  await app.writing.write();
}

/** @param {App} app @param {'off' | 'on'} how */
async function switchHead(app, how) {
  const { layer, head } = app.store.state;
  if (how === 'on') await app.queries.allOn();
  else await app.queries.toggleHead(layer, head, false);
}
