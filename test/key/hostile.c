/* Key files that are damaged, or made to harm: protections that ask for any memory and work, every wrong character of a
 * text, passphrases that are none. */
#define _DEFAULT_SOURCE /* setenv */
#include "key/kdf.h"
#include "neosig/key.h"
#include "protected.h"
#include "sets.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

#ifdef NEOSIG_SLOW_CPU
enum { MOST_SK = 3000, MOST_PK = 1500, SOME = 8, WAYS = 1 };
#else
enum { MOST_SK = 110000, MOST_PK = 2000000, SOME = 64, WAYS = 63 };
#endif

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
    /* 2^63 - 1, above, is the greatest number; the next has nine bytes. */
    static const protected_kdf nine_bytes = {0, UINT64_C(1) << 63, 0, 0, 16};
    CHECK(open_protected(&nine_bytes, "p", "the DER of its protection is damaged") == NEOSIG_ERR_KEY);
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

/* The limits of neosig/key.h, each at the limit and one beyond. Without a passphrase nothing is derived, so that files
 * at the limit cost nothing. A file's N is a power of 2, so that no file is one beyond the limit of a product. */
static void test_limits(void)
{
    static const protected_kdf most[] = {{0, 10000000, 0, 0, 16}, {1, 1u << 23, 1, 1, 16},   {1, 1u << 20, 8, 1, 16},
                                         {1, 1u << 20, 8, 2, 16}, {1, 1u << 23, 1, 2, 16},   {1, 2, 8, 1022, 16},
                                         {1, 2, 1, 8190, 16},     {1, 1u << 12, 1, 4096, 16}};
    for (size_t i = 0; i < sizeof most / sizeof most[0]; i++)
        CHECK(open_protected(&most[i], NULL, "passphrase") == NEOSIG_ERR_PASSPHRASE);
    CHECK(neosig_pbkdf2_is_bounded(10000000) && !neosig_pbkdf2_is_bounded(10000001));
    /* 128 N r, of 2^30 */
    CHECK(neosig_scrypt_is_bounded(1u << 23, 1, 1) && !neosig_scrypt_is_bounded((1u << 23) + 1, 1, 1));
    /* 128 r (p + 2), of 2^20 */
    CHECK(neosig_scrypt_is_bounded(2, 1, 8190) && !neosig_scrypt_is_bounded(2, 1, 8191));
    CHECK(neosig_scrypt_is_bounded(2, 2730, 1) && !neosig_scrypt_is_bounded(2, 2731, 1));
    /* N r p, of 2^24 = 97 * 257 * 673 - 1 */
    CHECK(neosig_scrypt_is_bounded(1u << 23, 1, 2) && !neosig_scrypt_is_bounded(97 * 257, 1, 673));
}

/* ---- Damage */

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Whether reading text gives another key than this one, without a word. */
static int misleads(const neosig_key *key, const uint8_t *text, size_t bytes, const neosig_key_format *format)
{
    neosig_key read;
    if (neosig_key_read(&read, NEOSIG_KEY_SECRET, text, bytes, format->passphrase, format->passphrase_bytes) !=
        NEOSIG_OK)
        return 0;
    const int other = read.alg != key->alg || memcmp(read.secret_key, key->secret_key, key->alg->secret_key_bytes) != 0;
    neosig_key_release(&read);
    return other;
}

/* The file as it is written by default, with one wrong character. It is any character of its base64, or some of them if
 * there are many, each in so many ways. */
static void test_wrong_characters(const neosig_key *key, const neosig_key_format *format, size_t most, size_t ways)
{
    static const char begin[] = "-----BEGIN ";
    uint8_t *text;
    size_t bytes, misled = 0, tried = 0;
    if (!CHECK(neosig_key_write(&text, &bytes, key, NEOSIG_KEY_SECRET, format) == NEOSIG_OK))
        return;
    CHECK(memcmp(text, begin, sizeof begin - 1) == 0 && !misleads(key, text, bytes, format));
    const uint8_t *const line = memchr(text, '\n', bytes), *const end =
                                                               memchr(line, '-', bytes - (size_t)(line - text));
    const size_t from = (size_t)(line - text), to = (size_t)(end - text), step = (to - from) / most + 1;
    for (size_t i = from; i < to; i += step) {
        const char *const place = strchr(alphabet, text[i]);
        if (place == NULL)
            continue;
        for (size_t way = 1; way <= ways; way++, tried++) {
            text[i] = (uint8_t)alphabet[((size_t)(place - alphabet) ^ way) % 64];
            misled += (size_t)misleads(key, text, bytes, format);
        }
        text[i] = (uint8_t)*place;
    }
    if (!CHECK(misled == 0 && (step == 1 || tried >= most / 2)))
        fprintf(stderr, "%s: %zu of %zu wrong characters make another key\n", key->alg->name, misled, tried);
    neosig_key_free(text, bytes);
}

static void test_damage(void)
{
    const neosig_key_format plain = {.flags = 0},
                            protected = {.passphrase = "p", .passphrase_bytes = 1, .kdf = NEOSIG_KDF_PBKDF2, .cost = 1};
    const neosig_options options = {.size = sizeof options, .flags = NEOSIG_ALLOW_INSECURE};
    const neosig_alg *alg;
    for (size_t i = 0; (alg = neosig_alg_at(i)) != NULL; i++) {
        neosig_key key;
        const int whole = strcmp(alg->name, "ml-dsa-44") == 0;
        const size_t some = alg->features & NEOSIG_READS_TWICE ? SOME / 8 : SOME; /* their key pairs take long */
        if (alg->secret_key_bytes > MOST_SK || alg->public_key_bytes > MOST_PK || (SLOW && test_is_slow(alg)))
            continue;
        if (!CHECK(neosig_key_make(&key, alg, NULL, &options) == NEOSIG_OK))
            continue;
        test_wrong_characters(&key, &plain, whole ? 1000 : some, whole ? WAYS : 2);
        test_wrong_characters(&key, &protected, whole ? 1000 : (some + 3) / 4, 1);
        neosig_key_release(&key);
    }
}

/* The attribute is the same in all forms, whose programs may keep it; it must be whole, and of this key. */
static void test_attribute(void)
{
    enum { ATTRIBUTES = 64 };
    static const unsigned forms[] = {NEOSIG_KEY_DER, NEOSIG_KEY_DER | NEOSIG_KEY_EXPANDED,
                                     NEOSIG_KEY_DER | NEOSIG_KEY_BOTH};
    uint8_t *text[3], other[200];
    size_t bytes[3];
    neosig_key key, read;
    if (!CHECK(neosig_key_make(&key, neosig_alg_find("ml-dsa-44"), NULL, NULL) == NEOSIG_OK))
        return;
    for (size_t i = 0; i < 3; i++) {
        const neosig_key_format format = {.flags = forms[i]};
        if (!CHECK(neosig_key_write(&text[i], &bytes[i], &key, NEOSIG_KEY_SECRET, &format) == NEOSIG_OK))
            return;
        CHECK(memcmp(text[i] + bytes[i] - ATTRIBUTES, text[0] + bytes[0] - ATTRIBUTES, ATTRIBUTES) == 0);
    }
    /* Each bit, also of the digest alone. What is no attribute is refused, one of another type skipped. */
    for (size_t bit = 0; bit < 8 * bytes[0]; bit++) {
        memcpy(other, text[0], bytes[0]);
        other[bit / 8] ^= (uint8_t)(1u << bit % 8);
        CHECK(neosig_key_read(&read, NEOSIG_KEY_SECRET, other, bytes[0], NULL, 0) != NEOSIG_OK);
        neosig_key_release(&read);
    }
    memcpy(other, text[0], bytes[0]);
    memset(other + bytes[0] - ATTRIBUTES + 6, 0x2a, 22);
    CHECK(neosig_key_read(&read, NEOSIG_KEY_SECRET, other, bytes[0], NULL, 0) == NEOSIG_OK);
    neosig_key_release(&read);
    for (size_t i = 0; i < 3; i++)
        neosig_key_free(text[i], bytes[i]);
    neosig_key_release(&key);
}

/* ---- Passphrases that are none */

static void test_empty_passphrase(void)
{
    static const neosig_key_format unnamed[] = {{.passphrase = ""},
                                                {.passphrase = "p"},
                                                {.passphrase = "", .kdf = NEOSIG_KDF_PBKDF2},
                                                {.flags = NEOSIG_KEY_EMPTY_PASSPHRASE},
                                                {.flags = NEOSIG_KEY_EMPTY_PASSPHRASE, .passphrase_bytes = 1}};
    const neosig_key_format named = {.flags = NEOSIG_KEY_EMPTY_PASSPHRASE, .passphrase = "", .cost = 16};
    neosig_key key, read;
    uint8_t *text;
    size_t bytes;
    if (!CHECK(neosig_key_make(&key, neosig_alg_find("ml-dsa-44"), NULL, NULL) == NEOSIG_OK))
        return;
    for (size_t i = 0; i < sizeof unnamed / sizeof unnamed[0]; i++)
        CHECK(neosig_key_write(&text, &bytes, &key, NEOSIG_KEY_SECRET, &unnamed[i]) == NEOSIG_ERR_ARGUMENT &&
              text == NULL);
    CHECK(neosig_key_write(&text, &bytes, &key, NEOSIG_KEY_SECRET, &named) == NEOSIG_OK);
    CHECK(neosig_key_read(&read, NEOSIG_KEY_SECRET, text, bytes, NULL, 0) == NEOSIG_ERR_PASSPHRASE);
    CHECK(neosig_key_read(&read, NEOSIG_KEY_SECRET, text, bytes, "p", 1) == NEOSIG_ERR_PASSPHRASE);
    CHECK(neosig_key_read(&read, NEOSIG_KEY_SECRET, text, bytes, "", 0) == NEOSIG_OK);
    CHECK(read.form == NEOSIG_KEY_PROTECTED);
    neosig_key_release(&read);
    neosig_key_free(text, bytes);
    neosig_key_release(&key);
}

/* ---- A library that refuses to compute */

static void test_no_backend(void)
{
    static const char *const names[] = {"ml-dsa-44", "falcon-512", "rainbow-III-circumzenithal"};
    const neosig_options options = {.size = sizeof options, .flags = NEOSIG_ALLOW_INSECURE};
    const neosig_key_format with_public = {.flags = NEOSIG_KEY_WITH_PUBLIC};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        neosig_key key, read;
        uint8_t *text;
        size_t bytes;
        const neosig_alg *const alg = neosig_alg_find(names[i]);
        if (alg->secret_key_bytes > MOST_SK)
            continue;
        CHECK(neosig_key_make(&key, alg, NULL, &options) == NEOSIG_OK);
        CHECK(neosig_key_write(&text, &bytes, &key, NEOSIG_KEY_SECRET, &with_public) == NEOSIG_OK);
        setenv("NEOSIG_BACKEND", "no-such-backend", 1);
        CHECK(neosig_backend_select(NULL) == NEOSIG_ERR_BACKEND);
        CHECK(neosig_key_read(&read, NEOSIG_KEY_SECRET, text, bytes, NULL, 0) == NEOSIG_ERR_BACKEND);
        CHECK(strstr(read.wrong, "NEOSIG_BACKEND") != NULL);
        unsetenv("NEOSIG_BACKEND");
        CHECK(neosig_backend_select(NULL) == NEOSIG_OK);
        neosig_key_free(text, bytes);
        neosig_key_release(&key);
    }
}

int main(void)
{
    test_empty_passphrase();
    test_attribute();
    test_damage();
    test_too_much();
    test_limits();
    test_no_backend();
    return test_end();
}
