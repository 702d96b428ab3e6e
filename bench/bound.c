/* neosig-bench bound: what an operation of SNOVA should cost at most on AArch64.
 *
 * One table look-up and one XOR on 16-byte vectors do 16 or 32 multiply-accumulates in GF(16), and the AES instructions
 * make 16 bytes of key stream in about 24; with the packing, shuffling and hashing beside them a good implementation
 * stays below 0.20 instructions a multiply-accumulate plus 1.6 a byte of AES, plus 15 %. */
#include "bench.h"

#include <stdio.h>
#include <string.h>

typedef struct work {
    double macs;         /* done once */
    double attempt_macs; /* done for each attempt at a signature */
    double aes_bytes;
} work;

/* Returns -1 for an algorithm other than SNOVA, and for the operations that only unpack. */
static int work_of(work *w, const neosig_alg *alg, neosig_operation operation)
{
    unsigned v_blocks, o_blocks, l_block;
    char kind;
    if (sscanf(alg->name, "snova-%u-%u-16-%u-%csk", &v_blocks, &o_blocks, &l_block, &kind) != 4)
        return -1;
    double v = v_blocks, o = o_blocks, l = l_block, m = o, n = v + o, L = l * l;
    double N = n * l, V = v * l, O = o * l, rows = m * L;
    double F12 = m * V * V * O, F21 = F12, P22 = 2 * m * O * V * O;
    double evaluate = m * (N * N * L + L * N * L);
    double attempt = m * V * V * L + 2 * m * L * V * O + rows * rows * rows / 3;
    double expand = (L * (2 * (L + l) + m * (n * n - m * m)) + 1) / 2;
    int expanded = kind == 'e';
    switch (operation) {
    case NEOSIG_OP_KEYPAIR:
        *w = (work){F12 + P22 + (expanded ? F21 : 0), 0, expand};
        return 0;
    case NEOSIG_OP_SIGN:
        *w = (work){expanded ? 0 : F12 + F21, attempt, expanded ? 0 : expand};
        return 0;
    case NEOSIG_OP_VERIFY:
        *w = (work){evaluate, 0, expand};
        return 0;
    case NEOSIG_OP_SIGN_PREPARED:
        *w = (work){0, attempt, 0};
        return 0;
    case NEOSIG_OP_VERIFY_PREPARED:
        *w = (work){evaluate, 0, 0};
        return 0;
    case NEOSIG_OP_PREPARE_SIGN:
        *w = (work){F12 + F21, 0, expand};
        return expanded ? -1 : 0;
    case NEOSIG_OP_PREPARE_VERIFY:
        return -1;
    }
    return -1;
}

static void print(const neosig_alg *alg, int csv)
{
    for (int i = 0; i < 7; i++) {
        work w;
        if (work_of(&w, alg, (neosig_operation)i))
            continue;
        double once = (w.macs * 0.20 + w.aes_bytes * 1.6) * 1.15, attempt = w.attempt_macs * 0.20 * 1.15;
        if (csv)
            printf("%s,%s,%.0f,%.0f,%.0f,%.0f,%.0f\n", alg->name, neosig_bench_operations[i], w.macs, w.attempt_macs,
                   w.aes_bytes, once, attempt);
        else
            printf("%-20s %-16s %12.0f %12.0f %10.0f %12.0f %12.0f\n", alg->name, neosig_bench_operations[i], w.macs,
                   w.attempt_macs, w.aes_bytes, once, attempt);
    }
}

int neosig_bench_bound(int argc, char **argv)
{
    int csv = argc > 0 && strcmp(argv[0], "--csv") == 0;
    if (csv)
        puts("alg,operation,macs,macs_per_attempt,aes_bytes,bound,bound_per_attempt");
    else
        printf("%-20s %-16s %12s %12s %10s %12s %12s\n", "", "", "MACs", "an attempt", "AES bytes", "instructions",
               "an attempt");
    if (argc == csv)
        for (size_t i = 0; i < neosig_alg_count(); i++)
            print(neosig_alg_at(i), csv);
    for (int i = csv; i < argc; i++) {
        const neosig_alg *alg = neosig_alg_find(argv[i]);
        if (!alg) {
            fprintf(stderr, "neosig-bench: no such algorithm: %s\n", argv[i]);
            return 2;
        }
        print(alg, csv);
    }
    return 0;
}
