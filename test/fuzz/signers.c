/* The program's lists of signers: what is read is written as a list that gives the same, and times are those of their
 * text. */
#include "apps/signers.h"
#include "fuzz.h"
#include "key/pem.h"

static const neosig_key *own_key(void)
{
    static neosig_key key;
    const neosig_alg *const alg = neosig_alg_find("ml-dsa-44");
    static const uint8_t seed[64];
    if (key.alg == NULL)
        REQUIRE(neosig_key_make(&key, alg, seed, NULL) == NEOSIG_OK);
    return &key;
}

/* The base64 of a public key, without white space, behind text; its end. */
static char *put_key(char *text, const neosig_key *key)
{
    const neosig_key_format format = {.flags = 0};
    uint8_t *pem;
    size_t bytes;
    REQUIRE(neosig_key_write(&pem, &bytes, key, NEOSIG_KEY_PUBLIC, &format) == NEOSIG_OK);
    for (size_t i = 0, boundary = 0; i < bytes; i++) {
        boundary = i == 0 || pem[i - 1] == '\n' ? pem[i] == '-' : boundary;
        if (!boundary && pem[i] != '\n')
            *text++ = (char)pem[i];
    }
    neosig_key_free(pem, bytes);
    return text;
}

static void check_same(const signer *a, const signer *b)
{
    REQUIRE(!strcmp(a->name, b->name) && a->after == b->after && a->before == b->before && a->key.alg == b->key.alg);
    REQUIRE(!memcmp(a->key.public_key, b->key.public_key, a->key.alg->public_key_bytes));
}

static void check_signer(const signer *one)
{
    signers again;
    char limit[SIGNERS_TIME_TEXT];
    REQUIRE(one->name[0] && one->name[0] != '#' && strlen(one->name) <= SIGNERS_NAME_MOST);
    REQUIRE(!strpbrk(one->name, " \t\n=") && one->after < one->before && one->key.alg && one->key.public_key);
    REQUIRE(!one->key.secret_key && !one->key.seed);
    char *const text = (char *)fuzz_alloc(SIGNERS_NAME_MOST + 100 + 2 * one->key.alg->public_key_bytes + 500),
                *end = text;
    end += sprintf(end, "%s", one->name);
    if (one->before != INT64_MAX)
        end += sprintf(end, "\tvalid-before=%s", signers_time_text(limit, one->before));
    if (one->after != INT64_MIN)
        end += sprintf(end, " valid-after=%s", signers_time_text(limit, one->after));
    *end++ = ' ';
    end = put_key(end, &one->key);
    REQUIRE(signers_read(&again, (uint8_t *)text, (size_t)(end - text)) == 0 && again.count == 1);
    check_same(one, &again.list[0]);
    signers_release(&again);
    free(text);
}

/* How many signers there are; 0: it was refused. */
static size_t decode(const uint8_t *text, size_t bytes)
{
    signers s;
    const int code = signers_read(&s, text, bytes);
    const size_t count = s.count;
    REQUIRE(code == 0 ? count != 0 && !s.wrong[0] : count == 0 && s.list == NULL && s.wrong[0]);
    for (size_t i = 0; i < count; i++)
        check_signer(&s.list[i]);
    signers_release(&s);
    return count;
}

static void check_time(int64_t seconds)
{
    char text[SIGNERS_TIME_TEXT];
    int64_t read;
    signers_time_text(text, seconds);
    REQUIRE(signers_time(&read, text, strlen(text)) == 0 && read == seconds);
}

/* Lines by our key, with patches. */
static void decode_patched(fuzz_input *in)
{
    static const char *const starts[] = {"alice ", "bob valid-after=2026-01-01 ", "# remark\r\n\ncarol\t",
                                         "d valid-before=9999-12-31T23:59:59Z valid-after=1970-01-01 "};
    const size_t lines = 1 + fuzz_take(in, 1) % 3;
    const neosig_key *const key = own_key();
    char *const text = (char *)fuzz_alloc(lines * (100 + 2 * key->alg->public_key_bytes)), *end = text;
    for (size_t i = 0; i < lines; i++) {
        end += sprintf(end, "%s", starts[fuzz_take(in, 1) % 4]);
        end = put_key(end, key);
        *end++ = '\n';
    }
    REQUIRE(decode((uint8_t *)text, (size_t)(end - text)) == lines);
    const size_t bytes = (size_t)(end - text);
    while (in->bytes) {
        const size_t place = fuzz_take(in, 2);
        text[place & 0x8000 ? place % 80 % bytes : place % bytes] = (char)fuzz_take(in, 1);
    }
    (void)decode((uint8_t *)text, bytes);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    fuzz_input in = {data, bytes};
    const uint64_t high = fuzz_take(&in, 1);
    check_time((int64_t)((high << 32 | fuzz_take(&in, 4)) % 253402300800)); /* the year 10000 */
    if (fuzz_take(&in, 1) % 2)
        decode_patched(&in);
    else
        (void)decode(in.data, in.bytes);
    return 0;
}
