/* Drawing a token: repetition penalty, temperature, top-k, top-p and min-p compared with a reference in
 * double precision; draws follow the probabilities.
 * SPDX-License-Identifier: MIT */
#include "base/rng.h"
#include "generate/sampler.h"
#include "harness.h"
#include "kernels/kernels.h"

enum { MAX_V = 60 };

/* The token drawn at a position; the candidates of the last call are in `room`. */
static struct gf_candidate room[MAX_V + 1];
static size_t n_room;

static int32_t sample(const float *logits, size_t V, uint64_t at,
                      struct gf_sampling opts)
{
    return gf_sample(logits, V, &opts, (struct gf_context){0}, at, room, &n_room);
}

struct choice {
    int32_t id;
    double p;
};

static int likelier(const void *a, const void *b)
{
    const struct choice *x = a, *y = b;
    if (x->p != y->p) return x->p > y->p ? -1 : 1;
    return x->id - y->id;
}

/* Logit i, penalised when it is in the context. */
static double penalised(const float *logits, size_t i, double penalty,
                        struct gf_context context)
{
    double z = (double)logits[i];
    for (size_t k = 0; penalty > 0 && k < context.n; k++)
        if (context.tokens[k] == (int32_t)i) return z > 0 ? z / penalty : z * penalty;
    return z;
}

/* The candidates after all cuts, sorted; returns their number. */
static size_t slow_candidates(const float *logits, size_t V,
                              const struct gf_sampling *opts, struct gf_context context,
                              struct choice *c)
{
    const bool greedy = opts->temperature == 0;
    double t = greedy ? 1 : (double)opts->temperature, sum = 0, max = -1e9;
    const double penalty = (double)opts->repetition_penalty;
    for (size_t i = 0; i < V; i++)
        max = fmax(max, penalised(logits, i, penalty, context));
    for (size_t i = 0; i < V; i++) {
        double z = penalised(logits, i, penalty, context);
        c[i] = (struct choice){(int32_t)i, exp((z - max) / t)};
        sum += c[i].p;
    }
    for (size_t i = 0; i < V; i++) c[i].p /= sum;
    qsort(c, V, sizeof *c, likelier);
    size_t n = greedy ? 1 : V;
    if (opts->top_k > 0 && (size_t)opts->top_k < n) n = (size_t)opts->top_k;
    if (opts->top_p > 0 && opts->top_p < 1 && !greedy) {
        double left = 0, reached = 0;
        size_t kept = 0;
        for (size_t i = 0; i < n; i++) left += c[i].p; /* of what top-k left */
        while (kept < n && reached < (double)opts->top_p * left) reached += c[kept++].p;
        n = kept;
    }
    while (n > 1 && c[n - 1].p < (double)opts->min_p * c[0].p) n--;
    sum = 0;
    for (size_t i = 0; i < n; i++) sum += c[i].p;
    for (size_t i = 0; i < n; i++) c[i].p /= sum;
    return n;
}

static void check_candidates(const float *logits, size_t V,
                             const struct gf_sampling *opts, struct gf_context context)
{
    struct choice want[MAX_V];
    struct gf_candidate got[MAX_V + 1];
    size_t n_got, n = slow_candidates(logits, V, opts, context, want);
    int32_t id = gf_sample(logits, V, opts, context, 5, got, &n_got);
    if (!CHECK_THAT(n_got == n, "%zu left, not %zu (k %d, p %g, min %g)", n_got, n,
                    opts->top_k, (double)opts->top_p, (double)opts->min_p))
        return;
    double p[MAX_V], sum = 0; /* -1: not left */
    for (size_t i = 0; i < n; i++) sum += (double)got[i].p;
    for (size_t i = 0; i < V; i++) p[i] = -1;
    for (size_t i = 0; i < n; i++) p[want[i].id] = want[i].p;
    CHECK_THAT(p[id] >= 0, "%d was drawn but is not left", id);
    for (size_t i = 0; i < n; i++) {
        CHECK_NEAR((double)got[i].p / sum, p[got[i].id],
                   2e-6); /* exp and a sum of V in float */
        p[got[i].id] = -1;
    }
}

/* Distinct enough that float and double sort alike. */
static void random_logits(float *logits, size_t V, uint64_t seed, float spread)
{
    struct gf_rng key = gf_rng_key(seed, GF_RNG_TASK, V);
    for (size_t i = 0; i < V; i++)
        logits[i] = spread * (2 * gf_rng_uniform(key, (uint32_t)i) - 1);
}

TESTS(test_cuts)
{
    static const float temperatures[] = {0, 0.1f, 0.8f, 1, 3};
    static const int ks[] = {0, 1, 2, 5, MAX_V + 5};
    static const float min_ps[] = {0, 0.02f, 0, 0.3f, 1, 0};
    static const float penalties[] = {0, 0, 1.3f, 2.5f, 0.7f, 1};
    /* Repeated, and some of another vocabulary. */
    static const int32_t said[] = {0, 5, 5, 2, -1, 59, 900};
    static const float ps[] = {0, 1e-6f, 0.3f, 0.77f, 0.999f, 1};
    for (size_t V = 1; V <= MAX_V; V += V < 4 ? 1 : 14) {
        test("sampler: the candidates among %zu tokens equal the reference", V);
        float logits[MAX_V];
        random_logits(logits, V, test_seed(), 4);
        for (size_t i = 0; i < 5 * 5 * 6; i++)
            for (size_t k = 0; k < 6; k++)
                check_candidates(
                    logits, V,
                    &(struct gf_sampling){.temperature = temperatures[i % 5],
                                          .top_k = ks[i / 5 % 5],
                                          .top_p = ps[i / 25],
                                          .min_p = min_ps[k],
                                          .repetition_penalty = penalties[k],
                                          .seed = i},
                    (struct gf_context){said, V < 7 ? V : 7});
    }
}

TEST("sampler: greedy takes the likeliest after the penalty")
{
    static const float logits[] = {2, 1.5f, -1};
    static const int32_t said[] = {0};
    const struct gf_sampling opts = {.repetition_penalty = 1.5f};
    const struct gf_context context = {said, 1};
    CHECK(gf_sample(logits, 3, &opts, context, 0, room, &n_room) == 1);
    CHECK(sample(logits, 3, 0, opts) == 0); /* nothing said */
}

TEST("sampler: top_k 1, a tiny top_p and greedy give the same token")
{
    float logits[MAX_V];
    for (uint64_t seed = 0; seed < 50; seed++) {
        random_logits(logits, 31, test_seed() + seed, 3);
        int32_t greedy = sample(logits, 31, seed, (struct gf_sampling){0});
        CHECK(n_room == 1 && room[0].id == greedy && room[0].p == 1);
        for (size_t i = 0; i < 31; i++) CHECK(logits[i] <= logits[greedy]);
        const struct gf_sampling same[] = {{.temperature = 1, .top_k = 1},
                                           {.temperature = 1, .top_p = 1e-9f},
                                           {.temperature = 1e-5f},
                                           {.temperature = 1, .min_p = 1}};
        for (int i = 0; i < 4; i++) CHECK(greedy == sample(logits, 31, seed, same[i]));
    }
}

TEST("sampler: of equal logits the lower id comes first")
{
    float logits[9] = {0, 2, 1, 2, 2, 1, 0, 2, 1};
    CHECK(sample(logits, 9, 0, (struct gf_sampling){0}) == 1);
    static const int32_t order[] = {1, 3, 4, 7, 2};
    sample(logits, 9, 0, (struct gf_sampling){.temperature = 1, .top_k = 5});
    for (size_t i = 0; i < 5; i++)
        CHECK_THAT(room[i].id == order[i], "place %zu has %d", i, room[i].id);
}

TEST("sampler: extreme, equal and single logits")
{
    float far[4] = {-1e30f, 80, 79, -80}, same[4] = {5, 5, 5, 5}, one[1] = {-3};
    for (uint64_t at = 0; at < 100; at++) {
        int32_t id = sample(far, 4, at, (struct gf_sampling){.temperature = 1});
        CHECK(id == 1 || id == 2);
        CHECK(room[0].p == 0 && room[1].p + room[2].p == 1);
        sample(same, 4, at, (struct gf_sampling){.temperature = 100});
        CHECK(n_room == 4 && room[0].p == 0.25f && room[3].p == 0.25f);
        CHECK(sample(one, 1, at,
                     (struct gf_sampling){.temperature = 1, .top_p = 0.5f}) == 0);
        CHECK(n_room == 1 && room[0].p == 1);
    }
}

/* chi^2 with at most V - 1 = 6 degrees of freedom exceeds 22.5 once in a thousand times; the draws
 * are a fixed function of the seed, so the result never changes. */
TESTS(test_frequencies)
{
    float logits[7];
    struct choice want[7];
    random_logits(logits, 7, 3, 1.5f);
    const struct gf_sampling options[] = {{.seed = 1, .temperature = 1},
                                          {.seed = 2, .temperature = 0.6f},
                                          {.seed = 3, .temperature = 1, .top_k = 3},
                                          {.seed = 4, .temperature = 1, .top_p = 0.6f}};
    for (size_t o = 0; o < GF_COUNT(options); o++) {
        test("sampler: 20000 draws follow the probabilities (seed %d)",
             (int)options[o].seed);
        size_t n =
            slow_candidates(logits, 7, &options[o], (struct gf_context){0}, want);
        double count[7] = {0}, chi = 0;
        for (uint64_t at = 0; at < 20000; at++)
            count[sample(logits, 7, at, options[o])]++;
        for (size_t i = 0; i < n; i++) {
            double expected = 20000 * want[i].p;
            chi += pow(count[want[i].id] - expected, 2) / expected;
        }
        CHECK_THAT(chi < 22.5, "chi^2 is %.1f", chi);
    }
}

TEST("sampler: a function of logits, options and position at every vector width")
{
    float logits[MAX_V];
    int32_t first[64];
    random_logits(logits, MAX_V, test_seed(), 2);
    for (int lanes = 4; lanes <= 16; lanes *= 2) {
        if (!gf_kernels_select(lanes)) continue;
        for (uint64_t at = 64; at-- > 0;) { /* backwards: order does not matter */
            int32_t id = sample(
                logits, MAX_V, at,
                (struct gf_sampling){.seed = 4, .temperature = 1, .top_p = 0.95f});
            first[at] = lanes == 4 ? id : first[at];
            CHECK(id == first[at]);
        }
    }
    gf_kernels_select(0);
    size_t changes = 0;
    for (size_t at = 1; at < 64; at++) changes += first[at] != first[at - 1];
    CHECK(changes > 30); /* positions do not share their random number */
}
