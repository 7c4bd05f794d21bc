/* Loss by position, and the divergence from letter pairs, over the probe set.
 * SPDX-License-Identifier: MIT */
#include "api/session.h"
#include "harness.h"
#include "inspecting.h"

/* partly: not every sequence has a target at every position. */
static void check_positions(struct inspection *l, bool partly)
{
    const struct gf_json *report = ask(l, "{'what':'head_report','positions':true}");
    double loss[300] = {0}, rows[300] = {0}, near = 0, far = 0;
    for (size_t w = 0; w < 8; w++) {
        const int32_t *y = l->session->inspector.probe[w].target;
        run_probe(l, w);
        const double *z = tensor(l, "lm_head");
        for (size_t i = 0; i < l->T; i++) {
            loss[i] += ref_cross_entropy(z + i * l->V, l->V, y[i]);
            rows[i] += y[i] >= 0;
        }
    }
    size_t n_partly = 0;
    for (size_t i = 0; i < l->T; i++) {
        double got = cell(report, "positions.loss", 0, i), mean = loss[i] / rows[i];
        if (rows[i] > 0)
            CHECK_NEAR(got, mean, 2e-6);
        else
            CHECK(isnan(got));
        near += i >= 8 && i < 16 ? mean / 8 : 0;
        far += i >= l->T / 2 ? mean / (double)(l->T / 2) : 0;
        n_partly += rows[i] > 0 && rows[i] < 8;
    }
    CHECK((n_partly > 0) == partly);
    if (!partly) CHECK_NEAR(number(report, "positions.gain"), near - far, 2e-6);
    CHECK(isnan(cell(report, "positions.loss", 0, l->T)));
}

TEST("positions: the loss at each position, and the gain from a longer context")
{
    static const char *const configs[] = {"'block_size':40", "'block_size':32",
                                          CONTINUE};
    for (size_t i = 0; i < GF_COUNT(configs); i++) {
        INSPECTION(l, configs[i], 30);
        check_positions(&l, i == 2);
    }
    /* Too short for two parts. */
    INSPECTION(l, "'block_size':31", 1);
    const struct gf_json *report = ask(&l, "{'what':'head_report','positions':true}");
    CHECK(isnan(number(report, "positions.gain")));
    CHECK(cell(report, "positions.loss", 0, 30) > 0);
}

TEST("probe set: of a longer context a sequence has 256 tokens, and so has a repeat")
{
    INSPECTION(l, "'block_size':257", 3);
    l.T = 256;
    check_positions(&l, false);
    const struct gf_json *report = ask(&l, "{'what':'head_report','repeat':true}");
    CHECK(number(report, "repeat.second") > 0);
    CHECK(l.session->activations.graph->max_time[GF_STREAM_MAIN] == 256);
}

TEST("pair distance: equals the divergence from counted pairs")
{
    INSPECTION(l, "", 30);
    const struct gf_json *report = ask(&l, "{'what':'head_report','pairs':true}");
    double counts[32][32] = {{0}}, total[32] = {0}, sum = 0;
    const int32_t *t = gf_corpus_tokens(&l.corpus, GF_SPLIT_TRAIN);
    for (size_t i = 0; i + 1 < l.corpus.n_train; i++) {
        counts[t[i]][t[i + 1]]++;
        total[t[i]]++;
    }
    for (size_t w = 0; w < 8; w++) {
        t = run_window(&l, w);
        const double *z = tensor(&l, "lm_head");
        for (size_t i = 0; i < l.T; i++) {
            size_t u = (size_t)t[i];
            for (size_t y = 0; y < l.V; y++) {
                double p = exp(-ref_cross_entropy(z + i * l.V, l.V, (int32_t)y));
                double q = (counts[u][y] + 0.1) / (total[u] + 0.1 * (double)l.V);
                sum += p * log(p / q) / (8.0 * (double)l.T);
            }
        }
    }
    CHECK_NEAR(number(report, "pair_distance"), sum, 2e-6);
}
