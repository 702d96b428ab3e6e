/* What the program uses of POSIX and Windows has not. Every file of the program gets this one by -include. The files
 * beside this one are found where a file includes <termios.h>, <sys/file.h> or <sys/utsname.h>. Files are binary. There
 * are no modes, no locks on folders and no signals to block; memory of every kind is that of aligned_alloc. */
#ifndef NEOSIG_WINDOWS_POSIX_H
#define NEOSIG_WINDOWS_POSIX_H

#include <dirent.h>
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
    O_DIRECTORY = 1 << 30,
    O_NOFOLLOW = 0,
    O_NONBLOCK = 0,
    O_NOCTTY = 0,
    F_GETFD = 1,
    F_GETFL = 3,
    AT_FDCWD = -1,
    AT_SYMLINK_NOFOLLOW = 1,
    AT_SYMLINK_FOLLOW = 2,
    LOCK_EX = 2,
    LOCK_NB = 4
};
enum { _SC_NPROCESSORS_ONLN = 84 };
#define S_ISLNK(mode) 0
#undef S_IWGRP
#undef S_IROTH
#undef S_IWOTH
enum { S_IWGRP = 0, S_IROTH = 0, S_IWOTH = 0 };
#define lstat stat
#define open posix_open
#define close posix_close
#define closedir posix_closedir
#define rename posix_rename
#define tell program_tell /* <io.h> has another */

int posix_open(const char *path, int flags, ...); /* "/dev/tty" is the console */
int posix_close(int fd);
int openat(int folder, const char *name, int flags);
int fstatat(int folder, const char *name, struct stat *info, int flags);
DIR *fdopendir(int fd);
int posix_closedir(DIR *dir); /* the descriptor, too */
ssize_t readlink(const char *path, char *text, size_t bytes);
int geteuid(void);
int kill(pid_t process, int number);
int posix_rename(const char *from, const char *to);
int link(const char *from, const char *to);
int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags);
int fcntl(int fd, int command, ...); /* the standard descriptors are never reused, and none is known to be writable */
int fchmod(int fd, mode_t mode);
int fchown(int fd, int owner, int group);
int fsync(int fd);
int flock(int fd, int operation);
int dprintf(int fd, const char *format, ...); /* to the console */
long sysconf(int name);

/* ---- <signal.h> */

enum { SIGHUP = SIGBREAK, SIGPIPE = 13, SIGXFSZ = 25 };
enum { SIGKILL = 100, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU, SIGCONT, SIGCHLD, SIGURG, SIGWINCH }; /* never met */
enum { SIG_BLOCK = 0, SIG_UNBLOCK = 1, SIG_SETMASK = 2 };
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
