/* Manifests: the SHA-256 of all files in some folders, in the format of sha256sum. docs/formats.md describes them. */
#ifndef MANIFEST_H
#define MANIFEST_H

#include "core/contract.h"

#include <stddef.h>
#include <stdint.h>

/* Where files are, and how they are read. */
typedef struct manifest_place {
    const char *base;   /* the folder that paths are below; NULL: the present one */
    const char *own[2]; /* the manifest and its signature: left out where they are in a folder themselves */
    size_t jobs;
} manifest_place;

enum { MANIFEST_MOST = 1 << 28 }; /* bytes: some millions of files */

/* Text that grows. */
typedef struct manifest_text {
    char *data; /* for free() */
    size_t bytes, room;
} manifest_text;

/* Writes the manifest of these folders. 0, EXIT_USAGE or EXIT_INPUT after a message. */
int manifest_make(manifest_text *text, const manifest_place *place, char *const *folders, size_t count)
    NEOSIG_CONTRACT(requires(is_fresh(text, sizeof *text) && !text->data && text->bytes == 0 && text->room == 0),
                    requires(is_fresh(place, sizeof *place) && count < MANIFEST_MOST),
                    requires(is_fresh(folders, count * sizeof *folders)), assigns(*text));

typedef struct manifest_difference {
    char *path;
    const char *what; /* "changed", "missing", "extra", "unreadable" */
} manifest_difference;

typedef struct manifest_report {
    size_t files; /* in the manifest */
    manifest_difference *differences;
    size_t count;
} manifest_report;

/* Compares the folders with a manifest, whose signature was verified before. EXIT_GOOD; EXIT_INVALID if there are
 * differences, which report then has; EXIT_INPUT after a message, for files that cannot be read after one each. name
 * is what messages call the manifest. */
int manifest_check(manifest_report *report, const manifest_place *place, const char *name, const char *text,
                   size_t bytes)
    NEOSIG_CONTRACT(requires(is_fresh(report, sizeof *report) && is_fresh(place, sizeof *place)),
                    requires(is_text(name) && bytes <= MANIFEST_MOST && is_fresh(text, bytes)), assigns(*report));
void manifest_release(manifest_report *report)
    NEOSIG_CONTRACT(requires(is_fresh(report, sizeof *report) && report->count < MANIFEST_MOST),
                    requires(report->differences
                                 ? is_fresh(report->differences, report->count * sizeof *report->differences)
                                 : report->count == 0),
                    assigns(*report), ensures(report->count == 0 && !report->differences));

#endif
