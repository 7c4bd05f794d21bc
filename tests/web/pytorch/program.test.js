// SPDX-License-Identifier: MIT
// glassformer export --pytorch: what it writes goes on training where the engine stopped.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { TEXT, newEngine } from '../../wasm/support.js';
import { NO_TORCH, python } from './python.js';
import { command } from '../support/command.js';
import { newFolder } from '../support/session.js';

const engine = await newEngine();
const folder = newFolder();
const path = (/** @type {string} */ name) => join(folder, name);
writeFileSync(path('text.txt'), TEXT);

const STEPS = 6;
/** No size is a multiple of the number of processes. */
const MODEL = {
  ...{ n_layer: 2, n_head: 3, n_embd: 24, block_size: 13, batch_size: 7 },
  ...{ eval_windows: 5, learning_rate: 0.01, max_steps: 20, warmup_steps: 2 },
};
/** @type {Record<string, Record<string, unknown>>} */
const RECIPES = {
  adamw: { beta2: 0.95 },
  modern: {
    ...{ optimizer: 'muon', schedule: 'wsd', norm: 'rms', positions: 'rotary' },
    ...{ qk_norm: true, activation: 'relu2', tied_head: false, zero_init: true },
  },
};

/** @param {string[]} args */
const exported = (...args) => command(['export', ...args]);

/** A trained model's file, and what the engine finds when it goes on.
 * @param {string} name @param {Record<string, unknown>} recipe */
function trained(name, recipe) {
  const session = engine.newSession(TEXT, { ...MODEL, ...recipe });
  for (let n = 0; n < 3; n++) session.step();
  const file = path(`${name}.safetensors`);
  writeFileSync(file, session.save());
  const before = session.evaluate('val', MODEL.eval_windows).loss;
  const losses = Array.from({ length: STEPS }, () => session.step().loss);
  const end = session.evaluate('val', MODEL.eval_windows).loss;
  session.free();
  return { file, before, losses, end };
}

/** As torchrun starts them. @param {string} program @param {number} n processes
 * @returns {Promise<string>} what the first one prints */
async function inProcesses(program, n) {
  const env = {
    MASTER_ADDR: '127.0.0.1',
    MASTER_PORT: String(20000 + (process.pid % 20000)),
  };
  const outputs = Array.from({ length: n }, async (_, rank) => {
    const args = [program, '--steps', `${STEPS}`, '--out', path('back.safetensors')];
    const child = spawn(String(python), args, {
      env: {
        ...process.env,
        ...env,
        OMP_NUM_THREADS: '1',
        RANK: `${rank}`,
        WORLD_SIZE: `${n}`,
      },
    });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk) => (out += chunk));
    child.stderr.on('data', (chunk) => (err += chunk));
    const code = await new Promise((end) => child.on('close', end));
    assert.equal(code, 0, err);
    return out;
  });
  return (await Promise.all(outputs))[0];
}

for (const [name, recipe] of Object.entries(RECIPES))
  test(`${name}: two processes go on with the engine's steps, and back`, async (t) => {
    const { file, before, losses, end } = trained(name, recipe);
    const { code, err } = await exported(
      ...['--pytorch', path(name), '--text', path('text.txt'), file],
    );
    assert.equal(code, 0, err);
    assert.ok(readFileSync(join(path(name), 'tokenizer.json')).length > 0);
    if (NO_TORCH) return t.skip(NO_TORCH);
    const out = await inProcesses(join(path(name), 'train.py'), 2);
    const found = [...out.matchAll(/loss ([\d.]+)$/gm)].map(([, loss]) => Number(loss));
    const expected = [before, ...losses.slice(0, 5), end];
    assert.equal(found.length, expected.length, out);
    // Sums in another order: the first within 1e-5, later ones differ by a little more.
    assert.ok(Math.abs(found[0] - expected[0]) < 1e-5, `${found[0]}, ${expected[0]}`);
    assert.ok(Math.abs(found[1] - expected[1]) < 1e-5, `${found[1]}, ${expected[1]}`);
    expected.forEach((loss, n) =>
      assert.ok(Math.abs(found[n] - loss) < 1e-4, `${n}: ${found[n]}, ${loss}`),
    );
    assert.ok(found[6] < found[0] - 0.05, 'it falls');
    const back = engine.openSession(readFileSync(path('back.safetensors')), TEXT);
    assert.equal(back.info().step, 3 + STEPS);
    const again = back.evaluate('val', MODEL.eval_windows).loss;
    assert.ok(Math.abs(again - found[6]) < 1e-5, `${again}, ${found[6]}`);
    back.free();
  });

test('the text is written token by token, whatever the size of the vocabulary', async () => {
  // One word a line break, more than 16 bits can number.
  const words = Array.from({ length: 66_000 }, (_, n) => `w${n}`);
  const vocabularies = { few: TEXT, many: `${words.join('\n')}\n${words.join('\n')}` };
  for (const [name, text] of Object.entries(vocabularies)) {
    const shape = { n_layer: 1, n_head: 1, n_embd: 4, block_size: 8, batch_size: 1 };
    const session = engine.newSession(text, { ...shape, tokenizer: 'words' });
    const file = path(`${name}.safetensors`);
    writeFileSync(file, session.save());
    writeFileSync(path(`${name}.txt`), text);
    const to = ['--pytorch', path(name), '--text', path(`${name}.txt`), file];
    assert.equal((await exported(...to)).code, 0);
    const ids = new Map(session.info().vocabulary.map((word, id) => [word, id]));
    const [train, val] = ['train.bin', 'val.bin'].map((part) => {
      const { buffer } = new Uint8Array(readFileSync(join(path(name), part)));
      return new Int32Array(buffer);
    });
    assert.ok(
      Buffer.from(train.buffer).equals(Buffer.from(session.corpus('train').buffer)),
    );
    assert.ok(
      Buffer.from(val.buffer).equals(Buffer.from(session.corpus('val').buffer)),
    );
    if (name === 'many') assert.equal(train[2 * 65_900], ids.get('w65900'));
    const program = readFileSync(join(path(name), 'train.py'), 'utf8');
    assert.match(program, /frombuffer\(data, dtype=torch\.int32\)/);
    session.free();
  }
});

test('one process or several, and what a program needs, are in its text', async () => {
  const { file } = trained('text', { attn_pdrop: 0.1 });
  const to = path('text');
  await exported('--pytorch', to, '--text', path('text.txt'), file);
  const model = readFileSync(join(to, 'model.py'), 'utf8');
  const program = readFileSync(join(to, 'train.py'), 'utf8');
  assert.match(model, /F\.dropout\(.*0\.1, training\)/);
  assert.match(program, /torchrun --nproc_per_node 2 train\.py/);
  assert.match(program, /DistributedDataParallel/);
  const refused = program.search(/isfinite\(\)\.all\(\):\n\s+raise SystemExit/);
  assert.ok(refused > 0 && refused < program.indexOf('open(path, "wb")'));
  assert.ok(program.split('\n').length < 220);
});

test('a file of the reader’s is not written over', async () => {
  const { file } = trained('kept', {});
  const [to, text] = [path('kept'), path('text.txt')];
  const write = () => exported('--pytorch', to, '--text', text, file);
  assert.equal((await write()).code, 0);
  assert.equal((await write()).code, 0, 'the same again');
  const edited = join(to, 'train.py');
  writeFileSync(edited, '# my own\n');
  const refused = await write();
  assert.equal(refused.code, 2);
  assert.match(refused.err, /train\.py would be overwritten: name another folder\.\n$/);
  assert.equal(readFileSync(edited, 'utf8'), '# my own\n');
  const before = readFileSync(file);
  mkdirSync(path('beside'));
  const model = join(path('beside'), 'model.safetensors');
  writeFileSync(model, before);
  const beside = await exported('--hugging-face', path('beside'), model);
  assert.match(beside.err, /model\.safetensors would be overwritten/);
  assert.deepEqual(readFileSync(model), before);
  assert.ok(!existsSync(join(path('beside'), 'config.json')));
  const inFile = await exported('--hugging-face', file, file);
  assert.match(
    inFile.err,
    /^glassformer: This is no folder: [^\n]*kept\.safetensors\.\n$/,
  );
});

test('what cannot be written is said in one sentence', async () => {
  const { file } = trained('none', {});
  assert.deepEqual(await exported('--pytorch', path('none'), file), {
    ...{ code: 2, out: '' },
    err: 'glassformer: --text FILE is needed: what to train on.\n',
  });
  const pairs = engine.newSession('', {
    arch: 'encoder',
    task: 'names',
    tied_head: false,
  });
  writeFileSync(path('pairs.safetensors'), pairs.save());
  pairs.free();
  const { code, err } = await exported(
    '--pytorch',
    path('none'),
    path('pairs.safetensors'),
  );
  assert.equal(code, 1);
  assert.match(err, /^glassformer: export --pytorch trains models of a text; .*\.\n$/);
});
