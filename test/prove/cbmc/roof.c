/* The API over a scheme: checks of keys, options, lengths and workspaces. The set and its scheme are any, as are the
 * caller's options; what the scheme gets is what scheme.h promises. call.c and region.c, which have proofs of their
 * own, are what their headers say. */
#include "any.h"
#include "api/job.c"
#include "api/keys.c"
#include "api/many.c"
#include "api/message.c"
#include "api/nist.c"
#include "api/prepared.c"
#include "api/stream.c"
#include "api/workspace.c"
#include "copied.h"
#include "differ.h"

static neosig_alg alg;
static neosig_scheme scheme;
static size_t least, prepared_bytes[2], overhead_bytes; /* what the scheme asks for; of public and secret keys */
static int is_secret;
static const neosig_alg *set; /* what the caller names: alg, or none */

const neosig_scheme *neosig_scheme_of(const neosig_alg *given)
{
    return given == &alg ? &scheme : NULL;
}

neosig_error neosig_options_check(const neosig_options *options)
{
    neosig_error error;
    return error;
}

const neosig_backend *neosig_backend_now(void)
{
    static neosig_backend backend;
    return &backend;
}

int neosig_entropy(void *state, uint8_t *out, size_t bytes)
{
    return -1;
}

uint64_t neosig_dit_enter(void)
{
    return 0;
}

void neosig_dit_leave(uint64_t before)
{
}

void neosig_wipe_stack(void)
{
}

/* Of what is wiped, only the mark of a stream matters. */
void neosig_wipe(void *p, size_t bytes)
{
    __CPROVER_assert(__CPROVER_w_ok(p, bytes), "what is wiped is there");
    if (bytes == sizeof(stream_content))
        ((stream_content *)p)->magic = 0;
}

/* In place of memcmp, likewise. */
int any_compare(const void *a, const void *b, size_t bytes)
{
    return (int)neosig_differ(a, b, bytes);
}

static size_t any_need(const neosig_alg *of, neosig_operation op, unsigned flags)
{
    __CPROVER_assert(of == &alg && (flags & ~(NEOSIG_LOW_MEMORY | NEOSIG_PARTS)) == 0, "flags of memory");
    __CPROVER_assert(!(flags & NEOSIG_PARTS) || (alg.features & NEOSIG_HAS_PARTS), "parts only where there are some");
    return least;
}

static neosig_error any_begin(neosig_job *job, int secret, const neosig_source *source)
{
    neosig_error error;
    __CPROVER_assert(source->random != NULL && !secret == !is_secret, "a source, and who signs");
    return error;
}

static void any_absorb(neosig_job *job, const uint8_t *data, size_t bytes)
{
    __CPROVER_assert(bytes != 0 && __CPROVER_r_ok(data, bytes), "the message is there");
}

/* What scheme.h says of a job in sign and verify. */
static void check_job(const neosig_job *job, const void *workspace)
{
    const unsigned flags = job->options.flags;
    __CPROVER_assert(job->scheme == &scheme && job->alg == &alg, "the set");
    __CPROVER_assert(job->options.context_bytes <= 255, "the context");
    __CPROVER_assert(!(flags & NEOSIG_EXTERNAL_MU) || job->message_bytes == NEOSIG_MU_BYTES, "the length of mu");
    __CPROVER_assert(!(flags & NEOSIG_DIGEST) || job->message_bytes == neosig_prehash_bytes(job->options.prehash),
                     "the length of a digest");
    __CPROVER_assert(__CPROVER_w_ok(workspace, least), "the workspace has what was asked for");
    __CPROVER_assert(!job->prepared || __CPROVER_r_ok(job->key, prepared_bytes[is_secret]), "a prepared key is there");
}

static void check_signature(const neosig_job *job)
{
    __CPROVER_assert(1 <= job->signature_bytes && job->signature_bytes <= alg.signature_bytes, "a signature's length");
    __CPROVER_assert((scheme.traits & NEOSIG_VARIABLE_SIGNATURE) || job->signature_bytes == alg.signature_bytes,
                     "the length of all signatures");
    __CPROVER_assert(__CPROVER_r_ok(job->signature, job->signature_bytes), "the signature is there");
}

static neosig_error any_verify(neosig_job *job, void *workspace)
{
    neosig_error error;
    check_job(job, workspace);
    check_signature(job);
    return error;
}

static neosig_error any_sign(neosig_job *job, uint8_t *sig, size_t *sig_bytes, const neosig_source *source,
                             void *workspace)
{
    neosig_error error;
    check_job(job, workspace);
    size_t bytes;
    __CPROVER_assert(__CPROVER_w_ok(sig, alg.signature_bytes) && source->random != NULL, "room, and a source");
    __CPROVER_assume(bytes <= alg.signature_bytes);
    *sig_bytes = bytes;
    return error;
}

static size_t any_prepared_public(const neosig_alg *of)
{
    return prepared_bytes[0];
}

static size_t any_prepared_secret(const neosig_alg *of)
{
    return prepared_bytes[1];
}

static void check_key(int secret, const uint8_t *key)
{
    __CPROVER_assert(__CPROVER_r_ok(key, secret ? alg.secret_key_bytes : alg.public_key_bytes), "the key is there");
}

static neosig_error any_keypair(const neosig_alg *of, const neosig_backend *backend, uint8_t *pk, uint8_t *sk,
                                const neosig_source *source, void *workspace, unsigned flags)
{
    neosig_error error;
    uint8_t drawn[NEOSIG_MAX_SEED_BYTES];
    size_t bytes;
    __CPROVER_assert(__CPROVER_w_ok(pk, alg.public_key_bytes) && __CPROVER_w_ok(sk, alg.secret_key_bytes), "keys");
    __CPROVER_assert(__CPROVER_w_ok(workspace, least), "the workspace has what was asked for");
    if (bytes <= sizeof drawn)
        source->random(source->state, drawn, bytes);
    return error;
}

static neosig_error any_prepare(const neosig_alg *of, const neosig_backend *backend, void *prepared, const uint8_t *key,
                                void *workspace)
{
    neosig_error error;
    __CPROVER_assert(__CPROVER_w_ok(prepared, prepared_bytes[is_secret]) && neosig_is_aligned(prepared), "room");
    __CPROVER_assert(__CPROVER_w_ok(workspace, least), "the workspace has what was asked for");
    check_key(is_secret, key);
    return error;
}

static neosig_error any_seed_of(const neosig_alg *of, uint8_t *seed, const uint8_t *sk, const uint8_t *pk)
{
    neosig_error error;
    __CPROVER_assert(__CPROVER_w_ok(seed, alg.seed_bytes), "room for the seed");
    check_key(1, sk);
    if (pk != NULL)
        check_key(0, pk);
    return error;
}

static neosig_error any_remake(const neosig_alg *of, const neosig_backend *backend, uint8_t *pk, uint8_t *again,
                               const uint8_t *sk, void *workspace, unsigned flags)
{
    neosig_error error;
    __CPROVER_assert(__CPROVER_w_ok(pk, alg.public_key_bytes) && __CPROVER_w_ok(again, alg.secret_key_bytes), "keys");
    __CPROVER_assert(__CPROVER_w_ok(workspace, least), "the workspace has what was asked for");
    check_key(1, sk);
    return error;
}

static void any_mu(neosig_job *job, uint8_t mu[64])
{
    __CPROVER_assert((alg.features & NEOSIG_HAS_EXTERNAL_MU) && __CPROVER_w_ok(mu, 64), "room for mu");
}

static void any_verify_many(neosig_job *jobs, size_t n, neosig_error *errors, void *workspace)
{
    __CPROVER_assert(1 <= n && n <= NEOSIG_SIDE_BY_SIDE, "how many go side by side");
    __CPROVER_assert(__CPROVER_w_ok(workspace, NEOSIG_SIDE_BY_SIDE * least), "a workspace of all");
    __CPROVER_assert(__CPROVER_r_ok(jobs, n * sizeof *jobs) && jobs[0].scheme == &scheme, "the jobs");
    for (size_t i = 0; i < n; i++) {
        neosig_error error;
        errors[i] = error;
    }
}

static size_t any_overhead(const neosig_alg *of)
{
    return overhead_bytes;
}

static size_t any_pack(const neosig_alg *of, uint8_t *sm, const uint8_t *sig, size_t sig_bytes, const uint8_t *msg,
                       size_t msg_bytes)
{
    size_t bytes;
    __CPROVER_assert(__CPROVER_w_ok(sm, msg_bytes + overhead_bytes), "room for the signed message");
    __CPROVER_assert(msg_bytes == 0 || __CPROVER_r_ok(msg, msg_bytes), "the message");
    __CPROVER_assert(__CPROVER_r_ok(sig, sig_bytes), "the signature");
    return bytes;
}

static neosig_error any_unpack(const neosig_alg *of, uint8_t *sig, size_t *sig_bytes, const uint8_t **msg,
                               size_t *msg_bytes, const uint8_t *sm, size_t sm_bytes)
{
    size_t at, bytes, of_signature;
    _Bool is_good;
    __CPROVER_assert(__CPROVER_w_ok(sig, alg.signature_bytes) && __CPROVER_r_ok(sm, sm_bytes), "room, and a message");
    if (!is_good)
        return NEOSIG_ERR_SIGNATURE;
    __CPROVER_assume(at <= sm_bytes && bytes <= sm_bytes - at && 1 <= of_signature &&
                     of_signature <= alg.signature_bytes);
    *msg = sm + at;
    *msg_bytes = bytes;
    *sig_bytes = of_signature;
    return NEOSIG_OK;
}

/* Any set of any scheme, of the two ways in which a scheme makes a key pair again, with a format of its own for
 * signed messages or not, and with or without verification side by side. */
static void open_set(int secret)
{
    neosig_alg any;
    neosig_scheme other;
    size_t bytes, prepared[2], overhead;
    _Bool has_seed, has_format, has_many, is_known;
    __CPROVER_assume(fits(any.signature_bytes) && fits(any.public_key_bytes) && fits(any.secret_key_bytes) &&
                     any.seed_bytes <= NEOSIG_MAX_SEED_BYTES);
    __CPROVER_assume(bytes < (size_t)1 << 40 && overhead < (size_t)1 << 40);
    __CPROVER_assume(prepared[0] < (size_t)1 << 40 && prepared[1] < (size_t)1 << 40);
    __CPROVER_assume(!has_format || any.signature_bytes <= PACKED_MOST);
    alg = any;
    scheme = (neosig_scheme){.traits = other.traits, .begin = any_begin, .absorb = any_absorb, .verify = any_verify};
    scheme.sign = any_sign;
    scheme.keypair = any_keypair;
    scheme.mu = any_mu;
    scheme.prepare_sign = scheme.prepare_verify = any_prepare;
    scheme.verifier_bytes = scheme.signer_bytes = any_need;
    scheme.prepared_public_bytes = any_prepared_public;
    scheme.prepared_secret_bytes = any_prepared_secret;
    if (has_seed)
        scheme.seed_of = any_seed_of;
    else
        scheme.remake = any_remake;
    if (has_format) {
        scheme.overhead = any_overhead;
        scheme.pack = any_pack;
        scheme.unpack = any_unpack;
    }
    if (has_many)
        scheme.verify_many = any_verify_many;
    least = bytes;
    prepared_bytes[0] = prepared[0];
    prepared_bytes[1] = prepared[1];
    overhead_bytes = overhead;
    is_secret = secret != 0;
    set = is_known ? &alg : NULL;
}

static void *some(size_t bytes)
{
    _Bool is_there;
    return is_there ? any_bytes(bytes) : NULL;
}

static int any_random(void *state, uint8_t *out, size_t bytes)
{
    int status;
    write_any(out, bytes);
    return status;
}

/* Options with a workspace of the length that they say, or without one. */
static neosig_options any_options(void)
{
    neosig_options options;
    _Bool has_random;
    __CPROVER_assume(fits(options.workspace_bytes));
    options.workspace = some(options.workspace_bytes);
    options.random = has_random ? any_random : NULL;
    return options;
}

/* ---- call.c and region.c */

static void check_regions(const neosig_region *regions, size_t count)
{
    for (size_t i = 0; i < count; i++)
        __CPROVER_assert(regions[i].start == NULL ||
                             (regions[i].use == NEOSIG_READ || regions[i].use == NEOSIG_READ_FIRST
                                  ? __CPROVER_r_ok(regions[i].start, regions[i].bytes)
                                  : __CPROVER_w_ok(regions[i].start, regions[i].bytes)),
                         "what a call names is the caller's");
}

void neosig_call_open(neosig_call *call, const neosig_options *given, const neosig_region *regions, size_t count)
{
    neosig_call any;
    check_regions(regions, count);
    *call = any;
    call->options = any_options();
    call->count = count;
}

void neosig_call_reopen(neosig_call *call, const neosig_options *taken, const neosig_region *regions, size_t count)
{
    neosig_call any;
    check_regions(regions, count);
    *call = any;
    call->options = *taken;
    call->error = NEOSIG_OK;
}

void neosig_refuse(neosig_call *call, int fault, neosig_error error)
{
    call->error = call->error == NEOSIG_OK && fault ? error : call->error;
}

int neosig_call_begins(neosig_call *call)
{
    _Bool overlap;
    neosig_refuse(call, overlap, NEOSIG_ERR_ARGUMENT);
    return call->error == NEOSIG_OK;
}

neosig_error neosig_call_end(const neosig_call *call)
{
    return call->error;
}

int neosig_regions_apart(const neosig_region *regions, size_t count)
{
    int apart;
    return apart;
}

void neosig_regions_clear(const neosig_region *regions, size_t count)
{
    check_regions(regions, count);
}

/* ---- Harnesses */

static neosig_given_key any_key(void)
{
    neosig_given_key key;
    key.alg = &alg;
    key.scheme = &scheme;
    key.data = (header *)any_bytes(sizeof(header) + prepared_bytes[is_secret]) + 1;
    return key;
}

void harness_neosig_given_raw_key(void)
{
    int secret;
    size_t size;
    const uint8_t *const bytes = some(1);
    has_free();
    open_set(secret);
    const size_t need = secret ? alg.secret_key_bytes : alg.public_key_bytes;
    const neosig_given_key key = neosig_given_raw_key(secret, set, bytes, size);
    __CPROVER_assert(key.error == (set == NULL || bytes == NULL ? NEOSIG_ERR_ARGUMENT
                                   : size != need               ? NEOSIG_ERR_LENGTH
                                                                : NEOSIG_OK),
                     "a key that is not there, and one of another length");
    __CPROVER_assert(key.region.start == bytes && key.region.use == NEOSIG_READ && key.region.bytes <= size &&
                         (set == NULL || key.region.bytes <= need),
                     "no more is read than a key has");
    __CPROVER_assert(key.error != NEOSIG_OK || (key.data == bytes && key.alg == &alg && !key.prepared), "the key");
}

/* What is accepted has what neosig.h asks of it; what asks for nothing is accepted. */
void harness_check_mode(void)
{
    int secret;
    open_set(secret);
    const neosig_options options = any_options();
    const neosig_error error = check_mode(&alg, secret, &options);
    const unsigned flags = options.flags, has = alg.features;
    const int context = options.context_bytes != 0, prehash = options.prehash != NEOSIG_PREHASH_NONE;
    __CPROVER_assert(error == NEOSIG_OK || error == NEOSIG_ERR_ARGUMENT || error == NEOSIG_ERR_UNSUPPORTED, "errors");
    __CPROVER_assert(error == NEOSIG_OK || context || prehash ||
                         (flags & (NEOSIG_INTERNAL | NEOSIG_EXTERNAL_MU | NEOSIG_DIGEST | NEOSIG_DETERMINISTIC |
                                   NEOSIG_VERIFY_SIGNED | NEOSIG_SIGN_TWICE | NEOSIG_PARTS)) != 0,
                     "what asks for nothing is accepted");
    if (error != NEOSIG_OK)
        return;
    __CPROVER_assert(options.context_bytes <= 255 && (!context || options.context != NULL), "a context");
    __CPROVER_assert((unsigned)options.prehash <= NEOSIG_PREHASH_SHAKE256, "a function");
    __CPROVER_assert(!(flags & (NEOSIG_INTERNAL | NEOSIG_EXTERNAL_MU)) || (!context && !prehash), "a prefix");
    __CPROVER_assert(!(flags & NEOSIG_DIGEST) || prehash, "a digest of a function");
    __CPROVER_assert(!(context || (flags & NEOSIG_INTERNAL)) || (has & NEOSIG_HAS_CONTEXT), "has contexts");
    __CPROVER_assert(!prehash || (has & NEOSIG_HAS_PREHASH), "has pre-hashes");
    __CPROVER_assert(!(flags & NEOSIG_EXTERNAL_MU) || (has & NEOSIG_HAS_EXTERNAL_MU), "has mu");
    __CPROVER_assert(!secret || !(flags & NEOSIG_DETERMINISTIC) || (has & NEOSIG_HAS_DETERMINISTIC),
                     "signs without random bytes");
    __CPROVER_assert(!secret || !(flags & (NEOSIG_VERIFY_SIGNED | NEOSIG_SIGN_TWICE)) ||
                         (has & NEOSIG_HAS_FAULT_CHECKS),
                     "has checks against faults");
    __CPROVER_assert(!secret || !(flags & NEOSIG_PARTS) || (has & NEOSIG_HAS_PARTS), "has parts");
}

/* All steps, of a message in one piece. */
void harness_neosig_job_verify(void)
{
    size_t sig_bytes, bytes;
    open_set(0);
    __CPROVER_assume(fits(sig_bytes) && fits(bytes));
    const neosig_options options = any_options();
    const neosig_given_key key = any_key();
    neosig_job_verify(&key, some(sig_bytes), sig_bytes, some(bytes), bytes, &options);
}

/* The same in steps, for a signature or its verification. */
void harness_neosig_job_end(void)
{
    neosig_job job;
    int secret;
    size_t sig_bytes, bytes, made;
    open_set(secret);
    __CPROVER_assume(fits(sig_bytes) && fits(bytes));
    const neosig_options options = any_options();
    const neosig_given_key key = any_key();
    uint8_t *const out = any_bytes(alg.signature_bytes);
    if (neosig_job_start(&job, secret, &key, some(sig_bytes), sig_bytes, &options) == NEOSIG_OK &&
        neosig_job_update(&job, some(bytes), bytes) == NEOSIG_OK)
        neosig_job_end(&job, secret, out, &made);
    if (!secret)
        return;
    const neosig_region region = neosig_job_secret_key(&job);
    __CPROVER_assert(!key.prepared || __CPROVER_r_ok(region.start, region.bytes), "a prepared key");
}

void harness_neosig_job_check_length(void)
{
    neosig_job job;
    has_free();
    neosig_job_check_length(&job);
}

void harness_neosig_workspace_check(void)
{
    size_t bytes;
    const neosig_options options = any_options();
    has_free();
    neosig_workspace_check(bytes, &options);
}

void harness_neosig_workspace_open(void)
{
    neosig_workspace space;
    int secret;
    size_t bytes;
    __CPROVER_assume(bytes < (size_t)1 << 40);
    const neosig_options options = any_options();
    has_free();
    const neosig_error error = neosig_workspace_open(&space, bytes, &options);
    __CPROVER_assert(error == NEOSIG_OK || error == NEOSIG_ERR_MEMORY || error == NEOSIG_ERR_WORKSPACE, "errors");
    if (error != NEOSIG_OK)
        return;
    __CPROVER_assert(__CPROVER_w_ok(space.memory, bytes) && neosig_is_aligned(space.memory), "an aligned workspace");
    __CPROVER_assert(options.workspace == NULL || space.memory == options.workspace, "the caller's");
    neosig_workspace_close(&space, secret);
}

void harness_neosig_workspace_bytes(void)
{
    neosig_operation op;
    unsigned flags;
    open_set(0);
    const size_t bytes = neosig_workspace_bytes(set, op, flags);
    __CPROVER_assert(bytes == (set != NULL && (unsigned)op < NEOSIG_OPERATIONS ? least : 0),
                     "what the scheme asks for");
}

/* Bytes of the caller's that have a length of their own: no more of them are there than the set's, if one is named. */
typedef struct given_bytes {
    uint8_t *data;
    size_t bytes;
} given_bytes;

static given_bytes any_given(size_t most)
{
    given_bytes given;
    __CPROVER_assume(fits(given.bytes));
    given.data = some(set != NULL ? neosig_at_most(given.bytes, most) : given.bytes);
    return given;
}

static given_bytes any_message(void)
{
    return any_given(SIZE_MAX);
}

/* A key that was prepared, of any kind, or something else of a header's size. */
static void *any_prepared(void)
{
    _Bool is_prepared, is_public;
    const size_t secret = is_public ? 0 : 1;
    header any, *const prepared = some(sizeof(header) + (is_prepared ? prepared_bytes[secret] : 0));
    if (prepared == NULL)
        return NULL;
    *prepared = any;
    prepared->alg = set;
    if (is_prepared)
        prepared->magic = PREPARED, prepared->secret = secret;
    else
        __CPROVER_assume(any.magic != PREPARED);
    return prepared;
}

void harness_neosig_keypair(void)
{
    neosig_options options;
    open_set(1);
    neosig_keypair(set, some(alg.public_key_bytes), some(alg.secret_key_bytes), &options);
}

void harness_neosig_keypair_from_seed(void)
{
    neosig_options options;
    open_set(1);
    const given_bytes seed = any_given(alg.seed_bytes);
    neosig_keypair_from_seed(set, some(alg.public_key_bytes), some(alg.secret_key_bytes), seed.data, seed.bytes,
                             &options);
}

void harness_neosig_public_key(void)
{
    neosig_options options;
    open_set(1);
    const given_bytes sk = any_given(alg.secret_key_bytes);
    neosig_public_key(set, some(alg.public_key_bytes), sk.data, sk.bytes, &options);
}

void harness_neosig_check_keypair(void)
{
    neosig_options options;
    open_set(1);
    const given_bytes pk = any_given(alg.public_key_bytes), sk = any_given(alg.secret_key_bytes);
    neosig_check_keypair(set, pk.data, pk.bytes, sk.data, sk.bytes, &options);
}

void harness_neosig_sign(void)
{
    neosig_options options;
    open_set(1);
    const given_bytes sk = any_given(alg.secret_key_bytes), message = any_message();
    neosig_sign(set, some(alg.signature_bytes), some(sizeof(size_t)), message.data, message.bytes, sk.data, sk.bytes,
                &options);
}

void harness_neosig_sign_prepared(void)
{
    neosig_options options;
    open_set(1);
    const given_bytes message = any_message();
    neosig_sign_prepared(any_prepared(), some(alg.signature_bytes), some(sizeof(size_t)), message.data, message.bytes,
                         &options);
}

void harness_neosig_verify(void)
{
    neosig_options options;
    open_set(0);
    const given_bytes sig = any_given(alg.signature_bytes), pk = any_given(alg.public_key_bytes);
    const given_bytes message = any_message();
    neosig_verify(set, sig.data, sig.bytes, message.data, message.bytes, pk.data, pk.bytes, &options);
}

void harness_neosig_verify_prepared(void)
{
    neosig_options options;
    open_set(0);
    const given_bytes sig = any_given(alg.signature_bytes), message = any_message();
    neosig_verify_prepared(any_prepared(), sig.data, sig.bytes, message.data, message.bytes, &options);
}

void harness_neosig_mu(void)
{
    neosig_options options;
    open_set(0);
    const given_bytes pk = any_given(alg.public_key_bytes), message = any_message();
    neosig_mu(set, some(64), message.data, message.bytes, pk.data, pk.bytes, &options);
}

void harness_neosig_prepare_sign(void)
{
    neosig_options options;
    open_set(1);
    const given_bytes prepared = any_given(sizeof(header) + prepared_bytes[1]), sk = any_given(alg.secret_key_bytes);
    neosig_prepare_sign(set, prepared.data, prepared.bytes, sk.data, sk.bytes, &options);
}

void harness_neosig_prepare_sign_from_seed(void)
{
    neosig_options options;
    open_set(1);
    const given_bytes prepared = any_given(sizeof(header) + prepared_bytes[1]), seed = any_given(alg.seed_bytes);
    neosig_prepare_sign_from_seed(set, prepared.data, prepared.bytes, seed.data, seed.bytes, &options);
}

void harness_neosig_prepare_verify(void)
{
    neosig_options options;
    open_set(0);
    const given_bytes prepared = any_given(sizeof(header) + prepared_bytes[0]), pk = any_given(alg.public_key_bytes);
    __CPROVER_assert(neosig_prepared_bytes(&alg, 0) == sizeof(header) + prepared_bytes[0], "the header and the key");
    neosig_prepare_verify(set, prepared.data, prepared.bytes, pk.data, pk.bytes, &options);
}

/* What a key says is there, it has. */
void harness_neosig_given_prepared_key(void)
{
    int secret;
    open_set(secret);
    void *const given = any_prepared();
    const neosig_given_key key = neosig_given_prepared_key(secret, given);
    __CPROVER_assert(given == NULL || key.region.start == given, "where it is");
    if (key.error != NEOSIG_OK)
        return;
    __CPROVER_assert(key.alg == &alg && key.scheme == &scheme && key.prepared, "a set");
    __CPROVER_assert(__CPROVER_r_ok(key.data, prepared_bytes[is_secret]), "the scheme's part");
    __CPROVER_assert(__CPROVER_r_ok(key.region.start, key.region.bytes), "all of it");
    if (!secret)
        return;
    const neosig_region region = neosig_prepared_region(key.scheme, key.alg, key.data);
    __CPROVER_assert(region.start == given && region.bytes == key.region.bytes, "all of it from its part");
}

/* A neosig_stream: CBMC is slow with one type read as another. */
typedef struct caller_stream {
    stream_content content;
    uint8_t rest[sizeof(neosig_stream) - sizeof(stream_content)];
} caller_stream;

/* The caller's stream: zero, or begun. After each call it may be given to any other. */
void harness_neosig_sign_final(void)
{
    static caller_stream stream;
    neosig_stream *const given = (neosig_stream *)&stream;
    neosig_options options;
    _Bool begins, is_prepared;
    open_set(1);
    const given_bytes sk = any_given(alg.secret_key_bytes), message = any_message();
    if (begins && is_prepared)
        neosig_sign_init_prepared(given, any_prepared(), &options);
    else if (begins)
        neosig_sign_init(given, set, sk.data, sk.bytes, &options);
    neosig_sign_update(given, message.data, message.bytes);
    neosig_sign_final(given, some(alg.signature_bytes), some(sizeof(size_t)));
    __CPROVER_assert(stream.content.magic != SIGNING, "it has ended");
}

void harness_neosig_verify_final(void)
{
    static caller_stream stream;
    neosig_stream *const given = (neosig_stream *)&stream;
    neosig_options options;
    _Bool begins, is_prepared;
    open_set(0);
    const given_bytes sig = any_given(alg.signature_bytes), pk = any_given(alg.public_key_bytes);
    const given_bytes message = any_message();
    if (begins && is_prepared)
        neosig_verify_init_prepared(given, any_prepared(), sig.data, sig.bytes, &options);
    else if (begins)
        neosig_verify_init(given, set, sig.data, sig.bytes, pk.data, pk.bytes, &options);
    neosig_verify_update(given, message.data, message.bytes);
    neosig_verify_final(given);
    __CPROVER_assert(stream.content.magic != VERIFYING, "it has ended");
    neosig_verify_final(NULL);
}

/* begun and hashed: copies of a signing stream, or zero. */
void harness_neosig_verify_signed(void)
{
    static caller_stream begun, hashed;
    neosig_options options;
    _Bool begins, is_hashed;
    open_set(1);
    const given_bytes sk = any_given(alg.secret_key_bytes), sig = any_given(alg.signature_bytes);
    const given_bytes message = any_message();
    if (begins)
        neosig_sign_init((neosig_stream *)&begun, &alg, sk.data, sk.bytes, &options);
    hashed = begun;
    if (is_hashed)
        neosig_sign_update((neosig_stream *)&hashed, message.data, message.bytes);
    is_secret = 0;
    neosig_verify_signed(any_prepared(), sig.data, sig.bytes, (neosig_stream *)&begun, (neosig_stream *)&hashed);
}

void harness_neosig_nist_sign(void)
{
    neosig_options options;
    unsigned long long bytes;
    open_set(1);
    __CPROVER_assume(fits(bytes));
    neosig_nist_sign(set, some((size_t)bytes + neosig_nist_bytes(set)), some(sizeof bytes), some((size_t)bytes), bytes,
                     some(alg.secret_key_bytes), &options);
}

void harness_neosig_nist_open(void)
{
    neosig_options options;
    unsigned long long bytes;
    open_set(0);
    __CPROVER_assume(fits(bytes));
    neosig_nist_open(set, some((size_t)bytes), some(sizeof bytes), some((size_t)bytes), bytes,
                     some(alg.public_key_bytes), &options);
}

void harness_neosig_nist_keypair(void)
{
    neosig_options options;
    open_set(1);
    neosig_nist_keypair(set, some(alg.public_key_bytes), some(alg.secret_key_bytes), &options);
}

static neosig_item any_item(void)
{
    const given_bytes sig = any_given(alg.signature_bytes), pk = any_given(alg.public_key_bytes);
    const given_bytes message = any_message();
    return (neosig_item){.sig = sig.data,
                         .sig_bytes = sig.bytes,
                         .msg = message.data,
                         .msg_bytes = message.bytes,
                         .pk = pk.data,
                         .pk_bytes = pk.bytes,
                         .prepared = any_prepared()};
}

/* What verify_many of a scheme gets is what scheme.h says. */
void harness_take(void)
{
    neosig_job job;
    open_set(0);
    __CPROVER_assume(set != NULL);
    const neosig_options options = any_options();
    const neosig_item item = any_item();
    if (take(&job, &alg, &item, &options) != NEOSIG_OK)
        return;
    check_job(&job, options.workspace != NULL ? options.workspace : any_bytes(least));
    check_signature(&job);
    __CPROVER_assert(job.message_bytes == 0 || __CPROVER_r_ok(job.message, job.message_bytes), "the message is there");
}

neosig_error any_take(neosig_job *job, const neosig_alg *of, const neosig_item *item, const neosig_options *options)
{
    neosig_error error;
    __CPROVER_assert(__CPROVER_w_ok(job, sizeof *job) && __CPROVER_r_ok(item, sizeof *item), "a job and an item");
    job->scheme = &scheme;
    return error;
}

void harness_verify_group(void)
{
    enum { MOST = NEOSIG_SIDE_BY_SIDE + 1 };
    size_t n;
    open_set(0);
    scheme.verify_many = any_verify_many;
    neosig_options options = any_options();
    options.workspace = any_bytes(NEOSIG_SIDE_BY_SIDE * least);
    __CPROVER_assume(1 <= n && n <= MOST);
    const size_t taken = verify_group(&alg, any_bytes(n * sizeof(neosig_item)), n, &options);
    __CPROVER_assert(1 <= taken && taken <= n, "some are answered");
}

size_t any_group(const neosig_alg *of, neosig_item *items, size_t n, const neosig_options *options)
{
    size_t taken;
    __CPROVER_assert(n != 0 && __CPROVER_w_ok(items, n * sizeof *items), "items to answer");
    __CPROVER_assert(__CPROVER_w_ok(options->workspace, NEOSIG_SIDE_BY_SIDE * least), "a workspace of all");
    __CPROVER_assume(1 <= taken && taken <= n);
    return taken;
}

void harness_neosig_verify_many(void)
{
    enum { MOST = 2 };
    static neosig_item items[MOST];
    neosig_options options;
    size_t n;
    _Bool is_there;
    open_set(0);
    __CPROVER_assume(n <= MOST);
    for (size_t i = 0; i < MOST; i++)
        items[i] = any_item();
    neosig_verify_many(set, is_there ? items + MOST - n : NULL, n, &options);
}
