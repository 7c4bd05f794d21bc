// SPDX-License-Identifier: MIT
// Download as PyTorch: the program that a model becomes finds the loss that the engine found.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pytorchFile } from '../../../web/pytorch/file.js';
import { measuredLine } from '../../../web/run/measured-line.js';
import { TEXT, newEngine, withSession } from '../../wasm/support.js';
import { newFolder } from '../support/session.js';
import { BASE, LIGHT, presetOf, presets, variants } from './models.js';
import { NO_TORCH, runPython } from './python.js';

/** @import { Case } from './models.js' */

const engine = await newEngine();

/** @param {Record<string, unknown>} config */
const configOf = (config) => engine.describe(config, 20).config;

/** These show in the weights, or compute the same. */
const IN_WEIGHTS = /^(block_size|source_block_size|n_ff|averaging|bias_\w+) /;

/** Low-rank changes of every form of attention.
 * @type {Case[]} */
const adapted = [
  { n_kv_head: 2 },
  { attention: 'simple' },
  { ...presetOf('encoder_decoder'), ...LIGHT },
].map((config, n) => ({
  name: `lora ${n}`,
  config: { ...BASE, learning_rate: 0.05, ...config, lora_rank: 3 },
}));

/** Of a model that has been trained a little. @param {Case} of @param {string} folder */
async function filesOf({ name, config }, folder) {
  const text = config.task === 'pairs' ? 'what is it\tgood\nit is what\tgood\n' : TEXT;
  return withSession({ text, config, mode: 'main' }, async (session) => {
    await session.run({ until: 3 });
    const line = session.info.examples[0] ?? TEXT.slice(40, 55);
    const measured = await measuredLine(session, line);
    const weights = join(folder, `${name.replace(/\W+/g, '_')}.safetensors`);
    writeFileSync(weights, await session.save());
    const program = pytorchFile(session.info.config, measured, session.steps, weights);
    return { program, weights, loss: measured.loss };
  });
}

/** All in one process: loading PyTorch takes longer than running a model. */
const RUN_ALL = `
import contextlib, io, json, sys
found = {}
for path in sys.argv[1:]:
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        sys.argv = [path]
        exec(compile(open(path).read(), path, "exec"), {})
    found[path] = said.getvalue()
print(json.dumps(found))
`;

test('every preset and every part in PyTorch', { skip: NO_TORCH }, async () => {
  const folder = newFolder();
  /** @type {Map<string, { name: string, loss: number }>} */
  const programs = new Map();
  for (const one of [...presets, ...variants, ...adapted]) {
    const { program, weights, loss } = await filesOf(one, folder);
    const path = weights.replace(/safetensors$/, 'py');
    writeFileSync(path, program);
    programs.set(path, { name: one.name, loss });
  }
  const found = runPython(RUN_ALL, [...programs.keys()]);
  for (const [path, { name, loss }] of programs) {
    const [, own, told] = found[path].match(/^loss (\S+) nats; .* (\S+)$/m) ?? [];
    assert.ok(Math.abs(own - loss) < 1e-5, `${name}: ${own}, engine ${loss}`);
    assert.equal(told, loss.toFixed(6), name);
  }
});

test('a setting that changes the model changes the program', () => {
  const standard = configOf(BASE);
  const line = { text: '', tokens: [1], source: [], targets: [2], loss: 1 };
  const before = pytorchFile(standard, line, 0, 'a');
  for (const { name, config } of variants) {
    if (IN_WEIGHTS.test(name)) continue;
    const after = pytorchFile(configOf(config), line, 0, 'a');
    const isSame = Object.entries(config).every(
      ([key, value]) => /** @type {any} */ (standard)[key] === value,
    );
    assert.equal(after === before, isSame, name);
  }
});

test('the program of an ordinary decoder is short', () => {
  const line = { text: 'a\nb', tokens: [1], source: [], targets: [2], loss: 1 };
  const program = pytorchFile(configOf(BASE), line, 0, 'a');
  assert.ok(program.split('\n').length < 100);
  assert.match(program, /^# a·b$/m);
});
