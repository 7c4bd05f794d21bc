// SPDX-License-Identifier: MIT
// A model and its training as files of PyTorch: model.py, and train.py, which goes on from the
// checkpoint with the engine's own batches, on one machine or on several.
import { modelSource } from './file.js';
import { complete } from './pieces.js';
import { TRAINING, trainedOf } from './training.js';

/** @import { Config } from '../../wasm/index.js' */

/** Names of the files; the text is whole numbers of 32 bits. */
export const FILES = {
  weights: 'model.safetensors',
  model: 'model.py',
  training: 'train.py',
  train: 'train.bin',
  val: 'val.bin',
};

/** @param {Config} config @param {number} step @returns {string} model.py */
const modelFile = (
  config,
  step,
) => `# A model of Glassformer after ${step} steps, in PyTorch.
import os
${modelSource({ ...complete(config), training: true })}
training = False  # dropout
pad = -1
w, meta = read(os.path.join(os.path.dirname(os.path.abspath(__file__)), "${FILES.weights}"))
`;

/** Random numbers by address (src/base/rng.h). */
const BATCHES = `
def mixed(x):
    """Steele, Lea & Flood 2014: splitmix64."""
    x = x + 0x9E3779B97F4A7C15 & M64
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & M64
    x = (x ^ x >> 27) * 0x94D049BB133111EB & M64
    return x ^ x >> 31

def random_below(n, seed, step, index):
    """The number that Glassformer draws for sequence \`index\` of a step."""
    key = mixed(mixed(mixed(seed) ^ 2) ^ step)
    x = index + key & M32
    x = (x ^ x >> 17) * 0xED5AD4BB & M32
    x = (x ^ x >> 11) * 0xAC4C1B51 & M32
    x = x + (key >> 32) & M32
    x = (x ^ x >> 15) * 0x31848BAB & M32
    return (x ^ x >> 14) * n >> 32

def tokens_of(path):
    data = bytearray(open(os.path.join(here, path), "rb").read())
    return torch.frombuffer(data, dtype=torch.int32).long()

def windows(tokens, starts):
    """(B, T) tokens, and the tokens after them."""
    rows = torch.stack([tokens[at : at + block_size + 1] for at in starts]).to(device)
    return rows[:, :-1], rows[:, 1:]
`;

/** @param {number} nWindows */
const evaluation = (nWindows) => `
@torch.no_grad()
def held_out():
    """Loss on ${nWindows} windows of the held-out text: always the same ones."""
    net.eval()
    last = len(val) - block_size - 1
    starts = [last * i // ${Math.max(1, nWindows - 1)} for i in range(${nWindows})][rank::world]
    total = torch.zeros(1, device=device)
    for at in range(0, len(starts), batch_size):
        x, y = windows(val, starts[at : at + batch_size])
        total += loss_of(net(x), y) * len(x)
    if world > 1:
        dist.all_reduce(total)
    net.train()
    return total.item() / ${nWindows}
`;

/** @param {boolean} isMuon @param {string} trained the weights that have moments */
const saving = (isMuon, trained) => `
def moments_of(name):
${isMuon ? '    if name in momenta:\n        return dict(m=momenta[name])\n' : ''}    state = adamw.state[w[name]]
    return dict(m=state["exp_avg"], v=state["exp_avg_sq"])

def save(path, step):
    """A checkpoint that Glassformer opens."""
    tensors = dict(w)
    for name in ${trained}:
        tensors.update({f"optimizer.{kind}.{name}": t for kind, t in moments_of(name).items()})
    for name, t in tensors.items():
        if not t.isfinite().all():
            raise SystemExit(f"{name} holds numbers that are not finite: nothing is written.")
    header, at = {"__metadata__": {**meta, "step": str(step)}}, 0
    for name, t in tensors.items():
        end = at + 4 * t.numel()
        header[name] = dict(dtype="F32", shape=list(t.shape), data_offsets=[at, end])
        at = end
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for t in tensors.values():
            file.write(t.detach().cpu().contiguous().numpy().tobytes())
`;

/** @param {Config} config @returns {string} train.py */
function trainingFile(config) {
  const c = complete(config);
  const isMuon = c.optimizer === 'muon';
  const trained = trainedOf(c);
  return `# Trains a model of Glassformer on from its checkpoint, with the same batches and learning
# rates, and writes one that Glassformer opens again.
#
#     python3 ${FILES.training} --steps 1000
#     torchrun --nproc_per_node 2 ${FILES.training} --steps 1000
#
# With processors only, processes speak through gloo; with GPUs (PyTorch 2) through NCCL.
import argparse, json, math, os, struct
import torch
import torch.distributed as dist
import torch.nn.functional as F

options = argparse.ArgumentParser()
options.add_argument("--steps", type=int, default=1000, help="how many more")
options.add_argument("--every", type=int, default=${c.eval_interval}, help="steps between evaluations")
options.add_argument("--out", default="trained.safetensors")
options = options.parse_args()

rank, world = int(os.environ.get("RANK", 0)), int(os.environ.get("WORLD_SIZE", 1))
device = "cpu"
if torch.cuda.is_available():
    device = f"cuda:{os.environ.get('LOCAL_RANK', 0)}"
    torch.cuda.set_device(device)
    torch.set_default_device(device)
if world > 1:
    dist.init_process_group("nccl" if device != "cpu" else "gloo")

import model as program
from model import meta, n_embd, n_head, w

here = os.path.dirname(os.path.abspath(__file__))
block_size, batch_size, seed = ${c.block_size}, ${c.batch_size}, ${c.seed}
M32, M64 = 2**32 - 1, 2**64 - 1
${BATCHES}
class Model(torch.nn.Module):
    """The weights as parameters, whose gradients DistributedDataParallel averages."""

    def __init__(self):
        super().__init__()
        for name in w:
            w[name] = torch.nn.Parameter(w[name].to(device)${c.lora_rank ? ', ".lora_" in name' : ''})
            self.register_parameter(name.replace(".", "/"), w[name])

    def forward(self, tokens):
        program.training = self.training
        return program.model(tokens)

net = Model()
if world > 1:
    net = torch.nn.parallel.DistributedDataParallel(net, find_unused_parameters=${c.head_input === 'tokens' ? 'True' : 'False'})
${TRAINING.loss(c)}${TRAINING.schedule(c)}${TRAINING.optimizer(c)}
step = int(meta["step"])
saved, _ = program.read(os.path.join(here, "${FILES.weights}"), moments=True)

def moment(kind, name):
    """That of the checkpoint; zeros where it has none."""
    return saved.get(f"optimizer.{kind}.{name}", torch.zeros_like(w[name])).to(device)

for name, p in ${trained}.items():
${
  isMuon
    ? `    if name in momenta:
        momenta[name] = moment("m", name)
        continue
`
    : ''
}    t = torch.tensor(float(step), device="cpu")
    adamw.state[p] = dict(step=t, exp_avg=moment("m", name), exp_avg_sq=moment("v", name))
${evaluation(Number(c.eval_windows))}
${saving(isMuon, trained)}
train, val = tokens_of("${FILES.train}"), tokens_of("${FILES.val}")
own = range(batch_size)[rank::world]  # sequences of a batch that this process takes
torch.manual_seed(seed + rank)  # dropout
first, last = step, step + options.steps
while True:
    if (step - first) % options.every == 0 or step == last:
        measured = held_out()
        if rank == 0:
            print(f"step {step} held-out loss {measured:.6f}", flush=True)
    if step == last:
        break
    x, y = windows(train, [random_below(len(train) - block_size, seed, step, b) for b in own])
    loss = loss_of(net(x), y) * len(own) * world / batch_size
    total = loss.detach().clone()
    train_step(loss, step)
    if world > 1:
        dist.all_reduce(total)
    step += 1
    if rank == 0 and step <= first + 5:
        print(f"step {step} loss {total.item() / world:.6f}", flush=True)
if rank == 0:
    save(options.out, step)
    print(f"wrote {options.out}")
if world > 1:
    dist.destroy_process_group()
`;
}

/**
 * The programs by their names. They go with the weights and the text (FILES).
 * @param {Config} config of a model of a text @param {number} step steps completed
 * @returns {Record<string, string>}
 */
export const programFiles = (config, step) => ({
  [FILES.model]: modelFile(config, step),
  [FILES.training]: trainingFile(config),
});
