/* Reading settings.
 * SPDX-License-Identifier: MIT */
#include "harness.h"
#include "scoped.h"
#include "models/config.h"

static enum gf_status read_settings(struct gf_config *config, const char *text,
                                    struct gf_error *err)
{
    SCOPED_ARENA(arena);
    *config = gf_config_default();
    const struct gf_json *json = gf_json_parse(&arena, text, strlen(text), err);
    return json ? gf_config_read(config, json, err) : err->status;
}

/* What makes another model of the same weights, or other weights, with a value that is not the
 * default; everything else is how it is trained, and on what. */
static const struct {
    const char *key, *value;
} of_model[] = {{"arch", "\"encoder\""},
                {"n_layer", "3"},
                {"n_head", "2"},
                {"n_kv_head", "2"},
                {"n_embd", "64"},
                {"block_size", "32"},
                {"source_block_size", "32"},
                {"n_ff", "60"},
                {"norm", "\"rms\""},
                {"final_norm", "\"none\""},
                {"norm_place", "\"post\""},
                {"norm_eps", "0.001"},
                {"activation", "\"relu\""},
                {"positions", "\"rotary\""},
                {"rotary_pairs", "\"halves\""},
                {"rotary_base", "500"},
                {"rotary_dim", "8"},
                {"scale_embedding", "true"},
                {"score_scale", "\"none\""},
                {"qk_norm", "true"},
                {"bias_qkv", "false"},
                {"bias_attn_out", "false"},
                {"bias_mlp", "false"},
                {"bias_norm", "false"},
                {"bias_head", "true"},
                {"causal", "false"},
                {"attention", "\"simple\""},
                {"head_input", "\"tokens\""},
                {"averaging", "\"loops\""},
                {"attn_proj", "false"},
                {"mlp", "false"},
                {"parallel", "true"},
                {"residual", "false"},
                {"logit_softcap", "5"},
                {"tied_head", "false"},
                {"vocab_size", "77"},
                {"source_vocab_size", "77"},
                {"output_vocab_size", "77"},
                {"pad_token", "3"}};

enum { N_OF_MODEL = sizeof of_model / sizeof *of_model };

/* A value of a row of the schema that is not its default. */
static void put_other(struct gf_buffer *text, const struct gf_json *row)
{
    struct gf_json_writer w = {.out = text};
    const struct gf_json *choices = gf_json_get(row, "choices");
    const struct gf_json *standard = gf_json_get(row, "default");
    const struct gf_json *least = gf_json_get(row, "min");
    if (choices) {
        const struct gf_json *first = choices->first;
        bool is_first = strcmp(first->string, standard->string) == 0;
        gf_json_tree(&w, is_first ? first->next : first);
    } else if (least) {
        bool is_least = least->number == standard->number;
        gf_json_tree(&w, is_least ? gf_json_get(row, "max") : least);
    } else {
        bool on = false;
        gf_json_as_bool(standard, &on);
        gf_json_bool(&w, !on);
    }
}

static bool still_same(const char *key, const char *value)
{
    const struct gf_config plain = gf_config_default();
    struct gf_config other;
    struct gf_error err = {0};
    const char *text = printed("{\"%s\":%s}", key, value);
    CHECK_OK(read_settings(&other, text, &err), err);
    CHECK_THAT(memcmp(&plain, &other, sizeof plain) != 0, "%s changes nothing", text);
    bool same = gf_config_same_model(&plain, &other);
    CHECK(same == gf_config_same_model(&other, &plain));
    return same;
}

TEST("config: another shape or part is another model, other training is not")
{
    SCOPED_ARENA(arena);
    struct gf_buffer schema = {.arena = &arena};
    struct gf_json_writer w = {.out = &schema};
    struct gf_error err = {0};
    for (size_t i = 0; i < N_OF_MODEL; i++) {
        CHECK_THAT(!still_same(of_model[i].key, of_model[i].value), "%s",
                   of_model[i].key);
    }
    gf_config_write_schema(&w);
    const struct gf_json *rows = gf_json_parse(&arena, schema.data, schema.n, &err);
    size_t n_training = 0, n_row = rows ? rows->n : 0;
    for (const struct gf_json *row = rows ? rows->first : NULL; row; row = row->next) {
        const char *key = gf_json_get(row, "key")->string;
        struct gf_buffer value = {.arena = &arena};
        bool listed = false;
        for (size_t i = 0; i < N_OF_MODEL; i++) {
            listed = listed || strcmp(of_model[i].key, key) == 0;
        }
        if (listed) continue;
        put_other(&value, row);
        gf_buffer_put(&value, "", 1);
        CHECK_THAT(still_same(key, value.data), "%s", key);
        n_training++;
    }
    CHECK(n_training > 0 && n_training + N_OF_MODEL - 4 == n_row); /* 4 are no rows */
}

TESTS(cases)
{
    struct gf_config former, present;
    struct gf_error err = {0};

    test("config: former names of settings and choices are read as the present ones");
    CHECK(read_settings(&former,
                        "{\"task_whole\":true,\"task_in_order\":true, "
                        "\"task_form\":\"mark\"}",
                        &err) == GF_OK);
    CHECK(read_settings(&present,
                        "{\"loss_on_prompt\":true,\"no_shuffle\":true, "
                        "\"task_form\":\"tagging\"}",
                        &err) == GF_OK);
    CHECK(former.loss_on_prompt && former.no_shuffle);
    CHECK(former.task_form == GF_FORM_TAGGING);
    CHECK(present.loss_on_prompt && present.no_shuffle);
    CHECK(present.task_form == GF_FORM_TAGGING);

    test("config: a former name of a choice belongs to its setting alone");
    CHECK(read_settings(&former, "{\"arch\":\"mark\"}", &err) == GF_BAD_CONFIG);
    CHECK(read_settings(&former, "{\"mark\":true}", &err) == GF_BAD_CONFIG);

    test("config: what cannot be read leaves the configuration unchanged");
    CHECK(read_settings(&former, "{\"n_layer\":3,\"n_head\":0}", &err) ==
          GF_BAD_CONFIG);
    CHECK(former.n_layer == gf_config_default().n_layer);
}
