/* Outputs that are not yet in their places: files beside them, which nothing leaves behind. For file_write alone. */
#ifndef ASIDE_H
#define ASIDE_H

#include "file.h"

#include <sys/stat.h>

/* A file written aside. It has no name where the system can do without: then nothing can leave it behind. */
typedef struct aside {
    char target[FILE_PATH_MOST]; /* what it is to become, behind symbolic links */
    char name[FILE_PATH_MOST];   /* "" if it has none */
    int fd;                      /* locked, so that no other program takes it for a stale one; -1: closed */
    struct stat info;
} aside;

extern aside asides[FILE_OUTPUTS];

/* Opens one beside its target: its descriptor, or -1 with errno. once: it can be filled once only, so it must be
 * certain that it can be given its name. */
int aside_open(aside *a, int once);

/* What it is called as long as it has no name. */
enum { ASIDE_SELF = 40 };
void aside_self(char path[ASIDE_SELF], int fd);

/* From now on all have names: what had none could not be given one. */
void aside_name_all(void);

/* Removes all that have names; closes all. */
void aside_remove(void);
void aside_close(void);

/* Signals that end the program remove them first. */
void aside_catch_signals(void);
void aside_block_signals(int block);

/* Gives a file a second name beside path, or makes an empty file there, which only its owner can read: a descriptor.
 * -1, with errno and the name "", if it cannot be. kind is a part of the name. */
int aside_link(char name[FILE_PATH_MOST], const char *path, const char *kind, const char *file, int flags);
int aside_create(char name[FILE_PATH_MOST], const char *path, const char *kind, int flags);

/* Removes what programs that were killed have left in the folder of path: our files that no program holds. */
void aside_clean_folder(const char *path);

#endif
