/* Errors of the computer while it signs: one wrong bit in one hash, for every hash of a signature with small trees.
 * NEOSIG_SIGN_TWICE must find all that change the signature, NEOSIG_VERIFY_SIGNED those after which the signature does
 * not verify. Of faults below the top tree, which make a key sign something else, the manual says that these are the
 * fewer. */
#include "core/backend.h"
#include "core/use.h"
#include "slhdsa/slhdsa.h"

#include <stdalign.h>
#include <string.h>

enum { MOST_SIGNATURE = 2048, MOST_WORKSPACE = 1 << 16, TOP_LAYER = 1 };

/* Of the key and the message here. docs/security.md has these figures. */
enum { HASHES = 499, CHANGED = 461, BELOW = 282, SEEN = 59 };

static const neosig_slhdsa_hash *hash;
static size_t hashes, wrong;
static uint32_t wrong_layer;

/* After these lanes were hashed. */
static void spoil(const neosig_slhdsa_place *place, const neosig_slhdsa_lane *lanes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (hashes++ == wrong) {
            lanes[i].out[0] ^= 1;
            wrong_layer = place->layer;
        }
}

static void prf_f(const neosig_slhdsa_key *key, const neosig_slhdsa_place *prf, const neosig_slhdsa_place *chain,
                  const neosig_slhdsa_lane *lanes, size_t count)
{
    hash->prf_f(key, prf, chain, lanes, count);
    spoil(prf, lanes, count);
}

static void f(const neosig_slhdsa_key *key, const neosig_slhdsa_place *place, const neosig_slhdsa_lane *lanes,
              size_t count)
{
    hash->f(key, place, lanes, count);
    spoil(place, lanes, count);
}

static void h(const neosig_slhdsa_key *key, const neosig_slhdsa_place *place, const neosig_slhdsa_lane *lanes,
              size_t count)
{
    hash->h(key, place, lanes, count);
    spoil(place, lanes, count);
}

static void t(const neosig_slhdsa_key *key, const neosig_slhdsa_place *place, const neosig_slhdsa_lane *lanes,
              size_t count, size_t l)
{
    hash->t(key, place, lanes, count, l);
    spoil(place, lanes, count);
}

static const neosig_alg *alg;
static uint8_t pk[32], sk[64], msg[] = "message";

static neosig_error sign(uint8_t *sig, unsigned flags, size_t wrong_hash)
{
    static alignas(64) uint8_t workspace[MOST_WORKSPACE];
    neosig_slhdsa_ctx ctx = neosig_slhdsa_open(alg, neosig_backend_now());
    neosig_slhdsa_hash spoiling = *ctx.hash;
    neosig_slhdsa_message message;
    neosig_job job = {.alg = alg, .key = sk, .message = msg, .message_bytes = sizeof msg};
    job.options.flags = flags | NEOSIG_DETERMINISTIC;
    hash = ctx.hash;
    spoiling.prf_f = prf_f;
    spoiling.f = f;
    spoiling.h = h;
    spoiling.t = t;
    ctx.hash = &spoiling;
    hashes = 0;
    wrong = wrong_hash;
    CHECK(neosig_slhdsa_sign_bytes(&ctx, 0, 0) <= sizeof workspace);
    neosig_slhdsa_message_of(&job, &message);
    return neosig_slhdsa_sign(&ctx, sig, &message, &job, NULL, workspace);
}

int main(void)
{
    static uint8_t good[MOST_SIGNATURE], bad[MOST_SIGNATURE], same[MOST_SIGNATURE];
    size_t changed = 0, below = 0, below_invalid = 0, bytes;
    use_random source;
    neosig_options options = use_options(&source, 1, 0);
    options.flags |= NEOSIG_DETERMINISTIC;
    alg = neosig_alg_find("slh-dsa-other-faults");
    if (!CHECK(alg != NULL && alg->signature_bytes <= MOST_SIGNATURE))
        return test_end();
    CHECK(neosig_keypair(alg, pk, sk, &options) == NEOSIG_OK);
    CHECK(neosig_sign(alg, good, &bytes, msg, sizeof msg, sk, sizeof sk, &options) == NEOSIG_OK);
    CHECK(sign(same, 0, SIZE_MAX) == NEOSIG_OK && memcmp(good, same, bytes) == 0);
    const size_t all = hashes;
    CHECK(sign(same, NEOSIG_SIGN_TWICE | NEOSIG_VERIFY_SIGNED, SIZE_MAX) == NEOSIG_OK && hashes > 2 * all &&
          memcmp(good, same, bytes) == 0);
    for (size_t i = 0; i < all; i++) {
        CHECK(sign(bad, 0, i) == NEOSIG_OK);
        const int differs = memcmp(good, bad, bytes) != 0;
        const neosig_error verifies = neosig_verify(alg, bad, bytes, msg, sizeof msg, pk, sizeof pk, NULL);
        changed += (size_t)differs;
        if (wrong_layer < TOP_LAYER) {
            below++;
            below_invalid += verifies != NEOSIG_OK;
        }
        const neosig_error found = differs ? NEOSIG_ERR_FAULT : NEOSIG_OK;
        CHECK(sign(bad, NEOSIG_SIGN_TWICE, i) == found && sign(bad, NEOSIG_SIGN_TWICE, all + i) == found);
        CHECK(sign(bad, NEOSIG_VERIFY_SIGNED, i) == (verifies == NEOSIG_OK ? NEOSIG_OK : NEOSIG_ERR_FAULT));
    }
    CHECK(all == HASHES && changed == CHANGED && below == BELOW && below_invalid == SEEN);
    return test_end();
}
