/* The program's armoured signatures: what is read is written as the same one, and what is signed of it tells it from
 * every other. In front of a file they are read as alone, and have one form only. */
#include "apps/armor.h"
#include "fuzz.h"

/* An empty line ends the head, and there is no other in it: so a head and a file are told apart in one way only. */
static void check_head(const armor *a, char head[ARMOR_HEAD_MOST])
{
    memset(head, 1, ARMOR_HEAD_MOST);
    armor_head(head, a);
    const char *const end = memchr(head, 0, ARMOR_HEAD_MOST);
    REQUIRE(end != NULL && !strncmp(head, armor_tag, strlen(armor_tag)));
    REQUIRE(strstr(head, "\n\n") == end - 2);
}

/* Whether a signed file was read, of which a text is the beginning. */
static int decode_signed(const uint8_t *text, size_t bytes)
{
    armor a, alone;
    char head[ARMOR_HEAD_MOST], same[ARMOR_HEAD_MOST];
    size_t sig_bytes, alone_bytes, used;
    bytes = bytes < ARMOR_TEXT_MOST ? bytes : ARMOR_TEXT_MOST;
    uint8_t *const sig = fuzz_alloc(ARMOR_TEXT_MOST), *const alone_sig = fuzz_alloc(ARMOR_TEXT_MOST);
    const char *const wrong = armor_read_signed(&a, sig, &sig_bytes, &used, text, bytes);
    REQUIRE(used <= bytes);
    if (wrong == NULL) {
        REQUIRE(armor_is(text, bytes) && armor_read(&alone, alone_sig, &alone_bytes, text, used) == NULL);
        check_head(&a, head);
        check_head(&alone, same);
        REQUIRE(!strcmp(head, same) && alone_bytes == sig_bytes && !memcmp(sig, alone_sig, sig_bytes));
        char *const copy = armor_write(&a, sig, sig_bytes);
        REQUIRE(copy != NULL && strlen(copy) == used && !memcmp(copy, text, used));
        free(copy);
    }
    free(sig);
    free(alone_sig);
    return wrong == NULL;
}

/* Whether it was read. */
static int decode(const uint8_t *text, size_t bytes)
{
    armor a, again;
    char head[ARMOR_HEAD_MOST], same[ARMOR_HEAD_MOST];
    size_t sig_bytes, again_bytes;
    uint8_t *const sig = fuzz_alloc(ARMOR_TEXT_MOST), *const again_sig = fuzz_alloc(ARMOR_TEXT_MOST);
    const char *const wrong = armor_read(&a, sig, &sig_bytes, text, bytes);
    if (wrong == NULL) {
        REQUIRE(armor_is(text, bytes) && sig_bytes <= bytes && armor_comment_wrong(a.comment) == NULL);
        check_head(&a, head);
        char *const copy = armor_write(&a, sig, sig_bytes);
        REQUIRE(copy != NULL);
        if (strlen(copy) <= ARMOR_TEXT_MOST) {
            REQUIRE(armor_read(&again, again_sig, &again_bytes, (uint8_t *)copy, strlen(copy)) == NULL);
            check_head(&again, same);
            REQUIRE(!strcmp(head, same) && again_bytes == sig_bytes && !memcmp(sig, again_sig, sig_bytes));
        }
        free(copy);
    }
    free(sig);
    free(again_sig);
    return wrong == NULL;
}

/* A signature's text, with patches. */
static void decode_patched(fuzz_input *in)
{
    static const neosig_prehash prehashes[] = {NEOSIG_PREHASH_NONE, NEOSIG_PREHASH_SHA2_256, NEOSIG_PREHASH_SHAKE256};
    armor a = {.algorithm = "ml-dsa-44", .context_bytes = fuzz_take(in, 1) % (MODE_CONTEXT_MOST + 1)};
    uint8_t sig[200];
    const size_t sig_bytes = fuzz_take(in, 1) % sizeof sig;
    a.prehash = prehashes[fuzz_take(in, 1) % 3];
    harness_bytes(a.key, sizeof a.key, 1);
    harness_bytes(a.context, a.context_bytes, 2);
    harness_bytes(sig, sig_bytes, 3);
    for (size_t i = 0, n = fuzz_take(in, 1); i < n; i++)
        a.comment[i] = (char)('a' + i % 26);
    char *const text = armor_write(&a, sig, sig_bytes);
    REQUIRE(text != NULL);
    const size_t bytes = strlen(text);
    REQUIRE(decode((uint8_t *)text, bytes) && decode_signed((uint8_t *)text, bytes));
    while (in->bytes)
        text[fuzz_take(in, 2) % bytes] = (char)fuzz_take(in, 1);
    (void)decode((uint8_t *)text, bytes);
    (void)decode_signed((uint8_t *)text, bytes);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    fuzz_input in = {data, bytes};
    if (fuzz_take(&in, 1) % 2)
        decode_patched(&in);
    else
        (void)(decode(in.data, in.bytes) | decode_signed(in.data, in.bytes));
    return 0;
}
