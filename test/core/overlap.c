/* Every two pieces of memory of every call are laid over each other, on the fake scheme. If one of them is written, the
 * call is refused before any work, inputs stay as they are and the other outputs are zero. Next to each other they are
 * accepted. */
#include "fake.h"
#include "neosig/nist.h"
#include "test.h"

#include <stdalign.h>
#include <string.h>

typedef enum piece {
    PK,
    SK,
    SEED,
    SIG,
    SIG_BYTES,
    MSG,
    PREPARED,
    SIGNED,
    SIGNED_BYTES,
    CONTEXT,
    OPTIONS,
    WORKSPACE,
    STREAM,
    ITEM,
    PIECES
} piece;

enum { MSG_BYTES = 48, CONTEXT_BYTES = 16, HOME = 2048, PAINT = 0x5a };

static const struct {
    size_t bytes, alignment;
} shape[PIECES] = {[PK] = {32, 1},
                   [SK] = {40, 1},
                   [SEED] = {40, 1},
                   [SIG] = {64, 1},
                   [SIG_BYTES] = {sizeof(size_t), alignof(size_t)},
                   [MSG] = {MSG_BYTES, 1},
                   [PREPARED] = {64 + FAKE_PREPARED, 64},
                   [SIGNED] = {64 + MSG_BYTES, 1},
                   [SIGNED_BYTES] = {sizeof(unsigned long long), alignof(unsigned long long)},
                   [CONTEXT] = {CONTEXT_BYTES, 1},
                   [OPTIONS] = {sizeof(neosig_options), alignof(neosig_options)},
                   [WORKSPACE] = {FAKE_WORKSPACE, 64},
                   [STREAM] = {sizeof(neosig_stream), alignof(neosig_stream)},
                   [ITEM] = {sizeof(neosig_item), alignof(neosig_item)}};

static const neosig_alg *alg;
static alignas(64) uint8_t room[(PIECES + 1) * HOME], before[sizeof room];
static uint8_t *at[PIECES];

static neosig_options *options(void)
{
    return (neosig_options *)(void *)at[OPTIONS];
}

static neosig_stream *stream(void)
{
    return (neosig_stream *)(void *)at[STREAM];
}

static size_t *sig_bytes(void)
{
    return (size_t *)(void *)at[SIG_BYTES];
}

static unsigned long long *signed_bytes(void)
{
    return (unsigned long long *)(void *)at[SIGNED_BYTES];
}

/* ---- The calls */

static neosig_error keypair(void)
{
    return neosig_keypair(alg, at[PK], at[SK], options());
}

static neosig_error keypair_from_seed(void)
{
    return neosig_keypair_from_seed(alg, at[PK], at[SK], at[SEED], 40, options());
}

static neosig_error public_key(void)
{
    return neosig_public_key(alg, at[PK], at[SK], 40, options());
}

static neosig_error check_keypair(void)
{
    return neosig_check_keypair(alg, at[PK], 32, at[SK], 40, options());
}

static neosig_error mu(void)
{
    return neosig_mu(alg, at[SIG], at[MSG], MSG_BYTES, at[PK], 32, options());
}

static neosig_error sign(void)
{
    return neosig_sign(alg, at[SIG], sig_bytes(), at[MSG], MSG_BYTES, at[SK], 40, options());
}

static neosig_error verify(void)
{
    return neosig_verify(alg, at[SIG], 64, at[MSG], MSG_BYTES, at[PK], 32, options());
}

static neosig_error prepare_sign(void)
{
    return neosig_prepare_sign(alg, at[PREPARED], HOME, at[SK], 40, options());
}

static neosig_error prepare_sign_from_seed(void)
{
    return neosig_prepare_sign_from_seed(alg, at[PREPARED], HOME, at[SEED], 40, options());
}

static neosig_error prepare_verify(void)
{
    return neosig_prepare_verify(alg, at[PREPARED], HOME, at[PK], 32, options());
}

static neosig_error sign_prepared(void)
{
    return neosig_sign_prepared(at[PREPARED], at[SIG], sig_bytes(), at[MSG], MSG_BYTES, options());
}

static neosig_error verify_prepared(void)
{
    return neosig_verify_prepared(at[PREPARED], at[SIG], 64, at[MSG], MSG_BYTES, options());
}

static neosig_item *item(void)
{
    return (neosig_item *)(void *)at[ITEM];
}

static neosig_error verify_many(void)
{
    return neosig_verify_many(alg, item(), 1, options());
}

static neosig_error sign_init(void)
{
    return neosig_sign_init(stream(), alg, at[SK], 40, options());
}

static neosig_error sign_init_prepared(void)
{
    return neosig_sign_init_prepared(stream(), at[PREPARED], options());
}

static neosig_error sign_update(void)
{
    return neosig_sign_update(stream(), at[MSG], MSG_BYTES);
}

static neosig_error sign_final(void)
{
    return neosig_sign_final(stream(), at[SIG], sig_bytes());
}

static neosig_error verify_init(void)
{
    return neosig_verify_init(stream(), alg, at[SIG], 64, at[PK], 32, options());
}

static neosig_error verify_init_prepared(void)
{
    return neosig_verify_init_prepared(stream(), at[PREPARED], at[SIG], 64, options());
}

static neosig_error verify_update(void)
{
    return neosig_verify_update(stream(), at[MSG], MSG_BYTES);
}

static neosig_error nist_keypair(void)
{
    return neosig_nist_keypair(alg, at[PK], at[SK], options());
}

static neosig_error nist_sign(void)
{
    return neosig_nist_sign(alg, at[SIGNED], signed_bytes(), at[MSG], MSG_BYTES, at[SK], options());
}

static neosig_error nist_open(void)
{
    return neosig_nist_open(alg, at[MSG], signed_bytes(), at[SIGNED], 64 + MSG_BYTES, at[PK], options());
}

#define BIT(piece) (1u << (piece))
#define KEYS (BIT(PK) | BIT(SK))
#define SIGNATURE (BIT(SIG) | BIT(SIG_BYTES))

static const struct {
    const char *name;
    neosig_error (*call)(void);
    unsigned read, written, result; /* pieces; results are written too */
    unsigned before;                /* pieces that an earlier call of the stream was given */
    neosig_error (*init)(void);     /* that call */
    int kind;                       /* of a prepared key read: 1 if for signing */
} calls[] = {
    {"keypair", keypair, 0, KEYS, KEYS, 0, NULL, 0},
    {"keypair_from_seed", keypair_from_seed, BIT(SEED), KEYS, KEYS, 0, NULL, 0},
    {"sign", sign, BIT(SK) | BIT(MSG), SIGNATURE, SIGNATURE, 0, NULL, 0},
    {"verify", verify, BIT(PK) | BIT(SIG) | BIT(MSG), 0, 0, 0, NULL, 0},
    {"prepare_sign", prepare_sign, BIT(SK), BIT(PREPARED), BIT(PREPARED), 0, NULL, 0},
    {"prepare_sign_from_seed", prepare_sign_from_seed, BIT(SEED), BIT(PREPARED), BIT(PREPARED), 0, NULL, 0},
    {"prepare_verify", prepare_verify, BIT(PK), BIT(PREPARED), BIT(PREPARED), 0, NULL, 0},
    {"sign_prepared", sign_prepared, BIT(PREPARED) | BIT(MSG), SIGNATURE, SIGNATURE, 0, NULL, 1},
    {"verify_prepared", verify_prepared, BIT(PREPARED) | BIT(SIG) | BIT(MSG), 0, 0, 0, NULL, 0},
    {"sign_init", sign_init, BIT(SK), BIT(STREAM), BIT(STREAM), 0, NULL, 0},
    {"sign_init_prepared", sign_init_prepared, BIT(PREPARED), BIT(STREAM), BIT(STREAM), 0, NULL, 1},
    {"sign_update", sign_update, BIT(MSG) | BIT(SK), BIT(STREAM), 0, ~BIT(MSG), sign_init, 0},
    {"sign_final", sign_final, BIT(SK), SIGNATURE | BIT(STREAM), SIGNATURE, ~SIGNATURE, sign_init, 0},
    {"sign_final, prepared", sign_final, BIT(PREPARED), SIGNATURE | BIT(STREAM), SIGNATURE, ~SIGNATURE,
     sign_init_prepared, 1},
    {"verify_init", verify_init, BIT(PK) | BIT(SIG), BIT(STREAM), BIT(STREAM), 0, NULL, 0},
    {"verify_init_prepared", verify_init_prepared, BIT(PREPARED) | BIT(SIG), BIT(STREAM), BIT(STREAM), 0, NULL, 0},
    {"verify_update", verify_update, BIT(MSG) | BIT(PK) | BIT(SIG), BIT(STREAM), 0, ~BIT(MSG), verify_init, 0},
    {"public_key", public_key, BIT(SK), BIT(PK), BIT(PK), 0, NULL, 0},
    {"check_keypair", check_keypair, KEYS, 0, 0, 0, NULL, 0},
    {"mu", mu, BIT(PK) | BIT(MSG), BIT(SIG), BIT(SIG), 0, NULL, 0}, /* where a signature would be */
    {"nist_keypair", nist_keypair, 0, KEYS, KEYS, 0, NULL, 0},
    {"nist_sign", nist_sign, BIT(SK) | BIT(MSG), BIT(SIGNED) | BIT(SIGNED_BYTES), BIT(SIGNED) | BIT(SIGNED_BYTES), 0,
     NULL, 0},
    {"nist_open", nist_open, BIT(PK) | BIT(SIGNED), BIT(MSG) | BIT(SIGNED_BYTES), BIT(MSG) | BIT(SIGNED_BYTES), 0, NULL,
     0},
    {"verify_many", verify_many, BIT(PK) | BIT(SIG) | BIT(MSG), BIT(ITEM), 0, 0, NULL, 0},
    {"verify_many, prepared", verify_many, BIT(PREPARED) | BIT(SIG) | BIT(MSG), BIT(ITEM), 0, 0, NULL, 0},
};

/* ---- Laying out */

static uint8_t good[PIECES][HOME]; /* what each input holds */

/* Fills the inputs of a call where they lie now. */
static void fill(size_t call)
{
    memset(room, PAINT, sizeof room);
    for (piece p = 0; p < PIECES; p++)
        if (p == PREPARED && calls[call].kind)
            memcpy(at[p], good[WORKSPACE], shape[p].bytes); /* the one for signing */
        else if ((calls[call].read & BIT(p)) != 0)
            memcpy(at[p], good[p], shape[p].bytes);
    memcpy(at[CONTEXT], good[CONTEXT], CONTEXT_BYTES);
    *options() = (neosig_options){.size = sizeof(neosig_options),
                                  .context = at[CONTEXT],
                                  .context_bytes = CONTEXT_BYTES,
                                  .workspace = at[WORKSPACE],
                                  .workspace_bytes = FAKE_WORKSPACE};
    if ((calls[call].written & BIT(ITEM)) != 0)
        *item() = (neosig_item){.sig = at[SIG],
                                .sig_bytes = 64,
                                .msg = at[MSG],
                                .msg_bytes = MSG_BYTES,
                                .pk = at[PK],
                                .pk_bytes = 32,
                                .prepared = (calls[call].read & BIT(PREPARED)) != 0 ? at[PREPARED] : NULL};
}

static void go_home(void)
{
    for (piece p = 0; p < PIECES; p++)
        at[p] = room + (p + 1) * HOME;
}

static int overlap(piece a, piece b)
{
    return at[a] < at[b] + shape[b].bytes && at[b] < at[a] + shape[a].bytes;
}

static int all_zero(const uint8_t *memory, size_t bytes)
{
    uint8_t any = 0;
    for (size_t i = 0; i < bytes; i++)
        any |= memory[i];
    return any == 0;
}

static void complain(int good_so_far, size_t call, piece a, piece b, ptrdiff_t shift)
{
    if (!good_so_far)
        fprintf(stderr, "  %s: piece %d at %td from piece %d\n", calls[call].name, (int)b, shift, (int)a);
}

/* Piece b at shift bytes from where piece a begins. */
static void check(size_t call, piece a, piece b, ptrdiff_t shift)
{
    const unsigned inputs = calls[call].read | BIT(CONTEXT) | BIT(OPTIONS);
    go_home();
    at[b] = at[a] + shift;
    if ((uintptr_t)at[b] % shape[b].alignment != 0)
        return;
    fill(call);
    if (calls[call].init != NULL && !CHECK(calls[call].init() == NEOSIG_OK))
        return;
    memcpy(before, room, sizeof room);
    const size_t steps = fake_steps;
    const int over = overlap(a, b);
    const neosig_error error = calls[call].call();
    int fine = CHECK(error == (over ? NEOSIG_ERR_ARGUMENT : NEOSIG_OK));
    if (over) {
        fine &= CHECK(fake_steps == steps);
        for (piece p = 0; p < PIECES; p++) {
            if ((inputs & BIT(p)) != 0)
                fine &= CHECK(memcmp(at[p], before + (at[p] - room), shape[p].bytes) == 0);
            int on_input = 0;
            for (piece q = 0; q < PIECES; q++)
                on_input |= (inputs & BIT(q)) != 0 && overlap(p, q);
            if ((calls[call].result & BIT(p)) != 0 && !on_input)
                fine &= CHECK(all_zero(at[p], shape[p].bytes));
        }
    }
    complain(fine, call, a, b, shift);
}

/* The two inputs that NIST's functions take care of, wherever they lie in the output. */
static int may_overlap(size_t call, piece a, piece b)
{
    unsigned both = BIT(a) | BIT(b);
    if (calls[call].call == nist_sign)
        return both == (BIT(SIGNED) | BIT(MSG)) || both == (BIT(SIGNED_BYTES) | BIT(MSG));
    return calls[call].call == nist_open &&
           (both == (BIT(SIGNED) | BIT(MSG)) || both == (BIT(SIGNED_BYTES) | BIT(SIGNED)));
}

static void test_call(size_t call)
{
    /* What init was given counts in final, but for the options' own structure, of which it made a copy. */
    const unsigned last = calls[call].init == NULL ? BIT(OPTIONS) : 0;
    const unsigned more =
        calls[call].call == sign_update || calls[call].call == verify_update ? 0 : BIT(CONTEXT) | BIT(WORKSPACE) | last;
    const unsigned given = calls[call].read | calls[call].written | more,
                   written = calls[call].written | (more & BIT(WORKSPACE));
    for (piece a = 0; a < PIECES; a++) {
        for (piece b = 0; b < PIECES; b++) {
            const unsigned both = BIT(a) | BIT(b);
            if (a == b || (given & both) != both || (written & both) == 0 || (calls[call].before & both) == both ||
                may_overlap(call, a, b))
                continue;
            const ptrdiff_t end = (ptrdiff_t)shape[a].bytes, bytes = (ptrdiff_t)shape[b].bytes;
            const ptrdiff_t shifts[] = {
                0,      1,  8, end / 2, end - 1, end - 8, end / 64 * 64, 1 - bytes, 8 - bytes, -(bytes / 64 * 64),
                -bytes, end};
            for (size_t i = 0; i < sizeof shifts / sizeof shifts[0]; i++)
                check(call, a, b, shifts[i]);
        }
    }
}

/* ---- The size of the options */

static void check_size(size_t call, size_t size, uint8_t last, neosig_error expected)
{
    go_home();
    fill(call);
    memset(at[OPTIONS] + sizeof(neosig_options), 0, HOME - sizeof(neosig_options));
    at[OPTIONS][size - 1] |= last;
    options()->size = size;
    const size_t steps = fake_steps;
    int fine = CHECK(calls[call].call() == expected) && CHECK((fake_steps != steps) == (expected == NEOSIG_OK));
    for (piece p = 0; p < PIECES && expected != NEOSIG_OK; p++)
        if ((calls[call].result & BIT(p)) != 0)
            fine &= CHECK(all_zero(at[p], shape[p].bytes));
    complain(fine, call, OPTIONS, OPTIONS, (ptrdiff_t)size);
}

/* As large as this version's, or larger by members that are zero. */
static void test_sizes(size_t call)
{
    const size_t now = sizeof(neosig_options);
    if (calls[call].init != NULL) /* it takes none */
        return;
    for (size_t size = 1; size < now; size++)
        check_size(call, size, 0, NEOSIG_ERR_ARGUMENT);
    for (size_t size = now; size <= 1024; size += 41)
        check_size(call, size, 0, NEOSIG_OK);
    for (size_t size = now + 1; size <= 1024; size += 41)
        check_size(call, size, 1, NEOSIG_ERR_UNSUPPORTED);
    check_size(call, now + 1, 0x80, NEOSIG_ERR_UNSUPPORTED);
    check_size(call, 1025, 0, NEOSIG_ERR_ARGUMENT);
}

static void make_good(void)
{
    static alignas(64) uint8_t prepared[64 + FAKE_PREPARED];
    neosig_options with = {.size = sizeof with, .context = good[CONTEXT], .context_bytes = CONTEXT_BYTES};
    unsigned long long bytes;
    size_t made;
    memset(good[SEED], 3, 40);
    memset(good[CONTEXT], 5, CONTEXT_BYTES);
    memset(good[MSG], 7, MSG_BYTES);
    CHECK(neosig_keypair_from_seed(alg, good[PK], good[SK], good[SEED], 40, NULL) == NEOSIG_OK);
    CHECK(neosig_sign(alg, good[SIG], &made, good[MSG], MSG_BYTES, good[SK], 40, &with) == NEOSIG_OK);
    CHECK(neosig_nist_sign(alg, good[SIGNED], &bytes, good[MSG], MSG_BYTES, good[SK], &with) == NEOSIG_OK);
    CHECK(neosig_prepare_verify(alg, prepared, sizeof prepared, good[PK], 32, NULL) == NEOSIG_OK);
    memcpy(good[PREPARED], prepared, sizeof prepared);
    CHECK(neosig_prepare_sign(alg, prepared, sizeof prepared, good[SK], 40, NULL) == NEOSIG_OK);
    memcpy(good[WORKSPACE], prepared, sizeof prepared);
}

/* Inputs survive whatever else is wrong with the call. */
static void test_other_errors(void)
{
    go_home();
    fill(1);
    CHECK(neosig_keypair_from_seed(alg, at[SEED] + 8, at[SK], at[SEED], 39, options()) == NEOSIG_ERR_LENGTH);
    CHECK(memcmp(at[SEED], good[SEED], 39) == 0 && all_zero(at[SK], 40));
    options()->flags = 1u << 31;
    CHECK(neosig_keypair(alg, at[OPTIONS], at[SK], options()) == NEOSIG_ERR_ARGUMENT && options()->flags == 1u << 31);
    options()->size = 8; /* all that was read of them */
    CHECK(neosig_keypair(alg, at[OPTIONS], at[SK], options()) == NEOSIG_ERR_ARGUMENT && options()->size == 8);

    fill(2);
    at[SIG_BYTES] = at[SK] + 8;
    CHECK(neosig_sign(NULL, at[SIG], sig_bytes(), at[MSG], 5, at[SK], 40, NULL) == NEOSIG_ERR_ARGUMENT);
    CHECK(memcmp(at[SK], good[SK], 40) == 0);

    /* A stream that is not at work stays as it is, even if the length would go there. */
    go_home();
    fill(14);
    CHECK(verify_init() == NEOSIG_OK);
    memcpy(before, at[STREAM], sizeof(neosig_stream));
    at[SIG_BYTES] = at[STREAM];
    CHECK(sign_final() == NEOSIG_ERR_STATE && memcmp(before, at[STREAM], sizeof(neosig_stream)) == 0);

    /* More than the key's bytes are not the key's: they are not touched. */
    go_home();
    fill(5);
    CHECK(neosig_prepare_sign_from_seed(alg, at[PREPARED], HOME, at[SEED], 39, NULL) == NEOSIG_ERR_LENGTH);
    CHECK(all_zero(at[PREPARED], 64 + FAKE_PREPARED) && at[PREPARED][64 + FAKE_PREPARED] == PAINT);
    fill(5);
    fake_keypair_error = NEOSIG_ERR_ATTEMPTS;
    CHECK(neosig_prepare_sign_from_seed(alg, at[PREPARED], HOME, at[SEED], 40, NULL) == NEOSIG_ERR_ATTEMPTS);
    CHECK(all_zero(at[PREPARED], 64 + FAKE_PREPARED) && at[PREPARED][64 + FAKE_PREPARED] == PAINT);
    fake_keypair_error = NEOSIG_OK;
}

int main(void)
{
    alg = neosig_alg_find("full");
    make_good();
    for (size_t call = 0; call < sizeof calls / sizeof calls[0]; call++)
        test_call(call);
    for (size_t call = 0; call < sizeof calls / sizeof calls[0]; call++)
        test_sizes(call);
    test_other_errors();
    return test_end();
}
