#define _DEFAULT_SOURCE

#include "app.h"
#include "file.h"
#include "passphrase.h"
#include "text.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
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
    file_warn_open(path);
    if (first_line(text, bytes, (const char *)data, count) != 0)
        code = app_fail("%s: its first line is too long for a passphrase", file_name(path));
    app_release(data, count);
    return code;
}

/* ---- The terminal ---- */

/* Signals that end or stop the program leave the terminal as it was, and then do what they always do. */
static const int signals[] = {SIGHUP,  SIGINT,  SIGTERM,
#if defined(SIGTSTP) /* the system has job control */
                              SIGQUIT, SIGTSTP, SIGTTIN,
                              SIGTTOU
#endif
};
enum { SIGNALS = sizeof signals / sizeof signals[0] };

/* What the handler needs of a question that is being asked. */
static struct {
    int terminal;
    const char *question;
    struct termios before, quiet;
    struct sigaction old[SIGNALS];
} asking;

/* Another job may have the terminal: its modes are not ours to set. */
static int has_terminal(void)
{
#if defined(SIGTSTP)
    return tcgetpgrp(asking.terminal) == getpgrp();
#else
    return 1;
#endif
}

static int begin_question(void)
{
    const int failed = has_terminal() && tcsetattr(asking.terminal, TCSAFLUSH, &asking.quiet) != 0;
    return failed || dprintf(asking.terminal, "%s", asking.question) < 0 ? -1 : 0;
}

/* It interrupts nothing but the calls of ask() between catch_signals and release_signals: none of them has a lock that
 * dprintf waits for. */
static void on_signal(int number)
{
    const int reason = errno;
    struct sigaction mine;
    sigset_t set, blocked;
    size_t i = 0;
    while (signals[i] != number)
        i++;
    if (has_terminal() && tcsetattr(asking.terminal, TCSAFLUSH, &asking.before) == 0)
        dprintf(asking.terminal, "\n");
    sigaction(number, &asking.old[i], &mine);
    raise(number);
    sigemptyset(&set);
    sigaddset(&set, number);
    sigprocmask(SIG_UNBLOCK, &set, &blocked); /* it comes here */
    sigprocmask(SIG_SETMASK, &blocked, NULL);
    sigaction(number, &mine, NULL);
    begin_question();
    errno = reason;
}

/* A signal that was being ignored (nohup) stays so. */
static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = on_signal};
    sigfillset(&action.sa_mask);
    for (size_t i = 0; i < SIGNALS; i++) {
        sigaction(signals[i], NULL, &asking.old[i]);
        if (asking.old[i].sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
    }
}

static void release_signals(void)
{
    for (size_t i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &asking.old[i], NULL);
}

/* One line from the terminal, which shows nothing of it. */
static int ask(int terminal, const char *question, char text[PASSPHRASE_MOST], size_t *bytes)
{
    char line[PASSPHRASE_MOST + 1];
    ssize_t got = -1;
    int code = 0;
    if (tcgetattr(terminal, &asking.before) != 0)
        return app_fail("terminal: %s", strerror(errno));
    asking.terminal = terminal;
    asking.question = question;
    asking.quiet = asking.before;
    asking.quiet.c_lflag &= ~(tcflag_t)ECHO;
    asking.quiet.c_lflag |= ECHONL | ICANON;
    catch_signals();
    if (begin_question() == 0)
        do {
            got = read(terminal, line, sizeof line);
        } while (got < 0 && errno == EINTR);
    const int reason = errno;
    tcsetattr(terminal, TCSAFLUSH, &asking.before);
    release_signals();
    if (got <= 0)
        code = app_fail("terminal: %s", got < 0 ? strerror(reason) : "no passphrase");
    else if (first_line(text, bytes, line, (size_t)got) != 0)
        code = app_fail("the passphrase is too long");
    neosig_wipe(line, sizeof line);
    return code;
}

/* The same, for what is named by a text from outside. */
static int ask_for(int terminal, const char *words, const char *what, char text[PASSPHRASE_MOST], size_t *bytes)
{
    char *const start = app_join(words, what), *const question = start ? app_join(start, ": ") : NULL;
    if (question)
        text_hide_controls(question);
    const int code = question ? ask(terminal, question, text, bytes) : EXIT_INPUT;
    free(start);
    free(question);
    return code;
}

static int from_terminal(char text[PASSPHRASE_MOST], size_t *bytes, const char *what, passphrase_kind kind)
{
    const int is_new = kind != PASSPHRASE_OLD;
    char again[PASSPHRASE_MOST];
    size_t again_bytes;
    const int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC);
    if (terminal < 0)
        return app_fail("%s: no terminal to ask for its %spassphrase on (--%spassphrase-file FILE)", what,
                        is_new ? "new " : "", kind == PASSPHRASE_OTHER ? "new-" : "");
    int code = ask_for(terminal, is_new ? "New passphrase for " : "Passphrase for ", what, text, bytes);
    if (!code && is_new) {
        code = ask_for(terminal, "The same again for ", what, again, &again_bytes);
        if (!code && (again_bytes != *bytes || memcmp(again, text, *bytes) != 0))
            code = app_fail("%s: the two passphrases are not the same", what);
        neosig_wipe(again, sizeof again);
    }
    close(terminal);
    return code;
}

int passphrase_get(char text[PASSPHRASE_MOST], size_t *bytes, const char *path, const char *what, passphrase_kind kind)
{
    const int code = path ? from_file(text, bytes, path) : from_terminal(text, bytes, what, kind);
    return code || kind == PASSPHRASE_OLD || *bytes
               ? code
               : app_fail("%s: an empty passphrase protects nothing (%s--empty-passphrase if it is meant)", what,
                          kind == PASSPHRASE_OTHER ? "--remove, or " : "");
}

void passphrase_warn_unused(const char *what)
{
    app_warn("%s: has no passphrase; --passphrase-file was not used", what);
}

/* scrypt takes 1,024 bytes for each unit of its N, with r = 8. */
int passphrase_error(const char *what, neosig_error error, unsigned long cost)
{
    return error == NEOSIG_ERR_MEMORY && cost
               ? app_fail("%s: --kdf-cost %lu takes %lu MiB of memory, which there are not", what, cost,
                          (cost + 1023) / 1024)
               : app_error(what, error);
}

int passphrase_cost(unsigned long *cost, const char *text)
{
    enum { MOST = 1 << 20 }; /* of what key files may ask for, with r = 8 and p = 1 */
    *cost = text ? (unsigned long)app_number("kdf-cost", text, 2, MOST) : 0;
    if (text && *cost & (*cost - 1))
        return app_usage("--kdf-cost: %s is not a power of 2", text);
    return text && !*cost ? EXIT_USAGE : 0;
}
