/* Merging the neighbours of a chunk of text, the best pair first: the loop that all byte pair
 * encodings with a list of pieces or merges share.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TEXT_MERGE_QUEUE_H
#define GF_TEXT_MERGE_QUEUE_H

#include "base/arena.h"

/* Part of a chunk; symbols are numbered by the position of their first byte. */
struct gf_symbol {
    uint32_t n;    /* bytes; 0: now part of the one before */
    uint32_t back; /* the symbol before */
    int32_t id;    /* -1: no token */
};

/* What two neighbours merge to: the token, and a score, of which the highest is first. */
struct gf_merge {
    float score;
    int32_t id; /* -1: they stay apart */
};

struct gf_queued_pair {
    struct gf_merge merge;
    uint32_t left, n; /* position of the first symbol, bytes of both */
};

struct gf_merge_queue {
    /* What the symbol at text + at and the next one merge to; both have tokens. */
    struct gf_merge (*join)(const void *table, const char *text,
                            const struct gf_symbol *left,
                            const struct gf_symbol *right);
    const void *table;
    const char *text; /* the chunk [n] */
    size_t n, room;
    struct gf_symbol *symbols;    /* [room + 1] */
    struct gf_queued_pair *pairs; /* a heap, the next pair at 0; each merge adds two */
    size_t n_pairs;
};

/* Room for chunks of up to n bytes; what there was stays in the arena. False without memory. */
bool gf_merge_queue_reserve(struct gf_merge_queue *q, struct gf_arena *arena, size_t n);

/* Begins with an empty chunk at `text`. */
void gf_merge_queue_start(struct gf_merge_queue *q, const char *text);

/* Appends a symbol of n > 0 bytes. */
void gf_merge_queue_add(struct gf_merge_queue *q, size_t n, int32_t id);

/* Merges until no two neighbours merge: of equal scores the leftmost first. The symbols are
 * then at 0, symbols[0].n, … up to n. */
void gf_merge_queue_run(struct gf_merge_queue *q);

#endif
