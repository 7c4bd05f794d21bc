#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs the opponents of `make versus`: packages from npm into this folder, PyTorch 2 from
# PyPI into build/torch (gigabytes) and, on Debian and Ubuntu with the right to install,
# PyTorch 1.13 from apt. What cannot be had is left out of the comparison, which says so.
set -eu
cd "$(dirname "$0")"

say() { printf 'set-up: %s\n' "$*"; }

mark=node_modules/.glassformer-lock
if ! cmp -s package-lock.json "$mark"; then
    say "installing jax-js and TensorFlow.js into bench/versus/node_modules (npm ci)"
    if log=$(npm ci --loglevel=error 2>&1); then
        cp package-lock.json "$mark"
    else
        say "npm ci failed; going on without them:
$log"
    fi
fi

has_torch() { /usr/bin/python3 -c 'import torch' >/dev/null 2>&1; }
# PyTorch multiplies with whatever BLAS there is; without OpenBLAS that is a slow one.
has_openblas() { ls /usr/lib/*/openblas*/libblas.so.3 >/dev/null 2>&1; }

if ! has_torch || ! has_openblas; then
    sudo=
    if [ "$(id -u)" -ne 0 ]; then sudo=sudo; fi
    if command -v apt-get >/dev/null 2>&1 &&
        { [ -z "$sudo" ] || command -v sudo >/dev/null 2>&1; }; then
        say "installing PyTorch and OpenBLAS with apt-get (some minutes)"
        log=$(
            $sudo apt-get update -qq 2>&1
            $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
                --no-install-recommends python3-torch libopenblas0-pthread 2>&1
        ) || say "not to be had:
$log"
    else
        say "PyTorch is left out (on Debian: apt-get install python3-torch libopenblas0-pthread)"
    fi
fi

torch2=../../build/torch
if ! "$torch2/bin/python" -c 'import torch' >/dev/null 2>&1; then
    say "installing PyTorch 2 from PyPI into build/torch (gigabytes, some minutes)"
    log=$(
        /usr/bin/python3 -m venv "$torch2" 2>&1 &&
            "$torch2/bin/pip" install -q torch==2.15.0 2>&1
    ) || say "not to be had:
$log"
fi
