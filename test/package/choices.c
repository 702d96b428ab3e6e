/* A program of somebody else, for choices.py, with the first set of each scheme in the library:
 *     choices sign FOLDER      makes keys, signs, verifies; leaves <set>.pk and <set>.sig
 *     choices verify FOLDER    verifies what is there, with a library that does nothing else */
#include <neosig/key.h>
#include <neosig/neosig.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint8_t message[] = "a message";

static int check(int good, const neosig_alg *alg, const char *what)
{
    if (!good)
        fprintf(stderr, "%s: %s\n", alg->name, what);
    return !good;
}

static FILE *file(const char *folder, const neosig_alg *alg, const char *kind, const char *mode)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.%s", folder, alg->name, kind);
    FILE *const out = fopen(path, mode);
    if (out == NULL) {
        perror(path);
        exit(2);
    }
    return out;
}

static int verify_many(const neosig_alg *alg, const uint8_t *pk, const uint8_t *sig, size_t bytes)
{
    const neosig_item good = {.sig = sig,
                              .sig_bytes = bytes,
                              .msg = message,
                              .msg_bytes = sizeof message,
                              .pk = pk,
                              .pk_bytes = alg->public_key_bytes};
    neosig_item items[2] = {good, good};
    items[1].msg_bytes--;
    return check(neosig_verify_many(alg, items, 2, NULL) == NEOSIG_ERR_SIGNATURE && items[0].error == NEOSIG_OK &&
                     items[1].error == NEOSIG_ERR_SIGNATURE,
                 alg, "verify_many");
}

static int sign(const char *folder, const neosig_alg *alg, uint8_t *pk, uint8_t *sk, uint8_t *sig)
{
    const neosig_options options = {.size = sizeof options, .flags = NEOSIG_ALLOW_INSECURE};
    size_t bytes = 0;
    int bad =
        check(neosig_keypair(alg, pk, sk, &options) == NEOSIG_OK, alg, "keypair") ||
        check(neosig_sign(alg, sig, &bytes, message, sizeof message, sk, alg->secret_key_bytes, NULL) == NEOSIG_OK, alg,
              "sign") ||
        check(neosig_verify(alg, sig, bytes, message, sizeof message, pk, alg->public_key_bytes, NULL) == NEOSIG_OK,
              alg, "verify") ||
        verify_many(alg, pk, sig, bytes);
    FILE *const key = file(folder, alg, "pk", "wb"), *const signature = file(folder, alg, "sig", "wb");
    bad |= check(fwrite(pk, 1, alg->public_key_bytes, key) == alg->public_key_bytes && fclose(key) == 0 &&
                     fwrite(sig, 1, bytes, signature) == bytes && fclose(signature) == 0,
                 alg, "files");
    return bad;
}

/* With prepared keys; those to sign with are refused. */
static int verify_prepared(const neosig_alg *alg, const uint8_t *pk, const uint8_t *sk, const uint8_t *sig,
                           size_t bytes)
{
    const size_t room = neosig_prepared_bytes(alg, 0);
    void *const prepared = aligned_alloc(64, (room + 63) / 64 * 64);
    int bad =
        check(prepared != NULL && neosig_prepared_bytes(alg, 1) == 0, alg, "prepared_bytes") ||
        check(neosig_prepare_sign(alg, prepared, room, sk, alg->secret_key_bytes, NULL) == NEOSIG_ERR_UNSUPPORTED, alg,
              "prepare_sign") ||
        check(neosig_prepare_verify(alg, prepared, room, pk, alg->public_key_bytes, NULL) == NEOSIG_OK, alg,
              "prepare_verify") ||
        check(neosig_verify_prepared(prepared, sig, bytes, message, sizeof message, NULL) == NEOSIG_OK, alg,
              "verify_prepared") ||
        check(neosig_verify_prepared(prepared, sig, bytes, message, sizeof message - 1, NULL) == NEOSIG_ERR_SIGNATURE,
              alg, "another message verifies") ||
        verify_many(alg, pk, sig, bytes);
    free(prepared);
    return bad;
}

/* What is refused clears keys and signature, and comes last. */
static int verify(const char *folder, const neosig_alg *alg, uint8_t *pk, uint8_t *sk, uint8_t *sig)
{
    const neosig_options options = {.size = sizeof options, .flags = NEOSIG_ALLOW_INSECURE};
    FILE *const key = file(folder, alg, "pk", "rb"), *const signature = file(folder, alg, "sig", "rb");
    const size_t got = fread(pk, 1, alg->public_key_bytes, key), bytes = fread(sig, 1, alg->signature_bytes, signature);
    neosig_stream stream;
    neosig_key made;
    size_t sig_bytes;
    fclose(key);
    fclose(signature);
    int bad =
        check(got == alg->public_key_bytes, alg, "file") ||
        check(neosig_verify(alg, sig, bytes, message, sizeof message, pk, got, NULL) == NEOSIG_OK, alg, "verify") ||
        check(neosig_verify(alg, sig, bytes, message, sizeof message - 1, pk, got, NULL) == NEOSIG_ERR_SIGNATURE, alg,
              "another message verifies") ||
        verify_prepared(alg, pk, sk, sig, bytes);
    bad |= check(neosig_keypair(alg, pk, sk, &options) == NEOSIG_ERR_UNSUPPORTED, alg, "keypair") |
           check(neosig_sign(alg, sig, &sig_bytes, message, sizeof message, sk, alg->secret_key_bytes, NULL) ==
                     NEOSIG_ERR_UNSUPPORTED,
                 alg, "sign") |
           check(neosig_sign_init(&stream, alg, sk, alg->secret_key_bytes, NULL) == NEOSIG_ERR_UNSUPPORTED, alg,
                 "sign_init") |
           check(neosig_key_make(&made, alg, NULL, &options) == NEOSIG_ERR_UNSUPPORTED, alg, "key_make");
    for (int op = 0; op < NEOSIG_OPERATIONS; op++) {
        const int signing = op != NEOSIG_OP_VERIFY && op != NEOSIG_OP_PREPARE_VERIFY && op != NEOSIG_OP_VERIFY_PREPARED;
        bad |= check(!signing || neosig_workspace_bytes(alg, (neosig_operation)op, 0) == 0, alg, "workspace");
    }
    return bad;
}

int main(int argc, char **argv)
{
    static uint8_t pk[NEOSIG_MAX_PUBLIC_KEY_BYTES], sk[NEOSIG_MAX_SECRET_KEY_BYTES], sig[NEOSIG_MAX_SIGNATURE_BYTES];
    const neosig_alg *alg;
    const char *last = "";
    int bad = 0;
    if (argc != 3)
        return 2;
    for (size_t i = 0; (alg = neosig_alg_at(i)) != NULL; i++) {
        if (strcmp(alg->scheme, last) != 0) {
            bad |= (strcmp(argv[1], "sign") == 0 ? sign : verify)(argv[2], alg, pk, sk, sig);
            printf("%s%s", *last ? " " : "", alg->name);
        }
        last = alg->scheme;
    }
    printf("\n");
    return bad;
}
