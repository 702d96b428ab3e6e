/* Manifests and the files that they are of. */
#include "apps/manifest.c"
#include "texts.h"

enum { COUNT_MOST = 1 << 28 };

int app_fail(const char *format, ...)
{
    return EXIT_INPUT;
}

/* Texts that are put together end within their room. */
int snprintf(char *to, size_t room, const char *form, ...)
{
    size_t length;
    __CPROVER_assume(length < room);
    __CPROVER_assert(room > 0 && __CPROVER_w_ok(to, room), "the text has room");
    to[length] = '\0';
    return (int)length;
}

static void *maybe_bytes(size_t bytes)
{
    _Bool there;
    return there ? any_bytes(bytes) : NULL;
}

void *calloc(size_t count, size_t bytes)
{
    __CPROVER_assert(count <= SIZE_MAX / 2 / bytes, "its size is a number");
    return maybe_bytes(count * bytes);
}

/* ---- Reading ---- */

int any_read_line(listing *l, const char *name, size_t number, char *line)
{
    _Bool folder;
    int code;
    __CPROVER_assert(in_text(line, line) && ends(line), "the line is there");
    __CPROVER_assert(__CPROVER_w_ok(&l->folders[l->folder_count], sizeof *l->folders), "a folder has room");
    __CPROVER_assert(__CPROVER_w_ok(&l->paths[l->count], sizeof *l->paths), "a path has room");
    __CPROVER_assert(__CPROVER_w_ok(l->hashes[l->count], HASH), "a hash has room");
    l->folder_count += folder ? 1 : 0;
    l->count += !folder && code == 0;
    return code;
}

void harness_read_lines(void)
{
    size_t bytes;
    listing l = {.count = 0};
    __CPROVER_assume(bytes <= MANIFEST_MOST);
    read_lines(&l, "", any_bytes(bytes), bytes);
}

/* ---- Hashes ---- */

void neosig_sha256_init(neosig_sha256 *state, size_t bytes)
{
    __CPROVER_assert(__CPROVER_w_ok(state, sizeof *state) && bytes == HASH, "a hash");
}

void neosig_sha256_update(neosig_sha256 *state, const uint8_t *data, size_t bytes)
{
    __CPROVER_assert(__CPROVER_w_ok(state, sizeof *state) && __CPROVER_r_ok(data, bytes), "what is hashed is there");
}

void neosig_sha256_final(neosig_sha256 *state, uint8_t *out, size_t bytes)
{
    __CPROVER_assert(__CPROVER_w_ok(state, sizeof *state) && __CPROVER_w_ok(out, bytes), "the hash has room");
}

/* Elements are texts, and one of them is looked at. */
void *bsearch(const void *key, const void *base, size_t count, size_t bytes, int (*order)(const void *, const void *))
{
    size_t i;
    char **const texts = (char **)base;
    if (i >= count)
        return NULL;
    __CPROVER_assert(bytes == sizeof *texts, "an array of texts");
    texts[i] = any_text();
    return order(key, &texts[i]) == 0 ? &texts[i] : NULL;
}

char *tree_path(const char *base, const char *path)
{
    __CPROVER_assert((base == NULL || in_text(base, base)) && in_text(path, path), "the path is there");
    return base == NULL ? memcpy(any_bytes(strlen(path) + 1), path, strlen(path) + 1) : maybe_text();
}

int tree_open(const tree_base *base, const char *path, int flags)
{
    int fd;
    __CPROVER_assert(in_text(path, path), "the path is there");
    return fd;
}

int file_stream_regular(int fd, const char *path, file_consumer *consume, void *state)
{
    size_t bytes;
    __CPROVER_assume(fits(bytes));
    __CPROVER_assert(fd >= 0 && in_text(path, path), "a file");
    return consume(state, any_bytes(bytes), bytes);
}

static listing any_listing(void)
{
    listing l;
    __CPROVER_assume(l.count < COUNT_MOST);
    l.paths = any_bytes(l.count * sizeof *l.paths);
    return l;
}

void harness_hash_one(void)
{
    size_t i;
    tree_base base;
    tree files;
    _Bool all;
    const listing l = any_listing();
    hashing h = {.base = &base, .files = &files, .listed = all ? NULL : &l};
    __CPROVER_assume(files.count < COUNT_MOST && i < files.count);
    files.entries = any_bytes(files.count * sizeof *files.entries);
    files.entries[i].path = any_text();
    base.path = maybe_text();
    h.hashes = any_bytes(files.count * sizeof *h.hashes);
    h.codes = any_bytes(files.count * sizeof *h.codes);
    hash_one(&h, i);
}

int parallel_run(const parallel_task *task, size_t jobs)
{
    int code;
    const hashing *const h = task->state;
    __CPROVER_assert(task->work == hash_one && task->count == h->files->count, "all files");
    __CPROVER_assert(__CPROVER_w_ok(h->hashes, task->count * sizeof *h->hashes) &&
                         __CPROVER_w_ok(h->codes, task->count * sizeof *h->codes),
                     "their hashes have room");
    return code;
}

void harness_hash_all(void)
{
    tree files;
    hashing h = {.files = &files};
    __CPROVER_assume(files.count < COUNT_MOST);
    hash_all(&h);
    release_hashes(&h);
}

/* ---- Folders ---- */

FILE *fopen(const char *path, const char *mode)
{
    __CPROVER_assert(in_text(path, path), "the path is there");
    return maybe_bytes(1);
}

char *fgets(char *line, int room, FILE *in)
{
    int length;
    _Bool there;
    __CPROVER_assume(0 <= length && length < room);
    __CPROVER_assert(in != NULL && room > 0 && __CPROVER_w_ok(line, room), "the line has room");
    line[length] = '\0';
    return there ? line : NULL;
}

int fclose(FILE *in)
{
    __CPROVER_assert(in != NULL, "an open file");
    return 0;
}

void harness_is_manifest(void)
{
    is_manifest(any_text());
}

char *strrchr(const char *text, int c)
{
    return strchr(text, c);
}

int fstat(int fd, struct stat *info)
{
    int failed;
    __CPROVER_assert(fd >= 0 && __CPROVER_w_ok(info, sizeof *info), "an open file");
    __CPROVER_havoc_object(info);
    return failed;
}

int close(int fd)
{
    __CPROVER_assert(fd >= 0, "an open file");
    return 0;
}

void harness_is_at(void)
{
    tree_base base;
    file_place own;
    base.path = maybe_text();
    own.name[sizeof own.name - 1] = '\0';
    is_at(&base, any_text(), &own, any_text());
}

/* ---- Making ---- */

int any_add(manifest_text *text, const char *data, size_t bytes)
{
    int code;
    __CPROVER_assert(__CPROVER_w_ok(text, sizeof *text) && __CPROVER_r_ok(data, bytes), "what is added is there");
    return code;
}

int any_add_line(manifest_text *text, const char *line)
{
    int code;
    return code;
}

char *any_escape(const char *name)
{
    __CPROVER_assert(in_text(name, name), "the name is there");
    return maybe_text();
}

void harness_add_escaped(void)
{
    manifest_text text;
    add_escaped(&text, any_text(), any_text());
}

char *strpbrk(const char *text, const char *set)
{
    return strchr(text, set[0]);
}

char *text_hex(char text[65], const uint8_t fingerprint[32])
{
    __CPROVER_assert(__CPROVER_w_ok(text, 65) && __CPROVER_r_ok(fingerprint, 32), "digits and bytes");
    return text;
}

int any_add_escaped(manifest_text *text, const char *before, const char *name)
{
    int code;
    __CPROVER_assert(__CPROVER_w_ok(text, sizeof *text), "the manifest");
    __CPROVER_assert(in_text(before, before), "what is before the name is there");
    return code;
}

void harness_add_file(void)
{
    manifest_text text;
    add_file(&text, any_bytes(HASH), any_text());
}

int tree_begin(tree_base *base, const char *path)
{
    int code;
    __CPROVER_assert(__CPROVER_w_ok(base, sizeof *base), "a base");
    return code;
}

void tree_end(const tree_base *base)
{
    __CPROVER_assert(__CPROVER_r_ok(base, sizeof *base), "a base");
}

void tree_release(tree *t)
{
    __CPROVER_assert(t->count == 0 || __CPROVER_r_ok(t->entries, t->count * sizeof *t->entries), "the files are there");
}

int any_walk(tree *t, const tree_base *base, const manifest_place *place, int making, char *const *folders,
             size_t count)
{
    int code;
    size_t files;
    __CPROVER_assume(files < COUNT_MOST);
    __CPROVER_assert(t->count == 0 && __CPROVER_r_ok(base, sizeof *base), "a tree and its base");
    __CPROVER_assert(__CPROVER_r_ok(folders, count * sizeof *folders), "the folders are there");
    t->count = files;
    t->entries = any_bytes(files * sizeof *t->entries);
    return code;
}

int any_check_entries(const tree *t)
{
    int code;
    return code;
}

int any_hash_all(hashing *h)
{
    int code;
    __CPROVER_assert(h->hashes == NULL && h->codes == NULL, "nothing is lost");
    h->hashes = maybe_bytes(h->files->count * sizeof *h->hashes);
    h->codes = maybe_bytes(h->files->count * sizeof *h->codes);
    return h->hashes && h->codes ? code : EXIT_INPUT;
}

int any_add_file(manifest_text *text, const uint8_t hash[HASH], const char *path)
{
    int code;
    __CPROVER_assert(__CPROVER_r_ok(hash, HASH), "the hash is there");
    return code;
}

void harness_make(void)
{
    size_t count;
    manifest_text text;
    manifest_place place;
    __CPROVER_assume(count < COUNT_MOST);
    make(&text, &place, any_bytes(count * sizeof(char *)), count);
}

/* ---- Checking ---- */

int any_compare(manifest_report *report, const listing *l, const hashing *h)
{
    int code;
    const size_t files = h->files->count;
    __CPROVER_assert(__CPROVER_r_ok(h->hashes, files * sizeof *h->hashes) &&
                         __CPROVER_r_ok(h->codes, files * sizeof *h->codes) && h->listed == l,
                     "hashes of all files");
    return code;
}

void harness_check(void)
{
    manifest_report report;
    manifest_place place;
    listing l;
    __CPROVER_assume(l.folder_count < COUNT_MOST);
    l.folders = any_bytes(l.folder_count * sizeof *l.folders);
    check(&report, &place, &l);
}

int any_read_lines(listing *l, const char *name, const char *text, size_t bytes)
{
    int code;
    size_t lines;
    __CPROVER_assume(lines < COUNT_MOST && l->count <= lines && l->folder_count <= lines);
    l->copy = maybe_bytes(bytes + 1);
    l->folders = maybe_bytes((lines + 1) * sizeof *l->folders);
    l->paths = maybe_bytes((lines + 1) * sizeof *l->paths);
    l->hashes = maybe_bytes((lines + 1) * sizeof *l->hashes);
    return l->copy && l->folders && l->paths && l->hashes ? code : EXIT_INPUT;
}

int any_check(manifest_report *report, const manifest_place *place, const listing *l)
{
    int code;
    __CPROVER_assert(__CPROVER_r_ok(l->folders, l->folder_count * sizeof *l->folders), "the folders are there");
    __CPROVER_assert(__CPROVER_r_ok(l->paths, l->count * sizeof *l->paths) &&
                         __CPROVER_r_ok(l->hashes, l->count * sizeof *l->hashes),
                     "the lines are there");
    return code;
}

void harness_manifest_check(void)
{
    manifest_report *report;
    const manifest_place *place;
    const char *text;
    size_t bytes;
    manifest_check(report, place, any_text(), text, bytes);
}
