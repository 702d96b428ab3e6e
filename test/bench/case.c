/* The benchmarks' cases: every operation runs, in the library and the reference; messages differ, also beyond 256; what
 * is skipped is what would have come first. */
#include "case.h"
#include "test.h"

#include <string.h>

static const char alg_name[] = "ml-dsa-44";

/* The result of repetition i of an operation that begins with number first. */
static int result(uint8_t *out, neosig_operation operation, const char *backend, uint32_t first, unsigned i)
{
    const neosig_alg *alg = neosig_alg_find(alg_name);
    neosig_bench_case c;
    int failed = neosig_bench_begin(&c, alg, operation, backend, first);
    for (unsigned k = 0; k <= i && !failed; k++)
        failed = neosig_bench_run(&c);
    if (!failed)
        memcpy(out, operation == NEOSIG_OP_KEYPAIR ? c.public_key : c.signature,
               operation == NEOSIG_OP_KEYPAIR ? alg->public_key_bytes : c.signature_bytes);
    neosig_bench_end(&c);
    return failed;
}

static void test_operations(void)
{
    const neosig_alg *alg = neosig_alg_find(alg_name);
    const char *const backends[] = {"portable", neosig_bench_reference};
    for (int i = 0; i < NEOSIG_OPERATIONS; i++)
        for (unsigned k = 0; k < 2; k++) {
            neosig_operation operation = (neosig_operation)i, found;
            neosig_bench_case c;
            CHECK(neosig_bench_find_operation(&found, neosig_operation_name(operation)) == 0 && found == operation);
            int refused = k == 1 && operation >= NEOSIG_OP_PREPARE_SIGN;
            CHECK((neosig_bench_refusal(alg, operation, backends[k]) != NULL) == refused);
            CHECK((neosig_bench_begin(&c, alg, operation, backends[k], 0) != 0) == refused);
            if (!refused) {
                CHECK(neosig_bench_run(&c) == 0);
                CHECK(neosig_bench_run(&c) == 0);
            }
            neosig_bench_end(&c);
        }
}

/* An operation that fails is seen to fail. */
static void test_failure(void)
{
    neosig_bench_case c;
    CHECK(neosig_bench_begin(&c, neosig_alg_find(alg_name), NEOSIG_OP_VERIFY, "portable", 0) == 0);
    c.message[0] ^= 1;
    CHECK(neosig_bench_run(&c) != 0);
    neosig_bench_end(&c);
}

/* The signature of one message is verified for several, and is good for that one alone. */
static void test_messages(void)
{
    neosig_bench_case c;
    CHECK(neosig_bench_begin(&c, neosig_alg_find(alg_name), NEOSIG_OP_VERIFY, "portable", 300) == 0);
    c.messages = 3;
    for (unsigned i = 0; i < 7; i++) {
        CHECK(neosig_bench_run(&c) == 0);
        CHECK(c.message[0] == 44 + i % 3);
    }
    c.number = 300;
    c.signature[0] ^= 1;
    CHECK(neosig_bench_run(&c) != 0);
    neosig_bench_end(&c);
}

static void test_numbers(neosig_operation operation)
{
    static uint8_t first[4096], later[4096], skipped[4096], reference[4096];
    CHECK(result(first, operation, "portable", 44, 0) == 0);
    CHECK(result(later, operation, "portable", 298, 2) == 0);
    CHECK(result(skipped, operation, "portable", 300, 0) == 0);
    CHECK(result(reference, operation, neosig_bench_reference, 300, 0) == 0);
    CHECK(memcmp(first, later, sizeof first) != 0); /* 44 is 300 modulo 256 */
    CHECK(memcmp(later, skipped, sizeof later) == 0);
    CHECK(memcmp(later, reference, sizeof later) == 0);
}

int main(void)
{
    neosig_operation found;
    CHECK(neosig_bench_find_operation(&found, "sign_prepared") != 0);
    CHECK(neosig_bench_refusal(neosig_alg_find(alg_name), NEOSIG_OP_SIGN, "bogus") != NULL);
    test_operations();
    test_failure();
    test_messages();
    test_numbers(NEOSIG_OP_KEYPAIR);
    test_numbers(NEOSIG_OP_SIGN);
    return test_end();
}
