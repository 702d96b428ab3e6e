/* Signatures made in parts (NEOSIG_PARTS): the same ones, in whatever order and threads the parts are called. A part
 * wipes the stack of its thread. */
#define _XOPEN_SOURCE 700 /* pthread_attr_setstack */
#define _DARWIN_C_SOURCE

#include "core/arena.h"
#include "core/use.h"
#include "core/wipe.h"

#include <pthread.h>
#include <string.h>

enum { MOST_THREADS = 32 };

static uint8_t pk[64], sk[128], message[100];
static uint8_t whole[NEOSIG_MAX_SIGNATURE_BYTES], sig[NEOSIG_MAX_SIGNATURE_BYTES];

/* How a run calls its parts. */
typedef struct order {
    size_t runs, parts;          /* it had */
    size_t missing_run, missing; /* in this run this part is not called */
} order;

static void run_backwards(void *state, void (*part)(void *work, size_t i), void *work, size_t count)
{
    order *const o = state;
    o->runs++;
    o->parts += count;
    part(work, count); /* none: of no effect */
    for (size_t i = count; i-- > 0;)
        if (o->runs != o->missing_run || i != o->missing)
            part(work, i);
}

typedef struct call {
    void (*part)(void *work, size_t i);
    void *work;
    size_t i;
} call;

static void *call_part(void *argument)
{
    const call *const c = argument;
    c->part(c->work, c->i);
    return NULL;
}

/* ---- On a stack of the test's own: a part leaves zeros in what it used. */

enum { STACK = 1 << 18, PAINT = 0x5a, FRAMES = 512 }; /* FRAMES: of the calls around a part */

static int own_stacks; /* sanitizers have stacks of their own */
static _Alignas(4096) uint8_t stack[STACK];
static uint8_t left[STACK];
static size_t used_from; /* the part's own frames are below */

static void *call_and_copy(void *argument)
{
    const uint8_t here = 0;
    used_from = (uintptr_t)&here - (uintptr_t)stack - FRAMES;
    call_part(argument);
    memcpy(left, stack, sizeof left); /* before the end of the thread writes over it */
    return NULL;
}

static void run_on_stack(void *state, void (*part)(void *work, size_t i), void *work, size_t count)
{
    (void)state;
    for (size_t i = 0; i < count; i++) {
        call c = {part, work, i};
        pthread_attr_t own;
        pthread_t thread;
        size_t zeros = 0, others = 0;
        memset(stack, PAINT, sizeof stack);
        CHECK(pthread_attr_init(&own) == 0 && pthread_attr_setstack(&own, stack, sizeof stack) == 0);
        if (!CHECK(pthread_create(&thread, &own, call_and_copy, &c) == 0))
            exit(2);
        CHECK(pthread_join(thread, NULL) == 0);
        pthread_attr_destroy(&own);
        for (size_t at = 0; at < used_from; at++) {
            zeros += left[at] == 0;
            others += left[at] != 0 && left[at] != PAINT;
        }
        CHECK(zeros >= NEOSIG_STACK_BYTES - FRAMES && others <= sizeof(void *)); /* the last return address */
    }
}

/* ---- Each part in a thread of its own. */

static void run_threads(void *state, void (*part)(void *work, size_t i), void *work, size_t count)
{
    pthread_t threads[MOST_THREADS];
    call calls[MOST_THREADS];
    (void)state;
    if (!CHECK(count <= MOST_THREADS))
        return;
    for (size_t i = 0; i < count; i++) {
        calls[i] = (call){part, work, i};
        if (!CHECK(pthread_create(&threads[i], NULL, call_part, &calls[i]) == 0))
            exit(2);
    }
    for (size_t i = 0; i < count; i++)
        CHECK(pthread_join(threads[i], NULL) == 0);
}

/* The signatures of a raw or a prepared key. */
static neosig_error sign(const neosig_alg *alg, const void *prepared, size_t *bytes, const neosig_options *options)
{
    memset(sig, 0x5a, sizeof sig);
    return prepared != NULL ? neosig_sign_prepared(prepared, sig, bytes, message, sizeof message, options)
                            : neosig_sign(alg, sig, bytes, message, sizeof message, sk, alg->secret_key_bytes, options);
}

static int is_whole(const neosig_alg *alg, const void *prepared, const neosig_options *options)
{
    size_t bytes;
    return sign(alg, prepared, &bytes, options) == NEOSIG_OK && bytes == alg->signature_bytes &&
           memcmp(sig, whole, bytes) == 0;
}

static void check_missing(const neosig_alg *alg, const void *prepared, size_t parts)
{
    for (size_t missing = 0; missing < parts; missing += parts - 1) {
        for (size_t run = 1; run <= 2; run++) {
            order o = {.missing_run = run, .missing = missing};
            const neosig_options options = {.size = sizeof options,
                                            .flags = NEOSIG_PARTS | NEOSIG_DETERMINISTIC,
                                            .run = run_backwards,
                                            .run_state = &o};
            size_t bytes = 1;
            CHECK(sign(alg, prepared, &bytes, &options) == NEOSIG_ERR_FAULT && bytes == 0);
            CHECK(use_all(sig, alg->signature_bytes, 0));
        }
    }
}

/* d: the layers. */
static void check(const neosig_alg *alg, const void *prepared, size_t d)
{
    const neosig_operation op = prepared != NULL ? NEOSIG_OP_SIGN_PREPARED : NEOSIG_OP_SIGN;
    const size_t need = neosig_workspace_bytes(alg, op, NEOSIG_PARTS), known = prepared != NULL;
    neosig_options options = {.size = sizeof options, .flags = NEOSIG_DETERMINISTIC};
    size_t bytes;
    CHECK(sign(alg, prepared, &bytes, &options) == NEOSIG_OK);
    memcpy(whole, sig, bytes);

    order o = {.runs = 0};
    options.flags |= NEOSIG_PARTS;
    options.run = run_backwards;
    options.run_state = &o;
    CHECK(need > neosig_workspace_bytes(alg, op, 0) * d);
    options.workspace = use_allocate(need);
    options.workspace_bytes = need - 1;
    CHECK(sign(alg, prepared, &bytes, &options) == NEOSIG_ERR_WORKSPACE && o.runs == 0);
    options.workspace_bytes = need;
    CHECK(is_whole(alg, prepared, &options));
    CHECK(o.runs == 2 && o.parts == 1 + d - known + d);
    CHECK(use_all(options.workspace, need, 0) && use_intact(options.workspace, need));
    free(options.workspace);
    options.workspace = NULL;

    options.flags |= NEOSIG_SIGN_TWICE | NEOSIG_VERIFY_SIGNED;
    CHECK(is_whole(alg, prepared, &options) && o.runs == 6);
    options.flags &= ~(NEOSIG_SIGN_TWICE | NEOSIG_VERIFY_SIGNED);
    options.run = run_threads;
    CHECK(is_whole(alg, prepared, &options));
    options.run = run_on_stack;
    CHECK(!own_stacks || is_whole(alg, prepared, &options));
    check_missing(alg, prepared, d);
}

/* workspace: what docs/memory.md says of it, 0 if nothing. */
static void test_set(const char *name, size_t d, size_t workspace)
{
    const neosig_alg *const alg = neosig_alg_find(name);
    if (alg == NULL)
        return;
    void *const prepared = use_allocate(neosig_prepared_bytes(alg, 1));
    CHECK((alg->features & NEOSIG_HAS_PARTS) != 0);
#if !defined(NEOSIG_FENCES) && UINTPTR_MAX > UINT32_MAX
    CHECK(workspace == 0 || neosig_workspace_bytes(alg, NEOSIG_OP_SIGN, NEOSIG_PARTS) == workspace);
#else
    (void)workspace;
#endif
    CHECK(neosig_keypair_from_seed(alg, pk, sk, message, alg->seed_bytes, NULL) == NEOSIG_OK);
    CHECK(neosig_prepare_sign(alg, prepared, neosig_prepared_bytes(alg, 1), sk, alg->secret_key_bytes, NULL) ==
          NEOSIG_OK);
    check(alg, NULL, d);
    check(alg, prepared, d);
    free(prepared);
}

/* With an argument the first set alone, for ThreadSanitizer. */
int main(int argc, char **argv)
{
    (void)argv;
#if !defined(NEOSIG_FENCES)
    own_stacks = argc == 1;
#endif
    for (size_t i = 0; i < sizeof message; i++)
        message[i] = (uint8_t)i;
    test_set("slh-dsa-sha2-128f", 22, 0);
    if (!SLOW && argc == 1) {
        test_set("slh-dsa-sha2-128s", 7, 187776);
        test_set("slh-dsa-shake-256f", 17, 901760);
    }
    return test_end();
}
