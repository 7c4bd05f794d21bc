/* Profile of a training step by operation, for `glassformer bench --ops`.
 * SPDX-License-Identifier: MIT */
#ifndef GF_CLI_BENCH_OPS_H
#define GF_CLI_BENCH_OPS_H

#include "glassformer.h"

/* Measures steps for `seconds` (one thread; the model does not change) and prints a table:
 * the fastest time of every operation, summed over layers, its share of the step and its
 * share of `peak` GFLOP/s. */
enum gf_status cli_bench_ops(struct gf_lab *lab, double seconds, double peak,
                             struct gf_error *err);

#endif
