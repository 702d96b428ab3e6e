/* The solver's run: down to the resultants, the gcd, and up again; and its memory. */
#include "core/secret.h"
#include "ntru/ntru_internal.h"

#include <string.h>

static size_t most(size_t a, size_t b)
{
    return a > b ? a : b;
}

static size_t lay_out(neosig_ntru *me, void *base, const neosig_ntru_set *set, const neosig_backend *backend)
{
    const size_t n = (size_t)1 << set->logn;
    size_t below = 0, FG = 3 * n, extended = 0, top = 0;
    neosig_arena arena = {base, 0}; /* no fences: the callers use this memory for other things, too */
    *me = (neosig_ntru){.set = set};
    if (backend != NULL) {
        me->kernels = backend->ntru;
        me->fft = backend->fft;
    }
    for (unsigned d = 2; d <= set->logn; d++) {
        const size_t degree = neosig_ntru_degree(me, d), coefficients = degree * neosig_ntru_polynomials(set, d);
        me->fg[d] = neosig_carve_unfenced(&arena, 4 * 2 * degree * set->rows[d]);
        below = most(below, coefficients * neosig_ntru_rows(set->small[d]));
        if (d < set->logn) {
            FG = most(FG, coefficients * neosig_ntru_rows(set->large[d]));
            extended = most(extended, 4 * degree * set->rows[d]);
            top = most(top, coefficients * neosig_ntru_top_rows(set, d));
        }
    }
    for (unsigned p = 0; p < 2; p++)
        for (unsigned which = 0; which < 2; which++)
            me->fg0_hat[p][which] = neosig_carve_unfenced(&arena, 4 * n);
    me->FG_below = neosig_carve_unfenced(&arena, 4 * below);

    /* The gcd, the depths from 2 on, and depths 1 and 0 take the same memory one after the other. What a depth leaves
     * to the next is in FG_below, or in coefficients[1], which is wide_k. */
    neosig_arena gcd = arena;
    me->limbs = neosig_carve_unfenced(&gcd, 8 * NEOSIG_NTRU_GCD_NUMBERS * neosig_ntru_limbs(set->rows[set->logn]));
    void *const area = neosig_carve_unfenced(&arena, 16 * n);
    me->reals = area;
    me->fixed = area;
    me->wide_k = neosig_carve_unfenced(&arena, 8 * n);
    me->k = neosig_carve_unfenced(&arena, 4 * n);
    me->FG = neosig_carve_unfenced(&arena, 4 * FG);
    me->fg_hat = neosig_carve_unfenced(&arena, 4 * 2 * n);
    me->products = neosig_carve_unfenced(&arena, 4 * 4 * n);
    neosig_arena shallow = arena;
    me->extended = neosig_carve_unfenced(&arena, 4 * extended);
    if (set->rule != NEOSIG_NTRU_FLOAT) {
        me->top = neosig_carve_unfenced(&arena, 4 * top);
        me->long_k = neosig_carve_unfenced(&arena, 4 * NEOSIG_NTRU_LONG_ROWS * NEOSIG_NTRU_LONG_DEGREE);
    }
    for (unsigned p = 0; p < 2; p++) {
        me->residues[p] = neosig_carve_unfenced(&shallow, 4 * n);
        for (unsigned which = 0; which < 2 && base != NULL; which++) {
            me->FG_hat[p][which] = me->products + n * (2 * p + which);
            me->coefficients[0][which] = me->fixed + n * which;
            me->coefficients[1][which] = me->wide_k + n / 2 * which;
        }
    }
    me->fg[1] = me->residues[1];
    return most(gcd.used, most(arena.used, shallow.used));
}

size_t neosig_ntru_solve_bytes(const neosig_ntru_set *set)
{
    neosig_ntru me;
    return lay_out(&me, NULL, set, NULL);
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

int neosig_ntru_solve(const neosig_ntru_set *set, const neosig_backend *backend, int8_t *F, int8_t *G, const int8_t *f,
                      const int8_t *g, void *workspace)
{
    const unsigned logn = set->logn;
    neosig_ntru me;
    lay_out(&me, workspace, set, backend);
    neosig_ntru_norm_residues(&me, f, g);
    for (unsigned depth = 2; depth < logn; depth++)
        neosig_ntru_norm_rows(&me, depth);
    if (!declassified(neosig_ntru_gcd(me.FG_below, neosig_ntru_rows(set->small[logn]), me.fg[logn], set->rows[logn],
                                      (unsigned)(NEOSIG_NTRU_WORD_BITS * set->small[logn]),
                                      set->rule == NEOSIG_NTRU_FIXED_F, set->q, me.limbs)))
        return (int)logn;
    neosig_ntru_take_signed(me.FG_below, set->small[logn], me.FG_below, set->small[logn], 2);
    for (unsigned depth = logn; depth-- > 0;) {
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
