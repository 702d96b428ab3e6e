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
]
