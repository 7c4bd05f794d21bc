/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* isatty */

#include "cli/progress.h"

#include <unistd.h>

/* Often enough to look alive, rare enough to cost nothing. */
#define SHOW_SECONDS 0.1

/* Weight of the newest step in the smoothed time per step. */
#define NEWEST 0.1

#define CLEAR_LINE "\r\033[K"

void cli_progress_begin(struct cli_progress *p, FILE *lines, bool json, int64_t n_steps,
                        int64_t tokens_per_step)
{
    /* JSON on the same terminal would be torn apart by the live line. */
    bool live = isatty(STDERR_FILENO) && !(json && isatty(STDOUT_FILENO));
    *p = (struct cli_progress){.lines = lines,
                               .json = json,
                               .live = live,
                               .n_steps = n_steps,
                               .tokens_per_step = tokens_per_step,
                               .start = cli_now(),
                               .val_loss = __builtin_nan("")};
}

static double tokens_per_second(const struct cli_progress *p)
{
    return 1000 * (double)p->tokens_per_step / p->ms_per_step;
}

/* Over the whole run so far, including evaluations. */
static double eta_seconds(const struct cli_progress *p)
{
    double left = (double)(p->n_steps - p->done);
    return (cli_now() - p->start) / (double)p->done * left;
}

static void write_json(const struct cli_progress *p, const struct gf_progress *now,
                       double val_loss)
{
    const struct cli_number rows[] = {
        {"step", (double)now->step},     {"loss", now->loss},
        {"val_loss", val_loss},          {"learning_rate", now->lr},
        {"grad_norm", now->grad_norm},   {"tokens_per_second", tokens_per_second(p)},
        {"ms_per_step", p->ms_per_step}, {"eta_seconds", eta_seconds(p)}};
    /* No key for what was not measured. */
    cli_print_numbers(rows, GF_COUNT(rows), true);
}

static void write_line(const struct cli_progress *p, const struct gf_progress *now,
                       double val_loss)
{
    char rate[32];
    if (p->live) {
        fputs(CLEAR_LINE, stderr);
    }
    fprintf(p->lines,
            "step %6.0f   loss %.4f   validation loss %.4f   rate %.2e   %s tokens/s\n",
            (double)now->step, now->loss, val_loss, now->lr,
            cli_count(rate, tokens_per_second(p)));
    fflush(p->lines);
}

static void show(struct cli_progress *p, const struct gf_progress *now)
{
    char rate[32], left[32];
    p->last_shown = cli_now();
    fprintf(stderr, CLEAR_LINE "%3.0f %%  step %.0f  loss %.3f",
            100 * (double)p->done / (double)p->n_steps, (double)now->step, now->loss);
    if (p->val_loss == p->val_loss) {
        fprintf(stderr, "  validation loss %.3f", p->val_loss);
    }
    fprintf(stderr, "  %s tokens/s  %s left", cli_count(rate, tokens_per_second(p)),
            cli_duration(left, eta_seconds(p)));
    fflush(stderr);
}

void cli_progress_step(struct cli_progress *p, const struct gf_progress *now,
                       double seconds, double val_loss)
{
    double ms = 1000 * seconds, old = p->ms_per_step;
    p->ms_per_step = p->done == 0 ? ms : old + NEWEST * (ms - old);
    p->done++;
    bool measured = val_loss == val_loss;
    p->val_loss = measured ? val_loss : p->val_loss;
    if (p->json) {
        write_json(p, now, val_loss);
    } else if (measured) {
        write_line(p, now, val_loss);
    }
    if (p->live && cli_now() - p->last_shown >= SHOW_SECONDS) {
        show(p, now);
    }
}

void cli_progress_end(struct cli_progress *p)
{
    if (p->live) {
        fputs(CLEAR_LINE, stderr);
    }
}
