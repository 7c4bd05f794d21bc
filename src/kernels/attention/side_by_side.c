/* Attention of GF_LANES heads at once, a head in every lane: what training does with short
 * sequences. No sum crosses lanes and no row ends in the middle of a vector, where tiles of
 * one head spend half of their work. A head's operations and their order are those of
 * forward.c and backward.c, so the bytes are the same.
 *
 * Matrices of a head are stored by blocks of four rows, [rows / 4][columns][4] vectors: a
 * block of scores is [keys][4].
 * SPDX-License-Identifier: MIT */
#include "kernels/attention/side_by_side.h"

/* Rows of a block, and queries of a tile. */
#define QUAD 4

/* Floats that both caches of a core hold, by the widest vectors. */
#define MOST_WORK (256 * 1024)

/* A matrix of queries or of keys: rows of a sequence, and where each lane's head begins. */
struct matrix {
    size_t rows, ld;
    size_t at[GF_LANES];
};

struct lanes {
    const struct gf_attn *a;
    size_t first;  /* head of the first lane, counting those of all sequences */
    size_t Tq, Tk; /* whole blocks */
    struct matrix q, k, v, o;
    gf_vf head_mask;
    gf_vu index; /* stream index of A[0][0] for dropout */
    struct gf_dropout drop;
    float *free;
};

static size_t blocks(size_t rows)
{
    return gf_round_up(rows, QUAD);
}

/* Floats of Q, K, V, dO, of P and dS, of a block of outputs and of sums of rows. */
static size_t needed(size_t Tq, size_t Tk, size_t D)
{
    const size_t q = blocks(Tq), k = blocks(Tk);
    return GF_LANES * (2 * (q + k) * D + 2 * q * k + QUAD * D + q);
}

size_t gf_side_by_side_work(size_t Tq, size_t Tk, size_t D)
{
    return gf_min_size(needed(Tq, Tk, D), MOST_WORK);
}

bool gf_side_by_side_fits(const struct gf_attn *a)
{
    return a->Tq >= QUAD && a->D % 4 == 0 && a->n_seq * a->H % GF_LANES == 0 &&
           gf_attn_kv(a, a->H - 1) == a->H - 1 && !a->pad && !a->slope &&
           a->q_pos == 0 && (!a->causal || a->Tq == a->Tk) &&
           needed(a->Tq, a->Tk, a->D) <= MOST_WORK;
}

static float *take(struct lanes *w, size_t vectors)
{
    float *p = w->free;
    w->free += vectors * GF_LANES;
    return p;
}

static __attribute__((noinline)) struct matrix matrix_of(const struct lanes *w,
                                                         size_t rows, size_t ld)
{
    struct matrix m = {rows, ld, {0}};
    GF_ROLLED
    for (size_t l = 0; l < GF_LANES; l++) {
        const size_t b = (w->first + l) / w->a->H, h = (w->first + l) % w->a->H;
        m.at[l] = b * rows * ld + h * w->a->D;
    }
    return m;
}

static struct lanes begin(const struct gf_attn *a, size_t first)
{
    struct lanes w = {.a = a,
                      .first = first,
                      .Tq = blocks(a->Tq),
                      .Tk = blocks(a->Tk),
                      .drop = gf_dropout_of(a->key, a->p),
                      .free = a->work};
    float mask[GF_LANES];
    GF_ROLLED
    for (size_t l = 0; l < GF_LANES; l++)
        mask[l] = a->head_mask ? a->head_mask[(first + l) % a->H] : 1.0f;
    w.q = matrix_of(&w, a->Tq, a->ldq);
    w.k = matrix_of(&w, a->Tk, a->ldk);
    w.v = matrix_of(&w, a->Tk, a->ldv);
    w.o = matrix_of(&w, a->Tq, a->ldo);
    w.head_mask = gf_load(mask);
    w.index =
        gf_indices((uint32_t)(a->first_seq * a->H + first)) * (uint32_t)(a->Tq * a->Tk);
    return w;
}

/* factor * x in blocks, rows behind the last 0. */
static float *gather(struct lanes *w, const struct matrix *m, const float *x,
                     float factor)
{
    const size_t D = w->a->D, row = D * QUAD * GF_LANES, whole = blocks(m->rows);
    float *to = take(w, whole * D);
    if (m->rows < whole) memset(to + m->rows / QUAD * row, 0, row * sizeof(float));
    for (size_t t = 0; t < m->rows; t++, x += m->ld) {
        float *block = to + t / QUAD * row + t % QUAD * GF_LANES;
        for (size_t d = 0; d < D; d += 4)
            for (size_t l = 0; l < GF_LANES; l += 4) {
                gf_v4 r[4];
                for (size_t i = 0; i < 4; i++)
                    r[i] = gf_load4(x + m->at[l + i] + d) * factor;
                gf_transpose4(r);
                for (size_t i = 0; i < 4; i++)
                    gf_store4(block + (d + i) * QUAD * GF_LANES + l, r[i]);
            }
    }
    return to;
}

/* x = (add ? x : 0) + factor * block, for the block's rows t, t + 1, … */
static void scatter(const struct lanes *w, const float *block, size_t t,
                    const struct matrix *m, float *x, gf_vf factor, bool add)
{
    const size_t rows = gf_min_size(QUAD, m->rows - t);
    float f[GF_LANES];
    gf_store(f, factor);
    x += t * m->ld;
    for (size_t r = 0; r < rows; r++, x += m->ld)
        for (size_t d = 0; d < w->a->D; d += 4)
            for (size_t l = 0; l < GF_LANES; l += 4) {
                gf_v4 v[4];
                for (size_t i = 0; i < 4; i++)
                    v[i] = gf_load4(block + ((d + i) * QUAD + r) * GF_LANES + l) *
                           gf_load4(f + l);
                gf_transpose4(v);
                for (size_t i = 0; i < 4; i++) {
                    float *to = x + m->at[l + i] + d;
                    if (add) v[i] = gf_load4(to) + v[i];
                    gf_store4(to, v[i]);
                }
            }
}

/* c[n][4] = sum over k < K of a[k][4] b[k][n], each a chain from +0, for two n. A and B are
 * read by blocks of four k, in which (row, k) is vector row * AR + k * AK of A, and (n, k)
 * vector n * BN + k * BK of B. K is a multiple of 4, which compilers cannot know: each step is
 * a basic block of its own, as in gemm/tile.c. */
#define STEP(k) \
    if (left == (k)) break; \
    { \
        const gf_vf b0 = gf_load(y + (k)*BK * GF_LANES), \
                    b1 = gf_load(y + (BN + (k)*BK) * GF_LANES); \
        GF_UNROLL \
        for (int r = 0; r < QUAD; r++) { \
            const gf_vf u = gf_load(x + (r * AR + (k)*AK) * GF_LANES); \
            sum[2 * r] = gf_madd(sum[2 * r], u, b0); \
            sum[2 * r + 1] = gf_madd(sum[2 * r + 1], u, b1); \
        } \
    }

GF_INLINE void pair_of_columns(float *c, size_t K, const float *a, size_t a_block,
                               int AR, int AK, const float *b, size_t b_block, int BN,
                               int BK)
{
    gf_vf sum[2 * QUAD] = {0};
    const float *x = a, *y = b;
    GF_ROLLED
    for (size_t left = K;; left -= 4, x += a_block, y += b_block) {
        STEP(0)
        STEP(1)
        STEP(2)
        STEP(3)
    }
    GF_UNROLL
    for (int r = 0; r < QUAD; r++) {
        gf_store(c + r * GF_LANES, sum[2 * r]);
        gf_store(c + (QUAD + r) * GF_LANES, sum[2 * r + 1]);
    }
}
#undef STEP

/* Vectors of a block of four columns. */
#define SQUARE (4 * QUAD * GF_LANES)

/* s[key][4] = q k^T for one block of queries. */
static __attribute__((noinline)) void score(float *s, const float *q, const float *k,
                                            size_t keys, size_t D)
{
    for (size_t j = 0; j < keys; j += QUAD, s += SQUARE, k += D * QUAD * GF_LANES) {
        GF_ROLLED
        for (size_t n = 0; n < QUAD; n += 2)
            pair_of_columns(s + n * QUAD * GF_LANES, D, q, SQUARE, 1, 4,
                            k + n * GF_LANES, SQUARE, 1, 4);
    }
}

/* o[d][4] = s v for one block of queries. */
static void mix(float *o, const float *s, const float *v, size_t keys, size_t D)
{
    for (size_t d = 0; d < D; d += 2, o += SQUARE / 2, v += SQUARE / 2)
        pair_of_columns(o, keys, s, SQUARE, 1, 4, v, D * QUAD * GF_LANES, 4, 1);
}

/* o[d][4] = s^T x for one block of keys; s_block: from one block of queries to the next. */
static void mix_back(float *o, const float *s, size_t s_block, const float *x,
                     size_t queries, size_t D)
{
    for (size_t d = 0; d < D; d += 2, o += SQUARE / 2, x += SQUARE / 2)
        pair_of_columns(o, queries, s, s_block, 4, 1, x, D * QUAD * GF_LANES, 4, 1);
}

/* Keys that a block of queries needs. */
static size_t reach(const struct lanes *w, size_t i0)
{
    return w->a->causal ? i0 + QUAD : w->Tk;
}

/* Behind the reach of each row. */
static void close(const struct lanes *w, float *s, size_t i0, float value)
{
    const size_t first = gf_attn_reach(w->a, i0) * QUAD;
    GF_ROLLED
    for (size_t v = first; v < reach(w, i0) * QUAD; v++)
        if (v / QUAD >= gf_attn_reach(w->a, i0 + v % QUAD))
            gf_store(s + v * GF_LANES, gf_splat(value));
}

static void maxima(const float *s, size_t keys, gf_vf *max)
{
    GF_UNROLL
    for (int r = 0; r < QUAD; r++) max[r] = gf_splat(-__builtin_inff());
    GF_ROLLED
    for (; keys; keys--, s += QUAD * GF_LANES) {
        GF_UNROLL
        for (int r = 0; r < QUAD; r++)
            max[r] = gf_pmax(max[r], gf_load(s + r * GF_LANES));
    }
}

/* s = factor exp(s - max), two vectors at a time to hide latency. */
static void exponentials(float *s, size_t keys, const gf_vf *max, const gf_vf *factor)
{
    GF_ROLLED
    for (size_t v = 0; v < keys * QUAD; v += 2, s += 2 * GF_LANES) {
        const size_t r = v % QUAD;
        const gf_vf e = gf_vexp(gf_load(s) - max[r]);
        const gf_vf f = gf_vexp(gf_load(s + GF_LANES) - max[r + 1]);
        gf_store(s, e * factor[r]);
        gf_store(s + GF_LANES, f * factor[r + 1]);
    }
}

/* Each row's sum of x times y, or times one vector, in the pattern of gf_row; y_step 0: one
 * vector. */
static void slot_sums(const float *x, const float *y, size_t y_step, size_t keys,
                      gf_vf *sum)
{
    enum { ROW = QUAD * GF_LANES };
    float slots[GF_ROW_STEP * ROW];
    const size_t used = gf_min_size(GF_ROW_STEP, keys);
    GF_ROLLED
    for (size_t slot = 0; slot < used; slot++) {
        gf_vf in[QUAD] = {0};
        GF_ROLLED
        for (size_t j = slot; j < keys; j += GF_ROW_STEP) {
            const float *a = x + j * ROW, *b = y + j * QUAD * y_step;
            GF_UNROLL
            for (int r = 0; r < QUAD; r++)
                in[r] =
                    gf_madd(in[r], gf_load(a + r * GF_LANES), gf_load(b + r * y_step));
        }
        GF_UNROLL
        for (int r = 0; r < QUAD; r++)
            gf_store(slots + slot * ROW + r * GF_LANES, in[r]);
    }
    GF_ROLLED
    for (size_t half = GF_ROW_STEP / 2; half; half /= 2)
        if (half < used)
            for (size_t n = 0; n < gf_min_size(half, used - half) * ROW; n += GF_LANES)
                gf_store(slots + n,
                         gf_load(slots + n) + gf_load(slots + half * ROW + n));
    memcpy(sum, slots, ROW * sizeof(float));
}

/* Dropout on the block's weights, or on their gradient. */
static __attribute__((noinline)) void drop(const struct lanes *w, float *s, size_t i0,
                                           size_t keys)
{
    if (!(w->a->p > 0)) return;
    GF_ROLLED
    for (size_t v = 0; v < keys * QUAD; v++, s += GF_LANES) {
        const size_t at = (i0 + v % QUAD) * w->a->Tk + v / QUAD;
        gf_store(s, gf_drop_at(&w->drop, gf_load(s), w->index + (uint32_t)at));
    }
}

static float *stat_of(const struct lanes *w, size_t l, size_t i)
{
    return w->a->stat + 2 * ((w->first + l) * w->a->Tq + i);
}

/* Scores become weights. A row whose scores are all -infinity has weights and numbers of 0. */
static void forward_block(const struct lanes *w, float *s, size_t i0, size_t keys)
{
    float stat[2][QUAD][GF_LANES];
    gf_vf max[QUAD], sum[QUAD];
    const gf_vf one[QUAD] = {gf_splat(1), gf_splat(1), gf_splat(1), gf_splat(1)};
    close(w, s, i0, -__builtin_inff());
    maxima(s, keys, max);
    gf_vi some[QUAD];
    for (int r = 0; r < QUAD; r++) {
        some[r] = ~(max[r] == gf_splat(-__builtin_inff()));
        max[r] = gf_mask(some[r], max[r]);
    }
    exponentials(s, keys, max, one);
    slot_sums(s, (const float *)one, 0, keys, sum);
    for (int r = 0; r < QUAD; r++) {
        sum[r] = gf_mask(some[r], gf_splat(1) / sum[r]);
        gf_store(stat[0][r], max[r]);
        gf_store(stat[1][r], sum[r]);
    }
    GF_ROLLED
    for (size_t v = 0; v < keys * QUAD; v++)
        gf_store(s + v * GF_LANES, gf_load(s + v * GF_LANES) * sum[v % QUAD]);
    GF_ROLLED
    for (size_t i = i0; i < gf_min_size(i0 + QUAD, w->a->Tq) && w->a->stat; i++) {
        GF_ROLLED
        for (size_t l = 0; l < GF_LANES; l++) {
            stat_of(w, l, i)[0] = stat[0][i - i0][l];
            stat_of(w, l, i)[1] = stat[1][i - i0][l];
        }
    }
    drop(w, s, i0, keys);
}

void gf_attention_forward_lanes(const struct gf_attn *a)
{
    const size_t D = a->D;
    for (size_t first = 0; first < a->n_seq * a->H; first += GF_LANES) {
        struct lanes w = begin(a, first);
        const float *q = gather(&w, &w.q, a->q, a->scale);
        const float *k = gather(&w, &w.k, a->k, 1), *v = gather(&w, &w.v, a->v, 1);
        float *s = take(&w, w.Tk * QUAD), *o = take(&w, D * QUAD);
        for (size_t i = 0; i < a->Tq; i += QUAD, q += D * QUAD * GF_LANES) {
            const size_t keys = reach(&w, i);
            score(s, q, k, keys, D);
            forward_block(&w, s, i, keys);
            mix(o, s, v, keys, D);
            scatter(&w, o, i, &w.o, a->o, w.head_mask, false);
        }
    }
}

/* Scores and dO V^T become P and dS. */
static void backward_block(const struct lanes *w, float *s, float *g, size_t i0,
                           size_t keys, float *u)
{
    float stat[2][QUAD][GF_LANES];
    gf_vf max[QUAD], inv[QUAD], sum[QUAD];
    GF_ROLLED
    for (size_t r = 0; r < QUAD; r++) {
        const size_t i = gf_min_size(i0 + r, w->a->Tq - 1);
        GF_ROLLED
        for (size_t l = 0; l < GF_LANES; l++) {
            stat[0][r][l] = stat_of(w, l, i)[0];
            stat[1][r][l] = stat_of(w, l, i)[1];
        }
    }
    memcpy(max, stat[0], sizeof max);
    memcpy(inv, stat[1], sizeof inv);
    close(w, s, i0, -__builtin_inff());
    close(w, g, i0, 0);
    drop(w, g, i0, keys);
    exponentials(s, keys, max, inv);
    slot_sums(s, g, GF_LANES, keys, sum);
    GF_ROLLED
    for (size_t v = 0; v < keys * QUAD; v++) {
        float *at = g + v * GF_LANES;
        gf_store(at, gf_load(s + v * GF_LANES) * (gf_load(at) - sum[v % QUAD]));
    }
    drop(w, s, i0, keys);
    memcpy(u, sum, sizeof sum);
}

static void add_to_mask(const struct lanes *w, const float *u)
{
    GF_ROLLED
    for (size_t l = 0; l < GF_LANES && w->a->dmask; l++) {
        GF_ROLLED
        for (size_t i = 0; i < w->a->Tq; i++)
            w->a->dmask[(w->first + l) % w->a->H] += u[i * GF_LANES + l];
    }
}

void gf_attention_backward_lanes(const struct gf_attn *a)
{
    const size_t D = a->D, block = D * QUAD * GF_LANES;
    for (size_t first = 0; first < a->n_seq * a->H; first += GF_LANES) {
        struct lanes w = begin(a, first);
        const float *q = gather(&w, &w.q, a->q, a->scale);
        const float *k = gather(&w, &w.k, a->k, 1), *v = gather(&w, &w.v, a->v, 1);
        const float *d_o = gather(&w, &w.o, a->d_o, 1);
        const size_t row = w.Tk * QUAD * GF_LANES; /* a block of scores */
        float *s = take(&w, w.Tq * w.Tk), *g = take(&w, w.Tq * w.Tk);
        float *o = take(&w, D * QUAD), *u = take(&w, w.Tq);
        for (size_t i = 0; i < w.Tq / QUAD; i++) {
            const size_t keys = reach(&w, i * QUAD);
            score(s + i * row, q + i * block, k, keys, D);
            score(g + i * row, d_o + i * block, v, keys, D);
            backward_block(&w, s + i * row, g + i * row, i * QUAD, keys,
                           u + i * QUAD * GF_LANES);
            mix(o, g + i * row, k, keys, D);
            scatter(&w, o, i * QUAD, &w.q, a->dq, w.head_mask * gf_splat(a->scale),
                    a->accumulate);
        }
        add_to_mask(&w, u);
        for (size_t j = 0; j < a->Tk; j += QUAD) {
            const size_t i = a->causal ? j / QUAD : 0, queries = w.Tq - i * QUAD;
            const size_t at = i * row + j * QUAD * GF_LANES;
            mix_back(o, g + at, row, q + i * block, queries, D);
            scatter(&w, o, j, &w.k, a->dk, w.head_mask, a->accumulate_kv);
            mix_back(o, s + at, row, d_o + i * block, queries, D);
            scatter(&w, o, j, &w.v, a->dv, w.head_mask, a->accumulate_kv);
        }
    }
}
