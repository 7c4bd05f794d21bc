/* SPDX-License-Identifier: MIT */
#include "models/config.h"

#include "base/format.h"

#include <string.h>

/* ---- the table as data ---------------------------------------------------------- */

struct choice {
    const char *name; /* NULL ends a list */
    int value;
};

static const struct choice choices_arch[] = {
    {"decoder", GF_ARCH_DECODER},
    {"encoder", GF_ARCH_ENCODER},
    {"encoder_decoder", GF_ARCH_ENCODER_DECODER},
    {"bigram", GF_ARCH_BIGRAM},
    {"averaging", GF_ARCH_AVERAGING},
    {"attention_only", GF_ARCH_ATTENTION_ONLY},
    {0}};
static const struct choice choices_norm[] = {
    {"layer", GF_NORM_LAYER}, {"std", GF_NORM_STD}, {"rms", GF_NORM_RMS}, {0}};
static const struct choice choices_final_norm[] = {
    {"auto", GF_NORM_AUTO}, {"none", GF_NORM_NONE}, {"layer", GF_NORM_LAYER},
    {"std", GF_NORM_STD},   {"rms", GF_NORM_RMS},   {0}};
static const struct choice choices_place[] = {
    {"pre", GF_PLACE_PRE}, {"post", GF_PLACE_POST}, {"none", GF_PLACE_NONE}, {0}};
static const struct choice choices_activation[] = {
    {"gelu", GF_ACT_GELU},   {"gelu_tanh", GF_ACT_GELU_TANH}, {"relu", GF_ACT_RELU},
    {"relu2", GF_ACT_RELU2}, {"swiglu", GF_MLP_SWIGLU},       {0}};
static const struct choice choices_positions[] = {
    {"learned", GF_POS_LEARNED}, {"sinusoidal", GF_POS_SINUSOIDAL},
    {"rotary", GF_POS_ROTARY},   {"alibi", GF_POS_ALIBI},
    {"none", GF_POS_NONE},       {0}};
static const struct choice choices_rotary_pairs[] = {
    {"adjacent", GF_PAIRS_ADJACENT}, {"halves", GF_PAIRS_HALVES}, {0}};
static const struct choice choices_scale[] = {
    {"head", GF_SCALE_HEAD}, {"width", GF_SCALE_WIDTH}, {"none", GF_SCALE_NONE}, {0}};
static const struct choice choices_attention[] = {
    {"fused", GF_ATTENTION_FUSED}, {"simple", GF_ATTENTION_SIMPLE}, {0}};
static const struct choice choices_head_input[] = {
    {"final", GF_HEAD_FINAL}, {"tokens", GF_HEAD_TOKENS}, {0}};
static const struct choice choices_averaging[] = {{"matrix", GF_AVERAGE_MATRIX},
                                                  {"loops", GF_AVERAGE_LOOPS},
                                                  {"softmax", GF_AVERAGE_SOFTMAX},
                                                  {0}};
static const struct choice choices_init[] = {
    {"gpt2", GF_INIT_GPT2}, {"normal", GF_INIT_NORMAL}, {"torch", GF_INIT_TORCH}, {0}};
static const struct choice choices_tokenizer[] = {{"chars", GF_TOKENIZER_CHARS},
                                                  {"words", GF_TOKENIZER_WORDS},
                                                  {"bpe", GF_TOKENIZER_BPE},
                                                  {0}};
static const struct choice choices_task[] = {{"text", GF_DATA_TEXT},
                                             {"pairs", GF_DATA_PAIRS},
#define GF_TASK(constant, name, ...) {name, GF_DATA_TASK + GF_TASK_##constant},
#include "text/tasks/tasks.def"
#undef GF_TASK
                                             {0}};
static const struct choice choices_task_form[] = {
    {"auto", GF_FORM_AUTO},       {"text", GF_FORM_TEXT},
    {"answer", GF_FORM_ANSWER},   {"continue", GF_FORM_CONTINUE},
    {"tagging", GF_FORM_TAGGING}, {0}};
static const struct choice choices_optimizer[] = {
    {"adamw", GF_OPT_ADAMW}, {"adam", GF_OPT_ADAM}, {"muon", GF_OPT_MUON}, {0}};
static const struct choice choices_schedule[] = {{"cosine", GF_SCHEDULE_COSINE},
                                                 {"constant", GF_SCHEDULE_CONSTANT},
                                                 {"wsd", GF_SCHEDULE_WSD},
                                                 {"sqrt", GF_SCHEDULE_SQRT},
                                                 {0}};

enum kind { KIND_INT, KIND_REAL, KIND_BOOL, KIND_ENUM };

struct setting {
    const char *key;
    enum kind kind;
    size_t offset; /* of the field in struct gf_config */
    double def, min, max;
    const struct choice *choices;
    const char *group, *help; /* NULL: a size that follows from the data */
};

static const struct setting settings[] = {
#define AT(key) offsetof(struct gf_config, key)
#define GF_INT(key, def, min, max, group, help) \
    {#key, KIND_INT, AT(key), def, min, max, NULL, group, help},
#define GF_REAL(key, def, min, max, group, help) \
    {#key, KIND_REAL, AT(key), def, min, max, NULL, group, help},
#define GF_BOOL(key, def, group, help) \
    {#key, KIND_BOOL, AT(key), def, 0, 1, NULL, group, help},
#define GF_ENUM(key, def, choices, group, help) \
    {#key, KIND_ENUM, AT(key), def, 0, 0, choices_##choices, group, help},
#define SIZE(key, def) GF_INT(key, def, -1, GF_MAX_VOCABULARY, NULL, NULL)
#include "models/config.def"
    SIZE(vocab_size, 0) SIZE(source_vocab_size, 0) SIZE(output_vocab_size, 0)
        SIZE(pad_token, -1)
#undef GF_INT
#undef GF_REAL
#undef GF_BOOL
#undef GF_ENUM
#undef SIZE
#undef AT
};

static double get(const struct gf_config *config, const struct setting *s)
{
    const char *field = (const char *)config + s->offset;
    switch (s->kind) {
    case KIND_INT:
        return (double)*(const int64_t *)(const void *)field;
    case KIND_REAL:
        return *(const double *)(const void *)field;
    case KIND_BOOL:
        return *(const bool *)field;
    default:
        return *(const int *)(const void *)field;
    }
}

static void set(struct gf_config *config, const struct setting *s, double value)
{
    char *field = (char *)config + s->offset;
    switch (s->kind) {
    case KIND_INT:
        *(int64_t *)(void *)field = (int64_t)value;
        break;
    case KIND_REAL:
        *(double *)(void *)field = value;
        break;
    case KIND_BOOL:
        *(bool *)field = value != 0;
        break;
    default:
        *(int *)(void *)field = (int)value;
        break;
    }
}

struct gf_config gf_config_default(void)
{
    struct gf_config config = {0};
    for (size_t i = 0; i < GF_COUNT(settings); i++) {
        set(&config, &settings[i], settings[i].def);
    }
    return config;
}

/* Former names, still read in checkpoints and links. */
static const struct alias {
    const char *key; /* the setting whose choice was renamed; NULL: a setting itself */
    const char *former, *name;
} aliases[] = {{NULL, "task_whole", "loss_on_prompt"},
               {NULL, "task_in_order", "no_shuffle"},
               {"task_form", "mark", "tagging"}};

/* The present name of a setting (key NULL) or of a choice of setting `key`. */
static const char *present_name(const char *key, const char *name)
{
    for (size_t i = 0; i < GF_COUNT(aliases); i++) {
        const struct alias *a = &aliases[i];
        bool same_key = key && a->key ? strcmp(key, a->key) == 0 : key == a->key;
        if (same_key && strcmp(name, a->former) == 0) return a->name;
    }
    return name;
}

/* ---- reading -------------------------------------------------------------------- */

static enum gf_status read_choice(struct gf_config *config, const struct setting *s,
                                  const struct gf_json *value, struct gf_error *err)
{
    const char *name;
    size_t n;
    if (gf_json_as_string(value, &name, &n)) {
        name = present_name(s->key, name);
        for (const struct choice *c = s->choices; c->name; c++) {
            if (strcmp(c->name, name) == 0) {
                set(config, s, c->value);
                return GF_OK;
            }
        }
    }
    char list[192] = "";
    size_t at = 0;
    for (const struct choice *c = s->choices; c->name; c++) {
        at += gf_format(list + at, sizeof list - at, "%s%s", at ? ", " : "", c->name);
    }
    return gf_fail(err, GF_E_setting_not_a_choice, s->key, list);
}

static enum gf_status read_number(struct gf_config *config, const struct setting *s,
                                  const struct gf_json *value, struct gf_error *err)
{
    double x;
    int64_t whole;
    if (!gf_json_as_double(value, &x)) {
        return gf_fail(err, GF_E_setting_not_a_number, s->key);
    }
    if (!(x >= s->min && x <= s->max)) {
        return gf_fail(err, GF_E_setting_out_of_range, s->key, s->min, s->max, x);
    }
    if (s->kind == KIND_INT && !gf_json_as_int(value, &whole)) {
        return gf_fail(err, GF_E_setting_not_whole, s->key, x);
    }
    set(config, s, x);
    return GF_OK;
}

static const struct setting *find(const char *key)
{
    key = present_name(NULL, key);
    for (size_t i = 0; i < GF_COUNT(settings); i++) {
        if (strcmp(settings[i].key, key) == 0) return &settings[i];
    }
    return NULL;
}

enum gf_status gf_config_set(struct gf_config *config, const char *key,
                             const struct gf_json *value, struct gf_error *err)
{
    const struct setting *s = find(key);
    bool x;
    bool all_biases = strcmp(key, "bias") == 0;
    if (!s && !all_biases) return gf_fail(err, GF_E_unknown_setting, key);
    if (s && s->kind == KIND_ENUM) return read_choice(config, s, value, err);
    if (s && s->kind != KIND_BOOL) return read_number(config, s, value, err);
    if (!gf_json_as_bool(value, &x)) return gf_fail(err, GF_E_setting_not_a_flag, key);
    if (all_biases) {
        config->bias_qkv = config->bias_attn_out = x;
        config->bias_mlp = config->bias_norm = x;
    } else {
        set(config, s, x);
    }
    return GF_OK;
}

enum gf_status gf_config_parse(struct gf_config *config, const char *text, size_t n,
                               struct gf_error *err)
{
    GF_SCOPED_ARENA(scratch);
    const struct gf_json *json = gf_json_parse(&scratch, text, n, err);
    return json ? gf_config_read(config, json, err) : err->status;
}

enum gf_status gf_config_read(struct gf_config *config, const struct gf_json *object,
                              struct gf_error *err)
{
    if (!object || object->type != GF_JSON_OBJECT) {
        return gf_fail(err, GF_E_settings_not_an_object);
    }
    struct gf_config copy = *config;
    for (const struct gf_json *m = object->first; m; m = m->next) {
        enum gf_status status = gf_config_set(&copy, m->key, m, err);
        if (status != GF_OK) return status;
    }
    *config = copy;
    return GF_OK;
}

enum gf_data_form gf_config_form(const struct gf_config *c)
{
    if (c->task == GF_DATA_TEXT) return GF_FORM_TEXT;
    if (c->task_form != GF_FORM_AUTO) return (enum gf_data_form)c->task_form;
    switch (c->arch) {
    case GF_ARCH_ENCODER_DECODER:
        return GF_FORM_ANSWER;
    case GF_ARCH_ENCODER:
        return GF_FORM_TAGGING;
    default: /* these two are learned as plain lines of text */
        return c->task == GF_DATA_TASK + (int)GF_TASK_REPEAT ||
                       c->task == GF_DATA_TASK + (int)GF_TASK_ROTATE
                   ? GF_FORM_TEXT
                   : GF_FORM_CONTINUE;
    }
}

bool gf_config_same_model(const struct gf_config *a, const struct gf_config *b)
{
    bool same = true;
    for (size_t i = 0; i < GF_COUNT(settings); i++) {
        const struct setting *s = &settings[i];
        bool shapes = !s->group || strcmp(s->group, "shape") == 0 ||
                      strcmp(s->group, "parts") == 0;
        same = same && (!shapes || get(a, s) == get(b, s));
    }
    return same;
}

enum gf_status gf_config_check(const struct gf_config *c, struct gf_error *err)
{
    int64_t D = c->n_embd / c->n_head;
    bool has_blocks = c->arch != GF_ARCH_BIGRAM && c->arch != GF_ARCH_AVERAGING;
    if (c->n_embd % c->n_head != 0) {
        return gf_fail(err, GF_E_width_not_divisible, "n_embd", (int)c->n_embd,
                       "n_head", (int)c->n_head);
    }
    /* Contradictions; the first row whose condition holds is reported. */
    const struct {
        bool wrong;
        enum gf_error_key error;
        const char *setting, *other;
    } rules[] = {
        {c->min_learning_rate > c->learning_rate, GF_E_min_rate_above_rate,
         "min_learning_rate", "learning_rate"},
        {c->n_kv_head > 0 && c->n_head % c->n_kv_head != 0, GF_E_uneven_groups,
         "n_head", "n_kv_head"},
        {c->positions == GF_POS_ROTARY && c->rotary_dim == 0 && D % 2 != 0,
         GF_E_rotary_odd_width, "n_embd", "n_head"},
        {c->positions == GF_POS_ROTARY && (c->rotary_dim % 2 != 0 || c->rotary_dim > D),
         GF_E_rotary_dim, "rotary_dim", NULL},
        {c->parallel && (!c->residual || c->norm_place == GF_PLACE_POST),
         GF_E_parallel_block, "parallel", NULL},
        {c->zero_init && !c->residual && has_blocks, GF_E_zero_without_residual,
         "zero_init", "residual"},
        {!c->attn_proj && c->resid_pdrop > 0 && has_blocks,
         GF_E_dropout_without_projection, "resid_pdrop", "attn_proj"},
        {c->tied_head && c->arch == GF_ARCH_ENCODER && c->output_vocab_size > 0 &&
             c->output_vocab_size != c->vocab_size,
         GF_E_tied_head_of_tagger, "tied_head", NULL},
        {c->head_input == GF_HEAD_TOKENS && c->arch == GF_ARCH_ENCODER_DECODER,
         GF_E_head_input_of_encoder_decoder, "head_input", NULL},
        {c->arch == GF_ARCH_ATTENTION_ONLY && c->mlp, GF_E_attention_only_with_mlp,
         "mlp", NULL},
        {c->positions == GF_POS_ROTARY && !has_blocks, GF_E_rotary_without_attention,
         "positions", NULL},
        {c->positions == GF_POS_ALIBI && !has_blocks, GF_E_alibi_without_attention,
         "positions", NULL},
        {c->lora_rank > 0 &&
             (!has_blocks || c->n_layer == 0 || c->head_input == GF_HEAD_TOKENS),
         GF_E_lora_without_attention, "lora_rank", NULL},
        {!c->causal && c->arch != GF_ARCH_DECODER && c->arch != GF_ARCH_ATTENTION_ONLY,
         GF_E_mask_of_a_decoder, "causal", "arch"},
        {c->pad_token >= c->vocab_size && c->vocab_size > 0,
         GF_E_pad_token_out_of_range, "pad_token", NULL},
    };
    for (size_t i = 0; i < GF_COUNT(rules); i++) {
        if (rules[i].wrong) {
            return gf_fail(err, rules[i].error, rules[i].setting, rules[i].other);
        }
    }
    return GF_OK;
}

/* ---- writing -------------------------------------------------------------------- */

static void write_value(struct gf_json_writer *out, const struct setting *s, double x)
{
    if (s->kind == KIND_BOOL) {
        gf_json_bool(out, x != 0);
        return;
    }
    if (s->kind != KIND_ENUM) {
        gf_json_double(out, x);
        return;
    }
    for (const struct choice *c = s->choices; c->name; c++) {
        if (c->value == (int)x) {
            gf_json_string(out, c->name);
        }
    }
}

void gf_config_write(struct gf_json_writer *out, const struct gf_config *config)
{
    gf_json_begin_object(out);
    for (size_t i = 0; i < GF_COUNT(settings); i++) {
        write_value(gf_json_key(out, settings[i].key), &settings[i],
                    get(config, &settings[i]));
    }
    gf_json_end_object(out);
}

static void write_row(struct gf_json_writer *out, const struct setting *s)
{
    static const char *const types[] = {"int", "float", "bool", "enum"};
    gf_json_begin_object(out);
    gf_json_string(gf_json_key(out, "key"), s->key);
    gf_json_string(gf_json_key(out, "type"), types[s->kind]);
    gf_json_string(gf_json_key(out, "group"), s->group);
    gf_json_string(gf_json_key(out, "help"), s->help);
    write_value(gf_json_key(out, "default"), s, s->def);
    if (s->kind == KIND_INT || s->kind == KIND_REAL) {
        gf_json_double(gf_json_key(out, "min"), s->min);
        gf_json_double(gf_json_key(out, "max"), s->max);
    }
    if (s->kind == KIND_ENUM) {
        gf_json_begin_array(gf_json_key(out, "choices"));
        for (const struct choice *c = s->choices; c->name; c++) {
            gf_json_string(out, c->name);
        }
        gf_json_end_array(out);
    }
    gf_json_end_object(out);
}

void gf_config_write_schema(struct gf_json_writer *out)
{
    gf_json_begin_array(out);
    for (size_t i = 0; i < GF_COUNT(settings); i++) {
        if (settings[i].group) write_row(out, &settings[i]);
    }
    gf_json_end_array(out);
}
