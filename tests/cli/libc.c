/* Put before libc by LD_PRELOAD: says what is synced, and fails the first close of a synced
 * file, as a full quota does on a network's file system.
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int synced = -1;
static bool has_failed;

int fsync(int file)
{
    struct stat s;
    bool is_folder = fstat(file, &s) == 0 && S_ISDIR(s.st_mode);
    fprintf(stderr, "synced %s\n", is_folder ? "folder" : "file");
    synced = is_folder ? -1 : file;
    return (int)syscall(SYS_fsync, file);
}

int close(int file)
{
    int status = (int)syscall(SYS_close, file);
    if (file != synced || has_failed) return status;
    has_failed = true;
    errno = EDQUOT;
    return -1;
}
