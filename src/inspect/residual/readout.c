/* SPDX-License-Identifier: MIT */
#include "inspect/residual/readout.h"

void gf_readout_begin(struct gf_readout *readout, struct gf_request *req)
{
    const struct gf_config *c = &req->inspector->model->config;
    size_t T = req->inspector->activations->graph->max_time[GF_STREAM_MAIN];
    size_t C = (size_t)c->n_embd;
    readout->V = gf_config_outputs(c);
    readout->norm = gf_request_floats(req, T, C);
    readout->stat = gf_request_floats(req, 2, T);
    readout->logits = gf_request_floats(req, T, readout->V);
}

void gf_readout_run(struct gf_readout *readout, const struct gf_pass *pass,
                    const float *x, size_t n)
{
    const struct gf_residual_layout *residual = &pass->inspector->residual;
    const struct gf_node *head = &pass->graph->nodes[residual->head];
    size_t C = gf_pass_width(pass, head->in[0].tensor);
    const struct gf_node *norm = gf_pass_final_norm(pass);
    if (norm) {
        gf_k->norm_forward(
            &(struct gf_norm_args){.kind = norm->norm,
                                   .R = n,
                                   .C = C,
                                   .x = x,
                                   .gain = gf_pass_parameter(pass, norm->weight),
                                   .bias = gf_pass_parameter(pass, norm->bias),
                                   .eps = norm->eps,
                                   .y = readout->norm,
                                   .stat = readout->stat,
                                   .work = pass->graph->work});
        x = readout->norm;
    }
    struct gf_gemm gemm = {.M = n,
                           .N = readout->V,
                           .K = C,
                           .a = x,
                           .lda = C,
                           .c = readout->logits,
                           .ldc = readout->V,
                           .init = head->bias >= 0 ? GF_INIT_BIAS : GF_INIT_ZERO,
                           .bias = gf_pass_parameter(pass, head->bias),
                           .work = pass->graph->work};
    gf_weights_forward(pass->run.weights, head->weight, &gemm);
    gf_k->gemm(&gemm);
    if (residual->cap > 0) {
        gf_k->soft_cap_forward(readout->logits, readout->logits, n * readout->V,
                               residual->cap);
    }
}
