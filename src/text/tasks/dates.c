/* Dates in common spellings, to be written as in ISO 8601.
 * SPDX-License-Identifier: MIT */
#include "text/tasks/example.h"

static const char *const months[] = {"January",   "February", "March",    "April",
                                     "May",       "June",     "July",     "August",
                                     "September", "October",  "November", "December"};
static const char *const weekdays[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                       "Thursday", "Friday", "Saturday"};

static uint32_t days_of_month(uint32_t year, uint32_t month)
{
    static const uint32_t days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return days[month - 1] + (month == 2 && leap);
}

/* 0: Sunday. T. Sakamoto's method (comp.lang.c, 1992): the year begins in March, and the
 * table holds how far each month's first day is shifted. */
static uint32_t weekday(uint32_t year, uint32_t month, uint32_t day)
{
    static const uint32_t shift[] = {0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4};
    uint32_t y = year - (month < 3);
    return (y + y / 4 - y / 100 + y / 400 + shift[month - 1] + day) % 7;
}

static const char *ordinal(uint32_t day)
{
    uint32_t last = day / 10 == 1 ? 0 : day % 10;
    return last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th";
}

/* %d day, %e day with two digits, %o day as in 3rd, %m month as a word, %s its first
 * three letters, %n month with two digits, %y year, %w weekday. */
static const char *const spellings[] = {"%d %m %y",   "%m %d, %y", "%d %s %y",
                                        "%s %d, %y",  "%e.%n.%y",  "%w, %d %m %y",
                                        "%o of %m %y"};

static void put_part(struct gf_buffer *to, char part, uint32_t year, uint32_t month,
                     uint32_t day)
{
    switch (part) {
    case 'o':
        gf_put_unsigned(to, day, 1);
        gf_buffer_puts(to, ordinal(day));
        break;
    case 'm':
        gf_buffer_puts(to, months[month - 1]);
        break;
    case 's':
        gf_buffer_put(to, months[month - 1], 3);
        break;
    case 'w':
        gf_buffer_puts(to, weekdays[weekday(year, month, day)]);
        break;
    default:
        gf_put_unsigned(to,
                        part == 'y'   ? year
                        : part == 'n' ? month
                                      : day,
                        part == 'd' ? 1 : 2);
        break;
    }
}

static void spell(struct gf_buffer *to, const char *spelling, uint32_t year,
                  uint32_t month, uint32_t day)
{
    for (const char *at = spelling; *at; at++) {
        if (*at == '%') {
            put_part(to, *++at, year, month, day);
        } else {
            gf_buffer_put(to, at, 1);
        }
    }
}

void gf_task_date(struct gf_draws *d, struct gf_example *out)
{
    uint32_t year = gf_draw_between(d, 1900, 2099), month = gf_draw_between(d, 1, 12);
    uint32_t day = gf_draw_between(d, 1, days_of_month(year, month));
    struct gf_buffer source = gf_example_text(out->source);
    struct gf_buffer answer = gf_example_text(out->answer);
    spell(&source, spellings[gf_draw(d, GF_COUNT(spellings))], year, month, day);
    spell(&answer, "%y-%n-%e", year, month, day);
}
