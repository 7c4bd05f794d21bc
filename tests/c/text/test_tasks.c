/* Generated tasks: answers are right, lines are distinct, and the same on every platform.
 * SPDX-License-Identifier: MIT */
#include "text/tasks/tasks.h"
#include "harness.h"
#include "out_of_memory.h"
#include "scoped.h"

enum { N_EXAMPLES = 3000 };

static enum gf_status write_lines(enum gf_task task, uint64_t seed, size_t n_lines,
                                  enum gf_task_layout layout, struct gf_buffer *out,
                                  struct gf_error *err)
{
    struct gf_task_options options = {
        .task = task, .seed = seed, .n_lines = n_lines, .layout = layout};
    return gf_task_write(&options, out, err);
}

/* Runs a check over many examples of a task. */
static void each(enum gf_task task,
                 bool (*right)(const char *source, const char *answer))
{
    for (uint64_t i = 0; i < N_EXAMPLES; i++) {
        struct gf_example e;
        gf_task_example(&(struct gf_task_options){.task = task, .seed = test_seed()}, i,
                        &e);
        CHECK_THAT(right(e.source, e.answer), "%s -> %s", e.source, e.answer);
    }
}

static bool letters(const char *s, size_t least, size_t most)
{
    size_t n = strspn(s, "abcdefghijklmnopqrstuvwxyz");
    return s[n] == '\0' && n >= least && n <= most;
}

static bool copied(const char *s, const char *a)
{
    return letters(s, 4, 12) && strcmp(s, a) == 0;
}

static bool reversed(const char *s, const char *a)
{
    size_t n = strlen(s);
    bool ok = letters(s, 4, 12) && strlen(a) == n;
    for (size_t i = 0; ok && i < n; i++) ok = s[i] == a[n - 1 - i];
    return ok;
}

static bool sorted(const char *s, const char *a)
{
    int counts[128] = {0};
    size_t n = strlen(s);
    bool ok = letters(s, 4, 12) && strlen(a) == n;
    for (size_t i = 0; ok && i < n; i++) {
        ok = i == 0 || a[i - 1] <= a[i];
        counts[(unsigned char)s[i]]++;
        counts[(unsigned char)a[i]]--;
    }
    for (int c = 0; c < 128; c++) ok = ok && counts[c] == 0;
    return ok;
}

static bool repeated(const char *s, const char *a)
{
    return letters(s, 8, 24) && strcmp(s, a) == 0;
}

/* Different letters of a to l, and all of them again in the same circle. */
static bool rotated(const char *s, const char *a)
{
    size_t n = strlen(s);
    bool ok = n >= 4 && n <= 8 && strspn(s, "abcdefghijkl") == n && strlen(a) == n;
    for (size_t i = 0; ok && i < n; i++) ok = strchr(s + i + 1, s[i]) == NULL;
    return ok && strstr(printed("%s%s", s, s), a);
}

static bool adds(const char *s, const char *a, int sum)
{
    int x, y;
    return strlen(s) == 5 && strlen(a) == 3 && sscanf(s, "%2d+%2d", &x, &y) == 2 &&
           x + y == sum;
}

static bool added(const char *s, const char *a)
{
    return adds(s, a, (a[0] - '0') + 10 * (a[1] - '0') + 100 * (a[2] - '0'));
}

static bool added_plainly(const char *s, const char *a)
{
    return adds(s, a, atoi(a));
}

static bool added_modulo_59(const char *s, const char *a)
{
    int x, y, n = 0;
    return sscanf(s, "%d + %d%n", &x, &y, &n) == 2 && s[n] == '\0' && x < 59 &&
           y < 59 && (x + y) % 59 == atoi(a);
}

/* Conversely: brackets of the source followed by its answer cancel pair by pair. */
static bool closed(const char *s, const char *a)
{
    char text[80];
    snprintf(text, sizeof text, "%s%s", s, a);
    for (bool changed = true; changed;) {
        changed = false;
        for (char *at = text; *at; at++) {
            if (strncmp(at, "()", 2) == 0 || strncmp(at, "[]", 2) == 0 ||
                strncmp(at, "{}", 2) == 0) {
                memmove(at, at + 2, strlen(at + 2) + 1);
                changed = true;
                break;
            }
        }
    }
    return text[0] == '\0' && strspn(a, ")]}") == strlen(a) && strlen(s) >= 4 &&
           strlen(s) <= 20 && strlen(a) <= 8;
}

static bool vowels_marked(const char *s, const char *a)
{
    bool ok = strlen(s) == strlen(a) && letters(s, 0, 99) == !strchr(s, ' ');
    for (size_t i = 0; ok && s[i]; i++)
        ok = a[i] == (s[i] == ' ' ? '-' : strchr("aeiou", s[i]) ? 'v' : 'c');
    return ok;
}

TEST("tasks: copy, reverse, sort and repeat give the right answers")
{
    each(GF_TASK_COPY, copied);
    each(GF_TASK_REVERSE, reversed);
    each(GF_TASK_SORT, sorted);
    each(GF_TASK_REPEAT, repeated);
    test("tasks: rotate writes different letters again, from any of them on");
    each(GF_TASK_ROTATE, rotated);
    test("tasks: sums are right, with their digits reversed");
    each(GF_TASK_ADDITION, added);
    each(GF_TASK_ADDITION_PLAIN, added_plainly);
    test("tasks: sums modulo 59 are right");
    each(GF_TASK_MODULAR, added_modulo_59);
    test("tasks: the answer closes exactly the brackets that are open");
    each(GF_TASK_BRACKETS, closed);
    test("tasks: every character has the label of its class");
    each(GF_TASK_VOWELS, vowels_marked);
}

static int days_in(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return month == 2 && leap ? 29 : days[month - 1];
}

/* By counting the days since 1 January 1900, a Monday. */
static const char *weekday(int year, int month, int day)
{
    static const char *const names[] = {"Monday", "Tuesday",  "Wednesday", "Thursday",
                                        "Friday", "Saturday", "Sunday"};
    int n = day - 1;
    for (int y = 1900; y < year; y++) n += days_in(y, 2) == 29 ? 366 : 365;
    for (int m = 1; m < month; m++) n += days_in(year, m);
    return names[n % 7];
}

static bool dated(const char *s, const char *a)
{
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    int year, month, day;
    char digits[12];
    if (sscanf(a, "%4d-%2d-%2d", &year, &month, &day) != 3 || strlen(a) != 10 ||
        year < 1900 || year > 2099 || month < 1 || month > 12 || day < 1 ||
        day > days_in(year, month))
        return false;
    snprintf(digits, sizeof digits, "%d", day);
    char name[4] = {0};
    memcpy(name, months + 3 * (month - 1), 3);
    bool ok = strstr(s, printed("%d", year)) && strstr(s, digits);
    if (!strstr(s, name) && strcmp(s, printed("%02d.%02d.%04d", day, month, year)) != 0)
        return false;
    /* 1st, 2nd, 3rd, 4th to 20th, 21st … */
    static const char *const ends[] = {"th of", "st of", "nd of", "rd of"};
    snprintf(digits, sizeof digits, "%d%s", day,
             ends[day > 3 && day < 21 ? 0
                  : day % 10 < 4      ? day % 10
                                      : 0]);
    if (strstr(s, " of ") && strncmp(s, digits, strlen(digits)) != 0) return false;
    snprintf(digits, sizeof digits, "%d", day);
    return ok && (!strstr(s, "day") || strncmp(s, weekday(year, month, day),
                                               strlen(weekday(year, month, day))) == 0);
}

TEST("tasks: dates exist, agree on both sides and have the right weekday")
{
    each(GF_TASK_DATES, dated);
}

TEST("tasks: every word and punctuation mark has a label; digits are numbers")
{
    SCOPED_BUFFER(text);
    struct gf_pairs p = {0};
    struct gf_pairs_options o = {
        .form = GF_FORM_TAGGING, .kind = GF_TOKENIZER_WORDS, .val_fraction = 0.2};
    CHECK_OK(write_lines(GF_TASK_NAMES, test_seed(), 2000, GF_TASK_PAIRS, &text, &why));
    CHECK_OK(gf_pairs_build(&p, &arena, &o, text.data, text.n, &why));
    CHECK(p.n_pairs == 2000 && p.labels.n_vocab == 3);
    CHECK_THAT(p.T <= 12, "T is %zu", p.T);
    int with_name[2] = {0, 0}; /* "mark" as a word and as a name */
    for (size_t i = 0; i < p.n_pairs; i++) {
        size_t n = 0, length = 0;
        const int32_t *source = gf_pairs_source_of(&p, i, &n);
        const int32_t *marks = gf_pairs_answer_of(&p, i, &n);
        for (size_t j = 0; j < n; j++) {
            const char *word = gf_tokenizer_text(&p.tokenizer, source[j], &length);
            bool is_mark = length == 4 && memcmp(word, "mark", 4) == 0;
            const char *as = gf_tokenizer_text(&p.labels, marks[j], &length);
            CHECK(word[0] > '9' || word[0] < '0' || memcmp(as, "number", 6) == 0);
            with_name[as[0] == 'n' && as[1] == 'a'] += is_mark;
        }
    }
    CHECK(with_name[0] > 20 && with_name[1] > 20);
}

TEST("tasks: lines are distinct, fewer lines are a prefix of more, and all 10,000 sums "
     "come")
{
    SCOPED_ARENA(arena);
    struct gf_buffer some = {.arena = &arena}, all = {.arena = &arena};
    static bool seen[10000];
    uint64_t seed = test_seed();
    CHECK_OK(write_lines(GF_TASK_ADDITION, seed, 700, GF_TASK_TEXT, &some, &why));
    CHECK_OK(write_lines(GF_TASK_ADDITION, seed, 10000, GF_TASK_TEXT, &all, &why));
    CHECK(all.n == 100000 && some.n == 7000);
    CHECK_BYTES(all.data, some.data, some.n);
    memset(seen, 0, sizeof seen);
    for (size_t i = 0; i < 10000; i++) {
        int x = 0, y = 0;
        CHECK(sscanf(all.data + 10 * i, "%2d+%2d=", &x, &y) == 2);
        CHECK_THAT(!seen[100 * x + y], "%d+%d came twice", x, y);
        seen[100 * x + y] = true;
    }
    CHECK_SAYS(write_lines(GF_TASK_ADDITION, seed, 10001, GF_TASK_TEXT, &some, &why),
               GF_BAD_CONFIG, "does not have 10001 different lines");
    CHECK(some.n == 7000);
}

TEST("tasks: modular has every pair of numbers once, and a token for each number")
{
    SCOPED_BUFFER(text);
    struct gf_pairs pairs = {0};
    enum { P = 13 };
    bool seen[P][P] = {{false}};
    struct gf_task_options options = {.task = GF_TASK_MODULAR,
                                      .seed = test_seed(),
                                      .n_lines = 7,
                                      .modulus = P,
                                      .layout = GF_TASK_PAIRS};
    CHECK_OK(gf_task_write(&options, &text, &why));
    struct gf_pairs_options form = {
        .form = GF_FORM_CONTINUE, .kind = GF_TOKENIZER_WORDS, .val_fraction = 0.6};
    CHECK_OK(gf_pairs_build(&pairs, &arena, &form, text.data, text.n, &why));
    CHECK(pairs.n_pairs == P * P && pairs.n_train == P * P * 4 / 10);
    CHECK_THAT(pairs.tokenizer.n_vocab == P + 4, "%zu: numbers, +, three of pairs",
               pairs.tokenizer.n_vocab);
    CHECK(pairs.T == 5);
    const char *at = text.data;
    for (size_t i = 0; i < pairs.n_pairs; i++) {
        int x = 0, y = 0, sum = -1;
        CHECK(sscanf(at, "%d + %d\t%d", &x, &y, &sum) == 3 && sum == (x + y) % P);
        CHECK_THAT(!seen[x][y], "%d + %d came twice", x, y);
        seen[x][y] = true;
        at = strchr(at, '\n') + 1;
    }
}

TEST("tasks: 12,000 lines of repeat are 400,000 characters, 28 of them distinct")
{
    SCOPED_BUFFER(text);
    struct gf_tokenizer t = {0};
    CHECK_OK(write_lines(GF_TASK_REPEAT, 1, 12000, GF_TASK_TEXT, &text, &why));
    CHECK_OK(gf_tokenizer_build(&t, &arena, NULL, text.data, text.n, &why));
    CHECK(t.n_vocab == 28);
    /* 2 * 16 letters, a bar and a line end: 34 in the mean, standard error 0.1 */
    CHECK_THAT(text.n > 12000 * 33 && text.n < 12000 * 35, "%zu characters", text.n);
}

static void check_digest(int first, int end, const char *expected)
{
    SCOPED_BUFFER(text);
    for (int task = first; task < end; task++)
        CHECK_OK(write_lines((enum gf_task)task, 7, 200, GF_TASK_TEXT, &text, &why));
    char digest[GF_SHA256_HEX];
    gf_sha256_hex(text.data, text.n, digest);
    CHECK_TEXT(digest, expected);
}

TEST("tasks: the lines of seed 7 are the same bytes on every platform")
{
    check_digest(0, GF_TASK_MODULAR,
                 "10c329899a14e1437cbd544c2cdff6452afa103a033cc3427f175ea6b4e68106");
    check_digest(GF_TASK_MODULAR, GF_TASK_COUNT,
                 "50feebc9cd5f444317a5a3b6b505ce7f6e032f631ceeba78a4a1c2299fafbaa5");
}

TEST("tasks: each has a name and a separator")
{
    for (int task = 0; task < GF_TASK_COUNT; task++) {
        const struct gf_task_info *info = gf_task_info((enum gf_task)task);
        CHECK(info && info->name[0] && info->between[0]);
    }
    CHECK(!gf_task_info(GF_TASK_COUNT));
    SCOPED_BUFFER(text);
    CHECK(write_lines(GF_TASK_COUNT, 1, 5, GF_TASK_TEXT, &text, NULL) ==
          GF_BAD_ARGUMENT);
}

static enum gf_status write_dates(struct gf_arena *arena, struct gf_error *err)
{
    struct gf_buffer text = {.arena = arena};
    enum gf_status status =
        write_lines(GF_TASK_DATES, 1, 100, GF_TASK_PAIRS, &text, err);
    CHECK(status == GF_OK || text.n == 0);
    return status;
}

TEST("tasks: when any allocation fails, nothing changes and nothing leaks")
{
    CHECK_OUT_OF_MEMORY(write_dates(&failing, &why), 4);
}
