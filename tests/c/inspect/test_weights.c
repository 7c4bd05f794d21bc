/* What is read off the weights and the optimizer: circuits, neurons, maps, health, one
 * update. And the algebra under them.
 * SPDX-License-Identifier: MIT */
#include "harness.h"
#include "inspect/weights/eigen.h"
#include "inspect/heads/head_scores.h"
#include "inspect/weights/histogram.h"
#include "inspecting.h"
#include "text/source.h"

static double noise(size_t i)
{
    return 2 * (double)gf_rng_uniform(gf_rng_key(test_seed(), GF_RNG_TASK, 5),
                                      (uint32_t)i) -
           1;
}

/* ---- eigenvalues ------------------------------------------------------------------------ */

/* Largest distance from an eigenvalue wanted to the nearest one found. */
static double eigen_error(const double *matrix, size_t n, const double *re,
                          const double *im)
{
    double a[400], work[800], got_re[20], got_im[20], worst = 0;
    memcpy(a, matrix, n * n * sizeof *a);
    if (!gf_eigenvalues(a, n, got_re, got_im, work)) return INFINITY;
    for (size_t i = 0; i < n; i++) {
        double best = INFINITY;
        for (size_t k = 0; k < n; k++) {
            best = fmin(best, hypot(re[i] - got_re[k], im[i] - got_im[k]));
        }
        worst = fmax(worst, best);
    }
    return worst;
}

static void test_known_eigenvalues(void)
{
    const double zeros[8] = {0};
    test("eigen: a single number, a diagonal, a triangle");
    CHECK(eigen_error((double[]){-3}, 1, (double[]){-3}, zeros) == 0);
    const double triangle[] = {2, 5, -1, 0, -1, 4, 0, 0, 7};
    CHECK_NEAR(eigen_error(triangle, 3, (double[]){2, -1, 7}, zeros), 0, 1e-14);
    test("eigen: a rotation by 90 degrees has +i and -i");
    CHECK_NEAR(eigen_error((double[]){0, -1, 1, 0}, 2, zeros, (double[]){1, -1}), 0,
               1e-15);
    test("eigen: a companion matrix has the roots of its polynomial");
    /* (x - 1)(x - 2)(x - 3)(x^2 + 4) = x^5 - 6 x^4 + 15 x^3 - 30 x^2 + 44 x - 24 */
    const double companion[] = {6, -15, 30, -44, 24, 1, 0, 0, 0, 0, 0, 1, 0,
                                0, 0,   0,  0,   1,  0, 0, 0, 0, 0, 1, 0};
    CHECK_NEAR(eigen_error(companion, 5, (double[]){1, 2, 3, 0, 0},
                           (double[]){0, 0, 0, 2, -2}),
               0, 1e-12);
    test("eigen: a cycle, on which a plain QR step stands still");
    const double cycle[] = {0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    CHECK_NEAR(eigen_error(cycle, 4, (double[]){1, 0, -1, 0}, (double[]){0, 1, 0, -1}),
               0, 1e-14);
    test("eigen: nothing but zeros");
    CHECK(eigen_error((const double[16]){0}, 4, zeros, zeros) == 0);
}

/* Power sums: the sum of lambda^k is the trace of M^k. */
static void test_random_eigenvalues(size_t n)
{
    double m[400], a[400], work[800], re[20], im[20], power[400], next[400];
    test("eigen: power sums of %zu x %zu random numbers are traces", n, n);
    for (size_t i = 0; i < n * n; i++) power[i] = m[i] = a[i] = noise(i + n);
    CHECK(gf_eigenvalues(a, n, re, im, work));
    double lr[20], li[20];
    for (size_t i = 0; i < n; i++) lr[i] = li[i] = 0;
    for (size_t i = 0; i < n; i++) lr[i] = 1;
    for (int k = 1; k <= 5; k++) {
        double trace = 0, sum = 0, imaginary = 0, size = 0;
        for (size_t i = 0; i < n; i++) {
            double r = lr[i] * re[i] - li[i] * im[i];
            li[i] = lr[i] * im[i] + li[i] * re[i];
            lr[i] = r;
            sum += r;
            imaginary += li[i];
            size += hypot(lr[i], li[i]);
            trace += power[i * n + i];
        }
        CHECK_NEAR(sum, trace, 1e-12 * size);
        CHECK_NEAR(imaginary, 0, 1e-12 * size);
        for (size_t i = 0; i < n * n; i++) {
            next[i] = 0;
            for (size_t j = 0; j < n; j++) {
                next[i] += power[i / n * n + j] * m[j * n + i % n];
            }
        }
        memcpy(power, next, sizeof power);
    }
}

/* ---- principal directions ----------------------------------------------------------------- */

static void test_principal(void)
{
    enum { N = 31, WIDTH = 9 };
    double x[N * WIDTH], y[2 * N], share[2], centre[WIDTH] = {0};
    double work[GF_SUBSPACE * (N + WIDTH) + 2 * GF_SUBSPACE * GF_SUBSPACE];
    /* Uneven spread: axis c has about 1 / (c + 1), so that no two are alike. */
    for (size_t i = 0; i < N * WIDTH; i++) x[i] = noise(i) / (double)(i % WIDTH + 1);
    for (size_t i = 0; i < N * WIDTH; i++) centre[i % WIDTH] += x[i] / N;
    for (size_t i = 0; i < N * WIDTH; i++) x[i] -= centre[i % WIDTH];
    gf_principal(x, N, WIDTH, y, share, work);

    test("principal: the first two directions are those of power iteration");
    double found[2][WIDTH] = {{0}}, all = 0;
    for (size_t i = 0; i < N * WIDTH; i++) all += x[i] * x[i];
    for (int k = 0; k < 2; k++) {
        double v[WIDTH], size = 0;
        for (size_t c = 0; c < WIDTH; c++) v[c] = noise(1000 + c);
        for (int step = 0; step < 3000; step++) {
            double next[WIDTH] = {0}, dot = 0;
            for (size_t c = 0; c < WIDTH; c++) dot += k ? v[c] * found[0][c] : 0;
            for (size_t c = 0; c < WIDTH; c++) v[c] -= dot * found[0][c];
            for (size_t r = 0; r < N; r++) {
                double p = 0;
                for (size_t c = 0; c < WIDTH; c++) p += x[r * WIDTH + c] * v[c];
                for (size_t c = 0; c < WIDTH; c++) next[c] += p * x[r * WIDTH + c];
            }
            size = 0;
            for (size_t c = 0; c < WIDTH; c++) size += next[c] * next[c];
            size = sqrt(size);
            for (size_t c = 0; c < WIDTH; c++) v[c] = next[c] / size;
        }
        memcpy(found[k], v, sizeof v);
        CHECK_NEAR(share[k], size / all, 1e-9);
        double sign = 0;
        for (size_t r = 0; r < N; r++) {
            double p = 0;
            for (size_t c = 0; c < WIDTH; c++) p += x[r * WIDTH + c] * v[c];
            sign = sign == 0 ? (p * y[2 * r + (size_t)k] > 0 ? 1 : -1) : sign;
            CHECK_NEAR(y[2 * r + (size_t)k], sign * p, 1e-8);
        }
    }

    test("align: undoes a turn, and a turn with a mirror");
    double moved[2 * N];
    for (int mirror = 0; mirror < 2; mirror++) {
        for (size_t r = 0; r < N; r++) {
            double u = y[2 * r], v = mirror ? -y[2 * r + 1] : y[2 * r + 1];
            moved[2 * r] = cos(2.1) * u - sin(2.1) * v;
            moved[2 * r + 1] = sin(2.1) * u + cos(2.1) * v;
        }
        gf_align(moved, y, N);
        for (size_t i = 0; i < 2 * N; i++) CHECK_NEAR(moved[i], y[i], 1e-12);
    }
}

static void test_letter_map(void)
{
    struct looking l;
    test("letter map: has the distances of the first two directions, and stays put");
    looking_open(&l, "", 10, false);
    const struct gf_json *one = ask(&l, "{\"what\":\"embedding_map\"}");
    const struct gf_json *two = ask(&l, "{\"what\":\"embedding_map\"}");
    look(&l, "the");
    const double *E = parameter(&l, "transformer.wte.weight");
    double spread[2] = {0}, all = 0, mean[64] = {0};
    for (size_t i = 0; i < l.V * l.C; i++) mean[i % l.C] += E[i] / (double)l.V;
    for (size_t i = 0; i < l.V * l.C; i++) all += pow(E[i] - mean[i % l.C], 2);
    for (size_t v = 0; v < l.V; v++) {
        for (size_t k = 0; k < 2; k++) {
            spread[k] += pow(cell(one, "map", v, k), 2);
            CHECK_NEAR(cell(two, "map", v, k), cell(one, "map", v, k), 1e-6);
        }
    }
    CHECK_NEAR(number(one, "share.0"), spread[0] / all, 1e-6);
    CHECK_NEAR(number(one, "share.1"), spread[1] / all, 1e-6);
    CHECK(spread[0] > spread[1]);
    CHECK(length(one, "classes") == l.V);

    test("letter map: letters stay where they were when the axes trade places");
    float *values = weights_of(&l), *e = place(&l, values, "transformer.wte.weight");
    const struct gf_json *maps[2];
    for (int k = 0; k < 2; k++) {
        memset(e, 0, l.V * l.C * sizeof *e);
        for (size_t v = 0; v < l.V; v++) {
            e[v * l.C] = (float)noise(v) * (k ? 2 : 3);
            e[v * l.C + 1] = (float)noise(v + 100) * (k ? 3 : 2);
        }
        gf_lab_set_weights(l.lab, values, 11 + (uint64_t)k);
        maps[k] = ask(&l, "{\"what\":\"embedding_map\"}");
    }
    double together = 0, one_size = 0, two_size = 0;
    for (size_t i = 0; i < 2 * l.V; i++) {
        double x = cell(maps[0], "map", i / 2, i % 2);
        double y = cell(maps[1], "map", i / 2, i % 2);
        together += x * y;
        one_size += x * x;
        two_size += y * y;
    }
    /* Axes scaled by 3 : 2 and 2 : 3 keep a cosine of 12 / 13; traded, about 0 is left. */
    CHECK(together > 0.85 * sqrt(one_size * two_size));

    test("position map: cosines of the position vectors");
    const struct gf_json *p = ask(&l, "{\"what\":\"position_map\"}");
    look(&l, "the");
    const double *P = parameter(&l, "transformer.wpe.weight");
    for (size_t i = 0; i < l.T; i++) {
        for (size_t j = 0; j < l.T; j += 3) {
            double dot = 0, a = 0, b = 0;
            for (size_t c = 0; c < l.C; c++) {
                dot += P[i * l.C + c] * P[j * l.C + c];
                a += P[i * l.C + c] * P[i * l.C + c];
                b += P[j * l.C + c] * P[j * l.C + c];
            }
            CHECK_NEAR(cell(p, "cosine", i, j), dot / sqrt(a * b), 1e-6);
        }
    }
    looking_close(&l);
    looking_open(&l, "\"positions\":\"none\"", 0, false);
    CHECK(words(ask(&l, "{\"what\":\"position_map\"}"), "obstacle.message"));
    looking_close(&l);
}

/* ---- circuits ------------------------------------------------------------------------------- */

static void test_circuits(const char *config)
{
    struct looking l;
    size_t layer = 1, h = 2;
    test("circuits: tables of a head from embeddings, gains and its matrices (%s)",
         config);
    looking_open(&l, config, 20, false);
    size_t C = l.C, D = C / l.H;
    bool simple = strstr(config, "simple") != NULL;
    const struct gf_json *a =
        ask(&l, "{\"what\":\"circuits\",\"layer\":%zu,\"head\":%zu}", layer, h);
    look(&l, "the");
    const double *E = parameter(&l, "transformer.wte.weight");
    const double *U = parameter(&l, "lm_head.weight");
    const double *g = parameter(&l, "transformer.h.1.ln_1.weight");
    const double *gf = parameter(&l, "transformer.ln_f.weight");
    const double *O = parameter(&l, "transformer.h.1.attn.c_proj.weight");
    const double *Q, *K, *V;
    if (simple) {
        Q = parameter(&l, "transformer.h.1.attn.heads.2.q_lin.weight");
        K = parameter(&l, "transformer.h.1.attn.heads.2.k_lin.weight");
        V = parameter(&l, "transformer.h.1.attn.heads.2.v_lin.weight");
    } else {
        Q = parameter(&l, "transformer.h.1.attn.c_attn.weight") + h * D * C;
        K = Q + C * C;
        V = K + C * C;
    }
    /* By matrices of [C][C] between the characters, another order than the engine's. */
    double qk[32][32] = {{0}}, ov[32][32] = {{0}};
    for (size_t i = 0; i < C; i++) {
        for (size_t j = 0; j < C; j++) {
            for (size_t d = 0; d < D; d++) {
                qk[i][j] += g[i] * Q[d * C + i] * K[d * C + j] * g[j] / sqrt((double)D);
                ov[i][j] += g[i] * V[d * C + i] * O[j * C + h * D + d] * gf[j];
            }
        }
    }
    double trace = 0, sizes = 0;
    for (size_t x = 0; x < l.V; x++) {
        for (size_t y = 0; y < l.V; y++) {
            double want_qk = 0, want_ov = 0;
            for (size_t i = 0; i < C; i++) {
                for (size_t j = 0; j < C; j++) {
                    want_qk += E[x * C + i] * qk[i][j] * E[y * C + j];
                    want_ov += E[x * C + i] * ov[i][j] * U[y * C + j];
                }
            }
            trace += x == y ? want_ov : 0;
            CHECK_NEAR(cell(a, "qk", x, y), want_qk, 1e-6 * fmax(1, fabs(want_qk)));
            CHECK_NEAR(cell(a, "ov", x, y), want_ov, 1e-6 * fmax(1, fabs(want_ov)));
        }
    }
    double sum = 0;
    for (size_t i = 0; i < D; i++) {
        char path[32];
        snprintf(path, sizeof path, "eigen_re.%zu", i);
        double re = number(a, path);
        snprintf(path, sizeof path, "eigen_im.%zu", i);
        sum += re;
        sizes += hypot(re, number(a, path));
    }
    test("circuits: copying is the trace of OV over the sum of its eigenvalues' sizes "
         "(%s)",
         config);
    CHECK_NEAR(sum, trace, 1e-9 * sizes);
    CHECK_NEAR(number(a, "copying"), trace / sizes, 1e-9);
    CHECK(fabs(number(a, "copying")) <= 1);
    looking_close(&l);
}

/* The slip of the preset "one-head": what attention finds, nothing reads. */
static void test_unread(const char *config, const char *key)
{
    struct looking l;
    test("circuits: no table for a head that does not write into the stream (%s)",
         config);
    looking_open(&l, config, 3, false);
    const struct gf_json *a = ask(&l, "{\"what\":\"circuits\",\"layer\":0,\"head\":1}");
    const char *why = words(a, "obstacle.key");
    CHECK_THAT(why && strcmp(why, key) == 0, "%s", why ? why : "answered");
    CHECK(length(a, "ov") == 0 && length(a, "qk") == 0);
    looking_close(&l);
}

/* ---- neurons --------------------------------------------------------------------------------- */

static int downward(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

static void test_neurons(void)
{
    struct looking l;
    enum { UNIT = 17 };
    test("neurons: the contexts are the eight largest activations over the probe set");
    looking_open(&l, "", 30, false);
    const struct gf_json *a =
        ask(&l, "{\"what\":\"neurons\",\"layer\":1,\"first\":%d,\"count\":2}", UNIT);
    size_t F = 4 * l.C, n = 0;
    double all[8 * 64], mean = 0, active = 0;
    char path[64];
    for (size_t w = 0; w < 8; w++) {
        look(&l, probe_text(&l, w));
        const double *h = tensor(&l, "transformer.h.1.mlp.c_fc", NULL, NULL);
        for (size_t i = 0; i < l.T; i++) {
            all[n++] = h[i * F + UNIT];
            mean += all[n - 1] / (8.0 * (double)l.T);
            active += (all[n - 1] > 0) / (8.0 * (double)l.T);
        }
    }
    double sorted[8 * 64];
    memcpy(sorted, all, sizeof all);
    qsort(sorted, n, sizeof *sorted, downward);
    CHECK(length(a, "neurons") == 2 && number(a, "neurons.0.neuron") == UNIT);
    CHECK_NEAR(number(a, "neurons.0.mean"), mean, 1e-9);
    CHECK_NEAR(number(a, "neurons.0.active"), active, 1e-9);
    for (size_t k = 0; k < 8; k++) {
        snprintf(path, sizeof path, "neurons.0.contexts.%zu.value", k);
        CHECK(number(a, path) == sorted[k]);
        snprintf(path, sizeof path, "neurons.0.contexts.%zu.line", k);
        size_t line = (size_t)number(a, path);
        snprintf(path, sizeof path, "neurons.0.contexts.%zu.position", k);
        size_t i = (size_t)number(a, path);
        CHECK(all[line * l.T + i] == sorted[k]);
        const char *window = probe_text(&l, line);
        snprintf(path, sizeof path, "neurons.0.contexts.%zu.character", k);
        CHECK(words(a, path)[0] == window[i]);
        snprintf(path, sizeof path, "neurons.0.contexts.%zu.before", k);
        const char *before = words(a, path);
        size_t m = strlen(before);
        CHECK(m == (i < 16 ? i : 16) && memcmp(before, window + i - m, m) == 0);
    }

    test("neurons: what a unit pushes is its slope at the logits, but for the norm's "
         "scale");
    look(&l, "the");
    const double *W = parameter(&l, "transformer.h.1.mlp.c_proj.weight");
    const double *g = parameter(&l, "transformer.ln_f.weight");
    const double *U = parameter(&l, "lm_head.weight");
    double effect[64], order[64];
    for (size_t v = 0; v < l.V; v++) {
        double w_mean = 0;
        for (size_t c = 0; c < l.C; c++) w_mean += g[c] * U[v * l.C + c] / (double)l.C;
        effect[v] = 0;
        for (size_t c = 0; c < l.C; c++) {
            effect[v] += W[c * F + UNIT] * (g[c] * U[v * l.C + c] - w_mean);
        }
    }
    memcpy(order, effect, sizeof order);
    qsort(order, l.V, sizeof *order, downward);
    for (size_t k = 0; k < 6; k++) {
        for (int down = 0; down < 2; down++) {
            const char *list = down ? "lowers" : "raises";
            snprintf(path, sizeof path, "neurons.0.%s.%zu.value", list, k);
            double got = number(a, path);
            CHECK_NEAR(got, order[down ? l.V - 1 - k : k], 1e-6);
            snprintf(path, sizeof path, "neurons.0.%s.%zu.token", list, k);
            CHECK_NEAR(got, effect[(size_t)number(a, path)], 1e-6);
        }
    }
    looking_close(&l);
}

/* ---- health and update --------------------------------------------------------------------------- */

static void test_histogram(void)
{
    test("histogram: two bins to an octave, zeros apart, the ends open");
    CHECK(gf_bin_of(1) == 52 && gf_bin_of(-1) == 52);
    CHECK(gf_bin_of(1.4142134f) == 52 && gf_bin_of(1.4142137f) == 53);
    CHECK(gf_bin_of(1.9999999f) == 53 && gf_bin_of(2) == 54);
    CHECK(gf_bin_of(0x1p-26f) == 0 && gf_bin_of(1e-30f) == 0);
    CHECK(gf_bin_of(63) == 63 && gf_bin_of(1e30f) == 63);
    float bins[GF_BINS], x[] = {0, 1, -1, 0.5f, 0};
    CHECK(gf_histogram(bins, x, 5) == 2);
    CHECK(bins[52] == 2 && bins[50] == 1);
}

static double deviation(const float *x, size_t n)
{
    double mean = 0, squares = 0;
    for (size_t i = 0; i < n; i++) mean += (double)x[i] / (double)n;
    for (size_t i = 0; i < n; i++) squares += pow((double)x[i] - mean, 2);
    return sqrt(squares / (double)n);
}

static void test_health(const char *config)
{
    struct looking l;
    test("health: update to weight is that of the step that was made (%s)", config);
    looking_open(&l, config, 5, false);
    size_t n = gf_lab_n_value(l.lab);
    float *before = weights_of(&l), *change = weights_of(&l);
    gf_lab_step(l.lab, NULL, NULL);
    for (size_t i = 0; i < n; i++) change[i] = gf_lab_weights(l.lab)[i] - before[i];
    const struct gf_json *a = ask(&l, "{\"what\":\"health\"}");
    size_t at = 0, i = 0;
    const struct gf_json *rows = gf_json_get(a, "parameters");
    for (const struct gf_json *p = rows->first; p; p = p->next, i++) {
        size_t rows_of, columns, sum = 0;
        look(&l, "the");
        tensor(&l, words(p, "name"), &rows_of, &columns);
        size_t m = rows_of * columns;
        double want = log10(deviation(change + at, m) / deviation(before + at, m));
        /* The weights' own rounding, 6e-8 of each, blurs their difference. */
        CHECK_NEAR(number(p, "update"), want, 2e-3);
        CHECK_NEAR(number(p, "std"), deviation(gf_lab_weights(l.lab) + at, m), 1e-9);
        for (size_t b = 0; b < GF_BINS; b++) sum += (size_t)cell(a, "weights", i, b);
        CHECK(sum + (size_t)number(p, "zeros") == m);
        at += m;
    }
    CHECK(at == n);
    looking_close(&l);
}

static void test_activity(void)
{
    struct looking l;
    test(
        "health: quiet units, size of the stream and largest score over the probe set");
    looking_open(&l, "", 20, false);
    const struct gf_json *a = ask(&l, "{\"what\":\"health\"}");
    double quiet = 0, units = 0, size = 0, score = -1e30;
    float *A = gf_arena_array(&l.arena, l.T * l.T, sizeof *A);
    float *S = gf_arena_array(&l.arena, l.T * l.T, sizeof *S);
    for (size_t w = 0; w < 8; w++) {
        look(&l, probe_text(&l, w));
        const double *h = tensor(&l, "transformer.h.1.mlp.c_fc", NULL, NULL);
        const double *x = tensor(&l, "transformer.h.0.attn.c_proj", NULL, NULL);
        for (size_t i = 0; i < l.T * 4 * l.C; i++, units++) quiet += fabs(h[i]) < 1e-3;
        for (size_t i = 0; i < l.T; i++) {
            double squares = 0;
            for (size_t c = 0; c < l.C; c++) squares += x[i * l.C + c] * x[i * l.C + c];
            size += sqrt(squares) / (8.0 * (double)l.T);
        }
        for (size_t k = 0; k < l.H; k++) {
            gf_lab_attention(l.lab, 0, k, A, S, NULL);
            for (size_t i = 0; i < l.T * l.T; i++) {
                if (i % l.T <= i / l.T) score = fmax(score, (double)S[i]);
            }
        }
    }
    CHECK_NEAR(number(a, "hidden.1.quiet"), quiet / units, 1e-12);
    CHECK_NEAR(number(a, "stream.1.size"), size, 1e-9);
    CHECK(number(a, "score.0") == score);
    CHECK(number(a, "gains.0.least") <= number(a, "gains.0.mean") &&
          number(a, "gains.0.mean") <= number(a, "gains.0.most"));
    looking_close(&l);
}

/* The windows that a source of the test's own draws for this step. */
static void check_batch(const struct looking *l, const struct gf_json *a, size_t seed)
{
    int32_t tokens[64], target[64];
    struct gf_source source = gf_corpus_source(&l->corpus);
    struct gf_sequence room = {.T = l->T, .tokens = tokens, .target = target};
    struct gf_rng key = gf_rng_key(seed, GF_RNG_BATCH, (uint64_t)number(a, "step"));
    CHECK(number(a, "batch.shape.1") == (double)l->T);
    size_t B = (size_t)number(a, "batch.shape.0"), different = 0;
    room.batch_size = B;
    for (size_t b = 0; b < B; b++) {
        source.train(source.data, key, b, &room);
        for (size_t t = 0; t < l->T; t++) {
            different += cell(a, "batch", b, t) != (double)tokens[t];
        }
    }
    CHECK_THAT(B > 1 && different == 0, "%zu of %zu sequences differ", different, B);
}

static void test_update(const char *config)
{
    static const struct {
        const char *name;
        size_t index;
    } ones[] = {{"transformer.wte.weight", 31},
                {"transformer.h.1.attn.c_proj.weight", 100},
                {"transformer.h.0.mlp.c_fc.bias", 3},
                {"transformer.ln_f.weight", 2}};
    struct looking l;
    test("update: the next step gives the very number that was shown (%s)", config);
    looking_open(&l, config, 7, false);
    for (size_t i = 0; i < sizeof ones / sizeof ones[0]; i++) {
        struct gf_progress progress;
        const struct gf_json *a =
            ask(&l, "{\"what\":\"next_update\",\"parameter\":\"%s\",\"index\":%zu}",
                ones[i].name, ones[i].index);
        look(&l, "the");
        CHECK(parameter(&l, ones[i].name)[ones[i].index] == number(a, "weight"));
        CHECK(gf_lab_step(l.lab, &progress, NULL) == GF_OK);
        look(&l, "the");
        CHECK(parameter(&l, ones[i].name)[ones[i].index] == number(a, "new_weight"));
        CHECK(number(a, "new_weight") != number(a, "weight"));
        check_batch(&l, a, 1337); /* the seed by default */
        CHECK(number(a, "loss") == progress.loss);
        CHECK(number(a, "grad_norm") == progress.grad_norm);
        CHECK_NEAR(number(a, "lr"), progress.lr, 1e-7 * progress.lr);
        CHECK_NEAR(number(a, "clipped"), number(a, "gradient") * number(a, "clip"),
                   1e-6 * fabs(number(a, "gradient")));
        /* The formula in double from the numbers shown. */
        double m = 0.9 * number(a, "m") + 0.1 * number(a, "clipped");
        double v = 0.99 * number(a, "v") + 0.01 * pow(number(a, "clipped"), 2);
        CHECK_NEAR(number(a, "new_m"), m, 1e-6 * fabs(m) + 1e-12);
        CHECK_NEAR(number(a, "new_v"), v, 1e-5 * v + 1e-20);
        double lr = number(a, "lr"), step = number(a, "new_m") * number(a, "correct_m");
        step /= sqrt(number(a, "new_v") * number(a, "correct_v")) + number(a, "eps");
        double want = number(a, "weight") * (1 - lr * number(a, "decay")) - lr * step;
        CHECK_NEAR(number(a, "new_weight"), want, 2e-7 * fmax(1, fabs(want)));
    }
    looking_close(&l);
}

int main(void)
{
    test_known_eigenvalues();
    test_random_eigenvalues(2);
    test_random_eigenvalues(7);
    test_random_eigenvalues(20);
    test_principal();
    test_letter_map();
    test_circuits("");
    test_circuits("\"attention\":\"simple\",\"tied_head\":false");
    test_circuits("\"positions\":\"rotary\",\"n_embd\":18");
    test_unread("\"head_input\":\"tokens\"", "obstacle_head_unused");
    test_unread("\"head_input\":\"tokens\",\"residual\":false,\"attn_proj\":false,"
                "\"norm_place\":\"none\",\"mlp\":false",
                "obstacle_head_unused");
    test_unread("\"residual\":false,\"attn_proj\":false,\"norm_place\":\"none\"",
                "obstacle_no_residual_stream");
    test_neurons();
    test_histogram();
    test_health("");
    test_health("\"optimizer\":\"adam\",\"tied_head\":false");
    test_activity();
    test_update("");
    test_update("\"grad_clip\":0.05,\"attention\":\"simple\"");
    return test_finish();
}
