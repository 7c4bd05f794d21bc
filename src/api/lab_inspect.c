/* Analyses of a laboratory: creates the inspector on first use.
 * SPDX-License-Identifier: MIT */
#include "inspect/inspect.h"
#include "api/lab.h"

static enum gf_status read_text(void *lab, const char *text, size_t n,
                                struct gf_encoded_text *out, struct gf_error *err)
{
    return gf_lab_encode(lab, text, n, out, err);
}

static enum gf_status make_inspector(struct gf_lab *lab, struct gf_error *err)
{
    enum gf_status status =
        lab->activations.model
            ? gf_activations_reserve(&lab->activations, 1, GF_NO_GRADIENTS, err)
            : gf_activations_begin(&lab->activations, &lab->model, err);
    if (status != GF_OK || lab->inspector.activations) return status;
    bool has_text = lab->can_train && lab->form == GF_FORM_TEXT;
    status = gf_inspector_init(
        &lab->inspector, &lab->activations, (struct gf_text_encoder){lab, read_text},
        lab->can_train ? &lab->trainer : NULL, has_text ? &lab->corpus : NULL, err);
    lab->inspector.opened_at = lab->opened_at;
    return status;
}

enum gf_status gf_lab_inspect(struct gf_lab *lab, const char *request, size_t n,
                              struct gf_buffer *json, struct gf_buffer *floats,
                              struct gf_error *err)
{
    struct gf_report report = {.json = {.out = json}, .floats = floats};
    enum gf_status status = make_inspector(lab, err);
    if (status == GF_OK) {
        status = gf_inspect(&lab->inspector, request, n, &report, err);
        lab->activations.n =
            0; /* the activations of gf_lab_run_with_cache are overwritten */
    }
    return status;
}
