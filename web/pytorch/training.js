// SPDX-License-Identifier: MIT
// Training and writing in PyTorch, as the settings have them. They go with the pieces of a
// model (pieces.js): w is its dictionary of weights, step the number of steps taken before.

/** @import { Complete } from './pieces.js' */

/** @typedef {{ temperature: number, topK: number, topP: number, minP?: number,
 *   repetitionPenalty?: number, greedy?: boolean }} Sampler */

const loss = () => `
def loss_of(logits, targets):
    """Mean over the targets that are known, nats."""
    return F.cross_entropy(logits.flatten(0, 1), targets.flatten(), ignore_index=-1)
`;

/** @type {Record<string, (c: Complete) => string>} */
const DECAYS = {
  constant: () => '    return rate',
  cosine: (c) => `    if step >= ${c.max_steps}:
        return least
    done = (step - ${c.warmup_steps}) / (${c.max_steps} - ${c.warmup_steps})
    return least + 0.5 * (1 + math.cos(math.pi * done)) * (rate - least)`,
  wsd: (c) => `    if step >= ${c.max_steps}:
        return least
    start = max(${c.warmup_steps}, ${c.max_steps} - ${c.decay_share} * ${c.max_steps})
    if step < start:
        return rate
    done = (step - start) / (${c.max_steps} - start)
    return least + (1 - done) * (rate - least)`,
  sqrt: (c) => `    if step >= ${c.max_steps}:
        return least
    done = (step - ${c.warmup_steps}) / (${c.max_steps} - ${c.warmup_steps})
    return least + (1 - math.sqrt(done)) * (rate - least)`,
};

/** Muon's rates are as far from each other as those of the rest; from no rate it falls to 0.
 * @param {Complete} c */
function muonSchedule({ learning_rate, min_learning_rate, muon_learning_rate }) {
  const share =
    Number(learning_rate) && Number(min_learning_rate) / Number(learning_rate);
  return `
def muon_learning_rate(step):
    return learning_rate(step, ${muon_learning_rate}, ${share * Number(muon_learning_rate)})
`;
}

/** @param {Complete} c */
const schedule = (c) => `
def learning_rate(step, rate=${c.learning_rate}, least=${c.min_learning_rate}):
    if step < ${c.warmup_steps}:
        return rate * (step + 1) / (${c.warmup_steps} + 1)
${DECAYS[String(c.schedule)](c)}
${c.optimizer === 'muon' ? muonSchedule(c) : ''}`;

/** @param {Complete} c */
function muon(c) {
  const { muon_momentum, weight_decay } = c;
  const K = (Number(c.n_embd) / Number(c.n_head)) * Number(c.n_kv_head);
  return `
def orthogonalized(g):
    """Jordan 2024: five steps of Newton and Schulz."""
    x = g / (g.norm() + 1e-7)  # a gradient may be zero
    for _ in range(5):
        a = x @ x.T if x.shape[0] <= x.shape[1] else x.T @ x
        p = -4.7750 * a + 2.0315 * a @ a
        x = 3.4445 * x + (p @ x if x.shape[0] <= x.shape[1] else x @ p)
    return x

def muon_step(p, g, momentum, rate):
    momentum.lerp_(g, 1 - ${muon_momentum})
    update = orthogonalized(g.lerp(momentum, ${muon_momentum}))
    p.mul_(1 - rate * ${weight_decay})
    p.sub_(rate * max(1, p.shape[0] / p.shape[1]) ** 0.5 * update)

momenta = {name: torch.zeros_like(p) for name, p in ${trainedOf(c)}.items() if moved_by_muon(name, p)}
parts = {"c_attn.weight": [n_embd, ${K}, ${K}], "c_kv.weight": [${K}, ${K}]}  # q, k and v

def muon_steps(rate):
    for name, m in momenta.items():
        rows = next((r for end, r in parts.items() if name.endswith(end)), [len(m)])
        for part in zip(w[name].data.split(rows), w[name].grad.split(rows), m.split(rows)):
            muon_step(*part, rate)
`;
}

/** The variable with the weights that are trained. @param {Complete} c */
export const trainedOf = (c) => (c.lora_rank ? 'trained' : 'w');

/** @param {Complete} c */
function optimizer(c) {
  const decay = c.optimizer === 'adam' ? 0 : c.weight_decay;
  const clip = Number(c.grad_clip);
  const isMuon = c.optimizer === 'muon';
  const own = isMuon ? ' and not moved_by_muon(name, p)' : '';
  const moved = `
def moved_by_muon(name, p):
    return ".h." in name and p.dim() > 1  # matrices of the blocks
`;
  const trained = `
trained = {name: p for name, p in w.items() if ".lora_" in name}  # the rest is frozen
for name, p in w.items():
    p.requires_grad_(name in trained)
`;
  const all = trainedOf(c);
  return `${c.lora_rank ? trained : ''}${isMuon ? moved : ''}
matrices = [p for name, p in ${all}.items() if p.dim() > 1${own}]
others = [p for p in ${all}.values() if p.dim() < 2]
adamw = torch.optim.AdamW(
    [dict(params=matrices, weight_decay=${decay}), dict(params=others, weight_decay=0)],
    betas=(${c.beta1 || '0.0'}, ${c.beta2 || '0.0'}), eps=${c.eps},
)
${isMuon ? muon(c) : ''}
def train_step(loss, step):
    for p in ${all}.values():
        p.grad = None
    loss.backward()
    for p in ${all}.values():
        if p.grad is None:  # nothing of the loss depends on it
            p.grad = torch.zeros_like(p)
${clip > 0 ? `    torch.nn.utils.clip_grad_norm_(list(${all}.values()), ${clip})\n` : ''}    for group in adamw.param_groups:
        group["lr"] = learning_rate(step)
    adamw.step()
${isMuon ? '    muon_steps(muon_learning_rate(step))\n' : ''}`;
}

/** @param {Complete} c */
function dropout(c) {
  const places = /** @type {const} */ ([
    ['embd_pdrop', 'x', 'the embeddings'],
    ['attn_pdrop', 'a', 'the attention weights'],
    ['resid_pdrop', 'y', 'the output of attention'],
    ['mlp_pdrop', 'y', 'the output of the MLP'],
  ]);
  const lines = places.map(
    ([key, x, where]) => `${x} = F.dropout(${x}, ${c[key]}, training)  # ${where}`,
  );
  return `\n${lines.join('\n')}\n`;
}

/** @param {Sampler} sampler @returns {string} a function of logits (V,) and ids */
export function samplePiece({
  temperature,
  topK,
  topP,
  minP = 0,
  repetitionPenalty = 1,
  greedy: always = false,
}) {
  const greedy = always || temperature === 0;
  const steps = [
    repetitionPenalty !== 1 &&
      repetitionPenalty > 0 &&
      `    seen = torch.unique(context)
    z = logits[seen]
    logits = logits.scatter(0, seen, torch.where(z > 0, z / ${repetitionPenalty}, z * ${repetitionPenalty}))`,
    greedy && `    return F.one_hot(logits.argmax(), logits.shape[0]).float()`,
    !greedy &&
      `    p, token = (logits / ${temperature}).softmax(-1).sort(descending=True, stable=True)`,
    !greedy && topK > 0 && `    p[${topK}:] = 0`,
    !greedy &&
      topP > 0 &&
      topP < 1 &&
      `    p[p.cumsum(0) - p >= ${topP} * p.sum()] = 0`,
    !greedy && minP > 0 && `    p[p < ${minP} * p[0]] = 0`,
    !greedy && `    return torch.zeros_like(p).scatter(0, token, p / p.sum())`,
  ];
  return `
def probabilities(logits, context):
    """(V,): of the next token; torch.multinomial draws one."""
${steps.filter(Boolean).join('\n')}
`;
}

/** @type {Record<string, (c: Complete) => string>} */
export const TRAINING = { loss, schedule, optimizer, dropout };
