// SPDX-License-Identifier: MIT
// Jobs in lanes: as many at a time as there are lanes, what others wait for and what takes
// longest first.

/**
 * @typedef {object} Result
 * @property {number} passed
 * @property {number} [skipped]
 * @property {Failure[]} failures
 * @property {{ name: string, ms: number }[]} [tests]
 * @property {string} [output]
 */

/** @typedef {{ name: string, detail: string }} Failure */

/**
 * @typedef {object} Job
 * @property {string} name
 * @property {string} stage
 * @property {string[]} needs names of jobs; it is left out when one of them fails
 * @property {boolean} [early] before all that are not: who waits wants its answer first
 * @property {() => Promise<Result>} run
 */

/** @typedef {Job & { seconds: number, result: Result | null }} Ended result null: left out */

/** More than all jobs take. */
const EARLY = 1e6;

/**
 * Seconds of each job, and of all that waits for it if that has all lanes.
 *
 * @param {Job[]} jobs @param {number} lanes @param {(job: Job) => number} expected seconds
 * @returns {Map<Job, number>}
 */
function urgency(jobs, lanes, expected) {
  /** @param {Job} job @returns {Job[]} */
  const after = ({ name }) =>
    jobs
      .filter(({ needs }) => needs.includes(name))
      .flatMap((each) => [each, ...after(each)]);
  return new Map(
    jobs.map((job) => {
      const rest = new Set(after(job));
      const seconds = [...rest].reduce((sum, each) => sum + expected(each), 0) / lanes;
      return [job, (job.early ? EARLY : 0) + expected(job) + seconds];
    }),
  );
}

/**
 * @param {Job[]} jobs
 * @param {number} lanes
 * @param {(job: Job) => number} expected seconds that a job takes
 * @param {(job: Ended, left: number) => void} onEnd left: seconds of the lanes
 */
export async function runJobs(jobs, lanes, expected, onEnd) {
  const urgent = urgency(jobs, lanes, expected);
  const waiting = [...jobs].sort((a, b) => (urgent.get(b) ?? 0) - (urgent.get(a) ?? 0));
  /** Names of what has to end first. */
  const open = new Set(jobs.map(({ name }) => name));
  /** @type {Set<string>} */
  const failed = new Set();
  /** Lanes without a job that could begin. @type {(() => void)[]} */
  const sleepers = [];

  /** @param {Job} job @param {Result | null} result @param {number} seconds */
  const end = (job, result, seconds) => {
    open.delete(job.name);
    if (!result || result.failures.length > 0) failed.add(job.name);
    const left = waiting.reduce((sum, each) => sum + expected(each), 0) / lanes;
    onEnd({ ...job, seconds, result }, left);
    for (const wake of sleepers.splice(0)) wake();
  };
  const next = () => {
    for (const job of [...waiting])
      if (job.needs.some((name) => failed.has(name))) {
        waiting.splice(waiting.indexOf(job), 1);
        end(job, null, 0);
      }
    const at = waiting.findIndex((job) => !job.needs.some((name) => open.has(name)));
    return at < 0 ? undefined : waiting.splice(at, 1)[0];
  };
  const lane = async () => {
    while (waiting.length > 0) {
      const job = next();
      if (!job) {
        await new Promise((wake) => sleepers.push(() => wake(null)));
        continue;
      }
      const begin = performance.now();
      const result = await job.run().catch((error) => ({
        ...{ passed: 0, failures: [{ name: job.name, detail: String(error.stack) }] },
      }));
      end(job, result, (performance.now() - begin) / 1000);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
