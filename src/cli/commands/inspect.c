/* glassformer inspect
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

struct options {
    const char *model, *tokenizer, *adapter, *text, *data, *token;
    bool heads, lens, attribution, saliency, health, json;
    struct cli_list ablate, pattern, circuits, forward_pass, requests;
    int64_t position;
};

static const struct options defaults = {.position = -1};

/* ---- requests ------------------------------------------------------------------------ */

/* One request. The command line counts heads from 1, the engine from 0. */
struct request {
    const struct options *o;
    const char *what;
    long layer, head; /* from 1; 0: none */
    bool whole;       /* heads: all that a head report has */
};

static void write_request(struct gf_json_writer *w, const struct request *r)
{
    const struct options *o = r->o;
    gf_json_begin_object(w);
    gf_json_string(gf_json_key(w, "what"), r->what);
    if (o->text) {
        gf_json_string(gf_json_key(w, "text"), o->text);
    }
    if (o->position >= 0) {
        gf_json_int(gf_json_key(w, "position"), o->position);
    }
    if (o->token) {
        gf_json_string(gf_json_key(w, "token"), o->token);
    }
    if (r->layer > 0) {
        gf_json_int(gf_json_key(w, "layer"), r->layer - 1);
        gf_json_int(gf_json_key(w, "head"), r->head - 1);
    }
    static const char *const parts[] = {"lens", "positions", "importance", "pairs",
                                        "repeat"};
    for (size_t i = 0; r->whole && i < sizeof parts / sizeof parts[0]; i++) {
        gf_json_bool(gf_json_key(w, parts[i]), true);
    }
    gf_json_end_object(w);
}

/* "2.3": layer 2, head 3. */
static bool read_head(const char *text, struct request *r)
{
    char *end;
    r->layer = strtol(text, &end, 10);
    if (*end != '.' || r->layer < 1) return false;
    r->head = strtol(end + 1, &end, 10);
    return *end == '\0' && r->head >= 1;
}

/* ---- answers ------------------------------------------------------------------------- */

struct answers {
    struct gf_lab *lab;
    struct gf_arena *arena;
    struct gf_json_writer out;
    struct gf_error *err;
};

/* Adds one answer, as a member when it has a key. */
static enum gf_status add_answer(struct answers *a, const char *key,
                                 const char *request, size_t n)
{
    struct gf_buffer answer = {.arena = a->arena};
    enum gf_status status = gf_lab_inspect(a->lab, request, n, &answer, NULL, a->err);
    if (status == GF_OK) {
        if (key) {
            gf_json_key(&a->out, key);
        }
        gf_json_raw(&a->out, answer.data, answer.n);
    }
    return status;
}

static enum gf_status add(struct answers *a, const char *key, const struct request *r)
{
    struct gf_buffer text = {.arena = a->arena};
    write_request(&(struct gf_json_writer){.out = &text}, r);
    return add_answer(a, key, text.data, text.n);
}

/* A list of answers, one for each head on the command line. */
static enum gf_status add_list(struct answers *a, const struct options *o,
                               const char *what, const struct cli_list *heads)
{
    enum gf_status status = GF_OK;
    if (heads->n == 0) return GF_OK;
    gf_json_begin_array(gf_json_key(&a->out, what));
    for (size_t i = 0; status == GF_OK && i < heads->n; i++) {
        struct request r = {.o = o, .what = what};
        read_head(heads->item[i], &r);
        /* All gates of a loaded model are 1; this only checks that the head exists. */
        status =
            gf_lab_set_gate(a->lab, (size_t)r.layer - 1, (size_t)r.head - 1, 1, a->err);
        if (status == GF_OK) status = add(a, NULL, &r);
    }
    gf_json_end_array(&a->out);
    return status;
}

static enum gf_status add_requests(struct answers *a, const struct cli_list *requests)
{
    enum gf_status status = GF_OK;
    if (requests->n == 0) return GF_OK;
    gf_json_begin_array(gf_json_key(&a->out, "requests"));
    for (size_t i = 0; status == GF_OK && i < requests->n; i++) {
        const char *request = requests->item[i];
        status = add_answer(a, NULL, request, strlen(request));
    }
    gf_json_end_array(&a->out);
    return status;
}

static enum gf_status answer_all(struct answers *a, const struct options *o)
{
    bool named = o->heads || o->lens || o->attribution || o->saliency || o->health ||
                 o->ablate.n || o->pattern.n || o->circuits.n || o->forward_pass.n ||
                 o->requests.n;
    const struct {
        bool wanted;
        const char *key, *what;
    } whole[] = {{o->heads || !named, "heads", "head_report"},
                 {o->lens || !named, "lens", "lens"},
                 {o->attribution, "attribution", "attribution"},
                 {o->saliency, "saliency", "saliency"},
                 {o->health, "health", "health"}};
    const struct {
        const char *what;
        const struct cli_list *heads;
    } lists[] = {{"ablate", &o->ablate},
                 {"pattern", &o->pattern},
                 {"circuits", &o->circuits},
                 {"forward_pass", &o->forward_pass}};
    enum gf_status status = GF_OK;
    gf_json_begin_object(&a->out);
    for (size_t i = 0; status == GF_OK && i < sizeof whole / sizeof whole[0]; i++) {
        if (whole[i].wanted) {
            struct request r = {.o = o,
                                .what = whole[i].what,
                                .whole = strcmp(whole[i].what, "head_report") == 0};
            status = add(a, whole[i].key, &r);
        }
    }
    for (size_t i = 0; status == GF_OK && i < sizeof lists / sizeof lists[0]; i++) {
        status = add_list(a, o, lists[i].what, lists[i].heads);
    }
    if (status == GF_OK) status = add_requests(a, &o->requests);
    gf_json_end_object(&a->out);
    return status;
}

/* ---- the command --------------------------------------------------------------------- */

static bool heads_are_right(const struct options *o)
{
    const struct cli_list *const lists[] = {&o->ablate, &o->pattern, &o->circuits,
                                            &o->forward_pass};
    struct request r;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        for (size_t k = 0; k < lists[i]->n; k++) {
            if (!read_head(lists[i]->item[k], &r)) {
                cli_misused(&cli_inspect,
                            "Write a head as 2.3 (layer 2, head 3), not \"%s\"",
                            lists[i]->item[k]);
                return false;
            }
        }
    }
    return true;
}

static int run_inspect(const void *options)
{
    const struct options *o = options;
    if (!heads_are_right(o)) return CLI_USAGE;
    struct gf_arena arena = {0};
    struct gf_error err = {0};
    struct gf_buffer data = {.arena = &arena}, out = {.arena = &arena};
    const struct cli_model model = {o->model, o->tokenizer, o->adapter};
    struct gf_lab *lab = NULL;
    enum gf_status status = o->data ? cli_read(o->data, &data, &err) : GF_OK;
    if (status == GF_OK) {
        lab = cli_open_model(&model, data.data, data.n, &err);
        status = lab ? GF_OK : err.status;
    }
    if (status == GF_OK) {
        struct answers a = {lab, &arena, {.out = &out}, &err};
        status = answer_all(&a, o);
    }
    if (status == GF_OK) {
        cli_print_json(&out);
    }
    gf_lab_free(lab);
    gf_arena_free(&arena);
    return status == GF_OK ? CLI_DONE : cli_failed(&err);
}

static const struct cli_option table[] = {
    CLI_NEEDED("model", model, "FILE", "a saved model"),
    CLI_TOKENIZER,
    CLI_ADAPTER,
    CLI_WORDS("text", text, "TEXT",
              "the text to analyze; its last block_size characters"),
    CLI_WORDS("data", data, "FILE",
              "the training text; measure over its validation part"),
    CLI_SWITCH("heads", heads,
               "scores of all heads, beside chance (default, with --lens)"),
    CLI_SWITCH("lens", lens, "logit lens: the guess after each layer"),
    CLI_SWITCH("attribution", attribution,
               "direct logit attribution: one logit as a sum"),
    CLI_SWITCH("saliency", saliency, "gradient of one logit for each character"),
    CLI_SWITCH("health", health, "norms, dead units and update ratios"),
    CLI_SEVERAL("ablate", ablate, "L.H", "loss without head H of layer L (ablation)"),
    CLI_SEVERAL("pattern", pattern, "L.H", "attention weights of a head"),
    CLI_SEVERAL("circuits", circuits, "L.H", "QK and OV circuits of a head"),
    CLI_SEVERAL("forward-pass", forward_pass, "L.H",
                "forward pass of one character, every number"),
    CLI_WHOLE("position", position, 0, 1e9,
              "position of the character, from 0 (default the last)"),
    CLI_WORDS("token", token, "CHARACTER",
              "which logit (default: of the true next character)"),
    CLI_SEVERAL("request", requests, "JSON", "any request of src/inspect/inspect.h"),
    CLI_SWITCH("json", json, "accepted; the output is always JSON"),
    CLI_END};

const struct cli_command cli_inspect = {
    .name = "inspect",
    .about = "Analyze a model: heads, logit lens, ablation and more, as JSON.",
    .notes =
        "One object with a member for each analysis; L.H counts from 1, positions in "
        "the\n"
        "answers from 0. Tables are {\"shape\": [rows, columns], \"data\": [...]}.\n",
    .options = table,
    .n_bytes = sizeof(struct options),
    .defaults = &defaults,
    .run = run_inspect};
