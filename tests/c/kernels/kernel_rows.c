/* Tests of the kernels that work row by row, and of the column sums.
 * SPDX-License-Identifier: MIT */
#include "kernel_tests.h"

static const char *const norm_names[] = {"none", "layer", "std", "rms"};

/* R rows of C with random everything; y_or_dx as both outputs. */
static struct gf_norm_args new_norm(enum gf_norm kind, size_t R, size_t C)
{
    struct gf_norm_args n = {.kind = kind, .R = R, .C = C};
    n.eps = kind == GF_NORM_STD ? 1e-6f : 1e-5f;
    n.x = random_floats(R * C, 1);
    n.gain = random_floats(C, 2);
    n.bias = kind == GF_NORM_RMS ? NULL : random_floats(C, 3);
    n.dy = random_floats(R * C, 4);
    n.y = floats(R * C);
    n.stat = floats(2 * R);
    n.dx = floats(R * C);
    n.dgain = floats(C);
    n.dbias = n.bias ? floats(C) : NULL;
    n.work = floats(gf_k->norm_work(C));
    return n;
}

void test_norm_forward(void)
{
    static const size_t widths[] = {2, 7, 16, 37, 64, 129};
    for (int kind = GF_NORM_LAYER; kind <= GF_NORM_RMS; kind++) {
        kernel_test("norm %s: forward agrees with double", norm_names[kind]);
        for (size_t i = 0; i < GF_COUNT(widths); i++) {
            const size_t R = 5, C = widths[i];
            struct gf_norm_args n = new_norm((enum gf_norm)kind, R, C);
            double *want = doubles(R * C);
            ref_norm(n.kind, R, C, (double)n.eps, widened(n.x, R * C),
                     widened(n.gain, C), n.bias ? widened(n.bias, C) : NULL, want);
            gf_k->norm_forward(&n);
            /* C = 2 subtracts nearly equal numbers: a few roundings, amplified. */
            if (!CHECK_CLOSE(n.y, want, R * C, 2e-6))
                printf("    %s, C %zu\n", norm_names[kind], C);
            same_bytes(n.y, R * C);
            same_bytes(n.stat, 2 * R);
        }
    }
    kernel_test("norm: row sums use 16 lanes at every width");
    struct gf_norm_args n = new_norm(GF_NORM_LAYER, 1, 53);
    gf_k->norm_forward(&n);
    CHECK(n.stat[0] == ref_lanes(n.x, 53) / 53.0f);
    kernel_test("norm: a constant row gives the bias, and zero gradient");
    for (int kind = GF_NORM_LAYER; kind <= GF_NORM_STD; kind++) {
        n = new_norm((enum gf_norm)kind, 1, 8);
        float *x = floats(8);
        for (int c = 0; c < 8; c++) x[c] = 3;
        n.x = x;
        gf_k->norm_forward(&n);
        CHECK_BYTES(n.y, n.bias, 8 * sizeof(float));
        gf_k->norm_backward(&n);
        for (int c = 0; c < 8; c++) CHECK(isfinite(n.dx[c]));
    }
}

struct norm_loss {
    const struct gf_norm_args *n;
    double *x, *gain, *bias, *y;
};

/* sum of dy * y */
static double norm_loss(const void *context)
{
    const struct norm_loss *l = context;
    const struct gf_norm_args *n = l->n;
    double sum = 0;
    ref_norm(n->kind, n->R, n->C, (double)n->eps, l->x, l->gain, l->bias, l->y);
    for (size_t i = 0; i < n->R * n->C; i++) sum += (double)n->dy[i] * l->y[i];
    return sum;
}

static void norm_gradients(enum gf_norm kind, size_t R, size_t C)
{
    struct gf_norm_args n = new_norm(kind, R, C);
    struct norm_loss l = {&n, widened(n.x, R * C), widened(n.gain, C),
                          n.bias ? widened(n.bias, C) : NULL, doubles(R * C)};
    double *dx = doubles(R * C), *dgain = doubles(C), *dbias = doubles(C);
    ref_gradient(norm_loss, &l, l.x, R * C, dx);
    ref_gradient(norm_loss, &l, l.gain, C, dgain);
    if (n.bias) ref_gradient(norm_loss, &l, l.bias, C, dbias);
    gf_k->norm_forward(&n);
    gf_k->norm_backward(&n);
    const double tolerance = 5e-6; /* a dozen roundings, amplified by 1 / spread */
    bool ok = CHECK_CLOSE(n.dx, dx, R * C, tolerance);
    ok = CHECK_CLOSE(n.dgain, dgain, C, tolerance) && ok;
    if (n.bias) ok = CHECK_CLOSE(n.dbias, dbias, C, tolerance) && ok;
    if (!ok) printf("    %s, C %zu\n", norm_names[kind], C);
    same_bytes(n.dx, R * C);
    same_bytes(n.dgain, C);
}

/* dgain and dbias by shards: the tree over what separate calls give. */
static void norm_shards(void)
{
    enum { R = 19, C = 21 };
    struct gf_norm_args n = new_norm(GF_NORM_LAYER, R, C);
    const struct gf_shards shards = {.n = 8, .row_end = {2, 4, 7, 9, 11, 14, 16, R}};
    float gains[C][8], biases[C][8], *want = floats(C), *dgain = n.dgain;
    gf_k->norm_forward(&n);
    for (size_t s = 0, r = 0; s < 8; r = shards.row_end[s++]) {
        struct gf_norm_args part = n;
        part.R = shards.row_end[s] - r;
        part.x += r * C;
        part.dy += r * C;
        part.stat += 2 * r;
        gf_k->norm_backward(&part);
        for (size_t c = 0; c < C; c++) gains[c][s] = n.dgain[c];
        for (size_t c = 0; c < C; c++) biases[c][s] = n.dbias[c];
    }
    n.shards = &shards;
    gf_k->norm_backward(&n);
    for (size_t c = 0; c < C; c++) want[c] = ref_tree(gains[c], 8);
    CHECK_BYTES(dgain, want, C * sizeof(float));
    for (size_t c = 0; c < C; c++) want[c] = ref_tree(biases[c], 8);
    CHECK_BYTES(n.dbias, want, C * sizeof(float));
}

/* One shard in two micro-batches; and gradients that add to what is there. */
static void norm_carry(void)
{
    enum { R = 11, C = 18, CUT = 4 };
    struct gf_norm_args n = new_norm(GF_NORM_LAYER, R, C);
    gf_k->norm_forward(&n);
    gf_k->norm_backward(&n);
    float *whole = copied(n.dgain, C), *dx = copied(n.dx, R * C);
    for (int piece = 0; piece < 2; piece++) {
        const size_t r = piece ? CUT : 0;
        struct gf_norm_args part = n;
        const struct gf_shards shards = {
            .n = 1, .row_end = {piece ? R - CUT : CUT}, .carry = piece > 0};
        part.R = shards.row_end[0];
        part.x += r * C;
        part.dy += r * C;
        part.stat += 2 * r;
        part.dx += r * C;
        part.shards = &shards;
        part.accumulate = true;
        gf_k->norm_backward(&part);
    }
    CHECK_BYTES(n.dgain, whole, C * sizeof(float));
    for (size_t i = 0; i < R * C; i++) dx[i] = dx[i] + dx[i];
    CHECK_BYTES(n.dx, dx, R * C * sizeof(float));
}

void test_norm_backward(void)
{
    for (int kind = GF_NORM_LAYER; kind <= GF_NORM_RMS; kind++) {
        kernel_test("norm %s: gradient matches finite differences", norm_names[kind]);
        norm_gradients((enum gf_norm)kind, 3, 3);
        norm_gradients((enum gf_norm)kind, 4, 7);
        norm_gradients((enum gf_norm)kind, 3, 37);
        release_all();
    }
    kernel_test("norm: gain and bias gradients are trees over shards");
    norm_shards();
    kernel_test("norm: micro-batches continue a shard; dx can add to what is there");
    norm_carry();
}

void test_norm_work(void)
{
    kernel_test("norm_work: is enough for eight shards (the guard sees to it)");
    norm_shards();
}

void test_softmax(void)
{
    static const size_t widths[] = {1, 5, 16, 65, 72};
    kernel_test("softmax: agrees with double, at any temperature, also in place");
    for (size_t i = 0; i < GF_COUNT(widths); i++) {
        enum { R = 3 };
        const size_t V = widths[i];
        const float t = i % 2 ? 1 : 0.7f;
        float *x = random_floats(R * V, 1), *p = floats(R * V);
        for (size_t k = 0; k < R * V; k++) x[k] *= 9;
        double *wide = widened(x, R * V), *want = doubles(R * V);
        for (size_t k = 0; k < R * V; k++) {
            double sum = 0;
            for (size_t u = k / V * V; u < k / V * V + V; u++)
                sum += exp((wide[u] - wide[k]) / (double)t);
            want[k] = 1 / sum;
        }
        gf_k->softmax(p, x, R, V, t);
        CHECK_CLOSE(p, want, R * V, 2e-6);
        same_bytes(p, R * V);
        gf_k->softmax(x, x, R, V, t);
        CHECK_BYTES(x, p, R * V * sizeof(float));
    }
    kernel_test("softmax: huge scores do not overflow");
    float x[3] = {1e30f, -1e30f, 1e30f};
    gf_k->softmax(x, x, 1, 3, 1e-3f);
    CHECK(x[0] == 0.5f && x[1] == 0 && x[2] == 0.5f);
}

struct loss {
    double *x;
    size_t V;
    int32_t target;
};

static double loss_of(const void *context)
{
    const struct loss *l = context;
    return ref_cross_entropy(l->x, l->V, l->target);
}

void test_cross_entropy(void)
{
    enum { R = 6, V = 37 };
    const int32_t target[R] = {0, 36, -1, 16, 5, -7};
    float *x = random_floats(R * V, 1), loss[R], only_loss[R], *dx = floats(R * V);
    for (size_t i = 0; i < R * V; i++) x[i] *= 4;
    double *wide = widened(x, R * V), *want = doubles(R * V), want_loss[R];
    kernel_test("cross_entropy: loss agrees with double, gradient with differences");
    for (size_t r = 0; r < R; r++) {
        struct loss l = {wide + r * V, V, target[r]};
        want_loss[r] = loss_of(&l);
        ref_gradient(loss_of, &l, l.x, V, want + r * V);
    }
    for (size_t i = 0; i < R * V; i++) want[i] *= 0.25;
    gf_k->cross_entropy(x, target, R, V, 0.25f, loss, dx);
    CHECK_CLOSE(loss, want_loss, R, 3e-7);
    CHECK_CLOSE(dx, want, R * V, 2e-6);
    same_bytes(loss, R);
    same_bytes(dx, R * V);
    kernel_test("cross_entropy: rows without a target give 0");
    CHECK(loss[2] == 0 && loss[5] == 0 && dx[2 * V + 3] == 0 && dx[5 * V] == 0);
    kernel_test("cross_entropy: the gradient may replace the logits, or be left out");
    gf_k->cross_entropy(x, target, R, V, 0.25f, only_loss, NULL);
    CHECK_BYTES(only_loss, loss, sizeof loss);
    gf_k->cross_entropy(x, target, R, V, 0.25f, loss, x);
    CHECK_BYTES(x, dx, R * V * sizeof(float));
    kernel_test("cross_entropy: NaN logits give a NaN loss, certainty a loss of 0");
    float sick[2] = {1, NAN}, sure[2] = {500, -500};
    const int32_t zero = 0;
    gf_k->cross_entropy(sick, &zero, 1, 2, 1, loss, NULL);
    CHECK(isnan(loss[0]));
    gf_k->cross_entropy(sure, &zero, 1, 2, 1, loss, NULL);
    CHECK(loss[0] == 0);
}

void test_column_sums(void)
{
    enum { R = 29, C = 23, LD = 27 };
    const float *x = random_floats(R * LD, 1), one = 1;
    const struct gf_shards shards = {.n = 4, .row_end = {7, 14, 21, R}};
    float *out = floats(C), *want = floats(C), *work = floats(4 * C);
    kernel_test("column_sums: rows in order within a shard, shards by a tree");
    for (size_t c = 0; c < C; c++) {
        float sums[4];
        for (size_t s = 0, r = 0; s < 4; r = shards.row_end[s++])
            sums[s] = ref_chain(0, x + c, LD, &one, 0, r, shards.row_end[s]);
        want[c] = ref_tree(sums, 4);
    }
    gf_k->column_sums(out, x, LD, R, C, &shards, work);
    CHECK_BYTES(out, want, C * sizeof(float));
    same_bytes(out, C);
    kernel_test("column_sums: micro-batches continue a shard's chain");
    for (size_t c = 0; c < C; c++) want[c] = ref_chain(0, x + c, LD, &one, 0, 0, R);
    const struct gf_shards head = {.n = 1, .row_end = {10}};
    const struct gf_shards rest = {.n = 1, .row_end = {R - 10}, .carry = true};
    gf_k->column_sums(out, x, LD, 10, C, &head, work);
    gf_k->column_sums(out, x + 10 * LD, LD, R - 10, C, &rest, work);
    CHECK_BYTES(out, want, C * sizeof(float));
}

static const size_t head_widths[] = {1, 2, 5, 16, 33, 64};
enum { N_GROUP = 7, N_WIDTH = GF_COUNT(head_widths) };

void test_head_norm_forward(void)
{
    kernel_test("head norm: forward agrees with double, also in place");
    for (size_t i = 0; i < N_WIDTH; i++) {
        const size_t D = head_widths[i], n = N_GROUP * D;
        const float *x = random_floats(n, 1);
        float *y = floats(n), *factor = floats(N_GROUP);
        double *want = doubles(n);
        ref_norm(GF_NORM_RMS, N_GROUP, D, 0.01, widened(x, n), NULL, NULL, want);
        gf_k->head_norm_forward(y, factor, x, N_GROUP, D, 0.01f);
        CHECK_CLOSE(y, want, n, 1e-6);
        for (size_t k = 0; k < n; k++) CHECK(y[k] == x[k] * factor[k / D]);
        same_bytes(y, n);
        float *in_place = copied(x, n);
        gf_k->head_norm_forward(in_place, factor, in_place, N_GROUP, D, 0.01f);
        CHECK_BYTES(in_place, y, n * sizeof(float));
    }
}

void test_turn(void)
{
    static const struct {
        size_t H, D, R;
        bool halves;
    } shapes[] = {{4, 16, 16, false}, {3, 32, 16, false}, {2, 18, 18, false},
                  {2, 16, 4, false},  {3, 16, 16, true},  {2, 10, 6, true}};
    kernel_test("turn: every pair turns by its angle, and back, other columns stay");
    for (size_t i = 0; i < GF_COUNT(shapes); i++) {
        const size_t D = shapes[i].D, R = shapes[i].R, n = shapes[i].H * D;
        const float *x = random_floats(n, 1), *angles = random_floats(R, 2);
        float *y = floats(n), *want = copied(x, n);
        struct gf_turn t = {n, D, R, shapes[i].halves, 1, angles};
        for (int sign = 1; sign >= -1; sign -= 2) {
            t.sign = (float)sign;
            for (size_t first = 0; first < n; first += D)
                for (size_t k = 0; k < R / 2; k++) {
                    const size_t a = first + (t.halves ? k : 2 * k);
                    const size_t b = a + (t.halves ? R / 2 : 1);
                    const float c = angles[2 * k], s = t.sign * angles[2 * k + 1];
                    want[a] = x[a] * c - x[b] * s;
                    want[b] = x[a] * s + x[b] * c;
                }
            gf_k->turn(y, x, &t);
            CHECK_BYTES(y, want, n * sizeof(float));
        }
    }
}

void test_head_norm_backward(void)
{
    kernel_test("head norm: gradients match finite differences");
    for (size_t i = 0; i < N_WIDTH; i++) {
        const size_t D = head_widths[i], n = N_GROUP * D;
        const float *x = random_floats(n, 1), *dy = random_floats(n, 2);
        float *y = floats(n), *factor = floats(N_GROUP), *dx = floats(n);
        const struct gf_norm_args norm = {
            .kind = GF_NORM_RMS, .R = N_GROUP, .C = D, .eps = 0.01f, .dy = dy};
        struct norm_loss l = {.n = &norm, .x = widened(x, n), .y = doubles(n)};
        double *want = doubles(n);
        ref_gradient(norm_loss, &l, l.x, n, want);
        gf_k->head_norm_forward(y, factor, x, N_GROUP, D, 0.01f);
        gf_k->head_norm_backward(dx, dy, y, factor, N_GROUP, D);
        CHECK_CLOSE(dx, want, n, 5e-6);
        same_bytes(dx, n);
    }
}
