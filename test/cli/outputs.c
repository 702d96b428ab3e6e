/* Two files replaced as one: whichever system call fails, and wherever the program is killed, a pair that belongs
 * together is there or can be brought back; programs that write the same pair at once leave one of theirs. */
#define _DEFAULT_SOURCE
#include "../../apps/file.h"
#include "test.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- System calls that fail, or end the program, when their turn comes */

static unsigned calls, fail_at; /* 0: none */
static int killing;

static int turn(void)
{
    if (++calls != fail_at)
        return 0;
    if (killing)
        _exit(77);
    errno = EIO;
    return 1;
}

#define WRAP(name, parameters, arguments)                                                                              \
    int __real_##name parameters;                                                                                      \
    int __wrap_##name parameters;                                                                                      \
    int __wrap_##name parameters                                                                                       \
    {                                                                                                                  \
        return turn() ? -1 : __real_##name arguments;                                                                  \
    }

WRAP(rename, (const char *a, const char *b), (a, b))
WRAP(link, (const char *a, const char *b), (a, b))
WRAP(linkat, (int f, const char *a, int g, const char *b, int flags), (f, a, g, b, flags))
WRAP(unlink, (const char *a), (a))
WRAP(fsync, (int fd), (fd))
WRAP(mkstemp, (char *a), (a))

/* ---- A folder with a pair */

static char folder[] = "/tmp/neosig-outputs-XXXXXX";
static char key_path[64], pub_path[64];

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

/* Files in the folder beside the pair; whether one of them holds text, if it is not NULL. */
static unsigned others(const char *text)
{
    unsigned count = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir != NULL && (entry = readdir(dir)) != NULL;) {
        char path[sizeof folder + 300];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (strcmp(path, key_path) != 0 && strcmp(path, pub_path) != 0)
            count += text == NULL || holds(path, text);
    }
    if (dir != NULL)
        closedir(dir);
    return count;
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
    const file_output outputs[2] = {{key_path, (const uint8_t *)key, strlen(key), 1},
                                    {pub_path, (const uint8_t *)pub, strlen(pub), 0}};
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

/* A call that fails: all or nothing, as the exit code says. Only a failing unlink may leave a file aside. */
static void test_failures(void)
{
    for (size_t s = 0; s < sizeof starts / sizeof starts[0]; s++) {
        int code = 0;
        unsigned turns = 0, failures = 0;
        do {
            start(s, ++turns);
            code = write_pair("new", starts[s].force);
            int good = CHECK(code == 0 ? pair_is("new") : as_before(s));
            good &= CHECK(others(NULL) <= 1);
            if (!good)
                fprintf(stderr, "  start %zu, call %u fails: exit code %d\n", s, turns, code);
            failures += code != 0;
        } while (calls >= fail_at);
        CHECK(failures >= 4); /* making, synchronising and moving two files */
    }
}

/* The program is killed: what was there is there, or beside. */
static void test_kills(void)
{
    killing = 1;
    for (size_t s = 0; s < sizeof starts / sizeof starts[0]; s++) {
        int status = 0;
        unsigned turns = 0;
        do {
            start(s, ++turns);
            fflush(NULL);
            pid_t child = fork();
            if (child == 0)
                _exit(write_pair("new", starts[s].force));
            CHECK(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status));
            fail_at = 0;
            int key_safe = !starts[s].key || holds(key_path, "old key") || others("old key") != 0,
                pub_safe = !starts[s].pub || holds(pub_path, "old pub") || others("old pub") != 0;
            if (!CHECK(pair_is("new") || (key_safe && pub_safe)))
                fprintf(stderr, "  start %zu, killed at call %u\n", s, turns);
        } while (WEXITSTATUS(status) == 77);
        CHECK(WEXITSTATUS(status) == 0 && pair_is("new") && turns > 4);
    }
    killing = 0;
}

static void test_race(void)
{
    enum { ROUNDS = 30, WRITERS = 3, TIMES = 10 };
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

int main(void)
{
    if (mkdtemp(folder) == NULL) {
        perror("mkdtemp");
        return 2;
    }
    snprintf(key_path, sizeof key_path, "%s/k.key", folder);
    snprintf(pub_path, sizeof pub_path, "%s/k.pub", folder);
    test_failures();
    test_kills();
    test_race();
    empty_folder();
    rmdir(folder);
    return test_end();
}
