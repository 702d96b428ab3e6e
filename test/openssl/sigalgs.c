/* sigalgs CONFIGURATION COUNT: each signature algorithm that neosig offers to TLS can be chosen by the name that it is
 * offered under, in libssl's lists of them, alone and after another. There are COUNT. */
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/provider.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int choose(SSL_CTX *tls, const char *list)
{
    const int done = SSL_CTX_set1_sigalgs_list(tls, list) && SSL_CTX_set1_client_sigalgs_list(tls, list);
    ERR_clear_error();
    return done;
}

static int count;

static int choose_one(const OSSL_PARAM params[], void *tls)
{
    const char *name;
    char list[128];
    if (!OSSL_PARAM_get_utf8_string_ptr(OSSL_PARAM_locate_const(params, "tls-sigalg-iana-name"), &name))
        return 0;
    snprintf(list, sizeof list, "ed25519:%s", name);
    count++;
    return (choose(tls, name) && choose(tls, list)) || (fprintf(stderr, "%s cannot be chosen\n", name), 0);
}

int main(int argc, char **argv)
{
    OSSL_LIB_CTX *const lib = OSSL_LIB_CTX_new();
    if (argc != 3 || !OSSL_LIB_CTX_load_config(lib, argv[1]))
        return 1;
    SSL_CTX *const tls = SSL_CTX_new_ex(lib, NULL, TLS_method());
    OSSL_PROVIDER *const neosig = OSSL_PROVIDER_load(lib, "neosig");
    const int good = tls != NULL && neosig != NULL && !choose(tls, "no-such-algorithm") && choose(tls, "ed25519") &&
                     OSSL_PROVIDER_get_capabilities(neosig, "TLS-SIGALG", choose_one, tls);
    printf("%d algorithms\n", count);
    OSSL_PROVIDER_unload(neosig);
    SSL_CTX_free(tls);
    OSSL_LIB_CTX_free(lib);
    return !good || count != atoi(argv[2]);
}
