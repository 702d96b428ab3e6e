#include "common/hex.h"
#include "kat_file.h"

#include <stdlib.h>
#include <string.h>

int kat_read(FILE *file, kat_vector *v)
{
    char line[512], name[32], value[256];
    unsigned seen = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#' || sscanf(line, "%31[a-z0-9_] = %255s", name, value) != 2)
            continue;
        int bad = 0;
        if (strcmp(name, "count") == 0)
            v->count = (unsigned)strtoul(value, NULL, 10);
        else if (strcmp(name, "seed") == 0)
            bad = hex_decode(v->seed, 48, value);
        else if (strcmp(name, "mlen") == 0)
            v->msg_bytes = strtoull(value, NULL, 10);
        else if (strcmp(name, "msg_sha256") == 0)
            bad = hex_decode(v->msg, 32, value);
        else if (strcmp(name, "pk_sha256") == 0)
            bad = hex_decode(v->digests.pk, 32, value);
        else if (strcmp(name, "sk_sha256") == 0)
            bad = hex_decode(v->digests.sk, 32, value);
        else if (strcmp(name, "sm_sha256") == 0)
            bad = hex_decode(v->digests.sm, 32, value);
        else
            continue;
        if (bad)
            return -1;
        if (++seen == 7)
            return 1;
    }
    return seen == 0 ? 0 : -1;
}

const neosig_alg *kat_alg(const char *path, unsigned *flags)
{
    char name[64];
    const char *base = strrchr(path, '/');
    base = base != NULL ? base + 1 : path;
    size_t bytes = strcspn(base, ".");
    *flags = 0;
    if (bytes > 4 && memcmp(base + bytes - 4, "-det", 4) == 0) {
        *flags = NEOSIG_DETERMINISTIC;
        bytes -= 4;
    }
    if (bytes >= sizeof name)
        return NULL;
    memcpy(name, base, bytes);
    name[bytes] = '\0';
    return neosig_alg_find(name);
}
