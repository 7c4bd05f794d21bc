/* The analysis "head_report": the parts that the request asks for, in one pass over P.
 * SPDX-License-Identifier: MIT */
#include "inspect/head_report.h"

struct head_report {
    bool lens, positions, importance, pairs, repeat;
    struct gf_heads heads;
    struct gf_lens_loss lens_loss;
    struct gf_position_loss position_loss;
    struct gf_importance head_importance;
    struct gf_pair_counts pair_counts;
    double loss, n_target;
};

static void begin(struct head_report *report, struct gf_request *req,
                  const struct gf_line *lines, size_t n)
{
    gf_heads_begin(&report->heads, req);
    if (report->lens) gf_lens_begin(&report->lens_loss, req);
    if (report->positions) gf_positions_begin(&report->position_loss, req);
    if (report->importance) gf_importance_begin(&report->head_importance, req);
    if (report->pairs) gf_pairs_begin(&report->pair_counts, req, lines, n);
}

static void measure(struct head_report *report, struct gf_request *req,
                    const struct gf_line *line)
{
    struct gf_pass pass;
    gf_pass_run(&pass, req->inspector, line);
    gf_pass_loss(&pass, &report->loss, &report->n_target);
    gf_heads_add(&report->heads, &pass);
    if (report->positions) gf_positions_add(&report->position_loss, &pass);
    if (report->pairs) gf_pairs_add(&report->pair_counts, &pass);
    if (report->importance) gf_importance_add(&report->head_importance, req, &pass);
    if (report->lens) gf_lens_add(&report->lens_loss, &pass);
}

static void write(struct head_report *report, struct gf_request *req, bool is_probe)
{
    gf_put(req->report, "step", (double)gf_inspector_step(req->inspector));
    gf_put(req->report, "loss", report->loss / report->n_target);
    gf_heads_write(&report->heads, req, is_probe);
    if (report->lens) gf_lens_write(&report->lens_loss, req, report->n_target);
    if (report->positions) gf_positions_write(&report->position_loss, req);
    if (report->importance) gf_importance_write(&report->head_importance, req);
    if (report->pairs) gf_pairs_write(&report->pair_counts, req);
}

/* {"step", "loss", "heads", …}: see inspect.h. */
void gf_inspect_head_report(struct gf_request *req)
{
    const struct gf_inspector *inspector = req->inspector;
    const struct gf_line *lines;
    struct head_report report = {
        .lens = gf_request_flag(req, "lens"),
        .positions = gf_request_flag(req, "positions"),
        .importance = gf_request_flag(req, "importance"),
        .pairs = gf_request_flag(req, "pairs") && inspector->corpus &&
                 inspector->model->config.arch != GF_ARCH_ENCODER,
        .repeat = gf_request_flag(req, "repeat")};
    if (report.importance) req->gradients = GF_OF_ACTIVATIONS;
    const size_t n = gf_request_lines(req, &lines);
    if (gf_request_ok(req) && report.repeat) {
        req->status = gf_activations_reserve(inspector->activations, inspector->window,
                                             req->gradients, req->err);
    }
    if (!gf_request_ok(req)) return;
    begin(&report, req, lines, n);
    for (size_t i = 0; gf_request_ok(req) && i < n; i++) {
        measure(&report, req, &lines[i]);
    }
    if (!gf_request_ok(req)) return;
    if (report.repeat) gf_heads_add_repeats(&report.heads, req, lines, n);
    write(&report, req, lines == inspector->probe && n == inspector->n_probe);
}
