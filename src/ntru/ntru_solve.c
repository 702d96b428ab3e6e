/* The solver's run: down to the resultants, the gcd, and up again; and its memory. */
#include "core/secret.h"
#include "ntru/ntru_internal.h"

#include <string.h>

/* The longest of what is in rows, over all depths where it is used: numbers of 32 bits. */
typedef struct lengths {
    size_t FG_below, FG, extended, top;
} lengths;

static lengths lengths_of(const neosig_ntru *me)
{
    const neosig_ntru_set *set = me->set;
    lengths l = {.FG = (size_t)3 << set->logn};
    for (unsigned d = 2; d <= set->logn; d++) {
        const size_t degree = neosig_ntru_degree(me, d), coefficients = degree * neosig_ntru_polynomials(set, d);
        l.FG_below = neosig_larger(l.FG_below, coefficients * neosig_ntru_rows(set->small[d]));
        if (d < set->logn) {
            l.FG = neosig_larger(l.FG, coefficients * neosig_ntru_rows(set->large[d]));
            l.extended = neosig_larger(l.extended, 4 * degree * set->rows[d]);
            l.top = neosig_larger(l.top, coefficients * neosig_ntru_top_rows(set, d));
        }
    }
    return l;
}

/* What stays. Behind it the gcd, the depths from 2 on, and depths 1 and 0 take the same memory, one after the other:
 * the three layouts that follow. What one leaves to the next is in what stays. */
static neosig_arena lay_out(neosig_ntru *me, void *base)
{
    const size_t n = neosig_ntru_degree(me, 0);
    neosig_arena arena = {base, 0};
    for (unsigned d = 2; d <= me->set->logn; d++)
        me->fg[d] = neosig_carve(&arena, 4 * 2 * neosig_ntru_degree(me, d) * me->set->rows[d]);
    for (unsigned p = 0; p < 2; p++)
        for (unsigned which = 0; which < 2; which++)
            me->fg0_hat[p][which] = neosig_carve(&arena, 4 * n);
    me->FG_below = neosig_carve(&arena, 4 * lengths_of(me).FG_below);
    return arena;
}

static size_t lay_out_gcd(neosig_ntru *me, neosig_arena arena)
{
    const size_t limbs = neosig_ntru_limbs(me->set->rows[me->set->logn]);
    me->limbs = neosig_carve(&arena, 8 * NEOSIG_NTRU_GCD_NUMBERS * limbs);
    return arena.used;
}

static void lay_out_reduction(neosig_ntru *me, neosig_arena *arena)
{
    const size_t n = neosig_ntru_degree(me, 0);
    void *const area = neosig_carve(arena, 16 * n);
    me->reals = area;
    me->fixed = area;
    me->wide_k = neosig_carve(arena, 8 * n);
    me->k = neosig_carve(arena, 4 * n);
    me->FG = neosig_carve(arena, 4 * lengths_of(me).FG);
    me->fg_hat = neosig_carve(arena, 4 * 2 * n);
    me->products = neosig_carve(arena, 4 * 4 * n);
}

static size_t lay_out_rows(neosig_ntru *me, neosig_arena arena)
{
    const lengths l = lengths_of(me);
    lay_out_reduction(me, &arena);
    me->extended = neosig_carve(&arena, 4 * l.extended);
    if (me->set->rule != NEOSIG_NTRU_FLOAT) {
        me->top = neosig_carve(&arena, 4 * l.top);
        me->long_k = neosig_carve(&arena, 4 * NEOSIG_NTRU_LONG_ROWS * NEOSIG_NTRU_LONG_DEGREE);
    }
    return arena.used;
}

static size_t lay_out_residues(neosig_ntru *me, neosig_arena arena)
{
    const size_t n = neosig_ntru_degree(me, 0);
    lay_out_reduction(me, &arena);
    for (unsigned p = 0; p < 2; p++) {
        me->residues[p] = neosig_carve(&arena, 4 * n);
        for (unsigned which = 0; which < 2 && arena.base != NULL; which++) {
            me->FG_hat[p][which] = me->products + n * (2 * p + which);
            me->coefficients[0][which] = me->fixed + n * which;
            me->coefficients[1][which] = me->wide_k + n / 2 * which;
        }
    }
    me->fg[1] = me->residues[1];
    return arena.used;
}

size_t neosig_ntru_solve_bytes(const neosig_ntru_set *set)
{
    neosig_ntru me = {.set = set};
    const neosig_arena shared = lay_out(&me, NULL);
    return neosig_larger(lay_out_gcd(&me, shared),
                         neosig_larger(lay_out_rows(&me, shared), lay_out_residues(&me, shared)));
}

/* good, 0 or 1, becomes public: it says that f and g are dropped, or that they are not. */
static unsigned declassified(unsigned good)
{
    unsigned failed = good ^ 1;
    neosig_declassify(&failed, sizeof failed, "whether and where the solver fails: then f and g are dropped");
    return !failed;
}

static unsigned narrow(int8_t *out, const int64_t *in, size_t n)
{
    unsigned good = 1;
    for (size_t i = 0; i < n; i++) {
        good &= (unsigned)((uint64_t)(in[i] + 127) < 255);
        out[i] = (int8_t)(uint8_t)in[i];
    }
    return good;
}

static int solve(const neosig_ntru_set *set, const neosig_backend *backend, int8_t *F, int8_t *G, const int8_t *f,
                 const int8_t *g, void *workspace)
{
    const unsigned logn = set->logn;
    neosig_ntru me = {.set = set, .kernels = backend->ntru, .fft = backend->fft};
    const neosig_arena shared = lay_out(&me, workspace);
    lay_out_residues(&me, shared);
    neosig_ntru_norm_residues(&me, f, g);
    lay_out_rows(&me, shared);
    for (unsigned depth = 2; depth < logn; depth++)
        neosig_ntru_norm_rows(&me, depth);
    lay_out_gcd(&me, shared);
    if (!declassified(neosig_ntru_gcd(me.FG_below, neosig_ntru_rows(set->small[logn]), me.fg[logn], set->rows[logn],
                                      (unsigned)(NEOSIG_NTRU_WORD_BITS * set->small[logn]),
                                      set->rule == NEOSIG_NTRU_FIXED_F, set->q, me.limbs)))
        return (int)logn;
    neosig_ntru_take_signed(me.FG_below, set->small[logn], me.FG_below, set->small[logn], 2);
    lay_out_rows(&me, shared);
    for (unsigned depth = logn; depth-- > 0;) {
        if (depth == 1)
            lay_out_residues(&me, shared);
        if (depth >= 2)
            neosig_ntru_lift_rows(&me, depth);
        else
            neosig_ntru_lift_residues(&me, depth);
        if (!(set->rule == NEOSIG_NTRU_FLOAT ? neosig_ntru_reduce_float : neosig_ntru_reduce_fixed)(&me, depth))
            return (int)depth;
    }
    /* FIXED_F made G such that the equation holds. */
    const unsigned solved = set->rule == NEOSIG_NTRU_FIXED_F || neosig_ntru_check_residues(&me);
    neosig_ntru_reduced_coefficients(&me, 0);
    const size_t n = neosig_ntru_degree(&me, 0);
    const unsigned good = narrow(F, me.coefficients[0][0], n) & narrow(G, me.coefficients[0][1], n);
    if (set->rule == NEOSIG_NTRU_FIXED && !declassified(solved))
        return 0;
    return declassified(solved & good) ? NEOSIG_NTRU_SOLVED : NEOSIG_NTRU_TOO_LARGE;
}

int neosig_ntru_solve(const neosig_ntru_set *set, const neosig_backend *backend, int8_t *F, int8_t *G, const int8_t *f,
                      const int8_t *g, void *workspace)
{
    const int depth = solve(set, backend, F, G, f, g, workspace);
    if (NEOSIG_FENCE_BYTES != 0) /* the callers use this memory for other things, too */
        NEOSIG_OPEN_MEMORY(workspace, neosig_ntru_solve_bytes(set));
    return depth;
}
