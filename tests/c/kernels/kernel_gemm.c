/* Tests of the matrix product. Its numeric definition is so strict that the plain triple
 * loop in float must give the same bytes, whatever the packing, tile or width.
 * SPDX-License-Identifier: MIT */
#include "kernel_tests.h"

/* A problem with everything it points to. */
struct problem {
    struct gf_gemm g;
    size_t n_c; /* floats of c, z and add */
    float *want_c, *want_z;
};

/* The epilogue's activation, one element at a time through the elementwise kernel. */
static float activate(float x, enum gf_act act)
{
    float y;
    gf_k->activation(&y, NULL, &x, 1, act);
    return y;
}

static float chain(const struct gf_gemm *g, size_t m, size_t n)
{
    const float *a = g->a_trans ? g->a + m : g->a + m * g->lda;
    const size_t step_a = g->a_trans ? g->lda : 1;
    const float *b = g->b_form == GF_B_NK ? g->b + n * g->ldb : g->b + n;
    const size_t step_b = g->b_form == GF_B_NK ? 1 : g->ldb;
    float init = g->init == GF_INIT_C      ? g->c[m * g->ldc + n]
                 : g->init == GF_INIT_BIAS ? g->bias[n]
                                           : 0;
    if (g->shards && g->shards->carry) init = g->c[m * g->ldc + n];
    if (!g->shards || g->shards->n == 1)
        return ref_chain(init, a, step_a, b, step_b, 0, g->K);
    float sums[GF_MAX_SHARDS];
    for (size_t s = 0, k = 0; s < g->shards->n; k = g->shards->row_end[s++])
        sums[s] = ref_chain(0, a, step_a, b, step_b, k, g->shards->row_end[s]);
    return ref_tree(sums, g->shards->n);
}

/* Before the product runs: c may be read by it. */
static void expect(struct problem *p)
{
    const struct gf_gemm *g = &p->g;
    p->want_c = copied(g->c, p->n_c);
    p->want_z = g->z ? copied(g->z, p->n_c) : NULL;
    for (size_t m = 0; m < g->M; m++)
        for (size_t n = 0; n < g->N; n++) {
            float value = chain(g, m, n);
            if (g->z) p->want_z[m * g->ldz + n] = value;
            value = activate(value, g->act);
            if (g->add) value = value + g->add[m * g->ldadd + n];
            p->want_c[m * g->ldc + n] = value;
        }
}

static struct problem new_problem(size_t M, size_t N, size_t K, bool a_trans,
                                  enum gf_b_form form)
{
    struct problem p = {
        .g = {.M = M, .N = N, .K = K, .a_trans = a_trans, .b_form = form}};
    struct gf_gemm *g = &p.g;
    /* Rows longer than needed: nothing may be read or written between them. */
    g->lda = (a_trans ? M : K) + 3;
    g->ldb = (form == GF_B_NK ? K : N) + 5;
    g->ldc = N + 2;
    p.n_c = M * g->ldc;
    g->a = random_floats((a_trans ? K : M) * g->lda, 1);
    g->b = random_floats((form == GF_B_NK ? N : K) * g->ldb, 2);
    g->c = random_floats(p.n_c, 3);
    g->work = floats(gf_k->gemm_work(M, N, K));
    return p;
}

/* Of what is expected of it, also by another way to the same. */
static void run(struct problem *p)
{
    const struct gf_gemm *g = &p->g;
    gf_k->gemm(g);
    if (!CHECK_BYTES(g->c, p->want_c, p->n_c * sizeof(float)) ||
        (g->z && !CHECK_BYTES(g->z, p->want_z, p->n_c * sizeof(float))))
        printf("    M %zu N %zu K %zu, a_trans %d, b_form %d of %d, init %d, act %d, z "
               "%d, "
               "add %d, shards %zu\n",
               g->M, g->N, g->K, g->a_trans, g->b_form,
               g->prepacked ? (int)g->prepacked->number : -1, g->init, g->act,
               g->z != NULL, g->add != NULL, g->shards ? g->shards->n : 0);
}

static void run_and_compare(struct problem *p)
{
    expect(p);
    run(p);
    same_bytes(p->g.c, p->n_c);
}

static struct gf_shards random_shards(size_t K)
{
    struct gf_shards s = {.n = (size_t)1 << pick(0, 3)};
    for (size_t i = 0; i < s.n; i++) s.row_end[i] = (i + 1) * K / s.n;
    return s;
}

static size_t random_size(void)
{
    static const size_t limits[] = {3, 9, 40, 140};
    return pick(1, limits[pick(0, 3)]);
}

/* One pick after the other: as arguments their order would be the compiler's choice. */
static struct problem random_problem(void)
{
    const size_t M = random_size(), N = random_size();
    const size_t K = random_size(), form = pick(0, 3);
    return new_problem(M, N, K, form & 1, form & 2 ? GF_B_NK : GF_B_KN);
}

static void all_combinations(void)
{
    for (int i = 0; i < 400; i++) {
        struct problem p = random_problem();
        struct gf_gemm *g = &p.g;
        struct gf_shards shards = random_shards(g->K);
        g->init = (enum gf_init)pick(0, 2);
        g->bias = random_floats(g->N, 4);
        g->act = (enum gf_act)pick(0, GF_ACT_RELU2);
        if (pick(0, 2) == 0) g->z = random_floats(p.n_c, 5), g->ldz = g->ldc;
        if (pick(0, 2) == 0) g->add = random_floats(p.n_c, 6), g->ldadd = g->ldc;
        if (pick(0, 8) == 0) g->add = g->c, g->ldadd = g->ldc;
        if (pick(0, 2) == 0) {
            g->shards = &shards;
            g->init = GF_INIT_ZERO;
            if (!g->a_trans) shards = (struct gf_shards){.n = 1, .row_end = {g->K}};
            shards.carry = shards.n == 1 && pick(0, 1);
        }
        run_and_compare(&p);
        release_all();
    }
}

/* With z_slope only z differs: it holds act' of what it held. */
static void slopes(void)
{
    for (int i = 0; i < 100; i++) {
        struct problem p = random_problem();
        struct gf_gemm *g = &p.g;
        g->act = (enum gf_act)pick(GF_ACT_RELU, GF_ACT_RELU2);
        g->z = floats(p.n_c), g->ldz = g->ldc;
        if (pick(0, 2) == 0) g->add = random_floats(p.n_c, 6), g->ldadd = g->ldc;
        expect(&p);
        for (size_t m = 0; m < g->M; m++) {
            float *z = p.want_z + m * g->ldz;
            float unwanted[140]; /* random_size() */
            gf_k->activation(unwanted, z, z, g->N, g->act);
        }
        g->z_slope = true;
        run(&p);
        release_all();
    }
}

/* The shapes of real models, with the blocking they exercise. */
static void large_shapes(void)
{
    static const size_t shapes[][3] = {{1, 384, 64},   {1, 65, 128}, {2, 257, 33},
                                       {259, 65, 128}, {5, 8, 1100}, {300, 72, 260}};
    for (size_t i = 0; i < GF_COUNT(shapes); i++)
        for (int form = 0; form < 4; form++) {
            struct problem p = new_problem(shapes[i][0], shapes[i][1], shapes[i][2],
                                           form & 1, form & 2 ? GF_B_NK : GF_B_KN);
            run_and_compare(&p);
            release_all();
        }
}

static void no_terms(void)
{
    struct problem p = new_problem(5, 7, 0, false, GF_B_KN);
    p.g.init = GF_INIT_BIAS;
    p.g.bias = random_floats(7, 4);
    run_and_compare(&p);
}

/* Micro-batches: one shard's chain in three pieces is the chain in one. */
static void carry(void)
{
    const size_t K = 97, cuts[] = {0, 13, 14, 97};
    struct problem p = new_problem(18, 21, K, true, GF_B_KN);
    struct gf_gemm *g = &p.g;
    struct gf_shards whole = {.n = 1, .row_end = {K}};
    g->shards = &whole;
    gf_k->gemm(g);
    const float *once = copied(g->c, p.n_c);
    for (int i = 0; i < 3; i++) {
        struct gf_gemm part = *g;
        const size_t n = cuts[i + 1] - cuts[i];
        struct gf_shards piece = {.n = 1, .row_end = {n}, .carry = i > 0};
        part.a += cuts[i] * g->lda;
        part.b += cuts[i] * g->ldb;
        part.K = n;
        part.shards = &piece;
        gf_k->gemm(&part);
    }
    CHECK_BYTES(g->c, once, p.n_c * sizeof(float));
}

/* ---- prepacked weights ------------------------------------------------------------- */

/* (-1)^sign fraction 2^exponent, without the bits of a float32. */
static float half_value(uint16_t h)
{
    const int exponent = h >> 10 & 31, fraction = h & 0x3ff;
    const double size =
        exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24);
    return (float)(h >> 15 ? -size : size);
}

/* A random finite number: of a few sizes, or of any, subnormal ones and both zeros too. */
static uint16_t random_number(enum gf_number number, size_t i)
{
    const uint16_t infinite = number == GF_FLOAT16 ? 0x7c00 : 0x7f80;
    const size_t kind = pick(0, 5);
    uint16_t bits = (uint16_t)pick(0, 0xffff);
    if (number == GF_BFLOAT16 && kind > 0) return (uint16_t)((bits & 0x83ff) | 0x3c00);
    if (kind == 0) bits &= 0x83ff; /* of a float16: subnormal */
    if (kind == 1) bits = (uint16_t)((i & 1) << 15);
    return (bits & infinite) == infinite ? (uint16_t)(bits ^ 0x4000) : bits;
}

/* W [N][K] of random numbers, and the same as floats. */
static struct gf_prepacked random_prepacked(enum gf_number number, size_t N, size_t K,
                                            float *widened_w)
{
    struct gf_prepacked w = {number, N, K, NULL};
    w.data = floats(gf_prepacked_bytes(&w) / sizeof(float) + 1);
    for (size_t n = 0; n < N; n++)
        for (size_t k = 0; k < K; k++) {
            const size_t at = gf_prepacked_place(&w, n, k);
            float *value = &widened_w[n * K + k];
            if (number == GF_FLOAT32) {
                ((float *)w.data)[at] = *value;
                continue;
            }
            const uint16_t bits = random_number(number, n + k);
            const uint32_t upper = (uint32_t)bits << 16;
            ((uint16_t *)w.data)[at] = bits;
            memcpy(value, &upper, sizeof upper);
            if (number == GF_FLOAT16) *value = half_value(bits);
        }
    return w;
}

/* The same bytes as from the widened weight, forward and backward. */
static void prepacked(enum gf_number number, size_t M, size_t N, size_t K, int options)
{
    for (int backward = 0; backward < 2; backward++) {
        struct problem p = new_problem(M, backward ? K : N, backward ? N : K, false,
                                       backward ? GF_B_KN : GF_B_NK);
        struct gf_gemm *g = &p.g;
        float *w = random_floats(N * K, 7);
        const struct gf_prepacked own = random_prepacked(number, N, K, w);
        g->b = w;
        g->ldb = K;
        g->init = (enum gf_init)(options % 3);
        g->bias = random_floats(g->N, 4);
        if (options & 4) g->act = GF_ACT_GELU_TANH;
        if (options & 8) g->z = random_floats(p.n_c, 5), g->ldz = g->ldc;
        if (options & 16) g->add = random_floats(p.n_c, 6), g->ldadd = g->ldc;
        float *a = (float *)(uintptr_t)g->a;
        if (options & 32) a[g->K / 2] = 65535.99f; /* the largest that is scaled */
        if (options & 64) a[g->K / 2] = -65536;    /* the least that is not */
        if (options & 128) a[0] = 0x1p-140f;
        if (options & 256) g->add = g->c, g->ldadd = g->ldc;
        expect(&p);
        g->prepacked = &own;
        g->b_form = backward ? GF_B_PREPACKED_W : GF_B_PREPACKED;
        g->b = NULL;
        run(&p);
        release_all();
    }
}

static void all_prepacked(void)
{
    static const enum gf_number numbers[] = {GF_FLOAT32, GF_FLOAT16, GF_BFLOAT16};
    for (int i = 0; i < 120; i++) {
        const size_t M = pick(0, 1) ? 1 : random_size(), N = random_size();
        const size_t K = random_size(), options = pick(0, 511);
        prepacked(numbers[i % 3], M, N, K, (int)options);
    }
    for (int i = 0; i < 3; i++) {
        prepacked(numbers[i], 1, 1, 1, 0);
        prepacked(numbers[i], 1, 131, 300, 1);
        prepacked(numbers[i], 70, 131, 300, 1);
        prepacked(numbers[i], 1, 64, 70, 65);
        prepacked(numbers[i], 1, 64, 70, 33);
    }
}

/* Each of the 63,488 finite float16 numbers, and of the bfloat16 numbers, alone. */
static void every_number(void)
{
    for (int i = 0; i < 2; i++) {
        const enum gf_number number = i ? GF_BFLOAT16 : GF_FLOAT16;
        const uint16_t infinite = i ? 0x7f80 : 0x7c00;
        size_t n_wrong = 0;
        for (uint32_t bits = 0; bits < 0x10000; bits++) {
            const uint32_t upper = bits << 16;
            float want = half_value((uint16_t)bits);
            if (i) memcpy(&want, &upper, sizeof want);
            if ((bits & infinite) == infinite) continue;
            const float got = gf_widened(number, (uint16_t)bits);
            n_wrong += memcmp(&got, &want, sizeof got) != 0;
        }
        CHECK_THAT(n_wrong == 0, "%zu numbers", n_wrong);
    }
}

void test_gemm(void)
{
    kernel_test("gemm: equals the plain loop to the bit, all options and odd sizes");
    all_combinations();
    kernel_test("gemm: equals the plain loop to the bit at sizes that need blocking");
    large_shapes();
    kernel_test("gemm: a sum of no terms is its start");
    no_terms();
    kernel_test("gemm: micro-batches continue a shard's chain");
    carry();
    kernel_test("gemm: the slope of the activation in the place of its argument");
    slopes();
    kernel_test("gemm: a prepacked weight gives the bytes of the widened one");
    all_prepacked();
    kernel_test("gemm: every finite number of 16 bits is widened exactly");
    every_number();
}

void test_gemm_pack(void)
{
    kernel_test("gemm_pack: packed and unpacked operands give the same bytes");
    for (int i = 0; i < 60; i++) {
        struct problem p = random_problem();
        struct gf_gemm *g = &p.g;
        float *packed = floats(gf_k->gemm_packed_size(g->K, g->N));
        expect(&p);
        gf_k->gemm_pack(packed, g->b, g->ldb, g->b_form, g->K, g->N);
        g->b = packed;
        g->b_form = GF_B_PACKED;
        g->ldb = 0;
        run(&p);
        release_all();
    }
    kernel_test("gemm_pack: a product may use the first rows of a longer operand");
    const size_t packed_K = 50, used_K = 37, N = 83;
    struct problem p = new_problem(9, N, used_K, false, GF_B_KN);
    const float *b = random_floats(packed_K * N, 2);
    float *packed = floats(gf_k->gemm_packed_size(packed_K, N));
    p.g.b = b;
    p.g.ldb = N;
    expect(&p);
    gf_k->gemm_pack(packed, b, N, GF_B_KN, packed_K, N);
    p.g.b = packed;
    p.g.b_form = GF_B_PACKED;
    p.g.ldb = packed_K;
    run(&p);
}

void test_gemm_packed_size(void)
{
    kernel_test("gemm_packed_size: gemm_pack fills it and writes no further");
    const size_t K = 19, N = 45, size = gf_k->gemm_packed_size(K, N);
    CHECK(size >= K * N);
    const float *b = random_floats(K * N, 1);
    float *packed = floats(size);
    for (size_t i = 0; i < size; i++) packed[i] = 99;
    gf_k->gemm_pack(packed, b, N, GF_B_KN, K, N);
    size_t untouched = 0;
    for (size_t i = 0; i < size; i++) untouched += packed[i] == 99;
    CHECK_THAT(untouched == 0, "%zu floats were not written", untouched);
}

void test_gemm_work(void)
{
    kernel_test("gemm_work: is enough for every form (the guards see to it)");
    for (int i = 0; i < 40; i++) {
        const size_t M = pick(1, 200), N = pick(1, 200), K = pick(65, 300);
        struct problem p = new_problem(M, N, K, i & 1, i & 2 ? GF_B_NK : GF_B_KN);
        gf_k->gemm(&p.g);
        release_all();
    }
    kernel_test("gemm_work: never falls when a size grows");
    for (size_t n = 1; n < 3000; n = n + 1 + n / 50) {
        const size_t M = pick(1, 500), more = n + pick(1, 100);
        CHECK(gf_k->gemm_work(M, 8, n) <= gf_k->gemm_work(M, 8, more));
        CHECK(gf_k->gemm_work(n, 8, M) <= gf_k->gemm_work(more, 8, M));
        CHECK(gf_k->gemm_work(M, n, M) <= gf_k->gemm_work(M, more, M));
    }
}
