/* Two files replaced as one. Whichever system call fails, and wherever the program is killed, two files that belong
 * together are there or can be brought back. Programs that write the same two files at once leave those of one program.
 * And files that change while they are read, and no core dumps. */
#define _GNU_SOURCE /* O_TMPFILE */
#include "../../apps/app.h"
#include "../../apps/file.h"
#include "test.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- System calls that fail, end the program, or meet a signal, when their turn comes */

static unsigned calls, fail_at; /* 0: none */
static int killing, signalling;
static int named; /* as if what has no name could never have one */

static int turn(void)
{
    if (++calls != fail_at)
        return 0;
    if (killing)
        _exit(77);
    if (signalling) {
        raise(signalling);
        return 0;
    }
    errno = EIO;
    return 1;
}

#define WRAP(type, name, parameters, arguments)                                                                        \
    type __real_##name parameters;                                                                                     \
    type __wrap_##name parameters;                                                                                     \
    type __wrap_##name parameters                                                                                      \
    {                                                                                                                  \
        return turn() ? -1 : __real_##name arguments;                                                                  \
    }

WRAP(int, link, (const char *a, const char *b), (a, b))
WRAP(int, unlink, (const char *a), (a))
WRAP(int, fchmod, (int fd, mode_t mode), (fd, mode))
WRAP(int, flock, (int fd, int how), (fd, how))
WRAP(ssize_t, write, (int fd, const void *data, size_t bytes), (fd, data, bytes))

int __real_linkat(int f, const char *a, int g, const char *b, int flags);
int __wrap_linkat(int f, const char *a, int g, const char *b, int flags);
int __wrap_linkat(int f, const char *a, int g, const char *b, int flags)
{
    if (named && strncmp(a, "/proc/", 6) == 0) {
        errno = ENOENT;
        return -1;
    }
    return turn() ? -1 : __real_linkat(f, a, g, b, flags);
}

/* Nothing need last here. */
static unsigned syncs;
static void (*at_sync)(void); /* happens in the next one */

int __wrap_fsync(int fd);
int __wrap_fsync(int fd)
{
    (void)fd;
    syncs++;
    void (*const act)(void) = at_sync;
    at_sync = NULL;
    if (act)
        act();
    return turn() ? -1 : 0;
}

/* What happens right after the next file is moved, or the next piece of one is read. */
static void (*meanwhile)(void);

static void let_happen(void)
{
    void (*const change)(void) = meanwhile;
    meanwhile = NULL;
    if (change != NULL)
        change();
}

int __real_rename(const char *a, const char *b);
int __wrap_rename(const char *a, const char *b);
int __wrap_rename(const char *a, const char *b)
{
    const int moved = turn() ? -1 : __real_rename(a, b);
    let_happen();
    return moved;
}

ssize_t __real_read(int fd, void *data, size_t bytes);
ssize_t __wrap_read(int fd, void *data, size_t bytes);
ssize_t __wrap_read(int fd, void *data, size_t bytes)
{
    const ssize_t got = __real_read(fd, data, bytes);
    let_happen();
    return got;
}

/* ---- A folder with a pair */

static char folder[] = "/dev/shm/neosig-outputs-XXXXXX"; /* in memory, or else in /tmp */
static char key_path[64], pub_path[64];
static int has_unnamed; /* files without names */

static void put(const char *path, const char *text)
{
    FILE *out = fopen(path, "w");
    if (out == NULL || fputs(text, out) < 0 || fclose(out) != 0)
        abort();
}

static int holds(const char *path, const char *text)
{
    char got[64] = "";
    FILE *in = fopen(path, "r");
    if (in == NULL)
        return 0;
    size_t n = fread(got, 1, sizeof got - 1, in);
    fclose(in);
    return n == strlen(text) && memcmp(got, text, n) == 0;
}

static int exists(const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0;
}

/* How many files beside the pair have such names; which hold text, if it is not NULL. */
static unsigned others_named(const char *start, const char *text)
{
    unsigned count = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir != NULL && (entry = readdir(dir)) != NULL;) {
        char path[sizeof folder + 300];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (strcmp(path, key_path) != 0 && strcmp(path, pub_path) != 0 &&
            strncmp(entry->d_name, start, strlen(start)) == 0)
            count += text == NULL || holds(path, text);
    }
    if (dir != NULL)
        closedir(dir);
    return count;
}

static unsigned others(const char *text)
{
    return others_named("", text);
}

/* What is neither the pair nor an old file that is kept. */
static unsigned left_behind(void)
{
    return others(NULL) - others_named(".neosig-old-", NULL);
}

static void empty_folder(void)
{
    fail_at = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir != NULL && (entry = readdir(dir)) != NULL;) {
        char path[sizeof folder + 300];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        unlink(path);
    }
    if (dir != NULL)
        closedir(dir);
}

static int write_pair(const char *tag, int force)
{
    char key[32], pub[32];
    snprintf(key, sizeof key, "%s key", tag);
    snprintf(pub, sizeof pub, "%s pub", tag);
    const file_output outputs[2] = {{.path = key_path, .data = (const uint8_t *)key, .bytes = strlen(key), .secret = 1},
                                    {.path = pub_path, .data = (const uint8_t *)pub, .bytes = strlen(pub)}};
    calls = 0;
    return file_write(outputs, 2, force);
}

static int pair_is(const char *tag)
{
    char key[32], pub[32];
    snprintf(key, sizeof key, "%s key", tag);
    snprintf(pub, sizeof pub, "%s pub", tag);
    return holds(key_path, key) && holds(pub_path, pub);
}

/* ---- The tests */

#ifdef NEOSIG_SLOW_CPU /* as much work as it can do */
#define MANY(all, some) (some)
#else
#define MANY(all, some) (all)
#endif

static const struct {
    int key, pub, force; /* which files are there before */
} starts[] = {{0, 0, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};

static void start(size_t s, unsigned at)
{
    empty_folder();
    if (starts[s].key)
        put(key_path, "old key");
    if (starts[s].pub)
        put(pub_path, "old pub");
    fail_at = at;
}

static int as_before(size_t s)
{
    return (starts[s].key ? holds(key_path, "old key") : !exists(key_path)) &&
           (starts[s].pub ? holds(pub_path, "old pub") : !exists(pub_path));
}

/* In a process of its own, as another run of the program: its status. The code has BEYOND if the turn did not come. */
enum { BEYOND = 16 };

static int run(const char *tag, int force)
{
    int status = 0;
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        const int code = write_pair(tag, force);
        _exit(code | (calls < fail_at ? BEYOND : 0));
    }
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    fail_at = 0;
    return status;
}

/* A call that fails: all or nothing, as the exit code says. Only a failing unlink may leave a file aside. */
static void test_failures(void)
{
    for (size_t s = 0; s < sizeof starts / sizeof starts[0]; s++) {
        int status = 0;
        unsigned turns = 0, failures = 0;
        do {
            start(s, ++turns);
            status = run("new", starts[s].force);
            const int code = WEXITSTATUS(status) & ~BEYOND;
            CHECK(WIFEXITED(status));
            int good = CHECK(code == 0 ? pair_is("new") : as_before(s));
            good &= CHECK(others(NULL) <= 1);
            if (!good)
                fprintf(stderr, "  start %zu, call %u fails: exit code %d\n", s, turns, code);
            failures += code != 0;
        } while (!(WEXITSTATUS(status) & BEYOND));
        CHECK(failures >= 4); /* making, synchronising and moving two files */
    }
}

/* The program is killed. What was there is there, or beside. No secret is anywhere else for longer than to the next
 * run. No secret is anywhere else at all where files have no names and nothing is replaced. */
static void test_kills(void)
{
    killing = 1;
    for (size_t s = 0; s < sizeof starts / sizeof starts[0]; s++) {
        int status = 0;
        unsigned turns = 0;
        do {
            start(s, ++turns);
            status = run("new", starts[s].force);
            CHECK(WIFEXITED(status) && (WEXITSTATUS(status) == 77 || WEXITSTATUS(status) == BEYOND));
            int key_safe = !starts[s].key || holds(key_path, "old key"),
                pub_safe = !starts[s].pub || holds(pub_path, "old pub") || others("old pub") != 0;
            int good = CHECK(pair_is("new") || (key_safe && pub_safe));
            good &= CHECK(others("old key") == 0);
            if (has_unnamed && !named && !starts[s].key && !starts[s].pub)
                good &= CHECK(others(NULL) == 0);
            good &= CHECK(WEXITSTATUS(run("next", 1)) == 0 && pair_is("next") && WEXITSTATUS(run("last", 1)) == 0);
            good &= CHECK(pair_is("last") && left_behind() == 0 && others(NULL) <= 1);
            if (!good)
                fprintf(stderr, "  start %zu, killed at call %u\n", s, turns);
        } while (WEXITSTATUS(status) == 77);
        CHECK(turns > 4);
    }
    killing = 0;
}

/* A signal that ends the program, at whichever call: all or nothing, and nothing is left behind. */
static void test_signals(void)
{
    static const int signals[] = {SIGQUIT, SIGXFSZ, SIGTERM, SIGHUP, SIGINT, SIGXCPU, SIGALRM, SIGUSR1, SIGABRT, 40};
    for (size_t i = 0; i < MANY(sizeof signals / sizeof signals[0], 3); i++) {
        int status = 0;
        unsigned turns = 0;
        do {
            start(4, ++turns);
            signalling = signals[i];
            status = run("new", 1);
            signalling = 0;
            int good = CHECK(WIFSIGNALED(status) ? WTERMSIG(status) == signals[i] : WEXITSTATUS(status) == BEYOND);
            good &= CHECK(others(NULL) == 0 && (pair_is("new") || as_before(4)));
            if (!good)
                fprintf(stderr, "  signal %d at call %u\n", signals[i], turns);
        } while (WIFSIGNALED(status));
        CHECK(turns > 4);
    }
}

/* Kill -9 at any time. */
static void test_killed_any_time(void)
{
    for (unsigned round = 0; round < MANY(40, 8); round++) {
        int status;
        empty_folder();
        fflush(NULL);
        const pid_t child = fork();
        if (child == 0)
            for (;;)
                write_pair("new", 1);
        while (!exists(key_path))
            usleep(100);
        usleep(round * 50);
        CHECK(kill(child, SIGKILL) == 0 && waitpid(child, &status, 0) == child && WIFSIGNALED(status));
        CHECK(pair_is("new"));
        unlink(key_path);
        unlink(pub_path);
        CHECK(WEXITSTATUS(run("next", 0)) == 0 && pair_is("next") && left_behind() == 0);
    }
}

/* A file of somebody's own stays, however its name begins. */
static void test_not_ours(void)
{
    static const char *const names[] = {".neosig-2024-notes", ".neosig-1.conf",   ".neosig-12",   ".neosig-1-",
                                        ".neosig-1-2x",       ".neosig-old-1-2x", ".neosig-1--2", ".neosig-1-+2"};
    char path[sizeof folder + 32];
    empty_folder();
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        put(path, "mine");
    }
    CHECK(run("new", 1) == 0 && pair_is("new") && others("mine") == sizeof names / sizeof names[0]);
    empty_folder();
}

static void write_another(void)
{
    CHECK(run("another", 1) == 0 && pair_is("another"));
}

/* Another program writes the pair between two moves of this one, which then moves both again. */
static void test_interleaved(void)
{
    start(4, 0);
    meanwhile = write_another;
    CHECK(run("new", 1) == 0);
    meanwhile = NULL;
    CHECK(pair_is("new") && others(NULL) == 0);
}

static void test_race(void)
{
    enum { ROUNDS = MANY(10, 3), WRITERS = 3, TIMES = 10 };
    for (int round = 0; round < ROUNDS; round++) {
        empty_folder();
        fflush(NULL);
        for (int writer = 0; writer < WRITERS; writer++) {
            if (fork() == 0) {
                char tag[] = {(char)('a' + writer), '\0'};
                int code = 0;
                for (int i = 0; i < TIMES; i++)
                    code |= write_pair(tag, 1);
                _exit(code);
            }
        }
        int status, good = 1;
        while (wait(&status) > 0)
            good &= WIFEXITED(status) && WEXITSTATUS(status) == 0;
        CHECK(good);
        CHECK(pair_is("a") || pair_is("b") || pair_is("c"));
        CHECK(others(NULL) == 0);
    }
}

/* What is secret is synchronised, and so are its fellow and their folder; all else is not, so that many signatures take
 * no longer than they need. */
static void test_synchronised(void)
{
    const file_output signature = {.path = pub_path, .data = (const uint8_t *)"new sig", .bytes = 7};
    for (int force = 0; force < 2; force++) {
        empty_folder();
        syncs = 0;
        CHECK(write_pair("new", force) == 0 && syncs >= 4);
        syncs = 0;
        CHECK(file_write(&signature, 1, 1) == 0 && holds(pub_path, "new sig") && syncs == 0);
    }
}

static int alter(void)
{
    const file_output altered = {.path = key_path,
                                 .data = (const uint8_t *)"new key",
                                 .bytes = 7,
                                 .secret = FILE_ALTERED,
                                 .old = (const uint8_t *)"old key",
                                 .old_bytes = 7};
    return file_write(&altered, 1, 1);
}

/* A key that is written anew: with its mode, and whichever call fails, meets a signal or is the last one, the old key
 * or the new one is there whole. */
static void test_altered(void)
{
    enum { FAILS, KILLED, SIGNALLED, WAYS };
    for (int way = 0; way < WAYS; way++) {
        int status = 0, ended = 0;
        unsigned turns = 0;
        for (; !ended; turns++) {
            struct stat info;
            empty_folder();
            put(key_path, "old key");
            chmod(key_path, 0640);
            fflush(NULL);
            const pid_t child = fork();
            if (child == 0) {
                killing = way == KILLED;
                signalling = way == SIGNALLED ? SIGTERM : 0;
                calls = 0;
                fail_at = turns + 1;
                const int code = alter();
                _exit(code | (calls < fail_at ? BEYOND : 0));
            }
            CHECK(child > 0 && waitpid(child, &status, 0) == child);
            ended = WIFEXITED(status) && WEXITSTATUS(status) & BEYOND;
            const int is_new = holds(key_path, "new key");
            int good = CHECK(is_new || holds(key_path, "old key"));
            good &= CHECK(stat(key_path, &info) == 0 && (info.st_mode & 07777) == 0640);
            if (way == FAILS)
                good &= CHECK(WIFEXITED(status) && is_new == ((WEXITSTATUS(status) & ~BEYOND) == 0));
            if (way != KILLED)
                good &= CHECK(others("old key") == 0);
            if (!good)
                fprintf(stderr, "  way %d, call %u\n", way, turns + 1);
        }
        CHECK(turns > 4);
    }
}

static void change_key(void)
{
    put(key_path, "big key");
}

static void replace_key(void)
{
    put(pub_path, "their key");
    rename(pub_path, key_path);
}

static void remove_key(void)
{
    unlink(key_path);
}

static void lock_key(void)
{
    __real_flock(open(key_path, O_RDONLY | O_CLOEXEC), LOCK_EX);
}

/* What others do to a key while its new file goes to the disk is not undone. */
static void test_altered_by_others(void)
{
    static const struct {
        void (*act)(void);
        const char *left;
    } cases[] = {{change_key, "big key"}, {replace_key, "their key"}, {remove_key, NULL}, {lock_key, "old key"}};
    calls = fail_at = 0;
    for (size_t i = 0; i < 2 * sizeof cases / sizeof cases[0]; i++) {
        named = i % 2;
        empty_folder();
        put(key_path, "old key");
        at_sync = cases[i / 2].act;
        CHECK(alter() != 0 && at_sync == NULL);
        CHECK(cases[i / 2].left ? holds(key_path, cases[i / 2].left) : access(key_path, F_OK) != 0);
        CHECK(others("old key") == 0);
    }
}

/* ---- What is known to be good at its end alone */

static int filled_with;
static unsigned filled_times;

static int fill(void *state, file_consumer *put_piece, void *to)
{
    filled_times++;
    const int code = put_piece(to, (const uint8_t *)"and ", 4);
    return code ? code : put_piece(to, (const uint8_t *)"rest", 4) ? EXIT_INPUT : *(int *)state;
}

static int write_filled(const char *path)
{
    const file_output output = {
        .path = path, .data = (const uint8_t *)"head ", .bytes = 5, .fill = fill, .state = &filled_with};
    calls = filled_times = 0;
    return file_write(&output, 1, 1);
}

/* Whichever call fails, and wherever the program is killed: the old file or the new one is there whole. What turns out
 * bad replaces nothing. */
static void test_filled(void)
{
    for (int kill = 0; kill < 2; kill++) {
        int done = 0;
        for (unsigned at = 1; !done; at++) {
            empty_folder();
            put(pub_path, "old pub");
            fflush(NULL);
            const pid_t child = fork();
            if (child == 0) {
                killing = kill;
                fail_at = at;
                filled_with = 0;
                const int code = write_filled(pub_path);
                _exit(code == 0 && calls < fail_at ? 50 : 0);
            }
            int status;
            CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status));
            done = WEXITSTATUS(status) == 50;
            CHECK(holds(pub_path, "old pub") || holds(pub_path, "head and rest"));
            CHECK(!done || holds(pub_path, "head and rest"));
            CHECK(kill || left_behind() == 0);
            CHECK(others("head and ") == 0 || !has_unnamed || named);
        }
    }
    empty_folder();
    put(pub_path, "old pub");
    for (filled_with = EXIT_INVALID; filled_with <= EXIT_POLICY; filled_with++) {
        CHECK(write_filled(pub_path) == filled_with && filled_times == 1);
        CHECK(holds(pub_path, "old pub") && left_behind() == 0);
    }
}

/* A pipe gets all of it or nothing. */
static void test_filled_pipe(void)
{
    char got[32];
    for (filled_with = 0; filled_with <= EXIT_INVALID; filled_with++) {
        int ends[2];
        char path[32];
        if (pipe(ends) != 0)
            abort();
        snprintf(path, sizeof path, "/dev/fd/%d", ends[1]);
        fail_at = 0;
        CHECK(write_filled(path) == filled_with && filled_times == 1);
        close(ends[1]);
        const ssize_t bytes = __real_read(ends[0], got, sizeof got);
        CHECK(filled_with ? bytes == 0 : bytes == 13 && memcmp(got, "head and rest", 13) == 0);
        close(ends[0]);
    }
}

/* ---- Core dumps */

/* Neither to a file nor to a program that takes them. */
static void test_no_core(void)
{
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        struct rlimit core;
        getrlimit(RLIMIT_CORE, &core);
        core.rlim_cur = core.rlim_max;
        setrlimit(RLIMIT_CORE, &core);
        prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
        app_hold_secret();
        getrlimit(RLIMIT_CORE, &core);
        _exit(core.rlim_cur == 0 && core.rlim_max == 0 && prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) == 0);
    }
    int status;
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 1);
}

/* ---- Inputs */

static void grow(void)
{
    FILE *out = fopen(key_path, "a");
    if (out == NULL || fputs("more", out) < 0 || fclose(out) != 0)
        abort();
}

static void rewrite(void)
{
    const struct timespec times[2] = {{1, 0}, {1, 0}};
    put(key_path, "NEW");
    if (utimensat(AT_FDCWD, key_path, times, 0) != 0)
        abort();
}

static int count(void *state, const uint8_t *data, size_t bytes)
{
    (void)data;
    *(size_t *)state += bytes;
    return 0;
}

static int says(const app_log *log, const char *text)
{
    return log->text != NULL && strstr(log->text, text) != NULL;
}

/* A file that changes while it is read. */
static void test_changes(void)
{
    static void (*const changes[])(void) = {NULL, grow, rewrite};
    for (size_t i = 0; i < 3; i++) {
        for (int whole = 0; whole < 2; whole++) {
            app_log log = {NULL, 0};
            uint8_t *data = NULL;
            size_t bytes = 0;
            put(key_path, "old");
            meanwhile = changes[i];
            app_capture(&log);
            const int code = whole ? file_read(key_path, 100, &data, &bytes) : file_stream(key_path, count, &bytes);
            app_capture(NULL);
            CHECK(code == (changes[i] != NULL ? EXIT_INPUT : 0) && (code != 0 || bytes == 3));
            CHECK((code != 0) == says(&log, "k.key: was changed while it was read"));
            app_release(data, bytes);
            free(log.text);
        }
    }
}

int main(void)
{
    if (mkdtemp(folder) == NULL && mkdtemp(strcpy(folder, "/tmp/neosig-outputs-XXXXXX")) == NULL) {
        perror("mkdtemp");
        return 2;
    }
    snprintf(key_path, sizeof key_path, "%s/k.key", folder);
    snprintf(pub_path, sizeof pub_path, "%s/k.pub", folder);
    struct rlimit core;
    getrlimit(RLIMIT_CORE, &core);
    core.rlim_cur = 0; /* of those that signals end here */
    setrlimit(RLIMIT_CORE, &core);
    const int fd = open(folder, O_TMPFILE | O_WRONLY, 0600);
    has_unnamed = fd >= 0;
    close(fd);
    for (named = 0; named < 2; named++) {
        test_failures();
        test_kills();
        test_signals();
        test_killed_any_time();
        test_altered();
        test_filled();
        test_filled_pipe();
        test_not_ours();
        test_interleaved();
        test_race();
    }
    test_synchronised();
    test_altered_by_others();
    test_no_core();
    empty_folder();
    test_changes();
    empty_folder();
    rmdir(folder);
    return test_end();
}
