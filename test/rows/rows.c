/* The library's rows keep the preconditions of the code, and the rules of versions and statuses. */
#include "rows/rows.h"
#include "rows/status.h"

/* The words for a row in which one thing is changed. */
static void check_planted(const char *words, const neosig_alg *alg)
{
    const char *const fault = status_fault(alg);
    if (!CHECK(fault != NULL && strcmp(fault, words) == 0))
        fprintf(stderr, "\"%s\" is seen as \"%s\"\n", words, fault != NULL ? fault : "good");
}

static void test_planted(void)
{
    const neosig_specification good = {"1", "2026-08-31", "code", "2026-11", NULL};
    const neosig_attack at_level_1 = {143, "2026", "paper"};
    const neosig_alg alg = {.level = 1, .status = NEOSIG_CANDIDATE, .specification = &good, .attack = &at_level_1};
    CHECK(status_fault(&alg) == NULL);

    static const struct {
        const char *words;
        neosig_specification specification;
    } versions[] = {
        {"a set says which version it follows, and by which source", {NULL, "2026", "code", "2026-11", NULL}},
        {"a set says which version it follows, and by which source", {"1", "2026", NULL, "2026-11", NULL}},
        {"a version has its date and that of its last comparison", {"1", "August", "code", "2026-11", NULL}},
        {"a version has its date and that of its last comparison", {"1", "2026-8", "code", "2026-11", NULL}},
        {"a version has its date and that of its last comparison", {"1", "2026-08-311", "code", "2026-11", NULL}},
        {"a version has its date and that of its last comparison", {"1", "2026", "code", NULL, NULL}},
        {"a version is compared after it is published", {"1", "2026-08", "code", "2026-07", NULL}},
    };
    for (size_t i = 0; i < sizeof versions / sizeof versions[0]; i++) {
        neosig_alg planted = alg;
        planted.specification = &versions[i].specification;
        check_planted(versions[i].words, &planted);
    }
    static const struct {
        const char *words;
        neosig_status status;
        unsigned level;
        neosig_attack attack;
    } attacks[] = {
        {"an attack has its paper and date", NEOSIG_BROKEN, 1, {100, "2026", NULL}},
        {"an attack has its paper and date", NEOSIG_BROKEN, 1, {100, NULL, "paper"}},
        {"a set with an attack below its level is withdrawn or broken", NEOSIG_CANDIDATE, 1, {142, "2026", "paper"}},
        {"a set with an attack below its level is withdrawn or broken", NEOSIG_SUPERSEDED, 1, {0, "2026", "paper"}},
        {"a set with an attack below its level is withdrawn or broken", NEOSIG_STANDARD, 5, {271, "2026", "paper"}},
        {"a broken set names the attack", NEOSIG_BROKEN, 3, {207, "2026", "paper"}},
    };
    for (size_t i = 0; i < sizeof attacks / sizeof attacks[0]; i++) {
        neosig_alg planted = alg;
        planted.status = attacks[i].status;
        planted.level = attacks[i].level;
        planted.attack = &attacks[i].attack;
        check_planted(attacks[i].words, &planted);
    }
}

int main(void)
{
    rows_check();
    for (size_t i = 0; i < neosig_alg_count(); i++) {
        const char *const fault = status_fault(neosig_alg_at(i));
        if (!CHECK(fault == NULL))
            fprintf(stderr, "%s breaks: %s\n", neosig_alg_at(i)->name, fault);
    }
    test_planted();
    return test_end();
}
