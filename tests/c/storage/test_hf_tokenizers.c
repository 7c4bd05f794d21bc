/* tokenizer.json of several programs: the ids of the package tokenizers
 * (tests/reference/write_tokenizers.py), and what is refused.
 * SPDX-License-Identifier: MIT */
#include "base/json.h"
#include "files.h"
#include "harness.h"
#include "scoped.h"
#include "storage/tokenizer_json.h"
#include "tokens.h"

static const struct gf_json *read_fixture(struct gf_arena *arena)
{
    struct gf_error err = {0};
    size_t n = 0;
    char *text = read_file("tests/reference/tokenizers.json", &n);
    const struct gf_json *json = text ? gf_json_parse(arena, text, n, &err) : NULL;
    CHECK_THAT(json, "tokenizers.json: %s", err.message);
    free(text);
    return json;
}

/* Writes `base` with the members of `other` that it has too in place of its own. */
static void put_over(struct gf_json_writer *w, const struct gf_json *base,
                     const struct gf_json *other)
{
    gf_json_begin_object(w);
    for (const struct gf_json *e = base->first; e; e = e->next) {
        const struct gf_json *own = gf_json_get(other, e->key);
        gf_json_key(w, e->key);
        if (e->type == GF_JSON_OBJECT && strcmp(e->key, "model") == 0)
            put_over(w, e, other);
        else
            gf_json_tree(w, own ? own : e);
    }
    gf_json_end_object(w);
}

static const struct gf_json *
file_of(struct gf_arena *arena, const struct gf_json *fixture, const struct gf_json *c)
{
    struct gf_buffer text = {.arena = arena};
    struct gf_json_writer w = {.out = &text};
    struct gf_error err = {0};
    const struct gf_json *name = gf_json_get(c, "base");
    put_over(&w, gf_json_get(gf_json_get(fixture, "bases"), name->string), c);
    const struct gf_json *file = gf_json_parse(arena, text.data, text.n, &err);
    CHECK_THAT(file, "%s", err.message);
    return file;
}

static size_t count_tokens(const struct gf_json *file)
{
    return gf_json_get(gf_json_get(file, "model"), "vocab")->n;
}

/* Whether characters may be unknown: what a token for them stood for is lost. */
static bool loses_characters(const struct gf_json *c)
{
    return strcmp(gf_json_get(c, "base")->string, "letters") == 0;
}

/* A document's tokens, and the text that they give again. */
static void check_text(const struct gf_tokenizer *t, const struct gf_json *text,
                       const struct gf_json *ids, bool loses)
{
    SCOPED_BUFFER(back);
    if (ids->type == GF_JSON_NULL) return;
    check_ids(t, text, ids, true, &back);
    if (loses) return;
    struct gf_document document = gf_tokenizer_document(t);
    bool spaced =
        document.leading_space && document.unless_space && *text->string == ' ';
    CHECK(back.n + spaced == text->n);
    if (back.n > 0) CHECK_BYTES(back.data, text->string + (text->n - back.n), back.n);
}

TESTS(test_ids)
{
    SCOPED_ARENA(arena);
    const struct gf_json *fixture = read_fixture(&arena);
    const struct gf_json *texts = gf_json_get(fixture, "texts");
    const struct gf_json *cases = gf_json_get(fixture, "cases");
    for (const struct gf_json *c = cases->first; c; c = c->next) {
        test("%s: the ids of Hugging Face's tokenizers, and the texts again; also "
             "saved as ours and read again",
             gf_json_get(c, "name")->string);
        struct gf_tokenizer t, again;
        const struct gf_json *file = file_of(&arena, fixture, c);
        CHECK_OK(
            gf_tokenizer_json_read(&t, &arena, file, count_tokens(file), -1, &why));
        through_json(&again, &arena, &t);
        const struct gf_json *ids = gf_json_get(c, "ids")->first;
        for (const struct gf_json *e = texts->first; e; e = e->next, ids = ids->next) {
            check_text(&t, e, ids, loses_characters(c));
            check_text(&again, e, ids, loses_characters(c));
        }
    }
}

/* Of a case: read, saved as ours and read again. */
static struct gf_tokenizer read_again(struct gf_arena *arena, const char *json)
{
    struct gf_tokenizer t, again;
    const struct gf_json *c = gf_json_parse(arena, json, strlen(json), NULL);
    const struct gf_json *file = file_of(arena, read_fixture(arena), c);
    CHECK_OK(gf_tokenizer_json_read(&t, arena, file, count_tokens(file), -1, &why));
    through_json(&again, arena, &t);
    return again;
}

TEST("tokenizer.json: added tokens are saved as they are written, not by their bytes")
{
    SCOPED_ARENA(arena);
    const char *json = json_of("{'base':'bytes','added_tokens':[{'id':0,'content':'<é "
                               "x>'},{'id':2,'content':'▁'}],'pre_tokenizer':{'type':"
                               "'ByteLevel','add_prefix_space':false}}");
    const struct gf_tokenizer again = read_again(&arena, json);
    CHECK_TEXT(tokens_of(&again, "x<é x>▁"), "x·<é x>·▁");
}

TEST(
    "tokenizer.json: a merge may make an added token, which is cut out before it could")
{
    SCOPED_ARENA(arena);
    const char *json =
        json_of("{'base':'bytes','added_tokens':[{'id':266,'content':'he'}],"
                "'pre_tokenizer':{'type':'ByteLevel','add_prefix_space':false}}");
    const struct gf_tokenizer again = read_again(&arena, json);
    CHECK_TEXT(tokens_of(&again, "heh!!"), "he·h·!!");
}

TEST("tokenizer.json: ids follow characters where nothing merges them")
{
    const char *json =
        json_of("{'pre_tokenizer':null,'model':{'type':'BPE','merges':[],"
                "'vocab':{'\\n':0,'a':1,'b':2,'\xc3\xa9':3}}}");
    SCOPED_ARENA(arena);
    struct gf_tokenizer t;
    struct gf_error err = {0};
    const struct gf_json *file = gf_json_parse(&arena, json, strlen(json), &err);
    CHECK_OK(gf_tokenizer_json_read(&t, &arena, file, 4, -1, &why));
    int32_t ids[8];
    size_t n = 0;
    CHECK(t.kind == GF_TOKENIZER_CHARS);
    CHECK_OK(gf_tokenizer_encode(&t, "b\xc3\xa9\na", 5, ids, &n, &why));
    CHECK(n == 4 && ids[0] == 2 && ids[1] == 3 && ids[2] == 0 && ids[3] == 1);
}

static const struct {
    const char *pre_tokenizer, *sentence;
} refused[] = {
    {"{'type':'Sequence','pretokenizers':[]}", "'pre_tokenizer' is"},
    {"{'type':'Sequence','pretokenizers':[{'type':'Digits','individual_digits':false},{"
     "'type':'ByteLevel','add_prefix_space':false}]}",
     "'individual_digits' is false"},
    {"{'type':'Sequence','pretokenizers':[{'type':'Digits','individual_digits':true},{'"
     "type':'ByteLevel','add_prefix_space':true}]}",
     "'pre_tokenizer' is {'type':'Sequence'"},
    {"{'type':'Sequence','pretokenizers':[{'type':'Split','pattern':{'Regex':'\\\\p{L}+"
     "'},'behavior':'Isolated'},{'type':'ByteLevel','add_prefix_space':false,"
     "'use_regex':false}]}",
     "'pre_tokenizer' is {'type':'Sequence'"},
    {"{'type':'Sequence','pretokenizers':[{'type':'Digits','individual_digits':true},{'"
     "type':'ByteLevel','add_prefix_space':false},{'type':'Split','pattern':{'String':'"
     " "
     "'},'behavior':'Isolated'}]}",
     "'pre_tokenizer' is {'type':'Sequence'"},
    {"{'type':'Whitespace'}", "'pre_tokenizer' is {'type':'Whitespace'}"},
    {"null", "'pre_tokenizer' is null"},
};

TESTS(test_refused)
{
    for (size_t i = 0; i < GF_COUNT(refused); i++) {
        test("tokenizer.json: a pre_tokenizer that ours has not is named: %.60s",
             refused[i].pre_tokenizer);
        SCOPED_ARENA(arena);
        struct gf_tokenizer t;
        struct gf_error err = {0};
        const char *json =
            json_of(printed("{'pre_tokenizer':%s,'model':{'type':'BPE',"
                            "'merges':['a b'],'vocab':{'a':0,'b':1,'ab':2}}}",
                            refused[i].pre_tokenizer));
        const struct gf_json *file = gf_json_parse(&arena, json, strlen(json), &err);
        CHECK_THAT(file, "%s", err.message);
        CHECK_SAYS(gf_tokenizer_json_read(&t, &arena, file, 3, -1, &why),
                   GF_BAD_CHECKPOINT, json_of(refused[i].sentence));
    }
}
