/* Files as the program reads and writes them: inputs of any size in pieces, outputs whole or not at all. */
#ifndef FILE_H
#define FILE_H

#include "neosig/neosig.h"

#include <stddef.h>
#include <stdint.h>

/* Fills the places of standard streams that were closed, so that no file opened later is taken for one. Called first.
 * 0, or -1. */
int file_guard_standard(void);

/* ---- Reading. "-" is standard input. All return 0, or EXIT_INPUT after a message naming the file. ---- */

/* Whether path, which may be NULL, is "-". */
int file_is_standard(const char *path);

/* What messages call it: the path, or "standard input". */
const char *file_name(const char *path);

int file_exists(const char *path);

/* Warns of a file that should be secret if all may read it, or others than its owner may change it. */
void file_warn_open(const char *path);

/* Whether the file can be read a second time: not so what comes through a pipe. */
int file_rereadable(const char *path);

/* Whether both paths lead to one file. */
int file_same(const char *a, const char *b);

/* Gives each piece to consume, whose error other than NEOSIG_OK stops the reading with a message. */
typedef neosig_error file_consumer(void *state, const uint8_t *data, size_t bytes);
int file_stream(const char *path, file_consumer *consume, void *state);

/* The same of a regular file: what is anything else, a symbolic link to one also, is an error. */
int file_stream_regular(const char *path, file_consumer *consume, void *state);

/* The whole of a file of at most most bytes, into memory for app_release(*data, *bytes). *bytes is most + 1 for a
 * longer file. */
int file_read(const char *path, size_t most, uint8_t **data, size_t *bytes);

/* ---- Writing ---- */

typedef struct file_output {
    const char *path;
    const uint8_t *data;
    size_t bytes;
    int secret; /* mode 0600, else what the umask leaves of 0666 */
} file_output;

enum { FILE_OUTPUTS = 2 };

/* Refuses, with a message, a path that cannot become an output: it exists and force is 0, or it is not a regular file.
 * A courtesy before long work; file_write decides. */
int file_check_output(const char *path, int force);

/* Writes one file ("-": standard output), or up to FILE_OUTPUTS files of one folder as one: each aside, under a new
 * name in its folder, then all moved into place under a lock on the folder; without force a file that has come into
 * being meanwhile is not replaced. On failure, and when a signal ends the program, nothing is left behind and nothing
 * is replaced. If the system itself stops between two moves, the files replaced are beside the new ones, as
 * .neosig-old-*.
 */
int file_write(const file_output *outputs, size_t count, int force);

#endif
