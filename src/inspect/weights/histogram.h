/* Histograms of magnitudes on a logarithmic scale: GF_BINS bins, two to an octave, from
 * 2^-26 (1.5e-8) to 2^6 (64). Smaller numbers count in the first bin, larger ones in the
 * last, zeros separately. Edges are powers of two and sqrt(2) times those, read off the
 * bits of the number without a logarithm.
 * SPDX-License-Identifier: MIT */
#ifndef GF_INSPECT_WEIGHTS_HISTOGRAM_H
#define GF_INSPECT_WEIGHTS_HISTOGRAM_H

#include <stddef.h>

#define GF_BINS 64
#define GF_BINS_FROM (-26) /* exponent of 2 at the lower end */

/* Counts n numbers into bins [GF_BINS]; returns how many were 0. */
size_t gf_histogram(float *bins, const float *x, size_t n);

#endif
