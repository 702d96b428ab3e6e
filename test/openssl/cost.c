/* cost CONFIGURATION ROUNDS FILE...: milliseconds of CPU time to read each FILE once, the mean of ROUNDS, in a library
 * context of that configuration. A FILE is PEM: a private key, a public key, or a certificate, whose key is read too.
 */
#include "program.h"

#include <openssl/pem.h>
#include <time.h>

static OSSL_LIB_CTX *library;

static int read_once(const char *text, int bytes)
{
    BIO *const from = BIO_new_mem_buf(text, bytes);
    EVP_PKEY *key = NULL;
    X509 *certificate = NULL;
    int good;
    if (strstr(text, "BEGIN CERTIFICATE") != NULL) {
        certificate = X509_new_ex(library, NULL);
        good = PEM_read_bio_X509(from, &certificate, NULL, NULL) != NULL && X509_get0_pubkey(certificate) != NULL;
    } else {
        key = strstr(text, "PUBLIC") != NULL ? PEM_read_bio_PUBKEY_ex(from, NULL, NULL, NULL, library, NULL)
                                             : PEM_read_bio_PrivateKey_ex(from, NULL, NULL, NULL, library, NULL);
        good = key != NULL;
    }
    X509_free(certificate);
    EVP_PKEY_free(key);
    BIO_free(from);
    return good;
}

int main(int argc, char **argv)
{
    static char text[1 << 16];
    CHECK(argc > 3 && (library = OSSL_LIB_CTX_new()) != NULL && OSSL_LIB_CTX_load_config(library, argv[1]));
    const int rounds = atoi(argv[2]);
    for (int i = 3; i < argc; i++) {
        FILE *const file = fopen(argv[i], "r");
        CHECK(file != NULL);
        const size_t bytes = fread(text, 1, sizeof text - 1, file);
        text[bytes] = '\0';
        fclose(file);
        CHECK(read_once(text, (int)bytes)); /* what is done once is done */
        const clock_t begun = clock();
        for (int round = 0; round < rounds; round++)
            CHECK(read_once(text, (int)bytes));
        printf("%.6f\n", 1e3 * (double)(clock() - begun) / CLOCKS_PER_SEC / rounds);
    }
    OSSL_LIB_CTX_free(library);
    return 0;
}
