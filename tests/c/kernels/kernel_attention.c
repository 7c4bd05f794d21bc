/* Tests of attention.
 * SPDX-License-Identifier: MIT */
#include "kernel_tests.h"

/* What the tests vary. */
struct shape {
    size_t n_seq, H, D, Tq, Tk, q_pos;
    bool causal, pad, head_mask;
    float p;
    size_t n_kv_head; /* 0: H */
    bool slope;
};

static const struct shape shapes[] = {
    {1, 1, 4, 1, 1, 0, true, false, false, 0, 0, false},       /* the smallest */
    {2, 2, 8, 13, 13, 0, true, false, false, 0, 0, false},     /* causal */
    {1, 3, 5, 9, 9, 0, false, true, true, 0, 0, false},        /* padding, odd D */
    {2, 1, 16, 5, 19, 14, true, false, true, 0, 0, false},     /* 14 cached, 5 new */
    {1, 2, 6, 7, 11, 0, false, false, false, 0, 0, false},     /* cross attention */
    {2, 2, 4, 10, 10, 0, true, true, true, 0.3f, 0, false},    /* all, with dropout */
    {1, 1, 3, 70, 70, 0, true, false, true, 0.2f, 0, false},   /* query blocks */
    {1, 1, 34, 35, 35, 0, true, false, false, 0, 0, false},    /* and panels of D */
    {2, 6, 5, 13, 13, 0, true, true, true, 0.3f, 2, false},    /* groups of 3 heads */
    {1, 4, 7, 37, 37, 0, true, false, false, 0, 2, false},     /* and query blocks */
    {2, 3, 4, 5, 19, 14, true, false, true, 0, 1, false},      /* one of keys, cached */
    {1, 2, 5, 40, 40, 0, true, true, false, 0, 0, true},       /* slopes, blocks */
    {2, 3, 4, 5, 19, 14, true, false, true, 0.2f, 1, true},    /* slopes, cached */
    {1, 2, 6, 11, 11, 0, false, false, false, 0, 0, true},     /* slopes both ways */
    {8, 2, 8, 21, 21, 0, true, false, true, 0.3f, 0, false},   /* heads fill lanes */
    {4, 4, 4, 6, 9, 0, false, false, false, 0.1f, 0, false},   /* cross attention */
    {1, 16, 12, 16, 16, 0, false, false, true, 0.2f, 0, false} /* and both ways */
};

/* q, k, v as thirds of one row, as a fused projection writes them, where Tq = Tk. */
static struct gf_attn new_attn(const struct shape *s)
{
    const size_t C = s->H * s->D, nq = s->n_seq * s->Tq, nk = s->n_seq * s->Tk;
    struct gf_attn a = {.n_seq = s->n_seq,
                        .H = s->H,
                        .D = s->D,
                        .n_kv_head = s->n_kv_head,
                        .Tq = s->Tq,
                        .Tk = s->Tk};
    a.ldq = a.ldk = a.ldv = 3 * C;
    a.q = random_floats(nq * 3 * C, 1);
    float *kv = s->Tq == s->Tk ? NULL : random_floats(nk * 3 * C, 2);
    a.k = (kv ? kv : a.q) + C;
    a.v = (kv ? kv : a.q) + 2 * C;
    a.scale = 1.4f / sqrtf((float)s->D);
    a.causal = s->causal;
    a.q_pos = s->q_pos;
    if (s->pad) {
        uint8_t *pad = (uint8_t *)floats(nk);
        for (size_t i = 0; i < nk; i++) pad[i] = i % 4 == 1;
        a.pad = pad;
    }
    if (s->head_mask) a.head_mask = random_floats(s->H, 3);
    if (s->slope) a.slope = random_floats(s->H, 5);
    a.ldo = C + 1;
    a.o = floats(nq * a.ldo);
    a.stat = floats(nq * s->H * 2);
    a.p = s->p;
    a.key = gf_rng_key(11, GF_RNG_DROPOUT, 4);
    a.first_seq = 3;
    a.d_o = random_floats(nq * a.ldo, 4);
    a.dq = floats(nq * 3 * C);
    float *dkv = kv ? floats(nk * 3 * C) : NULL;
    a.dk = (dkv ? dkv : a.dq) + C;
    a.dv = (dkv ? dkv : a.dq) + 2 * C;
    a.dmask = floats(s->H);
    const size_t n_work = gf_k->attention_work(s->Tq, s->Tk, s->D);
    a.work = floats(n_work);
    for (size_t i = 0; i < n_work; i++) a.work[i] = NAN; /* what was left there */
    return a;
}

/* rows of C out of rows of ld. */
static float *compact(const float *x, size_t rows, size_t ld, size_t C)
{
    float *y = floats(rows * C);
    for (size_t r = 0; r < rows; r++) memcpy(y + r * C, x + r * ld, C * sizeof(float));
    return y;
}

static double *columns(const float *x, size_t rows, size_t ld, size_t C)
{
    return widened(compact(x, rows, ld, C), rows * C);
}

/* The same problem for the reference. */
struct wide {
    const struct gf_attn *a;
    double *q, *k, *v, *head_mask, *o, *weight;
};

static struct wide widen(const struct gf_attn *a)
{
    const size_t C = a->H * a->D, nq = a->n_seq * a->Tq, nk = a->n_seq * a->Tk;
    const size_t K = ref_kv_heads(a) * a->D;
    return (struct wide){.a = a,
                         .q = columns(a->q, nq, a->ldq, C),
                         .k = columns(a->k, nk, a->ldk, K),
                         .v = columns(a->v, nk, a->ldv, K),
                         .head_mask = a->head_mask ? widened(a->head_mask, a->H) : NULL,
                         .o = doubles(nq * C),
                         .weight = a->d_o ? columns(a->d_o, nq, a->ldo, C) : NULL};
}

static void blame(const struct gf_attn *a)
{
    printf(
        "    H %zu of %zu D %zu Tq %zu Tk %zu, causal %d, pad %d, head_mask %d, p %g\n",
        a->H, ref_kv_heads(a), a->D, a->Tq, a->Tk, a->causal, a->pad != NULL,
        a->head_mask != NULL, (double)a->p);
}

/* Row i alone, with q_pos = i and the keys in place: what decoding does. */
static void one_row_at_a_time(const struct gf_attn *a)
{
    const size_t C = a->H * a->D;
    for (size_t b = 0; b < a->n_seq; b++)
        for (size_t i = 0; i < a->Tq; i++) {
            struct gf_attn row = *a;
            row.n_seq = 1;
            row.Tq = 1;
            row.q_pos = a->q_pos + i;
            row.Tk = a->causal ? row.q_pos + 1 : a->Tk;
            row.q = a->q + (b * a->Tq + i) * a->ldq;
            row.k = a->k + b * a->Tk * a->ldk;
            row.v = a->v + b * a->Tk * a->ldv;
            row.pad = a->pad ? a->pad + b * a->Tk : NULL;
            row.o = floats(C);
            row.stat = NULL;
            gf_k->attention_forward(&row);
            if (!CHECK_BYTES(row.o, a->o + (b * a->Tq + i) * a->ldo, C * sizeof(float)))
                blame(a);
        }
}

/* Each head of each sequence alone, forward and back: lanes hold one, or a row of one. */
static void one_head_at_a_time(const struct gf_attn *a)
{
    const size_t D = a->D;
    for (size_t b = 0; b < a->n_seq; b++)
        for (size_t h = 0; h < a->H; h++) {
            const size_t q = b * a->Tq * a->ldq + h * D, k = b * a->Tk * a->ldk + h * D;
            const size_t o = b * a->Tq * a->ldo + h * D;
            struct gf_attn one = *a;
            one.n_seq = one.H = 1;
            one.n_kv_head = 0;
            one.first_seq = (a->first_seq + b) * a->H + h;
            one.q += q, one.k += k, one.v += k, one.d_o += o;
            if (a->head_mask) one.head_mask += h;
            one.o = floats(a->Tq * a->ldo);
            one.stat = floats(a->Tq * 2);
            one.dq = floats(a->Tq * a->ldq);
            one.dk = floats(a->Tk * a->ldk);
            one.dv = floats(a->Tk * a->ldv);
            one.dmask = NULL;
            gf_k->attention_forward(&one);
            gf_k->attention_backward(&one);
            const struct {
                const float *one, *among;
                size_t rows, ld, n;
            } results[] = {
                {one.stat, a->stat + 2 * (b * a->H + h) * a->Tq, a->Tq, 2, 2},
                {one.o, a->o + o, a->Tq, a->ldo, D},
                {one.dq, a->dq + q, a->Tq, a->ldq, D},
                {one.dk, a->dk + k, a->Tk, a->ldk, D},
                {one.dv, a->dv + k, a->Tk, a->ldv, D},
            };
            bool ok = true;
            for (size_t m = 0; m < GF_COUNT(results); m++)
                for (size_t i = 0; i < results[m].rows; i++) {
                    const size_t at = i * results[m].ld;
                    ok = CHECK_BYTES(results[m].one + at, results[m].among + at,
                                     results[m].n * sizeof(float)) &&
                         ok;
                }
            if (!ok) blame(a);
        }
}

static void nothing_allowed(void)
{
    struct shape s = {1, 2, 5, 6, 6, 0, false, true, false, 0, 0, false};
    struct gf_attn a = new_attn(&s);
    memset((uint8_t *)(uintptr_t)a.pad, 1, s.Tk);
    gf_k->attention_forward(&a);
    gf_k->attention_backward(&a);
    for (size_t i = 0; i < s.Tq * a.ldo; i++) CHECK(a.o[i] == 0);
    for (size_t i = 0; i < s.Tq * a.ldq; i++) CHECK(a.dq[i] == 0);
}

void test_attention_forward(void)
{
    kernel_test("attention: forward agrees with double in every kind of use");
    for (size_t i = 0; i < GF_COUNT(shapes); i++) {
        struct gf_attn a = new_attn(&shapes[i]);
        struct wide w = widen(&a);
        const size_t nq = a.n_seq * a.Tq, C = a.H * a.D;
        ref_attention(&a, w.q, w.k, w.v, w.head_mask, w.o, NULL);
        gf_k->attention_forward(&a);
        const float *o = compact(a.o, nq, a.ldo, C);
        if (!CHECK_CLOSE(o, w.o, nq * C, 3e-6)) blame(&a);
        same_bytes(o, nq * C);
        same_bytes(a.stat, nq * a.H * 2);
        release_all();
    }
    kernel_test("attention: a row decoded alone is the same bytes as in the full pass");
    for (size_t i = 0; i < GF_COUNT(shapes); i++) {
        struct gf_attn a = new_attn(&shapes[i]);
        a.p = 0;
        gf_k->attention_forward(&a);
        one_row_at_a_time(&a);
        release_all();
    }
    kernel_test("attention: a row whose keys are all masked gives 0, with gradient 0");
    nothing_allowed();
}

/* O from A by the prescribed chain. */
static void output_from_weights(const struct gf_attn *a)
{
    float *A = floats(a->Tq * a->Tk), *S = floats(a->Tq * a->Tk);
    for (size_t b = 0; b < a->n_seq; b++)
        for (size_t h = 0; h < a->H; h++) {
            gf_k->attention_weights(a, b, h, A, S);
            const size_t kv = h * ref_kv_heads(a) / a->H;
            const float *v = a->v + b * a->Tk * a->ldv + kv * a->D;
            for (size_t i = 0; i < a->Tq; i++)
                for (size_t d = 0; d < a->D; d++) {
                    float want =
                        ref_chain(0, A + i * a->Tk, 1, v + d, a->ldv, 0, a->Tk);
                    if (a->head_mask) want = want * a->head_mask[h];
                    CHECK(a->o[(b * a->Tq + i) * a->ldo + h * a->D + d] == want);
                }
        }
}

void test_attention_weights(void)
{
    kernel_test("attention_weights: agrees with double");
    for (size_t i = 0; i < GF_COUNT(shapes); i++) {
        struct gf_attn a = new_attn(&shapes[i]);
        struct wide w = widen(&a);
        const size_t n = a.Tq * a.Tk;
        double *want = doubles(a.n_seq * a.H * n);
        float *A = floats(n), *S = floats(n), *again = floats(n);
        ref_attention(&a, w.q, w.k, w.v, w.head_mask, w.o, want);
        gf_k->attention_weights(&a, a.n_seq - 1, a.H - 1, A, S);
        if (!CHECK_CLOSE(A, want + (a.n_seq * a.H - 1) * n, n, 3e-6)) blame(&a);
        for (size_t j = 0; j < n; j++)
            CHECK(A[j] != 0 || S[j] == 0 || S[j] < S[j / a.Tk * a.Tk] - 80);
        gf_k->attention_weights(&a, a.n_seq - 1, a.H - 1, again, NULL);
        CHECK_BYTES(again, A, n * sizeof(float));
        same_bytes(S, n);
        release_all();
    }
    kernel_test("attention_weights: are the weights that forward used");
    for (size_t i = 0; i < GF_COUNT(shapes); i++) {
        struct gf_attn a = new_attn(&shapes[i]);
        a.p = 0;
        gf_k->attention_forward(&a);
        output_from_weights(&a);
        release_all();
    }
}

/* sum of d_o * o */
static double loss(const void *context)
{
    const struct wide *w = context;
    const struct gf_attn *a = w->a;
    double sum = 0;
    ref_attention(a, w->q, w->k, w->v, w->head_mask, w->o, NULL);
    for (size_t i = 0; i < a->n_seq * a->Tq * a->H * a->D; i++)
        sum += w->weight[i] * w->o[i];
    return sum;
}

struct gradient {
    float *q, *k, *v, *head_mask;
    size_t nq, nk;
};

static void check_gradients(const struct gf_attn *a, const struct gradient *got)
{
    struct wide w = widen(a);
    double *dq = doubles(got->nq), *dk = doubles(got->nk), *dv = doubles(got->nk),
           *dmask = doubles(a->H);
    ref_gradient(loss, &w, w.q, got->nq, dq);
    ref_gradient(loss, &w, w.k, got->nk, dk);
    ref_gradient(loss, &w, w.v, got->nk, dv);
    if (w.head_mask) ref_gradient(loss, &w, w.head_mask, a->H, dmask);
    /* Sums of up to 70 terms of float precision. */
    bool ok = CHECK_CLOSE(got->q, dq, got->nq, 1e-5);
    ok = CHECK_CLOSE(got->k, dk, got->nk, 1e-5) && ok;
    ok = CHECK_CLOSE(got->v, dv, got->nk, 1e-5) && ok;
    if (w.head_mask) ok = CHECK_CLOSE(got->head_mask, dmask, a->H, 1e-5) && ok;
    if (!ok) blame(a);
}

static void gradients(const struct shape *s)
{
    struct gf_attn a = new_attn(s);
    const size_t C = a.H * a.D, nq = a.n_seq * a.Tq;
    const size_t K = ref_kv_heads(&a) * a.D, nk = a.n_seq * a.Tk;
    gf_k->attention_forward(&a);
    gf_k->attention_backward(&a);
    const struct gradient got = {.q = compact(a.dq, nq, a.ldq, C),
                                 .k = compact(a.dk, nk, a.ldk, K),
                                 .v = compact(a.dv, nk, a.ldv, K),
                                 .head_mask = a.dmask,
                                 .nq = nq * C,
                                 .nk = nk * K};
    if (is_first_width()) check_gradients(&a, &got);
    same_bytes(got.q, got.nq);
    same_bytes(got.k, got.nk);
    same_bytes(got.v, got.nk);
    same_bytes(got.head_mask, a.H);
}

/* Backward again on top of the first result. */
static void accumulation(const struct shape *s)
{
    struct gf_attn a = new_attn(s);
    const size_t n = a.n_seq * a.Tq * a.ldq;
    float *twice = floats(n);
    gf_k->attention_forward(&a);
    gf_k->attention_backward(&a);
    for (size_t i = 0; i < n; i++) twice[i] = a.dq[i] + a.dq[i];
    a.accumulate = a.accumulate_kv = true;
    a.dmask = NULL;
    gf_k->attention_backward(&a);
    CHECK_BYTES(a.dq, twice, n * sizeof(float));
}

/* An ablated head (head mask 0) still tells what the head mask's gradient is. */
static void closed_head(void)
{
    struct shape s = {1, 2, 5, 6, 6, 0, true, false, true, 0, 0, false};
    struct gf_attn a = new_attn(&s);
    float open[2] = {1, 1}, closed[2] = {0, 0}, want[2];
    a.head_mask = open;
    gf_k->attention_forward(&a);
    gf_k->attention_backward(&a);
    memcpy(want, a.dmask, sizeof want);
    a.head_mask = closed;
    gf_k->attention_forward(&a);
    gf_k->attention_backward(&a);
    CHECK_BYTES(a.dmask, want, sizeof want);
    for (size_t i = 0; i < s.Tq * a.ldq; i++) CHECK(a.dq[i] == 0);
}

void test_attention_backward(void)
{
    kernel_test("attention: gradients match finite differences in every kind of use");
    for (size_t i = 0; i < GF_COUNT(shapes); i++) {
        gradients(&shapes[i]);
        release_all();
    }
    kernel_test("attention: each head alone is the same bytes as among others");
    for (size_t i = 0; i < GF_COUNT(shapes); i++) {
        if (shapes[i].pad || shapes[i].slope || shapes[i].n_kv_head) continue;
        struct gf_attn a = new_attn(&shapes[i]);
        /* All scores of the first head of the first sequence are -infinity. */
        for (size_t j = 0; j < a.Tq; j++) ((float *)(uintptr_t)a.q)[j * a.ldq] = 3e38f;
        for (size_t j = 0; j < a.Tk; j++) ((float *)(uintptr_t)a.k)[j * a.ldk] = -3e38f;
        gf_k->attention_forward(&a);
        gf_k->attention_backward(&a);
        one_head_at_a_time(&a);
        release_all();
    }
    kernel_test("attention: gradients can add to what is there");
    accumulation(&shapes[1]);
    accumulation(&shapes[14]);
    kernel_test("attention: a closed head_mask passes no gradient but has one");
    closed_head();
}

void test_attention_work(void)
{
    kernel_test("attention_work: is enough for any shape (the guards see to it)");
    for (int i = 0; i < 12; i++) {
        struct shape s = {.n_seq = 1, .H = 1, .D = pick(1, 40), .causal = i % 2};
        s.Tq = pick(1, 90);
        s.Tk = s.causal ? s.Tq : pick(1, 90);
        struct gf_attn a = new_attn(&s);
        gf_k->attention_forward(&a);
        gf_k->attention_backward(&a);
        release_all();
    }
    kernel_test("attention_work: is enough for shorter sequences");
    for (size_t T = 1; T < 300; T++) {
        CHECK(gf_k->attention_work(T, T, 16) <= gf_k->attention_work(T + 1, T, 16));
        CHECK(gf_k->attention_work(T, T, 16) <= gf_k->attention_work(T, T + 1, 16));
    }
    CHECK(gf_k->attention_work(1, 1, 1) > 0);
}
