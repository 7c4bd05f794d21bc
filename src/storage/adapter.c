/* SPDX-License-Identifier: MIT */
#include "storage/adapter.h"

#include <string.h>

enum gf_status gf_adapter_save(const struct gf_model *model, struct gf_buffer *out,
                               struct gf_error *err)
{
    char base[GF_SHA256_HEX];
    if (!model->layout.has_lora) return gf_fail(err, GF_E_adapter_missing);
    gf_weights_hash(&model->weights, false, base);
    return gf_checkpoint_save(&(struct gf_content){.model = model, .base = base}, out,
                              err);
}

enum gf_status gf_is_adapter(bool *is_one, const void *bytes, size_t n,
                             struct gf_error *err)
{
    GF_SCOPED_ARENA(scratch);
    struct gf_safetensors file;
    enum gf_status status = GF_OK;
    *is_one = false;
    if (gf_is_safetensors(bytes, n)) {
        status = gf_safetensors_read(&file, &scratch, bytes, n, NULL);
        const char *format =
            status == GF_OK ? gf_safetensors_metadata(&file, "format") : NULL;
        *is_one = format && strcmp(format, GF_ADAPTER_FORMAT) == 0;
    }
    return status == GF_OUT_OF_MEMORY ? gf_fail(err, GF_E_no_memory) : GF_OK;
}

/* The model of checkpoint `cp` with the adapters of `own`. */
static enum gf_status join(const struct gf_checkpoint *own,
                           const struct gf_checkpoint *cp, struct gf_buffer *out,
                           struct gf_error *err)
{
    struct gf_model model;
    char base[GF_SHA256_HEX];
    const char *named = gf_safetensors_metadata(&own->file, "base");
    if (!named || own->config.lora_rank == 0 ||
        !gf_config_same_model(&own->config, &cp->config)) {
        return gf_fail(err, GF_E_adapter_of_other_model);
    }
    enum gf_status status =
        gf_model_allocate(&model, &own->config, &cp->tokenizer, false, NULL, err);
    if (status != GF_OK) return status;
    status = gf_model_set_labels(&model, &cp->labels, err);
    if (status == GF_OK) status = gf_checkpoint_weights(cp, &model, false, err);
    if (status == GF_OK) {
        gf_weights_hash(&model.weights, false, base);
        status = strcmp(base, named) == 0
                     ? gf_checkpoint_weights(own, &model, true, err)
                     : gf_fail(err, GF_E_adapter_of_other_model);
    }
    const struct gf_content joined = {.model = &model};
    if (status == GF_OK) status = gf_checkpoint_save(&joined, out, err);
    gf_model_free(&model);
    return status;
}

enum gf_status gf_adapter_apply(const void *adapter, size_t n_adapter,
                                const void *model, size_t n_model,
                                struct gf_buffer *out, struct gf_error *err)
{
    GF_SCOPED_ARENA(scratch);
    struct gf_checkpoint own = {0}, cp;
    enum gf_status status =
        gf_safetensors_read(&own.file, &scratch, adapter, n_adapter, err);
    if (status == GF_OK) status = gf_checkpoint_read_config(&own, &scratch, err);
    if (status == GF_OK) {
        status = gf_checkpoint_open(&cp, &scratch, &scratch, model, n_model, err);
    }
    if (status == GF_OK) status = join(&own, &cp, out, err);
    return status;
}
