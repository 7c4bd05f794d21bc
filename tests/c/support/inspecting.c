/* SPDX-License-Identifier: MIT */
#include "inspecting.h"

#include "api/session.h"
#include "base/hash.h"
#include "harness.h"
#include "sessions.h"

static uint32_t draw(const char *what, size_t i, uint32_t n)
{
    uint64_t h = gf_hash(1469598103934665603u, what, strlen(what));
    return gf_rng_below(gf_rng_key(test_seed(), GF_RNG_TASK, h), (uint32_t)i, n);
}

static size_t add_word(char *text, size_t i)
{
    static const char *const list[] = {"the", "old", "fox", "saw", "a", "hen",
                                       "by",  "42",  "owl", "sly", "oh"};
    static const char *const after[] = {" ", " ", " ", ", ", ".\n"};
    return (size_t)sprintf(text, "%s%s", list[draw("word", i, 11)],
                           after[draw("mark", i, 5)]);
}

static size_t add_line(char *text, size_t i)
{
    char s[16] = {0};
    size_t n = 4 + draw("length", i, 6);
    for (size_t k = 0; k < n; k++) s[k] = (char)('a' + draw("letter", 16 * i + k, 6));
    size_t by = i % 2 ? draw("rotation", i, (uint32_t)n) : 0;
    return (size_t)sprintf(text, "%s|%s%.*s\n", s, s + by, (int)by, s);
}

/* Random words from a short list, digits, punctuation and line breaks, drawn from the seed.
 * With `lines`, lines s|t of 4 to 9 letters, t being s or s rotated, instead. */
static char *make_text(struct gf_arena *arena, size_t n, bool lines)
{
    char *text = gf_arena_alloc(arena, n + 64);
    size_t at = 0;
    for (size_t i = 0; text && at < n; i++)
        at += lines ? add_line(text + at, i) : add_word(text + at, i);
    return text;
}

double noise(size_t i)
{
    return 2 * (double)gf_rng_uniform(gf_rng_key(test_seed(), GF_RNG_TASK, 5),
                                      (uint32_t)i) -
           1;
}

void inspection_open(struct inspection *l, const char *config, size_t steps, bool lines)
{
    char settings[1024];
    struct gf_error err = {0};
    *l = (struct inspection){0};
    put_over(settings, sizeof settings,
             "{'n_layer':2,'n_head':3,'n_embd':15,'block_size':23,'batch_size':5,"
             "'learning_rate':0.02,'warmup_steps':2,'init_std':0.3,'attn_pdrop':0.1}",
             config);
    bool long_window = strstr(config, "'block_size':") != NULL;
    l->text = make_text(&l->arena, long_window ? 40000 : 4000, lines);
    l->n_text = strlen(l->text);
    l->session = try_session(l->text, settings, &err);
    if (!l->session) {
        printf("%s: %s\n", settings, err.message);
        exit(2);
    }
    for (size_t i = 0; i < steps; i++) gf_session_step(l->session, NULL, NULL);
    const struct gf_json *info = facts(l);
    l->T = (size_t)number(info, "config.block_size");
    l->C = (size_t)number(info, "config.n_embd");
    l->H = (size_t)number(info, "config.n_head");
    l->L = (size_t)number(info, "config.n_layer");
    l->V = length(info, "vocabulary");
    l->has_bias = flag(gf_json_get(info, "config"), "bias_head");
    gf_tokenizer_build(&l->tokenizer, &l->arena, NULL, l->text, l->n_text, NULL);
    gf_corpus_build(&l->corpus, &l->arena, &l->tokenizer, l->text, l->n_text,
                    number(info, "config.val_fraction"), l->T, NULL);
}

const struct gf_json *parsed(struct gf_arena *arena, const struct gf_buffer *out)
{
    struct gf_error err = {0};
    const struct gf_json *tree = gf_json_parse(arena, out->data, out->n, &err);
    CHECK_THAT(tree != NULL, "%s", err.message);
    return tree;
}

const struct gf_json *info_of(struct gf_session *session, struct gf_arena *arena)
{
    struct gf_buffer out = {.arena = arena};
    gf_session_info(session, &out);
    return parsed(arena, &out);
}

const struct gf_json *facts(struct inspection *l)
{
    return info_of(l->session, &l->arena);
}

double memory_of(struct gf_session *session)
{
    SCOPED_ARENA(arena);
    return number(info_of(session, &arena), "memory_bytes");
}

void inspection_close(struct inspection *l)
{
    gf_session_free(l->session);
    gf_arena_free(&l->arena);
}

const int32_t *ids_of(struct inspection *l, const char *text, size_t *n)
{
    int32_t *ids = gf_arena_array(&l->arena, strlen(text) + 1, sizeof *ids);
    gf_tokenizer_encode(&l->tokenizer, text, strlen(text), ids, n, NULL);
    return ids;
}

static const int32_t *window_of(struct inspection *l, size_t i)
{
    return gf_corpus_tokens(&l->corpus, GF_SPLIT_VAL) +
           gf_corpus_eval_start(&l->corpus, GF_SPLIT_VAL, l->T, 8, i);
}

const char *probe_text(struct inspection *l, size_t i)
{
    struct gf_buffer text = {.arena = &l->arena};
    gf_tokenizer_decode(&l->tokenizer, window_of(l, i), l->T, &text, NULL);
    gf_buffer_put(&text, "", 1);
    return text.data;
}

const int32_t *run_window(struct inspection *l, size_t i)
{
    run_text(l, probe_text(l, i));
    return window_of(l, i);
}

const char *line_for(struct inspection *l)
{
    const char *pair = words(facts(l), "examples.0");
    return pair ? pair : LINE;
}

const char *json_text(struct inspection *l, const char *text)
{
    struct gf_buffer out = {.arena = &l->arena};
    gf_json_write_string(&out, text, strlen(text));
    gf_buffer_put(&out, "", 1);
    return out.data;
}

/* ---- asking ------------------------------------------------------------------------ */

enum gf_status ask_session(struct gf_session *session, const char *request,
                           struct gf_buffer *out, struct gf_buffer *floats,
                           struct gf_error *err)
{
    const char *json = json_of(request);
    return gf_session_inspect(session, json, strlen(json), out, floats, err);
}

const struct gf_json *ask(struct inspection *l, const char *format, ...)
{
    char text[1024];
    struct gf_error err = {0};
    struct gf_buffer out = {.arena = &l->arena};
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    enum gf_status status = ask_session(l->session, text, &out, NULL, &err);
    CHECK_THAT(status == GF_OK, "%s: %s", text, err.message);
    return status == GF_OK ? parsed(&l->arena, &out) : NULL;
}

const char *request_of(size_t i, int layer, const char *text)
{
    static const struct {
        bool has_text;
        const char *members;
    } requests[] = {
#define REQUEST(text, members) {text, members},
#include "requests.def"
#undef REQUEST
    };
    if (i >= GF_COUNT(requests)) return NULL;
    const char *members = printed(requests[i].members, layer);
    return requests[i].has_text ? printed("{%s,'text':%s}", members, text)
                                : printed("{%s}", members);
}

enum gf_status put_answer(struct gf_buffer *out, struct gf_session *session,
                          const char *request, struct gf_error *err)
{
    struct gf_buffer floats = {.arena = out->arena};
    const size_t before = out->n;
    enum gf_status status = ask_session(session, request, out, &floats, err);
    if (status == GF_OK && !gf_buffer_put(out, floats.data, floats.n))
        status = gf_fail(err, GF_E_no_memory);
    if (status != GF_OK) out->n = before;
    return status;
}

const char *ask_invalid(struct inspection *l, const char *text)
{
    struct gf_error err = {0};
    struct gf_buffer out = {.arena = &l->arena};
    enum gf_status status = ask_session(l->session, text, &out, NULL, &err);
    CHECK_THAT(status != GF_OK, "%s was answered", text);
    CHECK(out.n == 0);
    return gf_arena_string(&l->arena, err.message, strlen(err.message));
}

static const struct gf_json *step_down(const struct gf_json *tree, const char *name,
                                       size_t n)
{
    char key[64];
    snprintf(key, sizeof key, "%.*s", (int)n, name);
    if (!tree || tree->type != GF_JSON_ARRAY) return gf_json_get(tree, key);
    const struct gf_json *e = tree->first;
    for (long i = atol(key); e && i > 0; i--) e = e->next;
    return e;
}

static const struct gf_json *find(const struct gf_json *tree, const char *format,
                                  va_list args)
{
    char text[128];
    vsnprintf(text, sizeof text, format, args);
    for (const char *path = text; tree && *path;) {
        size_t n = strcspn(path, ".");
        tree = step_down(tree, path, n);
        path += n + (path[n] == '.');
    }
    return tree;
}

double number(const struct gf_json *tree, const char *path, ...)
{
    double x = NAN;
    va_list args;
    va_start(args, path);
    gf_json_as_double(find(tree, path, args), &x);
    va_end(args);
    return x;
}

const char *words(const struct gf_json *tree, const char *path, ...)
{
    const char *text = NULL;
    size_t n;
    va_list args;
    va_start(args, path);
    gf_json_as_string(find(tree, path, args), &text, &n);
    va_end(args);
    return text;
}

size_t length(const struct gf_json *tree, const char *path, ...)
{
    va_list args;
    va_start(args, path);
    const struct gf_json *value = find(tree, path, args);
    va_end(args);
    return value ? value->n : 0;
}

bool flag(const struct gf_json *tree, const char *key)
{
    bool x = false;
    CHECK(gf_json_as_bool(gf_json_get(tree, key), &x));
    return x;
}

double cell(const struct gf_json *tree, const char *path, size_t row, size_t column)
{
    double columns = number(tree, "%s.shape.1", path);
    if (isnan(columns)) return NAN;
    return number(tree, "%s.data.%zu", path, row * (size_t)columns + column);
}

/* ---- forward ----------------------------------------------------------------------- */

size_t run_text(struct inspection *l, const char *text)
{
    size_t n = 0;
    CHECK_OK(
        gf_session_run_with_cache(l->session, text, strlen(text), false, &n, &why));
    return n;
}

const double *sized_tensor(struct inspection *l, const char *name, size_t *rows,
                           size_t *columns)
{
    struct gf_view view = {0};
    CHECK_OK(gf_session_tensor(l->session, name, &view, &why));
    double *x = gf_arena_array(&l->arena, view.rows * view.columns + 1, sizeof *x);
    for (size_t i = 0; i < view.rows * view.columns; i++) x[i] = (double)view.data[i];
    *rows = view.rows;
    *columns = view.columns;
    return x;
}

const double *tensor(struct inspection *l, const char *name)
{
    size_t rows, columns;
    return sized_tensor(l, name, &rows, &columns);
}

double *attention(struct inspection *l, size_t layer, size_t head, size_t n)
{
    float *A = gf_arena_array(&l->arena, n * n, sizeof *A);
    double *x = gf_arena_array(&l->arena, n * n, sizeof *x);
    CHECK_OK(gf_session_attention(l->session, layer, head, A, NULL, &why));
    for (size_t i = 0; i < n * n; i++) x[i] = (double)A[i];
    return x;
}

void run_probe(struct inspection *l, size_t w)
{
    struct gf_activations *activations = &l->session->activations;
    const struct gf_line *line = &l->session->inspector.probe[w];
    gf_activations_source(activations, line->source, line->n_source);
    gf_activations_run(activations, line->tokens, line->n, false);
}

struct seen seen_by(struct inspection *l, size_t layer, size_t head)
{
    struct gf_activations *activations = &l->session->activations;
    struct seen s = {.site = &l->session->inspector.residual.attentions[layer],
                     .pad = l->session->model.config.pad_token};
    const int32_t *streams[] = {[GF_STREAM_MAIN] = activations->tokens,
                                [GF_STREAM_SOURCE] = activations->source};
    size_t real = 0;
    gf_activations_attention_shape(activations, layer, &s.rows, &s.n);
    const size_t n = s.rows * s.n;
    float *A = gf_arena_array(&l->arena, 2 * n, sizeof *A);
    gf_activations_attention(activations, layer, head, A, A + n);
    s.A = gf_arena_array(&l->arena, 2 * n, sizeof *s.A);
    s.S = s.A + n;
    for (size_t i = 0; i < 2 * n; i++) s.A[i] = (double)A[i];
    s.query = streams[s.site->queries];
    s.key = streams[s.site->keys];
    for (size_t i = 0; i < s.rows; i++) real += s.query[i] != s.pad;
    s.first = real > 16 ? 8 : real / 2;
    return s;
}

bool may_see(const struct seen *s, size_t i, size_t j)
{
    return s->key[j] != s->pad && (!s->site->causal || j <= i);
}

/* ---- reference model --------------------------------------------------------------- */

void logits_of(struct inspection *l, const double *x, double *z)
{
    const double *g = tensor(l, "transformer.ln_f.weight");
    const double *b = tensor(l, "transformer.ln_f.bias");
    const double *U = tensor(l, "lm_head.weight");
    const double *bias = l->has_bias ? tensor(l, "lm_head.bias") : NULL;
    double *y = gf_arena_array(&l->arena, l->C, sizeof *y);
    ref_norm(GF_NORM_LAYER, 1, l->C, 1e-5, x, g, b, y);
    for (size_t v = 0; v < l->V; v++) {
        z[v] = bias ? bias[v] : 0;
        for (size_t c = 0; c < l->C; c++) z[v] += y[c] * U[v * l->C + c];
    }
}

float *place(struct inspection *l, float *values, const char *name)
{
    struct gf_view view = {0};
    run_text(l, "the");
    CHECK_OK(gf_session_tensor(l->session, name, &view, &why));
    return values + (view.data - gf_session_weights(l->session));
}

float *weights_of(struct inspection *l)
{
    size_t n = gf_session_n_value(l->session);
    float *values = gf_arena_array(&l->arena, n, sizeof *values);
    memcpy(values, gf_session_weights(l->session), n * sizeof *values);
    return values;
}
