/* Profile of one training step, for glassformer.h.
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "api/session.h"

/* Copies the three arrays that a step changes. */
static void copy(float *const to[3], float *const from[3], const size_t n[3])
{
    for (int i = 0; i < 3; i++) {
        memcpy(to[i], from[i], n[i] * sizeof(float));
    }
}

struct row {
    const char *name, *kind;
    double forward, backward, flops;
};

static void write_row(struct gf_json_writer *w, const struct row *row)
{
    gf_json_begin_object(w);
    gf_json_string(gf_json_key(w, "name"), row->name);
    gf_json_string(gf_json_key(w, "kind"), row->kind);
    gf_json_double(gf_json_key(w, "forward_ms"), row->forward);
    gf_json_double(gf_json_key(w, "backward_ms"), row->backward);
    gf_json_double(gf_json_key(w, "flops"), row->flops);
    gf_json_end_object(w);
}

static void write_profile(const struct gf_trainer *tr, const struct gf_timings *timings,
                          double ms, struct gf_buffer *out)
{
    const double batch_size = (double)tr->model->config.batch_size;
    struct gf_json_writer writer = {.out = out}, *w = &writer;
    gf_json_begin_object(w);
    gf_json_double(gf_json_key(w, "step"), (double)tr->step);
    gf_json_begin_array(gf_json_key(w, "ops"));
    for (int i = 0; i < tr->graph->n_node; i++) {
        const struct gf_node *node = &tr->graph->nodes[i];
        write_row(w, &(struct row){node->name, node->op->name, timings->forward[i],
                                   timings->backward[i],
                                   batch_size * gf_node_flops(tr->graph, node)});
        ms -= timings->forward[i] + timings->backward[i];
    }
    write_row(w, &(struct row){"optimizer", "optimizer", timings->optimizer, 0, 0});
    write_row(w, &(struct row){"packing", "packing", timings->packing, 0, 0});
    ms -= timings->optimizer + timings->packing;
    gf_json_end_array(w);
    gf_json_double(gf_json_key(w, "other_ms"), ms);
    gf_json_end_object(w);
}

enum gf_status gf_session_profile(struct gf_session *session, double (*now)(void),
                                  struct gf_buffer *out, struct gf_error *err)
{
    enum gf_status status = gf_session_need_trainer(session, err);
    if (status != GF_OK) return status;
    struct gf_trainer *tr = &session->trainer;
    GF_SCOPED_ARENA(scratch);
    const struct gf_layout *layout = &tr->model->layout;
    const size_t n[3] = {layout->n_value, layout->n_trained, layout->n_trained};
    struct gf_timings *timings = gf_arena_alloc(&scratch, sizeof *timings);
    float *const own[3] = {tr->model->weights.value, tr->m, tr->v};
    float *const kept[3] = {gf_arena_array(&scratch, n[0], sizeof(float)),
                            gf_arena_array(&scratch, n[1], sizeof(float)),
                            gf_arena_array(&scratch, n[2], sizeof(float))};
    if (scratch.failed) {
        return gf_fail(err, GF_E_no_memory);
    }
    copy(kept, own, n);
    const struct gf_trainer was = *tr;
    gf_model_pack(tr->model); /* of the step before */
    timings->now = now;
    tr->timings = timings;
    const double begin = now();
    status = gf_trainer_step(tr, err);
    const double ms = now() - begin;
    copy(own, kept, n);
    *tr = was;
    tr->loaded = 0; /* the batch is that of the step just taken */
    gf_model_changed(tr->model);
    if (status == GF_OK) {
        size_t n_before = out->n;
        write_profile(tr, timings, ms, out);
        status = gf_session_written(out, n_before, err);
    }
    return status;
}
