/* glassformer info
 * SPDX-License-Identifier: MIT */
#include "cli/cli.h"

struct options {
    struct cli_model model;
    bool json;
};

/* The tokens, of many the first ones; --json has them all. */
static void print_vocabulary(const struct gf_json *vocabulary)
{
    enum { MOST = 100 };
    size_t n = 0;
    char count[32];
    printf("vocabulary of %s: [", cli_count(count, (double)vocabulary->n));
    for (const struct gf_json *e = vocabulary->first; e && n < MOST; e = e->next, n++) {
        if (n > 0) putchar(',');
        cli_print_value(e);
    }
    printf("%s]\n", vocabulary->n > n ? ",\xe2\x80\xa6" : "");
}

static void print_facts(const struct cli_facts *facts)
{
    char count[32];
    printf("%s parameters, trained for %.0f steps\n",
           cli_count(count, (double)facts->n_param), (double)facts->step);
    print_vocabulary(gf_json_get(facts->info, "vocabulary"));
    printf("\nsettings\n");
    const struct gf_json *config = gf_json_get(facts->info, "config");
    for (const struct gf_json *m = config->first; m; m = m->next) {
        printf("  %-18s ", m->key);
        cli_print_value(m);
        putchar('\n');
    }
    double lanes = 0;
    gf_json_as_double(gf_json_get(facts->info, "lanes"), &lanes);
    printf("\nSIMD width on this machine: %.0f floats\n", lanes);
    printf("\nparameters\n");
    const struct gf_json *list = gf_json_get(facts->info, "parameters");
    for (const struct gf_json *p = list->first; p; p = p->next) {
        printf("  %-40s ", cli_member(p, "name"));
        cli_print_value(gf_json_get(p, "shape"));
        putchar('\n');
    }
}

static int run_info(const void *options, struct gf_arena *arena, struct gf_error *err)
{
    const struct options *o = options;
    struct gf_buffer text = {.arena = arena};
    struct gf_session *session = cli_open_model(&o->model, &text, "{}", err);
    enum gf_status status = session ? GF_OK : err->status;
    if (status == GF_OK && o->json) {
        gf_session_info(session, &text);
        cli_print_json(&text);
    } else if (status == GF_OK) {
        struct cli_facts facts;
        status = cli_facts(session, arena, &facts, err);
        if (status == GF_OK) {
            print_facts(&facts);
        }
    }
    gf_session_free(session);
    return cli_end(status, err);
}

static const struct cli_option table[] = {
    CLI_MODEL(model), CLI_SWITCH("json", json, "all facts about the model"), CLI_END};

const struct cli_command cli_info = {.name = "info",
                                     .about = "Describe a saved model.",
                                     .options = table,
                                     .n_bytes = sizeof(struct options),
                                     .run = run_info};
