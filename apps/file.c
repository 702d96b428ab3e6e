#define _DEFAULT_SOURCE /* flock */
#define _DARWIN_C_SOURCE

#include "app.h"
#include "file.h"
#include "progress.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef _WIN32
_Static_assert(sizeof(off_t) >= 8, "_FILE_OFFSET_BITS=64: else files of 2 GiB and more cannot be opened");
#endif

int file_is_standard(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

/* Opened the wrong way round, so that using them is an error, as it should be. */
int file_guard_standard(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
            return -1;
    return 0;
}

/* ---- Reading ---- */

const char *file_name(const char *path)
{
    return file_is_standard(path) ? "standard input" : path;
}

static int fail_reading(const char *path)
{
    return app_fail("%s: %s", file_name(path), strerror(errno));
}

static int open_input(const char *path)
{
    int fd;
    do {
        fd = file_is_standard(path) ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    } while (fd < 0 && errno == EINTR);
    return fd;
}

static void close_input(int fd)
{
    if (fd != STDIN_FILENO)
        close(fd);
}

static ssize_t read_some(int fd, uint8_t *data, size_t bytes)
{
    ssize_t got;
    do {
        got = read(fd, data, bytes);
    } while (got < 0 && errno == EINTR);
    return got;
}

int file_exists(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0;
}

/* A group that may read has been given that on purpose. */
void file_warn_open(const char *path)
{
    struct stat info;
    if (!file_is_standard(path) && stat(path, &info) == 0 && S_ISREG(info.st_mode) &&
        info.st_mode & (S_IWGRP | S_IROTH | S_IWOTH)) {
        app_warn("%s: is secret, but its mode %04o lets others read or change it (chmod 600)", path,
                 (unsigned)info.st_mode & 07777);
    }
}

int file_rereadable(const char *path)
{
    struct stat info;
    return !file_is_standard(path) && stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

int file_same(const char *a, const char *b)
{
    struct stat x, y;
    if (strcmp(a, b) == 0)
        return 1;
    /* Where files have no numbers, all of them are 0. */
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_ino != 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

static int stream_and_close(int fd, const char *path, file_consumer *consume, void *state)
{
    enum { PIECE = 1 << 18 };
    int code = 0;
    uint8_t *piece = app_allocate(PIECE);
    if (!piece)
        code = EXIT_INPUT;
    while (!code) {
        ssize_t got = read_some(fd, piece, PIECE);
        if (got < 0)
            code = fail_reading(path);
        if (got <= 0)
            break;
        neosig_error error = consume(state, piece, (size_t)got);
        if (error != NEOSIG_OK)
            code = app_error(file_name(path), error);
        progress_read((size_t)got);
    }
    app_release(piece, PIECE);
    close_input(fd);
    return code;
}

int file_stream(const char *path, file_consumer *consume, void *state)
{
    const int fd = open_input(path);
    return fd < 0 ? fail_reading(path) : stream_and_close(fd, path, consume, state);
}

int file_stream_regular(const char *path, file_consumer *consume, void *state)
{
    struct stat info;
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK); /* a pipe would wait for its writer */
    if (fd < 0)
        return errno == ELOOP ? app_fail("%s: is a symbolic link", path) : fail_reading(path);
    if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode))
        return stream_and_close(fd, path, consume, state);
    close(fd);
    return app_fail("%s: is not a regular file", path);
}

int file_read(const char *path, size_t most, uint8_t **data, size_t *bytes)
{
    *data = NULL;
    *bytes = 0;
    int fd = open_input(path);
    if (fd < 0)
        return fail_reading(path);
    int code = 0;
    uint8_t *memory = app_allocate(most + 1);
    if (!memory)
        code = EXIT_INPUT;
    size_t used = 0;
    while (!code && used < most + 1) {
        ssize_t got = read_some(fd, memory + used, most + 1 - used);
        if (got < 0)
            code = fail_reading(path);
        if (got <= 0)
            break;
        used += (size_t)got;
    }
    close_input(fd);
    if (code) {
        app_release(memory, used);
        return code;
    }
    *data = memory;
    *bytes = used;
    return 0;
}

/* ---- Writing ---- */

/* The files written aside and not yet moved; "" where there is none. A signal removes them. */
enum { PATH_MOST = 4096 };
static char aside[FILE_OUTPUTS][PATH_MOST];

static const int signals[] = {SIGHUP, SIGINT, SIGTERM};
enum { SIGNALS = sizeof signals / sizeof signals[0] };

static void remove_aside(void)
{
    for (size_t i = 0; i < FILE_OUTPUTS; i++) {
        if (aside[i][0]) {
            unlink(aside[i]);
            aside[i][0] = '\0';
        }
    }
}

static void on_signal(int number)
{
    remove_aside();
    signal(number, SIG_DFL);
    raise(number);
}

/* A signal that was being ignored (nohup) stays so. */
static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = on_signal}, old;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < SIGNALS; i++)
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            sigaction(signals[i], &action, NULL);
}

static void block_signals(int block)
{
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < SIGNALS; i++)
        sigaddset(&set, signals[i]);
    sigprocmask(block ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
}

static int fail_writing(const char *path)
{
    return app_fail("%s: cannot write: %s", path, strerror(errno));
}

static int fail_exists(const char *path)
{
    return app_fail("%s: exists already (--force replaces it)", path);
}

static int write_all(int fd, const uint8_t *data, size_t bytes)
{
    while (bytes) {
        ssize_t put = write(fd, data, bytes);
        if (put < 0 && errno != EINTR)
            return -1;
        if (put > 0) {
            data += put;
            bytes -= (size_t)put;
        }
    }
    return 0;
}

int file_check_output(const char *path, int force)
{
    struct stat info;
    if (file_is_standard(path))
        return 0;
    if (lstat(path, &info) != 0)
        return errno == ENOENT ? 0 : fail_writing(path);
    if (S_ISDIR(info.st_mode))
        return app_fail("%s: is a directory", path);
    if (!S_ISREG(info.st_mode) && !S_ISLNK(info.st_mode))
        return app_fail("%s: is not a regular file (for standard output say -o -)", path);
    return force ? 0 : fail_exists(path);
}

static int write_standard(const file_output *output)
{
    if (fflush(stdout) != 0 || write_all(STDOUT_FILENO, output->data, output->bytes) != 0)
        return app_fail("standard output: %s", strerror(errno));
    return 0;
}

/* The folder of path, with its final slash, and name behind it; -1 if that is too long. */
static int beside(char out[PATH_MOST], const char *path, const char *name)
{
    const char *slash = strrchr(path, '/');
    int folder = slash ? (int)(slash - path) + 1 : 0;
    if (snprintf(out, PATH_MOST, "%.*s%s", folder, path, name) >= PATH_MOST) {
        errno = ENAMETOOLONG;
        return -1;
    }
    return 0;
}

/* mkstemp makes the file with O_EXCL and mode 0600, so a secret is never open to others, not even for a moment. */
static int write_aside(const file_output *output, char *name)
{
    char pattern[PATH_MOST];
    if (beside(pattern, output->path, ".neosig-XXXXXX") != 0)
        return fail_writing(output->path);
    block_signals(1); /* between making the file and noting its name */
    int fd = mkstemp(pattern);
    int reason = errno;
    if (fd >= 0)
        memcpy(name, pattern, sizeof pattern);
    block_signals(0);
    errno = reason;
    if (fd < 0)
        return fail_writing(output->path);
    int failed = write_all(fd, output->data, output->bytes) != 0;
    if (!failed && !output->secret) {
        mode_t mask = umask(0);
        umask(mask);
        failed = fchmod(fd, (mode_t)(0666 & ~mask)) != 0;
    }
    /* Some file systems cannot synchronise and say EINVAL; what they report of the writing counts. */
    failed = failed || (fsync(fd) != 0 && errno != EINVAL && errno != ENOTSUP);
    if (failed) {
        reason = errno;
        close(fd);
        errno = reason;
        return fail_writing(output->path);
    }
    return close(fd) != 0 ? fail_writing(output->path) : 0;
}

/* Gives the file its name; the caller blocks signals. Without force link() decides in one step whether the name was
 * free. Where the file system has no links, an empty file taken with O_EXCL holds the name until rename(). */
static int move_into_place(const char *name, const char *path, int force)
{
    if (!force) {
        if (link(name, path) == 0) {
            unlink(name);
            return 0;
        }
        if (errno == EEXIST)
            return fail_exists(path);
        int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (fd < 0)
            return errno == EEXIST ? fail_exists(path) : fail_writing(path);
        close(fd);
    }
    if (rename(name, path) != 0) {
        int code = fail_writing(path);
        if (!force)
            unlink(path);
        return code;
    }
    return 0;
}

/* ---- Several files replaced as one ---- */

/* Opens the folder of path; -1 where that is not allowed. */
static int open_folder(const char *path)
{
    char folder[PATH_MOST];
    return beside(folder, path, ".") == 0 ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
}

/* Makes what was moved in a folder last. Some file systems cannot synchronise a folder and say EINVAL. */
static int sync_folder(int folder)
{
    return folder < 0 || fsync(folder) == 0 || errno == EINVAL || errno == ENOTSUP ? 0 : -1;
}

/* Gives the file at path, if there is one, the second name old, which is then "" if there is none. A file system
 * without links moves it instead. */
static int keep_old(const char *path, char old[PATH_MOST])
{
    struct stat info;
    if (lstat(path, &info) != 0)
        return errno == ENOENT ? 0 : fail_writing(path);
    char name[PATH_MOST];
    int fd = beside(name, path, ".neosig-old-XXXXXX") == 0 ? mkstemp(name) : -1;
    if (fd < 0)
        return fail_writing(path);
    close(fd);
    /* Under the lock nobody takes the name that is free for a moment; linkat would say so. */
    unlink(name);
    if (linkat(AT_FDCWD, path, AT_FDCWD, name, 0) != 0 && (S_ISDIR(info.st_mode) || rename(path, name) != 0))
        return fail_writing(path);
    memcpy(old, name, sizeof name);
    return 0;
}

/* Brings back what keep_old kept; without an old file, takes a new one away. */
static void bring_back(const char *path, const char *old, int moved)
{
    if (old[0] ? rename(old, path) != 0 : moved && unlink(path) != 0)
        app_fail("%s: cannot be brought back: %s%s%s", path, strerror(errno), old[0] ? "; the old file is " : "", old);
    else if (old[0])
        unlink(old); /* rename leaves both names if they are of one file */
}

/* Replaces all files or none: the old ones keep a second name until the new ones are in place. The caller blocks
 * signals and holds the lock. */
static int replace_all(const file_output *outputs, size_t count, int folder)
{
    static char old[FILE_OUTPUTS][PATH_MOST];
    size_t kept = 0, moved = 0;
    int code = 0;
    memset(old, 0, sizeof old);
    for (; kept < count && count > 1 && !code; kept += !code) /* one file is replaced in one step */
        code = keep_old(outputs[kept].path, old[kept]);
    if (!code && sync_folder(folder) != 0)
        code = fail_writing(outputs[0].path);
    for (; moved < count && !code; moved += !code)
        code = move_into_place(aside[moved], outputs[moved].path, 1);
    if (!code && sync_folder(folder) != 0)
        code = fail_writing(outputs[0].path);
    for (size_t i = 0; i < count; i++) {
        if (i < moved)
            aside[i][0] = '\0';
        if (code && i < kept)
            bring_back(outputs[i].path, old[i], i < moved);
        else if (old[i][0])
            unlink(old[i]);
    }
    return code;
}

/* Moves all files to free names, or none. */
static int place_all(const file_output *outputs, size_t count, int folder)
{
    size_t moved = 0;
    int code = 0;
    for (; moved < count && !code; moved += !code) {
        code = move_into_place(aside[moved], outputs[moved].path, 0);
        if (!code)
            aside[moved][0] = '\0';
    }
    if (!code && sync_folder(folder) != 0)
        code = fail_writing(outputs[0].path);
    for (size_t i = 0; code && i < moved; i++)
        unlink(outputs[i].path);
    return code;
}

int file_write(const file_output *outputs, size_t count, int force)
{
    if (count == 1 && file_is_standard(outputs[0].path))
        return write_standard(&outputs[0]);
    int code = 0;
    catch_signals();
    for (size_t i = 0; i < count && !code; i++) {
        code = file_check_output(outputs[i].path, force);
        code = code ? code : write_aside(&outputs[i], aside[i]);
    }
    /* Two programs that write the same files do so one after the other. The lock is on the folder, so that none is left
     * behind; a folder that may not be read, or whose file system has no locks, is used without one. */
    int folder = code ? -1 : open_folder(outputs[0].path);
    if (folder >= 0) {
        while (flock(folder, LOCK_EX) != 0 && errno == EINTR) {
        }
    }
    block_signals(1);
    if (!code)
        code = force ? replace_all(outputs, count, folder) : place_all(outputs, count, folder);
    remove_aside();
    block_signals(0);
    if (folder >= 0)
        close(folder);
    return code;
}
