#define _DEFAULT_SOURCE

#include "app.h"
#include "file.h"
#include "passphrase.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

/* A line without its end; -1 if it is too long or there is none. */
static int first_line(char text[PASSPHRASE_MOST], size_t *bytes, const char *data, size_t count)
{
    const char *const feed = memchr(data, '\n', count);
    *bytes = feed ? (size_t)(feed - data) : count;
    if (*bytes && data[*bytes - 1] == '\r')
        --*bytes;
    if (*bytes >= PASSPHRASE_MOST)
        return -1;
    memcpy(text, data, *bytes);
    return 0;
}

static int from_file(char text[PASSPHRASE_MOST], size_t *bytes, const char *path)
{
    uint8_t *data;
    size_t count;
    int code = file_read(path, PASSPHRASE_MOST, &data, &count);
    if (code)
        return code;
    if (first_line(text, bytes, (const char *)data, count) != 0)
        code = app_fail("%s: its first line is too long for a passphrase", file_name(path));
    app_release(data, count);
    return code;
}

/* One line from the terminal, which shows nothing of it. Signals wait, so that the terminal is left as it was. */
static int ask(int terminal, const char *question, const char *what, char text[PASSPHRASE_MOST], size_t *bytes)
{
    struct termios before, quiet;
    sigset_t all, old;
    char line[PASSPHRASE_MOST + 1];
    ssize_t got;
    int code = 0;
    sigfillset(&all);
    if (tcgetattr(terminal, &before) != 0)
        return app_fail("terminal: %s", strerror(errno));
    quiet = before;
    quiet.c_lflag &= ~(tcflag_t)ECHO;
    quiet.c_lflag |= ECHONL | ICANON;
    sigprocmask(SIG_BLOCK, &all, &old);
    if (tcsetattr(terminal, TCSAFLUSH, &quiet) == 0) {
        dprintf(terminal, "%s %s: ", question, what);
        do {
            got = read(terminal, line, sizeof line);
        } while (got < 0 && errno == EINTR);
        tcsetattr(terminal, TCSAFLUSH, &before);
    } else {
        got = -1;
    }
    sigprocmask(SIG_SETMASK, &old, NULL);
    if (got <= 0)
        code = app_fail("terminal: %s", got < 0 ? strerror(errno) : "no passphrase");
    else if (first_line(text, bytes, line, (size_t)got) != 0)
        code = app_fail("the passphrase is too long");
    neosig_wipe(line, sizeof line);
    return code;
}

int passphrase_get(char text[PASSPHRASE_MOST], size_t *bytes, const char *path, const char *what, int is_new)
{
    char again[PASSPHRASE_MOST];
    size_t again_bytes;
    if (path)
        return from_file(text, bytes, path);
    const int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC);
    if (terminal < 0)
        return app_fail("%s: no terminal to ask for its passphrase on (--passphrase-file FILE)", what);
    int code = ask(terminal, is_new ? "New passphrase for" : "Passphrase for", what, text, bytes);
    if (!code && is_new) {
        code = ask(terminal, "The same again for", what, again, &again_bytes);
        if (!code && (again_bytes != *bytes || memcmp(again, text, *bytes) != 0))
            code = app_fail("%s: the two passphrases are not the same", what);
        neosig_wipe(again, sizeof again);
    }
    close(terminal);
    return code;
}
