/* Byte pair encoding with a given vocabulary and list of merges, as tokenizer.json of Hugging
 * Face has them, in two forms:
 *
 *     bytes    GPT-2: a text is divided by a pattern (splits.h) and begins as bytes
 *     spaces   Llama: it begins as characters; those without a token as their bytes
 *
 * Then the pair of neighbours whose merge is first in the list becomes one token, of equals
 * the leftmost, until no pair has a merge. Added tokens are found in a text before all else.
 * SPDX-License-Identifier: MIT */
#include "base/utf8.h"
#include "text/tokenizer/byte_level.h"
#include "text/tokenizer/kind.h"
#include "text/tokenizer/merge_queue.h"
#include "text/tokenizer/merges.h"
#include "text/tokenizer/splits.h"
#include "text/tokenizer/string_set.h"

#include <string.h>

enum { N_BYTES = 256, MAX_ADDED = 1024 };

struct gf_bpe_vocabulary {
    bool bytes;              /* the form */
    enum gf_split split;     /* bytes: how a text is divided */
    bool whole;              /* a part that is a token is not divided and merged */
    bool words;              /* spaces: every space begins a chunk */
    bool leading_space;      /* of documents */
    bool unless_space;       /* likewise */
    int32_t begin, end;      /* tokens of documents; -1: none */
    int32_t byte[N_BYTES];   /* the token of each byte */
    int32_t unknown;         /* spaces without bytes: of other characters; -1: bytes */
    struct gf_strings known; /* the texts of tokens that are not added, nor bytes
                              * of the form spaces */
    int32_t *id;             /* [known.n] their tokens */
    struct gf_merges merges;
    int32_t *made;  /* [merges.n] the token that each makes */
    int32_t *added; /* [n_added] tokens found in texts as they are */
    size_t n_added;
    bool *is_added;       /* [V] */
    bool begins[N_BYTES]; /* whether an added token begins with this byte */
};

/* ---- encoding ---------------------------------------------------------------------- */

static struct gf_merge join(const void *table, const char *text,
                            const struct gf_symbol *left, const struct gf_symbol *right)
{
    const struct gf_bpe_vocabulary *v = table;
    (void)text;
    size_t i = gf_merges_find(&v->merges, left->id, right->id);
    return i == SIZE_MAX ? (struct gf_merge){0, -1}
                         : (struct gf_merge){-(float)i, v->made[i]};
}

/* The token of a text, or -1. */
static int32_t find(const struct gf_bpe_vocabulary *v, const char *text, size_t n)
{
    size_t number = gf_strings_find(&v->known, text, n, 0);
    return number == GF_NO_STRING ? -1 : v->id[number];
}

static size_t chunk_length(const struct gf_bpe_vocabulary *v, const char *text,
                           size_t n)
{
    if (v->bytes) return gf_split_length(v->split, text, n);
    const char *space = v->words ? memchr(text + 1, ' ', n - 1) : NULL;
    return space ? (size_t)(space - text) : n;
}

/* The length of the characters before the first that has a token. */
static size_t unknown_length(const struct gf_bpe_vocabulary *v, const char *text,
                             size_t n)
{
    size_t at = 0;
    while (v->unknown >= 0 && at < n) {
        uint32_t c;
        size_t k = gf_utf8_decode(text + at, n - at, &c);
        if (find(v, text + at, k) >= 0) {
            break;
        }
        at += k;
    }
    return at;
}

static size_t encode_chunk(struct gf_merge_queue *q, const char *text, size_t n,
                           int32_t *ids)
{
    const struct gf_bpe_vocabulary *v = q->table;
    size_t count = 0;
    uint32_t c;
    if (v->whole && find(v, text, n) >= 0) {
        ids[0] = find(v, text, n);
        return 1;
    }
    gf_merge_queue_start(q, text);
    for (size_t at = 0, k; at < n; at += k) {
        k = unknown_length(v, text + at, n - at);
        if (k > 0) {
            gf_merge_queue_add(q, k, v->unknown);
            continue;
        }
        k = v->bytes ? 1 : gf_utf8_decode(text + at, n - at, &c);
        int32_t id = v->bytes ? -1 : find(v, text + at, k);
        if (id >= 0) gf_merge_queue_add(q, k, id);
        for (size_t i = 0; id < 0 && i < k; i++) {
            gf_merge_queue_add(q, 1, v->byte[(unsigned char)text[at + i]]);
        }
    }
    gf_merge_queue_run(q);
    for (size_t at = 0; at < n; at += q->symbols[at].n) {
        ids[count++] = q->symbols[at].id;
    }
    return count;
}

/* The longest added token that text[0 .. n) begins with, or -1. */
static int32_t added_at(const struct gf_tokenizer *t, const char *text, size_t n)
{
    const struct gf_bpe_vocabulary *v = t->vocabulary;
    size_t longest = 0;
    int32_t best = -1;
    if (!v->begins[(unsigned char)*text]) return -1;
    for (size_t i = 0; i < v->n_added; i++) {
        const char *added = t->text + t->start[v->added[i]];
        size_t length = t->start[v->added[i] + 1] - t->start[v->added[i]];
        if (length > longest && length <= n && memcmp(text, added, length) == 0) {
            longest = length;
            best = v->added[i];
        }
    }
    return best;
}

static bool begins_added(const struct gf_tokenizer *t, const char *text, size_t n)
{
    return added_at(t, text, n) >= 0;
}

/* Part of a text: an added token, or what lies before the next one. */
struct part {
    size_t n;
    int32_t added; /* -1: text */
};

static struct part next_part(const struct gf_tokenizer *t, const char *text, size_t n)
{
    int32_t id = added_at(t, text, n);
    if (id >= 0) return (struct part){t->start[id + 1] - t->start[id], id};
    size_t end = 1;
    while (end < n && added_at(t, text + end, n - end) < 0) {
        end++;
    }
    return (struct part){end, -1};
}

/* The longest chunk of a text. */
static size_t longest_chunk(const struct gf_bpe_vocabulary *v, const char *text,
                            size_t n)
{
    size_t longest = 0;
    for (size_t at = 0, k; at < n; at += k) {
        k = chunk_length(v, text + at, n - at);
        longest = k > longest ? k : longest;
    }
    return longest;
}

static enum gf_status encode(const struct gf_tokenizer *t, const char *text, size_t n,
                             int32_t *ids, size_t *n_ids, struct gf_error *err)
{
    const struct gf_bpe_vocabulary *v = t->vocabulary;
    struct gf_arena scratch = {0};
    struct gf_merge_queue q = {.join = join, .table = v};
    size_t longest = 0, count = 0;
    struct part part;
    for (size_t at = 0; at < n; at += part.n) {
        part = next_part(t, text + at, n - at);
        size_t k = part.added < 0 ? longest_chunk(v, text + at, part.n) : 0;
        longest = k > longest ? k : longest;
    }
    bool ok = gf_merge_queue_reserve(&q, &scratch, longest);
    for (size_t at = 0; ok && at < n; at += part.n) {
        part = next_part(t, text + at, n - at);
        if (part.added >= 0) {
            ids[count++] = part.added;
            continue;
        }
        for (size_t i = at, k; i < at + part.n; i += k) {
            k = chunk_length(v, text + i, at + part.n - i);
            count += encode_chunk(&q, text + i, k, ids + count);
        }
    }
    gf_arena_free(&scratch);
    if (!ok) return gf_fail(err, GF_E_no_memory);
    *n_ids = count;
    return GF_OK;
}

static struct gf_document document(const struct gf_tokenizer *t)
{
    const struct gf_bpe_vocabulary *v = t->vocabulary;
    return (struct gf_document){v->begin, v->end, v->leading_space, v->unless_space};
}

/* ---- writing ----------------------------------------------------------------------- */

/* Whether token i of the form spaces is a byte, written <0x0A>. */
static bool is_byte_token(const struct gf_tokenizer *t, size_t i)
{
    const struct gf_bpe_vocabulary *v = t->vocabulary;
    unsigned char first = (unsigned char)t->text[t->start[i]];
    return !v->bytes && t->start[i + 1] - t->start[i] == 1 &&
           v->byte[first] == (int32_t)i;
}

static void write_token(const struct gf_tokenizer *t, struct gf_json_writer *w,
                        size_t i, struct gf_buffer *letters)
{
    const char *text = t->text + t->start[i];
    size_t n = t->start[i + 1] - t->start[i];
    if (n == 0) {
        gf_json_null(w);
    } else if (is_byte_token(t, i)) {
        char name[GF_BYTE_NAME];
        gf_byte_name(name, (unsigned char)*text);
        gf_json_string_n(w, name, sizeof name);
    } else if (!t->vocabulary->bytes || t->vocabulary->is_added[i]) {
        gf_json_string_n(w, text, n);
    } else {
        char utf8[4];
        letters->n = 0;
        for (size_t k = 0; k < n; k++) {
            gf_buffer_put(letters, utf8,
                          gf_utf8_encode(gf_byte_letter((unsigned char)text[k]), utf8));
        }
        gf_json_string_n(w, letters->data, letters->n);
    }
}

static void write_list(struct gf_json_writer *w, const char *key, const int32_t *list,
                       const int32_t *other, size_t n)
{
    gf_json_begin_array(gf_json_key(w, key));
    for (size_t i = 0; i < n; i++) {
        gf_json_int(w, list[i]);
        if (other) gf_json_int(w, other[i]);
    }
    gf_json_end_array(w);
}

static void write(const struct gf_tokenizer *t, struct gf_json_writer *w)
{
    const struct gf_bpe_vocabulary *v = t->vocabulary;
    struct gf_buffer letters = {.arena = w->out->arena};
    gf_json_string(gf_json_key(w, "form"), v->bytes ? "bytes" : "spaces");
    if (v->split != GF_SPLIT_GPT2) {
        gf_json_string(gf_json_key(w, "split"), gf_split_name(v->split));
    }
    if (v->whole) gf_json_bool(gf_json_key(w, "whole"), true);
    if (v->unless_space) gf_json_bool(gf_json_key(w, "unless_space"), true);
    if (v->unknown >= 0) gf_json_int(gf_json_key(w, "unknown"), v->unknown);
    gf_json_begin_array(gf_json_key(w, "tokens"));
    for (size_t i = 0; i < t->n_vocab; i++) {
        write_token(t, w, i, &letters);
    }
    gf_json_end_array(w);
    write_list(w, "merges", v->merges.left, v->merges.right, v->merges.n);
    write_list(w, "added", v->added, NULL, v->n_added);
    gf_json_bool(gf_json_key(w, "words"), v->words);
    gf_json_bool(gf_json_key(w, "leading_space"), v->leading_space);
    gf_json_int(gf_json_key(w, "begin"), v->begin);
    gf_json_int(gf_json_key(w, "end"), v->end);
}

/* ---- reading ----------------------------------------------------------------------- */

/* The bytes of a token written with one letter per byte; false where a letter is none. */
static bool put_bytes(struct gf_buffer *out, const char *text, size_t n)
{
    uint32_t c;
    for (size_t at = 0; at < n;) {
        at += gf_utf8_decode(text + at, n - at, &c);
        int byte = gf_letter_byte(c);
        const char as_char = (char)byte;
        if (byte < 0) return false;
        gf_buffer_put(out, &as_char, 1);
    }
    return true;
}

/* Adds the text of token i, which is no added one, to the tables. */
static bool add_token(struct gf_tokenizer *t, size_t i, const char *text, size_t n,
                      struct gf_buffer *bytes)
{
    struct gf_bpe_vocabulary *v = t->vocabulary;
    int byte = v->bytes ? -1 : gf_named_byte(text, n);
    char as_char = (char)byte;
    bytes->n = 0;
    if (byte >= 0 && v->byte[byte] < 0) {
        v->byte[byte] = (int32_t)i;
        gf_texts_add(t, i, &as_char, 1);
        return true;
    }
    if (v->bytes) {
        if (!put_bytes(bytes, text, n)) return false;
        text = bytes->data;
        n = bytes->n;
    }
    gf_texts_add(t, i, text, n);
    if (n == 0) return true;
    if (v->bytes && n == 1) v->byte[(unsigned char)*text] = (int32_t)i;
    size_t before = v->known.n;
    size_t number = gf_strings_add(&v->known, t->text + t->start[i], n, 0);
    if (number == before) v->id[number] = (int32_t)i; /* the first of equals */
    return number != GF_NO_STRING;
}

static enum gf_status read_tokens(struct gf_tokenizer *t, struct gf_arena *arena,
                                  const struct gf_json *tokens,
                                  const struct gf_json *added, struct gf_error *err)
{
    struct gf_bpe_vocabulary *v = t->vocabulary;
    struct gf_arena scratch = {0};
    struct gf_buffer bytes = {.arena = &scratch};
    size_t n_bytes = 0, i = 0;
    for (const struct gf_json *e = tokens->first; e; e = e->next) n_bytes += e->n;
    v->id = gf_arena_array(arena, tokens->n, sizeof *v->id);
    v->added = gf_arena_array(arena, added->n, sizeof *v->added);
    v->is_added = gf_arena_array(arena, tokens->n, sizeof *v->is_added);
    v->known.arena = arena;
    bool ok = v->id && v->added && v->is_added &&
              gf_texts_reserve(t, arena, tokens->n, n_bytes) &&
              gf_buffer_reserve(&bytes, n_bytes + 1);
    bool valid = true;
    for (const struct gf_json *e = added->first; ok && valid && e; e = e->next) {
        uint64_t id;
        valid = gf_json_as_uint(e, &id) && id < tokens->n && !v->is_added[id];
        if (!valid) {
            break;
        }
        v->is_added[id] = true;
        v->added[v->n_added++] = (int32_t)id;
    }
    memset(v->byte, -1, sizeof v->byte);
    for (const struct gf_json *e = tokens->first; ok && valid && e; e = e->next, i++) {
        valid = e->type == GF_JSON_NULL || (e->type == GF_JSON_STRING && e->n > 0);
        valid = valid && (!v->is_added[i] || e->n > 0);
        if (valid && v->is_added[i]) {
            gf_texts_add(t, i, e->string, e->n);
            v->begins[(unsigned char)*e->string] = true;
        } else if (valid) {
            valid = add_token(t, i, e->n ? e->string : "", e->n, &bytes);
        }
    }
    ok = ok && !arena->failed && !scratch.failed;
    gf_arena_free(&scratch);
    v->known.arena = NULL; /* complete; the arena may move */
    if (!ok) return gf_fail(err, GF_E_no_memory);
    return valid ? GF_OK : gf_fail(err, GF_E_vocabulary_token, i ? i - 1 : 0);
}

/* Merge i: two tokens whose texts together are a token. */
static bool read_merge(struct gf_tokenizer *t, const struct gf_json *left,
                       const struct gf_json *right, size_t i, struct gf_buffer *both)
{
    struct gf_bpe_vocabulary *v = t->vocabulary;
    uint64_t a, b;
    if (!gf_json_as_uint(left, &a) || !gf_json_as_uint(right, &b) || a >= t->n_vocab ||
        b >= t->n_vocab) {
        return false;
    }
    both->n = 0;
    gf_buffer_put(both, t->text + t->start[a], t->start[a + 1] - t->start[a]);
    gf_buffer_put(both, t->text + t->start[b], t->start[b + 1] - t->start[b]);
    v->merges.left[i] = (int32_t)a;
    v->merges.right[i] = (int32_t)b;
    v->made[i] = find(v, both->data, both->n);
    return v->made[i] >= 0;
}

static enum gf_status read_merges(struct gf_tokenizer *t, struct gf_arena *arena,
                                  const struct gf_json *list, struct gf_error *err)
{
    struct gf_bpe_vocabulary *v = t->vocabulary;
    struct gf_arena scratch = {0};
    struct gf_buffer both = {.arena = &scratch};
    size_t n = list->n / 2, i = 0;
    v->made = gf_arena_array(arena, n, sizeof *v->made);
    bool ok = v->made && gf_merges_reserve(&v->merges, arena, n) &&
              gf_buffer_reserve(&both, 1);
    const struct gf_json *e = list->first;
    while (ok && i < n && read_merge(t, e, e->next, i, &both)) {
        e = e->next->next;
        i++;
    }
    v->merges.n = i;
    ok = ok && !scratch.failed && gf_merges_index(&v->merges, arena);
    gf_arena_free(&scratch);
    if (!ok) return gf_fail(err, GF_E_no_memory);
    return i == n ? GF_OK : gf_fail(err, GF_E_vocabulary_merge, i);
}

/* The token of documents under `key`, below n; -1: none. */
static bool read_control(const struct gf_json *json, const char *key, size_t n,
                         int32_t *id)
{
    int64_t value = 0;
    bool ok = gf_json_as_int(gf_json_get(json, key), &value) && value >= -1 &&
              value < (int64_t)n;
    *id = (int32_t)value;
    return ok;
}

static bool is_list(const struct gf_json *value, size_t least, size_t most)
{
    return value && value->type == GF_JSON_ARRAY && value->n >= least &&
           value->n <= most;
}

/* All may be missing, as in files from before there were others. */
static bool read_rules(const struct gf_json *json, size_t n_vocab,
                       struct gf_bpe_vocabulary *v)
{
    const char *name = gf_split_name(GF_SPLIT_GPT2);
    size_t n;
    gf_json_as_string(gf_json_get(json, "split"), &name, &n);
    gf_json_as_bool(gf_json_get(json, "whole"), &v->whole);
    gf_json_as_bool(gf_json_get(json, "unless_space"), &v->unless_space);
    v->unknown = -1;
    if (gf_json_get(json, "unknown") &&
        !read_control(json, "unknown", n_vocab, &v->unknown)) {
        return false;
    }
    return gf_split_find(name, &v->split);
}

/* How many bytes have tokens. */
static size_t covered_bytes(const struct gf_bpe_vocabulary *v)
{
    size_t n = 0;
    for (size_t i = 0; i < N_BYTES; i++) {
        n += v->byte[i] >= 0;
    }
    return n;
}

static enum gf_status read(struct gf_tokenizer *t, struct gf_arena *arena,
                           const struct gf_json *json, struct gf_error *err)
{
    const struct gf_json *tokens = gf_json_get(json, "tokens");
    const struct gf_json *merges = gf_json_get(json, "merges");
    const struct gf_json *added = gf_json_get(json, "added");
    struct gf_bpe_vocabulary *v = gf_arena_alloc(arena, sizeof *v);
    const char *form = "";
    size_t n;
    if (!v) return gf_fail(err, GF_E_no_memory);
    t->vocabulary = v;
    bool ok = t->n_special == 0 && is_list(tokens, 1, GF_MAX_VOCAB) &&
              is_list(merges, 0, SIZE_MAX) && merges->n % 2 == 0 &&
              is_list(added, 0, MAX_ADDED) &&
              gf_json_as_string(gf_json_get(json, "form"), &form, &n) &&
              read_rules(json, tokens->n, v) &&
              gf_json_as_bool(gf_json_get(json, "words"), &v->words) &&
              gf_json_as_bool(gf_json_get(json, "leading_space"), &v->leading_space) &&
              read_control(json, "begin", tokens->n, &v->begin) &&
              read_control(json, "end", tokens->n, &v->end);
    v->bytes = strcmp(form, "bytes") == 0;
    if (!ok || (!v->bytes && strcmp(form, "spaces") != 0)) {
        return gf_fail(err, GF_E_vocabulary_tokens);
    }
    enum gf_status status = read_tokens(t, arena, tokens, added, err);
    size_t covered = status == GF_OK ? covered_bytes(v) : 0;
    if (v->bytes || covered > 0) v->unknown = -1;
    if (status == GF_OK && covered < N_BYTES && v->unknown < 0) {
        status = gf_fail(err, GF_E_vocabulary_bytes);
    }
    if (status == GF_OK) status = read_merges(t, arena, merges, err);
    return status;
}

const struct gf_kind gf_bpe_vocabulary_kind = {.name = "bpe_vocabulary",
                                               .unit = "tokens",
                                               .encode = encode,
                                               .write = write,
                                               .read = read,
                                               .document = document,
                                               .begins_added = begins_added};
