/* SPDX-License-Identifier: MIT */
#include "ops/attention_weights.h"

#include <string.h>

#include "ops/attention_args.h"
#include "ops/average.h"

void gf_attention_weights(struct gf_run *run, struct gf_node *node, size_t head,
                          float *A, float *S)
{
    if (node->op == &gf_op_average) {
        size_t n = run->batch->n_time[gf_out(run, node)->stream];
        gf_average_weights(A, 0, n, node->averaging);
        if (S) {
            memset(S, 0, n * n * sizeof *S);
        }
        return;
    }
    struct gf_attn args = gf_attention_args(run, node);
    gf_k->attention_weights(&args, 0, head, A, S);
    if (node->op == &gf_op_attention_simple) {
        memcpy(A, node->aux, args.Tq * args.Tk * sizeof *A);
    }
}
