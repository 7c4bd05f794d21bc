#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write tokenizer.json of several programs with the ids that the package `tokenizers` of
Hugging Face gives (0.23.3), into tokenizers.json.

    python3 -m venv build/venv && build/venv/bin/pip install tokenizers
    build/venv/bin/python tests/reference/write_tokenizers.py

The byte-level merges are learned from the parts that all patterns make, so that each becomes
one token, and then from whole texts, so that they cross every boundary that a pattern does
not make: the ids show where the parts are. Each case is a base with other members in place of
its own."""
import json
import pathlib
import re

import tokenizers

import bpe

PATH = pathlib.Path(__file__).parent / "tokenizers.json"
LLAMA3 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
LEARNED = [
    "the fox and the crow, the fox's fur",
    "I'VE seen it: it's 'Sure, I'll, WE'LL 'tis l'été 'd'D 'RE're",
    "  two  spaces\n\n x_1 and 22nd 1234567 a1b22 333",
    "\t\tif (x == 1) {\r\n    return;\n}\n \n  \n\n",
    " 12  345   6789\n7 8\u00a09",
    "a\u1680b \u2003 c\u3000d \u1680\u1680x\u00a0\n\u2028y\u0085z",
    "n² ½ Ⅷ ٣٤٥٦ 𝟙𝟚 漢字かな 🦊🦊!!\n\r\n?? '\u017f \u017fun",
    "...!!!\n\n\nand—then --\n--(ok) \"Yes,\"\r\n\r\n he said.",
    " <s> the <ab><abc><abcd>  <s>fox<abc <a<abb",
    "'\u015fx'VEx'Rex'LLx'Mx'Dx'Tx'Sx'\u017fx'dx x\n  y\n\t\tz",
    "d \u1680\u1680d \u1680\u1680d \u1680\u1680d \u1680\u1680d",
    "ok!\n\n ok!\n\n ok!\n\nok!\n\n ok!\r\nok!\r\n",
    " ",
    "\n",
    "  \n",
    "",
]
# Of parts that no merges make; some of them are tokens all the same, for ignore_merges.
TEXTS = [*LEARNED, " heron heron\tHERON  heron 4802 480heron\n", "heron", "<s>fox<ab b"]
UNMERGED = {
    "bytes": ["heron", "Ġheron", "ĉHERON", "480", "Ġ480"],
    "spaces": ["heron", "▁heron"],
    "letters": ["heron"],
}
# Tokens across boundaries that only one rule makes.
ACROSS = ["'VEx", "'Rex", "'LLx", "'Mx", "'Dx", "'Tx", "'Sx", "'\u017fx", "\n ", "\n\t", "'dx"]
ADDED = ["<s>", "<ab", "<abc>", "<abc", "<abcd>"]
ADDED_PATTERN = re.compile("<s>|<abcd>|<abc>|<abc|<ab")
SPACE = "▁"


def added_tokens(first):
    flags = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False}
    return [
        {"id": first + i, "content": name, **flags, "special": True}
        for i, name in enumerate(ADDED)
    ]


def base(tokens, merges, **model):
    """Added tokens have the first ids."""
    names = [*ADDED, *dict.fromkeys(tokens)]
    return {
        "version": "1.0", "truncation": None, "padding": None,
        "added_tokens": added_tokens(0), "normalizer": None, "pre_tokenizer": None,
        "post_processor": None, "decoder": None,
        "model": {
            "type": "BPE", "dropout": None, "unk_token": None,
            "continuing_subword_prefix": None, "end_of_word_suffix": None,
            "fuse_unk": False, "byte_fallback": False, "ignore_merges": False, **model,
            "vocab": {name: i for i, name in enumerate(names)},
            "merges": [list(pair) for pair in merges],
        },
    }


def parts_of(pre_tokenizer, text):
    """Those of a text, in letters for bytes."""
    file = base([*bpe.LETTERS.values()], [])
    file["pre_tokenizer"] = pre_tokenizer
    pre = tokenizers.Tokenizer.from_str(json.dumps(file)).pre_tokenizer
    return [part for part, _ in pre.pre_tokenize_str(text)]


def byte_base():
    texts = [part for text in LEARNED for part in ADDED_PATTERN.split(text)]
    wholes = ["".join(bpe.LETTERS[b] for b in text.encode()) for text in texts]
    parts = {part for kind, pre, _ in CASES.values() if kind == "bytes" for text in texts
             for part in parts_of(pre, text)}
    across = ["".join(bpe.LETTERS[b] for b in text.encode()) for text in ACROSS]
    merges = bpe.learn([*across * 3, *sorted(parts), *wholes], 480)
    return base([*bpe.LETTERS.values(), *(a + b for a, b in merges)], merges)


def space_base():
    """Characters of half the texts; the others' are bytes, or unknown."""
    parts = [text.replace(" ", SPACE) for text in LEARNED[:5]]
    merges = bpe.learn(parts, 110)
    letters = sorted({c for part in parts for c in part})
    words = [a + b for a, b in merges]
    tokens = [*(f"<0x{b:02X}>" for b in range(256)), *letters, *words]
    whole = base(tokens, merges, byte_fallback=True)
    # Without bytes the others' are unknown, one token for all that follow each other.
    unknown = {"unk_token": ADDED[0], "fuse_unk": True}
    return whole, base([*letters, *words], merges, byte_fallback=True, **unknown)


def byte_level(use_regex, prefix=False):
    return {
        "type": "ByteLevel", "add_prefix_space": prefix, "trim_offsets": True,
        "use_regex": use_regex,
    }


def sequence(first, use_regex):
    return {"type": "Sequence", "pretokenizers": [first, byte_level(use_regex)]}


def split(regex):
    return {
        "type": "Split", "pattern": {"Regex": regex}, "behavior": "Isolated",
        "invert": False,
    }


def metaspace(**members):
    return {"type": "Metaspace", "replacement": SPACE, **members}


LLAMA_NORMALIZER = {
    "type": "Sequence",
    "normalizers": [
        {"type": "Prepend", "prepend": SPACE},
        {"type": "Replace", "pattern": {"String": " "}, "content": SPACE},
    ],
}


CASES = {
    "gpt2": ("bytes", byte_level(True), {}),
    "gpt2 with a space before": ("bytes", byte_level(True, prefix=True), {}),
    "llama3": ("bytes", sequence(split(LLAMA3), False), {}),
    "llama3, whole words": (
        "bytes", sequence(split(LLAMA3), False), {"ignore_merges": True}
    ),
    "smollm": (
        "bytes", sequence({"type": "Digits", "individual_digits": True}, True), {}
    ),
    "metaspace, first, not split": (
        "spaces", metaspace(prepend_scheme="first", split=False), {}
    ),
    "metaspace, first, split": (
        "spaces", metaspace(prepend_scheme="first", split=True), {}
    ),
    "metaspace, never, split": (
        "spaces", metaspace(prepend_scheme="never", split=True), {}
    ),
    "metaspace, nothing said": ("spaces", metaspace(), {}),
    "metaspace, always, nothing said of splitting": (
        "spaces", metaspace(prepend_scheme="always"), {}
    ),
    "metaspace, not split, nothing said of the space": (
        "spaces", metaspace(split=False), {}
    ),
    "metaspace, by its older name": ("spaces", metaspace(add_prefix_space=True), {}),
    "metaspace, whole words": (
        "spaces", metaspace(prepend_scheme="first"), {"ignore_merges": True}
    ),
    "llama's normalizer": ("spaces", None, {"normalizer": LLAMA_NORMALIZER}),
    "no bytes, metaspace, split": ("letters", metaspace(prepend_scheme="first"), {}),
    "no bytes, llama's normalizer": ("letters", None, {"normalizer": LLAMA_NORMALIZER}),
    "llama's normalizer, whole words": (
        "spaces", None, {"normalizer": LLAMA_NORMALIZER, "ignore_merges": True}
    ),
}


def with_unmerged(kind, file):
    vocab = file["model"]["vocab"]
    for word in UNMERGED[kind]:
        assert word not in vocab
        vocab[word] = len(vocab)


def adds_spaces(file):
    """Whether a space comes behind every added token too, which ours does not add."""
    pre = file["pre_tokenizer"] or {}
    return file["normalizer"] or (
        pre["type"] == "Metaspace" and pre.get("prepend_scheme", "always") == "always"
    ) or (pre["type"] == "ByteLevel" and pre["add_prefix_space"])


def main():
    spaces, letters = space_base()
    bases = {"bytes": byte_base(), "spaces": spaces, "letters": letters}
    for kind, file in bases.items():
        with_unmerged(kind, file)
    cases = []
    for name, (kind, pre_tokenizer, members) in CASES.items():
        members = {"pre_tokenizer": pre_tokenizer, **members}
        file = json.loads(json.dumps(bases[kind]))
        for key, value in members.items():
            (file if key in file else file["model"])[key] = value
        tokenizer = tokenizers.Tokenizer.from_str(json.dumps(file))
        ids = [tokenizer.encode(text, add_special_tokens=False).ids for text in TEXTS]
        if adds_spaces(file):
            ids = [None if ADDED_PATTERN.search(t) else i for t, i in zip(TEXTS, ids)]
        cases.append({"name": name, "base": kind, **members, "ids": ids})
    whole = {"texts": TEXTS, "bases": bases, "cases": cases}
    text = json.dumps(whole, ensure_ascii=False, separators=(",", ":"))
    PATH.write_text(text.replace('{"name"', '\n{"name"') + "\n", newline="\n")
    print(f"{PATH.stat().st_size} bytes")


if __name__ == "__main__":
    main()
