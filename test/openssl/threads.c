/* threads MODULES [PROCESSES]: the provider is loaded into a library context of each of several threads at once, in
 * many processes: what it registers is registered once a process. */
#define _POSIX_C_SOURCE 200809L
#include "program.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 8 };
static atomic_int arrived, loaded;
static int use;

static void *load_one(void *modules)
{
    static const char *const names[] = {"falcon-512", "haetae2", "snova-i-b"};
    static _Thread_local unsigned char signature[MOST];
    OSSL_LIB_CTX *const lib = OSSL_LIB_CTX_new();
    CHECK(OSSL_PROVIDER_set_default_search_path(lib, modules));
    OSSL_PROVIDER *const base = OSSL_PROVIDER_load(lib, "default");
    atomic_fetch_add(&arrived, 1);
    while (atomic_load(&arrived) < THREADS) /* begin together */
        sched_yield();
    const context c = {lib, base, OSSL_PROVIDER_load(lib, "neosigprovider")};
    CHECK(c.neosig != NULL);
    check(ERR_peek_error() == 0, "it leaves an error", __LINE__);
    if (use) {
        EVP_PKEY *const key = generate(c, names[atomic_fetch_add(&loaded, 1) % 3]);
        CHECK(verify(c, key, signature, sign(c, key, signature)));
        EVP_PKEY_free(key);
    }
    unload(c);
    return NULL;
}

static int load_in_threads(char *modules)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        CHECK(pthread_create(&threads[i], NULL, load_one, modules) == 0);
    for (int i = 0; i < THREADS; i++)
        CHECK(pthread_join(threads[i], NULL) == 0);
    return 0;
}

int main(int argc, char **argv)
{
    const int processes = argc == 3 ? atoi(argv[2]) : 150;
    int failed = 0;
    CHECK(argc >= 2 && processes > 0);
    for (int i = 0; i < processes; i++) {
        int status;
        use = i == 0; /* once is enough: what may fail is the beginning */
        const pid_t child = fork();
        CHECK(child >= 0);
        if (child == 0)
            _exit(load_in_threads(argv[1]));
        CHECK(waitpid(child, &status, 0) == child);
        failed += status != 0;
    }
    printf("%d of %d processes failed\n", failed, processes);
    return failed != 0;
}
