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

/* Bytes first .. last stand for themselves, or for characters from `letter` on. */
static const struct {
    uint32_t first, last, letter;
} letters[] = {{0x00, 0x20, 0x100}, {0x21, 0x7e, 0x21},  {0x7f, 0xa0, 0x121},
               {0xa1, 0xac, 0xa1},  {0xad, 0xad, 0x143}, {0xae, 0xff, 0xae}};

uint32_t gf_byte_letter(unsigned char byte)
{
    size_t i = 0;
    while (byte > letters[i].last) i++;
    return letters[i].letter + (byte - letters[i].first);
}

/* -1: stands for no byte. */
static int letter_byte(uint32_t c)
{
    for (size_t i = 0; i < GF_COUNT(letters); i++) {
        uint32_t byte = letters[i].first + (c - letters[i].letter);
        if (c >= letters[i].letter && byte <= letters[i].last) return (int)byte;
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

static enum gf_status add_tokens(struct gf_tokenizer *t, struct gf_arena *arena,
                                 const struct gf_bpe_token *tokens, size_t n_tokens,
                                 size_t n_added, struct gf_error *err)
{
    struct gf_bpe *b = t->bpe;
    GF_SCOPED_ARENA(scratch);
    size_t n_bytes = 0, longest = 0;
    for (size_t k = 0; k < n_tokens; k++) {
        n_bytes += tokens[k].n;
        longest = tokens[k].n > longest ? tokens[k].n : longest;
    }
    char *room = gf_arena_alloc(&scratch, longest);
    t->added = gf_arena_array(arena, n_added, sizeof *t->added);
    bool ok = room && t->added && gf_bpe_reserve(t, arena, n_tokens, n_bytes);
    for (size_t i = 0; ok && i < n_tokens; i++) {
        struct gf_bpe_token token = tokens[i];
        bool valid = token.text ? token.n > 0 : !token.added;
        if (valid && !token.added && b->bytes) valid = as_bytes(&token, room);
        if (!valid) return gf_fail(err, GF_E_vocabulary_token, i);
        ok = gf_bpe_add(t, i, &token, !token.added);
        if (!token.added) continue;
        const char *text = t->text + t->start[i];
        t->added[t->n_added++] = (struct gf_added){text, token.n, (int32_t)i};
        t->begins[(unsigned char)*text] = true;
    }
    return ok ? GF_OK : gf_fail(err, GF_E_no_memory);
}

/* The token of a text, which may be an added one: what merges to it is cut out before. */
static int32_t find_token(const struct gf_tokenizer *t, const struct gf_buffer *text)
{
    int32_t id = gf_bpe_find(t->bpe, text->data, text->n);
    for (size_t i = 0; id < 0 && i < t->n_added; i++) {
        const struct gf_added *added = &t->added[i];
        bool same =
            added->n == text->n && memcmp(added->text, text->data, text->n) == 0;
        id = same ? added->id : -1;
    }
    return id;
}

/* What each merge makes: two tokens whose texts together are a token. */
static enum gf_status make_merges(struct gf_tokenizer *t, struct gf_arena *arena,
                                  struct gf_error *err)
{
    struct gf_bpe *b = t->bpe;
    GF_SCOPED_BUFFER(both, scratch);
    for (size_t i = 0; i < b->n_merges; i++) {
        const int32_t halves[] = {b->left[i], b->right[i]};
        both.n = 0;
        for (int h = 0; h < 2; h++) {
            if (halves[h] < 0) return gf_fail(err, GF_E_vocabulary_merge, i);
            const uint32_t *start = t->start + halves[h];
            gf_buffer_put(&both, t->text + start[0], start[1] - start[0]);
        }
        if (scratch.failed) return gf_fail(err, GF_E_no_memory);
        b->made[i] = find_token(t, &both);
        if (b->made[i] < 0) return gf_fail(err, GF_E_vocabulary_merge, i);
    }
    return gf_bpe_finish(b, arena) ? GF_OK : gf_fail(err, GF_E_no_memory);
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
                            struct gf_error *err)
{
    size_t n_added = 0;
    for (size_t i = 0; i < n_tokens; i++) n_added += tokens[i].added;
    if (n_tokens == 0 || n_tokens > GF_MAX_VOCAB || n_added > MAX_ADDED) {
        return gf_fail(err, GF_E_vocabulary_tokens);
    }
    enum gf_status status = add_tokens(t, arena, tokens, n_tokens, n_added, err);
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
    gf_bpe_write_merges(t, w);
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
    if (!list || !gf_bpe_read_merges(t->bpe, arena, merges, tokens->n)) {
        return gf_fail(err, GF_E_no_memory);
    }
    size_t i = 0;
    for (const struct gf_json *e = tokens->first; e; e = e->next, i++) {
        if (e->type != GF_JSON_NULL && e->type != GF_JSON_STRING) {
            return gf_fail(err, GF_E_vocabulary_token, i);
        }
    }
    for (const struct gf_json *e = added->first; e; e = e->next) {
        int32_t id;
        if (!gf_bpe_read_number(e, 0, tokens->n, &id) || list[id].added) {
            return gf_fail(err, GF_E_vocabulary_tokens);
        }
        list[id].added = true;
    }
    return gf_bpe_build(t, arena, list, tokens->n, err);
}

const struct gf_kind gf_bpe_vocabulary_kind = {.name = "bpe_vocabulary",
                                               .unit = "tokens",
                                               .encode = gf_bpe_encode,
                                               .write = write,
                                               .read = read};
