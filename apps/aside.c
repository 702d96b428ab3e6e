#define _GNU_SOURCE /* O_TMPFILE, flock */
#define _DARWIN_C_SOURCE

#include "aside.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { PATH_MOST = FILE_PATH_MOST };

aside asides[FILE_OUTPUTS];
static int only_named;

void aside_self(char path[ASIDE_SELF], int fd)
{
    snprintf(path, ASIDE_SELF, "/proc/self/fd/%d", fd);
}

void aside_name_all(void)
{
    only_named = 1;
}

void aside_remove(void)
{
    for (size_t i = 0; i < FILE_OUTPUTS; i++) {
        if (asides[i].name[0])
            unlink(asides[i].name);
        asides[i].name[0] = '\0';
    }
}

void aside_close(void)
{
    for (size_t i = 0; i < FILE_OUTPUTS; i++) {
        if (asides[i].fd > STDERR_FILENO)
            close(asides[i].fd);
        asides[i].fd = -1;
    }
}

static void on_signal(int number)
{
    aside_remove();
    signal(number, SIG_DFL);
    raise(number);
}

/* Whether a program ends by this signal if it does not care. */
static int is_final(int number)
{
    switch (number) {
    case SIGKILL: /* nobody can care */
    case SIGSTOP:
    case SIGTSTP:
    case SIGTTIN:
    case SIGTTOU:
    case SIGCONT:
    case SIGCHLD:
    case SIGURG:
    case SIGWINCH:
#ifdef SIGINFO
    case SIGINFO:
#endif
        return 0;
    default:
        return 1;
    }
}

/* A signal that is ignored (nohup) stays so. */
void aside_catch_signals(void)
{
    static int caught;
    struct sigaction action = {.sa_handler = on_signal}, old;
    sigfillset(&action.sa_mask);
    for (int number = 1; number < NSIG && !caught; number++)
        if (is_final(number) && sigaction(number, NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            sigaction(number, &action, NULL);
    caught = 1;
}

void aside_block_signals(int block)
{
    static _Thread_local sigset_t before;
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, block ? &all : &before, block ? &before : NULL);
}

/* A name beside path that nobody has, or another one with each call. */
static int new_name(char name[PATH_MOST], const char *path, const char *kind)
{
    static atomic_uint turn;
    char last[64];
    snprintf(last, sizeof last, ".neosig-%s%ld-%u", kind, (long)getpid(), turn++);
    return file_beside(name, path, last);
}

enum { NAMES_MOST = 1000 }; /* that may be taken */

/* The second name of a file, "" if it cannot have one. */
int aside_link(char name[PATH_MOST], const char *path, const char *kind, const char *file, int flags)
{
    int linked = -1;
    errno = EEXIST;
    for (int i = 0; i < NAMES_MOST && linked != 0 && errno == EEXIST; i++)
        linked = new_name(name, path, kind) == 0 ? linkat(AT_FDCWD, file, AT_FDCWD, name, flags) : -1;
    if (linked != 0)
        name[0] = '\0';
    return linked;
}

/* O_EXCL and mode 0600: a secret is never open to others, not even for a moment. */
int aside_create(char name[PATH_MOST], const char *path, const char *kind, int flags)
{
    int fd = -1;
    errno = EEXIST;
    for (int i = 0; i < NAMES_MOST && fd < 0 && errno == EEXIST; i++)
        fd = new_name(name, path, kind) == 0 ? open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | flags, 0600) : -1;
    if (fd < 0)
        name[0] = '\0';
    return fd;
}

/* The number of the program whose file aside has this name; 0 if new_name() did not make it. */
static long maker_of(const char *name, int *is_old)
{
    static const char start[] = ".neosig-", old[] = "old-", digits[] = "0123456789";
    if (strncmp(name, start, sizeof start - 1) != 0)
        return 0;
    name += sizeof start - 1;
    *is_old = strncmp(name, old, sizeof old - 1) == 0;
    name += *is_old ? sizeof old - 1 : 0;
    const size_t maker = strspn(name, digits), turn = name[maker] == '-' ? strspn(name + maker + 1, digits) : 0;
    return maker && turn && !name[maker + 1 + turn] ? strtol(name, NULL, 10) : 0;
}

/* Whether there is no such program here; that of another user is there. */
static int has_ended(long program)
{
    return kill((pid_t)program, 0) != 0 && errno == ESRCH;
}

/* A new file is stale if no program holds it; an old one if it was still in its place when its program ended. */
static void remove_stale(const char *path, int is_old, long maker)
{
    struct stat info;
    int fd = open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd >= 0 && fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_uid == geteuid() &&
        (is_old ? info.st_nlink > 1 && has_ended(maker) : flock(fd, LOCK_EX | LOCK_NB) == 0))
        unlink(path);
    if (fd >= 0)
        close(fd);
}

/* Removes what programs that were killed have left in the folder of path: our files that no program holds. */
void aside_clean_folder(const char *path)
{
    static dev_t device;
    static ino_t number;
    char name[PATH_MOST];
    struct stat info;
    if (file_beside(name, path, ".") != 0 || stat(name, &info) != 0 || (info.st_dev == device && info.st_ino == number))
        return;
    device = info.st_dev;
    number = info.st_ino;
    DIR *const dir = opendir(name);
    for (struct dirent *entry; dir && (entry = readdir(dir)) != NULL;) {
        int is_old;
        const long maker = maker_of(entry->d_name, &is_old);
        if (maker && file_beside(name, path, entry->d_name) == 0)
            remove_stale(name, is_old, maker);
    }
    if (dir)
        closedir(dir);
}

/* Holds a file against aside_clean_folder; 0 if that was faster. Where there are no locks it removes nothing. */
static int hold(int fd)
{
    struct stat info;
    if (flock(fd, LOCK_EX | LOCK_NB) != 0)
        return errno != EWOULDBLOCK;
    return fstat(fd, &info) == 0 && info.st_nlink != 0;
}

static int open_named(aside *a)
{
    aside_clean_folder(a->target);
    for (int i = 0; i < NAMES_MOST; i++) {
        aside_block_signals(1); /* between making the file and noting its name */
        const int fd = aside_create(a->name, a->target, "", 0);
        const int reason = errno;
        aside_block_signals(0);
        errno = reason;
        if (fd < 0 || hold(fd))
            return fd;
        close(fd);
        a->name[0] = '\0';
    }
    return -1;
}

static int open_unnamed(const aside *a)
{
#ifdef O_TMPFILE
    char folder[PATH_MOST];
    if (!only_named && file_beside(folder, a->target, ".") == 0) {
        const int fd = open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
        if (fd >= 0)
            flock(fd, LOCK_EX | LOCK_NB); /* for when it has a name */
        return fd;
    }
#else
    (void)a;
#endif
    return -1;
}

/* Tries on an empty file whether a file without a name can be given one here. */
static void try_naming(const aside *a)
{
    char self[ASIDE_SELF], name[PATH_MOST];
    const int fd = open_unnamed(a);
    aside_self(self, fd);
    aside_block_signals(1);
    if (fd >= 0 && aside_link(name, a->target, "", self, AT_SYMLINK_FOLLOW) != 0)
        aside_name_all();
    else if (fd >= 0)
        unlink(name);
    aside_block_signals(0);
    if (fd >= 0)
        close(fd);
}

int aside_open(aside *a, int once)
{
    if (once)
        try_naming(a);
    a->fd = open_unnamed(a);
    if (a->fd < 0)
        a->fd = open_named(a);
    return a->fd;
}
