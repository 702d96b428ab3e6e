/* What is particular to SLH-DSA: what it draws, what it signs in each mode, streams, and lengths. NULL pointers,
 * overlaps and failing generators are tested for all schemes elsewhere, and flips.c alters signatures. */
#include "core/backend.h"
#include "core/use.h"
#include "slhdsa/slhdsa.h"
#include "sym/prehash.h"

#include <string.h>

enum { MOST_N = NEOSIG_SLHDSA_MAX_N, MESSAGE = 100, MOST_PREFIX = 2 + 255 + NEOSIG_PREHASH_OID_BYTES + 64 };

static const neosig_alg *alg;
static size_t n;
static uint8_t pk[2 * MOST_N + 1], sk[4 * MOST_N + 1];
static uint8_t sig[NEOSIG_MAX_SIGNATURE_BYTES + 1], other[NEOSIG_MAX_SIGNATURE_BYTES + 1];
static void *prepared[2];
static uint8_t message[MESSAGE], context[256];

/* `options`, to sign without random bytes. */
static neosig_options fixed(neosig_options options)
{
    options.size = sizeof options;
    options.flags |= NEOSIG_DETERMINISTIC;
    return options;
}

static neosig_error sign(uint8_t *out, const uint8_t *msg, size_t bytes, const neosig_options *options)
{
    size_t made = 0;
    const neosig_error error = neosig_sign(alg, out, &made, msg, bytes, sk, 4 * n, options);
    CHECK(made == (error == NEOSIG_OK ? alg->signature_bytes : 0));
    return error;
}

static neosig_error verify(const uint8_t *msg, size_t bytes, const neosig_options *options)
{
    return neosig_verify(alg, sig, alg->signature_bytes, msg, bytes, pk, 2 * n, options);
}

static int is_same(void)
{
    return memcmp(sig, other, alg->signature_bytes) == 0;
}

/* Gives what state points to. */
static int play(void *state, uint8_t *out, size_t bytes)
{
    memcpy(out, state, bytes);
    return 0;
}

/* ---- Keys, and what is drawn */

static void test_keys(void)
{
    uint8_t again[2 * MOST_N], again_sk[4 * MOST_N];
    use_random source;
    neosig_options options = use_options(&source, 1, 0);
    CHECK(neosig_keypair(alg, pk, sk, &options) == NEOSIG_OK);
    CHECK(source.calls == 1 && source.bytes == 3 * n && alg->seed_bytes == 3 * n);
    CHECK(memcmp(sk, source.given, 3 * n) == 0 && memcmp(sk + 2 * n, pk, 2 * n) == 0);
    CHECK(neosig_keypair_from_seed(alg, again, again_sk, sk, 3 * n, NULL) == NEOSIG_OK);
    CHECK(memcmp(again, pk, 2 * n) == 0 && memcmp(again_sk, sk, 4 * n) == 0);
    CHECK(neosig_keypair_from_seed(alg, again, again_sk, sk, 3 * n - 1, NULL) == NEOSIG_ERR_LENGTH);
    CHECK(neosig_keypair_from_seed(alg, again, again_sk, sk, 3 * n + 1, NULL) == NEOSIG_ERR_LENGTH);
    CHECK(neosig_public_key(alg, again, sk, 4 * n, NULL) == NEOSIG_OK && memcmp(again, pk, 2 * n) == 0);
    for (int secret = 0; secret < 2; secret++)
        prepared[secret] = test_allocate(neosig_prepared_bytes(alg, secret));

    /* All parts but SK.prf, which the root does not depend on. */
    for (size_t part = 0; part < 4; part++) {
        const neosig_error expected = part == 1 ? NEOSIG_OK : NEOSIG_ERR_KEY;
        sk[part * n + n / 2] ^= 1;
        CHECK(neosig_public_key(alg, again, sk, 4 * n, NULL) == expected);
        CHECK(neosig_prepare_sign(alg, prepared[1], neosig_prepared_bytes(alg, 1), sk, 4 * n, NULL) == expected);
        sk[part * n + n / 2] ^= 1;
    }
    CHECK(neosig_prepare_sign(alg, prepared[1], neosig_prepared_bytes(alg, 1), sk, 4 * n, NULL) == NEOSIG_OK);
    CHECK(neosig_prepare_verify(alg, prepared[0], neosig_prepared_bytes(alg, 0), pk, 2 * n, NULL) == NEOSIG_OK);
}

static void test_draws(void)
{
    use_random source;
    size_t made;
    neosig_options options = use_options(&source, 2, 0);
    CHECK(sign(sig, message, MESSAGE, &options) == NEOSIG_OK);
    CHECK(source.calls == 1 && source.bytes == n);
    CHECK(verify(message, MESSAGE, NULL) == NEOSIG_OK);
    options = use_options(&source, 2, 0);
    CHECK(neosig_sign_prepared(prepared[1], other, &made, message, MESSAGE, &options) == NEOSIG_OK);
    CHECK(source.calls == 1 && source.bytes == n && is_same());

    options.flags |= NEOSIG_DETERMINISTIC;
    CHECK(sign(sig, message, MESSAGE, &options) == NEOSIG_OK);
    CHECK(source.calls == 1 && !is_same()); /* it drew nothing */
    CHECK(verify(message, MESSAGE, NULL) == NEOSIG_OK);
    CHECK(neosig_sign_prepared(prepared[1], other, &made, message, MESSAGE, &options) == NEOSIG_OK);
    CHECK(source.calls == 1 && is_same());

    const neosig_options public_seed = {.size = sizeof public_seed, .random = play, .random_state = sk + 2 * n};
    CHECK(sign(other, message, MESSAGE, &public_seed) == NEOSIG_OK && is_same());

    /* faults.c has what these find; without a fault they change nothing. */
    options = use_options(&source, 2, 0);
    options.flags |= NEOSIG_SIGN_TWICE | NEOSIG_VERIFY_SIGNED;
    CHECK(sign(sig, message, MESSAGE, &options) == NEOSIG_OK && !is_same());
    CHECK(source.calls == 1 && source.bytes == n);
    options = use_options(&source, 2, 0);
    options.flags |= NEOSIG_SIGN_TWICE | NEOSIG_VERIFY_SIGNED;
    CHECK(neosig_sign_prepared(prepared[1], other, &made, message, MESSAGE, &options) == NEOSIG_OK && is_same());
    options = use_options(&source, 2, 0);
    CHECK(sign(other, message, MESSAGE, &options) == NEOSIG_OK && is_same());
}

/* ---- What is signed */

/* M' of sections 10.2.1 and 10.2.2, signed by the internal interface, is the message signed by the external one. body:
 * the message or its digest. */
static void check_prefix(const neosig_options *options, const uint8_t *body, size_t bytes)
{
    const neosig_options internal = fixed((neosig_options){.flags = NEOSIG_INTERNAL});
    const int prehash = options->prehash != NEOSIG_PREHASH_NONE;
    uint8_t whole[MOST_PREFIX + MESSAGE] = {(uint8_t)prehash, (uint8_t)options->context_bytes};
    size_t at = 2 + options->context_bytes;
    memcpy(whole + 2, context, options->context_bytes);
    if (prehash) { /* NIST's numbers are those of neosig_prehash, in another order */
        static const uint8_t numbers[] = {0, 4, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12};
        const uint8_t oid[] = {6, 9, 0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, numbers[options->prehash]};
        memcpy(whole + at, oid, sizeof oid);
        at += sizeof oid;
    }
    memcpy(whole + at, body, bytes);
    CHECK(sign(other, whole, at + bytes, &internal) == NEOSIG_OK && is_same());
    CHECK(verify(whole, at + bytes, &internal) == NEOSIG_OK);
    CHECK(verify(whole, at + bytes - 1, &internal) == NEOSIG_ERR_SIGNATURE);
}

static void test_contexts(void)
{
    static const size_t sizes[] = {0, 1, 255};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        neosig_options options = fixed((neosig_options){.context = context, .context_bytes = sizes[i]});
        CHECK(sign(sig, message, MESSAGE, &options) == NEOSIG_OK);
        CHECK(verify(message, MESSAGE, &options) == NEOSIG_OK);
        check_prefix(&options, message, MESSAGE);
        if (sizes[i] > 0) {
            context[sizes[i] - 1] ^= 1;
            CHECK(verify(message, MESSAGE, &options) == NEOSIG_ERR_SIGNATURE);
            context[sizes[i] - 1] ^= 1;
        }
        options.context_bytes = sizes[i] > 0 ? sizes[i] - 1 : 1;
        CHECK(verify(message, MESSAGE, &options) == NEOSIG_ERR_SIGNATURE);
    }
    neosig_options options = fixed((neosig_options){.context = context, .context_bytes = 256});
    neosig_stream stream;
    CHECK(verify(message, MESSAGE, &options) == NEOSIG_ERR_ARGUMENT);
    CHECK(neosig_verify_init(&stream, alg, sig, alg->signature_bytes, pk, 2 * n, &options) == NEOSIG_ERR_ARGUMENT);
    CHECK(sign(sig, message, MESSAGE, &options) == NEOSIG_ERR_ARGUMENT);
    options.prehash = NEOSIG_PREHASH_SHA2_256;
    CHECK(sign(sig, message, MESSAGE, &options) == NEOSIG_ERR_ARGUMENT);
    CHECK(neosig_sign_init(&stream, alg, sk, 4 * n, &options) == NEOSIG_ERR_ARGUMENT);

    options = fixed((neosig_options){.flags = NEOSIG_INTERNAL, .context = context, .context_bytes = 1});
    CHECK(sign(sig, message, MESSAGE, &options) == NEOSIG_ERR_ARGUMENT);
    options = fixed((neosig_options){.flags = NEOSIG_INTERNAL, .prehash = NEOSIG_PREHASH_SHA2_256});
    CHECK(sign(sig, message, MESSAGE, &options) == NEOSIG_ERR_ARGUMENT);
    options = fixed((neosig_options){.flags = NEOSIG_EXTERNAL_MU});
    CHECK(sign(sig, message, 64, &options) == NEOSIG_ERR_UNSUPPORTED);
}

static void test_prehash(neosig_prehash function, size_t context_bytes)
{
    const neosig_options options =
        fixed((neosig_options){.prehash = function, .context = context, .context_bytes = context_bytes});
    neosig_options digested = options, as_other = options;
    neosig_hash hash;
    neosig_stream stream;
    uint8_t digest[64];
    size_t made;
    digested.flags |= NEOSIG_DIGEST;
    neosig_prehash_init(&hash, &options, neosig_backend_now()->keccak);
    neosig_prehash_absorb(&hash, &options, message, MESSAGE);
    const size_t bytes = neosig_prehash_final(&hash, &options, digest);

    CHECK(sign(sig, message, MESSAGE, &options) == NEOSIG_OK);
    check_prefix(&options, digest, bytes);
    CHECK(sign(other, digest, bytes, &digested) == NEOSIG_OK && is_same());
    CHECK(verify(message, MESSAGE, &options) == NEOSIG_OK && verify(digest, bytes, &digested) == NEOSIG_OK);
    CHECK(verify(digest, bytes, &options) == NEOSIG_ERR_SIGNATURE);
    CHECK(verify(digest, bytes - 1, &digested) == NEOSIG_ERR_LENGTH);
    CHECK(sign(other, digest, bytes - 1, &digested) == NEOSIG_ERR_LENGTH);
    as_other.prehash = (neosig_prehash)((unsigned)function % NEOSIG_PREHASH_SHAKE256 + 1);
    CHECK(verify(message, MESSAGE, &as_other) == NEOSIG_ERR_SIGNATURE);
    as_other.prehash = NEOSIG_PREHASH_NONE;
    CHECK(verify(message, MESSAGE, &as_other) == NEOSIG_ERR_SIGNATURE);
    CHECK(verify(digest, bytes, &as_other) == NEOSIG_ERR_SIGNATURE);

    for (unsigned form = 0; form < 2; form++) {
        const uint8_t *const in = form ? digest : message;
        const size_t in_bytes = form ? bytes : MESSAGE;
        const neosig_options *with = form ? &digested : &options;
        CHECK(neosig_sign_init_prepared(&stream, prepared[1], with) == NEOSIG_OK);
        CHECK(neosig_sign_update(&stream, in, 1) == NEOSIG_OK);
        CHECK(neosig_sign_update(&stream, in + 1, in_bytes - 1) == NEOSIG_OK);
        CHECK(neosig_sign_final(&stream, other, &made) == NEOSIG_OK && is_same());
        CHECK(neosig_verify_init_prepared(&stream, prepared[0], sig, alg->signature_bytes, with) == NEOSIG_OK);
        CHECK(neosig_verify_update(&stream, in, 3) == NEOSIG_OK);
        CHECK(neosig_verify_update(&stream, in + 3, in_bytes - 3) == NEOSIG_OK);
        CHECK(neosig_verify_final(&stream) == NEOSIG_OK);
    }
}

/* ---- Streams: of a message that is not hashed before they verify, and do not sign */

static neosig_error verify_pieces(const neosig_options *options, size_t piece, size_t bytes)
{
    neosig_stream stream;
    CHECK(neosig_verify_init(&stream, alg, sig, alg->signature_bytes, pk, 2 * n, options) == NEOSIG_OK);
    for (size_t at = 0; at < bytes; at += piece) {
        CHECK(neosig_verify_update(&stream, message + at, bytes - at < piece ? bytes - at : piece) == NEOSIG_OK);
        CHECK(neosig_verify_update(&stream, NULL, 0) == NEOSIG_OK);
    }
    return neosig_verify_final(&stream);
}

static void test_streams(void)
{
    const neosig_options modes[] = {fixed((neosig_options){.flags = 0}),
                                    fixed((neosig_options){.context = context, .context_bytes = 200}),
                                    fixed((neosig_options){.flags = NEOSIG_INTERNAL})};
    neosig_stream stream;
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        CHECK(neosig_sign_init(&stream, alg, sk, 4 * n, &modes[i]) == NEOSIG_ERR_UNSUPPORTED);
        CHECK(neosig_sign_update(&stream, message, MESSAGE) == NEOSIG_ERR_STATE);
        CHECK(neosig_sign_init_prepared(&stream, prepared[1], &modes[i]) == NEOSIG_ERR_UNSUPPORTED);
        CHECK(sign(sig, message, MESSAGE, &modes[i]) == NEOSIG_OK);
        CHECK(verify_pieces(&modes[i], 1, MESSAGE) == NEOSIG_OK);
        CHECK(verify_pieces(&modes[i], 33, MESSAGE) == NEOSIG_OK);
        CHECK(verify_pieces(&modes[i], MESSAGE, MESSAGE) == NEOSIG_OK);
        CHECK(verify_pieces(&modes[i], 33, MESSAGE - 1) == NEOSIG_ERR_SIGNATURE);
        CHECK(verify_pieces(&modes[(i + 1) % 3], 33, MESSAGE) == NEOSIG_ERR_SIGNATURE);
    }
    CHECK(sign(sig, NULL, 0, &modes[0]) == NEOSIG_OK);
    CHECK(verify(NULL, 0, NULL) == NEOSIG_OK && verify_pieces(&modes[0], 1, 0) == NEOSIG_OK);
    CHECK(verify(message, 1, NULL) == NEOSIG_ERR_SIGNATURE);
}

/* ---- Every bit of the root is compared. It is also in the digest's message, whose digest here stays the same. */

static void test_root(void)
{
    const neosig_slhdsa_ctx ctx = neosig_slhdsa_open(alg, neosig_backend_now());
    const neosig_slhdsa_message m = {.head_bytes = 2, .body = message, .body_bytes = MESSAGE};
    uint8_t digest[NEOSIG_SLHDSA_MAX_M], *workspace = test_allocate(neosig_slhdsa_verify_bytes(&ctx, 0, 0));
    CHECK(sign(sig, message, MESSAGE, NULL) == NEOSIG_OK);
    neosig_slhdsa_digest(&ctx, digest, sig, pk, &m);
    CHECK(neosig_slhdsa_verify(&ctx, sig, digest, pk, workspace) == NEOSIG_OK);
    for (size_t bit = 0; bit < 8 * n; bit++) {
        pk[n + bit / 8] ^= (uint8_t)(1u << bit % 8);
        CHECK(neosig_slhdsa_verify(&ctx, sig, digest, pk, workspace) == NEOSIG_ERR_SIGNATURE);
        pk[n + bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    free(workspace);
}

/* ---- Lengths one off */

static void test_lengths(void)
{
    const size_t exact = alg->signature_bytes;
    size_t made;
    CHECK(sign(sig, message, MESSAGE, NULL) == NEOSIG_OK);
    for (size_t off = 0; off < 3; off++) {
        const neosig_error of_sig = off == 1 ? NEOSIG_OK : NEOSIG_ERR_SIGNATURE;
        const neosig_error of_key = off == 1 ? NEOSIG_OK : NEOSIG_ERR_LENGTH;
        const size_t sig_bytes = exact - 1 + off, pk_bytes = 2 * n - 1 + off, sk_bytes = 4 * n - 1 + off;
        CHECK(neosig_verify(alg, sig, sig_bytes, message, MESSAGE, pk, 2 * n, NULL) == of_sig);
        CHECK(neosig_verify_prepared(prepared[0], sig, sig_bytes, message, MESSAGE, NULL) == of_sig);
        CHECK(neosig_verify(alg, sig, exact, message, MESSAGE, pk, pk_bytes, NULL) == of_key);
        CHECK(neosig_sign(alg, other, &made, message, MESSAGE, sk, sk_bytes, NULL) == of_key);
    }
    CHECK(neosig_verify(alg, sig, 0, message, MESSAGE, pk, 2 * n, NULL) == NEOSIG_ERR_SIGNATURE);
}

/* functions: how many of those for pre-hash, one after the other. */
static void test_set(const char *name, int functions)
{
    const unsigned failed = test_failed;
    alg = neosig_alg_find(name);
    if (!CHECK(alg != NULL))
        return;
    n = ((const neosig_slhdsa_set *)alg)->n;
    for (size_t i = 0; i < sizeof context; i++)
        context[i] = (uint8_t)(i + 7);
    for (size_t i = 0; i < sizeof message; i++)
        message[i] = (uint8_t)(5 * i + 1);
    test_keys();
    test_draws();
    test_contexts();
    for (int i = 1; i <= functions; i++)
        test_prehash((neosig_prehash)i, i % 3 == 0 ? 255 : (size_t)i - 1);
    test_streams();
    test_root();
    test_lengths();
    free(prepared[0]);
    free(prepared[1]);
    if (test_failed != failed)
        fprintf(stderr, "%s\n", name);
}

int main(void)
{
#ifdef NEOSIG_SLOW_CPU
    test_set("slh-dsa-sha2-128f", 3);
#else
    test_set("slh-dsa-sha2-128f", NEOSIG_PREHASH_SHAKE256);
    test_set("slh-dsa-sha2-192f", 1);
#endif
    test_set("slh-dsa-shake-128f", 3);
    return test_end();
}
