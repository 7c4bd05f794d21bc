// SPDX-License-Identifier: MIT
// Carries out the runs of an experiment, several at a time, each in one worker. The order in
// which they end changes nothing: every run is a model of its own, from its own seed.

/** @import { Result, Run } from './experiment.js' */
/** @import { Session } from '../state/types.js' */

/** @typedef {import('../state/types.js').Settings} Settings */

export class ExperimentRunner {
  /** @type {Run[]} in the order in which they begin */ runs;
  /** @type {Map<Run, Result>} */ results = new Map();
  /** @type {Map<Run, Error>} */ failures = new Map();
  /** Steps done by those under way. @type {Map<Run, number>} */ active = new Map();
  #measure;
  #open;
  #changed;
  /** @type {Set<Session>} */ #sessions = new Set();
  /** What is under way comes to its end. */ #isStopped = true;
  #isWanted = false;
  /** Lanes, from one start to the next. @type {Promise<void>} */ #work =
    Promise.resolve();

  /**
   * @param {object} options
   * @param {Run[]} options.runs
   * @param {'loss' | 'exact'} [options.measure]
   * @param {(config: Settings) => Promise<Session>} options.open a session with one worker
   * @param {() => void} [options.changed] something above has
   */
  constructor({ runs, measure = 'loss', open, changed = () => {} }) {
    this.runs = runs;
    this.#measure = measure;
    this.#open = open;
    this.#changed = changed;
  }

  get isRunning() {
    return this.#isWanted;
  }

  /** All runs have ended, well or not. */
  get isDone() {
    return this.results.size + this.failures.size === this.runs.length;
  }

  /** Until all are done, or stopped. What has a result stays; what was under way begins again.
   * @param {number} lanes runs at a time */
  start(lanes) {
    if (!this.#isWanted) this.#work = this.#work.then(() => this.#carryOutAll(lanes));
    this.#isWanted = true;
    return this.#work;
  }

  /** @param {number} lanes */
  async #carryOutAll(lanes) {
    if (!this.#isWanted) return;
    this.#isStopped = false;
    this.failures.clear();
    await Promise.all(Array.from({ length: lanes }, () => this.#lane()));
    // Stopped, it may have been wanted again since.
    if (!this.#isStopped) this.#isWanted = false;
    this.#isStopped = true;
    this.#changed();
  }

  /** Ends what is under way. */
  stop() {
    this.#isWanted = false;
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
    const session = await this.#open(run.config);
    this.#sessions.add(session);
    try {
      if (this.#isStopped) throw new Error('stopped');
      session.on('progress', ({ step }) => {
        this.active.set(run, step);
        this.#changed();
      });
      const begin = performance.now();
      const isDiverged = await diverges(session);
      const seconds = (performance.now() - begin) / 1000;
      const { valStep, valLoss, step, loss } = session.history;
      const curve = { step: [...valStep], loss: [...valLoss] };
      const of = { run, steps: session.steps, seconds, isDiverged };
      if (isDiverged) return { ...of, curve, value: NaN, trainLoss: NaN, hash: '' };
      const train = valStep.map((at) => loss[step.findIndex((n) => n >= at)]);
      return {
        ...of,
        curve: { ...curve, train },
        value:
          this.#measure === 'loss'
            ? (valLoss.at(-1) ?? NaN)
            : (await evaluated(session, 'val')).exactShare,
        trainLoss: (await evaluated(session, 'train')).loss,
        hash: await session.hash(),
      };
    } finally {
      this.#sessions.delete(session);
      session.close();
    }
  }
}

/** @param {Session} session @param {'train' | 'val'} split */
const evaluated = (session, split) =>
  session.evaluate({ split, windows: Number(session.info.config.eval_windows) });

/** Trains to the end of the schedule. @param {Session} session
 * @returns {Promise<boolean>} whether it ended early: gradients were no longer finite */
async function diverges(session) {
  try {
    await session.run();
    return false;
  } catch (error) {
    if (/** @type {{ code?: string }} */ (error).code !== 'diverged') throw error;
    return true;
  }
}
