/* Where the time of a step goes, operation by operation, for `glassformer bench --ops`.
 * SPDX-License-Identifier: MIT */
#ifndef GF_CLI_BENCH_OPS_H
#define GF_CLI_BENCH_OPS_H

#include "glassformer.h"

/* Measures steps for that long (one thread; the model stays as it is) and prints a table:
 * the fastest times of every operation, all layers together, their share of the step and
 * what they reach of `peak` GFLOP/s. */
enum gf_status cli_bench_ops(struct gf_lab *lab, double seconds, double peak,
                             struct gf_error *err);

#endif
