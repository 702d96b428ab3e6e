#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE

#include "api/internal.h"
#include "app.h"
#include "common/hex.h"
#include "core/contract.h"
#include "file.h"
#include "manifest.h"
#include "parallel.h"
#include "text.h"
#include "tree.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HASH = 32 };

/* The first line: sha256sum takes it, and those that name the folders, for remarks. */
static const char first_line[] = "# neosig manifest 1", folder_mark[] = "# folder ";

/* ---- Text ---- */

static int add(manifest_text *text, const char *data, size_t bytes)
{
    if (text->bytes + bytes > MANIFEST_MOST)
        return app_fail("these are too many files for one manifest");
    if (text->room - text->bytes < bytes + 1) {
        const size_t room = 2 * text->room + bytes + 1;
        char *const grown = realloc(text->data, room);
        if (!grown)
            return app_fail("out of memory");
        text->data = grown;
        text->room = room;
    }
    memcpy(text->data + text->bytes, data, bytes);
    text->bytes += bytes;
    text->data[text->bytes] = '\0';
    return 0;
}

static int add_line(manifest_text *text, const char *line)
{
    const int code = add(text, line, strlen(line));
    return code ? code : add(text, "\n", 1);
}

/* sha256sum's rule: a name with a backslash or the end of a line in it is written with "\\", "\n" and "\r". */
static char *escape(const char *name)
{
    char *const out = malloc(2 * strlen(name) + 1), *at = out;
    if (!out) {
        app_fail("out of memory");
        return NULL;
    }
    for (const char *c = name; *c; c++)
        NEOSIG_LOOP(assigns(c, at, whole(out)), invariant(in_text(c, name) && __CPROVER_same_object(at, out)),
                    invariant(offset(at) <= 2 * (offset(c) - offset(name))),
                    decreases(__CPROVER_OBJECT_SIZE(name) - offset(c)))
    {
        NEOSIG_POINTER(c, name);
        NEOSIG_POINTER(at, out);
        if (*c == '\\' || *c == '\n' || *c == '\r')
            *at++ = '\\';
        *at++ = *c == '\n' ? 'n' : *c == '\r' ? 'r' : *c;
    }
    NEOSIG_POINTER(at, out);
    *at = '\0';
    return out;
}

/* The way back, in place; 0 if it is none. */
static int unescape(char *name)
{
    char *out = name;
    for (const char *c = name; *c; c++)
        NEOSIG_LOOP(assigns(c, out, whole(name)), invariant(in_text(c, name) && in_order(name, out, c) && ends(name)),
                    decreases(__CPROVER_OBJECT_SIZE(name) - offset(c)))
    {
        NEOSIG_POINTER(c, name);
        NEOSIG_POINTER(out, name);
        if (*c == '\\') {
            c++;
            if (*c != '\\' && *c != 'n' && *c != 'r')
                return 0;
            *out++ = *c == 'n' ? '\n' : *c == 'r' ? '\r' : '\\';
        } else {
            *out++ = *c;
        }
    }
    NEOSIG_POINTER(out, name);
    *out = '\0';
    return 1;
}

/* A manifest's lines; what they point to is in the copy of its text. */
typedef struct listing {
    char *copy;
    char **folders;
    size_t folder_count;
    char **paths;
    uint8_t (*hashes)[HASH];
    size_t count;
} listing;

/* ---- Hashes of many files ---- */

typedef struct hashing {
    const tree_base *base;
    size_t jobs;
    const tree *files;
    const listing *listed; /* only what is in it is read; NULL: all */
    uint8_t (*hashes)[HASH];
    int *codes;
} hashing;

static int absorb(void *state, const uint8_t *data, size_t bytes)
{
    neosig_sha256_update(state, data, bytes);
    return 0;
}

static int by_path(const void *key, const void *element)
{
    return strcmp(key, *(char *const *)element);
}

static int hash_one(void *state, size_t i)
{
    const hashing *const h = state;
    const tree_entry *const entry = &h->files->entries[i];
    neosig_sha256 sha;
    if (entry->kind != TREE_FILE ||
        (h->listed && !bsearch(entry->path, h->listed->paths, h->listed->count, sizeof *h->listed->paths, by_path)))
        return 0;
    char *const path = tree_path(h->base->path, entry->path);
    const int fd = path ? tree_open(h->base, entry->path, O_RDONLY | O_NONBLOCK) : -1; /* a pipe would wait */
    neosig_sha256_init(&sha, HASH);
    h->codes[i] = fd < 0 ? EXIT_INPUT : file_stream_regular(fd, path, absorb, &sha);
    neosig_sha256_final(&sha, h->hashes[i], HASH);
    free(path);
    return h->codes[i];
}

/* Fills hashes and codes; the worst of the codes. */
static int hash_all(hashing *h)
{
    const parallel_task task = {.count = h->files->count, .state = h, .work = hash_one};
    h->hashes = calloc(h->files->count + 1, sizeof *h->hashes);
    h->codes = calloc(h->files->count + 1, sizeof *h->codes);
    return h->hashes && h->codes ? parallel_run(&task, h->jobs) : app_fail("out of memory");
}

static void release_hashes(hashing *h)
{
    free(h->hashes);
    free(h->codes);
}

/* ---- Folders ---- */

/* Whether a file that is in the way of a manifest to be made is one itself. */
static int is_manifest(const char *path)
{
    char line[sizeof first_line] = "";
    FILE *const in = fopen(path, "rb");
    const int is = in && fgets(line, sizeof line, in) && strcmp(line, first_line) == 0;
    if (in)
        fclose(in);
    return is;
}

/* Whether path below base is this very name in this very folder: another name of the same file is another file. */
static int is_at(const tree_base *base, const char *path, const file_place *own, const char *own_path)
{
    const char *const slash = strrchr(path, '/'), *const name = slash ? slash + 1 : path;
    struct stat info;
    if (strcmp(name, own->name) != 0)
        return 0;
    char *const place = tree_path(own->folder ? NULL : base->path, path);
    if (place && own->folder)
        snprintf(place, strlen(place) + 1, "%.*s", slash ? (int)(slash - path) : 1, slash ? path : ".");
    const int fd = place && own->folder ? tree_open(base, place, O_RDONLY | O_DIRECTORY) : -1;
    const int is = own->folder ? fd >= 0 && fstat(fd, &info) == 0 && (uint64_t)info.st_dev == own->device &&
                                     info.st_ino == own->folder
                               : place && strcmp(place, own_path) == 0;
    if (fd >= 0)
        close(fd);
    free(place);
    return is;
}

/* All that is in the folders, sorted, but the manifest and its signature. Where one is to be made, what has its name
 * and is none is a file like any other, and so is what has the name of its signature then. */
static int walk(tree *t, const tree_base *base, const manifest_place *place, int making, char *const *folders,
                size_t count)
{
    file_place own[2];
    int code = 0, has[2];
    for (size_t i = 0; i < 2; i++)
        has[i] = place->own[i] && !file_is_standard(place->own[i]) && file_place_of(&own[i], place->own[i]) == 0;
    if (making && !is_manifest(place->own[0]))
        has[0] = has[1] = 0;
    for (size_t i = 0; i < count && !code; i++)
        NEOSIG_LOOP(assigns(i, code, t->count), invariant(i <= count),
                    invariant(t->count <= __CPROVER_OBJECT_SIZE(t->entries) / sizeof *t->entries), decreases(count - i))
    {
        code = tree_walk(t, base, folders[i]);
    }
    tree_sort(t);
    size_t kept = 0;
    for (size_t i = 0; i < t->count; i++)
        NEOSIG_LOOP(assigns(i, kept, whole(t->entries)), invariant(i <= t->count && kept <= i), decreases(t->count - i))
    {
        tree_entry *const entry = &t->entries[i];
        int is_own = 0;
        for (size_t j = 0; j < 2 && entry->kind == TREE_FILE; j++)
            is_own |= has[j] && is_at(base, entry->path, &own[j], place->own[j]);
        if (is_own)
            free(entry->path);
        else
            t->entries[kept++] = *entry;
    }
    t->count = kept;
    return code;
}

/* ---- Making ---- */

static int check_entries(const tree *t)
{
    int code = 0;
    for (size_t i = 0; i < t->count; i++)
        NEOSIG_LOOP(assigns(i, code), invariant(i <= t->count), decreases(t->count - i))
    {
        if (t->entries[i].kind != TREE_FILE) {
            code = app_fail("%s: is %s; a manifest holds regular files only", t->entries[i].path,
                            tree_kind_name(t->entries[i].kind));
        } else if (i && strcmp(t->entries[i].path, t->entries[i - 1].path) == 0) {
            code = app_fail("%s: is in two of the folders", t->entries[i].path);
        }
    }
    return code;
}

static int add_escaped(manifest_text *text, const char *before, const char *name)
{
    char *const escaped = escape(name);
    int code = escaped ? add(text, before, strlen(before)) : EXIT_INPUT;
    code = code ? code : add_line(text, escaped);
    free(escaped);
    return code;
}

static int add_file(manifest_text *text, const uint8_t hash[HASH], const char *path)
{
    char line[1 + 64 + 2 + 1], digits[65];
    snprintf(line, sizeof line, "%s%s  ", strpbrk(path, "\\\n\r") ? "\\" : "", text_hex(digits, hash));
    return add_escaped(text, line, path);
}

static int make(manifest_text *text, const manifest_place *place, char *const *folders, size_t count)
{
    tree files = {.count = 0};
    tree_base base;
    hashing h = {.base = &base, .jobs = place->jobs, .files = &files};
    int code = tree_begin(&base, place->base);
    if (code)
        return code;
    code = walk(&files, &base, place, 1, folders, count);
    code = code ? code : check_entries(&files);
    code = code ? code : hash_all(&h);
    code = code ? code : add_line(text, first_line);
    for (size_t i = 0; i < count && !code; i++)
        NEOSIG_LOOP(assigns(i, code), invariant(i <= count), decreases(count - i))
    {
        code = add_escaped(text, folder_mark, folders[i]);
    }
    for (size_t i = 0; i < files.count && !code; i++)
        NEOSIG_LOOP(assigns(i, code), invariant(i <= files.count), decreases(files.count - i))
    {
        code = add_file(text, h.hashes[i], files.entries[i].path);
    }
    release_hashes(&h);
    tree_release(&files);
    tree_end(&base);
    return code;
}

int manifest_make(manifest_text *text, const manifest_place *place, char *const *folders, size_t count)
{
    char **const clean = calloc(count, sizeof *clean);
    int code = clean ? 0 : app_fail("out of memory");
    for (size_t i = 0; i < count && !code; i++)
        NEOSIG_LOOP(assigns(i, code, whole(clean)), invariant(i <= count && (code || clean)), decreases(count - i))
    {
        clean[i] = tree_folder(folders[i]);
        code = clean[i] ? 0 : EXIT_USAGE;
    }
    code = code ? code : make(text, place, clean, count);
    for (size_t i = 0; i < count && clean; i++)
        NEOSIG_LOOP(assigns(i), invariant(i <= count), decreases(count - i))
    {
        free(clean[i]);
    }
    free(clean);
    return code;
}

/* ---- Checking ---- */

static int malformed(const char *name, size_t line, const char *what)
{
    return app_fail("%s: line %zu %s", name, line, what);
}

/* One line, in the form that manifest_make gives it. */
static int read_line(listing *l, const char *name, size_t number, char *line)
{
    const size_t mark = strlen(folder_mark);
    if (strncmp(line, folder_mark, mark) == 0) {
        char *const folder = line + mark;
        char *const clean = unescape(folder) ? tree_folder(folder) : NULL;
        const int good = clean && strcmp(clean, folder) == 0 && l->count == 0;
        free(clean);
        l->folders[l->folder_count++] = folder;
        return good ? 0 : malformed(name, number, "names no folder that a manifest can be of");
    }
    const int escaped = line[0] == '\\';
    line += escaped;
    if (strlen(line) < 2 * HASH + 3 || memcmp(line + 2 * HASH, "  ", 2) != 0)
        return malformed(name, number, "is not a hash, two blanks and a name");
    line[2 * HASH] = '\0';
    char *const path = line + 2 * HASH + 2;
    if (hex_decode(l->hashes[l->count], HASH, line) != 0 || (escaped && !unescape(path)))
        return malformed(name, number, "is not a hash, two blanks and a name");
    if (l->count && strcmp(l->paths[l->count - 1], path) >= 0)
        return malformed(name, number, "is not in its place: the names are not sorted, or one is there twice");
    l->paths[l->count++] = path;
    return 0;
}

static int read_lines(listing *l, const char *name, const char *text, size_t bytes)
{
    size_t lines = 0;
    if (memchr(text, 0, bytes))
        return app_fail("%s: has a zero byte, and is no manifest", name);
    for (size_t i = 0; i < bytes; i++)
        NEOSIG_LOOP(assigns(i, lines), invariant(i <= bytes && lines <= i), decreases(bytes - i))
    {
        lines += text[i] == '\n';
    }
    l->copy = malloc(bytes + 1);
    l->folders = calloc(lines + 1, sizeof *l->folders);
    l->paths = calloc(lines + 1, sizeof *l->paths);
    l->hashes = calloc(lines + 1, sizeof *l->hashes);
    if (!l->copy || !l->folders || !l->paths || !l->hashes)
        return app_fail("out of memory");
    memcpy(l->copy, text, bytes);
    l->copy[bytes] = '\0';
    char *feed = strchr(l->copy, '\n');
    if (!feed || (*feed = '\0', strcmp(l->copy, first_line) != 0))
        return app_fail("%s: is no manifest: its first line is not \"%s\"", name, first_line);
    size_t at = (size_t)(feed - l->copy) + 1;
    for (size_t number = 2; at < bytes; number++)
        NEOSIG_LOOP(assigns(number, at, feed, l->folder_count, l->count, whole(l->copy)),
                    invariant(l->folder_count < number && l->count < number - l->folder_count),
                    invariant(number <= lines + 2 && at <= bytes && ends(l->copy)), decreases(bytes - at))
    {
        char *const line = l->copy + at;
        feed = number <= lines ? strchr(line, '\n') : NULL; /* so many have room */
        if (!feed)
            return malformed(name, number, "is cut");
        *feed = '\0';
        const int code = read_line(l, name, number, line);
        if (code)
            return code;
        at = (size_t)(feed - l->copy) + 1;
    }
    return l->folder_count ? 0 : app_fail("%s: names no folder", name);
}

static int differ(manifest_report *report, const char *path, const char *what)
{
    manifest_difference *const grown = realloc(report->differences, (report->count + 1) * sizeof *report->differences);
    char *const copy = app_join(path, "");
    report->differences = grown ? grown : report->differences;
    if (!grown || !copy) {
        free(copy);
        return app_fail("out of memory");
    }
    report->differences[report->count++] = (manifest_difference){copy, what};
    return EXIT_INVALID;
}

/* Both lists are sorted, so one walk through them meets each path once. */
static int compare(manifest_report *report, const listing *l, const hashing *h)
{
    const tree *const files = h->files;
    int worst = 0;
    for (size_t i = 0, j = 0; i < l->count || j < files->count;)
        NEOSIG_LOOP(assigns(i, j, worst), invariant(i <= l->count && j <= files->count),
                    decreases(l->count - i + (files->count - j)))
    {
        const int order = i == l->count ? 1 : j == files->count ? -1 : strcmp(l->paths[i], files->entries[j].path);
        int code = 0;
        if (order < 0)
            code = differ(report, l->paths[i], "missing");
        else if (order > 0)
            code = differ(report, files->entries[j].path, "extra");
        else if (files->entries[j].kind == TREE_FILE && h->codes[j])
            code = differ(report, l->paths[i], "unreadable") ? EXIT_INPUT : 0;
        else if (files->entries[j].kind != TREE_FILE || memcmp(h->hashes[j], l->hashes[i], HASH) != 0)
            code = differ(report, l->paths[i], "changed");
        worst = app_worse(worst, code);
        i += order <= 0;
        j += order >= 0;
    }
    return worst;
}

static int check(manifest_report *report, const manifest_place *place, const listing *l)
{
    tree files = {.count = 0};
    tree_base base;
    hashing h = {.base = &base, .jobs = place->jobs, .files = &files, .listed = l};
    int code = tree_begin(&base, place->base);
    if (code)
        return code;
    code = walk(&files, &base, place, 0, l->folders, l->folder_count);
    if (!code) {
        hash_all(&h);
        report->files = l->count;
        code = h.hashes && h.codes ? compare(report, l, &h) : EXIT_INPUT;
    }
    release_hashes(&h);
    tree_release(&files);
    tree_end(&base);
    return code;
}

int manifest_check(manifest_report *report, const manifest_place *place, const char *name, const char *text,
                   size_t bytes)
{
    listing l = {.count = 0};
    int code = read_lines(&l, name, text, bytes);
    code = code ? code : check(report, place, &l);
    free(l.copy);
    free(l.folders);
    free(l.paths);
    free(l.hashes);
    return code;
}

void manifest_release(manifest_report *report)
{
    for (size_t i = 0; i < report->count; i++)
        NEOSIG_LOOP(assigns(i), invariant(i <= report->count), decreases(report->count - i))
    {
        free(report->differences[i].path);
    }
    free(report->differences);
    *report = (manifest_report){.count = 0};
}
