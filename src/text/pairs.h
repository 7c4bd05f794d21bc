/* Pairs of a question and its answer, one pair a line.
 *
 *     12+34<TAB>640
 *     anna has 12 pears.<TAB>name other number other other
 *
 * text/tasks/tasks.h generates some. A pair is learned in one of three forms. With the source
 * s1 s2 s3, the answer a1 a2, P for <PAD> and - for targets that are not counted, its
 * sequences (text/source.h) are:
 *
 *     answer     encoder–decoder    source   s1 s2 s3 P  P
 *                                   tokens   <START> a1    a2    P  P
 *                                   target   a1      a2    <EOS> -  -
 *     continue   decoder            tokens   s1 s2 s3 <START> a1 a2    P
 *                                   target   -  -  -  a1      a2 <EOS> -
 *     tagging    encoder            tokens   s1 s2 s3 P  P
 *                                   target   a1 a2 a3 -  -
 * SPDX-License-Identifier: MIT */
#ifndef GF_TEXT_PAIRS_H
#define GF_TEXT_PAIRS_H

#include "text/source.h"

#define GF_PAD "<PAD>"
#define GF_START "<START>"
#define GF_END "<EOS>"

/* How data is learned. Pairs have one of the last three. */
enum gf_data_form {
    GF_FORM_AUTO = 0, /* as gf_config_form says */
    GF_FORM_TEXT,     /* lines of a text, not pairs */
    GF_FORM_ANSWER,
    GF_FORM_CONTINUE,
    GF_FORM_TAGGING /* the answer has one token, a label, for each token of the source */
};

/* All zero but the form: characters, <PAD> <START> <EOS>, nothing held out. */
struct gf_pairs_options {
    enum gf_data_form form;
    enum gf_tokenizer_kind kind; /* of source and answer; labels are never BPE */
    double val_fraction;         /* of the pairs, at the end; in [0, 1) */

    /* Special tokens in place of the usual three, in the order of their ids. <START> and
     * <EOS> are left out of the sequences above where they do not exist; `answer` needs
     * <START>. Without <PAD>, short sequences are padded with <EOS> or token 0. */
    const char *const *special;
    size_t n_special;

    bool loss_on_prompt; /* `continue`: the source counts in the loss too */
    bool no_shuffle;     /* train on the pairs in their order instead of at random */
};

struct gf_pairs {
    enum gf_data_form form;
    bool loss_on_prompt, no_shuffle;
    struct gf_tokenizer
        tokenizer;              /* of sources and answers; of sources for `tagging` */
    struct gf_tokenizer labels; /* for `tagging`: the model's output vocabulary */
    int32_t pad, start, end;    /* ids; -1: there is none */

    size_t n_pairs, n_train; /* the first n_train train, the others are held out */
    int32_t *tokens;         /* all of them, one pair after the other */
    size_t
        *begin; /* [2 n_pairs + 1] source i is begin[2i] …, answer i begin[2i + 1] … */

    size_t T, T_source; /* positions of the longest pair */
};

/* Reads pairs from text[0 .. n), one a line. Empty lines are skipped, and a carriage return
 * at the end of a line is dropped. Vocabularies are built from all pairs. GF_BAD_TEXT for a
 * line that is not a pair, or a text without a usable vocabulary; GF_TEXT_TOO_SHORT when a
 * split would be empty; GF_BAD_CONFIG; GF_OUT_OF_MEMORY. *pairs is then unchanged. Everything
 * lives in the arena. */
enum gf_status gf_pairs_build(struct gf_pairs *pairs, struct gf_arena *arena,
                              const struct gf_pairs_options *options, const char *text,
                              size_t n, struct gf_error *err);

/* Source and answer of pair i and their lengths. */
const int32_t *gf_pairs_source_of(const struct gf_pairs *pairs, size_t i, size_t *n);
const int32_t *gf_pairs_answer_of(const struct gf_pairs *pairs, size_t i, size_t *n);

/* GF_BAD_CONFIG unless every pair fits into block_size T and, for `answer`,
 * source_block_size T_source. */
enum gf_status gf_pairs_check(const struct gf_pairs *pairs, size_t T, size_t T_source,
                              struct gf_error *err);

/* Fills in the sequence of pair i, truncated where it does not fit. */
void gf_pairs_fill(const struct gf_pairs *pairs, size_t i, struct gf_sequence *out);

/* Number of pairs in a split, and the first of them. When nothing is held out, the held-out
 * split is the whole. */
size_t gf_pairs_size(const struct gf_pairs *pairs, enum gf_split split, size_t *first);

/* Pairs to train on (random, or in order), evenly spread ones to evaluate on. */
struct gf_source gf_pairs_source(const struct gf_pairs *pairs);

#endif
