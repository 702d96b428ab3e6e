#define _DEFAULT_SOURCE /* lstat */
#define _DARWIN_C_SOURCE

#include "app.h"
#include "tree.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- Paths ---- */

char *tree_folder(const char *path)
{
    char *const folder = app_join(path, "."); /* has room for "." */
    char *out = folder;
    if (!folder)
        return NULL;
    if (!path[0] || path[0] == '/') {
        app_usage("%s: is not a folder below the present one", path[0] ? path : "an empty name");
        free(folder);
        return NULL;
    }
    while (*path) {
        const size_t length = strcspn(path, "/");
        if (length == 2 && memcmp(path, "..", 2) == 0) {
            app_usage("%s: leads out of the present folder", path);
            free(folder);
            return NULL;
        }
        if (length && !(length == 1 && path[0] == '.')) {
            if (out != folder)
                *out++ = '/';
            memcpy(out, path, length);
            out += length;
        }
        path += length + (path[length] == '/');
    }
    if (out == folder)
        *out++ = '.';
    *out = '\0';
    return folder;
}

static char *join(const char *folder, const char *name)
{
    char *const with_slash = app_join(folder, "/");
    char *const path = with_slash ? app_join(with_slash, name) : NULL;
    free(with_slash);
    return path;
}

char *tree_path(const char *base, const char *path)
{
    if (base && strcmp(path, ".") != 0)
        return join(base, path);
    return app_join(base ? base : path, "");
}

/* ---- Entries ---- */

static int fail(const char *path)
{
    return app_fail("%s: %s", path, strerror(errno));
}

/* Takes path, which may be NULL after a message. */
static int add(tree *t, char *path, tree_kind kind)
{
    if (path && t->count == t->room) {
        const size_t room = t->room ? 2 * t->room : 64;
        tree_entry *const entries = realloc(t->entries, room * sizeof *entries);
        if (!entries) {
            free(path);
            return app_fail("out of memory");
        }
        t->entries = entries;
        t->room = room;
    }
    if (!path)
        return EXIT_INPUT;
    t->entries[t->count++] = (tree_entry){path, kind};
    return 0;
}

static tree_kind kind_of(mode_t mode)
{
    return S_ISREG(mode) ? TREE_FILE : S_ISDIR(mode) ? TREE_FOLDER : S_ISLNK(mode) ? TREE_LINK : TREE_OTHER;
}

static int add_child(tree *t, const char *base, const char *folder, const char *name)
{
    struct stat info;
    char *const path = strcmp(folder, ".") == 0 ? app_join(name, "") : join(folder, name);
    char *const place = path ? tree_path(base, path) : NULL;
    if (place && lstat(place, &info) == 0) {
        free(place);
        return add(t, path, kind_of(info.st_mode));
    }
    if (place)
        fail(place);
    free(place);
    free(path);
    return EXIT_INPUT;
}

static int add_children(tree *t, const char *base, const char *folder)
{
    char *const place = tree_path(base, folder);
    DIR *const dir = place ? opendir(place) : NULL;
    int code = place && dir ? 0 : place ? fail(place) : EXIT_INPUT;
    while (!code) {
        errno = 0;
        const struct dirent *const entry = readdir(dir);
        if (!entry) {
            code = errno ? fail(place) : 0;
            break;
        }
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            code = add_child(t, base, folder, entry->d_name);
    }
    if (dir)
        closedir(dir);
    free(place);
    return code;
}

/* The root, as it stands: one that is a link would be another folder tomorrow. */
static int check_root(const char *base, const char *folder)
{
    struct stat info;
    char *const place = tree_path(base, folder);
    int code = place ? 0 : EXIT_INPUT;
    if (place && lstat(place, &info) != 0)
        code = fail(place);
    else if (place && strcmp(folder, ".") != 0 && !S_ISDIR(info.st_mode))
        code = app_fail("%s: is %s, not a folder", place, tree_kind_name(kind_of(info.st_mode)));
    free(place);
    return code;
}

int tree_walk(tree *t, const char *base, const char *folder)
{
    const size_t first = t->count;
    int code = check_root(base, folder);
    code = code ? code : add_children(t, base, folder);
    /* Folders are opened one at a time, however deep they lie. */
    for (size_t i = first; i < t->count && !code; i++)
        if (t->entries[i].kind == TREE_FOLDER)
            code = add_children(t, base, t->entries[i].path);
    size_t kept = first;
    for (size_t i = first; i < t->count; i++)
        if (t->entries[i].kind == TREE_FOLDER)
            free(t->entries[i].path);
        else
            t->entries[kept++] = t->entries[i];
    t->count = kept;
    return code;
}

static int by_path(const void *a, const void *b)
{
    return strcmp(((const tree_entry *)a)->path, ((const tree_entry *)b)->path);
}

void tree_sort(tree *t)
{
    if (t->count)
        qsort(t->entries, t->count, sizeof *t->entries, by_path);
}

void tree_release(tree *t)
{
    for (size_t i = 0; i < t->count; i++)
        free(t->entries[i].path);
    free(t->entries);
    *t = (tree){.count = 0};
}

const char *tree_kind_name(tree_kind kind)
{
    static const char *const names[] = {"a regular file", "a folder", "a symbolic link", "neither a file nor a folder"};
    return names[kind];
}
