// SPDX-License-Identifier: MIT
// How long training still takes: from the steps of the last seconds, and said so that it does
// not jump.

/** The pace is measured over this time. */
const WINDOW_MS = 15_000;
/** No estimate from less. */
const LEAST_MS = 4000;
/** A longer pause between two measurements starts again, where it is also that many times the
 * last one: a step may take longer. */
const GAP_MS = 5000;
const GAP_TIMES = 3;
/** A longer time than the one shown counts as a fluctuation up to this share of it. */
const SLACK = 0.25;
const MINUTE = 60;
/** What is rounded to, below each time, seconds. */
const UNITS = [
  { below: 1.5 * MINUTE, unit: 5 },
  { below: 10 * MINUTE, unit: MINUTE },
  { below: 90 * MINUTE, unit: 5 * MINUTE },
];

/** @param {number} seconds @returns {number} as precise as such an estimate can be */
export function roundTime(seconds) {
  const { unit } = UNITS.find(({ below }) => seconds < below) ?? { unit: 6 * MINUTE };
  return Math.max(unit, Math.round(seconds / unit) * unit);
}

export class TimeLeft {
  /** @type {{ ms: number, steps: number }[]} */ #seen = [];
  #until = 0;
  /** @type {number | null} */ #shown = null;

  /** @param {number} steps so far @param {number} until the last
   * @param {number} ms time now
   * @returns {number | null} seconds, rounded; null: not known yet */
  update(steps, until, ms) {
    const [last, before] = this.#seen.slice(-2).reverse();
    const isAnother = until !== this.#until || steps < (last?.steps ?? 0);
    const gap = before ? Math.max(GAP_MS, GAP_TIMES * (last.ms - before.ms)) : Infinity;
    if (isAnother || ms - last?.ms > gap) this.reset();
    this.#until = until;
    if (steps !== this.#seen.at(-1)?.steps) this.#measure(steps, ms);
    return this.#shown;
  }

  /** When training pauses. */
  reset() {
    this.#seen = [];
    this.#shown = null;
  }

  /** @param {number} steps @param {number} ms */
  #measure(steps, ms) {
    const seen = this.#seen;
    seen.push({ ms, steps });
    while (seen.length > 2 && seen[0].ms < ms - WINDOW_MS) seen.shift();
    const took = ms - seen[0].ms;
    if (took < LEAST_MS) return;
    const msPerStep = took / (steps - seen[0].steps);
    const seconds = (Math.max(0, this.#until - steps) * msPerStep) / 1000;
    const isShorter = this.#shown === null || seconds < this.#shown;
    if (isShorter || seconds > Number(this.#shown) * (1 + SLACK))
      this.#shown = roundTime(seconds);
  }
}
