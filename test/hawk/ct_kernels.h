/* Rows of test/ct/kernels.c, which includes this file. */
#include "hawk/hawk.h"

/* ---- HAWK: f and g from bits, products modulo 2, the sampler. */

enum { HAWK_GROUPS = 8, HAWK_N = 512 };

static uint8_t hawk_in[NEOSIG_HAWK_STREAMS][HAWK_GROUPS * NEOSIG_HAWK_GROUP_BYTES], hawk_t[2 * HAWK_GROUPS];
static _Alignas(64) uint8_t hawk_bits[3][HAWK_N / 8];
static int8_t hawk_x[HAWK_GROUPS * NEOSIG_HAWK_GROUP], hawk_fg[NEOSIG_HAWK_STREAMS * 4 * 4096 / 256];
static volatile uint32_t hawk_norm;

static void hawk_set_up(uint64_t stream, unsigned set)
{
    (void)set;
    secret_bytes(hawk_in[0], sizeof hawk_in, stream);
    secret_bytes(hawk_t, sizeof hawk_t, stream);
    secret_bytes(hawk_bits[0], sizeof hawk_bits, stream);
    neosig_classify(hawk_in, sizeof hawk_in);
    neosig_classify(hawk_t, sizeof hawk_t);
    neosig_classify(hawk_bits, sizeof hawk_bits);
}

static void hawk_run(const neosig_backend *backend, unsigned set)
{
    const uint8_t *const in[NEOSIG_HAWK_STREAMS] = {hawk_in[0], hawk_in[1], hawk_in[2], hawk_in[3]};
    const unsigned logn = neosig_hawk_sets[set].logn;
    backend->hawk->sums_of_bits(hawk_fg, in, 4, logn);
    hawk_norm = backend->hawk->sample(hawk_x, in, hawk_t, HAWK_GROUPS, neosig_hawk_sets[set].gauss);
    backend->hawk->multiply_add(hawk_bits[0], hawk_bits[1], hawk_bits[2], 9);
}

static const kernel hawk_kernels[] = {
    {"hawk-256", hawk_set_up, hawk_run, NULL, 0},
    {"hawk-512", hawk_set_up, hawk_run, NULL, 1},
    {"hawk-1024", hawk_set_up, hawk_run, NULL, 2},
};
