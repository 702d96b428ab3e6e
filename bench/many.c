/* neosig-many: many signatures, verified one by one and in one call, side by side. It is a program of its own, as
 * neosig-tune is. */
#include "common/splitmix64.h"
#include "neosig/neosig.h"
#include "system.h"
#include "timing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ITEMS = 16, MESSAGE_BYTES = 33 };
static const double SECONDS = 1; /* for a way */

static const char usage[] = "usage: neosig-many ALG verify|verify-prepared BACKEND [alone|many CALLS]\n"
                            "\n"
                            "Verifies 16 signatures of short messages by one key, one by one and in one call,\n"
                            "and prints the time of each: the median and the quartiles of a signature. With\n"
                            "alone or many it does so CALLS times in one of the ways, for programs that count.\n"
                            "Exit status: 0 good, 1 failed, 2 usage.\n";

typedef struct many {
    const neosig_alg *alg;
    neosig_item items[ITEMS];
    neosig_options options; /* with a workspace */
} many;

static void *allocate(size_t bytes)
{
    void *memory = aligned_alloc(64, (bytes + 63) & ~(size_t)63);
    if (!memory) {
        fprintf(stderr, "neosig-many: out of memory\n");
        exit(1);
    }
    return memory;
}

static int verify_alone(void *state)
{
    const many *m = state;
    neosig_error error = NEOSIG_OK;
    for (const neosig_item *i = m->items; i < m->items + ITEMS && error == NEOSIG_OK; i++)
        error =
            i->prepared
                ? neosig_verify_prepared(i->prepared, i->sig, i->sig_bytes, i->msg, i->msg_bytes, &m->options)
                : neosig_verify(m->alg, i->sig, i->sig_bytes, i->msg, i->msg_bytes, i->pk, i->pk_bytes, &m->options);
    return error == NEOSIG_OK ? 0 : -1;
}

static int verify_many(void *state)
{
    many *m = state;
    return neosig_verify_many(m->alg, m->items, ITEMS, &m->options) == NEOSIG_OK ? 0 : -1;
}

/* One key pair, and ITEMS messages with their signatures: always the same. */
static neosig_error make(many *m, int is_prepared)
{
    const neosig_alg *alg = m->alg;
    const size_t bytes = neosig_prepared_bytes(alg, 0);
    uint64_t random_state = 1;
    uint8_t *pk = allocate(alg->public_key_bytes), *sk = allocate(alg->secret_key_bytes);
    void *prepared = is_prepared ? allocate(bytes) : NULL;
    const neosig_options options = {.size = sizeof options,
                                    .flags = NEOSIG_ALLOW_INSECURE,
                                    .random = splitmix64_random,
                                    .random_state = &random_state};
    neosig_error error = neosig_keypair(alg, pk, sk, &options);
    if (error == NEOSIG_OK && prepared)
        error = neosig_prepare_verify(alg, prepared, bytes, pk, alg->public_key_bytes, NULL);
    for (unsigned i = 0; i < ITEMS && error == NEOSIG_OK; i++) {
        uint8_t *msg = allocate(MESSAGE_BYTES), *sig = allocate(alg->signature_bytes);
        memset(msg, 7, MESSAGE_BYTES);
        msg[0] = (uint8_t)i;
        m->items[i] = (neosig_item){.sig = sig,
                                    .msg = msg,
                                    .msg_bytes = MESSAGE_BYTES,
                                    .pk = pk,
                                    .pk_bytes = alg->public_key_bytes,
                                    .prepared = prepared};
        error = neosig_sign(alg, sig, &m->items[i].sig_bytes, msg, MESSAGE_BYTES, sk, alg->secret_key_bytes, &options);
    }
    const size_t raw = neosig_workspace_bytes(alg, NEOSIG_OP_VERIFY, 0);
    const size_t few = neosig_workspace_bytes(alg, NEOSIG_OP_VERIFY_PREPARED, 0);
    m->options = (neosig_options){.size = sizeof m->options, .workspace_bytes = 4 * (raw > few ? raw : few)};
    m->options.workspace = allocate(m->options.workspace_bytes);
    free(sk);
    return error;
}

static void print(const char *way, const timing_figure *f)
{
    printf("%s,%.0f,%.0f,%.0f\n", way, (double)f->median / ITEMS, (double)f->q1 / ITEMS, (double)f->q3 / ITEMS);
}

static int measure(many *m)
{
    static timing_series series[2];
    const cycles_source *counter = cycles_open();
    series[0] = (timing_series){.run = verify_alone, .state = m};
    series[1] = (timing_series){.run = verify_many, .state = m};
    if (timing_measure(series, 2, counter, SECONDS))
        return 1;
    printf("way,%s,q1,q3\n", counter->unit);
    for (unsigned i = 0; i < 2; i++) {
        const timing_figure figure = timing_summarise(series[i].samples, series[i].count);
        print(i == 0 ? "alone" : "many", &figure);
    }
    return 0;
}

int main(int argc, char **argv)
{
    many m = {.alg = argc > 1 ? neosig_alg_find(argv[1]) : NULL};
    const int is_prepared = argc > 2 && strcmp(argv[2], "verify-prepared") == 0;
    if ((argc != 4 && argc != 6) || !m.alg || (!is_prepared && strcmp(argv[2], "verify") != 0)) {
        fputs(usage, stderr);
        return 2;
    }
    if (neosig_backend_select(argv[3]) != NEOSIG_OK || make(&m, is_prepared) != NEOSIG_OK) {
        fprintf(stderr, "neosig-many: %s with %s: no such backend, or a call failed\n", argv[1], argv[3]);
        return 1;
    }
    if (argc == 4)
        return measure(&m);
    const int side_by_side = strcmp(argv[4], "many") == 0;
    int failed = 0;
    for (long i = 0; i < strtol(argv[5], NULL, 10) && !failed; i++)
        failed = side_by_side ? verify_many(&m) : verify_alone(&m);
    return failed != 0;
}
