/* The coded parts of a signature. Every symbol at every edge comes back. A coder written here, straight from the
 * specification's, makes the same bytes. No other bytes decode: not those of a coder that begins with another state,
 * that keeps a byte too many or too few, or that is followed by something. */
#include "core/backend.h"
#include "haetae/haetae.h"
#include "sym/bytes.h"
#include "test.h"
#include "test/ntt/polys.h"

#include <string.h>

enum { L = NEOSIG_HAETAE_MAX_L, K = NEOSIG_HAETAE_MAX_K, LOWEST = 1 << 23, MOST = 4096 };
#ifdef NEOSIG_SLOW_CPU
enum { ROUNDS = 160 };
#else
enum { ROUNDS = 600 };
#endif

static neosig_haetae_ctx ctx;
static uint8_t symbols[2][256 * L], scratch[256 * (L + K)], sig[MOST], other[MOST], c[32];
static uint32_t lost[256 * (L + K)];
static int32_t z1[256 * L], h[256 * K], z1_again[256 * L], h_again[256 * K];

static const neosig_haetae_model *model_of(int part)
{
    return part ? &ctx.set->h : &ctx.set->z1;
}

static size_t count_of(int part)
{
    return 256 * (part ? ctx.k : ctx.l);
}

/* ---- A coder, and others that a decoder might take for it */

typedef enum way { RIGHT, OTHER_STATE, FULL, SHORT, LONGER, WAYS } way;

/* Symbols of a part, from the last one on, to the end of out. Returns the number of bytes; 0 if there is no such way.
 */
static size_t code(int part, uint8_t *out, way how)
{
    const neosig_haetae_model *model = model_of(part);
    uint8_t coded[MOST], *to = coded + sizeof coded;
    uint64_t x = how == OTHER_STATE ? LOWEST + 1 + next() % (LOWEST - 1) : LOWEST;
    if (how == LONGER)
        *--to = 0;
    for (size_t i = count_of(part); i-- > 0;) {
        uint64_t start = 0;
        for (unsigned s = 0; s < symbols[part][i]; s++)
            start += model->freq[s];
        const uint64_t freq = model->freq[symbols[part][i]];
        if (how == FULL && i == 0 && x >= freq << 21 && x < freq << 22) {
            x = x / freq * 1024 + x % freq + start; /* below 2^32, as it should not be */
            how = RIGHT;
            break;
        }
        for (; x >= freq << 21; x >>= 8)
            *--to = (uint8_t)x;
        if (how == SHORT && i == 0 && x >> 8 >= freq) {
            *--to = (uint8_t)x;
            x >>= 8;
            how = RIGHT;
        }
        x = x / freq * 1024 + x % freq + start;
    }
    if (how == FULL || how == SHORT)
        return 0;
    to -= 4;
    neosig_store32_le(to, (uint32_t)x);
    const size_t bytes = (size_t)(coded + sizeof coded - to);
    memcpy(out, to, bytes);
    return bytes;
}

/* The whole signature, its parts coded in these ways. Returns its length, without zeros; 0 if there is none. */
static size_t make(uint8_t *out, way z1_how, way h_how)
{
    const size_t head = 32 + count_of(0) + 2;
    memset(out, 0, MOST);
    memcpy(out, c, 32);
    for (size_t i = 0; i < count_of(0); i++)
        out[32 + i] = (uint8_t)z1[i];
    const size_t z1_bytes = code(0, out + head, z1_how), h_bytes = code(1, out + head + z1_bytes, h_how);
    const size_t z1_byte = z1_bytes - ctx.set->base_z1, h_byte = h_bytes - ctx.set->base_h;
    if (z1_bytes == 0 || h_bytes == 0 || z1_byte > 255 || h_byte > 255 ||
        head + z1_bytes + h_bytes > ctx.set->alg.signature_bytes)
        return 0;
    out[head - 2] = (uint8_t)z1_byte;
    out[head - 1] = (uint8_t)h_byte;
    return head + z1_bytes + h_bytes;
}

/* ---- Tests */

static int pack(uint8_t *out)
{
    return neosig_haetae_pack_signature(&ctx, out, c, z1, h, scratch, lost);
}

static int unpack(const uint8_t *in)
{
    uint8_t c_again[32];
    return neosig_haetae_unpack_signature_vartime(&ctx, in, c_again, z1_again, h_again, scratch);
}

/* Symbols nearly as often as the model has them, or few signatures would fit; the round's at the first and the last
 * place. */
static void draw(unsigned round)
{
    for (int part = 0; part < 2; part++) {
        const neosig_haetae_model *model = model_of(part);
        const size_t count = count_of(part);
        const unsigned common = part ? 0 : (unsigned)ctx.set->z1_offset;
        for (size_t i = 0; i < count; i++) {
            unsigned u = (unsigned)(next() % 1024), s = 0;
            for (; u >= model->freq[s]; s++)
                u -= model->freq[s];
            s = next() % 16 == 0 ? common : s;
            symbols[part][i] = (uint8_t)s;
        }
        symbols[part][0] = (uint8_t)(round % model->symbols);
        symbols[part][count - 1] = (uint8_t)((round / 2) % model->symbols);
    }
    fill(c, sizeof c);
    for (size_t i = 0; i < count_of(0); i++) { /* the least and the greatest of a symbol, too */
        const int32_t low = i % 16 == 0 ? -128 : i % 16 == 1 ? 127 : between(-128, 127);
        z1[i] = 256 * (symbols[0][i] - ctx.set->z1_offset) + low;
    }
    for (size_t i = 0; i < count_of(1); i++) {
        const int32_t s = symbols[1][i];
        h[i] = s + (s > ((int32_t)ctx.set->h.symbols - 1) / 2 ? ctx.set->h_offset : 0);
    }
}

static void test_one_encoding(void)
{
    unsigned fitting = 0, seen[2][WAYS] = {{0}};
    for (unsigned round = 0; round < ROUNDS; round++) {
        draw(round);
        const size_t length = make(other, RIGHT, RIGHT);
        CHECK((pack(sig) == 0) == (length != 0));
        if (length == 0)
            continue;
        fitting++;
        CHECK(memcmp(sig, other, ctx.set->alg.signature_bytes) == 0);
        CHECK(unpack(sig) == 0);
        CHECK(memcmp(z1, z1_again, count_of(0) * sizeof z1[0]) == 0);
        CHECK(memcmp(h, h_again, count_of(1) * sizeof h[0]) == 0);
        for (int part = 0; part < 2; part++)
            for (way how = OTHER_STATE; how < WAYS; how++)
                if (make(other, part ? RIGHT : how, part ? how : RIGHT) != 0) {
                    CHECK(unpack(other) == -1);
                    seen[part][how]++;
                }
        for (size_t i = length; i < ctx.set->alg.signature_bytes; i++) {
            sig[i] = 1;
            CHECK(unpack(sig) == -1);
            sig[i] = 0;
        }
    }
    CHECK(fitting >= ROUNDS / 2);
    for (int part = 0; part < 2; part++)
        for (way how = OTHER_STATE; how < WAYS; how++)
            CHECK(seen[part][how] != 0);
}

/* Numbers, one at a time in the place of another, that make what is packed unfit. */
static void refuse(int32_t *numbers, size_t count, const int32_t wrong[2])
{
    for (size_t i = 0; i < count; i += 51)
        for (size_t j = 0; j < 2; j++) {
            const int32_t before = numbers[i];
            numbers[i] = wrong[j];
            CHECK(pack(sig) == -1);
            numbers[i] = before;
        }
}

/* What no symbol stands for does not fit, wherever it is. */
static void test_range(void)
{
    const neosig_haetae_set *set = ctx.set;
    const int32_t cut = ((int32_t)set->h.symbols - 1) / 2;
    const int32_t z1_wrong[] = {-256 * set->z1_offset - 129, 256 * ((int32_t)set->z1.symbols - set->z1_offset) - 128};
    const int32_t h_wrong[] = {cut + 1, set->h_offset + cut};
    unsigned round = 0;
    do
        draw(round++);
    while (pack(sig) != 0);
    refuse(z1, count_of(0), z1_wrong);
    refuse(h, count_of(1), h_wrong);
    /* Rare symbols alone take too much room. */
    for (size_t i = 0; i < count_of(0); i++)
        z1[i] = -256 * set->z1_offset;
    CHECK(pack(sig) == -1);
}

int main(void)
{
    for (size_t i = 0; i < neosig_backends_count; i++) {
        if (!neosig_backend_usable(neosig_backends[i]->name))
            continue;
        for (size_t s = 0; s < neosig_haetae_sets_count; s++) {
            ctx = neosig_haetae_open(&neosig_haetae_sets[s].alg, neosig_backends[i]);
            state = s; /* of next */
            test_one_encoding();
            test_range();
        }
    }
    return test_end();
}
