/* Falcon's key generation from inside, by digest (test/falcon/README.md): a wrong rounding changes hardly a key and no
 * known answer, but nearly every line of .babai.
 *
 * The linker puts functions of this program before those of the library (--wrap), and each backend gets kernels that
 * tell what they round. */
#include "core/backend.h"
#include "falcon/falcon.h"
#include "ntru/ntru.h"
#include "oracles.h"
#include "sym/bytes.h"

#include <stdlib.h>
#include <string.h>

/* ---- What is seen */

static neosig_sha256 quotients;
static unsigned quotients_count;
static char tries[1200]; /* a word each, as in .tries */
static unsigned tries_count;

static void tell_try(const char *word)
{
    CHECK(strlen(tries) + 8 < sizeof tries);
    strcat(tries, " ");
    strcat(tries, word);
    tries_count++;
}

static void tell_quotient(uint64_t bits)
{
    uint8_t out[8];
    neosig_store64_le(out, bits);
    neosig_sha256_update(&quotients, out, sizeof out);
    quotients_count++;
}

/* ---- The kernels that tell */

static neosig_backend telling;
static neosig_ntru_kernels kernels;
static const neosig_ntru_kernels *real;

static unsigned tell_round(int64_t *k, const neosig_real *x, size_t n, int exponent, neosig_real bound)
{
    for (size_t i = 0; i < n; i++) {
        const neosig_real factor = neosig_real_of_bits((uint64_t)(1023 - exponent) << 52);
        const neosig_real scaled = neosig_real_multiply(x[i], factor);
        const uint64_t bits = neosig_real_bits(scaled);
        tell_quotient(bits << 1 == 0 ? 0 : bits);
        if (!neosig_real_less(neosig_real_negate(bound), scaled) || !neosig_real_less(scaled, bound))
            break;
    }
    return real->round(k, x, n, exponent, bound);
}

static void tell_round_fixed(int32_t *k, const int64_t *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        tell_quotient((uint64_t)x[i]);
    real->round_fixed(k, x, n);
}

const neosig_backend *__real_neosig_backend_now(void);
const neosig_backend *__wrap_neosig_backend_now(void);
const neosig_backend *__wrap_neosig_backend_now(void)
{
    telling = *__real_neosig_backend_now();
    real = telling.ntru;
    kernels = *real;
    kernels.round = tell_round;
    kernels.round_fixed = tell_round_fixed;
    telling.ntru = &kernels;
    return &telling;
}

int __real_neosig_ntru_solve(const neosig_ntru_set *set, const neosig_backend *backend, int8_t *F, int8_t *G,
                             const int8_t *f, const int8_t *g, void *workspace);
int __wrap_neosig_ntru_solve(const neosig_ntru_set *set, const neosig_backend *backend, int8_t *F, int8_t *G,
                             const int8_t *f, const int8_t *g, void *workspace);
int __wrap_neosig_ntru_solve(const neosig_ntru_set *set, const neosig_backend *backend, int8_t *F, int8_t *G,
                             const int8_t *f, const int8_t *g, void *workspace)
{
    const int depth = __real_neosig_ntru_solve(set, backend, F, G, f, g, workspace);
    char word[8] = "k";
    if (depth != NEOSIG_NTRU_SOLVED)
        snprintf(word, sizeof word, "s%d", depth);
    tell_try(word);
    return depth;
}

#define TELL_TEST(word, failed, function, parameters, arguments)                                                       \
    unsigned __real_##function parameters;                                                                             \
    unsigned __wrap_##function parameters;                                                                             \
    unsigned __wrap_##function parameters                                                                              \
    {                                                                                                                  \
        const unsigned answer = __real_##function arguments;                                                           \
        if ((answer != 0) == (failed))                                                                                 \
            tell_try(word);                                                                                            \
        return answer;                                                                                                 \
    }

TELL_TEST("n", 0, neosig_falcon_is_short, (const neosig_falcon_ctx *ctx, const int8_t *f, const int8_t *g), (ctx, f, g))
TELL_TEST("g", 0, neosig_falcon_is_dual_short,
          (const neosig_falcon_ctx *ctx, const int8_t *f, const int8_t *g, void *numbers), (ctx, f, g, numbers))
TELL_TEST("i", 0, neosig_falcon_is_invertible, (const neosig_falcon_ctx *ctx, const int8_t *f, int16_t *scratch),
          (ctx, f, scratch))

/* ---- The kinds of files */

static void key_pair(unsigned number)
{
    neosig_sha256_init(&quotients, 32);
    quotients_count = tries_count = 0;
    tries[0] = 0;
    make_key_pair(number, nist_drbg_random);
}

static void keys_line(const char *line)
{
    unsigned number, expected;
    char digest[65];
    if (!CHECK(sscanf(line, "%u %64s %u", &number, digest, &expected) == 3))
        return;
    key_pair(number);
    key_pair_is(digest);
    CHECK(tries_count == expected);
}

static void tries_line(const char *line)
{
    unsigned number, expected;
    int at;
    if (!CHECK(sscanf(line, "%u %u%n", &number, &expected, &at) == 2))
        return;
    key_pair(number);
    const size_t length = strlen(tries);
    if (!CHECK(tries_count == expected && strncmp(line + at, tries, length) == 0 && line[(size_t)at + length] == '\n'))
        fprintf(stderr, "%s\n", tries);
}

/* A line hashes the numbers of all runs of the solver for a key pair, failing ones too. Where a run fails in the end
 * (s-1), the digests of FN-DSA differ. F did not become short at some depth, which nobody looks at, and at the depth
 * above the product with g is longer than the reference's numbers: there it is taken modulo the product of primes, and
 * here modulo a power of two. That this is all of the difference does not follow from a digest. Of these lines only how
 * many numbers there are is compared, here, and the key in .keys. */
static int is_too_large_for_reference(void)
{
    return strncmp(name, "fn-dsa", 6) == 0 && strstr(tries, " s-1") != NULL;
}

static void babai_line(const char *line)
{
    unsigned number, expected;
    char digest[65];
    if (!CHECK(sscanf(line, "%u %64s %u", &number, digest, &expected) == 3))
        return;
    key_pair(number);
    if (!is_too_large_for_reference())
        digest_is(&quotients, digest);
    CHECK(quotients_count == expected);
}

int main(int argc, char **argv)
{
    static const oracle_kind kinds[] = {{"keys", keys_line}, {"tries", tries_line}, {"babai", babai_line}, {0}};
    return check_backends(argc, argv, kinds, NULL);
}
