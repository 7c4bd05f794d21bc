// SPDX-License-Identifier: MIT
// A class hands in an assignment, five of it forged files, and is marked: how many are told
// apart, and how long marking takes. `node bench/class.js --assignment circuit --n 30`

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { N_FORGED, classOf } from '../tests/web/support/class.js';
import { completed } from '../web/assignments/assignment.js';
import { run } from '../web/command/command.js';
import { ROOT, optionsWith, stop } from './common.js';

const { assignment: name, n } = optionsWith({ assignment: 'circuit', n: 30 });
const json = JSON.parse(
  readFileSync(`${ROOT}web/assignments/built-in/${name}.json`, 'utf8'),
);
const folder = mkdtempSync(join(tmpdir(), 'glassformer-class-'));
try {
  const texts = await classOf(completed(json), n);
  texts.forEach((text, i) =>
    writeFileSync(join(folder, `${String(i).padStart(3, '0')}.json`), text),
  );
  let out = '';
  const streams = {
    out: (/** @type {string} */ text) => (out += text),
    err: (/** @type {string} */ text) => process.stdout.write(text),
  };
  await run(['grade', folder], { [name]: json }, streams);
  const isTrue = out
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => row.split(',')[2] === 'as trained');
  const falseAlarms = isTrue.slice(0, n - N_FORGED).filter((is) => !is).length;
  const missed = isTrue.slice(n - N_FORGED).filter((is) => is).length;
  console.log(
    `${name}: ${falseAlarms} false alarms, ${missed} of ${N_FORGED} forgeries missed, ` +
      `${availableParallelism()} cores`,
  );
  if (falseAlarms + missed > 0) stop('FAILED');
} finally {
  rmSync(folder, { recursive: true });
}
