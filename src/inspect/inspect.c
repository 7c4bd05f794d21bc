/* SPDX-License-Identifier: MIT */
#include "inspect/inspect.h"

#include <string.h>

#include "inspect/request.h"

static const struct {
    const char *name, *arguments;
    void (*run)(struct gf_request *req);
} analyses[] = {
#define GF_ANALYSIS(name, about, arguments) {#name, arguments, gf_inspect_##name},
#include "inspect/analyses.def"
#undef GF_ANALYSIS
};

/* GF_COUNT(analyses): none of that name. */
static size_t find(const char *name)
{
    size_t i = 0;
    while (i < GF_COUNT(analyses) && strcmp(analyses[i].name, name) != 0) i++;
    return i;
}

const char *gf_analysis_arguments(const char *name)
{
    const size_t i = find(name);
    return i < GF_COUNT(analyses) ? analyses[i].arguments : NULL;
}

static void answer(struct gf_request *req)
{
    const char *name = "";
    size_t n;
    gf_json_as_string(gf_json_get(req->json, "what"), &name, &n);
    const size_t i = find(name);
    if (i == GF_COUNT(analyses)) {
        gf_request_fail(req, GF_E_unknown_analysis);
        return;
    }
    req->arguments = analyses[i].arguments;
    gf_json_begin_object(&req->report->json);
    analyses[i].run(req);
    gf_json_end_object(&req->report->json);
}

enum gf_status gf_inspect(struct gf_inspector *inspector, const char *request, size_t n,
                          struct gf_report *report, struct gf_error *err)
{
    GF_SCOPED_ARENA(scratch);
    struct gf_buffer *out = report->json.out, *floats = report->floats;
    size_t n_json = out->n, n_floats = floats ? floats->n : 0;
    struct gf_request req = {.inspector = inspector,
                             .report = report,
                             .scratch = &scratch,
                             .err = err ? err : &(struct gf_error){0}};
    req.json = gf_json_parse(&scratch, request, n, req.err);
    if (req.json) {
        answer(&req);
    } else {
        req.status = req.err->status;
    }
    if (gf_buffer_failed(out) || (floats && gf_buffer_failed(floats))) {
        gf_request_fail(&req, GF_E_no_memory);
    }
    enum gf_status status = gf_request_status(&req);
    if (status != GF_OK) {
        out->n = n_json;
        if (floats) floats->n = n_floats;
    }
    return status;
}
