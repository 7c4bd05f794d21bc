/* Ablation: the loss with a head switched off.
 *
 *   dL = CE with the head's output set to 0, or to its mean over the set, minus CE
 *
 * Michel, Levy & Neubig (2019); Voita et al. (2019). The output is edited in place and the
 * rest of the graph runs again, so nothing before the head is computed twice. The result
 * equals that of a head mask of 0, to the bit. A sample needs the head mask itself: it is set while
 * the sample is written, then restored.
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "generate/generator.h"
#include "inspect/request.h"

enum { OFF, MEAN };

struct ablation {
    size_t attention, head, mode;
    double *mean; /* [D] of the head's output over the set */
};

/* Replaces the head's output. Returns the first node to run again. */
static int remove_head(struct ablation *x, struct gf_pass *pass)
{
    struct gf_head_output place = gf_pass_head(pass, x->attention, x->head);
    for (size_t i = 0; i < place.rows; i++) {
        float *o = place.value + i * place.ld;
        for (size_t d = 0; d < place.D; d++) {
            o[d] = x->mode == MEAN ? (float)x->mean[d] : o[d] * 0.0f;
        }
    }
    return place.node + 1;
}

static void add_outputs(const struct ablation *x, struct gf_pass *pass, double *rows)
{
    struct gf_head_output place = gf_pass_head(pass, x->attention, x->head);
    enum gf_stream queries = pass->inspector->residual.attentions[x->attention].queries;
    for (size_t i = 0; i < place.rows; i++) {
        if (gf_pass_is_padding(pass, queries, i)) continue;
        for (size_t d = 0; d < place.D; d++) {
            x->mean[d] += (double)place.value[i * place.ld + d];
        }
        *rows += 1;
    }
}

static void find_mean(struct ablation *x, struct gf_request *req,
                      const struct gf_line *lines, size_t n)
{
    size_t D =
        (size_t)req->inspector->model->config.n_embd / req->inspector->residual.H;
    double rows = 0;
    struct gf_pass pass;
    x->mean = gf_request_doubles(req, 1, D);
    for (size_t i = 0; x->mean && i < n; i++) {
        gf_pass_run(&pass, req->inspector, &lines[i]);
        add_outputs(x, &pass, &rows);
    }
    for (size_t d = 0; x->mean && d < D; d++) x->mean[d] /= rows;
}

/* ---- one head ---------------------------------------------------------------------- */

static void measure(struct ablation *x, struct gf_request *req,
                    const struct gf_line *lines, size_t n)
{
    double on = 0, off = 0, count = 0, again = 0;
    for (size_t i = 0; i < n; i++) {
        struct gf_pass pass;
        gf_pass_run(&pass, req->inspector, &lines[i]);
        gf_pass_loss(&pass, &on, &count);
        gf_graph_forward_from(&pass.run, remove_head(x, &pass));
        gf_pass_loss(&pass, &off, &again);
    }
    gf_put(req->report, "loss", on / count);
    gf_put(req->report, "loss_off", off / count);
    gf_put(req->report, "delta", (off - on) / count);
}

/* Losses of the line's tokens with the head on and off, NaN without a target. */
static void compare_line(struct ablation *x, struct gf_request *req)
{
    struct gf_pass pass;
    const size_t n = gf_request_pass(req, &pass) ? pass.n : 0;
    float *rows = gf_request_floats(req, 2, n);
    if (!gf_request_ok(req)) return;
    memcpy(rows, pass.graph->loss->value, n * sizeof *rows);
    gf_graph_forward_from(&pass.run, remove_head(x, &pass));
    memcpy(rows + n, pass.graph->loss->value, n * sizeof *rows);
    for (size_t i = 0; i < n; i++) {
        if (pass.batch.target[i] < 0) rows[i] = rows[n + i] = (float)GF_NAN;
    }
    gf_put_table(req->report, "rows", rows, 2, n);
}

/* ---- a sample without the head ------------------------------------------------------- */

static void write_sample(struct gf_request *req, const char *key, size_t chars,
                         const struct gf_line *line, const struct gf_sampling *opts)
{
    struct gf_generator gen;
    if (!gf_request_ok(req)) return;
    req->status = gf_generator_begin(&gen, req->inspector->model, req->err);
    if (!gf_request_ok(req)) return;
    req->status = gf_generator_reserve(&gen, line->n + chars, req->err);
    if (!gf_request_ok(req)) {
        gf_generator_free(&gen);
        return;
    }
    struct gf_buffer text = {.arena = req->scratch};
    gf_generator_source(&gen, line->source, line->n_source);
    gf_generator_start(&gen, line->tokens, line->n, 0);
    for (size_t i = 0; i < chars; i++) {
        int32_t id = gf_generator_draw(&gen, opts);
        gf_tokenizer_append(&req->inspector->model->tokenizer, gf_generator_last(&gen),
                            id, &text, NULL);
        gf_generator_append(&gen, id, opts->no_cache);
    }
    gf_generator_free(&gen);
    gf_json_string_n(gf_json_key(&req->report->json, key), text.data, text.n);
}

/* {"sample": {"chars", "seed", "temperature"}}: the continuation of the line with the head
 * and without. The head mask is 0 only during the second sample. */
static void samples(const struct ablation *x, struct gf_request *req)
{
    struct gf_request sample = *req;
    sample.arguments = "chars seed temperature";
    struct gf_model *model = req->inspector->model;
    double temperature = 1;
    sample.json = gf_request_get(req, "sample");
    if (!sample.json || x->mode == MEAN) return;
    gf_json_as_double(gf_request_get(&sample, "temperature"), &temperature);
    const size_t chars = gf_request_index(&sample, "chars", 4096, 100);
    struct gf_sampling opts = {
        .temperature = (float)temperature,
        .top_p = 1,
        .seed = (uint64_t)gf_request_index(&sample, "seed", UINT32_MAX, 1)};
    req->status = gf_request_status(&sample);
    const struct gf_line line = gf_request_line(req);
    if (gf_request_ok(req)) req->status = gf_sampling_check(&opts, req->err);
    write_sample(req, "sample", chars, &line, &opts);
    if (gf_request_ok(req)) {
        size_t at = x->attention * (size_t)model->config.n_head + x->head;
        float head_mask = model->head_mask[at];
        uint64_t version = model->version;
        gf_model_set_head_mask(model, x->attention, x->head, 0, NULL);
        write_sample(req, "sample_off", chars, &line, &opts);
        gf_model_set_head_mask(model, x->attention, x->head, head_mask, NULL);
        model->version =
            version; /* unchanged in effect: what was derived from it stays valid */
    }
}

void gf_inspect_ablate(struct gf_request *req)
{
    struct ablation x;
    const struct gf_line *lines;
    gf_request_head(req, &x.attention, &x.head);
    x.mode = gf_request_choice(req, "mode", "zero|mean");
    const size_t n = gf_request_probe(req, &lines);
    if (gf_request_ok(req) && x.mode == MEAN) find_mean(&x, req, lines, n);
    if (!gf_request_ok(req)) return;
    measure(&x, req, lines, n);
    if (gf_request_get(req, "text")) compare_line(&x, req);
    if (gf_request_ok(req)) samples(&x, req);
}

/* ---- all heads --------------------------------------------------------------------- */

/* One sequence, the last attention first: what an ablation leaves wrong comes after it, and
 * the next run, from an earlier node, computes all of that again. */
static void remove_each(struct ablation *x, struct gf_pass *pass, double *delta,
                        double on)
{
    size_t H = pass->inspector->residual.H;
    for (size_t l = pass->inspector->residual.n_attention; l-- > 0;) {
        for (size_t h = 0; h < H; h++) {
            x->attention = l;
            x->head = h;
            gf_graph_forward_from(&pass->run, remove_head(x, pass));
            double off = 0, count = 0;
            gf_pass_loss(pass, &off, &count);
            delta[l * H + h] += off - on;
            struct gf_node *node = gf_head_node(pass->graph, l, h);
            node->op->forward(&pass->run, node); /* its output with this head again */
        }
    }
}

/* {"delta": […]} for every head, over the first "sequences" of the set (default 2). */
void gf_inspect_ablate_all(struct gf_request *req)
{
    struct ablation x = {.mode = OFF};
    const struct gf_model *model = req->inspector->model;
    size_t n_head = model->n_attention * req->inspector->residual.H;
    const struct gf_line *lines;
    req->few = 2;
    const size_t n = gf_request_lines(req, &lines);
    double *delta = gf_request_doubles(req, 1, n_head);
    if (!gf_request_ok(req)) return;
    double on = 0, count = 0;
    for (size_t i = 0; i < n; i++) {
        struct gf_pass pass;
        double loss = 0;
        gf_pass_run(&pass, req->inspector, &lines[i]);
        gf_pass_loss(&pass, &loss, &count);
        on += loss;
        remove_each(&x, &pass, delta, loss);
    }
    for (size_t i = 0; i < n_head; i++) delta[i] /= count;
    gf_put(req->report, "loss", on / count);
    gf_put_list(req->report, "delta", delta, n_head);
}
