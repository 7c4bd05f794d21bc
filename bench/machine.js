// SPDX-License-Identifier: MIT
// What a results file says about where it comes from.

import { spawnSync } from 'node:child_process';
import {
  availableParallelism,
  cpus,
  loadavg,
  platform,
  release,
  totalmem,
} from 'node:os';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** @param {string} command @param {string[]} args */
const output = (command, args) =>
  spawnSync(command, args, { cwd: ROOT }).stdout?.toString().trim() ?? '';

export function machineFacts() {
  return {
    date: new Date().toISOString(),
    commit: output('git', ['describe', '--always', '--dirty']),
    machine: {
      cpu: cpus()[0]?.model ?? 'unknown',
      threads: availableParallelism(),
      memory_bytes: totalmem(),
      system: `${platform()} ${release()}`,
      load_average: loadavg()[0],
    },
    node: process.version,
    v8: process.versions.v8,
    emcc: output('emcc', ['--version']).split('\n')[0],
  };
}
