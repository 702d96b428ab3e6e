/* Files as the program reads and writes them: inputs of any size in pieces, outputs whole or not at all. */
#ifndef FILE_H
#define FILE_H

#include "neosig/neosig.h"

#include <stddef.h>
#include <stdint.h>

/* Fills the places of standard streams that were closed, so that no file opened later is taken for one. Called first.
 * 0, or -1. */
int file_guard_standard(void);

/* ---- Reading. "-" is standard input. All return 0, or EXIT_INPUT after a message naming the file: also where a
 * regular file was changed while it was read. ---- */

/* Whether path, which may be NULL, is "-". */
int file_is_standard(const char *path);

/* What messages call it: the path, or "standard input". */
const char *file_name(const char *path);

int file_exists(const char *path);
int file_is_folder(const char *path);

/* Warns of a file that should be secret if all may read it, or others than its owner may change it. */
void file_warn_open(const char *path);

/* Warns of a file that is about to be replaced if it has another name, which then has the old one. */
void file_warn_linked(const char *path);

/* Whether the file can be read a second time: not so what comes through a pipe. */
int file_rereadable(const char *path);

/* Bytes of a regular file, at most SIZE_MAX / 2; 0 of any other, whose length nobody knows. */
size_t file_bytes(const char *path);

/* Gives each piece to consume: 0, or an exit code after a message, which stops the reading. */
typedef int file_consumer(void *state, const uint8_t *data, size_t bytes);
int file_stream(const char *path, file_consumer *consume, void *state);

/* The same of an open file, which is closed: what is not a regular one is an error. */
int file_stream_regular(int fd, const char *path, file_consumer *consume, void *state);

/* The whole of a file of at most most bytes, into memory for app_release(*data, *bytes). *bytes is most + 1 for a
 * longer file. */
int file_read(const char *path, size_t most, uint8_t **data, size_t *bytes);

/* A file that is read in two parts: at most most bytes of its beginning, for app_release(*data, *bytes), and the rest,
 * for which it stays open until file_end, which takes NULL, too. NULL after a message. */
typedef struct file_input file_input;
file_input *file_begin(const char *path, size_t most, uint8_t **data, size_t *bytes);
int file_rest(file_input *in, const char *path, file_consumer *consume, void *state);
void file_end(file_input *in);

/* What was written to a descriptor, which is closed in the end, from its beginning on; NULL after a message. */
file_input *file_again(int fd);

/* Notes a file that will be read, so that it does not become an output before. What has been read is noted by itself.
 * A regular file that is standard output, too, is refused. path may be NULL. */
int file_note_input(const char *path);

/* Whether a regular file is one that was noted. */
struct stat;
int file_is_input(const struct stat *info);

/* ---- Paths. -1, with errno, where one is too long ---- */

enum { FILE_PATH_MOST = 4096 };

/* The folder of path, with its final slash, and name behind it. */
int file_beside(char out[FILE_PATH_MOST], const char *path, const char *name);

/* What path is behind symbolic links, whether or not there is a file. */
int file_resolve(char out[FILE_PATH_MOST], const char *path);

/* The same as a name in a folder; -1 if the folder is not there, too. Where folders have no numbers, folder is 0. */
typedef struct file_place {
    uint64_t device, folder;
    char name[256];
} file_place;

int file_place_of(file_place *place, const char *path);

/* ---- Writing ---- */

typedef struct file_output {
    const char *path;
    const uint8_t *data;
    size_t bytes;
    int secret; /* mode 0600, else what the umask leaves of 0666; or FILE_ALTERED */
    const uint8_t *old;
    size_t old_bytes; /* of FILE_ALTERED: what was read */
    /* Of a single output: gives to put, with to, what follows data; NULL: nothing does. 0, or an exit code after a
     * message: nothing is written then, not even to a device or a pipe. */
    int (*fill)(void *state, file_consumer *put, void *to);
    void *state;
} file_output;

/* A consumer that writes. */
typedef struct file_sink {
    int fd;
    const char *name; /* for messages */
    int is_stream;    /* no file that was to be written */
} file_sink;
int file_put(void *sink, const uint8_t *data, size_t bytes);

/* A new file without a name, in the system's folder for temporary ones: its descriptor, or -1 after a message. */
int file_spool(void);

/* A secret that takes the place, the owner and the mode of a file that was read, unless that holds something else by
 * now. The group is left, with a warning, if the user may not give it. */
enum { FILE_ALTERED = 2 };

enum { FILE_OUTPUTS = 2 };

/* Refuses, with a message, a path in a folder that is not there, or in which no file can be made or replaced. */
int file_check_folder(const char *path);

/* Refuses a path that cannot become an output: that, a folder, an input (by whatever name, forced or not), or a file
 * that exists if force is 0. A courtesy before long work; file_write decides. */
int file_check_output(const char *path, int force);

/* Whether an output goes to standard output: "-", or a name of it (/dev/stdout). */
int file_to_standard(const char *path);

/* Writes one output ("-": standard output), or up to FILE_OUTPUTS of them, the secret one first. A device or a pipe is
 * written to. A symbolic link is followed. Files are written as one: each aside, then all are moved into place. Without
 * force, a file that has come into being meanwhile is not replaced. Where several programs write the same files at
 * once, the files of one of them are left.
 *
 * On failure, and when a signal ends the program, nothing is left behind and nothing is replaced. The program may be
 * killed. It then leaves nothing either if the system has files without names (Linux) and no file was to be replaced.
 * Otherwise it may leave .neosig-* files. The next run that writes a secret there, or needs such a file, removes them.
 * Killed between two moves, it leaves the file that was replaced, never a secret one, as .neosig-old-* beside the new
 * one. */
int file_write(const file_output *outputs, size_t count, int force);

#endif
