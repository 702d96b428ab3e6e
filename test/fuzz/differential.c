/* The same operations by every backend, by streams and prepared keys, and by the reference: equal to the byte. */
#include "fuzz.h"
#include "reference.h"

typedef struct outputs {
    uint8_t *pk, *sk, *sig, *sig_prepared;
    size_t sig_bytes;
} outputs;

static outputs outputs_new(const neosig_alg *alg)
{
    outputs out = {fuzz_alloc(alg->public_key_bytes), fuzz_alloc(alg->secret_key_bytes),
                   fuzz_alloc(alg->signature_bytes), fuzz_alloc(alg->signature_bytes), 0};
    return out;
}

static void outputs_free(outputs *out)
{
    free(out->pk);
    free(out->sk);
    free(out->sig);
    free(out->sig_prepared);
}

/* The message in pieces whose lengths come from its own bytes. */
static void sign_streamed(const neosig_alg *alg, outputs *out, const uint8_t *msg, size_t msg_bytes,
                          const neosig_options *options)
{
    neosig_stream stream;
    if ((alg->features & NEOSIG_READS_TWICE) != 0 && options->prehash == NEOSIG_PREHASH_NONE) {
        REQUIRE(neosig_sign_init(&stream, alg, out->sk, alg->secret_key_bytes, options) == NEOSIG_ERR_UNSUPPORTED);
        REQUIRE(neosig_sign(alg, out->sig, &out->sig_bytes, msg, msg_bytes, out->sk, alg->secret_key_bytes, options) ==
                NEOSIG_OK);
        return;
    }
    REQUIRE(neosig_sign_init(&stream, alg, out->sk, alg->secret_key_bytes, options) == NEOSIG_OK);
    for (size_t at = 0; at < msg_bytes;) {
        size_t piece = 1 + msg[at] % 200u;
        if (piece > msg_bytes - at)
            piece = msg_bytes - at;
        REQUIRE(neosig_sign_update(&stream, msg + at, piece) == NEOSIG_OK);
        at += piece;
    }
    REQUIRE(neosig_sign_final(&stream, out->sig, &out->sig_bytes) == NEOSIG_OK);
}

/* A way of signing that the algorithm has: plain, or with a context, a pre-hash, no random bytes, the internal
 * interface. */
static neosig_options mode(const neosig_alg *alg, fuzz_input *in)
{
    static const uint8_t context[255] = "context";
    neosig_options options = {.size = sizeof options, .random = fuzz_random};
    uint32_t choice = fuzz_take(in, 1);
    if ((alg->features & NEOSIG_HAS_DETERMINISTIC) && (choice & 1))
        options.flags |= NEOSIG_DETERMINISTIC;
    if ((alg->features & NEOSIG_HAS_CONTEXT) && (choice & 2)) {
        options.context = context;
        options.context_bytes = fuzz_take(in, 1);
    }
    if ((alg->features & NEOSIG_HAS_PREHASH) && (choice & 4))
        options.prehash = (neosig_prehash)(fuzz_take(in, 1) % (NEOSIG_PREHASH_SHAKE256 + 1));
    if ((alg->features & NEOSIG_HAS_CONTEXT) && (choice & 14) == 8)
        options.flags |= NEOSIG_INTERNAL;
    return options;
}

static void with_library(const neosig_alg *alg, outputs *out, const uint8_t *msg, size_t msg_bytes, uint64_t stream,
                         neosig_options options)
{
    uint64_t streamed = stream, once = stream;
    options.flags |= NEOSIG_ALLOW_INSECURE;
    options.random_state = &stream;
    REQUIRE(neosig_keypair(alg, out->pk, out->sk, &options) == NEOSIG_OK);
    options.random_state = &streamed;
    sign_streamed(alg, out, msg, msg_bytes, &options);
    size_t bytes = neosig_prepared_bytes(alg, 1), again_bytes;
    uint8_t *prepared = fuzz_alloc(bytes);
    REQUIRE(neosig_prepare_sign(alg, prepared, bytes, out->sk, alg->secret_key_bytes, &options) == NEOSIG_OK);
    options.random_state = &once;
    REQUIRE(neosig_sign_prepared(prepared, out->sig_prepared, &again_bytes, msg, msg_bytes, &options) == NEOSIG_OK);
    REQUIRE(again_bytes == out->sig_bytes && !memcmp(out->sig, out->sig_prepared, again_bytes));
    free(prepared);
    REQUIRE(neosig_verify(alg, out->sig, out->sig_bytes, msg, msg_bytes, out->pk, alg->public_key_bytes, &options) ==
            NEOSIG_OK);
}

static void with_reference(const neosig_alg *alg, const neosig_reference *reference, outputs *out, const uint8_t *msg,
                           size_t msg_bytes, uint64_t stream)
{
    uint64_t signing = stream;
    REQUIRE(reference->keypair(alg, out->pk, out->sk, fuzz_random, &stream) == 0);
    REQUIRE(reference->sign(alg, out->sig, &out->sig_bytes, msg, msg_bytes, out->sk, fuzz_random, &signing) == 0);
    REQUIRE(reference->verify(alg, out->sig, out->sig_bytes, msg, msg_bytes, out->pk) == 0);
}

static void require_equal(const neosig_alg *alg, const outputs *a, const outputs *b)
{
    REQUIRE(!memcmp(a->pk, b->pk, alg->public_key_bytes));
    REQUIRE(!memcmp(a->sk, b->sk, alg->secret_key_bytes));
    REQUIRE(a->sig_bytes == b->sig_bytes && !memcmp(a->sig, b->sig, a->sig_bytes));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    fuzz_input in = {data, bytes};
    const neosig_alg *alg = fuzz_choose(&in)->alg;
    uint64_t stream = fuzz_take(&in, 3);
    unsigned low = fuzz_take(&in, 1) & 1 ? NEOSIG_LOW_MEMORY : 0u;
    neosig_options options = mode(alg, &in);
    int plain = options.flags == 0 && options.context_bytes == 0 && options.prehash == NEOSIG_PREHASH_NONE;
    outputs first = outputs_new(alg), other = outputs_new(alg);
    REQUIRE(neosig_backend_select(neosig_backend_name(neosig_backend_count() - 1)) == NEOSIG_OK);
    with_library(alg, &first, in.data, in.bytes, stream, options);
    for (size_t i = 0; i + 1 < neosig_backend_count(); i++) {
        if (!neosig_backend_usable(neosig_backend_name(i)))
            continue;
        REQUIRE(neosig_backend_select(neosig_backend_name(i)) == NEOSIG_OK);
        options.flags ^= low;
        with_library(alg, &other, in.data, in.bytes, stream, options);
        require_equal(alg, &first, &other);
    }
    const neosig_reference *reference = neosig_reference_of(alg);
    if (reference && plain) {
        with_reference(alg, reference, &other, in.data, in.bytes, stream);
        require_equal(alg, &first, &other);
    }
    outputs_free(&first);
    outputs_free(&other);
    return 0;
}
