/* SLH-DSA as FIPS 205 writes it (pure, empty context). */
#include "reference.h"
#include "slhdsa/slhdsa.h"
#include "sym.h"

#include <stdlib.h>
#include <string.h>

#define MAX_N 32
#define LG_W 4
#define W 16
#define LEN2 3 /* w = 16 and n from 9 to 136 */
#define MAX_LEN (2 * MAX_N + LEN2)
#define MAX_K 64
#define MAX_M 64

typedef neosig_slhdsa_set set;

/* The keys as bytes. */
typedef struct keys {
    const set *p;
    const uint8_t *sk_seed, *sk_prf, *pk_seed, *pk_root;
} keys;

/* ADRS, section 4.2. Words 1 to 3: key pair, chain or tree height, hash or tree index. */
typedef struct address {
    uint32_t layer;
    uint64_t tree;
    uint32_t type, word1, word2, word3;
} address;

enum { WOTS_HASH, WOTS_PK, TREE, FORS_TREE, FORS_ROOTS, WOTS_PRF, FORS_PRF };

/* Algorithm 2. */
static uint64_t to_int(const uint8_t *x, size_t n)
{
    uint64_t total = 0;
    for (size_t i = 0; i < n; i++)
        total = total << 8 | x[i];
    return total;
}

/* Algorithm 3. Returns the end. */
static uint8_t *to_byte(uint8_t *s, uint64_t x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        s[n - 1 - i] = (uint8_t)(i < 8 ? x >> 8 * i : 0);
    return s + n;
}

/* Algorithm 4. */
static void base_2b(uint32_t *baseb, const uint8_t *x, unsigned b, size_t out_len)
{
    unsigned bits = 0;
    uint64_t total = 0;
    for (size_t out = 0; out < out_len; out++) {
        for (; bits < b; bits += 8)
            total = total << 8 | *x++;
        bits -= b;
        baseb[out] = (uint32_t)(total >> bits & ((UINT64_C(1) << b) - 1));
    }
}

static uint8_t *append(uint8_t *to, const uint8_t *from, size_t bytes)
{
    memcpy(to, from, bytes);
    return to + bytes;
}

static void shake256(uint8_t *out, size_t out_bytes, const uint8_t *in, size_t bytes)
{
    neosig_reference_shake shake;
    neosig_reference_shake_init(&shake, 136);
    neosig_reference_shake_absorb(&shake, in, bytes);
    neosig_reference_shake_squeeze(&shake, out, out_bytes);
}

/* Bytes of a digest of SHA-256 or SHA-512, whichever the set uses for all but F and PRF (section 11.2). A block has
 * twice as many. */
static size_t sha_bytes(const set *p)
{
    return p->n == 16 ? 32 : 64;
}

/* F, H, T_l and PRF: PK.seed and address before the message. is_f: F or PRF. */
static void tweaked(const keys *key, uint8_t *out, const address *adrs, const uint8_t *m, size_t m_bytes, int is_f)
{
    const set *p = key->p;
    uint8_t in[128 + 32 + MAX_N * MAX_LEN], digest[64], *at = append(in, key->pk_seed, p->n);
    const size_t bytes = is_f ? 32 : sha_bytes(p);
    if (!p->shake)
        at = to_byte(at, 0, 2 * bytes - p->n);
    at = to_byte(at, adrs->layer, p->shake ? 4 : 1);
    at = to_byte(at, adrs->tree, p->shake ? 12 : 8);
    at = to_byte(at, adrs->type, p->shake ? 4 : 1);
    at = to_byte(at, adrs->word1, 4);
    at = to_byte(at, adrs->word2, 4);
    at = to_byte(at, adrs->word3, 4);
    at = append(at, m, m_bytes);
    if (p->shake)
        shake256(digest, p->n, in, (size_t)(at - in));
    else
        neosig_reference_sha2(digest, bytes, in, (size_t)(at - in));
    memcpy(out, digest, p->n);
}

/* M' = 0x00 | 0x00 | M, with room before it for what is hashed first. NULL, or for the caller to free. */
enum { ROOM = 128 + MAX_N };

static uint8_t *prefixed(const uint8_t *msg, size_t msg_bytes)
{
    uint8_t *room = calloc(1, ROOM + 2 + msg_bytes);
    if (room != NULL && msg_bytes != 0)
        memcpy(room + ROOM + 2, msg, msg_bytes);
    return room;
}

/* PRF_msg; with SHA2 it is HMAC (FIPS 198-1). room: ROOM bytes to write to, then M' of
 * m_bytes. */
static void prf_msg(const keys *key, uint8_t *r, const uint8_t *opt_rand, uint8_t *room, size_t m_bytes)
{
    const size_t n = key->p->n, bytes = sha_bytes(key->p), block = 2 * bytes;
    const size_t before = key->p->shake ? n : block;
    uint8_t *in = room + ROOM - n - before, outer[128 + 64] = {0}, digest[64];
    memset(in, 0, before);
    memcpy(in, key->sk_prf, n);
    memcpy(in + before, opt_rand, n);
    if (key->p->shake) {
        shake256(r, n, in, before + n + m_bytes);
        return;
    }
    for (size_t i = 0; i < block; i++) {
        outer[i] = in[i] ^ 0x5c;
        in[i] ^= 0x36;
    }
    neosig_reference_sha2(outer + block, bytes, in, block + n + m_bytes);
    neosig_reference_sha2(digest, bytes, outer, block + bytes);
    memcpy(r, digest, n);
}

/* H_msg; with SHA2 its output is that of MGF1 (RFC 8017, B.2.1). */
static void h_msg(const keys *key, uint8_t *out, const uint8_t *r, uint8_t *room, size_t m_bytes)
{
    const size_t n = key->p->n, bytes = sha_bytes(key->p);
    uint8_t *in = room + ROOM - 3 * n, seed[2 * MAX_N + 64 + 4], mask[2 * MAX_M];
    append(append(append(in, r, n), key->pk_seed, n), key->pk_root, n);
    if (key->p->shake) {
        shake256(out, key->p->m, in, 3 * n + m_bytes);
        return;
    }
    append(append(seed, r, n), key->pk_seed, n);
    neosig_reference_sha2(seed + 2 * n, bytes, in, 3 * n + m_bytes);
    for (size_t i = 0; i * bytes < key->p->m; i++) {
        to_byte(seed + 2 * n + bytes, i, 4);
        neosig_reference_sha2(mask + i * bytes, bytes, seed, 2 * n + bytes + 4);
    }
    memcpy(out, mask, key->p->m);
}

/* Algorithm 5. */
static void chain(const keys *key, uint8_t *out, const uint8_t *x, unsigned i, unsigned s, address adrs)
{
    memmove(out, x, key->p->n);
    for (unsigned j = i; j < i + s; j++) {
        adrs.word3 = j;
        tweaked(key, out, &adrs, out, key->p->n, 1);
    }
}

/* Algorithm 7, lines 1 to 7. Returns len. */
static size_t wots_digits(const set *p, uint32_t digits[MAX_LEN], const uint8_t *m)
{
    const size_t len1 = 8 * p->n / LG_W;
    uint32_t csum = 0;
    uint8_t csum_bytes[2];
    base_2b(digits, m, LG_W, len1);
    for (size_t i = 0; i < len1; i++)
        csum += W - 1 - digits[i];
    to_byte(csum_bytes, csum << 4, sizeof csum_bytes);
    base_2b(digits + len1, csum_bytes, LG_W, LEN2);
    return len1 + LEN2;
}

/* Chain i of a key, from its secret on; adrs: of the key pair. */
static void wots_chain(const keys *key, uint8_t *out, uint32_t i, unsigned steps, address adrs)
{
    const address prf = {adrs.layer, adrs.tree, WOTS_PRF, adrs.word1, i, 0};
    const address hash = {adrs.layer, adrs.tree, WOTS_HASH, adrs.word1, i, 0};
    tweaked(key, out, &prf, key->sk_seed, key->p->n, 1);
    chain(key, out, out, 0, steps, hash);
}

static void wots_compress(const keys *key, uint8_t *pk, const uint8_t *ends, size_t len, address adrs)
{
    const address to = {adrs.layer, adrs.tree, WOTS_PK, adrs.word1, 0, 0};
    tweaked(key, pk, &to, ends, len * key->p->n, 0);
}

/* Algorithm 6. */
static void wots_pk_gen(const keys *key, uint8_t *pk, address adrs)
{
    const size_t n = key->p->n, len = 2 * n + LEN2;
    uint8_t ends[MAX_LEN * MAX_N];
    for (uint32_t i = 0; i < len; i++)
        wots_chain(key, ends + i * n, i, W - 1, adrs);
    wots_compress(key, pk, ends, len, adrs);
}

/* Algorithm 7. */
static uint8_t *wots_sign(const keys *key, uint8_t *sig, const uint8_t *m, address adrs)
{
    uint32_t digits[MAX_LEN];
    const size_t len = wots_digits(key->p, digits, m);
    for (uint32_t i = 0; i < len; i++, sig += key->p->n)
        wots_chain(key, sig, i, digits[i], adrs);
    return sig;
}

/* Algorithm 8. */
static void wots_pk_from_sig(const keys *key, uint8_t *pk, const uint8_t *sig, const uint8_t *m, address adrs)
{
    const size_t n = key->p->n;
    uint32_t digits[MAX_LEN];
    uint8_t ends[MAX_LEN * MAX_N];
    const size_t len = wots_digits(key->p, digits, m);
    for (uint32_t i = 0; i < len; i++) {
        const address hash = {adrs.layer, adrs.tree, WOTS_HASH, adrs.word1, i, 0};
        chain(key, ends + i * n, sig + i * n, digits[i], W - 1 - digits[i], hash);
    }
    wots_compress(key, pk, ends, len, adrs);
}

/* Algorithm 9. */
static void xmss_node(const keys *key, uint8_t *node, uint32_t i, unsigned z, address adrs)
{
    uint8_t children[2 * MAX_N];
    if (z == 0) {
        adrs.word1 = i;
        wots_pk_gen(key, node, adrs);
        return;
    }
    xmss_node(key, children, 2 * i, z - 1, adrs);
    xmss_node(key, children + key->p->n, 2 * i + 1, z - 1, adrs);
    const address at = {adrs.layer, adrs.tree, TREE, 0, z, i};
    tweaked(key, node, &at, children, 2u * key->p->n, 0);
}

/* Algorithm 10. */
static uint8_t *xmss_sign(const keys *key, uint8_t *sig, const uint8_t *m, uint32_t idx, address adrs)
{
    adrs.word1 = idx;
    sig = wots_sign(key, sig, m, adrs);
    for (unsigned j = 0; j < key->p->tree_height; j++, sig += key->p->n)
        xmss_node(key, sig, idx >> j ^ 1, j, adrs);
    return sig;
}

/* From a leaf to the root of its tree, of the height given, by the authentication path: algorithm 11, lines 6 to 18,
 * and algorithm 17, lines 8 to 18. adrs.word3: the leaf's index. */
static void climb(const keys *key, uint8_t *node, const uint8_t *auth, unsigned height, address adrs)
{
    const size_t n = key->p->n;
    for (unsigned j = 0; j < height; j++, auth += n) {
        uint8_t children[2 * MAX_N];
        const unsigned right = adrs.word3 & 1;
        memcpy(children + right * n, node, n);
        memcpy(children + (1 - right) * n, auth, n);
        adrs.word2 = j + 1;
        adrs.word3 >>= 1;
        tweaked(key, node, &adrs, children, 2 * n, 0);
    }
}

/* Algorithm 11. */
static void xmss_pk_from_sig(const keys *key, uint8_t *root, uint32_t idx, const uint8_t *sig, const uint8_t *m,
                             address adrs)
{
    const size_t n = key->p->n;
    uint8_t leaf[MAX_N];
    adrs.word1 = idx;
    wots_pk_from_sig(key, leaf, sig, m, adrs);
    const address at = {adrs.layer, adrs.tree, TREE, 0, 0, idx};
    climb(key, leaf, sig + (2 * n + LEN2) * n, key->p->tree_height, at);
    memcpy(root, leaf, n);
}

/* x mod 2^bits. */
static uint64_t low_bits(uint64_t x, unsigned bits)
{
    return bits == 64 ? x : x & ((UINT64_C(1) << bits) - 1);
}

/* Algorithm 12. */
static void ht_sign(const keys *key, uint8_t *sig, const uint8_t *m, uint64_t idx_tree, uint32_t idx_leaf)
{
    const set *p = key->p;
    uint8_t root[MAX_N];
    memcpy(root, m, p->n);
    for (uint32_t j = 0; j < p->d; j++) {
        const address adrs = {j, idx_tree, 0, 0, 0, 0};
        uint8_t *end = xmss_sign(key, sig, root, idx_leaf, adrs);
        xmss_pk_from_sig(key, root, idx_leaf, sig, root, adrs);
        idx_leaf = (uint32_t)low_bits(idx_tree, p->tree_height);
        idx_tree >>= p->tree_height;
        sig = end;
    }
}

/* Algorithm 13. */
static int ht_verify(const keys *key, const uint8_t *m, const uint8_t *sig, uint64_t idx_tree, uint32_t idx_leaf)
{
    const set *p = key->p;
    const size_t xmss_bytes = (2u * p->n + LEN2 + p->tree_height) * p->n;
    uint8_t node[MAX_N];
    memcpy(node, m, p->n);
    for (uint32_t j = 0; j < p->d; j++) {
        const address adrs = {j, idx_tree, 0, 0, 0, 0};
        xmss_pk_from_sig(key, node, idx_leaf, sig + j * xmss_bytes, node, adrs);
        idx_leaf = (uint32_t)low_bits(idx_tree, p->tree_height);
        idx_tree >>= p->tree_height;
    }
    return memcmp(node, key->pk_root, p->n) == 0 ? 0 : -1;
}

/* Algorithm 14. */
static void fors_sk_gen(const keys *key, uint8_t *sk, address adrs, uint32_t idx)
{
    const address prf = {adrs.layer, adrs.tree, FORS_PRF, adrs.word1, 0, idx};
    tweaked(key, sk, &prf, key->sk_seed, key->p->n, 1);
}

/* Algorithm 15. */
static void fors_node(const keys *key, uint8_t *node, uint32_t i, unsigned z, address adrs)
{
    const size_t n = key->p->n;
    uint8_t children[2 * MAX_N];
    const address at = {adrs.layer, adrs.tree, FORS_TREE, adrs.word1, z, i};
    if (z == 0) {
        fors_sk_gen(key, children, adrs, i);
    } else {
        fors_node(key, children, 2 * i, z - 1, adrs);
        fors_node(key, children + n, 2 * i + 1, z - 1, adrs);
    }
    tweaked(key, node, &at, children, z == 0 ? n : 2 * n, z == 0);
}

/* Algorithm 16. Returns the signature's end. */
static uint8_t *fors_sign(const keys *key, uint8_t *sig, const uint8_t *md, address adrs)
{
    const set *p = key->p;
    uint32_t indices[MAX_K];
    base_2b(indices, md, p->a, p->k);
    for (uint32_t i = 0; i < p->k; i++) {
        fors_sk_gen(key, sig, adrs, (i << p->a) + indices[i]);
        sig += p->n;
        for (unsigned j = 0; j < p->a; j++, sig += p->n)
            fors_node(key, sig, (i << (p->a - j)) + (indices[i] >> j ^ 1), j, adrs);
    }
    return sig;
}

/* Algorithm 17. Returns the signature's end. */
static const uint8_t *fors_pk_from_sig(const keys *key, uint8_t *pk, const uint8_t *sig, const uint8_t *md,
                                       address adrs)
{
    const set *p = key->p;
    uint32_t indices[MAX_K];
    uint8_t roots[MAX_K * MAX_N];
    base_2b(indices, md, p->a, p->k);
    for (uint32_t i = 0; i < p->k; i++, sig += (1u + p->a) * p->n) {
        const address leaf = {adrs.layer, adrs.tree, FORS_TREE, adrs.word1, 0, (i << p->a) + indices[i]};
        tweaked(key, roots + i * p->n, &leaf, sig, p->n, 1);
        climb(key, roots + i * p->n, sig + p->n, p->a, leaf);
    }
    const address to = {adrs.layer, adrs.tree, FORS_ROOTS, adrs.word1, 0, 0};
    tweaked(key, pk, &to, roots, (size_t)p->k * p->n, 0);
    return sig;
}

/* Algorithm 19, lines 7 to 13: where the digest's FORS key is. */
static address fors_address(const set *p, const uint8_t *digest)
{
    const unsigned tree_bits = (unsigned)p->h - p->tree_height;
    const size_t md_bytes = ((size_t)p->k * p->a + 7) / 8, tree_bytes = (tree_bits + 7) / 8;
    const uint64_t tree = to_int(digest + md_bytes, tree_bytes);
    const uint64_t leaf = to_int(digest + md_bytes + tree_bytes, (p->tree_height + 7u) / 8);
    return (address){0, low_bits(tree, tree_bits), FORS_TREE, (uint32_t)low_bits(leaf, p->tree_height), 0, 0};
}

static keys keys_of(const neosig_alg *alg, const uint8_t *sk, const uint8_t *pk)
{
    const set *p = (const set *)alg;
    return (keys){p, sk, sk != NULL ? sk + p->n : NULL, pk, pk + p->n};
}

/* Algorithm 21; algorithm 18. */
static int keypair(const neosig_alg *alg, uint8_t *pk, uint8_t *sk, neosig_random *random, void *state)
{
    const size_t n = ((const set *)alg)->n;
    if (random(state, sk, 3 * n) != 0)
        return -1;
    const keys key = keys_of(alg, sk, sk + 2 * n);
    const address top = {key.p->d - 1u, 0, 0, 0, 0, 0};
    xmss_node(&key, sk + 3 * n, 0, key.p->tree_height, top);
    memcpy(pk, sk + 2 * n, 2 * n);
    return 0;
}

/* Algorithm 22; algorithm 19. */
static int sign(const neosig_alg *alg, uint8_t *sig, size_t *sig_bytes, const uint8_t *msg, size_t msg_bytes,
                const uint8_t *sk, neosig_random *random, void *state)
{
    const set *p = (const set *)alg;
    const keys key = keys_of(alg, sk, sk + 2u * p->n);
    uint8_t addrnd[MAX_N], digest[MAX_M], pk_fors[MAX_N], *room;
    if (random(state, addrnd, p->n) != 0 || (room = prefixed(msg, msg_bytes)) == NULL)
        return -1;
    prf_msg(&key, sig, addrnd, room, 2 + msg_bytes);
    h_msg(&key, digest, sig, room, 2 + msg_bytes);
    free(room);
    const address adrs = fors_address(p, digest);
    uint8_t *ht = fors_sign(&key, sig + p->n, digest, adrs);
    fors_pk_from_sig(&key, pk_fors, sig + p->n, digest, adrs);
    ht_sign(&key, ht, pk_fors, adrs.tree, adrs.word1);
    *sig_bytes = alg->signature_bytes;
    return 0;
}

/* Algorithm 24; algorithm 20. */
static int verify(const neosig_alg *alg, const uint8_t *sig, size_t sig_bytes, const uint8_t *msg, size_t msg_bytes,
                  const uint8_t *pk)
{
    const set *p = (const set *)alg;
    const keys key = keys_of(alg, NULL, pk);
    uint8_t digest[MAX_M], pk_fors[MAX_N], *room;
    if (sig_bytes != alg->signature_bytes || (room = prefixed(msg, msg_bytes)) == NULL)
        return -1;
    h_msg(&key, digest, sig, room, 2 + msg_bytes);
    free(room);
    const address adrs = fors_address(p, digest);
    const uint8_t *ht = fors_pk_from_sig(&key, pk_fors, sig + p->n, digest, adrs);
    return ht_verify(&key, pk_fors, ht, adrs.tree, adrs.word1);
}

const neosig_reference neosig_reference_slh_dsa = {"slh-dsa", keypair, sign, verify};
