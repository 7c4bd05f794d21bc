#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs what `make libraries` compares with, from PyPI into build/torch (gigabytes): PyTorch 2,
# transformers, tokenizers and TransformerLens.
set -eu
cd "$(dirname "$0")"
torch=../../build/torch
if ! "$torch/bin/python" -c 'import torch, transformers, transformer_lens' >/dev/null 2>&1; then
    printf 'set-up: %s\n' "installing PyTorch 2, transformers and TransformerLens into build/torch"
    log=$(
        { [ -d "$torch" ] || /usr/bin/python3 -m venv "$torch"; } 2>&1 &&
            "$torch/bin/pip" install -q torch==2.15.0 transformers==5.24.0 \
                transformer-lens==4.3.0 2>&1
    ) || {
        printf 'left out: PyTorch, transformers and TransformerLens are not to be had:\n%s\n' "$log"
        exit 3
    }
fi
