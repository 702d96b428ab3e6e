/* The program's reader of JSON: bytes as they come, or each byte a piece of JSON. What parses is walked through. */
#include "apps/json_reader.h"
#include "fuzz.h"

enum { TEXT_MOST = 8192 };

static void inside(json_value part, json_value whole)
{
    REQUIRE(whole.at <= part.at && part.at < part.end && part.end <= whole.end);
}

/* Returns how many values there are in this one. */
static size_t walk(json_value value)
{
    json_value part = {NULL, NULL}, member;
    char text[16];
    double number;
    size_t count = 1;
    if (json_read_text(text, sizeof text, value) == 0)
        REQUIRE(memchr(text, 0, sizeof text) != NULL && *value.at == '"');
    if (json_read_number(&number, value) == 0)
        REQUIRE(*value.at == '-' || (*value.at >= '0' && *value.at <= '9'));
    if (json_read_member(&member, value, "a") == 0) {
        inside(member, value);
        count += walk(member);
    }
    while (json_read_next(&part, value) == 0) {
        inside(part, value);
        count += walk(part);
    }
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    static const char *const pieces[] = {"{",  "}",   "[",       "]",    ",",    ":", "\"a\"", "1",
                                         "\"", "\\u", "-2.5e+3", "null", "true", " ", "0",     "{\"a\":"};
    fuzz_input in = {data, bytes};
    const int by_pieces = fuzz_take(&in, 1) & 1;
    char *text = fuzz_alloc(TEXT_MOST);
    size_t length = 0;
    while (in.bytes && length + 8 < TEXT_MOST) {
        const uint8_t byte = (uint8_t)fuzz_take(&in, 1);
        const char *piece = pieces[byte % 16];
        const size_t more = by_pieces ? strlen(piece) : 1;
        memcpy(text + length, by_pieces ? piece : (const char *)&byte, more);
        length += more;
    }
    /* As long as the text, so that a read behind it is seen. */
    char *exact = malloc(length ? length : 1);
    REQUIRE(exact != NULL);
    memcpy(exact, text, length);
    json_value value;
    if (json_read(&value, exact, length) == 0) {
        inside(value, (json_value){exact, exact + length});
        REQUIRE(walk(value) > 0);
    }
    free(exact);
    free(text);
    return 0;
}
