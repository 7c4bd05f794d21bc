// SPDX-License-Identifier: MIT
// glassformer export --hugging-face: a plain reading of the names and layouts of transformers
// finds the engine's loss, and tokenizer.json the engine's tokens.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  readSafetensors,
  writeSafetensors,
} from '../../../web/pretrained/safetensors.js';
import { tokenizerFile } from '../../../web/pytorch/tokenizer.js';
import { FOLDERS, folderOf } from '../../hugging-face.js';
import { TEXT, newEngine } from '../../wasm/support.js';
import { variants } from './models.js';
import { NO_TORCH, runPython } from './python.js';
import { command } from '../support/command.js';
import { newFolder } from '../support/session.js';

const engine = await newEngine();
const folder = newFolder();

const SHAPE = { n_layer: 2, n_head: 4, n_embd: 24, block_size: 12, batch_size: 4 };
const TRAINED = { learning_rate: 0.02, warmup_steps: 0, eval_windows: 3 };
const LLAMA = {
  ...{ norm: 'rms', positions: 'rotary', activation: 'swiglu', n_kv_head: 2, n_ff: 40 },
  ...{ bias_qkv: false, bias_attn_out: false, bias_mlp: false, bias_norm: false },
};
/** @type {Record<string, Record<string, unknown>>} */
const MODELS = {
  gpt2: { bias_norm: false, bias_mlp: false },
  gpt2_untied_tanh: {
    activation: 'gelu_tanh',
    tied_head: false,
    tokenizer: 'bpe',
    n_ff: 30,
  },
  gpt2_relu2: { activation: 'relu2', norm_eps: 0.001 },
  llama: LLAMA,
  llama_halves: { ...LLAMA, rotary_pairs: 'halves', tied_head: false, n_kv_head: 0 },
  llama_biases: {
    ...LLAMA,
    bias_qkv: true,
    bias_attn_out: true,
    bias_mlp: true,
    rotary_base: 500,
  },
};

/** @param {string} name @param {Record<string, unknown>} config */
function saved(name, config) {
  const session = engine.newSession(TEXT, { ...SHAPE, ...TRAINED, ...config });
  // Enough for every bias to be something.
  for (let n = 0; n < 4; n++) session.step();
  const file = join(folder, `${name}.safetensors`);
  writeFileSync(file, session.save());
  return { file, session };
}

/** @param {string} to @param {string} file */
const exported = (to, file) =>
  command(['export', '--hugging-face', join(folder, to), file]);

/** GPT2LMHeadModel, LlamaForCausalLM and ArceeForCausalLM as transformers 4 computes them. */
const READ = `
import json, math, struct, sys
import torch
import torch.nn.functional as F

def read(path):
    data = open(path, "rb").read()
    begin = 8 + struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8:begin])
    assert header.pop("__metadata__")["format"] == "pt"
    tensors = {}
    for name, entry in header.items():
        first, last = entry["data_offsets"]
        values = torch.frombuffer(bytearray(data[begin + first : begin + last]), dtype=torch.float32)
        tensors[name] = values.reshape(entry["shape"])
    return tensors

def attend(q, k, v, D):
    T = q.shape[-2]
    later = torch.ones(T, T, dtype=torch.bool).triu(1)
    a = (q @ k.transpose(-2, -1) / math.sqrt(D)).masked_fill(later, -math.inf).softmax(-1) @ v
    return a.transpose(0, 1).flatten(1)

ACTIVATIONS = dict(gelu=F.gelu, gelu_new=lambda x: F.gelu(x, approximate="tanh"), relu=F.relu, relu2=lambda x: F.relu(x) ** 2, silu=F.silu)

def gpt2(c, w, tokens):
    act = ACTIVATIONS[c["activation_function"]]
    C, H = c["n_embd"], c["n_head"]
    conv1d = lambda x, name: x @ w[name + ".weight"] + w[name + ".bias"]
    norm = lambda x, name: F.layer_norm(x, [C], w[name + ".weight"], w[name + ".bias"], c["layer_norm_epsilon"])
    x = w["transformer.wte.weight"][tokens] + w["transformer.wpe.weight"][: len(tokens)]
    for i in range(c["n_layer"]):
        name = f"transformer.h.{i}."
        qkv = conv1d(norm(x, name + "ln_1"), name + "attn.c_attn").split(C, -1)
        q, k, v = (a.unflatten(-1, (H, C // H)).transpose(0, 1) for a in qkv)
        x = x + conv1d(attend(q, k, v, C // H), name + "attn.c_proj")
        x = x + conv1d(act(conv1d(norm(x, name + "ln_2"), name + "mlp.c_fc")), name + "mlp.c_proj")
    head = w["transformer.wte.weight"] if c["tie_word_embeddings"] else w["lm_head.weight"]
    return norm(x, "transformer.ln_f") @ head.T

def llama(c, w, tokens):
    H, K, D = c["num_attention_heads"], c["num_key_value_heads"], c["head_dim"]
    linear = lambda x, name, bias: F.linear(x, w[name + ".weight"], w[name + ".bias"] if c[bias] else None)
    norm = lambda x, name: w[name + ".weight"] * x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + c["rms_norm_eps"])
    angle = torch.arange(len(tokens))[:, None] / c["rope_theta"] ** (torch.arange(0, D, 2) / D)
    cos, sin = torch.cat([angle, angle], -1).cos(), torch.cat([angle, angle], -1).sin()
    rotate_half = lambda x: torch.cat([-x[..., D // 2 :], x[..., : D // 2]], -1)
    turned = lambda x: x * cos + rotate_half(x) * sin
    x = w["model.embed_tokens.weight"][tokens]
    for i in range(c["num_hidden_layers"]):
        name = f"model.layers.{i}."
        a = norm(x, name + "input_layernorm")
        q, k, v = (linear(a, f"{name}self_attn.{p}_proj", "attention_bias").unflatten(-1, (-1, D)).transpose(0, 1) for p in "qkv")
        k, v = (b.repeat_interleave(H // K, 0) for b in (k, v))
        x = x + linear(attend(turned(q), turned(k), v, D), name + "self_attn.o_proj", "attention_bias")
        a = norm(x, name + "post_attention_layernorm")
        act, up = ACTIVATIONS[c["hidden_act"]], linear(a, name + "mlp.up_proj", "mlp_bias")
        a = act(up) if c["model_type"] == "arcee" else act(linear(a, name + "mlp.gate_proj", "mlp_bias")) * up
        x = x + linear(a, name + "mlp.down_proj", "mlp_bias")
    head = w["model.embed_tokens.weight"] if c["tie_word_embeddings"] else w["lm_head.weight"]
    return norm(x, "model.norm") @ head.T

losses = []
for path, tokens, targets in json.loads(sys.argv[1]):
    c, w = json.load(open(path + "/config.json")), read(path + "/model.safetensors")
    assert len(json.load(open(path + "/tokenizer.json"))["model"]["vocab"]) == c["vocab_size"]
    model = dict(GPT2LMHeadModel=gpt2, LlamaForCausalLM=llama, ArceeForCausalLM=llama)[c["architectures"][0]]
    logits = model(c, w, torch.tensor(tokens))
    losses.append(F.cross_entropy(logits, torch.tensor(targets)).item())
print(json.dumps(losses))
`;

test('GPT-2 and Llama: the loss of a plain reading', { skip: NO_TORCH }, async () => {
  const cases = [];
  for (const [name, config] of Object.entries(MODELS)) {
    const { file, session } = saved(name, config);
    const { code, err } = await exported(name, file);
    assert.equal(code, 0, err);
    // The one window of an evaluation of one window begins the split.
    const ids = [...session.corpus('val').subarray(0, SHAPE.block_size + 1)];
    const { loss } = session.evaluate('val', 1);
    cases.push({
      name,
      loss,
      run: [join(folder, name), ids.slice(0, -1), ids.slice(1)],
    });
    session.free();
  }
  const found = runPython(READ, [JSON.stringify(cases.map(({ run }) => run))]);
  cases.forEach(({ name, loss }, n) =>
    assert.ok(Math.abs(found[n] - loss) < 1e-5, `${name}: ${found[n]}, engine ${loss}`),
  );
});

/** What tokenizer.json says, followed by the letter: chunks, bytes, merges in their order.
 * @param {any} file @param {string} text @returns {number[]} */
function encoded({ pre_tokenizer: before, model }, text) {
  const [first, , last] = before?.pretokenizers ?? [];
  /** @param {any} split @param {string} of */
  const cut = (split, of) => of.match(new RegExp(split.pattern.Regex, 'gu')) ?? [];
  const rank = new Map(
    model.merges.map((/** @type {string[]} */ pair, /** @type {number} */ n) => [
      pair.join(' '),
      n,
    ]),
  );
  const characters = Object.entries(model.vocab).sort(
    (a, b) => Number(a[1]) - Number(b[1]),
  );
  /** @param {string} chunk */
  const inLetters = (chunk) =>
    [...new TextEncoder().encode(chunk)].map((byte) => characters[byte][0]).join('');
  const chunks = first ? cut(first, text).map(inLetters) : [text];
  const limited = last ? chunks.flatMap((chunk) => cut(last, chunk)) : chunks;
  return limited.flatMap((chunk) => {
    let parts = [...chunk];
    for (;;) {
      const ranks = parts
        .slice(1)
        .map((part, i) => rank.get(`${parts[i]} ${part}`) ?? Infinity);
      const best = Math.min(...ranks);
      if (best === Infinity) return parts.map((part) => model.vocab[part]);
      const at = ranks.indexOf(best);
      parts = [
        ...parts.slice(0, at),
        parts[at] + parts[at + 1],
        ...parts.slice(at + 2),
      ];
    }
  });
}

test('tokenizer.json gives the tokens of the engine', () => {
  const odd = '  Two  spaces\n\n x_1 and 22nd: “¡ñandú!” \t— 漢字…\u00a0\n'.repeat(8);
  const long = '漢字'.repeat(16) + 'x'.repeat(70);
  for (const config of [
    { tokenizer: 'chars' },
    { tokenizer: 'bpe', vocab_limit: 330 },
  ]) {
    const text = TEXT.slice(0, 900) + odd + long + TEXT.slice(0, 300);
    const session = engine.newSession(text, {
      ...SHAPE,
      ...config,
      block_size: 4,
      val_fraction: 0.01,
    });
    const { metadata } = readSafetensors(session.save());
    const file = tokenizerFile(JSON.parse(metadata.tokenizer));
    assert.deepEqual(encoded(file, text), [...session.corpus('all')]);
    session.free();
  }
});

test('pieces of SentencePiece are merged in the order of their scores', () => {
  const pieces = ['<unk>', '<s>', '</s>', '<0x61>', ' ab', 'ab', ' a', 'b', 'a', ' '];
  const scores = [0, 0, 0, 0, -3, -1, -2, -5, -6, -4];
  const kind = { unknown: 0, begin: 1, end: 2 };
  /** @type {any} */
  const file = tokenizerFile({ kind: 'sentencepiece', pieces, scores, ...kind });
  assert.deepEqual(file.model.merges, [
    ['a', 'b'],
    ['▁', 'a'],
    ['▁', 'ab'],
    ['▁a', 'b'],
  ]);
  assert.equal(file.model.vocab['▁ab'], 4);
  assert.equal(file.post_processor.special_tokens['<s>'].ids[0], 1);
});

/** What was exported, opened. @param {string} name */
const imported = (name) =>
  engine.importModel(
    ['model.safetensors', 'config.json', 'tokenizer.json'].map(
      (part) => new Uint8Array(readFileSync(join(folder, name, part))),
    ),
  );

/** The largest difference of a logit after `text` between a model and its export, opened
 * again; undefined: no class has its settings. @param {string} name @param {Uint8Array} saved
 * @param {string} text */
async function differenceAgain(name, saved, text) {
  const file = join(folder, `${name}.safetensors`);
  writeFileSync(file, saved);
  const { code, err } = await exported(name, file);
  if (code !== 0) {
    assert.match(err, /No class of Hugging Face|of a vocabulary of words/);
    return undefined;
  }
  const logits = [saved, imported(name)].map((bytes) => {
    const session = engine.openSession(bytes);
    session.prompt(text);
    const row = session.nextLogits();
    session.free();
    return row;
  });
  assert.equal(logits[0].length, logits[1].length);
  return logits[0].reduce((w, z, i) => Math.max(w, Math.abs(z - logits[1][i])), 0);
}

/** Rotary pairs that change places are summed in another order, and GPT-2's biases that are
 * not there are added as zeros. */
const ROUNDING = 1e-6;

test('every preset that can be exported opens again with the same logits', async () => {
  const kept = [];
  for (const { name, config } of engine.presets()) {
    // Of the whole shape what costs no time; every part of a block is in the first.
    /** @type {Record<string, unknown>} */
    const small = { ...config, n_layer: Math.min(1, Number(config.n_layer ?? 1)) };
    const pairs = small.task === 'pairs' ? 'a b\tc\nb a\td\n' : TEXT.slice(0, 2000);
    const session = engine.newSession(pairs, { ...small, n_embd: 64, n_head: 2 });
    const { form, vocabulary } = session.info();
    const saved = session.save({ training: false });
    session.free();
    if (form !== 'text') continue;
    const off = await differenceAgain(
      `preset ${name}`,
      saved,
      vocabulary.slice(0, 7).join(''),
    );
    if (off === undefined) continue;
    assert.ok(off < ROUNDING, `${name}: ${off}`);
    kept.push(name);
  }
  const all = 'fables tiny nano nano-fast shakespeare modern llama repeat';
  assert.equal(kept.join(' '), all);
});

test('what an export writes opens again: pieces of words, heads apart, imports', async () => {
  const odd = ' I’VE 1234 \n\n  é“x”…\t漢字 22nd ';
  for (const [name, config] of Object.entries({
    bpe: { tokenizer: 'bpe', vocab_limit: 330 },
    'bpe, llama': { ...LLAMA, tokenizer: 'bpe', vocab_limit: 280 },
    'heads apart': { attention: 'simple', tied_head: false },
    'heads apart, shared': { ...LLAMA, attention: 'simple' },
    'scores not scaled': { score_scale: 'none' },
    'low-rank changes': { lora_rank: 2 },
    'low-rank changes, heads apart': { ...LLAMA, attention: 'simple', lora_rank: 2 },
    ...MODELS,
  })) {
    const { session } = saved(name, config);
    const text = 'tokenizer' in config ? odd : TEXT.slice(30, 50);
    const off = await differenceAgain(
      `${name} again`,
      session.save({ training: false }),
      text,
    );
    session.free();
    assert.ok(Number(off) < ROUNDING, `${name}: ${off}`);
  }
  for (const name of FOLDERS) {
    const { files, expected } = folderOf(name);
    const model = engine.importModel(files);
    const off = await differenceAgain(`${name} import`, model, expected.prompt);
    assert.ok(Number(off) < ROUNDING, `${name}: ${off}`);
  }
});

test('every setting of a model is exported, or in the way', async () => {
  const kept = [];
  for (const { name, config } of variants.filter(({ config }) => !config.task)) {
    const { session } = saved(name, config);
    const off = await differenceAgain(
      name,
      session.save({ training: false }),
      TEXT.slice(9, 19),
    );
    session.free();
    if (off === undefined) continue;
    assert.ok(off < ROUNDING, `${name}: ${off}`);
    kept.push(name);
  }
  assert.ok(kept.length > 20, `${kept}`);
});

/** A model of a SentencePiece vocabulary, likelier pieces first.
 * @param {string[]} pieces after <unk>, <s> and </s> */
function modelOfPieces(pieces) {
  const all = ['<unk>', '<s>', '</s>', ...pieces];
  const letters = all.map((_, id) => String.fromCodePoint(256 + id)).join('');
  const session = engine.newSession(letters.repeat(80), { ...SHAPE, ...LLAMA });
  const { tensors, metadata } = readSafetensors(session.save({ training: false }));
  session.free();
  const tokenizer = JSON.stringify({
    ...{ kind: 'sentencepiece', pieces: all, scores: all.map((_, id) => -id) },
    ...{ unknown: 0, begin: 1, end: 2 },
  });
  return writeSafetensors(tensors, { ...metadata, tokenizer });
}

test('pieces of SentencePiece open again with and without bytes', async () => {
  const letters = [...' abcthe\né', ' t', 'he', ' the', 'ab', ' a', 'th'];
  const bytes = Array.from(
    { length: 256 },
    (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`,
  );
  const texts = ['the cat', 'ab the  the\nab', 'xyz the q', 'é漢字 the', ' a', '漢'];
  for (const [name, pieces] of Object.entries({
    'with bytes': [...bytes, ...letters],
    'without bytes': letters,
  })) {
    const model = modelOfPieces(pieces);
    for (const text of texts) {
      const off = await differenceAgain(name, model, text);
      assert.ok(Number(off) < ROUNDING, `${name}, “${text}”: ${off}`);
    }
    // And once more, from what was opened.
    const again = imported(name);
    for (const text of texts) {
      const off = await differenceAgain(`${name}, twice`, again, text);
      assert.ok(Number(off) < ROUNDING, `${name}, twice, “${text}”: ${off}`);
    }
  }
});

test('a model of no class says which setting is in the way', async () => {
  for (const [config, says] of /** @type {[object, RegExp][]} */ ([
    [
      { qk_norm: true },
      /GPT2LMHeadModel \(qk_norm = true\), LlamaForCausalLM \(qk_norm = true\), ArceeForCausalLM \(qk_norm = true\)\.$/,
    ],
    [
      { norm: 'rms' },
      /GPT2LMHeadModel \(norm = rms\), LlamaForCausalLM \(positions = learned\), ArceeForCausalLM \(positions = learned\)\.$/,
    ],
    [
      { ...LLAMA, rotary_dim: 4 },
      /LlamaForCausalLM \(rotary_dim = 4\), ArceeForCausalLM \(activation = swiglu\)\.$/,
    ],
    [{ tokenizer: 'words' }, /spaces of a vocabulary of words/],
  ])) {
    const { file, session } = saved('other', { ...config });
    session.free();
    const { code, err } = await exported('other', file);
    assert.equal(code, 1);
    assert.match(err.trim(), says);
  }
});

test('export --help, as of every command, is the help', async () => {
  for (const args of [['export', '--help'], ['grade', '-h'], ['help']]) {
    const { code, out, err } = await command(args);
    assert.deepEqual([code, err], [0, '']);
    assert.match(out, /glassformer export --hugging-face DIR MODEL/);
  }
});
