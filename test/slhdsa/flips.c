/* Every value of a signature counts: a bit of it is flipped. */
#include "flips.h"

int main(void)
{
    static const struct {
        const char *name;
        size_t step; /* a value has 8n bits; of every fourth value or so, or of every twelfth */
    } sets[] = {
#ifdef NEOSIG_SLOW_CPU
        {"slh-dsa-sha2-128f", 1511},
        {"slh-dsa-shake-128f", 2687},
#else
        {"slh-dsa-sha2-128f", 127},
        {"slh-dsa-shake-128f", 505},
        {"slh-dsa-sha2-192f", 895},
#endif
    };
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        const neosig_alg *alg = neosig_alg_find(sets[i].name);
        if (CHECK(alg != NULL))
            flips_of(alg, sets[i].step, alg->public_key_bytes, 0);
    }
    return test_end();
}
