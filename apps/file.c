#define _POSIX_C_SOURCE 200809L

#include "file.h"
#include "app.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int is_standard(const char *path)
{
    return strcmp(path, "-") == 0;
}

/* Opened the wrong way round, so that using them is an error, as it should be. */
int file_guard_standard(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd) {
            return -1;
        }
    }
    return 0;
}

/* ---- Reading ---- */

const char *file_name(const char *path)
{
    return is_standard(path) ? "standard input" : path;
}

static int fail_reading(const char *path)
{
    return app_fail("%s: %s", file_name(path), strerror(errno));
}

static int open_input(const char *path)
{
    int fd;
    do {
        fd = is_standard(path) ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    } while (fd < 0 && errno == EINTR);
    return fd;
}

static void close_input(int fd)
{
    if (fd != STDIN_FILENO) {
        close(fd);
    }
}

static ssize_t read_some(int fd, uint8_t *data, size_t bytes)
{
    ssize_t got;
    do {
        got = read(fd, data, bytes);
    } while (got < 0 && errno == EINTR);
    return got;
}

int file_stream(const char *path, neosig_error (*consume)(neosig_stream *stream, const uint8_t *data, size_t bytes),
                neosig_stream *stream)
{
    enum { PIECE = 1 << 18 };
    int fd = open_input(path);
    if (fd < 0) {
        return fail_reading(path);
    }
    int code = 0;
    uint8_t *piece = app_allocate(PIECE);
    if (!piece) {
        code = EXIT_INPUT;
    }
    while (!code) {
        ssize_t got = read_some(fd, piece, PIECE);
        if (got < 0) {
            code = fail_reading(path);
        }
        if (got <= 0) {
            break;
        }
        neosig_error error = consume(stream, piece, (size_t)got);
        if (error != NEOSIG_OK) {
            code = app_error(file_name(path), error);
        }
    }
    app_release(piece, PIECE);
    close_input(fd);
    return code;
}

int file_read(const char *path, size_t most, uint8_t **data, size_t *bytes)
{
    *data = NULL;
    *bytes = 0;
    int fd = open_input(path);
    if (fd < 0) {
        return fail_reading(path);
    }
    int code = 0;
    uint8_t *memory = app_allocate(most + 1);
    if (!memory) {
        code = EXIT_INPUT;
    }
    size_t used = 0;
    while (!code && used < most + 1) {
        ssize_t got = read_some(fd, memory + used, most + 1 - used);
        if (got < 0) {
            code = fail_reading(path);
        }
        if (got <= 0) {
            break;
        }
        used += (size_t)got;
    }
    close_input(fd);
    if (code) {
        app_release(memory, memory ? most + 1 : 0);
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
    for (size_t i = 0; i < SIGNALS; i++) {
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL) {
            sigaction(signals[i], &action, NULL);
        }
    }
}

static void block_signals(int block)
{
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < SIGNALS; i++) {
        sigaddset(&set, signals[i]);
    }
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
        if (put < 0 && errno != EINTR) {
            return -1;
        }
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
    if (is_standard(path)) {
        return 0;
    }
    if (lstat(path, &info) != 0) {
        return errno == ENOENT ? 0 : fail_writing(path);
    }
    if (S_ISDIR(info.st_mode)) {
        return app_fail("%s: is a directory", path);
    }
    if (!S_ISREG(info.st_mode) && !S_ISLNK(info.st_mode)) {
        return app_fail("%s: is not a regular file (for standard output say -o -)", path);
    }
    return force ? 0 : fail_exists(path);
}

static int write_standard(const file_output *output)
{
    if (fflush(stdout) != 0 || write_all(STDOUT_FILENO, output->data, output->bytes) != 0) {
        return app_fail("standard output: %s", strerror(errno));
    }
    return 0;
}

/* mkstemp makes the file with O_EXCL and mode 0600, so a secret is never open to others, not even for a moment. */
static int write_aside(const file_output *output, char *name)
{
    const char *slash = strrchr(output->path, '/');
    int folder = slash ? (int)(slash - output->path) + 1 : 0;
    char pattern[PATH_MOST];
    if (snprintf(pattern, sizeof pattern, "%.*s.neosig-XXXXXX", folder, output->path) >= PATH_MOST) {
        errno = ENAMETOOLONG;
        return fail_writing(output->path);
    }
    block_signals(1); /* between making the file and noting its name */
    int fd = mkstemp(pattern);
    int reason = errno;
    if (fd >= 0) {
        memcpy(name, pattern, sizeof pattern);
    }
    block_signals(0);
    errno = reason;
    if (fd < 0) {
        return fail_writing(output->path);
    }
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
        if (errno == EEXIST) {
            return fail_exists(path);
        }
        int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (fd < 0) {
            return errno == EEXIST ? fail_exists(path) : fail_writing(path);
        }
        close(fd);
    }
    if (rename(name, path) != 0) {
        int code = fail_writing(path);
        if (!force) {
            unlink(path);
        }
        return code;
    }
    return 0;
}

int file_write(const file_output *outputs, size_t count, int force)
{
    int code = 0;
    catch_signals();
    for (size_t i = 0; i < count && !code; i++) {
        if (!is_standard(outputs[i].path)) {
            code = file_check_output(outputs[i].path, force);
            code = code ? code : write_aside(&outputs[i], aside[i]);
        }
    }
    block_signals(1);
    for (size_t i = 0; i < count && !code; i++) {
        if (is_standard(outputs[i].path)) {
            code = write_standard(&outputs[i]);
            continue;
        }
        code = move_into_place(aside[i], outputs[i].path, force);
        if (!code) {
            aside[i][0] = '\0';
        }
        for (size_t j = 0; code && !force && j < i; j++) { /* all or none */
            unlink(outputs[j].path);
        }
    }
    remove_aside();
    block_signals(0);
    return code;
}
