/* The parameter sets. */
#include "uov/uov.h"

/* Sizes in elements, and as bytes. Each column of O has whole bytes; m-vectors always have. */
#define TRIANGLE(n) ((size_t)(n) * ((n) + 1) / 2)
#define BYTES(bits, elements) ((elements) * (bits) / 8)
#define COLUMN(bits, v) (((size_t)(v) * (bits) + 7) / 8)
#define WHOLE_PK(bits, v, o) BYTES(bits, TRIANGLE((v) + (o)) * (o))
#define STORED_PK(bits, o) (NEOSIG_UOV_PUBLIC_SEED_BYTES + BYTES(bits, TRIANGLE(o) * (o)))
#define WHOLE_SK(bits, v, o)                                                                                           \
    (NEOSIG_UOV_SEED_BYTES + (o)*COLUMN(bits, v) + BYTES(bits, (TRIANGLE(v) + (size_t)(v) * (o)) * (o)))
#define SIG(bits, v, o) (COLUMN(bits, (v) + (o)) + NEOSIG_UOV_SALT_BYTES)

/* The sets of Is are those of round 2, too, and have the object identifiers that oqs-provider gave them then. For the
 * other sets of round 3 no numbers are known yet. */
#define OQS(number) "1.3.9999.9." number ".1"
#define OWN(number) NEOSIG_OID_ARC "7." number

static const neosig_specification uov_3 = {"3", "2026-09-04", "NIST round 3; pqov/pqov f82ec0a", "2026-11", NULL};

/* On 64 equations over GF(16). */
static const neosig_attack collision = {0, "2024-06",
                                        "forgery by a collision takes a few bits less than the designers say: \"Bit "
                                        "security of UOV 1.0 ...\", NIST's forum"};

#define STATUS "NIST round 3 (NIST IR 8610); best attack known: "
#define SET(NAME, NUMBER, VERSION, PK, SK, OID, WHY, ATTACK, BITS, V, O, ...)                                          \
    {                                                                                                                  \
        .alg = {.name = "uov-" NAME,                                                                                   \
                .scheme = "uov",                                                                                       \
                .level = NUMBER,                                                                                       \
                .status = NEOSIG_CANDIDATE,                                                                            \
                .status_since = "2026-09",                                                                             \
                .status_citation = STATUS WHY,                                                                         \
                .oid = OID,                                                                                            \
                .public_key_bytes = PK,                                                                                \
                .secret_key_bytes = SK,                                                                                \
                .signature_bytes = SIG(BITS, V, O),                                                                    \
                .seed_bytes = NEOSIG_UOV_SEED_BYTES,                                                                   \
                .features = NEOSIG_HAS_HEDGED,                                                                         \
                .specification = &uov_3,                                                                               \
                .attack = ATTACK},                                                                                     \
        .bits = BITS, .v = V, .o = O, .version = VERSION, .other_names = {                                             \
            __VA_ARGS__                                                                                                \
        }                                                                                                              \
    }
#define LEVEL(NAME, NUMBER, BITS, V, O, CLASSIC_OID, PKC_OID, PKC_SKC_OID, WHY, ATTACK)                                \
    SET(NAME "-classic", NUMBER, NEOSIG_UOV_CLASSIC, WHOLE_PK(BITS, V, O), WHOLE_SK(BITS, V, O), CLASSIC_OID, WHY,     \
        ATTACK, BITS, V, O, "OV-" NAME, "UOV-" NAME),                                                                  \
        SET(NAME "-pkc", NUMBER, NEOSIG_UOV_PKC, STORED_PK(BITS, O), WHOLE_SK(BITS, V, O), PKC_OID, WHY, ATTACK, BITS, \
            V, O, "OV-" NAME "-pkc"),                                                                                  \
        SET(NAME "-pkc-skc", NUMBER, NEOSIG_UOV_PKC_SKC, STORED_PK(BITS, O), NEOSIG_UOV_SEED_BYTES, PKC_SKC_OID, WHY,  \
            ATTACK, BITS, V, O, "OV-" NAME "-pkc-skc", "UOV-" NAME "-pkc+skc")

#define FURUE "key recovery in truncated polynomial rings, Furue and Ikematsu, ePrint 2026/298, about "

const neosig_uov_set neosig_uov_sets[] = {
    LEVEL("Is", 1, 4, 96, 64, OQS("1"), OQS("5"), OQS("9"),
          "forgery by a collision, about 2^142.7 by the designers' count", &collision),
    LEVEL("Ip", 1, 8, 74, 45, OWN("1"), OWN("2"), OWN("3"), FURUE "2^144.7: a margin of 1.7 bits", NULL),
    LEVEL("III", 3, 8, 121, 72, OWN("4"), OWN("5"), OWN("6"), FURUE "2^213.1: a margin of 6 bits", NULL),
    LEVEL("V", 5, 8, 163, 96, OWN("7"), OWN("8"), OWN("9"), FURUE "2^272.1: a margin of 0.1 bits", NULL),
};

const size_t neosig_uov_sets_count = sizeof neosig_uov_sets / sizeof neosig_uov_sets[0];

const char *neosig_uov_row_fault(const neosig_alg *alg)
{
    const neosig_uov_set *set = (const neosig_uov_set *)alg;
    const size_t bits = set->bits, v = set->v, o = set->o;
    if (bits != 4 && bits != 8)
        return "the field has 4 or 8 bits";
    if (o > NEOSIG_UOV_MAX_M || v + o > NEOSIG_UOV_MAX_N)
        return "o and v + o are at most NEOSIG_UOV_MAX_...";
    if (o > v) /* memory of the vinegar's tables serves the oil's, too */
        return "o <= v";
    if (bits == 4 && (v % 2 != 0 || o % 4 != 0)) /* whole bytes; products of four columns */
        return "over GF(16), v is even and o a multiple of 4";
    if (o < 32) /* a vector has 16 bytes or more, and over GF(256) 32: quadratic_vartime */
        return "o is 32 or more";
    if (alg->public_key_bytes != (set->version == NEOSIG_UOV_CLASSIC ? WHOLE_PK(bits, v, o) : STORED_PK(bits, o)) ||
        alg->secret_key_bytes != (set->version == NEOSIG_UOV_PKC_SKC ? NEOSIG_UOV_SEED_BYTES : WHOLE_SK(bits, v, o)) ||
        alg->signature_bytes != SIG(bits, v, o))
        return "sizes follow from the dimensions";
    return NULL;
}
