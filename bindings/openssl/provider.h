/* The provider, from inside: what its files know of each other. See docs/openssl.md.
 *
 *     provider.c    entry point, tables of operations
 *     errors.c      OpenSSL's queue of errors
 *     sets.c        what OpenSSL knows of a parameter set: names, AlgorithmIdentifier, bits of security
 *     keymgmt.c     keys: generate, import, export, compare
 *     signature.c   sign and verify
 *     encode.c      keys as DER, PEM and text
 *     protect.c     keys under a passphrase, by the libcrypto that loaded the provider
 *     decode.c      keys from DER
 *     tls.c         the signature algorithms offered to TLS 1.3
 *     options.c     the section of openssl.cnf
 *     params.c      OSSL_PARAM, read and written without libcrypto
 *
 * OpenSSL calls a provider through tables of functions (OSSL_DISPATCH), and gives it tables of its own. But for
 * protect.c nothing else of OpenSSL is used, so one build serves every version from 3.0 on. */
#ifndef NEOSIG_PROVIDER_H
#define NEOSIG_PROVIDER_H

#include "neosig/key.h"

#include <openssl/core.h>
#include <openssl/core_dispatch.h>
#include <openssl/core_names.h>

/* The functions that make an object are not told of which algorithm, so each parameter set needs functions of its own.
 * F(i) is expanded for every index i of a set, in octal: 0000 ... 0137. */
#define SLOTS 0140
#define EIGHT(F, i) F(i##0) F(i##1) F(i##2) F(i##3) F(i##4) F(i##5) F(i##6) F(i##7)
#define EACH_SLOT(F)                                                                                                   \
    EIGHT(F, 000)                                                                                                      \
    EIGHT(F, 001)                                                                                                      \
    EIGHT(F, 002)                                                                                                      \
    EIGHT(F, 003)                                                                                                      \
    EIGHT(F, 004) EIGHT(F, 005) EIGHT(F, 006) EIGHT(F, 007) EIGHT(F, 010) EIGHT(F, 011) EIGHT(F, 012) EIGHT(F, 013)

/* An entry of a table of functions, with its comma; a file that uses it says in F of which kind. */
/* clang-format off */
#define ENTRY(id, function) {id, (void (*)(void))(function)},
/* clang-format on */
#define LAST ENTRY(0, NULL)

enum { NAMES_BYTES = 192, ALGORITHM_ID_BYTES = 48 };

struct provider;

/* A parameter set as OpenSSL sees it. */
typedef struct set {
    const struct provider *in;
    const neosig_alg *alg;
    char name[64];                            /* the first of its names */
    char names[NAMES_BYTES];                  /* all of them, with ':' between */
    uint8_t algorithm_id[ALGORITHM_ID_BYTES]; /* AlgorithmIdentifier, DER */
    size_t algorithm_id_bytes;
} set;

/* Encodings of keys: rows of a table in encode.c, and in decode.c. */
enum { ENCODERS = 7, DECODERS = 2 };

enum { ERRORS = NEOSIG_ERR_FAULT }; /* of the library: the last one */

/* What a library context has of the provider. Constant once it is made. */
typedef struct provider {
    const OSSL_CORE_HANDLE *core;
    OSSL_FUNC_core_get_params_fn *get_params;
    OSSL_FUNC_core_get_libctx_fn *get_libctx;
    OSSL_FUNC_core_new_error_fn *new_error;
    OSSL_FUNC_core_set_error_debug_fn *set_error_debug;
    OSSL_FUNC_core_vset_error_fn *vset_error;
    OSSL_FUNC_core_set_error_mark_fn *set_error_mark;
    OSSL_FUNC_core_pop_error_to_mark_fn *pop_error_to_mark;
    OSSL_FUNC_core_obj_create_fn *obj_create;
    OSSL_FUNC_core_obj_add_sigid_fn *obj_add_sigid;
    OSSL_FUNC_BIO_read_ex_fn *bio_read;
    OSSL_FUNC_BIO_write_ex_fn *bio_write;
    int version;         /* of the core: 100 major + minor */
    int ml_dsa, slh_dsa; /* offer these where OpenSSL has its own, too */
    int private_points;  /* offer sets to TLS under code points for private use */
    const char *wanted;  /* sets to offer; NULL: all */
    set sets[SLOTS];     /* by the index of the library; alg is NULL where there is none, and of a set not offered */
    OSSL_ALGORITHM keymgmt[SLOTS + 1], signature[SLOTS + 1], encoder[ENCODERS * SLOTS + 1],
        decoder[DECODERS * SLOTS + 1];
    OSSL_ITEM reasons[ERRORS + 1];
} provider;

/* A key. It is not changed once it has its members. */
typedef struct key {
    const provider *in;
    const set *set;
    neosig_key members;
} key;

/* ---- errors.c */

/* Puts an error into OpenSSL's queue: its reason the library's sentence, and what is known besides. Returns 0. */
#define RAISE(in, error, ...) raise_error(in, __FILE__, __LINE__, __func__, error, __VA_ARGS__)
int raise_error(const provider *in, const char *file, int line, const char *function, neosig_error error,
                const char *format, ...) __attribute__((format(printf, 6, 7)));

#define RAISE_NO_ROOM(in) RAISE(in, NEOSIG_ERR_LENGTH, "what is asked for does not fit, or has another type")

/* Memory of zeros, for free(); NULL with an error in the queue. */
void *allocate(const provider *in, size_t bytes);

/* ---- sets.c */

/* A name without '-'. */
void close_name(char *to, size_t room, const char *from);

/* Bits of security, for the limits of X.509 and TLS: none for what is broken or withdrawn. */
unsigned security_bits(const neosig_alg *alg);

/* Fill the set's members of these, from its alg. identify_set: SEQUENCE { OBJECT IDENTIFIER }; 0 if the set has none.
 */
void name_set(set *s);
int identify_set(set *s);

/* The parameter that a key or a signature with none needs. */
#define ALLOW_INSECURE "allow_insecure"

/* ---- options.c */

/* The reason why a provider does not start goes to stderr, too: OpenSSL goes on without a provider of its configuration
 * that fails, and forgets the error. Returns 0. */
int refuse_start(const provider *in, const char *format, ...) __attribute__((format(printf, 2, 3)));

int read_options(provider *in);
int is_wanted(const provider *in, const set *s);

/* ---- keymgmt.c */

extern const OSSL_DISPATCH *const keymgmt_functions[SLOTS];
key *key_new(const provider *in, const set *of);
void key_free(void *k);
int key_export(void *keydata, int selection, OSSL_CALLBACK *callback, void *argument);

/* ---- signature.c. Versions before 3.4 refuse a table with the functions for messages. */

const OSSL_DISPATCH *signature_functions(size_t slot, int version);

/* ---- protect.c */

/* An EVP_CIPHER by its name, for release_cipher; NULL with an error in the queue. */
void *fetch_cipher(const provider *in, const char *name);
void release_cipher(const provider *in, void *cipher);

/* EncryptedPrivateKeyInfo of a PrivateKeyInfo, for neosig_key_free; NULL with an error in the queue. */
uint8_t *protect_key(const provider *in, const void *cipher, const uint8_t *der, size_t bytes, const char *passphrase,
                     size_t passphrase_bytes, size_t *protected_bytes);

/* ---- encode.c, decode.c */

extern const OSSL_ALGORITHM encoders[ENCODERS]; /* without names: their properties and functions */
extern const char *const decoder_properties[DECODERS];
extern const OSSL_DISPATCH *const decoder_functions[DECODERS][SLOTS];

/* ---- tls.c */

int tls_signature_algorithms(const provider *in, OSSL_CALLBACK *callback, void *argument);

/* ---- params.c */

/* The entry of this name, or NULL. */
const OSSL_PARAM *param_find(const OSSL_PARAM *params, const char *name);
OSSL_PARAM *param_find_out(OSSL_PARAM *params, const char *name);

/* Read an entry; 0 if it has another type or does not fit. */
int param_get_flag(const OSSL_PARAM *p, int *value); /* 0 or 1 */
int param_get_octets(const OSSL_PARAM *p, const uint8_t **data, size_t *bytes);

/* Write an entry, if there is one of this name. Where it has no room the size that is needed is left in it, and 0
 * returned if it had a buffer. */
int param_set_int(OSSL_PARAM *params, const char *name, int value);
int param_set_octets(OSSL_PARAM *params, const char *name, const uint8_t *data, size_t bytes);
int param_set_text(OSSL_PARAM *params, const char *name, const char *text);

/* Initialisers of entries. */
/* clang-format off */
#define PARAM(name, type, data, bytes) {name, type, data, bytes, OSSL_PARAM_UNMODIFIED}
/* clang-format on */
#define PARAM_OCTETS(name) PARAM(name, OSSL_PARAM_OCTET_STRING, NULL, 0)
#define PARAM_TEXT(name) PARAM(name, OSSL_PARAM_UTF8_STRING, NULL, 0)
#define PARAM_INT(name) PARAM(name, OSSL_PARAM_INTEGER, NULL, sizeof(int))
#define PARAM_END PARAM(NULL, 0, NULL, 0)

/* ---- Names that the headers of OpenSSL 3.0 have not; their values are part of its interface. */

#ifndef OSSL_PARAM_UNMODIFIED
#define OSSL_PARAM_UNMODIFIED ((size_t)-1)
#endif
#ifndef OSSL_FUNC_SIGNATURE_SIGN_MESSAGE_INIT
#define OSSL_FUNC_SIGNATURE_SIGN_MESSAGE_INIT 27
#define OSSL_FUNC_SIGNATURE_SIGN_MESSAGE_UPDATE 28
#define OSSL_FUNC_SIGNATURE_SIGN_MESSAGE_FINAL 29
#define OSSL_FUNC_SIGNATURE_VERIFY_MESSAGE_INIT 30
#define OSSL_FUNC_SIGNATURE_VERIFY_MESSAGE_UPDATE 31
#define OSSL_FUNC_SIGNATURE_VERIFY_MESSAGE_FINAL 32
#endif

#endif
