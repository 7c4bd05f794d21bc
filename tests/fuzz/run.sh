#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/fuzz/run.sh [SECONDS] [TARGET …]: builds the fuzzers with clang's libFuzzer and
# the sanitizers and runs each for that long (60 s). What they learn stays in
# build/fuzz/corpus, which begins with tests/fuzz/corpus; an input that breaks something is kept
# in build/fuzz and named.
set -eu
cd "$(dirname "$0")/../.."
seconds=${1:-60}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- json text pairs safetensors llama2c hugging_face checkpoint inspect

for target in "$@"; do
  corpus=build/fuzz/corpus/$target
  mkdir -p "$corpus"
  longest=4096
  if [ -d "tests/fuzz/corpus/$target" ]; then
    cp tests/fuzz/corpus/"$target"/* "$corpus"
  fi
  if [ "$target" = hugging_face ]; then # begins with whole models
    longest=32768
    for folder in tests/reference/hugging_face/*; do
      {
        if [ -f "$folder/config.json" ]; then cat "$folder/config.json"; fi
        printf '\0'
        cat "$folder/tokenizer.json"
        printf '\0'
        n=$(od -An -tu4 -N4 "$folder/model.safetensors" | tr -d ' ')
        tail -c +9 "$folder/model.safetensors" | head -c "$n"
      } >"$corpus/seed-$(basename "$folder")"
    done
  fi
  case $target in llama2c | hugging_face | checkpoint | inspect)
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
  "build/fuzz/$target" -max_total_time="$seconds" -timeout=5 -max_len="$longest" \
    -artifact_prefix="build/fuzz/$target-" -dict="tests/fuzz/$target.dict" \
    -print_final_stats=1 "$corpus"
done
