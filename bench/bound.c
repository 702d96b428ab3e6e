/* neosig-bench bound: what an operation of SNOVA should cost at most on AArch64, by two formulas.
 *
 * The first is short: one table look-up and one XOR on 16-byte vectors do 16 or 32 multiply-accumulates in GF(16), and
 * the AES instructions make 16 bytes of key stream in about 24; with the packing, shuffling and hashing beside them a
 * good implementation stays below 0.20 instructions a multiply-accumulate plus 1.6 a byte of AES, plus 15 %. It leaves
 * out the work that signing does besides the products with F.
 *
 * The second counts each kind of work from the dimensions, at the cost of a straightforward vector loop for it. */
#include "bench.h"

#include <stdio.h>
#include <string.h>

typedef struct work {
    double macs;         /* done once */
    double attempt_macs; /* done for each attempt at a signature */
    double aes_bytes;
} work;

/* Work by kind, and the instructions for one of each. */
typedef struct items {
    double product;   /* multiply-accumulates whose sums stay in registers */
    double update;    /* those of elimination, whose sums are in memory */
    double choice;    /* elements that the choice of the pivot row reads */
    double column;    /* pairs of elements of a pivot column */
    double step;      /* steps of elimination */
    double table;     /* tables, one for two scalars */
    double unpack;    /* elements from the packed stream or the expanded key to rows of bytes, or back */
    double transpose; /* bytes of matrices */
    double split;     /* elements from two a byte to one a byte */
    double run;       /* runs of up to 16 coefficients put into the linear system */
    double aes;       /* bytes */
    double keccak;    /* permutations */
    double call;      /* calls of kernels on few lanes */
} items;

static double instructions(const items *w)
{
    double sum = 0;
    sum += w->product * 0.08;    /* look-up and XOR do 32 (0.0625), and a quarter for loading tables and rows */
    sum += w->update * 0.14;     /* load, look-up, XOR and store do 32 (0.125), and the loop */
    sum += w->choice * 0.11;     /* load, AND and XOR do 32 (0.094), and the loop */
    sum += w->column * 12;       /* gathered, tested in 64-bit words and made a mask, by bytes */
    sum += w->step * 100;        /* the inverse, its table, the pivot row scaled, four calls */
    sum += w->table * 7;         /* 16 at a time: 18 to double, 11 XOR, 64 to transpose, 17 loads and stores */
    sum += w->unpack * 0.30;     /* load, reorder, mask, store for 16 (0.25), and the loop */
    sum += w->transpose * 0.45;  /* 64 zips, 16 loads, 16 stores and the loop for 256 */
    sum += w->split * 0.20;      /* load, mask, shift, two stores for 32 (0.16), and the loop */
    sum += w->run * 6;           /* two loads, XOR, store, and the addresses */
    sum += w->aes * 1.6;         /* as above */
    sum += w->keccak * 24 * 160; /* a round is 160 without the SHA-3 instructions */
    sum += w->call * 40;         /* arguments, registers saved, dispatch, the ends of the loops */
    return sum * 1.15;           /* for what is too small to list, as above */
}

static double up(double n, unsigned to)
{
    unsigned k = (unsigned)n;
    return (k + to - 1) / to * to;
}

static double permutations(double bytes)
{
    return up(bytes, 136) / 136; /* SHAKE256 */
}

/* Where the matrices come from. */
typedef enum origin { SEEDS, EXPANDED, PREPARED } origin;

/* times products of a rows x depth by a depth x lanes matrix, and what splits them: two rows share a byte, and lanes
 * come in groups of 16. */
static void add_product(items *w, double times, double rows, double depth, double lanes)
{
    w->product += times * up(rows, 2) * depth * up(lanes, 16);
    w->table += times * up(rows, 2) / 2 * depth;
    w->call += times;
}

static void add_split(items *w, double times, double rows, double lanes)
{
    w->split += times * up(rows, 2) * up(lanes, 16);
    w->call += times;
}

/* The public map from W = U^T P: E = W U on rows rows, then A, B, Q1, Q2: over t, over q', over (alpha, sigma). */
static void add_map(items *w, double m, double l, double rows)
{
    double L = l * l;
    w->product += up(L, 2) * rows * up(m * L, 16); /* with the tables of U */
    w->transpose += m * L * rows / 2;
    add_split(w, 1, rows, m * L);
    add_split(w, 1, L, m * L);
    add_product(w, 1, L, l, l * m * L);
    add_split(w, 1, L, l * m * L);
    add_product(w, L, l, l, m * L);
    add_split(w, 1, l * L, m * L);
    add_product(w, 1, l, L * L, m);
    w->product += (l - 1) * up(l, 2) * L * L * up(m, 16); /* the same tables for each column */
}

/* An operation's work, once and for each attempt at a signature. */
static void items_of(items *once, items *attempt, neosig_operation operation, origin from, double v, double o, double l)
{
    double m = o, L = l * l, V = v * l, O = o * l, N = V + O, n = m * L, mo = m * o;
    double stream = m * (V * V + 2 * V * O), map = L * (2 * L + 2 * l), secret = permutations(v * o * l / 2);
    items none = {0}, t = {.keccak = secret, .table = V * O / 2, .unpack = V * O};
    *once = *attempt = none;
    switch (operation) {
    case NEOSIG_OP_KEYPAIR:
    case NEOSIG_OP_PREPARE_SIGN:
        *once = t;
        once->product = m * V * V * O; /* F21 */
        once->transpose = m * V * O / 2;
        once->split = m * V * O;
        if (operation == NEOSIG_OP_KEYPAIR) { /* P22 */
            once->product += 2 * m * O * V * O;
            once->transpose += m * O * O / 2;
            once->split += 2 * m * O * O;
            once->unpack += 2 * m * O * O;
        }
        if (operation == NEOSIG_OP_PREPARE_SIGN || from == EXPANDED) { /* F12, from P11 transposed */
            once->product += m * V * V * O;
            once->transpose += m * (V * V + V * O);
            once->split += 2 * m * V * O;
        }
        if (operation == NEOSIG_OP_KEYPAIR && from == EXPANDED) /* F12 and F21 as blocks, then all into the key */
            once->unpack += stream + 2 * m * V * O + V * O;
        once->unpack += stream;
        once->aes = (stream + map) / 2;
        return;
    case NEOSIG_OP_VERIFY:
    case NEOSIG_OP_VERIFY_PREPARED:
        once->product = m * N * N * L;
        once->table = N * L / 2;
        once->keccak = 1 + permutations(n / 2);
        add_map(once, m, l, N);
        if (operation == NEOSIG_OP_VERIFY) {
            once->unpack = m * N * N;
            once->aes = (stream + map) / 2;
        }
        return;
    case NEOSIG_OP_SIGN:
    case NEOSIG_OP_SIGN_PREPARED:
        break;
    case NEOSIG_OP_PREPARE_VERIFY:
        return;
    }
    once->keccak = 1 + permutations(n / 2);
    once->unpack = from == EXPANDED ? V * O : 0;
    if (from == SEEDS) {
        once->keccak += t.keccak;
        once->table += t.table;
        once->unpack += t.unpack;
        once->aes = map / 2;
    }

    /* U^T (F11 | F12 | F21^T), and the public map on the vinegar values. */
    attempt->keccak = permutations(v * L / 2);
    attempt->product = m * L * V * (V + 2 * O);
    attempt->table = V * L / 2;
    attempt->split = 2 * m * L * O;
    add_map(attempt, m, l, V);
    if (from != PREPARED) {
        attempt->unpack = stream;
        attempt->transpose += m * V * O;
    }
    if (from == SEEDS) { /* P11 U, and T times it and U^T P11 in the place of F12 and F21 */
        attempt->aes = stream / 2;
        attempt->product += m * L * V * (V + 2 * O);
        attempt->transpose += m * V * V + m * L * V / 2 + m * L * O;
        attempt->split += m * L * V + 2 * m * L * O;
    }
    /* The coefficients, twice: K over sigma, H over y', a term over alpha. */
    for (int side = 0; side < 2; side++) {
        attempt->split += m * L * O; /* G by its columns */
        add_product(attempt, 1, l * L, L, l * mo);
        add_split(attempt, 1, l * L, l * mo);
        add_product(attempt, L, l, l, mo);
        attempt->product += (l - 1) * L * up(l, 2) * l * up(mo, 16); /* the same tables for each e */
        attempt->call += (l - 1) * L;
        add_split(attempt, l * L, l, mo);
        add_product(attempt, 1, L, L, L * mo);
        add_split(attempt, 1, L, L * mo);
    }
    attempt->run = n * L * up(o, 16) / 16;
    /* The elimination; what is finished drops out by pairs of rows and groups of lanes. */
    double even = up(n, 2);
    for (double k = 0; k < even; k++) {
        double pairs = even / 2 - (double)((unsigned)k / 2), elements = 2 * pairs * up(even - k + 1, 16);
        attempt->update += elements;
        attempt->choice += elements;
        attempt->column += pairs;
        attempt->table += up(pairs, 16);
    }
    attempt->step = even;
    /* Back substitution, and T times the solution. */
    attempt->update += even * even;
    attempt->split += even * even;
    attempt->transpose += even * even + V * O;
    attempt->call += even;
    add_product(attempt, 1, l, O, V);
    add_split(attempt, 1, l, V);
}

/* The short formula. Returns -1 for an algorithm other than SNOVA, and for the operations that only unpack. */
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
        unsigned v, o, l;
        char kind;
        if (sscanf(alg->name, "snova-%u-%u-16-%u-%csk", &v, &o, &l, &kind) != 4)
            continue;
        items of_once, of_attempt;
        origin from = i == NEOSIG_OP_SIGN_PREPARED ? PREPARED : kind == 'e' ? EXPANDED : SEEDS;
        items_of(&of_once, &of_attempt, (neosig_operation)i, from, v, o, l);
        printf(csv ? "%s,%s,%.0f,%.0f,%.0f,%.0f,%.0f,%.0f,%.0f\n"
                   : "%-20s %-16s %12.0f %12.0f %10.0f %12.0f %12.0f %12.0f %12.0f\n",
               alg->name, neosig_bench_operations[i], w.macs, w.attempt_macs, w.aes_bytes, once, attempt,
               instructions(&of_once), of_attempt.product > 0 ? instructions(&of_attempt) : 0);
    }
}

int neosig_bench_bound(int argc, char **argv)
{
    int csv = argc > 0 && strcmp(argv[0], "--csv") == 0;
    if (csv)
        puts("alg,operation,macs,macs_per_attempt,aes_bytes,bound,bound_per_attempt,itemized,itemized_per_attempt");
    else
        printf("%-20s %-16s %12s %12s %10s %12s %12s %12s %12s\n", "", "", "MACs", "an attempt", "AES bytes",
               "instructions", "an attempt", "itemized", "an attempt");
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
