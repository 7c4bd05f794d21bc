# SPDX-License-Identifier: MIT
"""The project's models in PyTorch, as plainly as they can be written.

Shapes use the project's letters: B batch, T positions, C width, H heads, D = C/H,
F feed-forward width, V vocabulary. Module names are chosen so that `state_dict()` has
the names of the project's checkpoints. Dropout is absent: the fixtures are
deterministic. README.md lists the configuration keys.
"""
import math

import torch
import torch.nn as nn
import torch.nn.functional as F

DEFAULTS = {
    "arch": "decoder", "n_layer": 4, "n_head": 4, "n_kv_head": 0, "n_embd": 64, "block_size": 64,
    "source_block_size": 0, "n_ff": 0, "norm": "layer", "final_norm": "auto",
    "norm_place": "pre", "activation": "gelu", "positions": "learned",
    "qk_norm": False, "logit_softcap": 0.0, "rotary_pairs": "adjacent", "rotary_base": 10000.0, "rotary_dim": 0,
    "scale_embedding": False, "score_scale": "head", "attention": "fused",
    "causal": True, "attn_proj": True, "mlp": True, "residual": True, "parallel": False, "tied_head": True,
    "head_input": "final", "averaging": "matrix", "bias": True, "bias_head": False,
}
# A part without its own key follows `bias`; the head's is off unless asked for.
BIAS_PARTS = ("bias_qkv", "bias_attn_out", "bias_mlp", "bias_norm")

ACTIVATIONS = {
    "gelu": F.gelu,
    "gelu_tanh": lambda x: F.gelu(x, approximate="tanh"),
    "relu": F.relu,
    "relu2": lambda x: F.relu(x).square(),
    "swiglu": F.silu,
}


class Config:
    """Attribute access to a complete configuration: `given` over the defaults.

    sizes: what comes from the data and not from the user: vocab_size, and where they
    apply source_vocab_size, output_vocab_size and pad_token (-1 = there is none).
    """

    def __init__(self, given, sizes):
        values = {**DEFAULTS, **given}
        for part in BIAS_PARTS:
            values.setdefault(part, values["bias"])
        values["n_kv_head"] = values["n_kv_head"] or values["n_head"]
        values["n_ff"] = values["n_ff"] or 4 * values["n_embd"]
        values["source_block_size"] = (
            values["source_block_size"] or values["block_size"]
        )
        if values["final_norm"] == "auto":
            pre = values["norm_place"] == "pre"
            values["final_norm"] = values["norm"] if pre else "none"
        self.pad_token = -1
        self.__dict__.update(values)
        self.__dict__.update(sizes)


class LayerNorm(nn.Module):
    """g (x - mean) / sqrt(var + 1e-5) + b with the biased variance (Ba et al. 2016)."""

    def __init__(self, width, bias):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))
        self.bias = nn.Parameter(torch.zeros(width)) if bias else None

    def forward(self, x):
        return F.layer_norm(x, x.shape[-1:], self.weight, self.bias, 1e-5)


class StdNorm(LayerNorm):
    """g (x - mean) / (std + 1e-6) + b: unbiased std (C - 1), eps outside the root."""

    def forward(self, x):
        mean = x.mean(-1, keepdim=True)
        y = (x - mean) / (x.std(-1, unbiased=True, keepdim=True) + 1e-6)
        y = y * self.weight
        return y if self.bias is None else y + self.bias


class RmsNorm(nn.Module):
    """g x / sqrt(mean(x^2) + 1e-5); never a bias (Zhang & Sennrich 2019, eq. 4)."""

    def __init__(self, width):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, x):
        mean_square = x.square().mean(-1, keepdim=True)
        return self.weight * x / torch.sqrt(mean_square + 1e-5)


def make_norm(kind, c):
    if kind == "layer":
        return LayerNorm(c.n_embd, c.bias_norm)
    if kind == "std":
        return StdNorm(c.n_embd, c.bias_norm)
    return RmsNorm(c.n_embd)


def sinusoids(n_positions, width, base=10000.0):
    """PE(t, 2i) = sin(t / base^(2i/C)), PE(t, 2i+1) = cos(same); width is even."""
    t = torch.arange(n_positions, dtype=torch.float64)[:, None]
    angle = t * base ** (-torch.arange(0, width, 2, dtype=torch.float64) / width)
    table = torch.empty(n_positions, width, dtype=torch.float64)
    table[:, 0::2], table[:, 1::2] = angle.sin(), angle.cos()
    return table


def rotate(x, pairs="adjacent", base=10000.0, width=0):
    """Rotary positions of the first `width` (0: all, R) of D columns.

    x [..., T, D]: pair i at position t turns by t * base^(-2i/R). Adjacent pairs are
    (x[2i], x[2i+1]) as in Su et al. 2021 (RoFormer), eq. 34; halves are (x[i], x[i+R/2])
    as in GPT-NeoX.
    """
    x, rest = x[..., : width or x.shape[-1]], x[..., width or x.shape[-1] :]
    n_positions, width = x.shape[-2:]
    table = sinusoids(n_positions, width, base).to(x.dtype)
    sin, cos = table[:, 0::2], table[:, 1::2]
    a, b = x.chunk(2, -1) if pairs == "halves" else (x[..., 0::2], x[..., 1::2])
    turned = a * cos - b * sin, a * sin + b * cos
    if pairs == "halves":
        return torch.cat([*turned, rest], dim=-1)
    return torch.cat([torch.stack(turned, dim=-1).flatten(-2), rest], dim=-1)


class Attention(nn.Module):
    """Self-attention with one fused projection, or cross attention with two."""

    def __init__(self, c, cross=False):
        super().__init__()
        self.c = c
        self.width = c.n_embd // c.n_head * c.n_kv_head  # of keys and of values
        self.slopes = slopes(c, cross)
        if cross:
            self.c_q = nn.Linear(c.n_embd, c.n_embd, c.bias_qkv)
            self.c_kv = nn.Linear(c.n_embd, 2 * self.width, c.bias_qkv)
        else:
            self.c_attn = nn.Linear(c.n_embd, c.n_embd + 2 * self.width, c.bias_qkv)
        if c.attn_proj:
            self.c_proj = nn.Linear(c.n_embd, c.n_embd, c.bias_attn_out)

    def forward(self, x, source, hidden):
        """hidden [B or 1, T_q, T_k]: true where a query must not see a key."""
        c = self.c
        if hasattr(self, "c_attn"):
            widths = [c.n_embd, self.width, self.width]
            q, k, v = self.c_attn(x).split(widths, dim=-1)
        else:
            q = self.c_q(x)
            k, v = self.c_kv(source).chunk(2, dim=-1)
        q, k, v = (
            a.unflatten(-1, (-1, c.n_embd // c.n_head)).transpose(1, 2)
            for a in (q, k, v)
        )
        # Ainslie et al. 2023: query head h reads key/value head h // group.
        k, v = (a.repeat_interleave(c.n_head // c.n_kv_head, dim=1) for a in (k, v))
        slope = self.slopes[:, None, None].to(q.dtype)
        y = attend(q, k, v, hidden[:, None], c, slope).transpose(1, 2).flatten(2)
        return self.c_proj(y) if c.attn_proj else y


class Head(nn.Module):
    """One head; `has_keys`: the first of a group, whose keys and values the rest use."""

    def __init__(self, c, has_keys):
        super().__init__()
        d = c.n_embd // c.n_head
        self.q_lin = nn.Linear(c.n_embd, d, c.bias_qkv)
        if has_keys:
            self.k_lin = nn.Linear(c.n_embd, d, c.bias_qkv)
            self.v_lin = nn.Linear(c.n_embd, d, c.bias_qkv)

    def forward(self, x, source, hidden, c, first, slope):
        q, k, v = self.q_lin(x), first.k_lin(source), first.v_lin(source)
        return attend(q, k, v, hidden, c, slope)


class SimpleAttention(nn.Module):
    """The same function with one module per head: three small matrices each."""

    def __init__(self, c, cross=False):
        super().__init__()
        self.c = c
        self.group = c.n_head // c.n_kv_head
        self.slopes = slopes(c, cross)
        self.heads = nn.ModuleList(
            Head(c, h % self.group == 0) for h in range(c.n_head)
        )
        if c.attn_proj:
            self.c_proj = nn.Linear(c.n_embd, c.n_embd, c.bias_attn_out)

    def forward(self, x, source, hidden):
        heads = [
            head(x, source, hidden, self.c, self.heads[h - h % self.group], slope)
            for h, (head, slope) in enumerate(zip(self.heads, self.slopes))
        ]
        y = torch.cat(heads, dim=-1)
        return self.c_proj(y) if self.c.attn_proj else y


def slopes(c, cross):
    """ALiBi, Press et al. 2021: 2^(-8 h / H) for heads h = 1 … H; otherwise 0."""
    h = torch.arange(1, c.n_head + 1, dtype=torch.float64)
    return 2 ** (-8 * h / c.n_head) * (c.positions == "alibi" and not cross)


def distances(n_queries, n_keys):
    i, j = torch.arange(n_queries)[:, None], torch.arange(n_keys)
    return (i - j).abs()


def attend(q, k, v, hidden, c, slope):
    """softmax(s q k^T - slope |i - j|, hidden keys out) v, s = 1/sqrt(D), 1/sqrt(C) or 1."""
    if c.qk_norm:  # Henry et al. 2020, with the norm of Zhang & Sennrich, no gain
        q, k = (a / torch.sqrt(a.square().mean(-1, keepdim=True) + 1e-5) for a in (q, k))
    if c.positions == "rotary":
        q, k = (
            rotate(a, c.rotary_pairs, c.rotary_base, c.rotary_dim) for a in (q, k)
        )
    width = {"head": q.shape[-1], "width": c.n_embd, "none": 1}[c.score_scale]
    scores = q @ k.transpose(-2, -1) / math.sqrt(width)
    scores = scores - slope * distances(*scores.shape[-2:]).to(q.dtype)
    return scores.masked_fill(hidden, -math.inf).softmax(-1) @ v


class Mlp(nn.Module):
    def __init__(self, c):
        super().__init__()
        if c.activation == "swiglu":
            self.c_gate = nn.Linear(c.n_embd, c.n_ff, c.bias_mlp)
        self.c_fc = nn.Linear(c.n_embd, c.n_ff, c.bias_mlp)
        self.c_proj = nn.Linear(c.n_ff, c.n_embd, c.bias_mlp)
        self.activation = ACTIVATIONS[c.activation]

    def forward(self, x):
        if hasattr(self, "c_gate"):  # Shazeer 2020, eq. 6
            return self.c_proj(self.activation(self.c_gate(x)) * self.c_fc(x))
        return self.c_proj(self.activation(self.c_fc(x)))


class Block(nn.Module):
    """Attention, in a decoder over a source also cross attention, then the MLP.

    pre:  x + f(norm(x))      post: norm(x + f(x))      none: x + f(x)
    parallel: x + attn(h) + mlp(h) with h = norm(x), as in GPT-J. Without `residual` the x + falls away.
    """

    def __init__(self, c, cross=False):
        super().__init__()
        self.c = c
        make_attention = SimpleAttention if c.attention == "simple" else Attention
        self.attn = make_attention(c)
        if cross:
            self.cross_attn = make_attention(c, cross=True)
        if c.mlp:
            self.mlp = Mlp(c)
        if c.norm_place != "none":
            for i in range(1 if c.parallel else 1 + cross + c.mlp):
                setattr(self, f"ln_{i + 1}", make_norm(c.norm, c))

    def sublayer(self, x, i, f):
        place = self.c.norm_place
        y = f(getattr(self, f"ln_{i}")(x) if place == "pre" else x)
        y = x + y if self.c.residual else y
        return getattr(self, f"ln_{i}")(y) if place == "post" else y

    def together(self, x, hidden, source, source_hidden):
        h = self.ln_1(x) if hasattr(self, "ln_1") else x
        x = x + self.attn(h, h, hidden)
        if source is not None:
            x = x + self.cross_attn(h, source, source_hidden)
        return x + self.mlp(h) if self.c.mlp else x

    def forward(self, x, hidden, source=None, source_hidden=None):
        if self.c.parallel:
            return self.together(x, hidden, source, source_hidden)
        x = self.sublayer(x, 1, lambda a: self.attn(a, a, hidden))
        i = 2
        if source is not None:
            x = self.sublayer(
                x, i, lambda a: self.cross_attn(a, source, source_hidden)
            )
            i += 1
        return self.sublayer(x, i, self.mlp) if self.c.mlp else x


class Stack(nn.Module):
    """Embeddings, blocks, final norm: what one side of every model consists of."""

    def __init__(self, c, vocab_size, block_size, cross=False):
        super().__init__()
        self.c = c
        self.wte = nn.Embedding(vocab_size, c.n_embd)
        if c.positions == "learned":
            self.wpe = nn.Embedding(block_size, c.n_embd)
        self.h = nn.ModuleList(Block(c, cross) for _ in range(c.n_layer))
        if c.final_norm != "none":
            self.ln_f = make_norm(c.final_norm, c)

    def embed(self, tokens):
        c, x = self.c, self.wte(tokens)
        if c.scale_embedding:
            x = x * math.sqrt(c.n_embd)
        if c.positions == "learned":
            x = x + self.wpe.weight[: tokens.shape[1]]
        if c.positions == "sinusoidal":
            x = x + sinusoids(tokens.shape[1], c.n_embd).to(x.dtype)
        return x

    def forward(self, tokens, hidden, source=None, source_hidden=None):
        x = self.embed(tokens)
        for block in self.h:
            x = block(x, hidden, source, source_hidden)
        return self.ln_f(x) if hasattr(self, "ln_f") else x


def soft_cap(logits, c):
    """c tanh(z / c), Gemma 2 (2024)."""
    cap = c.logit_softcap
    return cap * torch.tanh(logits / cap) if cap else logits


def causal(n_positions):
    return torch.ones(1, n_positions, n_positions, dtype=torch.bool).triu(1)


def padding(tokens, pad_token):
    """[B, 1, T_k]: a padded key is hidden from every query."""
    return (tokens == pad_token)[:, None]


class Transformer(nn.Module):
    """Decoder-only and encoder-only models; they differ in their mask alone. Without
    `causal` a decoder has no mask, and sees the token that it is to predict."""

    def __init__(self, c):
        super().__init__()
        self.c = c
        self.transformer = Stack(c, c.vocab_size, c.block_size)
        n_out = getattr(c, "output_vocab_size", c.vocab_size)
        self.lm_head = nn.Linear(c.n_embd, n_out, c.bias_head)
        if c.tied_head:
            self.lm_head.weight = self.transformer.wte.weight

    def forward(self, tokens, source=None):
        hidden = padding(tokens, self.c.pad_token)
        if self.c.arch != "encoder" and self.c.causal:
            hidden = hidden | causal(tokens.shape[1])
        x = self.transformer(tokens, hidden)
        if self.c.head_input == "tokens":
            x = self.transformer.wte(tokens)
        return soft_cap(self.lm_head(x), self.c)


class EncoderDecoder(nn.Module):
    """Vaswani et al. 2017, section 3: a source is read whole, the answer in order."""

    def __init__(self, c):
        super().__init__()
        self.c = c
        self.encoder = Stack(c, c.source_vocab_size, c.source_block_size)
        self.decoder = Stack(c, c.vocab_size, c.block_size, cross=True)
        self.lm_head = nn.Linear(c.n_embd, c.vocab_size, c.bias_head)
        if c.tied_head:
            self.lm_head.weight = self.decoder.wte.weight

    def forward(self, tokens, source):
        source_hidden = padding(source, self.c.pad_token)
        hidden = padding(tokens, self.c.pad_token) | causal(tokens.shape[1])
        memory = self.encoder(source, source_hidden)
        x = self.decoder(tokens, hidden, memory, source_hidden)
        return soft_cap(self.lm_head(x), self.c)


class Bigram(nn.Module):
    """logits = the row of the last token in a V x V table."""

    def __init__(self, c):
        super().__init__()
        table = nn.Embedding(c.vocab_size, c.vocab_size)
        self.transformer = nn.ModuleDict({"wte": table})

    def forward(self, tokens, source=None):
        return self.transformer.wte(tokens)


class Averaging(nn.Module):
    """The head reads the mean of the embeddings up to here, computed in three ways."""

    def __init__(self, c):
        super().__init__()
        self.c = c
        self.transformer = Stack(c, c.vocab_size, c.block_size)
        self.lm_head = nn.Linear(c.n_embd, c.vocab_size, c.bias_head)

    def forward(self, tokens, source=None):
        x = self.transformer.embed(tokens)
        return soft_cap(self.lm_head(AVERAGES[self.c.averaging](x)), self.c)


def average_by_loops(x):
    return torch.stack([x[:, : t + 1].mean(1) for t in range(x.shape[1])], dim=1)


def average_by_matrix(x):
    ones = torch.ones(x.shape[1], x.shape[1], dtype=x.dtype).tril()
    return ones / ones.sum(1, keepdim=True) @ x


def average_by_softmax(x):
    hidden = causal(x.shape[1])[0]
    zeros = torch.zeros(x.shape[1], x.shape[1], dtype=x.dtype)
    return zeros.masked_fill(hidden, -math.inf).softmax(-1) @ x


AVERAGES = {
    "loops": average_by_loops,
    "matrix": average_by_matrix,
    "softmax": average_by_softmax,
}

ARCHITECTURES = {
    "decoder": Transformer,
    "encoder": Transformer,
    "attention_only": Transformer,
    "encoder_decoder": EncoderDecoder,
    "bigram": Bigram,
    "averaging": Averaging,
}


def build(given, sizes):
    """The model for a configuration, float32, with PyTorch's own initial weights."""
    c = Config(given, sizes)
    if c.n_embd % c.n_head:
        raise ValueError(f"n_embd {c.n_embd} is not divisible by n_head {c.n_head}")
    return ARCHITECTURES[c.arch](c)


def loss_of(logits, targets):
    """Mean cross-entropy in nats over the targets that are not -1."""
    return F.cross_entropy(logits.flatten(0, 1), targets.flatten(), ignore_index=-1)
