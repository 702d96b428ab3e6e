/* Folders of files. */
#ifndef TREE_H
#define TREE_H

#include <stddef.h>

typedef enum tree_kind { TREE_FILE, TREE_FOLDER, TREE_LINK, TREE_OTHER } tree_kind;

typedef struct tree_entry {
    char *path; /* below the base, its parts divided by '/' */
    tree_kind kind;
} tree_entry;

typedef struct tree {
    tree_entry *entries;
    size_t count, room;
} tree;

/* A folder's path below a base in its one form: no "." among its parts, none empty, no '/' at the end; "." for the base
 * itself. For free(). NULL, after a message, for one that is absolute or has "..": it leads out of the base. */
char *tree_folder(const char *path);

/* base/path; path where base is NULL, base where path is ".". For free(); NULL after a message. */
char *tree_path(const char *base, const char *path);

/* The folder that paths are below, NULL: the present one. It is opened once, so that it stays the same. */
typedef struct tree_base {
    const char *path;
    int fd;
} tree_base;

/* 0, or EXIT_INPUT after a message. */
int tree_begin(tree_base *base, const char *path);
void tree_end(const tree_base *base);

/* Opens what is below the base, step by step: no part of the path may be a symbolic link, whoever puts one there and
 * whenever. A descriptor, or -1 after a message. */
int tree_open(const tree_base *base, const char *path, int flags);

/* Adds all that is in a folder, and in the folders in it, other than folders. Symbolic links are entries, and are not
 * followed. 0, or EXIT_INPUT after a message. */
int tree_walk(tree *t, const tree_base *base, const char *folder);

/* By the bytes of their paths. */
void tree_sort(tree *t);
void tree_release(tree *t);

/* "a symbolic link", ... */
const char *tree_kind_name(tree_kind kind);

#endif
