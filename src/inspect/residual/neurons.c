/* Hidden units of an MLP: where each is most active, and which tokens it raises. As in
 * CircuitsVis and Neuronpedia.
 *
 *   contexts   the positions in P (or a text) with the largest activations
 *   effect     how much one unit of activation raises each logit (gf_pass_effect)
 * SPDX-License-Identifier: MIT */
#include "inspect/request.h"

#define N_CONTEXT 8
#define N_EFFECT 6
#define MAX_NEURONS 64
#define BEFORE 16 /* tokens shown before the position */

struct place {
    double value;
    size_t line, position;
};

struct card {
    struct place best[N_CONTEXT]; /* largest first */
    size_t n_best;
    double sum, active, rows;
};

struct cards {
    struct card *card;
    size_t first, n;
    const struct gf_mlp_ref *mlp;
    const struct gf_line *lines;
    size_t n_line;
};

static void keep(struct card *card, struct place place)
{
    size_t i = card->n_best < N_CONTEXT ? card->n_best++ : N_CONTEXT;
    /* Ties stay in the order of the text. */
    for (; i > 0 && card->best[i - 1].value < place.value; i--) {
        if (i < N_CONTEXT) card->best[i] = card->best[i - 1];
    }
    if (i < N_CONTEXT) card->best[i] = place;
}

static void read_line(struct cards *cards, struct gf_inspector *inspector, size_t line)
{
    struct gf_pass pass;
    gf_pass_run(&pass, inspector, &cards->lines[line]);
    size_t F = gf_pass_width(&pass, cards->mlp->hidden);
    const float *h = gf_pass_value(&pass, cards->mlp->hidden);
    for (size_t i = 0; i < pass.n; i++) {
        if (gf_pass_is_padding(&pass, GF_STREAM_MAIN, i)) continue;
        for (size_t k = 0; k < cards->n; k++) {
            struct card *card = &cards->card[k];
            double value = (double)h[i * F + cards->first + k];
            card->sum += value;
            card->active += value > 0;
            card->rows += 1;
            keep(card, (struct place){value, line, i});
        }
    }
}

static void put_piece(struct gf_request *req, const char *key, const int32_t *ids,
                      size_t n)
{
    struct gf_buffer text = {.arena = req->scratch};
    gf_tokenizer_decode(&req->inspector->model->tokenizer, ids, n, &text, NULL);
    gf_json_string_n(gf_json_key(&req->report->json, key), text.n ? text.data : "",
                     text.n);
}

static void put_place(struct gf_request *req, const struct cards *cards,
                      const struct place *p)
{
    const struct gf_line *line = &cards->lines[p->line];
    size_t from = p->position > BEFORE ? p->position - BEFORE : 0;
    const int32_t *at = line->tokens + p->position;
    int32_t next = line->target ? line->target[p->position] : -1;
    gf_json_begin_object(&req->report->json);
    gf_put(req->report, "line", (double)p->line);
    gf_put(req->report, "position", (double)p->position);
    gf_put(req->report, "value", p->value);
    put_piece(req, "before", line->tokens + from, p->position - from);
    put_piece(req, "character", at, 1);
    if (next >= 0) gf_put(req->report, "next", next);
    gf_json_end_object(&req->report->json);
}

/* The tokens most raised (sign 1) or lowered (-1), N_EFFECT at most. */
static void put_effects(struct gf_request *req, const char *key, const double *effect,
                        size_t V, double sign)
{
    struct card order = {0};
    for (size_t y = 0; y < V; y++) keep(&order, (struct place){sign * effect[y], 0, y});
    gf_put_array(req->report, key);
    for (size_t i = 0; i < order.n_best && i < N_EFFECT; i++) {
        if (order.best[i].value <= 0) break;
        gf_json_begin_object(&req->report->json);
        gf_put(req->report, "token", (double)order.best[i].position);
        gf_put(req->report, "value", sign * order.best[i].value);
        gf_json_end_object(&req->report->json);
    }
    gf_json_end_array(&req->report->json);
}

static void put_card(struct gf_request *req, const struct cards *cards, size_t k,
                     const struct gf_pass *pass, double *effect, size_t V)
{
    const struct card *card = &cards->card[k];
    gf_json_begin_object(&req->report->json);
    gf_put(req->report, "neuron", (double)(cards->first + k));
    gf_put(req->report, "mean", card->sum / card->rows);
    gf_put(req->report, "active", card->active / card->rows);
    gf_put_array(req->report, "contexts");
    for (size_t i = 0; i < card->n_best; i++) put_place(req, cards, &card->best[i]);
    gf_json_end_array(&req->report->json);
    gf_pass_effect(pass, cards->mlp->out, cards->mlp->hidden, cards->first + k, true,
                   effect);
    put_effects(req, "raises", effect, V, 1);
    put_effects(req, "lowers", effect, V, -1);
    gf_json_end_object(&req->report->json);
}

void gf_inspect_neurons(struct gf_request *req)
{
    const struct gf_config *c = &req->inspector->model->config;
    size_t F = gf_config_ff(c), V = gf_config_outputs(c);
    struct cards cards = {0};
    if (!gf_request_has_stream(req)) return;
    if (!gf_request_applies(req, c->n_layer > 0, GF_E_obstacle_no_mlp)) return;
    size_t layer = gf_request_index(req, "layer", (size_t)c->n_layer, -1);
    cards.first = gf_request_index(req, "first", F, 0);
    cards.n = gf_request_index(req, "count", MAX_NEURONS + 1, 1);
    cards.n_line = gf_request_lines(req, &cards.lines);
    cards.mlp = gf_mlp_of(&req->inspector->residual, (int)layer, GF_STREAM_MAIN);
    const struct gf_tensor *tensors = req->inspector->activations->graph->tensors;
    const bool is_read = cards.mlp && tensors[cards.mlp->out].is_live;
    if (!gf_request_applies(req, is_read, GF_E_obstacle_no_mlp)) return;
    cards.n = cards.n < F - cards.first ? cards.n : F - cards.first;
    cards.card = gf_arena_array(req->scratch, cards.n + 1, sizeof *cards.card);
    double *effect = gf_request_doubles(req, 1, V);
    if (!gf_request_ok(req)) return;
    for (size_t i = 0; i < cards.n_line; i++) read_line(&cards, req->inspector, i);
    struct gf_pass pass;
    gf_pass_resume(&pass, req->inspector);
    gf_put(req->report, "n_neuron", (double)F);
    gf_put_array(req->report, "neurons");
    for (size_t k = 0; k < cards.n; k++) put_card(req, &cards, k, &pass, effect, V);
    gf_json_end_array(&req->report->json);
}
