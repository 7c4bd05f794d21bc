#!/bin/sh
# SPDX-License-Identifier: MIT
# Rewrites sources in the project's style; with --check only says which are not in it.
# Further arguments name the files; without them it is all.
set -eu
cd "$(dirname "$0")/../.."

check=
if [ "${1:-}" = --check ]; then
    check=yes
    shift
fi

list() { # list PATTERN FILES…: those of the files that match
    pattern=$1
    shift
    if [ $# -eq 0 ]; then
        # shellcheck disable=SC2046  # one word a path
        set -- $(find src wasm web tests bench examples -name node_modules -prune -o -type f -print 2>/dev/null) ./*.js ./*.json
    fi
    printf '%s\n' "$@" | grep -E "$pattern" || true
}

c_files=$(list '\.(c|h)$' "$@")
web_files=$(list '\.(js|json|css|html)$' "$@" | grep -v package-lock.json || true)

# shellcheck disable=SC2086  # lists of paths without spaces
{
    if [ -n "$c_files" ]; then
        if ! command -v clang-format >/dev/null 2>&1; then
            echo 'clang-format is not installed: C sources are left as they are'
        elif [ -n "$check" ]; then
            clang-format --dry-run -Werror $c_files
        else
            clang-format -i $c_files
        fi
    fi
    if [ -n "$web_files" ]; then
        if [ -n "$check" ]; then
            node_modules/.bin/oxfmt --list-different $web_files
        else
            node_modules/.bin/oxfmt $web_files
        fi
    fi
}
