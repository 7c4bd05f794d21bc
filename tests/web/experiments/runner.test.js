// SPDX-License-Identifier: MIT
// Runs of an experiment: several at a time, stopped and gone on with, the same bytes in any order;
// one that fails is told, and the others go on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSession } from '../../../wasm/index.js';
import { runsOf } from '../../../web/experiments/experiment.js';
import { ExperimentRunner } from '../../../web/experiments/runner.js';
import { SMALL, TEXT, WASM_URL } from '../../wasm/support.js';
import { experiment } from '../support/experiment.js';

const STEPS = 30;

const open = (
  /** @type {import('../../../web/experiments/runner.js').Settings} */ config,
) => createSession({ text: TEXT, config, mode: 'worker', workers: 1, wasm: WASM_URL });

/** @param {object} [more] of the experiment @param {() => void} [changed] */
const runnerOf = (more, changed) => {
  const settings = { max_steps: STEPS, eval_interval: 10 };
  const each = experiment({ settings, ...more });
  const { measure } = each;
  return new ExperimentRunner({
    runs: runsOf(each, SMALL),
    ...{ measure, open, changed },
  });
};

/** By run, in their order. @param {ExperimentRunner} runner */
const outcomes = ({ runs, results }) =>
  runs.map((run) => {
    const { value, hash, steps, curve } = results.get(run) ?? {};
    return { value, hash, steps, curve };
  });

test('experiments: one lane or two, stopped or not, the same bytes', async () => {
  const alone = runnerOf();
  await alone.start(1);
  assert.ok(alone.isDone && !alone.isRunning);
  const want = outcomes(alone);
  assert.equal(new Set(want.map(({ hash }) => hash)).size, 4);
  for (const { value, steps, curve } of want) {
    assert.equal(steps, STEPS);
    assert.deepEqual(curve?.step, [0, 10, 20, 30]);
    assert.equal(value, curve?.loss.at(-1));
    assert.equal(curve?.train?.length, 4);
  }

  let stops = 0;
  /** Stopped at the first step of the third run. @type {ExperimentRunner} */
  const cut = runnerOf(undefined, () => {
    if (
      stops === 0 &&
      [...cut.active].some(([run, step]) => run === cut.runs[2] && step > 0)
    )
      (stops++, cut.stop());
  });
  await cut.start(2);
  assert.ok(!cut.isDone && !cut.isRunning);
  assert.equal(cut.failures.size, 0);
  assert.ok(cut.results.size >= 1 && cut.results.size < 4, String(cut.results.size));
  const before = [...cut.results.values()];
  await cut.start(2);
  assert.deepEqual(outcomes(cut), want);
  const after = [...cut.results.values()];
  assert.ok(
    before.every((result) => after.includes(result)),
    'none was made again',
  );

  const [{ config }] = alone.runs;
  const session = await open(config);
  await session.step(STEPS);
  assert.equal(await session.hash(), want[0].hash, 'as trained by hand');
  const { loss } = session.history;
  assert.deepEqual(want[0].curve?.train, [loss[0], loss[9], loss[19], loss[29]]);
  await session.close();
});

test('experiments: settings that do not go together fail alone', async () => {
  const runner = runnerOf({
    vary: { label: 'heads', setting: 'n_head', values: [5, 7] },
    seeds: [1],
  });
  await runner.start(2);
  assert.ok(runner.isDone);
  const [wrong, right] = runner.runs;
  assert.match(runner.failures.get(wrong)?.message ?? '', /n_head|divi/);
  assert.equal(runner.results.get(right)?.steps, STEPS);
});

test('experiments: of a task, the share of whole answers', async () => {
  const runner = runnerOf({
    measure: 'exact',
    settings: { task: 'copy', max_steps: 5, eval_interval: 5, task_lines: 200 },
    seeds: [1],
  });
  await runner.start(1);
  for (const { value, run } of runner.results.values()) {
    const session = await open(run.config);
    await session.step(5);
    const windows = Number(session.info.config.eval_windows);
    const { exactShare } = await session.evaluate({ split: 'val', windows });
    assert.equal(value, exactShare);
    await session.close();
  }
});
