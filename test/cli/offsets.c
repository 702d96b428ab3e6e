/* Files of 2 GiB and more, with dates after 2038: also where a long has 32 bits. */
#define _DEFAULT_SOURCE /* futimens */
#include "../../apps/file.h"
#include "test.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

_Static_assert(sizeof(off_t) == 8 && sizeof(ino_t) == 8 && sizeof(time_t) == 8, "what files have takes 64 bits");

static const char end[] = "the end";
static const off_t hole = (off_t)1 << 31;

typedef struct count {
    uint64_t bytes;
    char last[sizeof end];
} count;

static int consume(void *state, const uint8_t *data, size_t bytes)
{
    count *const c = state;
    if (bytes == sizeof end)
        memcpy(c->last, data, bytes);
    c->bytes += bytes;
    return 0;
}

/* Zeros that take no room, and an end behind them. */
static int make(const char *path)
{
    const struct timespec late[2] = {{.tv_sec = (time_t)1 << 32}, {.tv_sec = (time_t)1 << 32}};
    const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
    const int made = fd >= 0 && lseek(fd, hole, SEEK_SET) == hole && write(fd, end, sizeof end) == sizeof end &&
                     futimens(fd, late) == 0;
    return close(fd) == 0 && made;
}

int main(void)
{
    char folder[] = "/tmp/neosig-offsets-XXXXXX", path[64];
    count c = {.bytes = 0};
    struct stat info;
    if (mkdtemp(folder) == NULL)
        return 2;
    snprintf(path, sizeof path, "%s/file", folder);
    CHECK(make(path));
    CHECK(stat(path, &info) == 0 && info.st_size == hole + (off_t)sizeof end);
    CHECK(file_exists(path) && file_rereadable(path));
    CHECK(file_stream(path, consume, &c) == 0);
    CHECK(c.bytes == (uint64_t)hole + sizeof end && memcmp(c.last, end, sizeof end) == 0);
    unlink(path);
    rmdir(folder);
    return test_end();
}
