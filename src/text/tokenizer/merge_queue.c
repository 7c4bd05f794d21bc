/* The queue of pairs is that of SentencePiece's bpe_model.cc: a heap of candidates, of which
 * those whose symbols have changed are skipped when their turn comes.
 * SPDX-License-Identifier: MIT */
#include "text/tokenizer/merge_queue.h"

#include <string.h>

static bool comes_first(const struct gf_queued_pair *a, const struct gf_queued_pair *b)
{
    return a->merge.score > b->merge.score ||
           (a->merge.score == b->merge.score && a->left < b->left);
}

static void push(struct gf_merge_queue *q, struct gf_queued_pair pair)
{
    size_t at = q->n_pairs++;
    for (; at > 0 && comes_first(&pair, &q->pairs[(at - 1) / 2]); at = (at - 1) / 2) {
        q->pairs[at] = q->pairs[(at - 1) / 2];
    }
    q->pairs[at] = pair;
}

static struct gf_queued_pair pop(struct gf_merge_queue *q)
{
    struct gf_queued_pair first = q->pairs[0], last = q->pairs[--q->n_pairs];
    size_t at = 0;
    for (;;) {
        size_t child = 2 * at + 1;
        if (child + 1 < q->n_pairs &&
            comes_first(&q->pairs[child + 1], &q->pairs[child])) {
            child++;
        }
        if (child >= q->n_pairs || !comes_first(&q->pairs[child], &last)) {
            break;
        }
        q->pairs[at] = q->pairs[child];
        at = child;
    }
    q->pairs[at] = last;
    return first;
}

/* Queues the symbol at `left` and the next one, if they merge. */
static void consider(struct gf_merge_queue *q, uint32_t left)
{
    const struct gf_symbol *a = &q->symbols[left];
    if (left + a->n >= q->n) return;
    const struct gf_symbol *b = a + a->n;
    if (a->id < 0 || b->id < 0) return;
    struct gf_merge merge = q->join(q->table, q->text + left, a, b);
    if (merge.id >= 0) {
        push(q, (struct gf_queued_pair){merge, left, a->n + b->n});
    }
}

bool gf_merge_queue_reserve(struct gf_merge_queue *q, struct gf_arena *arena, size_t n)
{
    if (n <= q->room && q->symbols) return true;
    q->room = n > 2 * q->room ? n : 2 * q->room;
    q->symbols = gf_arena_array(arena, q->room + 1, sizeof *q->symbols);
    q->pairs = gf_arena_array(arena, 3 * q->room + 1, sizeof *q->pairs);
    arena->failed = arena->failed || n > UINT32_MAX;
    return !arena->failed;
}

void gf_merge_queue_start(struct gf_merge_queue *q, const char *text)
{
    q->text = text;
    q->n = q->n_pairs = 0;
    q->symbols[0] = (struct gf_symbol){0};
}

void gf_merge_queue_add(struct gf_merge_queue *q, size_t n, int32_t id)
{
    /* The place after the last symbol holds, until now, the position of that one. */
    uint32_t back = q->symbols[q->n].back;
    memset(q->symbols + q->n, 0, n * sizeof *q->symbols);
    q->symbols[q->n] = (struct gf_symbol){(uint32_t)n, back, id};
    q->symbols[q->n + n].back = (uint32_t)q->n;
    q->n += n;
}

void gf_merge_queue_run(struct gf_merge_queue *q)
{
    for (size_t at = 0; at < q->n; at += q->symbols[at].n) {
        consider(q, (uint32_t)at);
    }
    while (q->n_pairs > 0) {
        struct gf_queued_pair best = pop(q);
        struct gf_symbol *left = &q->symbols[best.left];
        struct gf_symbol *right = left + left->n;
        /* One of the two may have been merged with another meanwhile. */
        if (left->n == 0 || left->n >= best.n || left->n + right->n != best.n) {
            continue;
        }
        right->n = 0;
        *left = (struct gf_symbol){best.n, left->back, best.merge.id};
        left[best.n].back = best.left; /* at the end: of no symbol */
        if (best.left > 0) {
            consider(q, left->back);
        }
        consider(q, best.left);
    }
}
