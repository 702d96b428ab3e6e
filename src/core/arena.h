/* Workspaces: one function of an operation lays its memory out, and run on a NULL base it finds the size. */
#ifndef NEOSIG_CORE_ARENA_H
#define NEOSIG_CORE_ARENA_H

#include <stddef.h>
#include <stdint.h>

typedef struct neosig_arena {
    uint8_t *base; /* NULL: only count */
    size_t used;
} neosig_arena;

/* The next bytes of the arena, 64-byte aligned; NULL when only counting. */
static inline void *neosig_carve(neosig_arena *arena, size_t bytes)
{
    void *here = arena->base ? arena->base + arena->used : NULL;
    arena->used += (bytes + 63) & ~(size_t)63;
    return here;
}

#endif
