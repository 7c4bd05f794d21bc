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
