# SPDX-License-Identifier: MIT
"""Muon as published: Keller Jordan, "Muon: an optimizer for hidden layers in neural
networks", 2024. For the matrices of the blocks; another optimizer moves the rest."""
import torch


def orthogonalize(g):
    """Five Newton-Schulz steps on g [rows][columns] over its Frobenius norm."""
    a, b, c = 3.4445, -4.7750, 2.0315
    x = g / (g.norm() + 1e-7)
    if g.shape[0] > g.shape[1]:
        x = x.T
    for _ in range(5):
        A = x @ x.T
        x = a * x + (b * A + c * A @ A) @ x
    return x.T if g.shape[0] > g.shape[1] else x


def named_matrices(model):
    for name, p in model.named_parameters():
        if ".h." in name and p.dim() == 2:
            yield name, p


def matrices_of(model):
    return [p for _, p in named_matrices(model)]


def part_rows(name, p):
    """Queries, keys and values lie in one matrix and are moved apart."""
    rows, width = p.shape
    if ".c_attn." in name:
        return [width, (rows - width) // 2, (rows - width) // 2]
    return [rows // 2, rows // 2] if ".c_kv." in name else [rows]


class WithMuon:
    def __init__(self, others, model, o):
        self.others, self.matrices, self.o = others, list(named_matrices(model)), o
        self.momentum = {name: torch.zeros_like(p) for name, p in self.matrices}

    def step(self):
        self.others.step()
        lr, mu = self.o["muon_learning_rate"], self.o["muon_momentum"]
        with torch.no_grad():
            for name, p in self.matrices:
                m = self.momentum[name]
                m.lerp_(p.grad, 1 - mu)
                nesterov = p.grad.lerp(m, mu)
                p.mul_(1 - lr * self.o["weight_decay"])
                n = part_rows(name, p)
                for w, d in zip(p.split(n), nesterov.split(n)):
                    rows, columns = d.shape
                    w.sub_(lr * max(1, rows / columns) ** 0.5 * orthogonalize(d))
