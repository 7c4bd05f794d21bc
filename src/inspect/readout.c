/* SPDX-License-Identifier: MIT */
#include "inspect/readout.h"

enum gf_status gf_readout_begin(struct gf_readout *readout, struct gf_inquiry *q)
{
    const struct gf_config *c = &q->study->model->config;
    size_t T = (size_t)c->block_size, C = (size_t)c->n_embd;
    readout->V = gf_config_outputs(c);
    readout->norm = gf_ask_floats(q, T * C);
    readout->stat = gf_ask_floats(q, 2 * T);
    readout->logits = gf_ask_floats(q, T * readout->V);
    return gf_ask_memory(q);
}

static const float *parameter(const struct gf_pass *pass, int i)
{
    return i >= 0 ? gf_weights_value(pass->run.weights, i) : NULL;
}

void gf_readout_run(struct gf_readout *readout, const struct gf_pass *pass,
                    const float *x, size_t n)
{
    const struct gf_anatomy *anatomy = &pass->study->anatomy;
    const struct gf_node *head = &pass->graph->nodes[anatomy->head];
    size_t C = gf_pass_width(pass, head->in[0].tensor);
    if (anatomy->final_norm >= 0) {
        const struct gf_node *norm = &pass->graph->nodes[anatomy->final_norm];
        gf_k->norm_forward(&(struct gf_norm_args){.kind = norm->norm,
                                                  .R = n,
                                                  .C = C,
                                                  .x = x,
                                                  .gain = parameter(pass, norm->weight),
                                                  .bias = parameter(pass, norm->bias),
                                                  .eps = norm->eps,
                                                  .y = readout->norm,
                                                  .stat = readout->stat,
                                                  .work = pass->graph->work});
        x = readout->norm;
    }
    gf_k->gemm(&(struct gf_gemm){.M = n,
                                 .N = readout->V,
                                 .K = C,
                                 .a = x,
                                 .lda = C,
                                 .b = pass->run.weights->forward[head->weight],
                                 .b_form = GF_B_PACKED,
                                 .c = readout->logits,
                                 .ldc = readout->V,
                                 .init = head->bias >= 0 ? GF_INIT_BIAS : GF_INIT_ZERO,
                                 .bias = parameter(pass, head->bias),
                                 .work = pass->graph->work});
}
