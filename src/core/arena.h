/* Workspaces: one function of an operation lays its memory out, and run on a NULL base it finds the size.
 *
 * Each buffer that is carved ends where its owner said. In builds with AddressSanitizer and in those for valgrind, a
 * fence follows each buffer: bytes that nothing may touch. So a store past the end of one buffer is an error even where
 * the next buffer would take it. Carving opens the buffer's own bytes, so memory that serves several purposes one
 * after another is carved again for each. With AddressSanitizer, carving also overwrites these bytes. So code that
 * needs what they held before fails.
 */
#ifndef NEOSIG_CORE_ARENA_H
#define NEOSIG_CORE_ARENA_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define NEOSIG_FENCES 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define NEOSIG_FENCES 1
#endif

#if defined(NEOSIG_FENCES)
#include <sanitizer/asan_interface.h>
#define NEOSIG_FENCE_BYTES 64
#define NEOSIG_CLOSE_MEMORY(memory, bytes) ASAN_POISON_MEMORY_REGION((memory), (bytes))
#define NEOSIG_OPEN_MEMORY(memory, bytes) ASAN_UNPOISON_MEMORY_REGION((memory), (bytes))
#define NEOSIG_SPOIL_MEMORY(memory, bytes) (void)memset((memory), 0xa5, (bytes))
#elif defined(NEOSIG_TAINT)
#include <valgrind/memcheck.h>
#define NEOSIG_FENCE_BYTES 64
#define NEOSIG_CLOSE_MEMORY(memory, bytes) (void)VALGRIND_MAKE_MEM_NOACCESS((memory), (bytes))
#define NEOSIG_OPEN_MEMORY(memory, bytes) (void)VALGRIND_MAKE_MEM_UNDEFINED((memory), (bytes))
#define NEOSIG_SPOIL_MEMORY(memory, bytes) ((void)(memory), (void)(bytes))
#else
#define NEOSIG_FENCE_BYTES 0
#define NEOSIG_CLOSE_MEMORY(memory, bytes) ((void)(memory), (void)(bytes))
#define NEOSIG_OPEN_MEMORY(memory, bytes) ((void)(memory), (void)(bytes))
#define NEOSIG_SPOIL_MEMORY(memory, bytes) ((void)(memory), (void)(bytes))
#endif

typedef struct neosig_arena {
    uint8_t *base; /* NULL: only count */
    size_t used;
} neosig_arena;

/* The next bytes of the arena, 64-byte aligned, without a fence; NULL when only counting. For the parts of prepared
 * keys, which the caller may copy whole. */
static inline void *neosig_carve_unfenced(neosig_arena *arena, size_t bytes)
{
    void *here = arena->base ? arena->base + arena->used : NULL;
    arena->used += (bytes + 63) & ~(size_t)63;
    return here;
}

/* The same with a fence behind it. What the bytes held before is lost. */
static inline void *neosig_carve(neosig_arena *arena, size_t bytes)
{
    uint8_t *here = neosig_carve_unfenced(arena, bytes);
    arena->used += NEOSIG_FENCE_BYTES;
    if (here != NULL) {
        NEOSIG_OPEN_MEMORY(here, bytes);
        NEOSIG_SPOIL_MEMORY(here, bytes);
        NEOSIG_CLOSE_MEMORY(here + bytes, (size_t)(arena->base + arena->used - here) - bytes);
    }
    return here;
}

/* A fence behind what was carved without one. */
static inline void neosig_carve_fence(neosig_arena *arena)
{
    (void)neosig_carve(arena, 0);
}

/* What is left of the arena: memory that serves several purposes one after another. NULL when only counting. */
static inline void *neosig_arena_rest(const neosig_arena *arena)
{
    return arena->base != NULL ? arena->base + arena->used : NULL;
}

/* For what serves two purposes one after another. */
static inline size_t neosig_larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

#endif
