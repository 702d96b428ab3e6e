/* Known answers: kat FILE... [--count N] [--backend NAME]
 *
 * Each vector of a file (the first N) is made again in every backend that this CPU runs. */
#include "kat_file.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static int wanted(const char *name, const char *backend)
{
    return neosig_backend_usable(name) && (backend == NULL || strcmp(backend, name) == 0);
}

static void check_vector(const char *path, const kat_vector *v, const uint8_t *msg, const char *backend)
{
    unsigned flags;
    const neosig_alg *alg = kat_alg(path, &flags);
    for (size_t i = 0; i < neosig_backend_count(); i++) {
        const char *name = neosig_backend_name(i);
        if (!wanted(name, backend))
            continue;
        CHECK(neosig_backend_select(name) == NEOSIG_OK);
        const char *wrong = known_answer_check(alg, flags, v->seed, msg, (size_t)v->msg_bytes, &v->digests);
        if (!CHECK(wrong == NULL))
            fprintf(stderr, "%s, backend %s, count %u: %s\n", path, name, v->count, wrong);
    }
}

static void check_file(const char *path, unsigned count, const char *backend)
{
    unsigned flags, done = 0;
    FILE *file = fopen(path, "r");
    if (!CHECK(kat_alg(path, &flags) != NULL && file != NULL)) {
        fprintf(stderr, "%s: %s\n", path, file != NULL ? "names no algorithm" : "cannot be read");
        if (file != NULL)
            fclose(file);
        return;
    }
    uint8_t seed[48];
    nist_drbg vectors;
    known_answer_begin(&vectors);
    kat_vector v;
    int more = 1;
    while (done < count && (more = kat_read(file, &v)) > 0) {
        const size_t msg_bytes = KNOWN_ANSWER_MESSAGE_BYTES(done);
        uint8_t *msg = malloc(msg_bytes);
        if (!CHECK(v.count == done && v.msg_bytes == msg_bytes && msg != NULL)) {
            free(msg);
            break;
        }
        known_answer_next(&vectors, done, seed, msg);
        CHECK(memcmp(seed, v.seed, 48) == 0 && known_answer_digest_is(msg, msg_bytes, v.msg));
        check_vector(path, &v, msg, backend);
        free(msg);
        done++;
    }
    CHECK(more >= 0 && done > 0);
    fclose(file);
    printf("%s: %u vectors\n", path, done);
}

int main(int argc, char **argv)
{
    unsigned count = 1000;
    const char *backend = NULL;
    int files = 0;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--count") == 0 && i + 1 < argc)
            count = (unsigned)strtoul(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--backend") == 0 && i + 1 < argc)
            backend = argv[++i];
        else
            argv[files++] = argv[i];
    if (backend != NULL && !neosig_backend_usable(backend)) {
        fprintf(stderr, "this CPU does not run the backend %s\n", backend);
        return 2;
    }
    for (size_t i = 0; i < neosig_backend_count(); i++)
        printf("%s: %s\n", neosig_backend_name(i), wanted(neosig_backend_name(i), backend) ? "checked" : "not checked");
    for (int i = 0; i < files; i++)
        check_file(argv[i], count, backend);
    return test_end();
}
