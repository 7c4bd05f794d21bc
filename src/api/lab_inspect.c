/* Analyses of a laboratory: makes the study when it is first needed.
 * SPDX-License-Identifier: MIT */
#include "inspect/inspect.h"
#include "api/lab.h"

static enum gf_status read_text(void *lab, const char *text, size_t n,
                                struct gf_reading *out, struct gf_error *err)
{
    return gf_lab_read(lab, text, n, out, err);
}

static enum gf_status make_study(struct gf_lab *lab, struct gf_error *err)
{
    if (lab->study.glass) {
        return GF_OK;
    }
    enum gf_status status =
        lab->glass.graph ? GF_OK : gf_glass_init(&lab->glass, &lab->model, err);
    if (status != GF_OK) {
        return status;
    }
    bool has_text = lab->can_train && lab->form == GF_FORM_TEXT;
    status = gf_study_init(&lab->study, &lab->glass, (struct gf_reader){lab, read_text},
                           lab->can_train ? &lab->trainer : NULL,
                           has_text ? &lab->corpus : NULL, err);
    lab->study.opened_at = lab->opened_at;
    return status;
}

enum gf_status gf_lab_inspect(struct gf_lab *lab, const char *request, size_t n,
                              struct gf_buffer *json, struct gf_buffer *floats,
                              struct gf_error *err)
{
    struct gf_report report = {.json = {.out = json}, .floats = floats};
    enum gf_status status = make_study(lab, err);
    if (status == GF_OK) {
        status = gf_inspect(&lab->study, request, n, &report, err);
        lab->glass.n = 0; /* what was looked at before is no longer there */
    }
    return status;
}
