/* Kernels alone, for the checks described in harness.h: those that an operation's trace passes over because they follow
 * declassified values, on equal values, so that only what they do with secrets could make them differ.
 *
 *     kernels KERNEL - INDEX ...
 *     kernels list all|operations|backends 0
 *
 * Each index is another secret. What the kernel follows is the same for all, made by set_up, or falls into classes of
 * secrets that lead to the same decisions, as the attempts of an operation do (trace.py). A sampler that rejects has
 * two rows: its candidate, which is branch-free, and its loop until one number is accepted.
 */
#include "core/backend.h"
#include "harness.h"
#include "mldsa/mldsa_poly.h"

typedef struct kernel {
    const char *name;
    void (*set_up)(uint64_t stream, unsigned parameter); /* classifies what is secret */
    void (*run)(const neosig_backend *backend, unsigned parameter);
    int (*finish)(unsigned parameter); /* 0 if the outputs can be right */
    unsigned parameter;
} kernel;

/* ---- ML-DSA: sampling in [-eta, eta] from half-bytes. The same ones are rejected for every secret. */

enum { ETA_BYTES = 2 * 136, PUBLIC_STREAM = 0 };

static uint8_t eta_in[ETA_BYTES];
static int8_t eta_out[272];
static size_t eta_have;

static unsigned eta_half(uint8_t pattern, uint8_t secret, unsigned eta)
{
    const unsigned limit = eta == 2 ? 15 : 9; /* FIPS 204, algorithm 15 */
    return (unsigned)(pattern % 16 < limit ? secret % limit : limit + secret % (16 - limit));
}

static void eta_set_up(uint64_t stream, unsigned eta)
{
    uint8_t pattern[2 * ETA_BYTES], secret[2 * ETA_BYTES];
    harness_bytes(pattern, sizeof pattern, PUBLIC_STREAM);
    harness_bytes(secret, sizeof secret, stream);
    for (size_t i = 0; i < ETA_BYTES; i++)
        eta_in[i] = (uint8_t)(eta_half(pattern[2 * i], secret[2 * i], eta) |
                              eta_half(pattern[2 * i + 1], secret[2 * i + 1], eta) << 4);
    neosig_classify(eta_in, sizeof eta_in);
}

static void eta_run(const neosig_backend *backend, unsigned eta)
{
    eta_have = backend->mldsa->eta_vartime(eta_out, 0, eta_in, sizeof eta_in, eta);
}

static int eta_finish(unsigned eta)
{
    int wrong = eta_have != 256;
    neosig_declassify(eta_out, sizeof eta_out, "output");
    for (size_t i = 0; i < 256; i++)
        wrong |= eta_out[i] < -(int)eta || eta_out[i] > (int)eta;
    return wrong;
}

/* ---- ML-DSA: r += c s and r -= c s for a sparse challenge c. */

static _Alignas(64) int32_t sparse_r[256];
static _Alignas(64) int8_t sparse_s[512];
static neosig_mldsa_sparse sparse_c;
static int sparse_exceeds;

static void sparse_set_up(uint64_t stream, unsigned eta)
{
    uint8_t order[256], choice[256], secret[256 + 4 * 256];
    const size_t tau = 60; /* the most of all sets */
    harness_bytes(choice, sizeof choice, PUBLIC_STREAM);
    for (size_t i = 0; i < 256; i++)
        order[i] = (uint8_t)i;
    for (size_t i = 0; i < tau; i++) {
        const size_t j = i + choice[i] % (256 - i);
        sparse_c.exponent[i] = order[j];
        order[j] = order[i];
    }
    sparse_c.plus = 25; /* not the same number of both signs */
    sparse_c.minus = (uint8_t)(tau - sparse_c.plus);

    harness_bytes(secret, sizeof secret, stream);
    for (size_t i = 0; i < 256; i++) {
        const int s = secret[i] % (2 * (int)eta + 1) - (int)eta;
        uint32_t r;
        memcpy(&r, secret + 256 + 4 * i, 4);
        sparse_s[i] = (int8_t)-s;
        sparse_s[256 + i] = (int8_t)s;
        sparse_r[i] = (int32_t)(r % (1u << 20)) - (1 << 19);
    }
    neosig_classify(sparse_s, sizeof sparse_s);
    neosig_classify(sparse_r, sizeof sparse_r);
}

static void sparse_run(const neosig_backend *backend, unsigned eta)
{
    sparse_exceeds = backend->mldsa->add_sparse_vartime(sparse_r, sparse_s, &sparse_c, eta, 0, (1 << 19) - 78);
    sparse_exceeds |= backend->mldsa->add_sparse_vartime(sparse_r, sparse_s, &sparse_c, eta, 1, 1 << 20);
}

static int sparse_finish(unsigned eta)
{
    int wrong = 0;
    (void)eta;
    neosig_declassify(sparse_r, sizeof sparse_r, "output");
    for (size_t i = 0; i < 256; i++) /* added and subtracted again */
        wrong |= sparse_r[i] < -(1 << 19) || sparse_r[i] >= 1 << 19;
    return wrong;
}

/* ---- */

static const kernel kernels[] = {
    {"mldsa-eta-2", eta_set_up, eta_run, eta_finish, 2},
    {"mldsa-eta-4", eta_set_up, eta_run, eta_finish, 4},
    {"mldsa-add-sparse-2", sparse_set_up, sparse_run, sparse_finish, 2},
    {"mldsa-add-sparse-4", sparse_set_up, sparse_run, sparse_finish, 4},
};

static const kernel *chosen;

int harness_prepare(const char *set, const char *operation, uint64_t index)
{
    const size_t count = sizeof kernels / sizeof kernels[0];
    if (!strcmp(set, "list")) {
        harness_list_backends(operation);
        for (size_t i = 0; i < count; i++)
            printf("%s%s\n", kernels[i].name, strcmp(operation, "operations") != 0 ? "" : " -");
        exit(0);
    }
    chosen = NULL;
    for (size_t i = 0; i < count; i++)
        if (!strcmp(kernels[i].name, set))
            chosen = &kernels[i];
    if (!chosen)
        return -1;
    if (!harness_backend())
        return -3;
    chosen->set_up(PUBLIC_STREAM + 1 + index, chosen->parameter);
    return 0;
}

int harness_run(void)
{
    chosen->run(neosig_backend_now(), chosen->parameter);
    return 0;
}

int harness_finish(int result)
{
    return result ? result : chosen->finish(chosen->parameter);
}
