#!/bin/sh
# SPDX-License-Identifier: MIT
# Fuzzes with clang's libFuzzer and the sanitizers, from the inputs in tests/fuzz/corpus on.
#
#   run.sh [SECONDS] [TARGET …]    each for that long (60 s), led by what an input reaches; what
#                                  is learned stays in build/fuzz/corpus
#   run.sh --runs N [TARGET …]     each with N inputs, the same every time
#   run.sh --keep [TARGET …]       a few of build/fuzz/corpus that reach as much as all, into
#                                  tests/fuzz/corpus
#
# An input that breaks something is kept in build/fuzz and named.
set -eu
cd "$(dirname "$0")/../.."
known=tests/fuzz/corpus
learned=build/fuzz/corpus
what=learn
limit=-max_total_time=60
programs=build/fuzz
instrument=-fsanitize=fuzzer-no-link
case ${1:-} in
--runs)
  what=runs
  limit="-runs=$2 -seed=1 -keep_seed=1 -len_control=0"
  learned=build/fuzz/runs
  programs=build/sanitize
  instrument=
  shift 2
  ;;
--keep)
  what=keep
  shift
  ;;
[0-9]*)
  limit=-max_total_time=$1
  shift
  ;;
esac
[ $# -gt 0 ] || set -- json text pairs safetensors llama2c hugging_face checkpoint inspect

if ! echo 'int LLVMFuzzerTestOneInput(void) { return 0; }' |
  clang -fsanitize=fuzzer,address,undefined -x c - -o /dev/null 2>/dev/null; then
  echo 'left out: fuzzing needs clang with its run-time libraries'
  exit
fi

# start TARGET FOLDER: the inputs it begins with.
start() {
  mkdir -p "$2"
  tar -xzf "$known/$1.tar.gz" -C "$2"
  [ "$1" = hugging_face ] || return 0
  cp "$known/$1"/* "$2"
  for folder in tests/reference/hugging_face/*; do # whole models, as three texts
    {
      if [ -f "$folder/config.json" ]; then cat "$folder/config.json"; fi
      printf '\0'
      cat "$folder/tokenizer.json"
      printf '\0'
      n=$(od -An -tu4 -N4 "$folder/model.safetensors" | tr -d ' ')
      tail -c +9 "$folder/model.safetensors" | head -c "$n"
    } >"$2/model-$(basename "$folder")"
  done
}

for target in "$@"; do
  corpus=$learned/$target
  program=$programs/fuzz-$target
  longest=4096
  [ "$target" = hugging_face ] && longest=32768
  make --no-print-directory FLAVOUR=sanitize B=$programs EXTRA=$instrument "$program"
  if [ $what = keep ]; then
    kept=build/fuzz/kept/$target
    rm -rf "$kept" && mkdir -p "$kept"
    "$program" -set_cover_merge=1 -use_counters=0 -max_len=4096 "$kept" "$corpus"
    tar -czf "$known/$target.tar.gz" -C "$kept" --sort=name --mtime=@0 --owner=0 --group=0 \
      --numeric-owner .
    continue
  fi
  [ $what = runs ] && rm -rf "$corpus"
  start "$target" "$corpus"
  # shellcheck disable=SC2086  # words on purpose
  "$program" $limit -timeout=60 -max_len=$longest -artifact_prefix="build/fuzz/$target-" \
    -dict="tests/fuzz/$target.dict" "$corpus"
done
