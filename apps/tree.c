#define _GNU_SOURCE /* O_PATH */
#define _DARWIN_C_SOURCE

#include "app.h"
#include "tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* ---- Opening ---- */

/* Folders on the way need only be passed. */
#ifdef O_PATH
enum { PASSING = O_PATH | O_DIRECTORY };
#else
enum { PASSING = O_RDONLY | O_DIRECTORY };
#endif

static int fail(const char *path)
{
    return app_fail("%s: %s", path, strerror(errno));
}

static tree_kind kind_of(mode_t mode)
{
    return S_ISREG(mode) ? TREE_FILE : S_ISDIR(mode) ? TREE_FOLDER : S_ISLNK(mode) ? TREE_LINK : TREE_OTHER;
}

int tree_begin(tree_base *base, const char *path)
{
    *base = (tree_base){path, open(path ? path : ".", PASSING | O_CLOEXEC)};
    return base->fd < 0 ? fail(path ? path : ".") : 0;
}

void tree_end(const tree_base *base)
{
    close(base->fd);
}

/* What opening path, whose last part is name in the folder at, failed with. */
static void tell(const tree_base *base, const char *path, int at, const char *name, int flags)
{
    struct stat info;
    const int reason = errno;
    char *const place = tree_path(base->path, path);
    const int kind = fstatat(at, name, &info, AT_SYMLINK_NOFOLLOW) == 0 ? (int)kind_of(info.st_mode) : -1;
    if (place && kind >= 0 && (kind == TREE_LINK || (flags & O_DIRECTORY && kind != TREE_FOLDER)))
        app_fail("%s: is %s, not a %s", place, tree_kind_name((tree_kind)kind),
                 flags & O_DIRECTORY ? "folder" : "regular file");
    else if (place)
        app_fail("%s: %s", place, strerror(reason));
    free(place);
}

int tree_open(const tree_base *base, const char *path, int flags)
{
    char *const copy = app_join(path, ""), *slash = NULL;
    int at = copy ? base->fd : -1;
    for (char *part = copy; part && at >= 0; part = slash ? slash + 1 : NULL) {
        slash = strchr(part, '/');
        if (slash)
            *slash = '\0';
        const int how = slash ? PASSING : flags, next = openat(at, part, how | O_NOFOLLOW | O_CLOEXEC);
        if (next < 0)
            tell(base, copy, at, part, how);
        if (slash)
            *slash = '/';
        if (at != base->fd)
            close(at);
        at = next;
    }
    free(copy);
    return at;
}

/* ---- Entries ---- */

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

static int add_child(tree *t, const tree_base *base, int at, const char *folder, const char *name)
{
    struct stat info;
    char *const path = strcmp(folder, ".") == 0 ? app_join(name, "") : join(folder, name);
    if (path && fstatat(at, name, &info, AT_SYMLINK_NOFOLLOW) == 0)
        return add(t, path, kind_of(info.st_mode));
    if (path)
        tell(base, path, at, name, 0);
    free(path);
    return EXIT_INPUT;
}

static int add_children(tree *t, const tree_base *base, const char *folder)
{
    const int at = tree_open(base, folder, O_RDONLY | O_DIRECTORY);
    DIR *const dir = at < 0 ? NULL : fdopendir(at);
    int code = dir ? 0 : at < 0 ? EXIT_INPUT : fail(folder);
    while (!code) {
        errno = 0;
        const struct dirent *const entry = readdir(dir);
        if (!entry) {
            code = errno ? fail(folder) : 0;
            break;
        }
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            code = add_child(t, base, at, folder, entry->d_name);
    }
    if (dir)
        closedir(dir);
    else if (at >= 0)
        close(at);
    return code;
}

int tree_walk(tree *t, const tree_base *base, const char *folder)
{
    const size_t first = t->count;
    int code = add_children(t, base, folder);
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
