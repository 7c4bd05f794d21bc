/* SPDX-License-Identifier: MIT */
#include "slow_transformers.h"

#include "base/rng.h"
#include "base/utf8.h"
#include "harness.h"
#include "storage/safetensors.h"
#include "text/tokenizer/bpe.h"

/* ---- weights ------------------------------------------------------------------------- */

__attribute__((format(printf, 4, 5))) static void
add(struct slow_folder *f, size_t rows, size_t columns, const char *format, ...)
{
    struct slow_tensor *t = &f->tensors[f->n_tensors++];
    size_t n = rows * (columns ? columns : 1);
    const struct gf_rng key = gf_rng_key(1, GF_RNG_INIT, f->n_tensors);
    va_list args;
    va_start(args, format);
    vsnprintf(t->name, sizeof t->name, format, args);
    va_end(args);
    t->rows = rows;
    t->columns = columns;
    t->values = gf_arena_array(f->arena, n, sizeof *t->values);
    /* Small tables, so that eps of the norms matters. */
    bool table = strstr(t->name, "embed_tokens") || strstr(t->name, "te.weight") ||
                 strstr(t->name, "pe.weight");
    bool gain = columns == 0 && strstr(t->name, ".weight");
    for (size_t i = 0; i < n; i++) {
        double size = table ? 0.02 : columns ? 0.4 : 0.2;
        double u = 2 * (double)gf_rng_uniform(key, (uint32_t)i) - 1;
        t->values[i] = (float)(u * size + (gain ? 1 : 0));
    }
}

/* A linear layer, [rows][columns] or as GPT-2 has it [columns][rows]; columns 0: a norm. */
static void add_linear(struct slow_folder *f, const char *name, size_t rows,
                       size_t columns, bool bias, bool turned)
{
    add(f, turned ? columns : rows, turned ? rows : columns, "%s.weight", name);
    if (bias) add(f, rows, 0, "%s.bias", name);
}

static void add_block(struct slow_folder *f, const struct slow_shape *s, size_t l)
{
    const size_t C = s->C, F = s->F, K = C / s->H * s->G;
    const bool attention = slow_flag(f->config, "attention_bias", false);
    const bool mlp = slow_flag(f->config, "mlp_bias", false);
    const bool bias = slow_flag(f->config, "bias", true);
    const struct part {
        const char *name; /* NULL ends a list */
        size_t rows, columns;
        bool bias;
    } llama[] = {{"self_attn.q_proj", C, C, attention},
                 {"self_attn.k_proj", K, C, attention},
                 {"self_attn.v_proj", K, C, attention},
                 {"self_attn.o_proj", C, C, attention},
                 {"mlp.gate_proj", F, C, mlp},
                 {"mlp.up_proj", F, C, mlp},
                 {"mlp.down_proj", C, F, mlp},
                 {"input_layernorm", C, 0, false},
                 {"post_attention_layernorm", C, 0, false},
                 {0}},
      fused[] = {{"attn.c_attn", 3 * C, C, bias}, {"attn.c_proj", C, C, bias}, {0}},
      apart[] = {{"attn.attention.q_proj", C, C, false},
                 {"attn.attention.k_proj", C, C, false},
                 {"attn.attention.v_proj", C, C, false},
                 {"attn.attention.out_proj", C, C, bias},
                 {0}},
      gpt[] = {{"mlp.c_fc", F, C, bias},
               {"mlp.c_proj", C, F, bias},
               {"ln_1", C, 0, bias},
               {"ln_2", C, 0, bias},
               {0}},
      none[] = {{0}};
    const bool is_llama = s->family == SLOW_LLAMA;
    const struct part *lists[] = {is_llama                    ? llama
                                  : s->family == SLOW_GPT_NEO ? apart
                                                              : fused,
                                  is_llama ? none : gpt};
    for (int i = 0; i < 2; i++)
        for (const struct part *p = lists[i]; p->name; p++)
            add_linear(f,
                       printed("%s%s.%zu.%s", slow_stack(s->family),
                               is_llama ? "layers" : "h", l, p->name),
                       p->rows, p->columns, p->bias,
                       p->columns && s->family == SLOW_GPT2);
}

static void add_tensors(struct slow_folder *f, const struct slow_shape *s)
{
    bool llama = s->family == SLOW_LLAMA;
    if (llama) {
        add(f, s->V, s->C, "model.embed_tokens.weight");
    } else {
        add(f, s->V, s->C, "transformer.wte.weight");
        add(f, s->T, s->C, "transformer.wpe.weight");
    }
    for (size_t l = 0; l < s->L; l++) add_block(f, s, l);
    add_linear(f, llama ? "model.norm" : "transformer.ln_f", s->C, 0,
               !llama && slow_flag(f->config, "bias", true), false);
    if (!s->tied) add(f, s->V, s->C, "lm_head.weight");
}

/* ---- files --------------------------------------------------------------------------- */

static void put_file(struct slow_folder *f, const struct gf_buffer *bytes)
{
    f->files[f->n_files++] = (struct gf_file){bytes->data, bytes->n};
}

/* Tensors first … last - 1 as one file. */
static void put_piece(struct slow_folder *f, size_t first, size_t last,
                      const char *n_head)
{
    struct gf_stored_tensor list[SLOW_MAX_TENSORS];
    struct gf_stored_metadata metadata = {"n_head", n_head};
    struct gf_buffer bytes = {.arena = f->arena};
    for (size_t i = first; i < last; i++) {
        const struct slow_tensor *t = &f->tensors[i];
        size_t n = t->rows * (t->columns ? t->columns : 1);
        list[i - first] = (struct gf_stored_tensor){.name = t->name,
                                                    .n_dims = t->columns ? 2 : 1,
                                                    .shape = {t->rows, t->columns},
                                                    .data = t->values,
                                                    .n_bytes = n * sizeof(float)};
    }
    gf_safetensors_write(&bytes, list, last - first, &metadata, n_head ? 1 : 0, NULL);
    put_file(f, &bytes);
}

static void put_pieces(struct slow_folder *f, const struct slow_plan *plan)
{
    struct gf_buffer index = {.arena = f->arena};
    struct gf_json_writer w = {.out = &index};
    size_t n = plan->n_pieces ? plan->n_pieces : 1;
    gf_json_begin_object(&w);
    gf_json_begin_object(gf_json_key(&w, "weight_map"));
    for (size_t p = 0; p < n; p++) {
        size_t first = f->n_tensors * p / n, last = f->n_tensors * (p + 1) / n;
        char name[64];
        snprintf(name, sizeof name, "model-%05zu-of-%05zu.safetensors", p + 1, n);
        put_piece(f, first, last, plan->metadata);
        for (size_t i = first; i < last; i++)
            gf_json_string(gf_json_key(&w, f->tensors[i].name), name);
    }
    gf_json_end_object(&w);
    gf_json_end_object(&w);
    if (n > 1) put_file(f, &index);
}

/* Merge i: of byte i / 256 and byte i % 256, as their letters. */
static size_t put_letters(char out[8], size_t i)
{
    size_t n = gf_utf8_encode(gf_byte_letter((unsigned char)(i / 256)), out);
    n += gf_utf8_encode(gf_byte_letter((unsigned char)(i % 256)), out + n);
    return n;
}

/* Bytes, pairs of them and an end of documents: V tokens. */
static void put_tokenizer(struct slow_folder *f, const struct slow_plan *plan, size_t V)
{
    static const char gpt2[] = "{\"type\":\"ByteLevel\",\"add_prefix_space\":false}";
    static const char smollm[] =
        "{\"type\":\"Sequence\",\"pretokenizers\":[{\"type\":\"Digits\","
        "\"individual_digits\":true},{\"type\":\"ByteLevel\",\"add_prefix_space\":"
        "false,\"trim_offsets\":true,\"use_regex\":true}]}";
    struct gf_buffer text = {.arena = f->arena};
    char letters[8], number[32];
    gf_buffer_puts(&text, "{\"added_tokens\":[{\"content\":\"<|endoftext|>\",\"id\":");
    snprintf(number, sizeof number, "%zu", V - 1);
    gf_buffer_puts(&text, number);
    gf_buffer_puts(&text, "}],\"pre_tokenizer\":");
    gf_buffer_puts(&text, plan->smollm ? smollm : gpt2);
    gf_buffer_puts(&text, ",\"model\":{\"type\":\"BPE\",\"vocab\":");
    struct gf_json_writer w = {.out = &text};
    gf_json_begin_object(&w);
    for (size_t i = 0; i < V - 1; i++) {
        size_t byte = gf_utf8_encode(gf_byte_letter((unsigned char)i), letters);
        size_t n = i < 256 ? byte : put_letters(letters, i - 256);
        char key[9] = {0};
        memcpy(key, letters, n);
        gf_json_int(gf_json_key(&w, key), (int64_t)i);
    }
    gf_json_end_object(&w);
    gf_buffer_puts(&text, ",\"merges\":[");
    for (size_t i = 0; i + 257 < V; i++) {
        size_t first =
            gf_utf8_encode(gf_byte_letter((unsigned char)(i / 256)), letters);
        size_t n = put_letters(letters, i);
        struct gf_json_writer pair = {.out = &text};
        gf_buffer_puts(&text, i ? ",[" : "[");
        gf_json_string_n(&pair, letters, first);
        gf_json_string_n(&pair, letters + first, n - first);
        gf_buffer_puts(&text, "]");
    }
    gf_buffer_puts(&text, "]}}");
    put_file(f, &text);
}

void slow_folder_make(struct slow_folder *f, struct gf_arena *arena,
                      const struct slow_plan *plan)
{
    struct gf_error err = {0};
    const char *json = json_of(printed("{%s}", plan->config));
    const size_t n = strlen(json);
    const char *config = gf_arena_string(arena, json, n);
    *f = (struct slow_folder){.arena = arena};
    f->config = gf_json_parse(arena, config, n, &err);
    if (!f->config) {
        printf("        %s in %s\n", err.message, config);
        exit(1);
    }
    struct slow_shape s = slow_shape_of(f->config);
    add_tensors(f, &s);
    put_pieces(f, plan);
    put_tokenizer(f, plan, s.V);
    if (!plan->without_config) f->files[f->n_files++] = (struct gf_file){config, n};
}
