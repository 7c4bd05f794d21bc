/* N-gram models, as baselines for the loss.
 * SPDX-License-Identifier: MIT */
#include "text/corpus.h"

#include "base/maths.h"

/* ---- a table of counts ---------------------------------------------------------- */

/* A hash table with linear probing, at most half full. A dense table would need V^3 entries;
 * a text has far fewer distinct triples. */
struct counts {
    struct gf_arena *arena;
    uint64_t *key; /* an n-gram as a number in base V, plus 1; 0: free */
    uint32_t *count;
    size_t capacity, used; /* capacity is a power of two */
};

static bool allocate(struct counts *c, size_t capacity)
{
    c->key = gf_arena_array(c->arena, capacity, sizeof *c->key);
    c->count = gf_arena_array(c->arena, capacity, sizeof *c->count);
    c->capacity = capacity;
    return c->key && c->count;
}

static size_t find(const struct counts *c, uint64_t key)
{
    size_t slot = (size_t)gf_rng_mix64(key) & (c->capacity - 1);
    while (c->key[slot] != 0 && c->key[slot] != key) {
        slot = (slot + 1) & (c->capacity - 1);
    }
    return slot;
}

static bool grow(struct counts *c)
{
    struct counts bigger = {.arena = c->arena, .used = c->used};
    if (!allocate(&bigger, 2 * c->capacity)) return false;
    for (size_t i = 0; i < c->capacity; i++) {
        if (c->key[i] != 0) {
            size_t slot = find(&bigger, c->key[i]);
            bigger.key[slot] = c->key[i];
            bigger.count[slot] = c->count[i];
        }
    }
    *c = bigger;
    return true;
}

static bool count_one(struct counts *c, uint64_t key)
{
    size_t slot = find(c, key);
    if (c->key[slot] == 0) {
        if (2 * c->used >= c->capacity) {
            if (!grow(c)) return false;
            slot = find(c, key);
        }
        c->key[slot] = key;
        c->used++;
    }
    c->count[slot]++;
    return true;
}

static double count_of(const struct counts *c, uint64_t key)
{
    return c->count[find(c, key)]; /* a free slot counts 0 */
}

/* ---- cross entropy -------------------------------------------------------------- */

/* The `length` tokens before position i as one number. V is below 2^21 (there are not
 * more code points), so three tokens fit in 63 bits. */
static uint64_t gram(const struct gf_corpus *corpus, size_t i, size_t length)
{
    uint64_t number = 0;
    for (size_t j = i - length; j < i; j++) {
        number = number * corpus->n_vocab + (uint64_t)corpus->tokens[j];
    }
    return number + 1;
}

/* Mean of -ln((N(context c) + k) / (N(context) + k V)) over the held-out tokens except the
 * first, which no model predicts: its context would be training text. */
static bool cross_entropy(const struct gf_corpus *corpus, size_t n_context, double k,
                          double *nats)
{
    struct gf_arena scratch = {0};
    struct counts contexts = {.arena = &scratch}, grams = {.arena = &scratch};
    const size_t first_capacity = 1024;
    bool ok = allocate(&contexts, first_capacity) && allocate(&grams, first_capacity);
    for (size_t i = n_context; ok && i < corpus->n_train; i++) {
        ok = count_one(&contexts, gram(corpus, i, n_context)) &&
             count_one(&grams, gram(corpus, i + 1, n_context + 1));
    }
    double sum = 0, kV = k * (double)corpus->n_vocab;
    size_t first = corpus->n_train + 1;
    first = first < n_context ? n_context : first;
    for (size_t i = first; ok && i < corpus->n_tokens; i++) {
        double seen = count_of(&grams, gram(corpus, i + 1, n_context + 1));
        double times = count_of(&contexts, gram(corpus, i, n_context));
        sum += gf_log((times + kV) / (seen + k));
    }
    gf_arena_free(&scratch);
    *nats = sum / (double)(corpus->n_tokens - first);
    return ok;
}

enum gf_status gf_corpus_baselines(const struct gf_corpus *corpus,
                                   struct gf_baselines *out, struct gf_error *err)
{
    const double none = __builtin_nan("");
    struct gf_baselines b = {gf_log((double)corpus->n_vocab), none, none, none};
    bool measurable = corpus->n_tokens > corpus->n_train + 2;
    if (measurable && !(cross_entropy(corpus, 0, 1, &b.unigram) &&
                        cross_entropy(corpus, 1, GF_BIGRAM_K, &b.bigram) &&
                        cross_entropy(corpus, 2, GF_TRIGRAM_K, &b.trigram))) {
        return gf_fail(err, GF_E_no_memory);
    }
    *out = b;
    return GF_OK;
}
