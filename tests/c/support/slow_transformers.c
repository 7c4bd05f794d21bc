/* SPDX-License-Identifier: MIT */
#include "slow_transformers.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "reference_ops.h"

/* ---- what a model is ----------------------------------------------------------------- */

/* Names that differ between families. */
static const struct {
    const char *type, *layers, *heads, *width, *hidden, *positions, *eps, *stack;
} families[] = {
    {"llama", "num_hidden_layers", "num_attention_heads", "hidden_size",
     "intermediate_size", "max_position_embeddings", "rms_norm_eps", "model."},
    {"gpt2", "n_layer", "n_head", "n_embd", "n_inner", "n_positions",
     "layer_norm_epsilon", "transformer."},
    {"gpt_neo", "num_layers", "num_heads", "hidden_size", "intermediate_size",
     "max_position_embeddings", "layer_norm_epsilon", "transformer."},
    {NULL, "n_layer", "n_head", "n_embd", "n_inner", "n_positions", "none",
     "transformer."},
};

static double number(const struct gf_json *object, const char *key, double otherwise)
{
    const struct gf_json *value = gf_json_get(object, key);
    return value && value->type == GF_JSON_NUMBER ? value->number : otherwise;
}

bool slow_flag(const struct gf_json *object, const char *key, bool otherwise)
{
    const struct gf_json *value = gf_json_get(object, key);
    return value && value->type == GF_JSON_BOOL ? value->boolean : otherwise;
}

static enum slow_family family_of(const struct gf_json *config)
{
    const struct gf_json *type = gf_json_get(config, "model_type");
    int i = 0;
    while (i < SLOW_NANO && !(type && strcmp(type->string, families[i].type) == 0)) i++;
    return (enum slow_family)i;
}

struct slow_shape slow_shape_of(const struct gf_json *c)
{
    struct slow_shape s = {.family = family_of(c)};
    bool llama = s.family == SLOW_LLAMA;
    s.L = (size_t)number(c, families[s.family].layers, 0);
    s.H = (size_t)number(c, families[s.family].heads, 0);
    s.G = (size_t)number(c, "num_key_value_heads", (double)s.H);
    s.C = (size_t)number(c, families[s.family].width, 0);
    s.F = (size_t)number(c, families[s.family].hidden, 4.0 * (double)s.C);
    s.T = (size_t)number(c, families[s.family].positions, 0);
    s.V = (size_t)number(c, "vocab_size", 0);
    s.eps = number(c, families[s.family].eps, llama ? 1e-6 : 1e-5);
    s.theta = number(gf_json_get(c, "rope_scaling"), "rope_theta",
                     number(c, "rope_theta", 10000));
    s.theta = number(gf_json_get(c, "rope_parameters"), "rope_theta", s.theta);
    s.tied = slow_flag(c, "tie_word_embeddings", !llama);
    s.interleaved = slow_flag(c, "rotary_interleaved", false);
    s.scale = s.family == SLOW_GPT_NEO || !slow_flag(c, "scale_attn_weights", true)
                  ? 1
                  : 1 / sqrt((double)(s.C / s.H));
    return s;
}

const char *slow_stack(enum slow_family family)
{
    return families[family].stack;
}

/* ---- what it computes ---------------------------------------------------------------- */

struct pass {
    const struct slow_folder *f;
    struct slow_shape s;
    size_t T, layer;
};

/* The tensor of that name, where %zu is the layer; NULL: there is none. */
static const struct slow_tensor *tensor(const struct pass *p, const char *name,
                                        const char *end)
{
    char full[96];
    bool block = p->layer < p->s.L;
    snprintf(full, sizeof full, "%s", slow_stack(p->s.family));
    size_t n = strlen(full);
    if (block)
        n += (size_t)snprintf(full + n, sizeof full - n, "%s.%zu.",
                              p->s.family == SLOW_LLAMA ? "layers" : "h", p->layer);
    snprintf(full + n, sizeof full - n, "%s%s", name, end);
    for (size_t i = 0; i < p->f->n_tensors; i++)
        if (strcmp(p->f->tensors[i].name, full) == 0) return &p->f->tensors[i];
    return NULL;
}

static double *rows(const struct pass *p, size_t width)
{
    return gf_arena_array(p->f->arena, p->T * width, sizeof(double));
}

/* Outputs first … first + n_out - 1 of a layer. */
static double *linear(const struct pass *p, const char *name, const double *x,
                      size_t n_in, size_t first, size_t n_out)
{
    const struct slow_tensor *w = tensor(p, name, ".weight");
    const struct slow_tensor *b = tensor(p, name, ".bias");
    bool turned = p->s.family == SLOW_GPT2;
    double *y = rows(p, n_out);
    for (size_t t = 0; t < p->T; t++)
        for (size_t k = 0; k < n_out; k++) {
            size_t o = first + k;
            double sum = b ? (double)b->values[o] : 0;
            for (size_t i = 0; i < n_in; i++)
                sum += x[t * n_in + i] *
                       (double)w->values[turned ? i * w->columns + o : o * n_in + i];
            y[t * n_out + k] = sum;
        }
    return y;
}

/* A vector in double; NULL without one. */
static double *widened(const struct pass *p, const struct slow_tensor *t, size_t n)
{
    double *x = t ? gf_arena_array(p->f->arena, n, sizeof *x) : NULL;
    for (size_t i = 0; x && i < n; i++) x[i] = (double)t->values[i];
    return x;
}

static double *norm(const struct pass *p, const char *name, const double *x)
{
    size_t C = p->s.C;
    double *y = rows(p, C);
    ref_norm(p->s.family == SLOW_LLAMA ? GF_NORM_RMS : GF_NORM_LAYER, p->T, C, p->s.eps,
             x, widened(p, tensor(p, name, ".weight"), C),
             widened(p, tensor(p, name, ".bias"), C), y);
    return y;
}

static void rotate(const struct pass *p, double *x, size_t width)
{
    size_t D = p->s.C / p->s.H;
    for (size_t t = 0; t < p->T; t++)
        ref_rotary(x + t * width, width, D, D, !p->s.interleaved, p->s.theta,
                   (double)t);
}

/* Local layers see as far as all others: no text is longer than their window. */
static double *mix(const struct pass *p, const double *q, const double *k,
                   const double *v)
{
    const struct gf_attn a = {.n_seq = 1,
                              .H = p->s.H,
                              .D = p->s.C / p->s.H,
                              .n_kv_head = p->s.G,
                              .Tq = p->T,
                              .Tk = p->T,
                              .scale = (float)p->s.scale,
                              .causal = true};
    double *out = rows(p, p->s.C);
    ref_attention(&a, q, k, v, NULL, out, NULL);
    return out;
}

static double *attention(const struct pass *p, const double *x)
{
    size_t C = p->s.C, K = C / p->s.H * p->s.G;
    if (p->s.family == SLOW_GPT2 || p->s.family == SLOW_NANO) {
        const double *part[3];
        for (size_t i = 0; i < 3; i++)
            part[i] = linear(p, "attn.c_attn", x, C, i * C, C);
        return linear(p, "attn.c_proj", mix(p, part[0], part[1], part[2]), C, 0, C);
    }
    bool neo = p->s.family == SLOW_GPT_NEO;
    double *q =
        linear(p, neo ? "attn.attention.q_proj" : "self_attn.q_proj", x, C, 0, C);
    double *k =
        linear(p, neo ? "attn.attention.k_proj" : "self_attn.k_proj", x, C, 0, K);
    double *v =
        linear(p, neo ? "attn.attention.v_proj" : "self_attn.v_proj", x, C, 0, K);
    if (!neo) {
        rotate(p, q, C);
        rotate(p, k, K);
    }
    return linear(p, neo ? "attn.attention.out_proj" : "self_attn.o_proj",
                  mix(p, q, k, v), C, 0, C);
}

static enum gf_act activation(const struct pass *p)
{
    static const struct {
        const char *name;
        enum gf_act act;
    } acts[] = {{"relu", GF_ACT_RELU},
                {"relu2", GF_ACT_RELU2},
                {"gelu", GF_ACT_GELU},
                {"gelu_python", GF_ACT_GELU}};
    const struct gf_json *name = gf_json_get(p->f->config, "activation_function");
    for (size_t i = 0; name && i < GF_COUNT(acts); i++)
        if (strcmp(name->string, acts[i].name) == 0) return acts[i].act;
    return !name && p->s.family == SLOW_NANO ? GF_ACT_GELU : GF_ACT_GELU_TANH;
}

static double *mlp(const struct pass *p, const double *x)
{
    size_t C = p->s.C, F = p->s.F;
    if (p->s.family != SLOW_LLAMA) {
        double *hidden = linear(p, "mlp.c_fc", x, C, 0, F);
        for (size_t i = 0; i < p->T * F; i++)
            hidden[i] = ref_activation(hidden[i], activation(p));
        return linear(p, "mlp.c_proj", hidden, F, 0, C);
    }
    double *gate = linear(p, "mlp.gate_proj", x, C, 0, F);
    const double *up = linear(p, "mlp.up_proj", x, C, 0, F);
    for (size_t i = 0; i < p->T * F; i++)
        gate[i] = ref_activation(gate[i], GF_ACT_SILU) * up[i];
    return linear(p, "mlp.down_proj", gate, F, 0, C);
}

static void add_to(const struct pass *p, double *x, const double *more)
{
    for (size_t i = 0; i < p->T * p->s.C; i++) x[i] += more[i];
}

/* The output layer is the embedding, or the last tensor. */
static double *read_out(const struct pass *p, const double *x)
{
    const struct slow_tensor *w =
        p->s.tied ? &p->f->tensors[0] : &p->f->tensors[p->f->n_tensors - 1];
    size_t C = p->s.C, V = p->s.V;
    double *y = rows(p, V);
    for (size_t t = 0; t < p->T; t++)
        for (size_t v = 0; v < V; v++)
            for (size_t c = 0; c < C; c++)
                y[t * V + v] += x[t * C + c] * (double)w->values[v * C + c];
    return y;
}

double *slow_logits(const struct slow_folder *f, const int32_t *tokens, size_t T)
{
    struct pass p = {.f = f, .s = slow_shape_of(f->config), .T = T};
    bool llama = p.s.family == SLOW_LLAMA;
    size_t C = p.s.C;
    double *x = rows(&p, C);
    for (size_t i = 0; i < T * C; i++) {
        size_t row = (size_t)tokens[i / C] * C + i % C;
        x[i] = (double)f->tensors[0].values[row];
        x[i] += llama ? 0 : (double)f->tensors[1].values[i];
    }
    for (; p.layer < p.s.L; p.layer++) {
        const double *n = norm(&p, llama ? "input_layernorm" : "ln_1", x);
        add_to(&p, x, attention(&p, n));
        n = norm(&p, llama ? "post_attention_layernorm" : "ln_2", x);
        add_to(&p, x, mlp(&p, n));
    }
    return read_out(&p, norm(&p, llama ? "norm" : "ln_f", x));
}
