/* What the program uses of POSIX and Windows has not, for every file of it (by -include): the files beside this one are
 * found where they include <termios.h>, <sys/file.h> or <sys/utsname.h>. Files are binary. There are no modes, no locks
 * on folders and no signals to block; memory of every kind is that of aligned_alloc. */
#ifndef NEOSIG_WINDOWS_POSIX_H
#define NEOSIG_WINDOWS_POSIX_H

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

/* ---- <stdlib.h>: one heap for all, so that free() takes what aligned_alloc() gave */

#define malloc(bytes) _aligned_malloc((bytes), 16)
#define calloc(count, bytes) _aligned_recalloc(NULL, (count), (bytes), 16)
#define realloc(memory, bytes) _aligned_realloc((memory), (bytes), 16)
#define aligned_alloc(alignment, bytes) _aligned_malloc((bytes), (alignment))
#define free _aligned_free

/* ---- <fcntl.h>, <sys/file.h>, <sys/stat.h>, <unistd.h> */

enum {
    O_CLOEXEC = O_NOINHERIT,
    O_DIRECTORY = 0,
    O_NOFOLLOW = 0,
    O_NONBLOCK = 0,
    F_GETFD = 1,
    AT_FDCWD = -1,
    LOCK_EX = 2
};
enum { _SC_NPROCESSORS_ONLN = 84 };
#define S_ISLNK(mode) 0
#undef S_IWGRP
#undef S_IROTH
#undef S_IWOTH
enum { S_IWGRP = 0, S_IROTH = 0, S_IWOTH = 0 };
#define lstat stat
#define open posix_open
#define rename posix_rename
#define tell program_tell /* <io.h> has another */

int posix_open(const char *path, int flags, ...); /* "/dev/tty" is the console */
int posix_rename(const char *from, const char *to);
int link(const char *from, const char *to);
int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags);
int fcntl(int fd, int command, ...); /* F_GETFD: the standard descriptors are never reused */
int fchmod(int fd, mode_t mode);
int fsync(int fd);
int flock(int fd, int operation);
int dprintf(int fd, const char *format, ...); /* to the console */
long sysconf(int name);

/* ---- <signal.h> */

enum { SIGHUP = SIGBREAK, SIGPIPE = 13, SIG_BLOCK = 0, SIG_UNBLOCK = 1, SIG_SETMASK = 2 };
typedef int posix_signals;
#define sigset_t posix_signals
struct sigaction {
    void (*sa_handler)(int number);
    sigset_t sa_mask;
    int sa_flags;
};

int sigemptyset(sigset_t *set);
int sigfillset(sigset_t *set);
int sigaddset(sigset_t *set, int number);
int sigprocmask(int how, const sigset_t *set, sigset_t *old);
#undef pthread_sigmask /* a 0 that drops its arguments */
#define pthread_sigmask sigprocmask
int sigaction(int number, const struct sigaction *action, struct sigaction *old);

/* ---- <termios.h>: the modes of the console */

typedef unsigned long tcflag_t;
struct termios {
    tcflag_t c_lflag;
};
enum { TCSAFLUSH = 2, ICANON = 2, ECHO = 4, ECHONL = 0 };

int tcgetattr(int fd, struct termios *mode);
int tcsetattr(int fd, int when, const struct termios *mode);

/* ---- <sys/utsname.h> */

struct utsname {
    char sysname[16], release[32], machine[16];
};

int uname(struct utsname *name);

#endif
