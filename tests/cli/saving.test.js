// SPDX-License-Identifier: MIT
// What a training run leaves behind: when it is ended, when its output has no reader, when
// its file cannot be written.

import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import {
  PROGRAM,
  ROOT,
  SMALL,
  TEXT,
  at,
  file,
  hash,
  json,
  ok,
  run,
  train,
} from './program.js';

const LONG = ['train', '--text', TEXT, ...SMALL, '--set', 'max_steps=1000000'];

/** A run that goes on until it is ended; resolves after its first lines of output.
 * @param {string[]} more @param {string} [before] shell commands */
async function start(more, before = '') {
  const command = `${before} exec "$0" "$@"`;
  const child = spawn('sh', ['-c', command, PROGRAM, ...LONG, '--json', ...more]);
  const ended = new Promise((done) =>
    child.on('close', (code, signal) => done(code ?? signal)),
  );
  let stderr = '';
  child.stderr.on('data', (/** @type {Buffer} */ chunk) => (stderr += chunk));
  await new Promise((done) => child.stdout.once('data', done));
  child.stdout.resume();
  return { child, ended, said: () => stderr };
}

/** Options of a run that saves an adapter alone, of a model that is made for it.
 * @param {string} adapter */
function adapterTo(adapter) {
  const base = train('base.safetensors', ['--steps', '0']);
  return ['--model', base, '--lora', '2', '--adapter', adapter];
}

/** @param {() => boolean} condition */
async function until(condition) {
  while (!condition()) await new Promise((done) => setTimeout(done, 10));
}

const stepOf = (/** @type {string} */ path) => json(['info', '--model', path]).step;

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  test(`train: ${signal} stops after a step and saves`, async () => {
    const out = at(`${signal}.safetensors`);
    const { child, ended } = await start(['--out', out]);
    child.kill(signal);
    assert.equal(await ended, 0);
    assert.ok(stepOf(out) > 0);
  });
}

test('train: under nohup a closed terminal does not stop it', async () => {
  const out = at('nohup.safetensors');
  const { child, ended } = await start(['--out', out, '--steps', '60'], 'trap "" HUP;');
  child.kill('SIGHUP');
  assert.equal(await ended, 0);
  assert.equal(stepOf(out), 60);
});

test('train: a reader that leaves does not end the run; the lost output is said', async () => {
  const out = at('unread.safetensors');
  const { child, ended, said } = await start(['--out', out, '--steps', '400']);
  child.stdout.destroy();
  assert.equal(await ended, 1);
  assert.match(said(), /The output could not be written/);
  assert.equal(stepOf(out), 400);
});

/** Commands that do not end by themselves, and that save nothing. */
const UNSAVED = {
  train: () => [...LONG, '--json'],
  sample: () => {
    const model = train('sampled.safetensors', ['--steps', '0']);
    return ['sample', '--model', model, '--tokens', '1000000000'];
  },
  sweep: () => {
    const settings = { n_layer: 1, n_head: 1, n_embd: 4, block_size: 8, batch_size: 2 };
    const values = [3, 4, 5, 100_000_000];
    const experiment = {
      ...{ glassformer: 'experiment', version: 1, id: 'x', title: 'X', question: '?' },
      ...{ settings, vary: { label: 'x', setting: 'max_steps', values }, seeds: [1] },
    };
    return ['sweep', file('unread.json', JSON.stringify(experiment)), '--text', TEXT];
  },
};

for (const [name, args] of Object.entries(UNSAVED))
  test(`${name}: what is not saved stops when nobody reads it`, async () => {
    const limit = /** @type {const} */ ({ timeout: 15_000, killSignal: 'SIGKILL' });
    // It begins when nobody reads any more.
    const begin = ['-c', 'read line; exec "$0" "$@"', PROGRAM, ...args()];
    const child = spawn('sh', begin, limit);
    child.stdout.destroy();
    await once(child.stdout, 'close');
    child.stdin.end('\n');
    let said = '';
    child.stderr.on('data', (/** @type {Buffer} */ chunk) => (said += chunk));
    assert.equal(await new Promise((done) => child.on('close', done)), 1);
    assert.match(said, /The output could not be written/);
  });

test('train: --save-every saves on the way, and a killed run goes on from there', async () => {
  const out = at('between.safetensors');
  const { child, ended } = await start(['--out', out, '--save-every', '0.0005']);
  await until(() => existsSync(out));
  child.kill('SIGKILL');
  assert.equal(await ended, 'SIGKILL');
  const step = stepOf(out);
  assert.ok(step > 0);
  const straight = at('straight.safetensors');
  ok([...LONG, '--steps', String(step + 2), '--out', straight]);
  ok(['train', '--text', TEXT, '--resume', out, '--steps', '2', '--out', out]);
  assert.equal(hash(out), hash(straight));
  const never = at('never.safetensors');
  const other = await start(['--out', never, '--save-every', '0']);
  other.child.kill('SIGKILL');
  await other.ended;
  assert.equal(existsSync(never), false);
});

test('train: --save-every saves an adapter that is all the run saves', async () => {
  const adapter = at('adapter-between.safetensors');
  const more = [...adapterTo(adapter), '--save-every', '0.0005'];
  const { child, ended } = await start(more);
  await until(() => existsSync(adapter));
  child.kill('SIGKILL');
  assert.equal(await ended, 'SIGKILL');
  ok(['info', '--model', at('base.safetensors'), '--adapter', adapter]);
});

test('train: a model that diverges is saved as it was before that step', () => {
  const out = at('diverged.safetensors');
  const wild = ['warmup_steps=0', 'grad_clip=0', 'schedule=constant', 'init_std=1']
    .concat(['norm_place=none', 'learning_rate=10'])
    .flatMap((setting) => ['--set', setting]);
  const { code, text, stderr } = run([...LONG, ...wild, '--out', out]);
  assert.equal(code, 1);
  assert.match(stderr, /diverged/);
  assert.match(text, /^Saved to .*diverged\.safetensors$/m);
  const [, before] = stderr.match(/step (\d+)/) ?? [];
  assert.equal(stepOf(out), Number(before));
});

test('train: a model that cannot be saved is kept until it can, or until Ctrl-C', async () => {
  const out = at('gone/model.safetensors');
  for (const comesBack of [true, false]) {
    mkdirSync(dirname(out));
    const more = ['--out', out, '--steps', '150', '--save-every', '0.0001'];
    const { child, ended, said } = await start(more);
    // Away at once: what is removed bit by bit gets new files from the run meanwhile.
    renameSync(dirname(out), at('away'));
    rmSync(at('away'), { recursive: true, force: true });
    await until(() => /Trying for ten minutes/.test(said()));
    assert.match(said(), /Cannot write .*No such file/);
    if (comesBack) mkdirSync(dirname(out));
    else child.kill('SIGINT');
    assert.equal(await ended, comesBack ? 0 : 1);
    if (comesBack) assert.equal(stepOf(out), 150);
    rmSync(dirname(out), { recursive: true, force: true });
  }
});

// ---- the file ------------------------------------------------------------------------

const ONE_STEP = ['train', '--text', TEXT, ...SMALL, '--steps', '1'];

test('files: a pipe is opened once, when the model is written', () => {
  const pipe = at('pipe');
  execFileSync('mkfifo', [pipe]);
  // The reader gets all of it, though the first opening and closing would end it.
  const command = `cat "$0" > "$0.read" & "$@" --out "$0"; wait`;
  const limit = { timeout: 60_000 };
  execFileSync('sh', ['-c', command, pipe, PROGRAM, ...ONE_STEP], limit);
  ok([...ONE_STEP, '--out', at('file')]);
  assert.equal(hash(`${pipe}.read`), hash(at('file')));
  // One without a name, as of a shell's >(command).
  const unnamed = `"$@" --out /dev/fd/3 3>&1 >/dev/null | cat > "$0"`;
  execFileSync('sh', ['-c', unnamed, at('unnamed'), PROGRAM, ...ONE_STEP], limit);
  assert.equal(hash(at('unnamed')), hash(at('file')));
  // A mistake is found at the start, though nobody reads.
  assert.equal(run([...ONE_STEP, '--set', 'n_head=7', '--out', pipe]).code, 1);
});

test('files: a file of another process of the same number is left alone', () => {
  const out = at('number.safetensors');
  const command = 'echo mine > "$0.$$.part"; exec "$@" --out "$0"';
  execFileSync('sh', ['-c', command, out, PROGRAM, ...ONE_STEP]);
  // Programs that were killed above may have left others.
  const parts = readdirSync(dirname(out)).filter((name) =>
    /^number.*\.part$/.test(name),
  );
  assert.equal(parts.length, 1);
  assert.equal(readFileSync(at(parts[0]), 'utf8'), 'mine\n');
  rmSync(at(parts[0]));
});

test('files: a file larger than the system allows is an error, and leaves no part', () => {
  const model = train('allowed.safetensors', ['--steps', '0']);
  const batch = JSON.stringify({ tokens: [[1, 2, 3]], targets: [[2, 3, 4]] });
  const out = at('too-large.safetensors');
  const args = ['forward', '--model', model, '--batch', '-', '--out', out];
  const limited = ['-c', 'ulimit -f 8; exec "$0" "$@"', PROGRAM, ...args];
  const { status, stderr } = spawnSync('sh', limited, {
    input: batch,
    encoding: 'utf8',
  });
  assert.equal(status, 1, stderr);
  assert.match(stderr, /^glassformer: Cannot write .*: File too large\.\n$/);
  assert.deepEqual(
    readdirSync(dirname(out)).filter((name) => name.startsWith('too-large')),
    [],
  );
});

test('files: links to a file that is not there yet stay, and it is made', () => {
  const [link, next, last] = ['link', 'linked/next', 'linked/last'].map(at);
  mkdirSync(dirname(next));
  symlinkSync('linked/next', link);
  symlinkSync(last, next);
  ok([...ONE_STEP, '--out', link]);
  assert.ok([link, next].every((path) => lstatSync(path).isSymbolicLink()));
  assert.ok(lstatSync(last).isFile());
  assert.equal(stepOf(last), 1);
});

test('files: a new file has the usual mode, a replaced one keeps its own', () => {
  const out = at('mode.safetensors');
  const made = () => {
    execFileSync('sh', [
      '-c',
      'umask 027; "$@"',
      '-',
      PROGRAM,
      ...ONE_STEP,
      '--out',
      out,
    ]);
    return statSync(out).mode & 0o777;
  };
  assert.equal(made(), 0o640);
  chmodSync(out, 0o664);
  assert.equal(made(), 0o664);
});

const isLinux = process.platform === 'linux';
test(
  'files: file and folder are synced; a close that fails is told with its reason',
  { skip: !isLinux && 'libc is replaced by LD_PRELOAD' },
  () => {
    const library = at('libc.so');
    const source = join(ROOT, 'tests/cli/libc.c');
    execFileSync('cc', ['-shared', '-fPIC', '-o', library, source]);
    const out = at('synced.safetensors');
    const adapter = at('synced-adapter.safetensors');
    for (const more of [['--out', out], adapterTo(adapter)]) {
      const { status, stderr } = spawnSync(PROGRAM, [...ONE_STEP, ...more], {
        env: { ...process.env, LD_PRELOAD: library },
        encoding: 'utf8',
        timeout: 60_000,
      });
      assert.equal(status, 0, stderr);
      assert.match(
        stderr,
        /^synced file\n.*Disk quota exceeded\.\n.*Trying.*\nsynced file\nsynced folder\n$/,
      );
    }
    assert.equal(stepOf(out), 1);
    assert.ok(existsSync(adapter));
  },
);
