/* SPDX-License-Identifier: MIT */
#include "text/tasks/tasks.h"

#include "base/format.h"
#include "base/hash.h"

#include <string.h>

/* ---- letters --------------------------------------------------------------------- */

static size_t draw_letters(struct gf_draws *d, char *to, uint32_t least, uint32_t most)
{
    uint32_t n = gf_draw_between(d, least, most);
    for (uint32_t i = 0; i < n; i++) {
        to[i] = (char)('a' + gf_draw(d, 26));
    }
    return n;
}

/* 4 to 12 letters: short enough for a model that trains in minutes, long enough that
 * held-out lines do not resemble training lines. */
enum { LEAST_LETTERS = 4, MOST_LETTERS = 12 };

static void copy(struct gf_draws *d, struct gf_example *e)
{
    draw_letters(d, e->source, LEAST_LETTERS, MOST_LETTERS);
    strcpy(e->answer, e->source);
}

static void reverse(struct gf_draws *d, struct gf_example *e)
{
    size_t n = draw_letters(d, e->source, LEAST_LETTERS, MOST_LETTERS);
    for (size_t i = 0; i < n; i++) {
        e->answer[i] = e->source[n - 1 - i];
    }
}

static void sort(struct gf_draws *d, struct gf_example *e)
{
    size_t n = draw_letters(d, e->source, LEAST_LETTERS, MOST_LETTERS);
    for (size_t i = 0; i < n; i++) {
        size_t at = i;
        for (; at > 0 && e->answer[at - 1] > e->source[i]; at--) {
            e->answer[at] = e->answer[at - 1];
        }
        e->answer[at] = e->source[i];
    }
}

static void repeat(struct gf_draws *d, struct gf_example *e)
{
    draw_letters(d, e->source, 8, 24);
    strcpy(e->answer, e->source);
}

static void rotate(struct gf_draws *d, struct gf_example *e)
{
    enum { LETTERS = 12 };
    char letters[LETTERS + 1] = "abcdefghijkl";
    uint32_t n = gf_draw_between(d, 4, 8);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t at = gf_draw_between(d, i, LETTERS - 1);
        e->source[i] = letters[at];
        letters[at] = letters[i];
    }
    uint32_t by = gf_draw(d, n);
    for (uint32_t i = 0; i < n; i++) {
        e->answer[i] = e->source[(i + by) % n];
    }
}

/* ---- numbers and brackets -------------------------------------------------------- */

static void addition(struct gf_draws *d, struct gf_example *e)
{
    uint32_t a = gf_draw(d, 100), b = gf_draw(d, 100), sum = a + b;
    struct gf_buffer source = gf_example_text(e->source);
    gf_put_unsigned(&source, a, 2);
    gf_buffer_puts(&source, "+");
    gf_put_unsigned(&source, b, 2);
    for (int i = 0; i < 3; i++) {
        e->answer[i] = (char)('0' + sum % 10);
        sum /= 10;
    }
}

static void addition_plain(struct gf_draws *d, struct gf_example *e)
{
    addition(d, e);
    char last = e->answer[0];
    e->answer[0] = e->answer[2];
    e->answer[2] = last;
}

/* Spaces on both sides of the sign: three words (text/tokenizer/words.c). */
static void modular(struct gf_draws *d, struct gf_example *e)
{
    uint32_t a = gf_draw(d, d->modulus), b = gf_draw(d, d->modulus);
    gf_format(e->source, GF_EXAMPLE_SIZE, "%i + %i", (int)a, (int)b);
    gf_format(e->answer, GF_EXAMPLE_SIZE, "%i", (int)((a + b) % d->modulus));
}

/* A random sequence of opening and closing brackets; the answer closes the open ones. */
static void brackets(struct gf_draws *d, struct gf_example *e)
{
    static const char opening[] = "([{", closing[] = ")]}";
    enum { MOST_OPEN = 8 };
    uint32_t n = gf_draw_between(d, 4, 20), depth = 0;
    char open[MOST_OPEN];
    for (uint32_t i = 0; i < n; i++) {
        bool must_open = depth == 0, must_close = depth == MOST_OPEN;
        if (must_open || (!must_close && gf_draw(d, 2) == 0)) {
            uint32_t kind = gf_draw(d, 3);
            e->source[i] = opening[kind];
            open[depth++] = closing[kind];
        } else {
            e->source[i] = open[--depth];
        }
    }
    for (uint32_t i = 0; i < depth; i++) {
        e->answer[i] = open[depth - 1 - i];
    }
}

/* ---- all ------------------------------------------------------------------------- */

static const struct {
    struct gf_task_info info;
    void (*draw)(struct gf_draws *d, struct gf_example *e);
} tasks[GF_TASK_COUNT] = {
#define GF_TASK(constant, name, draw, kind, between) \
    {{name, GF_TOKENIZER_##kind, between}, draw},
#include "text/tasks/tasks.def"
#undef GF_TASK
};

const struct gf_task_info *gf_task_info(enum gf_task task)
{
    return (unsigned)task < GF_TASK_COUNT ? &tasks[task].info : NULL;
}

enum { DEFAULT_MODULUS = 59 };

static uint32_t modulus_of(const struct gf_task_options *o)
{
    return o->modulus ? o->modulus : DEFAULT_MODULUS;
}

void gf_task_example(const struct gf_task_options *o, uint64_t i,
                     struct gf_example *out)
{
    memset(out, 0, sizeof *out);
    /* The task is mixed into the seed, so that copy and reverse read different lines. */
    uint64_t own_seed = gf_rng_mix64(o->seed) + (uint64_t)o->task;
    struct gf_draws d = {.key = gf_rng_key(own_seed, GF_RNG_TASK, i),
                         .modulus = modulus_of(o)};
    tasks[o->task].draw(&d, out);
}

/* ---- different lines ------------------------------------------------------------- */

/* Hashes of the sources so far. In the unlikely case that two sources have the same hash, the
 * second is skipped, on every platform alike. */
struct seen {
    uint64_t *list; /* [n] */
    size_t n;
    struct gf_index index;
};

static bool is_new(struct seen *seen, const char *source)
{
    uint64_t hash = gf_rng_mix64(gf_hash(GF_HASH, source, strlen(source)));
    uint32_t *at = gf_index_first(&seen->index, hash);
    for (; *at; at = gf_index_next(&seen->index, at)) {
        if (seen->list[*at - 1] == hash) return false;
    }
    seen->list[seen->n++] = hash;
    *at = (uint32_t)seen->n;
    return true;
}

/* Draws until there are n_lines, or until new ones have become too rare: a task of N
 * different lines needs about N ln N draws to show all of them. Returns how many. */
static size_t put_lines(const struct gf_task_options *o, size_t n_lines,
                        const char *between, struct seen *seen, struct gf_buffer *out)
{
    uint64_t most = 30 * (uint64_t)n_lines + 1000;
    for (uint64_t i = 0; i < most && seen->n < n_lines && !out->arena->failed; i++) {
        struct gf_example e;
        gf_task_example(o, i, &e);
        if (is_new(seen, e.source)) {
            gf_buffer_puts(out, e.source);
            gf_buffer_puts(out, between);
            gf_buffer_puts(out, e.answer);
            gf_buffer_puts(out, "\n");
        }
    }
    return seen->n;
}

enum gf_status gf_task_write(const struct gf_task_options *o, struct gf_buffer *out,
                             struct gf_error *err)
{
    const struct gf_task_info *info = gf_task_info(o->task);
    if (!info) return gf_fail(err, GF_E_unknown_task);
    GF_SCOPED_ARENA(scratch);
    const size_t p = modulus_of(o), before = out->n;
    size_t n_lines = o->task == GF_TASK_MODULAR ? p * p : o->n_lines, n = 0;
    struct seen seen = {.list = gf_arena_array(&scratch, n_lines, sizeof *seen.list)};
    if (gf_index_new(&seen.index, &scratch, n_lines) && seen.list) {
        const char *between = o->layout == GF_TASK_PAIRS ? "\t" : info->between;
        n = put_lines(o, n_lines, between, &seen, out);
    }
    bool no_memory = scratch.failed || out->arena->failed;
    if (n == n_lines && !no_memory) return GF_OK;
    out->n = before;
    return no_memory ? gf_fail(err, GF_E_no_memory_for_lines, n_lines, "task_lines")
                     : gf_fail(err, GF_E_too_few_different_lines, info->name, n_lines,
                               n, "task_lines");
}
