/* Speed of the kernels as a share of the peak. Usage: bench_kernels [--json] [FILTER];
 * GF_LANES chooses the vector width. Every case runs many times and its fastest run
 * counts: what disturbs a machine only ever makes it slower.
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 199309L /* clock_gettime */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kernels/kernels.h"
#include "simd/peak.h"

#define SLICE 0.002 /* seconds one measurement takes at least */
#define SLICES 60
#define PEAK_TRIES 25

static const char *filter;
static bool json;
static double peak;

static float *floats(size_t n)
{
    float *x = aligned_alloc(64, (n * sizeof(float) + 127) / 64 * 64);
    if (!x) exit(1);
    struct gf_rng key = gf_rng_key(1, 99, n);
    for (size_t i = 0; i < n; i++) x[i] = gf_rng_uniform(key, (uint32_t)i) - 0.45f;
    return x;
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* GFLOP/s of 128-bit arithmetic in registers, the best of many runs. */
static double measure_peak(void)
{
    double best = 0;
    for (int i = 0; i < PEAK_TRIES * GF_PEAK_LOOPS; i++) {
        double start = seconds();
        double flops = gf_peak_loop(i % GF_PEAK_LOOPS, 200000);
        double gflops = flops / (seconds() - start) * 1e-9;
        if (gflops > best) best = gflops;
    }
    return best;
}

/* Fastest seconds of one call. */
static double fastest(void (*run)(const void *), const void *context)
{
    double best = 1e30;
    int calls = 1;
    for (int slice = 0; slice < SLICES;) {
        double start = seconds();
        for (int i = 0; i < calls; i++) run(context);
        double t = seconds() - start;
        if (t < SLICE && calls < 1 << 20) {
            calls *= t > 0 && t > SLICE / 8 ? 2 : 8;
            continue;
        }
        if (t / calls < best) best = t / calls;
        slice++;
    }
    return best;
}

static void report(const char *name, double time, double flops, double elements)
{
    double gflops = flops / time * 1e-9;
    if (json)
        printf("{\"name\": \"%s\", \"lanes\": %d, \"us\": %.2f, \"gflops\": %.2f, "
               "\"share\": %.3f, \"ns_per_element\": %.4f}\n",
               name, gf_k->lanes, time * 1e6, gflops, gflops / peak,
               time / elements * 1e9);
    else if (flops > 0)
        printf("%-34s %9.1f us %7.1f GFLOP/s %5.1f %%\n", name, time * 1e6, gflops,
               100 * gflops / peak);
    else
        printf("%-34s %9.1f us %7.3f ns per element\n", name, time * 1e6,
               time / elements * 1e9);
    fflush(stdout);
}

static bool wanted(const char *name)
{
    return !filter || strstr(name, filter);
}

/* ---- matrix product --------------------------------------------------------------- */

static void run_gemm(const void *context)
{
    gf_k->gemm(context);
}

static void time_gemm(const char *name, const struct gf_gemm *g)
{
    if (!wanted(name)) return;
    report(name, fastest(run_gemm, g), 2.0 * (double)g->M * (double)g->N * (double)g->K,
           (double)g->M * (double)g->N);
}

/* The three products of a linear layer in -> out over R rows. */
static void linear(size_t R, size_t in, size_t out, enum gf_act act)
{
    char name[80];
    float *x = floats(R * in), *y = floats(R * out), *z = floats(R * out);
    float *dw = floats(in * out), *w = floats(in * out), *bias = floats(out);
    float *packed =
        floats(gf_k->gemm_packed_size(in, out) + gf_k->gemm_packed_size(out, in));
    size_t work = gf_k->gemm_work(R, out, in) + gf_k->gemm_work(R, in, out) +
                  gf_k->gemm_work(out, in, R);
    struct gf_gemm g = {.M = R, .N = out, .K = in, .a = x, .lda = in};
    g.b = packed, g.b_form = GF_B_PACKED, g.c = y, g.ldc = out;
    g.init = GF_INIT_BIAS, g.bias = bias, g.act = act, g.z = act ? z : NULL;
    g.ldz = out, g.work = floats(work);
    gf_k->gemm_pack(packed, w, in, GF_B_NK, in, out);
    snprintf(name, sizeof name, "y%s  %zux%zux%zu", act ? " gelu" : "     ", R, out,
             in);
    time_gemm(name, &g);

    gf_k->gemm_pack(packed, w, in, GF_B_KN, out, in);
    struct gf_gemm dx = g;
    dx.N = in, dx.K = out, dx.a = y, dx.lda = out, dx.c = x, dx.ldc = in;
    dx.init = GF_INIT_ZERO, dx.act = GF_ACT_NONE, dx.z = NULL;
    snprintf(name, sizeof name, "dx      %zux%zux%zu", R, in, out);
    time_gemm(name, &dx);

    struct gf_shards shards = {.n = 8};
    for (size_t s = 0; s < 8; s++) shards.row_end[s] = (s + 1) * R / 8;
    struct gf_gemm dW = {.M = out, .N = in, .K = R, .a = y, .lda = out};
    dW.a_trans = true, dW.b = x, dW.ldb = in, dW.b_form = GF_B_KN;
    dW.c = dw, dW.ldc = in, dW.shards = &shards, dW.work = g.work;
    snprintf(name, sizeof name, "dw      %zux%zux%zu", out, in, R);
    time_gemm(name, &dW);
    free(x), free(y), free(z), free(dw), free(w), free(bias), free(packed);
    free(g.work);
}

/* One row through packed weights. */
static void decode(size_t in, size_t out)
{
    char name[80];
    float *packed = floats(gf_k->gemm_packed_size(in, out));
    float *x = floats(in), *y = floats(out),
          *work = floats(gf_k->gemm_work(1, out, in));
    struct gf_gemm g = {.M = 1, .N = out, .K = in, .a = x, .lda = in};
    g.b = packed, g.b_form = GF_B_PACKED, g.c = y, g.ldc = out, g.work = work;
    snprintf(name, sizeof name, "decode  1x%zux%zu", out, in);
    time_gemm(name, &g);
    free(packed), free(x), free(y), free(work);
}

/* ---- attention ---------------------------------------------------------------------- */

static void run_forward(const void *context)
{
    gf_k->attention_forward(context);
}

static void run_backward(const void *context)
{
    gf_k->attention_backward(context);
}

static void attention(size_t n_seq, size_t H, size_t D, size_t T, float p)
{
    char name[80];
    const size_t C = H * D, n = n_seq * T * C;
    float *qkv = floats(3 * n), *d_qkv = floats(3 * n), *o = floats(n),
          *d_o = floats(n);
    float *stat = floats(n_seq * H * T * 2);
    float *work = floats(gf_k->attention_work(T, T, D));
    struct gf_attn a = {.n_seq = n_seq, .H = H, .D = D, .Tq = T, .Tk = T};
    a.q = qkv, a.k = qkv + C, a.v = qkv + 2 * C, a.o = o, a.ldo = C, a.stat = stat;
    a.ldq = a.ldk = a.ldv = 3 * C, a.scale = 0.25f, a.causal = true, a.p = p;
    a.d_o = d_o, a.dq = d_qkv, a.dk = d_qkv + C, a.dv = d_qkv + 2 * C, a.work = work;
    /* Two products over half of T x T; backward has twice that, its recomputation not
     * counted. */
    double flops = 2.0 * (double)(n_seq * H * D * T * (T + 1));
    snprintf(name, sizeof name, "attention %zux%zux%zux%zu p %.1f", n_seq, H, T, D,
             (double)p);
    if (wanted(name)) report(name, fastest(run_forward, &a), flops, (double)n);
    gf_k->attention_forward(&a);
    snprintf(name, sizeof name, "attention back %zux%zux%zux%zu p %.1f", n_seq, H, T, D,
             (double)p);
    if (wanted(name)) report(name, fastest(run_backward, &a), 2 * flops, (double)n);
    free(qkv), free(d_qkv), free(o), free(d_o), free(stat), free(work);
}

/* ---- the rest ------------------------------------------------------------------------ */

struct loop_args {
    size_t R, C;
    float *a, *b, *c, *d, *e, *work;
    int32_t *target;
    int act;
};

static void run_act(const void *p)
{
    const struct loop_args *l = p;
    gf_k->activation_forward(l->c, l->a, l->R * l->C, (enum gf_act)l->act);
}

static void run_act_back(const void *p)
{
    const struct loop_args *l = p;
    gf_k->activation_backward(l->c, l->b, l->a, l->R * l->C, (enum gf_act)l->act);
}

static struct gf_norm_args norm_args(const struct loop_args *l)
{
    struct gf_norm_args n = {.kind = GF_NORM_LAYER, .R = l->R, .C = l->C, .x = l->a};
    n.gain = l->d, n.bias = l->d + l->C, n.eps = 1e-5f, n.y = l->c, n.stat = l->e;
    n.dy = l->b, n.dx = l->c, n.dgain = l->d + 2 * l->C, n.dbias = l->d + 3 * l->C;
    n.work = l->work;
    return n;
}

static void run_norm(const void *p)
{
    struct gf_norm_args n = norm_args(p);
    gf_k->norm_forward(&n);
}

static void run_norm_back(const void *p)
{
    struct gf_norm_args n = norm_args(p);
    gf_k->norm_backward(&n);
}

static void run_loss(const void *p)
{
    const struct loop_args *l = p;
    gf_k->cross_entropy(l->a, l->target, l->R, l->C, 0.01f, l->e, l->c);
}

static void run_columns(const void *p)
{
    const struct loop_args *l = p;
    gf_k->column_sums(l->d, l->a, l->C, l->R, l->C, NULL, l->work);
}

static void run_dropout(const void *p)
{
    const struct loop_args *l = p;
    gf_k->dropout(l->c, l->a, l->R * l->C, 0.1f, (struct gf_rng){1, 2}, 0);
}

static void run_add(const void *p)
{
    const struct loop_args *l = p;
    gf_k->add(l->c, l->a, l->b, l->R * l->C);
}

static void run_adamw(const void *p)
{
    const struct loop_args *l = p;
    const struct gf_adamw o = {1e-9f, 0.9f, 0.99f, 1e-8f, 0.1f, 1, 1, 1};
    gf_k->adamw(l->a, l->b, l->c, l->e, l->R * l->C, &o);
}

static void run_squares(const void *p)
{
    const struct loop_args *l = p;
    volatile double sum = gf_k->sum_squares(l->a, l->R * l->C);
    (void)sum;
}

static void run_normal(const void *p)
{
    const struct loop_args *l = p;
    gf_k->fill_normal(l->c, l->R * l->C, (struct gf_rng){1, 2}, 0.02f);
}

static void rows(size_t R, size_t C)
{
    struct loop_args l = {.R = R, .C = C};
    l.a = floats(R * C), l.b = floats(R * C), l.c = floats(R * C), l.e = floats(R * C);
    l.d = floats(4 * C), l.work = floats(64 * C);
    l.target = (int32_t *)(void *)floats(R);
    for (size_t r = 0; r < R; r++) l.target[r] = (int32_t)(r % C);
    for (size_t i = 0; i < R * C; i++) l.b[i] = l.b[i] * l.b[i];
    static const struct {
        const char *name;
        void (*run)(const void *);
        int act;
    } cases[] = {{"norm", run_norm, 0},
                 {"norm back", run_norm_back, 0},
                 {"cross entropy", run_loss, 0},
                 {"column sums", run_columns, 0},
                 {"add", run_add, 0},
                 {"dropout", run_dropout, 0},
                 {"gelu", run_act, GF_ACT_GELU},
                 {"gelu back", run_act_back, GF_ACT_GELU},
                 {"gelu tanh", run_act, GF_ACT_GELU_TANH},
                 {"gelu tanh back", run_act_back, GF_ACT_GELU_TANH},
                 {"relu", run_act, GF_ACT_RELU},
                 {"sum of squares", run_squares, 0},
                 {"fill normal", run_normal, 0},
                 {"adamw", run_adamw, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char name[80];
        snprintf(name, sizeof name, "%s %zux%zu", cases[i].name, R, C);
        l.act = cases[i].act;
        if (wanted(name)) report(name, fastest(cases[i].run, &l), 0, (double)(R * C));
    }
    free(l.a), free(l.b), free(l.c), free(l.d), free(l.e), free(l.work), free(l.target);
}

int main(int argc, char **argv)
{
    const char *lanes = getenv("GF_LANES");
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--json") == 0)
            json = true;
        else
            filter = argv[i];
    if (!gf_kernels_select(lanes ? atoi(lanes) : 4)) return 1;
    measure_peak(); /* warm-up: V8 never replaces a function that is running */
    peak = measure_peak();
    if (!json) printf("P_128 %.1f GFLOP/s, kernels of %d lanes\n", peak, gf_k->lanes);

    const size_t models[][2] = {{64, 1024}, {128, 768}, {384, 1024}}; /* C, B, A */
    for (size_t i = 0; i < 3; i++) {
        const size_t C = models[i][0], R = models[i][1];
        linear(R, C, 3 * C, GF_ACT_NONE);
        linear(R, C, C, GF_ACT_NONE);
        linear(R, C, 4 * C, GF_ACT_GELU);
        linear(R, 4 * C, C, GF_ACT_NONE);
        linear(R, C, 65, GF_ACT_NONE);
        decode(C, 4 * C);
    }
    linear(100, 32, 96, GF_ACT_NONE);
    linear(128, 64, 256, GF_ACT_GELU); /* one shard */
    linear(96, 128, 384, GF_ACT_NONE);
    attention(32, 2, 32, 32, 0);
    attention(12, 4, 32, 64, 0);
    attention(4, 6, 64, 256, 0);
    attention(4, 6, 64, 256, 0.2f);
    rows(1024, 64);
    rows(768, 128);
    rows(1024, 384);
    const double after = measure_peak();
    if (json)
        printf("{\"name\": \"P_128\", \"before\": %.2f, \"after\": %.2f}\n", peak,
               after);
    else
        printf("P_128 afterwards %.1f GFLOP/s\n", after);
    return 0;
}
