#include "encoded.h"
#include "key/der.c"
#include "piece.h"

void harness_neosig_der_take(void)
{
    neosig_der_piece *in, *content;
    uint8_t tag;
    neosig_der_take(in, tag, content);
}

/* A text, which ends with its object. */
static const char *any_dotted(void)
{
    size_t length;
    __CPROVER_assume(fits(length));
    char *const dotted = any_bytes(length + 1);
    dotted[length] = '\0';
    return dotted;
}

void harness_neosig_der_put(void)
{
    size_t room, bytes;
    const void *data;
    __CPROVER_assume(fits(room));
    uint8_t *const end = (uint8_t *)any_bytes(room) + room;
    neosig_der_writer w = {end, end};
    neosig_der_put(&w, data, bytes);
}

/* What is written is read again. */
void harness_neosig_der_put_header(void)
{
    uint8_t tag;
    size_t length;
    __CPROVER_assume(length < (size_t)1 << 32);
    uint8_t *const buffer = any_bytes(6 + length);
    neosig_der_writer w = {buffer + 6, buffer + 6 + length};
    neosig_der_put_header(&w, tag, w.end);
    neosig_der_piece in = {w.at, (size_t)(w.end - w.at)}, content;
    __CPROVER_assert(neosig_der_take(&in, tag, &content) && content.bytes == length && in.bytes == 0,
                     "it is read again");
}

void harness_multiply_add(void)
{
    uint8_t digits[DECIMALS];
    unsigned factor, addend;
    __CPROVER_assume(factor <= 128 && addend < 128);
    for (int i = 0; i < 2; i++) {
        const size_t count = i ? SEPTETS : DECIMALS;
        const unsigned base = i ? 128 : 10;
        multiply_add(digits, count, base, factor, addend);
        for (size_t j = 0; j < count; j++)
            __CPROVER_assert(digits[j] < base, "digits are below the base");
    }
}

void harness_neosig_der_put_oid(void)
{
    const size_t room = NEOSIG_DER_OID_BYTES + 6;
    uint8_t *const buffer = any_bytes(room);
    neosig_der_writer w = {buffer + room, buffer + room};
    neosig_der_put_oid(&w, any_dotted());
}

void harness_neosig_der_put_algorithm(void)
{
    const size_t room = NEOSIG_DER_OID_BYTES + 12;
    uint8_t *const buffer = any_bytes(room);
    neosig_der_writer w = {buffer + room, buffer + room};
    neosig_der_put_algorithm(&w, any_dotted());
}

void harness_neosig_der_take_oid(void)
{
    neosig_der_piece *in;
    neosig_der_take_oid(in, any_dotted());
}

/* multiply_add, of which only the place matters. */
int any_multiply_add(uint8_t *number, size_t count, unsigned base, unsigned factor, unsigned addend)
{
    int there;
    __CPROVER_assert(__CPROVER_w_ok(number, count) && factor <= 128 && addend < 128, "what multiply_add takes");
    __CPROVER_havoc_slice(number, count);
    return there;
}

void harness_neosig_der_oid_encode(void)
{
    neosig_der_oid_encode(any_bytes(NEOSIG_DER_OID_BYTES), any_dotted());
}

void harness_neosig_der_oid_decode(void)
{
    char *dotted;
    neosig_der_piece oid;
    neosig_der_oid_decode(dotted, oid);
}
