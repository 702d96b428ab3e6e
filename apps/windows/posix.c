#include "posix.h"

#include <windows.h>

#include <stdarg.h>
#include <string.h>

#undef open

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

int posix_open(const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    const int mode = flags & O_CREAT ? va_arg(arguments, int) : 0;
    va_end(arguments);
    return _open(strcmp(path, "/dev/tty") == 0 ? "CONIN$" : path, flags, mode);
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
