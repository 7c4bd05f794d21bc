/* glassformer bench --ops: profile of a training step.
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "cli/commands/bench_ops.h"
#include "cli/cli.h"

#define MIN_STEPS 3
#define MAX_ROWS (GF_MAX_NODES + 2) /* operations, optimizer, packing */

/* Milliseconds and flops of operations that differ only in their layer, summed. */
struct group {
    char name[64];
    double forward, backward, flops;
};

struct profile {
    struct group rows[MAX_ROWS];
    size_t n;
    double other;
};

static double clock_ms(void)
{
    return 1000 * cli_now();
}

static double number(const struct gf_json *object, const char *key)
{
    double x = 0;
    gf_json_as_double(gf_json_get(object, key), &x);
    return x;
}

static double least(double a, double b)
{
    return a < b ? a : b;
}

/* "transformer.h.3.attn" as "transformer.h.*.attn". */
static void name_of(const char *from, char *to, size_t size)
{
    size_t n = 0;
    for (const char *p = from; *p && n + 1 < size; p++) {
        const bool digit = *p >= '0' && *p <= '9' && p > from;
        if (!digit) {
            to[n++] = *p;
        } else if (p[-1] == '.') {
            to[n++] = '*';
        } else if (to[n - 1] != '*') {
            to[n++] = *p;
        }
    }
    to[n] = 0;
}

/* The fastest time of each row so far: interference only makes a machine slower. */
static void take(struct profile *best, const struct gf_json *json, bool first)
{
    size_t i = 0;
    for (const struct gf_json *op = gf_json_get(json, "ops")->first; op && i < MAX_ROWS;
         op = op->next, i++) {
        struct group *row = &best->rows[i];
        const double forward = number(op, "forward_ms");
        const double backward = number(op, "backward_ms");
        name_of(cli_member(op, "name"), row->name, sizeof row->name);
        row->forward = first ? forward : least(row->forward, forward);
        row->backward = first ? backward : least(row->backward, backward);
        row->flops = number(op, "flops");
    }
    const double other = number(json, "other_ms");
    best->other = first ? other : least(best->other, other);
    best->n = i;
}

/* Merges rows of the same name. */
static void join(struct profile *p)
{
    size_t n = 0;
    for (size_t i = 0; i < p->n; i++) {
        size_t k = 0;
        while (k < n && strcmp(p->rows[k].name, p->rows[i].name) != 0) k++;
        if (k == n) {
            p->rows[n++] = p->rows[i];
            continue;
        }
        p->rows[k].forward += p->rows[i].forward;
        p->rows[k].backward += p->rows[i].backward;
        p->rows[k].flops += p->rows[i].flops;
    }
    p->n = n;
}

static void print(const struct profile *p, double peak)
{
    double sum = p->other;
    for (size_t i = 0; i < p->n; i++) {
        sum += p->rows[i].forward + p->rows[i].backward;
    }
    printf("    %-28s %10s %10s %7s %9s\n", "", "forward ms", "backward", "share",
           "of peak");
    for (size_t i = 0; i < p->n; i++) {
        const struct group *g = &p->rows[i];
        const double ms = g->forward + g->backward;
        printf("    %-28s %10.3f %10.3f %5.1f %%", g->name, g->forward, g->backward,
               100 * ms / sum);
        if (g->flops > 0) {
            printf(" %7.0f %%", 1e-4 * g->flops / ms / peak);
        }
        putchar('\n');
    }
    printf("    %-28s %10.3f %10s %5.1f %%\n", "other", p->other, "",
           100 * p->other / sum);
}

enum gf_status cli_bench_ops(struct gf_lab *lab, double seconds, double peak,
                             struct gf_error *err)
{
    static struct profile best;
    enum gf_status status = GF_OK;
    const double begin = cli_now();
    for (int i = 0; status == GF_OK && (i < MIN_STEPS || cli_now() - begin < seconds);
         i++) {
        struct gf_arena arena = {0};
        struct gf_buffer out = {.arena = &arena};
        status = gf_lab_profile(lab, clock_ms, &out, err);
        if (status == GF_OK) {
            const struct gf_json *json = gf_json_parse(&arena, out.data, out.n, err);
            status = json ? GF_OK : err->status;
            if (json) {
                take(&best, json, i == 0);
            }
        }
        gf_arena_free(&arena);
    }
    if (status == GF_OK) {
        join(&best);
        print(&best, peak);
    }
    return status;
}
