#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write what PyTorch computes for every case of cases.py into fixtures/.

    python3 tests/reference/write_fixtures.py [NAME...]      write (all or these)
    python3 tests/reference/write_fixtures.py --check        compare with what is there

Weights are drawn in float32; everything after that is computed in float64 and rounded
once at the end, so a fixture is exact to float32 and owes nothing to the order in which
some machine adds. --check starts from the stored weights and tokens and therefore
does not depend on PyTorch's random numbers.
"""
import argparse
import json
import pathlib
import zlib

import torch

import models
import muon
import tensor_file
from cases import CASES

FOLDER = pathlib.Path(__file__).parent / "fixtures"
N_STEPS = 20
IGNORED = -1
# A fixture in float32 carries an error of 2^-24 per number; the rest is headroom for
# other versions' sine, exponential and error function in float64.
CHECK_TOLERANCE = 1e-6
# Weights, gradients and final weights of more than this would pass 150 KB.
MAX_PARAMETERS_AFTER = 11000


def generator_for(name):
    return torch.Generator().manual_seed(zlib.crc32(name.encode()))


def draw_weights(model, kind, g):
    """Large enough that every part of the model matters in the result.

    The usual N(0, 0.02^2) leaves attention nearly uniform and GELU nearly linear, and
    a wrong scale or a swapped gate would hide in the tolerance.
    """
    with torch.no_grad():
        for name, p in model.named_parameters():
            noise = torch.randn(p.shape, generator=g)
            if kind == "unit":
                p.copy_(noise)
            elif kind == "pytorch":
                bound = 1 / p.shape[-1] ** 0.5  # Linear: +-1/sqrt(fan in)
                if name == "lm_head.bias":
                    bound = 1 / model.lm_head.in_features**0.5
                uniform = torch.rand(p.shape, generator=g) * 2 - 1
                p.copy_(noise if "wte" in name else uniform * bound)
            elif p.dim() == 1:
                is_gain = ".ln_" in name and name.endswith("weight")
                p.copy_(noise * 0.1 + (1.0 if is_gain else 0.0))
            elif "wte" in name or "wpe" in name:
                p.copy_(noise * 0.5)
            else:
                p.copy_(noise / p.shape[1] ** 0.5)


def hide_tail(rows, lengths, filler):
    for row, length in zip(rows, lengths):
        row[length:] = filler


def draw_batch(case, g):
    """{"tokens", "targets"[, "source"]}: a random walk, so that there is something to
    learn: the next token is the last one plus 1, 2 or 3 (mod the vocabulary)."""
    data, sizes, batch = case["data"], case["sizes"], {}
    first = 1 if sizes.get("pad_token", -1) == 0 else 0
    n_tokens = sizes["vocab_size"] - first
    steps = torch.randint(1, 4, (data["B"], data["T"] + 1), generator=g)
    walk = steps.cumsum(1) % n_tokens + first
    batch["tokens"], batch["targets"] = walk[:, :-1].clone(), walk[:, 1:].clone()
    if "output_vocab_size" in sizes:
        batch["targets"] = batch["tokens"].flip(1) % sizes["output_vocab_size"]
    if "T_source" in data:
        shape, end = (data["B"], data["T_source"]), sizes["source_vocab_size"]
        batch["source"] = torch.randint(1, end, shape, generator=g)
        hide_tail(batch["source"], data["source_lengths"], sizes["pad_token"])
    if "lengths" in data:
        hide_tail(batch["tokens"], data["lengths"], sizes["pad_token"])
        hide_tail(batch["targets"], data["lengths"], IGNORED)
    for _ in range(data.get("ignored", 0)):
        b, t = (int(torch.randint(0, n, (1,), generator=g)) for n in walk[:, 1:].shape)
        batch["targets"][b, t] = IGNORED
    return batch


def draw_inputs(case):
    """Everything that is chosen: weights, one batch to look at, one for each step."""
    g = generator_for(case["data"].get("seed_name", case["name"]))
    model = models.build(case["config"], case["sizes"])
    draw_weights(model, case["data"].get("init", "wide"), g)
    inputs = {name: p.detach().clone() for name, p in model.named_parameters()}
    if "tokens" in case["data"]:
        rows = {key: torch.tensor(case["data"][key]) for key in ("tokens", "targets")}
        inputs.update(rows)
        for key, value in rows.items():
            turns = [value[i % len(value)][None] for i in range(N_STEPS)]
            inputs["step_" + key] = torch.stack(turns)
        return inputs
    inputs.update(draw_batch(case, g))
    batches = [draw_batch(case, g) for _ in range(N_STEPS)]
    for key in batches[0]:
        inputs["step_" + key] = torch.stack([batch[key] for batch in batches])
    return inputs


def make_optimizer(model, o):
    """Matrices (and embedding tables) decay, vectors do not, as nanoGPT has it.

    AdamW without decay is Adam, so one class serves both names.
    """
    matrices = muon.matrices_of(model) if o["name"] == "muon" else []
    by_muon = {id(p) for p in matrices}
    parameters = [p for p in model.parameters() if id(p) not in by_muon]
    groups = [
        {
            "params": [p for p in parameters if p.dim() >= 2],
            "weight_decay": o["weight_decay"],
        },
        {"params": [p for p in parameters if p.dim() < 2], "weight_decay": 0.0},
    ]
    betas = (o["beta1"], o["beta2"])
    adamw = torch.optim.AdamW(groups, lr=o["learning_rate"], betas=betas, eps=o["eps"])
    return muon.WithMuon(adamw, model, o) if matrices else adamw


def gradients(model):
    """A parameter the loss does not reach has the gradient 0, not none."""
    for p in model.parameters():
        if p.grad is None:
            p.grad = torch.zeros_like(p)
    return {name: p.grad for name, p in model.named_parameters()}


def forward_backward(model, inputs, prefix="", i=None):
    def pick(key):
        value = inputs.get(prefix + key)
        if value is None:
            return None
        return (value if i is None else value[i]).long()

    model.zero_grad(set_to_none=True)
    logits = model(pick("tokens"), pick("source"))
    loss = models.loss_of(logits, pick("targets"))
    loss.backward()
    return logits, loss


def run(case, inputs, dtype=torch.float64):
    """What the fixture promises, computed from its inputs."""
    model = models.build(case["config"], case["sizes"]).to(dtype)
    with torch.no_grad():
        for name, p in model.named_parameters():
            p.copy_(inputs[name])
    logits, loss = forward_backward(model, inputs)
    results = {"logits": logits.detach(), "loss": loss.detach().reshape(1)}
    for name, gradient in gradients(model).items():
        results["grad." + name] = gradient.clone()

    o = case["optimizer"]
    optimizer = make_optimizer(model, o)
    losses, norms = [], []
    for i in range(N_STEPS):
        _, loss = forward_backward(model, inputs, "step_", i)
        flat = torch.cat([g.flatten() for g in gradients(model).values()])
        norms.append(flat.norm())
        if o["grad_clip"] > 0:
            torch.nn.utils.clip_grad_norm_(model.parameters(), o["grad_clip"])
        optimizer.step()
        losses.append(loss.detach())
    results["step_losses"] = torch.stack(losses)
    results["step_grad_norms"] = torch.stack(norms)
    if stores_after(model, models.Config(case["config"], case["sizes"])):
        for name, p in model.named_parameters():
            results["after." + name] = p.detach()
    return results


def stores_after(model, c):
    """Final weights only where each is determined to float32 accuracy and they fit.

    A bias of the keys adds the same number to a whole row of scores, so its gradient
    is 0 but for rounding, which Adam then blows up to steps of full size.
    """
    n_parameters = sum(p.numel() for p in model.parameters())
    return not c.bias_qkv and n_parameters <= MAX_PARAMETERS_AFTER


def worst(a, b):
    """(name, relative error) of the result where a is furthest from b.

    The error is the norm of the difference over the norm of b, tensor by tensor. A
    gradient under 1e-9 of the whole gradient is 0 but for rounding (see stores_after)
    and is measured against a hundredth of the whole.
    """
    norms = {name: b[name].double().norm() for name in b}
    whole = torch.stack([n for name, n in norms.items() if name.startswith("grad.")])
    whole = whole.norm()
    errors = {}
    for name, norm in norms.items():
        if name.startswith("grad.") and norm < 1e-9 * whole:
            norm = 1e-2 * whole
        difference = (a[name].double() - b[name].double()).norm()
        errors[name] = (difference / norm).item()
    return max(errors.items(), key=lambda item: item[1])


def write(case):
    inputs = draw_inputs(case)
    results = run(case, inputs)
    in_float32 = run(case, inputs, torch.float32)
    step_error = (in_float32["step_losses"] - results["step_losses"]).abs().max()
    metadata = {
        "case": case["description"],
        "config": json.dumps(case["config"]),
        "sizes": json.dumps(case["sizes"]),
        "optimizer": json.dumps(case["optimizer"]),
        "torch": torch.__version__,
    }
    path = FOLDER / f"{case['name']}.safetensors"
    tensor_file.write(path, {**inputs, **results}, metadata)
    losses = results["step_losses"]
    print(
        f"{case['name']:30s} {path.stat().st_size:7d} bytes  loss {losses[0]:.4f} -> "
        f"{losses[-1]:.4f}  float32 differs by {step_error:.1e} in 20 losses, "
        "{1:.1e} ({0})".format(*worst(in_float32, results))
    )


def check(case):
    path = FOLDER / f"{case['name']}.safetensors"
    stored, metadata = tensor_file.read(path)
    assert json.loads(metadata["config"]) == case["config"], path
    name, error = worst(stored, run(case, stored))
    print(f"{case['name']:30s} {error:.1e} ({name})")
    return error <= CHECK_TOLERANCE


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    chosen = [c for c in CASES if not arguments.names or c["name"] in arguments.names]
    if arguments.check:
        results = [check(case) for case in chosen]
        raise SystemExit(0 if all(results) else 1)
    FOLDER.mkdir(exist_ok=True)
    for case in chosen:
        write(case)


if __name__ == "__main__":
    main()
