# SPDX-License-Identifier: MIT
"""Byte pair encoding with a list of merges as the tokenizers of GPT-2 and Llama do it: slowly,
by the definition. `learn` makes a small vocabulary to test with."""
import collections
import re
import unicodedata

SPACES = "\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"


def characters(category):
    """Those of a category of Unicode, as ranges of a character class."""
    codes = [c for c in range(0x110000) if unicodedata.category(chr(c))[0] == category]
    starts = [c for c, before in zip(codes, [-2, *codes]) if c != before + 1]
    ends = [c for c, after in zip(codes, [*codes[1:], -2]) if c + 1 != after]
    return "".join(f"{chr(a)}-{chr(b)}" for a, b in zip(starts, ends))


L, N = characters("L"), characters("N")
# GPT-2's pattern, whose \p{L}, \p{N} and \s are Unicode's.
PATTERN = re.compile(
    f"'s|'t|'re|'ve|'m|'ll|'d| ?[{L}]+| ?[{N}]+| ?[^{SPACES}{L}{N}]+"
    f"|[{SPACES}]+(?![^{SPACES}])|[{SPACES}]+"
)


def byte_letters():
    """Byte → the character that stands for it, as in encoder.py of GPT-2."""
    bs = [*range(33, 127), *range(161, 173), *range(174, 256)]
    cs = bs[:]
    for b in range(256):
        if b not in bs:
            bs.append(b)
            cs.append(256 + len(cs) - 188)
    return dict(zip(bs, map(chr, cs)))


LETTERS = byte_letters()


def merge(symbols, ranks):
    while True:
        pairs = [(ranks.get(pair), i) for i, pair in enumerate(zip(symbols, symbols[1:]))]
        pairs = [pair for pair in pairs if pair[0] is not None]
        if not pairs:
            return symbols
        i = min(pairs)[1]
        symbols = [*symbols[:i], symbols[i] + symbols[i + 1], *symbols[i + 2 :]]


def learn(chunks, n_merges):
    words = [list(chunk) for chunk in chunks]
    merges = []
    for _ in range(n_merges):
        counts = collections.Counter(p for w in words for p in zip(w, w[1:]))
        if not counts:
            break
        pair = max(counts, key=lambda p: (counts[p], p))
        merges.append(pair)
        words = [merge(w, {pair: 0}) for w in words]
    return merges


def byte_chunks(text):
    return ["".join(LETTERS[b] for b in c.encode()) for c in PATTERN.findall(text)]


class Tokenizer:
    """encode(text) → ids, as tokenizer.json says."""

    def __init__(self, json):
        self.json = json
        self.vocab = json["model"]["vocab"]
        self.ranks = {
            tuple(m.split(" ") if isinstance(m, str) else m): i
            for i, m in enumerate(json["model"]["merges"])
        }
        self.added = {t["content"]: t["id"] for t in json["added_tokens"]}
        self.is_bytes = json["pre_tokenizer"] is not None
        self.split = re.compile(
            "(" + "|".join(map(re.escape, sorted(self.added, key=len, reverse=True))) + ")"
        )

    def pieces(self, text):
        if self.is_bytes:
            for chunk in byte_chunks(text):
                yield from merge(list(chunk), self.ranks)
            return
        symbols = []
        for c in text.replace(" ", "▁"):
            known = c in self.vocab
            symbols += [c] if known else [f"<0x{b:02X}>" for b in c.encode()]
        yield from merge(symbols, self.ranks)

    def encode(self, text):
        ids = []
        for part in self.split.split(text):
            if part in self.added:
                ids.append(self.added[part])
            elif part:
                ids += [self.vocab[piece] for piece in self.pieces(part)]
        return ids
