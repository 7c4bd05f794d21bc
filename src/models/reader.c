/* SPDX-License-Identifier: MIT */
#include "models/reader.h"

#include <string.h>

/* Rows of one pass. */
#define PIECE ((size_t)32)
/* Rows of keys and values that there is room for at first. */
#define FIRST_ROWS ((size_t)128)

static bool reads_in_pieces(const struct gf_config *c)
{
    return c->causal &&
           (c->arch == GF_ARCH_DECODER || c->arch == GF_ARCH_ATTENTION_ONLY);
}

/* Rows and keys of the passes. */
static struct gf_extent extent_of(const struct gf_config *c)
{
    size_t T = (size_t)c->block_size;
    size_t rows = reads_in_pieces(c) && T > PIECE ? PIECE : T;
    return (struct gf_extent){1, {rows, gf_config_source_block(c)}, T};
}

/* Rows to make room for where n are needed, at most a window. */
static size_t room_for(const struct gf_config *c, size_t n)
{
    size_t most = gf_config_longest_block(c), rows = FIRST_ROWS;
    while (rows < n) rows *= 2;
    bool at_once = c->arch == GF_ARCH_ENCODER_DECODER; /* of the source, too */
    return at_once || rows > most ? most : rows;
}

enum gf_status gf_reader_begin(struct gf_reader *reader, struct gf_model *model,
                               struct gf_error *err)
{
    const struct gf_extent extent = extent_of(&model->config);
    size_t n = model->n_attention;
    struct gf_arena *arena = &reader->arena;
    *reader = (struct gf_reader){.piece = extent.max_time[GF_STREAM_MAIN], .n_kept = n};
    reader->graph =
        gf_model_graph_for(model, arena, GF_GRAPH_INFER, &extent, false, err);
    reader->cache.width = gf_config_kv_width(&model->config);
    reader->cache.k = gf_arena_array(arena, n + 1, sizeof(float *));
    reader->cache.v = gf_arena_array(arena, n + 1, sizeof(float *));
    reader->kept = gf_arena_array(arena, n + 1, sizeof(struct gf_arena));
    if (reader->graph && !arena->failed) return GF_OK;
    enum gf_status status = reader->graph ? gf_fail(err, GF_E_no_memory) : err->status;
    gf_arena_free(arena);
    *reader = (struct gf_reader){0};
    return status;
}

enum gf_status gf_reader_reserve(struct gf_reader *reader,
                                 const struct gf_config *config, size_t n,
                                 struct gf_error *err)
{
    if (n <= reader->rows) return GF_OK;
    struct gf_cache *cache = &reader->cache;
    const size_t rows = room_for(config, n), used = reader->rows * cache->width;
    for (size_t i = 0; i < reader->n_kept; i++) {
        struct gf_arena room = {0};
        float *k = gf_arena_array(&room, rows * cache->width, sizeof *k);
        float *v = gf_arena_array(&room, rows * cache->width, sizeof *v);
        if (!k || !v) {
            gf_arena_free(&room);
            return gf_fail(err, GF_E_no_memory);
        }
        if (used > 0) {
            memcpy(k, cache->k[i], used * sizeof *k);
            memcpy(v, cache->v[i], used * sizeof *v);
        }
        gf_arena_free(&reader->kept[i]);
        reader->kept[i] = room;
        cache->k[i] = k;
        cache->v[i] = v;
    }
    reader->rows = rows;
    return GF_OK;
}

void gf_reader_free(struct gf_reader *reader)
{
    for (size_t i = 0; i < reader->n_kept; i++) {
        gf_arena_free(&reader->kept[i]);
    }
    gf_arena_free(&reader->arena);
    *reader = (struct gf_reader){0};
}

size_t gf_reader_bytes(const struct gf_reader *reader)
{
    size_t n = reader->arena.n_bytes;
    for (size_t i = 0; i < reader->n_kept; i++) n += reader->kept[i].n_bytes;
    return n;
}

size_t gf_reader_measure(const struct gf_config *c)
{
    struct gf_model model;
    GF_SCOPED_ARENA(scratch);
    struct gf_error err;
    const struct gf_extent extent = extent_of(c);
    size_t n = 0;
    if (gf_model_outline(&model, c, NULL) != GF_OK) return 0;
    const struct gf_graph *graph =
        gf_model_graph_for(&model, &scratch, GF_GRAPH_INFER, &extent, true, &err);
    if (graph) {
        size_t kept = 2 * model.n_attention * room_for(c, 1) * gf_config_kv_width(c);
        n = scratch.n_bytes + graph->n_bytes + kept * sizeof(float);
    }
    gf_model_free(&model);
    return n;
}
