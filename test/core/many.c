/* neosig_verify_many answers each item as neosig_verify and neosig_verify_prepared do: every number of items, messages
 * around the ends of blocks, keys of both kinds, signatures and keys that are altered, cut or missing. */
#include "backends.h"
#include "use.h"

enum { KEYS = 2, LENGTHS = 10, MOST_BYTES = 1200, MOST_ITEMS = 64 };
#define UNTOUCHED NEOSIG_ERR_FAULT
static const size_t lengths[LENGTHS] = {136, 0, 273, 1, 137, MOST_BYTES, 135, 272, 271, 408};

static const neosig_alg *alg;
static uint8_t *pk[KEYS], *bad_pk, *other_pk, *altered, msg[MOST_BYTES];
static void *prepared[KEYS], *other_prepared;
static struct {
    uint8_t *sig;
    size_t sig_bytes;
} made[KEYS][LENGTHS];
static size_t count_of_lengths, count;
static neosig_item all[MOST_ITEMS];

/* FN-DSA's and Falcon's, which go side by side. */
static int goes_together(void)
{
    return strcmp(alg->scheme, "falcon") == 0 || strcmp(alg->scheme, "fn-dsa") == 0;
}

static uint8_t *copy(const uint8_t *from, size_t bytes)
{
    uint8_t *to = use_allocate(bytes);
    memcpy(to, from, bytes);
    return to;
}

static neosig_item good(size_t key, size_t length, int is_prepared)
{
    neosig_item item = {.sig = made[key][length].sig,
                        .sig_bytes = made[key][length].sig_bytes,
                        .msg = lengths[length] == 0 ? NULL : msg,
                        .msg_bytes = lengths[length],
                        .pk = pk[key],
                        .pk_bytes = alg->public_key_bytes};
    if (is_prepared) {
        item.pk = NULL;
        item.prepared = prepared[key];
    }
    return item;
}

static void add(neosig_item item)
{
    if (CHECK(count < MOST_ITEMS))
        all[count++] = item;
}

static void add_signatures(void)
{
    for (size_t i = 0; i < count_of_lengths; i++) {
        neosig_item item = good(i % KEYS, i, i % 3 == 2);
        add(item);
        item.msg_bytes = item.msg_bytes / 2 + 1; /* another message */
        item.msg = msg;
        if (i % 2 == 0)
            add(item);
        item = good(i % KEYS, i, i % 3 == 1);
        item.sig = altered + i * alg->signature_bytes;
        if (i % 2 == 1)
            add(item);
    }
    add(good(0, 0, 1)); /* the same again, and once more under the other key */
    neosig_item item = good(0, 0, 0);
    item.pk = pk[1];
    add(item);
}

/* Each has one fault, and so one answer. */
static void add_faults(void)
{
    static const size_t cuts[] = {0, 1, 39, 40, 41, 42};
    neosig_item item;
    for (size_t i = 0; i < sizeof cuts / sizeof cuts[0]; i++) {
        item = good(0, 0, i % 2 == 1);
        item.sig_bytes = cuts[i];
        add(item);
    }
    item = good(0, 0, 0), item.sig_bytes = alg->signature_bytes + 1, add(item);
    item = good(0, 0, 0), item.sig_bytes--, add(item);
    item = good(0, 0, 0), item.sig = NULL, add(item);
    item = good(0, 0, 0), item.msg = NULL, add(item);
    item = good(0, 0, 0), item.pk = NULL, add(item);
    item = good(0, 0, 0), item.pk = bad_pk, add(item);
    item = good(0, 0, 0), item.pk_bytes--, add(item);
    item = good(0, 0, 1), item.prepared = other_prepared, add(item);
    item = good(0, 0, 1), item.prepared = (const uint8_t *)item.prepared + 8, add(item);
    add(good(1, 0, 0));
}

static neosig_error alone(const neosig_item *item, const neosig_options *options)
{
    if (item->prepared == NULL)
        return neosig_verify(alg, item->sig, item->sig_bytes, item->msg, item->msg_bytes, item->pk, item->pk_bytes,
                             options);
    if (item->prepared == other_prepared)
        return NEOSIG_ERR_KEY;
    return neosig_verify_prepared(item->prepared, item->sig, item->sig_bytes, item->msg, item->msg_bytes, options);
}

/* n items from `first` on, round and round. Returns whether any was good. */
static int check(size_t first, size_t n, const neosig_options *options)
{
    neosig_item items[MOST_ITEMS + 1];
    neosig_error expected[MOST_ITEMS], whole = NEOSIG_OK;
    int any = 0;
    for (size_t i = 0; i < n; i++) {
        items[i] = all[(first + i) % count];
        expected[i] = alone(&items[i], options);
        any |= expected[i] == NEOSIG_OK;
        items[i].error = UNTOUCHED;
        whole = whole == NEOSIG_OK ? expected[i] : whole;
    }
    items[n].error = UNTOUCHED;
    CHECK(neosig_verify_many(alg, items, n, options) == whole);
    for (size_t i = 0; i < n; i++)
        if (!CHECK(items[i].error == expected[i]))
            fprintf(stderr, "  %s, %s: item %zu of %zu from %zu: %d, not %d\n", alg->name, neosig_backend_active(), i,
                    n, first, (int)items[i].error, (int)expected[i]);
    CHECK(items[n].error == UNTOUCHED);
    return any;
}

static void check_counts(const neosig_options *options)
{
    CHECK(check(0, count, options));
    if (goes_together() || !SLOW)
        for (size_t n = 0; n < 10; n++)
            for (size_t first = 0; first < count; first += goes_together() ? 3 : 17)
                check(first, n, options);
    for (size_t i = 0; i < count; i++) /* four good ones, and around them what is not good */
        if (i < 4)
            all[i] = good(i % KEYS, i % count_of_lengths, 0);
    CHECK(check(0, 4, options));
    CHECK(check(1, 3, options));
}

/* One workspace, four, and what is too small; nothing is written behind it. */
static void check_workspaces(neosig_options options)
{
    const size_t raw = neosig_workspace_bytes(alg, NEOSIG_OP_VERIFY, 0);
    const size_t few = neosig_workspace_bytes(alg, NEOSIG_OP_VERIFY_PREPARED, 0);
    const size_t least = raw < few ? raw : few, most = 4 * (raw < few ? few : raw);
    const size_t sizes[] = {0, least - 1, few, raw, most - 1, most};
    uint8_t *memory = use_allocate(most);
    options.workspace = memory;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        memset(memory, 0x5a, most);
        options.workspace_bytes = sizes[i];
        CHECK(check(0, count, &options) == (sizes[i] >= least));
        CHECK(use_all(memory + sizes[i], most + USE_GUARD - sizes[i], 0x5a));
    }
    options.workspace = memory + 8;
    CHECK(!check(0, count, &options));
    free(memory);
}

static void sign_all(const neosig_options *mode, uint8_t *sk[KEYS])
{
    for (size_t i = 0; i < count_of_lengths; i++) {
        const size_t key = i % KEYS;
        use_random source;
        neosig_options options = use_options(&source, (uint8_t)(10 + i), 0);
        options.context = mode->context;
        options.context_bytes = mode->context_bytes;
        options.prehash = mode->prehash;
        for (size_t k = 0; k < KEYS; k++) /* of the first, a signature by each key */
            if (k == key || i < 4)
                CHECK(neosig_sign(alg, made[k][i].sig, &made[k][i].sig_bytes, msg, lengths[i], sk[k],
                                  alg->secret_key_bytes, &options) == NEOSIG_OK);
        memcpy(altered + i * alg->signature_bytes, made[key][i].sig, made[key][i].sig_bytes);
        altered[i * alg->signature_bytes + made[key][i].sig_bytes * i / LENGTHS] ^= 4;
    }
}

static void visit_mode(const neosig_options *mode, uint8_t *sk[KEYS])
{
    sign_all(mode, sk);
    count = 0;
    add_signatures();
    add_faults();
    for (size_t i = 0; i < neosig_backend_count(); i++) {
        if (!test_backend(i))
            continue;
        check_workspaces(*mode);
        check_counts(mode);
        count = 0;
        add_signatures();
        add_faults();
    }
    CHECK(neosig_backend_select(NULL) == NEOSIG_OK);
}

/* Options that nothing verifies with: each item has the answer. */
static void check_refused(void)
{
    const uint8_t context[300] = {0};
    const neosig_options refused[] = {
        {.size = sizeof(neosig_options), .context = context, .context_bytes = 256},
        {.size = sizeof(neosig_options), .context = context, .context_bytes = 3, .flags = NEOSIG_INTERNAL},
        {.size = sizeof(neosig_options), .flags = NEOSIG_DIGEST},
        {.size = sizeof(neosig_options), .flags = 1u << 31},
        {.size = sizeof(neosig_options) - 1}};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        CHECK(!check(0, 9, &refused[i]));
}

static void visit(const neosig_alg *visited)
{
    static const uint8_t context[] = {'m', 'a', 'n', 'y'};
    const neosig_options modes[] = {
        {.size = sizeof(neosig_options)},
        {.size = sizeof(neosig_options), .context = context, .context_bytes = sizeof context},
        {.size = sizeof(neosig_options), .flags = NEOSIG_LOW_MEMORY, .prehash = NEOSIG_PREHASH_SHAKE256},
        {.size = sizeof(neosig_options), .context = context, .context_bytes = 1, .prehash = NEOSIG_PREHASH_SHA2_512}};
    uint8_t *sk[KEYS];
    alg = visited;
    count_of_lengths = goes_together() ? LENGTHS : 4;
    altered = use_allocate(LENGTHS * alg->signature_bytes);
    for (size_t k = 0; k < KEYS; k++) {
        use_random source;
        neosig_options options = use_options(&source, (uint8_t)(1 + k), 0);
        const size_t bytes = neosig_prepared_bytes(alg, 0);
        pk[k] = use_allocate(alg->public_key_bytes);
        sk[k] = use_allocate(alg->secret_key_bytes);
        prepared[k] = use_allocate(bytes);
        CHECK(neosig_keypair(alg, pk[k], sk[k], &options) == NEOSIG_OK);
        CHECK(neosig_prepare_verify(alg, prepared[k], bytes, pk[k], alg->public_key_bytes, NULL) == NEOSIG_OK);
        for (size_t i = 0; i < LENGTHS; i++)
            made[k][i].sig = use_allocate(alg->signature_bytes);
    }
    bad_pk = copy(pk[0], alg->public_key_bytes);
    memset(bad_pk + 1, 0xff, alg->public_key_bytes - 1);
    const size_t most = goes_together() ? sizeof modes / sizeof modes[0] : 2;
    for (size_t i = 0; i < most; i++)
        if ((modes[i].context_bytes == 0 || (alg->features & NEOSIG_HAS_CONTEXT) != 0) &&
            (modes[i].prehash == 0 || (alg->features & NEOSIG_HAS_PREHASH) != 0))
            visit_mode(&modes[i], sk);
    check_refused();
    for (size_t k = 0; k < KEYS; k++) {
        for (size_t i = 0; i < LENGTHS; i++)
            free(made[k][i].sig);
        free(pk[k]);
        free(sk[k]);
        free(prepared[k]);
    }
    free(bad_pk);
    free(altered);
}

/* A prepared key of a set that use_each does not visit. */
static void make_other(void)
{
    const neosig_alg *other = neosig_alg_find("ml-dsa-87");
    const size_t bytes = neosig_prepared_bytes(other, 0);
    other_pk = use_allocate(other->public_key_bytes);
    other_prepared = use_allocate(bytes);
    CHECK(neosig_prepare_verify(other, other_prepared, bytes, other_pk, other->public_key_bytes, NULL) == NEOSIG_OK);
}

int main(void)
{
    for (size_t i = 0; i < sizeof msg; i++)
        msg[i] = (uint8_t)(5 * i + i / 256);
    make_other();
    use_each(visit);
    free(other_pk);
    free(other_prepared);
    return test_end();
}
