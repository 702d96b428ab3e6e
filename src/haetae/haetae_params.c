/* The parameter sets: HAETAE 1.2.0, tables 2 and 3 of 1.1.2, with real bounds rounded down; the range coder's
 * distributions and least sizes are those of its appendix. haetae.h has the formulas of scale, cube, three_halves and
 * the offsets. */
#include "haetae/haetae.h"

#define ARC NEOSIG_OID_ARC "4."

static const neosig_specification haetae_version = {
    "1.2.0", "2026-09", "specifications 260825 and 260904; code in the package kpqc 0.2.1", "2026-11", NULL};

#define ALG(name_, level_, oid_, k, l, d, signature)                                                                   \
    {                                                                                                                  \
        .name = name_, .scheme = "haetae", .level = level_, .status = NEOSIG_CANDIDATE, .status_since = "2025-01",     \
        .status_citation = "selected by the Korean competition KpqC (2025-01); draft Korean standard, which has "      \
                           "HAETAE 1.1.2 (2026-02); Cheon et al., ePrint 2023/624",                                    \
        .oid = ARC oid_, .public_key_bytes = 32 + (k)*32 * (16 - (d)),                                                 \
        .secret_key_bytes = 32 + (k)*32 * (16 - (d)) + ((l)-1) * 64 + (k) * ((d) ? 96 : 64) + 32,                      \
        .signature_bytes = (signature), .seed_bytes = NEOSIG_HAETAE_SEED_BYTES,                                        \
        .features = NEOSIG_HAS_CONTEXT | NEOSIG_HAS_HEDGED, .specification = &haetae_version,                          \
    }

const neosig_haetae_set neosig_haetae_sets[] = {
    {.alg = ALG("haetae2", 2, "1", 2, 4, 1, 1474),
     .k = 2,
     .l = 4,
     .tau = 58,
     .d = 1,
     .log_alpha = 9,
     .b0_squared = 96944109,
     .b1_squared = 96805527,
     .b2_squared = 163265017,
     .gamma_squared_n = 611098,
     .scale = 80658615,
     .cube = {{0x770077e2e41a, 0x1162}},
     .three_halves = {{0x693861ad937b, 0x9caa56}},
     .base_z1 = 132,
     .base_h = 7,
     .z1_offset = 6,
     .h_offset = 239,
     .z1 = {13, {1, 1, 1, 5, 58, 246, 398, 247, 59, 5, 1, 1, 1}},
     .h = {13, {382, 246, 65, 7, 1, 1, 1, 1, 1, 1, 7, 65, 246}}},
    {.alg = ALG("haetae3", 3, "2", 3, 6, 1, 2349),
     .k = 3,
     .l = 6,
     .tau = 80,
     .d = 1,
     .log_alpha = 9,
     .b0_squared = 335438492,
     .b1_squared = 335171879,
     .b2_squared = 479901314,
     .gamma_squared_n = 852505,
     .scale = 150036340,
     .cube = {{0x1a2935cfae68, 0x978}},
     .three_halves = {{0x7ad215218533, 0x7ff1c9}},
     .base_z1 = 376,
     .base_h = 127,
     .z1_offset = 8,
     .h_offset = 235,
     .z1 = {17, {1, 1, 1, 1, 8, 37, 112, 216, 269, 216, 112, 38, 8, 1, 1, 1, 1}},
     .h = {17, {266, 213, 113, 40, 9, 1, 1, 1, 1, 1, 1, 1, 1, 9, 40, 113, 213}}},
    {.alg = ALG("haetae5", 5, "3", 4, 7, 0, 2948),
     .k = 4,
     .l = 7,
     .tau = 128,
     .d = 0,
     .log_alpha = 8,
     .b0_squared = 499239142,
     .b1_squared = 498849991,
     .b2_squared = 597386433,
     .gamma_squared_n = 778065,
     .scale = 183039289,
     .cube = {{0x700ff3e8890d, 0x702}},
     .three_halves = {{0x5768588eed31, 0x73bd40}},
     .base_z1 = 501,
     .base_h = 358,
     .z1_offset = 9,
     .h_offset = 471,
     .z1 = {19, {1, 1, 1, 1, 2, 13, 48, 118, 204, 245, 204, 118, 48, 14, 2, 1, 1, 1, 1}},
     .h = {33, {122, 117, 102, 81, 59, 39, 23, 13, 6, 3,  1,  1,  1,  1,  1,   1,  1,
                1,   1,   1,   1,  1,  1,  1,  3,  6, 13, 24, 39, 59, 81, 102, 118}}},
};

const size_t neosig_haetae_sets_count = sizeof neosig_haetae_sets / sizeof neosig_haetae_sets[0];

const char *neosig_haetae_row_fault(const neosig_alg *alg)
{
    const neosig_haetae_set *set = (const neosig_haetae_set *)alg;
    if (set->k < 1 || set->k > NEOSIG_HAETAE_MAX_K || set->l < 2 || set->l > NEOSIG_HAETAE_MAX_L)
        return "1 <= k <= NEOSIG_HAETAE_MAX_K and 2 <= l <= NEOSIG_HAETAE_MAX_L";
    if (set->tau < 52 || set->tau > 128) /* 256 / tau + 1 of the largest values are taken, five at most */
        return "52 <= tau <= 128";
    if (!(set->d == 1 && set->log_alpha == 9) && !(set->d == 0 && set->log_alpha == 8))
        return "d = 1 and alpha = 2^9, or d = 0 and alpha = 2^8";
    for (size_t i = 0; i < 2; i++) {
        const neosig_haetae_model *model = i == 0 ? &set->z1 : &set->h;
        unsigned sum = 0;
        if (model->symbols < 1 || model->symbols > sizeof model->freq / sizeof model->freq[0])
            return "a distribution has as many symbols as freq has room for";
        for (unsigned s = 0; s < model->symbols; s++) {
            if (model->freq[s] == 0)
                return "frequencies are positive, and their sum is 1024";
            sum += model->freq[s];
        }
        if (sum != 1024)
            return "frequencies are positive, and their sum is 1024";
    }
    const size_t k = set->k, l = set->l, d = set->d;
    if (alg->public_key_bytes != 32 + k * 32 * (16 - d) ||
        alg->secret_key_bytes != alg->public_key_bytes + (l - 1) * 64 + k * (d ? 96 : 64) + 32 ||
        alg->signature_bytes < 32 + 256 * l + 2 + set->base_z1 + set->base_h)
        return "sizes follow from the dimensions";
    return NULL;
}
