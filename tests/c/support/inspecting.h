/* A small trained session and requests to it, for the tests of analyses. In requests and
 * configurations ' stands for ".
 * SPDX-License-Identifier: MIT */
#ifndef GF_TESTS_INSPECTING_H
#define GF_TESTS_INSPECTING_H

#include "base/json.h"
#include "reference_ops.h"
#include "scoped.h"
#include "text/corpus.h"

/* A line of the words of a session's text, and it as a member of a request. */
#define LINE "the old fox saw a hen."
#define TEXT "'text':'" LINE "'"

/* Models of two streams, of labels, and of pairs in one stream. */
#define SIZES_OF_PAIRS \
    "'n_embd':18,'block_size':24,'source_block_size':21,'task_lines':300"
#define ANSWER "'arch':'encoder_decoder','task':'reverse'," SIZES_OF_PAIRS
#define TAGGING \
    "'arch':'encoder','task':'vowels','tied_head':false,'n_embd':18," \
    "'block_size':45,'task_lines':300"
#define CONTINUE "'task':'reverse','task_form':'continue','n_embd':18,'block_size':64"

struct inspection {
    struct gf_arena arena;
    struct gf_session *session;
    char *text;
    size_t n_text;
    size_t T, C, H, L, V;
    bool has_bias; /* of the output layer */
    /* The same text in a separate tokenizer and corpus. */
    struct gf_tokenizer tokenizer;
    struct gf_corpus corpus;
};

/* Number i of a fixed random sequence, uniform from -1 to 1, drawn from the seed. */
double noise(size_t i);

/* A session of T 23, C 15, H 3, L 2 (no size a multiple of the vector width, T long
 * enough for rows past 8) after `steps` steps at a learning rate that soon makes attention
 * uneven. `config`: members that replace these, "" for none. Aborts on failure. */
void inspection_open(struct inspection *l, const char *config, size_t steps,
                     bool lines);
void inspection_close(struct inspection *l);

/* The same as a variable that closes itself, of sentences. */
#define INSPECTION(name, config, steps) \
    struct inspection name SCOPED(inspection_close); \
    inspection_open(&name, config, steps, false)

/* An answer as a tree; NULL after a failed check. */
const struct gf_json *parsed(struct gf_arena *arena, const struct gf_buffer *out);

/* The answer of gf_session_info, and its member memory_bytes. */
const struct gf_json *info_of(struct gf_session *session, struct gf_arena *arena);
const struct gf_json *facts(struct inspection *l);
double memory_of(struct gf_session *session);

/* The n tokens of a text. */
const int32_t *ids_of(struct inspection *l, const char *text, size_t *n);

/* Window i of P as text, zero-terminated. */
const char *probe_text(struct inspection *l, size_t i);

/* Runs it; returns its tokens, of which the next is the target of each. */
const int32_t *run_window(struct inspection *l, size_t i);

/* A text for the model: a pair of its task, or LINE. */
const char *line_for(struct inspection *l);

/* A text as JSON. */
const char *json_text(struct inspection *l, const char *text);

/* gf_session_inspect. */
enum gf_status ask_session(struct gf_session *session, const char *request,
                           struct gf_buffer *out, struct gf_buffer *floats,
                           struct gf_error *err);

/* The answer with tables as lists; NULL after a failed check that prints the error. */
const struct gf_json *ask(struct inspection *l, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Number i of requests.def about a layer and a text, which is JSON, valid as that of printed();
 * NULL: there are no more. */
const char *request_of(size_t i, int layer, const char *text);

/* JSON and floats of an answer at the end of a buffer; nothing of one that failed. */
enum gf_status put_answer(struct gf_buffer *out, struct gf_session *session,
                          const char *request, struct gf_error *err);

/* The error message of a request that must fail. */
const char *ask_invalid(struct inspection *l, const char *text);

/* Members along a path such as "heads.3.scores.back", a printf format; NAN for null or a
 * missing member. */
double number(const struct gf_json *tree, const char *path, ...)
    __attribute__((format(printf, 2, 3)));
const char *words(const struct gf_json *tree, const char *path, ...)
    __attribute__((format(printf, 2, 3)));
size_t length(const struct gf_json *tree, const char *path, ...)
    __attribute__((format(printf, 2, 3)));

/* A member that must be there. */
bool flag(const struct gf_json *tree, const char *key);

/* Element of a table at a path. */
double cell(const struct gf_json *tree, const char *path, size_t row, size_t column);

/* A tensor of the last run_text or a parameter in double, owned by the arena; its size. */
const double *tensor(struct inspection *l, const char *name);
const double *sized_tensor(struct inspection *l, const char *name, size_t *rows,
                           size_t *columns);

/* Runs a text with gf_session_run_with_cache; returns its number of tokens. */
size_t run_text(struct inspection *l, const char *text);

/* A [n][n] of one head in the last run_text, in double. */
double *attention(struct inspection *l, size_t layer, size_t head, size_t n);

/* Runs sequence w of P as it is, with its source. */
void run_probe(struct inspection *l, size_t w);

/* What a head sees in the sequence that ran last. */
struct seen {
    const struct gf_attention_site *site;
    const int32_t *query, *key;
    int64_t pad;
    size_t rows, n;
    size_t first;  /* row that counts */
    double *A, *S; /* weights and scores [rows][n] */
};

struct seen seen_by(struct inspection *l, size_t layer, size_t head);

/* Whether query i may attend to key j. */
bool may_see(const struct seen *s, size_t i, size_t j);

/* ---- reference model --------------------------------------------------------------- */

/* Logits of one row of the stream: layer norm, then the output layer, in double. */
void logits_of(struct inspection *l, const double *x, double *z);

/* Address of a parameter in a copy of all weights for gf_session_set_weights. */
float *place(struct inspection *l, float *values, const char *name);

/* A copy of all weights. */
float *weights_of(struct inspection *l);

#endif
