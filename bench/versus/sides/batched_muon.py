# SPDX-License-Identifier: MIT
"""Muon (Jordan 2024) for the matrices of the blocks, those of one shape together."""
import torch


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


def pieces(name, matrix):
    """Queries, keys and values lie in one matrix and are moved apart."""
    return matrix.chunk(3) if ".c_attn." in name else [matrix]


class Muon:
    def __init__(self, model, recipe):
        self.momentum = recipe["muon_momentum"]
        self.decay = recipe["weight_decay"]
        named = [
            (name, w)
            for name, w in model.named_parameters()
            if ".h." in name and w.dim() == 2
        ]
        self.matrices = [w for _, w in named]
        groups = {}
        for name, w in named:
            for i, piece in enumerate(pieces(name, w.data)):
                groups.setdefault(piece.shape, []).append((name, w, i, piece))
        self.groups = [
            (shape, rows, torch.zeros(len(rows), min(shape), max(shape)))
            for shape, rows in groups.items()
        ]

    @torch.no_grad()
    def step(self, rate):
        for (rows, columns), members, m in self.groups:
            g = torch.stack([wide(pieces(name, w.grad)[i]) for name, w, i, _ in members])
            m.lerp_(g, 1 - self.momentum)
            moved = orthogonalize(g.lerp_(m, self.momentum)).unbind(0)
            size = rate * max(1, rows / columns) ** 0.5
            for (_, _, _, weight), by in zip(members, moved):
                if self.decay:
                    weight.mul_(1 - rate * self.decay)
                wide(weight).sub_(by, alpha=size)
