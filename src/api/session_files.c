/* A model of another program, read piece by piece into the weights of a session.
 * SPDX-License-Identifier: MIT */
#include "api/session.h"

#include "storage/import.h"

#include <string.h>

/* Bytes of a piece, where a row is not longer: long enough that asking for it costs little
 * beside reading it, short beside any model that needs pieces. */
#define PIECE_BYTES ((size_t)1 << 17)

/* Keeps what the rest of the reading needs of the parts. */
static enum gf_status keep_parts(struct gf_session *session,
                                 const struct gf_foreign *foreign, struct gf_error *err)
{
    struct gf_session_reading *r = &session->reading;
    r->parts = gf_arena_array(&r->arena, foreign->n_parts, sizeof *r->parts);
    for (size_t i = 0; r->parts && i < foreign->n_parts; i++) {
        const char *name = foreign->parts[i].param;
        r->parts[i] = foreign->parts[i];
        r->parts[i].param = gf_arena_string(&r->arena, name, strlen(name));
    }
    if (r->arena.failed) return gf_fail(err, GF_E_no_memory);
    r->n_parts = foreign->n_parts;
    return GF_OK;
}

/* The model of the parts that are kept. */
static enum gf_status new_model(struct gf_session *session,
                                const struct gf_config *config,
                                struct gf_foreign *foreign,
                                const enum gf_number *numbers, struct gf_error *err)
{
    const struct gf_tokenizer no_labels = {0};
    const bool adapts = config->lora_rank > 0;
    enum gf_status status =
        gf_session_model(session, config, &foreign->tokenizer, &no_labels, false,
                         adapts ? NULL : numbers, err);
    if (status == GF_OK && adapts) { /* adapters, which are there to be trained */
        gf_weights_init(&session->model.weights, (uint64_t)config->seed, true);
    }
    return status;
}

/* The settings become those of the model. scratch: what the files were read into, freed before
 * the model is allocated. */
static enum gf_status open_foreign(struct gf_session *session,
                                   struct gf_foreign *foreign, struct gf_arena *scratch,
                                   const char *text, size_t n_text,
                                   const char *overrides, size_t n_overrides,
                                   struct gf_error *err)
{
    struct gf_config *config = &foreign->config;
    enum gf_number numbers[GF_MAX_PARAMS];
    enum gf_status status = gf_foreign_check(foreign, numbers, err);
    if (status == GF_OK) {
        status = gf_session_settings(config, overrides, n_overrides, err);
    }
    if (status == GF_OK) status = keep_parts(session, foreign, err);
    gf_arena_free(scratch);
    if (status == GF_OK) status = new_model(session, config, foreign, numbers, err);
    return status == GF_OK ? gf_session_attach(session, text, n_text, err) : status;
}

/* Bytes until it has written, nearly: the weights are those of the file, or with adapters
 * float32. */
static size_t need_of(const struct gf_session_reading *r,
                      const struct gf_config *config)
{
    size_t n = gf_generator_measure(config);
    for (size_t i = 0; i < r->n_parts; i++) {
        const struct gf_foreign_part *part = &r->parts[i];
        const size_t stored = gf_foreign_stored_rows(part) * gf_foreign_row_bytes(part);
        n += config->lora_rank > 0 ? stored / gf_dtype_size(part->dtype) * sizeof(float)
                                   : stored;
    }
    return n;
}

struct gf_session *gf_session_open_files(const struct gf_file *files,
                                         const size_t *n_here, size_t n_files,
                                         const char *text, size_t n_text,
                                         const char *overrides, size_t n_overrides,
                                         struct gf_error *err)
{
    struct gf_error local;
    err = err ? err : &local;
    struct gf_session *session = gf_session_allocate(err);
    if (!session) return NULL;
    GF_SCOPED_ARENA(scratch);
    struct gf_foreign foreign = {.words = &session->data};
    enum gf_status status =
        gf_foreign_read(&foreign, &scratch, files, n_here, n_files, err);
    if (status == GF_OK) {
        status = open_foreign(session, &foreign, &scratch, text, n_text, overrides,
                              n_overrides, err);
    }
    if (status == GF_OUT_OF_MEMORY && session->reading.n_parts > 0) {
        status = gf_fail(err, GF_E_no_memory_to_open,
                         need_of(&session->reading, &foreign.config) >> 20);
    }
    return gf_session_finish(session, status);
}

bool gf_session_next_piece(const struct gf_session *session,
                           struct gf_file_piece *piece)
{
    const struct gf_session_reading *r = &session->reading;
    if (r->part == r->n_parts) return false;
    const struct gf_foreign_part *part = &r->parts[r->part];
    size_t row_bytes = gf_foreign_row_bytes(part);
    size_t left = gf_foreign_stored_rows(part) - r->row, n = PIECE_BYTES / row_bytes;
    n = n < 1 ? 1 : n < left ? n : left;
    *piece = (struct gf_file_piece){.file = part->file,
                                    .offset = part->offset + r->row * row_bytes,
                                    .n = n * row_bytes};
    return true;
}

enum gf_status gf_session_put_piece(struct gf_session *session, const void *bytes,
                                    struct gf_error *err)
{
    struct gf_session_reading *r = &session->reading;
    struct gf_file_piece piece;
    if (!gf_session_next_piece(session, &piece)) return GF_OK;
    const struct gf_foreign_part *part = &r->parts[r->part];
    struct gf_model *model = &session->model;
    int number = gf_layout_find(&model->layout, part->param);
    struct gf_weights *weights = &model->weights;
    struct gf_stored_rows rows = {r->row, piece.n / gf_foreign_row_bytes(part)};
    enum gf_status status =
        weights->prepacked
            ? gf_foreign_put_prepacked(part, rows, bytes, &weights->prepacked[number],
                                       err)
            : gf_foreign_put(
                  part, rows, bytes,
                  (char *)(weights->value + model->layout.params[number].offset), err);
    if (status != GF_OK) return status;
    r->row += rows.n;
    if (r->row == gf_foreign_stored_rows(part)) {
        r->part++;
        r->row = 0;
    }
    if (r->part == r->n_parts) {
        gf_arena_free(&r->arena);
        *r = (struct gf_session_reading){0};
        gf_model_changed(model);
    }
    return GF_OK;
}
