/* The library's rows keep the preconditions of the code, and the rules of names, versions and statuses. */
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
    const neosig_alg alg = {
        .name = "scheme-1", .level = 1, .status = NEOSIG_CANDIDATE, .specification = &good, .attack = &at_level_1};
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
        {"a level is 1 to 5", NEOSIG_CANDIDATE, 0, {143, "2026", "paper"}},
        {"a level is 1 to 5", NEOSIG_CANDIDATE, 7, {143, "2026", "paper"}},
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

static void test_shared(void)
{
    const neosig_alg alg = {.name = "scheme-1", .oid = "1.2"};
    static const struct {
        const char *words, *name, *oid;
    } others[] = {
        {NULL, "scheme-11", "1.3"},
        {NULL, "scheme", "1.21"},
        {"two sets have one object identifier", "scheme-2", "1.2"},
        {"two sets have one name, but for capital letters, hyphens and spaces", "scheme-1", "1.3"},
        {"two sets have one name, but for capital letters, hyphens and spaces", "Scheme_ 1", "1.3"},
    };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        const neosig_alg other = {.name = others[i].name, .oid = others[i].oid};
        const char *const fault = status_shared(&alg, &other), *const words = others[i].words;
        if (!CHECK(fault == words || (fault != NULL && words != NULL && strcmp(fault, words) == 0)))
            fprintf(stderr, "%s and %s: \"%s\"\n", alg.name, other.name, fault != NULL ? fault : "nothing shared");
    }
}

int main(void)
{
    rows_check();
    for (size_t i = 0; i < neosig_alg_count(); i++) {
        const neosig_alg *const alg = neosig_alg_at(i);
        const char *fault = status_fault(alg);
        if (!CHECK(fault == NULL))
            fprintf(stderr, "%s breaks: %s\n", alg->name, fault);
        for (size_t j = 0; j < i; j++)
            if (!CHECK((fault = status_shared(alg, neosig_alg_at(j))) == NULL))
                fprintf(stderr, "%s and %s: %s\n", neosig_alg_at(j)->name, alg->name, fault);
    }
    test_planted();
    test_shared();
    return test_end();
}
