/* SPDX-License-Identifier: MIT */
#include "text/tokenizer/merges.h"

#include "base/rng.h"

static size_t slot_of(const struct gf_merges *m, int32_t left, int32_t right)
{
    uint64_t key = (uint64_t)(uint32_t)left << 32 | (uint32_t)right;
    size_t at = (size_t)gf_rng_mix64(key) & (m->n_slots - 1);
    while (m->slot[at] != 0) {
        size_t i = m->slot[at] - 1;
        if (m->left[i] == left && m->right[i] == right) {
            break;
        }
        at = (at + 1) & (m->n_slots - 1);
    }
    return at;
}

bool gf_merges_reserve(struct gf_merges *m, struct gf_arena *arena, size_t n)
{
    m->left = gf_arena_array(arena, n, sizeof *m->left);
    m->right = gf_arena_array(arena, n, sizeof *m->right);
    return m->left && m->right;
}

bool gf_merges_index(struct gf_merges *m, struct gf_arena *arena)
{
    m->n_slots = 2;
    while (m->n_slots < 2 * m->n + 2) {
        m->n_slots *= 2;
    }
    m->slot = gf_arena_array(arena, m->n_slots, sizeof *m->slot);
    if (!m->slot) return false;
    for (size_t i = 0; i < m->n; i++) {
        m->slot[slot_of(m, m->left[i], m->right[i])] = (uint32_t)i + 1;
    }
    return true;
}

size_t gf_merges_find(const struct gf_merges *m, int32_t left, int32_t right)
{
    uint32_t found = m->slot[slot_of(m, left, right)];
    return found == 0 ? SIZE_MAX : found - 1;
}
