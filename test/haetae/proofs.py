"""What CBMC proves, with proofs.c: arguments of Proof in test/prove/cbmc.py."""
PROOFS = [
    {'file': 'src/haetae/haetae_encode.c', 'function': f'neosig_haetae_{name}', 'bound': bound, 'most': most,
     'fault': fault}
    for name, bound, most, fault in (
        ('unpack', 'any bytes; numbers of every width', 256,
         ('neosig_load64_le(in + bits - 8)', 'neosig_load64_le(in + bits - 7)')),
        ('unpack_small', 'any bytes; numbers of every width', 256,
         ('word[0] |= (uint64_t)in[j]', 'word[0] |= (uint64_t)in[j + 1]')),
        ('pack_small', 'any numbers', 256,
         ('neosig_haetae_pack(out, w, most + 1)', 'neosig_haetae_pack(out, w, most + 2)')),
        ('secret_of', 'every set; the parts are the whole', 3, ('*s2 = s1 + 64 * ctx->m', '*s2 = s1 + 64 * ctx->l')),
        ('prepared_layout', 'every set; the parts are the whole', 3, ('out.s = out.a + 512 *', 'out.s = out.a + 0 *')))
]
