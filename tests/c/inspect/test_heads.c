/* Scores of heads against their definitions, computed directly in double, and against the
 * values of chance that follow from the definitions.
 * SPDX-License-Identifier: MIT */
#include "api/session.h"
#include "harness.h"
#include "inspect/heads/head_badge.h"
#include "inspecting.h"
#include "sessions.h"

struct reference {
    double rows, first, focus, choices, distance, spread, top, same;
    double near[64], near_rows[64]; /* by distance back */
    double next[4], next_rows[4], classes[GF_CLASS_COUNT];
    double stripe, stripe_rows, line, line_rows, place, place_rows;
    double first_copy, second_copy, copy_rows;
};

static bool has_prefix(const int32_t *t, size_t i, size_t j, size_t k)
{
    if (j < k || j >= i) return false;
    for (size_t m = 0; m < k; m++)
        if (t[j - k + m] != t[i + 1 - k + m]) return false;
    return true;
}

static double n_visible(const struct seen *seen, size_t i)
{
    double n = 0;
    for (size_t j = 0; j < seen->n; j++) n += may_see(seen, i, j);
    return n;
}

/* What depends on a key's own token or its place. */
static void slow_keys(struct reference *s, struct inspection *l,
                      const struct seen *seen, size_t i)
{
    const struct gf_tokenizer *tokenizer = &l->session->model.tokenizer;
    const double *a = seen->A + i * seen->n, chance = 1 / n_visible(seen, i);
    const int32_t *t = seen->key;
    double sum = 0;
    const size_t before = seen->site->queries == seen->site->keys ? i : 0;
    for (size_t j = 0; j < seen->n; j++) {
        const bool may = may_see(seen, i, j);
        CHECK_THAT(may || a[j] == 0, "row %zu attends to %zu", i, j);
        sum += a[j];
        s->classes[gf_class_of(tokenizer, t[j])] += a[j] - (may ? chance : 0);
        if (j > i) continue;
        s->near[i - j] += a[j];
        s->near_rows[i - j] += 1;
    }
    CHECK_NEAR(sum, 1, 1e-6);
    for (size_t j = 0; j < before; j++) s->same += t[j] == t[i] ? a[j] : 0;
    for (size_t k = 1; k <= 3; k++) {
        bool any = false;
        for (size_t j = 0; j < before; j++) {
            bool match = has_prefix(t, i, j, k);
            s->next[k] += match ? a[j] : 0;
            any = any || match;
        }
        s->next_rows[k] += any;
    }
}

static void slow_row(struct reference *s, const struct seen *seen, size_t i)
{
    const double *a = seen->A + i * seen->n, n = n_visible(seen, i);
    double entropy = 0, mean = 0, spread = 0, top = 0;
    for (size_t j = 0; j < seen->n; j++) {
        entropy -= a[j] > 0 ? a[j] * log(a[j]) : 0;
        mean += a[j] * ((double)i - (double)j);
        top = fmax(top, a[j]);
    }
    for (size_t j = 0; j < seen->n; j++) {
        double off = (double)i - (double)j - mean;
        spread += a[j] * off * off;
    }
    s->rows += 1;
    s->first += a[0];
    s->focus += n > 1 ? 1 - entropy / log(n) : 0;
    s->choices += exp(entropy);
    s->distance += mean;
    s->spread += sqrt(spread);
    s->top += top;
}

static const char *half_twice(struct inspection *l, const char *window)
{
    char *twice = gf_arena_alloc(&l->arena, l->T + 2);
    size_t n = l->T / 2;
    memcpy(twice, window, n);
    memcpy(twice + n, window, n);
    return twice;
}

static bool is_rotated(const char *s, const char *t, size_t n, size_t by)
{
    for (size_t k = 0; k < n; k++)
        if (t[k] != s[(k + by) % n]) return false;
    return true;
}

/* Complete lines s|t in the window, after a line break; t is s rotated. */
static void slow_lines(struct reference *s, const char *text, const double *A,
                       const double *loss, size_t T)
{
    for (const char *at = strchr(text, '\n'); at; at = strchr(at + 1, '\n')) {
        size_t start = (size_t)(at + 1 - text), end = start + strcspn(at + 1, "\n");
        size_t n = (end - start) / 2;
        const char *first = text + start, *second = first + n + 1;
        if ((end - start) % 2 == 0 || n < 2 || text[start + n] != '|') continue;
        size_t by = 0;
        while (by < n && !is_rotated(first, second, n, by)) by++;
        for (size_t k = 0; by < n && k + 1 < n; k++) {
            size_t i = start + n + 1 + k, after = (k + by) % n + 1;
            s->first_copy += loss[start + k];
            s->second_copy += loss[i];
            s->copy_rows += 1;
            if (after < n) {
                s->line += A[i * T + start + after];
                s->line_rows += 1;
            }
            if (by > 0) {
                s->place += A[i * T + start + k + 1];
                s->place_rows += 1;
            }
        }
    }
}

/* The rows of the second half of a text that is there twice. */
static void slow_stripe(struct reference *s, struct inspection *l, const char *text,
                        size_t layer, size_t head, bool chance)
{
    const size_t n = l->T / 2;
    run_text(l, half_twice(l, text));
    const double *A = attention(l, layer, head, 2 * n);
    for (size_t i = n; i < 2 * n; i++) {
        s->stripe += chance ? 1.0 / (double)(i + 1) : A[i * 2 * n + i - n + 1];
        s->stripe_rows += 1;
    }
}

/* One head over P, or what its attention would score by chance. */
static struct reference slow_scores(struct inspection *l, size_t layer, size_t head,
                                    bool chance)
{
    struct reference s = {0};
    for (size_t w = 0; w < 8; w++) {
        run_probe(l, w);
        const struct seen seen = seen_by(l, layer, head);
        for (size_t k = 0; chance && k < seen.rows * seen.n; k++) {
            const size_t i = k / seen.n;
            seen.A[k] = may_see(&seen, i, k % seen.n) ? 1 / n_visible(&seen, i) : 0;
        }
        for (size_t i = seen.first; i < seen.rows; i++) {
            if (seen.query[i] == seen.pad) continue;
            slow_row(&s, &seen, i);
            slow_keys(&s, l, &seen, i);
        }
        if (l->session->form != GF_FORM_TEXT) continue;
        const char *text = probe_text(l, w);
        slow_lines(&s, text, seen.A, tensor(l, "loss"), l->T);
        slow_stripe(&s, l, text, layer, head, chance);
    }
    return s;
}

/* Weights are floats that sum to 1 within a few 1e-7, and ln A comes from scores of order
 * 10 with their own rounding of 1e-6. */
#define TOLERANCE 5e-6

/* Where every row has a key so far back. */
static double back_of(const struct reference *s, size_t offset)
{
    return s->near_rows[offset] < s->rows ? (double)NAN : s->near[offset] / s->rows;
}

static void compare(const struct gf_json *head, const char *which,
                    const struct reference *s)
{
    const size_t offset = (size_t)number(head, "offset");
    const struct {
        const char *name;
        double want, scale;
    } rows[] = {{"back", back_of(s, offset), 1},
                {"self", s->near[0] / s->rows, 1},
                {"first", s->first / s->rows, 1},
                {"same", s->same / s->rows, 1},
                {"next_1", s->next[1] / s->next_rows[1], 1},
                {"next_2", s->next[2] / s->next_rows[2], 1},
                {"next_3", s->next[3] / s->next_rows[3], 1},
                {"stripe", s->stripe / s->stripe_rows, 1},
                {"line", s->line / s->line_rows, 1},
                {"place", s->place / s->place_rows, 1},
                {"focus", s->focus / s->rows, 1},
                {"choices", s->choices / s->rows, 10},
                {"distance", s->distance / s->rows, 10},
                {"spread", s->spread / s->rows, 10},
                {"top", s->top / s->rows, 1}};
    for (size_t i = 0; i < GF_COUNT(rows); i++) {
        double got = number(head, "%s.%s", which, rows[i].name);
        bool same = isnan(rows[i].want)
                        ? isnan(got)
                        : fabs(got - rows[i].want) <= TOLERANCE * rows[i].scale;
        CHECK_THAT(same, "%s.%s is %.9g, not %.9g", which, rows[i].name, got,
                   rows[i].want);
    }
}

static void check_head(struct inspection *l, const struct gf_json *report, size_t i)
{
    const struct reference s = slow_scores(l, i / l->H, i % l->H, false);
    const struct gf_json *heads = gf_json_get(report, "heads"), *head = heads->first;
    for (size_t k = 0; k < i; k++) head = head->next;
    compare(head, "scores", &s);
    const size_t offset = (size_t)number(head, "offset");
    for (size_t k = 1; k <= 8; k++) {
        double got = number(head, "back.%zu", k - 1), want = back_of(&s, k);
        CHECK(isnan(want) ? isnan(got) : fabs(got - want) <= TOLERANCE);
        CHECK(isnan(want) || s.near[k] <= s.near[offset] + 1e-5);
    }
    for (int c = 0; c < GF_CLASS_COUNT; c++)
        CHECK_NEAR(number(head, "classes.%d", c), s.classes[c] / s.rows, TOLERANCE);
    for (size_t d = 0; d < l->T; d++)
        CHECK_NEAR(cell(report, "by_distance", i, d),
                   s.near_rows[d] > 0 ? s.near[d] / s.near_rows[d] : 0, TOLERANCE);
    const struct reference u = slow_scores(l, i / l->H, i % l->H, true);
    compare(head, "chance", &u);
}

static void test_scores(const char *what, const char *config, bool lines)
{
    test("heads: scores, and weight by distance, equal their definitions on %s", what);
    struct inspection l SCOPED(inspection_close);
    inspection_open(&l, config, 40, lines);
    const struct gf_json *report = ask(&l, "{'what':'head_report','repeat':true}");
    const size_t n_head = l.H * length(facts(&l), "structure.attentions");
    CHECK(length(report, "heads") == n_head);
    for (size_t i = 0; i < n_head; i++) check_head(&l, report, i);
}

TEST("heads: the gain from repetition compares the same characters in both copies")
{
    struct inspection l SCOPED(inspection_close);
    inspection_open(&l, "", 40, true);
    const struct gf_json *report = ask(&l, "{'what':'head_report','repeat':true}");
    double first = 0, second = 0, rows = 0;
    size_t n = l.T / 2;
    for (size_t w = 0; w < 8; w++) {
        run_text(&l, half_twice(&l, probe_text(&l, w)));
        const double *loss = tensor(&l, "loss");
        for (size_t i = 0; i + 1 < n; i++) {
            first += loss[i];
            second += loss[n + i];
            rows++;
        }
    }
    CHECK_NEAR(number(report, "repeat.first"), first / rows, 1e-9);
    CHECK_NEAR(number(report, "repeat.second"), second / rows, 1e-9);
    CHECK_NEAR(number(report, "repeat.gain"), (first - second) / rows, 1e-9);

    test("heads: the gain in repeated lines is that of the letters both copies have");
    struct reference s = {0};
    for (size_t w = 0; w < 8; w++) {
        const char *text = probe_text(&l, w);
        run_text(&l, text);
        const double *loss = tensor(&l, "loss");
        slow_lines(&s, text, attention(&l, 0, 0, l.T), loss, l.T);
    }
    CHECK(s.copy_rows > 8);
    CHECK_NEAR(number(report, "lines.first"), s.first_copy / s.copy_rows, 1e-9);
    CHECK_NEAR(number(report, "lines.second"), s.second_copy / s.copy_rows, 1e-9);
    CHECK_NEAR(number(report, "lines.gain"),
               (s.first_copy - s.second_copy) / s.copy_rows, 1e-9);
}

/* The largest excess over chance of the patterns in the answer; NAN and null do not count. */
static void check_claim(const struct gf_json *head)
{
    const char *name = words(head, "claim.pattern");
    if (!CHECK(name != NULL)) return;
    CHECK(number(head, "claim.score") == number(head, "scores.%s", name));
    CHECK(number(head, "claim.chance") == number(head, "chance.%s", name));
    CHECK(number(head, "claim.offset") ==
          (strcmp(name, "back") == 0 ? number(head, "offset") : 0));
    static const char *const certain[] = {"back", "self", "first", "same", "next_1"};
    for (size_t i = 0; i < GF_COUNT(certain); i++) {
        double excess = number(head, "scores.%s", certain[i]);
        excess -= number(head, "chance.%s", certain[i]);
        CHECK(excess <= number(head, "claim.score") - number(head, "claim.chance"));
    }
}

/* Positions on a circle, and queries turned back by `offset` of them: head 0.0 attends so far
 * back. Two channels and their negatives, whose mean is 0. */
static void test_claim(int offset)
{
    test("heads: one that looks %d back claims that, with its score and its chance",
         offset);
    INSPECTION(l, "", 0);
    const size_t C = l.C, D = C / l.H;
    const double angle = 6.283185307179586 / 46, turn = angle * offset;
    float *values = weights_of(&l);
    float *weight = place(&l, values, "transformer.h.0.attn.c_attn.weight");
    float *at = place(&l, values, "transformer.wpe.weight");
    memset(weight, 0, D * C * sizeof *weight);
    memset(weight + C * C, 0, D * C * sizeof *weight);
    for (size_t i = 0; i < l.T; i++) {
        double x = 500 * cos(angle * (double)i), y = 500 * sin(angle * (double)i);
        const float own[] = {(float)x, (float)-x, (float)y, (float)-y};
        memcpy(at + i * C, own, sizeof own);
    }
    for (size_t k = 0; k < 2; k++) { /* cos, sin of the key; of the query, turned */
        weight[(C + k) * C + 2 * k] = 40;
        weight[k * C + 2 * k] = 40 * (float)cos(turn);
        weight[k * C + 2 - 2 * k] = 40 * (float)(k ? -sin(turn) : sin(turn));
    }
    gf_session_set_weights(l.session, values, 10);
    const struct gf_json *report = ask(&l, "{'what':'head_report'}");
    const struct gf_json *heads = gf_json_get(report, "heads");
    CHECK_TEXT(words(report, "heads.0.claim.pattern"), offset ? "back" : "self");
    CHECK(number(report, "heads.0.claim.offset") == offset);
    CHECK_THAT(number(report, "heads.0.claim.score") > 0.9, "%g",
               number(report, "heads.0.claim.score"));
    double chance = 0;
    for (size_t i = 8; i < l.T; i++) chance += 1 / (double)(i + 1) / (double)(l.T - 8);
    CHECK_NEAR(number(report, "heads.0.claim.chance"), chance, TOLERANCE);
    for (const struct gf_json *h = heads->first; h; h = h->next) check_claim(h);
}

/* Makes head 1.1 attend to the first character: position 0 is large in channel 0, keys read
 * that channel, and all queries match it. */
static float *fixate(struct inspection *l)
{
    size_t C = l->C, D = C / l->H;
    float *values = weights_of(l);
    float *weight = place(l, values, "transformer.h.0.attn.c_attn.weight");
    float *bias = place(l, values, "transformer.h.0.attn.c_attn.bias");
    place(l, values, "transformer.wpe.weight")[0] = 50;
    for (size_t d = 0; d < D; d++) {
        memset(weight + d * C, 0, C * sizeof *weight);
        memset(weight + (C + d) * C, 0, C * sizeof *weight);
        bias[d] = 1;
        weight[(C + d) * C] = 3;
    }
    return values;
}

static bool has_badge(struct inspection *l)
{
    const struct gf_json *report = ask(l, "{'what':'head_report'}");
    CHECK_TEXT(words(report, "heads.0.claim.pattern"), "first");
    return flag(gf_json_get(report, "heads")->first, "badge");
}

/* The session after a way through a file. */
static void reopen(struct inspection *l, enum gf_saved what)
{
    struct gf_buffer file = saved_as(l->session, what, &l->arena);
    gf_session_free(l->session);
    l->session = gf_session_open(file.data, file.n, l->text, l->n_text, "{}", 2, NULL);
}

TESTS(test_badges_over_reports)
{
    INSPECTION(l, "", 0);
    float *values = fixate(&l);
    test("badge: two head reports at one step count once");
    gf_session_set_weights(l.session, values, 10);
    CHECK(!has_badge(&l));
    CHECK(!has_badge(&l));
    test("badge: given at the second step with the same claim");
    gf_session_set_weights(l.session, values, 20);
    CHECK(has_badge(&l));
    CHECK(has_badge(&l));
    test("badge: a reset forgets earlier claims");
    gf_session_set_weights(l.session, values, 5);
    CHECK(!has_badge(&l));
    test("badge: a report on a given text has no effect");
    gf_session_set_weights(l.session, values, 6);
    ask(&l, "{'what':'head_report','text':'the old fox saw a hen'}");
    CHECK(has_badge(&l));
    test("badge: a report on part of the probe set has no effect");
    const struct gf_json *part = ask(&l, "{'what':'head_report','sequences':2}");
    CHECK(!flag(gf_json_get(part, "heads")->first, "badge"));
    double sum = 0, rows = 0;
    for (size_t w = 0; w < 2; w++) {
        run_window(&l, w);
        const double *A = attention(&l, 0, 0, l.T);
        for (size_t i = 8; i < l.T; i++, rows++) sum += A[i * l.T];
    }
    CHECK_NEAR(number(part, "heads.0.scores.first"), sum / rows, TOLERANCE);
    test("badge: nor does one on the beginnings of the probe set");
    part = ask(&l, "{'what':'head_report','tokens':%zu}", l.T - 3);
    CHECK(!flag(gf_json_get(part, "heads")->first, "badge"));
    sum = rows = 0;
    for (size_t w = 0; w < 8; w++) {
        const int32_t *y = run_window(&l, w) + 1;
        const double *z = tensor(&l, "lm_head");
        for (size_t i = 0; i < l.T - 3; i++, rows++) {
            sum += ref_cross_entropy(z + i * l.V, l.V, y[i]);
        }
    }
    CHECK_NEAR(number(part, "loss"), sum / rows, TOLERANCE);
    test("badge: a loaded model needs one report until it is trained further");
    reopen(&l, GF_SAVE_TRAINING);
    CHECK(has_badge(&l));
    gf_session_set_weights(l.session, values, 7);
    CHECK(has_badge(&l));
    gf_session_set_weights(l.session, values, 5);
    CHECK(!has_badge(&l));
    test("badge: so does one that begins at step 0, as those of other programs do");
    gf_session_set_weights(l.session, values, 0);
    reopen(&l, GF_SAVE_WEIGHTS);
    CHECK(has_badge(&l));
}

TESTS(cases)
{
    test_claim(0);
    test_claim(1);
    test_claim(3);
    test_scores("sentences", "", false);
    test_scores("repeated lines", "", true);
    test_scores("answers", ANSWER, false);
    test_scores("labels", TAGGING, false);
    test_scores("pairs in one stream", CONTINUE, false);
}
