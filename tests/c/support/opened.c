/* SPDX-License-Identifier: MIT */
#include "opened.h"

#include "api/session.h"
#include "sessions.h"
#include "small_model.h"

const char *const folders[N_FOLDERS] = {"llama", "gpt2", "gpt_neo"};

/* Bits of a number near x: of a float16 a normal, a subnormal one or zero. */
static uint16_t bits_near(float x, enum gf_dtype dtype)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    const uint16_t sign = (uint16_t)(bits >> 16 & 0x8000);
    const int exponent = (int)(bits >> 23 & 255) - 112;
    if (dtype == GF_DTYPE_BF16) return (uint16_t)(bits >> 16);
    if (exponent < -10) return sign;
    if (exponent <= 0)
        return (uint16_t)(sign | (0x800000 | (bits & 0x7fffff)) >> (14 - exponent));
    return (uint16_t)(sign | exponent << 10 | (bits >> 13 & 0x3ff));
}

/* The weights of a file in another type; every 50th number is smaller by 2^-12, so that there
 * are subnormal ones. */
static struct gf_file converted(struct gf_arena *arena, struct gf_file file,
                                enum gf_dtype wanted)
{
    static const enum gf_dtype by_turns[] = {GF_DTYPE_F16, GF_DTYPE_BF16, GF_DTYPE_F32};
    struct gf_safetensors all;
    struct gf_buffer out = {.arena = arena};
    struct gf_error err = {0};
    CHECK_OK(gf_safetensors_read(&all, arena, file.bytes, file.n, &why));
    for (size_t t = 0; t < all.n_tensors; t++) {
        struct gf_stored_tensor *one = &all.tensors[t];
        const enum gf_dtype dtype =
            wanted == MIXED ? by_turns[(t + t / 3) % 3] : wanted;
        const size_t n = gf_stored_count(one);
        float *x = gf_arena_array(arena, n, sizeof *x);
        uint16_t *bits = gf_arena_array(arena, n, sizeof *bits);
        if (gf_stored_floats(one, x, n, &err) != GF_OK) continue;
        for (size_t i = 0; i < n; i++) {
            x[i] *= i % 50 == 49 ? 0x1p-12f : 1;
            bits[i] = bits_near(x[i], dtype);
        }
        one->dtype = dtype;
        one->data = dtype == GF_DTYPE_F32 ? (void *)x : bits;
        one->n_bytes = n * gf_dtype_size(dtype);
    }
    const struct gf_stored_metadata format = {"format", "pt"};
    CHECK_OK(gf_safetensors_write(&out, all.tensors, all.n_tensors, &format, 1, &why));
    return (struct gf_file){out.data, out.n};
}

struct folder read_folder(struct gf_arena *arena, const char *name, enum gf_dtype dtype)
{
    struct folder f = open_folder(arena, name);
    f.files[MODEL] = converted(arena, f.files[MODEL], dtype);
    return f;
}

struct gf_session *open_files(const struct gf_file files[N_FILES], bool text,
                              const char *settings, struct gf_error *err)
{
    size_t here[N_FILES], n;
    const char *words = small_text(&n), *json = json_of(settings);
    for (int i = 0; i < N_FILES; i++) here[i] = files[i].n;
    return gf_session_open_files(files, here, N_FILES, words, text ? n : 0, json,
                                 strlen(json), err);
}

enum gf_status put_pieces(struct gf_session *session,
                          const struct gf_file files[N_FILES], size_t most, size_t *n,
                          struct gf_error *err)
{
    enum gf_status status = GF_OK;
    struct gf_file_piece piece;
    for (*n = 0; *n < most && gf_session_next_piece(session, &piece); (*n)++) {
        const char *bytes = (const char *)files[piece.file].bytes + piece.offset;
        status = gf_session_put_piece(session, bytes, err);
        if (status != GF_OK) break;
    }
    return status;
}

struct gf_session *open_pieces(const struct gf_file files[N_FILES], bool text,
                               const char *settings)
{
    size_t n;
    struct gf_error err = {0};
    struct gf_session *session = open_files(files, text, settings, &err);
    if (CHECK_THAT(session, "%s", err.message))
        CHECK_OK(put_pieces(session, files, SIZE_MAX, &n, &why));
    return session;
}

struct gf_session *open_whole(const struct gf_file files[N_FILES], bool text,
                              const char *settings)
{
    SCOPED_BUFFER(file);
    CHECK_OK(gf_import(files, N_FILES, &file, &why));
    return opened(file, settings, text);
}

bool is_prepacked(const struct gf_session *session)
{
    return session->model.weights.prepacked && !session->model.weights.value;
}
