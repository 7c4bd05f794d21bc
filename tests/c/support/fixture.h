/* Results of PyTorch for one model (see tests/reference/README.md), and our model of the same
 * configuration and weights.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TESTS_FIXTURE_H
#define GF_TESTS_FIXTURE_H

#include "models/model.h"
#include "storage/safetensors.h"
#include "text/source.h"

struct fixture {
    struct gf_arena arena;
    char *bytes;
    struct gf_safetensors file;
    struct gf_config config; /* with its optimizer */
    struct gf_model model;
    struct gf_batch batch; /* the fixture's tokens, targets and source */
    size_t n_target;       /* counted targets of the batch */
};

/* False and *err when the file or its settings cannot be read. */
bool fixture_open(struct fixture *fixture, const char *name, struct gf_error *err);
void fixture_close(struct fixture *fixture);

/* The *n floats of a stored tensor; NULL when there is none of that name. */
const float *fixture_floats(struct fixture *fixture, const char *name, size_t *n);

/* Copies the weights of the file into the model again. False when one is missing. */
bool fixture_reset(struct fixture *fixture);

/* The optimizer steps' batches, for a trainer: B' sequences a step, short ones filled up
 * with padding that counts nowhere. Borrows the fixture. */
struct gf_source fixture_source(const struct fixture *fixture);

/* Norm of the difference over the norm of `want`. */
double relative_error(const float *got, const float *want, size_t n);
double norm_of(const float *x, size_t n);

#endif
