#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/fuzz/run.sh [SECONDS] [TARGET …]: builds the fuzzers with clang's libFuzzer and
# the sanitizers and runs each for that long (60 s). What they learn stays in
# build/fuzz/corpus; an input that breaks something is kept in build/fuzz and named.
set -eu
cd "$(dirname "$0")/../.."
seconds=${1:-60}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- json text pairs safetensors llama2c checkpoint inspect

for target in "$@"; do
  corpus=build/fuzz/corpus/$target
  mkdir -p "$corpus"
  case $target in llama2c | checkpoint | inspect)
    engine=build/fuzz/libglassformer.a
    make --no-print-directory CC=clang FLAVOUR=sanitize B=build/fuzz \
      EXTRA=-fsanitize=fuzzer-no-link "$engine"
    ;;
  *) # the kernels are not needed and would have to be compiled per vector width
    engine="$(find src/base src/text -name "*.c") src/storage/safetensors.c"
    ;;
  esac
  # shellcheck disable=SC2086  # a list of files without spaces
  clang -std=c17 -g -O1 -ffp-contract=off -DGF_DEBUG -Iinclude -Isrc \
    -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all \
    "tests/fuzz/fuzz_$target.c" $engine -o "build/fuzz/$target"
  "build/fuzz/$target" -max_total_time="$seconds" -timeout=5 -max_len=4096 \
    -artifact_prefix="build/fuzz/$target-" -dict="tests/fuzz/$target.dict" \
    -print_final_stats=1 "$corpus"
done
