"""Writes torch/, weights as torch.save has them, with PyTorch 2 and safetensors."""
# SPDX-License-Identifier: MIT
import json
from collections import OrderedDict
from pathlib import Path

import torch
from safetensors.torch import load_file

HERE = Path(__file__).parent
OUT = HERE / "torch"


def model():
    """The weights of hugging_face/gpt_neo with a mask, as a module's state_dict is."""
    weights = load_file(HERE / "hugging_face/gpt_neo/model.safetensors")
    state = OrderedDict((name, w.clone()) for name, w in weights.items())
    mask = torch.ones(1, 1, 4, 4, dtype=torch.bool)
    state["transformer.h.0.attn.attention.bias"] = mask
    state._metadata = OrderedDict([("", {"version": 1})])
    return state


w = torch.arange(12, dtype=torch.float32).reshape(3, 4)
tensors = OrderedDict(
    whole=w,
    rows=w[1:],
    tied=w,
    bf16=w.bfloat16(),
    f16=w.half(),
    parameter=torch.nn.Parameter(w[:1]),
    mask=torch.ones(2, 2, dtype=torch.bool),
    number=torch.tensor(-2.5),
    empty=torch.zeros(0, 3),
)
weights = model()
halves = (list(weights)[:20], list(weights)[20:])
weight_map = {}
for n, names in enumerate(halves, 1):
    part = f"pytorch_model-0000{n}-of-00002.bin"
    torch.save(OrderedDict((name, weights[name]) for name in names), OUT / part)
    weight_map |= {name: part for name in names}
index = {"metadata": {}, "weight_map": weight_map}
(OUT / "pytorch_model.bin.index.json").write_text(json.dumps(index))
torch.save(tensors, OUT / "tensors.bin")
torch.save({"turned": w.t()}, OUT / "turned.bin")
torch.save({"weights": tensors, "step": 3}, OUT / "more.bin")
torch.save({"w": w}, OUT / "legacy.bin", _use_new_zipfile_serialization=False)
