/* SPDX-License-Identifier: MIT */
#include "sessions.h"

#include "harness.h"
#include "small_model.h"

struct gf_session *try_session(const char *text, const char *settings,
                               struct gf_error *err)
{
    const char *json = json_of(settings);
    return gf_session_new(text, strlen(text), json, strlen(json), err);
}

struct gf_session *session_of(const char *text, const char *settings)
{
    struct gf_error err = {0};
    struct gf_session *session = try_session(text, settings, &err);
    CHECK_THAT(session != NULL, "%s: %s", settings, err.message);
    return session;
}

struct gf_session *new_session(const char *settings)
{
    return session_of(small_text(&(size_t){0}), settings);
}

void put_over(char *out, size_t n, const char *settings, const char *changes)
{
    const char *member = json_of(settings) + 1;
    size_t at = (size_t)snprintf(out, n, "{%s", changes = json_of(changes));
    while (*member != '\0' && *member != '}') {
        int length = (int)strcspn(member, ",}");
        int key = (int)strcspn(member, ":") + 1;
        if (!strstr(changes, printed("%.*s", key, member)))
            at += (size_t)snprintf(out + at, n - at, "%s%.*s", at > 1 ? "," : "",
                                   length, member);
        member += length + (member[length] == ',');
    }
    snprintf(out + at, n - at, "}");
}

void steps(struct gf_session *session, size_t n)
{
    for (size_t i = 0; i < n; i++) CHECK_OK(gf_session_step(session, NULL, &why));
}

struct gf_view logits_after(struct gf_session *session, const char *text)
{
    struct gf_view view = {0};
    size_t n;
    CHECK_OK(gf_session_run_with_cache(session, text, strlen(text), false, &n, &why));
    CHECK_OK(gf_session_tensor(session, "lm_head", &view, &why));
    return view;
}

struct gf_buffer saved_as(const struct gf_session *session, enum gf_saved what,
                          struct gf_arena *arena)
{
    struct gf_buffer file = {.arena = arena};
    CHECK_OK(gf_session_save(session, what, &file, &why));
    return file;
}

struct gf_buffer saved(const struct gf_session *session, struct gf_arena *arena)
{
    return saved_as(session, GF_SAVE_TRAINING, arena);
}

struct gf_session *opened(struct gf_buffer file, const char *overrides, bool text)
{
    struct gf_error err = {0};
    size_t n;
    const char *words = small_text(&n), *json = json_of(overrides);
    struct gf_session *session = gf_session_open(file.data, file.n, words, text ? n : 0,
                                                 json, strlen(json), &err);
    CHECK_THAT(session != NULL, "%s", err.message);
    return session;
}

struct gf_session *through_a_file(struct gf_session *session, bool text)
{
    SCOPED_ARENA(arena); /* the bytes of the file are not needed any more */
    struct gf_session *again = opened(saved(session, &arena), "{}", text);
    gf_session_free(session);
    return again;
}

void same_files(struct gf_buffer a, struct gf_buffer b)
{
    CHECK_THAT(a.n == b.n, "%zu and %zu bytes", a.n, b.n);
    CHECK_BYTES(a.data, b.data, a.n < b.n ? a.n : b.n);
}

void same_saved(const struct gf_session *a, const struct gf_session *b,
                enum gf_saved what)
{
    SCOPED_ARENA(arena);
    same_files(saved_as(a, what, &arena), saved_as(b, what, &arena));
}

bool same_weights(struct gf_session *a, struct gf_session *b)
{
    return memcmp(gf_session_weights(a), gf_session_weights(b),
                  gf_session_n_value(a) * sizeof(float)) == 0;
}

void check_resume(const char *settings, size_t n)
{
    SCOPED_SESSION straight = new_session(settings), *broken = new_session(settings);
    steps(straight, 2 * n);
    steps(broken, n);
    broken = through_a_file(broken, true);
    steps(broken, n);
    same_saved(straight, broken, GF_SAVE_TRAINING);
}

const char *hash_of(struct gf_session *session)
{
    static char hex[GF_SHA256_HEX];
    gf_session_hash(session, hex);
    return hex;
}

void same_hashes(struct gf_session *a, struct gf_session *b)
{
    char hex[GF_SHA256_HEX];
    strcpy(hex, hash_of(a));
    CHECK_TEXT(hash_of(b), hex);
}
