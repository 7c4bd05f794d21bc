# SPDX-License-Identifier: MIT
"""The list of fixtures: one model description each, with its data and optimizer.

Sizes are small (a file stays under 150 KB) and awkward on purpose: head widths that
are not multiples of 4, sequences shorter than the block, T_q different from T_k, so
that a kernel with a forgotten tail or a swapped size cannot pass.
"""

ADAMW = {
    "name": "adamw", "learning_rate": 0.01, "beta1": 0.9, "beta2": 0.99, "eps": 1e-8,
    "weight_decay": 0.0, "grad_clip": 0.0,
}


def case(name, description, config, sizes, data, /, **optimizer):
    """data: {"B", "T"} and, where they apply, "T_source", "lengths", "ignored"."""
    return {
        "name": name,
        "description": description,
        "config": config,
        "sizes": sizes,
        "data": data,
        "optimizer": {**ADAMW, **optimizer},
    }


# --- GPT ---------------------------------------------------------------------------

GPT = [
    case(
        "gpt_bias_tied_gelu",
        "GPT with every bias but the head's, tied head, exact GELU",
        {"n_layer": 2, "n_head": 2, "n_embd": 32, "block_size": 16, "n_ff": 48},
        {"vocab_size": 11},
        {"B": 3, "T": 16},
    ),
    case(
        "gpt_untied_no_bias",
        "no bias anywhere, a head of its own, D = 7, V = 17, ignored targets",
        {
            "n_layer": 3, "n_head": 3, "n_embd": 21, "block_size": 13, "bias": False,
            "tied_head": False,
        },
        {"vocab_size": 17},
        {"B": 2, "T": 13, "ignored": 5},
        weight_decay=0.05,
    ),
    case(
        "gpt_tanh_tied_no_bias",
        "GELU in its tanh form, tied head, D = 5, T shorter than the block",
        {
            "n_layer": 2, "n_head": 4, "n_embd": 20, "block_size": 12,
            "activation": "gelu_tanh", "bias": False,
        },
        {"vocab_size": 10},
        {"B": 5, "T": 9},
    ),
    case(
        "gpt_relu_clip_decay",
        "ReLU, n_ff not 4C, global norm clipped at 0.5, matrices decay by 0.1",
        {
            "n_layer": 2, "n_head": 3, "n_embd": 24, "block_size": 10, "n_ff": 37,
            "activation": "relu", "tied_head": False,
        },
        {"vocab_size": 13},
        {"B": 4, "T": 10},
        weight_decay=0.1,
        grad_clip=0.5,
        beta2=0.95,
    ),
]

# --- The transformer built brick by brick: one description, two attentions ---------

BRICKS = {
    "n_layer": 2, "n_head": 2, "n_embd": 18, "block_size": 14, "norm": "layer",
    "final_norm": "std", "activation": "gelu", "positions": "learned", "bias": True,
    "tied_head": False,
}


def brick_cases():
    for attention in ("simple", "fused"):
        yield case(
            f"bricks_decoder_{attention}",
            f"pre-norm decoder, last norm dividing by std + eps, {attention} attention",
            {**BRICKS, "arch": "decoder", "attention": attention},
            {"vocab_size": 5},
            {"B": 3, "T": 11},
            name="adam",
        )
        yield case(
            f"bricks_encoder_{attention}",
            f"the same as a tagging encoder, padded keys hidden, {attention} attention",
            {**BRICKS, "arch": "encoder", "attention": attention},
            {"vocab_size": 9, "output_vocab_size": 4, "pad_token": 0},
            {"B": 3, "T": 11, "lengths": [11, 7, 4]},
            name="adam",
        )


# --- The encoder-decoder of 2017 ---------------------------------------------------

PAPER = {
    "n_head": 3, "n_embd": 18, "norm": "layer", "norm_place": "post",
    "final_norm": "none", "activation": "relu", "positions": "sinusoidal",
    "scale_embedding": True, "bias": True, "bias_head": True, "tied_head": False,
}

PAPER_CASES = [
    case(
        "paper_encoder_block",
        "one post-norm encoder block over scaled embeddings and sinusoids, no padding",
        {**PAPER, "arch": "encoder", "n_layer": 1, "block_size": 12, "n_ff": 50},
        {"vocab_size": 10, "output_vocab_size": 6},
        {"B": 2, "T": 10},
        name="adam",
    ),
    case(
        "paper_encoder_decoder",
        "post-norm encoder-decoder, cross attention T_q = 8, T_k = 11, both padded",
        {
            **PAPER, "arch": "encoder_decoder", "n_layer": 2, "block_size": 9,
            "source_block_size": 12, "n_ff": 25,
        },
        {"vocab_size": 8, "source_vocab_size": 7, "pad_token": 0},
        {
            "B": 3, "T": 8, "T_source": 11, "lengths": [8, 5, 3],
            "source_lengths": [6, 11, 9],
        },
        name="adam",
    ),
    case(
        "paper_encoder_decoder_simple",
        "the same with a module per head and a head tied to the decoder's embedding",
        {
            **PAPER, "arch": "encoder_decoder", "attention": "simple", "n_layer": 1,
            "block_size": 7, "source_block_size": 5, "n_ff": 25, "tied_head": True,
        },
        {"vocab_size": 8, "source_vocab_size": 7, "pad_token": 0},
        {
            "B": 3, "T": 7, "T_source": 5, "lengths": [4, 7, 6],
            "source_lengths": [5, 2, 4],
        },
    ),
]

# --- The two-wide decoder, the poet ------------------------------------------------

QUESTIONS = [[0, 1, 2, 4, 3], [2, 1, 0, 4, 3]]
ANSWERS = [[1, 2, 4, 3, 4], [1, 0, 4, 3, 4]]

TWO_WIDE = {
    "arch": "decoder", "n_layer": 1, "n_head": 1, "n_embd": 2, "block_size": 6,
    "norm_place": "none", "final_norm": "none", "positions": "sinusoidal",
    "attn_proj": False, "mlp": False, "residual": True, "tied_head": False,
    "bias": False, "bias_head": True,
}

SMALL = [
    case(
        "statquest",
        "two wide, one head, no projection, norm or MLP; one question a step, in turn",
        TWO_WIDE,
        {"vocab_size": 5},
        {"tokens": QUESTIONS, "targets": ANSWERS, "init": "pytorch"},
        name="adam",
        learning_rate=0.1,
        beta2=0.999,
    ),
    case(
        "poet",
        "scores over sqrt(C), no bias in q, k, v, ReLU, a bias in the head",
        {
            "n_layer": 2, "n_head": 3, "n_embd": 24, "block_size": 15, "norm": "layer",
            "activation": "relu", "score_scale": "width", "bias": True,
            "bias_qkv": False, "bias_head": True, "tied_head": False,
        },
        {"vocab_size": 19},
        {"B": 3, "T": 15},
        name="adam",
        beta2=0.999,
    ),
]

# --- From counting pairs to one head -----------------------------------------------

BARE = {
    "n_head": 1, "n_embd": 22, "block_size": 8, "norm_place": "none",
    "final_norm": "none", "mlp": False, "tied_head": False, "bias": False,
    "bias_head": True,
}
ONE_HEAD = {
    **BARE, "arch": "attention_only", "n_layer": 1, "residual": False,
    "attn_proj": False, "score_scale": "width",
}
EMBEDDING = {**BARE, "arch": "decoder", "n_layer": 0}


def step_cases():
    sizes, data = {"vocab_size": 21}, {"B": 4, "T": 8}
    adamw = {"weight_decay": 0.01, "beta2": 0.999}
    yield case(
        "bigram",
        "a table of V x V logits, initial weights N(0, 1)",
        {"arch": "bigram", "block_size": 8},
        sizes,
        {**data, "init": "unit"},
        **adamw,
    )
    for averaging in ("loops", "matrix", "softmax"):
        yield case(
            f"averaging_{averaging}",
            f"the head reads the mean of the embeddings so far, by {averaging}",
            {**BARE, "arch": "averaging", "n_layer": 0, "averaging": averaging},
            sizes,
            {**data, "seed_name": "averaging"},
            **adamw,
        )
    for head_input, said in (("tokens", "as written"), ("final", "mended")):
        reads = "token embedding only" if head_input == "tokens" else "result"
        suffix = said.replace(" ", "_")
        yield case(
            f"embedding_{suffix}",
            f"token and position tables and a head, which reads the {reads} ({said})",
            {**EMBEDDING, "head_input": head_input},
            sizes,
            data,
            **adamw,
        )
        yield case(
            f"one_head_{suffix}",
            f"one self-attention head; the output head reads the {reads} ({said})",
            {**ONE_HEAD, "head_input": head_input},
            sizes,
            data,
            **adamw,
        )


# --- What people expect of today, and combinations no document uses ----------------

MODERN = [
    case(
        "rotary_rms",
        "rotary positions (interleaved pairs) and RMSNorm, no biases, tied, D = 6",
        {
            "n_layer": 2, "n_head": 3, "n_embd": 18, "block_size": 14, "norm": "rms",
            "positions": "rotary", "bias": False,
        },
        {"vocab_size": 12},
        {"B": 3, "T": 14},
        grad_clip=1.0,
        weight_decay=0.1,
    ),
    case(
        "swiglu",
        "SwiGLU with RMSNorm and rotary positions as in Llama, n_ff 19, head of its own",
        {
            "n_layer": 2, "n_head": 2, "n_embd": 20, "block_size": 11, "n_ff": 19,
            "norm": "rms", "positions": "rotary", "activation": "swiglu",
            "bias": False, "tied_head": False,
        },
        {"vocab_size": 13},
        {"B": 4, "T": 10, "ignored": 3},
        grad_clip=1.0,
        weight_decay=0.1,
    ),
    case(
        "grouped_heads",
        "six query heads with keys and values of two, rotary positions, as in Llama 2",
        {
            "n_layer": 2, "n_head": 6, "n_kv_head": 2, "n_embd": 24, "block_size": 11,
            "n_ff": 19, "norm": "rms", "positions": "rotary", "activation": "swiglu",
            "bias": False,
        },
        {"vocab_size": 13},
        {"B": 3, "T": 10},
        grad_clip=1.0,
        weight_decay=0.1,
    ),
    case(
        "grouped_encoder_decoder",
        "one head of keys and values for four of queries, everywhere, a module per head",
        {
            "arch": "encoder_decoder", "n_layer": 1, "n_head": 4, "n_kv_head": 1,
            "n_embd": 20, "block_size": 9, "source_block_size": 7, "n_ff": 23,
            "attention": "simple", "bias_qkv": False,
        },
        {"vocab_size": 12, "source_vocab_size": 10, "pad_token": 0},
        {"B": 3, "T": 8, "T_source": 6, "lengths": [8, 5, 7], "source_lengths": [6, 3, 5]},
    ),
    case(
        "rotary_halves",
        "rotary positions of 4 of 6 columns, in halves as in GPT-NeoX, base 500",
        {
            "n_layer": 2, "n_head": 4, "n_embd": 24, "block_size": 13, "n_ff": 31,
            "positions": "rotary", "rotary_pairs": "halves", "rotary_base": 500.0,
            "rotary_dim": 4, "tied_head": False,
        },
        {"vocab_size": 12},
        {"B": 3, "T": 12},
    ),
    case(
        "qk_norm",
        "queries and keys normalised, ReLU squared, logits under a soft cap, Muon",
        {
            "n_layer": 2, "n_head": 3, "n_kv_head": 1, "n_embd": 24, "block_size": 12,
            "n_ff": 37, "norm": "rms", "positions": "rotary", "activation": "relu2",
            "qk_norm": True, "bias": False, "tied_head": False, "logit_softcap": 2.0,
        },
        {"vocab_size": 12},
        {"B": 3, "T": 12},
        name="muon",
        muon_learning_rate=0.01,
        muon_momentum=0.95,
        weight_decay=0.1,
    ),
    case(
        "qk_norm_cross",
        "the same normalisation with a module per head, also between two texts",
        {
            "arch": "encoder_decoder", "n_layer": 1, "n_head": 2, "n_embd": 14,
            "block_size": 8, "source_block_size": 6, "n_ff": 19, "qk_norm": True,
            "attention": "simple",
        },
        {"vocab_size": 11, "source_vocab_size": 9, "pad_token": 0},
        {"B": 3, "T": 8, "T_source": 6, "lengths": [8, 5, 7], "source_lengths": [6, 3, 5]},
    ),
    case(
        "unscaled_scores",
        "scores that are not divided, no biases of queries, keys and values",
        {
            "n_layer": 2, "n_head": 3, "n_embd": 15, "block_size": 11, "n_ff": 22,
            "score_scale": "none", "bias_qkv": False, "activation": "gelu_tanh",
        },
        {"vocab_size": 12},
        {"B": 3, "T": 11},
    ),
    case(
        "no_mask",
        "a decoder whose positions see what comes next, padding",
        {
            "n_layer": 2, "n_head": 3, "n_embd": 21, "block_size": 13, "n_ff": 31,
            "causal": False,
        },
        {"vocab_size": 12, "pad_token": 0},
        {"B": 3, "T": 13, "lengths": [13, 6, 9]},
    ),
    case(
        "alibi",
        "scores that fall with the distance, three heads, keys of one, no biases",
        {
            "n_layer": 2, "n_head": 3, "n_kv_head": 1, "n_embd": 21, "block_size": 13,
            "n_ff": 31, "positions": "alibi", "bias": False,
        },
        {"vocab_size": 12},
        {"B": 3, "T": 13},
    ),
    case(
        "alibi_encoder",
        "the same in both directions, a module per head, padding",
        {
            "arch": "encoder", "n_layer": 1, "n_head": 2, "n_embd": 14,
            "block_size": 9, "n_ff": 19, "positions": "alibi", "attention": "simple",
            "tied_head": False,
        },
        {"vocab_size": 11, "pad_token": 0},
        {"B": 3, "T": 9, "lengths": [9, 5, 7]},
    ),
    case(
        "gpt_j",
        "parallel blocks, rotary positions of 4 of 8 columns, adjacent, as in GPT-J",
        {
            "n_layer": 2, "n_head": 3, "n_embd": 24, "block_size": 11, "n_ff": 35,
            "parallel": True, "positions": "rotary", "rotary_dim": 4,
            "activation": "gelu_tanh", "bias_qkv": False, "bias_attn_out": False,
            "bias_head": True, "tied_head": False,
        },
        {"vocab_size": 12},
        {"B": 3, "T": 11},
    ),
    case(
        "parallel_encoder_decoder",
        "three sublayers over one input, no norms but the last",
        {
            "arch": "encoder_decoder", "n_layer": 1, "n_head": 2, "n_embd": 14,
            "block_size": 8, "source_block_size": 6, "n_ff": 19, "parallel": True,
            "norm_place": "none", "final_norm": "layer",
        },
        {"vocab_size": 11, "source_vocab_size": 9, "pad_token": 0},
        {"B": 3, "T": 8, "T_source": 6, "lengths": [8, 5, 7], "source_lengths": [6, 3, 5]},
    ),
    case(
        "rotary_simple_width",
        "rotary positions with a module per head, scores over sqrt(C), odd D/2",
        {
            "n_layer": 1, "n_head": 2, "n_embd": 20, "block_size": 9, "norm": "std",
            "norm_place": "post", "final_norm": "rms", "positions": "rotary",
            "attention": "simple", "score_scale": "width",
        },
        {"vocab_size": 12},
        {"B": 3, "T": 9},
    ),
    case(
        "muon",
        "Muon for the matrices of the blocks: q, k, v apart, wide and tall ones, decay",
        {
            "n_layer": 2, "n_head": 2, "n_embd": 20, "block_size": 12, "n_ff": 45,
            "norm": "rms", "positions": "rotary", "bias": False,
        },
        {"vocab_size": 12},
        {"B": 3, "T": 12},
        name="muon",
        muon_learning_rate=0.01,
        muon_momentum=0.95,
        weight_decay=0.1,
        grad_clip=1.0,
    ),
    case(
        "no_positions_parts",
        "no positions; biases in q, k, v and the head only; no output projection",
        {
            "n_layer": 2, "n_head": 2, "n_embd": 14, "block_size": 9, "norm": "layer",
            "norm_place": "pre", "final_norm": "layer", "positions": "none",
            "attn_proj": False, "bias": False, "bias_qkv": True, "bias_head": True,
            "n_ff": 23,
        },
        {"vocab_size": 12},
        {"B": 3, "T": 9},
    ),
]

CASES = [
    *GPT,
    *brick_cases(),
    *PAPER_CASES,
    *SMALL,
    *step_cases(),
    *MODERN,
]
