#include "provider.h"

#include <stdlib.h>
#include <string.h>

static const char seed_name[] = "seed";

key *key_new(const provider *in, const set *of)
{
    key *const k = of->alg != NULL ? allocate(in, sizeof *k) : NULL;
    if (k != NULL) {
        k->in = in;
        k->set = of;
    }
    return k;
}

void key_free(void *k)
{
    if (k != NULL)
        neosig_key_release(&((key *)k)->members);
    free(k);
}

/* Whether secrets are equal, in a time that depends on their length only. */
static int equal(const uint8_t *a, const uint8_t *b, size_t bytes)
{
    uint8_t differences = 0;
    for (size_t i = 0; i < bytes; i++)
        differences |= a[i] ^ b[i];
    return differences == 0;
}

/* Takes copies of members, all of which must belong together. Files of keys are checked when they are read, so without
 * a seed the members are written as one and read again. */
static neosig_error set_members(key *k, const neosig_key *from)
{
    const neosig_alg *const alg = k->set->alg;
    neosig_key *const made = &k->members;
    if (from->seed != NULL) {
        const neosig_options options = {.size = sizeof options,
                                        .flags = from->secret_key != NULL ? NEOSIG_ALLOW_INSECURE : 0};
        const neosig_error error = neosig_key_make(made, alg, from->seed, &options);
        if (error != NEOSIG_OK)
            return error;
        const int same =
            (from->secret_key == NULL || equal(from->secret_key, made->secret_key, alg->secret_key_bytes)) &&
            (from->public_key == NULL || equal(from->public_key, made->public_key, alg->public_key_bytes));
        return same ? NEOSIG_OK : NEOSIG_ERR_KEY;
    }
    const neosig_key_kind kind = from->secret_key != NULL ? NEOSIG_KEY_SECRET : NEOSIG_KEY_PUBLIC;
    const int both = from->secret_key != NULL && from->public_key != NULL;
    const neosig_key_format format = {.flags = NEOSIG_KEY_DER | (both ? NEOSIG_KEY_WITH_PUBLIC : 0)};
    uint8_t *der;
    size_t bytes;
    neosig_error error = neosig_key_write(&der, &bytes, from, kind, &format);
    if (error == NEOSIG_OK)
        error = neosig_key_read(made, kind, der, bytes, NULL, 0);
    neosig_key_free(der, bytes);
    return error;
}

/* ---- Generation */

typedef struct generation {
    const provider *in;
    const set *set;
    int allow_insecure;
    uint8_t seed[NEOSIG_MAX_SEED_BYTES];
    size_t seed_bytes;
} generation;

static const OSSL_PARAM *gen_settable(void *g, void *in)
{
    static const OSSL_PARAM params[] = {PARAM_OCTETS(seed_name), PARAM_INT(ALLOW_INSECURE), PARAM_END};
    return params;
}

static int gen_set_params(void *generator, const OSSL_PARAM params[])
{
    generation *const g = generator;
    const OSSL_PARAM *p = param_find(params, ALLOW_INSECURE);
    if (p != NULL && !param_get_flag(p, &g->allow_insecure))
        return RAISE(g->in, NEOSIG_ERR_ARGUMENT, ALLOW_INSECURE " is 0 or 1");
    p = param_find(params, seed_name);
    const uint8_t *seed;
    size_t bytes;
    if (p == NULL)
        return 1;
    if (!param_get_octets(p, &seed, &bytes))
        return RAISE(g->in, NEOSIG_ERR_ARGUMENT, "%s is a string of octets", seed_name);
    if (bytes != g->set->alg->seed_bytes)
        return RAISE(g->in, NEOSIG_ERR_LENGTH, "the seed of %s has %zu bytes, not %zu", g->set->name,
                     g->set->alg->seed_bytes, bytes);
    memcpy(g->seed, seed, bytes);
    g->seed_bytes = bytes;
    return 1;
}

static void gen_cleanup(void *generator)
{
    if (generator != NULL)
        neosig_wipe(generator, sizeof(generation));
    free(generator);
}

static void *gen_init(const provider *in, size_t slot, int selection, const OSSL_PARAM params[])
{
    generation *const g =
        selection & OSSL_KEYMGMT_SELECT_KEYPAIR && in->sets[slot].alg != NULL ? allocate(in, sizeof *g) : NULL;
    if (g == NULL)
        return NULL;
    g->in = in;
    g->set = &in->sets[slot];
    if (gen_set_params(g, params))
        return g;
    gen_cleanup(g);
    return NULL;
}

static void *gen(void *generator, OSSL_CALLBACK *progress, void *argument)
{
    generation *const g = generator;
    const neosig_options options = {.size = sizeof options, .flags = g->allow_insecure ? NEOSIG_ALLOW_INSECURE : 0};
    key *const k = key_new(g->in, g->set);
    if (k == NULL)
        return NULL;
    const neosig_error error = neosig_key_make(&k->members, g->set->alg, g->seed_bytes != 0 ? g->seed : NULL, &options);
    if (error == NEOSIG_OK)
        return k;
    RAISE(g->in, error, "%s%s", g->set->name,
          error == NEOSIG_ERR_INSECURE ? ": -pkeyopt " ALLOW_INSECURE ":1 makes a key all the same" : "");
    key_free(k);
    return NULL;
}

/* ---- Import, export */

static const OSSL_PARAM *transfer_types(int selection)
{
    static const OSSL_PARAM params[] = {PARAM_OCTETS(OSSL_PKEY_PARAM_PUB_KEY), PARAM_OCTETS(OSSL_PKEY_PARAM_PRIV_KEY),
                                        PARAM_OCTETS(seed_name), PARAM_END};
    return selection & OSSL_KEYMGMT_SELECT_KEYPAIR ? params : NULL;
}

/* One member from params: *member is left NULL if it is not there. */
static int take_member(const key *k, const OSSL_PARAM params[], const char *name, size_t needed, uint8_t **member)
{
    const OSSL_PARAM *const p = param_find(params, name);
    const uint8_t *data;
    size_t bytes;
    if (p == NULL)
        return 1;
    if (!param_get_octets(p, &data, &bytes))
        return RAISE(k->in, NEOSIG_ERR_ARGUMENT, "%s is a string of octets", name);
    if (bytes == 0)
        return 1;
    if (bytes != needed)
        return RAISE(k->in, NEOSIG_ERR_LENGTH, "%s of %s has %zu bytes, not %zu", name, k->set->name, needed, bytes);
    *member = p->data;
    return 1;
}

static int import(void *keydata, int selection, const OSSL_PARAM params[])
{
    key *const k = keydata;
    const neosig_alg *const alg = k->set->alg;
    neosig_key from = {.alg = alg};
    if (!(selection & OSSL_KEYMGMT_SELECT_KEYPAIR))
        return RAISE(k->in, NEOSIG_ERR_ARGUMENT, "%s has keys only, no parameters of keys", k->set->name);
    if (!take_member(k, params, OSSL_PKEY_PARAM_PUB_KEY, alg->public_key_bytes, &from.public_key))
        return 0;
    if (selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY &&
        (!take_member(k, params, OSSL_PKEY_PARAM_PRIV_KEY, alg->secret_key_bytes, &from.secret_key) ||
         !take_member(k, params, seed_name, alg->seed_bytes, &from.seed)))
        return 0;
    const neosig_error error = set_members(k, &from);
    return error == NEOSIG_OK || RAISE(k->in, error, "%s: %s", k->set->name, k->members.wrong);
}

/* Up to three entries for the members of a selection; returns their number. */
static size_t put_members(OSSL_PARAM params[3], const key *k, int selection)
{
    const neosig_alg *const alg = k->set->alg;
    size_t n = 0;
    if (selection & OSSL_KEYMGMT_SELECT_PUBLIC_KEY && k->members.public_key != NULL)
        params[n++] = (OSSL_PARAM)PARAM(OSSL_PKEY_PARAM_PUB_KEY, OSSL_PARAM_OCTET_STRING, k->members.public_key,
                                        alg->public_key_bytes);
    if (!(selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY))
        return n;
    if (k->members.secret_key != NULL)
        params[n++] = (OSSL_PARAM)PARAM(OSSL_PKEY_PARAM_PRIV_KEY, OSSL_PARAM_OCTET_STRING, k->members.secret_key,
                                        alg->secret_key_bytes);
    if (k->members.seed != NULL)
        params[n++] = (OSSL_PARAM)PARAM(seed_name, OSSL_PARAM_OCTET_STRING, k->members.seed, alg->seed_bytes);
    return n;
}

int key_export(void *keydata, int selection, OSSL_CALLBACK *callback, void *argument)
{
    OSSL_PARAM params[4];
    const size_t n = put_members(params, keydata, selection);
    params[n] = (OSSL_PARAM)PARAM_END;
    return n != 0 && callback(params, argument);
}

/* What a decoder made, out of its hands. */
static void *load(const void *reference, size_t bytes)
{
    key **const from = (key **)(uintptr_t)reference, *const k = bytes == sizeof *from ? *from : NULL;
    if (k != NULL)
        *from = NULL;
    return k;
}

static void *dup(const void *keydata, int selection)
{
    const key *const from = keydata;
    neosig_key members = from->members;
    key *const k = key_new(from->in, from->set);
    if (!(selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY))
        members.secret_key = members.seed = NULL;
    if (!(selection & OSSL_KEYMGMT_SELECT_PUBLIC_KEY))
        members.public_key = NULL;
    if (k == NULL || (members.public_key == NULL && members.secret_key == NULL))
        return k;
    const neosig_error error = set_members(k, &members);
    if (error == NEOSIG_OK)
        return k;
    RAISE(from->in, error, "copying a key of %s", from->set->name);
    key_free(k);
    return NULL;
}

/* ---- Questions */

static int has(const void *keydata, int selection)
{
    const key *const k = keydata;
    return k != NULL && (!(selection & OSSL_KEYMGMT_SELECT_PUBLIC_KEY) || k->members.public_key != NULL) &&
           (!(selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY) || k->members.secret_key != NULL);
}

/* Keys are equal if their public ones are, and where one is not known, if their secret ones are. */
static int match(const void *keydata1, const void *keydata2, int selection)
{
    const key *const k1 = keydata1, *const k2 = keydata2;
    if (k1->set->alg != k2->set->alg)
        return 0;
    if (!(selection & OSSL_KEYMGMT_SELECT_KEYPAIR))
        return 1;
    if (selection & OSSL_KEYMGMT_SELECT_PUBLIC_KEY && k1->members.public_key != NULL && k2->members.public_key != NULL)
        return memcmp(k1->members.public_key, k2->members.public_key, k1->set->alg->public_key_bytes) == 0;
    return selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY && k1->members.secret_key != NULL &&
           k2->members.secret_key != NULL &&
           equal(k1->members.secret_key, k2->members.secret_key, k1->set->alg->secret_key_bytes);
}

/* Decoded as for a signature that is to be verified. */
static neosig_error check_public(const key *k)
{
    const neosig_alg *const alg = k->set->alg;
    const size_t bytes = neosig_prepared_bytes(alg, 0), alignment = 64;
    uint8_t *const memory = allocate(k->in, bytes + alignment);
    if (memory == NULL)
        return NEOSIG_ERR_MEMORY;
    void *const prepared = memory + (alignment - (uintptr_t)memory % alignment);
    const neosig_error error =
        neosig_prepare_verify(alg, prepared, bytes, k->members.public_key, alg->public_key_bytes, NULL);
    free(memory);
    return error;
}

static int validate(const void *keydata, int selection, int how)
{
    const key *const k = keydata;
    const neosig_alg *const alg = k->set->alg;
    neosig_error error = NEOSIG_OK;
    if (!has(k, selection))
        return 0;
    if ((selection & OSSL_KEYMGMT_SELECT_KEYPAIR) == OSSL_KEYMGMT_SELECT_KEYPAIR)
        error = neosig_check_keypair(alg, k->members.public_key, alg->public_key_bytes, k->members.secret_key,
                                     alg->secret_key_bytes, NULL);
    else if (selection & OSSL_KEYMGMT_SELECT_PUBLIC_KEY)
        error = check_public(k);
    return error == NEOSIG_OK || RAISE(k->in, error, "%s", k->set->name);
}

static const OSSL_PARAM *gettable(void *in)
{
    static const OSSL_PARAM params[] = {PARAM_INT(OSSL_PKEY_PARAM_BITS),
                                        PARAM_INT(OSSL_PKEY_PARAM_SECURITY_BITS),
                                        PARAM_INT(OSSL_PKEY_PARAM_MAX_SIZE),
                                        PARAM_INT("security-category"),
                                        PARAM_TEXT(OSSL_PKEY_PARAM_MANDATORY_DIGEST),
                                        PARAM_OCTETS(OSSL_PKEY_PARAM_PUB_KEY),
                                        PARAM_OCTETS(OSSL_PKEY_PARAM_PRIV_KEY),
                                        PARAM_OCTETS(seed_name),
                                        PARAM_END};
    return params;
}

/* An empty mandatory digest says that there is none to choose. */
static int get_params(void *keydata, OSSL_PARAM params[])
{
    const key *const k = keydata;
    const neosig_alg *const alg = k->set->alg;
    OSSL_PARAM members[3];
    int done = 1;
    for (size_t n = put_members(members, k, OSSL_KEYMGMT_SELECT_KEYPAIR); n-- > 0;)
        done = done && param_set_octets(params, members[n].key, members[n].data, members[n].data_size);
    done = done && param_set_int(params, OSSL_PKEY_PARAM_BITS, (int)(8 * alg->public_key_bytes)) &&
           param_set_int(params, OSSL_PKEY_PARAM_SECURITY_BITS, (int)security_bits(alg)) &&
           param_set_int(params, OSSL_PKEY_PARAM_MAX_SIZE, (int)alg->signature_bytes) &&
           param_set_int(params, "security-category", security_bits(alg) != 0 ? (int)alg->level : 0) &&
           param_set_text(params, OSSL_PKEY_PARAM_MANDATORY_DIGEST, "");
    return done || RAISE_NO_ROOM(k->in);
}

/* ---- Tables */

/* clang-format off */
#define F(id, function) ENTRY(OSSL_FUNC_KEYMGMT_##id, function)
#define SHARED \
    F(FREE, key_free) F(LOAD, load) F(DUP, dup) \
    F(GEN, gen) F(GEN_SET_PARAMS, gen_set_params) F(GEN_SETTABLE_PARAMS, gen_settable) F(GEN_CLEANUP, gen_cleanup) \
    F(IMPORT, import) F(IMPORT_TYPES, transfer_types) F(EXPORT, key_export) F(EXPORT_TYPES, transfer_types) \
    F(HAS, has) F(MATCH, match) F(VALIDATE, validate) F(GET_PARAMS, get_params) F(GETTABLE_PARAMS, gettable)
#define FUNCTIONS(i) \
    static void *new_##i(void *in) { return key_new(in, &((provider *)in)->sets[i]); } \
    static void *gen_init_##i(void *in, int selection, const OSSL_PARAM params[]) \
    { return gen_init(in, i, selection, params); } \
    static const OSSL_DISPATCH functions_##i[] = {F(NEW, new_##i) F(GEN_INIT, gen_init_##i) SHARED LAST};
/* clang-format on */
EACH_SLOT(FUNCTIONS)

#define FUNCTIONS_OF(i) functions_##i,
const OSSL_DISPATCH *const keymgmt_functions[SLOTS] = {EACH_SLOT(FUNCTIONS_OF)};
