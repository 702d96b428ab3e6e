#include "snova/snova.h"

#define OID "2.25.251657656420782524799287090180023836719.1."
/* Each block size fell to its own attack; all were replaced by the designers. */
#define REPLACED "replaced by SNOVA 2.0 (2025-01) and 3.0 (2026-08); "
#define FORGERY "low-rank forgery and weak keys: Beullens, \"Improved Cryptanalysis of SNOVA\", ePrint 2024/1297"
#define L2                                                                                                             \
    REPLACED "below its level as a UOV over GF(16^2): Nakamura, Tani and Furue, IEICE Trans. 2024EAP1124, after "      \
             "Ikematsu and Akiyama, ePrint 2024/096, and Li and Ding, ePrint 2024/110; " FORGERY
#define L3 REPLACED FORGERY "; wedge attack on the round-2 sets of l = 3: Bros et al., ePrint 2026/237"
#define L4                                                                                                             \
    REPLACED "below its level: Cabarcas, Li, Verbel and Villanueva-Polanco, \"Improved Attacks for SNOVA by "          \
             "Exploiting Stability under a Group Action\", ePrint 2024/1770; " FORGERY

#define SIG(v, o, l) (((v) + (o)) * (l) * (l) + 1) / 2 + NEOSIG_SNOVA_SALT
#define PK(o, l) NEOSIG_SNOVA_PUBLIC_SEED + ((o) * (o) * (o) * (l) * (l) + 1) / 2
#define SEEDS (NEOSIG_SNOVA_PUBLIC_SEED + NEOSIG_SNOVA_PRIVATE_SEED)
#define ESK(v, o, l) ((l) * (l) * (4 * (l) * (l) + (o) * (v) * (v) + 2 * (o) * (v) * (o) + (v) * (o))) / 2 + SEEDS

#define ROW(V_, O_, L_, LEVEL, FORM, SK, WHY, NUMBER)                                                                  \
    {                                                                                                                  \
        .alg = {.name = "snova-" #V_ "-" #O_ "-16-" #L_ "-" FORM,                                                      \
                .scheme = "snova",                                                                                     \
                .level = LEVEL,                                                                                        \
                .status = NEOSIG_SUPERSEDED,                                                                           \
                .status_since = "2025-01",                                                                             \
                .status_citation = WHY,                                                                                \
                .oid = OID #NUMBER,                                                                                    \
                .public_key_bytes = PK(O_, L_),                                                                        \
                .secret_key_bytes = SK,                                                                                \
                .signature_bytes = SIG(V_, O_, L_),                                                                    \
                .seed_bytes = SEEDS,                                                                                   \
                .features = NEOSIG_HAS_HEDGED},                                                                        \
        .v = V_,                                                                                                       \
        .o = O_,                                                                                                       \
        .l = L_,                                                                                                       \
        .expanded = FORM[0] == 'e',                                                                                    \
    }
#define ROWS(V_, O_, L_, LEVEL, WHY, ESK_NUMBER, SSK_NUMBER)                                                           \
    ROW(V_, O_, L_, LEVEL, "esk", ESK(V_, O_, L_), WHY, ESK_NUMBER),                                                   \
        ROW(V_, O_, L_, LEVEL, "ssk", SEEDS, WHY, SSK_NUMBER)

static const neosig_snova sets[] = {
    ROWS(24, 5, 4, 1, L4, 1, 2),    ROWS(25, 8, 3, 1, L3, 3, 4),    ROWS(28, 17, 2, 1, L2, 5, 6),
    ROWS(37, 8, 4, 3, L4, 7, 8),    ROWS(43, 25, 2, 3, L2, 9, 10),  ROWS(49, 11, 3, 3, L3, 11, 12),
    ROWS(60, 10, 4, 5, L4, 13, 14), ROWS(61, 33, 2, 5, L2, 15, 16), ROWS(66, 15, 3, 5, L3, 17, 18),
};

static size_t count(void)
{
    return sizeof sets / sizeof sets[0];
}

static const neosig_alg *at(size_t i)
{
    return &sets[i].alg;
}

void neosig_snova_shape_of(neosig_snova_shape *shape, const neosig_alg *alg, const neosig_backend *backend)
{
    const neosig_snova *set = (const neosig_snova *)alg;
    neosig_snova_shape s = {.set = set, .backend = backend, .gf = backend ? backend->gf16 : NULL};
    s.v = set->v;
    s.o = s.m = set->o;
    s.l = set->l;
    s.n = s.v + s.o;
    s.L = s.l * s.l;
    s.V = s.v * s.l;
    s.O = s.o * s.l;
    s.N = s.n * s.l;
    s.u_pairs = (s.L + 1) / 2;
    s.o_pairs = (s.O + 1) / 2;
    s.l_pairs = (s.l + 1) / 2;
    s.sigmas = 2 * s.u_pairs;
    s.columns = s.sigmas * s.m;
    s.stride = neosig_gf16_round(s.V + 2 * s.O) + 16;
    s.rows = neosig_gf16_round(s.V);
    s.t_stride = neosig_gf16_round(s.O) + 16;
    *shape = s;
}

static size_t workspace_bytes(const neosig_alg *alg, neosig_operation op, unsigned flags)
{
    (void)flags;
    neosig_snova_shape shape;
    neosig_snova_shape_of(&shape, alg, NULL);
    switch (op) {
    case NEOSIG_OP_KEYPAIR:
        return neosig_snova_keypair_bytes(&shape);
    case NEOSIG_OP_SIGN:
        return neosig_snova_sign_bytes(&shape, 0);
    case NEOSIG_OP_SIGN_PREPARED:
        return neosig_snova_sign_bytes(&shape, 1);
    case NEOSIG_OP_VERIFY:
        return neosig_snova_verify_bytes(&shape, 0);
    case NEOSIG_OP_VERIFY_PREPARED:
        return neosig_snova_verify_bytes(&shape, 1);
    case NEOSIG_OP_PREPARE_SIGN:
        return neosig_snova_prepare_sign_bytes(&shape);
    case NEOSIG_OP_PREPARE_VERIFY:
        return neosig_snova_prepare_verify_bytes(&shape);
    }
    return 0;
}

static size_t prepared_bytes(const neosig_alg *alg, int secret)
{
    neosig_snova_shape shape;
    neosig_snova_shape_of(&shape, alg, NULL);
    return secret ? neosig_snova_prepared_sign_bytes(&shape) : neosig_snova_prepared_verify_bytes(&shape);
}

static neosig_error prepare(const neosig_alg *alg, const neosig_backend *backend, int secret, void *prepared,
                            const uint8_t *key, void *workspace)
{
    neosig_snova_shape shape;
    neosig_snova_shape_of(&shape, alg, backend);
    return secret ? neosig_snova_prepare_sign(&shape, prepared, key, workspace)
                  : neosig_snova_prepare_verify(&shape, prepared, key, workspace);
}

/* The digest SHAKE256(message) comes before everything else, so messages stream. */
static neosig_error begin(neosig_job *job, int secret, const neosig_source *source)
{
    (void)source;
    neosig_snova_shape shape;
    neosig_snova_shape_of(&shape, job->alg, job->backend);
    neosig_shake_init(&job->hash.shake, job->backend->keccak, NEOSIG_SHAKE256_RATE);
    if (secret)
        return NEOSIG_OK;
    /* The reference ignores the last high nibble of an odd number of elements, so that a signature has 16 forms. */
    size_t last = job->signature_bytes - NEOSIG_SNOVA_SALT - 1;
    if (shape.n * shape.L % 2 && job->signature[last] >> 4)
        return NEOSIG_ERR_SIGNATURE;
    return job->prepared ? NEOSIG_OK : neosig_snova_check_public_key(&shape, job->key);
}

static void absorb(neosig_job *job, const uint8_t *data, size_t bytes)
{
    neosig_shake_absorb(&job->hash.shake, data, bytes);
}

const neosig_scheme neosig_snova_scheme = {
    .name = "snova",
    .count = count,
    .at = at,
    .workspace_bytes = workspace_bytes,
    .prepared_bytes = prepared_bytes,
    .keypair = neosig_snova_keypair,
    .prepare = prepare,
    .begin = begin,
    .absorb = absorb,
    .sign = neosig_snova_sign,
    .verify = neosig_snova_verify,
};
