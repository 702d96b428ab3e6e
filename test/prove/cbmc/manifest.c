/* Manifests: one line of them, and text that grows. */
#include "apps/manifest.c"
#include "texts.h"

int app_fail(const char *format, ...)
{
    return EXIT_INPUT;
}

void *realloc(void *old, size_t bytes)
{
    _Bool there;
    return there ? any_bytes(bytes) : NULL;
}

/* Where they are equal, both have as many bytes: so has b. */
int strncmp(const char *a, const char *b, size_t most)
{
    int order;
    __CPROVER_assume(order != 0 || (strlen(a) >= most && strlen(b) >= most)); /* b has as many */
    return order;
}

char *tree_folder(const char *path)
{
    __CPROVER_assert(in_text(path, path), "the path is there");
    return maybe_text();
}

void harness_add(void)
{
    size_t bytes;
    manifest_text text;
    __CPROVER_assume(fits(bytes) && fits(text.room) && text.bytes <= MANIFEST_MOST);
    __CPROVER_assume(text.room == 0 ? text.bytes == 0 : text.bytes < text.room);
    text.data = text.room == 0 ? NULL : any_bytes(text.room);
    if (add(&text, any_bytes(bytes), bytes) == 0)
        __CPROVER_assert(text.bytes < text.room && __CPROVER_w_ok(text.data, text.room), "a final zero has room");
}

void harness_escape(void)
{
    escape(any_text());
}

void harness_unescape(void)
{
    char *const name = any_text();
    unescape(name);
    __CPROVER_assert(ends(name), "it is a text");
}

int any_unescape(char *name)
{
    int good;
    __CPROVER_assert(in_text(name, name) && ends(name), "the name is there");
    return good;
}

int any_hex_decode(uint8_t *out, size_t bytes, const char *text)
{
    int wrong;
    __CPROVER_assert(__CPROVER_w_ok(out, bytes) && is_text(text), "digits and bytes");
    return wrong;
}

/* The listing has room for what another line may name. */
void harness_read_line(void)
{
    listing l;
    size_t number, room;
    __CPROVER_assume(room < (size_t)1 << 32 && l.folder_count < room && l.count < room);
    l.folders = any_bytes(room * sizeof *l.folders);
    l.paths = any_bytes(room * sizeof *l.paths);
    l.hashes = any_bytes(room * sizeof *l.hashes);
    if (l.count)
        l.paths[l.count - 1] = any_text();
    read_line(&l, "", number, any_text());
}
