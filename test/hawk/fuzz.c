/* One encoding a signature and one a public key: what HAWK's decoders take, its coders make again, to the byte. The
 * input chooses a set, the numbers, which then are coded, and what is changed of that. */
#include "core/backend.h"
#include "fuzz/fuzz.h"
#include "hawk/hawk.h"

enum { N = NEOSIG_HAWK_MAX_N, MOST_PK = 2440, MOST_SIG = 1221 };

static int16_t s1[N], q00[N / 2], q01[N];
static uint8_t sig[MOST_SIG], pk[MOST_PK], again[MOST_PK], random_numbers[2 * N];

/* Mostly small, or nothing would fit. */
static void numbers(int16_t *a, size_t n, neosig_hawk_code code)
{
    const uint32_t limit = 1u << code.size;
    for (size_t i = 0; i < n; i++) {
        uint32_t x = random_numbers[2 * i] | (uint32_t)random_numbers[2 * i + 1] << 8;
        const uint32_t rare = x % 16 == 7;
        x = x >> 4 & (rare ? limit - 1 : (1u << code.low) - 1);
        a[i] = (int16_t)(random_numbers[2 * i] & 1 ? -1 - (int32_t)x : (int32_t)x);
    }
}

static void check_signature(const neosig_hawk_ctx *ctx)
{
    if (neosig_hawk_unpack_signature_vartime(ctx, s1, sig) != NEOSIG_OK)
        return;
    REQUIRE(neosig_hawk_pack_signature_vartime(ctx, again, sig, s1) == 0);
    REQUIRE(!memcmp(sig, again, ctx->set->alg.signature_bytes));
}

static void check_public_key(const neosig_hawk_ctx *ctx)
{
    if (neosig_hawk_unpack_public_key_vartime(ctx, q00, q01, pk) != NEOSIG_OK)
        return;
    REQUIRE(neosig_hawk_pack_public_key_vartime(ctx, again, q00, q01) == 0);
    REQUIRE(!memcmp(pk, again, ctx->set->alg.public_key_bytes));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    fuzz_input in = {data, bytes};
    const neosig_hawk_set *set = &neosig_hawk_sets[fuzz_take(&in, 1) % neosig_hawk_sets_count];
    const neosig_hawk_ctx ctx = neosig_hawk_open(&set->alg, neosig_backend_now());
    const uint32_t changes = fuzz_take(&in, 1) % 4;
    struct change {
        uint32_t place, bits;
    } change[3];
    for (uint32_t i = 0; i < 3; i++)
        change[i] = (struct change){fuzz_take(&in, 2), fuzz_take(&in, 1)};
    harness_bytes(random_numbers, sizeof random_numbers, fuzz_take(&in, 2));
    for (size_t i = 0; i < in.bytes; i++)
        random_numbers[i * 7 % sizeof random_numbers] = in.data[i];
    numbers(s1, ctx.n, set->s1);
    numbers(q00, ctx.n / 2, set->q00);
    numbers(q01, ctx.n, set->q01);
    q00[0] = (int16_t)(random_numbers[0] | (uint32_t)random_numbers[1] << 8);
    memset(again, 1, sizeof again);
    const int fits[2] = {neosig_hawk_pack_signature_vartime(&ctx, sig, again, s1) == 0,
                         neosig_hawk_pack_public_key_vartime(&ctx, pk, q00, q01) == 0};
    REQUIRE(!fits[0] || neosig_hawk_unpack_signature_vartime(&ctx, s1, sig) == NEOSIG_OK);
    REQUIRE(!fits[1] || neosig_hawk_unpack_public_key_vartime(&ctx, q00, q01, pk) == NEOSIG_OK);
    if (fits[0])
        check_signature(&ctx);
    if (fits[1])
        check_public_key(&ctx);
    for (uint32_t i = 0; i < changes; i++) { /* one of them at the end */
        const size_t sig_bytes = set->alg.signature_bytes, pk_bytes = set->alg.public_key_bytes;
        sig[sig_bytes - 1 - change[i].place % (i == 0 ? 40 : sig_bytes)] ^= (uint8_t)change[i].bits;
        pk[pk_bytes - 1 - change[i].place % (i == 0 ? 40 : pk_bytes)] ^= (uint8_t)change[i].bits;
    }
    check_signature(&ctx);
    check_public_key(&ctx);
    return 0;
}
