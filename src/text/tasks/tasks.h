/* Synthetic tasks: questions with answers, generated from a seed, with as many new ones as
 * needed for testing.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TEXT_TASKS_H
#define GF_TEXT_TASKS_H

#include "text/pairs.h"
#include "text/tasks/example.h"

enum gf_task {
#define GF_TASK(constant, name, draw, kind, between) GF_TASK_##constant,
#include "text/tasks/tasks.def"
#undef GF_TASK
    GF_TASK_COUNT
};

struct gf_task_info {
    const char *name;            /* "reverse" */
    enum gf_tokenizer_kind kind; /* what its tokens are */
    const char *between;         /* source and answer in a line of plain text */
};

/* Facts about a task; NULL outside the table. */
const struct gf_task_info *gf_task_info(enum gf_task task);

enum gf_task_layout {
    GF_TASK_PAIRS = 0, /* kwzpa<TAB>apzwk for gf_pairs_build */
    GF_TASK_TEXT       /* kwzpa|apzwk for a corpus and a decoder */
};

struct gf_task_options {
    enum gf_task task;
    uint64_t seed;
    size_t n_lines;   /* `modular` has all its pairs whatever this is */
    uint32_t modulus; /* of `modular`; 0: 59 */
    enum gf_task_layout layout;
};

/* Appends the lines of a task, a function of the options: a smaller n_lines gives a prefix.
 * Sources are distinct, so held-out pairs were never trained on. GF_BAD_CONFIG when the task
 * does not have that many (addition has 10,000), GF_BAD_ARGUMENT for an unknown task,
 * GF_OUT_OF_MEMORY; `out` is then unchanged. */
enum gf_status gf_task_write(const struct gf_task_options *options,
                             struct gf_buffer *out, struct gf_error *err);

/* Example number i of a task; examples may repeat. */
void gf_task_example(const struct gf_task_options *options, uint64_t i,
                     struct gf_example *out);

#endif
