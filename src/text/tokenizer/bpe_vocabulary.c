/* Byte pair encoding with a given vocabulary and list of merges, as tokenizer.json of Hugging
 * Face has them, in two forms:
 *
 *     bytes    GPT-2: a text is divided by a pattern (splits.h) and begins as bytes
 *     spaces   Llama: it begins as characters; those without a token as their bytes
 *
 * SPDX-License-Identifier: MIT */
#include "base/utf8.h"
#include "text/tokenizer/kind.h"

#include <string.h>

enum { MAX_ADDED = 1024 };

/* ---- letters for bytes --------------------------------------------------------------- */

static int prints(uint32_t c)
{
    return (c >= '!' && c <= '~') || (c >= 0xa1 && c <= 0xac) ||
           (c >= 0xae && c <= 0xff);
}

/* Bytes below `byte` that do not print. */
static uint32_t hidden_below(uint32_t byte)
{
    uint32_t n = 0;
    for (uint32_t c = 0; c < byte; c++) {
        n += !prints(c);
    }
    return n;
}

uint32_t gf_byte_letter(unsigned char byte)
{
    return prints(byte) ? byte : 0x100 + hidden_below(byte);
}

/* -1: stands for no byte. */
static int letter_byte(uint32_t c)
{
    if (c < 0x100) return prints(c) ? (int)c : -1;
    uint32_t before = c - 0x100;
    for (int byte = 0; byte < 0x100; byte++) {
        if (!prints((uint32_t)byte) && before-- == 0) return byte;
    }
    return -1;
}

/* ---- building ----------------------------------------------------------------------- */

/* The bytes of a token written with one letter per byte; false where a letter is none. */
static bool as_bytes(struct gf_bpe_token *token, char *room)
{
    uint32_t c;
    size_t n = 0;
    for (size_t at = 0; at < token->n; n++) {
        at += gf_utf8_decode(token->text + at, token->n - at, &c);
        int byte = letter_byte(c);
        if (byte < 0) return false;
        room[n] = (char)byte;
    }
    token->text = room;
    token->n = n;
    return true;
}

static bool list_added(struct gf_tokenizer *t, struct gf_arena *arena,
                       const struct gf_bpe_token *tokens, size_t n_tokens,
                       const int32_t *added, size_t n_added)
{
    t->added = gf_arena_array(arena, n_added, sizeof *t->added);
    for (size_t i = 0; t->added && i < n_added; i++) {
        int32_t id = added[i];
        if (id < 0 || (size_t)id >= n_tokens || t->bpe->is_added[id]) return false;
        t->bpe->is_added[id] = true;
        t->added[i] = (struct gf_added){NULL, tokens[id].n, id};
    }
    t->n_added = n_added;
    return true;
}

static enum gf_status add_tokens(struct gf_tokenizer *t, struct gf_arena *arena,
                                 const struct gf_bpe_token *tokens, size_t n_tokens,
                                 const int32_t *added, size_t n_added,
                                 struct gf_error *err)
{
    struct gf_bpe *b = t->bpe;
    struct gf_arena scratch = {0};
    size_t n_bytes = 0, longest = 0, i = 0;
    for (size_t k = 0; k < n_tokens; k++) {
        n_bytes += tokens[k].n;
        longest = tokens[k].n > longest ? tokens[k].n : longest;
    }
    char *room = gf_arena_alloc(&scratch, longest);
    bool ok = room && gf_bpe_reserve(t, arena, n_tokens, n_bytes), valid = true;
    if (ok) valid = list_added(t, arena, tokens, n_tokens, added, n_added);
    ok = ok && !arena->failed;
    for (; ok && valid && i < n_tokens; i++) {
        struct gf_bpe_token token = tokens[i];
        bool found = !b->is_added[i];
        valid = token.text ? token.n > 0 : found;
        if (valid && found && b->bytes) valid = as_bytes(&token, room);
        if (valid) ok = gf_bpe_add(t, i, &token, found);
    }
    gf_arena_free(&scratch);
    for (size_t k = 0; ok && valid && k < n_added; k++) {
        t->added[k].text = t->text + t->start[t->added[k].id];
        t->begins[(unsigned char)*t->added[k].text] = true;
    }
    if (!ok) return gf_fail(err, GF_E_no_memory);
    return valid ? GF_OK : gf_fail(err, GF_E_vocabulary_token, i ? i - 1 : 0);
}

/* What each merge makes: two tokens whose texts together are a token. */
static enum gf_status make_merges(struct gf_tokenizer *t, struct gf_arena *arena,
                                  struct gf_error *err)
{
    struct gf_bpe *b = t->bpe;
    struct gf_arena scratch = {0};
    struct gf_buffer both = {.arena = &scratch};
    size_t i = 0;
    for (; i < b->n_merges; i++) {
        const int32_t halves[] = {b->left[i], b->right[i]};
        both.n = 0;
        if (halves[0] < 0 || halves[1] < 0) {
            break;
        }
        for (int h = 0; h < 2; h++) {
            const uint32_t *start = t->start + halves[h];
            gf_buffer_put(&both, t->text + start[0], start[1] - start[0]);
        }
        b->made[i] = gf_bpe_find(b, both.data, both.n);
        if (b->made[i] < 0) {
            break;
        }
    }
    bool ok = !scratch.failed && gf_bpe_finish(b, arena);
    gf_arena_free(&scratch);
    if (!ok) return gf_fail(err, GF_E_no_memory);
    return i == b->n_merges ? GF_OK : gf_fail(err, GF_E_vocabulary_merge, i);
}

/* Whether all texts can be written. */
static bool covers_bytes(struct gf_bpe *b)
{
    size_t n = 0;
    for (size_t i = 0; i < GF_N_BYTES; i++) {
        n += b->byte[i] >= 0;
    }
    if (b->bytes || n > 0) b->unknown = -1;
    return n == GF_N_BYTES || b->unknown >= 0;
}

enum gf_status gf_bpe_build(struct gf_tokenizer *t, struct gf_arena *arena,
                            const struct gf_bpe_token *tokens, size_t n_tokens,
                            const int32_t *added, size_t n_added, struct gf_error *err)
{
    if (n_tokens == 0 || n_tokens > GF_MAX_VOCAB || n_added > MAX_ADDED) {
        return gf_fail(err, GF_E_vocabulary_tokens);
    }
    enum gf_status status = add_tokens(t, arena, tokens, n_tokens, added, n_added, err);
    if (status == GF_OK && !covers_bytes(t->bpe)) {
        return gf_fail(err, GF_E_vocabulary_bytes);
    }
    return status == GF_OK ? make_merges(t, arena, err) : status;
}

/* ---- as JSON ------------------------------------------------------------------------ */

static void write(const struct gf_tokenizer *t, struct gf_json_writer *w)
{
    const struct gf_bpe *b = t->bpe;
    gf_json_string(gf_json_key(w, "form"), b->bytes ? "bytes" : "spaces");
    if (b->bytes && b->split != GF_SPLIT_GPT2) {
        gf_json_string(gf_json_key(w, "split"), gf_split_name(b->split));
    }
    if (b->whole) gf_json_bool(gf_json_key(w, "whole"), true);
    if (b->unless_space) gf_json_bool(gf_json_key(w, "unless_space"), true);
    if (b->unknown >= 0) gf_json_int(gf_json_key(w, "unknown"), b->unknown);
    gf_bpe_write_tokens(t, w, "tokens");
    gf_bpe_write_merges(b, w);
    gf_json_begin_array(gf_json_key(w, "added"));
    for (size_t i = 0; i < t->n_added; i++) {
        gf_json_int(w, t->added[i].id);
    }
    gf_json_end_array(w);
    gf_json_bool(gf_json_key(w, "words"), b->split == GF_SPLIT_SPACES);
    gf_json_bool(gf_json_key(w, "leading_space"), b->leading_space);
    gf_json_int(gf_json_key(w, "begin"), b->begin);
    gf_json_int(gf_json_key(w, "end"), b->end);
}

/* Those that stand among the rules may be missing, as in files from before there were
 * others. */
static bool read_rules(const struct gf_json *json, size_t n_vocab, struct gf_bpe *b)
{
    const char *form = "", *split = gf_split_name(GF_SPLIT_GPT2);
    const struct gf_json *unknown = gf_json_get(json, "unknown");
    bool words = false;
    size_t n;
    gf_json_as_string(gf_json_get(json, "split"), &split, &n);
    gf_json_as_bool(gf_json_get(json, "whole"), &b->whole);
    gf_json_as_bool(gf_json_get(json, "unless_space"), &b->unless_space);
    b->unknown = -1;
    bool ok = gf_json_as_string(gf_json_get(json, "form"), &form, &n) &&
              gf_split_find(split, &b->split) &&
              gf_json_as_bool(gf_json_get(json, "words"), &words) &&
              gf_json_as_bool(gf_json_get(json, "leading_space"), &b->leading_space) &&
              (!unknown || gf_bpe_read_number(unknown, -1, n_vocab, &b->unknown)) &&
              gf_bpe_read_number(gf_json_get(json, "begin"), -1, n_vocab, &b->begin) &&
              gf_bpe_read_number(gf_json_get(json, "end"), -1, n_vocab, &b->end);
    b->bytes = strcmp(form, "bytes") == 0;
    if (!b->bytes) b->split = words ? GF_SPLIT_SPACES : GF_SPLIT_NONE;
    return ok && (b->bytes || strcmp(form, "spaces") == 0);
}

/* An element that is neither a text nor null is no token. */
static size_t first_invalid(const struct gf_json *tokens)
{
    size_t i = 0;
    for (const struct gf_json *e = tokens->first; e; e = e->next, i++) {
        if (e->type != GF_JSON_NULL && e->type != GF_JSON_STRING) {
            break;
        }
    }
    return i;
}

static enum gf_status read(struct gf_tokenizer *t, struct gf_arena *arena,
                           const struct gf_json *json, struct gf_error *err)
{
    const struct gf_json *tokens = gf_json_member(json, "tokens", GF_JSON_ARRAY);
    const struct gf_json *merges = gf_json_member(json, "merges", GF_JSON_ARRAY);
    const struct gf_json *added = gf_json_member(json, "added", GF_JSON_ARRAY);
    t->bpe = gf_arena_alloc(arena, sizeof *t->bpe);
    if (!t->bpe) return gf_fail(err, GF_E_no_memory);
    if (t->n_special > 0 || !tokens || !merges || merges->n % 2 != 0 || !added ||
        !read_rules(json, tokens->n, t->bpe)) {
        return gf_fail(err, GF_E_vocabulary_tokens);
    }
    GF_SCOPED_ARENA(scratch);
    struct gf_bpe_token *list = gf_bpe_read_tokens(tokens, &scratch);
    int32_t *ids = gf_arena_array(&scratch, added->n, sizeof *ids);
    size_t n = 0, n_valid = first_invalid(tokens);
    for (const struct gf_json *e = ids ? added->first : NULL; e; e = e->next) {
        ids[n] = -1;
        gf_bpe_read_number(e, 0, tokens->n, &ids[n++]);
    }
    enum gf_status status;
    if (!list || !ids || !gf_bpe_read_merges(t->bpe, arena, merges, tokens->n)) {
        status = gf_fail(err, GF_E_no_memory);
    } else if (n_valid < tokens->n) {
        status = gf_fail(err, GF_E_vocabulary_token, n_valid);
    } else {
        status = gf_bpe_build(t, arena, list, tokens->n, ids, added->n, err);
    }
    return status;
}

const struct gf_kind gf_bpe_vocabulary_kind = {.name = "bpe_vocabulary",
                                               .unit = "tokens",
                                               .encode = gf_bpe_encode,
                                               .write = write,
                                               .read = read,
                                               .document = gf_bpe_document};
