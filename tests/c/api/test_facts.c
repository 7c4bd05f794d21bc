/* What the engine says about itself, a session and a step: every member of the answers.
 * SPDX-License-Identifier: MIT */
#include "api/session.h"
#include "base/buffer.h"
#include "harness.h"
#include "inspecting.h"
#include "sessions.h"

#define SHAPE \
    "'n_layer':1,'n_head':2,'n_embd':10,'n_ff':13,'block_size':8,'batch_size':2"

/* The names between { and : in a sentence of the catalogue, in their order. */
static size_t names_in(const char *sentence, char names[8][32])
{
    size_t n = 0;
    for (const char *at = sentence; (at = strchr(at, '{')); at++) {
        size_t length = strcspn(at + 1, ":}");
        if (at[1 + length] != ':') continue;
        snprintf(names[n++], 32, "%.*s", (int)length, at + 1);
    }
    return n;
}

TEST("errors: the catalogue has every key with its code, its parameters and its "
     "sentence")
{
    static const struct {
        const char *key, *sentence;
        enum gf_status status;
    } rows[] = {
#define GF_ERROR(key, status, sentence) {#key, sentence, GF_##status},
#include "base/errors.def"
#undef GF_ERROR
    };
    SCOPED_BUFFER(out);
    gf_errors(&out);
    const struct gf_json *all = parsed(&arena, &out), *row = all ? all->first : NULL;
    CHECK(all && all->type == GF_JSON_ARRAY && all->n == GF_COUNT(rows));
    for (size_t i = 0; row && i < GF_COUNT(rows); i++, row = row->next) {
        char names[8][32];
        size_t n = names_in(rows[i].sentence, names), k = 0;
        CHECK_TEXT(words(row, "key"), rows[i].key);
        CHECK_TEXT(words(row, "code"), gf_status_name(rows[i].status));
        const struct gf_json *params = gf_json_get(row, "params");
        if (!CHECK(params && params->type == GF_JSON_ARRAY && params->n == n)) break;
        for (const struct gf_json *p = params->first; p; p = p->next, k++) {
            CHECK_TEXT(p->string, names[k]);
            CHECK_HAS(words(row, "message"), printed("{%s}", p->string));
        }
    }
}

TEST("schema: each setting has its type, group, help, default and limits")
{
    enum kind { INT, REAL, BOOL, ENUM };
    static const char *const types[] = {"int", "float", "bool", "enum"};
    static const struct {
        const char *key, *group, *help;
        enum kind kind;
        double def, min, max;
    } rows[] = {
#define GF_INT(key, def, min, max, group, help) {#key, group, help, INT, def, min, max},
#define GF_REAL(key, def, min, max, group, help) \
    {#key, group, help, REAL, def, min, max},
#define GF_BOOL(key, def, group, help) {#key, group, help, BOOL, def, 0, 0},
#define GF_ENUM(key, def, choices, group, help) {#key, group, help, ENUM, 0, 0, 0},
#include "models/config.def"
#undef GF_INT
#undef GF_REAL
#undef GF_BOOL
#undef GF_ENUM
    };
    SCOPED_BUFFER(out);
    gf_schema(&out);
    const struct gf_json *all = parsed(&arena, &out), *row = all ? all->first : NULL;
    CHECK(all && all->n == GF_COUNT(rows));
    for (size_t i = 0; row && i < GF_COUNT(rows); i++, row = row->next) {
        CHECK_TEXT(words(row, "key"), rows[i].key);
        CHECK_TEXT(words(row, "type"), types[rows[i].kind]);
        CHECK_TEXT(words(row, "group"), rows[i].group);
        CHECK_TEXT(words(row, "help"), rows[i].help);
        if (rows[i].kind == INT || rows[i].kind == REAL) {
            CHECK(number(row, "default") == rows[i].def);
            CHECK(number(row, "min") == rows[i].min);
            CHECK(number(row, "max") == rows[i].max);
        }
        if (rows[i].kind == BOOL) {
            CHECK(flag(row, "default") == (rows[i].def != 0));
            CHECK(!gf_json_get(row, "min"));
        }
        if (rows[i].kind == ENUM) {
            const struct gf_json *choices = gf_json_get(row, "choices");
            CHECK(choices && choices->n > 1 && words(row, "default")[0]);
        }
    }
}

/* Sentences in which a tenth of the characters takes two bytes. */
static const char *accented(struct gf_arena *arena)
{
    struct gf_buffer text = {.arena = arena};
    for (int i = 0; i < 60; i++)
        gf_buffer_puts(&text, i % 3 ? "la niña oyó el río, " : "el búho vio la rana. ");
    gf_buffer_put(&text, "", 1);
    return text.data;
}

TESTS(test_held_out)
{
    static const char *const kinds[] = {"\"chars\"", "'bpe','vocab_size':280"};
    for (size_t k = 0; k < 2; k++) {
        test("info: the held-out part in tokens and in characters (%s)", kinds[k]);
        SCOPED_ARENA(arena);
        SCOPED_SESSION session = session_of(
            accented(&arena), printed("{'tokenizer':%s," SHAPE "}", kinds[k]));
        if (!session) continue;
        const struct gf_json *info = info_of(session, &arena);
        const struct gf_corpus *c = &session->corpus;
        size_t n_chars = 0, n;
        for (size_t i = c->n_train; i < c->n_tokens; i++) {
            const char *piece =
                gf_tokenizer_text(&session->tokenizer, c->tokens[i], &n);
            while (n > 0) n_chars += ((unsigned char)piece[--n] & 0xc0) != 0x80;
        }
        CHECK(number(info, "n_train") == (double)c->n_train);
        CHECK(number(info, "n_val") == (double)(c->n_tokens - c->n_train));
        CHECK(n_chars > 50 && number(info, "n_val_chars") == (double)n_chars);
    }
}

TEST("info: labels are other tokens than those of the vocabulary")
{
    INSPECTION(l, TAGGING, 0);
    const struct gf_json *info = facts(&l);
    CHECK(length(info, "vocabulary") == l.session->tokenizer.n_vocab);
    CHECK(length(info, "labels") == l.session->labels.n_vocab);
    CHECK(length(info, "labels") < length(info, "vocabulary"));
}

TEST("info: the shapes of the parameters, and all of them are the weights")
{
    static const struct {
        const char *name;
        double shape[2];
    } rows[] = {{"transformer.wpe.weight", {8, 10}},
                {"transformer.h.0.ln_1.weight", {10}},
                {"transformer.h.0.attn.c_attn.weight", {30, 10}},
                {"transformer.h.0.attn.c_attn.bias", {30}},
                {"transformer.h.0.mlp.c_fc.weight", {13, 10}},
                {"transformer.h.0.mlp.c_proj.weight", {10, 13}}};
    SCOPED_ARENA(arena);
    SCOPED_SESSION session = new_session("{" SHAPE "}");
    const struct gf_json *all = gf_json_get(info_of(session, &arena), "parameters");
    size_t n_value = 0, n_seen = 0;
    for (const struct gf_json *p = all ? all->first : NULL; p; p = p->next) {
        const struct gf_json *shape = gf_json_get(p, "shape");
        size_t n = 1, d = 0;
        double size[2] = {0};
        if (!CHECK(shape && (shape->n == 1 || shape->n == 2))) return;
        for (; d < shape->n; d++) n *= (size_t)(size[d] = number(shape, "%zu", d));
        n_value += n;
        for (size_t i = 0; i < GF_COUNT(rows); i++) {
            if (strcmp(words(p, "name"), rows[i].name) != 0) continue;
            CHECK(size[0] == rows[i].shape[0] && size[1] == rows[i].shape[1]);
            n_seen++;
        }
    }
    CHECK(n_value == gf_session_n_value(session) && n_seen == GF_COUNT(rows));
}

/* ---- the profile of a step --------------------------------------------------------- */

static double ticks;

static double tick(void)
{
    return ticks++;
}

/* Products of a row of a linear layer, forward: 2 in out; backward twice that, or as much
 * where its weights are frozen. */
static void check_flops(const struct gf_json *op, bool frozen)
{
    static const struct {
        const char *name;
        double flops;
    } rows[] = {{"transformer.h.0.attn.c_attn", 2 * 10 * 30},
                {"transformer.h.0.attn.c_proj", 2 * 10 * 10},
                {"transformer.h.0.mlp.c_fc", 2 * 10 * 13},
                {"transformer.h.0.mlp.c_proj", 2 * 13 * 10}};
    const double R = 2 * 8; /* batch_size block_size */
    for (size_t i = 0; i < GF_COUNT(rows); i++)
        if (strcmp(words(op, "name"), rows[i].name) == 0)
            CHECK((frozen && i == 0) || /* with its adapter */
                  number(op, "flops") == (frozen ? 2 : 3) * R * rows[i].flops);
}

static void test_profile(const char *settings, const char *first)
{
    test("profile: every operation, all of the time, and nothing is changed (%s)",
         settings);
    SCOPED_BUFFER(out);
    SCOPED_SESSION session = new_session(settings);
    SCOPED_SESSION other = new_session(settings);
    struct gf_progress a, b;
    steps(session, 3);
    steps(other, 3);
    double begin = ticks;
    if (!CHECK_OK(gf_session_profile(session, tick, &out, &why))) return;
    double all = ticks - 1 - begin, sum = 0;
    const struct gf_json *profile = parsed(&arena, &out);
    const struct gf_json *ops = gf_json_get(profile, "ops");
    const struct gf_graph *graph = session->trainer.graph;
    CHECK(number(profile, "step") == 3);
    if (!CHECK(ops && ops->n == (size_t)graph->n_node + 2)) return;
    CHECK_TEXT(words(ops->first, "name"), first);
    size_t i = 0;
    for (const struct gf_json *op = ops->first; op; op = op->next, i++) {
        bool is_op = i < (size_t)graph->n_node;
        const char *last = i > (size_t)graph->n_node ? "packing" : "optimizer";
        CHECK_TEXT(words(op, "name"), is_op ? graph->nodes[i].name : last);
        CHECK_TEXT(words(op, "kind"), is_op ? graph->nodes[i].op->name : last);
        CHECK(number(op, "forward_ms") > 0);
        CHECK(is_op ? number(op, "backward_ms") >= 0 : number(op, "backward_ms") == 0);
        sum += number(op, "forward_ms") + number(op, "backward_ms");
        check_flops(op, strstr(settings, "lora") != NULL);
    }
    CHECK_THAT(number(profile, "other_ms") == all - sum, "%g of %g, %g in operations",
               number(profile, "other_ms"), all, sum);

    same_saved(other, session, GF_SAVE_TRAINING);
    CHECK(gf_session_step(session, &a, NULL) == GF_OK &&
          gf_session_step(other, &b, NULL) == GF_OK);
    CHECK(a.step == b.step && a.loss == b.loss && a.grad_norm == b.grad_norm);
    same_saved(other, session, GF_SAVE_TRAINING);
}

TESTS(cases)
{
    test_profile("{" SHAPE "}", "transformer.embed");
    test_profile("{" SHAPE ",'lora_rank':2}", "transformer.embed");
    test("profile: a model without a text has no step to time");
    SCOPED_BUFFER(out);
    SCOPED_SESSION session = new_session("{" SHAPE "}");
    struct gf_error err = {0};
    SCOPED_SESSION bare = opened(saved(session, &arena), "{}", false);
    CHECK(gf_session_profile(bare, tick, &out, &err) != GF_OK && out.n == 0);
    CHECK(err.key == GF_E_no_training_text);
}
