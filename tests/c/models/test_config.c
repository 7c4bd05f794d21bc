/* Reading settings.
 * SPDX-License-Identifier: MIT */
#include "harness.h"
#include "scoped.h"
#include "models/config.h"

static enum gf_status read_settings(struct gf_config *config, const char *text,
                                    struct gf_error *err)
{
    *config = gf_config_default();
    text = json_of(text);
    return gf_config_parse(config, text, strlen(text), err);
}

/* What makes another model of the same weights, or other weights; everything else is how it
 * is trained, and on what. */
static const char of_model[] =
    " arch n_layer n_head n_kv_head n_embd block_size source_block_size n_ff norm"
    " final_norm norm_place norm_eps activation positions rotary_pairs rotary_base"
    " rotary_dim scale_embedding score_scale qk_norm bias_qkv bias_attn_out bias_mlp"
    " bias_norm bias_head causal attention head_input averaging attn_proj mlp"
    " parallel residual logit_softcap tied_head ";

/* The same, from the data: these are no rows of the schema. */
static const char *const of_data[] = {"vocab_size", "source_vocab_size",
                                      "output_vocab_size", "pad_token"};

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
    const char *text = printed("{\"%s\":%s}", key, value);
    CHECK_OK(read_settings(&other, text, &why));
    CHECK_THAT(memcmp(&plain, &other, sizeof plain) != 0, "%s changes nothing", text);
    bool same = gf_config_same_model(&plain, &other);
    CHECK(same == gf_config_same_model(&other, &plain));
    return same;
}

TEST("config: another shape or part is another model, other training is not")
{
    SCOPED_BUFFER(schema);
    struct gf_json_writer w = {.out = &schema};
    struct gf_error err = {0};
    for (size_t i = 0; i < GF_COUNT(of_data); i++)
        CHECK_THAT(!still_same(of_data[i], "77"), "%s", of_data[i]);
    gf_config_write_schema(&w);
    const struct gf_json *rows = gf_json_parse(&arena, schema.data, schema.n, &err);
    size_t n_of_model = 0, n_space = 0;
    for (const struct gf_json *row = rows ? rows->first : NULL; row; row = row->next) {
        const char *key = gf_json_get(row, "key")->string;
        struct gf_buffer value = {.arena = &arena};
        bool listed = strstr(of_model, printed(" %s ", key));
        put_other(&value, row);
        gf_buffer_put(&value, "", 1);
        CHECK_THAT(still_same(key, value.data) != listed, "%s", key);
        n_of_model += listed;
    }
    for (const char *c = of_model; *c; c++) n_space += *c == ' ';
    CHECK(n_of_model + 1 == n_space && rows && rows->n > n_of_model);
}

TESTS(cases)
{
    struct gf_config former, present;
    struct gf_error err = {0};

    test("config: former names of settings and choices are read as the present ones");
    CHECK_OK(read_settings(
        &former, "{'task_whole':true,'task_in_order':true, 'task_form':'mark'}", &why));
    CHECK_OK(read_settings(
        &present, "{'loss_on_prompt':true,'no_shuffle':true, 'task_form':'tagging'}",
        &why));
    CHECK(former.loss_on_prompt && former.no_shuffle);
    CHECK(former.task_form == GF_FORM_TAGGING);
    CHECK(present.loss_on_prompt && present.no_shuffle);
    CHECK(present.task_form == GF_FORM_TAGGING);

    test("config: a former name of a choice belongs to its setting alone");
    CHECK(read_settings(&former, "{'arch':'mark'}", &err) == GF_BAD_CONFIG);
    CHECK(read_settings(&former, "{'mark':true}", &err) == GF_BAD_CONFIG);

    test("config: what cannot be read leaves the configuration unchanged");
    CHECK(read_settings(&former, "{'n_layer':3,'n_head':0}", &err) == GF_BAD_CONFIG);
    CHECK(former.n_layer == gf_config_default().n_layer);

    test("config: sizes from the data have a range as settings do");
    CHECK_SAYS(read_settings(&former, "{'pad_token':1048577}", &why), GF_BAD_CONFIG,
               "pad_token must be between -1 and 1048576, not 1048577");
}
