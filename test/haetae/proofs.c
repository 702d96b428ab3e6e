#include "any.h"
#include "core/contract.h"
#include "haetae/haetae_encode.c"
#include "haetae/haetae_params.c"
#include "haetae/haetae_rans.c"
#include "haetae/haetae_scheme.c"
#include "wiped.h"

void harness_neosig_haetae_pack(void)
{
    const unsigned widths[] = {2, 3, 8, 9, 15, 16};
    int32_t w[256];
    for (size_t i = 0; i < 6; i++)
        neosig_haetae_pack(any_bytes(32 * widths[i]), w, widths[i]);
}

void harness_neosig_haetae_unpack(void)
{
    int32_t w[256];
    const unsigned widths[] = {2, 3, 15, 16};
    for (size_t i = 0; i < 4; i++)
        neosig_haetae_unpack(w, any_bytes(32 * widths[i]), widths[i]);
}

void harness_neosig_haetae_pack_small(void)
{
    for (unsigned most = 1; most <= 2; most++)
        neosig_haetae_pack_small(any_bytes(32 * (most + 1)), any_bytes(256), most);
}

void harness_neosig_haetae_unpack_small(void)
{
    for (int most = 1; most <= 2; most++) {
        int8_t s[256];
        unsigned beyond = 0;
        const unsigned bad = neosig_haetae_unpack_small(s, any_bytes(32 * (size_t)(most + 1)), (unsigned)most);
        for (size_t j = 0; j < 256; j++)
            beyond |= s[j] < -most || s[j] > most;
        __CPROVER_assert((bad != 0) == (beyond != 0), "a number out of range is found");
    }
}

void harness_neosig_haetae_secret_of(void)
{
    EACH_SET (haetae, ctx) {
        const neosig_alg *const alg = &ctx.set->alg;
        const uint8_t *const sk = any_bytes(alg->secret_key_bytes);
        const neosig_haetae_secret parts = neosig_haetae_secret_of(&ctx, sk);
        __CPROVER_assert(parts.key + NEOSIG_HAETAE_SEED_BYTES == sk + alg->secret_key_bytes, "the parts are the key");
    }
}

void harness_neosig_haetae_prepared_layout(void)
{
    EACH_SET (haetae, ctx)
        for (int secret = 0; secret < 2; secret++) {
            const neosig_haetae_prepared parts = neosig_haetae_prepared_layout(&ctx, secret);
            __CPROVER_assert(parts.key <= parts.a && parts.a < parts.s && parts.s <= parts.size, "the parts' order");
        }
}

/* After a step the state is in its range again: in two rounds, so that no bytes make the loop endless. */
void harness_decode_step(void)
{
    uint8_t symbol;
    uint32_t x, steps[1024];
    coded from;
    __CPROVER_assume(from.bytes > 0 && fits(from.bytes) && LOWEST <= x && x < LOWEST << 8);
    __CPROVER_assume((steps[x & 1023] & 1023) != 0 && (steps[x & 1023] >> 10 & 1023) < (steps[x & 1023] & 1023));
    from.in = any_bytes(from.bytes);
    x = decode_step(&symbol, x, steps, &from);
    __CPROVER_assert(LOWEST <= x && x < LOWEST << 8, "a state");
}

/* decode_step, for steps of any place that it may find. */
uint32_t any_decode_step(uint8_t *symbol, uint32_t x, const uint32_t steps[1024], coded *from)
{
    uint32_t next;
    size_t at;
    __CPROVER_assert(__CPROVER_w_ok(symbol, 1) && __CPROVER_r_ok(from->in, from->bytes) && from->bytes > 0, "places");
    from->at = at;
    return next;
}

void harness_neosig_haetae_unpack_signature_vartime(void)
{
    EACH_SET (haetae, ctx) {
        __CPROVER_assert(neosig_haetae_row_fault(&ctx.set->alg) == NULL, "frequencies are positive, their sum is 1024");
        neosig_haetae_unpack_signature_vartime(&ctx, any_bytes(ctx.set->alg.signature_bytes), any_bytes(32),
                                               any_bytes(1024 * ctx.l), any_bytes(1024 * ctx.k),
                                               any_bytes(256 * ctx.l));
    }
}
