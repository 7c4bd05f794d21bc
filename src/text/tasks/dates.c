/* Dates in common spellings, to be written as in ISO 8601.
 * SPDX-License-Identifier: MIT */
#include "text/tasks/example.h"

#include "base/status.h"

#include <string.h>

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

static void put_number(char *to, uint32_t value, int least_digits)
{
    char digits[12];
    int n = 0;
    while (value > 0 || n < least_digits) {
        digits[n++] = (char)('0' + value % 10);
        value /= 10;
    }
    to += strlen(to);
    while (n > 0) {
        *to++ = digits[--n];
    }
}

static void put_part(char *to, char part, uint32_t year, uint32_t month, uint32_t day)
{
    switch (part) {
    case 'd':
        put_number(to, day, 1);
        break;
    case 'e':
        put_number(to, day, 2);
        break;
    case 'o':
        put_number(to, day, 1);
        strcat(to, ordinal(day));
        break;
    case 'm':
        strcat(to, months[month - 1]);
        break;
    case 's':
        strncat(to, months[month - 1], 3);
        break;
    case 'n':
        put_number(to, month, 2);
        break;
    case 'y':
        put_number(to, year, 4);
        break;
    default:
        strcat(to, weekdays[weekday(year, month, day)]);
        break;
    }
}

void gf_task_date(struct gf_draws *d, struct gf_example *out)
{
    uint32_t year = gf_draw_between(d, 1900, 2099), month = gf_draw_between(d, 1, 12);
    uint32_t day = gf_draw_between(d, 1, days_of_month(year, month));
    const char *at = spellings[gf_draw(d, GF_COUNT(spellings))];
    for (; *at; at++) {
        if (*at == '%') {
            put_part(out->source, *++at, year, month, day);
        } else {
            strncat(out->source, at, 1);
        }
    }
    put_number(out->answer, year, 4);
    strcat(out->answer, "-");
    put_number(out->answer, month, 2);
    strcat(out->answer, "-");
    put_number(out->answer, day, 2);
}
