/* handshakes CONFIGURATION ROUNDS FOLDER: microseconds of CPU time that a full TLS 1.3 handshake takes the server and
 * the client, and the bytes that the server sends, means of ROUNDS. Both are in this process, in a library context of
 * that configuration, and all else is OpenSSL's default. FOLDER has server.key, server.crt and ca.crt, by which the
 * client verifies. */
#include "program.h"

#include <openssl/ssl.h>
#include <time.h>

static SSL_CTX *of_folder(OSSL_LIB_CTX *library, const SSL_METHOD *method, const char *folder, int is_server)
{
    char ca[200], certificate[200], key[200];
    snprintf(ca, sizeof ca, "%s/ca.crt", folder);
    snprintf(certificate, sizeof certificate, "%s/server.crt", folder);
    snprintf(key, sizeof key, "%s/server.key", folder);
    SSL_CTX *const ctx = SSL_CTX_new_ex(library, NULL, method);
    CHECK(ctx != NULL && SSL_CTX_set_min_proto_version(ctx, TLS1_3_VERSION));
    if (is_server) {
        CHECK(SSL_CTX_use_certificate_chain_file(ctx, certificate));
        CHECK(SSL_CTX_use_PrivateKey_file(ctx, key, SSL_FILETYPE_PEM));
    } else {
        CHECK(SSL_CTX_load_verify_file(ctx, ca));
        SSL_CTX_set_verify(ctx, SSL_VERIFY_PEER, NULL);
    }
    return ctx;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e6 * (double)t.tv_sec + (double)t.tv_nsec / 1e3;
}

/* One side goes as far as it can; whether it is done. */
static int step(SSL *side, double *spent)
{
    const double begun = now();
    const int done = SSL_do_handshake(side);
    *spent += now() - begun;
    CHECK(done == 1 || SSL_get_error(side, done) == SSL_ERROR_WANT_READ);
    return done == 1;
}

typedef struct handshake {
    double server, client; /* microseconds */
    double bytes;
} handshake;

static void shake(SSL_CTX *servers, SSL_CTX *clients, handshake *sum)
{
    SSL *const server = SSL_new(servers), *const client = SSL_new(clients);
    BIO *const up = BIO_new(BIO_s_mem()), *const down = BIO_new(BIO_s_mem());
    CHECK(server != NULL && client != NULL && BIO_up_ref(up) && BIO_up_ref(down));
    SSL_set_bio(server, up, down);
    SSL_set_bio(client, down, up);
    SSL_set_accept_state(server);
    SSL_set_connect_state(client);
    int accepted = 0, connected = 0;
    while (!accepted || !connected) {
        connected = step(client, &sum->client);
        accepted = step(server, &sum->server);
    }
    CHECK(SSL_get_verify_result(client) == X509_V_OK && SSL_get0_peer_certificate(client) != NULL);
    CHECK(!SSL_session_reused(client));
    sum->bytes += (double)BIO_number_written(down);
    SSL_free(server);
    SSL_free(client);
}

int main(int argc, char **argv)
{
    OSSL_LIB_CTX *const library = OSSL_LIB_CTX_new();
    CHECK(argc == 4 && library != NULL && OSSL_LIB_CTX_load_config(library, argv[1]));
    const int rounds = atoi(argv[2]);
    SSL_CTX *const servers = of_folder(library, TLS_server_method(), argv[3], 1), *const clients = of_folder(
                                                                                      library, TLS_client_method(),
                                                                                      argv[3], 0);
    handshake first = {0, 0, 0}, sum = {0, 0, 0};
    shake(servers, clients, &first); /* what is done once is done */
    for (int round = 0; round < rounds; round++)
        shake(servers, clients, &sum);
    printf("%.3f %.3f %.0f\n", sum.server / rounds, sum.client / rounds, sum.bytes / rounds);
    SSL_CTX_free(servers);
    SSL_CTX_free(clients);
    OSSL_LIB_CTX_free(library);
    return 0;
}
