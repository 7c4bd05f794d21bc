/* The analysis "head_report": the parts that the request asks for, in one pass over P.
 * SPDX-License-Identifier: MIT */
#include "inspect/head_report.h"

struct head_report {
    bool lens, positions, importance, pairs;
    struct gf_heads heads;
    struct gf_lens_loss lens_loss;
    struct gf_position_loss position_loss;
    struct gf_importance head_importance;
    struct gf_pair_counts pair_counts;
    double loss, n_target;
};

static enum gf_status begin(struct head_report *report, struct gf_request *req,
                            const struct gf_line *lines, size_t n)
{
    const struct gf_inspector *inspector = req->inspector;
    report->lens = gf_request_flag(req, "lens");
    report->positions = gf_request_flag(req, "positions");
    report->importance = gf_request_flag(req, "importance");
    report->pairs = gf_request_flag(req, "pairs") && inspector->corpus &&
                    inspector->model->config.arch != GF_ARCH_ENCODER;
    enum gf_status status = gf_heads_begin(&report->heads, req);
    if (status == GF_OK && report->lens && !inspector->residual.obstacle) {
        status = gf_lens_begin(&report->lens_loss, req);
    }
    if (status == GF_OK && report->positions) {
        status = gf_positions_begin(&report->position_loss, req);
    }
    if (status == GF_OK && report->importance) {
        status = gf_importance_begin(&report->head_importance, req);
    }
    if (status == GF_OK && report->pairs) {
        status = gf_pairs_begin(&report->pair_counts, req, lines, n);
    }
    return status;
}

static enum gf_status measure(struct head_report *report, struct gf_request *req,
                              const struct gf_line *line)
{
    struct gf_pass pass;
    gf_pass_run(&pass, req->inspector, line);
    gf_pass_loss(&pass, &report->loss, &report->n_target);
    gf_heads_add(&report->heads, &pass);
    if (report->lens && !req->inspector->residual.obstacle) {
        gf_lens_add(&report->lens_loss, &pass);
    }
    if (report->positions) {
        gf_positions_add(&report->position_loss, &pass);
    }
    if (report->pairs) {
        gf_pairs_add(&report->pair_counts, &pass);
    }
    return report->importance
               ? gf_importance_add(&report->head_importance, &pass, req->err)
               : GF_OK;
}

/* {"step", "loss", "heads", …}: see inspect.h. */
enum gf_status gf_inspect_head_report(struct gf_request *req)
{
    struct head_report report = {0};
    const struct gf_line *lines;
    size_t n;
    if (gf_request_flag(req, "importance")) req->gradients = GF_OF_ACTIVATIONS;
    enum gf_status status = gf_request_lines(req, &lines, &n);
    if (status == GF_OK && gf_request_flag(req, "repeat")) {
        status =
            gf_activations_reserve(req->inspector->activations, req->inspector->window,
                                   req->gradients, req->err);
    }
    if (status == GF_OK) status = begin(&report, req, lines, n);
    for (size_t i = 0; status == GF_OK && i < n; i++) {
        status = measure(&report, req, &lines[i]);
    }
    if (status != GF_OK) return status;
    if (gf_request_flag(req, "repeat")) {
        gf_heads_add_repeats(&report.heads, req, lines, n);
    }
    gf_put(req->report, "step", (double)gf_inspector_step(req->inspector));
    gf_put(req->report, "loss", report.loss / report.n_target);
    bool is_probe = lines == req->inspector->probe && n == req->inspector->n_probe;
    gf_heads_write(&report.heads, req, is_probe);
    if (report.lens) {
        gf_lens_write(&report.lens_loss, req, report.n_target);
    }
    if (report.positions) {
        gf_positions_write(&report.position_loss, req);
    }
    if (report.importance) {
        gf_importance_write(&report.head_importance, req);
    }
    if (report.pairs) {
        gf_pairs_write(&report.pair_counts, req);
    }
    return gf_request_memory(req);
}
