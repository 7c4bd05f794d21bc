/* The safetensors format: written files are read back, and every kind of damage is an error.
 * SPDX-License-Identifier: MIT */
#include "storage/safetensors.h"
#include "harness.h"
#include "out_of_memory.h"
#include "scoped.h"

static const float weights[] = {1.5f, -2, 0x1p-149f, 3e38f, -0.0f, 7};
static const int64_t ids[] = {-1, INT64_MAX};
static const unsigned char byte = 0xab;

static const struct gf_stored_tensor sample[] = {
    {"transformer.wte.weight", GF_DTYPE_F32, 2, {3, 2}, weights, sizeof weights, 0, 0},
    {"ids \"é\"", GF_DTYPE_I64, 1, {2}, ids, sizeof ids, 0, 0},
    {"empty", GF_DTYPE_F32, 3, {4, 0, 5}, NULL, 0, 0, 0},
    {"one", GF_DTYPE_U8, 0, {0}, &byte, 1, 0, 0},
};
enum { N_SAMPLE = GF_COUNT(sample) };

static const struct gf_stored_metadata sample_metadata[] = {
    {"config", "{\"n_layer\":2}"},
    {"note", "line\nend \"é\""},
};

TEST("safetensors: tensors and metadata are read back unchanged, in order")
{
    SCOPED_BUFFER(out);
    struct gf_safetensors file = {0};
    CHECK_OK(gf_safetensors_write(&out, sample, N_SAMPLE, sample_metadata, 2, &why));
    CHECK_OK(gf_safetensors_read(&file, &arena, out.data, out.n, &why));
    CHECK(file.n_tensors == N_SAMPLE);
    for (size_t i = 0; i < file.n_tensors; i++) {
        const struct gf_stored_tensor *t = &file.tensors[i];
        CHECK_TEXT(t->name, sample[i].name);
        CHECK(t->dtype == sample[i].dtype && t->n_dims == sample[i].n_dims);
        CHECK_BYTES(t->shape, sample[i].shape, t->n_dims * sizeof *t->shape);
        CHECK(t->n_bytes == sample[i].n_bytes);
        CHECK_BYTES(t->data, sample[i].data, t->n_bytes);
        CHECK(gf_safetensors_find(&file, t->name) == t);
    }
    CHECK((size_t)((const char *)file.tensors[0].data - out.data) % 8 == 0);
    CHECK_TEXT(gf_safetensors_metadata(&file, "note"), "line\nend \"é\"");
    CHECK(!gf_safetensors_metadata(&file, "no such key"));
    CHECK(!gf_safetensors_find(&file, "__metadata__"));
}

TEST("safetensors: the bytes of a small file are those of the format")
{
    static const char expected[] =
        "\x48\0\0\0\0\0\0\0"
        "{\"b\":{\"dtype\":\"U8\",\"shape\":[],\"data_offsets\":[0,1]},"
        "\"__metadata__\":{}}  \xab";
    SCOPED_BUFFER(out);
    struct gf_safetensors file = {0};
    /* We never write empty metadata, but read it. */
    CHECK_OK(gf_safetensors_read(&file, &arena, expected, sizeof expected - 1, &why));
    struct gf_stored_tensor one = sample[3];
    one.name = "b";
    CHECK_OK(gf_safetensors_write(&out, &one, 1, NULL, 0, &why));
    static const char ours[] =
        "\x38\0\0\0\0\0\0\0"
        "{\"b\":{\"dtype\":\"U8\",\"shape\":[],\"data_offsets\":[0,1]}}    \xab";
    CHECK(out.n == sizeof ours - 1);
    CHECK_BYTES(out.data, ours, out.n);
}

TEST("safetensors: the header alone, then the data, is the same file")
{
    SCOPED_BUFFER(header);
    struct gf_buffer whole = {.arena = &arena}, parts = {.arena = &arena};
    gf_safetensors_write(&whole, sample, N_SAMPLE, sample_metadata, 2, NULL);
    CHECK_OK(gf_safetensors_header(&parts, sample, N_SAMPLE, sample_metadata, 2, &why));
    for (size_t i = 0; i < N_SAMPLE; i++)
        gf_buffer_put(&parts, sample[i].data, sample[i].n_bytes);
    gf_safetensors_header(&header, sample, N_SAMPLE, sample_metadata, 2, NULL);
    CHECK(gf_safetensors_header_bytes(whole.data, whole.n) == header.n);
    CHECK(gf_safetensors_header_bytes(whole.data, 8) == 0);
    CHECK(gf_safetensors_header_bytes("no such file", 12) == 0);
    CHECK(parts.n == whole.n);
    CHECK_BYTES(parts.data, whole.data, whole.n);
}

/* A file from its header text and n_data bytes of data. */
static enum gf_status read_with(const char *header, size_t n_data, struct gf_error *err)
{
    SCOPED_BUFFER(bytes);
    struct gf_safetensors file = {.n_tensors = 77};
    char length[8] = {0};
    static const char zeros[64] = {0};
    length[0] = (char)(strlen(header) & 0xff);
    length[1] = (char)(strlen(header) >> 8);
    gf_buffer_put(&bytes, length, 8);
    gf_buffer_puts(&bytes, json_of(header));
    gf_buffer_put(&bytes, zeros, n_data);
    enum gf_status status =
        gf_safetensors_read(&file, &arena, bytes.data, bytes.n, err);
    CHECK(status == GF_OK || file.n_tensors == 77);
    return status;
}

#define ENTRY(dtype, shape, offsets) \
    "{'dtype':'" dtype "','shape':" shape ",'data_offsets':" offsets "}"

/* A header of a tensor "a", and of another. */
#define ONE(dtype, shape, offsets) "{'a':" ENTRY(dtype, shape, offsets) "}"
#define TWO(dtype, shape, offsets, name, dtype_2, shape_2, offsets_2) \
    "{'a':" ENTRY(dtype, shape, offsets) ",'" name \
                                         "':" ENTRY(dtype_2, shape_2, offsets_2) "}"

TEST("safetensors: a tensor of as many dimensions as there can be is read")
{
    CHECK_OK(read_with(ONE("F32", "[1,2,1,1,2,1,1,1]", "[0,16]"), 16, &why));
}

TEST("safetensors: every inconsistent header is an error")
{
    static const struct {
        const char *header;
        size_t n_data;
        const char *sentence; /* NULL: nothing is wrong */
    } cases[] = {
        {"{}", 0, NULL},
        {"{}    ", 0, NULL},
        {TWO("F32", "[3]", "[4,16]", "b", "I32", "[]", "[0,4]"), 16, NULL},
        {TWO("BF16", "[2,0]", "[0,0]", "b", "F16", "[3]", "[0,6]"), 6, NULL},
        {"{}", 1, "1 bytes that belong to no tensor"},
        {"[]", 0, "not a safetensors file"},
        {"{'a':1", 0, "header of this file is damaged. Not valid JSON at line 1"},
        {"{'a':1}", 0, "'a' needs exactly dtype, shape and data_offsets"},
        {"{'a':{'dtype':'F32','shape':[1]}}", 4, "'a' needs exactly dtype"},
        {"{'a':{'dtype':'F32','shape':[1],'data_offsets':[0,4],'x':0}}", 4,
         "'a' needs exactly dtype"},
        {"{'a':{'dtype':'F32','shape':[1],'offsets':[0,4]}}", 4,
         "'a' has no pair of data_offsets"},
        {"{'a':{'type':'F32','shape':[1],'data_offsets':[0,4]}}", 4,
         "'a' has no dtype"},
        {"{'a':{'dtype':'F32','size':[1],'data_offsets':[0,4]}}", 4,
         "'a' has no shape"},
        {ONE("C64", "[1]", "[0,8]"), 8, "the dtype 'C64', which is not supported"},
        {ONE("F32", "[1.5]", "[0,4]"), 4, "not a list of sizes"},
        {ONE("F32", "[-1]", "[0,4]"), 4, "not a list of sizes"},
        {ONE("F32", "['1']", "[0,4]"), 4, "not a list of sizes"},
        {ONE("U8", "[1,1,1,1,1,1,1,1,1]", "[0,1]"), 1,
         "'a' has 9 dimensions; at most 8"},
        {ONE("F32", "[2]", "[0,4]"), 4, "do not give its 4 bytes"},
        {ONE("U8", "[4294967296,4294967296,4294967296]", "[0,0]"), 0, "'a'"},
        {ONE("F64", "[2305843009213693952]", "[0,0]"), 0, "'a'"},
        {ONE("F32", "[1]", "[0]"), 4, "no pair of data_offsets"},
        {ONE("F32", "[1]", "[0,4,8]"), 4, "no pair of data_offsets"},
        {ONE("F32", "[1]", "[0,9007199254740993]"), 4, "'a'"},
        {ONE("F32", "[1]", "[4,0]"), 4, "ends at byte 0 of 4"},
        {ONE("F32", "[1]", "[0,4]"), 3, "ends at byte 4 of 3. The file may have been"},
        {ONE("F32", "[1]", "[4,8]"), 8, "a gap before tensor 'a'"},
        {TWO("U8", "[3]", "[0,3]", "b", "U8", "[3]", "[2,5]"), 5,
         "Tensor 'b' overlaps"},
        {TWO("U8", "[3]", "[0,3]", "b", "U8", "[3]", "[4,7]"), 7,
         "a gap before tensor 'b'"},
        {TWO("U8", "[1]", "[0,1]", "a", "U8", "[1]", "[1,2]"), 2,
         "the key 'a' occurs twice"},
        {"{'a\\u0000b':" ENTRY("U8", "[1]", "[0,1]") "}", 1, "contains a zero byte"},
        {"{'__metadata__':[]}", 0, "metadata is not an object"},
        {"{'__metadata__':{'step':7}}", 0, "entry 'step' is not text"},
    };
    for (size_t i = 0; i < GF_COUNT(cases); i++) {
        struct gf_error err = {0};
        enum gf_status status = read_with(cases[i].header, cases[i].n_data, &err);
        if (!cases[i].sentence) {
            CHECK_THAT(status == GF_OK, "%s: %s", cases[i].header, err.message);
            continue;
        }
        CHECK_THAT(status == GF_BAD_CHECKPOINT, "%s", cases[i].header);
        CHECK_HAS(err.message, json_of(cases[i].sentence));
    }
}

TEST("safetensors: a truncated file is an error and is not read past its end")
{
    SCOPED_BUFFER(out);
    gf_safetensors_write(&out, sample, N_SAMPLE, sample_metadata, 2, NULL);
    for (size_t n = 0; n < out.n; n++) {
        SCOPED_ARENA(scratch);
        struct gf_safetensors file = {.n_tensors = 77};
        struct gf_error err = {0};
        char *exact = malloc(n + 1); /* the sanitizer watches its end */
        memcpy(exact + 1, out.data, n);
        CHECK_THAT(gf_safetensors_read(&file, &scratch, exact + 1, n, &err) ==
                       GF_BAD_CHECKPOINT,
                   "%zu bytes", n);
        CHECK(err.message[0] && file.n_tensors == 77);
        free(exact);
    }
}

TEST("safetensors: foreign files are recognised before anything is allocated")
{
    static const struct {
        const char *bytes;
        size_t n;
        const char *sentence;
    } cases[] = {
        {"", 0, "This file has 0 bytes"},
        {"PK\x03\x04\x14\0\0\0 and so on", 18, "not a safetensors file"},
        {"\x89PNG\r\n\x1a\n and so on", 18, "not a safetensors file"},
        {"\xff\xff\xff\xff\xff\xff\xff\xff{}", 10, "not a safetensors file"},
        {"\x01\xe1\xf5\x05\0\0\0\0{", 9, "not a safetensors file"}, /* 100,000,001 */
        {"\0\xe1\xf5\x05\0\0\0\0{", 9, "ends inside its header"},   /* 100,000,000 */
        {"\0\0\0\0\0\0\0\0", 8, "header of this file is damaged"},
    };
    for (size_t i = 0; i < GF_COUNT(cases); i++) {
        SCOPED_ARENA(arena);
        struct gf_safetensors file = {0};
        CHECK_SAYS(gf_safetensors_read(&file, &arena, cases[i].bytes, cases[i].n, &why),
                   GF_BAD_CHECKPOINT, cases[i].sentence);
        CHECK(arena.n_bytes < 4096);
    }
}

TEST("safetensors: half, bfloat16 and double become the nearest floats")
{
    static const uint16_t half[] = {0x3c00, 0xc000, 0x7bff, 0x0001, 0x83ff,
                                    0x0400, 0x8000, 0x7c00, 0xfc00, 0x3555};
    static const float from_half[] = {
        1,        -2,    65504,    0x1p-24f,  -0x1.ff8p-15f,
        0x1p-14f, -0.0f, INFINITY, -INFINITY, 0x1.554p-2f};
    static const uint16_t brain[] = {0x3f80, 0xc0a0, 0x0001, 0x7f80};
    static const float from_brain[] = {1, -5, 0x1p-133f, INFINITY};
    static const double doubles[] = {1 + 0x1p-24, -0.1};
    static const float from_double[] = {1, -0.1f};
    static const uint16_t quiet_nan = 0x7e00;
    const struct {
        struct gf_stored_tensor tensor;
        const float *want;
    } rows[] = {
        {{"h", GF_DTYPE_F16, 2, {2, 5}, half, sizeof half, 0, 0}, from_half},
        {{"b", GF_DTYPE_BF16, 1, {4}, brain, sizeof brain, 0, 0}, from_brain},
        {{"d", GF_DTYPE_F64, 1, {2}, doubles, sizeof doubles, 0, 0}, from_double},
        {sample[0], weights}};
    const struct gf_stored_tensor nan = {"n", GF_DTYPE_F16, 0, {0}, &quiet_nan, 2, 0,
                                         0};
    float out[10];
    for (size_t i = 0; i < GF_COUNT(rows); i++) {
        size_t n = gf_stored_count(&rows[i].tensor);
        CHECK_OK(gf_stored_floats(&rows[i].tensor, out, n, &why));
        CHECK_BYTES(out, rows[i].want, n * sizeof *out);
    }
    CHECK(gf_stored_floats(&nan, out, 1, NULL) == GF_OK && out[0] != out[0]);
}

TEST("safetensors: integers and wrong counts are not accepted as weights")
{
    float out[10] = {5};
    CHECK_SAYS(gf_stored_floats(&sample[1], out, 2, &why), GF_BAD_CHECKPOINT,
               "holds I64, not floating-point");
    CHECK_SAYS(gf_stored_floats(&sample[0], out, 7, &why), GF_BAD_CHECKPOINT,
               "has 6 numbers where 7 are expected");
    CHECK(out[0] == 5);
}

TEST("safetensors: tensors that contradict themselves are not written")
{
    SCOPED_BUFFER(out);
    struct gf_error err = {0};
    gf_buffer_puts(&out, "kept");
    struct gf_stored_tensor two[2] = {sample[0], sample[0]};
    CHECK_SAYS(gf_safetensors_write(&out, two, 2, NULL, 0, &why), GF_BAD_ARGUMENT,
               "already taken");
    two[1].name = "__metadata__";
    CHECK(gf_safetensors_write(&out, two, 2, NULL, 0, &err) == GF_BAD_ARGUMENT);
    two[1].name = "short";
    two[1].n_bytes -= 4;
    CHECK_SAYS(gf_safetensors_write(&out, two, 2, NULL, 0, &why), GF_BAD_ARGUMENT,
               "\"short\"");
    CHECK(out.n == 4);
}

static enum gf_status write_and_read(struct gf_arena *arena, struct gf_error *err)
{
    struct gf_buffer out = {.arena = arena};
    struct gf_safetensors file = {.n_tensors = 77};
    enum gf_status status =
        gf_safetensors_write(&out, sample, N_SAMPLE, sample_metadata, 2, err);
    CHECK(status == GF_OK || out.n == 0);
    if (status == GF_OK) {
        status = gf_safetensors_read(&file, arena, out.data, out.n, err);
        CHECK(status == GF_OK || file.n_tensors == 77);
    }
    return status;
}

TEST("safetensors: when any allocation fails, nothing changes and nothing leaks")
{
    CHECK_OUT_OF_MEMORY(write_and_read(&failing, &why), 6);
}

/* A header of `n` empty tensors, in an order that is not that of their names. */
static void put_many(struct gf_buffer *out, unsigned n)
{
    char entry[96];
    struct gf_buffer header = {.arena = out->arena};
    for (unsigned i = 0; i < n; i++) {
        snprintf(entry, sizeof entry,
                 "%c\"t.%u\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[0,0]}",
                 i ? ',' : '{', i * 7919 % n);
        gf_buffer_puts(&header, entry);
    }
    gf_buffer_puts(&header, "}");
    uint64_t length = header.n;
    gf_buffer_put(out, (const char *)&length, sizeof length);
    gf_buffer_put(out, header.data, header.n);
}

TEST("safetensors: names are searched, in a header of 100,000 too")
{
    enum { MANY = 100000 };
    SCOPED_BUFFER(out);
    struct gf_safetensors file = {0};
    put_many(&out, MANY);
    CHECK_OK(gf_safetensors_read(&file, &arena, out.data, out.n, &why));
    CHECK(file.n_tensors == MANY);
    size_t wrong = 0;
    for (size_t i = 0; i < file.n_tensors; i++) {
        const struct gf_stored_tensor *t = &file.tensors[i];
        wrong += gf_safetensors_find(&file, t->name) != t;
        wrong += i > 0 && strcmp(file.by_name[i - 1]->name, file.by_name[i]->name) >= 0;
    }
    CHECK_THAT(wrong == 0, "%zu names are not found, or out of order", wrong);
    CHECK(!gf_safetensors_find(&file, "t.100000"));
    CHECK(!gf_safetensors_find(&file, ""));
}

TEST("safetensors: several files are joined, unless a name is in two of them")
{
    SCOPED_ARENA(arena);
    struct gf_buffer out[2] = {{.arena = &arena}, {.arena = &arena}};
    struct gf_safetensors files[3], all = {.n_tensors = 77};
    struct gf_error err = {0};
    for (size_t i = 0; i < 2; i++) {
        gf_safetensors_write(&out[i], sample + 2 * i, 2, sample_metadata, 1, &err);
        CHECK_OK(gf_safetensors_read(&files[i], &arena, out[i].data, out[i].n, &why));
    }
    CHECK_OK(gf_safetensors_join(&all, &arena, files, 2, &why));
    CHECK(all.n_tensors == N_SAMPLE);
    for (size_t i = 0; i < N_SAMPLE; i++) {
        const struct gf_stored_tensor *t = gf_safetensors_find(&all, sample[i].name);
        CHECK(t && t->n_bytes == sample[i].n_bytes);
    }
    CHECK_TEXT(gf_safetensors_metadata(&all, "config"), "{\"n_layer\":2}");
    files[2] = files[0];
    CHECK_SAYS(gf_safetensors_join(&all, &arena, files, 3, &why), GF_BAD_CHECKPOINT,
               "is in two of these files");
    CHECK(all.n_tensors == N_SAMPLE);
}
