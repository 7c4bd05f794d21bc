// SPDX-License-Identifier: MIT
// Carries out the runs of an experiment, several at a time, each in one worker. The order in
// which they end changes nothing: every run is a model of its own, from its own seed.

/** @import { Result, Run } from './experiment.js' */
/** @import { Session } from '../state/types.js' */

/** @typedef {{ text: string, config: import('../state/types.js').Settings }} Recipe */

export class ExperimentRunner {
  /** @type {Run[]} in the order in which they begin */ runs;
  /** @type {Map<Run, Result>} */ results = new Map();
  /** @type {Map<Run, Error>} */ failures = new Map();
  /** Steps done by those under way. @type {Map<Run, number>} */ active = new Map();
  #text;
  #measure;
  #open;
  #changed;
  /** @type {Set<Session>} */ #sessions = new Set();
  #isStopped = true;

  /**
   * @param {object} options
   * @param {Run[]} options.runs @param {string} options.text
   * @param {'loss' | 'exact'} [options.measure]
   * @param {(recipe: Recipe) => Promise<Session>} options.open a session with one worker
   * @param {() => void} [options.changed] something above has
   */
  constructor({ runs, text, measure = 'loss', open, changed = () => {} }) {
    this.runs = runs;
    this.#text = text;
    this.#measure = measure;
    this.#open = open;
    this.#changed = changed;
  }

  get isRunning() {
    return !this.#isStopped;
  }

  /** All runs have ended, well or not. */
  get isDone() {
    return this.results.size + this.failures.size === this.runs.length;
  }

  /** Until all are done, or stopped. What has a result stays; what was under way begins again.
   * @param {number} lanes runs at a time */
  async start(lanes) {
    this.#isStopped = false;
    this.failures.clear();
    await Promise.all(Array.from({ length: lanes }, () => this.#lane()));
    this.#isStopped = true;
    this.#changed();
  }

  /** Ends what is under way. */
  stop() {
    this.#isStopped = true;
    for (const session of this.#sessions) session.close();
  }

  #next() {
    return this.runs.find(
      (run) =>
        !this.results.has(run) && !this.failures.has(run) && !this.active.has(run),
    );
  }

  async #lane() {
    for (let run = this.#next(); run && !this.#isStopped; run = this.#next()) {
      this.active.set(run, 0);
      this.#changed();
      try {
        this.results.set(run, await this.#carryOut(run));
      } catch (error) {
        if (!this.#isStopped) this.failures.set(run, /** @type {Error} */ (error));
      }
      this.active.delete(run);
      this.#changed();
    }
  }

  /** @param {Run} run @returns {Promise<Result>} */
  async #carryOut(run) {
    const session = await this.#open({ text: this.#text, config: run.config });
    this.#sessions.add(session);
    try {
      if (this.#isStopped) throw new Error('stopped');
      session.on('progress', ({ step }) => {
        this.active.set(run, step);
        this.#changed();
      });
      await session.run();
      const { valStep, valLoss } = session.history;
      const steps = session.steps;
      return {
        run,
        steps,
        value: await this.#valueOf(session, valLoss.at(-1) ?? NaN),
        hash: await session.hash(),
        curve: { step: [...valStep], loss: [...valLoss] },
      };
    } finally {
      this.#sessions.delete(session);
      session.close();
    }
  }

  /** @param {Session} session @param {number} loss the last one measured */
  async #valueOf(session, loss) {
    if (this.#measure === 'loss') return loss;
    const windows = Number(session.info.config.eval_windows);
    return (await session.evaluate({ split: 'val', windows })).exactShare;
  }
}
