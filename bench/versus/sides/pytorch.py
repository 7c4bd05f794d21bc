#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""PyTorch on one thread: pytorch.py FOLDER. Speaks as sides/serve.js does.

The model of nanoGPT, eager. Two liberties that make it faster than the plain form:
scale and causal mask go into one baddbmm with the scores, and the optimizer is
PyTorch's own AdamW (foreach, when that is the faster one: --foreach).
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


class Block(nn.Module):
    def __init__(self, width, n_head):
        super().__init__()
        self.n_head = n_head
        self.ln_1 = nn.LayerNorm(width)
        self.attn = nn.ModuleDict(
            {"c_attn": nn.Linear(width, 3 * width), "c_proj": nn.Linear(width, width)}
        )
        self.ln_2 = nn.LayerNorm(width)
        self.mlp = nn.ModuleDict(
            {"c_fc": nn.Linear(width, 4 * width), "c_proj": nn.Linear(4 * width, width)}
        )

    def attend(self, x, mask):
        n_batch, n_time, width = x.shape
        head = width // self.n_head
        qkv = self.attn["c_attn"](x).view(n_batch, n_time, 3, self.n_head, head)
        q, k, v = qkv.permute(2, 0, 3, 1, 4).reshape(3, -1, n_time, head).unbind(0)
        scores = torch.baddbmm(mask, q, k.transpose(1, 2), alpha=1 / math.sqrt(head))
        y = torch.bmm(F.softmax(scores, -1), v)
        y = y.view(n_batch, self.n_head, n_time, head).transpose(1, 2)
        return self.attn["c_proj"](y.reshape(n_batch, n_time, width))

    def forward(self, x, mask):
        x = x + self.attend(self.ln_1(x), mask)
        return x + self.mlp["c_proj"](F.gelu(self.mlp["c_fc"](self.ln_2(x))))


class Model(nn.Module):
    def __init__(self, p):
        super().__init__()
        parts = {
            "wte": nn.Embedding(p["V"], p["C"]),
            "wpe": nn.Embedding(p["T"], p["C"]),
            "h": nn.ModuleList(Block(p["C"], p["H"]) for _ in range(p["L"])),
            "ln_f": nn.LayerNorm(p["C"]),
        }
        self.transformer = nn.ModuleDict(parts)
        self.lm_head = nn.Linear(p["C"], p["V"], bias=False)
        self.lm_head.weight = self.transformer["wte"].weight
        mask = torch.full((p["T"], p["T"]), -math.inf).triu(1)
        self.register_buffer("mask", mask[None], persistent=False)

    def forward(self, tokens, targets):
        x = self.transformer["wte"](tokens) + self.transformer["wpe"].weight
        for block in self.transformer["h"]:
            x = block(x, self.mask)
        logits = self.lm_head(self.transformer["ln_f"](x))
        return F.cross_entropy(logits.flatten(0, 1), targets.flatten())


def load(folder, p):
    tensors, _ = tensor_file.read(os.path.join(folder, "weights.safetensors"))
    tensors.setdefault("lm_head.weight", tensors["transformer.wte.weight"])
    model = Model(p)
    model.load_state_dict(tensors)
    return model


def make_optimizer(model, r, foreach):
    decays = [w for w in model.parameters() if w.dim() == 2]
    stays = [w for w in model.parameters() if w.dim() != 2]
    groups = [
        {"params": decays, "weight_decay": r["weight_decay"]},
        {"params": stays, "weight_decay": 0.0},
    ]
    betas = (r["beta1"], r["beta2"])
    return torch.optim.AdamW(
        groups, lr=r["learning_rate"], betas=betas, eps=r["eps"], foreach=foreach
    )


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
    folder, foreach = sys.argv[1], "--foreach" in sys.argv
    torch.set_num_threads(1)
    with open(os.path.join(folder, "problem.json")) as file:
        p = json.load(file)
    with open(os.path.join(folder, "batches.i32"), "rb") as file:
        batches = torch.frombuffer(bytearray(file.read()), dtype=torch.int32)
    batches = batches.view(p["n_steps"], 2, p["B"], p["T"])
    model = load(folder, p)
    optimizer = make_optimizer(model, p["recipe"], foreach)

    def train(step):
        tokens, targets = batches[step].long()
        loss = model(tokens, targets)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), p["recipe"]["grad_clip"])
        optimizer.step()
        return loss.item()

    cpu = [line for line in torch.__config__.show().split("\n") if "capability" in line]
    say(
        {
            "ready": {
                "version": torch.__version__,
                "blas": openblas_core(),
                "aten": cpu[0].split(":")[1].strip() if cpu else None,
                "foreach": foreach,
            }
        }
    )
    step = 0
    for line in sys.stdin:
        losses, ms = [], []
        for _ in range(int(line)):
            begin = time.perf_counter()
            losses.append(train(step))
            ms.append(1e3 * (time.perf_counter() - begin))
            step += 1
        say({"losses": losses, "ms": ms})


main()
