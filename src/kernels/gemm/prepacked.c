/* One row, or packed panels, from a prepacked weight: each output is one chain in ascending k
 * over the widened numbers, the same bits as from float32.
 *
 * In the product with one row the factor 2^112 of a float16 goes to x, once for all outputs:
 * (2^112 x) (2^-112 w) has the value of x w before it is rounded, so it is rounded to the same
 * float. Where that factor makes x infinite the caller widens the weight.
 * SPDX-License-Identifier: MIT */
#include "kernels/gemm/prepacked.h"

#include "kernels/gemm/tile.h"

#define PANEL_VECTORS (GF_PANEL_OUTPUTS / GF_LANES)

/* The numbers of one row of a panel, without the factor of a float16; v in order of outputs. */
GF_INLINE void widen_row(enum gf_number number, gf_vf *v, const char *from)
{
    enum { HALF = PANEL_VECTORS / 2 };
    const int32_t shift = number == GF_FLOAT16 ? 3 : 0;
    const int32_t mask = number == GF_FLOAT16 ? GF_FLOAT16_MASK : (int32_t)0xffff0000;
    if (number == GF_FLOAT32) {
        memcpy(v, from, PANEL_VECTORS * sizeof *v);
        return;
    }
    for (int i = 0; i < HALF; i++) {
        gf_vi words;
        memcpy(&words, from + (size_t)i * sizeof words, sizeof words);
        v[i] = gf_from_bits(words << 16 >> shift & mask);
        v[i + HALF] = gf_from_bits(words >> shift & mask);
    }
}

/* y[0 .. 32) += x W^T */
GF_INLINE void panel_row(enum gf_number number, float *y, const float *x, size_t K,
                         const char *w)
{
    const size_t step = GF_PANEL_OUTPUTS * gf_number_bytes(number);
    gf_vf acc[PANEL_VECTORS], v[PANEL_VECTORS];
    memcpy(acc, y, sizeof acc);
    for (size_t k = 0; k < K; k++, w += step) {
        const gf_vf xk = gf_splat(x[k]);
        widen_row(number, v, w);
        GF_UNROLL
        for (int i = 0; i < PANEL_VECTORS; i++) acc[i] = gf_madd(acc[i], xk, v[i]);
    }
    memcpy(y, acc, sizeof acc);
}

static void float32_panel(float *y, const float *x, size_t K, const char *w)
{
    panel_row(GF_FLOAT32, y, x, K, w);
}

static void float16_panel(float *y, const float *x, size_t K, const char *w)
{
    panel_row(GF_FLOAT16, y, x, K, w);
}

static void bfloat16_panel(float *y, const float *x, size_t K, const char *w)
{
    panel_row(GF_BFLOAT16, y, x, K, w);
}

static void (*const panel_rows[])(float *, const float *, size_t, const char *) = {
    [GF_FLOAT32] = float32_panel,
    [GF_FLOAT16] = float16_panel,
    [GF_BFLOAT16] = bfloat16_panel,
};

const float *GF_FN(prepacked_row_of)(const struct gf_prepacked *w, const float *x,
                                     float *scaled)
{
    float rest = 0; /* not a number from the first that is infinite on */
    if (w->number != GF_FLOAT16) return x;
    GF_FN(scale)(scaled, x, GF_FLOAT16_FACTOR, w->columns);
    GF_ROLLED
    for (size_t k = 0; k < w->columns; k++) rest = rest + (scaled[k] - scaled[k]);
    return rest == 0 ? scaled : NULL;
}

void GF_FN(prepacked_product)(float *y, const float *x, const struct gf_prepacked *w)
{
    const size_t K = w->columns,
                 step = K * GF_PANEL_OUTPUTS * gf_number_bytes(w->number);
    const char *from = w->data;
    for (size_t n = 0; n < w->rows; n += GF_PANEL_OUTPUTS, from += step) {
        float sum[GF_PANEL_OUTPUTS] = {0};
        const size_t n_bytes = gf_min_size(GF_PANEL_OUTPUTS, w->rows - n) * sizeof *sum;
        memcpy(sum, y + n, n_bytes);
        panel_rows[w->number](sum, x, K, from);
        memcpy(y + n, sum, n_bytes);
    }
}

void GF_FN(prepacked_strip)(float *dst, const struct gf_prepacked *w, size_t n,
                            size_t cols)
{
    const size_t K = w->columns, size = gf_number_bytes(w->number);
    const gf_vf factor = gf_splat(w->number == GF_FLOAT16 ? GF_FLOAT16_FACTOR : 1);
    const char *from = (const char *)w->data + n * K * size;
    for (size_t c = 0; c < cols; c += GF_PANEL_OUTPUTS, dst += K * GF_PANEL_OUTPUTS)
        for (size_t k = 0; k < K; k++, from += GF_PANEL_OUTPUTS * size) {
            gf_vf v[PANEL_VECTORS];
            widen_row(w->number, v, from);
            for (size_t i = 0; i < PANEL_VECTORS; i++)
                gf_store(dst + (i / GF_NV * K + k) * GF_NR + i % GF_NV * GF_LANES,
                         v[i] * factor);
        }
}

void GF_FN(prepacked_strip_of_w)(float *dst, const struct gf_prepacked *w, size_t n,
                                 size_t cols)
{
    const size_t K = w->rows;
    for (size_t c = 0; c < gf_round_up(cols, GF_NR); c++) {
        float *to = dst + c / GF_NR * K * GF_NR + c % GF_NR;
        for (size_t k = 0; k < K; k++)
            to[k * GF_NR] = c < cols ? gf_prepacked_at(w, k, n + c) : 0;
    }
}
