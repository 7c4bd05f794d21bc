/* Dropout of the next step: the mask of one activation of one sequence of its batch, and the
 * loss of that sequence with all masks, as in training, and with none, as in evaluation.
 *
 * A mask is a function of seed, step, the activation's name and the index of an element
 * (base/rng.h, graph/graph.h): the kernel that the step applies makes it from ones.
 * SPDX-License-Identifier: MIT */
#include "inspect/request.h"

struct place {
    size_t rows, columns, index; /* of its first element in the node's stream */
};

/* Row t of a mask is that of token t; of attention weights, which each head drops by itself,
 * that of query t. */
static struct place place_of(const struct gf_trainer *tr, const struct gf_node *node,
                             size_t head, size_t b)
{
    const struct gf_tensor *tensors = tr->graph->tensors, *out = &tensors[node->out];
    struct place at = {tr->graph->max_time[out->stream], out->width, b};
    if (node->attention >= 0) {
        at.columns = tr->graph->max_time[tensors[node->in[1].tensor].stream];
        at.index = b * node->H + head;
    }
    at.index *= at.rows * at.columns;
    return at;
}

static void put_sites(struct gf_request *req, const struct gf_graph *graph)
{
    gf_put_array(req->report, "sites");
    for (int i = 0; i < graph->n_node; i++) {
        const struct gf_node *node = &graph->nodes[i];
        if (node->p > 0) {
            gf_json_begin_object(&req->report->json);
            gf_put_text(req->report, "name", node->name);
            gf_put(req->report, "p", (double)node->p);
            gf_put(req->report, "heads", node->attention >= 0 ? (double)node->H : 0);
            gf_json_end_object(&req->report->json);
        }
    }
    gf_json_end_array(&req->report->json);
}

/* The node of site number `n`; NULL: there are fewer. */
static const struct gf_node *find_site(const struct gf_graph *graph, size_t n)
{
    for (int i = 0; i < graph->n_node; i++) {
        if (graph->nodes[i].p > 0 && n-- == 0) return &graph->nodes[i];
    }
    return NULL;
}

/* Mean loss of the sequence of a batch of one, in nats. */
static double loss_of(struct gf_trainer *tr, struct gf_batch *batch, bool dropout)
{
    double sum = 0, count = 0;
    batch->dropout = dropout;
    struct gf_run run = gf_model_run(tr->model, tr->graph, batch);
    gf_graph_forward(&run);
    for (size_t t = 0; t < batch->n_time[GF_STREAM_MAIN]; t++) {
        sum += (double)tr->graph->loss->value[t];
        count += batch->target[t] >= 0;
    }
    return count > 0 ? sum / count : GF_NAN;
}

void gf_inspect_dropout(struct gf_request *req)
{
    struct gf_trainer *tr = req->inspector->trainer;
    if (!gf_request_applies(req, tr != NULL, GF_E_obstacle_no_training_text)) return;
    req->status = gf_trainer_prepare(tr, req->err);
    const size_t n = gf_request_index(req, "site", GF_MAX_NODES, 0);
    const struct gf_node *node = gf_request_ok(req) ? find_site(tr->graph, n) : NULL;
    const size_t H = node && node->attention >= 0 ? node->H : 1;
    const size_t head = gf_request_index(req, "head", H, 0);
    const size_t B = (size_t)tr->model->config.batch_size;
    const size_t b = gf_request_index(req, "sequence", B, 0);
    if (!gf_request_ok(req)) return;
    gf_put(req->report, "step", (double)tr->step);
    put_sites(req, tr->graph);
    if (!node) return;
    const struct place at = place_of(tr, node, head, b);
    float *mask = gf_request_floats(req, at.rows, at.columns);
    if (!mask) return;
    struct gf_batch batch = gf_trainer_batch(tr, b, 1);
    const struct gf_run run = gf_model_run(tr->model, tr->graph, &batch);
    for (size_t i = 0; i < at.rows * at.columns; i++) mask[i] = 1;
    gf_k->dropout(mask, mask, at.rows * at.columns, node->p,
                  gf_run_dropout_key(&run, node), (uint32_t)at.index);
    gf_put_table(req->report, "mask", mask, at.rows, at.columns);
    gf_put(req->report, "loss", loss_of(tr, &batch, true));
    gf_put(req->report, "loss_evaluated", loss_of(tr, &batch, false));
}
