/* A folder's differences from a manifest. Names may be anywhere. */
#define _DEFAULT_SOURCE /* as the file has it */
#include "any.h"
#include "core/contract.h"

#include <stdlib.h>
#include <string.h>

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
    manifest_report report = any_report();
    manifest_release(&report);
    __CPROVER_assert(report.count == 0 && report.differences == NULL, "an empty report");
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
