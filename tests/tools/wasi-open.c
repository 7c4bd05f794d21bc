/* Lets test programs compiled to wasm open files. emcc's standalone libc has the rest
 * of the file functions on WASI but leaves open() a stub (weak, so that this one wins).
 * tests/tools/run-wasi.js opens the working folder as 3 and the root as 4.
 * SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <wasi/api.h>

#define WORKING_FOLDER 3
#define ROOT_FOLDER 4

static long open_path(const char *path, long flags)
{
    __wasi_fd_t folder = WORKING_FOLDER;
    if (path[0] == '/') {
        folder = ROOT_FOLDER;
        path++;
    }
    size_t length = 0;
    while (path[length]) length++;

    __wasi_oflags_t create = 0;
    if (flags & O_CREAT) create |= __WASI_OFLAGS_CREAT;
    if (flags & O_TRUNC) create |= __WASI_OFLAGS_TRUNC;
    if (flags & O_EXCL) create |= __WASI_OFLAGS_EXCL;
    __wasi_rights_t rights = __WASI_RIGHTS_FD_SEEK | __WASI_RIGHTS_FD_TELL;
    if ((flags & O_ACCMODE) != O_WRONLY) rights |= __WASI_RIGHTS_FD_READ;
    if ((flags & O_ACCMODE) != O_RDONLY) rights |= __WASI_RIGHTS_FD_WRITE;

    __wasi_fd_t fd;
    __wasi_errno_t error = __wasi_path_open(
        folder, __WASI_LOOKUPFLAGS_SYMLINK_FOLLOW, path, length, create, rights, rights,
        (flags & O_APPEND) ? __WASI_FDFLAGS_APPEND : 0, &fd);
    return error ? -ENOENT : (long)fd;
}

/* The name up to emcc 3.1.6 … */
long __syscall_open(const char *path, long flags, ...)
{
    return open_path(path, flags);
}

/* … and since. */
int __syscall_openat(int folder, intptr_t path, int flags, ...)
{
    (void)folder;
    return (int)open_path((const char *)path, flags);
}
