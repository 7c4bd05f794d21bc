/* Low-rank adapters (LoRA): what is adapted, their gradients, what is frozen, their files.
 * SPDX-License-Identifier: MIT */
#include "glassformer.h"
#include "harness.h"
#include "inspecting.h"
#include "sessions.h"
#include "small_model.h"
#include "storage/safetensors.h"

/* Six heads share the keys of two, so q has 30 rows, k and v 10 each. */
#define SHAPE \
    "'n_layer':2,'n_head':6,'n_kv_head':2,'n_embd':30,'n_ff':29,'block_size':11," \
    "'batch_size':5,'warmup_steps':4,'max_steps':30,'learning_rate':0.01," \
    "'init_std':0.02"
#define LORA "'lora_rank':3,'lora_alpha':5"

/* ---- the matrices ------------------------------------------------------------------ */

static const struct gf_param *param(const struct small_model *s, const char *name)
{
    int i = gf_layout_find(&s->model.layout, name);
    CHECK_THAT(i >= 0, "%s", name);
    return &s->model.layout.params[i < 0 ? 0 : i];
}

/* B of all adapters random, since with zeros nothing can be seen. */
static void fill_B(struct small_model *s)
{
    const struct gf_layout *layout = &s->model.layout;
    for (int i = 0; i < layout->n_param; i++) {
        const struct gf_param *p = &layout->params[i];
        struct gf_rng key = gf_rng_key(test_seed(), GF_RNG_INIT, (uint64_t)i);
        if (p->is_lora) {
            gf_k->fill_normal(s->model.weights.value + p->offset, p->n, key, 0.3f);
        }
    }
    gf_model_changed(&s->model);
}

TEST("lora: q and v of a fused matrix are W + alpha / r B A, k stays as it is")
{
    SMALL_MODEL(s, "{" SHAPE "," LORA "}", 0);
    fill_B(&s);
    const size_t C = 30, K = 10, r = 3;
    const float *value = s.model.weights.value;
    const struct gf_param *W = param(&s, "transformer.h.1.attn.c_attn.weight");
    const struct gf_param *A = param(&s, "transformer.h.1.attn.c_attn.lora_A");
    const struct gf_param *B = param(&s, "transformer.h.1.attn.c_attn.lora_B");
    CHECK(A->dim[0] == 2 * r && A->dim[1] == C && B->dim[0] == C + K && B->dim[1] == r);
    const float *merged =
        gf_weights_value(&s.model.weights, gf_layout_find(&s.model.layout, W->name));
    for (size_t row = 0; row < C + 2 * K; row++) {
        bool is_k = row >= C && row < C + K, is_v = row >= C + K;
        size_t row_b = is_v ? row - K : row;
        double want[30];
        for (size_t c = 0; c < C; c++) {
            want[c] = (double)value[W->offset + row * C + c];
            for (size_t j = 0; j < r && !is_k; j++) {
                want[c] += 5.0 / 3 * (double)value[B->offset + row_b * r + j] *
                           (double)value[A->offset + (is_v ? r + j : j) * C + c];
            }
        }
        CHECK_CLOSE(merged + row * C, want, C, 1e-6);
        if (is_k) {
            CHECK_BYTES(merged + row * C, value + W->offset + row * C,
                        C * sizeof *value);
        }
    }
}

/* ---- gradients ---------------------------------------------------------------------- */

static double loss_of(struct small_model *s, float *grad)
{
    gf_model_changed(&s->model);
    return gf_trainer_gradient(&s->trainer, 0, s->trainer.n_shard, grad);
}

/* dA and dB against central differences of the summed loss. A step of 0.01 leaves an error of
 * 1e-4 of the third derivative and of rounding in a sum of 55 losses. */
static void test_gradients(const char *what, const char *settings)
{
    test("lora: gradients match finite differences, %s", what);
    SMALL_MODEL(s, settings, 0);
    fill_B(&s);
    const struct gf_layout *layout = &s.model.layout;
    float *grad = malloc(layout->n_grad * sizeof *grad);
    float *other = malloc(layout->n_grad * sizeof *other);
    loss_of(&s, grad);
    double scale;
    gf_trainer_finish_gradient(&s.trainer, grad, &scale);
    size_t n = 0;
    for (int i = 0; i < layout->n_param; i++) {
        const struct gf_param *p = &layout->params[i];
        CHECK(gf_is_trained(layout, i) == p->is_lora);
        for (size_t e = 0; p->is_lora && e < p->n; e += 1 + p->n / 7, n++) {
            float *x = s.model.weights.value + p->offset + e, was = *x;
            *x = was + 0.01f;
            double more = loss_of(&s, other);
            *x = was - 0.01f;
            double less = loss_of(&s, other);
            *x = was;
            double want = (more - less) / 0.02 / (double)s.trainer.n_target;
            double got = (double)grad[p->grad_offset + e];
            CHECK_THAT(fabs(got - want) < 3e-4 + 2e-3 * fabs(want),
                       "%s[%zu]: %.6f, differences %.6f", p->name, e, got, want);
        }
    }
    CHECK(n >= 8);
    free(grad), free(other);
}

TESTS(gradients)
{
    test_gradients("keys of groups, biases, tied head", "{" SHAPE "," LORA "}");
    test_gradients("each head its matrices",
                   "{" SHAPE "," LORA ",'attention':'simple','bias':false}");
    test_gradients("rotary positions, normalised queries, post-norm",
                   "{" SHAPE "," LORA ",'positions':'rotary','rotary_dim':2,"
                   "'qk_norm':true,'norm_place':'post','tied_head':false}");
}

TEST("lora: clipping sees the gradients of the adapters alone")
{
    SMALL_MODEL(s, "{" SHAPE "," LORA "}", 0);
    fill_B(&s);
    const struct gf_layout *layout = &s.model.layout;
    float *grad = malloc(layout->n_grad * sizeof *grad);
    double scale, squares = 0;
    loss_of(&s, grad);
    double norm = gf_trainer_finish_gradient(&s.trainer, grad, &scale);
    for (int i = 0; i < layout->n_param; i++) {
        const struct gf_param *p = &layout->params[i];
        for (size_t e = 0; p->is_lora && e < p->n; e++) {
            squares +=
                (double)grad[p->grad_offset + e] * (double)grad[p->grad_offset + e];
        }
    }
    CHECK_NEAR(norm, sqrt(squares), 1e-6 * norm);
    free(grad);
}

/* ---- training ----------------------------------------------------------------------- */

TEST("lora: only the adapters move; all other weights keep their bytes")
{
    static const char *const optimizers[] = {"adamw", "muon"};
    for (int o = 0; o < 2; o++) {
        SMALL_MODEL(s,
                    printed("{" SHAPE "," LORA ",'resid_pdrop':0.1,'optimizer':'%s'}",
                            optimizers[o]),
                    0);
        const struct gf_layout *layout = &s.model.layout;
        float *start = malloc(layout->n_value * sizeof *start);
        memcpy(start, s.model.weights.value, layout->n_value * sizeof *start);
        small_train(&s, 6);
        for (int i = 0; i < layout->n_param; i++) {
            const struct gf_param *p = &layout->params[i];
            bool same = memcmp(start + p->offset, s.model.weights.value + p->offset,
                               p->n * sizeof *start) == 0;
            CHECK_THAT(same == !p->is_lora, "%s, %s", p->name, optimizers[o]);
        }
        free(start);
    }
}

TEST("lora: the memory of training and the trained parameters are known before")
{
    SMALL_MODEL(
        s,
        "{'n_head':6,'n_kv_head':2,'n_embd':60,'block_size':40,'batch_size':8," LORA
        "}",
        0);
    /* A [6][60], B [60 + 20][3] */
    CHECK(check_measured(&s).n_trained == 4 * (6 * 60 + 80 * 3));
    struct gf_config all = s.model.config;
    struct gf_size of_all;
    all.lora_rank = 0;
    CHECK_OK(gf_trainer_measure(&all, &of_all, &why));
    CHECK(s.model.flops > 0 && s.model.flops < of_all.flops);
}

TEST("lora: a model without attention, or whose output reads none, is refused")
{
    const char *settings[] = {"{'lora_rank':2,'arch':'bigram'}",
                              "{'lora_rank':2,'n_layer':0}",
                              "{'lora_rank':2,'head_input':'tokens'}"};
    for (int i = 0; i < 3; i++) {
        struct gf_config c = config_of(settings[i]);
        CHECK_SAYS(gf_config_check(&c, &why), GF_BAD_CONFIG, "lora_rank");
    }
}

/* ---- from a model that is there ------------------------------------------------------- */

/* The first logits of a text. */
enum { SEEN = 150 };

static void first_logits(struct gf_session *session, float out[SEEN])
{
    struct gf_view view = logits_after(session, "the cat sees a");
    if (CHECK(view.data && view.rows * view.columns >= SEEN))
        memcpy(out, view.data, SEEN * sizeof *out);
}

TEST("lora: begins as the model it adapts, bit for bit, at step 0; then it learns")
{
    SCOPED_ARENA(arena);
    float before[SEEN], after[SEEN];
    SCOPED_SESSION base = new_session("{" SHAPE "}");
    steps(base, 5);
    SCOPED_SESSION tuned = opened(saved(base, &arena), "{" LORA "}", true);
    first_logits(base, before);
    first_logits(tuned, after);
    CHECK_BYTES(after, before, sizeof before);
    struct gf_progress first, last;
    CHECK(gf_session_step(tuned, &first, NULL) == GF_OK && first.step == 1);
    steps(tuned, 25);
    CHECK_OK(gf_session_step(tuned, &last, &why));
    CHECK_THAT(last.loss < first.loss, "%.4f, then %.4f", first.loss, last.loss);
    first_logits(tuned, after);
    CHECK(memcmp(after, before, sizeof before) != 0);
}

TEST("lora: a run that is saved and resumed has the same bytes")
{
    check_resume("{" SHAPE "," LORA ",'resid_pdrop':0.1}", 4);
    SCOPED_ARENA(arena);
    SCOPED_SESSION session = new_session("{" SHAPE "," LORA "}");
    struct gf_error err = {0};
    struct gf_buffer file = saved(session, &arena);
    CHECK(!gf_session_open(file.data, file.n, NULL, 0, "{\"lora_rank\":4}", 15, &err));
    CHECK_HAS(err.message, "adapter already");
}

TEST("lora: merged, it is a plain model with the same numbers in every analysis")
{
    SCOPED_ARENA(arena);
    SCOPED_SESSION run = new_session("{" SHAPE "," LORA "}");
    steps(run, 12);
    SCOPED_SESSION own = opened(saved_as(run, GF_SAVE_WEIGHTS, &arena), "{}", false);
    SCOPED_SESSION plain = opened(saved_as(run, GF_SAVE_MERGED, &arena), "{}", false);
    CHECK(gf_session_n_value(plain) < gf_session_n_value(own));
    const char *request;
    for (size_t i = 0; (request = request_of(i, 1, "'one goat'")); i++) {
        struct gf_buffer a = {.arena = &arena}, b = {.arena = &arena};
        /* These sessions have no other text, and gradients of different parameters. */
        if (!strstr(request, "'text'") && !strstr(request, "'circuits'")) continue;
        if (strstr(request, "'backward'")) continue;
        CHECK_OK(put_answer(&a, own, request, &why));
        CHECK_OK(put_answer(&b, plain, request, &why));
        CHECK_THAT(a.n > 100 && a.n == b.n && memcmp(a.data, b.data, a.n) == 0, "%s",
                   request);
    }
}

TEST("lora: diagnostics say what moves; a frozen weight has no next update")
{
    static const char *const names[] = {"transformer.h.0.attn.c_attn.lora_B",
                                        "transformer.h.0.attn.c_attn.weight"};
    SCOPED_ARENA(arena);
    SCOPED_SESSION run = new_session("{" SHAPE "," LORA "}");
    steps(run, 3);
    for (int i = 0; i < 2; i++) {
        struct gf_buffer answer = {.arena = &arena};
        const char *request =
            printed("{'what':'next_update','parameter':'%s'}", names[i]);
        CHECK_OK(ask_session(run, request, &answer, NULL, &why));
        const struct gf_json *json = parsed(&arena, &answer);
        CHECK((gf_json_get(json, "obstacle") != NULL) == (i == 1));
        CHECK((gf_json_get(json, "new_weight") != NULL) == (i == 0));
    }
}

/* ---- adapters in files of their own --------------------------------------------------- */

/* Its keys in their order, between spaces. */
static void check_metadata(struct gf_arena *arena, const struct gf_buffer *file,
                           const char *want)
{
    char keys[200] = "";
    size_t n = gf_safetensors_header_bytes(file->data, file->n);
    const struct gf_json *json = gf_json_parse(arena, file->data + 8, n - 8, NULL);
    const struct gf_json *metadata = gf_json_get(json, "__metadata__");
    if (!CHECK(n > 8 && metadata)) return;
    for (const struct gf_json *e = metadata->first; e; e = e->next) {
        strcat(strcat(keys, keys[0] ? " " : ""), e->key);
    }
    CHECK_TEXT(keys, want);
}

TEST(
    "lora: an adapter on its model gives the bytes of the run; elsewhere it is refused")
{
    SCOPED_BUFFER(joined);
    SCOPED_SESSION base = new_session("{" SHAPE "}");
    steps(base, 3);
    struct gf_buffer whole = saved(base, &arena);
    SCOPED_SESSION tuned = opened(whole, "{" LORA "}", true);
    steps(tuned, 4);
    struct gf_buffer adapter = saved_as(tuned, GF_SAVE_ADAPTER, &arena);
    CHECK(adapter.n < whole.n / 4);
    check_metadata(&arena, &adapter, "format version config base");
    check_metadata(&arena, &whole, "format version config tokenizer step");

    struct gf_error err = {0};
    struct gf_file files[] = {{adapter.data, adapter.n}, {whole.data, whole.n}};
    CHECK_OK(gf_import(files, 2, &joined, &why));
    same_files(joined, saved_as(tuned, GF_SAVE_WEIGHTS, &arena));

    CHECK(!gf_session_open(adapter.data, adapter.n, NULL, 0, "{}", 2, &err));
    CHECK_HAS(err.message, "open the model that it was trained for");
    CHECK_SAYS(gf_import(files, 1, &joined, &why), GF_BAD_CHECKPOINT,
               "open the model that it was trained for");

    steps(base, 1); /* the same shape, other weights */
    struct gf_buffer later = saved(base, &arena);
    files[1] = (struct gf_file){later.data, later.n};
    CHECK_SAYS(gf_import(files, 2, &joined, &why), GF_BAD_CHECKPOINT, "another model");
    CHECK_SAYS(gf_session_save(base, GF_SAVE_ADAPTER, &joined, &why), GF_BAD_ARGUMENT,
               "no adapter");
}
