# SPDX-License-Identifier: MIT
"""`make libraries`: the project's models in the libraries that others use, and theirs in ours.

What the program exports is opened by transformers (logits, greedy text, ids of tokens) and by
TransformerLens (attention, residual stream, direct logit attribution, a head switched off);
small folders that transformers writes are opened by the program. Ends with 1 where anything
differs by more than its limit; results go to tests/libraries/results.json.
"""

import json
import shutil
import subprocess
import sys
from datetime import datetime, timezone
from pathlib import Path

import torch
import transformer_lens
import transformers
from safetensors.torch import load_file
from transformer_lens.model_bridge import TransformerBridge

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / "build/libraries"
PROGRAM = ROOT / "build/native/glassformer"
EXPORT = ["node", ROOT / "dist/command/glassformer.js", "export", "--hugging-face"]
TEXT = ROOT / "web/texts/fables.txt"
FOLDERS = ROOT / "tests/reference/hugging_face"

# Largest differences: of logits as a share of the largest of them, theirs computed in double; of
# what is inside absolute.
LOGITS = 1e-5
INSIDE = 1e-4

PRESETS = {
    "tiny": 300,
    "nano": 300,
    "nano-fast": 100,
    "fables": 100,
    "shakespeare": 30,
    "modern": 100,
    "llama": 100,
    "repeat": 200,
    "addition": 200,
}
GREEDY_TOKENS = 40

torch.set_grad_enabled(False)
transformers.utils.logging.set_verbosity_error()
transformers.utils.logging.disable_progress_bar()
results = []


def run(*command):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip() or f"{command[0]}: {done.returncode}")
    return done.stdout


def note(what, model, difference, limit):
    """One comparison: the largest difference, or False for what is not equal."""
    agrees = difference is True or (difference is not False and difference <= limit)
    results.append(
        {"what": what, "model": model, "difference": difference, "limit": limit}
    )
    shown = "" if isinstance(difference, bool) else f"{difference:.1e}"
    print(f"{'ok' if agrees else 'DIFFERS':8}{model:35}{what:44}{shown}", flush=True)
    return agrees


def largest(a, b):
    return (a.double() - b.double()).abs().max().item()


def apart(ours, theirs):
    """Of logits, as a share of the largest."""
    return largest(ours, theirs) / theirs.abs().max().item()


def forward(model, rows):
    """Logits [B][T][V] of the program."""
    batch, out = WORK / "batch.json", WORK / "out.safetensors"
    targets = [[0] * len(row) for row in rows]
    batch.write_text(json.dumps({"tokens": rows, "targets": targets}))
    run(PROGRAM, "forward", "--model", model, "--batch", batch, "--out", out)
    return load_file(out)["logits"]


def inspect(model, request):
    what, *words = (
        value if key == "what" else f"{key}={json.dumps(value)}"
        for key, value in request.items()
    )
    return json.loads(run(PROGRAM, "inspect", what, *words, "--model", model))


def table(answer):
    data = [float("nan") if x is None else x for x in answer["data"]]
    return torch.tensor(data, dtype=torch.float64).reshape(answer["shape"])


# ---- ours, opened by transformers ----------------------------------------------------


def lines_of(preset, vocabulary):
    """Text that the model knows, and the beginning of some; none where the program itself puts a
    mark after the question, which tokenizer.json does not have."""
    if preset == "repeat":
        return "abcdefg|abcdefg", "abcdefg|"
    if preset == "addition":
        return "12+34", None
    text = TEXT.read_text()
    return "".join(c for c in text[:4000] if c in vocabulary), "The "


def in_transformers(preset, model, folder):
    theirs = transformers.AutoModelForCausalLM.from_pretrained(
        folder, dtype=torch.float32, attn_implementation="eager"
    )
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_file=str(folder / "tokenizer.json")
    )
    name = f"{preset} ({type(theirs).__name__})"
    text, prompt = lines_of(preset, tokenizer.get_vocab())
    ids = tokenizer(text)["input_ids"]
    T = theirs.config.max_position_embeddings
    row = ids[:T]
    logits = theirs.double()(torch.tensor([row])).logits
    good = note("logits", name, apart(forward(model, [row]), logits), LOGITS)
    if prompt is None:
        return good
    answer = inspect(model, {"what": "activations", "text": text})
    same = ids[-len(answer["tokens"]) :] == answer["tokens"]
    good &= note("ids of tokens", name, same, 0)
    start = tokenizer(prompt)["input_ids"]
    # Beyond the context length the two shift it differently.
    n = min(GREEDY_TOKENS, T - len(start))
    written = theirs.generate(
        torch.tensor([start]), do_sample=False, max_new_tokens=n, eos_token_id=None
    )
    ours = run(
        *(PROGRAM, "sample", "--model", model, "--greedy", "--json"),
        *("--tokens", n, "--prompt", prompt),
    )
    same = tokenizer.decode(written[0][len(start) :].tolist()).startswith(
        json.loads(ours)["text"]
    )
    return good & note("greedy text", name, same, 0)


# ---- ours, opened by TransformerLens -------------------------------------------------


def head_results(bridge, cache, layer):
    """What each head adds to the stream [n][H][C]."""
    z = cache[f"blocks.{layer}.attn.hook_z"][0]
    H, D = bridge.cfg.n_heads, bridge.cfg.d_head
    W = bridge.W_O[layer].reshape(H, D, -1)
    return torch.einsum("nhd,hdc->nhc", z.reshape(len(z), H, D), W)


def shares_of(bridge, cache, i, y):
    """Direct logit attribution of all heads for token y after position i, the factor of the last
    norm held. [L][H]"""
    scale = cache["ln_final.hook_scale"][0, i]
    gain = bridge.ln_final.original_component.weight
    direction = gain * bridge.W_U[:, y]
    added = torch.stack(
        [head_results(bridge, cache, layer)[i] for layer in range(bridge.cfg.n_layers)]
    )
    return ((added - added.mean(-1, keepdim=True)) / scale) @ direction


def without_head(bridge, tokens, layer, head):
    D = bridge.cfg.d_head

    def off(z, hook):
        if z.dim() == 4:
            z[:, :, head] = 0
        else:
            z[..., head * D : (head + 1) * D] = 0
        return z

    return bridge.run_with_hooks(tokens, fwd_hooks=[(f"blocks.{layer}.attn.hook_z", off)])


def in_transformer_lens(preset, model, folder):
    bridge = TransformerBridge.boot_transformers(str(folder), device="cpu")
    L, H = bridge.cfg.n_layers, bridge.cfg.n_heads
    name = f"{preset} (TransformerBridge)"
    text = "the fox and the grapes" if preset == "nano" else "abcdefg|abcdefg"
    streams = ["transformer.embed"] + [
        f"transformer.h.{layer}.{part}.c_proj" for layer in range(L) for part in ("attn", "mlp")
    ]
    ours = inspect(
        model,
        {"what": "activations", "text": text, "attention": True, "logits": True, "tensors": streams},
    )
    tokens = torch.tensor([ours["tokens"]])
    n = tokens.shape[1]
    logits, cache = bridge.run_with_cache(tokens)
    good = note("logits", name, largest(table(ours["logits"]), logits[0]), INSIDE)
    weights = table(ours["attention"]).reshape(L, H, n, n)
    theirs = torch.stack([cache[f"blocks.{layer}.attn.hook_pattern"][0] for layer in range(L)])
    good &= note("attention weights", name, largest(weights, theirs), INSIDE)
    hooks = ["blocks.0.hook_resid_pre"] + [
        f"blocks.{layer}.hook_resid_{part}" for layer in range(L) for part in ("mid", "post")
    ]
    values = {t["name"]: table(t["values"]) for t in ours["tensors"]}
    depths = [largest(values[s], cache[h][0]) for s, h in zip(streams, hooks)]
    good &= note("residual stream at every depth", name, max(depths), INSIDE)
    i, y = n - 2, ours["tokens"][n - 1]
    shares = inspect(model, {"what": "attribution", "text": text, "position": i, "token": y})
    of_heads = torch.zeros(L, H)
    for s in shares["shares"]:
        if s["part"] == "head":
            of_heads[s["layer"], s["head"]] = s["share"]
    difference = largest(of_heads, shares_of(bridge, cache, i, y))
    good &= note("direct logit attribution of all heads", name, difference, INSIDE)
    for layer, head in [(0, 0), (L - 1, H - 1)]:
        off = without_head(bridge, tokens, layer, head)[0].log_softmax(-1)
        theirs = -off[torch.arange(n - 1), tokens[0, 1:]]
        answer = inspect(model, {"what": "ablate", "layer": layer, "head": head, "text": text})
        losses = table(answer["rows"])[1][: n - 1]
        what = f"losses without head {layer + 1}.{head + 1}"
        good &= note(what, name, largest(losses, theirs), INSIDE)
    return good


def ours():
    good = True
    for preset, steps in PRESETS.items():
        model, folder = WORK / f"{preset}.safetensors", WORK / preset
        run(PROGRAM, "train", "--preset", preset, "--text", TEXT, "--steps", steps, "--out", model)
        run(*EXPORT, folder, model)
        good &= in_transformers(preset, model, folder)
        if preset in ("nano", "repeat"):
            good &= in_transformer_lens(preset, model, folder)
    return good & of_pieces()


def of_pieces():
    """Byte pairs, on a text that also has runs of letters longer than 64 bytes."""
    name, file = "pieces", WORK / "pieces.txt"
    model, folder = WORK / f"{name}.safetensors", WORK / name
    run_of_letters = "".join(chr(0x4E00 + i * i % 97) for i in range(2000))
    text = TEXT.read_text()[:8000] + run_of_letters
    file.write_text(text)
    run(
        *(PROGRAM, "train", "--preset", "tiny", "--text", file, "--steps", 1),
        *("--set", "tokenizer=bpe", "--set", "vocab_limit=600", "--out", model),
    )
    run(*EXPORT, folder, model)
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_file=str(folder / "tokenizer.json")
    )
    good = True
    for part in ("letters", "ideographs"):
        own = text[:3000] if part == "letters" else run_of_letters
        ours = inspect(model, {"what": "activations", "text": own})["tokens"]
        theirs = tokenizer(own)["input_ids"]
        good &= note(f"ids of pieces of {part}", name, theirs[-len(ours) :] == ours, 0)
    return good


# ---- theirs, opened by ours ----------------------------------------------------------


def vocabulary_of(kind):
    tokenizer = json.loads((FOLDERS / kind / "tokenizer.json").read_text())
    ids = [*tokenizer["model"]["vocab"].values()]
    return 1 + max(ids + [token["id"] for token in tokenizer.get("added_tokens", [])])


KINDS = {
    "llama": transformers.LlamaConfig(
        hidden_size=32,
        intermediate_size=48,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=32,
    ),
    "gpt2": transformers.GPT2Config(n_embd=24, n_layer=2, n_head=3, n_positions=32),
    "gpt_neo": transformers.GPTNeoConfig(
        hidden_size=24,
        num_layers=2,
        num_heads=3,
        max_position_embeddings=32,
        window_size=32,
        attention_types=[[["global", "local"], 1]],
    ),
}


def opened(kind, tied, dtype, size):
    config = KINDS[kind]
    config.vocab_size = vocabulary_of(kind)
    config.tie_word_embeddings = tied
    folder = WORK / "theirs"
    shutil.rmtree(folder, ignore_errors=True)
    torch.manual_seed(1)
    model = transformers.AutoModelForCausalLM.from_config(config).eval().to(dtype)
    model.save_pretrained(folder, max_shard_size=size)
    shutil.copy(FOLDERS / kind / "tokenizer.json", folder)
    files = len(list(folder.glob("*.safetensors")))
    rows = torch.randint(0, config.vocab_size, (2, 20))
    theirs = model.double()(rows).logits
    name = f"{kind}, {'tied' if tied else 'not tied'}, {str(dtype)[6:]}, {files} files"
    return note("logits", name, apart(forward(folder, rows.tolist()), theirs), LOGITS)


def theirs():
    good = True
    for kind in KINDS:
        for tied in (False, True):
            for dtype in (torch.float32, torch.float16, torch.bfloat16):
                for size in ("1GB", "20KB"):
                    good &= opened(kind, tied, dtype, size)
    return good


# ---- the size of what is published --------------------------------------------------


def published():
    """Folders of bench/pretrained.js: random weights in 16 bits, of the shapes of GPT-2 small and
    of TinyStories."""
    good = True
    for folder in sorted((ROOT / "build/pretrained").glob("*/")):
        theirs = transformers.AutoModelForCausalLM.from_pretrained(
            folder, dtype=torch.float64, attn_implementation="eager"
        )
        torch.manual_seed(1)
        rows = torch.randint(0, theirs.config.vocab_size, (1, 24))
        logits = theirs(rows).logits
        ours = forward(folder, rows.tolist())
        good &= note("logits", f"shape {folder.name}", apart(ours, logits), LOGITS)
    return good


def main():
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    good = ours()
    good &= theirs()
    good &= published()
    facts = {
        "date": datetime.now(timezone.utc).isoformat(),
        "commit": run("git", "-C", ROOT, "describe", "--always", "--dirty").strip(),
        "torch": torch.__version__,
        "transformers": transformers.__version__,
        "transformer_lens": getattr(transformer_lens, "__version__", "4.3.0"),
        "results": results,
    }
    path = ROOT / "tests/libraries/results.json"
    path.write_text(json.dumps(facts, indent=1) + "\n")
    return 0 if good else 1


sys.exit(main())
