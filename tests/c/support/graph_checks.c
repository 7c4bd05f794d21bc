/* SPDX-License-Identifier: MIT */
#include "graph_checks.h"

/* Values have 24 bits; chains here are short (at most 41 terms), so a few dozen roundings
 * of 6e-8 each, relative to the largest value of the tensor. */
#define VALUE_TOLERANCE 4e-6

/* Gradients chain a handful of such ops; finite differences add 1e-9. */
#define GRADIENT_TOLERANCE 1e-5

/* Of large parameters, this many elements are differentiated one by one; a random
 * direction covers the rest. */
#define N_PROBES 24

static size_t n_rows(const struct random_graph *rg, const struct gf_tensor *t)
{
    return rg->batch.n_seq * rg->batch.n_time[t->stream];
}

void check_forward(const char *what, const char *how, const struct recipe *recipe)
{
    test("%s, %s: forward equals the reference in double precision", what, how);
    RANDOM_GRAPH(rg, recipe, GF_GRAPH_INSPECT);
    random_graph_poison(&rg);
    random_graph_forward(&rg);
    struct reference_graph reference;
    reference_open(&reference, &rg.run);
    reference_loss(&reference);
    for (int i = 0; i < rg.graph->n_node; i++) {
        const struct gf_tensor *t = &rg.graph->tensors[i];
        CHECK_CLOSE(t->value, reference.value[i], n_rows(&rg, t) * t->width,
                    VALUE_TOLERANCE);
    }
    reference_close(&reference);
}

/* ---- gradients -------------------------------------------------------------------- */

/* |got - want| within tolerance of the largest gradient of its parameter. */
static void check_near(const char *name, double got, double want, double largest)
{
    CHECK_THAT(fabs(got - want) <= GRADIENT_TOLERANCE * largest,
               "gradient of %s is %.8g, not %.8g (largest %.3g)", name, got, want,
               largest);
}

static void check_parameter(const struct random_graph *rg,
                            struct reference_graph *reference, int i)
{
    const struct gf_param *p = &rg->layout->params[i];
    double *x = reference->param + p->offset, largest = 1e-3, along = 0, scale = 0;
    for (size_t k = 0; k < p->n; k++)
        largest = fmax(largest, fabs((double)random_graph_grad(rg, i, k)));
    size_t stride = p->n > N_PROBES ? p->n / N_PROBES : 1;
    for (size_t k = 0; k < p->n; k += stride + (stride > 1 && k % 2))
        check_near(p->name, (double)random_graph_grad(rg, i, k),
                   reference_derivative(reference, x + k), largest);
    double *d = malloc(p->n * sizeof *d);
    for (size_t k = 0; k < p->n; k++) {
        struct gf_rng key = gf_rng_key(rg->recipe->seed, GF_RNG_TASK, 77);
        d[k] = (double)gf_rng_uniform(key, (uint32_t)k) - 0.5;
        double term = d[k] * (double)random_graph_grad(rg, i, k);
        along += term;
        scale += fabs(term);
    }
    /* Errors of single elements partly cancel: the sum of magnitudes bounds them. */
    check_near(p->name, along, reference_directional(reference, x, d, p->n),
               fmax(scale, 1e-3));
    free(d);
}

void check_gradients(const char *what, const char *how, const struct recipe *recipe)
{
    test("%s, %s: gradients equal finite differences", what, how);
    RANDOM_GRAPH(rg, recipe, GF_GRAPH_INSPECT);
    random_graph_poison(&rg);
    double sum = random_graph_step(&rg, 1);
    struct reference_graph reference;
    reference_open(&reference, &rg.run);
    double loss = reference_loss(&reference);
    CHECK_NEAR(sum * (double)rg.batch.inv_count, loss,
               VALUE_TOLERANCE * fmax(1, fabs(loss)));
    for (int i = 0; i < rg.layout->n_param; i++)
        if (rg.layout->params[i].alias_of < 0) check_parameter(&rg, &reference, i);
    for (size_t i = 0; rg.batch.head_mask_grad && i < rg.n_head_mask; i++) {
        double want = reference_derivative(&reference, &reference.head_mask[i]);
        check_near("a head mask", (double)rg.head_mask_grad[i], want,
                   fmax(1, fabs(want)));
    }
    reference_close(&reference);
}

/* ---- modes ------------------------------------------------------------------------- */

static bool same_tensor(const struct random_graph *a, const struct random_graph *b,
                        const char *name)
{
    const struct gf_tensor *x = gf_graph_tensor(a->graph, name);
    const struct gf_tensor *y = gf_graph_tensor(b->graph, name);
    return memcmp(x->value, y->value, n_rows(a, x) * x->width * sizeof(float)) == 0;
}

void check_modes(const char *what, const char *how, const struct recipe *recipe)
{
    test("%s, %s: shared memory changes no bit", what, how);
    RANDOM_GRAPH(inspecting, recipe, GF_GRAPH_INSPECT);
    RANDOM_GRAPH(train, recipe, GF_GRAPH_TRAIN);
    RANDOM_GRAPH(infer, recipe, GF_GRAPH_INFER);
    random_graph_poison(&infer);
    random_graph_forward(&infer);
    /* Twice, the second time over what the first has left behind. */
    for (int turn = 0; turn < 2; turn++) {
        if (turn == 0) {
            random_graph_poison(&inspecting);
            random_graph_poison(&train);
        }
        double a = random_graph_step(&inspecting, 1), b = random_graph_step(&train, 1);
        CHECK_BYTES(&b, &a, sizeof a);
        CHECK_BYTES(train.grad, inspecting.grad,
                    inspecting.layout->n_grad * sizeof(float));
        CHECK(same_tensor(&train, &inspecting, inspecting.graph->logits->name));
        CHECK(same_tensor(&train, &inspecting, "loss"));
    }
    CHECK(same_tensor(&infer, &inspecting, inspecting.graph->logits->name));
    CHECK(same_tensor(&infer, &inspecting, "loss"));
    CHECK(train.graph->n_bytes <= inspecting.graph->n_bytes);
    CHECK(infer.graph->n_bytes <= train.graph->n_bytes);
}

/* ---- cuts -------------------------------------------------------------------------- */

static void shards_equal_tree(struct random_graph *rg, size_t n_shard)
{
    size_t n = rg->layout->n_grad;
    float *sums = calloc(GF_MAX_SHARDS * n, sizeof *sums);
    for (size_t s = 0; s < n_shard; s++) {
        size_t first = random_graph_shard(rg, s, n_shard);
        memset(rg->grad, 0, n * sizeof *rg->grad);
        random_graph_pass(rg, first, random_graph_shard(rg, s + 1, n_shard) - first,
                          false);
        memcpy(sums + s * n, rg->grad, n * sizeof *sums);
    }
    for (size_t step = 1; step < n_shard; step *= 2) {
        for (size_t s = 0; s < n_shard; s += 2 * step)
            for (size_t i = 0; i < n; i++) sums[s * n + i] += sums[(s + step) * n + i];
    }
    random_graph_poison(rg);
    random_graph_step(rg, n_shard);
    /* +0 and -0 are equal here: a shard without a row of some token adds nothing. */
    for (size_t i = 0; i < n; i++)
        CHECK_THAT(rg->grad[i] == sums[i], "%zu shards: element %zu is %.9g, not %.9g",
                   n_shard, i, (double)rg->grad[i], (double)sums[i]);
    free(sums);
}

static void micro_batches_equal_one_pass(struct random_graph *rg, size_t micro_batch)
{
    size_t B = rg->batch.n_seq, n = rg->layout->n_grad;
    float *whole = malloc(n * sizeof *whole);
    random_graph_pass(rg, 0, B, false);
    memcpy(whole, rg->grad, n * sizeof *whole);
    double loss = rg->loss[0];
    random_graph_poison(rg);
    for (size_t at = 0; at < B; at += micro_batch)
        random_graph_pass(rg, at, B - at < micro_batch ? B - at : micro_batch, at > 0);
    CHECK_BYTES(&rg->loss[0], &loss, sizeof loss);
    CHECK_BYTES(rg->grad, whole, n * sizeof *whole);
    free(whole);
}

void check_shards(const char *what, const char *how, const struct recipe *recipe)
{
    test("%s, %s: shards and micro-batches change no bit", what, how);
    RANDOM_GRAPH(rg, recipe, GF_GRAPH_TRAIN);
    rg.batch.head_mask_grad =
        NULL; /* the gradient of a head mask is for inspection, not for training */
    for (size_t n = 1; n <= GF_MAX_SHARDS && n <= rg.batch.n_seq; n *= 2)
        shards_equal_tree(&rg, n);
    for (size_t n = 1; n < rg.batch.n_seq; n++) micro_batches_equal_one_pass(&rg, n);
}
