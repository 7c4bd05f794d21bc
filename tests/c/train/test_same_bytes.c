/* The same bytes everywhere: hashes of all weights after training are constants that every
 * compiler, platform, vector width, micro-batch and division of a step among workers must
 * reproduce. No width is a multiple of a vector, shards are of unequal size, and dropout is
 * on in all four places.
 *
 * A change to the numeric definition (kernels/kernels.h) changes the constants. Then note in
 * the change log that saved models still work but learning curves differ in the last digit.
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "glassformer.h"
#include "harness.h"
#include "sessions.h"
#include "small_model.h"

struct run {
    const char *what, *settings;
    size_t n_step;
    const char *hash;
};

static const struct run runs[] = {
    {"C = 21, B = 6, dropout",
     "{'n_layer':2,'n_head':3,'n_embd':21,'n_ff':37,'block_size':13,'batch_size':6,"
     "'embd_pdrop':0.1,'attn_pdrop':0.2,'resid_pdrop':0.15,'mlp_pdrop':0.1,"
     "'learning_rate':0.01,'warmup_steps':10,'max_steps':60,'seed':7,'init_std':0.02}",
     20, "19a90c14408333e93566b7d19baf4d73a717d18fc231dd92e4f3532cb0642740"},
    {"C = 36, T = 34, B = 9, gradient clipped at 0.2",
     "{'n_layer':2,'n_head':4,'n_embd':36,'n_ff':70,'block_size':34,'batch_size':9,"
     "'activation':'gelu_tanh','tied_head':false,'resid_pdrop':0.1,'mlp_pdrop':0.1,"
     "'grad_clip':0.2,'seed':11,'learning_rate':0.003,'warmup_steps':5,'max_steps':25,"
     "'init_std':0.02}",
     10, "a55a16af5125588627c96d86d2f2bbf51f3be943ba32df9ca07aaa98e510a41d"},
    {"rotary positions, RMS norm, simple heads, B = 5",
     "{'n_layer':1,'n_head':3,'n_embd':18,'block_size':11,'batch_size':5,"
     "'positions':'rotary','norm':'rms','bias':false,'attention':'simple',"
     "'activation':'relu','attn_pdrop':0.2,'weight_decay':0.2,'beta2':0.999,'seed':5,"
     "'init_std':0.02}",
     12, "c0d8bdc0e85ff01239130bfc8acdfff1a77304bee030ad188139f4ccb81bc134"},
    {"SwiGLU, C = 30, F = 21, B = 7, dropout",
     "{'n_layer':2,'n_head':3,'n_embd':30,'n_ff':21,'block_size':9,'batch_size':7,"
     "'activation':'swiglu','positions':'rotary','norm':'rms','mlp_pdrop':0.1,"
     "'learning_rate':0.01,'seed':3,'init_std':0.02}",
     12, "02fd4d20885825f64fc877272817433e9dea8506320ce32d15327643e190f23a"},
    {"Muon, C = 39, F = 90, B = 6, dropout",
     "{'n_layer':2,'n_head':3,'n_embd':39,'n_ff':90,'block_size':13,'batch_size':6,"
     "'optimizer':'muon','resid_pdrop':0.1,'learning_rate':0.005,'warmup_steps':3,"
     "'max_steps':20,'seed':9,'init_std':0.02}",
     8, "1b753e306124db442bc1f4bcdb7c82a36316271a6f7ea5668a58fd9f46c22055"},
    {"rotary positions in halves of 4 of 6 columns, base 500",
     "{'n_layer':2,'n_head':4,'n_embd':24,'block_size':13,'batch_size':5,"
     "'positions':'rotary','rotary_pairs':'halves','rotary_dim':4,'rotary_base':500,"
     "'learning_rate':0.01,'seed':8,'init_std':0.02}",
     8, "c7b42373cf9be0925190aa6b49bd9ce08983306f038e8fe4abfe9b71d95f0feb"},
    {"queries and keys normalised, ReLU squared, Muon, from zero projections",
     "{'n_layer':2,'n_head':3,'n_embd':33,'block_size':13,'batch_size':5,"
     "'qk_norm':true,'activation':'relu2','norm':'rms','zero_init':true,"
     "'tied_head':false,'optimizer':'muon','learning_rate':0.01,'seed':6,"
     "'init_std':0.02}",
     8, "8b95feb2423d4ecd02078b8a454d60390059919faeec56f4560043a38b6aa231"},
    {"parallel blocks, ALiBi, logits under a soft cap",
     "{'n_layer':2,'n_head':3,'n_embd':27,'block_size':19,'batch_size':5,"
     "'parallel':true,'positions':'alibi','logit_softcap':5,'learning_rate':0.01,"
     "'seed':2,'init_std':0.02}",
     8, "0b0195baec4ccf528796e3ca0bc498151583dc921f7848e81bb5412e2ebfc245"},
    {"no causal mask, T = 35, dropout",
     "{'n_layer':2,'n_head':3,'n_embd':21,'block_size':35,'batch_size':5,"
     "'causal':false,'attn_pdrop':0.1,'learning_rate':0.01,'seed':12,'init_std':0.02}",
     8, "6028bf13adc72937186b537e5506aece66699b14d35ec9a8134113c003a2ed9b"},
    {"six heads with keys of two, C = 30, B = 5, dropout",
     "{'n_layer':2,'n_head':6,'n_kv_head':2,'n_embd':30,'block_size':37,'batch_size':5,"
     "'attn_pdrop':0.1,'learning_rate':0.01,'seed':4,'init_std':0.02}",
     8, "379eea26b5edb833cf526e9b4cf591c4754a09759a5515a47c8382b0f7de03b7"},
    {"LoRA of rank 3, keys of two heads, dropout",
     "{'n_layer':2,'n_head':6,'n_kv_head':2,'n_embd':30,'block_size':37,'batch_size':5,"
     "'attn_pdrop':0.1,'learning_rate':0.01,'lora_rank':3,'init_std':0.02}",
     8, "36a2e722b50165fc5c982a48e16ac1b7c335cf7abd78e8298921ca00453ddefb"},
};

static void train(const struct run *run, size_t micro_batch)
{
    SMALL_MODEL(small, run->settings, micro_batch);
    small_train(&small, run->n_step);
    CHECK_TEXT(small_hash(&small), run->hash);
}

static void test_lanes(const struct run *run)
{
    for (int lanes = 4; lanes <= 16; lanes *= 2) {
        if (!gf_kernels_select(lanes)) continue; /* this machine has no such vectors */
        test("%s: the same weights at %d lanes", run->what, lanes);
        train(run, 0);
    }
    gf_kernels_select(0);
}

static void test_micro_batches(const struct run *run, size_t most)
{
    for (size_t n = 1; n <= most; n++) {
        test("%s: the same weights in passes of %zu", run->what, n);
        train(run, n);
    }
}

/* Each worker orthogonalises its part of the directions, one matrix after the other. How many
 * take part. */
static size_t share_update(struct gf_session **sessions, size_t n_worker,
                           float *directions)
{
    size_t n_sharing = 0, at = 0;
    for (size_t w = 0; w < n_worker; w++) {
        struct gf_span left = gf_session_update_share(sessions[0], n_worker, w);
        n_sharing += left.first < left.last;
        CHECK(left.last == 0 || left.first >= at);
        at = left.last > at ? left.last : at;
        while (left.first < left.last)
            CHECK_OK(gf_session_orthogonalize(sessions[w], directions, left.first,
                                              left.last, &left.first, &why));
    }
    return n_sharing;
}

/* Each worker is a session of its own that computes its shards of each step. */
static void test_workers(const struct run *run, size_t n_worker)
{
    test("%s: the same weights from %zu workers", run->what, n_worker);
    struct gf_session *sessions[GF_MAX_SHARDS];
    for (size_t w = 0; w < n_worker; w++) sessions[w] = new_session(run->settings);
    struct small_model small; /* says how many shards there are */
    small_open(&small, run->settings, 0);
    size_t n_shard = small.trainer.n_shard;
    small_close(&small);

    size_t n_grad = gf_session_n_grad(sessions[0]);
    float *grad = malloc(GF_TREE_DEPTH * n_grad * sizeof *grad);
    float *directions = malloc(n_grad * sizeof *directions);
    const bool is_muon = strstr(run->settings, "muon");
    for (size_t step = 0; step < run->n_step; step++) {
        struct gf_gradient_tree tree = {.n_grad = n_grad};
        for (size_t w = 0; w < n_worker; w++) {
            if (w > 0)
                gf_session_set_weights(sessions[w], gf_session_weights(sessions[0]),
                                       step);
            struct gf_span left = gf_worker_shards(n_shard, n_worker, w);
            while (left.first < left.last) {
                struct gf_span range = gf_first_subtree(left, GF_MAX_SHARDS);
                float *sum = grad + tree.n_pending * n_grad;
                double loss;
                CHECK_OK(gf_session_gradient(sessions[w], range.first, range.last, sum,
                                             &loss, &why));
                gf_gradient_tree_add(&tree, sum, range.last - range.first, loss);
                left.first = range.last;
            }
        }
        CHECK(tree.n_pending == 1 && tree.pending[0].n_shard == n_shard);
        CHECK_OK(gf_session_directions(sessions[0], grad, directions, &why));
        const size_t n_sharing = share_update(sessions, n_worker, directions);
        CHECK(is_muon ? n_sharing > 1 || n_worker == 1 : n_sharing == 0);
        CHECK_OK(gf_session_apply(sessions[0], grad, tree.pending[0].loss, directions,
                                  NULL, &why));
    }
    CHECK_TEXT(hash_of(sessions[0]), run->hash);
    free(grad), free(directions);
    for (size_t w = 0; w < n_worker; w++) gf_session_free(sessions[w]);
}

#define NARROW "{'n_layer':1,'n_head':2,'n_embd':12,'block_size':9"

TEST("init_std: 0 is 0.02 times the square root of 768 / n_embd")
{
    char want[GF_SHA256_HEX];
    SMALL_MODEL(given, NARROW ",'init_std':0.16}", 0);
    memcpy(want, small_hash(&given), sizeof want);
    SMALL_MODEL(found, NARROW "}", 0);
    CHECK_TEXT(small_hash(&found), want);
}

TESTS(cases)
{
    for (size_t i = 0; i < GF_COUNT(runs); i++) test_lanes(&runs[i]);
    test_micro_batches(&runs[0], 6);
    test_micro_batches(&runs[2], 3);
    for (size_t n = 1; n <= 4; n++) test_workers(&runs[0], n);
    test_workers(&runs[1], 7);
    test_workers(&runs[1], 8);
    test_micro_batches(&runs[3], 6);
    for (size_t n = 2; n <= 5; n++) test_workers(&runs[3], n);
    test_workers(&runs[6], 3);
    test_workers(&runs[7], 3);
    test_micro_batches(&runs[8], 3);
    test_workers(&runs[8], 3);
    test_micro_batches(&runs[10], 3);
    test_workers(&runs[10], 3);
}
