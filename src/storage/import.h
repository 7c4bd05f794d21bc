/* Which program wrote a set of files, and what model they hold.
 * SPDX-License-Identifier: MIT */
#ifndef GF_STORAGE_IMPORT_H
#define GF_STORAGE_IMPORT_H

#include "storage/foreign.h"

/* Whether bytes[0 .. n) begin as a pickle of PyTorch does, which is never read. */
bool gf_is_pickle(const void *bytes, size_t n);

/* Turns files into a checkpoint, which it appends: those of a model of another program, or any
 * model, one of ours included, with its adapter (adapter.h). GF_BAD_CHECKPOINT or
 * GF_BAD_CONFIG for anything else. */
enum gf_status gf_import_files(const struct gf_file *files, size_t n_files,
                               struct gf_buffer *out, struct gf_error *err);

/* Reads a model of another program from its files, known by their content:
 *
 *     safetensors files with their config.json and tokenizer.json   hugging_face.h
 *     a model of llama2.c, then its tokenizer.bin                   llama2c.h
 *
 * Of each file the first n_here[i] bytes are in memory (NULL: all), of safetensors the header
 * at least; GF_E_foreign_needed_whole says that this does not suffice, as for llama2.c.
 * Other JSON files are ignored. Everything found points into the files or lives in the arena.
 * GF_BAD_CHECKPOINT or GF_BAD_CONFIG for anything else; *model is then unchanged. */
enum gf_status gf_foreign_read(struct gf_foreign *model, struct gf_arena *arena,
                               const struct gf_file *files, const size_t *n_here,
                               size_t n_files, struct gf_error *err);

#endif
