/* Classes of tokens, and the rule of badges, without a model.
 * SPDX-License-Identifier: MIT */
#include "harness.h"
#include "inspect/heads/head_badge.h"
#include "scoped.h"

TEST("heads: the class of a token is that of its first character")
{
    static const struct {
        const char *name, *members;
    } rows[] = {{"vowel", "aeiouAEIOUÀÅÆÈÏÒÖØÝàåæèïòöøý"},
                {"consonant", "bcdfyzBCYZÇÐÑÞßçðñþÿ"},
                {"digit", "0189"},
                {"space", " \t\u00a0"},
                {"newline", "\n\r"},
                {"punctuation", "!/:@[`{~¡¿‐–’…⁞"},
                {"other", "×÷ĀōЖ中\u200f\u205f🙂"}};
    SCOPED_BUFFER(text);
    struct gf_tokenizer t = {0};
    for (size_t k = 0; k < GF_COUNT(rows); k++) gf_buffer_puts(&text, rows[k].members);
    CHECK_OK(gf_tokenizer_build(&t, &arena, NULL, text.data, text.n, &why));
    for (size_t k = 0; k < GF_COUNT(rows); k++) {
        int32_t ids[64];
        size_t n = 0;
        CHECK_OK(gf_tokenizer_encode(&t, rows[k].members, strlen(rows[k].members), ids,
                                     &n, &why));
        for (size_t i = 0; i < n; i++) {
            size_t n_bytes;
            const char *piece = gf_tokenizer_text(&t, ids[i], &n_bytes);
            const char *class = gf_class_name(gf_class_of(&t, ids[i]));
            CHECK_THAT(strcmp(class, rows[k].name) == 0, "%.*s is of class %s",
                       (int)n_bytes, piece, class);
        }
    }
}

TESTS(test_badge)
{
    const struct gf_claim clear = {GF_PATTERN_BACK, 1, 0.46, 0.04};
    const struct gf_claim weak = {GF_PATTERN_BACK, 1, 0.28, 0.04};
    const struct gf_claim two = {GF_PATTERN_BACK, 2, 0.46, 0.04};
    const struct gf_claim sink = {GF_PATTERN_FIRST, 0, 0.6, 0.04};
    const struct gf_claim none = {.pattern = -1};
    test("badge: a clear claim in two head reports in a row names the head");
    CHECK(gf_badge_holds(&clear, &clear));
    test("badge: none if the excess is below 0.25 in either report");
    CHECK(!gf_badge_holds(&weak, &clear));
    CHECK(!gf_badge_holds(&clear, &weak));
    test("badge: none if the pattern or the offset changes");
    CHECK(!gf_badge_holds(&clear, &sink));
    CHECK(!gf_badge_holds(&clear, &two));
    CHECK(!gf_badge_holds(&clear, &none));
    test("badge: a model that is not trained needs one head report");
    CHECK(gf_badge_holds(&clear, NULL));
    CHECK(!gf_badge_holds(&weak, NULL));

    test("badge: the claim has the largest excess; rare matches do not count");
    double distances[40] = {30, 10}, ones[40];
    for (int i = 0; i < 40; i++) ones[i] = 100;
    struct gf_head_sums head = {
        .rows = 100,
        .distances = distances,
        .distance_rows = ones,
        .pattern = {[GF_PATTERN_FIRST] = 20, 0, 5, 4, 3},
        .pattern_rows = {[GF_PATTERN_FIRST] = 100, 100, 50, 9, 4}};
    double even[40] = {4, 4, 4, 4, 4, 4, 4, 4, 4};
    struct gf_head_sums chance = head;
    chance.distances = even;
    chance.pattern[GF_PATTERN_FIRST] = 4;
    /* Far beyond chance, in 9 and 4 of 100 rows. */
    chance.pattern[GF_PATTERN_NEXT_2] = chance.pattern[GF_PATTERN_NEXT_3] = 0;
    struct gf_claim claim = gf_head_claim(&head, &chance);
    CHECK(claim.pattern == GF_PATTERN_SELF);
    CHECK_NEAR(claim.score - claim.chance, 0.26, 1e-12);
}

TEST("heads: offsets go as far back as every row has a key")
{
    double distances[] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    double rows[] = {10, 10, 10, 10, 10, 9, 8, 7, 6};
    const struct gf_head_sums head = {
        .rows = 10, .distances = distances, .distance_rows = rows};
    CHECK(gf_best_offset(&head) == 4);
    for (size_t d = 0; d < 9; d++) rows[d] = 10;
    CHECK(gf_best_offset(&head) == GF_OFFSETS);
    distances[2] = 9;
    CHECK(gf_best_offset(&head) == 2);
}
