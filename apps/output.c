#define _GNU_SOURCE /* flock */
#define _DARWIN_C_SOURCE

#include "app.h"
#include "aside.h"
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_MOST = FILE_PATH_MOST };

/* What an inner function ends with that has changed nothing and would do better a second time; never seen outside. */
enum { AGAIN = -1 };

static int fail_writing(const char *path)
{
    return app_fail("%s: cannot write: %s", path, strerror(errno));
}

static int fail_exists(const char *path)
{
    return app_fail("%s: exists already (--force replaces it)", path);
}

/* ---- Where an output leads ---- */

static int same_place(const char *a, const char *b)
{
    file_place x, y;
    return file_place_of(&x, a) == 0 && file_place_of(&y, b) == 0 && x.device == y.device && x.folder == y.folder &&
           strcmp(x.name, y.name) == 0;
}

static int same_file(const struct stat *a, const struct stat *b)
{
    return a->st_ino == b->st_ino && a->st_dev == b->st_dev && a->st_ino != 0;
}

/* What an output is: one of these, or the descriptor that is open for it. */
enum { TO_FILE = -1, TO_STREAM = -2 };

/* The descriptor behind /dev/stdout, /dev/fd/3: what path, which is a link or no regular file, leads to is open. */
static int open_already(const char *path, const struct stat *info)
{
    enum { DESCRIPTORS = 10 }; /* as many as a shell names by one digit */
    struct stat other;
    if (S_ISREG(info->st_mode) && (lstat(path, &other) != 0 || !S_ISLNK(other.st_mode)))
        return -1;
    for (int fd = STDOUT_FILENO; fd < DESCRIPTORS; fd++)
        if (fstat(fd, &other) == 0 && same_file(info, &other) && (fcntl(fd, F_GETFL) & O_ACCMODE) != O_RDONLY)
            return fd;
    return -1;
}

/* 0, or EXIT_INPUT after a message where there may be no output. */
static int look(const char *path, int force, int alters, int *to)
{
    struct stat info;
    *to = file_is_standard(path) ? STDOUT_FILENO : TO_FILE;
    if (*to == STDOUT_FILENO)
        return 0;
    if (stat(path, &info) != 0) {
        if (errno != ENOENT)
            return fail_writing(path);
        return !force && lstat(path, &info) == 0 ? fail_exists(path) : 0;
    }
    if (S_ISDIR(info.st_mode))
        return app_fail("%s: is a directory", path);
    if (!alters && file_is_input(&info))
        return app_fail("%s: is an input as well, which the output would destroy", path);
    const int fd = alters ? -1 : open_already(path, &info); /* what is altered is replaced, whoever has it open */
    *to = fd >= 0 ? fd : S_ISREG(info.st_mode) ? TO_FILE : TO_STREAM;
    return !force && (*to == TO_FILE || S_ISBLK(info.st_mode)) ? fail_exists(path) : 0;
}

int file_check_folder(const char *path)
{
#ifdef _WIN32
    const int rights = W_OK; /* the only one that its access() knows of folders */
#else
    const int rights = W_OK | X_OK;
#endif
    char target[PATH_MOST], folder[PATH_MOST];
    return file_resolve(target, path) == 0 && file_beside(folder, target, ".") == 0 && access(folder, rights) == 0
               ? 0
               : fail_writing(path);
}

int file_check_output(const char *path, int force)
{
    int to;
    const int code = look(path, force, 0, &to);
    return code || to != TO_FILE ? code : file_check_folder(path);
}

int file_to_standard(const char *path)
{
    struct stat info;
    return file_is_standard(path) || (path && stat(path, &info) == 0 && open_already(path, &info) == STDOUT_FILENO);
}

/* ---- Files aside ---- */

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

int file_put(void *to, const uint8_t *data, size_t bytes)
{
    const file_sink *const sink = to;
    if (write_all(sink->fd, data, bytes) == 0)
        return 0;
    return sink->is_stream ? app_fail("%s: %s", sink->name, strerror(errno)) : fail_writing(sink->name);
}

/* Writes it all: 0, or an exit code after a message. */
static int put_output(int fd, const file_output *output)
{
    file_sink sink = {fd, output->path, 0};
    const int code = file_put(&sink, output->data, output->bytes);
    return code || !output->fill ? code : output->fill(output->state, file_put, &sink);
}

/* Some file systems cannot synchronise and say EINVAL; what they report of the writing counts. */
static int synchronise(int fd)
{
    return fsync(fd) == 0 || errno == EINVAL || errno == ENOTSUP ? 0 : -1;
}

static int give_mode(int fd)
{
    const mode_t mask = umask(0);
    umask(mask);
    return fchmod(fd, (mode_t)(0666 & ~mask));
}

/* A file of somebody else stays that user's. Who cannot give it to its old group gives it to nobody else. */
static int take_mode(int fd, const char *target, const char *path)
{
    struct stat old;
    if (stat(target, &old) != 0)
        return fail_writing(path);
    const int given = fchown(fd, old.st_uid, old.st_gid) == 0;
    if (!given && old.st_uid != geteuid())
        return app_fail("%s: is another user's, and would become yours", path);
    if (!given)
        app_warn("%s: its group cannot be kept, and may no longer read it", path);
    return fchmod(fd, old.st_mode & (given ? 0777 : 0700)) == 0 ? 0 : fail_writing(path);
}

static int write_aside(aside *a, const file_output *output, int lasting)
{
    a->fd = -1;
    a->name[0] = '\0';
    if (file_resolve(a->target, output->path) != 0)
        return fail_writing(output->path);
    if (aside_open(a, output->fill != NULL) < 0)
        return fail_writing(output->path);
    const int code = put_output(a->fd, output);
    if (code)
        return code;
    if ((!output->secret && give_mode(a->fd) != 0) || fstat(a->fd, &a->info) != 0)
        return fail_writing(output->path);
    if (output->secret == FILE_ALTERED && take_mode(a->fd, a->target, output->path) != 0)
        return EXIT_INPUT;
    if (lasting && synchronise(a->fd) != 0)
        return fail_writing(output->path);
#ifdef _WIN32
    close(a->fd); /* an open file cannot be moved */
    a->fd = -1;
#endif
    return 0;
}

/* ---- Into place ---- */

/* Gives the file its name. Without force link() decides in one step whether the name was free. Where the file system
 * has no links, an empty file taken with O_EXCL holds the name until rename(). */
static int place_named(aside *a, const char *path, int force)
{
    if (!force) {
        if (link(a->name, a->target) == 0) {
            unlink(a->name);
            a->name[0] = '\0';
            return 0;
        }
        if (errno == EEXIST)
            return fail_exists(path);
        int fd = open(a->target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (fd < 0)
            return errno == EEXIST ? fail_exists(path) : fail_writing(path);
        close(fd);
    }
    if (rename(a->name, a->target) != 0) {
        int code = fail_writing(path);
        if (!force)
            unlink(a->target);
        return code;
    }
    a->name[0] = '\0';
    return 0;
}

/* What has no name takes its own at once if that is free; to replace a file it needs another one for a moment. The
 * caller blocks signals. */
static int place(aside *a, const char *path, int force)
{
    char self[ASIDE_SELF];
    if (a->name[0])
        return place_named(a, path, force);
    aside_self(self, a->fd);
    if (linkat(AT_FDCWD, self, AT_FDCWD, a->target, AT_SYMLINK_FOLLOW) == 0)
        return 0;
    const int exists = errno == EEXIST;
    if (exists && !force)
        return fail_exists(path);
    if (exists)
        aside_clean_folder(a->target);
    if (exists && aside_link(a->name, a->target, "", self, AT_SYMLINK_FOLLOW) == 0)
        return place_named(a, path, force);
    aside_name_all();
    return AGAIN;
}

static int holds(int fd, const uint8_t *data, size_t bytes)
{
    uint8_t piece[4096];
    size_t used = 0;
    ssize_t got;
    while ((got = read(fd, piece, sizeof piece)) > 0 && (size_t)got <= bytes - used &&
           memcmp(piece, data + used, (size_t)got) == 0)
        used += (size_t)got;
    neosig_wipe(piece, sizeof piece);
    return got == 0 && used == bytes;
}

/* Opens a regular file that still holds what was read of it, and locks it against other programs that alter it: its
 * descriptor, or -1. Where there are no locks, others are seen if they are done; where files have no numbers, by what
 * they wrote. */
static int open_same(const char *path, const uint8_t *data, size_t bytes)
{
    struct stat info, now;
    const int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    const int locked = fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (fd >= 0 && !locked && fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && stat(path, &now) == 0 &&
        (!info.st_ino || same_file(&info, &now)) && holds(fd, data, bytes))
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

/* People may take long to think of a passphrase, and disks to write: what is altered is compared at the last moment. */
static int place_over(aside *a, const file_output *output)
{
    int old = -1;
    if (output->secret == FILE_ALTERED && (old = open_same(a->target, output->old, output->old_bytes)) < 0)
        return app_fail("%s: was changed meanwhile, and is left as it is", output->path);
#ifdef _WIN32
    if (old >= 0)
        close(old); /* an open file cannot be replaced */
    old = -1;
#endif
    const int code = place(a, output->path, 1);
    if (old >= 0)
        close(old);
    return code;
}

/* Makes what was moved in the folder of path last; one that may not be opened is left to the system. */
static int sync_folder(const char *path)
{
    char folder[PATH_MOST];
    const int fd = file_beside(folder, path, ".") == 0 ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    const int failed = fd >= 0 && synchronise(fd) != 0, reason = errno;
    if (fd >= 0)
        close(fd);
    errno = reason;
    return failed ? -1 : 0;
}

/* A secret key cannot be made again, so it lasts before the program says that it was written, and its public key with
 * it. A signature can: as with other signers the system writes it when it likes, which is several times as fast. */
static int sync_folders(const file_output *const *files, size_t count)
{
    for (size_t i = 0; i < count && files[0]->secret; i++)
        if (sync_folder(asides[i].target) != 0)
            return -1;
    return 0;
}

/* Gives the file at target, if there is one, the second name old, which is then "" if there is none. A file system
 * without links moves it instead. */
static int keep_old(const char *target, char old[PATH_MOST], const char *path)
{
    struct stat info;
    if (lstat(target, &info) != 0)
        return errno == ENOENT ? 0 : fail_writing(path);
    if (aside_link(old, target, "old-", target, 0) == 0)
        return 0;
    if (errno == ENOENT) /* another program has just replaced it */
        return AGAIN;
    const int fd = S_ISREG(info.st_mode) ? aside_create(old, target, "old-", 0) : -1;
    if (fd >= 0)
        close(fd);
    if (fd >= 0 && rename(target, old) == 0)
        return 0;
    const int code = fd >= 0 && errno == ENOENT ? AGAIN : fail_writing(path);
    if (fd >= 0)
        unlink(old);
    old[0] = '\0';
    return code;
}

/* Brings back what keep_old kept; without an old file, takes a new one away. */
static void bring_back(const char *path, const char *old, int moved)
{
    if (old[0] ? rename(old, path) != 0 : moved && unlink(path) != 0)
        app_fail("%s: cannot be brought back: %s%s%s", path, strerror(errno), old[0] ? "; the old file is " : "", old);
    else if (old[0])
        unlink(old); /* rename leaves both names if they are of one file */
}

/* Whether all names are of our files: another program may have replaced one of them since. */
static int all_ours(size_t count)
{
    struct stat info;
    for (size_t i = 0; i < count; i++)
        if (asides[i].info.st_ino && (stat(asides[i].target, &info) != 0 || !same_file(&info, &asides[i].info)))
            return 0;
    return 1;
}

/* Replaces all files or none. The first one, which may be a secret key, comes last: it is replaced in one step, and
 * the old one never has another name. The others keep one until all are in place. If two programs do this at once,
 * the one that was last to move a file sees whether all are its own, and if not does it all again. */
static int replace_all(const file_output *const *files, size_t count)
{
    static char old[FILE_OUTPUTS][PATH_MOST];
    size_t kept = count, moved = count;
    int code = 0;
    memset(old, 0, sizeof old);
    for (; kept > 1 && !code; kept -= !code)
        code = keep_old(asides[kept - 1].target, old[kept - 1], files[kept - 1]->path);
    if (!code && count > 1 && sync_folders(files, count) != 0)
        code = fail_writing(files[0]->path);
    for (; moved > 0 && !code; moved -= !code)
        code = place_over(&asides[moved - 1], files[moved - 1]);
    const int ours = code || count == 1 || all_ours(count);
    for (size_t i = 1; i < count; i++)
        if (code && i >= kept)
            bring_back(asides[i].target, old[i], i >= moved);
        else if (old[i][0])
            unlink(old[i]);
    if (!code && sync_folders(files, count) != 0)
        app_warn("%s: is in place, but may not last: %s", files[0]->path, strerror(errno));
    return code || ours ? code : AGAIN;
}

/* Moves all files to free names, or none; the first one first, which decides between two programs. */
static int place_all(const file_output *const *files, size_t count)
{
    size_t moved = 0;
    int code = 0;
    for (; moved < count && !code; moved += !code)
        code = place(&asides[moved], files[moved]->path, 0);
    if (!code && sync_folders(files, count) != 0)
        code = fail_writing(files[0]->path);
    for (size_t i = 0; code && i < moved; i++)
        unlink(asides[i].target);
    return code;
}

static int write_files(const file_output *const *files, size_t count, int force)
{
    int code = 0;
    for (size_t i = 0; i < count && !code; i++)
        code = write_aside(&asides[i], files[i], files[0]->secret);
    if (!code && files[0]->secret)
        aside_clean_folder(asides[0].target);
    aside_block_signals(1);
    if (!code)
        code = force ? replace_all(files, count) : place_all(files, count);
    aside_remove();
    aside_block_signals(0);
    aside_close();
    return code;
}

/* ---- Streams ---- */

int file_spool(void)
{
#ifdef _WIN32
    const char *const folder = getenv("TEMP");
    const int flags = O_TEMPORARY; /* an open file cannot be unlinked */
#else
    const char *const folder = getenv("TMPDIR");
    const int flags = 0;
#endif
    const char *const in = folder && folder[0] ? folder : "/tmp";
    char name[PATH_MOST];
    char *const path = app_join(in, "/");
    if (!path)
        return -1;
    aside_block_signals(1);
    const int fd = aside_create(name, path, "", flags);
    if (fd < 0)
        app_fail("%s: no temporary file: %s", in, strerror(errno));
    else
        unlink(name);
    aside_block_signals(0);
    free(path);
    return fd;
}

/* What turns out good at its end alone is kept until then. */
static int put_spooled(file_sink *sink, const file_output *output)
{
    const int spool = file_spool();
    if (spool < 0)
        return EXIT_INPUT;
    int code = put_output(spool, output);
    file_input *const in = file_again(spool);
    code = code || in ? code : EXIT_INPUT;
    code = code ? code : file_rest(in, sink->name, file_put, sink);
    file_end(in);
    return code;
}

static int write_stream(const file_output *output, int to)
{
    struct stat info;
    const int fd = to == TO_STREAM ? open(output->path, O_WRONLY | O_CLOEXEC | O_NOCTTY) : to;
    if (fd >= 0 && to == TO_STREAM && output->secret && fstat(fd, &info) == 0 && info.st_uid != geteuid() &&
        info.st_uid != 0) {
        close(fd);
        return app_fail("%s: is somebody else's, who gets no secret key", output->path);
    }
    file_sink sink = {fd, file_is_standard(output->path) ? "standard output" : output->path, 1};
    int code = fd < 0 || fflush(stdout) != 0 ? app_fail("%s: %s", sink.name, strerror(errno)) : 0;
    if (!code)
        code = output->fill ? put_spooled(&sink, output) : file_put(&sink, output->data, output->bytes);
    if (fd >= 0 && to == TO_STREAM)
        close(fd);
    return code;
}

int file_write(const file_output *outputs, size_t count, int force)
{
    enum { TRIES_MOST = 100 };
    const file_output *files[FILE_OUTPUTS];
    int to[FILE_OUTPUTS], code = 0;
    size_t file_count = 0;
    for (size_t i = 0; i < count && !code; i++) {
        code = look(outputs[i].path, force, outputs[i].secret == FILE_ALTERED, &to[i]);
        if (to[i] == TO_FILE)
            files[file_count++] = &outputs[i];
    }
    if (!code && file_count == 2 && same_place(files[0]->path, files[1]->path))
        code = app_fail("%s and %s are one file", files[0]->path, files[1]->path);
    if (code)
        return code;
    aside_catch_signals();
    for (size_t i = 0; i < count && !code; i++)
        code = to[i] == TO_FILE ? 0 : write_stream(&outputs[i], to[i]);
    if (code || file_count == 0)
        return code;
    code = AGAIN;
    const int tries = files[0]->fill ? 1 : TRIES_MOST; /* a single output needs no second one */
    for (int i = 0; i < tries && code == AGAIN; i++)
        code = write_files(files, file_count, force);
    return code == AGAIN ? app_fail("%s: another program replaces it again and again", files[0]->path) : code;
}
