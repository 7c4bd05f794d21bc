/* A small trained laboratory and the questions put to it: what the tests of inspection
 * share.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TESTS_LOOKING_H
#define GF_TESTS_LOOKING_H

#include "base/json.h"
#include "glassformer.h"

struct looking {
    struct gf_arena arena;
    struct gf_lab *lab;
    char *text;
    size_t n_text;
    size_t T, C, H, L, V;
    /* The same text through a tokenizer and corpus of the test's own. */
    struct gf_tokenizer tokenizer;
    struct gf_corpus corpus;
};

/* Sentences without sense: words from a short list, digits, marks and line breaks, drawn
 * from the seed. With `lines`, lines s|s of 4 to 9 letters instead. */
char *make_text(struct gf_arena *arena, size_t n, bool lines);

/* A laboratory of T 23, C 15, H 3, L 2 (no size a multiple of the vector width, T long
 * enough for rows past 8) after `steps` steps at a learning rate that soon makes attention
 * uneven. `config`: members that replace these, "" for none. Aborts on failure. */
void looking_open(struct looking *l, const char *config, size_t steps, bool lines);
void looking_close(struct looking *l);

/* Window i of P as text, zero-terminated. */
const char *probe_text(struct looking *l, size_t i);

/* The answer, tables as lists; NULL after a failed check that shows the sentence. */
const struct gf_json *ask(struct looking *l, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The sentence of a request that must fail. */
const char *ask_wrong(struct looking *l, const char *request);

/* Members along a path: "heads.3.scores.back"; NAN for null and for nothing there. */
double number(const struct gf_json *tree, const char *path);
const char *words(const struct gf_json *tree, const char *path);
size_t length(const struct gf_json *tree, const char *path);

/* Element of a table at a path. */
double cell(const struct gf_json *tree, const char *path, size_t row, size_t column);

/* A tensor of the last look in double, owned by the arena. */
double *tensor(struct looking *l, const char *name, size_t *rows, size_t *columns);

/* Looks at a text; returns its tokens. */
size_t look(struct looking *l, const char *text);

/* A [n][n] of one head in the last look, in double. */
double *attention(struct looking *l, size_t layer, size_t head, size_t n);

/* ---- the model, slowly ------------------------------------------------------------- */

/* A parameter; there must be a look. */
const double *parameter(struct looking *l, const char *name);

/* Logits of one row of the stream: layer norm, then the output layer, in double. */
void logits_of(struct looking *l, const double *x, double *z);

/* -log softmax(z)[y]. */
double surprise_of(const double *z, size_t V, size_t y);

/* Where a parameter lies in a copy of all values that gf_lab_set_weights takes. */
float *place(struct looking *l, float *values, const char *name);

/* Such a copy. */
float *weights_of(struct looking *l);

#endif
