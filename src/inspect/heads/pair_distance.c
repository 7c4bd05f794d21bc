/* Distance from letter pairs: mean over P of KL(model || q) in nats, where q is the add-k
 * bigram model of the training text, whose loss is the bigram baseline.
 *
 *   q(y | u) = (N(u y) + k) / (N(u) + k V)
 *
 * Falls while the model learns pairs, rises when it learns more. Olsson et al. 2022.
 * Only the rows of the table that P needs are counted.
 * SPDX-License-Identifier: MIT */
#include "base/maths.h"
#include "inspect/head_report.h"

#define NOWHERE UINT32_MAX

void gf_pairs_begin(struct gf_pair_counts *pairs, struct gf_request *req,
                    const struct gf_line *lines, size_t n)
{
    size_t V = gf_config_outputs(&req->inspector->model->config), n_place = 0;
    *pairs = (struct gf_pair_counts){.V = V, .p = gf_request_floats(req, 1, V)};
    pairs->row = gf_arena_array(req->scratch, V, sizeof *pairs->row);
    if (!pairs->row) return;
    for (size_t v = 0; v < V; v++) pairs->row[v] = NOWHERE;
    for (size_t i = 0; i < n; i++) {
        for (size_t t = 0; t < lines[i].n; t++) {
            uint32_t *row = &pairs->row[lines[i].tokens[t]];
            *row = *row == NOWHERE ? (uint32_t)n_place++ : *row;
        }
    }
    pairs->counts = gf_request_array(req, n_place, V, sizeof(uint32_t));
    pairs->total = gf_request_doubles(req, 1, n_place);
    const struct gf_corpus *corpus = req->inspector->corpus;
    const int32_t *t = gf_corpus_tokens(corpus, GF_SPLIT_TRAIN);
    for (size_t i = 0; gf_request_ok(req) && i + 1 < corpus->n_train; i++) {
        uint32_t row = pairs->row[t[i]];
        if (row != NOWHERE) {
            pairs->counts[row * V + (size_t)t[i + 1]]++;
            pairs->total[row]++;
        }
    }
}

void gf_pairs_add(struct gf_pair_counts *pairs, const struct gf_pass *pass)
{
    size_t V = pairs->V;
    for (size_t i = 0; i < pass->n; i++) {
        uint32_t row = pairs->row[pass->batch.tokens[0][i]];
        double all = pairs->total[row] + GF_BIGRAM_K * (double)V, sum = 0;
        gf_k->softmax(pairs->p, pass->graph->logits->value + i * V, 1, V, 1);
        for (size_t v = 0; v < V; v++) {
            double p = (double)pairs->p[v];
            double guess = ((double)pairs->counts[row * V + v] + GF_BIGRAM_K) / all;
            sum += p >= 1e-30 ? p * gf_log(p / guess) : 0;
        }
        pairs->sum += sum;
        pairs->rows += 1;
    }
}

void gf_pairs_write(const struct gf_pair_counts *pairs, struct gf_request *req)
{
    gf_put(req->report, "pair_distance", pairs->sum / pairs->rows);
}
