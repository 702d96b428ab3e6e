#define _DEFAULT_SOURCE /* lstat */
#define _DARWIN_C_SOURCE

#include "app.h"
#include "file.h"
#include "progress.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
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

const char *file_name(const char *path)
{
    return file_is_standard(path) ? "standard input" : path;
}

/* ---- Paths ---- */

int file_beside(char out[FILE_PATH_MOST], const char *path, const char *name)
{
    const char *slash = strrchr(path, '/');
    int folder = slash ? (int)(slash - path) + 1 : 0;
    if (snprintf(out, FILE_PATH_MOST, "%.*s%s", folder, path, name) >= FILE_PATH_MOST) {
        errno = ENAMETOOLONG;
        return -1;
    }
    return 0;
}

int file_resolve(char out[FILE_PATH_MOST], const char *path)
{
    enum { LINKS_MOST = 40 };
    char link_text[FILE_PATH_MOST], from[FILE_PATH_MOST];
    ssize_t bytes;
    if (file_beside(out, "", path) != 0)
        return -1;
    for (int links = 0; (bytes = readlink(out, link_text, sizeof link_text - 1)) >= 0; links++) {
        if (links == LINKS_MOST) {
            errno = ELOOP;
            return -1;
        }
        link_text[bytes] = '\0';
        memcpy(from, out, sizeof from);
        if (file_beside(out, link_text[0] == '/' ? "" : from, link_text) != 0)
            return -1;
    }
    return 0;
}

int file_place_of(file_place *place, const char *path)
{
    char target[FILE_PATH_MOST], folder[FILE_PATH_MOST];
    struct stat info;
    *place = (file_place){.device = 0};
    if (file_resolve(target, path) != 0 || file_beside(folder, target, ".") != 0 || stat(folder, &info) != 0)
        return -1;
    const char *const slash = strrchr(target, '/'), *const name = slash ? slash + 1 : target;
    place->device = (uint64_t)info.st_dev;
    place->folder = (uint64_t)info.st_ino;
    return snprintf(place->name, sizeof place->name, "%s", name) < (int)sizeof place->name ? 0 : -1;
}

/* ---- Inputs ---- */

/* What was opened for reading, by the numbers of the files: a table with places left free, where a number is 0. */
typedef struct identity {
    dev_t device;
    ino_t number;
} identity;

static identity *inputs;
static size_t input_count, input_room; /* room: a power of two */
static pthread_mutex_t input_lock = PTHREAD_MUTEX_INITIALIZER;

/* The place of a file in the table, or the free one where it would be. */
static identity *find_input(identity *table, size_t room, dev_t device, ino_t number)
{
    size_t i = (size_t)(((uint64_t)number + (uint64_t)device) * 0x9e3779b97f4a7c15 >> 20) % room;
    while (table[i].number && (table[i].device != device || table[i].number != number))
        i = (i + 1) % room;
    return &table[i];
}

static int grow_inputs(void)
{
    const size_t room = input_room ? 2 * input_room : 64;
    identity *const table = calloc(room, sizeof *table);
    if (!table)
        return app_fail("out of memory");
    for (size_t i = 0; i < input_room; i++)
        if (inputs[i].number)
            *find_input(table, room, inputs[i].device, inputs[i].number) = inputs[i];
    free(inputs);
    inputs = table;
    input_room = room;
    return 0;
}

static identity standard_output; /* its number is 0 where it is closed */

static void find_standard_output(void)
{
    struct stat out;
    if (fstat(STDOUT_FILENO, &out) == 0)
        standard_output = (identity){out.st_dev, out.st_ino};
}

/* What is no regular file may be written and read at once. Standard output is one from the beginning. */
static int note(const struct stat *info, const char *path)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    int code = 0;
    if (!S_ISREG(info->st_mode) || info->st_ino == 0)
        return 0;
    pthread_once(&once, find_standard_output);
    if (standard_output.device == info->st_dev && standard_output.number == info->st_ino)
        return app_fail("%s: is standard output as well, which would change it", file_name(path));
    pthread_mutex_lock(&input_lock);
    if (2 * input_count >= input_room)
        code = grow_inputs();
    if (!code) {
        identity *const place = find_input(inputs, input_room, info->st_dev, info->st_ino);
        input_count += place->number == 0;
        *place = (identity){info->st_dev, info->st_ino};
    }
    pthread_mutex_unlock(&input_lock);
    return code;
}

int file_note_input(const char *path)
{
    struct stat info;
    if (!path || (file_is_standard(path) ? fstat(STDIN_FILENO, &info) : stat(path, &info)) != 0)
        return 0;
    return note(&info, path);
}

int file_is_input(const struct stat *info)
{
    pthread_mutex_lock(&input_lock);
    const int is = S_ISREG(info->st_mode) && info->st_ino && input_room &&
                   find_input(inputs, input_room, info->st_dev, info->st_ino)->number;
    pthread_mutex_unlock(&input_lock);
    return is;
}

/* ---- Reading ---- */

struct file_input {
    int fd;
    struct stat before; /* when it was opened */
    uint64_t bytes;     /* read so far */
};

static int fail_reading(const char *path)
{
    return app_fail("%s: %s", file_name(path), strerror(errno));
}

static void close_input(const file_input *in)
{
    if (in->fd != STDIN_FILENO)
        close(in->fd);
}

/* Of an open file. */
static int begin_input(file_input *in, int fd, const char *path)
{
    *in = (file_input){.fd = fd};
    const int code = fstat(fd, &in->before) != 0 ? fail_reading(path) : note(&in->before, path);
    if (code)
        close_input(in);
    return code;
}

static int open_input(file_input *in, const char *path)
{
    int fd;
    do {
        fd = file_is_standard(path) ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    } while (fd < 0 && errno == EINTR);
    return fd < 0 ? fail_reading(path) : begin_input(in, fd, path);
}

#if defined(__APPLE__)
#define MODIFIED_NANOSECONDS(info) ((info)->st_mtimespec.tv_nsec)
#elif defined(_WIN32)
#define MODIFIED_NANOSECONDS(info) 0
#else
#define MODIFIED_NANOSECONDS(info) ((info)->st_mtim.tv_nsec)
#endif

/* Whether a file is another by now than when it was opened: what was read of it is then neither the one nor the other.
 * Where the system makes a file as it is read (/proc), the size is 0. */
static int changed(const file_input *in)
{
    struct stat now;
    const struct stat *const before = &in->before;
    if (!S_ISREG(before->st_mode) || fstat(in->fd, &now) != 0)
        return 0;
    return now.st_size != before->st_size || now.st_mtime != before->st_mtime ||
           MODIFIED_NANOSECONDS(&now) != MODIFIED_NANOSECONDS(before) ||
           (before->st_size && in->bytes > (uint64_t)before->st_size);
}

/* Reads a piece; *got is 0 at the end. One that grows is not followed. */
static int read_some(file_input *in, const char *path, uint8_t *data, size_t bytes, size_t *got)
{
    ssize_t count;
    do {
        count = read(in->fd, data, bytes);
    } while (count < 0 && errno == EINTR);
    *got = count < 0 ? 0 : (size_t)count;
    in->bytes += *got;
    if (count < 0)
        return fail_reading(path);
    const int at_end = count == 0 || (in->before.st_size && in->bytes > (uint64_t)in->before.st_size);
    return at_end && changed(in) ? app_fail("%s: was changed while it was read", file_name(path)) : 0;
}

int file_exists(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0;
}

int file_is_folder(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
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

void file_warn_linked(const char *path)
{
    struct stat info;
    if (stat(path, &info) == 0 && S_ISREG(info.st_mode) && info.st_nlink > 1)
        app_warn("%s: has other names (hard links), which keep the old key file", path);
}

int file_rereadable(const char *path)
{
    struct stat info;
    return !file_is_standard(path) && stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

size_t file_bytes(const char *path)
{
    struct stat info;
    if ((file_is_standard(path) ? fstat(STDIN_FILENO, &info) : stat(path, &info)) != 0 || !S_ISREG(info.st_mode))
        return 0;
    return (uint64_t)info.st_size < SIZE_MAX / 2 ? (size_t)info.st_size : SIZE_MAX / 2;
}

int file_rest(file_input *in, const char *path, file_consumer *consume, void *state)
{
    enum { PIECE = 1 << 18 };
    uint8_t *const piece = app_allocate(PIECE);
    size_t got = 0, used = 0;
    int code = piece ? read_some(in, path, piece, PIECE, &got) : EXIT_INPUT;
    while (!code && got) {
        used = got > used ? got : used;
        code = consume(state, piece, got);
        progress_read(got);
        code = code ? code : read_some(in, path, piece, PIECE, &got);
    }
    app_release(piece, used);
    return code;
}

static int stream_and_close(file_input *in, const char *path, file_consumer *consume, void *state)
{
    const int code = file_rest(in, path, consume, state);
    close_input(in);
    return code;
}

int file_stream(const char *path, file_consumer *consume, void *state)
{
    file_input in;
    const int code = open_input(&in, path);
    return code ? code : stream_and_close(&in, path, consume, state);
}

int file_stream_regular(int fd, const char *path, file_consumer *consume, void *state)
{
    file_input in;
    const int code = begin_input(&in, fd, path);
    if (code || S_ISREG(in.before.st_mode))
        return code ? code : stream_and_close(&in, path, consume, state);
    close(fd);
    return app_fail("%s: is not a regular file", path);
}

/* Up to most bytes, into new memory. */
static int read_beginning(file_input *in, const char *path, size_t most, uint8_t **data, size_t *bytes)
{
    uint8_t *const memory = app_allocate(most);
    size_t used = 0, got = 1;
    int code = memory ? 0 : EXIT_INPUT;
    while (!code && got && used < most) {
        code = read_some(in, path, memory + used, most - used, &got);
        used += got;
    }
    if (code) {
        app_release(memory, used);
        return code;
    }
    *data = memory;
    *bytes = used;
    return 0;
}

int file_read(const char *path, size_t most, uint8_t **data, size_t *bytes)
{
    file_input in;
    *data = NULL;
    *bytes = 0;
    int code = open_input(&in, path);
    if (code)
        return code;
    code = read_beginning(&in, path, most + 1, data, bytes);
    close_input(&in);
    return code;
}

file_input *file_begin(const char *path, size_t most, uint8_t **data, size_t *bytes)
{
    file_input *const in = malloc(sizeof *in);
    *data = NULL;
    *bytes = 0;
    if (!in)
        app_fail("out of memory");
    if (in && open_input(in, path) == 0) {
        if (read_beginning(in, path, most, data, bytes) == 0)
            return in;
        close_input(in);
    }
    free(in);
    return NULL;
}

file_input *file_again(int fd)
{
    file_input *const in = malloc(sizeof *in);
    if (in)
        *in = (file_input){.fd = fd};
    if (in && lseek(fd, 0, SEEK_SET) == 0 && fstat(fd, &in->before) == 0)
        return in;
    app_fail("a temporary file cannot be read again");
    close(fd);
    free(in);
    return NULL;
}

void file_end(file_input *in)
{
    if (in)
        close_input(in);
    free(in);
}
