/* N-gram models, as baselines for the loss.
 * SPDX-License-Identifier: MIT */
#include "text/corpus.h"

#include "base/maths.h"
#include "text/tokenizer/string_set.h"

/* A dense table would need V^3 entries; a text has far fewer distinct triples. The bytes of
 * the `length` tokens before position i are the string. */
static bool count_gram(struct gf_strings *grams, const struct gf_corpus *corpus,
                       size_t i, size_t length)
{
    const int32_t *gram = corpus->tokens + i - length;
    return gf_strings_add(grams, (const char *)gram, length * sizeof *gram, 0) !=
           GF_NO_STRING;
}

static double count_of(const struct gf_strings *grams, const struct gf_corpus *corpus,
                       size_t i, size_t length)
{
    const int32_t *gram = corpus->tokens + i - length;
    size_t n = gf_strings_find(grams, (const char *)gram, length * sizeof *gram, 0);
    return n == GF_NO_STRING ? 0 : grams->list[n].count;
}

/* Mean of -ln((N(context c) + k) / (N(context) + k V)) over the held-out tokens except the
 * first, which no model predicts: its context would be training text. */
static bool cross_entropy(const struct gf_corpus *corpus, size_t n_context, double k,
                          double *nats)
{
    GF_SCOPED_ARENA(scratch);
    struct gf_strings contexts = {.arena = &scratch}, grams = {.arena = &scratch};
    bool ok = true;
    for (size_t i = n_context; ok && i < corpus->n_train; i++) {
        ok = count_gram(&contexts, corpus, i, n_context) &&
             count_gram(&grams, corpus, i + 1, n_context + 1);
    }
    double sum = 0, kV = k * (double)corpus->n_vocab;
    size_t first = corpus->n_train + 1;
    first = first < n_context ? n_context : first;
    for (size_t i = first; ok && i < corpus->n_tokens; i++) {
        double seen = count_of(&grams, corpus, i + 1, n_context + 1);
        double times = count_of(&contexts, corpus, i, n_context);
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
