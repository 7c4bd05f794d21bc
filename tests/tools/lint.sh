#!/bin/sh
# SPDX-License-Identifier: MIT
# Static checks. Layout is checked apart: tests/tools/format.sh --check.
set -eu
cd "$(dirname "$0")/../.."

echo 'layers of C'
node tests/tools/check-source.js

echo 'layers of JavaScript'
node_modules/.bin/depcruise wasm web

echo 'headers compile alone'
find include src -name '*.h' | sort | xargs \
    "${CC:-cc}" -std=c17 -Iinclude -Isrc -DGF_LANES=4 -Wall -Wextra -Werror -fsyntax-only -x c

echo 'types'
node_modules/.bin/tsc --project . --incremental --tsBuildInfoFile build/tsconfig.tsbuildinfo

echo 'eslint'
node_modules/.bin/eslint --cache --cache-location build/eslint/ .

if command -v shellcheck >/dev/null 2>&1; then
    echo 'shellcheck'
    shellcheck tests/tools/*.sh .ci/run
fi
