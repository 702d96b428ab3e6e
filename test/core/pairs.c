/* The public key of a secret one, and key pairs that are none, for every set that is not slow: a wrong bit in any part
 * of either key. */
#include "use.h"

#ifdef NEOSIG_SLOW_CPU
enum { PLACES = 3, LEVEL = 2 };
#else
enum { PLACES = 24, LEVEL = 5 };
#endif

typedef struct key_pair {
    const neosig_alg *alg;
    uint8_t *pk, *sk, *made;
    int tells; /* the secret key tells the public one */
} key_pair;

static neosig_error check(const key_pair *p)
{
    return neosig_check_keypair(p->alg, p->pk, p->alg->public_key_bytes, p->sk, p->alg->secret_key_bytes, NULL);
}

static int is_public_key(const key_pair *p)
{
    return memcmp(p->made, p->pk, p->alg->public_key_bytes) == 0;
}

/* A secret key with a wrong bit is none, or that of another key pair; which one tells a key made of seeds alone. */
static void test_wrong_secret(const key_pair *p, size_t byte, unsigned bit)
{
    p->sk[byte] ^= (uint8_t)(1u << bit);
    const int fine = test_is_free(p->alg, byte), seeds = p->alg->secret_key_bytes <= p->alg->seed_bytes;
    int good = CHECK(check(p) == (fine ? NEOSIG_OK : NEOSIG_ERR_KEY));
    const neosig_error error = neosig_public_key(p->alg, p->made, p->sk, p->alg->secret_key_bytes, NULL);
    if (!p->tells)
        good &= CHECK(error == NEOSIG_ERR_UNSUPPORTED);
    else if (fine || seeds)
        good &= CHECK(error == NEOSIG_OK) && CHECK(is_public_key(p) == fine);
    else
        good &= CHECK(error == NEOSIG_ERR_KEY);
    if (error != NEOSIG_OK)
        good &= CHECK(use_all(p->made, p->alg->public_key_bytes, 0));
    if (!good)
        fprintf(stderr, "%s: bit %u of byte %zu of the secret key\n", p->alg->name, bit, byte);
    p->sk[byte] ^= (uint8_t)(1u << bit);
}

static void test_set(const neosig_alg *alg)
{
    use_random source;
    neosig_options options = use_options(&source, 1, 0);
    const size_t pk_bytes = alg->public_key_bytes, sk_bytes = alg->secret_key_bytes;
    const key_pair p = {.alg = alg,
                        .pk = use_allocate(pk_bytes),
                        .sk = use_allocate(sk_bytes),
                        .made = use_allocate(pk_bytes),
                        .tells = strstr(alg->name, "-circumzenithal") == NULL};
    CHECK(neosig_keypair(alg, p.pk, p.sk, &options) == NEOSIG_OK);
    for (unsigned flags = 0; flags <= NEOSIG_LOW_MEMORY; flags += NEOSIG_LOW_MEMORY) {
        const size_t bytes[] = {neosig_workspace_bytes(alg, NEOSIG_OP_KEYPAIR, flags),
                                neosig_workspace_bytes(alg, NEOSIG_OP_SIGN, flags)};
        options = (neosig_options){.size = sizeof options, .flags = flags};
        options.workspace_bytes = bytes[0] > bytes[1] ? bytes[0] : bytes[1];
        uint8_t *space = options.workspace = use_allocate(options.workspace_bytes);
        memset(p.made, 0x5a, pk_bytes);
        CHECK(neosig_check_keypair(alg, p.pk, pk_bytes, p.sk, sk_bytes, &options) == NEOSIG_OK);
        CHECK(neosig_public_key(alg, p.made, p.sk, sk_bytes, &options) ==
              (p.tells ? NEOSIG_OK : NEOSIG_ERR_UNSUPPORTED));
        CHECK(p.tells ? is_public_key(&p) : use_all(p.made, pk_bytes, 0));
        CHECK(use_intact(p.made, pk_bytes) && use_intact(space, options.workspace_bytes));
        options.workspace_bytes--;
        CHECK(neosig_check_keypair(alg, p.pk, pk_bytes, p.sk, sk_bytes, &options) == NEOSIG_ERR_WORKSPACE);
        free(space);
    }
    for (size_t i = 0; i <= PLACES; i++) { /* the first and the last byte among them */
        test_wrong_secret(&p, i * (sk_bytes - 1) / PLACES, (unsigned)i % 8);
        const size_t byte = i * (pk_bytes - 1) / PLACES;
        p.pk[byte] ^= (uint8_t)(1u << i % 8);
        CHECK(check(&p) == NEOSIG_ERR_KEY);
        p.pk[byte] ^= (uint8_t)(1u << i % 8);
    }
    CHECK(check(&p) == NEOSIG_OK);
    free(p.pk);
    free(p.sk);
    free(p.made);
}

int main(void)
{
    for (size_t i = 0; i < neosig_alg_count(); i++)
        if (neosig_alg_at(i)->level <= LEVEL && !test_is_slow(neosig_alg_at(i)))
            test_set(neosig_alg_at(i));
    return test_end();
}
