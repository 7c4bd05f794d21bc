/* What all kinds share: checking texts, special tokens, decoding, saving.
 * SPDX-License-Identifier: MIT */
#include "text/kinds.h"

#include "base/utf8.h"

#include <string.h>

static const struct gf_kind *const kinds[GF_TOKENIZER_KIND_COUNT] = {
    [GF_TOKENIZER_CHARS] = &gf_chars_kind,
    [GF_TOKENIZER_WORDS] = &gf_words_kind,
    [GF_TOKENIZER_BPE] = &gf_bpe_kind,
};

const char *gf_tokenizer_kind_name(enum gf_tokenizer_kind kind)
{
    return (unsigned)kind < GF_TOKENIZER_KIND_COUNT ? kinds[kind]->name : "unknown";
}

const char *gf_tokenizer_unit(const struct gf_tokenizer *tokenizer)
{
    return kinds[tokenizer->kind]->unit;
}

/* ---- sentences ------------------------------------------------------------------- */

enum gf_status gf_vocabulary_no_memory(struct gf_error *err)
{
    return gf_fail(err, GF_OUT_OF_MEMORY,
                   "There is not enough memory for the vocabulary of this text.");
}

/* "U+00E9" */
static void format_code_point(char out[12], uint32_t code_point)
{
    static const char hex[] = "0123456789ABCDEF";
    char *at = out;
    *at++ = 'U';
    *at++ = '+';
    for (int shift = 20; shift >= 0; shift -= 4) {
        if (shift < 16 || code_point >> shift) {
            *at++ = hex[code_point >> shift & 15];
        }
    }
    *at = '\0';
}

void gf_format_character(char out[24], uint32_t code_point)
{
    char code[12], utf8[5] = "";
    format_code_point(code, code_point);
    bool prints = code_point > 0x20 && (code_point < 0x7f || code_point > 0xa0) &&
                  code_point != GF_BYTE_ORDER_MARK;
    if (prints) {
        gf_utf8_encode(code_point, utf8);
        gf_format(out, 24, "'%s' (%s)", utf8, code);
    } else {
        gf_format(out, 24, "%s", code);
    }
}

static enum gf_status not_utf8(const char *text, size_t at, struct gf_error *err)
{
    size_t line = 1;
    for (size_t i = 0; i < at; i++) {
        line += text[i] == '\n';
    }
    return gf_fail(err, GF_BAD_TEXT,
                   "The text is not UTF-8: the bytes at position %z (line %z) are no "
                   "character. Save the file as UTF-8 and try again.",
                   gf_utf8_count(text, at) + 1, line);
}

enum gf_status gf_text_check(const char **text, size_t *n, struct gf_error *err)
{
    static const char mark[] = "\xef\xbb\xbf";
    if (*n >= 3 && memcmp(*text, mark, 3) == 0) {
        *text += 3;
        *n -= 3;
    }
    size_t valid = gf_utf8_valid_prefix(*text, *n);
    return valid == *n ? GF_OK : not_utf8(*text, valid, err);
}

/* ---- pieces ---------------------------------------------------------------------- */

/* The special token that text[0 .. n) begins with: its number, or SIZE_MAX. */
static size_t special_at(const struct gf_tokenizer *t, const char *text, size_t n)
{
    for (size_t i = 0; i < t->n_special; i++) {
        size_t length = strlen(t->special[i]);
        if (length <= n && memcmp(t->special[i], text, length) == 0) {
            return i;
        }
    }
    return SIZE_MAX;
}

bool gf_next_piece(const struct gf_tokenizer *t, const char *text, size_t n,
                   struct gf_piece *piece)
{
    *piece = (struct gf_piece){text, n, SIZE_MAX};
    if (n == 0 || t->n_special == 0) {
        return n > 0;
    }
    piece->special = special_at(t, text, n);
    if (piece->special != SIZE_MAX) {
        piece->n = strlen(t->special[piece->special]);
        return true;
    }
    size_t end = 1;
    while (end < n && special_at(t, text + end, n - end) == SIZE_MAX) {
        end++;
    }
    piece->n = end;
    return true;
}

/* ---- special tokens and texts ---------------------------------------------------- */

/* Copies the names into the arena; sets special and n_special. */
static enum gf_status set_special(struct gf_tokenizer *t, struct gf_arena *arena,
                                  const char *const *names, size_t n,
                                  struct gf_error *err)
{
    t->special = gf_arena_array(arena, n + 1, sizeof *t->special);
    for (size_t i = 0; t->special && i < n; i++) {
        for (size_t j = 0; j < i; j++) {
            if (strcmp(names[i], names[j]) == 0) {
                return gf_fail(err, GF_BAD_ARGUMENT,
                               "The special token \"%s\" is there twice.", names[i]);
            }
        }
        /* UTF-8, or it could match the middle of a character. */
        size_t length = strlen(names[i]);
        if (length == 0 || gf_utf8_valid_prefix(names[i], length) != length) {
            return gf_fail(err, GF_BAD_ARGUMENT, "A special token has no proper name.");
        }
        t->special[i] = gf_arena_string(arena, names[i], strlen(names[i]));
    }
    t->n_special = n;
    return arena->failed ? gf_vocabulary_no_memory(err) : GF_OK;
}

bool gf_texts_reserve(struct gf_tokenizer *t, struct gf_arena *arena, size_t n_vocab,
                      size_t n_bytes)
{
    size_t n_all = n_bytes;
    for (size_t i = 0; i < t->n_special; i++) {
        n_all += strlen(t->special[i]);
    }
    t->n_vocab = n_vocab + t->n_special;
    t->start = gf_arena_array(arena, t->n_vocab + 1, sizeof *t->start);
    t->text = gf_arena_alloc(arena, n_all + 1);
    if (!t->start || !t->text || n_all > UINT32_MAX) {
        return false;
    }
    t->start[n_vocab] = (uint32_t)n_bytes;
    for (size_t i = 0; i < t->n_special; i++) {
        gf_texts_add(t, n_vocab + i, t->special[i], strlen(t->special[i]));
    }
    return true;
}

void gf_texts_add(struct gf_tokenizer *t, size_t id, const char *bytes, size_t n)
{
    memcpy(t->text + t->start[id], bytes, n);
    t->start[id + 1] = t->start[id] + (uint32_t)n;
}

int32_t gf_tokenizer_special(const struct gf_tokenizer *tokenizer, const char *name)
{
    for (size_t i = 0; i < tokenizer->n_special; i++) {
        if (strcmp(tokenizer->special[i], name) == 0) {
            return (int32_t)(gf_n_regular(tokenizer) + i);
        }
    }
    return -1;
}

/* ---- building and encoding ------------------------------------------------------- */

static enum gf_status check_variety(const char *text, size_t n, struct gf_error *err)
{
    uint32_t first = 0, other = 0;
    size_t at = gf_utf8_decode(text, n, &first);
    if (n == 0) {
        return gf_fail(err, GF_BAD_TEXT, "The text is empty. Paste or load some text.");
    }
    for (other = first; at < n && other == first;) {
        at += gf_utf8_decode(text + at, n - at, &other);
    }
    if (other == first) {
        char name[24];
        gf_format_character(name, first);
        return gf_fail(err, GF_BAD_TEXT,
                       "This text has only one distinct character, %s: there is "
                       "nothing to learn from it. Use a text with at least two.",
                       name);
    }
    return GF_OK;
}

enum gf_status gf_tokenizer_build(struct gf_tokenizer *tokenizer,
                                  struct gf_arena *arena,
                                  const struct gf_tokenizer_options *options,
                                  const char *text, size_t n, struct gf_error *err)
{
    const struct gf_tokenizer_options none = {0};
    options = options ? options : &none;
    if ((unsigned)options->kind >= GF_TOKENIZER_KIND_COUNT) {
        return gf_fail(err, GF_BAD_ARGUMENT, "There is no tokenizer of that kind.");
    }
    struct gf_tokenizer t = {.kind = options->kind};
    enum gf_status status = gf_text_check(&text, &n, err);
    if (status == GF_OK) {
        status = check_variety(text, n, err);
    }
    if (status == GF_OK) {
        status = set_special(&t, arena, options->special, options->n_special, err);
    }
    if (status == GF_OK) {
        status = kinds[t.kind]->build(&t, arena, options, text, n, err);
    }
    if (status == GF_OK) {
        *tokenizer = t;
    }
    return status;
}

enum gf_status gf_tokenizer_encode(const struct gf_tokenizer *tokenizer,
                                   const char *text, size_t n, int32_t *ids,
                                   size_t *n_ids, struct gf_error *err)
{
    enum gf_status status = gf_text_check(&text, &n, err);
    if (status != GF_OK) {
        return status;
    }
    return kinds[tokenizer->kind]->encode(tokenizer, text, n, ids, n_ids, err);
}

/* ---- decoding -------------------------------------------------------------------- */

const char *gf_tokenizer_text(const struct gf_tokenizer *tokenizer, int32_t id,
                              size_t *n)
{
    if (id < 0 || (size_t)id >= tokenizer->n_vocab) {
        return NULL;
    }
    *n = tokenizer->start[id + 1] - tokenizer->start[id];
    return tokenizer->text + tokenizer->start[id];
}

enum gf_status gf_tokenizer_append(const struct gf_tokenizer *tokenizer,
                                   int32_t previous, int32_t id, struct gf_buffer *out,
                                   struct gf_error *err)
{
    size_t n = 0;
    const char *text = gf_tokenizer_text(tokenizer, id, &n);
    if (!text) {
        return gf_fail(err, GF_BAD_ARGUMENT,
                       "Token %i is outside this vocabulary of %z.", (int)id,
                       tokenizer->n_vocab);
    }
    bool space = tokenizer->kind == GF_TOKENIZER_WORDS && previous >= 0 &&
                 (size_t)previous < tokenizer->n_vocab &&
                 gf_words_space(tokenizer, previous, id);
    if (!gf_buffer_reserve(out, n + 1)) {
        return gf_fail(err, GF_OUT_OF_MEMORY,
                       "There is not enough memory for a longer text.");
    }
    gf_buffer_put(out, " ", space);
    gf_buffer_put(out, text, n);
    return GF_OK;
}

enum gf_status gf_tokenizer_decode(const struct gf_tokenizer *tokenizer,
                                   const int32_t *ids, size_t n, struct gf_buffer *out,
                                   struct gf_error *err)
{
    size_t before = out->n;
    enum gf_status status = GF_OK;
    for (size_t i = 0; i < n && status == GF_OK; i++) {
        int32_t previous = i > 0 ? ids[i - 1] : -1;
        status = gf_tokenizer_append(tokenizer, previous, ids[i], out, err);
    }
    if (status != GF_OK) {
        out->n = before;
    }
    return status;
}

/* ---- saving ---------------------------------------------------------------------- */

void gf_tokenizer_write(const struct gf_tokenizer *tokenizer, struct gf_json_writer *w)
{
    gf_json_begin_object(w);
    gf_json_key(w, "kind");
    gf_json_string(w, gf_tokenizer_kind_name(tokenizer->kind));
    kinds[tokenizer->kind]->write(tokenizer, w);
    if (tokenizer->n_special > 0) {
        gf_json_key(w, "special");
        gf_json_begin_array(w);
        for (size_t i = 0; i < tokenizer->n_special; i++) {
            gf_json_string(w, tokenizer->special[i]);
        }
        gf_json_end_array(w);
    }
    gf_json_end_object(w);
}

static enum gf_status read_special(struct gf_tokenizer *t, struct gf_arena *arena,
                                   const struct gf_json *list, struct gf_error *err)
{
    if (list && list->type != GF_JSON_ARRAY) {
        return gf_fail(err, GF_BAD_CHECKPOINT,
                       "The vocabulary's special tokens are not a list.");
    }
    size_t n = list ? list->n : 0;
    const char **names = gf_arena_array(arena, n + 1, sizeof *names);
    if (!names) {
        return gf_vocabulary_no_memory(err);
    }
    size_t i = 0;
    for (const struct gf_json *e = n ? list->first : NULL; e; e = e->next) {
        if (e->type != GF_JSON_STRING || strlen(e->string) != e->n) {
            return gf_fail(err, GF_BAD_CHECKPOINT,
                           "The vocabulary's special tokens are not all names.");
        }
        names[i++] = e->string;
    }
    struct gf_error why = {0};
    enum gf_status status = set_special(t, arena, names, n, &why);
    if (status == GF_BAD_ARGUMENT) {
        return gf_fail(err, GF_BAD_CHECKPOINT, "The vocabulary is damaged. %s",
                       why.message);
    }
    return status == GF_OK ? GF_OK : gf_vocabulary_no_memory(err);
}

enum gf_status gf_tokenizer_read(struct gf_tokenizer *tokenizer, struct gf_arena *arena,
                                 const struct gf_json *json, struct gf_error *err)
{
    const char *name = "";
    size_t n;
    if (!gf_json_as_string(gf_json_get(json, "kind"), &name, &n)) {
        return gf_fail(err, GF_BAD_CHECKPOINT,
                       "The vocabulary does not say of which kind it is.");
    }
    struct gf_tokenizer t = {0};
    while (t.kind < GF_TOKENIZER_KIND_COUNT && strcmp(name, kinds[t.kind]->name) != 0) {
        t.kind++;
    }
    if (t.kind == GF_TOKENIZER_KIND_COUNT) {
        return gf_fail(err, GF_BAD_CHECKPOINT,
                       "The vocabulary is of a kind this version does not know.");
    }
    enum gf_status status = read_special(&t, arena, gf_json_get(json, "special"), err);
    if (status == GF_OK) {
        status = kinds[t.kind]->read(&t, arena, json, err);
    }
    if (status == GF_OK) {
        *tokenizer = t;
    }
    return status;
}
