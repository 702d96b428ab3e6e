/* Folders that are swapped for symbolic links between two looks at them: what is behind the link is not read. */
#define _DEFAULT_SOURCE
#include "../../apps/app.h"
#include "../../apps/manifest.h"
#include "../../apps/parallel.h"
#include "test.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Files are hashed by parallel_run, after the folders were walked through. */
static void (*before_hashing)(void);

int __real_parallel_run(const parallel_task *task, size_t jobs);
int __wrap_parallel_run(const parallel_task *task, size_t jobs);
int __wrap_parallel_run(const parallel_task *task, size_t jobs)
{
    before_hashing();
    return __real_parallel_run(task, jobs);
}

static void put(const char *path, const char *text)
{
    FILE *out = fopen(path, "w");
    if (out == NULL || fputs(text, out) < 0 || fclose(out) != 0)
        abort();
}

static void nothing(void)
{
}

/* sub is elsewhere by now, and leads to a folder with a file of the same name. */
static void swap_folder(void)
{
    CHECK(rename("tree/sub", "sub") == 0 && symlink("../elsewhere", "tree/sub") == 0);
}

static void swap_file(void)
{
    CHECK(rename("tree/sub/file", "file") == 0 && symlink("../../elsewhere/file", "tree/sub/file") == 0);
}

/* The folder that all are in, by its name, which is not asked for twice. */
static void swap_base(void)
{
    CHECK(rename("base", "sub") == 0 && symlink("elsewhere", "base") == 0);
}

static void make_tree(const char *base)
{
    char path[64];
    CHECK(system("rm -rf *") == 0);
    const char *const folders[] = {"", "/tree", "/tree/sub"};
    for (size_t i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s%s", base, folders[i]);
        CHECK(mkdir(path, 0700) == 0 || strcmp(path, ".") == 0);
    }
    snprintf(path, sizeof path, "%s/tree/sub/file", base);
    put(path, "in the tree");
    CHECK(mkdir("elsewhere", 0700) == 0 && mkdir("elsewhere/tree", 0700) == 0 &&
          mkdir("elsewhere/tree/sub", 0700) == 0);
    put("elsewhere/file", "a secret");
    put("elsewhere/tree/sub/file", "a secret");
}

/* Makes the manifest of the tree and compares it; what is said of it. */
static int make(manifest_text *text, const char *base, void (*swap)(void), app_log *log)
{
    static char tree[] = "tree";
    char *const folders[] = {tree};
    const manifest_place place = {base, {"m", "m.sig"}, 1};
    *text = (manifest_text){.data = NULL};
    before_hashing = swap;
    app_capture(log);
    const int code = manifest_make(text, &place, folders, 1);
    app_capture(NULL);
    return code;
}

static void test_swapped(const char *base, void (*swap)(void), const char *says)
{
    manifest_text text, again;
    manifest_report report = {.files = 0};
    app_log log = {NULL, 0};
    const manifest_place place = {base, {"m", "m.sig"}, 1};
    make_tree(base == NULL ? "." : base);
    CHECK(make(&text, base, nothing, &log) == 0 && log.text == NULL);
    CHECK(make(&again, base, swap, &log) == (says != NULL ? EXIT_INPUT : 0));
    if (says != NULL)
        CHECK(log.text != NULL && strstr(log.text, says) != NULL);
    else
        CHECK(log.text == NULL && again.bytes == text.bytes && memcmp(again.data, text.data, text.bytes) == 0);
    free(log.text);
    free(again.data);

    make_tree(base == NULL ? "." : base);
    log = (app_log){NULL, 0};
    before_hashing = swap;
    app_capture(&log);
    CHECK(manifest_check(&report, &place, "m", text.data, text.bytes) == (says != NULL ? EXIT_INPUT : 0));
    app_capture(NULL);
    CHECK(report.count == (says != NULL) && (says == NULL || strcmp(report.differences[0].what, "unreadable") == 0));
    manifest_release(&report);
    free(log.text);
    free(text.data);
}

int main(void)
{
    char folder[] = "/tmp/neosig-folders-XXXXXX";
    if (mkdtemp(folder) == NULL || chdir(folder) != 0) {
        perror(folder);
        return 2;
    }
    test_swapped(NULL, swap_folder, "tree/sub: is a symbolic link, not a folder");
    test_swapped(NULL, swap_file, "tree/sub/file: is a symbolic link");
    test_swapped("base", swap_base, NULL);
    CHECK(system("rm -rf *") == 0 && chdir("/") == 0 && rmdir(folder) == 0);
    return test_end();
}
