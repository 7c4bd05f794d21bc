/* SPDX-License-Identifier: MIT */
#include "storage/hugging_face.h"

#include "base/format.h"
#include "storage/hf_architectures.h"
#include "storage/tokenizer_json.h"

#include <string.h>

enum { HEAD_WIDTH = 64 /* of nanoGPT and GPT-2 in all their sizes */, MAX_NAME = 160 };

/* A model while it is read. */
struct reading {
    const struct gf_architecture *kind;
    struct gf_safetensors file;
    struct gf_arena *arena;
    const struct gf_json *config;
    const char *before; /* that is before all names of the file */
    bool bare;          /* names lack the architecture's `stack` */
    bool conv1d;        /* matrices of blocks are stored [columns][rows] */
    bool *used;         /* [n_tensors] */
    size_t size[GF_SIZE_COUNT];
    struct gf_foreign model;
};

/* ---- names --------------------------------------------------------------------------- */

/* The tensor of a layer of the list, or of the output layer (layer NULL). */
static const struct gf_stored_tensor *find(const struct reading *r,
                                           const struct gf_hf_layer *layer,
                                           size_t block, const char *part,
                                           char name[MAX_NAME])
{
    const char *stack = layer && !r->bare ? r->kind->stack : "";
    size_t at = gf_format(name, MAX_NAME, "%s%s", r->before, stack);
    if (layer && layer->in_block) {
        at += gf_format(name + at, MAX_NAME - at, "%s%z.", r->kind->block, block);
    }
    gf_format(name + at, MAX_NAME - at, "%s%s", layer ? layer->theirs : "lm_head",
              part);
    return gf_safetensors_find(&r->file, name);
}

/* Names may follow torch.compile's "_orig_mod.", or lack the name of the stack. */
static enum gf_status find_names(struct reading *r, struct gf_error *err)
{
    char name[MAX_NAME];
    for (int i = 3; i >= 0; i--) { /* the usual name last: it is said to be missing */
        r->before = i / 2 ? "_orig_mod." : "";
        r->bare = i % 2;
        if (find(r, &r->kind->layers[0], 0, ".weight", name)) return GF_OK;
    }
    return gf_bad_tensor(err, GF_E_tensor_missing, name);
}

/* GPT-2's Conv1D stores [columns][rows]; the same names in nanoGPT are nn.Linear. */
static void find_conv1d(struct reading *r)
{
    char name[MAX_NAME];
    for (size_t i = 0; i < r->kind->n_layers; i++) {
        const struct gf_hf_layer *layer = &r->kind->layers[i];
        const struct gf_stored_tensor *t = find(r, layer, 0, ".weight", name);
        r->conv1d = r->conv1d || (layer->rows == GF_SIZE_QKV && t && t->n_dims == 2 &&
                                  t->shape[0] < t->shape[1]);
    }
}

/* ---- nanoGPT ------------------------------------------------------------------------- */

static size_t rows_of(const struct gf_stored_tensor *t)
{
    return t && t->n_dims > 0 ? t->shape[0] : 0;
}

/* "n_head" of config.json or of the metadata; else heads of the usual width. */
static size_t head_count(const struct reading *r, size_t width)
{
    uint64_t n = 0;
    const char *text = gf_safetensors_metadata(&r->file, "n_head");
    for (; text && *text >= '0' && *text <= '9' && n < width; text++) {
        n = 10 * n + (uint64_t)(*text - '0');
    }
    if (n == 0 && width % HEAD_WIDTH == 0) {
        n = width / HEAD_WIDTH;
    }
    gf_json_as_uint(gf_json_get(r->config, "n_head"), &n);
    return (size_t)n;
}

/* No nanoGPT: config.json has to say what it is. */
static enum gf_status without_type(const struct reading *r, struct gf_error *err)
{
    return r->config
               ? gf_fail(err, GF_E_foreign_setting_missing, "model_type", "config.json")
               : gf_fail(err, GF_E_foreign_without_config);
}

/* What config.json of a GPT-2 would say of this file, by its tensors. */
static enum gf_status describe_nano(struct reading *r, struct gf_error *err)
{
    char name[MAX_NAME];
    const struct gf_hf_layer *list = r->kind->layers;
    enum { WTE, WPE, LN_1, FC = 4 };
    size_t L = 0;
    while (find(r, &list[LN_1], L, ".weight", name)) L++;
    const struct gf_stored_tensor *wte = find(r, &list[WTE], 0, ".weight", name);
    const struct gf_stored_tensor *head = find(r, NULL, 0, ".weight", name);
    size_t width = wte->n_dims == 2 ? wte->shape[1] : 0, H = head_count(r, width);
    if (r->conv1d) return without_type(r, err); /* a GPT-2 */
    if (H == 0) return gf_fail(err, GF_E_foreign_without_heads);
    if (head && !(head->data && wte->data))
        return gf_fail(err, GF_E_foreign_needed_whole);
    struct gf_buffer text = {.arena = r->arena};
    struct gf_json_writer w = {.out = &text};
    const struct {
        const char *key;
        size_t value;
    } sizes[] = {{"n_layer", L},
                 {"n_head", H},
                 {"n_embd", width},
                 {"vocab_size", rows_of(wte)},
                 {"n_positions", rows_of(find(r, &list[WPE], 0, ".weight", name))},
                 {"n_inner", rows_of(find(r, &list[FC], 0, ".weight", name))}};
    gf_json_begin_object(&w);
    for (size_t i = 0; i < GF_COUNT(sizes); i++) {
        gf_json_double(gf_json_key(&w, sizes[i].key), (double)sizes[i].value);
    }
    gf_json_string(gf_json_key(&w, "activation_function"), "gelu");
    gf_json_bool(gf_json_key(&w, "bias"), find(r, &list[LN_1], 0, ".bias", name));
    gf_json_bool(gf_json_key(&w, "tie_word_embeddings"),
                 !head || (head->n_bytes == wte->n_bytes &&
                           memcmp(head->data, wte->data, wte->n_bytes) == 0));
    gf_json_end_object(&w);
    if (r->arena->failed) return gf_fail(err, GF_E_no_memory);
    r->config = gf_json_parse(r->arena, text.data, text.n, err);
    return r->config ? GF_OK : err->status;
}

/* ---- tensors ------------------------------------------------------------------------- */

static bool has_bias(const struct reading *r, enum gf_bias bias)
{
    const struct gf_config *c = &r->model.config;
    const bool has[GF_BIAS_COUNT] = {[GF_BIAS_QKV] = c->bias_qkv,
                                     [GF_BIAS_OUT] = c->bias_attn_out,
                                     [GF_BIAS_MLP] = c->bias_mlp,
                                     [GF_BIAS_NORM] = c->bias_norm};
    return has[bias];
}

static void find_sizes(struct reading *r)
{
    const struct gf_config *c = &r->model.config;
    size_t C = (size_t)c->n_embd, K = gf_config_kv_width(c);
    const size_t sizes[GF_SIZE_COUNT] = {[GF_SIZE_C] = C,
                                         [GF_SIZE_K] = K,
                                         [GF_SIZE_F] = gf_config_ff(c),
                                         [GF_SIZE_T] = (size_t)c->block_size,
                                         [GF_SIZE_V] = (size_t)c->vocab_size,
                                         [GF_SIZE_QKV] = 3 * C,
                                         [GF_SIZE_C_AND_K] = C + K};
    memcpy(r->size, sizes, sizeof sizes);
}

/* Positions beyond the context are left out; else the shapes agree. */
static bool fits(const struct gf_hf_layer *layer, const struct gf_stored_tensor *t,
                 const struct gf_foreign_part *part)
{
    size_t rows = part->rows, columns = part->columns;
    if (columns == 0) return t->n_dims == 1 && t->shape[0] == rows;
    if (t->n_dims != 2) return false;
    if (part->transposed) return t->shape[0] == columns && t->shape[1] == rows;
    bool longer = layer && layer->rows == GF_SIZE_T && t->shape[0] > rows;
    return t->shape[1] == columns && (t->shape[0] == rows || longer);
}

static bool holds_floats(enum gf_dtype dtype)
{
    return dtype == GF_DTYPE_F32 || dtype == GF_DTYPE_F64 || dtype == GF_DTYPE_F16 ||
           dtype == GF_DTYPE_BF16;
}

/* Adds `part`, whose place is set, with the tensor of that name. */
static enum gf_status add_part(struct reading *r, const struct gf_hf_layer *layer,
                               size_t block, const char *suffix,
                               struct gf_foreign_part part, struct gf_error *err)
{
    char name[MAX_NAME], ours[MAX_NAME];
    const struct gf_stored_tensor *t = find(r, layer, block, suffix, name);
    if (!t) return gf_bad_tensor(err, GF_E_tensor_missing, name);
    if (!fits(layer, t, &part)) {
        return gf_bad_tensor(err, GF_E_tensor_of_other_shape, name);
    }
    if (!holds_floats(t->dtype)) {
        struct gf_error why;
        gf_fail(&why, GF_E_tensor_not_floats, name, gf_dtype_name(t->dtype));
        return gf_fail(err, GF_E_not_a_model, &why);
    }
    size_t at = layer && layer->in_block
                    ? gf_format(ours, sizeof ours, "transformer.h.%z.", block)
                    : 0;
    at += gf_format(ours + at, sizeof ours - at, "%s%s",
                    layer ? layer->ours : "lm_head", suffix);
    part.param = gf_arena_string(r->arena, ours, at);
    part.dtype = t->dtype;
    part.file = t->file;
    part.offset = t->offset;
    r->used[t - r->file.tensors] = true;
    r->model.parts[r->model.n_parts++] = part;
    return part.param ? GF_OK : gf_fail(err, GF_E_no_memory);
}

static enum gf_status add_layer(struct reading *r, const struct gf_hf_layer *layer,
                                size_t block, struct gf_error *err)
{
    struct gf_foreign_part part = {.first_row = r->size[layer->first_row],
                                   .rows = r->size[layer->rows],
                                   .columns = r->size[layer->columns],
                                   .transposed = r->conv1d && layer->in_block &&
                                                 layer->columns != GF_SIZE_NONE};
    enum gf_status status = add_part(r, layer, block, ".weight", part, err);
    if (status == GF_OK && has_bias(r, layer->bias)) {
        part.columns = 0;
        part.transposed = false;
        status = add_part(r, layer, block, ".bias", part, err);
    }
    return status;
}

/* Tables that the model computes itself, and an output layer that is the embedding. */
static bool is_computed(const char *name)
{
    static const char *const ends[] = {".attn.bias",      ".attn.masked_bias",
                                       ".attention.bias", ".attention.masked_bias",
                                       ".inv_freq",       "lm_head.weight"};
    for (size_t i = 0; i < GF_COUNT(ends); i++) {
        if (gf_ends_with(name, ends[i])) return true;
    }
    return false;
}

/* A tensor that nothing reads would be a part of the model that is lost. */
static enum gf_status check_used(const struct reading *r, struct gf_error *err)
{
    for (size_t i = 0; i < r->file.n_tensors; i++) {
        const char *name = r->file.tensors[i].name;
        if (!r->used[i] && !is_computed(name)) {
            return gf_bad_tensor(err, GF_E_foreign_tensor, name);
        }
    }
    return GF_OK;
}

static enum gf_status list_parts(struct reading *r, struct gf_error *err)
{
    const struct gf_architecture *kind = r->kind;
    size_t L = (size_t)r->model.config.n_layer;
    r->used = gf_arena_array(r->arena, r->file.n_tensors + 1, sizeof *r->used);
    r->model.parts =
        gf_arena_array(r->arena, 2 * kind->n_layers * (L + 1), sizeof *r->model.parts);
    if (!r->used || !r->model.parts) return gf_fail(err, GF_E_no_memory);
    find_sizes(r);
    enum gf_status status = GF_OK;
    for (size_t i = 0; i < kind->n_layers; i++) {
        const struct gf_hf_layer *layer = &kind->layers[i];
        for (size_t b = 0; status == GF_OK && b < (layer->in_block ? L : 1); b++) {
            status = add_layer(r, layer, b, err);
        }
    }
    struct gf_foreign_part head = {.rows = r->size[GF_SIZE_V],
                                   .columns = r->size[GF_SIZE_C]};
    if (status == GF_OK && !r->model.config.tied_head) {
        status = add_part(r, NULL, 0, ".weight", head, err);
    }
    return status == GF_OK ? check_used(r, err) : status;
}

/* ---- files --------------------------------------------------------------------------- */

static enum gf_status find_kind(struct reading *r, struct gf_error *err)
{
    const char *type = NULL;
    size_t n;
    bool nano = !gf_json_as_string(gf_json_get(r->config, "model_type"), &type, &n);
    r->kind = gf_find_architecture(nano ? "gpt2" : type);
    if (!r->kind) return gf_fail(err, GF_E_foreign_model_type, type);
    enum gf_status status = find_names(r, err);
    bool other = r->config && !gf_json_get(r->config, "n_head");
    if (nano && (status != GF_OK || other)) return without_type(r, err);
    find_conv1d(r);
    return status == GF_OK && nano ? describe_nano(r, err) : status;
}

/* The token that ends a document, -1 for none: the first of a list. */
static int32_t end_token(const struct gf_json *config)
{
    const struct gf_json *value = gf_json_get(config, "eos_token_id");
    uint64_t id = GF_MAX_VOCAB;
    value = value && value->type == GF_JSON_ARRAY ? value->first : value;
    return gf_json_as_uint(value, &id) && id < GF_MAX_VOCAB ? (int32_t)id : -1;
}

/* Whether all files are there that the index names. */
static enum gf_status check_index(const struct reading *r, const struct gf_json *index,
                                  struct gf_error *err)
{
    const struct gf_json *map = gf_json_get(index, "weight_map");
    for (const struct gf_json *e = map ? map->first : NULL; e; e = e->next) {
        bool is_piece =
            e->type == GF_JSON_STRING && gf_ends_with(e->string, ".safetensors");
        if (is_piece && !gf_safetensors_find(&r->file, e->key)) {
            return gf_fail(err, GF_E_foreign_piece_missing, e->string);
        }
    }
    return GF_OK;
}

static enum gf_status read_weights(struct reading *r, const struct gf_hf_files *files,
                                   struct gf_error *err)
{
    struct gf_safetensors *each =
        gf_arena_array(r->arena, files->n_weights, sizeof *each);
    if (!each) return gf_fail(err, GF_E_no_memory);
    for (size_t i = 0; i < files->n_weights; i++) {
        const struct gf_hf_weights *w = &files->weights[i];
        enum gf_status status = gf_safetensors_read_header(
            &each[i], r->arena, w->file->bytes, w->n_here, w->file->n, err);
        if (status != GF_OK) return status;
        for (size_t t = 0; t < each[i].n_tensors; t++) {
            each[i].tensors[t].file = w->number;
        }
        const char *format = gf_safetensors_metadata(&each[i], "format");
        bool is_ours = format && strncmp(format, "glassformer", 11) == 0;
        if (is_ours && w->n_here < w->file->n) { /* maybe with its adapter */
            return gf_fail(err, GF_E_foreign_needed_whole);
        }
        if (format && strcmp(format, "glassformer") == 0) {
            return gf_fail(err, GF_E_tokenizer_not_needed);
        }
    }
    enum gf_status status =
        gf_safetensors_join(&r->file, r->arena, each, files->n_weights, err);
    return status == GF_OK ? check_index(r, files->index, err) : status;
}

enum gf_status gf_hugging_face_read(struct gf_foreign *model, struct gf_arena *arena,
                                    const struct gf_hf_files *files,
                                    struct gf_error *err)
{
    struct reading r = {.arena = arena, .config = files->config};
    struct gf_error why = {0};
    enum gf_status status = read_weights(&r, files, err);
    if (status != GF_OK) return status;
    if (!files->tokenizer) return gf_fail(err, GF_E_foreign_without_tokenizer);
    status = find_kind(&r, err);
    if (status != GF_OK) return status;
    if (gf_hf_settings_read(&r.model.config, r.kind, r.config, &why) != GF_OK) {
        return gf_not_a_model(err, &why);
    }
    status = list_parts(&r, err);
    if (status == GF_OK) {
        r.model.words = model->words;
        status = gf_tokenizer_json_read(
            &r.model.tokenizer, model->words ? model->words : arena, files->tokenizer,
            (size_t)r.model.config.vocab_size, end_token(files->config), err);
    }
    if (status == GF_OK) {
        *model = r.model;
    }
    return status;
}
