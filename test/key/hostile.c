/* Key files that are damaged, or made to harm: protections that ask for any memory and work, every wrong character of a
 * text, passphrases that are none. */
#include "neosig/key.h"
#include "protected.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

/* ---- Protections that ask for too much */

/* Opens such a file: the error, after which says tells what it says. */
static neosig_error open_protected(const protected_kdf *d, const char *passphrase, const char *says)
{
    uint8_t der[5000];
    neosig_der_writer w = {der + sizeof der, der + sizeof der};
    neosig_key key;
    protected_put(&w, d);
    const neosig_error error = neosig_key_read(&key, NEOSIG_KEY_SECRET, w.at, (size_t)(w.end - w.at), passphrase,
                                               passphrase != NULL ? strlen(passphrase) : 0);
    if (!CHECK(strstr(key.wrong, says) != NULL))
        fprintf(stderr, "not \"%s\" but \"%s\"\n", says, key.wrong);
    return error;
}

/* Each is refused at once, also before there is a passphrase. On 32 bits the memory of the third, 128 r (N + p + 2)
 * bytes, is 2^35: no bytes at all in a size_t. */
static void test_too_much(void)
{
    static const protected_kdf too_much[] = {
        {1, 2, 1u << 22, 64, 16},
        {1, 2, 1u << 18, 64, 16},
        {1, 2, 1u << 22, 60, 16},
        {1, 2, 1u << 25, 1, 16},
        {1, 1u << 21, 8, 1, 16},
        {1, 1u << 20, 8, 3, 16},
        {1, 2, 1, 1u << 29, 16},
        {1, 2, 8, 1023, 16},
        {1, UINT64_C(1) << 62, 1, 1, 16},
        {1, UINT64_C(1) << 62, UINT64_C(1) << 62, UINT64_C(1) << 62, 16},
        {1, 16, UINT64_C(1) << 60, 16, 16},
        {1, 16, UINT64_C(1) << 61, 1, 16},
        {1, 16, 1, UINT64_C(0x7fffffffffffffff), 16},
        {1, 16, 8, 1, 1025},
        {0, 10000001, 0, 0, 16},
        {0, UINT64_C(0x7fffffffffffffff), 0, 0, 16},
        {0, 9, 0, 0, 1025},
    };
    static const char says[] = "more than 1 GiB of memory or some ten seconds";
    for (size_t i = 0; i < sizeof too_much / sizeof too_much[0]; i++) {
        CHECK(open_protected(&too_much[i], NULL, says) == NEOSIG_ERR_UNSUPPORTED);
        CHECK(open_protected(&too_much[i], "p", says) == NEOSIG_ERR_UNSUPPORTED);
    }
    /* What is no parameter at all is told from what is too much; what is neither is tried. */
    static const protected_kdf senseless[] = {{1, 24, 8, 1, 16}, {1, 1, 8, 1, 16},  {1, 0, 8, 1, 16},
                                              {1, 16, 0, 1, 16}, {1, 16, 8, 0, 16}, {0, 0, 0, 0, 16}};
    for (size_t i = 0; i < sizeof senseless / sizeof senseless[0]; i++)
        CHECK(open_protected(&senseless[i], "p", "in a way neosig does not know") == NEOSIG_ERR_UNSUPPORTED);
    static const protected_kdf fine[] = {
        {1, 2, 8, 1022, 1024}, {1, 2, 2048, 2, 0}, {1, 2, 2730, 1, 16}, {0, 9, 0, 0, 1024}};
    for (size_t i = 0; i < sizeof fine / sizeof fine[0]; i++)
        CHECK(open_protected(&fine[i], "p", "is protected by another passphrase") == NEOSIG_ERR_PASSPHRASE);
}

int main(void)
{
    test_too_much();
    return test_end();
}
