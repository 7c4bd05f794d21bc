#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Hold models.py against PyTorch's own transformer layers and the published figures.

    python3 tests/reference/check_models.py

The fixtures are worth as much as the models behind them. Here the models are compared
with implementations nobody here wrote (torch.nn) and with the numbers the reference
documents print.
"""
import torch
import torch.nn as nn
import torch.nn.functional as F

import models
from cases import PAPER


def close(a, b, what, tolerance=1e-12):
    error = (a - b).norm() / b.norm()
    print(f"{what}: {error:.1e}")
    assert error <= tolerance, what


def config(given, **sizes):
    return models.Config(given, {"vocab_size": 7, **sizes})


def randomise(module):
    module.double()
    with torch.no_grad():
        for p in module.parameters():
            p.copy_(torch.randn_like(p) * 0.4)
    return module


def copy_attention(theirs, ours):
    with torch.no_grad():
        for part in ("weight", "bias"):
            if hasattr(ours, "c_attn"):
                packed = getattr(ours.c_attn, part)
            else:
                packed = torch.cat([getattr(ours.c_q, part), getattr(ours.c_kv, part)])
            getattr(theirs, "in_proj_" + part).copy_(packed)
            getattr(theirs.out_proj, part).copy_(getattr(ours.c_proj, part))


def copy_parts(theirs, ours, pairs):
    for their_name, our_name in pairs:
        state = ours.get_submodule(our_name).state_dict()
        getattr(theirs, their_name).load_state_dict(state)


MLP = [("linear1", "mlp.c_fc"), ("linear2", "mlp.c_proj")]


def check_encoder_layer(norm_place, activation):
    given = {**PAPER, "norm_place": norm_place, "activation": activation, "n_ff": 23}
    c = config(given)
    ours = randomise(models.Block(c))
    theirs = nn.TransformerEncoderLayer(
        c.n_embd, c.n_head, c.n_ff, 0.0, getattr(F, activation), 1e-5, True,
        norm_place == "pre",
    ).double()
    copy_attention(theirs.self_attn, ours.attn)
    copy_parts(theirs, ours, [("norm1", "ln_1"), ("norm2", "ln_2"), *MLP])
    x = torch.randn(2, 9, c.n_embd, dtype=torch.float64)
    hidden = torch.zeros(2, 9, dtype=torch.bool)
    hidden[1, 6:] = True
    theirs.train()  # the layer's fused path for inference is another implementation
    close(
        ours(x, hidden[:, None]),
        theirs(x, src_key_padding_mask=hidden),
        f"encoder block, {norm_place}-norm, {activation}, against torch.nn",
    )


def check_decoder_layer():
    c = config({**PAPER, "n_ff": 23})
    ours = randomise(models.Block(c, cross=True))
    theirs = nn.TransformerDecoderLayer(
        c.n_embd, c.n_head, c.n_ff, 0.0, batch_first=True
    ).double()
    copy_attention(theirs.self_attn, ours.attn)
    copy_attention(theirs.multihead_attn, ours.cross_attn)
    norms = [(f"norm{i}", f"ln_{i}") for i in (1, 2, 3)]
    copy_parts(theirs, ours, [*norms, *MLP])
    x = torch.randn(2, 6, c.n_embd, dtype=torch.float64)
    source = torch.randn(2, 9, c.n_embd, dtype=torch.float64)
    hidden = torch.zeros(2, 9, dtype=torch.bool)
    hidden[0, 4:] = True
    close(
        ours(x, models.causal(6), source, hidden[:, None]),
        theirs(x, source, models.causal(6)[0], memory_key_padding_mask=hidden),
        "decoder block with cross attention, T_q 6, T_k 9, against torch.nn",
    )


def check_simple_is_fused():
    for positions in ("learned", "rotary"):
        c = config({"n_embd": 20, "n_head": 2, "positions": positions})
        fused = randomise(models.Attention(c))
        simple = models.SimpleAttention(c).double()
        simple.c_proj.load_state_dict(fused.c_proj.state_dict())
        with torch.no_grad():
            for part in ("weight", "bias"):
                rows = getattr(fused.c_attn, part).chunk(3 * c.n_head)
                for i, row in enumerate(rows):
                    head = simple.heads[i % c.n_head]
                    linear = (head.q_lin, head.k_lin, head.v_lin)[i // c.n_head]
                    getattr(linear, part).copy_(row)
        x = torch.randn(2, 5, 20, dtype=torch.float64)
        mask = models.causal(5)
        close(simple(x, x, mask), fused(x, x, mask), f"simple = fused, {positions}")


def check_norms():
    x = torch.randn(3, 7, dtype=torch.float64)
    c = config({"n_embd": 7})
    rms, std = models.RmsNorm(7), models.StdNorm(7, True)
    expected = torch.stack([r / ((r**2).sum() / 7 + 1e-5) ** 0.5 for r in x])
    close(rms(x), expected, "RMSNorm by its formula")
    rows = []
    for r in x:
        d = r - r.sum() / 7
        rows.append(d / ((d**2).sum() / 6) ** 0.5)
    close(std(x), torch.stack(rows), "std norm by its formula, but for eps", 1e-5)
    ours = randomise(models.make_norm("layer", c))
    theirs = nn.LayerNorm(7).double()
    theirs.load_state_dict(ours.state_dict())
    close(ours(x), theirs(x), "LayerNorm against torch.nn")


def check_rotation():
    """Scores depend on the distance of query and key alone; lengths stay."""
    q, k = (torch.randn(1, 6, dtype=torch.float64).expand(9, 6) for _ in range(2))
    scores = models.rotate(q) @ models.rotate(k).T
    close(scores[3:, 3:], scores[:-3, :-3], "rotary scores shift with both positions")
    close(models.rotate(q).norm(dim=-1), q.norm(dim=-1), "rotation keeps lengths")
    unit = torch.tensor([[1.0, 0, 0, 0]], dtype=torch.float64).expand(2, 4)
    angle = torch.tensor(1.0, dtype=torch.float64)
    expected = torch.stack([angle.cos(), angle.sin(), 0 * angle, 0 * angle])
    close(models.rotate(unit)[1], expected, "the pair (0, 1) turns by 1 rad a position")


def check_published():
    table = models.sinusoids(10, 840)
    found = torch.stack([table[1, 0], table[1, 1], table[9, 0], table[9, 1]])
    printed = torch.tensor([0.84147, 0.54030, 0.41212, -0.91113], dtype=torch.float64)
    close(found, printed, "sinusoids of width 840 as printed", 1e-5)
    poet = {
        "n_layer": 6, "n_head": 6, "n_embd": 384, "block_size": 256,
        "bias_qkv": False, "bias_head": True, "tied_head": False,
    }
    model = models.build(poet, {"vocab_size": 72})
    n_parameters = sum(p.numel() for p in model.parameters())
    print(f"poet: {n_parameters} parameters")
    assert f"{n_parameters / 1e6:.2f}" == "10.79"


def main():
    torch.manual_seed(1)
    for norm_place in ("pre", "post"):
        for activation in ("relu", "gelu"):
            check_encoder_layer(norm_place, activation)
    check_decoder_layer()
    check_simple_is_fused()
    check_norms()
    check_rotation()
    check_published()


if __name__ == "__main__":
    main()
