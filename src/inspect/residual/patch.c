/* Activation patching: run the text with one token changed, then copy single activations of
 * that run into the run of the original text. Where the logit moves, the activation carries
 * the change.
 *
 *   effect[where][i] = z_y(with activation i of the changed run) - z_y
 *
 * where: the stream after each part, x^l_i, or each head's output, O^{l,h}_i. Meng et al.,
 * "Locating and editing factual associations in GPT" (2022), with the roles of the two runs
 * as in TransformerLens.
 *
 * Only the nodes after a patched activation run again. The last one is patched first, so
 * that everything before it holds the original values.
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "inspect/request.h"

struct patching {
    struct gf_pass *pass;
    size_t n_spot, n; /* patched places, rows */
    bool heads;
    float *other; /* [spot][n][C] of the changed run */
    float *kept;  /* [C] original values of the patched row */
    size_t C, row, token;
    size_t first, end; /* rows that can have an effect */
};

/* The stream after a part as the output of one head as wide as it. */
static struct gf_head_output spot_at(const struct patching *p, size_t i)
{
    size_t H = p->pass->inspector->residual.H;
    if (p->heads) return gf_pass_head(p->pass, i / H, i % H);
    int node = p->pass->inspector->residual.components[i].node;
    return (struct gf_head_output){node, gf_pass_value(p->pass, node), p->n, p->C,
                                   p->C};
}

/* Heads of the source stream have other rows. */
static bool is_here(const struct patching *p, size_t i)
{
    const struct gf_residual_layout *a = &p->pass->inspector->residual;
    return !p->heads || a->attentions[i / a->H].queries == GF_STREAM_MAIN;
}

static double logit(const struct patching *p)
{
    const struct gf_tensor *z = p->pass->graph->logits;
    return (double)z->value[p->row * z->width + p->token];
}

static void keep_run(struct patching *p)
{
    for (size_t i = 0; i < p->n_spot; i++) {
        struct gf_head_output s = spot_at(p, i);
        for (size_t r = 0; is_here(p, i) && r < p->n; r++) {
            memcpy(p->other + (i * p->n + r) * p->C, s.value + r * s.ld,
                   s.D * sizeof(float));
        }
    }
}

static void patch_spot(struct patching *p, size_t i, float *effect, double base)
{
    struct gf_head_output s = spot_at(p, i);
    for (size_t r = p->first; is_here(p, i) && r < p->end; r++) {
        float *at = s.value + r * s.ld;
        memcpy(p->kept, at, s.D * sizeof *at);
        memcpy(at, p->other + (i * p->n + r) * p->C, s.D * sizeof *at);
        gf_graph_forward_from(&p->pass->run, s.node + 1);
        effect[r] = (float)(logit(p) - base);
        memcpy(at, p->kept, s.D * sizeof *at);
    }
}

/* Under causal attention, rows before the changed token are equal in both runs and rows
 * after the prediction have no effect: skip both. */
static void find_range(struct patching *p, size_t changed)
{
    bool causal = gf_residual_layout_is_causal(&p->pass->inspector->residual);
    p->first = causal ? changed : 0;
    p->end = causal ? p->row + 1 : p->n;
}

static void put_effects(struct patching *p, struct gf_request *req)
{
    size_t m = p->n_spot * p->n;
    float *effect = gf_request_floats(req, 1, m);
    p->kept = gf_request_floats(req, 1, p->C);
    double base = logit(p);
    if (!gf_request_ok(req)) return;
    for (size_t i = p->n_spot; i-- > 0;) patch_spot(p, i, effect + i * p->n, base);
    gf_put(req->report, "logit", base);
    gf_put_table(req->report, "effect", effect, p->n_spot, p->n);
}

/* Runs the changed text, keeps its activations and reports its logit. */
static void run_changed(struct patching *p, struct gf_request *req, struct gf_line line,
                        size_t changed, int32_t put)
{
    int32_t *tokens = gf_arena_array(req->scratch, line.n, sizeof *tokens);
    p->other = gf_request_floats(req, p->n_spot * p->n, p->C);
    if (!gf_request_ok(req)) return;
    memcpy(tokens, line.tokens, line.n * sizeof *tokens);
    tokens[changed] = put;
    line.tokens = tokens;
    gf_pass_run(p->pass, req->inspector, &line);
    keep_run(p);
    gf_put(req->report, "logit_changed", logit(p));
}

void gf_inspect_patch(struct gf_request *req)
{
    const struct gf_residual_layout *a = &req->inspector->residual;
    struct gf_pass pass;
    size_t row;
    int32_t token;
    if (!gf_request_has_stream(req)) return;
    const struct gf_line line = gf_request_line(req);
    const size_t changed = gf_request_index(req, "changed", line.n, -1);
    const int32_t put = gf_request_token(req, "to", false);
    if (put < 0) gf_request_fail(req, GF_E_argument_missing, "to");
    const bool heads = gf_request_choice(req, "where", "stream|heads") == 1;
    if (!gf_request_ok(req)) return;
    gf_pass_run(&pass, req->inspector, &line);
    gf_request_logit(req, &pass, &row, &token);
    struct patching p = {.pass = &pass,
                         .heads = heads,
                         .n_spot = heads ? a->n_attention * a->H : a->n_component,
                         .n = line.n,
                         .C = (size_t)req->inspector->model->config.n_embd,
                         .row = row,
                         .token = (size_t)token};
    run_changed(&p, req, line, changed, put);
    if (!gf_request_ok(req)) return;
    gf_put_prediction(req, row, token);
    find_range(&p, changed);
    gf_pass_run(&pass, req->inspector, &line);
    put_effects(&p, req);
}
