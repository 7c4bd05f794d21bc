/* Loss by position over P. gain = mean over i in [8, 16) minus mean over [T/2, T): the
 * in-context learning score of Olsson et al., "In-context learning and induction heads"
 * (2022), with their 50th and 500th token scaled to windows of this size.
 * SPDX-License-Identifier: MIT */
#include "inspect/head_report.h"

#define NEAR_START 8
#define NEAR_END 16

void gf_positions_begin(struct gf_position_loss *p, struct gf_request *req)
{
    size_t T = req->inspector->window;
    p->sum = gf_request_doubles(req, 1, T);
    p->rows = gf_request_doubles(req, 1, T);
}

void gf_positions_add(struct gf_position_loss *p, const struct gf_pass *pass)
{
    const float *loss = pass->graph->loss->value;
    for (size_t i = 0; i < pass->n; i++) {
        if (pass->batch.target[i] >= 0) {
            p->sum[i] += (double)loss[i];
            p->rows[i] += 1;
        }
    }
}

static double mean(const struct gf_position_loss *p, size_t from, size_t to)
{
    double sum = 0, rows = 0;
    for (size_t i = from; i < to; i++) {
        sum += p->sum[i];
        rows += p->rows[i];
    }
    return rows > 0 ? sum / rows : GF_NAN;
}

void gf_positions_write(const struct gf_position_loss *p, struct gf_request *req)
{
    size_t T = req->inspector->window;
    float *loss = gf_request_floats(req, 1, T);
    gf_put_object(req->report, "positions");
    for (size_t i = 0; loss && i < T; i++) loss[i] = (float)mean(p, i, i + 1);
    if (loss) gf_put_table(req->report, "loss", loss, 1, T);
    if (T >= 2 * NEAR_END) {
        gf_put(req->report, "gain", mean(p, NEAR_START, NEAR_END) - mean(p, T / 2, T));
    }
    gf_json_end_object(&req->report->json);
}
