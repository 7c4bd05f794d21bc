#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write small random models as their programs would, into hugging_face/NAME/.

    python3 tests/reference/write_hugging_face.py            write them
    python3 tests/reference/write_hugging_face.py --check    compare with what is there

config.json, model.safetensors and tokenizer.json are the model; expected.json has texts with
their ids, and a prompt with its tokens [T], whose logits [T][V], computed in float64 from the
stored weights, are in logits.safetensors. Llama is in bfloat16, GPT-2 in float32 with the mask that old files
hold, GPT-Neo in float16, nanoGPT in float32 as torch.compile names it, without a config.json.
"""
import argparse
import json
import pathlib
import struct
import zlib

import torch

import bpe
import hugging_face
import tensor_file

FOLDER = pathlib.Path(__file__).parent / "hugging_face"
NAMES = {
    torch.float32: "F32", torch.float16: "F16", torch.bfloat16: "BF16",
    torch.bool: "BOOL", torch.int32: "I32",
}
TOLERANCE = 1e-5  # of logits, stored in float32, between versions of PyTorch

LEARNED_FROM = (
    "the fox and the crow the lion and the mouse the ant's and the dove's "
    "there was a fox who said he couldn't've seen 1234 12 crows in the 99th tree "
    "  they'll   say\n\nnaïve façade — über größe 漢字 漢 привет, мир! "
) * 2
PROMPT = "a mouse's 12"
TEXTS = [
    "the fox and the crow",
    "  they'll say: \"it isn't I'VE\"  \n\n\t x",
    "a1b22 333٣٤½ Ⅷ x² 1,234.50",
    "naïve façade größe ÄÖ 漢字かな 🦊🦊 привет мир\r\n",
    "",
    " ",
    "the<|endoftext|>fox <s>the</s> <0x41>",
    "'s't're ''ll   '  d\u00a0\u2003\u1680x_y—z",
    "e\u0301 \u200d\u0000\u007f ǅ ʰ ̈ ᄀ 𝔘𝟙 \ue000",
]


def write_tensors(path, tensors, metadata):
    header, blobs, offset = {"__metadata__": metadata} if metadata else {}, [], 0
    for name, t in tensors.items():
        raw = t.contiguous()
        raw = raw.view(torch.int16) if t.dtype == torch.bfloat16 else raw
        blob = raw.numpy().tobytes()
        header[name] = {
            "dtype": NAMES[t.dtype],
            "shape": list(t.shape),
            "data_offsets": [offset, offset + len(blob)],
        }
        blobs.append(blob)
        offset += len(blob)
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + b"".join(blobs))


def read_tensors(path):
    data = path.read_bytes()
    (n,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + n])
    header.pop("__metadata__", None)
    types = {name: dtype for dtype, name in NAMES.items()}
    tensors = {}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        blob = bytearray(data[8 + n + begin : 8 + n + end])
        flat = torch.frombuffer(blob, dtype=types[entry["dtype"]])
        tensors[name] = flat.reshape(entry["shape"])
    return tensors


def draw(shapes, dtype, name):
    """Large enough that every part matters; see write_fixtures.py."""
    g = torch.Generator().manual_seed(zlib.crc32(name.encode()))
    tensors = {}
    for key, shape in shapes.items():
        t = torch.randn(shape, generator=g)
        if len(shape) == 1:
            t = 0.1 * t + (1 if key.endswith("weight") else 0)
        else:
            t = 0.5 * t if "embed" in key or "te." in key or "pe." in key else 0.25 * t
        tensors[key] = t.to(dtype)
    return tensors


# ---- tokenizers --------------------------------------------------------------------


def byte_tokenizer(n_merges, pairs):
    merges = bpe.learn(bpe.byte_chunks(LEARNED_FROM), n_merges)
    tokens = [*bpe.LETTERS.values(), *(a + b for a, b in merges)]
    end = {
        "id": len(tokens), "content": "<|endoftext|>", "single_word": False,
        "lstrip": False, "rstrip": False, "normalized": False, "special": True,
    }
    vocab = {token: i for i, token in enumerate(tokens)}
    vocab["<|endoftext|>"] = len(tokens)
    level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True}
    return {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": [end],
        "normalizer": None, "pre_tokenizer": {**level, "use_regex": True},
        "post_processor": level, "decoder": level,
        "model": {
            "type": "BPE", "dropout": None, "unk_token": None,
            "continuing_subword_prefix": "", "end_of_word_suffix": "",
            "fuse_unk": False, "byte_fallback": False, "vocab": vocab,
            "merges": [[a, b] if pairs else f"{a} {b}" for a, b in merges],
        },
    }


def llama_tokenizer(n_merges):
    text = "".join(c for c in LEARNED_FROM.replace(" ", "▁") if "\n" < c < "\u2fff")
    chunks = ["▁" + c for c in text.split("▁") if c]
    merges = bpe.learn(chunks, n_merges)
    special = ["<unk>", "<s>", "</s>"]
    letters = sorted(set(text))
    tokens = [
        *special, *(f"<0x{b:02X}>" for b in range(256)), *(a + b for a, b in merges),
        *letters,
    ]
    return {
        "version": "1.0", "truncation": None, "padding": None,
        "added_tokens": [
            {
                "id": i, "content": s, "single_word": False, "lstrip": False,
                "rstrip": False, "normalized": False, "special": True,
            }
            for i, s in enumerate(special)
        ],
        "normalizer": {
            "type": "Sequence",
            "normalizers": [
                {"type": "Prepend", "prepend": "▁"},
                {"type": "Replace", "pattern": {"String": " "}, "content": "▁"},
            ],
        },
        "pre_tokenizer": None,
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [
                {"SpecialToken": {"id": "<s>", "type_id": 0}},
                {"Sequence": {"id": "A", "type_id": 0}},
            ],
            "special_tokens": {"<s>": {"id": "<s>", "ids": [1], "tokens": ["<s>"]}},
        },
        "decoder": None,
        "model": {
            "type": "BPE", "dropout": None, "unk_token": "<unk>",
            "continuing_subword_prefix": None, "end_of_word_suffix": None,
            "fuse_unk": True, "byte_fallback": True,
            "vocab": {token: i for i, token in enumerate(tokens)},
            "merges": [f"{a} {b}" for a, b in merges],
        },
    }


# ---- models ------------------------------------------------------------------------


def make_llama():
    tokenizer = llama_tokenizer(40)
    V, C, F, H, G, L = len(tokenizer["model"]["vocab"]), 24, 19, 6, 2, 2
    config = {
        "architectures": ["LlamaForCausalLM"], "model_type": "llama",
        "attention_bias": False, "bos_token_id": 1, "eos_token_id": 2,
        "hidden_act": "silu", "hidden_size": C, "intermediate_size": F,
        "max_position_embeddings": 32, "mlp_bias": False, "num_attention_heads": H,
        "num_hidden_layers": L, "num_key_value_heads": G, "rms_norm_eps": 1e-6,
        "rope_scaling": None, "rope_theta": 500.0, "tie_word_embeddings": False,
        "torch_dtype": "bfloat16", "vocab_size": V,
    }
    shapes = {"lm_head.weight": (V, C), "model.embed_tokens.weight": (V, C)}
    for i in range(L):
        p = f"model.layers.{i}."
        shapes |= {
            p + "input_layernorm.weight": (C,),
            p + "mlp.down_proj.weight": (C, F),
            p + "mlp.gate_proj.weight": (F, C),
            p + "mlp.up_proj.weight": (F, C),
            p + "post_attention_layernorm.weight": (C,),
            p + "self_attn.k_proj.weight": (C // H * G, C),
            p + "self_attn.o_proj.weight": (C, C),
            p + "self_attn.q_proj.weight": (C, C),
            p + "self_attn.v_proj.weight": (C // H * G, C),
        }
    shapes["model.norm.weight"] = (C,)
    return config, draw(shapes, torch.bfloat16, "llama"), tokenizer, {"format": "pt"}


def make_gpt2():
    tokenizer = byte_tokenizer(40, pairs=False)
    V, C, H, L, T = len(tokenizer["model"]["vocab"]), 12, 3, 2, 16
    config = {
        "activation_function": "gelu_new", "architectures": ["GPT2LMHeadModel"],
        "attn_pdrop": 0.1, "bos_token_id": V - 1, "eos_token_id": V - 1,
        "layer_norm_epsilon": 1e-5, "model_type": "gpt2", "n_ctx": T, "n_embd": C,
        "n_head": H, "n_layer": L, "n_positions": T, "vocab_size": V,
    }
    shapes = {"wte.weight": (V, C), "wpe.weight": (T, C)}
    for i in range(L):
        p = f"h.{i}."
        shapes |= {
            p + "ln_1.weight": (C,), p + "ln_1.bias": (C,),
            p + "attn.c_attn.weight": (C, 3 * C), p + "attn.c_attn.bias": (3 * C,),
            p + "attn.c_proj.weight": (C, C), p + "attn.c_proj.bias": (C,),
            p + "ln_2.weight": (C,), p + "ln_2.bias": (C,),
            p + "mlp.c_fc.weight": (C, 4 * C), p + "mlp.c_fc.bias": (4 * C,),
            p + "mlp.c_proj.weight": (4 * C, C), p + "mlp.c_proj.bias": (C,),
        }
    shapes |= {"ln_f.weight": (C,), "ln_f.bias": (C,)}
    tensors = draw(shapes, torch.float32, "gpt2")
    for i in range(L):
        tensors[f"h.{i}.attn.bias"] = torch.ones(1, 1, T, T).tril().bool()
    return config, tensors, tokenizer, {"format": "pt"}


def make_gpt_neo():
    tokenizer = byte_tokenizer(24, pairs=True)
    V, C, H, L, F = len(tokenizer["model"]["vocab"]) + 3, 16, 2, 3, 24
    config = {
        "activation_function": "gelu_new", "architectures": ["GPTNeoForCausalLM"],
        "attention_layers": ["global", "local", "global"],
        "attention_types": [[["global", "local"], 1], [["global"], 1]],
        "bos_token_id": V - 4, "eos_token_id": V - 4, "hidden_size": C,
        "intermediate_size": F, "layer_norm_epsilon": 1e-5,
        "max_position_embeddings": 40, "model_type": "gpt_neo", "num_heads": H,
        "num_layers": L, "vocab_size": V, "window_size": 12,
    }
    shapes = {"transformer.wte.weight": (V, C), "transformer.wpe.weight": (40, C)}
    for i in range(L):
        p = f"transformer.h.{i}."
        shapes |= {
            p + "ln_1.weight": (C,), p + "ln_1.bias": (C,),
            p + "attn.attention.k_proj.weight": (C, C),
            p + "attn.attention.v_proj.weight": (C, C),
            p + "attn.attention.q_proj.weight": (C, C),
            p + "attn.attention.out_proj.weight": (C, C),
            p + "attn.attention.out_proj.bias": (C,),
            p + "ln_2.weight": (C,), p + "ln_2.bias": (C,),
            p + "mlp.c_fc.weight": (F, C), p + "mlp.c_fc.bias": (F,),
            p + "mlp.c_proj.weight": (C, F), p + "mlp.c_proj.bias": (C,),
        }
    shapes |= {"transformer.ln_f.weight": (C,), "transformer.ln_f.bias": (C,)}
    return config, draw(shapes, torch.float16, "gpt_neo"), tokenizer, {}


def make_nano_gpt():
    letters = sorted(set(LEARNED_FROM))
    V, C, L, T = len(letters), 12, 2, 14
    config = {"n_layer": L, "n_head": 3}
    p = "_orig_mod.transformer."
    shapes = {p + "wte.weight": (V, C), p + "wpe.weight": (T, C)}
    for i in range(L):
        h = f"{p}h.{i}."
        shapes |= {
            h + "ln_1.weight": (C,), h + "attn.c_attn.weight": (3 * C, C),
            h + "attn.c_proj.weight": (C, C), h + "ln_2.weight": (C,),
            h + "mlp.c_fc.weight": (4 * C, C), h + "mlp.c_proj.weight": (C, 4 * C),
        }
    shapes[p + "ln_f.weight"] = (C,)
    tensors = draw(shapes, torch.float32, "nano_gpt")
    tensors["_orig_mod.lm_head.weight"] = tensors[p + "wte.weight"].clone()
    stoi = {c: i for i, c in enumerate(letters)}
    itos = {i: c for c, i in stoi.items()}
    return config, tensors, {"vocab_size": V, "stoi": stoi, "itos": itos}, {"n_head": "3"}


MODELS = {
    "llama": (make_llama, hugging_face.llama),
    "gpt2": (make_gpt2, hugging_face.gpt2),
    "gpt_neo": (make_gpt_neo, hugging_face.gpt_neo),
    "nano_gpt": (make_nano_gpt, hugging_face.nano_gpt),
}


# ---- files -------------------------------------------------------------------------


def encoded(tokenizer):
    """Texts with their ids; nanoGPT's tokenizer has no others than it has seen."""
    if "stoi" in tokenizer:
        text = "the fox couldn't've"
        return [{"text": text, "ids": [tokenizer["stoi"][c] for c in text]}]
    encode = bpe.Tokenizer(tokenizer).encode
    return [{"text": text, "ids": encode(text)} for text in TEXTS]


def prompt_tokens(tokenizer):
    """As a document begins: with Llama's <s> and space."""
    if "stoi" in tokenizer:
        return [tokenizer["stoi"][c] for c in PROMPT]
    encode = bpe.Tokenizer(tokenizer).encode
    is_llama = tokenizer["pre_tokenizer"] is None
    return [1, *encode(" " + PROMPT)] if is_llama else encode(PROMPT)


def logits_of(name, tensors, config, tokens):
    weights = {k: t.double() for k, t in tensors.items() if t.is_floating_point()}
    return MODELS[name][1](weights, config, torch.tensor(tokens))


def write(name):
    config, tensors, tokenizer, metadata = MODELS[name][0]()
    folder = FOLDER / name
    folder.mkdir(parents=True, exist_ok=True)
    if "model_type" in config:
        (folder / "config.json").write_text(json.dumps(config, indent=1) + "\n")
    (folder / "tokenizer.json").write_text(
        json.dumps(tokenizer, ensure_ascii=False, separators=(",", ":")) + "\n"
    )
    write_tensors(folder / "model.safetensors", tensors, metadata)
    tokens = prompt_tokens(tokenizer)
    expected = {
        "prompt": PROMPT, "tokens": tokens, "texts": encoded(tokenizer),
        "config": config,
    }
    (folder / "expected.json").write_text(json.dumps(expected) + "\n")
    logits = logits_of(name, tensors, config, tokens)
    tensor_file.write(folder / "logits.safetensors", {"logits": logits}, {})
    size = sum(f.stat().st_size for f in folder.iterdir())
    print(f"{name:10s} {size:7d} bytes  logits {list(logits.shape)}")


def check(name):
    folder = FOLDER / name
    expected = json.loads((folder / "expected.json").read_text())
    tokenizer = json.loads((folder / "tokenizer.json").read_text())
    tensors = read_tensors(folder / "model.safetensors")
    logits = logits_of(name, tensors, expected["config"], expected["tokens"])
    stored = tensor_file.read(folder / "logits.safetensors")[0]["logits"]
    error = (logits - stored).abs().max().item()
    same = encoded(tokenizer) == expected["texts"]
    print(f"{name:10s} {error:.1e}, ids {'equal' if same else 'differ'}")
    return error < TOLERANCE and same


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--check", action="store_true")
    run = check if parser.parse_args().check else write
    torch.set_num_threads(1)
    if not all([run(name) is not False for name in MODELS]):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
