/* A folder's differences from a manifest, and what is in it. Names may be anywhere. */
#define _DEFAULT_SOURCE /* as the file has it */
#include "any.h"
#include "core/contract.h"

#include <stdlib.h>
#include <string.h>

#undef whole /* of NULL, which calloc may return, CBMC knows no size */
#define whole(p) __CPROVER_object_upto(p, ((p) != NULL) * __CPROVER_OBJECT_SIZE(p))
#define free(p) (void)(p) /* the names of any list are anywhere */
#include "apps/manifest.c"
#undef free

enum { COUNT_MOST = 1 << 28 };

int app_fail(const char *format, ...)
{
    return EXIT_INPUT;
}

int app_worse(int a, int b)
{
    return a != 0 ? a : b;
}

char *app_join(const char *a, const char *b)
{
    _Bool there;
    return there ? any_bytes(1) : NULL;
}

void *realloc(void *old, size_t bytes)
{
    _Bool there;
    return there ? any_bytes(bytes) : NULL;
}

int strcmp(const char *a, const char *b)
{
    int order;
    return order;
}

int memcmp(const void *a, const void *b, size_t bytes)
{
    int order;
    __CPROVER_assert(__CPROVER_r_ok(a, bytes) && __CPROVER_r_ok(b, bytes), "what is compared is there");
    return order;
}

/* A report with as many differences as it says. */
static manifest_report any_report(void)
{
    manifest_report report;
    __CPROVER_assume(report.count < COUNT_MOST);
    report.differences = report.count ? any_bytes(report.count * sizeof *report.differences) : NULL;
    return report;
}

void harness_differ(void)
{
    manifest_report report = any_report();
    const size_t before = report.count;
    if (differ(&report, "", "") == EXIT_INVALID)
        __CPROVER_assert(report.count == before + 1, "one more");
    __CPROVER_assert(report.count == 0 || __CPROVER_w_ok(report.differences, report.count * sizeof *report.differences),
                     "the differences are there");
}

void harness_manifest_release(void)
{
    manifest_report *report;
    has_free();
    manifest_release(report);
}

int any_differ(manifest_report *report, const char *path, const char *what)
{
    int code;
    return code;
}

void harness_compare(void)
{
    manifest_report report;
    listing l;
    tree files;
    hashing h = {.files = &files};
    __CPROVER_assume(l.count < COUNT_MOST && files.count < COUNT_MOST);
    l.paths = any_bytes(l.count * sizeof *l.paths);
    l.hashes = any_bytes(l.count * sizeof *l.hashes);
    files.entries = any_bytes(files.count * sizeof *files.entries);
    h.hashes = any_bytes(files.count * sizeof *h.hashes);
    h.codes = any_bytes(files.count * sizeof *h.codes);
    compare(&report, &l, &h);
}

/* ---- What is in the folders ---- */

int file_is_standard(const char *path)
{
    _Bool is;
    return is;
}

int file_place_of(file_place *place, const char *path)
{
    int code;
    __CPROVER_assert(__CPROVER_w_ok(place, sizeof *place), "a place");
    return code;
}

/* Adds any number of files. */
int tree_walk(tree *t, const tree_base *base, const char *folder)
{
    int code;
    size_t count;
    __CPROVER_assume(count <= __CPROVER_OBJECT_SIZE(t->entries) / sizeof *t->entries);
    t->count = count;
    return code;
}

void tree_sort(tree *t)
{
    __CPROVER_assert(t->count == 0 || __CPROVER_w_ok(t->entries, t->count * sizeof *t->entries), "the files are there");
}

const char *tree_kind_name(tree_kind kind)
{
    return "";
}

char *tree_folder(const char *path)
{
    char *name;
    return name;
}

void *calloc(size_t count, size_t bytes)
{
    _Bool there;
    __CPROVER_assert(count <= SIZE_MAX / 2 / bytes, "its size is a number");
    return there ? any_bytes(count * bytes) : NULL;
}

int any_manifest(const char *path)
{
    _Bool is;
    return is;
}

int any_at(const tree_base *base, const char *path, const file_place *own, const char *own_path)
{
    _Bool is;
    __CPROVER_assert(__CPROVER_r_ok(own, sizeof *own), "a place");
    return is;
}

/* The tree has room for the files that it gets. */
void harness_walk(void)
{
    size_t room;
    __CPROVER_assume(room < COUNT_MOST);
    tree t = {.entries = any_bytes(room * sizeof *t.entries)};
    tree_base base;
    manifest_place place;
    _Bool making;
    size_t count;
    __CPROVER_assume(count < COUNT_MOST);
    walk(&t, &base, &place, making, any_bytes(count * sizeof(char *)), count);
    __CPROVER_assert(t.count == 0 || __CPROVER_w_ok(t.entries, t.count * sizeof *t.entries), "the files are there");
}

void harness_check_entries(void)
{
    tree t;
    __CPROVER_assume(t.count < COUNT_MOST);
    t.entries = any_bytes(t.count * sizeof *t.entries);
    check_entries(&t);
}

int any_make(manifest_text *text, const manifest_place *place, char *const *folders, size_t count)
{
    int code;
    __CPROVER_assert(__CPROVER_r_ok(folders, count * sizeof *folders), "the folders are there");
    __CPROVER_assert(__CPROVER_r_ok(place, sizeof *place), "the place is there");
    __CPROVER_assert(text->data == NULL && text->bytes == 0 && text->room == 0, "the text is empty");
    write_any(text, sizeof *text);
    return code;
}

void harness_manifest_make(void)
{
    manifest_text *text;
    const manifest_place *place;
    char *const *folders;
    size_t count;
    has_free();
    manifest_make(text, place, folders, count);
}
