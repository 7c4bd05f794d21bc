/* Any settings and labels in the file of a model that was trained a step: an error, or a
 * model that trains, generates and can be inspected. The first byte selects the model and its
 * text; then come, separated by a zero byte, members that replace those of its settings,
 * {"task": "text"}, and the vocabulary of its labels.
 * SPDX-License-Identifier: MIT */
#include "fuzz.h"
#include "base/json.h"
#include "glassformer.h"
#include "storage/safetensors.h"

#include <string.h>

#define SHAPE \
    "\"n_layer\":1,\"n_head\":2,\"n_embd\":6,\"batch_size\":2,\"task_lines\":40," \
    "\"block_size\":40,\"source_block_size\":40,"

/* A text, and one pair a line; long enough for the held-out part to fill a window. */
#define LINES \
    "abc\tcba\nbcd\tdcb\nda\tad\ncab\tbac\nbad\tdab\nadd\tdda\n" \
    "cad\tdac\ndab\tbad\nbcc\tccb\nacd\tdca\naab\tbaa\nbd\tdb\n"
static const char text[] = LINES LINES LINES LINES LINES LINES;

/* A text in any alphabet of letters. */
#define LETTERS "abcbcdaddcabbadadddacbadbccacdcaaabbddcbabacdabcdacbd"
static const char letters[] =
    LETTERS LETTERS LETTERS LETTERS LETTERS LETTERS LETTERS LETTERS LETTERS LETTERS;

static const char *const kinds[] = {
    "{" SHAPE "\"task\":\"text\"}",
    "{" SHAPE "\"arch\":\"bigram\"}",
    "{" SHAPE "\"arch\":\"averaging\"}",
    "{" SHAPE "\"task\":\"copy\",\"tied_head\":false}",
    "{" SHAPE "\"arch\":\"encoder_decoder\",\"task\":\"copy\"}",
    "{" SHAPE "\"arch\":\"encoder\",\"task\":\"vowels\",\"tied_head\":false}"};

enum { N_KINDS = GF_COUNT(kinds) };

static const struct gf_buffer *file_of(size_t kind)
{
    static struct gf_arena arena;
    static struct gf_buffer files[N_KINDS];
    struct gf_buffer *file = &files[kind];
    if (!file->n) {
        struct gf_session *session = gf_session_new(text, sizeof text - 1, kinds[kind],
                                                    strlen(kinds[kind]), NULL);
        require(session && gf_session_step(session, NULL, NULL) == GF_OK);
        file->arena = &arena;
        require(gf_session_save(session, true, file, NULL) == GF_OK);
        gf_session_free(session);
    }
    return file;
}

/* The settings of the file with these members instead of its own. */
static const char *settings_with(struct gf_arena *arena, const char *config,
                                 const struct gf_json *members)
{
    struct gf_buffer out = {.arena = arena};
    struct gf_json_writer w = {.out = &out};
    const struct gf_json *own = gf_json_parse(arena, config, strlen(config), NULL);
    gf_json_begin_object(&w);
    for (const struct gf_json *m = own->first; m; m = m->next) {
        if (!gf_json_get(members, m->key)) {
            gf_json_key(&w, m->key);
            gf_json_tree(&w, m);
        }
    }
    for (const struct gf_json *m = members->first; m; m = m->next) {
        gf_json_key(&w, m->key);
        gf_json_tree(&w, m);
    }
    gf_json_end_object(&w);
    gf_buffer_put(&out, "", 1);
    return out.data;
}

static struct gf_buffer edited(struct gf_arena *arena, const struct gf_buffer *file,
                               const struct gf_json *members, const char *labels)
{
    struct gf_safetensors f;
    struct gf_stored_metadata metadata[8];
    struct gf_buffer out = {.arena = arena};
    size_t n = 0;
    require(gf_safetensors_read(&f, arena, file->data, file->n, NULL) == GF_OK);
    const struct gf_json *all = gf_json_get(f.header, "__metadata__");
    for (const struct gf_json *m = all->first; m; m = m->next) {
        bool is_config = strcmp(m->key, "config") == 0;
        if (!*labels || strcmp(m->key, "labels") != 0) {
            metadata[n++] = (struct gf_stored_metadata){
                m->key,
                is_config ? settings_with(arena, m->string, members) : m->string};
        }
    }
    if (*labels) {
        metadata[n++] = (struct gf_stored_metadata){"labels", labels};
    }
    gf_safetensors_write(&out, f.tensors, f.n_tensors, metadata, n, NULL);
    return out;
}

static void use(struct gf_session *session)
{
    static const char *const asked[] = {
        "{\"what\":\"head_report\"}",
        "{\"what\":\"lens\"}",
        "{\"what\":\"ablate\",\"layer\":0,\"head\":0,\"sample\":{\"chars\":30}}",
        "{\"what\":\"activations\",\"attention\":true,\"lens\":true,\"norms\":true}",
        "{\"what\":\"forward_pass\",\"layer\":0,\"head\":1}",
        "{\"what\":\"pattern\",\"layer\":0,\"head\":1,\"show\":\"taken\"}"};
    struct gf_arena arena = {0};
    struct gf_sampled w;
    size_t n;
    gf_session_step(session, NULL, NULL);
    if (gf_session_prompt(session, "a", 1, 0, NULL) == GF_OK) {
        for (int i = 0; i < 30; i++) {
            gf_session_sample_next(
                session, &(struct gf_sampling){.seed = 1, .temperature = 1}, &w, NULL);
        }
    }
    gf_session_run_with_cache(session, "a", 1, true, &n, NULL);
    for (size_t i = 0; i < GF_COUNT(asked); i++) {
        struct gf_buffer out = {.arena = &arena};
        gf_session_inspect(session, asked[i], strlen(asked[i]), &out, NULL, NULL);
    }
    gf_arena_free(&arena);
}

/* Settings that only make it slow are skipped. */
static bool is_small(const struct gf_json *members)
{
    double batch = 1, lines = 1;
    gf_json_as_double(gf_json_get(members, "batch_size"), &batch);
    gf_json_as_double(gf_json_get(members, "task_lines"), &lines);
    return batch <= 8 && lines <= 200;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct gf_arena arena = {0};
    struct gf_error err = {0};
    const char *input =
        n > 0 ? gf_arena_string(&arena, (const char *)bytes + 1, n - 1) : "";
    const char *labels = strlen(input) + 1 < n ? input + strlen(input) + 1 : "";
    const struct gf_json *members = gf_json_parse(&arena, input, strlen(input), NULL);
    if (n > 0 && members && members->type == GF_JSON_OBJECT && is_small(members)) {
        struct gf_buffer file =
            edited(&arena, file_of(bytes[0] % N_KINDS), members, labels);
        const char *learned = bytes[0] / N_KINDS % 2 ? letters : text;
        struct gf_session *session =
            gf_session_open(file.data, file.n, learned, strlen(learned), "{}", 2, &err);
        require(session || err.message[0]);
        if (session) {
            use(session);
            gf_session_free(session);
        }
    }
    gf_arena_free(&arena);
    return 0;
}
