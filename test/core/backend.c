/* Choosing a backend, and what the CPU is said to have. */
#define _DEFAULT_SOURCE /* setenv */
#include "api/api.h"
#include "core/cpu.h"
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
        CHECK(b->keccak != NULL && b->aes != NULL && b->gf16 != NULL && b->tower != NULL && b->snova != NULL &&
              b->ntt_8380417 != NULL && b->mldsa != NULL);
    }
}

/* By implementer, the highest byte of MIDR_EL1: the table of docs/speed.md. */
static void test_sha3(void)
{
    static const struct {
        uint64_t midr;
        int fast;
    } cores[] = {
        {0x413fd0c1, 0},         /* Neoverse N1 */
        {0x411fd401, 0},         /* Neoverse V1 */
        {0x410fd4f1, 0},         /* Neoverse V2 */
        {0x410fd490, 0},         /* Neoverse N2: Azure Cobalt 100, where Windows runs */
        {0x410fd850, 0},         /* Cortex-X925 */
        {0x610f0220, 1},         /* Apple M1 */
        {0x511f0011, 1},         /* Qualcomm Oryon */
        {0xc00fac30, 1},         /* Ampere-1 */
        {0x481fd020, 1},         /* HiSilicon TSV110 */
        {0x000f0510, 1},         /* qemu's max */
        {0xffffffff410fd490, 0}, /* the upper half says nothing */
        {0, 0},                  /* not known */
    };
    for (size_t i = 0; i < sizeof cores / sizeof cores[0]; i++)
        CHECK(neosig_sha3_is_fast(cores[i].midr) == cores[i].fast);
}

/* As if the process had been started with this in its environment. */
static neosig_error choose_with(const char *value)
{
    if (value != NULL)
        setenv("NEOSIG_BACKEND", value, 1);
    else
        unsetenv("NEOSIG_BACKEND");
    return neosig_backend_select(NULL);
}

/* Every operation ends so, one way or the other: keys of ML-DSA-44, all of whose operations there are. */
static void test_operations(neosig_error expected)
{
    static uint8_t pk[1312], sk[2560], sig[2420], mu[64], seed[32];
    const neosig_alg *alg = neosig_alg_find("ml-dsa-44");
    const size_t bytes[2] = {neosig_prepared_bytes(alg, 0), neosig_prepared_bytes(alg, 1)};
    void *prepared[2] = {test_allocate(bytes[0]), test_allocate(bytes[1])};
    neosig_stream stream;
    size_t n = 0;
    CHECK(neosig_keypair_from_seed(alg, pk, sk, seed, sizeof seed, NULL) == expected);
    CHECK(neosig_keypair(alg, pk, sk, NULL) == expected);
    CHECK(neosig_check_keypair(alg, pk, sizeof pk, sk, sizeof sk, NULL) == expected);
    CHECK(neosig_public_key(alg, pk, sk, sizeof sk, NULL) == expected);
    CHECK(neosig_mu(alg, mu, seed, sizeof seed, pk, sizeof pk, NULL) == expected);
    CHECK(neosig_sign(alg, sig, &n, seed, sizeof seed, sk, sizeof sk, NULL) == expected);
    CHECK(neosig_verify(alg, sig, sizeof sig, seed, sizeof seed, pk, sizeof pk, NULL) == expected);
    neosig_item item = {sig, sizeof sig, seed, sizeof seed, pk, sizeof pk, NULL, NEOSIG_OK};
    CHECK(neosig_verify_many(alg, &item, 1, NULL) == expected && item.error == expected);
    CHECK(neosig_prepare_verify(alg, prepared[0], bytes[0], pk, sizeof pk, NULL) == expected);
    CHECK(neosig_prepare_sign_from_seed(alg, prepared[1], bytes[1], seed, sizeof seed, NULL) == expected);
    CHECK(neosig_prepare_sign(alg, prepared[1], bytes[1], sk, sizeof sk, NULL) == expected);
    CHECK(neosig_sign_init(&stream, alg, sk, sizeof sk, NULL) == expected);
    CHECK(neosig_verify_init(&stream, alg, sig, sizeof sig, pk, sizeof pk, NULL) == expected);
    if (expected == NEOSIG_OK) { /* what was made before a name that is none */
        setenv("NEOSIG_BACKEND", "no-such-backend", 1);
        CHECK(neosig_backend_select(NULL) == NEOSIG_ERR_BACKEND);
        CHECK(neosig_verify_prepared(prepared[0], sig, n, seed, sizeof seed, NULL) == NEOSIG_ERR_BACKEND);
        CHECK(neosig_sign_prepared(prepared[1], sig, &n, seed, sizeof seed, NULL) == NEOSIG_ERR_BACKEND && n == 0);
    }
    free(prepared[0]);
    free(prepared[1]);
}

static void test_choice(void)
{
    const char *best = neosig_backend_best(neosig_cpu())->name;
    CHECK(choose_with(NULL) == NEOSIG_OK);
    CHECK(strcmp(neosig_backend_active(), best) == 0);
    CHECK(strcmp(neosig_backend_why(), "the best this CPU runs") == 0);
    CHECK(choose_with("") == NEOSIG_OK);
    CHECK(strcmp(neosig_backend_active(), best) == 0);
    test_operations(NEOSIG_OK);
    CHECK(choose_with("no-such-backend") == NEOSIG_ERR_BACKEND);
    CHECK(strcmp(neosig_backend_active(), best) == 0);
    CHECK(strstr(neosig_backend_why(), "NEOSIG_BACKEND names no backend") != NULL);
    CHECK(strstr(neosig_strerror(NEOSIG_ERR_BACKEND), "NEOSIG_BACKEND") != NULL);
    test_operations(NEOSIG_ERR_BACKEND);
    CHECK(neosig_backend_select("portable") == NEOSIG_OK); /* the program's choice counts */
    test_operations(NEOSIG_OK);

    for (size_t i = 0; i < neosig_backend_count(); i++) {
        const char *name = neosig_backend_name(i);
        const neosig_error error = choose_with(name);
        CHECK(error == (neosig_backend_usable(name) ? NEOSIG_OK : NEOSIG_ERR_BACKEND));
        if (neosig_backend_usable(name)) {
            CHECK(strcmp(neosig_backend_active(), name) == 0);
            CHECK(strstr(neosig_backend_why(), "named by NEOSIG_BACKEND") != NULL);
        } else {
            CHECK(strcmp(neosig_backend_active(), best) == 0);
            CHECK(strstr(neosig_backend_why(), "cannot run") != NULL);
        }
        CHECK(choose_with(NULL) == NEOSIG_OK);
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
    {NEOSIG_CPU_VAES, "vaes"}, {NEOSIG_CPU_GFNI, "gfni"}, {NEOSIG_CPU_AVX512VL, "avx512vl"},
#else
    {NEOSIG_CPU_NEON, "asimd"}, {NEOSIG_CPU_AES, "aes"}, {NEOSIG_CPU_PMULL, "pmull"},   {NEOSIG_CPU_SHA2, "sha2"},
    {NEOSIG_CPU_SHA3, "sha3"},  {NEOSIG_CPU_DIT, "dit"}, {NEOSIG_CPU_SHA512, "sha512"},
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
    uint32_t all = 0;
    printf("this CPU:");
    for (uint32_t bit = 1; bit != 0; bit <<= 1) {
        const char *name = neosig_cpu_feature_name(bit);
        if (name == NULL)
            continue;
        if ((neosig_cpu() & bit) != 0)
            printf(" %s", name);
        for (uint32_t other = 1; other < bit; other <<= 1)
            CHECK((all & other) == 0 || strcmp(neosig_cpu_feature_name(other), name) != 0);
        all |= bit;
    }
    printf("\n");
    CHECK(all == 2 * NEOSIG_CPU_AVX512VL - 1 - 64 && (neosig_cpu() & ~all) == 0);
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
    test_sha3();
    test_choice();
    test_features();
#if defined(NEOSIG_KERNEL_LISTS)
    test_kernel_list();
#endif
    return test_end();
}
