#!/bin/sh
# SPDX-License-Identifier: MIT
# Static checks: all, or those named (layers headers types eslint shell). Layout is checked apart:
# tests/tools/format.sh --check.
set -eu
cd "$(dirname "$0")/../.."

layers() {
    echo 'layers of C'
    node tests/tools/check-source.js
    echo 'layers of JavaScript'
    node_modules/.bin/depcruise wasm web
}

headers() {
    echo 'headers compile alone'
    "${CC:-cc}" -std=c17 -Iinclude -Wall -Wextra -Wpedantic -Werror -fsyntax-only -x c \
        include/glassformer.h
    find src -name '*.h' | sort | xargs \
        "${CC:-cc}" -std=c17 -Iinclude -Isrc -DGF_LANES=4 -Wall -Wextra -Werror -fsyntax-only -x c
}

types() {
    echo 'types'
    node_modules/typescript-native/bin/tsc --project .
}

eslint() {
    echo 'eslint'
    node_modules/.bin/eslint --cache --cache-location build/eslint/ .
}

shell() {
    if command -v shellcheck >/dev/null 2>&1; then
        echo 'shellcheck'
        shellcheck tests/tools/*.sh .ci/run
    fi
}

for part in ${*:-layers headers types eslint shell}; do
    "$part"
done
