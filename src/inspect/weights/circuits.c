/* QK and OV circuits of one head, from the weights alone. Elhage et al. (2021):
 *
 *   QK[a][b] = scale (g W_E[a] W_Q) . (g W_E[b] W_K)     does a attend to b?
 *   OV[a][b] = (g W_E[a] W_V W_O) . (g_f W_U[b])         attending to a raises b
 *   copying  = sum Re(lambda) / sum |lambda| of OV       1: the head copies
 *
 * g and g_f are the gains of the head's norm and of the final norm. Left out: the scale of
 * the norms, all biases, and positions (rotary and ALiBi: distance 0). Up to that, the tables are
 * exact for the direct path from embedding to output. With QK norm q and k are divided by
 * their root mean square, as the model does.
 *
 * OV = P Q with P [V][D], Q [D][V] has the same nonzero eigenvalues as Q P [D][D].
 * SPDX-License-Identifier: MIT */
#include "base/maths.h"
#include "inspect/weights/eigen.h"
#include "inspect/request.h"
#include "ops/attention_args.h"

/* Two tables of V^2 floats; 512 make 2 MB. */
#define MAX_V 512

/* One projection of a head: D rows of W [.][C], and the gain of the norm before it. */
struct projection {
    struct gf_matrix_view W;
    size_t row;        /* the first of them */
    const float *gain; /* [C], NULL: no norm */
};

struct circuit {
    const struct gf_pass *pass;
    size_t V, C, D, head;
    const struct gf_node *attention, *embed;
    double *q, *k, *p; /* [V][D] */
    double *u;         /* [D][V] u[d][b] = W_O[d] . (g_f W_U[b]) */
};

static struct gf_matrix_view matrix(const struct circuit *c, int i)
{
    return gf_weights_matrix(c->pass->run.weights, i);
}

/* The projection behind operand i of the attention, before head norms and rotary positions. */
static struct projection projection_of(const struct circuit *c, int i)
{
    const struct gf_graph *graph = c->pass->graph;
    const struct gf_node *node = gf_projection_of(graph, c->attention->in[i].tensor);
    size_t row = gf_attention_column(graph, c->attention, i, c->head);
    const struct gf_node *before = &graph->nodes[node->in[0].tensor];
    int gain = before->op == &gf_op_norm ? before->weight : -1;
    return (struct projection){.W = matrix(c, node->weight),
                               .row = row,
                               .gain = gf_pass_parameter(c->pass, gain)};
}

/* out[v][d] = factor (g W_E[v]) . W[d] */
static void embed_through(const struct circuit *c, struct projection x, double factor,
                          double *out)
{
    const struct gf_matrix_view E = matrix(c, c->embed->weight);
    for (size_t v = 0; v < c->V; v++) {
        for (size_t d = 0; d < c->D; d++) {
            double sum = 0;
            for (size_t i = 0; i < c->C; i++) {
                double gain = x.gain ? (double)x.gain[i] : 1;
                sum += gain * (double)gf_matrix_at(&E, v, i) *
                       (double)gf_matrix_at(&x.W, x.row + d, i);
            }
            out[v * c->D + d] = factor * sum;
        }
    }
}

/* Divides each row of x [V][D] by its root mean square where the model does, then multiplies
 * by `factor`. */
static void finish_operand(const struct circuit *c, bool normed, double factor,
                           double *x)
{
    for (size_t v = 0; v < c->V; v++, x += c->D) {
        double squares = 0;
        for (size_t d = 0; d < c->D; d++) squares += x[d] * x[d];
        double rms = normed && squares > 0 ? gf_sqrt(squares / (double)c->D) : 1;
        for (size_t d = 0; d < c->D; d++) x[d] *= factor / rms;
    }
}

/* Table of a[i] . b[j] for all tokens i and j: a [V][D]; b_d of j lies at j * row + d * column. */
static void put_products(struct gf_request *req, const char *key,
                         const struct circuit *c, const double *a, const double *b,
                         size_t row, size_t column, float *table)
{
    size_t V = c->V, D = c->D;
    for (size_t k = 0; k < V * V; k++) {
        const double *x = a + k / V * D, *y = b + k % V * row;
        double sum = 0;
        for (size_t d = 0; d < D; d++) sum += x[d] * y[d * column];
        table[k] = (float)sum;
    }
    gf_put_table(req->report, key, table, V, V);
}

static void put_copying(struct gf_request *req, const struct circuit *c)
{
    size_t D = c->D;
    double *m = gf_request_doubles(req, D, D), *re = gf_request_doubles(req, 1, D);
    double *im = gf_request_doubles(req, 1, D),
           *work = gf_request_doubles(req, 2 * D + 3, D);
    double trace = 0, sizes = 0;
    if (!gf_request_ok(req)) return;
    for (size_t i = 0; i < D * D; i++) {
        for (size_t v = 0; v < c->V; v++) {
            m[i] += c->u[i / D * c->V + v] * c->p[v * D + i % D];
        }
        trace += i % (D + 1) == 0 ? m[i] : 0;
    }
    bool found = gf_eigenvalues(m, D, re, im, work);
    for (size_t i = 0; i < D; i++) sizes += gf_sqrt(re[i] * re[i] + im[i] * im[i]);
    gf_put(req->report, "copying", found && sizes > 0 ? trace / sizes : GF_NAN);
    gf_put_list(req->report, "eigen_re", re, D);
    gf_put_list(req->report, "eigen_im", im, D);
}

static enum gf_error_key obstacle_of(const struct gf_inspector *inspector,
                                     const struct gf_attention_site *site, size_t V)
{
    const struct gf_residual_layout *a = &inspector->residual;
    if (a->obstacle) return a->obstacle;
    if (inspector->model->labels.n_vocab > 0) return GF_E_obstacle_labels;
    if (site->keys != GF_STREAM_MAIN || site->queries != GF_STREAM_MAIN) {
        return GF_E_obstacle_other_text;
    }
    if (!inspector->activations->graph->tensors[site->heads].is_live) {
        return GF_E_obstacle_head_unused;
    }
    return V > MAX_V ? GF_E_obstacle_vocabulary_too_large : GF_E_none;
}

void gf_inspect_circuits(struct gf_request *req)
{
    struct gf_inspector *inspector = req->inspector;
    const struct gf_model *model = inspector->model;
    size_t attention, head, V = gf_config_outputs(&model->config);
    gf_request_head(req, &attention, &head);
    if (!gf_request_ok(req)) return;
    const struct gf_attention_site *site = &inspector->residual.attentions[attention];
    enum gf_error_key obstacle = obstacle_of(inspector, site, V);
    if (!gf_request_applies(req, obstacle == GF_E_none, obstacle)) return;
    const int embedding = inspector->residual.embedding[GF_STREAM_MAIN];
    struct gf_pass pass;
    gf_pass_resume(&pass, inspector);
    struct circuit c = {.pass = &pass,
                        .V = V,
                        .C = (size_t)model->config.n_embd,
                        .D = (size_t)model->config.n_embd / inspector->residual.H,
                        .head = head,
                        .attention = gf_head_node(pass.graph, attention, head),
                        .embed = &pass.graph->nodes[embedding]};
    c.q = gf_request_doubles(req, V, c.D);
    c.k = gf_request_doubles(req, V, c.D);
    c.p = gf_request_doubles(req, V, c.D);
    c.u = gf_request_doubles(req, c.D, V);
    float *table = gf_request_floats(req, V, V);
    if (!gf_request_ok(req)) return;
    double factor = (double)c.embed->factor;
    embed_through(&c, projection_of(&c, 0), factor, c.q);
    embed_through(&c, projection_of(&c, 1), factor, c.k);
    finish_operand(&c, model->config.qk_norm, (double)c.attention->factor, c.q);
    finish_operand(&c, model->config.qk_norm, 1, c.k);
    embed_through(&c, projection_of(&c, 2), factor, c.p);
    for (size_t d = 0; d < c.D; d++) {
        gf_pass_effect(&pass, site->out, site->heads, head * c.D + d, false,
                       c.u + d * V);
    }
    put_products(req, "qk", &c, c.q, c.k, c.D, 1, table);
    put_products(req, "ov", &c, c.p, c.u, 1, V, table);
    put_copying(req, &c);
}
