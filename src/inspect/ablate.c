/* A head switched off: what the model loses without it.
 *
 *   dL = CE with the head's output 0, or its mean over the set, minus CE as it is
 *
 * Michel, Levy & Neubig (2019); Voita et al. (2019). The output is edited where it lies and
 * the rest of the graph runs again, so nothing before the head is computed twice. The
 * result is that of a gate of 0, to the bit. Only a sample needs such a gate itself: it is
 * turned for that long, and then the model is what it was.
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "generate/generator.h"
#include "inspect/inquiry.h"

enum { OFF, MEAN };

struct removal {
    size_t attention, head, mode;
    double *mean; /* [D] of the head's output over the set */
    float *kept;  /* [T][D] what stood there */
};

/* Replaces the head's output; gf_removal_undo puts it back (what depends on it stays as it
 * became). Returns the node to go on from. */
static int remove_head(struct removal *x, struct gf_pass *pass)
{
    struct gf_head_place place = gf_pass_head(pass, x->attention, x->head);
    const struct gf_site *site = &pass->study->anatomy.sites[x->attention];
    for (size_t i = 0; i < pass->batch.n_time[site->queries]; i++) {
        float *o = place.value + i * place.ld;
        memcpy(x->kept + i * place.D, o, place.D * sizeof *o);
        for (size_t d = 0; d < place.D; d++) {
            o[d] = x->mode == MEAN ? (float)x->mean[d] : o[d] * 0.0f;
        }
    }
    return place.node + 1;
}

static void put_back(const struct removal *x, struct gf_pass *pass)
{
    struct gf_head_place place = gf_pass_head(pass, x->attention, x->head);
    const struct gf_site *site = &pass->study->anatomy.sites[x->attention];
    for (size_t i = 0; i < pass->batch.n_time[site->queries]; i++) {
        memcpy(place.value + i * place.ld, x->kept + i * place.D,
               place.D * sizeof(float));
    }
}

static void add_outputs(const struct removal *x, struct gf_pass *pass, double *rows)
{
    struct gf_head_place place = gf_pass_head(pass, x->attention, x->head);
    const struct gf_site *site = &pass->study->anatomy.sites[x->attention];
    size_t n = pass->batch.n_time[site->queries];
    for (size_t i = 0; i < n; i++) {
        for (size_t d = 0; d < place.D; d++) {
            x->mean[d] += (double)place.value[i * place.ld + d];
        }
    }
    *rows += (double)n;
}

static enum gf_status removal_begin(struct removal *x, struct gf_inquiry *q)
{
    const struct gf_config *c = &q->study->model->config;
    size_t T = (size_t)c->block_size, T_source = gf_config_source_block(c);
    size_t D = (size_t)c->n_embd / q->study->anatomy.H;
    x->mean = gf_ask_doubles(q, D);
    x->kept = gf_ask_floats(q, (T > T_source ? T : T_source) * D);
    return gf_ask_memory(q);
}

static void find_mean(struct removal *x, struct gf_inquiry *q,
                      const struct gf_line *lines, size_t n)
{
    double rows = 0;
    struct gf_pass pass;
    for (size_t i = 0; i < n; i++) {
        gf_pass_begin(&pass, q->study, &lines[i]);
        gf_pass_forward(&pass, 0);
        add_outputs(x, &pass, &rows);
    }
    size_t C = (size_t)q->study->model->config.n_embd;
    for (size_t d = 0; d < C / q->study->anatomy.H; d++) {
        x->mean[d] /= rows;
    }
}

/* ---- one head ---------------------------------------------------------------------- */

static void measure(struct removal *x, struct gf_inquiry *q,
                    const struct gf_line *lines, size_t n)
{
    double on = 0, off = 0, count = 0, again = 0;
    for (size_t i = 0; i < n; i++) {
        struct gf_pass pass;
        gf_pass_begin(&pass, q->study, &lines[i]);
        gf_pass_forward(&pass, 0);
        gf_pass_loss(&pass, &on, &count);
        gf_pass_forward(&pass, remove_head(x, &pass));
        gf_pass_loss(&pass, &off, &again);
    }
    gf_put(q->report, "loss", on / count);
    gf_put(q->report, "loss_off", off / count);
    gf_put(q->report, "delta", (off - on) / count);
}

/* Losses of the line's characters with the head on and off, NaN without a target. */
static enum gf_status compare_line(struct removal *x, struct gf_inquiry *q)
{
    struct gf_line line;
    enum gf_status status = gf_ask_line(q, &line);
    float *rows = status == GF_OK ? gf_ask_floats(q, 2 * line.n) : NULL;
    status = status == GF_OK ? gf_ask_memory(q) : status;
    if (status != GF_OK) {
        return status;
    }
    struct gf_pass pass;
    gf_pass_begin(&pass, q->study, &line);
    gf_pass_forward(&pass, 0);
    memcpy(rows, pass.graph->loss->value, line.n * sizeof *rows);
    gf_pass_forward(&pass, remove_head(x, &pass));
    memcpy(rows + line.n, pass.graph->loss->value, line.n * sizeof *rows);
    for (size_t i = 0; i < line.n; i++) {
        if (pass.batch.target[i] < 0) {
            rows[i] = rows[line.n + i] = (float)GF_NAN;
        }
    }
    gf_put_table(q->report, "rows", rows, 2, line.n);
    return GF_OK;
}

/* ---- the same sample without it ------------------------------------------------------ */

static enum gf_status write_sample(struct gf_inquiry *q, const char *key, size_t chars,
                                   const struct gf_line *line,
                                   const struct gf_sampling *opts)
{
    struct gf_generator gen;
    enum gf_status status = gf_generator_init(&gen, q->study->model, q->err);
    if (status != GF_OK) {
        return status;
    }
    struct gf_buffer text = {.arena = q->scratch};
    gf_generator_source(&gen, line->source, line->n_source);
    gf_generator_start(&gen, line->tokens, line->n, 0);
    for (size_t i = 0; i < chars; i++) {
        int32_t id = gf_generator_next(&gen, opts);
        gf_tokenizer_decode(&q->study->model->tokenizer, &id, 1, &text, NULL);
    }
    gf_generator_free(&gen);
    gf_json_key(&q->report->json, key);
    gf_json_string_n(&q->report->json, text.data, text.n);
    return GF_OK;
}

/* {"sample": {"chars", "seed", "temperature"}}: what would be written after the line, with
 * the head and without. The gate is turned for the length of the second sample only. */
static enum gf_status samples(const struct removal *x, struct gf_inquiry *q)
{
    struct gf_inquiry ask = *q;
    struct gf_model *model = q->study->model;
    struct gf_line line;
    size_t chars, seed;
    double temperature = 1;
    ask.ask = gf_json_get(q->ask, "sample");
    if (!ask.ask || x->mode == MEAN) {
        return GF_OK;
    }
    gf_json_as_double(gf_json_get(ask.ask, "temperature"), &temperature);
    enum gf_status status = gf_ask_index(&ask, "chars", 4096, 100, &chars);
    if (status == GF_OK) {
        status = gf_ask_index(&ask, "seed", UINT32_MAX, 1, &seed);
    }
    if (status == GF_OK) {
        status = gf_ask_line(q, &line);
    }
    if (status != GF_OK) {
        return status;
    }
    struct gf_sampling opts = {.temperature = temperature > 0 ? (float)temperature : 1,
                               .top_p = 1,
                               .seed = (uint64_t)seed};
    status = write_sample(q, "sample", chars, &line, &opts);
    if (status == GF_OK) {
        size_t at = x->attention * (size_t)model->config.n_head + x->head;
        float gate = model->gate[at];
        uint64_t version = model->version;
        gf_model_set_gate(model, x->attention, x->head, 0, NULL);
        status = write_sample(q, "sample_off", chars, &line, &opts);
        gf_model_set_gate(model, x->attention, x->head, gate, NULL);
        model->version = version; /* the same model again: what was made of it holds */
    }
    return status;
}

enum gf_status gf_inspect_ablate(struct gf_inquiry *q)
{
    struct removal x;
    const struct gf_line *lines = q->study->probe;
    size_t n = q->study->n_probe;
    enum gf_status status = gf_ask_head(q, &x.attention, &x.head);
    if (status == GF_OK) {
        status = gf_ask_word(q, "mode", "zero|mean", &x.mode);
    }
    if (status == GF_OK && n == 0) {
        status = gf_ask_lines(q, &lines, &n);
    }
    if (status == GF_OK) {
        status = removal_begin(&x, q);
    }
    if (status != GF_OK) {
        return status;
    }
    if (x.mode == MEAN) {
        find_mean(&x, q, lines, n);
    }
    measure(&x, q, lines, n);
    if (gf_json_get(q->ask, "text")) {
        status = compare_line(&x, q);
    }
    return status == GF_OK ? samples(&x, q) : status;
}

/* ---- all heads --------------------------------------------------------------------- */

/* One sequence. The last attention comes first: what a removal spoils lies behind it, and
 * the next run from further ahead computes all of that again. */
static void remove_each(struct removal *x, struct gf_pass *pass, double *delta,
                        double on)
{
    size_t H = pass->study->anatomy.H;
    for (size_t l = pass->study->anatomy.n_site; l-- > 0;) {
        for (size_t h = 0; h < H; h++) {
            x->attention = l;
            x->head = h;
            gf_pass_forward(pass, remove_head(x, pass));
            double off = 0, count = 0;
            gf_pass_loss(pass, &off, &count);
            delta[l * H + h] += off - on;
            put_back(x, pass);
        }
    }
}

/* {"delta": […]} for every head, over the first "sequences" of the set (default 2). */
enum gf_status gf_inspect_ablate_all(struct gf_inquiry *q)
{
    struct removal x = {.mode = OFF};
    const struct gf_model *model = q->study->model;
    size_t n_all, n, n_head = model->n_attention * q->study->anatomy.H;
    const struct gf_line *lines;
    enum gf_status status = gf_ask_lines(q, &lines, &n_all);
    if (status == GF_OK) {
        status = gf_ask_index(q, "sequences", 1000, 2, &n);
    }
    double *delta = gf_ask_doubles(q, n_head);
    if (status == GF_OK) {
        status = removal_begin(&x, q);
    }
    if (status != GF_OK) {
        return status;
    }
    double on = 0, count = 0;
    for (size_t i = 0; i < n && i < n_all; i++) {
        struct gf_pass pass;
        double loss = 0;
        gf_pass_begin(&pass, q->study, &lines[i]);
        gf_pass_forward(&pass, 0);
        gf_pass_loss(&pass, &loss, &count);
        on += loss;
        remove_each(&x, &pass, delta, loss);
    }
    for (size_t i = 0; i < n_head; i++) {
        delta[i] /= count;
    }
    gf_put(q->report, "loss", on / count);
    gf_put_list(q->report, "delta", delta, n_head);
    return GF_OK;
}
