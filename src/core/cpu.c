/* What this CPU can do. */
#include "core/cpu.h"
#include "neosig/neosig.h"

#include <stdatomic.h>

#if defined(__aarch64__)

#if defined(__linux__)
#include <sys/auxv.h>

static uint32_t ask(void)
{
    static const struct {
        unsigned bit; /* of AT_HWCAP, numbered in the kernel's arch/arm64 documentation */
        uint32_t feature;
    } known[] = {
        {1, NEOSIG_CPU_NEON},  {3, NEOSIG_CPU_AES},     {4, NEOSIG_CPU_PMULL}, {6, NEOSIG_CPU_SHA2},
        {17, NEOSIG_CPU_SHA3}, {21, NEOSIG_CPU_SHA512}, {24, NEOSIG_CPU_DIT},
    };
    unsigned long hwcap = getauxval(AT_HWCAP);
    uint32_t cpu = 0;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (hwcap >> known[i].bit & 1)
            cpu |= known[i].feature;
    uint64_t midr = 0;
    if (hwcap >> 11 & 1) /* the register may be read */
        __asm__("mrs %0, midr_el1" : "=r"(midr));
    if ((cpu & NEOSIG_CPU_SHA3) != 0 && neosig_sha3_is_fast(midr))
        cpu |= NEOSIG_CPU_FAST_SHA3;
    return cpu;
}

#elif defined(__APPLE__)
#include <sys/sysctl.h>

static uint32_t has(const char *name, uint32_t feature)
{
    int value = 0;
    size_t bytes = sizeof value;
    return sysctlbyname(name, &value, &bytes, NULL, 0) == 0 && value != 0 ? feature : 0;
}

static uint32_t ask(void)
{
    /* The FEAT_ names exist since macOS 12; every 64-bit Apple chip has NEON, AES, PMULL and SHA-2. */
    return NEOSIG_CPU_NEON | NEOSIG_CPU_AES | NEOSIG_CPU_PMULL | NEOSIG_CPU_SHA2 |
           has("hw.optional.arm.FEAT_SHA3", NEOSIG_CPU_SHA3 | NEOSIG_CPU_FAST_SHA3) |
           has("hw.optional.armv8_2_sha3", NEOSIG_CPU_SHA3 | NEOSIG_CPU_FAST_SHA3) |
           has("hw.optional.arm.FEAT_SHA512", NEOSIG_CPU_SHA512) |
           has("hw.optional.armv8_2_sha512", NEOSIG_CPU_SHA512) | has("hw.optional.arm.FEAT_DIT", NEOSIG_CPU_DIT);
}

#elif defined(_WIN32)
#include <windows.h>

/* MIDR_EL1 of the first core, which Windows keeps in the registry; 0 if it does not. */
static uint64_t midr_of_registry(void)
{
    uint64_t midr = 0;
    DWORD bytes = sizeof midr;
    const LSTATUS status = RegGetValueA(HKEY_LOCAL_MACHINE, "HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0",
                                        "CP 4000", RRF_RT_REG_QWORD, NULL, &midr, &bytes);
    return status == ERROR_SUCCESS ? midr : 0;
}

static uint32_t ask(void)
{
    static const struct {
        DWORD number; /* PF_ARM_..., written out because older SDKs lack the names */
        uint32_t features;
    } known[] = {
        {30, NEOSIG_CPU_AES | NEOSIG_CPU_PMULL | NEOSIG_CPU_SHA2},
        {64, NEOSIG_CPU_SHA3},
        {65, NEOSIG_CPU_SHA512},
    };
    uint32_t cpu = NEOSIG_CPU_NEON;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (IsProcessorFeaturePresent(known[i].number))
            cpu |= known[i].features;
    if ((cpu & NEOSIG_CPU_SHA3) != 0 && neosig_sha3_is_fast(midr_of_registry()))
        cpu |= NEOSIG_CPU_FAST_SHA3;
    return cpu;
}

#else
static uint32_t ask(void)
{
    return NEOSIG_CPU_NEON; /* part of the 64-bit architecture; the rest cannot be asked for here */
}
#endif

#elif defined(__x86_64__)
#include <cpuid.h>

/* What the operating system saves: XCR0. Bits 1 and 2 are the 256-bit registers; bits 5, 6 and 7 are AVX-512's masks,
 * the high halves of its registers, and its registers from the 16th on. */
static uint32_t saved(void)
{
    uint32_t low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

static uint32_t ask(void)
{
    unsigned a, b, c, d;
    uint32_t cpu = 0;
    if (!__get_cpuid(1, &a, &b, &c, &d))
        return 0;
    const uint32_t xcr0 = (c >> 27 & 1) && (c >> 28 & 1) ? saved() : 0; /* OSXSAVE, AVX */
    const int ymm = (xcr0 & 6) == 6, zmm = (xcr0 & 0xe6) == 0xe6;
    if (c >> 25 & 1)
        cpu |= NEOSIG_CPU_AESNI;
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d)) {
        if (ymm && (b >> 3 & 1) && (b >> 5 & 1) && (b >> 8 & 1)) /* BMI1, AVX2, BMI2 */
            cpu |= NEOSIG_CPU_AVX2;
        if (ymm && (c >> 9 & 1))
            cpu |= NEOSIG_CPU_VAES;
        if (ymm && (c >> 8 & 1))
            cpu |= NEOSIG_CPU_GFNI;
        if (zmm && (b >> 16 & 1) && (b >> 31 & 1)) /* AVX512F, AVX512VL */
            cpu |= NEOSIG_CPU_AVX512VL;
        if (b >> 29 & 1)
            cpu |= NEOSIG_CPU_SHANI;
    }
    return cpu;
}

#else
static uint32_t ask(void)
{
    return 0;
}
#endif

uint32_t neosig_cpu(void)
{
    /* Asking costs system calls or traps on some systems. All who ask at once get the same answer. */
    static atomic_uint_least32_t answer;
    const uint32_t asked = UINT32_C(1) << 31;
    uint32_t cpu = atomic_load_explicit(&answer, memory_order_relaxed);
    if (cpu == 0) {
        cpu = ask() | asked;
        atomic_store_explicit(&answer, cpu, memory_order_relaxed);
    }
    return cpu & ~asked;
}

/* ---- How the CPU is to compute */

#if defined(__aarch64__) && defined(__GNUC__)
/* PSTATE.DIT by its encoding, because assemblers know the name only from Armv8.4 on. It is bit 24, and kept in the high
 * half beside FPCR. */
#define DIT "s3_3_c4_c2_5"
#define DIT_BIT (UINT64_C(1) << 24)

uint64_t neosig_dit_enter(void)
{
    uint64_t dit = 0, fpcr;
    __asm__ volatile("mrs %0, fpcr" : "=r"(fpcr) : : "memory");
    if (fpcr != 0)
        __asm__ volatile("msr fpcr, %0" : : "r"(UINT64_C(0)) : "memory");
    if (neosig_cpu() & NEOSIG_CPU_DIT) {
        __asm__ volatile("mrs %0, " DIT : "=r"(dit) : : "memory");
        __asm__ volatile("msr " DIT ", %0" : : "r"(DIT_BIT) : "memory");
    }
    return dit << 32 | fpcr;
}

void neosig_dit_leave(uint64_t before)
{
    const uint64_t fpcr = before & UINT32_MAX;
    if (neosig_cpu() & NEOSIG_CPU_DIT)
        __asm__ volatile("msr " DIT ", %0" : : "r"(before >> 32) : "memory");
    if (fpcr != 0)
        __asm__ volatile("msr fpcr, %0" : : "r"(fpcr) : "memory");
}
#elif defined(__x86_64__) && defined(__GNUC__)
/* MXCSR: every exception masked, to the nearest, subnormal numbers as they are. Its flags are not kept. */
uint64_t neosig_dit_enter(void)
{
    const uint32_t plain = 0x1f80;
    uint32_t before;
    __asm__ volatile("stmxcsr %0" : "=m"(before) : : "memory");
    __asm__ volatile("ldmxcsr %0" : : "m"(plain) : "memory");
    return before;
}

void neosig_dit_leave(uint64_t before)
{
    const uint32_t mxcsr = (uint32_t)before;
    __asm__ volatile("ldmxcsr %0" : : "m"(mxcsr) : "memory");
}
#else
uint64_t neosig_dit_enter(void)
{
    return 0;
}

void neosig_dit_leave(uint64_t before)
{
    (void)before;
}
#endif
