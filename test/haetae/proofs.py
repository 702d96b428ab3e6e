"""What CBMC proves, with proofs.c: arguments of Proof in test/prove/cbmc.py."""
PROOFS = [
    {'file': 'src/haetae/haetae_encode.c', 'function': f'neosig_haetae_{name}', 'bound': bound, 'most': most,
     'fault': fault, 'covers': covers, 'quick': name not in ('pack', 'pack_small')}
    for name, bound, most, fault, *covers in (
        ('pack', 'numbers of every width, also beyond it', 512,
         ('neosig_store64_le(out + bits - 8,', 'neosig_store64_le(out + bits - 7,'), 'put_fields'),
        ('unpack', 'any bytes; numbers of every width', 256,
         ('neosig_load64_le(in + bits - 8)', 'neosig_load64_le(in + bits - 7)'), 'get_fields'),
        ('unpack_small', 'any bytes; what is out of range is refused', 256,
         ('bad |= 2 * most - (uint32_t)w[i]', 'bad |= 3 * most - (uint32_t)w[i]')),
        ('pack_small', 'any numbers', 256,
         ('neosig_haetae_pack(out, w, most + 1)', 'neosig_haetae_pack(out, w, most + 2)')),
        ('secret_of', 'every set; the parts are the whole', 3, ('*s2 = s1 + 64 * ctx->m', '*s2 = s1 + 64 * ctx->l')),
        ('prepared_layout', 'every set; the parts are the whole', 3, ('out.s = out.a + 512 *', 'out.s = out.a + 0 *')))
] + [
    {'file': 'src/haetae/haetae_rans.c', 'function': 'decode_step',
     'bound': 'any state, frequency and bytes; the next state is in its range', 'most': 2, 'quick': False,
     'fault': ('step >> 10 & 1023);', 'step >> 10);')},
    {'file': 'src/haetae/haetae_rans.c', 'function': 'neosig_haetae_unpack_signature_vartime',
     'bound': 'every set, any bytes', 'most': 1024, 'loops': True, 'large': True, 'quick': False,
     'stands_in': {'decode_step': 'any_decode_step'},
     'fault': ('head + z1_bytes + h_bytes > set', 'head + z1_bytes > set'),
     'covers': ['haetae_decode_vartime']},
]
