/* Final norm and output layer applied anywhere in the residual stream, with the kernels and
 * packed weights of the graph: after the last component the logits are the model's to the
 * bit.
 * SPDX-License-Identifier: MIT */
#ifndef GF_INSPECT_RESIDUAL_READOUT_H
#define GF_INSPECT_RESIDUAL_READOUT_H

#include "inspect/request.h"

struct gf_readout {
    float *norm, *stat; /* [n][C], [n][2] */
    float *logits;      /* [n][V] the result */
    size_t V;
};

void gf_readout_begin(struct gf_readout *readout, struct gf_request *req);

/* Logits of n rows x [n][C]. */
void gf_readout_run(struct gf_readout *readout, const struct gf_pass *pass,
                    const float *x, size_t n);

/* Writes the logit lens of a pass that has run (lens.c): members depths, top, top_p, p and
 * rank, or obstacle. */
void gf_put_lens(struct gf_request *req, const struct gf_pass *pass);

#endif
