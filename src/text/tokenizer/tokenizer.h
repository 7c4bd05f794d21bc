/* Text to token ids and back, for tokens that are characters, words, byte
 * pairs, the pieces of SentencePiece, or the vocabulary of a tokenizer.json.
 *
 * Nothing is normalised: no case folding, no Unicode composition, and CRLF line ends stay two
 * characters. Only a byte order mark (U+FEFF) at the start of a text is dropped. Decoding
 * restores the bytes that were encoded, with the exceptions for words stated at
 * gf_tokenizer_encode.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TEXT_TOKENIZER_H
#define GF_TEXT_TOKENIZER_H

#include "base/buffer.h"
#include "base/json.h"
#include "text/tokenizer/vocabulary.h"

/* Builds the vocabulary of a text; options NULL: characters. GF_BAD_TEXT when the text is
 * empty, not UTF-8 or repeats a single character or word; GF_BAD_CONFIG for a vocab_size out
 * of range; *tokenizer is then unchanged. The same text and options give the same vocabulary
 * on every platform. */
enum gf_status gf_tokenizer_build(struct gf_tokenizer *tokenizer,
                                  struct gf_arena *arena,
                                  const struct gf_tokenizer_options *options,
                                  const char *text, size_t n, struct gf_error *err);

/* Encodes text[0 .. n) to *n_ids ids. `ids` must have room for n of them: there is at most
 * one token per byte. GF_BAD_TEXT when the text is not UTF-8 or has a character or word
 * outside the vocabulary; the error gives its position in characters, from 1. ids may then
 * be partly written.
 *
 * BPE encodes any text, as does one with a vocabulary of its own, in which added tokens are
 * found as they are written; and so does SentencePiece, whose unknown characters become bytes or
 * <unk>. An unknown word becomes "<UNK>" if there is such a token. With words,
 * spaces are restored exactly in a text that the vocabulary was built from (without
 * vocab_size); elsewhere a space that the vocabulary cannot express, and any space beside a
 * special token, follows the default spacing (see words.c). */
enum gf_status gf_tokenizer_encode(const struct gf_tokenizer *tokenizer,
                                   const char *text, size_t n, int32_t *ids,
                                   size_t *n_ids, struct gf_error *err);

/* Where documents begin and end. */
struct gf_document gf_tokenizer_document(const struct gf_tokenizer *tokenizer);

/* The same for a text with which a document begins: its beginning token and leading space,
 * if documents have them, come first. `ids` must have room for n + 2. An empty text gives
 * the beginning token alone, or nothing. */
enum gf_status gf_tokenizer_encode_document(const struct gf_tokenizer *tokenizer,
                                            const char *text, size_t n, int32_t *ids,
                                            size_t *n_ids, struct gf_error *err);

/* Appends the text of n ids to `out`. GF_BAD_ARGUMENT for an id outside 0 … V - 1,
 * GF_OUT_OF_MEMORY; `out` is then unchanged. BPE ids that were not encoded from a text may
 * give bytes that are not UTF-8. */
enum gf_status gf_tokenizer_decode(const struct gf_tokenizer *tokenizer,
                                   const int32_t *ids, size_t n, struct gf_buffer *out,
                                   struct gf_error *err);

/* The same for one token: appends the text of `id` after a text whose last token is
 * `previous` (-1: none), which decides whether words are separated by a space, and whether
 * the leading space of a document is left out. */
enum gf_status gf_tokenizer_append(const struct gf_tokenizer *tokenizer,
                                   int32_t previous, int32_t id, struct gf_buffer *out,
                                   struct gf_error *err);

/* The text of one id and its length, without spaces around it; not zero-terminated.
 * NULL for a bad id. A BPE token may be part of a character. */
const char *gf_tokenizer_text(const struct gf_tokenizer *tokenizer, int32_t id,
                              size_t *n);

/* "chars", "words", "bpe", "sentencepiece" or "bpe_vocabulary": the names used in checkpoints and settings. */
const char *gf_tokenizer_kind_name(enum gf_tokenizer_kind kind);

/* The name of its tokens in messages: "characters", "words" or "tokens". */
const char *gf_tokenizer_unit(const struct gf_tokenizer *tokenizer);

/* As one JSON object:
 *     {"kind": "chars", "characters": "\n !…"}
 *     {"kind": "words", "words": ["what", …], "joined": [ids], "special": ["<EOS>"]}
 *     {"kind": "bpe", "merges": [left, right, left, right, …]}
 *     {"kind": "sentencepiece", "pieces": ["<unk>", …], "scores": [0, …], "unknown": 0,
 *      "begin": 1, "end": 2}
 *     {"kind": "bpe_vocabulary", "form": "bytes", "tokens": ["!", …, null, …], "merges":
 *      [left, right, …], "added": [ids], "words": false, "leading_space": false,
 *      "begin": -1, "end": 50256}; also "split": one of splits.h, and "whole": true where a part
 *      of a text that is a token is not merged, "unless_space": true (vocabulary.h), "unknown":
 *      the token of characters that have none, without bytes                                  */
void gf_tokenizer_write(const struct gf_tokenizer *tokenizer, struct gf_json_writer *w);

/* The reverse. GF_BAD_CHECKPOINT when the object is not a vocabulary; *tokenizer is then
 * unchanged. */
enum gf_status gf_tokenizer_read(struct gf_tokenizer *tokenizer, struct gf_arena *arena,
                                 const struct gf_json *json, struct gf_error *err);

#endif
