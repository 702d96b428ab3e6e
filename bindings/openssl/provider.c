#include "provider.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Errors */

static const OSSL_ITEM *reason_strings(void *in)
{
    return ((provider *)in)->reasons;
}

static void name_reasons(provider *in)
{
    for (unsigned i = 0; i < ERRORS; i++) {
        const char *const sentence = neosig_strerror((neosig_error)(i + 1));
        in->reasons[i].id = i + 1;
        memcpy(&in->reasons[i].ptr, &sentence, sizeof sentence); /* it is only read */
    }
}

/* ---- Parameter sets */

/* For X.509, a signature algorithm is a key's algorithm without a digest. The short name is that of oqs-provider, which
 * finds its algorithms by it. */
static int register_set(const provider *in, const set *s)
{
    char short_name[sizeof s->name];
    close_name(short_name, sizeof short_name, s->alg->name);
    return in->obj_create(in->core, s->alg->oid, short_name, s->name) &&
           in->obj_add_sigid(in->core, s->alg->oid, "", s->alg->oid);
}

/* OpenSSL's objects are those of the process, and of two threads that create one the slower fails; the list of
 * signature algorithms has no lock at all until 3.1. So library contexts take turns. What others create at the same
 * time is there when it is asked for again. */
static int register_sets(const provider *in)
{
    static pthread_mutex_t objects = PTHREAD_MUTEX_INITIALIZER;
    const set *failed = NULL;
    pthread_mutex_lock(&objects);
    for (const set *s = in->sets; s < in->sets + SLOTS && failed == NULL; s++)
        if (s->alg != NULL && !register_set(in, s) && !register_set(in, s))
            failed = s;
    pthread_mutex_unlock(&objects);
    return failed == NULL || refuse_start(in, "the object identifier of %s could not be registered", failed->name);
}

static int offer_sets(provider *in)
{
    static const char properties[] = "provider=neosig";
    OSSL_ALGORITHM *keymgmt = in->keymgmt, *signature = in->signature, *encoder = in->encoder, *decoder = in->decoder;
    if (neosig_alg_count() > SLOTS)
        return refuse_start(in, "there are more sets than SLOTS");
    for (size_t i = 0; i < neosig_alg_count(); i++) {
        set *const s = &in->sets[i];
        s->in = in;
        s->alg = neosig_alg_at(i);
        name_set(s);
        if (!identify_set(s))
            return refuse_start(in, "%s has no object identifier", s->name);
        if (!is_wanted(in, s)) {
            s->alg = NULL;
            continue;
        }
        *keymgmt++ = (OSSL_ALGORITHM){s->names, properties, keymgmt_functions[i], s->alg->status_citation};
        *signature++ = (OSSL_ALGORITHM){s->names, properties, signature_functions(i, in->version), NULL};
        for (size_t j = 0; j < ENCODERS; j++) {
            *encoder = encoders[j];
            encoder++->algorithm_names = s->names;
        }
        for (size_t j = 0; j < DECODERS; j++)
            *decoder++ = (OSSL_ALGORITHM){s->names, decoder_properties[j], decoder_functions[j][i], NULL};
    }
    return register_sets(in);
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
    return (param_set_text(params, OSSL_PROV_PARAM_NAME, "neosig") &&
            param_set_text(params, OSSL_PROV_PARAM_VERSION, neosig_version()) &&
            param_set_text(params, OSSL_PROV_PARAM_BUILDINFO, neosig_backend_active()) &&
            param_set_int(params, OSSL_PROV_PARAM_STATUS, 1)) ||
           RAISE_NO_ROOM(in);
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
            TAKE(CORE_GET_LIBCTX, core_get_libctx, get_libctx)
            TAKE(CORE_NEW_ERROR, core_new_error, new_error)
            TAKE(CORE_SET_ERROR_DEBUG, core_set_error_debug, set_error_debug)
            TAKE(CORE_VSET_ERROR, core_vset_error, vset_error)
            TAKE(CORE_SET_ERROR_MARK, core_set_error_mark, set_error_mark)
            TAKE(CORE_POP_ERROR_TO_MARK, core_pop_error_to_mark, pop_error_to_mark)
            TAKE(CORE_OBJ_CREATE, core_obj_create, obj_create)
            TAKE(CORE_OBJ_ADD_SIGID, core_obj_add_sigid, obj_add_sigid)
            TAKE(BIO_READ_EX, BIO_read_ex, bio_read)
            TAKE(BIO_WRITE_EX, BIO_write_ex, bio_write)
#undef TAKE
        }
    return in->get_params && in->get_libctx && in->new_error && in->set_error_debug && in->vset_error &&
           in->set_error_mark && in->pop_error_to_mark && in->obj_create && in->obj_add_sigid && in->bio_read &&
           in->bio_write;
}

static int start(provider *in)
{
    const char *version = NULL;
    OSSL_PARAM params[] = {PARAM(OSSL_PROV_PARAM_CORE_VERSION, OSSL_PARAM_UTF8_PTR, &version, 0), PARAM_END};
    int major = 3, minor = 0;
    in->get_params(in->core, params);
    if (version != NULL)
        sscanf(version, "%d.%d", &major, &minor);
    in->version = 100 * major + minor;
    if (neosig_backend_select(NULL) != NEOSIG_OK)
        return refuse_start(in, "NEOSIG_BACKEND: this CPU runs no backend %s", getenv("NEOSIG_BACKEND"));
    return read_options(in) && offer_sets(in);
}

__attribute__((visibility("default"))) OSSL_provider_init_fn OSSL_provider_init;
int OSSL_provider_init(const OSSL_CORE_HANDLE *core, const OSSL_DISPATCH *from_core, const OSSL_DISPATCH **to_core,
                       void **provctx)
{
    /* clang-format off */
    static const OSSL_DISPATCH functions[] = {
        ENTRY(OSSL_FUNC_PROVIDER_TEARDOWN, free)
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
