/* Analyses of a session: creates the inspector on first use.
 * SPDX-License-Identifier: MIT */
#include "inspect/inspect.h"
#include "api/session.h"

static enum gf_status read_text(void *session, const char *text, size_t n,
                                struct gf_line *out, struct gf_error *err)
{
    return gf_session_encode(session, text, n, out, err);
}

static enum gf_status make_inspector(struct gf_session *session, struct gf_error *err)
{
    enum gf_status status =
        session->activations.model
            ? gf_activations_reserve(&session->activations, 1, GF_NO_GRADIENTS, err)
            : gf_activations_begin(&session->activations, &session->model, err);
    if (status != GF_OK || session->inspector.activations) return status;
    bool has_text = session->can_train && session->form == GF_FORM_TEXT;
    status = gf_inspector_init(&session->inspector, &session->activations,
                               (struct gf_text_encoder){session, read_text},
                               session->can_train ? &session->trainer : NULL,
                               has_text ? &session->corpus : NULL, err);
    session->inspector.opened_at = session->opened_at;
    return status;
}

enum gf_status gf_session_inspect(struct gf_session *session, const char *request,
                                  size_t n, struct gf_buffer *json,
                                  struct gf_buffer *floats, struct gf_error *err)
{
    struct gf_report report = {.json = {.out = json}, .floats = floats};
    enum gf_status status = make_inspector(session, err);
    if (status == GF_OK) {
        status = gf_inspect(&session->inspector, request, n, &report, err);
        session->activations.n =
            0; /* the activations of gf_session_run_with_cache are overwritten */
    }
    return status;
}
