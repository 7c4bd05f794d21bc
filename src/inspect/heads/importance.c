/* Importance of heads, a first-order estimate from one backward pass:
 *
 *   mean over sequences of | sum_i dL/dO_i . O_i |
 *
 * Michel, Levy & Neubig, "Are sixteen heads really better than one?" (2019), equation 2.
 * The sum is the derivative of the loss with respect to the head mask on the head's output; its
 * sign is noise (it varies while the true effect of ablation stays positive), so the
 * absolute value is taken within each sequence. ablate.c measures the effect itself.
 * SPDX-License-Identifier: MIT */
#include "inspect/head_report.h"

/* Head masks are [attention][n_head]; averaging has a single head in all. */
static size_t n_head_mask(const struct gf_inspector *inspector)
{
    return inspector->model->n_attention * (size_t)inspector->model->config.n_head;
}

static size_t n_head(const struct gf_inspector *inspector)
{
    return inspector->residual.n_attention * inspector->residual.H;
}

void gf_importance_begin(struct gf_importance *m, struct gf_request *req)
{
    m->sum = gf_request_doubles(req, 1, n_head_mask(req->inspector));
    m->head_mask_grad = gf_request_floats(req, 1, n_head_mask(req->inspector));
    m->n_line = 0;
}

void gf_importance_add(struct gf_importance *m, struct gf_request *req,
                       struct gf_pass *pass)
{
    const float *head_mask = pass->batch.head_mask;
    req->status = gf_pass_backward(pass, m->head_mask_grad, req->err);
    for (size_t i = 0; gf_request_ok(req) && i < n_head(pass->inspector); i++) {
        double x =
            (double)m->head_mask_grad[i] * (head_mask ? (double)head_mask[i] : 1);
        m->sum[i] += x < 0 ? -x : x;
    }
    m->n_line++;
}

void gf_importance_write(struct gf_importance *m, struct gf_request *req)
{
    const size_t n = n_head(req->inspector);
    for (size_t i = 0; i < n; i++) m->sum[i] /= (double)m->n_line;
    gf_put_list(req->report, "importance", m->sum, n);
}
