/* SPDX-License-Identifier: MIT */
#include "storage/tokenizer_json.h"

#include "base/hash.h"
#include "base/utf8.h"
#include "storage/json_rules.h"
#include "text/tokenizer/bpe.h"

#include <string.h>

static const char *const tokenizer_file = "tokenizer.json";

/* ---- restrictions -------------------------------------------------------------------- */

static const struct gf_json_rule model_rules[] = {
    {"type", "\"BPE\""},
    {"continuing_subword_prefix", "\"\""},
    {"end_of_word_suffix", "\"\""},
    {"dropout", ""},
};
static const struct gf_json_rule bytes_rules[] = {{"use_regex", "true"}};
static const struct gf_json_rule spaces_rules[] = {{"replacement", "\"▁\""}};
static const struct gf_json_rule fallback_rules[] = {{"byte_fallback", "true"}};
static const struct gf_json_rule added_rules[] = {
    {"single_word", "false"}, {"lstrip", "false"}, {"rstrip", "false"}};
static const struct gf_json_rule no_normalizer[] = {{"normalizer", ""}};
/* A space before the text, then "▁" for every space. */
static const struct gf_json_rule llama_normalizer[] = {
    {"normalizer",
     "{\"type\":\"Sequence\",\"normalizers\":[{\"type\":\"Prepend\",\"prepend\":\"▁\"},"
     "{\"type\":\"Replace\",\"pattern\":{\"String\":\" \"},\"content\":\"▁\"}]}"}};
/* Of Split, and of Digits. */
static const struct gf_json_rule sequence_rules[] = {
    {"behavior", "\"Isolated\""}, {"invert", "false"}, {"individual_digits", "true"}};

#define OBEYS(object, rules, err) \
    gf_json_obeys(object, tokenizer_file, rules, GF_COUNT(rules), err)

/* Whether a member is this text. */
static bool is(const struct gf_json *object, const char *key, const char *text)
{
    const struct gf_json *value = gf_json_member(object, key, GF_JSON_STRING);
    return value && strcmp(value->string, text) == 0;
}

static bool flag(const struct gf_json *object, const char *key, bool otherwise)
{
    gf_json_as_bool(gf_json_get(object, key), &otherwise);
    return otherwise;
}

/* What stands around ByteLevel in a sequence, and what that leaves to it. Patterns are long,
 * and only told apart: by their hash. */
static const struct sequence {
    const char *type;
    uint64_t pattern, last; /* of the Splits before and after it; GF_HASH: none */
    enum gf_pre_tokenizer split;
    bool use_regex;
} sequences[] = {
    {"Split", 0x74707d89ed966a76u, GF_HASH, GF_SPLIT_LLAMA3, false}, /* splits.h */
    /* web/pytorch/tokenizer.js, and what it wrote before the length was limited. */
    {"Split", 0xc29ef73375c0c585u, 0x240cb14f05a9ec45u, GF_SPLIT_GLASSFORMER, false},
    {"Split", 0xc29ef73375c0c585u, GF_HASH, GF_SPLIT_GLASSFORMER, false},
    {"Digits", GF_HASH, GF_HASH, GF_SPLIT_SMOLLM, true},
};

static bool has_pattern(const struct gf_json *split, uint64_t hash)
{
    const struct gf_json *pattern = gf_json_get(split, "pattern");
    const char *regex = "";
    size_t n = 0;
    gf_json_as_string(gf_json_get(pattern, "Regex"), &regex, &n);
    return gf_hash(GF_HASH, regex, n) == hash;
}

/* A Split or Digits, ByteLevel, and maybe another Split. */
static enum gf_status read_sequence(const struct gf_json *json,
                                    const struct gf_json *list, struct gf_bpe *d,
                                    struct gf_error *err)
{
    const struct gf_json *first = list->first, *level = first ? first->next : NULL;
    const struct gf_json *last = level ? level->next : NULL;
    const struct sequence *s = sequences, *end = s + GF_COUNT(sequences);
    while (s < end && !(is(first, "type", s->type) && has_pattern(first, s->pattern) &&
                        has_pattern(last, s->last))) {
        s++;
    }
    if (s == end || list->n > 3 || !is(level, "type", "ByteLevel") ||
        (last && (s->last == GF_HASH || !is(last, "type", "Split"))) ||
        flag(level, "use_regex", true) != s->use_regex ||
        flag(level, "add_prefix_space", true)) {
        return gf_json_refuse(json, tokenizer_file, "pre_tokenizer", err);
    }
    *d = (struct gf_bpe){.bytes = true, .split = s->split};
    enum gf_status status = OBEYS(first, sequence_rules, err);
    return status == GF_OK && last ? OBEYS(last, sequence_rules, err) : status;
}

static enum gf_status read_byte_level(const struct gf_json *level, struct gf_bpe *d,
                                      struct gf_error *err)
{
    bool leading = flag(level, "add_prefix_space", true);
    *d = (struct gf_bpe){
        .bytes = true, .leading_space = leading, .unless_space = leading};
    return OBEYS(level, bytes_rules, err);
}

static enum gf_status read_metaspace(const struct gf_json *space, struct gf_bpe *d,
                                     struct gf_error *err)
{
    bool never =
        is(space, "prepend_scheme", "never") || !flag(space, "add_prefix_space", true);
    bool apart = flag(space, "split", true);
    *d = (struct gf_bpe){.split = apart ? GF_SPLIT_SPACES : GF_SPLIT_NONE,
                         .leading_space = !never,
                         .unless_space = !never};
    return OBEYS(space, spaces_rules, err);
}

/* Of the pre_tokenizer; a file without one has Llama's normalizer. */
static enum gf_status read_division(const struct gf_json *json, struct gf_bpe *d,
                                    struct gf_error *err)
{
    const struct gf_json *division = gf_json_get(json, "pre_tokenizer");
    const struct gf_json *list =
        gf_json_member(division, "pretokenizers", GF_JSON_ARRAY);
    if (gf_json_is_null(division) &&
        !gf_json_is_null(gf_json_get(json, "normalizer"))) {
        *d = (struct gf_bpe){.split = GF_SPLIT_NONE, .leading_space = true};
        return OBEYS(json, llama_normalizer, err);
    }
    enum gf_status status = OBEYS(json, no_normalizer, err);
    if (status != GF_OK) return status;
    if (is(division, "type", "ByteLevel")) return read_byte_level(division, d, err);
    if (is(division, "type", "Metaspace")) return read_metaspace(division, d, err);
    if (is(division, "type", "Sequence") && list) {
        return read_sequence(json, list, d, err);
    }
    return gf_json_refuse(json, tokenizer_file, "pre_tokenizer", err);
}

/* ---- tokens -------------------------------------------------------------------------- */

/* Token texts by id. */
struct tokens {
    const struct gf_json *vocab;
    struct gf_bpe_token *list; /* [n] */
    size_t n;
};

static enum gf_status other_model(size_t n_tokens, size_t n_vocab, struct gf_error *err)
{
    return gf_fail(err, GF_E_tokenizer_of_other_model, n_tokens, n_vocab);
}

static enum gf_status set_token(struct tokens *t, const struct gf_json *id,
                                const char *text, size_t n, struct gf_error *err)
{
    uint64_t i;
    if (!gf_json_as_uint(id, &i) || n == 0) {
        return gf_fail(err, GF_E_vocabulary_tokens);
    }
    if (i >= t->n) return other_model((size_t)i + 1, t->n, err);
    t->list[i] = (struct gf_bpe_token){.text = text, .n = n};
    return GF_OK;
}

static enum gf_status read_tokens(struct tokens *t, const struct gf_json *json,
                                  struct gf_error *err)
{
    const struct gf_json *added = gf_json_member(json, "added_tokens", GF_JSON_ARRAY);
    enum gf_status status = GF_OK;
    for (const struct gf_json *e = t->vocab->first; status == GF_OK && e; e = e->next) {
        status = set_token(t, e, e->key, e->n_key, err);
    }
    for (const struct gf_json *e = added ? added->first : NULL; e; e = e->next) {
        const char *text = "";
        size_t n = 0;
        const struct gf_json *id = gf_json_get(e, "id");
        gf_json_as_string(gf_json_get(e, "content"), &text, &n);
        if (status == GF_OK) status = OBEYS(e, added_rules, err);
        if (status == GF_OK) status = set_token(t, id, text, n, err);
        if (status != GF_OK) return status;
        t->list[(size_t)id->number].added = true;
    }
    return status;
}

/* The token that a template puts before a text, by its name; NULL: none. */
static const struct gf_json *first_special(const struct gf_json *processor)
{
    const struct gf_json *list = gf_json_member(processor, "processors", GF_JSON_ARRAY);
    for (const struct gf_json *e = list ? list->first : NULL; e; e = e->next) {
        if (gf_json_get(e, "single")) return first_special(e);
    }
    const struct gf_json *single = gf_json_member(processor, "single", GF_JSON_ARRAY);
    const struct gf_json *first = single ? single->first : NULL;
    return gf_json_get(gf_json_get(first, "SpecialToken"), "id");
}

/* The added token of a name; -1: none. */
static int32_t added_named(const struct tokens *t, const struct gf_json *wanted)
{
    const char *name;
    size_t n;
    if (!gf_json_as_string(wanted, &name, &n)) return -1;
    for (size_t i = 0; i < t->n; i++) {
        const struct gf_bpe_token *token = &t->list[i];
        if (token->added && token->n == n && memcmp(token->text, name, n) == 0) {
            return (int32_t)i;
        }
    }
    return -1;
}

/* ---- merges -------------------------------------------------------------------------- */

/* The number of the token text[0 .. n); false: there is none. */
static bool find_part(const struct gf_json *vocab, const char *text, size_t n,
                      struct gf_buffer *name, int32_t *id)
{
    name->n = 0;
    gf_buffer_put(name, text, n);
    gf_buffer_put(name, "", 1);
    return !name->arena->failed &&
           gf_bpe_read_number(gf_json_get(vocab, name->data), 0, GF_MAX_VOCAB, id);
}

/* A merge is "left right", or in newer files ["left", "right"]. */
static bool read_merge(const struct gf_json *vocab, const struct gf_json *merge,
                       struct gf_buffer *name, int32_t *first, int32_t *second)
{
    const char *left, *right, *space;
    size_t n_left, n_right;
    if (merge->type == GF_JSON_ARRAY && merge->n == 2) {
        if (!gf_json_as_string(merge->first, &left, &n_left) ||
            !gf_json_as_string(merge->first->next, &right, &n_right)) {
            return false;
        }
    } else {
        if (!gf_json_as_string(merge, &left, &n_left)) return false;
        space = memchr(left, ' ', n_left);
        if (!space) return false;
        right = space + 1;
        n_right = n_left - (size_t)(right - left);
        n_left = (size_t)(space - left);
    }
    return find_part(vocab, left, n_left, name, first) &&
           find_part(vocab, right, n_right, name, second);
}

static enum gf_status read_merges(struct gf_bpe *bpe, struct gf_arena *arena,
                                  const struct gf_json *vocab,
                                  const struct gf_json *merges, struct gf_error *err)
{
    GF_SCOPED_BUFFER(name, scratch);
    if (!gf_bpe_reserve_merges(bpe, arena, merges->n)) {
        return gf_fail(err, GF_E_no_memory);
    }
    for (const struct gf_json *e = merges->first; e; e = e->next, bpe->n_merges++) {
        const size_t i = bpe->n_merges;
        if (!read_merge(vocab, e, &name, &bpe->left[i], &bpe->right[i])) {
            return scratch.failed ? gf_fail(err, GF_E_no_memory)
                                  : gf_fail(err, GF_E_vocabulary_merge, i);
        }
    }
    return GF_OK;
}

/* ---- characters ---------------------------------------------------------------------- */

static enum gf_status read_characters(struct gf_tokenizer *tokenizer,
                                      struct gf_arena *arena, struct gf_arena *scratch,
                                      const struct gf_json *numbers, size_t n_vocab,
                                      struct gf_error *err)
{
    struct gf_buffer letters = {.arena = scratch};
    const struct gf_json **by_id = gf_arena_array(scratch, n_vocab, sizeof *by_id);
    if (!by_id) return gf_fail(err, GF_E_no_memory);
    if (numbers->n != n_vocab) return other_model(numbers->n, n_vocab, err);
    for (const struct gf_json *e = numbers->first; e; e = e->next) {
        uint64_t id;
        uint32_t c;
        bool one = e->n_key > 0 && gf_utf8_decode(e->key, e->n_key, &c) == e->n_key;
        if (!one || !gf_json_as_uint(e, &id) || id >= n_vocab || by_id[id]) {
            return gf_fail(err, GF_E_vocabulary_characters);
        }
        by_id[id] = e;
    }
    for (size_t i = 0; i < n_vocab; i++) {
        gf_buffer_put(&letters, by_id[i]->key, by_id[i]->n_key);
    }
    if (scratch->failed) return gf_fail(err, GF_E_no_memory);
    return gf_chars_list(tokenizer, arena, letters.data, letters.n, err);
}

/* Whether every character is a token, and nothing merges them. */
static bool is_of_characters(const struct gf_json *json)
{
    const struct gf_json *model = gf_json_get(json, "model");
    const struct gf_json *merges = gf_json_member(model, "merges", GF_JSON_ARRAY);
    return gf_json_is_null(gf_json_get(json, "normalizer")) &&
           gf_json_is_null(gf_json_get(json, "pre_tokenizer")) &&
           gf_json_member(model, "vocab", GF_JSON_OBJECT) && merges && merges->n == 0 &&
           !flag(model, "byte_fallback", false) &&
           gf_json_is_null(gf_json_get(model, "unk_token"));
}

/* ---- byte pairs ---------------------------------------------------------------------- */

/* "▁" as a space in all tokens but the added ones. False without memory. */
static bool put_spaces(struct tokens *t, struct gf_arena *scratch)
{
    size_t n_bytes = 0;
    for (size_t i = 0; i < t->n; i++) n_bytes += t->list[i].n;
    char *room = gf_arena_alloc(scratch, n_bytes);
    for (size_t i = 0; room && i < t->n; i++) {
        struct gf_bpe_token *token = &t->list[i];
        if (token->added || !token->text) continue;
        token->n = gf_bpe_put_spaces(room, token->text, token->n);
        token->text = room;
        room += token->n;
    }
    return room;
}

static enum gf_status read_hugging_face(struct gf_tokenizer *tokenizer,
                                        struct gf_arena *arena,
                                        struct gf_arena *scratch,
                                        const struct gf_json *json, size_t n_vocab,
                                        int32_t end, struct gf_error *err)
{
    const struct gf_json *model = gf_json_get(json, "model");
    const struct gf_json *merges = gf_json_member(model, "merges", GF_JSON_ARRAY);
    struct tokens t = {.vocab = gf_json_member(model, "vocab", GF_JSON_OBJECT),
                       .n = n_vocab};
    t.list = gf_arena_array(scratch, n_vocab, sizeof *t.list);
    struct gf_bpe *bpe = gf_arena_alloc(arena, sizeof *bpe);
    if (scratch->failed || !bpe) return gf_fail(err, GF_E_no_memory);
    enum gf_status status = OBEYS(model, model_rules, err);
    if (status == GF_OK) status = read_division(json, bpe, err);
    if (status == GF_OK && !bpe->bytes) status = OBEYS(model, fallback_rules, err);
    if (status != GF_OK) return status;
    if (!t.vocab || !merges) return gf_fail(err, GF_E_vocabulary_tokens);
    status = read_tokens(&t, json, err);
    if (status == GF_OK) status = read_merges(bpe, arena, t.vocab, merges, err);
    if (status != GF_OK) return status;
    bool fused = !bpe->bytes && flag(model, "fuse_unk", false);
    bpe->whole = flag(model, "ignore_merges", false);
    bpe->begin = added_named(&t, first_special(gf_json_get(json, "post_processor")));
    bpe->unknown = fused ? added_named(&t, gf_json_get(model, "unk_token")) : -1;
    bpe->end = (size_t)end < n_vocab ? end : -1;
    if (!bpe->bytes && !put_spaces(&t, scratch)) return gf_fail(err, GF_E_no_memory);
    *tokenizer = (struct gf_tokenizer){.kind = GF_TOKENIZER_BPE_VOCABULARY, .bpe = bpe};
    return gf_bpe_build(tokenizer, arena, t.list, n_vocab, err);
}

enum gf_status gf_tokenizer_json_read(struct gf_tokenizer *tokenizer,
                                      struct gf_arena *arena,
                                      const struct gf_json *json, size_t n_vocab,
                                      int32_t end, struct gf_error *err)
{
    GF_SCOPED_ARENA(scratch);
    struct gf_tokenizer t = {0};
    const struct gf_json *numbers = gf_json_member(json, "stoi", GF_JSON_OBJECT);
    if (!numbers && is_of_characters(json)) {
        numbers = gf_json_get(gf_json_get(json, "model"), "vocab");
    }
    enum gf_status status;
    if (gf_json_get(json, "kind")) {
        status = gf_tokenizer_read(&t, arena, json, err);
    } else if (numbers) {
        status = read_characters(&t, arena, &scratch, numbers, n_vocab, err);
    } else {
        status = read_hugging_face(&t, arena, &scratch, json, n_vocab, end, err);
    }
    if (status == GF_OK && t.n_vocab != n_vocab) {
        status = other_model(t.n_vocab, n_vocab, err);
    }
    if (status == GF_OK) {
        *tokenizer = t;
    }
    return status;
}
