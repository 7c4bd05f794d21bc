/* Scores of all heads over a set of sequences, with chance, and the claim of each head.
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "inspect/head_report.h"

static int32_t id_of(const struct gf_request *req, const char *text)
{
    int32_t ids[4];
    size_t n = 0;
    bool known = gf_tokenizer_encode(&req->inspector->model->tokenizer, text, 1, ids,
                                     &n, NULL) == GF_OK;
    return known && n == 1 ? ids[0] : -1;
}

/* n sums, with room for offsets beyond a short sequence. */
static struct gf_head_sums *new_sums(struct gf_request *req, size_t n, size_t T)
{
    struct gf_head_sums *sums = gf_arena_array(req->scratch, n + 1, sizeof *sums);
    double *room = gf_request_doubles(req, 2 * n, T + GF_OFFSETS);
    for (size_t i = 0; sums && room && i < n; i++) {
        sums[i].distances = room + 2 * i * (T + GF_OFFSETS);
        sums[i].distance_rows = sums[i].distances + T + GF_OFFSETS;
    }
    return sums;
}

void gf_heads_begin(struct gf_heads *heads, struct gf_request *req)
{
    const size_t T = gf_config_longest_block(&req->inspector->model->config);
    const size_t n = req->inspector->model->n_attention;
    *heads = (struct gf_heads){.head = new_sums(req, n * req->inspector->residual.H, T),
                               .chance = new_sums(req, n, T),
                               .A = gf_request_floats(req, T, T),
                               .S = gf_request_floats(req, T, T),
                               .separator = id_of(req, "|"),
                               .newline = id_of(req, "\n")};
    gf_row_facts_begin(&heads->facts, req, T);
}

/* ---- repeated lines, s|t ---------------------------------------------------------- */

/* s|t, t being s from letter `by` on. */
struct copy {
    size_t n, by; /* n = |s| = |t| */
};

/* Whether such a line begins at `start`; of several rotations the least. */
static bool is_copy(const struct gf_heads *heads, const struct gf_pass *pass,
                    size_t start, struct copy *out)
{
    const int32_t *s = pass->batch.tokens[0] + start, *t;
    size_t end = 0, most = pass->n - start, n;
    while (end < most && s[end] != heads->newline) end++;
    n = end / 2;
    if (end % 2 == 0 || n < 2 || s[n] != heads->separator) return false;
    t = s + n + 1;
    for (size_t by = 0; by < n; by++) {
        if (memcmp(t, s + by, (n - by) * sizeof *s) == 0 &&
            memcmp(t + n - by, s, by * sizeof *s) == 0) {
            *out = (struct copy){.n = n, .by = by};
            return true;
        }
    }
    return false;
}

/* Adds the rows of t: of one head's A (NULL: chance), or of the losses if sums is NULL. */
static void add_copy(struct gf_heads *heads, const struct gf_pass *pass,
                     struct gf_head_sums *sums, const float *A, size_t start,
                     const struct copy *copy)
{
    const float *loss = pass->graph->loss->value;
    size_t n = copy->n;
    for (size_t k = 0; k + 1 < n; k++) {
        size_t i = start + n + 1 + k, same = (k + copy->by) % n;
        if (!sums) {
            heads->line_first += (double)loss[start + k];
            heads->line_second += (double)loss[i];
            heads->line_rows += 1;
            continue;
        }
        if (same + 1 < n) {
            gf_head_add_stripe(sums, GF_PATTERN_LINE, A, pass->n, i,
                               i - (start + same + 1));
        }
        if (copy->by > 0) {
            gf_head_add_stripe(sums, GF_PATTERN_PLACE, A, pass->n, i, n);
        }
    }
}

static void add_lines(struct gf_heads *heads, const struct gf_pass *pass,
                      struct gf_head_sums *sums, const float *A)
{
    const int32_t *t = pass->batch.tokens[0];
    struct copy copy;
    if (heads->separator < 0 || heads->newline < 0) return;
    for (size_t start = 1; start < pass->n; start++) {
        if (t[start - 1] == heads->newline && is_copy(heads, pass, start, &copy)) {
            add_copy(heads, pass, sums, A, start, &copy);
        }
    }
}

/* Only a model that predicts the next token, without padding, can copy. */
static bool can_repeat(const struct gf_request *req)
{
    const struct gf_config *c = &req->inspector->model->config;
    return (c->arch == GF_ARCH_DECODER || c->arch == GF_ARCH_ATTENTION_ONLY) &&
           c->pad_token < 0;
}

/* ---- sequences -------------------------------------------------------------------- */

void gf_heads_add(struct gf_heads *heads, struct gf_pass *pass)
{
    const struct gf_residual_layout *residual = &pass->inspector->residual;
    size_t H = pass->inspector->residual.H;
    add_lines(heads, pass, NULL, NULL);
    for (size_t l = 0; l < residual->n_attention; l++) {
        const struct gf_attention_site *site = &residual->attentions[l];
        bool own = site->queries == GF_STREAM_MAIN && site->causal;
        gf_row_facts_make(&heads->facts, pass, site);
        gf_head_add(&heads->chance[l], &heads->facts, heads->facts.chance,
                    heads->facts.no_score);
        if (own) add_lines(heads, pass, &heads->chance[l], NULL);
        for (size_t h = 0; h < H; h++) {
            struct gf_head_sums *sums = &heads->head[l * H + h];
            gf_attention_weights(&pass->run, l, h, heads->A, heads->S);
            gf_head_add(sums, &heads->facts, heads->A, heads->S);
            if (own) add_lines(heads, pass, sums, heads->A);
        }
    }
}

/* Adds the rows of the second half of [s;s], and the losses of both halves. */
static void add_stripes(struct gf_heads *heads, struct gf_pass *pass, size_t n)
{
    size_t H = pass->inspector->residual.H;
    const float *loss = pass->graph->loss->value;
    for (size_t i = 0; i + 1 < n; i++) {
        heads->first_copy += (double)loss[i];
        heads->second_copy += (double)loss[n + i];
        heads->copy_rows += 1;
    }
    for (size_t l = 0; l < pass->inspector->residual.n_attention; l++) {
        for (size_t h = 0; h <= H; h++) { /* the last: chance */
            const float *A = h < H ? heads->A : NULL;
            struct gf_head_sums *sums = A ? &heads->head[l * H + h] : &heads->chance[l];
            if (A) gf_attention_weights(&pass->run, l, h, heads->A, NULL);
            for (size_t i = n; i < 2 * n; i++) {
                gf_head_add_stripe(sums, GF_PATTERN_STRIPE, A, 2 * n, i, n - 1);
            }
        }
    }
}

void gf_heads_add_repeats(struct gf_heads *heads, struct gf_request *req,
                          const struct gf_line *lines, size_t n_lines)
{
    size_t n = req->inspector->window / 2;
    int32_t *twice = gf_arena_array(req->scratch, 2 * n + 1, sizeof *twice);
    if (!twice || !can_repeat(req) || n < 2) return;
    for (size_t i = 0; i < n_lines; i++) {
        if (lines[i].n < n) continue;
        memcpy(twice, lines[i].tokens, n * sizeof *twice);
        memcpy(twice + n, twice, n * sizeof *twice);
        struct gf_pass pass;
        gf_pass_run(&pass, req->inspector,
                    &(struct gf_line){.tokens = twice, .n = 2 * n});
        add_stripes(heads, &pass, n);
    }
}

/* ---- the report ------------------------------------------------------------------- */

static void write_scores(struct gf_report *r, const char *key,
                         const struct gf_head_sums *s, int offset)
{
    const struct {
        const char *name;
        double sum;
    } means[] = {{"focus", s->focus},
                 {"choices", s->choices},
                 {"distance", s->distance},
                 {"spread", s->spread},
                 {"top", s->top}};
    gf_put_object(r, key);
    for (int p = 0; p < GF_PATTERN_COUNT; p++) {
        gf_put(r, gf_pattern_name(p), gf_pattern_score(s, p, offset));
    }
    for (size_t i = 0; i < GF_COUNT(means); i++) {
        gf_put(r, means[i].name, means[i].sum / s->rows);
    }
    gf_json_end_object(&r->json);
}

static void write_claim(struct gf_report *r, const struct gf_claim *claim, bool holds)
{
    gf_put_object(r, "claim");
    if (claim->pattern >= 0) {
        gf_put_text(r, "pattern", gf_pattern_name(claim->pattern));
        gf_put(r, "offset", claim->offset);
        gf_put(r, "score", claim->score);
        gf_put(r, "chance", claim->chance);
    }
    gf_json_end_object(&r->json);
    gf_put_flag(r, "badge", holds);
}

static void write_head(struct gf_heads *heads, struct gf_request *req, size_t l,
                       size_t h, bool over_probe)
{
    struct gf_report *r = req->report;
    struct gf_inspector *inspector = req->inspector;
    size_t i = l * inspector->residual.H + h;
    struct gf_head_sums *sums = &heads->head[i];
    double back[GF_OFFSETS], classes[GF_CLASS_COUNT];
    for (int k = 0; k < GF_OFFSETS; k++) {
        back[k] = gf_pattern_score(sums, GF_PATTERN_BACK, k + 1);
    }
    for (int c = 0; c < GF_CLASS_COUNT; c++) classes[c] = sums->classes[c] / sums->rows;
    gf_json_begin_object(&r->json);
    gf_put(r, "layer", (double)l);
    gf_put(r, "head", (double)h);
    int offset = gf_best_offset(sums);
    gf_put(r, "offset", offset);
    write_scores(r, "scores", sums, offset);
    write_scores(r, "chance", &heads->chance[l], offset);
    gf_put_list(r, "back", back, GF_OFFSETS);
    gf_put_list(r, "classes", classes, GF_CLASS_COUNT);

    struct gf_claim claim = gf_head_claim(sums, &heads->chance[l]);
    /* Loaded and not trained since: there will be no second report. */
    bool untouched = gf_inspector_step(inspector) == inspector->opened_at;
    bool stands_still = !inspector->trainer || untouched;
    bool can_hold = stands_still || (over_probe && inspector->before.is_set);
    const struct gf_claim *before = stands_still ? NULL : &inspector->before.claims[i];
    write_claim(r, &claim, can_hold && gf_badge_holds(&claim, before));
    if (over_probe) inspector->now.claims[i] = claim;
    gf_json_end_object(&r->json);
}

/* The claims of the last head report become those before, unless the step is the same. */
static void keep_claims(struct gf_inspector *inspector)
{
    uint64_t step = gf_inspector_step(inspector);
    if (inspector->now.is_set && inspector->now.step > step) {
        inspector->now.is_set = inspector->before.is_set = false; /* earlier weights */
    }
    if (inspector->now.is_set && inspector->now.step < step) {
        struct gf_head_claims swap = inspector->before;
        inspector->before = inspector->now;
        inspector->now = swap;
    }
    inspector->now.step = step;
    inspector->now.is_set = true;
}

static void write_distances(struct gf_heads *heads, struct gf_request *req)
{
    const size_t T = gf_config_longest_block(&req->inspector->model->config);
    const size_t n = req->inspector->model->n_attention * req->inspector->residual.H;
    float *table = gf_request_floats(req, n, T);
    for (size_t i = 0; table && i < n; i++) {
        const struct gf_head_sums *s = &heads->head[i];
        for (size_t d = 0; d < T; d++) {
            double rows = s->distance_rows[d];
            table[i * T + d] = rows > 0 ? (float)(s->distances[d] / rows) : 0;
        }
    }
    if (table) gf_put_table(req->report, "by_distance", table, n, T);
}

/* Mean losses of the first and second copy, and their difference. */
static void write_copies(struct gf_report *r, const char *key, double first,
                         double second, double rows)
{
    if (rows > 0) {
        gf_put_object(r, key);
        gf_put(r, "first", first / rows);
        gf_put(r, "second", second / rows);
        gf_put(r, "gain", (first - second) / rows);
        gf_json_end_object(&r->json);
    }
}

void gf_heads_write(struct gf_heads *heads, struct gf_request *req, bool over_probe)
{
    struct gf_report *r = req->report;
    size_t n = req->inspector->model->n_attention, H = req->inspector->residual.H;
    if (over_probe) keep_claims(req->inspector);
    gf_put_array(r, "classes");
    for (int c = 0; c < GF_CLASS_COUNT; c++) {
        gf_json_string(&r->json, gf_class_name((enum gf_class)c));
    }
    gf_json_end_array(&r->json);
    gf_put_array(r, "heads");
    for (size_t i = 0; i < n * H; i++) write_head(heads, req, i / H, i % H, over_probe);
    gf_json_end_array(&r->json);
    if (n > 0) {
        const struct gf_head_sums *s = &heads->chance[0];
        double share[GF_ORDERS];
        for (int k = 0; k < GF_ORDERS; k++) {
            share[k] = s->pattern_rows[GF_PATTERN_NEXT_1 + k] / s->rows;
        }
        gf_put_list(r, "next_share", share, GF_ORDERS);
        write_distances(heads, req);
    }
    write_copies(r, "repeat", heads->first_copy, heads->second_copy, heads->copy_rows);
    write_copies(r, "lines", heads->line_first, heads->line_second, heads->line_rows);
}
