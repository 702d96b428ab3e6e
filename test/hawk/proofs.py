"""What CBMC proves, with proofs.c: arguments of Proof in test/prove/cbmc.py."""
FILE = 'src/hawk/hawk_encode.c'
PROOFS = [
    {'file': FILE, 'function': 'neosig_hawk_secret_of', 'bound': 'every set; the parts are the whole',
     'fault': ('*G2 = F2 + ctx->n / 8;', '*G2 = F2 + ctx->n / 4;'), 'most': 3, 'enforces': True},
    {'file': FILE, 'function': 'bits_at', 'bound': 'any bytes of any length', 'most': 1, 'loops': True,
     'fault': ('at / 8 + 8 <= bytes ?', 'at / 8 + 7 <= bytes ?'), 'covers': ['last_bits_at']},
    {'file': FILE, 'function': 'decode', 'bound': 'every code, any bytes of any length', 'most': 8, 'loops': True,
     'large': True, 'cadical': True, 'quick': False, 'unwind': {'decode_numbers.0': 9},
     'stands_in': {'bits_at': 'any_bits'},
     'fault': ('bytes < n / 8 * (2 + code.low)', 'bytes < n / 8 * (1 + code.low)'), 'covers': ['decode_numbers']},
    *({'file': FILE, 'function': f'neosig_hawk_unpack_{name}_vartime', 'bound': 'every set, any bytes', 'fault': fault,
       'most': 8, 'loops': True, 'large': True, 'quick': False, 'enforces': True, 'covers': ['zeros_from', *covers],
       'stands_in': {'decode': 'any_decode'}}
      for name, fault, *covers in (
          ('signature', ('decode(s1, sig + at, bytes,', 'decode(s1, sig + at, bytes + 1,')),
          ('public_key', ('pk + at, bytes - at, ctx->n, ctx->set->q01', 'pk + at, bytes, ctx->n, ctx->set->q01'),
           'extra_bits'))),
    {'file': FILE, 'function': 'neosig_hawk_parities', 'bound': 'every set, any numbers; equal to the definition',
     'fault': ('0x0102040810204080', '0x0102040810204040'), 'most': 128, 'enforces': True,
     'cadical': True, 'quick': False},
    {'file': FILE, 'function': 'without_sign', 'bound': 'any number', 'most': 1,
     'fault': ('x ^ x >> 15)', 'x ^ x >> 14)')},
    {'file': FILE, 'function': 'encode', 'bound': 'every set, numbers that its codes take', 'most': 8, 'loops': True,
     'large': True, 'quick': False, 'fault': ('end - at < 4', 'end - at < 3'),
     'stands_in': {'without_sign': 'any_without_sign'},
     'covers': ['encode_low_bits', 'encode_low', 'low_of_four', 'four_of']},
    *({'file': FILE, 'function': f'neosig_hawk_pack_{name}_vartime',
       'bound': 'every set, any numbers', 'most': 8, 'fault': fault, 'enforces': True, 'large': True,
       'stands_in': {'encode': 'any_encode'}}
      for name, fault in (
          ('public_key', ('if (used.bytes == bytes)\n            return -1;', 'if (0)\n            return -1;')),
          ('signature', ('memset(sig + at + used.bytes, 0, bytes', 'memset(sig + at + used.bytes, 0, 1 + bytes')))),
]
