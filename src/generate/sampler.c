/* SPDX-License-Identifier: MIT */
#include "generate/sampler.h"

#include <stdlib.h>

#include "models/model.h"

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

int32_t gf_sample(const float *logits, size_t V, const struct gf_sampling *opts,
                  uint64_t position, struct gf_candidate *c, size_t *n_kept)
{
    /* The probabilities are made in the upper half of the candidates' own space, then
     * spread from the front: entry i is written only after p[i] has been read. */
    float temperature = opts->temperature > 0 ? opts->temperature : 1.0f;
    float *p = (float *)(void *)c + V;
    gf_k->softmax(p, logits, 1, V, temperature);
    for (size_t i = 0; i < V; i++) {
        float pi = p[i];
        c[i] = (struct gf_candidate){pi, (int32_t)i};
    }

    size_t n = V;
    bool cuts_k = opts->top_k > 0 && (size_t)opts->top_k < V;
    bool cuts_p = opts->top_p > 0 && opts->top_p < 1;
    if (opts->greedy) {
        int32_t best = gf_argmax(logits, V);
        c[0] = (struct gf_candidate){1, best};
        n = 1;
    } else if (cuts_k || cuts_p) {
        qsort(c, V, sizeof *c, by_probability);
        n = cuts_k ? (size_t)opts->top_k : n;
        n = cuts_p ? cut_top_p(c, n, opts->top_p) : n;
    }

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
    int32_t id = c[chosen].id;
    for (size_t i = 0; i < n; i++) {
        c[i].p = (float)((double)c[i].p / all);
    }
    *n_kept = n;
    return id;
}
