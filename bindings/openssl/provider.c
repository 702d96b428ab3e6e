#include "provider.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Errors */

int raise_error(const provider *in, const char *file, int line, const char *function, neosig_error error,
                const char *format, ...)
{
    va_list arguments;
    in->new_error(in->core);
    in->set_error_debug(in->core, file, line, function);
    va_start(arguments, format);
    in->vset_error(in->core, (uint32_t)error, format, arguments);
    va_end(arguments);
    return 0;
}

static const OSSL_ITEM *reason_strings(void *in)
{
    return ((provider *)in)->reasons;
}

static void name_reasons(provider *in)
{
    for (unsigned i = 0; i < NEOSIG_ERR_PASSPHRASE; i++) {
        const char *const sentence = neosig_strerror((neosig_error)(i + 1));
        in->reasons[i].id = i + 1;
        memcpy(&in->reasons[i].ptr, &sentence, sizeof sentence); /* it is only read */
    }
}

/* ---- Parameter sets */

unsigned security_bits(const neosig_alg *alg)
{
    if (alg->status == NEOSIG_BROKEN || alg->status == NEOSIG_WITHDRAWN)
        return 0;
    return alg->level == 5 ? 256 : alg->level == 3 ? 192 : 128;
}

/* NIST's spelling of NIST's names, the library's of all others. Aliases: the same without '-', as oqs-provider and
 * OpenSSL have them; the object identifier; of ML-DSA the name that OpenSSL has for that. */
static void name_set(set *s)
{
    const int ml_dsa = strcmp(s->alg->scheme, "ml-dsa") == 0;
    char close[sizeof s->name];
    size_t n = 0, c = 0;
    for (const char *from = s->alg->name; *from != 0 && n + 1 < sizeof s->name; from++) {
        const char letter = ml_dsa ? (char)toupper((unsigned char)*from) : *from;
        s->name[n++] = letter;
        if (letter != '-')
            close[c++] = letter;
    }
    close[c] = 0;
    snprintf(s->names, sizeof s->names, "%s%s%s:%s%s%s", s->name, c < n ? ":" : "", c < n ? close : "", s->alg->oid,
             ml_dsa ? ":id-" : "", ml_dsa ? s->alg->name : "");
}

/* Appends an arc in base 128, the highest digit first. An arc may be a UUID of 39 digits, so it is divided as text. */
static uint8_t *put_arc(uint8_t *at, const char *arc, size_t digits)
{
    uint8_t decimal[40], base128[20], more;
    size_t n = 0;
    for (size_t i = 0; i < digits; i++)
        decimal[i] = (uint8_t)(arc[i] - '0');
    do {
        unsigned rest = more = 0;
        for (size_t i = 0; i < digits; i++) {
            rest = 10 * rest + decimal[i];
            more |= decimal[i] = (uint8_t)(rest / 128);
            rest %= 128;
        }
        base128[n] = (uint8_t)(n == 0 ? rest : 128 | rest);
        n++;
    } while (more);
    while (n > 0)
        *at++ = base128[--n];
    return at;
}

/* SEQUENCE { OBJECT IDENTIFIER }. The first two arcs, here of one and of two digits, are one number. */
static void identify_set(set *s)
{
    char first[4];
    const char *arc = s->alg->oid;
    uint8_t *at = s->algorithm_id + 4;
    const int both = 40 * (arc[0] - '0') + atoi(arc + 2);
    at = put_arc(at, first, (size_t)snprintf(first, sizeof first, "%d", both));
    for (arc = strchr(arc + 2, '.'); arc != NULL; arc = strchr(arc + 1, '.'))
        at = put_arc(at, arc + 1, strcspn(arc + 1, "."));
    const size_t bytes = (size_t)(at - s->algorithm_id);
    const uint8_t headers[4] = {0x30, (uint8_t)(bytes - 2), 0x06, (uint8_t)(bytes - 4)};
    memcpy(s->algorithm_id, headers, sizeof headers);
    s->algorithm_id_bytes = bytes;
}

/* For X.509, a signature algorithm is a key's algorithm without a digest. */
static int register_set(const provider *in, const set *s)
{
    const char *const short_name = strcmp(s->alg->scheme, "ml-dsa") == 0 ? strrchr(s->names, ':') + 1 : s->name;
    return in->obj_create(in->core, s->alg->oid, short_name, s->name) &&
           in->obj_add_sigid(in->core, s->alg->oid, "", s->alg->oid);
}

static int offer_sets(provider *in, int ml_dsa)
{
    static const char properties[] = "provider=neosig";
    OSSL_ALGORITHM *keymgmt = in->keymgmt, *signature = in->signature, *encoder = in->encoder, *decoder = in->decoder;
    if (neosig_alg_count() > SLOTS)
        return RAISE(in, NEOSIG_ERR_UNSUPPORTED, "there are more sets than SLOTS");
    for (size_t i = 0; i < neosig_alg_count(); i++) {
        set *const s = &in->sets[i];
        s->alg = neosig_alg_at(i);
        name_set(s);
        identify_set(s);
        if (!ml_dsa && strcmp(s->alg->scheme, "ml-dsa") == 0) {
            s->alg = NULL;
            continue;
        }
        if (!register_set(in, s))
            return RAISE(in, NEOSIG_ERR_ARGUMENT, "the object identifier of %s could not be registered", s->name);
        *keymgmt++ = (OSSL_ALGORITHM){s->names, properties, keymgmt_functions[i], s->alg->status_citation};
        *signature++ = (OSSL_ALGORITHM){s->names, properties, signature_functions(i, in->version), NULL};
        for (size_t j = 0; j < ENCODERS; j++) {
            *encoder = encoders[j];
            encoder++->algorithm_names = s->names;
        }
        for (size_t j = 0; j < DECODERS; j++)
            *decoder++ = (OSSL_ALGORITHM){s->names, decoder_properties[j], decoder_functions[j][i], NULL};
    }
    return 1;
}

/* ---- The provider */

static const OSSL_PARAM *gettable(void *in)
{
    static const OSSL_PARAM params[] = {PARAM(OSSL_PROV_PARAM_NAME, OSSL_PARAM_UTF8_PTR, NULL, 0),
                                        PARAM(OSSL_PROV_PARAM_VERSION, OSSL_PARAM_UTF8_PTR, NULL, 0),
                                        PARAM(OSSL_PROV_PARAM_BUILDINFO, OSSL_PARAM_UTF8_PTR, NULL, 0),
                                        PARAM_INT(OSSL_PROV_PARAM_STATUS), PARAM_END};
    return params;
}

static int get_params(void *in, OSSL_PARAM params[])
{
    return param_set_text(params, OSSL_PROV_PARAM_NAME, "neosig") &&
           param_set_text(params, OSSL_PROV_PARAM_VERSION, neosig_version()) &&
           param_set_text(params, OSSL_PROV_PARAM_BUILDINFO, neosig_backend_active()) &&
           param_set_int(params, OSSL_PROV_PARAM_STATUS, 1);
}

static const OSSL_ALGORITHM *query(void *provctx, int operation, int *no_cache)
{
    const provider *const in = provctx;
    *no_cache = 0;
    return operation == OSSL_OP_KEYMGMT     ? in->keymgmt
           : operation == OSSL_OP_SIGNATURE ? in->signature
           : operation == OSSL_OP_ENCODER   ? in->encoder
           : operation == OSSL_OP_DECODER   ? in->decoder
                                            : NULL;
}

static int capabilities(void *in, const char *capability, OSSL_CALLBACK *callback, void *argument)
{
    return strcmp(capability, "TLS-SIGALG") != 0 || tls_signature_algorithms(in, callback, argument);
}

/* The functions of the core that are used; 0 if one is missing. */
static int take_functions(provider *in, const OSSL_DISPATCH *from)
{
    for (; from->function_id != 0; from++)
        switch (from->function_id) {
/* clang-format off */
#define TAKE(id, type, member) \
    case OSSL_FUNC_##id: in->member = (OSSL_FUNC_##type##_fn *)from->function; break;
            /* clang-format on */
            TAKE(CORE_GET_PARAMS, core_get_params, get_params)
            TAKE(CORE_NEW_ERROR, core_new_error, new_error)
            TAKE(CORE_SET_ERROR_DEBUG, core_set_error_debug, set_error_debug)
            TAKE(CORE_VSET_ERROR, core_vset_error, vset_error)
            TAKE(CORE_OBJ_CREATE, core_obj_create, obj_create)
            TAKE(CORE_OBJ_ADD_SIGID, core_obj_add_sigid, obj_add_sigid)
            TAKE(BIO_READ_EX, BIO_read_ex, bio_read)
            TAKE(BIO_WRITE_EX, BIO_write_ex, bio_write)
#undef TAKE
        }
    return in->get_params && in->new_error && in->set_error_debug && in->vset_error && in->obj_create &&
           in->obj_add_sigid && in->bio_read && in->bio_write;
}

/* An option of the provider's section in openssl.cnf: yes or no. */
static int option(const provider *in, const char *name, const char *text, int *value)
{
    *value = text != NULL && (strcmp(text, "yes") == 0 || strcmp(text, "1") == 0);
    return text == NULL || *value || strcmp(text, "no") == 0 || strcmp(text, "0") == 0 ||
           RAISE(in, NEOSIG_ERR_ARGUMENT, "%s = %s: it is yes or no", name, text);
}

static int start(provider *in)
{
    static const char ml_dsa_name[] = "ml-dsa", points_name[] = "private-code-points";
    const char *version = NULL, *ml_dsa_text = NULL, *points_text = NULL;
    OSSL_PARAM params[] = {PARAM(OSSL_PROV_PARAM_CORE_VERSION, OSSL_PARAM_UTF8_PTR, &version, 0),
                           PARAM(ml_dsa_name, OSSL_PARAM_UTF8_PTR, &ml_dsa_text, 0),
                           PARAM(points_name, OSSL_PARAM_UTF8_PTR, &points_text, 0), PARAM_END};
    int major = 3, minor = 0, ml_dsa;
    in->get_params(in->core, params);
    if (version != NULL)
        sscanf(version, "%d.%d", &major, &minor);
    in->version = 100 * major + minor;
    return option(in, ml_dsa_name, ml_dsa_text, &ml_dsa) && option(in, points_name, points_text, &in->private_points) &&
           offer_sets(in, ml_dsa || in->version < 305);
}

static void stop(void *in)
{
    free(in);
}

__attribute__((visibility("default"))) OSSL_provider_init_fn OSSL_provider_init;
int OSSL_provider_init(const OSSL_CORE_HANDLE *core, const OSSL_DISPATCH *from_core, const OSSL_DISPATCH **to_core,
                       void **provctx)
{
    /* clang-format off */
    static const OSSL_DISPATCH functions[] = {
        ENTRY(OSSL_FUNC_PROVIDER_TEARDOWN, stop)
        ENTRY(OSSL_FUNC_PROVIDER_GETTABLE_PARAMS, gettable)
        ENTRY(OSSL_FUNC_PROVIDER_GET_PARAMS, get_params)
        ENTRY(OSSL_FUNC_PROVIDER_QUERY_OPERATION, query)
        ENTRY(OSSL_FUNC_PROVIDER_GET_REASON_STRINGS, reason_strings)
        ENTRY(OSSL_FUNC_PROVIDER_GET_CAPABILITIES, capabilities)
        LAST};
    /* clang-format on */
    provider *const in = calloc(1, sizeof *in);
    if (in == NULL)
        return 0;
    in->core = core;
    name_reasons(in);
    if (!take_functions(in, from_core) || !start(in)) {
        free(in);
        return 0;
    }
    *to_core = functions;
    *provctx = in;
    return 1;
}
