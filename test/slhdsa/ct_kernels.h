/* Rows of test/ct/kernels.c, which includes this file. */
#include "slhdsa/slhdsa_feed_body.h"

/* ---- SLH-DSA: lanes of chains, and hashes that end. */

static uint32_t slhdsa_h256[8];
static uint64_t slhdsa_h512[8];
static neosig_slhdsa_slots slhdsa_in, slhdsa_lanes;

static void slhdsa_set_up(uint64_t stream, unsigned n)
{
    (void)n;
    secret_bytes((uint8_t *)&slhdsa_in, sizeof slhdsa_in, stream);
    secret_bytes((uint8_t *)slhdsa_h256, sizeof slhdsa_h256, stream);
    secret_bytes((uint8_t *)slhdsa_h512, sizeof slhdsa_h512, stream);
    neosig_classify(&slhdsa_in, sizeof slhdsa_in);
    neosig_classify(slhdsa_h256, sizeof slhdsa_h256);
    neosig_classify(slhdsa_h512, sizeof slhdsa_h512);
}

static void slhdsa_run(const neosig_backend *backend, unsigned n)
{
    const neosig_slhdsa_kernels *k = backend->slhdsa;
    for (size_t steps = 1; steps <= 2; steps++) {
        for (size_t count = 1; count <= k->sha256_lanes; count++) {
            slhdsa_lanes = slhdsa_in;
            k->sha256(slhdsa_lanes.sha256, count, slhdsa_h256, n, steps);
        }
        for (size_t count = 1; count <= k->shake_lanes; count++) {
            slhdsa_lanes = slhdsa_in;
            k->shake(slhdsa_lanes.shake, count, backend->keccak, n, steps);
        }
    }
    if (k->sha256_f != NULL) {
        uint8_t *const values = (uint8_t *)&slhdsa_lanes;
        neosig_slhdsa_lane lanes[3];
        uint32_t address[4] = {0};
        slhdsa_lanes = slhdsa_in;
        for (uint32_t i = 0; i < 3; i++)
            lanes[i] = (neosig_slhdsa_lane){
                .steps = i, .words = {0, i, 0}, .in = values + 64 * (size_t)i, .out = values + 64 * (size_t)i};
        k->sha256_f(lanes, 3, slhdsa_h256, address, n);
        if (n == 16)
            k->sha256_h(lanes, 3, slhdsa_h256, address);
    }
    for (size_t count = 1; count <= k->sha512_lanes; count++) {
        slhdsa_lanes = slhdsa_in;
        k->sha512(slhdsa_lanes.sha512, count, slhdsa_h512);
    }
}

static const kernel slhdsa_kernels[] = {
    {"hashes-16", slhdsa_set_up, slhdsa_run, NULL, 16},
    {"hashes-24", slhdsa_set_up, slhdsa_run, NULL, 24},
    {"hashes-32", slhdsa_set_up, slhdsa_run, NULL, 32},
};
