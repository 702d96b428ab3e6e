"""What CBMC proves, with proofs.c: arguments of Proof in test/prove/cbmc.py."""
PROOFS = [
    {'file': 'src/falcon/falcon_encode.c', 'function': f'neosig_falcon_{name}', 'bound': bound, 'most': 8,
     'loops': True, 'unwind': unwind, 'fault': fault, 'covers': covers,
     'quick': not name.startswith('pack_'), 'large': True}
    for name, bound, unwind, fault, *covers in (
        ('pack_public_key', 'every set, any numbers',
         {'neosig_falcon_pack_public_key.0': 5, 'neosig_falcon_pack_public_key.1': 8},
         ('*pk++ = (uint8_t)(HEADER', 'pk += 2; *pk = (uint8_t)(HEADER'), 'is_low_first', 'place_of'),
        ('unpack_public_key_vartime', 'every set, any bytes', {},
         ('numbers_of_key_fndsa(h, pk + 1, ctx->n)', 'numbers_of_key_fndsa(h, pk + 2, ctx->n)')),
        ('pack_key_hash', 'every set, any bytes', {},
         ('alg->secret_key_bytes - NEOSIG', 'alg->secret_key_bytes + 1 - NEOSIG')),
        ('pack_secret_key', 'every set, any numbers',
         {'neosig_falcon_pack_small.0': 9, 'neosig_falcon_pack_small.1': 9},
         ('sk + 1 + 2 * f_bytes, F, 8', 'sk + 2 + 2 * f_bytes, F, 8'), 'neosig_falcon_pack_small'),
        ('pack_signature_vartime', 'every set, any numbers', {}, ('end - out < 4', 'end - out < 3'), 'most_bytes',
         'pack_codes'))
] + [
    {'file': 'src/falcon/falcon_encode.c', 'function': 'read_four', 'bound': 'any bytes', 'most': 8,
     'fault': ('at->next + 8 > at->bytes', 'at->next + 7 > at->bytes'),
     'covers': ['advance', 'without_first', 'leading_zeros']},
    {'file': 'src/falcon/falcon_encode.c', 'function': 'falcon_read_any_four_vartime', 'bound': 'any bytes', 'most': 8,
     'loops': True, 'unwind': {'falcon_read_any_four_vartime.0': 9}, 'quick': False,
     'fault': ('at->next + j < at->bytes', 'at->next + j <= at->bytes')},
    {'file': 'src/falcon/falcon_encode.c', 'function': 'unpack_codes', 'bound': 'any bytes', 'most': 8, 'loops': True,
     'fault': ('numbers(s2 + i, words, CHUNK)', 'numbers(s2 + i + 1, words, CHUNK)'),
     'stands_in': {'read_four': 'any_four', 'falcon_read_any_four_vartime': 'any_four'}},
    {'file': 'src/falcon/falcon_encode.c', 'function': 'neosig_falcon_unpack_signature_vartime',
     'bound': 'every set, any bytes', 'most': 8, 'loops': True, 'stands_in': {'unpack_codes': 'any_codes'},
     'fault': ('i < 8 * bytes; i = ', 'i <= 8 * bytes; i = ')},
    {'file': 'src/falcon/falcon_encode.c', 'function': 'unpack_eights',
     'bound': 'any bytes, no more numbers than the sets have', 'most': 8, 'loops': True, 'quick': False,
     'unwind': {'unpack_eights.0': 9, 'unpack_eights.1': 9},
     'fault': ('bits == 8 || i + 1 < eights', 'bits == 8 || i < eights')},
    {'file': 'src/falcon/falcon_encode.c', 'function': 'neosig_falcon_unpack_secret_key',
     'bound': 'every set, any bytes', 'most': 8, 'stands_in': {'unpack_eights': 'any_eights'},
     'fault': ('F, sk + 1 + 2 * f_bytes', 'F, sk + 2 + 2 * f_bytes'), 'covers': ['neosig_falcon_unpack_small']}]
