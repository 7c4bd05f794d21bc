#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""PyTorch on one thread: pytorch.py FOLDER. Speaks as sides/serve.js does.

The model of nanoGPT, eager, or with RMSNorm, rotary positions and Muon where the problem's
recipe says so. Liberties that make it faster than the plain form: scale and causal mask go
into one baddbmm with the scores, rotary pairs are turned as complex numbers, Muon moves
all matrices of one shape together, and the optimizer of the rest is PyTorch's own AdamW.
Of what only some versions have, whichever is faster: --foreach and --fused forms of AdamW,
--sdpa for scaled_dot_product_attention, --compile for torch.compile.
OPENBLAS_CORETYPE and ATEN_CPU_CAPABILITY in the environment hold it to a vector width.
"""
import ctypes
import glob
import json
import math
import os
import sys
import time

import torch
import torch.nn as nn
import torch.nn.functional as F

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../../tests/reference"))
import tensor_file  # noqa: E402
from models import LayerNorm  # noqa: E402
from muon import named_matrices, part_rows  # noqa: E402


class RmsNorm(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, x):
        mean_square = x.square().mean(-1, keepdim=True)
        return x * torch.rsqrt(mean_square + 1e-5) * self.weight


class Block(nn.Module):
    def __init__(self, p, r, sdpa):
        super().__init__()
        self.sdpa = sdpa
        width, bias = p["C"], r.get("bias_mlp", True)
        norm = r.get("norm", "layer")
        self.n_head = p["H"]
        self.drop = {part: r.get(f"{part}_pdrop", 0.0) for part in ("attn", "resid", "mlp")}
        self.ln_1 = make_norm(norm, width, bias)
        self.attn = nn.ModuleDict(
            {
                "c_attn": nn.Linear(width, 3 * width, bias),
                "c_proj": nn.Linear(width, width, bias),
            }
        )
        self.ln_2 = make_norm(norm, width, bias)
        self.mlp = nn.ModuleDict(
            {
                "c_fc": nn.Linear(width, 4 * width, bias),
                "c_proj": nn.Linear(4 * width, width, bias),
            }
        )

    def attend(self, x, mask, turns):
        n_batch, n_time, width = x.shape
        head = width // self.n_head
        qkv = self.attn["c_attn"](x).view(n_batch, n_time, 3, self.n_head, head)
        q, k, v = qkv.permute(2, 0, 3, 1, 4).reshape(3, -1, n_time, head).unbind(0)
        if turns is not None:
            q, k = turn(q, turns), turn(k, turns)
        if self.sdpa:
            q, k, v = (x.view(n_batch, self.n_head, n_time, head) for x in (q, k, v))
            y = F.scaled_dot_product_attention(
                q, k, v, is_causal=True, dropout_p=self.drop["attn"]
            ).transpose(1, 2)
            return self.attn["c_proj"](y.reshape(n_batch, n_time, width))
        scores = torch.baddbmm(mask, q, k.transpose(1, 2), alpha=1 / math.sqrt(head))
        y = torch.bmm(dropout(F.softmax(scores, -1), self.drop["attn"]), v)
        y = y.view(n_batch, self.n_head, n_time, head).transpose(1, 2)
        return self.attn["c_proj"](y.reshape(n_batch, n_time, width))

    def forward(self, x, mask, turns):
        x = x + dropout(self.attend(self.ln_1(x), mask, turns), self.drop["resid"])
        added = self.mlp["c_proj"](F.gelu(self.mlp["c_fc"](self.ln_2(x))))
        return x + dropout(added, self.drop["mlp"])


def dropout(x, p):
    return F.dropout(x, p) if p > 0 else x


def make_norm(kind, width, bias):
    return RmsNorm(width) if kind == "rms" else LayerNorm(width, bias)


def rotary_turns(n_time, head):
    """exp(i t 10000^(-2j/D)) [T, D/2] (Su et al. 2021)."""
    t = torch.arange(n_time, dtype=torch.float64)[:, None]
    angle = t * 10000.0 ** (-torch.arange(0, head, 2, dtype=torch.float64) / head)
    return torch.polar(torch.ones_like(angle), angle).to(torch.complex64)


def turn(x, turns):
    pairs = torch.view_as_complex(x.unflatten(-1, (-1, 2)))
    return torch.view_as_real(pairs * turns).flatten(-2)


class Model(nn.Module):
    def __init__(self, p, r, sdpa):
        super().__init__()
        self.rotary = r.get("positions", "learned") == "rotary"
        self.drop = r.get("embd_pdrop", 0.0)
        parts = {
            "wte": nn.Embedding(p["V"], p["C"]),
            "h": nn.ModuleList(Block(p, r, sdpa) for _ in range(p["L"])),
            "ln_f": make_norm(r.get("norm", "layer"), p["C"], r.get("bias_mlp", True)),
        }
        if not self.rotary:
            parts["wpe"] = nn.Embedding(p["T"], p["C"])
        self.transformer = nn.ModuleDict(parts)
        self.lm_head = nn.Linear(p["C"], p["V"], bias=False)
        self.lm_head.weight = self.transformer["wte"].weight
        mask = torch.full((p["T"], p["T"]), -math.inf).triu(1)
        self.register_buffer("mask", mask[None], persistent=False)
        turns = rotary_turns(p["T"], p["C"] // p["H"]) if self.rotary else None
        self.register_buffer("turns", turns, persistent=False)

    def forward(self, tokens, targets):
        x = self.transformer["wte"](tokens)
        if not self.rotary:
            x = x + self.transformer["wpe"].weight
        x = dropout(x, self.drop)
        for block in self.transformer["h"]:
            x = block(x, self.mask, self.turns)
        logits = self.lm_head(self.transformer["ln_f"](x))
        return F.cross_entropy(logits.flatten(0, 1), targets.flatten())


def load(folder, p, sdpa):
    tensors, _ = tensor_file.read(os.path.join(folder, "weights.safetensors"))
    tensors.setdefault("lm_head.weight", tensors["transformer.wte.weight"])
    model = Model(p, p["recipe"], sdpa)
    model.load_state_dict(tensors)
    return model


def orthogonalize(x):
    """Five Newton-Schulz steps on each matrix of x [n, rows, columns], rows <= columns."""
    a, b, c = 3.4445, -4.7750, 2.0315
    x = x / (x.flatten(1).norm(dim=1)[:, None, None] + 1e-7)
    for _ in range(5):
        square = torch.bmm(x, x.transpose(1, 2))
        polynomial = torch.baddbmm(square, square, square, beta=b, alpha=c)
        x = torch.baddbmm(x, polynomial, x, beta=a)
    return x


def wide(matrix):
    """Rows <= columns, as a view."""
    return matrix.T if matrix.shape[0] > matrix.shape[1] else matrix


class Muon:
    """Muon (Jordan 2024) for the matrices of the blocks, those of one shape together."""

    def __init__(self, model, recipe):
        self.momentum = recipe["muon_momentum"]
        self.decay = recipe["weight_decay"]
        self.matrices = [w for _, w in named_matrices(model)]
        groups = {}
        for name, w in named_matrices(model):
            rows = part_rows(name, w)
            for i, piece in enumerate(w.data.split(rows)):
                groups.setdefault(piece.shape, []).append((w, rows, i, piece))
        self.groups = [
            (shape, members, torch.zeros(len(members), min(shape), max(shape)))
            for shape, members in groups.items()
        ]

    @torch.no_grad()
    def step(self, rate):
        for (rows, columns), members, m in self.groups:
            g = torch.stack([wide(w.grad.split(n)[i]) for w, n, i, _ in members])
            m.lerp_(g, 1 - self.momentum)
            moved = orthogonalize(g.lerp_(m, self.momentum)).unbind(0)
            size = rate * max(1, rows / columns) ** 0.5
            for (_, _, _, piece), by in zip(members, moved):
                if self.decay:
                    piece.mul_(1 - rate * self.decay)
                wide(piece).sub_(by, alpha=size)


class Optimizer:
    """AdamW, with Muon for the matrices of the blocks if the recipe has it."""

    def __init__(self, model, r, form):
        """form: arguments of AdamW that choose how it is computed."""
        self.r = r
        self.muon = Muon(model, r) if r["optimizer"] == "muon" else None
        moved = {id(w) for w in self.muon.matrices} if self.muon else set()
        rest = [w for w in model.parameters() if id(w) not in moved]
        groups = [
            {"params": [w for w in rest if w.dim() == 2], "weight_decay": r["weight_decay"]},
            {"params": [w for w in rest if w.dim() != 2], "weight_decay": 0.0},
        ]
        self.adamw = torch.optim.AdamW(
            groups,
            lr=r["learning_rate"],
            betas=(r["beta1"], r["beta2"]),
            eps=r["eps"],
            **form,
        )

    def step(self, rate):
        """rate: of AdamW; Muon's follows the same schedule."""
        for group in self.adamw.param_groups:
            group["lr"] = rate
        self.adamw.step()
        if self.muon:
            share = rate / self.r["learning_rate"]
            self.muon.step(share * self.r["muon_learning_rate"])


def openblas_core():
    """The kernels OpenBLAS chose, or None where it is another BLAS."""
    with open("/proc/self/maps") as maps:
        paths = {line.split()[-1] for line in maps if "blas" in line}
    for path in sorted(paths) + glob.glob("/usr/lib/*/libopenblas.so.0"):
        library = ctypes.CDLL(path)
        if hasattr(library, "openblas_get_corename"):
            library.openblas_get_corename.restype = ctypes.c_char_p
            return library.openblas_get_corename().decode()
    return None


def say(answer):
    print(json.dumps(answer), flush=True)


def main():
    folder, flags = sys.argv[1], set(sys.argv[2:])
    forms = {"--foreach": {"foreach": True}, "--fused": {"fused": True}}
    form = next((forms[flag] for flag in forms if flag in flags), {"foreach": False})
    torch.set_num_threads(1)
    with open(os.path.join(folder, "problem.json")) as file:
        p = json.load(file)
    with open(os.path.join(folder, "batches.i32"), "rb") as file:
        batches = torch.frombuffer(bytearray(file.read()), dtype=torch.int32)
    batches = batches.view(p["n_steps"], 2, p["B"], p["T"])
    recipe = p["recipe"]
    rates = p.get("rates") or [recipe["learning_rate"]] * p["n_steps"]
    model = load(folder, p, "--sdpa" in flags)
    optimizer = Optimizer(model, recipe, form)
    forward = torch.compile(model) if "--compile" in flags else model

    def train(step):
        tokens, targets = batches[step].long()
        loss = forward(tokens, targets)
        model.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), recipe["grad_clip"])
        optimizer.step(rates[step])
        return loss.item()

    cpu = [line for line in torch.__config__.show().split("\n") if "capability" in line]
    say(
        {
            "ready": {
                "version": torch.__version__,
                "blas": openblas_core(),
                "aten": cpu[0].split(":")[1].strip() if cpu else None,
                "flags": sorted(flags),
            }
        }
    )
    step = 0
    for line in sys.stdin:
        losses, ms, cpu = [], [], []
        for _ in range(int(line)):
            begin, used = time.perf_counter(), time.process_time()
            losses.append(train(step))
            ms.append(1e3 * (time.perf_counter() - begin))
            cpu.append(1e3 * (time.process_time() - used))
            step += 1
        say({"losses": losses, "ms": ms, "cpu": cpu})


main()
