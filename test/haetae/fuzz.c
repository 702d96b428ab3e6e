/* One encoding a signature: what HAETAE's decoder takes, its coder makes again, to the byte. The input chooses a set,
 * the symbols of a signature, which then is coded, and what is changed of it. */
#include "core/backend.h"
#include "fuzz/fuzz.h"
#include "haetae/haetae.h"

enum { L = NEOSIG_HAETAE_MAX_L, K = NEOSIG_HAETAE_MAX_K, MOST = 4096 };

static int32_t z1[256 * L], h[256 * K];
static uint8_t scratch[256 * (L + K)], sig[MOST], again[MOST], c[32];
static uint32_t lost[256 * (L + K)];

/* Seven numbers of eight are the commonest, or nothing would fit. */
static uint32_t rare(uint32_t byte, uint32_t common, uint32_t count)
{
    return byte % 8 == 7 ? byte / 8 % count : common + (byte % 8 == 6 && common + 1 < count);
}

static void check(const neosig_haetae_ctx *ctx)
{
    if (neosig_haetae_unpack_signature_vartime(ctx, sig, c, z1, h, scratch) == 0) {
        REQUIRE(neosig_haetae_pack_signature(ctx, again, c, z1, h, scratch, lost) == 0);
        REQUIRE(!memcmp(sig, again, ctx->set->alg.signature_bytes));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    fuzz_input in = {data, bytes};
    const neosig_haetae_set *set = &neosig_haetae_sets[fuzz_take(&in, 1) % neosig_haetae_sets_count];
    const neosig_haetae_ctx ctx = neosig_haetae_open(&set->alg, neosig_backend_now());
    const uint32_t changes = fuzz_take(&in, 1) % 4, z1_symbols = set->z1.symbols, h_symbols = set->h.symbols;
    struct change {
        uint32_t place, bits;
    } change[3];
    for (uint32_t i = 0; i < 3; i++)
        change[i] = (struct change){fuzz_take(&in, 2), fuzz_take(&in, 1)};
    uint8_t random[256 * (L + K)];
    harness_bytes(random, sizeof random, fuzz_take(&in, 2));
    for (size_t i = 0; i < in.bytes; i++)
        random[i * 7 % sizeof random] = in.data[i];
    for (size_t i = 0; i < 256 * ctx.l; i++) {
        const int32_t symbol = (int32_t)rare(random[i], (uint32_t)set->z1_offset, z1_symbols);
        z1[i] = 256 * (symbol - set->z1_offset) + (int8_t)random[sizeof random - 1 - i];
    }
    for (size_t i = 0; i < 256 * ctx.k; i++) {
        const uint32_t symbol = rare(random[256 * L + i], 0, h_symbols);
        h[i] = (int32_t)symbol + (symbol > (h_symbols - 1) / 2 ? set->h_offset : 0);
    }
    memset(c, 1, sizeof c);
    if (neosig_haetae_pack_signature(&ctx, sig, c, z1, h, scratch, lost) != 0)
        return 0;
    REQUIRE(neosig_haetae_unpack_signature_vartime(&ctx, sig, c, z1, h, scratch) == 0);
    check(&ctx);
    for (uint32_t i = 0; i < changes; i++) /* mostly in the coded parts, which are at the end */
        sig[set->alg.signature_bytes - 1 - change[i].place % (i == 0 ? 600 : set->alg.signature_bytes)] ^=
            (uint8_t)change[i].bits;
    check(&ctx);
    return 0;
}
