"""What CBMC proves, with proofs.c: arguments of Proof in test/prove/cbmc.py."""
FILE = 'src/mldsa/mldsa_encode.c'
PROOFS = [
    *({'file': FILE, 'function': f'neosig_mldsa_{name}_layout_of', 'bound': 'every set; the parts are the whole',
       'fault': fault, 'most': 6}
      for name, fault in {'public': ('ctx->k * NEOSIG_MLDSA_T1_BYTES', 'ctx->l * NEOSIG_MLDSA_T1_BYTES'),
                          'secret': ('(ctx->l + ctx->k) * ctx->s_bytes', '(ctx->k + ctx->k) * ctx->s_bytes'),
                          'signature': ('ctx->l * ctx->z_bytes', 'ctx->k * ctx->z_bytes'),
                          'prepared': ('layout.t + ctx->k * 1024', 'layout.t')}.items()),
    {'file': FILE, 'function': 'neosig_mldsa_unpack_hints_vartime', 'bound': 'every set, any bytes',
     'fault': ('end > omega', 'end > omega + ctx->k'), 'most': 6, 'loops': True},
    {'file': FILE, 'function': 'put_ones', 'bound': 'any byte and room for its ones', 'most': 8,
     'fault': ('byte &= byte - 1', 'byte &= byte >> 1')},
    {'file': FILE, 'function': 'neosig_mldsa_pack_hints_vartime', 'bound': 'every set, at most `omega` ones',
     'fault': ('memset(out, 0, ctx->hint_bytes)', 'memset(out, 0, ctx->hint_bytes + 1)'), 'most': 8,
     'loops': True, 'stands_in': {'put_ones': 'any_ones'}},
]
