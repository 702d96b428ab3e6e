/* Choosing a backend, and what the CPU is said to have. */
#define _DEFAULT_SOURCE /* setenv */
#include "core/core.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

/* Each set of features gets the first backend whose needs it meets. */
static void test_best(void)
{
    CHECK(strcmp(neosig_backend_best(0)->name, "portable") == 0);
    CHECK(neosig_backend_best(~0u) == neosig_backends[0]);
    CHECK(neosig_backends[neosig_backends_count - 1]->needs == 0);
    for (uint32_t cpu = 0; cpu < 4096; cpu++) {
        const neosig_backend *best = neosig_backend_best(cpu);
        size_t i = 0;
        CHECK((best->needs & ~cpu) == 0);
        for (; neosig_backends[i] != best; i++)
            CHECK(((neosig_backends[i]->needs | neosig_backends[i]->wants) & ~cpu) != 0);
    }
#if defined(__aarch64__)
    uint32_t neon = NEOSIG_CPU_NEON;
    CHECK(strcmp(neosig_backend_best(neon)->name, "neon") == 0);
    CHECK(strcmp(neosig_backend_best(neon | NEOSIG_CPU_SHA3)->name, "neon") == 0);
    const uint32_t crypto = neon | NEOSIG_CPU_AES | NEOSIG_CPU_PMULL | NEOSIG_CPU_SHA2;
    CHECK(strcmp(neosig_backend_best(crypto & ~NEOSIG_CPU_SHA2)->name, "neon") == 0);
    CHECK(strcmp(neosig_backend_best(crypto)->name, "neon-aes") == 0);
    CHECK(strcmp(neosig_backend_best(crypto | NEOSIG_CPU_SHA3)->name, "neon-aes") == 0);
    CHECK(strcmp(neosig_backend_best(crypto | NEOSIG_CPU_SHA3 | NEOSIG_CPU_FAST_SHA3)->name, "neon-sha3") == 0);
#elif defined(__x86_64__)
    CHECK(strcmp(neosig_backend_best(NEOSIG_CPU_AVX2)->name, "portable") == 0);
    CHECK(strcmp(neosig_backend_best(NEOSIG_CPU_AVX2 | NEOSIG_CPU_AESNI)->name, "avx2") == 0);
#endif
    for (size_t i = 0; i < neosig_backends_count; i++) {
        const neosig_backend *b = neosig_backends[i];
        CHECK(b->keccak != NULL && b->aes != NULL && b->gf16 != NULL && b->tower != NULL && b->ntt_8380417 != NULL &&
              b->mldsa != NULL);
    }
}

/* As if the process had been started with this in its environment. */
static void choose_with(const char *value)
{
    if (value != NULL)
        setenv("NEOSIG_BACKEND", value, 1);
    else
        unsetenv("NEOSIG_BACKEND");
    CHECK(neosig_backend_select(NULL) == NEOSIG_OK);
}

static void test_choice(void)
{
    const char *best = neosig_backend_best(neosig_cpu())->name;
    choose_with(NULL);
    CHECK(strcmp(neosig_backend_active(), best) == 0);
    CHECK(strcmp(neosig_backend_why(), "the best this CPU runs") == 0);
    choose_with("");
    CHECK(strcmp(neosig_backend_active(), best) == 0);
    choose_with("no-such-backend");
    CHECK(strcmp(neosig_backend_active(), best) == 0);
    CHECK(strstr(neosig_backend_why(), "names no backend") != NULL);

    for (size_t i = 0; i < neosig_backend_count(); i++) {
        const char *name = neosig_backend_name(i);
        choose_with(name);
        if (neosig_backend_usable(name)) {
            CHECK(strcmp(neosig_backend_active(), name) == 0);
            CHECK(strstr(neosig_backend_why(), "named by NEOSIG_BACKEND") != NULL);
        } else {
            CHECK(strcmp(neosig_backend_active(), best) == 0);
            CHECK(strstr(neosig_backend_why(), "cannot run") != NULL);
        }
        choose_with(NULL);
        CHECK(neosig_backend_select(name) == (neosig_backend_usable(name) ? NEOSIG_OK : NEOSIG_ERR_BACKEND));
        CHECK(strcmp(neosig_backend_active(), neosig_backend_usable(name) ? name : best) == 0);
    }
    CHECK(neosig_backend_select("portable") == NEOSIG_OK);
    CHECK(strcmp(neosig_backend_why(), "chosen by the program") == 0);
    CHECK(neosig_backend_select("no-such-backend") == NEOSIG_ERR_BACKEND);
    CHECK(neosig_backend_select("") == NEOSIG_ERR_BACKEND);
    CHECK(strcmp(neosig_backend_active(), "portable") == 0); /* a refused choice changes nothing */
    CHECK(!neosig_backend_usable(NULL) && !neosig_backend_usable("") && neosig_backend_usable("portable"));
    CHECK(neosig_backend_name(neosig_backend_count()) == NULL);
}

#if defined(__linux__) && !defined(NEOSIG_EMULATED)
#define NEOSIG_KERNEL_LISTS /* an emulator shows the list of its host */

static int has_word(const char *text, const char *word)
{
    size_t bytes = strlen(word);
    for (const char *at = text; (at = strstr(at, word)) != NULL; at += bytes)
        if ((at == text || at[-1] == ' ' || at[-1] == '\t') && strchr(" \n", at[bytes]) != NULL)
            return 1;
    return 0;
}

static const struct {
    uint32_t bit;
    const char *linux_name;
} features[] = {
#if defined(__x86_64__)
    {NEOSIG_CPU_AVX2, "avx2"}, {NEOSIG_CPU_AESNI, "aes"}, {NEOSIG_CPU_SHANI, "sha_ni"},
    {NEOSIG_CPU_VAES, "vaes"}, {NEOSIG_CPU_GFNI, "gfni"},
#else
    {NEOSIG_CPU_NEON, "asimd"}, {NEOSIG_CPU_AES, "aes"}, {NEOSIG_CPU_PMULL, "pmull"},   {NEOSIG_CPU_SHA2, "sha2"},
    {NEOSIG_CPU_SHA3, "sha3"},  {NEOSIG_CPU_DIT, "dit"}, {NEOSIG_CPU_SHA512, "sha512"}, {NEOSIG_CPU_DOTPROD, "asimddp"},
#endif
};

/* The kernel's own list of features. */
static void test_kernel_list(void)
{
    char line[8192];
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "flags", 5) != 0 && strncmp(line, "Features", 8) != 0)
            continue;
        for (size_t i = 0; i < sizeof features / sizeof features[0]; i++)
            CHECK(has_word(line, features[i].linux_name) == ((neosig_cpu() & features[i].bit) != 0));
        break;
    }
    if (file != NULL)
        fclose(file);
}
#endif

static void test_features(void)
{
    uint32_t bit = 1, all = 0;
    printf("this CPU:");
    for (const char *name; (name = neosig_cpu_feature_name(bit)) != NULL; bit <<= 1) {
        all |= bit;
        if ((neosig_cpu() & bit) != 0)
            printf(" %s", name);
        for (uint32_t other = 1; other < bit; other <<= 1)
            CHECK(strcmp(neosig_cpu_feature_name(other), name) != 0);
    }
    printf("\n");
    CHECK(all == 2 * NEOSIG_CPU_GFNI - 1 && (neosig_cpu() & ~all) == 0);
    CHECK(strcmp(neosig_cpu_feature_name(NEOSIG_CPU_SHA3), "sha3") == 0);
    CHECK(strcmp(neosig_cpu_feature_name(NEOSIG_CPU_AESNI), "aes-ni") == 0);
    CHECK(neosig_cpu_feature_name(0) == NULL && neosig_cpu_feature_name(~0u) == NULL);
    CHECK(neosig_cpu_feature_name(NEOSIG_CPU_AES | NEOSIG_CPU_NEON) == NULL);
}

int main(void)
{
    /* The first use reads the environment. */
    setenv("NEOSIG_BACKEND", "portable", 1);
    CHECK(strcmp(neosig_backend_active(), "portable") == 0);
    test_best();
    test_choice();
    test_features();
#if defined(NEOSIG_KERNEL_LISTS)
    test_kernel_list();
#endif
    return test_end();
}
