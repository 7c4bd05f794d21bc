/* Configurations of models of other programs that open: what each says, or leaves out, is what
 * the model computes. Logits against slow_transformers.h.
 * SPDX-License-Identifier: MIT */
#include "files.h"
#include "glassformer.h"
#include "harness.h"
#include "importing.h"
#include "sessions.h"
#include "scoped.h"
#include "slow_transformers.h"
#include "storage/import.h"

#define LLAMA \
    "'model_type':'llama','num_hidden_layers':2,'num_attention_heads':4," \
    "'hidden_size':24,'intermediate_size':13,'max_position_embeddings':32," \
    "'vocab_size':259"
#define GPT2 \
    "'model_type':'gpt2','n_layer':2,'n_head':3,'n_embd':15," \
    "'n_positions':16,'vocab_size':259"
#define NEO \
    "'model_type':'gpt_neo','num_layers':2,'num_heads':2,'hidden_size':10," \
    "'max_position_embeddings':24,'vocab_size':259"
#define NANO "'n_layer':2,'n_positions':16,'vocab_size':259"
#define GLOBAL_LOCAL \
    "'attention_layers':['global','local']," \
    "'attention_types':[[['global','local'],1]]"

static const struct variant {
    const char *name;
    struct slow_plan plan;
    int end;         /* the token that ends a document; 0: of no interest */
    int64_t context; /* 0: of no interest */
} variants[] = {
    {"Llama with nothing but sizes", .plan.config = LLAMA, .end = -1},
    {"Llama, rms_norm_eps", .plan.config = LLAMA ",'rms_norm_eps':1e-4"},
    {"Llama, rms_norm_eps null", .plan.config = LLAMA ",'rms_norm_eps':null"},
    {"Llama, rope_theta", .plan.config = LLAMA ",'rope_theta':40"},
    {"Llama, rope_parameters alone",
     .plan.config = LLAMA ",'rope_parameters':{'rope_type':'default','rope_theta':50}"},
    {"Llama, rope_parameters beside a rope_theta of null",
     .plan.config = LLAMA ",'rope_theta':null,'rope_parameters':{'rope_theta':50}"},
    {"Llama, rope_parameters before rope_theta",
     .plan.config = LLAMA ",'rope_theta':9000,'rope_parameters':{'rope_theta':50}"},
    {"Llama, rope_theta where that of rope_parameters is null",
     .plan.config = LLAMA ",'rope_theta':60,'rope_parameters':{'rope_theta':null}"},
    {"Llama, rope_scaling {}",
     .plan.config = LLAMA ",'rope_theta':60,'rope_scaling':{}"},
    {"Llama, rope_scaling of the default type",
     .plan.config = LLAMA ",'rope_theta':60,'rope_scaling':{'rope_type':'default'}"},
    {"Llama, rope_scaling by its older name",
     .plan.config = LLAMA ",'rope_theta':60,'partial_rotary_factor':1.0,"
                          "'rope_scaling':{'type':'default','rope_theta':70}"},
    {"Llama, SiLU by its other name", .plan.config = LLAMA ",'hidden_act':'swish'"},
    {"Llama, biases of attention and not of the MLP",
     .plan.config = LLAMA ",'attention_bias':true,'mlp_bias':false"},
    {"Llama, biases of the MLP and not of attention",
     .plan.config = LLAMA ",'attention_bias':false,'mlp_bias':true"},
    {"Llama, shared keys and values, head_dim, several tokens that end",
     .plan.config = LLAMA ",'num_key_value_heads':2,'head_dim':6,'eos_token_id':[7,3]",
     .end = 7},
    {"SmolLM: tied, in three files, digits apart",
     .plan.config = LLAMA ",'num_key_value_heads':1,'tie_word_embeddings':true,"
                          "'rms_norm_eps':1e-5,'eos_token_id':0",
     .plan.n_pieces = 3, .plan.smollm = true},
    {"TinyLlama: untied, in two files",
     .plan.config = LLAMA ",'num_key_value_heads':2,'tie_word_embeddings':false",
     .plan.n_pieces = 2},
    {"GPT-2 with nothing but sizes", .plan.config = GPT2 ",'eos_token_id':258",
     .end = 258},
    {"GPT-2 in two files", .plan.config = GPT2, .plan.n_pieces = 2, .end = -1},
    {"GPT-2, layer_norm_epsilon", .plan.config = GPT2 ",'layer_norm_epsilon':1e-3"},
    {"GPT-2, n_inner, untied",
     .plan.config = GPT2 ",'n_inner':22,'tie_word_embeddings':false"},
    {"GPT-2, n_inner null, the exact GELU",
     .plan.config = GPT2 ",'n_inner':null,'activation_function':'gelu'"},
    {"GPT-2, the exact GELU by its other name",
     .plan.config = GPT2 ",'activation_function':'gelu_python'"},
    {"GPT-2, GELU by tanh as one op",
     .plan.config = GPT2 ",'activation_function':'gelu_fast'"},
    {"GPT-2, ReLU", .plan.config = GPT2 ",'activation_function':'relu'"},
    {"GPT-2, ReLU squared", .plan.config = GPT2 ",'activation_function':'relu2'"},
    {"GPT-2, scores that are not scaled",
     .plan.config = GPT2 ",'scale_attn_weights':false"},
    {"GPT-2 with its whole vocabulary",
     .plan.config = "'model_type':'gpt2','n_layer':1,'n_head':2,'n_embd':8,"
                    "'n_positions':16,'vocab_size':50257,'eos_token_id':50256",
     .end = 50256},
    {"GPT-Neo, all layers global", .plan.config = NEO ",'window_size':4", .end = -1},
    {"GPT-Neo, a window as long as the text",
     .plan.config = NEO ",'window_size':9,'intermediate_size':12," GLOBAL_LOCAL},
    {"GPT-Neo, a window longer than the context",
     .plan.config = NEO ",'window_size':256," GLOBAL_LOCAL, .context = 24},
    /* Attention here has no window, so that the context ends with it. */
    {"GPT-Neo, local attention by layers",
     .plan.config = NEO ",'window_size':9,'attention_layers':['global','local']",
     .context = 9},
    {"GPT-Neo, local attention by types",
     .plan.config = NEO ",'window_size':9,'attention_types':[[['local'],2]]",
     .context = 9},
    {"GPT-Neo, local attention of no layer",
     .plan.config = NEO ",'window_size':9,'attention_layers':['global','global']",
     .context = 24},
    {"GPT-Neo in two files, untied",
     .plan.config = NEO ",'tie_word_embeddings':false,'window_size':256,"
                        "'activation_function':'gelu_pytorch_tanh'",
     .plan.n_pieces = 2},
    {"nanoGPT, heads in its metadata", .plan.config = NANO ",'n_embd':15,'n_head':3",
     .plan.metadata = "3", .plan.without_config = true},
    {"nanoGPT, heads in a config.json rather than in its metadata",
     .plan.config = NANO ",'n_embd':15,'n_head':5", .plan.metadata = "3"},
    {"nanoGPT, heads of 64, without biases",
     .plan.config = NANO ",'n_embd':128,'n_head':2,'bias':false,'n_inner':40",
     .plan.without_config = true},
    {"nanoGPT, an output layer of its own",
     .plan.config = NANO ",'n_embd':15,'n_head':3,'tie_word_embeddings':false",
     .plan.metadata = "3", .plan.without_config = true},
};

enum { T = 9 };
#define TOKENS 71, 3, 250, 71, 258, 0, 16, 99, 256
#define LISTED(...) "[[" #__VA_ARGS__ "]]"
#define AS_JSON(...) LISTED(__VA_ARGS__)
static const int32_t tokens[T] = {TOKENS};
static const char batch[] =
    "{\"tokens\":" AS_JSON(TOKENS) ",\"targets\":" AS_JSON(TOKENS) "}";

static void check_variant(const struct variant *v)
{
    SCOPED_BUFFER(ours);
    struct slow_folder f;
    struct gf_foreign model = {0};
    struct gf_error err = {0};
    slow_folder_make(&f, &arena, &v->plan);
    CHECK_OK(gf_foreign_read(&model, &arena, f.files, NULL, f.n_files, &why));
    if (err.message[0]) return;
    CHECK(v->end == 0 || gf_tokenizer_document(&model.tokenizer).end == v->end);
    CHECK(v->context == 0 || model.config.block_size == v->context);
    CHECK_OK(gf_import(f.files, f.n_files, &ours, &why));
    const size_t V = slow_shape_of(f.config).V;
    size_t n;
    const float *got = compared(&arena, ours, batch, "logits", &n);
    /* A few hundred float32 roundings, most of them in the first norm, whose rows are
     * small; 1 % of eps already moves a logit further. */
    if (CHECK(got && n == T * V)) CHECK_CLOSE(got, slow_logits(&f, tokens, T), n, 1e-5);
}

TESTS(test_variants)
{
    for (size_t i = 0; i < GF_COUNT(variants); i++) {
        test("%s: opens, with the logits of a slow reading", variants[i].name);
        check_variant(&variants[i]);
    }
}

TEST("several files: in any order, and a missing one is named by its index")
{
    SCOPED_ARENA(arena);
    struct slow_folder f;
    struct gf_buffer ours = {.arena = &arena}, other = {.arena = &arena};
    const struct slow_plan plan = {.config = LLAMA, .n_pieces = 3};
    slow_folder_make(&f, &arena, &plan);
    CHECK_OK(gf_import(f.files, f.n_files, &ours, &why));
    struct gf_file turned[SLOW_MAX_FILES];
    for (size_t i = 0; i < f.n_files; i++) turned[f.n_files - 1 - i] = f.files[i];
    CHECK_OK(gf_import(turned, f.n_files, &other, &why));
    same_files(ours, other);
    size_t before = ours.n;
    CHECK_SAYS(gf_import(f.files + 1, f.n_files - 1, &ours, &why), GF_BAD_CHECKPOINT,
               "several files, and model-00001-of-00003.safetensors is");
    struct gf_file without_index[] = {f.files[0], f.files[1], f.files[4], f.files[5]};
    CHECK_SAYS(gf_import(without_index, 4, &ours, &why), GF_BAD_CHECKPOINT,
               " is missing");
    CHECK(ours.n == before);
}

TESTS(test_adapters)
{
    static const char lora[] = "{'lora_rank':2,'batch_size':2,'max_steps':4}";
    static const struct {
        size_t n_files;
        struct slow_plan plan;
    } folders[] = {{2,
                    {.config = NANO ",'n_embd':15,'n_head':3",
                     .metadata = "3",
                     .without_config = true}},
                   {3, {.config = GPT2}},
                   {5, {.config = LLAMA, .n_pieces = 2}}};
    for (size_t i = 0; i < GF_COUNT(folders); i++) {
        const size_t n = folders[i].n_files;
        test("an adapter and a model of %zu files: in any order, the model that was "
             "tuned",
             n);
        SCOPED_BUFFER(ours);
        struct slow_folder f;
        slow_folder_make(&f, &arena, &folders[i].plan);
        CHECK(f.n_files == n);
        CHECK_OK(gf_import(f.files, n, &ours, &why));
        SCOPED_SESSION session = opened(ours, lora, true);
        if (!session) continue;
        steps(session, 2);
        struct gf_buffer adapter = saved_as(session, GF_SAVE_ADAPTER, &arena);
        struct gf_buffer want = saved_as(session, GF_SAVE_WEIGHTS, &arena);
        for (size_t at = 0; at <= n; at++) {
            struct gf_file files[SLOW_MAX_FILES + 1];
            struct gf_buffer joined = {.arena = &arena};
            memcpy(files, f.files, at * sizeof *files);
            files[at] = (struct gf_file){adapter.data, adapter.n};
            memcpy(files + at + 1, f.files + at, (n - at) * sizeof *files);
            CHECK_OK(gf_import(files, n + 1, &joined, &why));
            same_files(joined, want);
        }
    }
}

/* A file of tests/fuzz/corpus: config.json, tokenizer.json and the header of the weights,
 * separated by zero bytes; the weights are zeros. */
static void open_seed(const char *name)
{
    SCOPED_ARENA(arena);
    struct gf_buffer model = {.arena = &arena}, out = {.arena = &arena};
    size_t n = 0;
    const char *path = printed("tests/fuzz/corpus/hugging_face/%s", name);
    char *bytes = read_file(path, &n);
    CHECK_THAT(bytes, "%s is not there", path);
    if (!bytes) return;
    const char *tokenizer = bytes + strlen(bytes) + 1;
    const char *header = tokenizer + strlen(tokenizer) + 1;
    const uint64_t n_header = strlen(header);
    gf_buffer_put(&model, (const char *)&n_header, sizeof n_header);
    gf_buffer_puts(&model, header);
    const char *last = header;
    for (const char *at = header; (at = strstr(at, "data_offsets\":[")); at++)
        last = strchr(at, ',') + 1;
    for (long i = strtol(last, NULL, 10); i > 0; i--) gf_buffer_put(&model, "", 1);
    const struct gf_file files[] = {
        {model.data, model.n}, {tokenizer, strlen(tokenizer)}, {bytes, strlen(bytes)}};
    CHECK_OK(gf_import(files, 3, &out, &why));
    free(bytes);
}

TESTS(test_seeds)
{
    static const char *const seeds[] = {"gpt2_characters", "gpt2_unscaled",
                                        "llama_metaspace", "llama_rope_parameters",
                                        "llama_rope_scaling"};
    for (size_t i = 0; i < GF_COUNT(seeds); i++) {
        test("%s: what the fuzzer begins with opens", seeds[i]);
        open_seed(seeds[i]);
    }
}
