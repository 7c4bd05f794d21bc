// SPDX-License-Identifier: MIT
// The experiments of a page: those that come with it and the reader's own, which one is looked at,
// and their runs. They go on while no view shows them; results are kept by the browser.
import { createSession, describeConfig } from '../../wasm/index.js';
import { ANY_TEXT } from '../run/fit-settings.js';
import { DocumentError } from '../run/fetch-document.js';
import { packText, unpackText } from '../run/link-text.js';
import { settingValue } from '../run/settings.js';
import { TimeLeft } from '../run/time-left.js';
import { memo } from '../state/memo.js';
import { baseOf } from './base.js';
import { EXPERIMENTS } from './built-in.js';
import { runsOf } from './experiment.js';
import {
  changeIndex,
  forget,
  keepFile,
  keepResults,
  keyOf,
  readFile,
  readIndex,
  readResults,
} from './kept.js';
import { ExperimentRunner } from './runner.js';
import { textFor } from './text-for.js';

/** @import { App } from '../app/app.js' */
/** @import { Settings } from '../state/types.js' */
/** @import { Experiment, Run } from './experiment.js' */

/** Workers at a time. */
const MAX_LANES = 8;
/** Least time between two notes of progress. */
const NOTE_MS = 100;

/**
 * An experiment of the page.
 * @typedef {object} Entry
 * @property {string} key its results are kept under
 * @property {Experiment} experiment
 * @property {boolean} isOwn
 * @property {string} packed what a link holds of it; '': too much for one
 * @property {ExperimentRunner} runner
 * @property {boolean} isKept the browser keeps its results
 * @property {Promise<string>} [text] of all its runs
 * @property {number} [nKept] results that were stored last
 */

/** Those of an element. */
export const experimentsOf = memo((/** @type {App} */ app) => new Experiments(app));

/** The engine refuses a run's settings: its error. */
export class RefusedRun extends Error {
  /** @param {Experiment} experiment @param {Run} run
   * @param {import('../../wasm/index.js').PlainError} error */
  constructor(experiment, run, error) {
    super(error.message);
    this.experiment = experiment;
    this.run = run;
    this.error = error;
  }
}

/** Tells of every change by `change`. */
export class Experiments extends EventTarget {
  #app;
  /** @type {Entry[]} */ list = [];
  /** @type {Entry} */ chosen;
  /** Why a file or a link was not opened. @type {unknown} */ problem = null;
  /** Step at which the reader's own run was paused for it; 0: it was not. */
  pausedAt = 0;
  #left = new TimeLeft();
  /** Seconds that the runs still take. @type {number | null} */ secondsLeft = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #note;
  /** Until what the link names is opened. @type {Promise<unknown>} */ ready;

  /** @param {App} app */
  constructor(app) {
    super();
    this.#app = app;
    const { last, own } = readIndex();
    for (const experiment of EXPERIMENTS)
      this.#add(experiment, { packed: experiment.id });
    const { experiment } = app.store.state;
    this.chosen =
      this.list.find(({ packed }) => packed === experiment) ??
      this.list.find(({ key }) => key === last) ??
      this.list[0];
    this.ready = this.#openKept(own, last).then(() => this.#follow(experiment));
    app.store.subscribe((changed) => {
      if (changed.has('experiment')) void this.#follow(app.store.state.experiment);
    });
    void app.closed.then(() => this.stop());
  }

  // ---- which there are ----------------------------------------------------------------

  /** @param {Experiment} experiment @param {Partial<Entry>} [more] */
  #add(experiment, more) {
    const key = keyOf(experiment);
    const found = this.list.find((each) => each.key === key);
    if (found) {
      if (found.isOwn) found.experiment = experiment;
      return found;
    }
    const { presets, schema } = this.#app.store.state;
    const runs = runsOf(experiment, baseOf(experiment, presets, schema));
    const runner = new ExperimentRunner({
      ...{ runs, measure: experiment.measure },
      open: (config) => this.#session(entry, config),
      changed: () => this.#changed(entry),
    });
    runner.results = readResults(key, runs);
    /** @type {Entry} */
    const entry = {
      ...{ key, experiment, runner, isOwn: false, packed: '' },
      ...{ isKept: true, ...more },
    };
    this.list.push(entry);
    return entry;
  }

  /** Those of the reader's own that were opened before. @param {string[]} keys
   * @param {string} last */
  async #openKept(keys, last) {
    for (const key of keys) {
      try {
        const entry = await this.#entryFor(readFile(key));
        if (key === last) this.chosen = entry;
      } catch {
        // Written by another version: it stays where it is.
      }
    }
    this.#tell();
  }

  /** @param {string} file @returns {Promise<Entry>} throws what is wrong with it */
  async #entryFor(file) {
    const { parseExperiment } = await import('./check.js');
    const experiment = parseExperiment(file);
    const { presets } = this.#app.store.state;
    const { preset } = experiment;
    if (preset && !presets.some(({ name }) => name === preset))
      throw new UnknownPreset(preset);
    const before = this.list.length;
    const entry = this.#add(experiment, {
      isOwn: true,
      packed: (await packText(JSON.stringify(experiment))) ?? '',
    });
    if (this.list.length > before)
      await this.#check(entry).catch((error) => {
        this.list = this.list.filter((each) => each !== entry);
        throw error;
      });
    return entry;
  }

  /** Every value is one that the engine takes. @param {Entry} entry */
  async #check({ experiment, runner: { runs } }) {
    for (const run of runs.filter(({ seed }) => seed === runs[0].seed)) {
      const { errors } = await describeConfig(run.config, ANY_TEXT);
      if (errors.length > 0) throw new RefusedRun(experiment, run, errors[0]);
    }
  }

  /** A file of the reader's own; one with a mistake changes nothing. @param {string} file
   * @returns {Promise<boolean>} */
  async open(file) {
    try {
      const entry = await this.#entryFor(file);
      if (entry.isOwn) entry.isKept = keepFile(entry.key, file);
      this.problem = null;
      this.choose(entry.key);
      return true;
    } catch (error) {
      this.refuse(error);
      return false;
    }
  }

  /** @param {unknown} error of a file that is not opened */
  refuse(error) {
    this.problem = error;
    this.#tell();
  }

  /** What a link names. @param {string} link */
  async #follow(link) {
    if (link === '' || link === this.chosen.packed) return;
    const found = this.list.find(({ packed }) => packed === link);
    if (found) return this.choose(found.key);
    const file = await unpackText(link).catch(
      (cause) => void this.refuse(new DocumentError('noNetwork', {}, { cause })),
    );
    if (file === undefined || !(await this.open(file))) this.link();
  }

  /** @param {string} key */
  choose(key) {
    const entry = this.list.find((each) => each.key === key);
    if (!entry) return;
    this.chosen = entry;
    this.problem = null;
    changeIndex((index) => ({ ...index, last: key }));
    this.link();
    this.#tell();
  }

  /** The link to what is shown names it from now on. */
  link() {
    this.#app.store.set({ experiment: this.chosen.packed });
  }

  /** One of the reader's own, and its results. @param {Entry} entry
   * @returns {() => void} undoes it, unless the same file was opened since */
  remove(entry) {
    const { key, runner } = entry;
    const file = readFile(key);
    runner.stop();
    this.list = this.list.filter((each) => each !== entry);
    forget(key);
    if (this.chosen === entry) this.choose(this.list[0].key);
    return () => {
      if (this.list.some((each) => each.key === key)) return;
      this.list.push(entry);
      entry.isKept = keepFile(key, file);
      delete entry.nKept;
      this.#changed(entry);
      this.choose(key);
    };
  }

  // ---- their runs ---------------------------------------------------------------------

  /** @type {Entry | undefined} */
  get running() {
    return this.list.find(({ runner }) => runner.isRunning);
  }

  /** Runs at a time. */
  get lanes() {
    const { runs, results } = this.chosen.runner;
    const cores = globalThis.navigator?.hardwareConcurrency ?? 1;
    return Math.max(1, Math.min(MAX_LANES, cores, runs.length - results.size));
  }

  /** @param {Entry} entry @param {Settings} config */
  async #session(entry, config) {
    const { experiment, runner } = entry;
    entry.text ??= textFor(this.#app, experiment, runner.runs[0].config).then(
      ({ text }) => text,
    );
    entry.text.catch(() => delete entry.text);
    return createSession({ text: await entry.text, config, workers: 1 });
  }

  /** The missing runs of the chosen one. Another stops, and the reader's own run pauses: all of
   * the processor is for these. */
  async start() {
    const entry = this.chosen;
    if (entry.runner.isRunning) return;
    this.running?.runner.stop();
    const { phase, session } = this.#app.store.state;
    this.pausedAt = phase === 'running' ? (session?.steps ?? 0) : 0;
    this.#left.reset();
    this.secondsLeft = null;
    const work = entry.runner.start(this.lanes);
    if (phase === 'running') await this.#app.pause();
    this.pausedAt &&= session?.steps ?? 0;
    this.#tell();
    await work;
  }

  stop() {
    this.running?.runner.stop();
    this.#tell();
  }

  /** @param {Entry} entry of which all results go @returns {() => void} undoes it */
  discard(entry) {
    const { key, runner } = entry;
    const before = [...runner.results];
    runner.stop();
    runner.results.clear();
    runner.failures.clear();
    delete entry.nKept;
    keepResults(key, []);
    this.#tell();
    return () => {
      for (const [run, result] of before) runner.results.set(run, result);
      this.#changed(entry);
    };
  }

  /** Share of the training that is done, 0..1; tokens count, as steps differ in size. */
  get share() {
    const { done, all } = this.#tokens(this.chosen.runner);
    return done / all;
  }

  /** @param {ExperimentRunner} runner */
  #tokens({ runs, results, active, failures }) {
    let [done, all] = [0, 0];
    for (const run of runs) {
      const { batch_size, block_size, max_steps } = run.config;
      const perStep = Number(batch_size) * Number(block_size);
      const steps = Number(
        max_steps ?? settingValue(this.#app.store.state.schema, {}, 'max_steps'),
      );
      const isOver = results.has(run) || failures.has(run);
      all += steps * perStep;
      done += (isOver ? steps : (active.get(run) ?? 0)) * perStep;
    }
    return { done, all };
  }

  /** @param {Entry} entry whose runner has something new */
  #changed(entry) {
    const { runner, key } = entry;
    const { results } = runner;
    if (results.size !== entry.nKept) {
      // Another tab may have carried out others.
      for (const [run, result] of readResults(key, runner.runs))
        if (!results.has(run)) results.set(run, result);
      entry.isKept = keepResults(key, results.values());
      entry.nKept = results.size;
    }
    if (runner.isRunning) {
      const { done, all } = this.#tokens(runner);
      this.secondsLeft = this.#left.update(done, all, performance.now());
    }
    this.#note ??= setTimeout(() => this.#tell(), NOTE_MS);
  }

  #tell() {
    clearTimeout(this.#note);
    this.#note = undefined;
    this.dispatchEvent(new Event('change'));
  }

  // ---- a setting for the reader's own model -------------------------------------------

  /** An untrained model of a run's settings and text. The run in use is shelved.
   * @param {Run} run @returns {Promise<(() => unknown) | null>} undoes it; null: it stayed */
  async use({ config }) {
    const app = this.#app;
    const before = app.store.state;
    const { text } = before;
    const choice = await textFor(app, this.chosen.experiment, config);
    app.pendingConfig.choose({ preset: '', settings: { ...config } });
    const isUsed = await app.texts.use(choice);
    const asBefore = () => app.pendingConfig.choose({ ...before, isExact: false });
    if (!isUsed) {
      asBefore();
      return null;
    }
    return async () => {
      asBefore();
      if (app.store.state.shelved) await app.restoreShelved();
      else if (text) await app.texts.use(text);
    };
  }
}

/** A file names a preset that there is not. */
export class UnknownPreset extends Error {}
