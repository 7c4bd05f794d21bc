/* SPDX-License-Identifier: MIT */
#include "generate/sampler.h"

#include <stdlib.h>
#include <string.h>

#include "models/model.h"

/* Not for NaN. */
static bool within(float x, float most)
{
    return x >= 0 && x <= most;
}

enum gf_status gf_sampling_check(const struct gf_sampling *opts, struct gf_error *err)
{
    bool fits = opts->temperature >= 0 && opts->top_k >= 0 && within(opts->top_p, 1) &&
                within(opts->min_p, 1) && within(opts->repetition_penalty, 100);
    return fits ? GF_OK : gf_fail(err, GF_E_sampling_out_of_range);
}

/* Likeliest first, equal probabilities by id: a total order, so that any correct sort gives
 * the same result. */
static int by_probability(const void *a, const void *b)
{
    const struct gf_candidate *x = a, *y = b;
    if (x->p != y->p) return x->p > y->p ? -1 : 1;
    return (x->id > y->id) - (x->id < y->id);
}

static size_t cut_top_p(const struct gf_candidate *c, size_t n, float top_p)
{
    double sum = 0, all = 0;
    for (size_t i = 0; i < n; i++) {
        all += (double)c[i].p;
    }
    for (size_t i = 0; i < n; i++) {
        sum += (double)c[i].p;
        if (sum >= (double)top_p * all) return i + 1;
    }
    return n;
}

static size_t cut_min_p(const struct gf_candidate *c, size_t n, float min_p)
{
    const float least = min_p * c[0].p;
    while (n > 1 && c[n - 1].p < least) n--;
    return n;
}

/* z [V] = logits, with those of the context's tokens made smaller, each once. */
static void penalise(float *z, const float *logits, size_t V, float penalty,
                     struct gf_context context)
{
    memcpy(z, logits, V * sizeof *z);
    for (size_t i = 0; penalty > 0 && penalty != 1 && i < context.n; i++) {
        const int32_t id = context.tokens[i];
        if (id < 0 || (size_t)id >= V) continue; /* of another vocabulary */
        z[id] = logits[id] > 0 ? logits[id] / penalty : logits[id] * penalty;
    }
}

/* Makes the n tokens that may be drawn, in c [V + 1], with their probabilities. */
static size_t candidates(const float *logits, size_t V, const struct gf_sampling *opts,
                         struct gf_context context, struct gf_candidate *c)
{
    /* The probabilities are made in the upper half of the candidates' own space, then
     * spread from the front: entry i is written only after p[i] has been read. */
    float *p = (float *)(void *)c + V;
    penalise(p, logits, V, opts->repetition_penalty, context);
    if (opts->temperature == 0) {
        c[0] = (struct gf_candidate){1, gf_argmax(p, V)};
        return 1;
    }
    gf_k->softmax(p, p, 1, V, opts->temperature);
    for (size_t i = 0; i < V; i++) {
        float pi = p[i];
        c[i] = (struct gf_candidate){pi, (int32_t)i};
    }
    size_t n = V;
    bool cuts_k = opts->top_k > 0 && (size_t)opts->top_k < V;
    bool cuts_p = opts->top_p > 0 && opts->top_p < 1;
    if (cuts_k || cuts_p || opts->min_p > 0) {
        qsort(c, V, sizeof *c, by_probability);
        n = cuts_k ? (size_t)opts->top_k : n;
        n = cuts_p ? cut_top_p(c, n, opts->top_p) : n;
        n = opts->min_p > 0 ? cut_min_p(c, n, opts->min_p) : n;
    }
    return n;
}

int32_t gf_sample(const float *logits, size_t V, const struct gf_sampling *opts,
                  struct gf_context context, uint64_t position, struct gf_candidate *c,
                  size_t *n_kept)
{
    const size_t n = candidates(logits, V, opts, context, c);
    double all = 0;
    for (size_t i = 0; i < n; i++) {
        all += (double)c[i].p;
    }
    double u =
        (double)gf_rng_uniform(gf_rng_key(opts->seed, GF_RNG_SAMPLE, position), 0);
    double target = u * all, sum = 0;
    size_t chosen = n - 1;
    for (size_t i = 0; i < n; i++) {
        sum += (double)c[i].p;
        if (sum > target) {
            chosen = i;
            break;
        }
    }
    *n_kept = n;
    return c[chosen].id;
}
