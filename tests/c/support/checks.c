/* SPDX-License-Identifier: MIT */
#include "checks.h"

/* Values have 24 bits; chains here are short (at most 41 terms), so a few dozen roundings
 * of 6e-8 each, relative to the largest value of the tensor. */
#define VALUE_TOLERANCE 4e-6

/* Gradients chain a handful of such ops; finite differences add 1e-9. */
#define GRADIENT_TOLERANCE 1e-5

/* Of large parameters, this many elements are differentiated one by one; a random
 * direction covers the rest. */
#define N_PROBES 24

static size_t n_rows(const struct rig *rig, const struct gf_tensor *t)
{
    return rig->batch.n_seq * rig->batch.n_time[t->stream];
}

void check_forward(const char *what, const char *how, const struct recipe *recipe)
{
    test("%s, %s: forward equals a slow double reference", what, how);
    struct rig rig;
    rig_open(&rig, recipe, GF_GRAPH_INSPECT);
    rig_poison(&rig);
    rig_forward(&rig);
    struct reference slow;
    slow_open(&slow, &rig.run);
    slow_loss(&slow);
    for (int i = 0; i < rig.graph->n_node; i++) {
        const struct gf_tensor *t = &rig.graph->tensors[i];
        CHECK_CLOSE(t->value, slow.value[i], n_rows(&rig, t) * t->width,
                    VALUE_TOLERANCE);
    }
    slow_close(&slow);
    rig_close(&rig);
}

/* ---- gradients -------------------------------------------------------------------- */

/* |got - want| within tolerance of the largest gradient of its parameter. */
static void check_near(const char *name, double got, double want, double largest)
{
    CHECK_THAT(fabs(got - want) <= GRADIENT_TOLERANCE * largest,
               "gradient of %s is %.8g, not %.8g (largest %.3g)", name, got, want,
               largest);
}

static void check_parameter(const struct rig *rig, struct reference *slow, int i)
{
    const struct gf_param *p = &rig->layout->params[i];
    double *x = slow->param + p->offset, largest = 1e-3, along = 0, scale = 0;
    for (size_t k = 0; k < p->n; k++) {
        largest = fmax(largest, fabs((double)rig_grad(rig, i, k)));
    }
    size_t stride = p->n > N_PROBES ? p->n / N_PROBES : 1;
    for (size_t k = 0; k < p->n; k += stride + (stride > 1 && k % 2)) {
        check_near(p->name, (double)rig_grad(rig, i, k), slow_derivative(slow, x + k),
                   largest);
    }
    double *d = malloc(p->n * sizeof *d);
    for (size_t k = 0; k < p->n; k++) {
        struct gf_rng key = gf_rng_key(rig->recipe->seed, GF_RNG_TASK, 77);
        d[k] = (double)gf_rng_uniform(key, (uint32_t)k) - 0.5;
        double term = d[k] * (double)rig_grad(rig, i, k);
        along += term;
        scale += fabs(term);
    }
    /* Errors of single elements partly cancel: the sum of magnitudes bounds them. */
    check_near(p->name, along, slow_directional(slow, x, d, p->n), fmax(scale, 1e-3));
    free(d);
}

void check_gradients(const char *what, const char *how, const struct recipe *recipe)
{
    test("%s, %s: gradients equal finite differences", what, how);
    struct rig rig;
    rig_open(&rig, recipe, GF_GRAPH_INSPECT);
    rig_poison(&rig);
    double sum = rig_step(&rig, 1);
    struct reference slow;
    slow_open(&slow, &rig.run);
    double loss = slow_loss(&slow);
    CHECK_NEAR(sum * (double)rig.batch.inv_count, loss,
               VALUE_TOLERANCE * fmax(1, fabs(loss)));
    for (int i = 0; i < rig.layout->n_param; i++) {
        if (rig.layout->params[i].alias_of < 0) {
            check_parameter(&rig, &slow, i);
        }
    }
    for (size_t i = 0; rig.batch.gate_grad && i < rig.n_gate; i++) {
        double want = slow_derivative(&slow, &slow.gate[i]);
        check_near("a gate", (double)rig.gate_grad[i], want, fmax(1, fabs(want)));
    }
    slow_close(&slow);
    rig_close(&rig);
}

/* ---- modes ------------------------------------------------------------------------- */

static bool same_tensor(const struct rig *a, const struct rig *b, const char *name)
{
    const struct gf_tensor *x = gf_graph_tensor(a->graph, name);
    const struct gf_tensor *y = gf_graph_tensor(b->graph, name);
    return memcmp(x->value, y->value, n_rows(a, x) * x->width * sizeof(float)) == 0;
}

void check_modes(const char *what, const char *how, const struct recipe *recipe)
{
    test("%s, %s: shared memory changes no bit", what, how);
    struct rig inspecting, train, infer;
    rig_open(&inspecting, recipe, GF_GRAPH_INSPECT);
    rig_open(&train, recipe, GF_GRAPH_TRAIN);
    rig_open(&infer, recipe, GF_GRAPH_INFER);
    rig_poison(&infer);
    rig_forward(&infer);
    /* Twice, the second time over what the first has left behind. */
    for (int turn = 0; turn < 2; turn++) {
        if (turn == 0) {
            rig_poison(&inspecting);
            rig_poison(&train);
        }
        double a = rig_step(&inspecting, 1), b = rig_step(&train, 1);
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
    rig_close(&inspecting);
    rig_close(&train);
    rig_close(&infer);
}

/* ---- cuts -------------------------------------------------------------------------- */

static void shards_equal_tree(struct rig *rig, size_t n_shard)
{
    size_t n = rig->layout->n_grad;
    float *sums = calloc(GF_MAX_SHARDS * n, sizeof *sums);
    for (size_t s = 0; s < n_shard; s++) {
        size_t first = rig_shard(rig, s, n_shard);
        memset(rig->grad, 0, n * sizeof *rig->grad);
        rig_pass(rig, first, rig_shard(rig, s + 1, n_shard) - first, false);
        memcpy(sums + s * n, rig->grad, n * sizeof *sums);
    }
    for (size_t step = 1; step < n_shard; step *= 2) {
        for (size_t s = 0; s < n_shard; s += 2 * step) {
            for (size_t i = 0; i < n; i++) {
                sums[s * n + i] += sums[(s + step) * n + i];
            }
        }
    }
    rig_poison(rig);
    rig_step(rig, n_shard);
    /* +0 and -0 are equal here: a shard without a row of some token adds nothing. */
    for (size_t i = 0; i < n; i++) {
        CHECK_THAT(rig->grad[i] == sums[i], "%zu shards: element %zu is %.9g, not %.9g",
                   n_shard, i, (double)rig->grad[i], (double)sums[i]);
    }
    free(sums);
}

static void micro_batches_equal_one_pass(struct rig *rig, size_t micro_batch)
{
    size_t B = rig->batch.n_seq, n = rig->layout->n_grad;
    float *whole = malloc(n * sizeof *whole);
    rig_pass(rig, 0, B, false);
    memcpy(whole, rig->grad, n * sizeof *whole);
    double loss = rig->loss[0];
    rig_poison(rig);
    for (size_t at = 0; at < B; at += micro_batch) {
        rig_pass(rig, at, B - at < micro_batch ? B - at : micro_batch, at > 0);
    }
    CHECK_BYTES(&rig->loss[0], &loss, sizeof loss);
    CHECK_BYTES(rig->grad, whole, n * sizeof *whole);
    free(whole);
}

void check_cuts(const char *what, const char *how, const struct recipe *recipe)
{
    test("%s, %s: shards and micro-batches change no bit", what, how);
    struct rig rig;
    rig_open(&rig, recipe, GF_GRAPH_TRAIN);
    rig.batch.gate_grad = NULL; /* gates' gradients are for looking, not for training */
    for (size_t n = 1; n <= GF_MAX_SHARDS && n <= rig.batch.n_seq; n *= 2) {
        shards_equal_tree(&rig, n);
    }
    for (size_t n = 1; n < rig.batch.n_seq; n++) {
        micro_batches_equal_one_pass(&rig, n);
    }
    rig_close(&rig);
}
