/* Files for tests: fixtures of the repository, and texts that may be missing.
 * SPDX-License-Identifier: MIT */
#ifndef GF_TESTS_FILES_H
#define GF_TESTS_FILES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The contents of a file, zero-terminated, for the caller to free; NULL without one. */
static inline char *read_file(const char *path, size_t *n)
{
    FILE *file = fopen(path, "rb");
    char *bytes = NULL;
    long size = -1;
    if (file && fseek(file, 0, SEEK_END) == 0) {
        size = ftell(file);
        rewind(file);
        bytes = size < 0 ? NULL : malloc((size_t)size + 1);
    }
    if (bytes && fread(bytes, 1, (size_t)size, file) != (size_t)size) {
        free(bytes);
        bytes = NULL;
    }
    if (bytes) {
        bytes[size] = '\0';
        *n = (size_t)size;
    }
    if (file) fclose(file);
    return bytes;
}

/* A text that is not part of the project, from the folder GF_DATA or ../shared/data. Without
 * it, says that the check is skipped. */
static inline char *read_shared_text(const char *name, size_t *n)
{
    char path[512];
    const char *folder = getenv("GF_DATA");
    snprintf(path, sizeof path, "%s/%s", folder ? folder : "../shared/data", name);
    char *text = read_file(path, n);
    if (!text) printf("        skipped: %s is not there\n", name);
    return text;
}

#endif
