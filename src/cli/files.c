/* Reading and writing whole files.
 * SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* POSIX beside ISO C */

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"
#include "models/presets.h"

#define READ_SIZE ((size_t)1 << 16)

bool cli_is_standard(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

static enum gf_status problem(struct gf_error *err, enum gf_error_key key,
                              const char *path)
{
    return gf_fail(err, key, path, strerror(errno));
}

/* ---- reading ----------------------------------------------------------------------- */

/* The size of a regular file, so that it is read into one block; 0 for a pipe. */
static size_t expected_size(int file)
{
    struct stat s;
    return fstat(file, &s) == 0 && S_ISREG(s.st_mode) ? (size_t)s.st_size : 0;
}

static enum gf_status read_all(int file, const char *name, struct gf_buffer *out,
                               struct gf_error *err)
{
    bool room = gf_buffer_reserve(out, expected_size(file) + READ_SIZE);
    while (room) {
        ssize_t n = read(file, out->data + out->n, READ_SIZE);
        if (n == 0) return GF_OK;
        if (n < 0 && errno != EINTR) return problem(err, GF_E_cannot_read, name);
        out->n += n > 0 ? (size_t)n : 0;
        room = gf_buffer_reserve(out, READ_SIZE);
    }
    return gf_fail(err, GF_E_no_memory_to_read, name);
}

enum gf_status cli_read(const char *path, struct gf_buffer *out, struct gf_error *err)
{
    static bool standard_is_read;
    if (cli_is_standard(path)) {
        if (standard_is_read) return gf_fail(err, GF_E_standard_input_twice);
        standard_is_read = true;
        return read_all(STDIN_FILENO, "standard input", out, err);
    }
    int file = open(path, O_RDONLY);
    if (file < 0) return problem(err, GF_E_cannot_read, path);
    enum gf_status status = read_all(file, path, out, err);
    close(file);
    return status;
}

enum gf_status cli_read_part(const char *path, size_t at, size_t n,
                             struct gf_buffer *out, struct gf_error *err)
{
    int file = open(path, O_RDONLY);
    if (file < 0) return problem(err, GF_E_cannot_read, path);
    enum gf_status status = gf_buffer_reserve(out, n + 1)
                                ? GF_OK
                                : gf_fail(err, GF_E_no_memory_to_read, path);
    for (size_t done = 0; status == GF_OK && done < n;) {
        ssize_t some = pread(file, out->data + out->n, n - done, (off_t)(at + done));
        if (some == 0) break;
        if (some < 0 && errno != EINTR) status = problem(err, GF_E_cannot_read, path);
        out->n += some > 0 ? (size_t)some : 0;
        done += some > 0 ? (size_t)some : 0;
    }
    close(file);
    return status;
}

/* CR LF, and CR alone, become LF, as where the page reads a file. */
static size_t with_line_feeds(char *text, size_t n)
{
    size_t to = 0;
    for (size_t i = 0; i < n; i++) {
        const bool is_return = text[i] == '\r';
        text[to++] = is_return ? '\n' : text[i];
        if (is_return && i + 1 < n && text[i + 1] == '\n') i++;
    }
    return to;
}

enum gf_status cli_read_text(const char *path, const char *preset,
                             struct gf_buffer *out, struct gf_error *err)
{
    const struct gf_preset *found = preset ? gf_preset_find(preset) : NULL;
    const char *lines = found ? gf_preset_lines(found) : NULL;
    if (path) {
        enum gf_status status = cli_read(path, out, err);
        if (status == GF_OK) out->n = with_line_feeds(out->data, out->n);
        /* gf_session_open takes an empty text as no text. */
        return status == GF_OK && out->n == 0 ? gf_fail(err, GF_E_text_empty) : status;
    }
    if (lines) {
        gf_buffer_puts(out, lines);
    }
    return GF_OK;
}

/* ---- writing ----------------------------------------------------------------------- */

static bool write_all(int file, const char *bytes, size_t n)
{
    for (size_t at = 0; at < n;) {
        ssize_t done = write(file, bytes + at, n - at);
        if (done < 0 && errno != EINTR) return false;
        at += done > 0 ? (size_t)done : 0;
    }
    return true;
}

/* The file to write (links resolved), and the name it has until it is complete, in the
 * same folder because renaming is atomic only within a file system. */
struct target {
    char *path;
    char *beside;
    bool direct; /* not a regular file: written without renaming */
    mode_t mode;
};

#define BESIDE ".XXXXXX.part"

static void free_target(struct target *t)
{
    free(t->path);
    free(t->beside);
}

static mode_t mode_of_new_files(void)
{
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* The name of a file that is not there yet: where links lead that lead to nothing. */
static char *name_of_new_file(const char *path)
{
    char to[4096];
    ssize_t n = errno == ENOENT ? readlink(path, to, sizeof to - 1) : -1;
    if (n < 0) return strdup(path);
    to[n] = '\0';
    const char *slash = to[0] == '/' ? NULL : strrchr(path, '/');
    size_t n_folder = slash ? (size_t)(slash - path) + 1 : 0;
    char *whole = malloc(n_folder + (size_t)n + 1);
    if (!whole) return NULL;
    memcpy(whole, path, n_folder);
    memcpy(whole + n_folder, to, (size_t)n + 1);
    errno = ENOENT;
    char *name = name_of_new_file(whole);
    free(whole);
    return name;
}

static enum gf_status find_target(const char *path, struct target *t,
                                  struct gf_error *err)
{
    struct stat s;
    bool exists = stat(path, &s) == 0;
    bool direct = exists && !S_ISREG(s.st_mode);
    *t = (struct target){.path = !exists  ? name_of_new_file(path)
                                 : direct ? strdup(path) /* a pipe has no name */
                                          : realpath(path, NULL),
                         .direct = direct,
                         .mode = exists ? s.st_mode & 0777 : mode_of_new_files()};
    size_t n = (t->path ? strlen(t->path) : 0) + sizeof BESIDE;
    t->beside = malloc(n);
    bool is_folder = exists && S_ISDIR(s.st_mode);
    bool is_empty = path[0] == '\0';
    if (!t->path || !t->beside || is_folder || is_empty) {
        free_target(t);
        errno = is_folder ? EISDIR : is_empty ? ENOENT : errno;
        return problem(err, GF_E_cannot_write, path);
    }
    snprintf(t->beside, n, "%s%s", t->path, BESIDE);
    return GF_OK;
}

/* Opens the target itself or a new file beside it; below 0 with errno. */
static int open_target(struct target *t)
{
    if (t->direct) return open(t->path, O_WRONLY);
    int file = mkstemps(t->beside, (int)strlen(".part"));
    if (file >= 0) {
        fchmod(file, t->mode); /* not every file system has modes */
    }
    return file;
}

/* errno is that of the first thing that failed. */
static bool write_and_close(int file, const struct target *t, const void *bytes,
                            size_t n)
{
    bool written = write_all(file, bytes, n);
    written = written && (t->direct || fsync(file) == 0);
    int reason = errno;
    bool closed = close(file) == 0;
    if (!written) {
        errno = reason;
    }
    return written && closed;
}

/* Makes the new name last through a loss of power, where the file system can. */
static void sync_folder(const struct target *t)
{
    char *slash = strrchr(t->beside, '/');
    if (slash) {
        slash[1] = '\0';
    }
    int folder = open(slash ? t->beside : ".", O_RDONLY);
    if (folder >= 0) {
        fsync(folder);
        close(folder);
    }
}

static enum gf_status write_target(struct target *t, const void *bytes, size_t n,
                                   struct gf_error *err)
{
    int file = open_target(t);
    if (file < 0) return problem(err, GF_E_cannot_write, t->path);
    bool written = write_and_close(file, t, bytes, n) &&
                   (t->direct || rename(t->beside, t->path) == 0);
    int reason = errno;
    if (written && !t->direct) {
        sync_folder(t);
    }
    if (!written && !t->direct) {
        unlink(t->beside);
    }
    errno = reason;
    return written ? GF_OK : problem(err, GF_E_cannot_write, t->path);
}

enum gf_status cli_write(const char *path, const void *bytes, size_t n,
                         struct gf_error *err)
{
    if (cli_is_standard(path)) {
        fflush(stdout);
        return write_all(STDOUT_FILENO, bytes, n)
                   ? GF_OK
                   : problem(err, GF_E_cannot_write, "standard output");
    }
    struct target target;
    enum gf_status status = find_target(path, &target, err);
    if (status == GF_OK) {
        status = write_target(&target, bytes, n, err);
        free_target(&target);
    }
    return status;
}

/* Names in the same folder. */
static bool is_same_name(const struct target *a, const struct target *b)
{
    const struct target *each[2] = {a, b};
    const char *name[2];
    struct stat folder[2];
    for (int i = 0; i < 2; i++) {
        const char *slash = strrchr(each[i]->path, '/');
        name[i] = slash ? slash + 1 : each[i]->path;
        char *path = slash ? strndup(each[i]->path, (size_t)(name[i] - each[i]->path))
                           : strdup(".");
        bool exists = path && stat(path, &folder[i]) == 0;
        free(path);
        if (!exists) return false;
    }
    return folder[0].st_dev == folder[1].st_dev &&
           folder[0].st_ino == folder[1].st_ino && strcmp(name[0], name[1]) == 0;
}

bool cli_is_same_file(const char *a, const char *b)
{
    struct gf_error ignored;
    struct target first, second;
    if (find_target(a, &first, &ignored) != GF_OK) return false;
    bool is_same = false;
    if (find_target(b, &second, &ignored) == GF_OK) {
        is_same = is_same_name(&first, &second);
        free_target(&second);
    }
    free_target(&first);
    return is_same;
}

bool cli_is_replaced(const char *path)
{
    struct stat s;
    return !cli_is_standard(path) && (stat(path, &s) != 0 || S_ISREG(s.st_mode));
}

/* Opening a pipe would wait for its reader, and closing it would end that. */
static bool may_open(struct target *t)
{
    if (t->direct) return access(t->path, W_OK) == 0;
    int file = open_target(t);
    if (file < 0) return false;
    close(file);
    unlink(t->beside);
    return true;
}

enum gf_status cli_may_write(const char *path, struct gf_error *err)
{
    struct target target;
    if (cli_is_standard(path)) return GF_OK;
    enum gf_status status = find_target(path, &target, err);
    if (status == GF_OK) {
        if (!may_open(&target)) {
            status = problem(err, GF_E_cannot_write, path);
        }
        free_target(&target);
    }
    return status;
}
