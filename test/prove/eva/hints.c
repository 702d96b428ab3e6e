/* HintBitUnpack on any bytes, for each parameter set of table 1 of FIPS 204.
 * Claim: it reads within k + omega bytes, writes within k polynomials, and no arithmetic overflows or wraps. */
#include "__fc_builtin.h"
#include "mldsa/mldsa_encode.c"

int main(void)
{
    static neosig_mldsa_set set = {.k = K, .omega = OMEGA};
    const neosig_mldsa_ctx ctx = {.set = &set, .k = K, .hint_bytes = K + OMEGA};
    uint8_t in[K + OMEGA], hint[K * 256];
    Frama_C_make_unknown((char *)in, sizeof in);
    return neosig_mldsa_unpack_hints_vartime(&ctx, hint, in);
}
