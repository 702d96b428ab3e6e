/* keygen of Rainbow V on a terminal: whoever waits sees for how long, and nothing is left of that at the end. Where
 * there is no terminal, or with -q, nothing is shown. Keys are made again and again until enough was seen, so that the
 * test needs no slow machine, and no fast one. */
#define _GNU_SOURCE /* posix_openpt */
#include "apps/app.h"
#include "neosig/key.h"
#include "test.h"

#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NAME "rainbow-V-classic"
#define TEXT NAME ": making the key pair, "
#define CLEAR "\r\033[K"

/* ---- In the program */

static int enough; /* descriptor that can be read when the parent has seen enough */

neosig_error __real_neosig_key_make(neosig_key *key, const neosig_alg *alg, const uint8_t *seed,
                                    const neosig_options *options);
neosig_error __wrap_neosig_key_make(neosig_key *key, const neosig_alg *alg, const uint8_t *seed,
                                    const neosig_options *options);
neosig_error __wrap_neosig_key_make(neosig_key *key, const neosig_alg *alg, const uint8_t *seed,
                                    const neosig_options *options)
{
    struct pollfd told = {.fd = enough, .events = POLLIN};
    neosig_error error = __real_neosig_key_make(key, alg, seed, options);
    while (error == NEOSIG_OK && poll(&told, 1, 0) == 0) {
        neosig_key_release(key);
        error = __real_neosig_key_make(key, alg, seed, options);
    }
    return error;
}

static int keygen(const char *option)
{
    char words[5][24] = {"--allow-insecure", NAME, "-o", "k"};
    char *argv[6] = {words[0], words[1], words[2], words[3], words[4], NULL};
    snprintf(words[4], sizeof words[4], "%s", option);
    return command_keygen.run(&command_keygen, 5, argv);
}

/* ---- At the terminal */

typedef struct watched {
    char text[1 << 16]; /* of standard error; NUL-terminated */
    size_t bytes;
    int code;
} watched;

static size_t count(const char *text, const char *part)
{
    size_t found = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at++)
        found++;
    return found;
}

/* More of what is shown; 0 at its end. A terminal that nobody has open any more is an error. */
static int look(watched *w, int fd)
{
    const ssize_t got = read(fd, w->text + w->bytes, sizeof w->text - 1 - w->bytes);
    w->bytes += got > 0 ? (size_t)got : 0;
    w->text[w->bytes] = '\0';
    return got > 0;
}

static void watch(watched *w, int ours, int theirs, const char *option, int sees)
{
    int told[2], status = 0;
    memset(w, 0, sizeof *w);
    if (pipe(told) != 0)
        abort();
    const pid_t child = fork();
    if (child == 0) {
        enough = told[0];
        dup2(theirs, STDERR_FILENO);
        close(STDOUT_FILENO);
        open("/dev/null", O_WRONLY);
        close(ours);
        close(theirs);
        _exit(keygen(option));
    }
    close(theirs);
    if (sees) {
        while (count(w->text, TEXT) < 3 && look(w, ours))
            continue;
    } else {
        const struct timespec long_enough = {1, 500000000}; /* three times what work takes that shows something */
        nanosleep(&long_enough, NULL);
    }
    if (write(told[1], "x", 1) != 1)
        abort();
    while (look(w, ours))
        continue;
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status));
    w->code = WEXITSTATUS(status);
    close(told[0]);
    close(told[1]);
    close(ours);
}

static void watch_terminal(watched *w, const char *option, int sees)
{
    const int ours = posix_openpt(O_RDWR | O_NOCTTY);
    if (ours < 0 || grantpt(ours) != 0 || unlockpt(ours) != 0)
        abort();
    watch(w, ours, open(ptsname(ours), O_RDWR | O_NOCTTY), option, sees);
}

static void watch_pipe(watched *w)
{
    int ends[2];
    if (pipe(ends) != 0)
        abort();
    watch(w, ends[0], ends[1], "-f", 0);
}

static void test_seen(void)
{
    watched w;
    watch_terminal(&w, "-f", 1);
    CHECK(w.code == 0 && access("k.key", F_OK) == 0 && access("k.pub", F_OK) == 0);
    CHECK(count(w.text, TEXT) >= 3);
    const char *const first = strstr(w.text, TEXT), *last = first;
    for (const char *at = first; at != NULL; at = strstr(at + 1, TEXT))
        last = at;
    if (!CHECK(first != NULL))
        return;
    CHECK(strtod(first + strlen(TEXT), NULL) <= strtod(last + strlen(TEXT), NULL));
    CHECK(strncmp(strstr(first, " s ..."), " s ..." CLEAR TEXT, strlen(" s ..." CLEAR TEXT)) == 0);
    CHECK(strcmp(strstr(last, " s ..."), " s ..." CLEAR) == 0); /* the line is empty at the end */
}

static void test_unseen(void)
{
    watched w;
    watch_terminal(&w, "-qf", 0);
    CHECK(w.code == 0 && strstr(w.text, NAME " is broken") != NULL && count(w.text, "making") == 0);
    CHECK(count(w.text, "\033") == 0);
    watch_pipe(&w);
    CHECK(w.code == 0 && strstr(w.text, NAME " is broken") != NULL && count(w.text, "making") == 0);
    CHECK(count(w.text, "\033") == 0);
}

int main(void)
{
    char folder[] = "/tmp/neosig-waiting-XXXXXX";
    if (neosig_alg_find(NAME) == NULL)
        return test_skip("this build has no " NAME);
    if (mkdtemp(folder) == NULL || chdir(folder) != 0)
        return test_skip("no folder for files");
    test_seen();
    test_unseen();
    unlink("k.key");
    unlink("k.pub");
    rmdir(folder);
    return test_end();
}
