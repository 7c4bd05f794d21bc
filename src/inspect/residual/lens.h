/* SPDX-License-Identifier: MIT */
#ifndef GF_INSPECT_RESIDUAL_LENS_H
#define GF_INSPECT_RESIDUAL_LENS_H

#include "inspect/request.h"

/* Writes the logit lens of a pass that has run: members depths, top, top_p, p and rank, or
 * obstacle. */
void gf_put_lens(struct gf_request *req, const struct gf_pass *pass);

#endif
