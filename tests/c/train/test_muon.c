/* Training with Muon: what it moves, how each matrix is cut into parts, its learning rate,
 * its state in files.
 * SPDX-License-Identifier: MIT */
#include "glassformer.h"
#include "harness.h"
#include "sessions.h"
#include "reference_ops.h"
#include "small_model.h"
#include "storage/safetensors.h"

#define MUON "'optimizer':'muon'"

static int moved(const struct small_model *s, const char *name)
{
    return gf_uses_muon(&s->model, gf_layout_find(&s->model.layout, name));
}

TEST("muon: moves the matrices of the blocks, AdamW the rest")
{
    SMALL_MODEL(s, "{" SMALL_SHAPE "," MUON ",'tied_head':false}", 0);
    static const char *const yes[] = {
        "transformer.h.0.attn.c_attn.weight", "transformer.h.1.attn.c_proj.weight",
        "transformer.h.0.mlp.c_fc.weight", "transformer.h.1.mlp.c_proj.weight"};
    static const char *const no[] = {
        "transformer.wte.weight",      "transformer.wpe.weight",
        "transformer.h.0.ln_1.weight", "transformer.h.0.attn.c_attn.bias",
        "transformer.ln_f.weight",     "lm_head.weight"};
    for (size_t i = 0; i < GF_COUNT(yes); i++)
        CHECK_THAT(moved(&s, yes[i]), "%s", yes[i]);
    for (size_t i = 0; i < GF_COUNT(no); i++)
        CHECK_THAT(!moved(&s, no[i]), "%s", no[i]);
    SMALL_MODEL(adamw, "{" SMALL_SHAPE "}", 0);
    CHECK(!moved(&adamw, yes[0]));
}

/* Each part of a parameter against the double reference, from the same gradient. */
static void check_parts(struct small_model *s, int i, const float *start,
                        const float *grad, double scale)
{
    const struct gf_param *p = &s->model.layout.params[i];
    struct gf_muon o = gf_trainer_muon(&s->trainer, 0, scale);
    o.decay = (float)s->config.weight_decay;
    double *w = malloc(p->n * sizeof *w), *m = calloc(p->n, sizeof *m);
    double *g = malloc(p->n * sizeof *g);
    for (size_t k = 0; k < p->n; k++) {
        w[k] = (double)start[p->offset + k];
        g[k] = (double)grad[p->grad_offset + k];
    }
    for (size_t row = 0, k = 0; row < p->dim[0]; row = p->part_end[k++]) {
        size_t at = row * p->dim[1];
        ref_muon(w + at, m + at, g + at, p->part_end[k] - row, p->dim[1], &o);
    }
    CHECK_CLOSE(s->model.weights.value + p->offset, w, p->n, 1e-5);
    CHECK_CLOSE(s->trainer.m + p->offset, m, p->n, 1e-6);
    free(w), free(m), free(g);
}

static void test_step(const char *what, const char *settings, size_t n_part)
{
    test("muon: a step agrees with double, each of %zu parts by itself (%s)", n_part,
         what);
    SMALL_MODEL(s, settings, 0);
    const struct gf_layout *layout = &s.model.layout;
    float *start = malloc(layout->n_value * sizeof *start);
    float *grad = malloc(layout->n_grad * sizeof *grad);
    memcpy(start, s.model.weights.value, layout->n_value * sizeof *start);
    gf_trainer_gradient(&s.trainer, 0, s.trainer.n_shard, grad);
    double scale;
    gf_trainer_finish_gradient(&s.trainer, grad, &scale);
    small_train(&s, 1);
    size_t n_moved = 0, most = 0;
    for (int i = 0; i < layout->n_param; i++) {
        const struct gf_param *p = &layout->params[i];
        if (!gf_uses_muon(&s.model, i)) continue;
        n_moved++;
        struct gf_matrix part;
        size_t parts = 0;
        while (gf_matrix_of(p, parts, &part)) parts++;
        most = parts > most ? parts : most;
        CHECK(part.row + part.rows == p->dim[0] && part.columns == p->dim[1]);
        check_parts(&s, i, start, grad, scale);
    }
    CHECK(n_moved > 0 && most == n_part);
    free(start), free(grad);
}

TEST("muon: its learning rate is the same share of its own highest one")
{
    struct gf_config c = gf_config_default();
    c.learning_rate = 0.004, c.min_learning_rate = 0.001;
    c.muon_learning_rate = 0.02, c.max_steps = 60, c.warmup_steps = 10;
    for (uint64_t step = 0; step < 80; step++)
        CHECK_NEAR(gf_muon_learning_rate(&c, step), 5 * gf_learning_rate(&c, step),
                   1e-15);
    c.learning_rate = c.min_learning_rate = 0;
    CHECK(gf_muon_learning_rate(&c, 20) > 0 && gf_muon_learning_rate(&c, 99) == 0);
}

TEST("muon: a file has the momentum of a matrix, no second moment; resumed, same bytes")
{
    check_resume("{" SMALL_SHAPE "," MUON ",'resid_pdrop':0.1}", 4);
    SCOPED_ARENA(arena);
    SCOPED_SESSION session = new_session("{" SMALL_SHAPE "," MUON "}");
    steps(session, 1);
    struct gf_buffer file = saved(session, &arena);
    struct gf_safetensors tensors;
    CHECK_OK(gf_safetensors_read(&tensors, &arena, file.data, file.n, &why));
    static const char name[] = "optimizer.m.transformer.h.0.attn.c_attn.weight";
    CHECK(gf_safetensors_find(&tensors, name) != NULL);
    CHECK(!gf_safetensors_find(&tensors,
                               "optimizer.v.transformer.h.0.attn.c_attn.weight"));
    CHECK(gf_safetensors_find(&tensors, "optimizer.v.transformer.wte.weight") != NULL);
}

TEST("muon: a run may change to it and from it; the moments then begin anew")
{
    static const char *const settings[][2] = {
        {"{" SMALL_SHAPE "," MUON "}", "{'optimizer':'adamw'}"},
        {"{" SMALL_SHAPE "}", "{'optimizer':'muon'}"}};
    for (int i = 0; i < 2; i++) {
        SCOPED_ARENA(arena);
        SCOPED_SESSION before = new_session(settings[i][0]);
        steps(before, 3);
        SCOPED_SESSION after = opened(saved(before, &arena), settings[i][1], true);
        struct gf_progress last, now;
        CHECK_OK(gf_session_step(before, &last, &why));
        CHECK_OK(gf_session_step(after, &now, &why));
        CHECK(now.loss == last.loss && now.step == last.step);
        steps(after, 20);
        CHECK_OK(gf_session_step(after, &now, &why));
        CHECK_THAT(now.loss < last.loss, "%.3f, then %.3f", last.loss, now.loss);
    }
}

TEST("muon: the memory of training is known before allocating")
{
    SMALL_MODEL(s, "{'n_embd':64,'batch_size':2," MUON "}", 0);
    SMALL_MODEL(adamw, "{'n_embd':64,'batch_size':2}", 0);
    struct gf_size with, without;
    CHECK_OK(gf_trainer_measure(&s.model.config, &with, &why));
    CHECK_OK(gf_trainer_measure(&adamw.model.config, &without, &why));
    double more = (double)s.trainer.arena.n_bytes - (double)adamw.trainer.arena.n_bytes;
    CHECK(with.n_bytes > without.n_bytes);
    CHECK_NEAR((double)(with.n_bytes - without.n_bytes), more, 64); /* alignment */
}

TESTS(steps_by_parts)
{
    test_step("fused", "{" SMALL_SHAPE "," MUON "}", 3);
    test_step("clipped, a head of its own for each",
              "{" SMALL_SHAPE "," MUON ",'attention':'simple','grad_clip':0.1}", 1);
}
