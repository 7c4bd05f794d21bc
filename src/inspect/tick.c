/* The measurements that accompany a run, and the switches between them.
 * SPDX-License-Identifier: MIT */
#include "inspect/tick.h"

struct tick {
    bool lens, positions, importance, pairs;
    struct gf_heads heads;
    struct gf_lens_loss lens_loss;
    struct gf_position_loss position_loss;
    struct gf_importance head_importance;
    struct gf_pair_counts pair_counts;
    double loss, n_target;
};

static enum gf_status begin(struct tick *tick, struct gf_inquiry *q,
                            const struct gf_line *lines, size_t n)
{
    const struct gf_study *study = q->study;
    tick->lens = gf_ask_flag(q, "lens");
    tick->positions = gf_ask_flag(q, "positions");
    tick->importance = gf_ask_flag(q, "importance");
    tick->pairs = gf_ask_flag(q, "pairs") && study->corpus &&
                  study->model->config.arch != GF_ARCH_ENCODER;
    enum gf_status status = gf_heads_begin(&tick->heads, q);
    if (status == GF_OK && tick->lens && !study->anatomy.obstacle) {
        status = gf_lens_begin(&tick->lens_loss, q);
    }
    if (status == GF_OK && tick->positions) {
        status = gf_positions_begin(&tick->position_loss, q);
    }
    if (status == GF_OK && tick->importance) {
        status = gf_importance_begin(&tick->head_importance, q);
    }
    if (status == GF_OK && tick->pairs) {
        status = gf_pairs_begin(&tick->pair_counts, q, lines, n);
    }
    return status;
}

static enum gf_status measure(struct tick *tick, struct gf_inquiry *q,
                              const struct gf_line *line)
{
    struct gf_pass pass;
    gf_pass_begin(&pass, q->study, line);
    gf_pass_forward(&pass, 0);
    gf_pass_loss(&pass, &tick->loss, &tick->n_target);
    gf_heads_add(&tick->heads, &pass);
    if (tick->lens && !q->study->anatomy.obstacle) {
        gf_lens_add(&tick->lens_loss, &pass);
    }
    if (tick->positions) {
        gf_positions_add(&tick->position_loss, &pass);
    }
    if (tick->pairs) {
        gf_pairs_add(&tick->pair_counts, &pass);
    }
    return tick->importance ? gf_importance_add(&tick->head_importance, &pass, q->err)
                            : GF_OK;
}

/* {"step", "loss", "heads", …}: see inspect.h. */
enum gf_status gf_inspect_tick(struct gf_inquiry *q)
{
    struct tick tick = {0};
    const struct gf_line *lines;
    size_t n, n_all;
    enum gf_status status = gf_ask_lines(q, &lines, &n_all);
    if (status == GF_OK) {
        status = gf_ask_index(q, "sequences", SIZE_MAX, (int64_t)n_all, &n);
        n = n < n_all ? n : n_all;
    }
    if (status == GF_OK && n == 0) {
        status = gf_fail(q->err, GF_BAD_ARGUMENT, "At least one sequence is needed.");
    }
    if (status == GF_OK) {
        status = begin(&tick, q, lines, n);
    }
    for (size_t i = 0; status == GF_OK && i < n; i++) {
        status = measure(&tick, q, &lines[i]);
    }
    if (status != GF_OK) {
        return status;
    }
    if (gf_ask_flag(q, "repeat")) {
        gf_heads_add_repeats(&tick.heads, q, lines, n);
    }
    gf_put(q->report, "step", (double)gf_study_step(q->study));
    gf_put(q->report, "loss", tick.loss / tick.n_target);
    gf_heads_write(&tick.heads, q, lines == q->study->probe && n == n_all);
    if (tick.lens) {
        gf_lens_write(&tick.lens_loss, q, tick.n_target);
    }
    if (tick.positions) {
        gf_positions_write(&tick.position_loss, q);
    }
    if (tick.importance) {
        gf_importance_write(&tick.head_importance, q);
    }
    if (tick.pairs) {
        gf_pairs_write(&tick.pair_counts, q);
    }
    return gf_ask_memory(q);
}
