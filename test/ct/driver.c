/* The library's operations on secrets (operations.h), for the checks described in harness.h.
 *
 *     driver SET OPERATION INDEX ...
 *     driver list all|quick|short|long|first|short-first 0
 *                                      the names of sets that are not slow; short and long: of the quick ones
 *                                      those that take seconds under valgrind, and those that take minutes; first:
 *                                      of each scheme; short-first: of these those that are short
 *     driver list operations 0         lines of a set and one of its operations, in each of its modes
 *     driver list backends 0           those that this CPU runs
 *
 * For one set, every index gives the same public seed, message and signing randomness, and another private seed. The
 * public key that follows from it differs, and so does the signature.
 */
#include "harness.h"

enum { MESSAGE_BYTES = 57 };
#include "operations.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

/* A scheme whose key seed has a public part has a row here; of all others, the whole seed is private. */
static const struct {
    const char *scheme;
    size_t public_offset, public_bytes;
} layouts[] = {{"snova", 0, 16}, {"rainbow", 32, 32} /* but for classic keys */};

/* Static memory, for addresses that repeat. */
enum { WORKSPACE_BYTES = 48 << 20, PREPARED_BYTES = 16 << 20, KEY_BYTES = 4 << 20, SIGNATURE_BYTES = 1 << 16 };
enum { SEED_BYTES = 256 };
/* Runs out of sight of an operation that leaves two blocks of the heap in each other's place: with the one that is
 * traced it is an even number, and the next one gets the same addresses. */
enum { WARM_UPS = 3 };

static const neosig_alg *alg;
static uint8_t pk[KEY_BYTES], sk[KEY_BYTES], text[KEY_BYTES], sig[SIGNATURE_BYTES], signed_message[SIGNATURE_BYTES];
static uint8_t seed[SEED_BYTES], secret_seed[SEED_BYTES], message[DIGEST_BYTES], passphrase[PASSPHRASE_BYTES];
static _Alignas(64) uint8_t workspace[WORKSPACE_BYTES], prepared[PREPARED_BYTES];
static neosig_stream stream;
static size_t seed_used;
static subject all_of = {.seed = secret_seed,
                         .pk = pk,
                         .sk = sk,
                         .sig = sig,
                         .prepared = prepared,
                         .stream = &stream,
                         .message = message,
                         .passphrase = passphrase,
                         .text = text,
                         .signed_message = signed_message};

/* What a key pair or a signature draws. A caller's generator knows nothing of which bytes get published. */
static int draw_seed(void *state, uint8_t *out, size_t bytes)
{
    (void)state;
    if (bytes > alg->seed_bytes - seed_used)
        return -1;
    memcpy(out, seed + seed_used, bytes);
    seed_used += bytes;
    neosig_classify(out, bytes);
    return 0;
}

static int draw_nonce(void *state, uint8_t *out, size_t bytes)
{
    (void)state;
    harness_bytes(out, bytes, 1);
    neosig_classify(out, bytes);
    return 0;
}

/* A salt and an initial value, which the file says. */
static int draw_salt(void *state, uint8_t *out, size_t bytes)
{
    (void)state;
    harness_bytes(out, bytes, 1);
    return 0;
}

static neosig_options options_of(const operation *o, const mode *m)
{
    neosig_options options = {
        .size = sizeof options, .random = draw_nonce, .workspace = workspace, .workspace_bytes = sizeof workspace};
    if (o->from == SEED)
        options.flags = NEOSIG_ALLOW_INSECURE;
    if (o->run == run_keypair || o->run == run_nist_keypair)
        options.random = draw_seed;
    if (is_written(o))
        options.random = draw_salt;
    mode_options(&options, m);
    return options;
}

/* All of it, whatever the library thinks. */
static void classify(void)
{
    memcpy(secret_seed, seed, alg->seed_bytes);
    neosig_classify(secret_seed, alg->seed_bytes);
    neosig_classify(sk, alg->secret_key_bytes);
    neosig_classify(passphrase, sizeof passphrase);
}

static neosig_error perform(const operation *o, const mode *m)
{
    const neosig_options options = options_of(o, m);
    seed_used = 0;
    return o->run(&all_of, &options);
}

/* The key file that an operation reads. What is protected in it is public. */
static neosig_error make_text(const operation *o)
{
    const neosig_error error = o->text(&all_of, &(neosig_options){.size = sizeof(neosig_options), .random = draw_salt});
    if (o->run == run_read_pbkdf2 || o->run == run_read_scrypt)
        neosig_declassify(text, all_of.text_bytes, "a protected key");
    return error;
}

/* One after the other, each in what the others left. */
static neosig_error perform_all(void)
{
    neosig_error error = NEOSIG_OK;
    for (size_t i = 0; i < OPERATIONS; i++)
        for (size_t j = 0; j < MODES && error == NEOSIG_OK; j++)
            if (has_operation(alg, &operations[i], &modes[j])) {
                classify();
                error = operations[i].from == TEXT ? make_text(&operations[i]) : NEOSIG_OK;
                if (error == NEOSIG_OK)
                    error = perform(&operations[i], &modes[j]);
                if (error != NEOSIG_OK)
                    fprintf(stderr, "%s%s\n", modes[j].name, operations[i].name);
            }
    return error;
}

static const operation *chosen; /* NULL: all */
static const mode *chosen_mode;

/* Operations: those whose traces are compared. */
static void list(const char *which)
{
    for (size_t i = 0; i < neosig_alg_count(); i++) {
        const neosig_alg *a = neosig_alg_at(i);
        if (test_is_slow(a))
            continue;
        for (size_t j = 0; j < OPERATIONS && !strcmp(which, "operations"); j++)
            for (size_t k = 0; k < MODES; k++)
                if (has_operation(a, &operations[j], &modes[k]))
                    printf("%s %s%s\n", a->name, modes[k].name, operations[j].name);
        const int is_quick = quick_set(a), is_first = first_set(a);
        const int is_long = !strncmp(a->name, TEST_LONG, sizeof TEST_LONG - 1);
        const struct {
            const char *name;
            int has;
        } lists[] = {{"all", 1},
                     {"quick", is_quick},
                     {"short", is_quick && !is_long},
                     {"long", is_quick && is_long},
                     {"first", is_first},
                     {"short-first", is_first && !is_long}};
        for (size_t l = 0; l < sizeof lists / sizeof lists[0]; l++)
            if (!strcmp(which, lists[l].name) && lists[l].has)
                puts(a->name);
    }
    exit(0);
}

/* The operation of this name; 0 if there is none. */
static int choose(const char *name)
{
    chosen = NULL;
    chosen_mode = &modes[PLAIN];
    for (size_t i = 0; i < OPERATIONS; i++)
        for (size_t j = 0; j < MODES; j++)
            if (!strncmp(name, modes[j].name, strlen(modes[j].name)) &&
                !strcmp(name + strlen(modes[j].name), operations[i].name)) {
                chosen = &operations[i];
                chosen_mode = &modes[j];
            }
    return chosen != NULL || !strcmp(name, "all");
}

int harness_prepare(const char *set, const char *name, uint64_t index)
{
    if (!strcmp(set, "list")) {
        harness_list_backends(name);
        list(name);
    }
    alg = neosig_alg_find(set);
    if (!alg || !choose(name))
        return -1;
    if (!harness_backend())
        return -3;
    if (neosig_prepared_bytes(alg, 1) > sizeof prepared || alg->secret_key_bytes > sizeof sk ||
        alg->public_key_bytes > sizeof pk || alg->signature_bytes > sizeof sig || alg->seed_bytes > sizeof seed ||
        (first_set(alg) && 2 * (alg->secret_key_bytes + alg->public_key_bytes) > sizeof text))
        return -2;

#ifdef __GLIBC__
    /* What is freed stays in the heap: from the warm-up on, every run gets the same addresses. */
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
    all_of.alg = alg;
    harness_bytes(message, sizeof message, 0);
    harness_bytes(passphrase, sizeof passphrase, 5 + index);
    harness_seed(alg, seed, pk, sk, 2 + index);
    for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++)
        if (!strcmp(layouts[i].scheme, alg->scheme) &&
            layouts[i].public_offset + layouts[i].public_bytes <= alg->seed_bytes)
            harness_bytes(seed + layouts[i].public_offset, layouts[i].public_bytes, 1);
    if (chosen != NULL && (chosen->run == run_write_scrypt || chosen->run == run_read_scrypt))
        harness_bytes(passphrase, sizeof passphrase, 4);

    /* The operations after key generation start from a key made out of sight. */
    neosig_error error = NEOSIG_OK;
    if (chosen != NULL && chosen->from != SEED) {
        const neosig_options options = options_of(&operations[0], &modes[PLAIN]);
        error = neosig_keypair_from_seed(alg, pk, sk, seed, alg->seed_bytes, &options);
    }
    memcpy(secret_seed, seed, alg->seed_bytes);
    if (!error && chosen != NULL && chosen->from == PREPARED)
        error = run_prepare(&all_of, NULL);
    classify();
    if (!error && chosen != NULL && chosen->from == TEXT) {
        error = make_text(chosen);
        for (size_t i = 0; i < WARM_UPS && !error; i++)
            error = chosen->run(&all_of, NULL);
    }
    if (chosen != NULL && chosen->from == PREPARED)
        neosig_classify(prepared, neosig_prepared_bytes(alg, 1));
    return (int)error;
}

int harness_run(void)
{
    return (int)(chosen != NULL ? perform(chosen, chosen_mode) : perform_all());
}

int harness_finish(int result)
{
    neosig_declassify(&all_of.sig_bytes, sizeof all_of.sig_bytes, "output");
    neosig_declassify(pk, alg->public_key_bytes, "output");
    neosig_declassify(sig, sizeof sig, "output");
    if (result || chosen == NULL || !operation_signs(chosen))
        return result;
    neosig_options options = {.size = sizeof options};
    mode_options(&options, chosen_mode);
    options.flags &= ~(unsigned)NEOSIG_DETERMINISTIC;
    return (int)neosig_verify(alg, sig, all_of.sig_bytes, message, message_bytes_of(&options), pk,
                              alg->public_key_bytes, &options);
}
