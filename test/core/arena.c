/* The arena: buffers where its size says; and in builds with AddressSanitizer, that a kernel is caught that writes past
 * its buffer into the next one, or that reads there. */
#include "core/arena.h"
#include "gf/gf16.h"
#include "test.h"

#ifdef NEOSIG_FENCES
#include <sys/wait.h>
#include <unistd.h>

enum { BYTES = 100 };

/* How a process ends that adds n bytes to the first of two buffers. */
static int ends_well(uint8_t *memory, size_t n)
{
    fflush(NULL);
    const pid_t child = fork();
    int status = -1;
    if (child == 0) {
        neosig_arena arena = {memory, 0};
        uint8_t *first = neosig_carve(&arena, BYTES), *second = neosig_carve(&arena, 2 * BYTES);
        memset(first, 0, BYTES);
        memset(second, 1, 2 * BYTES);
        fclose(stderr);
        neosig_gf16_add(first, second, n);
        _exit(0);
    }
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void test_fences(uint8_t *memory)
{
    CHECK(ends_well(memory, BYTES));
    CHECK(!ends_well(memory, BYTES + 1));
    CHECK(!ends_well(memory, 128));

    /* What is carved again is open, whatever was fenced there before. */
    neosig_arena arena = {memory, 0};
    for (size_t i = 0; i < 4; i++)
        neosig_carve(&arena, 32);
    arena.used = 0;
    uint8_t *all = neosig_carve(&arena, 512);
    CHECK(__asan_region_is_poisoned(all, 512) == NULL);
    CHECK(__asan_address_is_poisoned(all + 512));

    /* What the bytes held before is lost. */
    memset(all, 1, 512);
    arena.used = 0;
    neosig_carve(&arena, 512);
    CHECK(memchr(all, 1, 512) == NULL);
    all = neosig_carve_unfenced(&arena, 64);
    neosig_carve_fence(&arena);
    CHECK(!__asan_address_is_poisoned(all + 63) && __asan_address_is_poisoned(all + 64));
    NEOSIG_OPEN_MEMORY(memory, 1024);
    CHECK(__asan_region_is_poisoned(memory, 1024) == NULL);
}
#endif

int main(void)
{
    uint8_t *memory = test_allocate(1024);
    neosig_arena counting = {NULL, 0}, carving = {memory, 0};
    CHECK(neosig_carve(&counting, 1) == NULL);
    CHECK(neosig_carve(&carving, 1) == memory);
    CHECK(counting.used == 64 + NEOSIG_FENCE_BYTES && carving.used == counting.used);
    CHECK(neosig_carve_unfenced(&carving, 65) == memory + counting.used);
    CHECK(carving.used == counting.used + 128);
    neosig_carve_fence(&carving);
    CHECK(carving.used == counting.used + 128 + NEOSIG_FENCE_BYTES);
#ifdef NEOSIG_FENCES
    test_fences(memory);
#endif
    free(memory);
    return test_end();
}
