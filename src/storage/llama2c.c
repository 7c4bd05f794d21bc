/* SPDX-License-Identifier: MIT */
#include "storage/llama2c.h"

#include "base/format.h"
#include "text/tokenizer/sentencepiece.h"

#include <string.h>

enum { MAGIC = 0x616b3432, N_SIZES = 7, BYTES_0 = 4 * N_SIZES, BYTES_1 = 256 };

struct header {
    int32_t dim, hidden, layers, heads, kv_heads, vocabulary, context; /* as stored */
    int version;
    bool shared;    /* output and embedding */
    size_t n_bytes; /* before the weights */
};

/* ---- header ------------------------------------------------------------------------ */

static bool read_header(struct header *h, const char *bytes, size_t n)
{
    int32_t first[2];
    if (n < BYTES_0) return false;
    memcpy(first, bytes, sizeof first);
    bool has_magic = first[0] == MAGIC;
    if (has_magic && (n < BYTES_1 || first[1] != 1)) return false;
    bytes += has_magic ? sizeof first : 0;
    memcpy(h, bytes, BYTES_0);
    h->version = has_magic;
    h->shared = has_magic ? bytes[BYTES_0] != 0 : h->vocabulary > 0;
    h->n_bytes = has_magic ? BYTES_1 : BYTES_0;
    if (!has_magic && h->vocabulary < 0 && h->vocabulary >= -GF_MAX_VOCAB) {
        h->vocabulary = -h->vocabulary;
    }
    return true;
}

/* The settings of such a model, checked against the ranges of ours. */
static enum gf_status read_settings(const struct header *h, struct gf_config *config,
                                    struct gf_error *err)
{
    static const char parts[] =
        "\"arch\":\"decoder\",\"norm\":\"rms\",\"norm_place\":\"pre\","
        "\"activation\":\"swiglu\",\"positions\":\"rotary\",\"bias\":false,"
        "\"tokenizer\":\"bpe\",\"batch_size\":4,\"learning_rate\":3e-4,"
        "\"min_learning_rate\":3e-5}";
    char text[600];
    size_t at = gf_format(text, sizeof text,
                          "{\"n_layer\":%i,\"n_head\":%i,\"n_kv_head\":%i,"
                          "\"n_embd\":%i,\"n_ff\":%i,\"block_size\":%i,",
                          (int)h->layers, (int)h->heads,
                          h->kv_heads == h->heads ? 0 : (int)h->kv_heads, (int)h->dim,
                          (int)h->hidden, (int)h->context);
    at += gf_format(text + at, sizeof text - at, "\"tied_head\":%s,%s",
                    h->shared ? "true" : "false", parts);
    struct gf_error why;
    *config = gf_config_default();
    if (gf_config_parse(config, text, at, &why) != GF_OK) {
        return gf_not_a_model(err, &why);
    }
    /* 0 stands for a default in our settings, not in this file. */
    bool zero = h->kv_heads < 1 || h->hidden < 1 || h->layers < 1;
    if (zero || h->heads % h->kv_heads != 0 || h->vocabulary < 1 ||
        h->vocabulary > GF_MAX_VOCAB) {
        return gf_fail(err, GF_E_llama2c_header);
    }
    config->vocab_size = h->vocabulary;
    return gf_config_check(config, &why) == GF_OK ? GF_OK : gf_not_a_model(err, &why);
}

/* ---- weights ----------------------------------------------------------------------- */

/* One array of the file, for each layer in turn or once. */
struct array {
    const char *param; /* NULL: not used */
    bool each_layer;
    size_t first_row, rows, columns; /* columns 0: a vector */
};

/* clang-format off */
enum array_id { EMBEDDING, NORM_1, W_Q, W_K, W_V, W_O, NORM_2, W_1, W_2, W_3, NORM_F, COSINES, SINES, OUTPUT, N_ARRAYS };

static const enum array_id order[2][N_ARRAYS] = {
    {EMBEDDING, NORM_1, W_Q, W_K, W_V, W_O, NORM_2, W_1, W_2, W_3, NORM_F, COSINES, SINES, OUTPUT},
    {NORM_1, NORM_2, NORM_F, EMBEDDING, W_Q, W_K, W_V, W_O, W_1, W_2, W_3, OUTPUT, COSINES, SINES},
};
/* clang-format on */

static void list_arrays(const struct header *h, struct array *list)
{
    size_t C = (size_t)h->dim, F = (size_t)h->hidden, V = (size_t)h->vocabulary;
    size_t D = C / (size_t)h->heads, K = D * (size_t)h->kv_heads;
    /* Rotary tables, which the model computes itself; version 1 has none. */
    size_t T = h->version == 0 ? (size_t)h->context : 0;
    const struct array arrays[N_ARRAYS] = {
        [EMBEDDING] = {"transformer.wte.weight", false, 0, V, C},
        [NORM_1] = {"ln_1.weight", true, 0, C, 0},
        [W_Q] = {"attn.c_attn.weight", true, 0, C, C},
        [W_K] = {"attn.c_attn.weight", true, C, K, C},
        [W_V] = {"attn.c_attn.weight", true, C + K, K, C},
        [W_O] = {"attn.c_proj.weight", true, 0, C, C},
        [NORM_2] = {"ln_2.weight", true, 0, C, 0},
        [W_1] = {"mlp.c_gate.weight", true, 0, F, C},
        [W_2] = {"mlp.c_proj.weight", true, 0, C, F},
        [W_3] = {"mlp.c_fc.weight", true, 0, F, C},
        [NORM_F] = {"transformer.ln_f.weight", false, 0, C, 0},
        [COSINES] = {NULL, false, 0, T, D / 2},
        [SINES] = {NULL, false, 0, T, D / 2},
        [OUTPUT] = {"lm_head.weight", false, 0, h->shared ? 0 : V, C},
    };
    for (size_t i = 0; i < N_ARRAYS; i++) {
        list[i] = arrays[order[h->version][i]];
    }
}

static size_t copies(const struct header *h, const struct array *a)
{
    return a->each_layer ? (size_t)h->layers : 1;
}

/* In 64 bits, where no product of sizes in range overflows. */
static uint64_t file_size(const struct header *h, const struct array *list)
{
    uint64_t n = 0;
    for (size_t i = 0; i < N_ARRAYS; i++) {
        const struct array *a = &list[i];
        n += (uint64_t)copies(h, a) * a->rows * (a->columns ? a->columns : 1);
    }
    return h->n_bytes + n * sizeof(float);
}

/* "transformer.h.3." + name for an array of layers. */
static const char *param_name(struct gf_arena *arena, const struct array *a,
                              size_t layer)
{
    char text[80];
    if (!a->each_layer) return a->param;
    size_t n = gf_format(text, sizeof text, "transformer.h.%z.%s", layer, a->param);
    return gf_arena_string(arena, text, n);
}

static enum gf_status list_parts(struct gf_foreign *model, struct gf_arena *arena,
                                 const struct header *h, const struct array *list,
                                 size_t at, struct gf_error *err)
{
    size_t most = N_ARRAYS * (size_t)h->layers;
    model->parts = gf_arena_array(arena, most, sizeof *model->parts);
    for (size_t i = 0; model->parts && i < N_ARRAYS; i++) {
        const struct array *a = &list[i];
        size_t n_bytes = a->rows * (a->columns ? a->columns : 1) * sizeof(float);
        for (size_t l = 0; l < copies(h, a); l++, at += n_bytes) {
            if (a->param && a->rows > 0) {
                model->parts[model->n_parts++] =
                    (struct gf_foreign_part){.param = param_name(arena, a, l),
                                             .first_row = a->first_row,
                                             .rows = a->rows,
                                             .columns = a->columns,
                                             .dtype = GF_DTYPE_F32,
                                             .offset = at};
            }
        }
    }
    return arena->failed ? gf_fail(err, GF_E_no_memory) : GF_OK;
}

/* ---- files ------------------------------------------------------------------------- */

static enum gf_status open(struct header *h, struct gf_config *config,
                           struct array *list, const void *bytes, size_t n,
                           struct gf_error *err)
{
    if (!read_header(h, bytes, n)) return gf_fail(err, GF_E_llama2c_header);
    enum gf_status status = read_settings(h, config, err);
    if (status != GF_OK) return status;
    list_arrays(h, list);
    return file_size(h, list) == n ? GF_OK : gf_fail(err, GF_E_llama2c_size, n);
}

bool gf_is_llama2c(const void *bytes, size_t n)
{
    struct header h;
    struct gf_config config;
    struct array list[N_ARRAYS];
    return open(&h, &config, list, bytes, n, NULL) == GF_OK;
}

enum gf_status gf_llama2c_read(struct gf_foreign *model, struct gf_arena *arena,
                               const void *bytes, size_t n, const void *tokenizer,
                               size_t n_tokenizer, struct gf_error *err)
{
    struct gf_foreign m = {0};
    struct header h;
    struct array list[N_ARRAYS];
    enum gf_status status = open(&h, &m.config, list, bytes, n, err);
    if (status != GF_OK) return status;
    status = gf_sentencepiece_open(&m.tokenizer, arena, tokenizer, n_tokenizer, err);
    if (status == GF_OK && m.tokenizer.n_vocab != (size_t)h.vocabulary) {
        status = gf_fail(err, GF_E_tokenizer_of_other_model, m.tokenizer.n_vocab,
                         (size_t)h.vocabulary);
    }
    if (status == GF_OK) status = list_parts(&m, arena, &h, list, h.n_bytes, err);
    if (status == GF_OK) {
        *model = m;
    }
    return status;
}
