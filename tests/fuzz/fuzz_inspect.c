/* Requests to inspect a model, between steps, samples, head masks and saves: each is answered
 * with one JSON object or refused with a sentence. The first byte selects the model; every
 * line after it is an operation.
 * SPDX-License-Identifier: MIT */
#include "base/json.h"
#include "fuzz.h"
#include "glassformer.h"

#include <string.h>

#define SHAPE \
    "\"n_head\":2,\"n_embd\":6,\"batch_size\":2,\"task_lines\":40," \
    "\"block_size\":40,\"source_block_size\":40,"

static const char *const kinds[] = {
    "{" SHAPE "\"n_layer\":2,\"task\":\"text\"}",
    "{" SHAPE "\"n_layer\":0}",
    "{" SHAPE "\"n_layer\":2,\"arch\":\"bigram\"}",
    "{" SHAPE "\"n_layer\":2,\"arch\":\"averaging\"}",
    "{" SHAPE "\"n_layer\":2,\"arch\":\"attention_only\",\"mlp\":false}",
    "{" SHAPE "\"n_layer\":2,\"norm_place\":\"post\",\"attention\":\"simple\"}",
    "{" SHAPE "\"n_layer\":2,\"arch\":\"encoder_decoder\",\"task\":\"copy\"}",
    "{" SHAPE
    "\"n_layer\":2,\"arch\":\"encoder\",\"task\":\"vowels\",\"tied_head\":false}"};

enum { N_KINDS = GF_COUNT(kinds), MAX_OPERATIONS = 24 };

/* Long enough for the held-out part to fill a window. */
#define LINES "a fox saw a hen, a hen saw 42 owls.\nowls saw no fox.\n"
static const char text[] = LINES LINES LINES LINES LINES LINES LINES LINES LINES LINES;

static const char *const analyses[] = {
#define GF_ANALYSIS(name, about, arguments) #name,
#include "inspect/analyses.def"
#undef GF_ANALYSIS
};

enum { N_ANALYSES = GF_COUNT(analyses) };

/* The first byte selects the analysis, the rest is further members: ,"layer":0 */
static void request(struct gf_session *session, struct gf_arena *arena,
                    const char *line, size_t n)
{
    struct gf_error err = {0};
    struct gf_buffer asked = {.arena = arena};
    struct gf_buffer json = {.arena = arena}, floats = {.arena = arena};
    gf_buffer_puts(&asked, "{\"what\":\"");
    gf_buffer_puts(&asked, analyses[(uint8_t)line[0] % N_ANALYSES]);
    gf_buffer_puts(&asked, "\"");
    gf_buffer_put(&asked, line + 1, n - 1);
    gf_buffer_puts(&asked, "}");
    if (gf_session_inspect(session, asked.data, asked.n, &json, &floats, &err) ==
        GF_OK) {
        require(gf_json_parse(arena, json.data, json.n, NULL) != NULL);
    } else {
        require(err.message[0] && json.n == 0 && floats.n == 0);
    }
}

static void operate(struct gf_session *session, struct gf_arena *arena,
                    const char *line, size_t n)
{
    struct gf_sampled written;
    struct gf_buffer file = {.arena = arena};
    size_t n_tokens;
    switch (line[0]) {
    case 's':
        gf_session_step(session, NULL, NULL);
        break;
    case 'p':
        gf_session_prompt(session, line + 1, n - 1, 0, NULL);
        break;
    case 'w':
        gf_session_sample_next(session,
                               &(struct gf_sampling){.seed = n, .temperature = 1},
                               &written, NULL);
        break;
    case 'c':
        gf_session_run_with_cache(session, line + 1, n - 1, n % 2, &n_tokens, NULL);
        break;
    case 'g':
        if (n > 2)
            gf_session_set_head_mask(session, line[1] & 3, line[2] & 3, (float)(n % 4),
                                     NULL);
        break;
    case 'f':
        gf_session_save(session, n % 2, &file, NULL);
        break;
    default:
        request(session, arena, line, n);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    if (n == 0) return 0;
    const char *settings = kinds[bytes[0] % N_KINDS];
    const char *line = (const char *)bytes + 1, *end = (const char *)bytes + n;
    struct gf_session *session =
        gf_session_new(text, sizeof text - 1, settings, strlen(settings), NULL);
    require(session != NULL);
    for (int i = 0; i < MAX_OPERATIONS && line < end; i++) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        struct gf_arena arena = {0};
        size_t length = (size_t)((stop ? stop : end) - line);
        if (length > 0) operate(session, &arena, line, length);
        gf_arena_free(&arena);
        line = stop ? stop + 1 : end;
    }
    gf_session_free(session);
    return 0;
}
