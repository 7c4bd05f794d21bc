// SPDX-License-Identifier: MIT
// Data of the loss chart.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  MAX_POINTS,
  columns,
  csv,
  historyCsv,
  smooth,
} from '../../../web/draw/series.js';
import es from '../../../web/i18n/es/index.js';

test('series: validation losses stand at their own steps, between training losses', () => {
  const history = {
    step: [1, 2, 3, 4],
    loss: [4, 3, 2, 1],
    valStep: [0, 2, 5],
    valLoss: [4.5, 3.5, 0.5],
  };
  const [x, train, , val] = columns(history);
  assert.deepEqual(x, [0, 1, 2, 3, 4, 5]);
  assert.deepEqual(train, [null, 4, 3, 2, 1, null]);
  assert.deepEqual(val, [4.5, null, 3.5, null, null, 0.5]);
});

test('series: a long run is thinned, but not its validation losses and its end', () => {
  const n = 5 * MAX_POINTS + 3;
  const step = Array.from({ length: n }, (_, k) => k + 1);
  const valStep = [0, 1501, n - 3];
  const [x, train, , val] = columns({ step, loss: step, valStep, valLoss: [9, 8, 7] });
  assert.ok(x.length <= MAX_POINTS + 5, `${x.length} points`);
  assert.deepEqual(
    val.filter((v) => v !== null),
    [9, 8, 7],
  );
  assert.equal(train.at(-1), n);
});

test('series: the running mean of a constant is that constant from the first step', () => {
  for (const value of smooth([3, 3, 3, 3, 3], [1, 2, 3, 10, 2000]))
    assert.ok(Math.abs(value - 3) < 1e-12);
});

test('series: the running mean of a thinned series is that of the whole one', () => {
  const step = Array.from({ length: 400 }, (_, n) => n + 1);
  const loss = step.map((s) => 1 + 3 * Math.exp(-s / 60));
  const tenth = step.filter((s) => s % 10 === 0);
  const means = tenth.map(
    (s) => loss.slice(s - 10, s).reduce((sum, x) => sum + x, 0) / 10,
  );
  const [whole, thin] = [smooth(loss, step), smooth(means, tenth)];
  tenth.forEach((s, n) => {
    assert.ok(Math.abs(whole[s - 1] - thin[n]) < 0.06, `${s}: ${thin[n]}`);
  });
});

test('series: CSV quotes what needs quoting', () => {
  const table = csv([
    ['a', [1, 2]],
    ['b,c', ['x"y']],
  ]);
  assert.equal(table, 'a,"b,c"\n1,"x""y"\n2,\n');
});

test('series: columns of a file stand in their order, also those named by numbers', () => {
  const table = csv([
    ['from', [0.5]],
    ['2', [7]],
    ['1', [8]],
    ['1', [9]],
  ]);
  assert.equal(table, 'from,2,1,1\n0.5,7,8,9\n');
});

test('series: the table of a run has every column, each at its own steps', () => {
  const history = {
    step: [1, 2],
    loss: [3, 2.5],
    learningRate: [0.1, 0.2],
    gradNorm: [1, 4],
    valStep: [0, 2],
    valLoss: [3.5, 2.75],
    valAccuracy: [0, 0.25],
  };
  const { columns } = es.loss;
  const [heading, ...lines] = historyCsv(history, columns, 'nats').trim().split('\n');
  const { step, train, val, accuracy, rate, norm } = columns;
  assert.equal(
    heading,
    [step, `${train} (nats)`, `${val} (nats)`, accuracy, rate, norm].join(),
  );
  assert.deepEqual(lines, ['0,,3.5,0,,', '1,3,,,0.1,1', '2,2.5,2.75,0.25,0.2,4']);
  assert.equal(historyCsv({}, columns, 'nats'), `${heading}\n`);
});
