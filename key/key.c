#include "api/internal.h"
#include "key/key_parts.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const neosig_key_labels[NEOSIG_LABELS] = {"PUBLIC KEY", "PRIVATE KEY", "ENCRYPTED PRIVATE KEY"};

int neosig_key_has_forms(const neosig_alg *alg)
{
    return strncmp(alg->scheme, "ml-dsa", 6) == 0;
}

neosig_error neosig_key_wrong(neosig_key *key, neosig_error error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(key->wrong, sizeof key->wrong, format, arguments);
    va_end(arguments);
    return error;
}

/* ---- Memory */

void neosig_key_free(void *text, size_t bytes)
{
    if (text == NULL)
        return;
    neosig_wipe(text, bytes);
    free(text);
}

void neosig_key_release(neosig_key *key)
{
    if (key == NULL)
        return;
    if (key->alg != NULL) { /* the last block that was taken first, so that the next key may get the same ones */
        neosig_key_free(key->seed, key->alg->seed_bytes);
        neosig_key_free(key->secret_key, key->alg->secret_key_bytes);
        neosig_key_free(key->public_key, key->alg->public_key_bytes);
    }
    *key = (neosig_key){.alg = NULL};
}

uint8_t *neosig_key_copy(const uint8_t *bytes, size_t count)
{
    uint8_t *const copy = malloc(count);
    if (copy != NULL)
        memcpy(copy, bytes, count);
    return copy;
}

/* ---- Making */

neosig_error neosig_key_make(neosig_key *key, const neosig_alg *alg, const uint8_t *seed, const neosig_options *options)
{
    if (key == NULL)
        return NEOSIG_ERR_ARGUMENT;
    *key = (neosig_key){.alg = alg};
    if (!neosig_alg_is_known(alg)) {
        key->alg = NULL;
        return NEOSIG_ERR_ARGUMENT;
    }
    if (!NEOSIG_SIGNERS)
        return neosig_key_wrong(key, NEOSIG_ERR_UNSUPPORTED, "cannot be made: this library only verifies");
    neosig_options opts;
    neosig_error error = neosig_options_take(&opts, options);
    key->public_key = malloc(alg->public_key_bytes);
    key->secret_key = malloc(alg->secret_key_bytes);
    if (error == NEOSIG_OK && (key->public_key == NULL || key->secret_key == NULL))
        error = NEOSIG_ERR_MEMORY;
    if (error == NEOSIG_OK && (seed != NULL || neosig_key_has_forms(alg))) {
        key->seed = seed != NULL ? neosig_key_copy(seed, alg->seed_bytes) : malloc(alg->seed_bytes);
        error = key->seed != NULL ? NEOSIG_OK : NEOSIG_ERR_MEMORY;
    }
    if (error == NEOSIG_OK && seed == NULL && key->seed != NULL) {
        const neosig_source source = neosig_source_of(opts.random, opts.random_state);
        error = neosig_draw(&source, key->seed, alg->seed_bytes);
    }
    if (error == NEOSIG_OK && key->seed != NULL)
        error = neosig_keypair_from_seed(alg, key->public_key, key->secret_key, key->seed, alg->seed_bytes, options);
    else if (error == NEOSIG_OK)
        error = neosig_keypair(alg, key->public_key, key->secret_key, options);
    if (error != NEOSIG_OK) {
        neosig_key_release(key);
        key->alg = alg;
        neosig_key_wrong(key, error, "%s", neosig_strerror(error));
    }
    neosig_wipe_stack(); /* the last bytes of a seed may be in a saved register */
    return error;
}
