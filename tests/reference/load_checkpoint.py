#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Load a Glassformer checkpoint into a PyTorch model.

    python3 tests/reference/load_checkpoint.py model.safetensors [batch.json]

Prints the model's size and, for a batch {"tokens": [[...]], "targets": [[...]]} (an
encoder-decoder also needs "source"), its loss: the number `glassformer forward` gives.
Names and shapes are those of nanoGPT and minGPT, so nothing is renamed or transposed.
"""
import json
import sys

import torch

import models
import tensor_file


def load(path):
    tensors, metadata = tensor_file.read(path)
    config = json.loads(metadata["config"])
    model = models.build(config, sizes_of(config, tensors, metadata))
    names = {name for name, _ in model.named_parameters()}
    weights = {name: tensors[name] for name in names}  # leaves optimizer state behind
    model.load_state_dict(weights, strict=not config.get("tied_head", True))
    return model.eval()


def sizes_of(config, tensors, metadata):
    """Vocabulary sizes are not settings: they are read off the tensors' shapes."""
    sizes = json.loads(metadata.get("sizes", "{}"))
    side = "decoder" if "decoder.wte.weight" in tensors else "transformer"
    sizes.setdefault("vocab_size", tensors[f"{side}.wte.weight"].shape[0])
    if side == "decoder":
        rows = tensors["encoder.wte.weight"].shape[0]
        sizes.setdefault("source_vocab_size", rows)
    elif "lm_head.weight" in tensors:
        sizes.setdefault("output_vocab_size", tensors["lm_head.weight"].shape[0])
    return sizes


def main():
    if len(sys.argv) not in (2, 3):
        raise SystemExit(__doc__)
    model = load(sys.argv[1])
    n_parameters = sum(p.numel() for p in model.parameters())
    print(f"{n_parameters} parameters in {len(list(model.parameters()))} tensors")
    if len(sys.argv) == 3:
        with open(sys.argv[2]) as file:
            batch = {key: torch.tensor(rows) for key, rows in json.load(file).items()}
        with torch.no_grad():
            logits = model(batch["tokens"], batch.get("source"))
        print(f"loss {models.loss_of(logits, batch['targets']).item():.7f} nats")


if __name__ == "__main__":
    main()
