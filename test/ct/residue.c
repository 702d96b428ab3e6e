/* What operations leave in memory, and how much of it they use.
 *
 *     residue stack     prints that table of docs/memory.md; fails where an operation uses more stack than neosig.h
 *                       promises, or one on secrets more than is wiped after it
 *     residue wipe      fails if a secret is left in the workspace, in freed heap memory or on the stack, or, after
 *                       each error that an operation on secrets can return, also in its outputs
 *
 * with [quick] as a second argument: only some sets; with [first]: the first of each scheme. Each operation runs on a
 * stack of its own, painted before and searched after. The search does not know the schemes' intermediate values, and
 * does not need them. The same operation is run with several secrets, and whatever differs on the dead stack depends on
 * the secret.
 */
#define _GNU_SOURCE /* memmem */
#include "api/api.h"
#include "common/painted_stack.h"
#include "test.h"

/* FN-DSA hashes 106 bytes before a message, of which 64 tell the public key. With these the message stays below
 * SHAKE256's rate, so no permutation runs on the stack before the operation that wipes it. */
enum { MESSAGE_BYTES = 24 };
#include "operations.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

/* What neosig.h promises. */
#ifdef __OPTIMIZE__
enum { OPTIMISED = 1, STACK_LIMIT = 16 << 10 };
#else
enum { OPTIMISED = 0, STACK_LIMIT = 48 << 10 };
#endif

enum { STACK_BYTES = 256 << 10, PAINT = PAINTED_STACK_PAINT, SECRETS = SLOW ? 2 : 3, WINDOW = 8, HASH_BITS = 24 };
/* Operations, and from FROM_TABLE on those of operations.h in each mode. */
typedef unsigned task;
enum {
    KEYPAIR,
    SIGN,
    VERIFY,
    PREPARE_SIGN,
    PREPARE_VERIFY,
    SIGN_PREPARED,
    VERIFY_PREPARED,
    STREAM,
    PREPARE_SEED,
    CHECK_KEYPAIR,
    PLANTED,
    TASKS,
    FROM_TABLE = TASKS,
    ALL_TASKS = FROM_TABLE + OPERATIONS * MODES
};

static const struct {
    neosig_operation operation;
    int secret;
    const char *name; /* where it is not the operation's */
} tasks[TASKS] = {
    [KEYPAIR] = {NEOSIG_OP_KEYPAIR, 1, NULL},
    [SIGN] = {NEOSIG_OP_SIGN, 1, NULL},
    [VERIFY] = {NEOSIG_OP_VERIFY, 0, NULL},
    [PREPARE_SIGN] = {NEOSIG_OP_PREPARE_SIGN, 1, NULL},
    [PREPARE_VERIFY] = {NEOSIG_OP_PREPARE_VERIFY, 0, NULL},
    [SIGN_PREPARED] = {NEOSIG_OP_SIGN_PREPARED, 1, NULL},
    [VERIFY_PREPARED] = {NEOSIG_OP_VERIFY_PREPARED, 0, NULL},
    [STREAM] = {NEOSIG_OP_SIGN, 1, "sign-streamed"},
    [PREPARE_SEED] = {NEOSIG_OP_KEYPAIR, 1, "prepare-seed"},
    [CHECK_KEYPAIR] = {NEOSIG_OP_KEYPAIR, 1, "check-keypair"},
    [PLANTED] = {NEOSIG_OP_KEYPAIR, 0, "planted"},
};

static const operation *operation_of(task t)
{
    return t < FROM_TABLE ? NULL : &operations[(t - FROM_TABLE) / MODES];
}

static const mode *mode_of(task t)
{
    return &modes[t < FROM_TABLE ? PLAIN : (t - FROM_TABLE) % MODES];
}

static neosig_operation memory_of(task t)
{
    return t < FROM_TABLE ? tasks[t].operation : operation_of(t)->memory;
}

/* Whether the task comes from the table, is one of the set's, and is no other task. */
static int is_further(const neosig_alg *alg, task t)
{
    static neosig_error (*const others[])(subject *, const neosig_options *) = {
        run_keypair, run_sign, run_prepare, run_sign_prepared, run_stream, run_prepare_seed, run_check_keypair,
    };
    int is_other = t < FROM_TABLE || mode_of(t) == &modes[LOW];
    for (size_t i = 0; i < sizeof others / sizeof others[0] && !is_other; i++)
        is_other |= mode_of(t) == &modes[PLAIN] && operation_of(t)->run == others[i];
    return !is_other && has_operation(alg, operation_of(t), mode_of(t));
}

/* A signature in parts, or checked: the other modes hash something else before the message. */
static int has_code_of_its_own(task t)
{
    return operation_of(t)->run == run_sign &&
           (mode_of(t)->features & (NEOSIG_HAS_PARTS | NEOSIG_HAS_FAULT_CHECKS)) != 0;
}

static const char *task_name(task t)
{
    static char name[80];
    if (t >= FROM_TABLE) {
        snprintf(name, sizeof name, "%s%s", mode_of(t)->name, operation_of(t)->name);
        return name;
    }
    return tasks[t].name != NULL ? tasks[t].name : neosig_operation_name(tasks[t].operation);
}

/* ---- One set's objects, all from the heap. */

/* A key pair. Windows of its seed and secret key are searched for: `hashes` has a bit for the hash of each. */
typedef struct known_key {
    uint8_t *seed, *pk, *sk;
    uint64_t hashes[1 << (HASH_BITS - 6)];
} known_key;

static const neosig_alg *alg;
static known_key keys[SECRETS];
static uint8_t *pk, *sk, *sig, *seed, *workspace, *prepared[2], message[DIGEST_BYTES], passphrase[PASSPHRASE_BYTES];
static subject whole; /* for the operations of the table */
static size_t sig_bytes;
static neosig_stream stream;
static _Alignas(PAINTED_STACK_ALIGNMENT) uint8_t stack[STACK_BYTES];
static uint8_t left[STACK_BYTES], earlier[STACK_BYTES], seen_to_differ[STACK_BYTES];

static void *aligned(size_t bytes)
{
    void *memory = aligned_alloc(64, (bytes + 63) / 64 * 64 + 64);
    if (memory == NULL)
        abort();
    return memory;
}

static size_t seed_used;

static int draw_seed(void *state, uint8_t *out, size_t bytes)
{
    (void)state;
    if (bytes > alg->seed_bytes - seed_used)
        return 1;
    memcpy(out, seed + seed_used, bytes);
    seed_used += bytes;
    return 0;
}

static int draw_nonce(void *state, uint8_t *out, size_t bytes)
{
    (void)state;
    harness_bytes(out, bytes, 1);
    return 0;
}

/* ---- What makes an operation fail. */

typedef enum fault {
    NO_FAULT,
    GENERATOR,       /* at call fault_at, halfway through its output */
    ALLOCATION,      /* allocation fault_at */
    KEY_OF_ONES,     /* the secret key has no more than its beginning; the rest is bytes 0xff: not an encoding, */
    KEY_OF_ZEROS,    /* or 0: all systems are singular */
    SHORT_KEY,       /* the secret key or seed is a byte too short */
    SHORT_WORKSPACE, /* the workspace is, */
    SHORT_PREPARED,  /* the prepared key is */
    UNKNOWN_FLAG,
    EXTERNAL_MU, /* a message that is no mu, or a set without */
    NOT_ALLOWED, /* a set that is broken */
    FAULTS
} fault;

static task running;
static fault failing;
static unsigned fault_at, draws, allocations;

enum { KEY_BEGINNING = 128 };

static int draw_fails(void *state, uint8_t *out, size_t bytes)
{
    (void)state;
    if (draws++ != fault_at) {
        if ((running == KEYPAIR || running >= FROM_TABLE) &&
            bytes == alg->seed_bytes) /* of HAWK few others make a key */
            memcpy(out, seed, bytes);
        else
            harness_bytes(out, bytes, 3);
        return 0;
    }
    memcpy(out, seed, bytes / 2 < alg->seed_bytes ? bytes / 2 : alg->seed_bytes);
    return 1;
}

/* ---- How deep an operation on secrets went is seen when the roof wipes what it left. */

enum { OWN_FRAME = 512 };

static int measuring;
static size_t deepest; /* bytes of stack below the function that wipes */
static size_t lowest;  /* index in stack, of all that was ever used */

static size_t lowest_now(void)
{
    size_t i = 0;
    while (i < sizeof stack && stack[i] == PAINT)
        i++;
    return i;
}

void __real_neosig_wipe_stack(void);
void __wrap_neosig_wipe_stack(void);

__attribute__((noinline)) void __wrap_neosig_wipe_stack(void)
{
    const uint8_t *caller = __builtin_dwarf_cfa();
    size_t now = measuring ? lowest_now() : 0, depth = (size_t)(caller - (stack + now));
    __real_neosig_wipe_stack();
    if (!measuring)
        return;
    deepest = depth > deepest ? depth : deepest;
    now = lowest_now();
    lowest = now < lowest ? now : lowest;
    /* What was wiped is not of the next operation. */
    memset(stack, PAINT, (size_t)((const uint8_t *)__builtin_frame_address(0) - OWN_FRAME - stack));
}

/* ---- Running on a painted stack. */

static neosig_options options;
static unsigned memory_flags; /* NEOSIG_LOW_MEMORY or 0 */
static neosig_error outcome;
static uint8_t *stack_top; /* the frame of the function that makes the call */

/* More stack than is wiped. */
static __attribute__((noinline)) void plant_deep(void)
{
    uint8_t local[NEOSIG_STACK_BYTES + 64];
    memset(local, 0, sizeof local);
    __asm__ volatile("" : : "r"(local) : "memory"); /* it is used, for all the compiler knows */
}

/* An operation that leaves the seed everywhere and goes too deep: the checks must see it. */
static __attribute__((noinline)) void plant(void)
{
    volatile uint8_t local[64];
    uint8_t *block = malloc(64);
    for (size_t i = 0; i < sizeof local; i++) {
        local[i] = seed[i % alg->seed_bytes];
        workspace[i] = seed[i % alg->seed_bytes];
        if (block)
            ((volatile uint8_t *)block)[i] = local[i];
    }
    free(block);
    if (measuring) {
        plant_deep();
        neosig_wipe_stack();
    }
    outcome = NEOSIG_OK;
}

/* The operation saves its caller's registers: they must not carry what differs between runs of this program. */
static inline void clear_saved_registers(void)
{
#if defined(__aarch64__)
    __asm__ volatile("mov x19, xzr\n\tmov x20, xzr\n\tmov x21, xzr\n\tmov x22, xzr\n\tmov x23, xzr\n\t"
                     "mov x24, xzr\n\tmov x25, xzr\n\tmov x26, xzr\n\tmov x27, xzr\n\tmov x28, xzr\n\t"
                     "movi d8, #0\n\tmovi d9, #0\n\tmovi d10, #0\n\tmovi d11, #0\n\t"
                     "movi d12, #0\n\tmovi d13, #0\n\tmovi d14, #0\n\tmovi d15, #0"
                     :
                     :
                     : "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28", "d8", "d9", "d10", "d11",
                       "d12", "d13", "d14", "d15");
#elif defined(__x86_64__)
    __asm__ volatile("xor %%ebx, %%ebx\n\txor %%r12d, %%r12d\n\txor %%r13d, %%r13d\n\txor %%r14d, %%r14d\n\t"
                     "xor %%r15d, %%r15d"
                     :
                     :
                     : "rbx", "r12", "r13", "r14", "r15", "cc");
#endif
}

static __attribute__((noinline)) void operate(void)
{
    const size_t shorter = failing == SHORT_KEY;
    stack_top = __builtin_frame_address(0);
    switch (running) {
    case KEYPAIR:
        outcome = neosig_keypair(alg, pk, sk, &options);
        break;
    case SIGN:
        outcome =
            neosig_sign(alg, sig, &sig_bytes, message, MESSAGE_BYTES, sk, alg->secret_key_bytes - shorter, &options);
        break;
    case VERIFY:
        outcome = neosig_verify(alg, sig, sig_bytes, message, MESSAGE_BYTES, pk, alg->public_key_bytes, &options);
        break;
    case PREPARE_SIGN:
        outcome = neosig_prepare_sign(alg, prepared[1], neosig_prepared_bytes(alg, 1) - (failing == SHORT_PREPARED), sk,
                                      alg->secret_key_bytes - shorter, &options);
        break;
    case PREPARE_VERIFY:
        outcome =
            neosig_prepare_verify(alg, prepared[0], neosig_prepared_bytes(alg, 0), pk, alg->public_key_bytes, &options);
        break;
    case SIGN_PREPARED:
        outcome = neosig_sign_prepared(prepared[1], sig, &sig_bytes, message, MESSAGE_BYTES, &options);
        break;
    case VERIFY_PREPARED:
        outcome = neosig_verify_prepared(prepared[0], sig, sig_bytes, message, MESSAGE_BYTES, &options);
        break;
    case PREPARE_SEED:
        outcome =
            neosig_prepare_sign_from_seed(alg, prepared[1], neosig_prepared_bytes(alg, 1) - (failing == SHORT_PREPARED),
                                          seed, alg->seed_bytes - shorter, &options);
        break;
    case CHECK_KEYPAIR:
        outcome = neosig_check_keypair(alg, pk, alg->public_key_bytes, sk, alg->secret_key_bytes - shorter, &options);
        break;
    case PLANTED:
    case TASKS:
        plant();
        break;
    default:
        outcome = operation_of(running)->run(&whole, &options);
        break;
    case STREAM:
        if ((alg->features & NEOSIG_READS_TWICE) != 0 && failing != EXTERNAL_MU)
            options.prehash = NEOSIG_PREHASH_SHA2_256;
        outcome = neosig_sign_init(&stream, alg, sk, alg->secret_key_bytes - shorter, &options);
        options.prehash = NEOSIG_PREHASH_NONE;
        if (outcome == NEOSIG_OK)
            outcome = neosig_sign_update(&stream, message, MESSAGE_BYTES);
        if (outcome == NEOSIG_OK)
            outcome = neosig_sign_final(&stream, sig, &sig_bytes);
    }
    __asm__ volatile("" : : : "memory"); /* no call above is in place of this frame */
}

static void run_task(void *unused)
{
    (void)unused;
    clear_saved_registers();
    operate();
    memcpy(left, stack, sizeof left); /* before the end of the thread writes over it */
}

static size_t workspace_needed(task t)
{
    const unsigned flags = memory_flags | (mode_of(t)->flags & NEOSIG_PARTS);
    size_t bytes = neosig_workspace_bytes(alg, memory_of(t), flags);
    size_t more = t == PREPARE_SEED                       ? neosig_workspace_bytes(alg, NEOSIG_OP_PREPARE_SIGN, flags)
                  : t == CHECK_KEYPAIR || t >= FROM_TABLE ? neosig_workspace_bytes(alg, NEOSIG_OP_SIGN, flags)
                                                          : 0;
    return bytes > more ? bytes : more;
}

/* Runs a task on the painted stack; the bytes of stack it used. */
static size_t run(task t, int own_workspace)
{
    running = t;
    seed_used = 0;
    options = (neosig_options){.size = sizeof(neosig_options),
                               .flags = (t == KEYPAIR || t == PREPARE_SEED ? NEOSIG_ALLOW_INSECURE : 0u) | memory_flags,
                               .random = t == KEYPAIR ? draw_seed : draw_nonce};
    if (t >= FROM_TABLE) {
        mode_options(&options, mode_of(t));
        if (operation_of(t)->from == SEED)
            options.flags |= NEOSIG_ALLOW_INSECURE;
        if (operation_of(t)->run == run_nist_keypair)
            options.random = draw_seed;
    }
    if (own_workspace) {
        options.workspace = workspace;
        options.workspace_bytes = workspace_needed(t);
    }
    if (failing == GENERATOR)
        options.random = draw_fails;
    if (failing == UNKNOWN_FLAG)
        options.flags |= 1u << 31;
    if (failing == EXTERNAL_MU)
        options.flags |= NEOSIG_EXTERNAL_MU;
    if (failing == NOT_ALLOWED)
        options.flags &= ~NEOSIG_ALLOW_INSECURE;
    if (failing == SHORT_WORKSPACE && own_workspace)
        options.workspace_bytes--;
    draws = allocations = 0;
    lowest = sizeof stack;
    const uint8_t *last = painted_stack_run(stack, sizeof stack, run_task, NULL);
    if (!CHECK(last != NULL))
        return 0;
    lowest = (size_t)(last - stack) < lowest ? (size_t)(last - stack) : lowest;
    return (size_t)(stack_top - (stack + lowest));
}

/* ---- Freed memory must be clean. */

static int watching;
static size_t freed_blocks, freed_dirty;

void *__real_malloc(size_t bytes);
void __real_free(void *block);
void *__wrap_malloc(size_t bytes);
void __wrap_free(void *block);

void *__wrap_malloc(size_t bytes)
{
    if (watching && failing == ALLOCATION && allocations++ == fault_at)
        return NULL;
    void *block = __real_malloc(bytes);
    if (watching && block)
        memset(block, 0, malloc_usable_size(block));
    return block;
}

void __wrap_free(void *block)
{
    if (watching && block) {
        /* A public key may stay. What is behind it in the block was zero. */
        const size_t bytes = malloc_usable_size(block), public = alg->public_key_bytes;
        const int is_public = bytes >= public && memcmp(block, pk, public) == 0;
        freed_blocks++;
        for (size_t i = is_public ? public : 0; i < bytes; i++)
            if (((uint8_t *)block)[i]) {
                freed_dirty++;
                break;
            }
    }
    __real_free(block);
}

/* ---- Known secrets: windows of the seed and of the secret key, searched for on the stack. */

static size_t hash_of(const uint8_t *window)
{
    uint64_t value;
    memcpy(&value, window, WINDOW);
    return (size_t)(value * 0x9e3779b97f4a7c15u >> (64 - HASH_BITS));
}

/* A window of few different bytes would be found by chance. */
static int telling(const uint8_t *bytes)
{
    unsigned different = 0;
    for (size_t i = 0; i < WINDOW; i++)
        different += memchr(bytes, bytes[i], i) == NULL;
    return different >= 6;
}

static void windows_add(known_key *key, const uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i + WINDOW <= n; i++) {
        const size_t hash = hash_of(bytes + i);
        if (telling(bytes + i))
            key->hashes[hash / 64] |= UINT64_C(1) << hash % 64;
    }
}

/* On the dead stack that the last run left, most of which is zero. */
static size_t windows_found(const known_key *key)
{
    size_t found = 0;
    for (size_t i = lowest; stack + i + WINDOW <= stack_top; i++) {
        const uint8_t *window = left + i;
        const size_t hash = hash_of(window);
        found += (key->hashes[hash / 64] >> hash % 64 & 1) != 0 && telling(window) &&
                 (memmem(key->seed, alg->seed_bytes, window, WINDOW) != NULL ||
                  memmem(key->sk, alg->secret_key_bytes, window, WINDOW) != NULL);
    }
    return found;
}

/* ---- The two checks. */

static void make_key(size_t s)
{
    known_key *key = &keys[s];
    key->seed = aligned(alg->seed_bytes);
    key->pk = aligned(alg->public_key_bytes);
    key->sk = aligned(alg->secret_key_bytes);
    memset(key->hashes, 0, sizeof key->hashes);
    harness_seed(alg, seed, pk, sk, 2 + s);
    run(KEYPAIR, 1);
    CHECK(outcome == NEOSIG_OK);
    memcpy(key->seed, seed, alg->seed_bytes);
    memcpy(key->pk, pk, alg->public_key_bytes);
    memcpy(key->sk, sk, alg->secret_key_bytes);
    windows_add(key, seed, alg->seed_bytes);
    windows_add(key, sk, alg->secret_key_bytes);
}

static void set_up(const neosig_alg *a)
{
    alg = a;
    pk = aligned(a->public_key_bytes);
    sk = aligned(a->secret_key_bytes);
    sig = aligned(a->signature_bytes);
    seed = aligned(a->seed_bytes);
    prepared[0] = aligned(neosig_prepared_bytes(a, 0));
    prepared[1] = aligned(neosig_prepared_bytes(a, 1));
    size_t most = 0;
    for (task t = 0; t < TASKS; t++) {
        size_t bytes = neosig_workspace_bytes(a, tasks[t].operation, NEOSIG_PARTS);
        most = bytes > most ? bytes : most;
    }
    workspace = aligned(most);
    harness_bytes(message, sizeof message, 0);
    whole = (subject){
        .alg = a,
        .seed = seed,
        .pk = pk,
        .sk = sk,
        .sig = sig,
        .prepared = prepared[1],
        .stream = &stream,
        .message = message,
        .passphrase = passphrase,
        .text = aligned(4 * (a->secret_key_bytes + a->public_key_bytes) + 4096),
        .signed_message = aligned(DIGEST_BYTES + neosig_nist_bytes(a)), /* the longest message */
    };
    for (size_t s = 0; s < SECRETS; s++)
        make_key(s);
}

static void tear_down(void)
{
    for (size_t s = 0; s < SECRETS; s++) {
        free(keys[s].seed);
        free(keys[s].pk);
        free(keys[s].sk);
    }
    uint8_t *all[] = {pk, sk, sig, seed, prepared[0], prepared[1], workspace, whole.text, whole.signed_message};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        free(all[i]);
}

/* Key number s, and what task t needs of it. */
static void secret(size_t s, task t)
{
    memcpy(seed, keys[s].seed, alg->seed_bytes);
    memcpy(pk, keys[s].pk, alg->public_key_bytes);
    memcpy(sk, keys[s].sk, alg->secret_key_bytes);
    harness_bytes(passphrase, sizeof passphrase, 7 + s);
    const operation *const o = operation_of(t);
    if (t == SIGN_PREPARED || (o != NULL && o->from == PREPARED)) {
        run(PREPARE_SIGN, 1);
        CHECK(outcome == NEOSIG_OK);
    }
    if (o != NULL && o->from == TEXT)
        CHECK(o->text(&whole, &(neosig_options){.size = sizeof(neosig_options), .random = draw_nonce}) == NEOSIG_OK);
}

static size_t most_wiped; /* the deepest of all */

/* The largest use over the backends that this CPU runs, or of the best one. */
static void check_stack(int of_best)
{
    size_t used[TASKS] = {0};
    for (size_t b = 0; b < (of_best ? 1 : neosig_backend_count()); b++) {
        if (neosig_backend_select(neosig_backend_name(b)) != NEOSIG_OK)
            continue;
        secret(0, 0);
        for (task t = 0; t < STREAM; t++) {
            run(t, 1); /* what the first call of a process does (symbols, backend) is not the operation's */
            measuring = 1;
            deepest = 0;
            size_t bytes = run(t, 1);
            measuring = 0;
            if (!CHECK(deepest <= NEOSIG_STACK_BYTES) || !CHECK((deepest != 0) == tasks[t].secret))
                fprintf(stderr, "%s %s, %s: %zu bytes of stack, of which %d are wiped\n", alg->name, task_name(t),
                        neosig_backend_name(b), deepest, NEOSIG_STACK_BYTES);
            most_wiped = deepest > most_wiped ? deepest : most_wiped;
            used[t] = used[t] > bytes ? used[t] : bytes;
            if (!CHECK(outcome == NEOSIG_OK) || !CHECK(bytes <= STACK_LIMIT))
                fprintf(stderr, "%s %s: error %d, %zu bytes of stack\n", alg->name, task_name(t), (int)outcome, bytes);
        }
    }
    printf("| %s%s ", alg->name, memory_flags ? ", low memory" : "");
    for (int kind = 1; kind >= 0; kind--)
        printf("| %zu ", neosig_prepared_bytes(alg, kind));
    for (task t = 0; t < STREAM; t++)
        printf("| %zu + %zu ", used[t], neosig_workspace_bytes(alg, tasks[t].operation, memory_flags));
    printf("|\n");
}

static void check_planted_depth(void)
{
    set_up(neosig_alg_at(0));
    measuring = 1;
    deepest = 0;
    run(PLANTED, 1);
    measuring = 0;
    CHECK(deepest > NEOSIG_STACK_BYTES);
    tear_down();
}

/* Whether the scheme offers less memory for this set. */
static int has_low_memory(void)
{
    for (task t = 0; t < STREAM; t++)
        if (neosig_workspace_bytes(alg, tasks[t].operation, 0) !=
            neosig_workspace_bytes(alg, tasks[t].operation, NEOSIG_LOW_MEMORY))
            return 1;
    return 0;
}

/* Bytes that are not zero, nor paint if that may be left. */
static size_t dirty(const void *memory, size_t bytes, int paint)
{
    size_t n = 0;
    for (size_t i = 0; i < bytes; i++)
        n += ((const uint8_t *)memory)[i] != 0 && (!paint || ((const uint8_t *)memory)[i] != PAINT);
    return n;
}

typedef struct residue {
    size_t space, heap, known, different, deepest;
} residue;

static int has_stream(task t)
{
    return t == STREAM ||
           (t >= FROM_TABLE && (operation_of(t)->run == run_stream || operation_of(t)->run == run_stream_prepared));
}

/* On the stack, where NIST's interface has no other place for it. */
static int leaves_signature(task t)
{
    return t >= FROM_TABLE && operation_of(t)->run == run_nist_sign;
}

/* The stack of a run is kept for the next one, which may not go as deep. */
static size_t earlier_lowest;

static void keep_left(void)
{
    memcpy(earlier, left, sizeof left);
    earlier_lowest = lowest;
}

static size_t lowest_of_two(void)
{
    return lowest < earlier_lowest ? lowest : earlier_lowest;
}

/* Runs a task on several secrets and looks at what it leaves. */
static residue look(task t)
{
    residue r = {0};
    memset(seen_to_differ, 0, sizeof seen_to_differ);
    secret(0, t);
    run(t, 1); /* binds symbols: the dynamic linker leaves copies of registers on the stack */
    run(t, 0);
    for (size_t s = 0; s < SECRETS; s++) {
        secret(s, t);
        const size_t needed = workspace_needed(t);
        memset(workspace, PAINT, needed);
        run(t, 1);
        CHECK(outcome == NEOSIG_OK);
        /* a key made of seeds leaves some untouched, a key file all */
        r.space += dirty(workspace, needed, t == CHECK_KEYPAIR || t >= FROM_TABLE);
        const size_t live = (size_t)(stack_top - stack);
        r.known += leaves_signature(t) ? 0 : windows_found(&keys[s]);
        for (size_t i = lowest_of_two(); s && i < live && !leaves_signature(t); i++)
            seen_to_differ[i] |= earlier[i] != left[i];
        keep_left();

        watching = 1;
        freed_blocks = freed_dirty = 0;
        run(t, 0);
        watching = 0;
        CHECK(outcome == NEOSIG_OK);
        CHECK(freed_blocks > 0);
        r.heap += freed_dirty;
        for (size_t i = 0; has_stream(t) && i < sizeof stream; i++)
            r.space += ((const uint8_t *)&stream)[i] != 0;
    }
    for (size_t i = 0; i < sizeof stack; i++)
        if (seen_to_differ[i]) {
            size_t below = (size_t)(stack_top - stack) - i;
            r.deepest = r.different ? r.deepest : below;
            r.different++;
        }
    return r;
}

static void check_wipe(task t)
{
    residue r = look(t);
    int good = CHECK(r.space == 0);
    good &= CHECK(r.heap == 0);
    good &= CHECK(r.known == 0);
    good &= CHECK(r.different == 0);
    if (!good)
        fprintf(
            stderr,
            "%s %s: %zu bytes of workspace or stream, %zu freed blocks not clean; on the stack %zu known windows, %zu "
            "bytes that depend on the secret, as deep as %zu below the caller\n",
            alg->name, task_name(t), r.space, r.heap, r.known, r.different, r.deepest);
}

/* ---- Failure must leave as little. */

static unsigned errors_seen[ALL_TASKS]; /* bit by bit */

/* What a task left that failed. All outputs are zero (but a stream may end before it knows of a signature), and the
 * workspace, if it was touched. */
static size_t left_by(task t, int own_workspace)
{
    const int worked = outcome == NEOSIG_ERR_KEY || outcome == NEOSIG_ERR_RANDOM || outcome == NEOSIG_ERR_ATTEMPTS;
    const size_t needed = workspace_needed(t);
    size_t touched = 0;
    for (size_t i = 0; i < needed; i++)
        touched += workspace[i] != PAINT;
    /* A part may be untouched: CHECK_KEYPAIR has the workspace of a key pair or of signing, whichever is larger, and
     * may take less, as in look. What was touched must be zero all the same. */
    const int untouched = t == STREAM || t == CHECK_KEYPAIR || !worked || !own_workspace;
    size_t bytes = touched == 0 ? 0 : dirty(workspace, needed, untouched);
    if (t == KEYPAIR)
        bytes += dirty(pk, alg->public_key_bytes, 0) + dirty(sk, alg->secret_key_bytes, 0);
    if (t == PREPARE_SIGN || t == PREPARE_SEED)
        bytes += dirty(prepared[1], neosig_prepared_bytes(alg, 1) - (failing == SHORT_PREPARED), 0);
    if (t == SIGN || t == SIGN_PREPARED || t == STREAM)
        bytes += dirty(sig, alg->signature_bytes, t == STREAM) + dirty(&sig_bytes, sizeof sig_bytes, t == STREAM);
    if (t == STREAM)
        bytes += dirty(&stream, sizeof stream, 0);
    return bytes;
}

static void paint_outputs(task t)
{
    memset(workspace, PAINT, workspace_needed(t));
    memset(sig, PAINT, alg->signature_bytes);
    memset(&sig_bytes, PAINT, sizeof sig_bytes);
    memset(&stream, 0, sizeof stream);
    if (t == KEYPAIR) {
        memset(pk, PAINT, alg->public_key_bytes);
        memset(sk, PAINT, alg->secret_key_bytes);
    }
    if (t == PREPARE_SIGN || t == PREPARE_SEED)
        memset(prepared[1], PAINT, neosig_prepared_bytes(alg, 1));
}

/* One task with one fault, on a workspace of the caller's and on one of its own; how it ends. What it may leave if it
 * ends well is check_wipe's affair. */
static neosig_error fail_once(task t, fault f)
{
    neosig_error error = NEOSIG_OK;
    for (int own = f != ALLOCATION; own >= (f == SHORT_WORKSPACE); own--) {
        size_t space = 0, known = 0, different = 0;
        for (size_t s = 0; s < (f < SHORT_KEY ? 2 : 1); s++) {
            secret(s, t);
            if ((f == KEY_OF_ONES || f == KEY_OF_ZEROS) && alg->secret_key_bytes > KEY_BEGINNING)
                memset(sk + KEY_BEGINNING, f == KEY_OF_ONES ? 0xff : 0, alg->secret_key_bytes - KEY_BEGINNING);
            paint_outputs(t);
            watching = 1;
            freed_dirty = 0;
            failing = f;
            run(t, own);
            watching = 0;
            error = outcome;
            errors_seen[t] |= 1u << error;
            space += freed_dirty;
            if (error != NEOSIG_OK && t < FROM_TABLE)
                space += left_by(t, own);
            failing = NO_FAULT;
            const size_t live = (size_t)(stack_top - stack);
            known += leaves_signature(t) ? 0 : windows_found(&keys[s]);
            /* of others, also addresses of the heap */
            for (size_t i = lowest_of_two(); s && i < live && t < FROM_TABLE; i++)
                different += earlier[i] != left[i];
            keep_left();
        }
        if (!CHECK(space == 0) || !CHECK(known == 0) || !CHECK(different == 0))
            fprintf(stderr,
                    "%s %s, fault %d, error %d: %zu bytes of outputs, workspace or freed blocks not clean; "
                    "on the stack %zu known windows, %zu bytes that depend on the secret\n",
                    alg->name, task_name(t), (int)f, (int)error, space, known, different);
    }
    return error;
}

enum { MOST_CALLS = 1000 }; /* of the generator or the allocator, more than any operation makes */

static void check_failures(task t)
{
    const int broken = alg->status == NEOSIG_BROKEN || alg->status == NEOSIG_WITHDRAWN;
    const int makes_key = t == KEYPAIR || t == PREPARE_SEED;
    const int has_mu = (alg->features & NEOSIG_HAS_EXTERNAL_MU) != 0, signs = t == SIGN || t == SIGN_PREPARED;

    for (fault f = GENERATOR; f <= ALLOCATION; f++) {
        neosig_error error = f == GENERATOR ? NEOSIG_ERR_RANDOM : NEOSIG_ERR_MEMORY;
        for (fault_at = 0; fail_once(t, f) == error && CHECK(fault_at < MOST_CALLS); fault_at++)
            ;
        CHECK(outcome == NEOSIG_OK);
        CHECK(fault_at != 0 || f == GENERATOR);
    }
    if (t >= FROM_TABLE)
        return;
    if (t == SIGN || t == STREAM || t == PREPARE_SIGN || t == CHECK_KEYPAIR) {
        fail_once(t, KEY_OF_ONES);
        fail_once(t, KEY_OF_ZEROS);
    }
    if (t != KEYPAIR && t != SIGN_PREPARED)
        CHECK(fail_once(t, SHORT_KEY) == NEOSIG_ERR_LENGTH);
    if (t == PREPARE_SIGN || t == PREPARE_SEED)
        CHECK(fail_once(t, SHORT_PREPARED) == NEOSIG_ERR_WORKSPACE);
    CHECK(fail_once(t, SHORT_WORKSPACE) == NEOSIG_ERR_WORKSPACE);
    CHECK(fail_once(t, UNKNOWN_FLAG) == NEOSIG_ERR_ARGUMENT);
    if (signs || t == STREAM)
        CHECK(fail_once(t, EXTERNAL_MU) == (has_mu ? NEOSIG_ERR_LENGTH : NEOSIG_ERR_UNSUPPORTED));
    if (broken && makes_key)
        CHECK(fail_once(t, NOT_ALLOWED) == NEOSIG_ERR_INSECURE);
}

/* The errors that a key brings about were among them. */
static void check_errors_seen(void)
{
    const task with_key[] = {SIGN, STREAM, PREPARE_SIGN, CHECK_KEYPAIR};
    for (size_t i = 0; i < sizeof with_key / sizeof with_key[0]; i++)
        CHECK(errors_seen[with_key[i]] >> NEOSIG_ERR_KEY & 1);
    CHECK(errors_seen[SIGN] >> NEOSIG_ERR_ATTEMPTS & 1);
    CHECK(errors_seen[STREAM] >> NEOSIG_ERR_ATTEMPTS & 1);
}

int main(int argc, char **argv)
{
    const int wipe = argc > 1 && !strcmp(argv[1], "wipe");
    const int first = argc > 2 && !strcmp(argv[2], "first"), quick = argc > 2 && (first || !strcmp(argv[2], "quick"));
    if (argc < 2 || (!wipe && strcmp(argv[1], "stack"))) {
        fprintf(stderr, "usage: %s stack|wipe [quick|first]\n", argv[0]);
        return 2;
    }
    if (!wipe) {
        printf(
            "## Stack and workspace\n\n"
            "Bytes on 64-bit Arm, measured by `make stack` under qemu. An operation takes stack + workspace. The\n"
            "stack is the deepest below the caller, of all backends, and includes the bytes that operations on\n"
            "secrets wipe at their end. Of sets whose signatures take a second it is that of `neon-sha3` alone.\n"
            "Programs get the other sizes from `neosig_workspace_bytes` and `neosig_prepared_bytes`. A signature in\n"
            "parts takes more workspace: [api.md](api.md#signatures-in-parts).\n\n"
            "| set | prepared secret key | prepared public key ");
        for (task t = 0; t < STREAM; t++)
            printf("| %s ", task_name(t));
        printf("|\n|---|---|---|---|---|---|---|---|---|---|\n");
    }
    for (size_t i = 0; i < neosig_alg_count(); i++) {
        if (first ? !first_set(neosig_alg_at(i)) : quick && !quick_set(neosig_alg_at(i)))
            continue;
        const int is_long = (neosig_alg_at(i)->features & NEOSIG_READS_TWICE) != 0;
        const int is_first = first_set(neosig_alg_at(i));
        if (!OPTIMISED && is_long && !is_first)
            continue; /* they take a minute each */
        /* All tasks of these sets hash in the same code, so emulated and short runs take few of them. */
        const int few = is_long && (first || (quick && SLOW));
        set_up(neosig_alg_at(i));
        if (!quick)
            fprintf(stderr, "%s\n", alg->name);
        if (wipe) {
            for (unsigned low = 0; low < 1u + (unsigned)has_low_memory(); low++) {
                memory_flags = low * NEOSIG_LOW_MEMORY;
                /* Errors are of the scheme, not of the set, and HAETAE's attempts with little memory take longest. */
                const int fails = (OPTIMISED && !SLOW) || (is_first && !low);
                for (task t = 0; t < TASKS; t++)
                    if (tasks[t].secret && (!few || is_first || t == KEYPAIR || t == SIGN)) {
                        check_wipe(t);
                        if (fails)
                            check_failures(t);
                    }
                for (task t = FROM_TABLE; t < ALL_TASKS && !low; t++)
                    if (is_further(alg, t) &&
                        (!few || (is_first && mode_of(t) == &modes[PLAIN]) || (!SLOW && has_code_of_its_own(t)))) {
                        check_wipe(t);
                        if (fails)
                            check_failures(t);
                    }
            }
            memory_flags = 0;
            residue planted = look(PLANTED);
            if (!CHECK(planted.space != 0 && planted.heap != 0 && planted.known != 0 && planted.different != 0))
                fprintf(stderr, "%s: of what was planted, %zu, %zu, %zu, %zu were found\n", alg->name, planted.space,
                        planted.heap, planted.known, planted.different);
        } else {
            /* slow sets take no more stack than others of the same code */
            const int of_best = test_is_slow(alg) || (quick && SLOW);
            check_stack(of_best);
            memory_flags = NEOSIG_LOW_MEMORY;
            if (has_low_memory())
                check_stack(of_best);
            memory_flags = 0;
        }
        tear_down();
    }
    if (wipe)
        check_errors_seen();
    if (!wipe) {
        check_planted_depth();
        printf("\nAn operation on secrets wipes %d bytes of stack at its end. No operation used more than %zu of\n"
               "them.\n",
               NEOSIG_STACK_BYTES, most_wiped);
    }
    return wipe ? test_end() : test_failed || !test_passed;
}
