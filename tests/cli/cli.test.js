// SPDX-License-Identifier: MIT
// The native program on small texts.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readSafetensors } from '../../web/pretrained/safetensors.js';
import {
  FABLES,
  PROGRAM,
  ROOT,
  SMALL,
  TEXT,
  at,
  fails,
  file,
  hash,
  json,
  ok,
  train,
} from './program.js';

const model = train('model.safetensors');

/**
 * @typedef {{ dtype: string, shape: number[], data: Float32Array }} Tensor
 * @param {Uint8Array} bytes of a safetensors file
 * @returns {Record<string, Tensor>}
 */
function tensorsOf(bytes) {
  const { tensors } = readSafetensors(bytes);
  return Object.fromEntries(
    [...tensors].map(([name, { dtype, shape, data }]) => [
      name,
      { dtype, shape, data: new Float32Array(new Uint8Array(data).buffer) },
    ]),
  );
}

// ---- usage ---------------------------------------------------------------------------

test('program: help and --version', () => {
  assert.match(ok(['--version']).text, /^glassformer \d+\.\d+\.\d+\n$/);
  const overview = ok(['help']).text;
  for (const name of 'train eval sample forward presets info'.split(' ')) {
    assert.match(overview, new RegExp(`glassformer ${name} `), name);
    assert.equal(ok(['help', name]).text, ok([name, '--help']).text);
    assert.match(ok(['help', name]).text, /--json/, name);
  }
  assert.match(ok(['help', 'settings']).text, /n_embd +128 \(1 to /);
});

test('program: a bad command line exits 2 and names the mistake', () => {
  fails([], 2, /command is missing.*glassformer help\./);
  fails(['trian'], 2, /no command "trian"/);
  fails(['help', 'trian'], 2, /no command "trian"/);
  /** @type {[string, RegExp][]} */
  const mistakes = [
    ['train --txt a', /no option --txt; see glassformer help train\.\n$/],
    ['train a.txt', /"a\.txt" is not an option/],
    ['train', /train needs --text FILE/],
    [`train --resume ${model} --steps 1`, /train needs --text FILE/],
    [`eval --model ${model}`, /eval needs --text FILE/],
    ['train --text', /--text needs a value/],
    ['train --text --json', /--text needs a value/],
    [`train --text ${TEXT} --steps ten`, /--steps must be a whole number/],
    [`train --text ${TEXT} --steps 1.5`, /--steps must be a whole number/],
    [`train --text ${TEXT} --threads 9`, /--threads .* from 1 to 8/],
    [`train --text ${TEXT} --json=yes`, /--json takes no value/],
    [`train --text ${TEXT} --preset nono`, /no preset "nono"/],
    [`train --text ${TEXT} --set n_layer`, /key=value/],
    [`train --text ${TEXT} --preset tiny --config x`, /exclude/],
    [`train --text ${TEXT} --resume ${model} --preset tiny`, /--resume/],
    [
      `train --text ${TEXT} --resume ${model} --lora 2 --out x --adapter x`,
      /overwrite "x"/,
    ],
    [`eval --model ${model} --text ${TEXT} --split tset`, /"tset"/],
    [`sample --model ${model} --temperature -1`, /--temperature .* from 0/],
    [`sample --model ${model} --seed -1`, /--seed .* from 0 to 9007199254740991,/],
    [`sample --model ${model} --top-p 1.1`, /--top-p .* from 0 to 1/],
  ];
  for (const [line, sentence] of mistakes) fails(line.split(' '), 2, sentence);
});

// ---- training ------------------------------------------------------------------------

test('train: --json prints one object per step, and the loss falls', () => {
  const lines = ok(['train', '--text', TEXT, ...SMALL, '--json'])
    .text.trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.equal(lines.length, 40);
  for (const [i, line] of lines.entries()) {
    assert.equal(line.step, i + 1);
    assert.equal('val_loss' in line, line.step % 8 === 0);
    for (const key of ['loss', 'learning_rate', 'grad_norm', 'tokens_per_second']) {
      assert.ok(Number.isFinite(line[key]) && line[key] > 0, `${key} ${line[key]}`);
    }
  }
  assert.ok(lines[39].val_loss < lines[7].val_loss);
  // By the mean time of a step: none is left at the end, and the time gone never falls.
  assert.equal(lines[39].eta_seconds, 0);
  const gone = lines
    .slice(0, -1)
    .map(({ eta_seconds: left }, i) => (left * (i + 1)) / (39 - i));
  assert.ok(
    gone.every((seconds, i) => seconds > (i > 0 ? gone[i - 1] : 0)),
    String(gone),
  );
  // Untrained, every character is about equally likely.
  const { vocabulary } = json(['info', '--model', model]);
  const [said] = ok(['info', '--model', model]).text.match(/^vocabulary of .*$/m) ?? [];
  const all = JSON.stringify(vocabulary);
  assert.equal(
    said,
    `vocabulary of ${vocabulary.length}: ${all}`,
    'nothing is left out',
  );
  assert.ok(Math.abs(lines[0].loss - Math.log(vocabulary.length)) < 0.1);
});

test('train: without a terminal there is no progress line, only lines that stay', () => {
  const { text, stderr } = ok(['train', '--text', TEXT, ...SMALL]);
  assert.equal(stderr, '');
  assert.equal(text.match(/^step +\d+ .*validation loss \d.* tokens\/s$/gm)?.length, 5);
  assert.match(text, /^Done at step 40 /m);
});

test('train: it ends with a held-out loss, also at a step between two measurements', () => {
  const { text } = ok(['train', '--text', TEXT, ...SMALL, '--steps', '13']);
  const measured = /^step +(\d+) .*validation loss ([\d.]+)/gm;
  const [, last] = [...text.matchAll(measured)].map(([, step, loss]) => [step, loss]);
  assert.equal(last[0], '13');
  assert.ok(
    text.includes(`Done at step 13 `) && text.includes(`validation loss ${last[1]}\n`),
  );
});

test('train: without a step there is no loss', () => {
  const { text } = ok(['train', '--text', TEXT, ...SMALL, '--steps', '0']);
  assert.match(text, /^Done at step 0 after \S+: [\d,]+ parameters\n$/);
});

test('train: N steps, saving and N more with --resume give the bytes of 2N steps', () => {
  const half = train('half.safetensors', ['--steps', '20']);
  ok(['train', '--text', TEXT, '--resume', half, '--steps', '20', '--out', half]);
  assert.equal(hash(half), hash(model));
  // Without --steps it continues to max_steps; after that there is nothing left to do.
  const third = train('third.safetensors', ['--steps', '13']);
  ok(['train', '--text', TEXT, '--resume', third, '--out', third]);
  assert.equal(hash(third), hash(model));
  fails(['train', '--text', TEXT, '--resume', third], 1, /finished its 40 steps/);
});

test('train: a text has the line ends that it has in the page, whatever the file has', () => {
  const lines = 'a cat\nsat on\n\na mat\n'.repeat(40);
  const hashes = ['\n', '\r\n', '\r'].map((end, n) => {
    const text = file(`lines${n}.txt`, lines.replaceAll('\n', end));
    const out = at('lines.safetensors');
    ok(['train', '--text', text, ...SMALL, '--steps', '2', '--out', out]);
    return hash(out);
  });
  assert.deepEqual(new Set(hashes).size, 1);
});

test('train: any number of threads gives the same bytes', () => {
  for (const n of ['2', '3', '5', '8']) {
    assert.equal(hash(train('threads.safetensors', ['--threads', n])), hash(model), n);
  }
  // With one sequence per step there is nothing to share.
  const one = ['--set', 'batch_size=1', '--steps', '5'];
  const alone = hash(train('one.safetensors', one));
  assert.equal(hash(train('one.safetensors', [...one, '--threads', '4'])), alone);
});

test('train: the seed changes the model; --config and --set change the settings', () => {
  const other = train('other.safetensors', ['--seed', '2', '--steps', '1']);
  const { config, step } = json(['info', '--model', other]);
  assert.equal(step, 1);
  assert.equal(config.seed, 2);
  assert.equal(config.n_embd, 30);
  assert.notEqual(hash(other), hash(train('first.safetensors', ['--steps', '1'])));

  const settings = file('settings.json', '{"n_embd": 24, "n_head": 2, "bias": false}');
  const set = '--set n_head=3 --set activation=relu --steps 0'.split(' ');
  ok(['train', '--text', TEXT, '--config', settings, ...set, '--out', other]);
  const made = json(['info', '--model', other]).config;
  assert.deepEqual(
    [made.n_embd, made.n_head, made.bias_mlp, made.activation],
    [24, 3, false, 'relu'],
  );
});

test('train: every preset creates a model', () => {
  for (const { name, title, about, text, config } of json(['presets'])) {
    assert.ok(title && about, name);
    const out = at(`${name}.safetensors`);
    // A generated task needs no text, and some presets bring their own.
    const needsText = text !== 'none' && text !== 'own';
    const fables = needsText ? ['--text', join(ROOT, 'web/texts/fables.txt')] : [];
    ok(['train', '--preset', name, '--steps', '0', '--out', out, ...fables]);
    const made = json(['info', '--model', out]).config;
    for (const [key, value] of Object.entries(config)) {
      if (key in made) assert.deepEqual(made[key], value, `${name}: ${key}`);
    }
    rmSync(out);
  }
});

test('train: a generated task needs no text to train, resume or evaluate', () => {
  const out = at('task.safetensors');
  const args = '--preset addition --set task_lines=500 --set max_steps=8'.split(' ');
  ok(['train', ...args, '--out', out]);
  const whole = hash(out);
  ok(['train', ...args, '--steps', '4', '--out', out]);
  ok(['train', '--resume', out, '--steps', '4', '--out', out]);
  assert.equal(hash(out), whole);
  const { loss, accuracy, exact_match: exact } = json(['eval', '--model', out]);
  assert.ok(loss > 0 && accuracy >= 0 && accuracy <= 1 && exact <= accuracy);
});

test('train: modular holds out a share of all sums, whatever the modulus', () => {
  const out = at('modular.safetensors');
  const settings = { task_modulus: 11, val_fraction: 0.6, block_size: 5, max_steps: 3 };
  const set = Object.entries(settings).flatMap(([key, value]) => [
    '--set',
    `${key}=${value}`,
  ]);
  ok(['train', ...SMALL, '--set', 'task=modular', ...set, '--out', out]);
  const { config } = json(['info', '--model', out]);
  for (const [key, value] of Object.entries(settings)) assert.equal(config[key], value);
  // The numbers, the sign, and the three tokens of pairs.
  assert.equal(config.vocab_size, 11 + 4);
  const { exact_match: exact } = json(['eval', '--model', out]);
  assert.ok(exact >= 0 && exact <= 1);
  const wrong = ['--set', 'task=modular', '--set', 'task_modulus=1'];
  fails(['train', ...SMALL, ...wrong], 1, /task_modulus/);
});

test('train: Ctrl-C stops after a step and saves; --resume continues', async () => {
  const out = at('stopped.safetensors');
  const args = ['train', '--text', TEXT, ...SMALL, '--set', 'max_steps=100000'];
  const child = spawn(PROGRAM, [...args, '--out', out, '--json']);
  let text = '';
  let interrupted = false;
  child.stdout.on('data', (/** @type {Buffer} */ chunk) => {
    text += chunk;
    // Once: a second one ends the program without saving.
    if (!interrupted && text.split('\n').length > 10) child.kill('SIGINT');
    interrupted ||= text.split('\n').length > 10;
  });
  const code = await new Promise((done) => child.on('close', done));
  assert.equal(code, 0);
  const { step } = JSON.parse(text.trim().split('\n').at(-1) ?? '');
  assert.equal(json(['info', '--model', out]).step, step);
  const straight = at('straight.safetensors');
  ok([...args, '--steps', String(step + 3), '--out', straight]);
  ok(['train', '--text', TEXT, '--resume', out, '--steps', '3', '--out', out]);
  assert.equal(hash(out), hash(straight));
});

test('files: standard input and output carry the same bytes', () => {
  const args = ['train', '--text', '-', ...SMALL, '--out', '-'];
  const bytes = readFileSync(model);
  const result = ok(args, { input: readFileSync(TEXT) });
  assert.deepEqual(result.stdout, bytes);
  // Messages then go to the other stream, and --json is refused.
  assert.match(result.stderr, /^step +8 .*\n[^]*^Done at step 40 /m);
  fails([...args, '--json'], 2, /--json and --out - /);
  assert.deepEqual(json(['info', '--model', '-'], { input: bytes }).step, 40);
  fails(
    ['eval', '--model', '-', '--text', '-'],
    1,
    /Only one file can come from standard input/,
    { input: bytes },
  );
});

// ---- eval and sample ----------------------------------------------------------------

test('sample: the same seed writes the same text, another seed another text', () => {
  const sample = (/** @type {string[]} */ ...more) =>
    json(['sample', '--model', model, '--chars', '80', ...more]).text;
  assert.equal([...sample()].length, 80);
  assert.equal(sample('--seed', '5'), sample('--seed', '5'));
  assert.notEqual(sample('--seed', '5'), sample('--seed', '6'));
  assert.equal(sample('--greedy', '--seed', '1'), sample('--greedy', '--seed', '2'));
  assert.equal(sample('--greedy'), sample('--temperature', '0'));
  assert.equal(sample('--greedy'), sample('--top-k', '1'));
  assert.equal(sample('--greedy'), sample('--top-p', '0.000001'));
  assert.equal(sample('--greedy'), sample('--temperature', '0.0001'));
  assert.equal(sample('--greedy'), sample('--min-p', '1'));
  assert.notEqual(sample('--greedy'), sample('--greedy', '--repetition-penalty', '5'));
  // Plain output begins with the prompt; JSON has prompt and text separately.
  const { prompt, text } = json(['sample', '--model', model, '--prompt', 'The fox']);
  assert.equal(prompt, 'The fox');
  assert.equal(
    ok(['sample', '--model', model, '--prompt', 'The fox']).text,
    `The fox${text}\n`,
  );
});

test('eval: every split, in nats and bits', () => {
  const evaluate = (/** @type {string} */ split) =>
    json(['eval', '--model', model, '--text', TEXT, '--split', split]);
  const [part, held, all] = ['train', 'val', 'all'].map(evaluate);
  for (const { loss, bits_per_char: bits } of [part, held, all]) {
    assert.ok(Math.abs(loss - bits * Math.LN2) < 1e-9);
  }
  assert.ok(part.loss < held.loss);
  // The loss of all is the mean of the splits, up to overlapping windows.
  const mean = 0.9 * part.loss + 0.1 * held.loss;
  assert.ok(Math.abs(all.loss - mean) < 0.01, `${all.loss} ${mean}`);
  assert.ok(part.tokens >= 7199 && part.tokens < 7220, part.tokens);
  assert.ok(all.tokens >= 7999 && all.tokens < 8020, all.tokens);
  assert.equal(json(['eval', '--model', model, '--text', TEXT]).loss, held.loss);
});

test('eval: a text too short to be measured as a whole is told without a share of it', () => {
  const short = file('short.txt', FABLES.slice(0, 12));
  const args = ['eval', '--model', model, '--text', short, '--split', 'all'];
  fails(args, 1, /too short for --split all, which needs two windows/);
});

test('help: the largest seed has all its digits', () => {
  assert.match(ok(['help', 'settings']).text, /1337 \(0 to 9007199254740991\)/);
});

test('eval: without validation pairs all pairs are measured', () => {
  const out = at('statquest.safetensors');
  ok(['train', '--preset', 'statquest', '--out', out]);
  const questions = ['what is statquest', 'statquest is what'];
  const text = file(
    'questions.txt',
    questions.map((words) => `${words} <EOS>\tawesome\n`).join(''),
  );
  const evaluate = (/** @type {string[]} */ ...args) =>
    json(['eval', '--model', out, '--text', text, ...args]);
  const held = evaluate();
  // Of each pair: two words of the question, <EOS>, the answer and <EOS>.
  assert.equal(held.tokens, 10);
  assert.ok(held.loss > 0 && held.accuracy > 0.5, JSON.stringify(held));
  assert.equal(held.bits_per_char, null); // its tokens are words
  assert.match(ok(['eval', '--model', out, '--text', text]).text, /bits per token/);
  assert.deepEqual(held, evaluate('--split', 'train'));
  assert.deepEqual(held, evaluate('--split', 'all'));
});

test('eval: bits are per character even if tokens are longer', () => {
  const words = at('words.safetensors');
  const text = file('words.txt', 'one two three four five six '.repeat(100));
  const settings = [...SMALL, '--set', 'tokenizer=words', '--steps', '2'];
  ok(['train', '--text', text, ...settings, '--out', words]);
  const evaluated = json(['eval', '--model', words, '--text', text]);
  const { loss, bits_per_char: bits } = evaluated;
  // Six words, and the spaces between them, make 28 characters.
  const tokensPerChar = (bits * Math.LN2) / loss;
  assert.ok(tokensPerChar > 5 / 28 && tokensPerChar < 13 / 28);
});

/** Of 2010 characters 201 are validation text: ten windows of 20 and one more target. */
const EVEN = FABLES.slice(0, 2010);

/** The validation text of EVEN as a batch of ten rows. @param {string} path of a model */
function heldOutBatch(path) {
  const { vocabulary } = json(['info', '--model', path]);
  const ids = [...EVEN].slice(1809).map((c) => vocabulary.indexOf(c));
  const rows = (/** @type {number} */ shift) =>
    Array.from({ length: 10 }, (_, b) =>
      ids.slice(20 * b + shift, 20 * b + shift + 20),
    );
  return { tokens: rows(0), targets: rows(1) };
}

/** @param {string} path of a model @param {object} batch */
function forward(path, batch) {
  const out = at('forward.safetensors');
  const input = JSON.stringify(batch);
  ok(['forward', '--model', path, '--batch', '-', '--out', out], { input });
  return tensorsOf(new Uint8Array(readFileSync(out)));
}

test('forward: its loss equals that of eval', () => {
  const even = file('even.txt', EVEN);
  const { loss, tokens } = json(['eval', '--model', model, '--text', even]);
  assert.equal(tokens, 200);
  const result = forward(model, heldOutBatch(model));
  assert.deepEqual(result.loss.shape, [1]);
  // Rounded once to float, at a value between 2 and 4.
  assert.ok(Math.abs(result.loss.data[0] - loss) < 2e-7);
});

test('forward: the loss follows from the logits, without targets of -1', () => {
  const batch = heldOutBatch(model);
  batch.targets = batch.targets.map((row, b) => (b % 3 ? row : row.map(() => -1)));
  const { logits, loss } = forward(model, batch);
  const V = logits.shape[2];
  assert.deepEqual(logits.shape, [10, 20, V]);
  let [sum, n] = [0, 0];
  for (const [r, target] of batch.targets.flat().entries()) {
    if (target < 0) continue;
    const z = logits.data.subarray(r * V, (r + 1) * V);
    sum += Math.log(z.reduce((s, x) => s + Math.exp(x), 0)) - z[target];
    n++;
  }
  assert.equal(n, 120);
  assert.ok(Math.abs(sum / n - loss.data[0]) < 1e-5);
});

test('forward: gradients match finite differences of the loss', () => {
  const batch = heldOutBatch(model);
  const result = forward(model, batch);
  const { parameters } = json(['info', '--model', model]);
  assert.deepEqual(
    Object.keys(result).sort(),
    ['loss', 'logits', ...parameters.map((/** @type {any} */ p) => p.name)].sort(),
  );
  const bytes = readFileSync(model);
  const { tensors } = readSafetensors(bytes);
  for (const { name, shape } of parameters) {
    const grad = result[name];
    const weight = tensors.get(name)?.data;
    assert.ok(weight, name);
    const start = weight.byteOffset - bytes.byteOffset;
    assert.deepEqual(grad.shape, shape, name);
    const norm = Math.hypot(...grad.data);
    if (norm < 1e-3) continue; // key biases: their gradient is rounding noise
    // Central difference along the gradient, whose derivative is the norm of the gradient.
    const step = 0.004;
    const [up, down] = [1, -1].map((sign) => {
      const copy = Buffer.from(bytes);
      grad.data.forEach((g, i) => {
        const place = start + 4 * i;
        copy.writeFloatLE(copy.readFloatLE(place) + (sign * step * g) / norm, place);
      });
      return forward(file('moved.safetensors', copy), batch).loss.data[0];
    });
    // The loss is a float near 3, right to 2.4e-7: 6e-5 in the slope. Curvature adds
    // 2 % at a step of 0.02, and its share goes with the square of the step.
    const slope = (up - down) / (2 * step);
    assert.ok(
      Math.abs(slope - norm) < 0.005 * norm + 1e-4,
      `${name}: ${slope} ${norm}`,
    );
  }
});

test('files: a folder is refused, /dev/null is written directly', () => {
  mkdirSync(at('sub'));
  fails(['forward', '--model', model, '--batch', TEXT, '--out', at('sub')], 1, /./);
  ok(['train', '--text', TEXT, ...SMALL, '--steps', '1', '--out', '/dev/null']);
});
