/* A program for the constant-time checks: it runs one operation on several secrets, one after another, in the same
 * memory.
 *
 *     PROGRAM SET OPERATION INDEX ...
 *
 * Index i names the i-th secret. The first one also runs once before the first mark, so that what happens only once in
 * a process (the choice of the backend) is over.
 *
 * Three builds of the library make three checks of the same program:
 * - as it is: the trace of the marked regions is compared under the QEMU plugin (plugin.c, trace.py);
 * - NEOSIG_TAINT: secrets are undefined memory for valgrind (taint.py);
 * - NEOSIG_DECLASSIFY_HOOK: prints, for each index, what the run declassified: "class <index> <rejections> <digest>".
 *   Runs that declassify the same sequence of short values (whether an attempt is rejected) may be compared; rejections
 *   is how many of these were not zero and tell of an attempt.
 */
#ifndef NEOSIG_HARNESS_H
#define NEOSIG_HARNESS_H

#include "core/secret.h"
#include "inputs.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* movz xzr, #imm and nopl imm(%rax): no effect on any machine, known to the plugin and to steps.c. */
#ifdef __aarch64__
#define HARNESS_BEGIN() __asm__ volatile("movz xzr, #0x6e62" ::: "memory")
#define HARNESS_END() __asm__ volatile("movz xzr, #0x6e65" ::: "memory")
#elif defined(__x86_64__)
#define HARNESS_BEGIN() __asm__ volatile(".byte 0x0f, 0x1f, 0x80, 0x62, 0x6e, 0, 0" ::: "memory")
#define HARNESS_END() __asm__ volatile(".byte 0x0f, 0x1f, 0x80, 0x65, 0x6e, 0, 0" ::: "memory")
#else
#define HARNESS_BEGIN() __asm__ volatile("" ::: "memory")
#define HARNESS_END() __asm__ volatile("" ::: "memory")
#endif

/* Only the comparison needs the warm-up. */
#ifdef NEOSIG_TAINT
#define HARNESS_FIRST 3
#else
#define HARNESS_FIRST 2
#endif

/* What a program provides. Both return 0 or an error. prepare makes the inputs of secret index, outside of the marks,
 * and classifies what is secret in them; run is the operation; finish looks at its outputs. */
int harness_prepare(const char *set, const char *operation, uint64_t index);
int harness_run(void);
int harness_finish(int result);

/* Whether the backend asked for is the one in use: a check of another would be none. */
static inline int harness_backend(void)
{
    const char *asked = getenv("NEOSIG_BACKEND");
    return asked == NULL || strcmp(asked, neosig_backend_active()) == 0;
}

/* "list backends": those that this CPU runs. */
static inline void harness_list_backends(const char *what)
{
    if (strcmp(what, "backends") != 0)
        return;
    for (size_t i = 0; i < neosig_backend_count(); i++)
        if (neosig_backend_usable(neosig_backend_name(i)))
            puts(neosig_backend_name(i));
    exit(0);
}

#ifdef NEOSIG_DECLASSIFY_HOOK
static uint64_t harness_class, harness_rejections;

static void harness_note(const void *data, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        harness_class = (harness_class ^ ((const uint8_t *)data)[i]) * 0x100000001b3u;
}

/* Numbers that follow no attempt, whatever they are. */
static int harness_is_number(const char *why)
{
    static const char *const numbers[] = {"the length of the signature", "the structure of a key file",
                                          "scrypt's addresses follow the passphrase"};
    int is = 0;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        is |= !strcmp(why, numbers[i]);
    return is;
}

void neosig_declassified(const void *data, size_t bytes, const char *why)
{
    const char *ignored = getenv("NEOSIG_CT_IGNORE");
    for (size_t n; ignored && *ignored; ignored += n, ignored += *ignored == '|') {
        n = strcspn(ignored, "|");
        if (n == strlen(why) && !memcmp(ignored, why, n))
            return;
    }
    harness_note(why, strlen(why));
    harness_note(&bytes, sizeof bytes);
    if (bytes <= 8) { /* a decision; longer ones are outputs */
        static const uint8_t zeros[8];
        harness_note(data, bytes);
        harness_rejections += !harness_is_number(why) && memcmp(data, zeros, bytes) != 0;
    }
}
#endif

int main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "usage: %s SET OPERATION INDEX ...\n", argv[0]);
        return 2;
    }
    for (int i = HARNESS_FIRST; i < argc; i++) {
        uint64_t index = strtoull(argv[i == 2 ? 3 : i], NULL, 10);
        int error = harness_prepare(argv[1], argv[2], index);
        if (error) {
            fprintf(stderr, "%s %s: cannot prepare secret %" PRIu64 ": %d\n", argv[1], argv[2], index, error);
            return 2;
        }
#ifdef NEOSIG_DECLASSIFY_HOOK
        harness_class = harness_rejections = 0;
#endif
        /* The warm-up goes through the same code and the same stack as the others, less the marks. */
        if (i > 2)
            HARNESS_BEGIN();
        int result = harness_run();
        if (i > 2)
            HARNESS_END();
#ifdef NEOSIG_DECLASSIFY_HOOK
        if (i > 2)
            printf("class %" PRIu64 " %" PRIu64 " %016" PRIx64 "\n", index, harness_rejections, harness_class);
#endif
        error = harness_finish(result);
        if (error) {
            fprintf(stderr, "%s %s: secret %" PRIu64 ": error %d\n", argv[1], argv[2], index, error);
            return 2;
        }
    }
    return 0;
}

#endif
