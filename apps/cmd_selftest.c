#include "app.h"
#include "common/hex.h"
#include "common/known_answer.h"
#include "json.h"
#include "known_answers.h"
#include "progress.h"

#include <stdlib.h>
#include <string.h>

enum { COLUMN = 10 };

/* Whether all vectors of an answer come out in the backend selected. */
static int check_answer(const neosig_alg *alg, const known_answer *answer)
{
    uint8_t seed[48], msg[KNOWN_ANSWER_MESSAGE_BYTES(KNOWN_VECTORS - 1)];
    known_answer_digests expected;
    nist_drbg vectors;
    known_answer_begin(&vectors);
    int good = 1;
    for (size_t count = 0; count < KNOWN_VECTORS && good; count++) {
        known_answer_next(&vectors, count, seed, msg);
        good = hex_decode(expected.pk, 32, answer->vectors[count].pk) == 0 &&
               hex_decode(expected.sk, 32, answer->vectors[count].sk) == 0 &&
               hex_decode(expected.sm, 32, answer->vectors[count].sm) == 0 &&
               !known_answer_check(alg, answer->deterministic ? NEOSIG_DETERMINISTIC : 0, seed, msg,
                                   KNOWN_ANSWER_MESSAGE_BYTES(count), &expected);
    }
    return good;
}

static int has_answers(const neosig_alg *alg)
{
    for (size_t i = 0; i < known_answers_count; i++)
        if (strcmp(known_answers[i].name, alg->name) == 0)
            return 1;
    return 0;
}

/* Whether all known answers of alg come out in the backend selected. */
static int check_alg(const neosig_alg *alg)
{
    int good = 1;
    for (size_t i = 0; i < known_answers_count; i++)
        if (strcmp(known_answers[i].name, alg->name) == 0)
            good &= check_answer(alg, &known_answers[i]);
    return good;
}

typedef enum form { TABLE, QUIET, JSON } form;

static void print_result(form f, const neosig_alg *alg, const char *backend, int good)
{
    if (f == JSON) {
        json_object(NULL);
        json_text("algorithm", alg->name);
        json_text("backend", backend);
        json_flag("passed", good);
        json_end();
    } else if (f == TABLE) {
        printf("  %*s", COLUMN, good ? "PASS" : "FAIL");
    } else if (!good) {
        printf("%s, %s: FAIL\n", alg->name, backend);
    }
    fflush(stdout);
}

/* A set of which there are no known answers. */
static void print_none(form f, const neosig_alg *alg)
{
    if (f == JSON) {
        json_object(NULL);
        json_text("algorithm", alg->name);
        json_null("backend");
        json_null("passed");
        json_end();
    } else if (f == TABLE) {
        printf("%-28s  no known answers\n", alg->name);
    }
}

/* All backends, one line of the table. Returns the number of those that failed. */
static size_t check_line(const neosig_alg *alg, form f)
{
    size_t failures = 0;
    if (f == TABLE) {
        printf("%-28s", alg->name);
        fflush(stdout);
    }
    for (size_t i = 0; i < neosig_backend_count(); i++) {
        const char *name = neosig_backend_name(i);
        if (!neosig_backend_usable(name))
            continue;
        if (f != TABLE)
            progress_show("%s, %s ...", alg->name, name);
        const int good = neosig_backend_select(name) == NEOSIG_OK && check_alg(alg);
        progress_clear();
        failures += !good;
        print_result(f, alg, name, good);
    }
    if (f == TABLE)
        putchar('\n');
    return failures;
}

static int run(const app_command *self, int argc, char **argv)
{
    int quiet = 0, json = 0;
    const app_option options[] = {{'q', "quiet", NULL, "print failures only", &quiet, NULL},
                                  {0, "json", NULL, "print JSON", &json, NULL},
                                  {.name = NULL}};
    int code = app_options(self, options, &argc, argv);
    if (code >= 0)
        return code;
    for (int i = 0; i < argc; i++)
        if (!app_algorithm(argv[i]))
            return EXIT_USAGE;
    if (neosig_workspace_bytes(neosig_alg_at(0), NEOSIG_OP_KEYPAIR, 0) == 0)
        return app_fail("self-test: the library only verifies, and the known answers are of keys and signatures");
    if (quiet && json)
        return app_usage("--quiet and --json exclude each other");
    const form f = json ? JSON : quiet ? QUIET : TABLE;
    if (f == JSON)
        json_array(NULL);
    if (f == TABLE) {
        printf("%-28s", "Known answers");
        for (size_t i = 0; i < neosig_backend_count(); i++)
            if (neosig_backend_usable(neosig_backend_name(i)))
                printf("  %*s", COLUMN, neosig_backend_name(i));
        putchar('\n');
    }
    size_t count = argc ? (size_t)argc : neosig_alg_count(), failures = 0, tested = 0;
    for (size_t i = 0; i < count; i++) {
        const neosig_alg *alg = argc ? app_algorithm(argv[i]) : neosig_alg_at(i);
        if (has_answers(alg)) {
            failures += check_line(alg, f);
            tested++;
        } else {
            print_none(f, alg);
        }
    }
    if (f == JSON)
        json_end();
    if (failures) {
        app_fail("self-test: %zu failed", failures);
        return EXIT_INVALID;
    }
    if (tested == 0) {
        app_fail("self-test: nothing to test: there are no known answers");
        return EXIT_INVALID;
    }
    return EXIT_GOOD;
}

const app_command command_selftest = {
    "selftest",
    "[OPTION]... [ALG]...",
    "ALG",
    "Check the known answers of every algorithm in every backend this CPU runs",
    "Makes the first keys and signatures of each set's published test vectors again, compares them, verifies the\n"
    "signatures, and sees that a changed message is refused. A set without known answers is named and not tested;\n"
    "that is no failure. If no set was tested, the self-test fails.",
    run};
