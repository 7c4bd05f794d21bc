/* SPDX-License-Identifier: MIT */
#include "storage/hf_architectures.h"

#include <string.h>

/* ---- rows ------------------------------------------------------------------------------ */

/* clang-format off */
#define ONCE(ours, theirs, rows, columns, bias) \
    {"transformer." ours, theirs, false, GF_SIZE_NONE, GF_SIZE_##rows, \
     GF_SIZE_##columns, GF_BIAS_##bias}
#define EACH(ours, theirs, first_row, rows, columns, bias) \
    {ours, theirs, true, GF_SIZE_##first_row, GF_SIZE_##rows, GF_SIZE_##columns, \
     GF_BIAS_##bias}

#define NEEDED(ours, theirs) {ours, theirs, true, NULL, NULL}
#define COPIED(ours, theirs) {ours, theirs, false, NULL, NULL}
#define NAMED(ours, theirs, values) {ours, theirs, false, NULL, values}
#define INSIDE(object, ours, theirs) {ours, theirs, false, object, NULL}

/* Of Llama and Arcee. */
#define LLAMA_SETTINGS \
    NEEDED("n_layer", "num_hidden_layers"), \
    NEEDED("n_head", "num_attention_heads"), \
    COPIED("n_kv_head", "num_key_value_heads"), \
    NEEDED("n_embd", "hidden_size"), \
    NEEDED("n_ff", "intermediate_size"), \
    COPIED("norm_eps", "rms_norm_eps"), \
    INSIDE("rope_parameters", "rotary_base", "rope_theta"), \
    INSIDE("rope_scaling", "rotary_base", "rope_theta"), \
    COPIED("rotary_base", "rope_theta"), \
    COPIED("bias_qkv", "attention_bias"), \
    COPIED("bias_attn_out", "attention_bias"), \
    COPIED("bias_mlp", "mlp_bias"), \
    COPIED("tied_head", "tie_word_embeddings")

#define LLAMA_LAYERS \
    ONCE("wte", "embed_tokens", V, C, NONE), \
    EACH("ln_1", "input_layernorm", NONE, C, NONE, NONE), \
    EACH("attn.c_attn", "self_attn.q_proj", NONE, C, C, QKV), \
    EACH("attn.c_attn", "self_attn.k_proj", C, K, C, QKV), \
    EACH("attn.c_attn", "self_attn.v_proj", C_AND_K, K, C, QKV), \
    EACH("attn.c_proj", "self_attn.o_proj", NONE, C, C, OUT), \
    EACH("ln_2", "post_attention_layernorm", NONE, C, NONE, NONE), \
    EACH("mlp.c_fc", "mlp.up_proj", NONE, F, C, MLP), \
    EACH("mlp.c_proj", "mlp.down_proj", NONE, C, F, MLP), \
    ONCE("ln_f", "norm", C, NONE, NONE)

#define LLAMA_RULES {"partial_rotary_factor", "1"}, {"quantization_config", ""}

/* Of GPT-2 and GPT-Neo. */
#define GPT_LAYERS \
    ONCE("wte", "wte", V, C, NONE), \
    ONCE("wpe", "wpe", T, C, NONE), \
    EACH("ln_1", "ln_1", NONE, C, NONE, NORM), \
    EACH("ln_2", "ln_2", NONE, C, NONE, NORM), \
    EACH("mlp.c_fc", "mlp.c_fc", NONE, F, C, MLP), \
    EACH("mlp.c_proj", "mlp.c_proj", NONE, C, F, MLP), \
    ONCE("ln_f", "ln_f", C, NONE, NORM)
/* clang-format on */

/* Settings of training, for going on from such a model. */
#define TRAINING \
    "\"tokenizer\":\"bpe\",\"batch_size\":4,\"learning_rate\":3e-4," \
    "\"min_learning_rate\":3e-5"

/* By the names that transformers has for its activation functions. */
static const struct gf_json_translation activations[] = {
    {"\"gelu_new\"", "gelu_tanh"},  {"\"gelu_pytorch_tanh\"", "gelu_tanh"},
    {"\"gelu_fast\"", "gelu_tanh"}, {"\"gelu\"", "gelu"},
    {"\"gelu_python\"", "gelu"},    {"\"relu\"", "relu"},
    {"\"relu2\"", "relu2"},         {NULL, NULL}};
static const struct gf_json_translation score_scales[] = {
    {"true", "head"}, {"false", "none"}, {NULL, NULL}};

/* ---- LlamaForCausalLM, and ArceeForCausalLM with an MLP without gate ------------------ */

static const struct gf_copied_setting llama_settings[] = {LLAMA_SETTINGS};
static const struct gf_json_rule llama_rules[] = {
    LLAMA_RULES, {"hidden_act", "\"silu\"\n\"swish\""}};
static const struct gf_hf_layer llama_layers[] = {
    LLAMA_LAYERS, EACH("mlp.c_gate", "mlp.gate_proj", NONE, F, C, MLP)};

static const struct gf_copied_setting arcee_settings[] = {
    LLAMA_SETTINGS, NAMED("activation", "hidden_act", activations)};
static const struct gf_json_rule arcee_rules[] = {LLAMA_RULES};
static const struct gf_hf_layer arcee_layers[] = {LLAMA_LAYERS};

/* ---- GPT2LMHeadModel ----------------------------------------------------------------- */

static const struct gf_copied_setting gpt2_settings[] = {
    NEEDED("n_layer", "n_layer"),
    NEEDED("n_head", "n_head"),
    NEEDED("n_embd", "n_embd"),
    COPIED("n_ff", "n_inner"),
    NAMED("activation", "activation_function", activations),
    NAMED("score_scale", "scale_attn_weights", score_scales),
    COPIED("norm_eps", "layer_norm_epsilon"),
    COPIED("bias", "bias"), /* nanoGPT */
    COPIED("tied_head", "tie_word_embeddings"),
};

static const struct gf_json_rule gpt2_rules[] = {
    {"scale_attn_by_inverse_layer_idx", "false"},
    {"add_cross_attention", "false"},
    {"quantization_config", ""},
};

static const struct gf_hf_layer gpt2_layers[] = {
    GPT_LAYERS,
    EACH("attn.c_attn", "attn.c_attn", NONE, QKV, C, QKV),
    EACH("attn.c_proj", "attn.c_proj", NONE, C, C, OUT),
};

/* ---- GPTNeoForCausalLM --------------------------------------------------------------- */

static const struct gf_copied_setting gpt_neo_settings[] = {
    NEEDED("n_layer", "num_layers"),
    NEEDED("n_head", "num_heads"),
    NEEDED("n_embd", "hidden_size"),
    COPIED("n_ff", "intermediate_size"),
    NAMED("activation", "activation_function", activations),
    COPIED("norm_eps", "layer_norm_epsilon"),
    COPIED("tied_head", "tie_word_embeddings"),
};

static const struct gf_json_rule gpt_neo_rules[] = {{"quantization_config", ""}};

static const struct gf_hf_layer gpt_neo_layers[] = {
    GPT_LAYERS,
    EACH("attn.c_attn", "attn.attention.q_proj", NONE, C, C, NONE),
    EACH("attn.c_attn", "attn.attention.k_proj", C, K, C, NONE),
    EACH("attn.c_attn", "attn.attention.v_proj", C_AND_K, K, C, NONE),
    EACH("attn.c_proj", "attn.attention.out_proj", NONE, C, C, OUT),
};

/* ---- all of them --------------------------------------------------------------------- */

/* Its settings, rules and layers, and how many. */
#define TABLES(model) \
    model##_settings, model##_rules, model##_layers, GF_COUNT(model##_settings), \
        GF_COUNT(model##_rules), GF_COUNT(model##_layers)

static const struct gf_architecture architectures[] = {
    {"llama",
     "{\"norm\":\"rms\",\"activation\":\"swiglu\",\"positions\":\"rotary\","
     "\"rotary_pairs\":\"halves\",\"bias\":false,\"norm_eps\":1e-6,"
     "\"tied_head\":false," TRAINING "}",
     "model.", "layers.", "max_position_embeddings", TABLES(llama)},
    {"arcee",
     "{\"norm\":\"rms\",\"activation\":\"relu2\",\"positions\":\"rotary\","
     "\"rotary_pairs\":\"halves\",\"bias\":false,\"norm_eps\":1e-5,"
     "\"tied_head\":false," TRAINING "}",
     "model.", "layers.", "max_position_embeddings", TABLES(arcee)},
    {"gpt2", "{\"activation\":\"gelu_tanh\"," TRAINING "}", "transformer.", "h.",
     "n_positions", TABLES(gpt2)},
    {"gpt_neo",
     "{\"activation\":\"gelu_tanh\",\"bias_qkv\":false,\"score_scale\":"
     "\"none\"," TRAINING "}",
     "transformer.", "h.", "max_position_embeddings", TABLES(gpt_neo)},
};

const struct gf_architecture *gf_find_architecture(const char *model_type)
{
    for (size_t i = 0; i < GF_COUNT(architectures); i++) {
        if (strcmp(architectures[i].model_type, model_type) == 0) {
            return &architectures[i];
        }
    }
    return NULL;
}
