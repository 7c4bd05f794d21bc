#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How often does the two-wide decoder learn to answer both questions? In PyTorch.

    python3 tests/reference/statquest_seeds.py [N_SEEDS]     (default 200)

For each seed: PyTorch's default initial weights (embedding N(0, 1), linear layers
uniform in +-1/sqrt(fan in)), 30 epochs of one step per question in turn, Adam at 0.1,
float32, then greedy decoding from "... <EOS>" until <EOS> or position 6. Writes
statquest_seeds.json beside this file.
"""
import json
import math
import pathlib
import sys

import torch

import models
from cases import ANSWERS, QUESTIONS, TWO_WIDE

N_EPOCHS = 30
AWESOME, EOS = 3, 4
N_PROMPT = 4  # three words and <EOS>
MAX_LENGTH = 6


def train(seed):
    torch.manual_seed(seed)
    model = models.build(TWO_WIDE, {"vocab_size": 5})
    before = [answer(model, question) for question in QUESTIONS]
    optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
    for _ in range(N_EPOCHS):
        for question, reply in zip(QUESTIONS, ANSWERS):
            logits = model(torch.tensor([question]))
            loss = models.loss_of(logits, torch.tensor([reply]))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return before, [answer(model, question) for question in QUESTIONS], loss.item()


@torch.no_grad()
def answer(model, question):
    tokens = question[:N_PROMPT]
    while len(tokens) < MAX_LENGTH:
        tokens = tokens + [int(model(torch.tensor([tokens]))[0, -1].argmax())]
        if tokens[-1] == EOS:
            break
    return tokens[N_PROMPT:]


def wilson(n_success, n):
    """95 % interval of a share (Wilson 1927), honest near 0 and 1."""
    z, p = 1.959964, n_success / n
    centre = p + z * z / (2 * n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return [(centre - half) / (1 + z * z / n), (centre + half) / (1 + z * z / n)]


def main():
    torch.set_num_threads(1)
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    right = [AWESOME, EOS]
    counts = {"untrained_both": 0, "one": 0, "both": 0}
    losses, failed = [], []
    for seed in range(n):
        before, after, loss = train(seed)
        n_right = sum(reply == right for reply in after)
        counts["untrained_both"] += all(reply == right for reply in before)
        counts["one"] += n_right == 1
        counts["both"] += n_right == 2
        losses.append(loss)
        if n_right < 2:
            failed.append(seed)
    result = {
        "n_seeds": n,
        **counts,
        "share_both": counts["both"] / n,
        "interval_95": [round(x, 4) for x in wilson(counts["both"], n)],
        "median_last_loss": round(sorted(losses)[n // 2], 4),
        "failed_seeds": failed,
        "torch": torch.__version__,
    }
    path = pathlib.Path(__file__).with_suffix(".json")
    path.write_text(json.dumps(result, indent=2) + "\n")
    print(json.dumps(result))


if __name__ == "__main__":
    main()
