/* N-gram models, as baselines for the loss.
 * SPDX-License-Identifier: MIT */
#include "text/corpus.h"

#include "base/hash.h"
#include "base/maths.h"

/* ---- a table of counts ---------------------------------------------------------- */

/* A dense table would need V^3 entries; a text has far fewer distinct triples. */
struct counts {
    struct gf_arena *arena;
    struct count {
        uint64_t key; /* an n-gram as a number in base V */
        uint32_t count;
    } * list; /* [capacity] */
    size_t n, capacity;
    struct gf_index index;
};

static uint32_t *slot_of(const struct counts *c, uint64_t key)
{
    uint32_t *at = gf_index_first(&c->index, gf_rng_mix64(key));
    while (*at && c->list[*at - 1].key != key) {
        at = gf_index_next(&c->index, at);
    }
    return at;
}

/* Room for `capacity` n-grams. */
static bool grow(struct counts *c, size_t capacity)
{
    struct counts bigger = {.arena = c->arena, .n = c->n, .capacity = capacity};
    bigger.list = gf_arena_array(c->arena, capacity, sizeof *bigger.list);
    if (!bigger.list || !gf_index_new(&bigger.index, c->arena, capacity)) return false;
    for (size_t i = 0; i < c->n; i++) {
        bigger.list[i] = c->list[i];
        *slot_of(&bigger, c->list[i].key) = (uint32_t)i + 1;
    }
    *c = bigger;
    return true;
}

static bool count_one(struct counts *c, uint64_t key)
{
    if (c->n == c->capacity && !grow(c, 2 * c->capacity)) return false;
    uint32_t *at = slot_of(c, key);
    if (*at == 0) {
        c->list[c->n++] = (struct count){key, 0};
        *at = (uint32_t)c->n;
    }
    c->list[*at - 1].count++;
    return true;
}

static double count_of(const struct counts *c, uint64_t key)
{
    uint32_t found = *slot_of(c, key);
    return found == 0 ? 0 : c->list[found - 1].count;
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
    return number;
}

/* Mean of -ln((N(context c) + k) / (N(context) + k V)) over the held-out tokens except the
 * first, which no model predicts: its context would be training text. */
static bool cross_entropy(const struct gf_corpus *corpus, size_t n_context, double k,
                          double *nats)
{
    GF_SCOPED_ARENA(scratch);
    struct counts contexts = {.arena = &scratch}, grams = {.arena = &scratch};
    const size_t first_capacity = 512;
    bool ok = grow(&contexts, first_capacity) && grow(&grams, first_capacity);
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
