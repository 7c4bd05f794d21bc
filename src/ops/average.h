/* SPDX-License-Identifier: MIT */
#ifndef GF_OPS_AVERAGE_H
#define GF_OPS_AVERAGE_H

#include "graph/graph.h"

/* Rows pos … pos + n - 1 of the averaging matrix, W [n][pos + n]. */
void gf_average_weights(float *W, size_t pos, size_t n, enum gf_averaging way);

#endif
