/* SPDX-License-Identifier: MIT */
#include "base/status.h"

static const char *const status_names[GF_STATUS_COUNT] = {
    [GF_OK] = "ok",
    [GF_BAD_CONFIG] = "bad-config",
    [GF_BAD_TEXT] = "bad-text",
    [GF_TEXT_TOO_SHORT] = "text-too-short",
    [GF_BAD_CHECKPOINT] = "bad-checkpoint",
    [GF_BAD_JSON] = "bad-json",
    [GF_BAD_ARGUMENT] = "bad-argument",
    [GF_OUT_OF_MEMORY] = "out-of-memory",
    [GF_DIVERGED] = "diverged",
};

const char *gf_status_name(enum gf_status status)
{
    return (unsigned)status < GF_STATUS_COUNT ? status_names[status] : "unknown";
}
