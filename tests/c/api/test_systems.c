/* The presets: the same bytes at every vector width, three equal implementations of
 * averaging, padding without effect, the smallest decoder that answers, and counts of
 * operations. What takes minutes to train is in tests/systems.
 *
 * Presets are trained at awkward sizes, so that no width is a multiple of a vector.
 * SPDX-License-Identifier: MIT */
#include "harness.h"
#include "api/session.h"
#include "models/presets.h"
#include "sessions.h"
#include "small_model.h"

static struct gf_session *preset_session(const char *preset, const char *changes)
{
    char settings[2048];
    const struct gf_preset *p = gf_preset_find(preset);
    const char *text = gf_preset_lines(p);
    put_over(settings, sizeof settings, p->config, changes);
    if (!text) text = strcmp(p->text, "none") == 0 ? "" : small_text(&(size_t){0});
    return session_of(text, settings);
}

static const struct {
    const char *preset, *changes, *hash;
} runs[] = {
    {"bricks", "'n_embd':22,'block_size':13,'batch_size':5",
     "9926281f0a573fa420007764ef96252640a0fc608723f04b26581c802bd807a3"},
    {"modern", "'n_layer':2,'n_head':3,'n_embd':18,'block_size':11",
     "c3296ea18e24d1b509b3d8cadd686662563ec5cf15dffa4706a86f87f2e6dbbb"},
    {"poet", "'n_layer':2,'n_head':3,'n_embd':21,'block_size':19,'batch_size':6",
     "543f90cdc6096b3585c5715bc87c4272ef07a90049b7bcbe3df7141d56dffeb2"},
    {"bigram", "'batch_size':7",
     "029f96befbc4e9ccf33a82235a589ae519e90e01e6331ad6a94c921a4fcac069"},
    {"averaging", "'n_embd':19,'batch_size':7",
     "374d2aaf3d6b3b270d4303746285c9f51ac573451207649499c07522d353f81b"},
    {"one-head", "'n_embd':19,'batch_size':7",
     "f1c55b821465e76c7792f0557c108b5de3d562858107dbe16c74b367428583f0"},
    {"one-head-mended", "'n_embd':19,'batch_size':7",
     "e042d55c9f79a0ec0784bfe9a902e8304ab36c646b87c9a0d26e607598ac348a"},
    {"statquest", "'seed':1",
     "a109e331c40d27124177d613bbc88e49ea164b3044676a52f010450ef9528935"},
    {"tagger", "'n_embd':14,'batch_size':6,'task_lines':200",
     "4f65eb4ffd2578b3a40193bce950c9f4a8db81de1ae1a7bd544303503ab51416"},
    {"seq2seq-reverse",
     "'n_head':2,'n_embd':18,'n_ff':25,'batch_size':6,'task_lines':200",
     "4c40eb3434e18e980a2de10b9b5f353909784491e487778aea117345a7c431dd"},
    {"repeat", "'n_head':3,'n_embd':21,'batch_size':3,'task_lines':100",
     "e95418996cddba361e9b9da3f6fe0a378074239734c7a56c219f7dffe14952c2"},
    {"addition", "'n_head':3,'n_embd':21,'batch_size':6,'task_lines':200",
     "1b7dff8618a173af6fed561d196fd80b061e3d3a3e59a76b14245919c9b18be4"},
};

static void test_same_bytes(size_t i, int lanes)
{
    if (!gf_kernels_select(lanes)) return; /* this machine has no such vectors */
    test("%s: the same weights after 8 steps at %d lanes", runs[i].preset, lanes);
    SCOPED_SESSION session = preset_session(runs[i].preset, runs[i].changes);
    steps(session, 8);
    CHECK_TEXT(hash_of(session), runs[i].hash);
    gf_kernels_select(0);
}

enum { MAX_T = 8, MAX_LOGITS = MAX_T * 40 };

TESTS(test_averaging)
{
    const char *changes[] = {"'n_embd':19,'averaging':'matrix'",
                             "'n_embd':19,'averaging':'softmax'",
                             "'n_embd':19,'averaging':'loops'"};
    struct gf_session *sessions[3];
    float logits[3][MAX_LOGITS];
    size_t n = 0;
    for (int way = 0; way < 3; way++) {
        sessions[way] = preset_session("averaging", changes[way]);
        const struct gf_view view = logits_after(sessions[way], "the cat ");
        n = view.rows * view.columns;
        CHECK(n <= MAX_LOGITS);
        memcpy(logits[way], view.data, n * sizeof(float));
    }
    test("averaging: matrix and softmax are equal to the bit, loops to 1e-6");
    CHECK(n > MAX_T);
    CHECK_BYTES(logits[1], logits[0], n * sizeof(float));
    for (size_t i = 0; i < n; i++) CHECK_NEAR(logits[2][i], logits[0][i], 1e-6);

    test("averaging: still so after 50 steps, loops to 1e-5");
    for (int way = 0; way < 3; way++) steps(sessions[way], 50);
    same_hashes(sessions[0], sessions[1]);
    for (size_t i = 0; i < gf_session_n_value(sessions[0]); i++)
        CHECK_NEAR(gf_session_weights(sessions[2])[i],
                   gf_session_weights(sessions[0])[i], 1e-5);
    for (int way = 0; way < 3; way++) gf_session_free(sessions[way]);
}

/* ---- one head, as written and corrected---------------------------------------------- */

static double largest_gradient(const char *preset, const char *tensor)
{
    SCOPED_SESSION session = preset_session(preset, "");
    struct gf_view view = {0};
    size_t n;
    double most = 0;
    steps(session, 3);
    CHECK_OK(gf_session_run_with_cache(session, "the cat ", 8, true, &n, &why));
    CHECK_OK(gf_session_tensor(session, tensor, &view, &why));
    for (size_t i = 0; i < view.rows * view.columns; i++)
        most = fmax(most, fabs((double)view.data[i]));
    return most;
}

TEST("one-head: as written, attention and positions learn nothing; corrected, they do")
{
    const char *attention = "grad:transformer.h.0.attn.c_attn.weight";
    const char *positions = "grad:transformer.wpe.weight";
    CHECK(largest_gradient("one-head", attention) == 0);
    CHECK(largest_gradient("one-head", positions) == 0);
    CHECK(largest_gradient("one-head-mended", attention) > 1e-4);
    CHECK(largest_gradient("one-head-mended", positions) > 1e-4);
}

enum { MAX_SEQ = 3, MAX_ROWS = 64 };

/* A trained model and a graph of its own for whole batches. */
struct padded {
    struct gf_arena arena;
    struct gf_session *session;
    struct gf_graph *graph;
    size_t T, T_source;
};

static struct padded padded_open(const char *preset, const char *changes)
{
    struct padded p = {.session = preset_session(preset, changes)};
    const struct gf_config *config = &p.session->model.config;
    p.T = (size_t)config->block_size;
    p.T_source =
        config->arch == GF_ARCH_ENCODER_DECODER ? gf_config_source_block(config) : 0;
    steps(p.session, 15);
    p.graph = gf_model_graph(&p.session->model, &p.arena, GF_GRAPH_TRAIN, MAX_SEQ,
                             false, NULL);
    CHECK(p.graph != NULL && p.T <= MAX_ROWS && p.T_source <= MAX_ROWS);
    return p;
}

static void padded_close(struct padded *p)
{
    gf_session_free(p->session);
    gf_arena_free(&p->arena);
}

/* Runs pairs `which` [n_seq] in `T` and `T_source` columns; returns the first's logits. */
static const float *padded_run(struct padded *p, const size_t *which, size_t n_seq,
                               size_t T, size_t T_source)
{
    int32_t tokens[MAX_SEQ * MAX_ROWS], target[MAX_SEQ * MAX_ROWS],
        source[MAX_SEQ * MAX_ROWS];
    uint8_t pad[MAX_SEQ * MAX_ROWS], source_pad[MAX_SEQ * MAX_ROWS];
    struct gf_model *model = &p->session->model;
    for (size_t b = 0; b < n_seq; b++) {
        struct gf_sequence room = {.T = T,
                                   .T_source = T_source,
                                   .tokens = tokens + b * T,
                                   .target = target + b * T,
                                   .source = T_source ? source + b * T_source : NULL};
        gf_pairs_fill(&p->session->pairs, which[b], &room);
    }
    struct gf_batch batch = {
        .n_seq = n_seq,
        .n_time = {T, T_source},
        .tokens = {tokens, source},
        .pad = {gf_model_pad(model, tokens, n_seq * T, pad),
                gf_model_pad(model, source, n_seq * T_source, source_pad)}};
    struct gf_run run = gf_model_run(model, p->graph, &batch);
    gf_graph_forward(&run);
    return p->graph->logits->value;
}

/* Tokens of pair i in the main stream and in its source. */
static void lengths(const struct padded *p, size_t i, size_t *n, size_t *n_source)
{
    gf_pairs_source_of(&p->session->pairs, i, n_source);
    if (p->T_source == 0) {
        *n = *n_source;
        *n_source = 0;
    } else {
        gf_pairs_answer_of(&p->session->pairs, i, n);
        *n += 1; /* <START> */
    }
}

static void test_padding(const char *preset, const char *changes)
{
    test("%s: padding and other sequences do not change the logits, to the bit",
         preset);
    struct padded p SCOPED(padded_close) = padded_open(preset, changes);
    size_t n_logit = gf_config_outputs(&p.session->model.config), n_compared = 0;
    for (size_t i = 0; i < 20; i++) {
        float alone[MAX_ROWS * 64];
        size_t n, n_source, which[MAX_SEQ] = {i, i + 20, i + 40};
        lengths(&p, i, &n, &n_source);
        size_t n_bytes = n * n_logit * sizeof(float);
        CHECK(n_bytes <= sizeof alone);
        memcpy(alone, padded_run(&p, which, 1, n, n_source), n_bytes);
        for (size_t T = n; T <= p.T; T += T < p.T && T + 5 > p.T ? p.T - T : 5) {
            size_t T_source = n_source + T - n;
            T_source = T == p.T || T_source > p.T_source ? p.T_source : T_source;
            CHECK_BYTES(padded_run(&p, which, 1, T, T_source), alone, n_bytes);
            CHECK_BYTES(padded_run(&p, which, MAX_SEQ, T, T_source), alone, n_bytes);
            n_compared++;
        }
    }
    CHECK_THAT(n_compared >= 40, "%zu comparisons", n_compared);
}

/* Whether a question is answered "awesome <EOS>". */
static bool answers(struct gf_session *session, const char *question)
{
    const struct gf_sampling greedy = {.temperature = 0};
    struct gf_sampled first, second;
    return gf_session_prompt(session, question, strlen(question), 0, NULL) == GF_OK &&
           gf_session_sample_next(session, &greedy, &first, NULL) == GF_OK &&
           strstr(gf_tokenizer_text(&session->tokenizer, first.id, &(size_t){0}),
                  "awesome") &&
           gf_session_sample_next(session, &greedy, &second, NULL) == GF_OK &&
           second.is_end;
}

TEST("statquest: of 20 seeds, all learn to answer both questions in 60 steps")
{
    for (int seed = 1; seed <= 20; seed++) {
        SCOPED_SESSION session =
            preset_session("statquest", printed("'seed':%d", seed));
        steps(session, 60);
        CHECK_THAT(answers(session, "what is statquest <EOS>") &&
                       answers(session, "statquest is what <EOS>"),
                   "seed %d", seed);
    }
}

/* Five steps of Newton-Schulz on a matrix of these sides. */
static double iteration(double a, double b)
{
    double n = a < b ? a : b, m = a < b ? b : a;
    return 10 * (2 * n * n * m + n * n * n);
}

/* Of all blocks: each attention has q, k and v, of all heads or of each, and a projection. */
static double muon_operations(const struct gf_config *c)
{
    double C = (double)c->n_embd, H = (double)c->n_head, L = (double)c->n_layer;
    double G = (double)gf_config_kv_heads(c), K = (double)gf_config_kv_width(c);
    bool simple = c->attention == GF_ATTENTION_SIMPLE;
    bool both = c->arch == GF_ARCH_ENCODER_DECODER;
    double heads = simple ? (H + 2 * G) * iteration(C / H, C)
                          : iteration(C, C) + 2 * iteration(K, C);
    double attention = heads + (c->attn_proj ? iteration(C, C) : 0);
    double matrices = c->activation == GF_MLP_SWIGLU ? 3 : 2;
    double mlp = c->mlp ? matrices * iteration(C, (double)gf_config_ff(c)) : 0;
    if (c->optimizer != GF_OPT_MUON || c->arch == GF_ARCH_BIGRAM ||
        c->arch == GF_ARCH_AVERAGING) {
        return 0;
    }
    return both ? L * (3 * attention + 2 * mlp) : L * (attention + mlp);
}

/* Forward and backward. A product of three passes has its gradients of inputs and of weights;
 * LoRA leaves out the last, but for q, k and v. */
static double gradient_operations(const struct gf_config *c)
{
    const double C = (double)c->n_embd, L = (double)c->n_layer;
    const double B = (double)c->batch_size, T = (double)c->block_size;
    const double F = c->mlp ? (double)gf_config_ff(c) : 0;
    /* Per token. */
    const double head = 2 * C * (double)gf_config_outputs(c);
    const double kv = 4 * C * (double)gf_config_kv_width(c), qkv = 2 * C * C + kv;
    const double projection = c->attn_proj ? 2 * C * C : 0;
    const double mlp = (c->activation == GF_MLP_SWIGLU ? 6 : 4) * C * F;
    /* Scores and weighted values. */
    const double half = 2 * (T + 1) * C, full = 4 * T * C;
    double adapted = 0, frozen = 0;
    switch (c->arch) {
    case GF_ARCH_BIGRAM:
        adapted = T * (double)gf_config_outputs(c);
        break;
    case GF_ARCH_AVERAGING:
        adapted = T * (head + half / 2);
        break;
    case GF_ARCH_ENCODER_DECODER: {
        /* Keys and values of the source are computed once per source token. */
        const double S = (double)gf_config_source_block(c), cross = 4 * S * C;
        adapted = L * (S * (qkv + cross + kv) + T * (2 * qkv - kv + half + cross));
        frozen = L * (S * (projection + mlp) + T * (2 * projection + mlp)) + T * head;
        break;
    }
    default: {
        bool causal = c->causal && c->arch != GF_ARCH_ENCODER;
        adapted = T * L * (qkv + (causal ? half : full));
        frozen = T * (L * (projection + mlp) + head);
        break;
    }
    }
    return B * (3 * adapted + (c->lora_rank > 0 ? 2 : 3) * frozen);
}

static void test_operations(const char *settings, const char *what)
{
    test("operations of a step are those of the formulas (%s)", what);
    struct gf_config c = config_of(settings);
    c.vocab_size = 37;
    c.output_vocab_size = c.arch == GF_ARCH_ENCODER ? 5 : 0;
    struct gf_model model;
    if (!CHECK_OK(gf_model_outline(&model, &c, &why))) return;
    double want = gradient_operations(&c);
    want += c.lora_rank > 0 ? 0 : muon_operations(&c);
    /* Whole numbers below 2^53: no rounding. */
    CHECK_THAT(model.flops == want, "%.0f, not %.0f", model.flops, want);
    gf_model_free(&model);
}

TESTS(operations)
{
    static const char *const by_muon[] = {
        "'n_layer':3",
        "'activation':'swiglu','n_ff':50",
        "'n_kv_head':2,'attn_proj':false",
        "'n_kv_head':2,'attention':'simple','mlp':false",
        "'arch':'encoder_decoder','n_kv_head':1",
        "'arch':'averaging'",
        "'arch':'bigram'",
        "'lora_rank':4"};
    for (size_t i = 0; i < GF_COUNT(by_muon); i++)
        test_operations(printed("{'optimizer':'muon',%s}", by_muon[i]), by_muon[i]);
    SCOPED_BUFFER(text);
    gf_presets_write(&(struct gf_json_writer){.out = &text});
    const struct gf_json *all = gf_json_parse(&arena, text.data, text.n, NULL);
    size_t n = 0;
    for (const struct gf_json *p = all ? all->first : NULL; p; p = p->next, n++) {
        const char *name = gf_json_get(p, "name")->string;
        test_operations(gf_preset_find(name)->config, name);
    }
    CHECK(n > 10);
    test_operations("{'arch':'encoder_decoder','attn_proj':false,'block_size':7,"
                    "'source_block_size':19,'attention':'simple'}",
                    "cross attention head by head, without output projection");
    test_operations("{'arch':'encoder_decoder','n_kv_head':2,'block_size':7,"
                    "'source_block_size':19}",
                    "four heads with keys of two, also between two texts");
    test_operations("{'n_kv_head':1,'attention':'simple','activation':'swiglu',"
                    "'qk_norm':true,'parallel':true,'logit_softcap':9}",
                    "one head of keys, head by head, in parallel blocks");
    test_operations("{'causal':false}", "a decoder without a mask");
    test_operations("{'lora_rank':4,'n_kv_head':2,'activation':'swiglu'}",
                    "all frozen but low-rank changes");
    test_operations("{'lora_rank':4,'arch':'encoder_decoder','block_size':7,"
                    "'source_block_size':19}",
                    "the same between two texts");
}

TESTS(cases)
{
    for (size_t i = 0; i < GF_COUNT(runs); i++)
        for (int lanes = 4; lanes <= 16; lanes *= 2) test_same_bytes(i, lanes);
    test_padding("tagger", "'n_embd':14,'batch_size':6,'task_lines':200");
    test_padding("seq2seq-reverse",
                 "'n_head':2,'n_embd':18,'n_ff':25,'batch_size':6,'task_lines':200");
    test_padding("seq2seq-dates",
                 "'n_head':2,'n_embd':18,'n_ff':25,"
                 "'attention':'simple','batch_size':6,'task_lines':200");
}
