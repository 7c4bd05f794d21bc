/* Errors: the sentence, the parameters as JSON, and errors inside errors.
 * SPDX-License-Identifier: MIT */
#include "base/error.h"
#include "base/json.h"
#include "harness.h"
#include "scoped.h"

TESTS(test_sentence)
{
    struct gf_error err;
    test("error: the sentence and the parameters hold the same values");
    CHECK(gf_fail(&err, GF_E_width_not_divisible, "n_embd", 10, "n_head", -3) ==
          GF_BAD_CONFIG);
    CHECK(err.status == GF_BAD_CONFIG && err.key == GF_E_width_not_divisible);
    CHECK_HAS(err.message, "n_embd (10) must be a multiple of n_head (-3)");
    CHECK_TEXT(err.params, "{\"setting\":\"n_embd\",\"n_embd\":10,\"other\":\"n_head\","
                           "\"n_head\":-3}");
    CHECK_TEXT(gf_error_name(err.key), "width_not_divisible");

    test("error: numbers keep every digit as parameters, six in the sentence");
    gf_fail(&err, GF_E_setting_not_whole, "n_layer", 0.1234567891);
    CHECK_TEXT(err.params, "{\"setting\":\"n_layer\",\"value\":0.1234567891}");
    CHECK_TEXT(err.message, "n_layer must be a whole number, not 0.123457.");
    gf_fail(&err, GF_E_setting_not_whole, "n_layer", (double)__builtin_inff());
    CHECK_TEXT(err.params, "{\"setting\":\"n_layer\",\"value\":null}");
    static const struct {
        double x;
        const char *text;
    } numbers[] = {{2.5, "2.5"},
                   {-12345.678, "-12345.7"},
                   {0.00001234567, "0.0000123457"},
                   {1e-15, "1e-15"},
                   {0, "0"},
                   {1000000007, "1000000007"},
                   {1234567.8, "1234568"},
                   {1e300, "1e+300"},
                   {0.1 + 0.2, "0.3"},
                   {(double)-__builtin_inff(), "-infinity"},
                   {(double)__builtin_nanf(""), "NaN"}};
    for (size_t i = 0; i < GF_COUNT(numbers); i++) {
        gf_fail(&err, GF_E_setting_not_whole, "x", numbers[i].x);
        CHECK_TEXT(err.message,
                   printed("x must be a whole number, not %s.", numbers[i].text));
    }

#ifndef GF_DEBUG
    test("error: an argument of another type, or none, leaves its place empty");
    CHECK(gf_fail(&err, GF_E_setting_not_whole, "n_layer", 3) == GF_BAD_CONFIG);
    CHECK_TEXT(err.message, "n_layer must be a whole number, not .");
    CHECK_TEXT(err.params, "{\"setting\":\"n_layer\",\"value\":null}");
    gf_fail(&err, GF_E_setting_not_whole, "n_layer");
    CHECK_TEXT(err.params, "{\"setting\":\"n_layer\",\"value\":null}");
#endif

    test("error: a number that is no error has a name too");
    CHECK_TEXT(gf_error_name(-1), "unknown");
    CHECK_TEXT(gf_error_name(GF_ERROR_COUNT), "unknown");

    test("error: without a place for it, the status is still returned");
    CHECK(gf_fail(NULL, GF_E_no_memory) == GF_OUT_OF_MEMORY);
}

TESTS(test_strings)
{
    struct gf_error err;
    SCOPED_ARENA(arena);
    const char *back = "";
    size_t n = 0;
    test("error: a string is escaped in JSON and read back the same");
    const char *odd = "a\"b\\c\n\x01 é";
    gf_fail(&err, GF_E_no_such_tensor, odd);
    const struct gf_json *json =
        gf_json_parse(&arena, err.params, strlen(err.params), NULL);
    CHECK(gf_json_as_string(gf_json_get(json, "tensor"), &back, &n));
    CHECK_TEXT(back, odd);

    test("error: bytes that are not UTF-8 are replaced in JSON");
    gf_fail(&err, GF_E_no_such_tensor, "a\xff");
    CHECK_TEXT(err.params, "{\"tensor\":\"a\xef\xbf\xbd\"}");

    test("error: a parameter without room is left out, the others stay");
    char endless[2 * sizeof err.params];
    memset(endless, 'x', sizeof endless - 1);
    endless[sizeof endless - 1] = '\0';
    gf_fail(&err, GF_E_tensor_dtype, "t", endless);
    CHECK_TEXT(err.params, "{\"tensor\":\"t\"}");
    gf_fail(&err, GF_E_tensor_dtype, endless, "F64");
    CHECK_TEXT(err.params, "{\"dtype\":\"F64\"}");
    CHECK(strlen(err.message) == sizeof err.message - 1);
}

TESTS(test_inside)
{
    struct gf_error err;
    test("error: an error inside another gives its sentence, its data and its code");
    gf_fail(&err, GF_E_text_not_utf8, (size_t)7, (size_t)2);
    CHECK(gf_fail(&err, GF_E_in_line, (size_t)3, &err) == GF_BAD_TEXT);
    CHECK_THAT(strncmp(err.message, "Line 3: The text is not UTF-8 at", 32) == 0, "%s",
               err.message);
    CHECK_TEXT(err.params,
               "{\"line\":3,\"why\":{\"code\":\"bad-text\",\"key\":"
               "\"text_not_utf8\",\"params\":{\"position\":7,\"line\":2}}}");
    test("error: one that has a code of its own keeps it");
    CHECK(gf_fail(&err, GF_E_not_a_model, &err) == GF_BAD_CHECKPOINT);
}
