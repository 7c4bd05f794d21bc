/* Stored numbers as floats.
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "storage/safetensors.h"

static float from_bits(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* IEEE binary16: 1 sign, 5 exponent (bias 15) and 10 fraction bits. */
static float half_to_float(uint16_t h)
{
    uint32_t sign = (uint32_t)(h >> 15) << 31;
    uint32_t exponent = h >> 10 & 31, fraction = h & 0x3ff;
    if (exponent == 31) return from_bits(sign | 0x7f800000u | fraction << 13);
    if (exponent == 0) {
        float tiny = (float)fraction * 0x1p-24f; /* subnormal: exact in float */
        return sign ? -tiny : tiny;
    }
    return from_bits(sign | (exponent + 112) << 23 | fraction << 13);
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
                                                   : from_bits((uint32_t)h << 16);
        }
        return GF_OK;
    default:
        return gf_fail(err, GF_E_tensor_not_floats, tensor->name,
                       gf_dtype_name(tensor->dtype));
    }
}
