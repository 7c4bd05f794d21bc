/* Models of Hugging Face and nanoGPT: logits and token ids against tests/reference, whatever
 * is left out, exchanged or damaged.
 * SPDX-License-Identifier: MIT */
#include "base/rng.h"
#include "glassformer.h"
#include "harness.h"
#include "importing.h"
#include "storage/import.h"
#include "tokens.h"

static const char *const names[] = {"llama", "gpt2", "gpt_neo", "nano_gpt"};
enum { N_MODELS = GF_COUNT(names) };

static const struct gf_json *read_expected(struct gf_arena *arena, const char *name)
{
    struct gf_error err;
    struct gf_file file = read_part(arena, name, "expected.json");
    const struct gf_json *json = gf_json_parse(arena, file.bytes, file.n, &err);
    CHECK_THAT(json, "%s", err.message);
    return json;
}

/* ---- what they compute --------------------------------------------------------------- */

/* {"tokens": [[…]], "targets": [[…]]} of one row. */
static void put_batch(struct gf_buffer *out, const struct gf_json *tokens)
{
    struct gf_json_writer w = {.out = out};
    gf_json_begin_object(&w);
    for (int i = 0; i < 2; i++) {
        gf_json_begin_array(gf_json_key(&w, i == 0 ? "tokens" : "targets"));
        gf_json_tree(&w, tokens);
        gf_json_end_array(&w);
    }
    gf_json_end_object(&w);
}

TESTS(test_logits)
{
    for (int i = 0; i < N_MODELS; i++) {
        test("%s: logits of a plain PyTorch reading", names[i]);
        SCOPED_ARENA(arena);
        struct folder f = open_folder(&arena, names[i]);
        struct gf_buffer ours = {.arena = &arena}, batch = {.arena = &arena};
        size_t n, n_want;
        const struct gf_json *expected = read_expected(&arena, names[i]);
        put_batch(&batch, gf_json_get(expected, "tokens"));
        gf_buffer_put(&batch, "", 1);
        CHECK_OK(gf_import(f.files, f.n_files, &ours, &why));
        const float *got = compared(&arena, ours, batch.data, "logits", &n);
        const float *want =
            floats_of(&arena, read_part(&arena, names[i], "logits.safetensors"),
                      "logits", &n_want);
        if (!CHECK(got && want && n == n_want && n > 500)) continue;
        double worst = 0;
        for (size_t k = 0; k < n; k++)
            worst = fmax(worst, fabs((double)got[k] - (double)want[k]));
        /* Hundreds of float32 roundings of numbers up to 10. */
        CHECK_THAT(worst < 1e-4, "logits differ by %.2g", worst);
    }
}

/* The tokenizer of an imported model. */
static void open_tokenizer(struct gf_tokenizer *t, struct gf_arena *arena,
                           const char *name)
{
    struct folder f = open_folder(arena, name);
    struct gf_foreign model = {0};
    CHECK_OK(gf_foreign_read(&model, arena, f.files, NULL, f.n_files, &why));
    *t = model.tokenizer;
}

static void check_text(const struct gf_tokenizer *t, const struct gf_json *sample)
{
    SCOPED_BUFFER(back);
    const struct gf_json *text = gf_json_get(sample, "text");
    check_ids(t, text, gf_json_get(sample, "ids"), false, &back);
    CHECK_THAT(back.n == text->n, "\"%s\" comes back with %zu bytes", text->string,
               back.n);
    if (back.n == text->n && back.n > 0) CHECK_BYTES(back.data, text->string, back.n);
}

TESTS(test_tokenizers)
{
    for (int i = 0; i < N_MODELS; i++) {
        test("%s: texts become the expected ids, and back", names[i]);
        SCOPED_ARENA(arena);
        struct gf_tokenizer t;
        open_tokenizer(&t, &arena, names[i]);
        const struct gf_json *texts =
            gf_json_get(read_expected(&arena, names[i]), "texts");
        for (const struct gf_json *e = texts->first; e; e = e->next) check_text(&t, e);
    }
}

TEST("hugging face: documents begin and end as the files say")
{
    SCOPED_ARENA(arena);
    struct gf_tokenizer t;
    int32_t ids[16];
    size_t n = 0;
    open_tokenizer(&t, &arena, "llama");
    struct gf_document d = gf_tokenizer_document(&t);
    CHECK(d.begin == 1 && d.end == 2 && d.leading_space);
    CHECK_OK(gf_tokenizer_encode_document(&t, "the", 3, ids, &n, &why));
    CHECK(n >= 2 && ids[0] == 1 && t.text[t.start[ids[1]]] == ' ');
    open_tokenizer(&t, &arena, "gpt2");
    d = gf_tokenizer_document(&t);
    CHECK(d.begin == -1 && d.end == (int32_t)t.n_vocab - 1 && !d.leading_space);
}

TEST("hugging face: without a prompt a text follows the end of another")
{
    SCOPED_ARENA(arena);
    struct folder f = open_folder(&arena, "gpt2");
    struct gf_error err = {0};
    SCOPED_SESSION session = import_files(f.files, f.n_files, &err);
    CHECK_THAT(session, "%s", err.message);
    size_t n = 0;
    CHECK_OK(gf_session_run_with_cache(session, "", 0, false, &n, &why));
    const int32_t *tokens = gf_session_tokens(session, GF_STREAM_MAIN, &n);
    CHECK(n == 1 && tokens[0] == 296);
}

/* ---- what cannot be opened ----------------------------------------------------------- */

/* The text with the first `from` replaced. */
static struct gf_file replaced(struct gf_arena *arena, struct gf_file file,
                               const char *from, const char *to)
{
    struct gf_buffer text = {.arena = arena};
    const char *begin = file.bytes, *at = strstr(begin, from);
    CHECK_THAT(at, "there is no %s", from);
    if (!at) return file;
    gf_buffer_put(&text, begin, (size_t)(at - begin));
    gf_buffer_puts(&text, to);
    gf_buffer_puts(&text, at + strlen(from));
    gf_buffer_put(&text, "", 1);
    return (struct gf_file){text.data, text.n - 1};
}

static const struct {
    const char *model;
    int file;
    const char *from, *to, *sentence;
} mistakes[] = {
    {"llama", CONFIG, "'llama'", "'mixtral'",
     "the type 'mixtral'; those that can be opened are llama, arcee, gpt2 and gpt_neo"},
    {"llama", CONFIG, "'silu'", "'gelu'", "'hidden_act' is 'gelu' in config.json"},
    {"llama", CONFIG, "'rope_scaling': null", "'rope_scaling': {'rope_type': 'yarn'}",
     "'rope_scaling' is {'rope_type':'yarn'}"},
    {"llama", CONFIG, "'mlp_bias'", "'head_dim': 8, 'mlp_bias'", "'head_dim' is 8"},
    {"llama", CONFIG, "'hidden_size'", "'size'",
     "'hidden_size' is missing in config.json"},
    {"llama", CONFIG, "'vocab_size': 3", "'vocab_size': 1283",
     "vocab_size must be between 1 and 65535"},
    {"llama", CONFIG, "'num_key_value_heads': 2", "'num_key_value_heads': 0",
     "'num_key_value_heads' is 0"},
    {"llama", CONFIG, "'num_key_value_heads': 2", "'num_key_value_heads': 3",
     "'model.layers.0.self_attn.k_proj.weight' has another shape"},
    {"llama", CONFIG, "'num_hidden_layers': 2", "'num_hidden_layers': 1",
     "'model.layers.1.input_layernorm.weight' belongs to a part"},
    {"llama", CONFIG, "'num_hidden_layers': 2", "'num_hidden_layers': 3",
     "'model.layers.2.input_layernorm.weight' is missing"},
    {"llama", CONFIG, "'attention_bias': false", "'attention_bias': true",
     "'model.layers.0.self_attn.q_proj.bias' is missing"},
    {"llama", TOKENIZER, "'BPE'", "'Unigram'", "'type' is 'Unigram' in tokenizer.json"},
    {"llama", TOKENIZER, "'byte_fallback':true", "'byte_fallback':false",
     "'byte_fallback' is false"},
    {"llama", TOKENIZER, "'Prepend'", "'Lowercase'", "'normalizer' is"},
    {"llama", TOKENIZER, "<0x41>':68", "<0x4x>':68", "no token for some bytes"},
    {"gpt2", CONFIG, "'gelu_new'", "'mish'", "'activation_function' is"},
    {"gpt2", CONFIG, "'n_ctx'", "'scale_attn_weights': 'no', 'n_ctx'",
     "'scale_attn_weights' is 'no'"},
    {"gpt2", CONFIG, "'n_ctx'", "'scale_attn_by_inverse_layer_idx': true, 'n_ctx'",
     "layer_idx' is true"},
    {"llama", CONFIG, "'rope_scaling': null", "'rope_scaling': 'default'",
     "'rope_scaling' is"},
    {"llama", CONFIG, "'rope_scaling': null",
     "'rope_scaling': {'type': 'linear', 'factor': 2}",
     "'rope_scaling' is {'type':'linear','factor':2}"},
    {"llama", CONFIG, "'rope_scaling': null",
     "'rope_parameters': {'rope_type': 'llama3', 'rope_theta': 1}",
     "'rope_parameters' is {'rope_type':'llama3'"},
    {"llama", CONFIG, "'rope_scaling': null",
     "'rope_parameters': {'full_attention': {'rope_type': 'default'}}",
     "'rope_parameters' is {'full_attention':"},
    {"llama", CONFIG, "'rope_scaling': null",
     "'rope_parameters': {'rope_type': 'default', 'partial_rotary_factor': 0.5}",
     "'rope_parameters' is {'rope_type':'default'"},
    {"llama", CONFIG, "'rope_scaling': null", "'partial_rotary_factor': 0.5",
     "'partial_rotary_factor' is 0.5"},
    {"llama", CONFIG, "'rope_scaling': null", "'rope_parameters': {'rope_theta': 0}",
     "'rope_theta' is 0"},
    {"gpt2", CONFIG, "'n_head': 3", "'n_head': 5", "n_embd (12) must be"},
    {"gpt2", CONFIG, "'n_layer': 2", "'n_layer': 1e9", "n_layer must be"},
    {"gpt2", CONFIG, "'n_layer'", "'n_inner': 40, 'n_layer'", "another shape"},
    {"gpt2", CONFIG, "{", "{{", "Not valid JSON at line 1"},
    {"gpt2", TOKENIZER, "'use_regex':true", "'use_regex':false",
     "'use_regex' is false"},
    {"gpt2", TOKENIZER, "'lstrip':false", "'lstrip':true", "'lstrip' is true"},
    {"gpt2", TOKENIZER, "':295,'<", "':2950,'<", "2951 tokens, but the model has 297"},
    {"gpt2", TOKENIZER, "'merges':['", "'merges':['zz zz','",
     "merge number 0 is not possible"},
    {"gpt2", MODEL, "wpe.weight", "wpe.heavy.", "'wpe.weight' is missing"},
    {"gpt2", MODEL, "h.0.attn.bias", "h.0.attn.bits", "'h.0.attn.bits' belongs"},
    {"gpt_neo", CONFIG, "'window_size'", "'window'", "'window_size' is missing"},
    {"gpt2", MODEL, "wte.weight", "wte.heavy.",
     "Tensor 'transformer.wte.weight' is missing"},
    {"llama", MODEL, "model.embed_tokens", "model.embed_tokenz",
     "Tensor 'model.embed_tokens.weight' is missing"},
    {"nano_gpt", TOKENIZER, "'b':11", "'b':10", "'characters'"},
    {"nano_gpt", MODEL, "\"n_head\":\"3\"", "\"n_heed\":\"3\"",
     "does not say how many heads"},
};

/* A safetensors file with every `from` in its header replaced. */
static struct gf_file renamed(struct gf_arena *arena, struct gf_file file,
                              const char *from, const char *to)
{
    const char *at = (const char *)file.bytes + 8, *end;
    uint64_t n = 0;
    struct gf_buffer header = {.arena = arena}, out = {.arena = arena};
    memcpy(&n, file.bytes, sizeof n);
    for (end = at + n; at < end; at++) {
        bool here =
            (size_t)(end - at) >= strlen(from) && memcmp(at, from, strlen(from)) == 0;
        gf_buffer_put(&header, here ? to : at, here ? strlen(to) : 1);
        at += here ? strlen(from) - 1 : 0;
    }
    n = header.n;
    gf_buffer_put(&out, &n, sizeof n);
    gf_buffer_put(&out, header.data, header.n);
    gf_buffer_put(&out, end, file.n - (size_t)(end - (const char *)file.bytes));
    return (struct gf_file){out.data, out.n};
}

/* torch.compile puts its own name in front; some programs leave out that of the stack. */
TEST("hugging face: the same model by each way of writing its names")
{
    static const char *const stacks[][3] = {{"llama", "\"model.", "\"lm_head"},
                                            {"gpt2", "\"transformer.", "\"lm_head"}};
    for (size_t k = 0; k < 2; k++) {
        SCOPED_BUFFER(want);
        struct folder f = open_folder(&arena, stacks[k][0]);
        CHECK_OK(gf_import(f.files, f.n_files, &want, &why));
        const struct gf_file model = f.files[MODEL];
        for (int i = 1; i < 4; i++) {
            char stack[64];
            struct gf_buffer got = {.arena = &arena};
            snprintf(stack, sizeof stack, "\"%s%s", i / 2 ? "_orig_mod." : "",
                     i % 2 ? "" : stacks[k][1] + 1);
            f.files[MODEL] = renamed(&arena, model, stacks[k][1], stack);
            if (i / 2) {
                f.files[MODEL] = renamed(&arena, f.files[MODEL], stacks[k][2],
                                         "\"_orig_mod.lm_head");
            }
            CHECK_OK(gf_import(f.files, f.n_files, &got, &why));
            CHECK_THAT(got.n == want.n && memcmp(got.data, want.data, want.n) == 0,
                       "%s: %s", stacks[k][0], stack);
        }
    }
}

TESTS(test_mistakes)
{
    for (size_t i = 0; i < GF_COUNT(mistakes); i++) {
        test("%s: \"%s\" in place of \"%s\" is one sentence, and nothing is taken",
             mistakes[i].model, mistakes[i].to, mistakes[i].from);
        SCOPED_BUFFER(out);
        struct folder f = open_folder(&arena, mistakes[i].model);
        struct gf_error err = {0};
        struct gf_file *file = &f.files[mistakes[i].file];
        const char *from = json_of(mistakes[i].from), *to = json_of(mistakes[i].to);
        *file =
            (mistakes[i].file == MODEL ? renamed : replaced)(&arena, *file, from, to);
        CHECK(gf_import(f.files, f.n_files, &out, &err) != GF_OK);
        CHECK(out.n == 0);
        CHECK_HAS(err.message, json_of(mistakes[i].sentence));
    }
}

TEST("hugging face: a part that is missing is named")
{
    SCOPED_BUFFER(out);
    struct folder f = open_folder(&arena, "llama");
    struct gf_error err = {0};
    const struct gf_file model = f.files[MODEL], words = f.files[TOKENIZER],
                         config = f.files[CONFIG];
    const struct {
        struct gf_file files[2];
        const char *sentence;
    } cases[] = {
        {{model, config}, "open its tokenizer file, tokenizer.json"},
        {{model, words}, "open its config.json together with it"},
        {{words, config}, "There is no model among these files"},
        {{{"PK\003\004 zip", 8}, config}, "save_pretrained(safe_serialization"},
        {{{"\200\002\212\012l\374", 6}, words}, "a pickle of PyTorch"},
        {{{"PK\003\004 zip", 8}, {"# read me", 9}}, "a pickle of PyTorch"},
        {{model, model}, "\"lm_head.weight\" is in two of these"}};
    for (size_t i = 0; i < GF_COUNT(cases); i++) {
        CHECK_SAYS(gf_import(cases[i].files, 2, &out, &why), GF_BAD_CHECKPOINT,
                   cases[i].sentence);
    }
    CHECK(!gf_session_open(model.bytes, model.n, NULL, 0, "{}", 2, &err));
    CHECK_HAS(err.message, "open its config.json and tokenizer.json together with it");
    CHECK(!gf_session_open("PK\003\004 zip", 8, NULL, 0, "{}", 2, &err));
    CHECK_HAS(err.message, "a pickle of PyTorch");
    f = open_folder(&arena, "gpt2"); /* its matrices are not nanoGPT's */
    CHECK_SAYS(gf_import(f.files, 2, &out, &why), GF_BAD_CHECKPOINT,
               "open its config.json together with it");
}

TEST("hugging face: damaged files are one sentence, wherever they are damaged")
{
    static const char letters[] = "{}[]\",:0123456789-eE.tfn\\ a";
    for (uint32_t i = 0; i < 2400; i++) {
        struct gf_rng key = gf_rng_key(test_seed(), GF_RNG_TASK, i);
        SCOPED_ARENA(arena);
        struct folder f = open_folder(&arena, names[i % N_MODELS]);
        struct gf_file *file = &f.files[i / N_MODELS % f.n_files];
        size_t most = file == &f.files[MODEL] ? 3000 : file->n;
        char *exact = malloc(file->n); /* the sanitizer watches its end */
        memcpy(exact, file->bytes, file->n);
        for (uint32_t k = 0; k < 1 + i % 3; k++)
            exact[gf_rng_below(key, 3 * k, (uint32_t)most)] =
                letters[gf_rng_below(key, 3 * k + 1, sizeof letters - 1)];
        file->bytes = exact;
        if (i % 7 == 0) file->n = gf_rng_below(key, 50, (uint32_t)file->n);
        survives(f.files, f.n_files);
        free(exact);
    }
}

TESTS(test_out_of_memory)
{
    for (int i = 0; i < N_MODELS; i++) {
        test("%s: when any allocation fails, nothing changes and nothing leaks",
             names[i]);
        SCOPED_ARENA(arena);
        struct folder f = open_folder(&arena, names[i]);
        check_import_memory(f.files, f.n_files, 20);
    }
}
