"""What CBMC proves, with proofs.c: arguments of Proof in test/prove/cbmc.py."""
RANS = 'src/haetae/haetae_rans.c'
PROOFS = [
    {'file': 'src/haetae/haetae_encode.c', 'function': f'neosig_haetae_{name}', 'bound': bound, 'most': most,
     'fault': fault, 'covers': covers, 'quick': 'pack' not in name}
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
    {'file': RANS, 'function': 'decode_step',
     'bound': 'any state, frequency and bytes; the next state is in its range', 'most': 2, 'quick': False,
     'fault': ('step >> 10 & 1023);', 'step >> 10);')},
    {'file': RANS, 'function': 'neosig_haetae_unpack_signature_vartime',
     'bound': 'every set, any bytes', 'most': 1024, 'loops': True, 'large': True, 'quick': False,
     'stands_in': {'decode_step': 'any_decode_step'},
     'fault': ('head + z1_bytes + h_bytes > set', 'head + z1_bytes > set'),
     'covers': ['haetae_decode_vartime']},
    {'file': RANS, 'function': 'code_step',
     'bound': 'any state, every symbol of every set; the next state is in its range', 'most': 33, 'quick': False,
     'cadical': True, 'covers': ['open_intervals'], 'fault': ('limit = rest << 21;', 'limit = rest << 20;')},
    {'file': RANS, 'function': 'states',
     'bound': 'any symbols, whose steps leave the state in its range', 'most': 8, 'loops': True,
     'quick': False, 'stands_in': {'code_step': 'any_code_step'},
     'fault': ('lost[256 * count + i], &total', 'lost[256 * count + i + 1], &total')},
    {'file': RANS, 'function': 'put_lost', 'bound': 'any bytes', 'most': 1, 'fault': ('end[-2] =', 'end[-3] =')},
    {'file': RANS, 'function': 'haetae_code_vartime', 'bound': 'any bytes', 'most': 1, 'loops': True,
     'stands_in': {'put_lost': 'any_put_lost'}, 'fault': ('store32_le(end - 4,', 'store32_le(end - 5,')},
    {'file': RANS, 'function': 'put_z1_symbol', 'bound': 'every set, numbers below `2^30`; what is read is equal',
     'most': 4, 'fault': ('(z1 + 128) >> 8)', '(z1 + 127) >> 8)')},
    {'file': RANS, 'function': 'put_h_symbol', 'bound': 'every set, hints below `h_offset` and the symbols\'; what is '
     'read is equal', 'most': 4, 'fault': ('(symbol - cut - 1)', '(symbol - cut)')},
    {'file': RANS, 'function': 'neosig_haetae_pack_signature', 'bound': 'every set, any numbers', 'most': 4,
     'loops': True, 'quick': False, 'fault': ('- head - z1_bytes - h_bytes;', '- head - z1_bytes;'),
     'stands_in': {'put_z1_symbol': 'any_symbol', 'put_h_symbol': 'any_symbol', 'states': 'any_states',
                   'open_intervals': 'any_open', 'haetae_code_vartime': 'any_code'}},
]
