/* The structure in gf_session_info for every architecture, and the analysis "activations":
 * attention, logits, losses and tensors equal those of gf_session_attention and gf_session_tensor,
 * its lens that of the analysis "lens", its norms those of the tensors.
 * SPDX-License-Identifier: MIT */
#include <ctype.h>

#include "harness.h"
#include "inspecting.h"

#define AVERAGING "'arch':'averaging'"
#define BIGRAM "'arch':'bigram'"

/* What the models consist of: one letter for each attention (self, encoder, cross; a
 * capital: without its mask), and
 * for each part of the residual stream (embedding, attention, cross, mlp) with its layer. */
static const struct {
    const char *config, *attentions, *layers, *residual, *logits, *end;
} structures[] = {
    {"", "ss", "01", "e a0 m0 a1 m1 ", "lm_head", NULL},
    {"'attention':'simple','mlp':false", "ss", "01", "e a0 a1 ", "lm_head", NULL},
    {"'norm_place':'post'", "ss", "01", "", "lm_head", NULL},
    {"'parallel':true,'qk_norm':true", "ss", "01", "e a0 m0 a1 m1 ", "lm_head", NULL},
    {"'causal':false", "SS", "01", "e a0 m0 a1 m1 ", "lm_head", NULL},
    {"'logit_softcap':9", "ss", "01", "e a0 m0 a1 m1 ", "lm_head.soft_cap", NULL},
    {ANSWER, "eescsc", "010011", "e a0 c0 m0 a1 c1 m1 ", "lm_head", "<EOS>"},
    {TAGGING, "ee", "01", "e a0 m0 a1 m1 ", "lm_head", NULL},
    {"'arch':'attention_only','n_layer':1,'mlp':false", "s", "0", "e a0 ", "lm_head",
     NULL},
    {AVERAGING, "s", "0", "", "lm_head", NULL},
    {BIGRAM, "", "", "", "transformer.embed", NULL}};

static void check_attentions(const struct gf_json *structure, const char *kinds,
                             const char *layers)
{
    const struct gf_json *a = gf_json_get(structure, "attentions")->first;
    for (size_t i = 0; kinds[i]; i++, a = a->next) {
        CHECK_THAT(a != NULL, "attention %zu is missing", i);
        if (!a) return;
        bool in_source = kinds[i] == 'e' && strchr(kinds, 'c');
        CHECK(words(a, "kind")[0] == tolower(kinds[i]));
        CHECK(number(a, "layer") == layers[i] - '0');
        CHECK(flag(a, "causal") == (kinds[i] == 's'));
        CHECK_TEXT(words(a, "stream"), in_source ? "source" : "main");
        CHECK_TEXT(words(a, "keys"), in_source || kinds[i] == 'c' ? "source" : "main");
    }
    CHECK(a == NULL);
}

static void check_structure(size_t i)
{
    char residual[64] = "";
    test("structure of a model with {%.40s}", structures[i].config);
    INSPECTION(l, structures[i].config, 0);
    const struct gf_json *info = facts(&l), *structure = gf_json_get(info, "structure");
    check_attentions(structure, structures[i].attentions, structures[i].layers);
    const struct gf_json *part = gf_json_get(structure, "residual")->first;
    for (; part; part = part->next) {
        size_t at = strlen(residual);
        const char *kind = words(part, "part");
        double layer = number(part, "layer");
        if (layer == layer)
            snprintf(residual + at, sizeof residual - at, "%c%.0f ", kind[0], layer);
        else
            snprintf(residual + at, sizeof residual - at, "%c ", kind[0]);
        CHECK_TEXT(words(part, "stream"), "main");
    }
    CHECK_TEXT(residual, structures[i].residual);
    CHECK_TEXT(words(structure, "logits"), structures[i].logits);
    double end = number(structure, "end_token");
    if (structures[i].end)
        CHECK_TEXT(words(info, "vocabulary.%.0f", end), structures[i].end);
    else
        CHECK(end == -1);
}

static const struct gf_json *ask_activations(struct inspection *l, const char *line,
                                             const char *members)
{
    return ask(l, "{'what':'activations','text':%s%s}", json_text(l, line), members);
}

/* Every square holds the weights of gf_session_attention, and zeros elsewhere. */
static void check_squares(struct inspection *l, const struct gf_json *a,
                          const struct gf_json *structure)
{
    size_t n_attention = length(structure, "attentions");
    size_t H = (size_t)number(structure, "heads");
    size_t T = (size_t)number(a, "attention.shape.1"), square = 0;
    float *A = gf_arena_array(&l->arena, T * T, sizeof *A);
    CHECK(gf_session_attention(l->session, 0, H, A, NULL, NULL) == GF_BAD_ARGUMENT);
    CHECK(number(a, "attention.shape.0") == (double)(n_attention * H * T));
    for (size_t k = 0; k < n_attention; k++) {
        size_t rows, columns;
        CHECK_OK(gf_session_attention_shape(l->session, k, &rows, &columns, &why));
        for (size_t h = 0; h < H; h++, square++) {
            CHECK_OK(gf_session_attention(l->session, k, h, A, NULL, &why));
            for (size_t i = 0; i < T * T; i++) {
                bool inside = i / T < rows && i % T < columns;
                double want = inside ? (double)A[i / T * columns + i % T] : 0;
                CHECK(cell(a, "attention", square * T + i / T, i % T) == want);
            }
        }
    }
}

static void check_values(const char *config, bool predicts_next)
{
    test("activations are those of gf_session_tensor and gf_session_attention: {%.40s}",
         config);
    INSPECTION(l, config, 3);
    const struct gf_json *structure = gf_json_get(facts(&l), "structure");
    const char *line = line_for(&l);
    const struct gf_json *a = ask_activations(
        &l, line,
        ",'attention':true,'logits':true,'tensors':['lm_head','lm_head.weight']");
    size_t n = run_text(&l, line), n_source, rows, V;
    const int32_t *source = gf_session_tokens(l.session, GF_STREAM_SOURCE, &n_source);
    const int32_t *tokens = gf_session_tokens(l.session, GF_STREAM_MAIN, &n);
    CHECK(length(a, "tokens") == n && length(a, "source") == n_source);
    for (size_t i = 0; i < n + n_source; i++) {
        bool in_main = i < n;
        CHECK(number(a, "%s.%zu", in_main ? "tokens" : "source", in_main ? i : i - n) ==
              (in_main ? tokens[i] : source[i - n]));
    }
    check_squares(&l, a, structure);

    const double *logits = sized_tensor(&l, "lm_head", &rows, &V);
    const double *loss = tensor(&l, "loss");
    CHECK(rows == n && number(a, "logits.shape.0") == (double)n);
    CHECK(number(a, "logits.shape.1") == (double)V);
    for (size_t i = 0; i < n * V; i++) {
        CHECK(cell(a, "logits", i / V, i % V) == logits[i]);
        CHECK(cell(a, "tensors.0.values", i / V, i % V) == logits[i]);
    }
    for (size_t i = 0; i < n; i++) {
        double x = cell(a, "loss", 0, i);
        CHECK(predicts_next && i + 1 < n ? x == loss[i] : x != x);
    }
    const double *W = tensor(&l, "lm_head.weight");
    CHECK(cell(a, "tensors.1.values", V - 1, l.C - 1) == W[V * l.C - 1]);
}

TEST("activations: gradients need backward")
{
    size_t n = 0, rows, columns;
    INSPECTION(l, "", 3);
    const struct gf_json *a = ask_activations(
        &l, "the old fox saw", ",'backward':true,'tensors':'grad:lm_head.weight'");
    CHECK_OK(
        gf_session_run_with_cache(l.session, "the old fox saw", 15, true, &n, &why));
    const double *grad = sized_tensor(&l, "grad:lm_head.weight", &rows, &columns);
    for (size_t i = 0; i < rows * columns; i++)
        CHECK(cell(a, "tensors.0.values", i / columns, i % columns) == grad[i]);
    CHECK(gf_json_get(a, "attention") == NULL && gf_json_get(a, "logits") == NULL);
    CHECK_HAS(ask_invalid(
                  &l, "{'what':'activations','text':'the','tensors':['grad:lm_head']}"),
              "grad:lm_head");
}

/* ---- lens and norms of the same pass ------------------------------------------------- */

#define DEPTHS ",'logits':true,'lens':true,'norms':true"

/* Every number of two answers of the lens is the same. */
static void check_same_lens(const struct gf_json *a, const struct gf_json *b)
{
    static const char *const tables[] = {"top", "top_p", "p", "rank"};
    CHECK(length(a, "depths") == length(b, "depths"));
    for (size_t k = 0; k < GF_COUNT(tables); k++) {
        double rows = number(b, "%s.shape.0", tables[k]);
        double columns = number(b, "%s.shape.1", tables[k]);
        size_t n = (size_t)(rows * columns);
        CHECK(n > 0 && number(a, "%s.shape.0", tables[k]) == rows);
        CHECK(number(a, "%s.shape.1", tables[k]) == columns);
        for (size_t i = 0; i < n; i++) {
            double x = cell(a, tables[k], 0, i), y = cell(b, tables[k], 0, i);
            CHECK(x == y || (x != x && y != y));
        }
    }
}

static void check_lens(const char *config)
{
    test("the lens of a pass is that of the analysis: {%.50s}", config);
    INSPECTION(l, config, 3);
    const char *line = line_for(&l), *text = json_text(&l, line);
    const struct gf_json *alone = ask(&l, "{'what':'lens','text':%s}", text);
    const struct gf_json *a = ask_activations(&l, line, DEPTHS);
    const struct gf_json *lens = gf_json_get(a, "lens");
    const char *obstacle = words(alone, "obstacle.key");
    CHECK(lens != NULL);
    if (obstacle) {
        CHECK_TEXT(words(lens, "obstacle.key"), obstacle);
        CHECK(gf_json_get(lens, "depths") == NULL);
        return;
    }
    check_same_lens(lens, alone);
    /* The last depth is the output: its guess is the likeliest by the logits. */
    size_t last = length(lens, "depths") - 1, V = (size_t)number(a, "logits.shape.1");
    const struct gf_json *part =
        ask(&l, "{'what':'lens','text':%s,'first':%zu,'count':1}", text, last);
    CHECK(length(part, "depths") == 1 && number(part, "top.shape.0") == 1);
    double *z = gf_arena_array(&l.arena, V, sizeof *z);
    for (size_t i = 0; i < length(a, "tokens"); i++) {
        size_t top = (size_t)cell(lens, "top", last, i);
        CHECK(cell(part, "top", 0, i) == cell(lens, "top", last, i));
        CHECK(cell(part, "rank", 0, i) == cell(lens, "rank", last, i));
        for (size_t v = 0; v < V; v++) z[v] = cell(a, "logits", i, v);
        for (size_t v = 0; v < V; v++) CHECK(z[v] <= z[top]);
        CHECK_NEAR(cell(lens, "top_p", last, i),
                   exp(-ref_cross_entropy(z, V, (int32_t)top)), 2e-6);
    }
    /* A lens that ends early leaves all values as they were. */
    size_t rows, columns;
    part = ask_activations(&l, line, ",'lens':true,'count':1,'tensors':'lm_head'");
    run_text(&l, line);
    const double *own = sized_tensor(&l, "lm_head", &rows, &columns);
    for (size_t i = 0; i < rows * columns; i++)
        CHECK(cell(part, "tensors.0.values", 0, i) == own[i]);
}

/* Where the MLPs of a model read and write the stream; %zu: layer. */
static const struct {
    const char *config, *key, *before, *out;
} norms[] = {
    {"", "mlp_norm", "transformer.h.%zu.attn.c_proj", "transformer.h.%zu.mlp.c_proj"},
    {"'attention':'simple','attn_proj':false", "mlp_norm", "transformer.h.%zu.attn.add",
     "transformer.h.%zu.mlp.c_proj"},
    {"'norm_place':'post'", "mlp_norm", "transformer.h.%zu.ln_1",
     "transformer.h.%zu.mlp.c_proj"},
    {"'residual':false", "mlp_norm", NULL, "transformer.h.%zu.mlp.c_proj"},
    {TAGGING, "mlp_norm", "transformer.h.%zu.attn.c_proj",
     "transformer.h.%zu.mlp.c_proj"},
    {ANSWER, "mlp_norm", "decoder.h.%zu.cross_attn.c_proj", "decoder.h.%zu.mlp.c_proj"},
    {ANSWER, "source_mlp_norm", "encoder.h.%zu.attn.c_proj",
     "encoder.h.%zu.mlp.c_proj"}};

static void check_norm(const struct gf_json *a, const char *key, size_t layer,
                       size_t rows, size_t C, bool is_added)
{
    for (size_t i = 0; i < rows; i++) {
        double squares = 0;
        for (size_t c = 0; c < C; c++) {
            double x = cell(a, "tensors.0.values", i, c);
            if (is_added) x -= cell(a, "tensors.1.values", i, c);
            squares += x * x;
        }
        double norm = cell(a, key, layer, i);
        CHECK(norm == (double)(float)sqrt(squares));
        CHECK(norm > 0);
    }
}

static void check_norms(size_t k)
{
    test("%s is what each MLP adds: {%.50s}", norms[k].key, norms[k].config);
    INSPECTION(l, norms[k].config, 3);
    const char *line = line_for(&l);
    for (size_t layer = 0; layer < l.L; layer++) {
        const char *before = norms[k].before ? norms[k].before : "loss";
        const struct gf_json *a = ask_activations(
            &l, line,
            printed(",'norms':true,'tensors':['%s','%s']", printed(norms[k].out, layer),
                    printed(before, layer)));
        CHECK(number(a, "%s.shape.0", norms[k].key) == (double)l.L);
        size_t rows = (size_t)number(a, "tensors.0.values.shape.0");
        CHECK(number(a, "%s.shape.1", norms[k].key) == (double)rows);
        check_norm(a, norms[k].key, layer, rows, l.C, norms[k].before != NULL);
    }
}

TEST("activations: no MLP, no norm of one")
{
    static const char *const configs[] = {"'mlp':false", "'n_layer':0", AVERAGING,
                                          BIGRAM};
    for (size_t i = 0; i < GF_COUNT(configs); i++) {
        INSPECTION(l, configs[i], 0);
        const struct gf_json *a = ask_activations(&l, "the fox", DEPTHS);
        CHECK(a && !gf_json_get(a, "mlp_norm") && !gf_json_get(a, "source_mlp_norm"));
        CHECK(length(gf_json_get(facts(&l), "structure"), "mlps") == 0);
    }
}

TEST("activations: all_on leaves no head out, in one request")
{
    INSPECTION(l, "", 12);
    const char *line = "the old fox saw";
    const struct gf_json *on = ask_activations(&l, line, DEPTHS);
    CHECK_OK(gf_session_set_head_mask(l.session, 0, 1, 0, &why));
    const struct gf_json *all_on = ask_activations(&l, line, DEPTHS ",'all_on':true");
    const struct gf_json *off = ask_activations(&l, line, DEPTHS);
    size_t n = length(on, "tokens") * (size_t)number(on, "logits.shape.1");
    size_t differ = 0;
    for (size_t i = 0; i < n; i++) {
        CHECK(cell(all_on, "logits", 0, i) == cell(on, "logits", 0, i));
        differ += cell(off, "logits", 0, i) != cell(on, "logits", 0, i);
    }
    CHECK(differ > n / 2);
    check_same_lens(gf_json_get(all_on, "lens"), gf_json_get(on, "lens"));
}

/* The parameters of attention k, joined by spaces. */
static void check_parameters(const char *config, size_t k, const char *names)
{
    char joined[512] = "";
    test("parameters of attention %zu: {%.50s}", k, config);
    INSPECTION(l, config, 0);
    const struct gf_json *structure = gf_json_get(facts(&l), "structure");
    for (size_t i = 0; i < length(structure, "attentions.%zu.parameters", k); i++) {
        size_t at = strlen(joined);
        snprintf(joined + at, sizeof joined - at, "%s%s", i ? " " : "",
                 words(structure, "attentions.%zu.parameters.%zu", k, i));
    }
    CHECK_TEXT(joined, names);
}

static void check_kv_heads(const char *config, double heads, double kv_heads)
{
    test("structure: heads, and heads of keys and values: {%.60s}", config);
    INSPECTION(l, config, 0);
    const struct gf_json *structure = gf_json_get(facts(&l), "structure");
    CHECK(number(structure, "heads") == heads);
    CHECK(number(structure, "kv_heads") == kv_heads);
}

TEST("structure: hidden units of each MLP")
{
    INSPECTION(l, ANSWER ",'n_ff':29", 0);
    const struct gf_json *structure = gf_json_get(facts(&l), "structure");
    CHECK(length(structure, "mlps") == 2 * l.L);
    for (size_t i = 0; i < 2 * l.L; i++) {
        const struct gf_json *mlp = gf_json_get(structure, "mlps")->first;
        for (size_t k = 0; k < i; k++) mlp = mlp->next;
        CHECK(number(mlp, "units") == 29 && number(mlp, "layer") == (double)(i % l.L));
        CHECK_TEXT(words(mlp, "stream"), i < l.L ? "source" : "main");
    }
}

TESTS(cases)
{
    for (size_t i = 0; i < GF_COUNT(structures); i++) check_structure(i);
    check_values("", true);
    check_values(ANSWER, true);
    check_values(TAGGING, false);
    check_values(AVERAGING, true);

    static const char *const lens[] = {
        "",
        "'norm_place':'post'",
        "'mlp':false",
        "'n_layer':0",
        "'attention':'simple','positions':'rotary','n_embd':18",
        "'parallel':true",
        "'logit_softcap':3,'norm':'rms'",
        "'tokenizer':'bpe'",
        "'tokenizer':'words'",
        ANSWER,
        TAGGING,
        AVERAGING,
        BIGRAM};
    for (size_t i = 0; i < GF_COUNT(lens); i++) check_lens(lens[i]);
    for (size_t i = 0; i < GF_COUNT(norms); i++) check_norms(i);

#define AT "transformer.h.1.attn."
    check_parameters("'bias_qkv':false,'qk_norm':true,'positions':'rotary','n_embd':18",
                     1, AT "c_attn.weight " AT "c_proj.weight " AT "c_proj.bias");
    check_parameters(
        "'attention':'simple','n_head':1,'attn_proj':false,'bias_qkv':false", 1,
        AT "heads.0.q_lin.weight " AT "heads.0.k_lin.weight " AT
           "heads.0.v_lin.weight");
#undef AT
#define AT "decoder.h.0.cross_attn."
    check_parameters(ANSWER, 3,
                     AT "c_q.weight " AT "c_q.bias " AT "c_kv.weight " AT
                        "c_kv.bias " AT "c_proj.weight " AT "c_proj.bias");
#undef AT
    check_parameters(AVERAGING, 0, "");

    check_kv_heads("'n_head':4,'n_embd':20", 4, 4);
    check_kv_heads("'n_head':4,'n_embd':20,'n_kv_head':2", 4, 2);
    check_kv_heads("'n_head':4,'n_embd':20,'n_kv_head':2,'attention':'simple'", 4, 2);
}
