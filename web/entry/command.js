// SPDX-License-Identifier: MIT
// The program that `npm` installs: npx glassformer grade FILES…
import { BUILT_IN } from '../assignments/built-in.js';
import { run } from '../command/command.js';

const { argv, stdout, stderr } = process;
process.exitCode = await run(argv.slice(2), BUILT_IN, {
  out: (text) => stdout.write(text),
  err: (text) => stderr.write(text),
});
