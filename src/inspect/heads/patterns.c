/* Attention patterns as tables.
 *
 *   pattern    of one head on a text: weights A, scaled scores S, the same without its
 *              masks, or "taken", the
 *              norm-weighted attention A_ij || v_j W_O^h || with rows normalised, Kobayashi
 *              et al. (2020): keys that attract weight but have a short v fade
 *   rollout    product over layers, the last one leftmost, of (mean_h A^l + I) / 2. Abnar &
 *              Zuidema (2020). Treats mixing as linear and heads as equal, so it only
 *              suggests where information comes from
 *   agreement  of two heads of a layer: mean over rows of the Jensen-Shannon divergence of
 *              their weights, H((p+q)/2) - (H(p) + H(q))/2, in nats, from 0 (equal) to ln 2
 *              (disjoint). Clark et al. (2019)
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/maths.h"
#include "inspect/heads/head_scores.h"
#include "ops/attention_args.h"

/* ---- one head ---------------------------------------------------------------------- */

/* || v_j W_O^h || for every key j. */
static void value_lengths(const struct gf_pass *pass, size_t attention, size_t head,
                          double *length)
{
    const struct gf_attention_site *site =
        &pass->inspector->residual.attentions[attention];
    const struct gf_node *node = gf_head_node(pass->graph, attention, head);
    int input = node->n_in > 2 ? 2 : 0; /* an average takes its input itself */
    const struct gf_tensor *v = &pass->graph->tensors[node->in[input].tensor];
    size_t C = (size_t)pass->inspector->model->config.n_embd;
    size_t D = C / pass->inspector->residual.H;
    size_t column = gf_attention_column(pass->graph, node, input, head);
    struct gf_output_projection out =
        gf_pass_output_projection(pass, site->out, site->heads);
    for (size_t j = 0; j < pass->batch.n_time[site->keys]; j++) {
        const float *row = v->value + j * v->width + column;
        double squares = 0;
        for (size_t c = 0; c < C; c++) {
            double sum = 0;
            for (size_t d = 0; d < D; d++) {
                sum += gf_projection_at(&out, c, head * D + d) * (double)row[d];
            }
            squares += sum * sum;
        }
        length[j] = gf_sqrt(squares);
    }
}

static void weigh_rows(float *A, const double *length, size_t rows, size_t n)
{
    for (size_t i = 0; i < rows; i++) {
        float *a = A + i * n;
        double sum = 0;
        for (size_t j = 0; j < n; j++) sum += (double)a[j] * length[j];
        for (size_t j = 0; j < n; j++) {
            a[j] = sum > 0 ? (float)((double)a[j] * length[j] / sum) : 0;
        }
    }
}

/* n tokens and padding after them, as a batch of training has it. */
static const int32_t *padded(struct gf_request *req, const int32_t *ids, size_t n,
                             size_t n_all)
{
    int32_t *all = gf_arena_array(req->scratch, n_all, sizeof *all);
    for (size_t i = 0; all && i < n_all; i++) {
        all[i] = i < n ? ids[i] : (int32_t)req->inspector->model->config.pad_token;
    }
    return all;
}

static void pad_line(struct gf_request *req, struct gf_line *line)
{
    const struct gf_config *c = &req->inspector->model->config;
    size_t T = (size_t)c->block_size, T_source = gf_config_source_block(c);
    line->tokens = padded(req, line->tokens, line->n, T);
    line->n = T;
    if (line->source) {
        size_t n = line->n_source < T_source ? line->n_source : T_source;
        line->source = padded(req, line->source, n, T_source);
        line->n_source = T_source;
    }
    line->target = NULL;
}

/* A and S of the head as if it had no mask: neither causal nor of padding. */
static void without_masks(struct gf_pass *pass, size_t attention, size_t head, float *A,
                          float *S)
{
    struct gf_node *node = gf_head_node(pass->graph, attention, head);
    if (node->op == &gf_op_average) {
        gf_attention_weights(&pass->run, attention, head, A, S);
        return;
    }
    struct gf_attn args = gf_attention_args(&pass->run, node);
    args.causal = false;
    args.pad = NULL;
    gf_k->attention_weights(&args, 0, head - node->first_head, A, S);
}

void gf_inspect_pattern(struct gf_request *req)
{
    enum { WEIGHTS, SCORES, TAKEN };
    size_t attention, head;
    gf_request_head(req, &attention, &head);
    const size_t show = gf_request_choice(req, "show", "weights|scores|taken");
    struct gf_line line = gf_request_line(req);
    const bool pads = gf_request_flag(req, "padded");
    const bool can_pad = req->inspector->model->config.pad_token >= 0;
    if (!gf_request_applies(req, can_pad || !pads, GF_E_obstacle_no_padding)) return;
    if (pads) pad_line(req, &line);
    if (!gf_request_ok(req)) return;
    struct gf_pass pass;
    gf_pass_run(&pass, req->inspector, &line);
    const struct gf_attention_site *site =
        &req->inspector->residual.attentions[attention];
    size_t rows = pass.batch.n_time[site->queries], n = pass.batch.n_time[site->keys];
    float *A = gf_request_floats(req, rows, n), *S = gf_request_floats(req, rows, n);
    double *length = gf_request_doubles(req, 1, n);
    if (!gf_request_ok(req)) return;
    if (gf_request_flag(req, "unmasked")) {
        without_masks(&pass, attention, head, A, S);
    } else {
        gf_attention_weights(&pass.run, attention, head, A, S);
    }
    if (show == TAKEN) {
        value_lengths(&pass, attention, head, length);
        weigh_rows(A, length, rows, n);
    }
    gf_put_table(req->report, "pattern", show == SCORES ? S : A, rows, n);
}

/* ---- all layers --------------------------------------------------------------------- */

/* mix := (mean over heads of A + I) / 2 */
static void layer_mix(struct gf_pass *pass, size_t attention, float *A, double *mix)
{
    size_t n = pass->n, H = pass->inspector->residual.H;
    memset(mix, 0, n * n * sizeof *mix);
    for (size_t h = 0; h < H; h++) {
        gf_attention_weights(&pass->run, attention, h, A, NULL);
        for (size_t i = 0; i < n * n; i++) mix[i] += (double)A[i] / (double)(2 * H);
    }
    for (size_t i = 0; i < n; i++) mix[i * n + i] += 0.5;
}

void gf_inspect_rollout(struct gf_request *req)
{
    const struct gf_residual_layout *a = &req->inspector->residual;
    struct gf_pass pass;
    if (!gf_request_pass(req, &pass)) return;
    const size_t n = pass.n;
    float *A = gf_request_floats(req, n, n);
    double *mix = gf_request_doubles(req, n, n), *sofar = gf_request_doubles(req, n, n);
    double *next = gf_request_doubles(req, n, n);
    if (!gf_request_ok(req)) return;
    for (size_t i = 0; i < n; i++) sofar[i * n + i] = 1;
    for (size_t l = 0; l < a->n_attention; l++) {
        if (a->attentions[l].queries != GF_STREAM_MAIN ||
            a->attentions[l].keys != GF_STREAM_MAIN) {
            continue;
        }
        layer_mix(&pass, l, A, mix);
        memset(next, 0, n * n * sizeof *next);
        for (size_t i = 0; i < n; i++) {
            for (size_t k = 0; k < n; k++) {
                double m = mix[i * n + k];
                for (size_t j = 0; j < n && m != 0; j++) {
                    next[i * n + j] += m * sofar[k * n + j];
                }
            }
        }
        double *swap = sofar;
        sofar = next;
        next = swap;
    }
    for (size_t i = 0; i < n * n; i++) A[i] = (float)sofar[i];
    gf_put_table(req->report, "rollout", A, n, n);
}

/* ---- agreement of heads -------------------------------------------------------------- */

/* -x ln x */
static double surprise(double x)
{
    return x > 1e-300 ? -x * gf_log(x) : 0;
}

/* Sum over the rows that count of the divergence of heads p and q. */
static double divergence(const struct gf_row_facts *f, const float *p, const float *q)
{
    double sum = 0;
    for (size_t i = f->first_row; i < f->n; i++) {
        for (size_t j = 0; f->n_allowed[i] > 0 && j < f->end[i]; j++) {
            double x = (double)p[i * f->n_keys + j], y = (double)q[i * f->n_keys + j];
            if (x != y) sum += surprise((x + y) / 2) - (surprise(x) + surprise(y)) / 2;
        }
    }
    return sum > 0 ? sum : 0;
}

static void compare_heads(struct gf_pass *pass, struct gf_row_facts *facts, float *A,
                          double *sum, double *rows)
{
    const struct gf_residual_layout *a = &pass->inspector->residual;
    for (size_t l = 0; l < a->n_attention; l++) {
        gf_row_facts_make(facts, pass, &a->attentions[l]);
        size_t size = facts->n * facts->n_keys;
        for (size_t h = 0; h < a->H; h++) {
            gf_attention_weights(&pass->run, l, h, A + h * size, NULL);
        }
        for (size_t i = facts->first_row; i < facts->n; i++) {
            rows[l] += facts->n_allowed[i] > 0;
        }
        for (size_t g = 0; g < a->H; g++) {
            for (size_t h = 0; h < g; h++) {
                double d = divergence(facts, A + g * size, A + h * size);
                sum[(l * a->H + g) * a->H + h] += d;
                sum[(l * a->H + h) * a->H + g] += d;
            }
        }
    }
}

void gf_inspect_agreement(struct gf_request *req)
{
    const struct gf_residual_layout *a = &req->inspector->residual;
    const size_t T = gf_config_longest_block(&req->inspector->model->config);
    const struct gf_line *lines;
    struct gf_row_facts facts;
    req->few = 2;
    const size_t n = gf_request_lines(req, &lines);
    gf_row_facts_begin(&facts, req, T);
    size_t m = a->n_attention * a->H * a->H;
    float *A = gf_request_floats(req, a->H * T, T),
          *table = gf_request_floats(req, 1, m);
    double *sum = gf_request_doubles(req, 1, m),
           *rows = gf_request_doubles(req, 1, a->n_attention);
    if (!gf_request_ok(req)) return;
    for (size_t i = 0; i < n; i++) {
        struct gf_pass pass;
        gf_pass_run(&pass, req->inspector, &lines[i]);
        compare_heads(&pass, &facts, A, sum, rows);
    }
    for (size_t i = 0; i < m; i++) table[i] = (float)(sum[i] / rows[i / (a->H * a->H)]);
    gf_put_table(req->report, "divergence", table, a->n_attention * a->H, a->H);
}
