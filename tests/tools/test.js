// SPDX-License-Identifier: MIT
// `make test` after the set-up: the stages (stages.js), as many jobs at a time as there are lanes.
// A line for each stage that has ended and for each test that has failed, then what is known of
// the failures, and last `N passed, N failed, N skipped`. Seconds of every job and test, and all
// details: build/test-results/.
//
//   node tests/tools/test.js [STAGE…] [--files PATHS] [--times N] [--busy N] [--first]
//
// --files: these jobs alone, and no build; --busy: beside N processes that use a core each;
// --times: everything N times, until one fails or comes near the limit of its time; --first: the
// first failure ends it, and only its name is printed.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runJobs } from './lanes.js';
import { FILE_SILENT_MS, endHosts } from './node-tests.js';
import { ROOT, keepBusy } from './processes.js';
import { LANES, STAGES } from './stages.js';

/** @import { Ended, Job } from './lanes.js' */

const RESULTS = `${ROOT}build/test-results`;
/** What each job took on two cores; `make test` writes its own beside the other results.
 * @type {Record<string, number>} */
const SECONDS = JSON.parse(readFileSync(`${ROOT}tests/tools/seconds.json`, 'utf8'));
/** Of a job that nobody has timed. */
const UNKNOWN_SECONDS = 1;
const expected = (/** @type {Job} */ { name }) => SECONDS[name] ?? UNKNOWN_SECONDS;

/** Lines of a failure, and failures, that are shown; the report has all. */
const SHOWN_LINES = 40;
const SHOWN_FAILURES = 20;

const { values, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: {
    files: { type: 'string' },
    times: { type: 'string', default: '1' },
    busy: { type: 'string', default: '0' },
    first: { type: 'boolean', default: false },
  },
});

/** @returns {Job[]} */
function chosenJobs() {
  const unknown = asked.filter((name) => !STAGES.some((stage) => stage.name === name));
  if (unknown.length > 0) {
    const names = STAGES.map(({ name }) => name).join(' ');
    console.error(`no stage ${unknown.join(', ')}; there are: ${names}`);
    process.exit(2);
  }
  const files = values.files?.split(/\s+/).filter(Boolean);
  const jobs = STAGES.filter(({ name, asked: isAsked }) =>
    asked.length > 0 ? asked.includes(name) : files || !isAsked,
  ).flatMap(({ name: stage, jobs }) => jobs.map((job) => ({ ...job, stage })));
  return files ? jobs.filter(({ name }) => files.includes(name)) : jobs;
}

const total = (/** @type {number[]} */ all) => all.reduce((sum, n) => sum + n, 0);

/** @param {number} n @param {string} what */
const counted = (n, what) => (n > 0 ? [`${n} ${what}`] : []);

/** @param {string} stage @param {Ended[]} ended its jobs */
function stageLine(stage, ended) {
  const title = STAGES.find(({ name }) => name === stage)?.title ?? stage;
  const results = ended.map(({ result }) => result);
  const failed = total(results.map((result) => result?.failures.length ?? 0));
  const left = results.filter((result) => !result).length;
  const counts = [
    ...counted(total(results.map((result) => result?.passed ?? 0)), 'passed'),
    ...counted(failed, 'failed'),
    ...counted(total(results.map((result) => result?.skipped ?? 0)), 'skipped'),
    ...counted(left, 'left out, as the build failed'),
  ];
  const verdict = failed > 0 ? 'FAIL' : left > 0 ? '-' : 'ok';
  const seconds = total(ended.map(({ seconds }) => seconds)).toFixed(1);
  return `${verdict.padEnd(5)}${title.padEnd(34)}${seconds.padStart(6)} s  ${counts.join(', ')}`;
}

/** @param {string} detail */
function shortened(detail) {
  const lines = detail.trimEnd().split('\n');
  const shown = lines.slice(0, SHOWN_LINES).map((line) => `    ${line}`);
  const rest = lines.length - shown.length;
  return [...shown, ...(rest > 0 ? [`    … and ${rest} lines more`] : [])].join('\n');
}

/** @param {Ended[]} all */
function writeReport(all) {
  mkdirSync(RESULTS, { recursive: true });
  const seconds = Object.fromEntries(
    all
      .filter(({ result }) => result)
      .map(({ name, seconds }) => [name, Number(seconds.toFixed(1))])
      .sort(([, a], [, b]) => Number(b) - Number(a)),
  );
  writeFileSync(`${RESULTS}/seconds.json`, `${JSON.stringify(seconds, null, 2)}\n`);
  writeFileSync(`${RESULTS}/report.json`, JSON.stringify(all, null, 1));
}

/** A line that the next one replaces, on a terminal only. @param {string} text */
const progress = (text) =>
  process.stderr.isTTY && process.stderr.write(`\r\u001b[K${text}`);

/** All jobs once, with their lines. */
async function once() {
  const jobs = chosenJobs();
  const begin = performance.now();
  /** @type {Ended[]} */
  const all = [];
  await runJobs(jobs, LANES, expected, (ended, left) => {
    all.push(ended);
    progress('');
    for (const { name } of ended.result?.failures ?? []) {
      console.log(`FAIL ${ended.name}: ${name}`);
      if (values.first) process.exit(1);
    }
    const ofStage = all.filter(({ stage }) => stage === ended.stage);
    const { length } = jobs.filter(({ stage }) => stage === ended.stage);
    if (ofStage.length === length) console.log(stageLine(ended.stage, ofStage));
    if (all.length < jobs.length)
      progress(
        `${all.length} of ${jobs.length}, about ${Math.ceil(left / 60)} min left`,
      );
  });
  await endHosts();
  const failures = all.flatMap(({ name: job, result }) =>
    (result?.failures ?? []).map(({ name, detail }) => ({
      ...{ title: `${job}: ${name}`, detail: `${detail}\n${result?.output ?? ''}` },
    })),
  );
  for (const { title, detail } of failures.slice(0, SHOWN_FAILURES))
    console.log(`\n${title}\n${shortened(detail)}`);
  writeReport(all);
  const results = all.map(({ result }) => result);
  const passed = total(results.map((result) => result?.passed ?? 0));
  const skipped = total(results.map((result) => result?.skipped ?? 0));
  console.log(`${((performance.now() - begin) / 1000).toFixed(1)} s in all`);
  console.log(`${passed} passed, ${failures.length} failed, ${skipped} skipped`);
  return { all, failed: failures.length };
}

/** Tests that a slower machine might not get through. @param {Ended[]} all */
const slowTests = (all) =>
  all.flatMap(({ name, result }) =>
    (result?.tests ?? [])
      .filter(({ ms }) => ms > 0.8 * FILE_SILENT_MS)
      .map((test) => `${name}: ${test.name} took ${Math.round(test.ms / 1000)} s`),
  );

keepBusy(Number(values.busy));
const times = Number(values.times);
let isGreen = true;
for (let n = 0; n < times && isGreen; n++) {
  const { all, failed } = await once();
  const slow = times > 1 ? slowTests(all) : [];
  if (slow.length > 0) console.log(slow.join('\n'));
  isGreen = failed === 0 && slow.length === 0 && all.length > 0;
}
process.exit(isGreen ? 0 : 1);
