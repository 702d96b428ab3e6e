"""What CBMC proves, with proofs.c: arguments of Proof in test/prove/cbmc.py."""
FILE = 'src/hawk/hawk_encode.c'
PROOFS = [
    {'file': FILE, 'function': 'neosig_hawk_secret_of', 'bound': 'every set; the parts are the whole',
     'fault': ('*G2 = F2 + ctx->n / 8;', '*G2 = F2 + ctx->n / 4;'), 'most': 3},
    {'file': FILE, 'function': 'neosig_hawk_unpack_signature_vartime', 'bound': 'every set, any bytes',
     'fault': ('at / 8 + 8 <= bytes ?', 'at / 8 + 7 <= bytes ?'), 'unwind': {'decode_numbers.0': 9}, 'most': 8,
     'loops': True},
    {'file': FILE, 'function': 'neosig_hawk_parities', 'bound': 'every set, any numbers; equal to the definition',
     'fault': ('0x0102040810204080', '0x0102040810204040'), 'most': 128},
]
