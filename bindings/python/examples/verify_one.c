/* verify_one NAME COUNT: microseconds that one verification with a prepared key takes in C, the best and the median of
 * nine runs of COUNT: what to set the cost of a row of verify_table.py against. */
#include <neosig/neosig.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { RUNS = 9 };

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    const neosig_alg *alg = argc == 3 ? neosig_alg_find(argv[1]) : NULL;
    const long count = argc == 3 ? strtol(argv[2], NULL, 10) : 0;
    if (alg == NULL || count < 1) {
        fputs("usage: verify_one NAME COUNT\n", stderr);
        return 2;
    }
    static uint8_t sig[NEOSIG_MAX_SIGNATURE_BYTES];
    static const uint8_t msg[] = "order 12345: 3 boxes of tea";
    const size_t msg_bytes = sizeof msg - 1, prepared_bytes = neosig_prepared_bytes(alg, 0);
    uint8_t *const pk = malloc(alg->public_key_bytes), *const sk = malloc(alg->secret_key_bytes);
    void *const prepared = aligned_alloc(64, (prepared_bytes + 63) & ~(size_t)63);
    size_t sig_bytes = 0;
    double runs[RUNS];
    int good = pk != NULL && sk != NULL && prepared != NULL && neosig_keypair(alg, pk, sk, NULL) == NEOSIG_OK &&
               neosig_sign(alg, sig, &sig_bytes, msg, msg_bytes, sk, alg->secret_key_bytes, NULL) == NEOSIG_OK &&
               neosig_prepare_verify(alg, prepared, prepared_bytes, pk, alg->public_key_bytes, NULL) == NEOSIG_OK;
    for (int run = 0; run < RUNS; run++) {
        const clock_t begin = clock();
        for (long i = 0; i < count; i++)
            good = good && neosig_verify_prepared(prepared, sig, sig_bytes, msg, msg_bytes, NULL) == NEOSIG_OK;
        runs[run] = (double)(clock() - begin) * 1e6 / CLOCKS_PER_SEC / (double)count;
    }
    qsort(runs, RUNS, sizeof runs[0], ascending);
    if (good)
        printf("%.2f %.2f\n", runs[0], runs[RUNS / 2]);
    free(prepared);
    free(sk);
    free(pk);
    return !good;
}
