#include "posix.h"

#include <windows.h>

#include <stdarg.h>
#include <string.h>

#undef open
#undef close
#undef closedir

/* Before main: files are binary, standard error understands the sequences that clear a line. */
__attribute__((constructor)) static void begin(void)
{
    DWORD mode;
    const HANDLE error = GetStdHandle(STD_ERROR_HANDLE);
    _fmode = _O_BINARY;
    _setmode(STDIN_FILENO, _O_BINARY);
    _setmode(STDOUT_FILENO, _O_BINARY);
    if (GetConsoleMode(error, &mode))
        SetConsoleMode(error, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

/* -1, with errno as the system's last error has it. */
static int failed(void)
{
    switch (GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
        errno = ENOENT;
        break;
    case ERROR_ALREADY_EXISTS:
    case ERROR_FILE_EXISTS:
        errno = EEXIST;
        break;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
        errno = EACCES;
        break;
    case ERROR_NOT_SUPPORTED:
    case ERROR_INVALID_FUNCTION:
        errno = ENOTSUP;
        break;
    case ERROR_DISK_FULL:
        errno = ENOSPC;
        break;
    default:
        errno = EIO;
    }
    return -1;
}

/* ---- Files */

/* ---- Folders as descriptors: names, since no folder can be opened */

enum { FOLDERS = 4096, FIRST_FOLDER = 1 << 20 };
static struct {
    char *path;
    DIR *dir;
} folders[FOLDERS];
static SRWLOCK folder_lock = SRWLOCK_INIT;

static int open_folder(const char *path)
{
    struct stat info;
    int fd = -1;
    if (stat(path, &info) != 0)
        return -1;
    errno = ENOTDIR;
    if (!S_ISDIR(info.st_mode))
        return -1;
    errno = EMFILE;
    AcquireSRWLockExclusive(&folder_lock);
    for (int i = 0; i < FOLDERS && fd < 0; i++) {
        if (folders[i].path != NULL)
            continue;
        folders[i].path = malloc(strlen(path) + 1);
        if (folders[i].path == NULL)
            break;
        strcpy(folders[i].path, path);
        fd = FIRST_FOLDER + i;
    }
    ReleaseSRWLockExclusive(&folder_lock);
    return fd;
}

/* name in a folder, for free(); NULL if there is no memory. */
static char *below(int folder, const char *name)
{
    const char *const path = folder == AT_FDCWD ? "." : folders[folder - FIRST_FOLDER].path;
    char *const out = malloc(strlen(path) + strlen(name) + 2);
    if (out != NULL)
        sprintf(out, "%s/%s", path, name);
    return out;
}

int posix_open(const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    const int mode = flags & O_CREAT ? va_arg(arguments, int) : 0;
    va_end(arguments);
    if (flags & O_DIRECTORY)
        return open_folder(path);
    return _open(strcmp(path, "/dev/tty") == 0 ? "CONIN$" : path, flags, mode);
}

int posix_close(int fd)
{
    if (fd < FIRST_FOLDER)
        return _close(fd);
    AcquireSRWLockExclusive(&folder_lock);
    free(folders[fd - FIRST_FOLDER].path);
    folders[fd - FIRST_FOLDER].path = NULL;
    ReleaseSRWLockExclusive(&folder_lock);
    return 0;
}

int openat(int folder, const char *name, int flags)
{
    char *const path = below(folder, name);
    const int fd = path != NULL ? posix_open(path, flags) : -1;
    free(path);
    return fd;
}

int fstatat(int folder, const char *name, struct stat *info, int flags)
{
    char *const path = below(folder, name);
    const int result = path != NULL ? stat(path, info) : -1;
    (void)flags;
    free(path);
    return result;
}

DIR *fdopendir(int fd)
{
    return folders[fd - FIRST_FOLDER].dir = opendir(folders[fd - FIRST_FOLDER].path);
}

int posix_closedir(DIR *dir)
{
    for (int i = 0; i < FOLDERS; i++) {
        if (folders[i].dir == dir) {
            folders[i].dir = NULL;
            posix_close(FIRST_FOLDER + i);
        }
    }
    return closedir(dir);
}

ssize_t readlink(const char *path, char *text, size_t bytes)
{
    (void)path, (void)text, (void)bytes;
    errno = EINVAL;
    return -1;
}

int geteuid(void)
{
    return 0;
}

int kill(pid_t process, int number)
{
    (void)process, (void)number;
    return 0;
}

int posix_rename(const char *from, const char *to)
{
    return MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) ? 0 : failed();
}

int link(const char *from, const char *to)
{
    return CreateHardLinkA(to, from, NULL) ? 0 : failed();
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags)
{
    (void)from_folder, (void)to_folder, (void)flags;
    return link(from, to);
}

int fcntl(int fd, int command, ...)
{
    (void)fd, (void)command;
    return 0;
}

int fchmod(int fd, mode_t mode)
{
    (void)fd, (void)mode;
    return 0;
}

int fchown(int fd, int owner, int group)
{
    (void)fd, (void)owner, (void)group;
    return 0;
}

int fsync(int fd)
{
    return _commit(fd);
}

int flock(int fd, int operation)
{
    (void)fd, (void)operation;
    errno = ENOTSUP;
    return -1;
}

long sysconf(int name)
{
    SYSTEM_INFO info;
    (void)name;
    GetSystemInfo(&info);
    return (long)info.dwNumberOfProcessors;
}

/* ---- Signals */

int sigemptyset(sigset_t *set)
{
    *set = 0;
    return 0;
}

int sigfillset(sigset_t *set)
{
    *set = -1;
    return 0;
}

int sigaddset(sigset_t *set, int number)
{
    *set |= 1 << number;
    return 0;
}

int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
    (void)how, (void)set;
    if (old != NULL)
        *old = 0;
    return 0;
}

int sigaction(int number, const struct sigaction *action, struct sigaction *old)
{
    if (number != SIGINT && number != SIGTERM && number != SIGBREAK) {
        errno = EINVAL;
        return -1;
    }
    void (*const before)(int) = signal(number, action != NULL ? action->sa_handler : SIG_DFL);
    if (before == SIG_ERR)
        return -1;
    if (action == NULL)
        signal(number, before);
    if (old != NULL)
        *old = (struct sigaction){.sa_handler = before};
    return 0;
}

/* ---- The console */

int dprintf(int fd, const char *format, ...)
{
    (void)fd;
    FILE *const console = fopen("CONOUT$", "w");
    if (console == NULL)
        return -1;
    va_list arguments;
    va_start(arguments, format);
    const int count = vfprintf(console, format, arguments);
    va_end(arguments);
    return fclose(console) == 0 ? count : -1;
}

int tcgetattr(int fd, struct termios *mode)
{
    return GetConsoleMode((HANDLE)_get_osfhandle(fd), &mode->c_lflag) ? 0 : failed();
}

/* The end of a line that was not shown is shown when showing begins again. */
int tcsetattr(int fd, int when, const struct termios *mode)
{
    const HANDLE console = (HANDLE)_get_osfhandle(fd);
    struct termios before;
    if (tcgetattr(fd, &before) != 0)
        return -1;
    if (when == TCSAFLUSH)
        FlushConsoleInputBuffer(console);
    if (!SetConsoleMode(console, mode->c_lflag))
        return failed();
    if (mode->c_lflag & ECHO && !(before.c_lflag & ECHO))
        dprintf(fd, "\n");
    return 0;
}

/* ---- The system */

int uname(struct utsname *name)
{
    *name = (struct utsname){.sysname = "Windows"};
    SYSTEM_INFO info;
    GetNativeSystemInfo(&info);
    strcpy(name->machine, info.wProcessorArchitecture == PROCESSOR_ARCHITECTURE_ARM64   ? "arm64"
                          : info.wProcessorArchitecture == PROCESSOR_ARCHITECTURE_AMD64 ? "x86_64"
                                                                                        : "unknown");
    return 0;
}
