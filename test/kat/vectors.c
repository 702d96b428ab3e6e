/* ACVP and Wycheproof vectors: vectors [--once] FILE... (convert.py made the files). Every case in every backend this
 * CPU runs; signing and verification whole, as streams, with prepared keys and in low memory. --once: for sets whose
 * signatures take long, one of these ways for each case in turn. */
#include "common/hex.h"
#include "common/known_answer.h"
#include "core/backend.h"
#include "sym/prehash.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

typedef struct bytes {
    uint8_t *data; /* NULL: the case has no such field */
    size_t size;
} bytes;

typedef struct test_case {
    char name[64], algorithm[32], interface[16], prehash[16];
    bytes seed, sk, pk, rnd, context, message, sig, pk_sha256, sk_sha256, sig_sha256;
    int valid;
} test_case;

/* Whole bytes in hexadecimal; 0, or -1 if text is something else or out has a value already. */
static int unhex(bytes *out, const char *text)
{
    size_t size = strlen(text) / 2;
    if (out->data != NULL)
        return -1;
    *out = (bytes){test_allocate(size + 1), size};
    return hex_decode(out->data, size, text);
}

/* 0, or -1 for a field that no case has, or a value it cannot have. */
static int field(test_case *t, const char *name, const char *value)
{
    const struct {
        const char *name;
        bytes *out;
    } fields[] = {{"seed", &t->seed},
                  {"sk", &t->sk},
                  {"pk", &t->pk},
                  {"rnd", &t->rnd},
                  {"context", &t->context},
                  {"message", &t->message},
                  {"sig", &t->sig},
                  {"pk_sha256", &t->pk_sha256},
                  {"sk_sha256", &t->sk_sha256},
                  {"sig_sha256", &t->sig_sha256}};
    const struct {
        const char *name;
        char *out;
        size_t size;
    } words[] = {{"case", t->name, sizeof t->name},
                 {"algorithm", t->algorithm, sizeof t->algorithm},
                 {"interface", t->interface, sizeof t->interface},
                 {"prehash", t->prehash, sizeof t->prehash}};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        if (strcmp(name, fields[i].name) == 0)
            return unhex(fields[i].out, value);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(name, words[i].name) == 0)
            return snprintf(words[i].out, words[i].size, "%s", value) < (int)words[i].size ? 0 : -1;
    if (strcmp(name, "valid") != 0)
        return -1;
    t->valid = value[0] == '1';
    return 0;
}

static neosig_prehash prehash_of(const char *name)
{
    static const char *const names[] = {
        "",         "sha2-224", "sha2-256", "sha2-384", "sha2-512",  "sha2-512/224", "sha2-512/256",
        "sha3-224", "sha3-256", "sha3-384", "sha3-512", "shake-128", "shake-256"};
    unsigned i = 0;
    while (i < sizeof names / sizeof names[0] && strcmp(name, names[i]) != 0)
        i++;
    CHECK(i < sizeof names / sizeof names[0]);
    return (neosig_prehash)i;
}

static int play(void *state, uint8_t *out, size_t size)
{
    const bytes *from = state;
    if (size != from->size)
        return -1;
    memcpy(out, from->data, size);
    return 0;
}

static int hash_is(const uint8_t *data, size_t size, bytes expected)
{
    return expected.size == 32 && known_answer_digest_is(data, size, expected.data);
}

static neosig_options options_of(test_case *t)
{
    neosig_options options = {.size = sizeof options,
                              .prehash = prehash_of(t->prehash),
                              .context = t->context.data,
                              .context_bytes = t->context.size,
                              .random = play,
                              .random_state = &t->rnd};
    if (strcmp(t->interface, "internal") == 0)
        options.flags |= NEOSIG_INTERNAL;
    if (strcmp(t->interface, "mu") == 0)
        options.flags |= NEOSIG_EXTERNAL_MU;
    return options;
}

/* The message in another form, of *size bytes, with the options for it: its digest, where it is pre-hashed, or mu. 0 if
 * it has no such form. */
static int other_form(const neosig_alg *alg, const test_case *t, const uint8_t *pk, int as_mu, uint8_t form[64],
                      size_t *size, neosig_options *options)
{
    neosig_hash hash;
    const int none = as_mu ? (alg->features & NEOSIG_HAS_EXTERNAL_MU) == 0 : options->prehash == NEOSIG_PREHASH_NONE;
    if ((options->flags & NEOSIG_EXTERNAL_MU) != 0 || none)
        return 0;
    *size = 64;
    if (!as_mu) {
        neosig_prehash_init(&hash, options, neosig_backend_now()->keccak);
        neosig_prehash_absorb(&hash, options, t->message.data, t->message.size);
        *size = neosig_prehash_final(&hash, options, form);
        options->flags |= NEOSIG_DIGEST;
        return 1;
    }
    if (!CHECK(neosig_mu(alg, form, t->message.data, t->message.size, pk, alg->public_key_bytes, options) == NEOSIG_OK))
        return 0;
    const unsigned flags = (options->flags & ~NEOSIG_INTERNAL) | NEOSIG_EXTERNAL_MU;
    *options = (neosig_options){
        .size = sizeof *options, .flags = flags, .random = options->random, .random_state = options->random_state};
    return 1;
}

static void check_keygen(const neosig_alg *alg, const test_case *t)
{
    uint8_t *pk = test_allocate(alg->public_key_bytes), *sk = test_allocate(alg->secret_key_bytes);
    CHECK(neosig_keypair_from_seed(alg, pk, sk, t->seed.data, t->seed.size, NULL) == NEOSIG_OK);
    CHECK(hash_is(pk, alg->public_key_bytes, t->pk_sha256));
    CHECK(hash_is(sk, alg->secret_key_bytes, t->sk_sha256));
    free(pk);
    free(sk);
}

/* The ways to sign a case. */
enum { WHOLE, PREPARED, OTHER_FORM, MEMORY, ALL };

static int once;
static unsigned number; /* of the case in its file */

/* With a prepared key, as a stream where the scheme takes one. */
static void check_sign_prepared(const neosig_alg *alg, const test_case *t, const void *prepared, uint8_t *sig,
                                const uint8_t *message, size_t length, const neosig_options *options)
{
    const int twice = (alg->features & NEOSIG_READS_TWICE) != 0 && options->prehash == NEOSIG_PREHASH_NONE;
    neosig_stream stream;
    size_t size;
    CHECK(neosig_sign_init_prepared(&stream, prepared, options) == (twice ? NEOSIG_ERR_UNSUPPORTED : NEOSIG_OK));
    if (twice) {
        CHECK(neosig_sign_prepared(prepared, sig, &size, message, length, options) == NEOSIG_OK);
    } else {
        CHECK(neosig_sign_update(&stream, message, length / 2) == NEOSIG_OK);
        CHECK(neosig_sign_update(&stream, message + length / 2, length - length / 2) == NEOSIG_OK);
        CHECK(neosig_sign_final(&stream, sig, &size) == NEOSIG_OK);
    }
    CHECK(hash_is(sig, size, t->sig_sha256));
}

static void check_sign(const neosig_alg *alg, test_case *t)
{
    uint8_t *sig = test_allocate(alg->signature_bytes), *pk = test_allocate(alg->public_key_bytes), form[64];
    size_t size, prepared_bytes = neosig_prepared_bytes(alg, 1);
    void *prepared = test_allocate(prepared_bytes);
    neosig_options options = options_of(t);
    if (t->rnd.data == NULL)
        options.flags |= NEOSIG_DETERMINISTIC;
    int way = once ? (int)(number % ALL) : ALL;
    if (way == OTHER_FORM && options.prehash == NEOSIG_PREHASH_NONE)
        way = WHOLE;

    if (way == WHOLE || way == ALL) {
        CHECK(neosig_sign(alg, sig, &size, t->message.data, t->message.size, t->sk.data, t->sk.size, &options) ==
              NEOSIG_OK);
        CHECK(hash_is(sig, size, t->sig_sha256));
    }
    if (way == PREPARED || way == OTHER_FORM || way == ALL)
        CHECK(neosig_prepare_sign(alg, prepared, prepared_bytes, t->sk.data, t->sk.size, NULL) == NEOSIG_OK);
    if (way == PREPARED || way == ALL)
        check_sign_prepared(alg, t, prepared, sig, t->message.data, t->message.size, &options);
    if (way == OTHER_FORM || way == ALL)
        CHECK(neosig_public_key(alg, pk, t->sk.data, t->sk.size, NULL) == NEOSIG_OK);
    for (int as_mu = 0; as_mu < 2 && (way == OTHER_FORM || way == ALL); as_mu++) {
        neosig_options with = options;
        size_t length;
        if (!other_form(alg, t, pk, as_mu, form, &length, &with))
            continue;
        CHECK(neosig_sign(alg, sig, &size, form, length, t->sk.data, t->sk.size, &with) == NEOSIG_OK);
        CHECK(hash_is(sig, size, t->sig_sha256));
        check_sign_prepared(alg, t, prepared, sig, form, length, &with);
    }
    if (way == MEMORY || way == ALL) {
        options.flags |= NEOSIG_LOW_MEMORY;
        options.workspace_bytes = neosig_workspace_bytes(alg, NEOSIG_OP_SIGN, NEOSIG_LOW_MEMORY);
        options.workspace = test_allocate(options.workspace_bytes);
        CHECK(neosig_sign(alg, sig, &size, t->message.data, t->message.size, t->sk.data, t->sk.size, &options) ==
              NEOSIG_OK);
        CHECK(hash_is(sig, size, t->sig_sha256));
        free(options.workspace);
    }
    free(pk);
    free(prepared);
    free(sig);
}

static void check_verify(const neosig_alg *alg, test_case *t)
{
    size_t half = t->message.size / 2, prepared_bytes = neosig_prepared_bytes(alg, 0);
    void *prepared = test_allocate(prepared_bytes);
    neosig_stream stream;
    neosig_options options = options_of(t);
    neosig_error whole = neosig_verify(alg, t->sig.data, t->sig.size, t->message.data, t->message.size, t->pk.data,
                                       t->pk.size, &options);
    CHECK((whole == NEOSIG_OK) == t->valid);

    neosig_error pieces = neosig_prepare_verify(alg, prepared, prepared_bytes, t->pk.data, t->pk.size, NULL);
    if (pieces == NEOSIG_OK)
        pieces = neosig_verify_init_prepared(&stream, prepared, t->sig.data, t->sig.size, &options);
    if (pieces == NEOSIG_OK) {
        CHECK(neosig_verify_update(&stream, t->message.data, half) == NEOSIG_OK);
        CHECK(neosig_verify_update(&stream, t->message.data + half, t->message.size - half) == NEOSIG_OK);
        pieces = neosig_verify_final(&stream);
    }
    CHECK(pieces == whole);

    uint8_t form[64];
    for (int as_mu = 0; as_mu < 2 && whole <= NEOSIG_ERR_SIGNATURE; as_mu++) {
        neosig_options with = options;
        size_t length;
        if (!other_form(alg, t, t->pk.data, as_mu, form, &length, &with))
            continue;
        CHECK(neosig_verify(alg, t->sig.data, t->sig.size, form, length, t->pk.data, t->pk.size, &with) == whole);
        CHECK(neosig_verify_prepared(prepared, t->sig.data, t->sig.size, form, length, &with) == whole);
        form[3] ^= 8;
        CHECK(neosig_verify_prepared(prepared, t->sig.data, t->sig.size, form, length, &with) == NEOSIG_ERR_SIGNATURE);
    }
    free(prepared);
}

static void check_case(test_case *t)
{
    const neosig_alg *alg = neosig_alg_find(t->algorithm);
    if (!CHECK(alg != NULL))
        return;
    for (size_t i = 0; i < neosig_backend_count(); i++) {
        const unsigned failed = test_failed;
        const char *backend = neosig_backend_name(i);
        if (!neosig_backend_usable(backend))
            continue;
        CHECK(neosig_backend_select(backend) == NEOSIG_OK);
        if (t->seed.data != NULL)
            check_keygen(alg, t);
        else if (t->sk.data != NULL)
            check_sign(alg, t);
        else if (CHECK(t->pk.data != NULL && t->sig.data != NULL && t->message.data != NULL))
            check_verify(alg, t);
        if (test_failed != failed)
            fprintf(stderr, "%s, %s, backend %s\n", t->name, t->algorithm, backend);
    }
}

static void release(test_case *t)
{
    bytes all[] = {t->seed,    t->sk,  t->pk,        t->rnd,       t->context,
                   t->message, t->sig, t->pk_sha256, t->sk_sha256, t->sig_sha256};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        free(all[i].data);
    memset(t, 0, sizeof *t);
}

/* A file is a series of cases, each a series of lines "name value" ended by an empty one. Reads the next case: 1, or 0
 * at the end of the file, or -1 if it is malformed; the caller releases t each time. */
static int read_case(FILE *file, test_case *t)
{
    static char line[1 << 18];
    memset(t, 0, sizeof *t);
    for (unsigned lines = 0; fgets(line, sizeof line, file) != NULL; lines++) {
        size_t size = strcspn(line, "\n");
        char *value = strchr(line, ' ');
        if (line[size] != '\n') /* longer than the buffer, or cut short */
            return -1;
        line[size] = '\0';
        if (size == 0)
            return 1;
        if (value == NULL)
            return -1;
        *value++ = '\0';
        if (field(t, line, value) != 0)
            return -1;
        if (lines == 32)
            return -1;
    }
    return 0;
}

static void check_file(const char *path)
{
    FILE *file = fopen(path, "r");
    unsigned cases = 0;
    test_case t;
    int more = -1;
    while (CHECK(file != NULL) && (more = read_case(file, &t)) > 0) {
        number = cases++;
        check_case(&t);
        release(&t);
    }
    CHECK(more == 0);
    if (file != NULL) {
        release(&t);
        fclose(file);
    }
    CHECK(cases > 0);
    printf("%s: %u cases\n", path, cases);
}

int main(int argc, char **argv)
{
    once = argc > 1 && strcmp(argv[1], "--once") == 0;
    for (int i = 1 + once; i < argc; i++)
        check_file(argv[i]);
    return test_end();
}
