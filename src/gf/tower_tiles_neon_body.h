/* multiply of tower_neon.c: tiles of p pairs of columns.
 *
 * Of the vectors a tile takes one register, two, or one and up to eight bytes more. In the last of these, bytes are
 * looked up by one TBL: their low nibbles are in the first half of a register, and their high nibbles in the second
 * half. A table that is loaded serves two, four or three TBL. Over GF(256) a tile takes one register, and three tables
 * serve one TBL each. */
typedef enum shape { ONE, TWO, TAIL, TOWER } shape;

/* Assembly: tower_tiles_neon.S. The most pairs are those whose sums fit into registers. */
#ifndef NEOSIG_TOWER_EOR3
#define MOST_ONE 8
#define MOST_TWO 6
#define MOST_TAIL 8
#define MOST_TOWER 8
#define TILE(kind, p) neosig_tower_neon_##kind##_##p
#else
#define MOST_ONE 8
#define MOST_TWO 5
#define MOST_TAIL 7
#define MOST_TOWER 6
#define TILE(kind, p) neosig_tower_neon_sha3_##kind##_##p
#endif

/* Where a tile adds its sums: the vectors of c, and which bytes. */
typedef struct target {
    uint8_t *base;
    const uint32_t *offsets;
    const uint8_t *mask, *more; /* of the tail, or times_8 for the tower */
} target;

typedef void tile_function(const target *c, const uint8_t *base, const uint32_t *offsets, size_t rows,
                           const uint8_t *tables, size_t turn, size_t second);

#define TILES(kind) extern tile_function TILE(kind, 1), TILE(kind, 2), TILE(kind, 3), TILE(kind, 4), TILE(kind, 5)
TILES(one);
TILES(two);
TILES(tail);
TILES(tower);
extern tile_function TILE(one, 6), TILE(one, 7), TILE(one, 8), TILE(tail, 6), TILE(tail, 7), TILE(tower, 6);
#ifndef NEOSIG_TOWER_EOR3
extern tile_function TILE(two, 6), TILE(tail, 8), TILE(tower, 7), TILE(tower, 8);
#endif

static tile_function *const tiles_one[MOST_ONE] = {TILE(one, 1), TILE(one, 2), TILE(one, 3), TILE(one, 4),
                                                   TILE(one, 5), TILE(one, 6), TILE(one, 7), TILE(one, 8)};
#ifndef NEOSIG_TOWER_EOR3
static tile_function *const tiles_two[MOST_TWO] = {TILE(two, 1), TILE(two, 2), TILE(two, 3),
                                                   TILE(two, 4), TILE(two, 5), TILE(two, 6)};
static tile_function *const tiles_tail[MOST_TAIL] = {TILE(tail, 1), TILE(tail, 2), TILE(tail, 3), TILE(tail, 4),
                                                     TILE(tail, 5), TILE(tail, 6), TILE(tail, 7), TILE(tail, 8)};
static tile_function *const tiles_tower[MOST_TOWER] = {TILE(tower, 1), TILE(tower, 2), TILE(tower, 3), TILE(tower, 4),
                                                       TILE(tower, 5), TILE(tower, 6), TILE(tower, 7), TILE(tower, 8)};
#else
static tile_function *const tiles_two[MOST_TWO] = {TILE(two, 1), TILE(two, 2), TILE(two, 3), TILE(two, 4),
                                                   TILE(two, 5)};
static tile_function *const tiles_tail[MOST_TAIL] = {TILE(tail, 1), TILE(tail, 2), TILE(tail, 3), TILE(tail, 4),
                                                     TILE(tail, 5), TILE(tail, 6), TILE(tail, 7)};
static tile_function *const tiles_tower[MOST_TOWER] = {TILE(tower, 1), TILE(tower, 2), TILE(tower, 3),
                                                       TILE(tower, 4), TILE(tower, 5), TILE(tower, 6)};
#endif

/* All columns, for the bytes that begin at `at`. fresh: how many of the first 16 are added. second: where the second
 * register begins, or the eight bytes more, of which the last `tail` are added. */
static void strip(const shape kind, const neosig_tower_vectors *c, const neosig_tower_vectors *a, size_t at,
                  size_t fresh, size_t second, size_t tail, const uint8_t *tables)
{
    static const uint8_t slide[40] = {[16] = 255, 255, 255, 255, 255, 255, 255, 255,
                                      255,        255, 255, 255, 255, 255, 255, 255};
    static tile_function *const *const functions[] = {tiles_one, tiles_two, tiles_tail, tiles_tower};
    static const size_t most_of[] = {MOST_ONE, MOST_TWO, MOST_TAIL, MOST_TOWER};
    const size_t most = most_of[kind], pair = kind == TOWER ? 48 : 16, row_bytes = c->count / 2 * pair;
    for (size_t j = 0, p; j < c->count; j += 2 * p) {
        const size_t left = (c->count - j) / 2;
        const target to = {c->base + at, c->offsets + j, slide + fresh, kind == TOWER ? times_8 : slide + 8 + tail};
        p = neosig_tower_next_part(left, most);
        functions[kind][p - 1](&to, a->base + at, a->offsets, a->count, tables + j / 2 * pair, row_bytes - p * pair,
                               second);
    }
}

static void multiply_16(const neosig_tower_vectors *c, const neosig_tower_vectors *a, const void *tables, size_t bytes)
{
    const size_t rest = bytes % 16, tail = rest > 0 && rest <= 8 ? rest : 0;
    const size_t whole = bytes - rest - (tail > 0 ? 16 : 0);
    size_t at = 0;
    for (; whole - at >= 32; at += 32)
        strip(TWO, c, a, at, 16, 16, 0, tables);
    for (; at < whole; at += 16)
        strip(ONE, c, a, at, 16, 0, 0, tables);
    if (tail > 0)
        strip(TAIL, c, a, whole, 16, 16 + tail - 8, tail, tables);
    else if (rest > 0)
        strip(ONE, c, a, bytes - 16, rest, 0, 0, tables);
}

static void multiply_256(const neosig_tower_vectors *c, const neosig_tower_vectors *a, const void *tables, size_t bytes)
{
    for (size_t done = 0; done < bytes;) {
        const size_t fresh = bytes - done < 16 ? bytes - done : 16;
        strip(TOWER, c, a, done + fresh - 16, fresh, 0, 0, tables);
        done += fresh;
    }
}
