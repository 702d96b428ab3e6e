/* Leaks planted on purpose, one a "set": the checkers must catch each of them and pass the clean ones. trace.py lists
 * count_vartime and sample_vartime of this file as passed over. */
#include "../harness.h"

void neosig_planted_namesake(const uint8_t *data); /* namesake.c */

static uint8_t secret[16], public_part[16], table[256];
static void (*operation)(void);
static volatile uint8_t sink;

static __attribute__((noinline)) void clean(void)
{
    uint8_t sum = 0;
    for (size_t i = 0; i < sizeof secret; i++)
        for (unsigned j = 0; j < 256; j++) /* masked scan of the whole table */
            sum = (uint8_t)(sum + (table[j] & (((j ^ secret[i]) - 1u) >> 8)));
    sink = sum;
}

static __attribute__((noinline)) void leak_table(void)
{
    uint8_t sum = 0;
    for (size_t i = 0; i < sizeof secret; i++)
        sum = (uint8_t)(sum + table[secret[i]]);
    sink = sum;
}

static __attribute__((noinline)) void leak_branch(void)
{
    for (size_t i = 0; i < sizeof secret; i++) {
        if (secret[i] & 1)
            sink = 1;
        __asm__ volatile("" ::: "memory");
    }
}

static __attribute__((noinline)) void leak_exit(void)
{
    for (size_t i = 0; i < sizeof secret; i++) {
        if (secret[i] != table[i])
            return;
        __asm__ volatile("" ::: "memory");
    }
    sink = 1;
}

/* A few bytes, which the C library copies. */
static __attribute__((noinline)) void leak_copy(void)
{
    static volatile size_t bytes = 16;
    uint8_t copy[16];
    for (size_t i = 0; i < sizeof secret; i++) {
        memcpy(copy, table + secret[i] % 240, bytes);
        sink = copy[0];
    }
}

/* Variable time on public data, named so and listed: allowed, whatever it calls. */
static __attribute__((noinline)) uint8_t count_ones(const uint8_t *data)
{
    uint8_t n = 0;
    for (size_t i = 0; i < 16; i++)
        if (data[i] & 1) {
            n = (uint8_t)(n + table[data[i]]);
            sink = n;
        }
    return n;
}

static __attribute__((noinline)) uint8_t count_vartime(const uint8_t *data)
{
    uint8_t n = count_ones(data);
    sink = n;
    return n;
}

static __attribute__((noinline)) void vartime_public(void)
{
    for (size_t i = 0; i < sizeof secret; i++)
        public_part[i] = (uint8_t)(table[i] ^ secret[i]);
    neosig_declassify(public_part, sizeof public_part, "masked: safe to publish");
    sink = count_vartime(public_part);
}

/* The same without saying so in the name. */
static __attribute__((noinline)) void leak_unnamed(void)
{
    for (size_t i = 0; i < sizeof secret; i++)
        public_part[i] = (uint8_t)(table[i] ^ secret[i]);
    sink = count_ones(public_part);
}

/* The name alone is not enough, */
static __attribute__((noinline)) uint8_t unlisted_vartime(const uint8_t *data)
{
    uint8_t n = 0;
    for (size_t i = 0; i < 16; i++)
        n = (uint8_t)(n + table[data[i]]);
    return n;
}

static __attribute__((noinline)) void leak_unlisted(void)
{
    sink = unlisted_vartime(secret);
}

/* nor is a listed function of that name in another file. */
static __attribute__((noinline)) void leak_namesake(void)
{
    neosig_planted_namesake(secret);
}

/* A kernel that follows a declassified decision, which is the same for every secret, and holds secrets besides. It is
 * passed over where it is part of an operation; traced as a kernel it must show what its candidates do. */
static __attribute__((noinline)) uint8_t clean_candidate(uint8_t x)
{
    return (uint8_t)(x * x);
}

static __attribute__((noinline)) uint8_t leak_candidate(uint8_t x)
{
    return table[x];
}

static __attribute__((noinline)) uint8_t sample_vartime(uint8_t (*candidate)(uint8_t), const uint8_t *in)
{
    uint8_t sum = 0;
    for (size_t i = 0; i < sizeof secret; i++) {
        uint8_t reject = in[i] >> 7;
        neosig_declassify(&reject, 1, "whether the candidate is rejected");
        if (!reject)
            sum = (uint8_t)(sum + candidate(in[i]));
    }
    return sum;
}

static void fix_decisions(void)
{
    for (size_t i = 0; i < sizeof secret; i++)
        secret[i] = (uint8_t)((secret[i] & 0x7f) | i % 3 << 7);
}

static __attribute__((noinline)) void kernel_clean(void)
{
    sink = sample_vartime(clean_candidate, secret);
}

static __attribute__((noinline)) void kernel_leak(void)
{
    sink = sample_vartime(leak_candidate, secret);
}

/* Repeats until a candidate is accepted: runs with the same number of attempts are alike. */
static __attribute__((noinline)) void attempts(void)
{
    for (size_t i = 0; i < sizeof secret; i++) {
        uint8_t reject = secret[i] & 3;
        neosig_declassify(&reject, 1, "whether the candidate is rejected");
        if (!reject)
            return;
    }
}

int harness_prepare(const char *set, const char *op, uint64_t index)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } sets[] = {{"clean", clean},
                {"leak-table", leak_table},
                {"leak-branch", leak_branch},
                {"leak-exit", leak_exit},
                {"vartime-public", vartime_public},
                {"leak-unnamed", leak_unnamed},
                {"leak-unlisted", leak_unlisted},
                {"leak-namesake", leak_namesake},
                {"leak-copy", leak_copy},
                {"kernel-clean", kernel_clean},
                {"kernel-leak", kernel_leak},
                {"attempts", attempts}};
    (void)op;
    operation = NULL;
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++)
        if (!strcmp(sets[i].name, set))
            operation = sets[i].run;
    harness_bytes(table, sizeof table, 0);
    harness_bytes(secret, sizeof secret, index + 1);
    if (index % 2) /* for the early exit */
        secret[0] = table[0];
    if (operation == kernel_clean || operation == kernel_leak)
        fix_decisions();
    neosig_classify(secret, sizeof secret);
    return operation == NULL;
}

int harness_run(void)
{
    operation();
    return 0;
}

int harness_finish(int result)
{
    return result;
}
