/* SPDX-License-Identifier: MIT */
#include "inspect/heads/head_scores.h"

#include <string.h>

#include "base/maths.h"

/* ---- rows of a sequence ------------------------------------------------------------------------ */

void gf_row_facts_begin(struct gf_row_facts *f, struct gf_request *req, size_t T)
{
    struct gf_arena *scratch = req->scratch;
    *f = (struct gf_row_facts){
        .chance = gf_request_floats(req, T, T),
        .no_score = gf_request_floats(req, T, T),
        .n_allowed = gf_arena_array(scratch, T, sizeof *f->n_allowed),
        .end = gf_arena_array(scratch, T, sizeof *f->end),
        .share = gf_request_doubles(req, 1, T),
        .class = gf_arena_array(scratch, T, 1),
        .matches = gf_arena_array(scratch, T * T / 2 + 1, sizeof *f->matches),
        .lengths = gf_arena_array(scratch, T + 1, 1),
        .columns = gf_request_doubles(req, 1, T),
        .ln = gf_request_doubles(req, 1, T)};
    for (size_t i = 1; f->ln && i <= T; i++) f->ln[i] = gf_log((double)i);
}

/* lengths[j]: length of the common suffix of t[0 .. j-1] and t[0 .. i], at most GF_ORDERS. length(i, j) = t_i == t_{j-1} ? 1 + length(i-1, j-1) : 0, so one
 * row suffices when j runs down. */
static void find_matches(struct gf_row_facts *f, const int32_t *t)
{
    f->n_match = 0;
    memset(f->lengths, 0, f->n);
    for (size_t i = 0; i < f->n; i++) {
        for (size_t j = i; j-- > 1;) {
            uint8_t shorter = f->lengths[j - 1];
            uint8_t longer = shorter < GF_ORDERS ? (uint8_t)(shorter + 1) : shorter;
            f->lengths[j] = t[j - 1] == t[i] ? longer : 0;
        }
        for (size_t j = 0; j < i && i >= f->first_row; j++) {
            unsigned bits = (1u << (f->lengths[j] + 1)) - 2;
            bits |= t[j] == t[i];
            if (bits) {
                f->matches[f->n_match++] =
                    (struct gf_match){(uint16_t)i, (uint16_t)j, (uint8_t)bits};
            }
        }
    }
}

static void find_allowed(struct gf_row_facts *f, const struct gf_pass *pass,
                         const struct gf_attention_site *site)
{
    const uint8_t *pad;
    memset(f->chance, 0, f->n * f->n_keys * sizeof *f->chance);
    memset(f->share, 0, f->n_keys * sizeof *f->share);
    for (size_t i = 0; i < f->n; i++) {
        size_t end, n = gf_pass_allowed(pass, site, i, &end, &pad);
        bool counts = i >= f->first_row && !gf_pass_is_padding(pass, site->queries, i);
        f->n_allowed[i] = (uint16_t)(counts ? n : 0);
        f->end[i] = (uint16_t)end;
        for (size_t j = 0; j < end; j++) {
            float chance = pad && pad[j] ? 0 : 1.0f / (float)n;
            f->chance[i * f->n_keys + j] = chance;
            f->share[j] += counts ? (double)chance : 0;
        }
    }
}

void gf_row_facts_make(struct gf_row_facts *f, const struct gf_pass *pass,
                       const struct gf_attention_site *site)
{
    const int32_t *keys = pass->batch.tokens[site->keys];
    size_t n_real = 0;
    f->n = pass->batch.n_time[site->queries];
    f->n_keys = pass->batch.n_time[site->keys];
    for (size_t i = 0; i < f->n; i++) {
        n_real += !gf_pass_is_padding(pass, site->queries, i);
    }
    f->first_row = n_real > 2 * GF_FIRST_ROW ? GF_FIRST_ROW : n_real / 2;
    f->n_match = 0;
    for (size_t j = 0; j < f->n_keys; j++) {
        f->class[j] = (uint8_t)gf_class_of(&pass->inspector->model->tokenizer, keys[j]);
    }
    find_allowed(f, pass, site);
    if (site->queries == site->keys) find_matches(f, keys);
}

/* ---- rows ------------------------------------------------------------------------- */

/* Scores that need a row at a time: entropy, distance and its spread. */
static void add_row(struct gf_head_sums *sums, const float *a, const float *s, size_t i,
                    size_t n, double ln_allowed)
{
    double mass = 0, scores = 0, at = 0, squares = 0;
    size_t top = 0;
    for (size_t j = 0; j < n; j++) {
        double x = (double)a[j];
        mass += x;
        scores += x * (double)s[j];
        at += x * (double)j;
        squares += x * (double)(j * j);
        top = a[j] > a[top] ? j : top;
    }
    double largest = (double)a[top];
    double entropy = (double)s[top] * mass - scores - gf_log(largest);
    double variance = squares - at * at / mass;
    entropy = entropy > 0 ? entropy : 0; /* rounding, if one key has all the weight */
    sums->rows += 1;
    sums->pattern[GF_PATTERN_FIRST] += (double)a[0];
    sums->pattern_rows[GF_PATTERN_FIRST] += 1;
    sums->pattern_rows[GF_PATTERN_SAME] += 1;
    sums->focus += ln_allowed > 0 ? 1 - entropy / ln_allowed : 0;
    sums->choices += gf_exp(entropy);
    sums->distance += (double)i * mass - at;
    sums->spread += variance > 0 ? gf_sqrt(variance) : 0;
    sums->top += largest;
}

static void add_places(struct gf_head_sums *sums, const struct gf_row_facts *f,
                       const float *a, size_t i)
{
    size_t last = i < f->n_keys ? i : f->n_keys - 1;
    for (size_t j = 0; j < f->end[i]; j++) f->columns[j] += (double)a[j];
    for (size_t j = 0; j <= last; j++) {
        sums->distances[i - j] += (double)a[j];
        sums->distance_rows[i - j] += 1;
    }
}

static void add_matches(struct gf_head_sums *sums, const struct gf_row_facts *f,
                        const float *A)
{
    for (size_t m = 0; m < f->n_match;) {
        size_t i = f->matches[m].i;
        unsigned seen = 0;
        for (; m < f->n_match && f->matches[m].i == i; m++) {
            double a = (double)A[i * f->n_keys + f->matches[m].j];
            unsigned bits = f->n_allowed[i] > 0 ? f->matches[m].bits : 0;
            seen |= bits;
            for (int k = 0; k <= GF_ORDERS; k++) {
                sums->pattern[GF_PATTERN_SAME + k] += bits >> k & 1 ? a : 0;
            }
        }
        for (int k = 1; k <= GF_ORDERS; k++) {
            sums->pattern_rows[GF_PATTERN_SAME + k] += seen >> k & 1;
        }
    }
}

void gf_head_add(struct gf_head_sums *sums, const struct gf_row_facts *f,
                 const float *A, const float *S)
{
    memset(f->columns, 0, f->n_keys * sizeof *f->columns);
    for (size_t i = f->first_row; i < f->n; i++) {
        if (f->n_allowed[i] > 0) {
            const float *a = A + i * f->n_keys;
            add_row(sums, a, S + i * f->n_keys, i, f->end[i], f->ln[f->n_allowed[i]]);
            add_places(sums, f, a, i);
        }
    }
    for (size_t j = 0; j < f->n_keys; j++) {
        sums->classes[f->class[j]] += f->columns[j] - f->share[j];
    }
    add_matches(sums, f, A);
}

void gf_head_add_stripe(struct gf_head_sums *sums, enum gf_pattern pattern,
                        const float *A, size_t n, size_t i, size_t back)
{
    sums->pattern[pattern] += A ? (double)A[i * n + i - back] : 1.0 / (double)(i + 1);
    sums->pattern_rows[pattern] += 1;
}
