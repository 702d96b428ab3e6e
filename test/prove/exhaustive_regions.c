/* What the ground says of a call's memory, against its definition byte by byte. Every three pieces of up to 6 bytes lie
 * at places in a stretch of 6 bytes, at the bottom and at the top of the address space, in every use. Three pieces show
 * each two of them in each order with a third one before, between or behind. */
#include "api/api.h"
#include "exhaustive.h"

enum { PLACES = 6 };

static int written(neosig_use use)
{
    return use == NEOSIG_WORK || use == NEOSIG_RESULT;
}

/* Nothing that is written has a byte in common with anything else, but a result with an input read first. */
static int may_share(neosig_use a, neosig_use b)
{
    if (a == NEOSIG_READ_FIRST && b == NEOSIG_RESULT && !fault)
        return 1;
    if (b == NEOSIG_READ_FIRST && a == NEOSIG_RESULT)
        return 1;
    return !written(a) && !written(b);
}

typedef struct piece {
    neosig_region region;
    unsigned bytes; /* as bits */
} piece;

static size_t all_pieces(piece *pieces, uintptr_t base)
{
    static const neosig_use uses[] = {NEOSIG_READ, NEOSIG_READ_FIRST, NEOSIG_WORK, NEOSIG_RESULT};
    size_t n = 0;
    for (size_t use = 0; use < 4; use++) {
        pieces[n++] = (piece){{uses[use], NULL, 3}, 0};
        for (unsigned at = 0; at < PLACES; at++)
            for (unsigned bytes = 0; at + bytes <= PLACES; bytes++)
                pieces[n++] = (piece){{uses[use], (const void *)(base + at), bytes}, ((1u << bytes) - 1) << at};
    }
    return n;
}

static void regions(const void *kernels)
{
    static piece pieces[4 * (1 + PLACES * (PLACES + 1))];
    (void)kernels;
    for (unsigned top = 0; top < 2; top++) {
        const size_t n = all_pieces(pieces, top ? UINTPTR_MAX - (PLACES - 1) : 1);
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++) {
                const piece *a = &pieces[i], *b = &pieces[j];
                const int two = may_share(a->region.use, b->region.use) || !(a->bytes & b->bytes);
                for (size_t k = 0; k < n; k++) {
                    const piece *c = &pieces[k];
                    const neosig_region three[3] = {a->region, b->region, c->region};
                    check(neosig_regions_apart(three, 3) ==
                          (two && (may_share(a->region.use, c->region.use) || !(a->bytes & c->bytes)) &&
                           (may_share(b->region.use, c->region.use) || !(b->bytes & c->bytes))));
                }
            }
    }
}

static const void *core(const neosig_backend *backend)
{
    (void)backend;
    return neosig_backends;
}

int main(int argc, char **argv)
{
    static const claim claims[] = {{"regions-apart", core, regions}};
    return exhaustive_main(argc, argv, claims, 1);
}
