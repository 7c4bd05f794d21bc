/* Text to token ids and back, in three ways: characters, words, byte pairs.
 *
 * Nothing is normalised: no case folding, no Unicode composition, and CRLF line ends
 * stay two characters. The one exception: a byte order mark (U+FEFF) at the very start
 * of a text is not content and is dropped. Decoding what was encoded gives the same
 * bytes back; gf_tokenizer_encode says when words cannot keep that promise.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TEXT_TOKENIZER_H
#define GF_TEXT_TOKENIZER_H

#include "base/buffer.h"
#include "base/json.h"
#include "text/tokenizer/vocabulary.h"

/* Builds the vocabulary of a text. GF_BAD_TEXT when the text is empty, not UTF-8 (the
 * sentence names the place) or repeats one single character or word; GF_BAD_CONFIG for
 * a vocab_size that cannot be; *tokenizer is then unchanged. The same text and options
 * give the same vocabulary everywhere. */
enum gf_status gf_tokenizer_build(struct gf_tokenizer *tokenizer,
                                  struct gf_arena *arena,
                                  const struct gf_tokenizer_options *options,
                                  const char *text, size_t n, struct gf_error *err);

/* Encodes text[0 .. n) to *n_ids ids. `ids` must have room for n of them: no kind gives
 * more than one token per byte. GF_BAD_TEXT when the text is not UTF-8 or contains
 * something the vocabulary does not know; the sentence names the character or word and
 * its position (in characters, from 1). ids may then be partly written.
 *
 * Characters know those of their text, BPE knows everything. Words know those of their
 * text, and anything else is "<UNK>" if there is such a token. Spaces survive in a text
 * the vocabulary was built from (without vocab_size); elsewhere a space that the
 * vocabulary cannot express, and any space beside a special token, is as usual. */
enum gf_status gf_tokenizer_encode(const struct gf_tokenizer *tokenizer,
                                   const char *text, size_t n, int32_t *ids,
                                   size_t *n_ids, struct gf_error *err);

/* Appends the text of n ids to `out`. GF_BAD_ARGUMENT for an id outside 0 … V - 1,
 * GF_OUT_OF_MEMORY; `out` then holds what it held before. BPE gives back bytes: ids that
 * were not encoded from a text may make up bytes that are not UTF-8. */
enum gf_status gf_tokenizer_decode(const struct gf_tokenizer *tokenizer,
                                   const int32_t *ids, size_t n, struct gf_buffer *out,
                                   struct gf_error *err);

/* The same one token at a time: appends what `id` adds to a text whose last token is
 * `previous` (-1: none). Only words look at it, to put their spaces. */
enum gf_status gf_tokenizer_append(const struct gf_tokenizer *tokenizer,
                                   int32_t previous, int32_t id, struct gf_buffer *out,
                                   struct gf_error *err);

/* The text of one id and its length, without spaces around it; not zero-terminated.
 * NULL for a bad id. A BPE token may be part of a character. */
const char *gf_tokenizer_text(const struct gf_tokenizer *tokenizer, int32_t id,
                              size_t *n);

/* "chars", "words" or "bpe": the names used in checkpoints and settings. */
const char *gf_tokenizer_kind_name(enum gf_tokenizer_kind kind);

/* What tokens are called in a sentence: "characters", "words" or "tokens". */
const char *gf_tokenizer_unit(const struct gf_tokenizer *tokenizer);

/* As one JSON object:
 *     {"kind": "chars", "characters": "\n !…"}
 *     {"kind": "words", "words": ["what", …], "joined": [ids], "special": ["<EOS>"]}
 *     {"kind": "bpe", "merges": [left, right, left, right, …]}                        */
void gf_tokenizer_write(const struct gf_tokenizer *tokenizer, struct gf_json_writer *w);

/* The reverse. GF_BAD_CHECKPOINT with a sentence when the object is not a vocabulary;
 * *tokenizer is then unchanged. */
enum gf_status gf_tokenizer_read(struct gf_tokenizer *tokenizer, struct gf_arena *arena,
                                 const struct gf_json *json, struct gf_error *err);

#endif
