/* AES-256 in CBC mode with PKCS #7 padding (SP 800-38A; RFC 8018, appendix B.2.5). Constant time in key and data. */
#ifndef NEOSIG_KEY_AES_CBC_H
#define NEOSIG_KEY_AES_CBC_H

#include "core/contract.h"

#include <stddef.h>
#include <stdint.h>

void neosig_aes_cbc_encrypt(uint8_t *out, const uint8_t *in, size_t bytes, const uint8_t key[32], const uint8_t iv[16])
    NEOSIG_CONTRACT(requires(fits(bytes) && is_fresh(out, bytes + 16 - bytes % 16) && is_fresh(in, bytes)),
                    requires(is_fresh(key, 32) && is_fresh(iv, 16)), assigns(upto(out, bytes + 16 - bytes % 16)));

/* Returns how many bytes of out are the text, bytes if there is no padding: the key is another. out may be in. */
size_t neosig_aes_cbc_decrypt(uint8_t *out, const uint8_t *in, size_t bytes, const uint8_t key[32],
                              const uint8_t iv[16])
    NEOSIG_CONTRACT(requires(fits(bytes) && bytes != 0 && bytes % 16 == 0 && is_fresh(out, bytes)),
                    requires(is_fresh(in, bytes) && is_fresh(key, 32) && is_fresh(iv, 16)), assigns(upto(out, bytes)),
                    ensures(bytes - 16 <= returned && returned <= bytes));

#endif
