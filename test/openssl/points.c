/* points CONFIGURATION: the signature algorithms that neosig offers to TLS, as lines of code point, object identifier,
 * name, bits of security. Each is found under its names among OpenSSL's objects: without that it drops out of TLS, and
 * oqs-provider writes no keys. falcon-512's object is there already, with the one name that oqs-provider gives it, and
 * falcon-1024's with names that nobody gives it: that is found by its object identifier. */
#include <openssl/core_names.h>
#include <openssl/objects.h>
#include <openssl/params.h>
#include <openssl/provider.h>
#include <stdio.h>
#include <string.h>

static int print(const OSSL_PARAM params[], void *unused)
{
    unsigned point = 0, bits = 0;
    const char *oid = "", *name = "", *type = "";
    (void)unused;
    if (!OSSL_PARAM_get_uint(OSSL_PARAM_locate_const(params, "tls-sigalg-code-point"), &point) ||
        !OSSL_PARAM_get_uint(OSSL_PARAM_locate_const(params, "tls-sigalg-sec-bits"), &bits) ||
        !OSSL_PARAM_get_utf8_string_ptr(OSSL_PARAM_locate_const(params, "tls-sigalg-oid"), &oid) ||
        !OSSL_PARAM_get_utf8_string_ptr(OSSL_PARAM_locate_const(params, "tls-sigalg-iana-name"), &name) ||
        !OSSL_PARAM_get_utf8_string_ptr(OSSL_PARAM_locate_const(params, "tls-sigalg-name"), &type))
        return 0;
    const int foreign = strcmp(name, "falcon1024") == 0;
    if (OBJ_txt2nid(type) == NID_undef || OBJ_txt2nid(type) != OBJ_sn2nid(foreign ? "foreign" : name) ||
        (strcmp(type, oid) == 0) != foreign || (!foreign && strlen(type) > 39)) {
        fprintf(stderr, "%s: no object, or another than of %s\n", type, name);
        return 0;
    }
    return printf("0x%04x %s %s %u\n", point, oid, name, bits) > 0;
}

int main(int argc, char **argv)
{
    OSSL_LIB_CTX *const lib = OSSL_LIB_CTX_new();
    if (argc != 2 || !OBJ_create("1.3.9999.3.11", "falcon512", "falcon512") ||
        !OBJ_create("1.3.9999.3.14", "foreign", "a foreign name") || !OSSL_LIB_CTX_load_config(lib, argv[1]))
        return 1;
    OSSL_PROVIDER *const neosig = OSSL_PROVIDER_load(lib, "neosig");
    const int done = neosig != NULL && OSSL_PROVIDER_get_capabilities(neosig, "TLS-SIGALG", print, NULL);
    OSSL_PROVIDER_unload(neosig);
    OSSL_LIB_CTX_free(lib);
    return !done;
}
