/* Arguments as no caller should give them: NULL, wrong lengths, buffers that overlap in every way. Each call must
 * return an error code of the header, and touch nothing outside of the buffers. */
#include "fuzz.h"

static const fuzz_set *set;
static uint8_t *arena;
static size_t arena_bytes;

/* A buffer of so many bytes: where it belongs in the arena, or anywhere in it, or NULL. */
static uint8_t *somewhere(fuzz_input *in, size_t home, size_t bytes)
{
    uint32_t how = fuzz_take(in, 1);
    if (how % 16 < 10)
        return arena + home;
    return how % 16 == 15 ? NULL : arena + fuzz_take(in, 3) % (arena_bytes - bytes + 1);
}

/* The length that belongs to a buffer, or another: of a key or a signature, which are looked at before the buffer is.
 */
static size_t length(fuzz_input *in, size_t right)
{
    static const size_t wrong[] = {0, 1, SIZE_MAX, SIZE_MAX / 2 + 1};
    uint32_t how = fuzz_take(in, 1);
    return how % 8 < 6 ? right : how & 8 ? right + 1 : wrong[how / 16 % 4];
}

static void check(neosig_error error)
{
    REQUIRE((unsigned)error <= NEOSIG_ERR_BACKEND);
    REQUIRE(neosig_strerror(error) != NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    fuzz_input in = {data, bytes};
    set = fuzz_choose(&in);
    const neosig_alg *alg = fuzz_take(&in, 1) % 16 == 15 ? NULL : set->alg;
    size_t pk_bytes = set->alg->public_key_bytes, sk_bytes = set->alg->secret_key_bytes,
           sig_bytes = set->alg->signature_bytes, made = 1, msg_bytes = fuzz_take(&in, 1);
    size_t pk_at = sk_bytes, sig_at = pk_at + pk_bytes, msg_at = sig_at + sig_bytes, seed_at = msg_at + msg_bytes,
           free_at = seed_at + set->alg->seed_bytes;
    arena_bytes = free_at + sk_bytes + 512;
    arena = fuzz_alloc(arena_bytes);
    memset(arena, 0, arena_bytes);
    memcpy(arena, set->sk, sk_bytes);
    memcpy(arena + pk_at, set->pk, pk_bytes);
    memcpy(arena + sig_at, set->sig, sig_bytes);

    uint64_t stream = 9;
    uint32_t flags = fuzz_take(&in, 1);
    neosig_options options = {.size = sizeof options,
                              .flags = flags % 4 == 3 ? flags / 4 : NEOSIG_ALLOW_INSECURE,
                              .random = fuzz_random,
                              .random_state = &stream};
    options.prehash = (neosig_prehash)(fuzz_take(&in, 1) % 4 == 3 ? fuzz_take(&in, 1) : 0);
    if (fuzz_take(&in, 1) % 4 == 3) {
        options.context = somewhere(&in, free_at, 300);
        options.context_bytes = fuzz_take(&in, 2) % 300;
    }
    /* The caller's workspace: of any size, and not always aligned; or over the other arguments. */
    uint8_t *space = NULL;
    uint32_t place = fuzz_take(&in, 1);
    if (place % 8 == 3) {
        size_t at = fuzz_take(&in, 3) % arena_bytes / 64 * 64;
        options.workspace = arena + at;
        options.workspace_bytes = arena_bytes - at;
    } else if (place % 8 == 7) {
        size_t aside = fuzz_take(&in, 1) % 16 == 15;
        options.workspace_bytes = fuzz_take(&in, 3);
        space = fuzz_alloc(options.workspace_bytes + aside);
        options.workspace = space + aside;
    }
    uint8_t *pk = somewhere(&in, pk_at, pk_bytes), *sk = somewhere(&in, 0, sk_bytes),
            *sig = somewhere(&in, sig_at, sig_bytes), *msg = somewhere(&in, msg_at, msg_bytes),
            *seed = somewhere(&in, seed_at, set->alg->seed_bytes);
    size_t *made_at = fuzz_take(&in, 1) % 16 == 15 ? NULL : &made;
    neosig_stream job;
    switch (fuzz_take(&in, 1) % 7) {
    case 0:
        check(neosig_keypair(alg, pk, sk, &options));
        break;
    case 1:
        check(neosig_keypair_from_seed(alg, pk, sk, seed, length(&in, set->alg->seed_bytes), &options));
        break;
    case 2:
        check(neosig_sign(alg, sig, made_at, msg, msg_bytes, sk, length(&in, sk_bytes), &options));
        break;
    case 3:
        check(neosig_verify(alg, sig, length(&in, sig_bytes), msg, msg_bytes, pk, length(&in, pk_bytes), &options));
        break;
    case 6:
        check(neosig_public_key(alg, pk, sk, length(&in, sk_bytes), &options));
        check(neosig_check_keypair(alg, pk, length(&in, pk_bytes), sk, length(&in, sk_bytes), &options));
        break;
    case 4:
        check(neosig_sign_init(&job, alg, sk, length(&in, sk_bytes), &options));
        check(neosig_sign_update(&job, msg, msg_bytes));
        check(neosig_verify_update(&job, msg, msg_bytes));
        check(neosig_sign_final(&job, sig, made_at));
        check(neosig_sign_final(&job, sig, made_at));
        break;
    default: {
        size_t prepared_bytes = neosig_prepared_bytes(alg, 1), claimed = length(&in, prepared_bytes);
        uint8_t *prepared = fuzz_alloc(set->alg == alg ? prepared_bytes : 64);
        if (claimed > prepared_bytes)
            claimed = prepared_bytes;
        neosig_error error = neosig_prepare_sign(alg, prepared, claimed, sk, length(&in, sk_bytes), &options);
        check(error);
        if (error == NEOSIG_OK)
            check(neosig_sign_prepared(prepared, sig, made_at, msg, msg_bytes, &options));
        else if (alg != NULL) /* no prepared key was made, so there is none to use; wiped memory is refused */
            REQUIRE(claimed != prepared_bytes ||
                    neosig_sign_prepared(prepared, sig, made_at, msg, msg_bytes, &options) != NEOSIG_OK);
        free(prepared);
    }
    }
    free(arena);
    free(space);
    return 0;
}
