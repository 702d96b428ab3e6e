/* One operation of one parameter set in one backend, ready to be repeated.
 *
 * All of it follows from fixed seeds of splitmix64: key pair number i from i * 2^32 + 1, the random bytes of signature
 * number i from i * 2^32 + 2. Signature number i is of message number i. Messages are 33 bytes: i in four bytes, low
 * byte first, then bytes 07. Signing and verifying take key pair 0. */
#ifndef NEOSIG_HARNESS_CASE_H
#define NEOSIG_HARNESS_CASE_H

#include "neosig/neosig.h"
#include "reference.h"

enum { BENCH_MESSAGE_BYTES = 33 };

typedef struct neosig_bench_case {
    const neosig_alg *alg;
    neosig_operation operation;
    const char *backend;
    const neosig_reference *reference; /* NULL: the library */
    neosig_options options;
    uint32_t first;        /* the signed message that verification takes */
    uint32_t number;       /* of the next key pair or message */
    uint32_t messages;     /* that verification takes in turn, from the signed one on; 0 and 1: that one alone */
    uint64_t random_state; /* of options.random */
    uint8_t message[BENCH_MESSAGE_BYTES];
    uint8_t *public_key, *secret_key, *signature;
    size_t signature_bytes;
    void *prepared; /* a prepared key, of the kind that the operation makes or takes */
    size_t prepared_bytes;
    void *memory; /* what all buffers lie in */
} neosig_bench_case;

/* The name that stands for the reference where a backend's is asked for. */
extern const char neosig_bench_reference[];

/* Finds the operation of this name (neosig_operation_name). 0, or -1 if there is none. */
int neosig_bench_find_operation(neosig_operation *operation, const char *name);

/* Why backend cannot do this operation of alg, NULL if it can. */
const char *neosig_bench_refusal(const neosig_alg *alg, neosig_operation operation, const char *backend);

/* Selects the backend and makes what the operation needs: key pair 0, the signature of message number first, a prepared
 * key. The library makes them for the reference too, since the library is quicker. Signatures and key pairs made later
 * begin with number first. 0, or -1: refused, out of memory, or the library failed. */
int neosig_bench_begin(neosig_bench_case *c, const neosig_alg *alg, neosig_operation operation, const char *backend,
                       uint32_t first);
void neosig_bench_end(neosig_bench_case *c);

/* The operation once; case is a neosig_bench_case, in the form that timing.h asks for. 0, or -1 if it fails. */
int neosig_bench_run(void *c);

/* A backend is selected for the whole process: to be called where another case has run in between. 0 or -1. */
int neosig_bench_select(void *c);

#endif
