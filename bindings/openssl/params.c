#include "provider.h"

#include <string.h>

const OSSL_PARAM *param_find(const OSSL_PARAM *params, const char *name)
{
    for (; params != NULL && params->key != NULL; params++)
        if (strcmp(params->key, name) == 0)
            return params;
    return NULL;
}

OSSL_PARAM *param_find_out(OSSL_PARAM *params, const char *name)
{
    return (OSSL_PARAM *)(uintptr_t)param_find(params, name);
}

int param_get_flag(const OSSL_PARAM *p, int *value)
{
    int32_t narrow;
    int64_t wide;
    if (p->data == NULL || (p->data_type != OSSL_PARAM_INTEGER && p->data_type != OSSL_PARAM_UNSIGNED_INTEGER))
        return 0;
    if (p->data_size == sizeof narrow) {
        memcpy(&narrow, p->data, sizeof narrow);
        wide = narrow;
    } else if (p->data_size == sizeof wide) {
        memcpy(&wide, p->data, sizeof wide);
    } else {
        return 0;
    }
    if (wide != 0 && wide != 1)
        return 0;
    *value = (int)wide;
    return 1;
}

int param_get_octets(const OSSL_PARAM *p, const uint8_t **data, size_t *bytes)
{
    if (p->data_type != OSSL_PARAM_OCTET_STRING || (p->data == NULL && p->data_size != 0))
        return 0;
    *data = p->data;
    *bytes = p->data_size;
    return 1;
}

/* Leaves the size that is needed; 0 if there is a buffer that is smaller. */
static int put(OSSL_PARAM *p, const void *data, size_t bytes)
{
    p->return_size = bytes;
    if (p->data == NULL || p->data_size < bytes)
        return p->data == NULL;
    memcpy(p->data, data, bytes);
    return 1;
}

int param_set_int(OSSL_PARAM *params, const char *name, int value)
{
    OSSL_PARAM *const p = param_find_out(params, name);
    const int64_t wide = value;
    if (p == NULL)
        return 1;
    if (p->data_type != OSSL_PARAM_INTEGER && (p->data_type != OSSL_PARAM_UNSIGNED_INTEGER || value < 0))
        return 0;
    return p->data_size == sizeof wide
               ? put(p, &wide, sizeof wide)
               : (p->data == NULL || p->data_size == sizeof value) && put(p, &value, sizeof value);
}

int param_set_octets(OSSL_PARAM *params, const char *name, const uint8_t *data, size_t bytes)
{
    OSSL_PARAM *const p = param_find_out(params, name);
    return p == NULL || (p->data_type == OSSL_PARAM_OCTET_STRING && put(p, data, bytes));
}

int param_set_text(OSSL_PARAM *params, const char *name, const char *text)
{
    OSSL_PARAM *const p = param_find_out(params, name);
    const size_t bytes = strlen(text);
    if (p == NULL)
        return 1;
    if (p->data_type == OSSL_PARAM_UTF8_STRING) {
        const int done = put(p, text, bytes);
        if (done && p->data != NULL && p->data_size > bytes)
            ((char *)p->data)[bytes] = 0;
        return done;
    }
    if (p->data_type == OSSL_PARAM_UTF8_PTR && p->data != NULL)
        *(const char **)p->data = text;
    p->return_size = bytes;
    return p->data_type == OSSL_PARAM_UTF8_PTR;
}
