// SPDX-License-Identifier: MIT
// Mistakes with the native program: one sentence, exit code 1, and no file changes.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  FABLES,
  PROGRAM,
  SMALL,
  TEXT,
  at,
  fails,
  file,
  folder,
  hash,
  ok,
  train,
} from './program.js';

const model = train('model.safetensors');

const trainFrom = (/** @type {string} */ text, /** @type {string[]} */ ...more) => [
  ...['train', '--text', text, ...more, '--out', at('never.safetensors')],
];
/** @param {string | Uint8Array} content @param {...string} more */
const trainOn = (content, ...more) =>
  trainFrom(file('bad.txt', content), ...SMALL, ...more);
const set = (/** @type {string} */ setting) => () => trainOn(FABLES, '--set', setting);
const config = (/** @type {string} */ content) => () =>
  trainFrom(TEXT, '--config', file('bad.json', content));
const resume = (/** @type {string} */ text, /** @type {string[]} */ ...more) =>
  trainFrom(text, '--resume', model, ...more);

/** @type {Record<string, [() => string[], RegExp]>} */
const BAD_TRAINING = {
  'an empty text': [() => trainOn(''), /text is empty/],
  'a text shorter than T + 1': [
    () => trainOn('abcdefghij klmnopqrs'),
    /20 characters, but block_size 20 .* needs at least \d+/,
  ],
  'one distinct character': [() => trainOn('a'.repeat(5000)), /one distinct character/],
  'invalid UTF-8': [
    () => trainOn(Uint8Array.from([...Buffer.from('ab\ncd'), 0xc3, 0x28])),
    /not UTF-8.*position 6 \(line 2\)/,
  ],
  'an n_embd that is not a multiple of n_head': [
    set('n_head=4'),
    /n_embd \(30\) must be a multiple of n_head \(4\)/,
  ],
  'a setting that does not exist': [set('n_layers=2'), /no setting "n_layers"\./],
  'a word for all biases': [set('bias=yes'), /bias must be true or false/],
  'a setting of the wrong type': [set('n_layer=two'), /n_layer must be a number/],
  'a setting out of range': [set('n_layer=-1'), /n_layer must be between/],
  'a seed that is too large': [
    set('seed=9007199254740992'),
    /seed must be between 0 and 9007199254740991, not 9007199254740992\.$/m,
  ],
  'settings that are not JSON': [config('{n_layer: 2}'), /bad\.json: .*line 1/],
  'settings that are not an object': [
    config('[2]'),
    /bad\.json: .*must be a JSON object/,
  ],
  'a whole number beyond what a file can hold': [
    () => ['train', '--text', TEXT, ...SMALL, '--set', 'seed=1e16'],
    /seed must be between 0 and 9007199254740991, not 10000000000000000\.$/m,
  ],
  'a vocabulary smaller than the bytes': [
    () => [
      'train',
      '--text',
      TEXT,
      '--set',
      'tokenizer=bpe',
      '--set',
      'vocab_limit=99',
    ],
    /vocab_limit \(99\) must be at least 256/,
  ],
  'a missing text': [
    () => trainFrom(at('nothing.txt')),
    /Cannot read .*nothing\.txt: No such file/,
  ],
  'a folder instead of a text': [() => trainFrom(folder), /Cannot read .*directory/],
  'a model file in a missing folder': [
    () => ['train', '--text', TEXT, ...SMALL, '--out', at('no/never.safetensors')],
    /Cannot write .*No such file/,
  ],
  'a model file without a name': [
    () => ['train', '--text', TEXT, ...SMALL, '--out', ''],
    /Cannot write : No such file/,
  ],
  'another shape for a saved model': [
    () => resume(TEXT, '--set', 'n_embd=33'),
    /shape of a saved model cannot change/,
  ],
  'a text with characters that are not in the vocabulary of a saved model': [
    () => resume(file('bad.txt', `${readFileSync(TEXT)}ß`)),
    /'ß' \(U\+00DF\)/,
  ],
};

for (const [name, [args, sentence]] of Object.entries(BAD_TRAINING)) {
  test(`bad input: ${name} fails with one sentence and leaves no file`, () => {
    const before = hash(model);
    fails(args(), 1, sentence);
    assert.ok(!existsSync(at('never.safetensors')));
    assert.deepEqual(
      readdirSync(folder).filter((name) => /part/.test(name)),
      [],
    );
    assert.equal(hash(model), before);
  });
}

test('bad input: a model larger than memory is refused', () => {
  // Under a limit of 4 GB, so that it is refused on a machine of any size.
  const args = ['train', '--text', TEXT, '--set', 'n_layer=48', '--set', 'n_head=32'];
  const limited = ['-c', 'ulimit -v 4000000; exec "$0" "$@"', PROGRAM, ...args];
  const result = spawnSync('sh', [...limited, '--set', 'n_embd=4096']);
  assert.equal(result.status, 1);
  assert.match(
    result.stderr.toString(),
    /^glassformer: There is not enough memory [^\n]+\.\n$/,
  );
});

test('bad input: a vocabulary that no file can hold is refused before training', () => {
  // 2^20 + 1 distinct words, and a few more of them for a validation part.
  const words = Array.from({ length: 2 ** 20 + 1 }, (_, i) =>
    (2 ** 20 + i).toString(16),
  );
  const many = words.concat(words.slice(0, 999)).join(' ');
  const long = 'x'.repeat(40 * 2 ** 20) + ' a b'.repeat(50);
  const tiny = ['n_layer=0', 'n_head=1', 'n_embd=1', 'block_size=2', 'batch_size=1'];
  const settings = ['tokenizer=words', ...tiny].flatMap((set) => ['--set', set]);
  for (const text of [many, long]) {
    const args = [...trainFrom(file('words.txt', text)), ...settings, '--steps', '0'];
    fails(args, 1, /vocabulary .* too large/);
  }
});

test('bad input: a failed training run leaves the old file unchanged', () => {
  const kept = at('kept.safetensors');
  writeFileSync(kept, readFileSync(model));
  fails(
    ['train', '--text', file('bad.txt', 'aaaa'), ...SMALL, '--out', kept],
    1,
    /one distinct character/,
  );
  assert.equal(hash(kept), hash(model));
});

test('bad input: no file that a command reads is overwritten, but by what continues it', () => {
  const [own, text] = [
    train('own.safetensors'),
    file('own.txt', FABLES.slice(0, 8000)),
  ];
  const batch = file('own.json', '{"tokens":[[1,2]],"targets":[[2,3]]}');
  const config = file('settings.json', '{"n_layer":1}');
  const forward = ['forward', '--model', own, '--batch', batch, '--out'];
  const tune = ['train', '--text', text, '--model', own, '--steps', '1'];
  for (const [path, args] of /** @type {[string, string[]][]} */ ([
    [own, forward],
    [batch, forward],
    [text, [...tune, '--out']],
    [config, ['train', '--text', text, '--config', config, '--out']],
    [own, [...tune, '--lora', '2', '--adapter']],
  ])) {
    const before = hash(path);
    fails([...args, path], 2, /would overwrite .*, another file of this command/);
    assert.equal(hash(path), before);
  }
  const before = hash(own);
  ok([...tune, '--out', own]);
  assert.notEqual(hash(own), before);
});

test('bad input: a truncated model file is refused', () => {
  const bytes = readFileSync(model);
  for (const n of [0, 1, 7, 8, 100, 2000, bytes.length >> 1, bytes.length - 1]) {
    const cut = file('cut.safetensors', bytes.subarray(0, n));
    for (const command of [
      ['info', '--model', cut],
      ['sample', '--model', cut],
      ['eval', '--model', cut, '--text', TEXT],
      ['train', '--resume', cut, '--text', TEXT],
    ]) {
      fails(command, 1, /(file|model)/);
    }
  }
});

test('bad input: files of other programs are refused', () => {
  const header = '{"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}';
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(header.length));
  const foreign = Buffer.concat([size, Buffer.from(header), Buffer.alloc(4)]);
  fails(
    ['info', '--model', file('foreign.safetensors', foreign)],
    1,
    /Another program wrote/,
  );
  for (const content of [FABLES, Buffer.from('\x89PNG\r\n\x1a\n'), Buffer.alloc(999)]) {
    fails(['sample', '--model', file('foreign', content)], 1, /./);
  }
  // A wrong byte inside a number goes unnoticed, but a NaN does not.
  const bytes = readFileSync(model);
  bytes.fill(0xff, bytes.length - 400);
  fails(['info', '--model', file('nan', bytes)], 1, /not finite|not a usable model/);
});

test('bad input: a character outside the vocabulary is named', () => {
  fails(['sample', '--model', model, '--prompt', 'Ωmega'], 1, /'Ω' \(U\+03A9\)/);
  fails(
    ['eval', '--model', model, '--text', file('bad.txt', `${readFileSync(TEXT)}Ω`)],
    1,
    /'Ω' \(U\+03A9\)/,
  );
  fails(['eval', '--model', model, '--text', file('bad.txt', '')], 1, /text is empty/);
});

/** A batch that must be refused. @param {unknown} batch @param {RegExp} sentence
 * @param {string} [path] of the model */
function refuse(batch, sentence, path = model) {
  const input = typeof batch === 'string' ? batch : JSON.stringify(batch);
  const out = at('never.safetensors');
  const args = ['forward', '--model', path, '--batch', '-', '--out', out];
  fails(args, 1, sentence, { input });
  assert.ok(!existsSync(out));
}

test('bad input: malformed batches are refused', () => {
  const row = [1, 2, 3];
  refuse('{"tokens"', /line 1/);
  refuse([], /"tokens"/);
  refuse({ tokens: [row] }, /"targets"/);
  refuse({ tokens: row, targets: row }, /"tokens"/);
  refuse({ tokens: [[]], targets: [[]] }, /"tokens"/);
  refuse({ tokens: [row, [1, 2]], targets: [row, row] }, /Row 2 of "tokens"/);
  refuse(
    { tokens: [row, row], targets: [row] },
    /"targets" has 1 rows, but tokens has 2/,
  );
  refuse({ tokens: [row], targets: [[1, 2, 3, 4]] }, /Row 1 of "targets"/);
  refuse({ tokens: [[1, 'a', 3]], targets: [row] }, /not a token number/);
  refuse({ tokens: [[1, 2.5, 3]], targets: [row] }, /not a token number/);
  refuse({ tokens: [[1, 2, 999]], targets: [row] }, /position 3: token 999/);
  refuse({ tokens: [[1, 2, -1]], targets: [row] }, /position 3: token -1/);
  refuse({ tokens: [row], targets: [[999, 2, 3]] }, /position 1: .* target 999/);
  refuse({ tokens: [row], targets: [[-1, -1, -1]] }, /No target is counted/);
  const long = Array.from({ length: 21 }, () => 1);
  refuse(
    { tokens: [long], targets: [long] },
    /21 tokens, but the context length is 20/,
  );
});

/** Trains a model of a generated task. @param {string} name @param {...string} settings */
function trainTask(name, ...settings) {
  const all = ['n_layer=1', 'n_head=2', 'n_embd=10', 'max_steps=2', 'task_lines=60'];
  const set = [...all, ...settings].flatMap((setting) => ['--set', setting]);
  ok(['train', ...set, '--out', at(name)]);
  return at(name);
}

const tagger = trainTask(
  'tagger.safetensors',
  ...['arch=encoder', 'task=vowels', 'tied_head=false'],
);

test('bad input: forward refuses labels out of range and an encoder_decoder', () => {
  refuse(
    { tokens: [[1, 2]], targets: [[0, 3]] },
    /position 2: .* target 3\. .*targets from 0 to 2/,
    tagger,
  );
  const answers = trainTask('answers.safetensors', 'arch=encoder_decoder', 'task=copy');
  refuse({ tokens: [[1]], targets: [[1]] }, /source/, answers);
});

test('bad input: an encoder takes no plain text and writes no sample', () => {
  fails(
    [
      ...['train', '--resume', tagger, '--text', TEXT, '--set', 'task=text'],
      ...['--out', at('never.safetensors')],
    ],
    1,
    /An encoder labels each token of its input/,
  );
  assert.ok(!existsSync(at('never.safetensors')));
  fails(['sample', '--model', tagger], 1, /An encoder labels/);
});
