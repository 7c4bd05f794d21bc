/* Stored numbers as floats.
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "kernels/prepacked.h"
#include "storage/safetensors.h"

/* As gf_widened, infinite numbers and NaN too. */
static float half_to_float(uint16_t h)
{
    float x = gf_widened(GF_FLOAT16, h);
    bool is_finite = (h & 0x7c00) != 0x7c00;
    if (is_finite) return x;
    return h & 0x3ff ? __builtin_nanf("") : x * __builtin_inff();
}

enum gf_status gf_stored_floats(const struct gf_stored_tensor *tensor, float *out,
                                size_t count, struct gf_error *err)
{
    if (gf_stored_count(tensor) != count) {
        return gf_fail(err, GF_E_tensor_count, tensor->name, gf_stored_count(tensor),
                       count);
    }
    const char *from = tensor->data;
    switch (tensor->dtype) {
    case GF_DTYPE_F32:
        memcpy(out, from, count * sizeof *out);
        return GF_OK;
    case GF_DTYPE_F64:
        for (size_t i = 0; i < count; i++) {
            double x;
            memcpy(&x, from + i * sizeof x, sizeof x);
            out[i] = (float)x;
        }
        return GF_OK;
    case GF_DTYPE_F16:
    case GF_DTYPE_BF16:
        for (size_t i = 0; i < count; i++) {
            uint16_t h;
            memcpy(&h, from + i * sizeof h, sizeof h);
            out[i] = tensor->dtype == GF_DTYPE_F16 ? half_to_float(h)
                                                   : gf_widened(GF_BFLOAT16, h);
        }
        return GF_OK;
    default:
        return gf_fail(err, GF_E_tensor_not_floats, tensor->name,
                       gf_dtype_name(tensor->dtype));
    }
}
