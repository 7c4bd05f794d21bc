// SPDX-License-Identifier: MIT
// A model in PyTorch, piece by piece, as its settings have it: nothing that they leave out.
// The names of the weights are those of the checkpoint. Shapes: B batch, T positions, C width,
// H heads, D = C / H.

/** @import { Config } from '../../wasm/index.js' */

/** Settings with what they leave to others written out. @typedef {Config} Complete */

const OWN_EPS = /** @type {Record<string, number>} */ ({ std: 1e-6 });

/** @param {Config} config @returns {Complete} */
export function complete(config) {
  const pre = config.norm_place === 'pre';
  const auto = pre ? config.norm : 'none';
  return {
    ...config,
    n_kv_head: config.n_kv_head || config.n_head,
    rotary_dim: config.rotary_dim || Number(config.n_embd) / Number(config.n_head),
    final_norm: config.final_norm === 'auto' ? auto : config.final_norm,
    // Muon moves matrices of the blocks, which LoRA freezes.
    ...(config.lora_rank && config.optimizer === 'muon' ? { optimizer: 'adamw' } : {}),
  };
}

/** With dropout, where there is some: a program that trains has a variable `training`.
 * @param {Complete} c @param {string} key of the setting @param {string} x */
const dropped = (c, key, x) =>
  c.training && Number(c[key]) > 0 ? `F.dropout(${x}, ${c[key]}, training)` : x;

const read = () => `
def read(path, moments=False):
    """The weights in a safetensors file, or the moments of its optimizer; its metadata."""
    data = open(path, "rb").read()
    begin = 8 + struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8:begin])
    meta = header.pop("__metadata__", {})
    tensors = {}
    for name, entry in header.items():
        if entry["dtype"] == "F32" and name.startswith("optimizer.") == moments:
            first, last = entry["data_offsets"]
            values = torch.frombuffer(bytearray(data[begin + first : begin + last]), dtype=torch.float32)
            tensors[name] = values.reshape(entry["shape"])
    return tensors, meta
`;

/** @param {Complete} c */
const linear = ({ lora_rank }) => `
def linear(x, name):
    return F.linear(x, ${lora_rank ? 'merged(name)' : 'w[name + ".weight"]'}, w.get(name + ".bias"))
`;

/** @param {Complete} c */
const lora = ({ lora_rank: r, lora_alpha }) =>
  r
    ? `
def merged(name):
    """W, and of queries and values W + alpha / r B A (LoRA; Hu et al. 2021)."""
    W, A, B = (w.get(name + end) for end in (".weight", ".lora_A", ".lora_B"))
    if A is None:
        return W
    k = len(W) - len(B)  # rows of keys, between those of queries and of values
    q, v = B.split([len(B) - k, k])
    change = torch.cat([q @ A[:${r}], A.new_zeros(k, A.shape[1]), v @ A[-${r}:]])
    return W + ${lora_alpha} / ${r} * change
`
    : '';

/** @type {Record<string, (eps: number) => string>} */
const NORMS = {
  layer: (eps) =>
    `    return F.layer_norm(x, x.shape[-1:], w[name + ".weight"], w.get(name + ".bias"), ${eps})`,
  rms: (eps) =>
    `    x = x / torch.sqrt(x.square().mean(-1, keepdim=True) + ${eps})
    return w[name + ".weight"] * x`,
  std: (eps) =>
    `    x = (x - x.mean(-1, keepdim=True)) / (x.std(-1, keepdim=True) + ${eps})
    return w[name + ".weight"] * x + w.get(name + ".bias", 0)`,
};

/** @param {string} name of the function @param {unknown} kind @param {Complete} c */
function normOf(name, kind, { norm_eps: eps }) {
  const key = String(kind);
  const body = NORMS[key](Number(eps) || (OWN_EPS[key] ?? 1e-5));
  return `\ndef ${name}(x, name):\n${body}\n`;
}

/** @param {Complete} c */
const norms = (c) =>
  (c.norm_place === 'none' ? '' : normOf('norm', c.norm, c)) +
  (c.final_norm === 'none' ? '' : normOf('final_norm', c.final_norm, c));

/** @param {Complete} c */
function positions({ positions: kind, rotary_base, rotary_dim, rotary_pairs }) {
  if (kind === 'sinusoidal')
    return `
def sinusoids(n):
    """(n, C): sin and cos of position / 10000^(2i / C), side by side."""
    t = torch.arange(n, dtype=torch.float64)[:, None]
    angle = t * 10000.0 ** (-torch.arange(0, n_embd, 2, dtype=torch.float64) / n_embd)
    return torch.stack([angle.sin(), angle.cos()], -1).flatten(1)[:, :n_embd].float()
`;
  if (kind !== 'rotary') return '';
  const halves = rotary_pairs === 'halves';
  const pairs = halves ? 'x.chunk(2, -1)' : 'x[..., 0::2], x[..., 1::2]';
  const joined = halves
    ? 'torch.cat(turned, -1)'
    : 'torch.stack(turned, -1).flatten(-2)';
  return `
def rotate(x):
    """(…, T, D): pairs of columns turned by position / ${rotary_base}^(2i / ${rotary_dim})."""
    x, rest = x[..., :${rotary_dim}], x[..., ${rotary_dim}:]
    t = torch.arange(x.shape[-2], dtype=torch.float64)[:, None]
    angle = t * ${Number(rotary_base).toFixed(1)} ** (-torch.arange(0, ${rotary_dim}, 2, dtype=torch.float64) / ${rotary_dim})
    cos, sin = angle.cos().float(), angle.sin().float()
    a, b = ${pairs}
    turned = a * cos - b * sin, a * sin + b * cos
    return torch.cat([${joined}, rest], -1)
`;
}

/** By score_scale. @type {Record<string, string>} */
const SCALES = {
  head: ' / math.sqrt(n_embd / n_head)',
  width: ' / math.sqrt(n_embd)',
  none: '',
};

/** @param {Complete} c */
function attend(c) {
  const { qk_norm, positions: kind, score_scale, norm_eps } = c;
  const weights = 'scores.masked_fill(hidden, -math.inf).softmax(-1)';
  const steps = [
    qk_norm &&
      `    q, k = (a / torch.sqrt(a.square().mean(-1, keepdim=True) + ${Number(norm_eps) || 1e-5}) for a in (q, k))`,
    kind === 'rotary' && `    q, k = rotate(q), rotate(k)`,
    `    scores = q @ k.transpose(-2, -1)${SCALES[String(score_scale)]}`,
    kind === 'alibi' && `    scores = scores - slope * distances(*scores.shape[-2:])`,
    `    return ${dropped(c, 'attn_pdrop', weights)} @ v`,
  ];
  const distances = `
def distances(n_queries, n_keys):
    return (torch.arange(n_queries)[:, None] - torch.arange(n_keys)).abs()

`;
  return `${kind === 'alibi' ? distances : ''}
def attend(q, k, v, hidden, slope=0):
    """softmax(q kᵀ / scale) v; hidden: keys that a query must not see."""
${steps.filter(Boolean).join('\n')}
`;
}

/** @param {Complete} c */
function attention(c) {
  const y = c.attn_proj ? 'linear(y, name + ".c_proj")' : 'y';
  const end = dropped(c, 'resid_pdrop', y);
  const group = Number(c.n_head) / Number(c.n_kv_head);
  // Press et al. 2021; another text has no distances.
  const slopes = (/** @type {string} */ h) =>
    c.positions !== 'alibi'
      ? ''
      : `, 2 ** (-8 * ${h} / n_head)${c.arch === 'encoder_decoder' ? ' * (source is x)' : ''}`;
  if (c.attention === 'simple') {
    const first = group > 1 ? `h - h % ${group}` : 'h';
    return `
def attention(x, source, hidden, name):
    heads = []
    for h in range(n_head):
        q = linear(x, f"{name}.heads.{h}.q_lin")  # (B, T, D)
        k = linear(source, f"{name}.heads.{${first}}.k_lin")
        v = linear(source, f"{name}.heads.{${first}}.v_lin")
        heads.append(attend(q, k, v, hidden[:, 0]${slopes('(h + 1)')}))
    y = torch.cat(heads, -1)  # (B, T, C)
    return ${end}
`;
  }
  const width = group > 1 ? `n_embd // ${group}` : 'n_embd';
  const own = `q, k, v = linear(x, name + ".c_attn").split([n_embd, ${width}, ${width}], -1)  # (B, T, C)`;
  const cross = `    if source is x:
        ${own}
    else:
        q = linear(x, name + ".c_q")
        k, v = linear(source, name + ".c_kv").chunk(2, -1)`;
  const shared =
    group > 1
      ? `\n    k, v = (a.repeat_interleave(${group}, 1) for a in (k, v))  # a group of heads shares them`
      : '';
  return `
def attention(x, source, hidden, name):
${c.arch === 'encoder_decoder' ? cross : `    ${own}`}
    heads = lambda a: a.unflatten(-1, (-1, n_embd // n_head)).transpose(1, 2)
    q, k, v = heads(q), heads(k), heads(v)  # (B, H, T, D)${shared}
    y = attend(q, k, v, hidden${slopes('torch.arange(1, n_head + 1)[:, None, None]')}).transpose(1, 2).flatten(2)  # (B, T, C)
    return ${end}
`;
}

const ACTIVATIONS = /** @type {Record<string, string>} */ ({
  gelu: 'F.gelu(linear(x, name + ".c_fc"))',
  gelu_tanh: 'F.gelu(linear(x, name + ".c_fc"), approximate="tanh")',
  relu: 'F.relu(linear(x, name + ".c_fc"))',
  relu2: 'F.relu(linear(x, name + ".c_fc")).square()',
  swiglu: 'F.silu(linear(x, name + ".c_gate")) * linear(x, name + ".c_fc")',
});

/** @param {Complete} c */
const mlp = (c) =>
  c.mlp
    ? `
def mlp(x, name):
    hidden = ${ACTIVATIONS[String(c.activation)]}
    return ${dropped(c, 'mlp_pdrop', 'linear(hidden, name + ".c_proj")')}
`
    : '';

/** One sublayer. @param {Complete} c @param {number} n of the block, from 1
 * @param {(x: string) => string} call of the function of x */
function sublayer(c, n, call) {
  const normed = (/** @type {string} */ x) => `norm(${x}, f"{name}.ln_${n}")`;
  const plus = c.residual ? 'x + ' : '';
  if (c.norm_place === 'pre')
    return `    a = ${normed('x')}\n    x = ${plus}${call('a')}`;
  const y = `${plus}${call('x')}`;
  return `    x = ${c.norm_place === 'post' ? normed(y) : y}`;
}

/** @param {Complete} c @param {string} name @param {boolean} isCross */
function blockOf(c, name, isCross) {
  /** @type {((x: string) => string)[]} */
  const parts = [(x) => `attention(${x}, ${x}, hidden, f"{name}.attn")`];
  if (isCross)
    parts.push((x) => `attention(${x}, source, source_hidden, f"{name}.cross_attn")`);
  if (c.mlp) parts.push((x) => `mlp(${x}, f"{name}.mlp")`);
  const more = isCross ? ', source, source_hidden' : '';
  const normed = c.norm_place === 'none' ? 'x' : 'norm(x, f"{name}.ln_1")';
  if (c.parallel)
    return `
def ${name}(x, hidden, name${more}):
    a = ${normed}
    return x + ${parts.map((call) => call('a')).join(' + ')}
`;
  return `
def ${name}(x, hidden, name${more}):
${parts.map((call, n) => sublayer(c, n + 1, call)).join('\n')}
    return x
`;
}

/** @param {Complete} c */
const blocks = (c) =>
  Number(c.n_layer) === 0
    ? ''
    : blockOf(c, 'block', false) +
      (c.arch === 'encoder_decoder' ? blockOf(c, 'decoder_block', true) : '');

/** @param {Complete} c */
function embed(c) {
  const added = /** @type {Record<string, string>} */ ({
    learned: ' + w[side + ".wpe.weight"][: tokens.shape[1]]',
    sinusoidal: ' + sinusoids(tokens.shape[1])',
  })[String(c.positions)];
  const scaled = c.scale_embedding ? ' * math.sqrt(n_embd)' : '';
  return `
def embed(tokens, side):
    x = w[side + ".wte.weight"][tokens]${scaled}  # (B, T, C)
    return ${dropped(c, 'embd_pdrop', `x${added ?? ''}`)}
`;
}

/** What hides keys: those to come, and padding. */
const HIDDEN = {
  later: 'torch.ones(tokens.shape[1], tokens.shape[1], dtype=torch.bool).triu(1)',
  padded: (/** @type {string} */ tokens) => `(${tokens} == pad)[:, None, None]`,
};

/** @param {Complete} c @param {string} x */
const finished = (c, x, side = 'transformer') =>
  c.final_norm === 'none' ? x : `final_norm(${x}, "${side}.ln_f")`;

/** @param {Complete} c @param {string} side of the table */
function logits(c, side = 'transformer') {
  const table = c.tied_head ? `${side}.wte` : 'lm_head';
  const cap = Number(c.logit_softcap);
  const all = `F.linear(x, w["${table}.weight"], w.get("lm_head.bias"))`;
  return cap
    ? `    return ${cap} * torch.tanh(${all} / ${cap})  # (B, T, V)`
    : `    return ${all}  # (B, T, V)`;
}

/** @param {Complete} c */
function encoderDecoder(c) {
  return `
def model(tokens, source):
    """Vaswani et al. 2017: the source is read whole, the answer in order."""
    source_hidden = ${HIDDEN.padded('source')}
    x = embed(source, "encoder")
    for i in range(n_layer):
        x = block(x, source_hidden, f"encoder.h.{i}")
    memory = ${finished(c, 'x', 'encoder')}
    hidden = ${HIDDEN.padded('tokens')} | ${HIDDEN.later}
    x = embed(tokens, "decoder")
    for i in range(n_layer):
        x = decoder_block(x, hidden, f"decoder.h.{i}", memory, source_hidden)
    x = ${finished(c, 'x', 'decoder')}
${logits(c, 'decoder')}
`;
}

/** @param {Complete} c */
function model(c) {
  const head = 'def model(tokens, source=None):';
  if (c.arch === 'encoder_decoder') return encoderDecoder(c);
  if (c.arch === 'bigram')
    return `\n${head}\n    return w["transformer.wte.weight"][tokens]  # (B, T, V)\n`;
  if (c.arch === 'averaging')
    return `
${head}
    x = embed(tokens, "transformer")
    n = torch.arange(1, x.shape[1] + 1)[:, None]
    x = x.cumsum(1) / n  # the mean of everything so far
${logits(c)}
`;
  const later = c.arch === 'encoder' || !c.causal ? '' : ` | ${HIDDEN.later}`;
  const from =
    c.head_input === 'tokens'
      ? '\n    x = w["transformer.wte.weight"][tokens]  # the output layer reads these'
      : '';
  return `
${head}
    hidden = ${HIDDEN.padded('tokens')}${later}
    x = embed(tokens, "transformer")
    for i in range(n_layer):
        x = block(x, hidden, f"transformer.h.{i}")
    x = ${finished(c, 'x')}${from}
${logits(c)}
`;
}

/** In the order of a file. @type {Record<string, (c: Complete) => string>} */
export const PIECES = {
  read,
  linear: (c) => (c.arch === 'bigram' || c.arch === 'averaging' ? '' : linear(c)),
  lora,
  norms,
  positions,
  attend: (c) => (Number(c.n_layer) > 0 ? attend(c) : ''),
  attention: (c) => (Number(c.n_layer) > 0 ? attention(c) : ''),
  mlp: (c) => (Number(c.n_layer) > 0 ? mlp(c) : ''),
  blocks,
  embed: (c) => (c.arch === 'bigram' ? '' : embed(c)),
  model,
};
