# SPDX-License-Identifier: MIT
"""What LlamaForCausalLM, GPT2LMHeadModel and GPTNeoForCausalLM of transformers compute, and
model.py of nanoGPT, from the tensors of their files and nothing else.

Each function takes {name: float64 tensor}, the configuration and ids [T], and returns logits
[T][V]. One sequence, no cache, no dropout.
"""
import math

import torch
import torch.nn.functional as F


def layer_norm(x, w, name, eps):
    return F.layer_norm(x, x.shape[-1:], w[name + ".weight"], w.get(name + ".bias"), eps)


def rms_norm(x, weight, eps):
    return weight * (x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + eps))


def attend(q, k, v, scale, window=None):
    """q, k, v [H][T][D]; a position sees itself and those before, of a window the last."""
    T = q.shape[1]
    seen = torch.ones(T, T).tril().bool()
    if window is not None:
        seen &= ~torch.ones(T, T).tril(-window).bool()
    scores = (q @ k.transpose(1, 2)) * scale
    return scores.masked_fill(~seen, -math.inf).softmax(-1) @ v


def split(x, n_head):
    """[T][H D] → [H][T][D]"""
    return x.view(x.shape[0], n_head, -1).transpose(0, 1)


def join(x):
    return x.transpose(0, 1).reshape(x.shape[1], -1)


def rotate(x, theta):
    """The half-split rotation: cos and sin of the angles twice, one after the other."""
    T, D = x.shape[1:]
    inverse = 1 / theta ** (torch.arange(0, D, 2).double() / D)
    angles = torch.arange(T).double()[:, None] * inverse
    angles = torch.cat([angles, angles], -1)
    half = torch.cat([-x[..., D // 2 :], x[..., : D // 2]], -1)
    return x * angles.cos() + half * angles.sin()


def llama(w, c, ids):
    H, G, eps = c["num_attention_heads"], c["num_key_value_heads"], c["rms_norm_eps"]
    x = w["model.embed_tokens.weight"][ids]
    for i in range(c["num_hidden_layers"]):
        p = f"model.layers.{i}."

        def linear(h, name):
            return F.linear(h, w[p + name + ".weight"], w.get(p + name + ".bias"))

        h = rms_norm(x, w[p + "input_layernorm.weight"], eps)
        q = rotate(split(linear(h, "self_attn.q_proj"), H), c["rope_theta"])
        k = rotate(split(linear(h, "self_attn.k_proj"), G), c["rope_theta"])
        v = split(linear(h, "self_attn.v_proj"), G)
        k, v = k.repeat_interleave(H // G, 0), v.repeat_interleave(H // G, 0)
        heads = attend(q, k, v, q.shape[-1] ** -0.5)
        x = x + linear(join(heads), "self_attn.o_proj")
        h = rms_norm(x, w[p + "post_attention_layernorm.weight"], eps)
        hidden = F.silu(linear(h, "mlp.gate_proj")) * linear(h, "mlp.up_proj")
        x = x + linear(hidden, "mlp.down_proj")
    x = rms_norm(x, w["model.norm.weight"], eps)
    tied = c.get("tie_word_embeddings", False)
    return x @ w["model.embed_tokens.weight" if tied else "lm_head.weight"].T


def gelu_new(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))


def gpt2(w, c, ids):
    """Names without "transformer."; matrices [in][out]."""
    eps = c["layer_norm_epsilon"]
    x = w["wte.weight"][ids] + w["wpe.weight"][: len(ids)]
    for i in range(c["n_layer"]):
        p = f"h.{i}."

        def conv1d(h, name):
            return h @ w[p + name + ".weight"] + w[p + name + ".bias"]

        h = layer_norm(x, w, p + "ln_1", eps)
        q, k, v = (
            split(part, c["n_head"]) for part in conv1d(h, "attn.c_attn").chunk(3, -1)
        )
        heads = attend(q, k, v, q.shape[-1] ** -0.5)
        x = x + conv1d(join(heads), "attn.c_proj")
        h = layer_norm(x, w, p + "ln_2", eps)
        x = x + conv1d(gelu_new(conv1d(h, "mlp.c_fc")), "mlp.c_proj")
    return layer_norm(x, w, "ln_f", eps) @ w["wte.weight"].T


def gpt_neo(w, c, ids):
    eps = c["layer_norm_epsilon"]
    kinds = [kind for group, n in c["attention_types"] for _ in range(n) for kind in group]
    w = {name.replace("transformer.", ""): tensor for name, tensor in w.items()}
    x = w["wte.weight"][ids] + w["wpe.weight"][: len(ids)]
    for i, kind in enumerate(kinds):
        p = f"h.{i}."

        def linear(h, name):
            return F.linear(h, w[p + name + ".weight"], w.get(p + name + ".bias"))

        h = layer_norm(x, w, p + "ln_1", eps)
        q, k, v = (
            split(linear(h, f"attn.attention.{part}_proj"), c["num_heads"])
            for part in "qkv"
        )
        window = c["window_size"] if kind == "local" else None
        x = x + linear(join(attend(q, k, v, 1.0, window)), "attn.attention.out_proj")
        h = layer_norm(x, w, p + "ln_2", eps)
        x = x + linear(gelu_new(linear(h, "mlp.c_fc")), "mlp.c_proj")
    return layer_norm(x, w, "ln_f", eps) @ w["wte.weight"].T


def nano_gpt(w, c, ids):
    w = {name.replace("_orig_mod.transformer.", ""): t for name, t in w.items()}
    x = w["wte.weight"][ids] + w["wpe.weight"][: len(ids)]
    for i in range(c["n_layer"]):
        p = f"h.{i}."

        def linear(h, name):
            return F.linear(h, w[p + name + ".weight"], w.get(p + name + ".bias"))

        h = layer_norm(x, w, p + "ln_1", 1e-5)
        q, k, v = (
            split(part, c["n_head"]) for part in linear(h, "attn.c_attn").chunk(3, -1)
        )
        x = x + linear(join(attend(q, k, v, q.shape[-1] ** -0.5)), "attn.c_proj")
        h = layer_norm(x, w, p + "ln_2", 1e-5)
        x = x + linear(F.gelu(linear(h, "mlp.c_fc")), "mlp.c_proj")
    return layer_norm(x, w, "ln_f", 1e-5) @ w["wte.weight"].T
