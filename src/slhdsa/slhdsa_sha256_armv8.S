/* SLH-DSA's chains and nodes of SHA-256 by its instructions: one lane, or two side by side.
 *
 * Registers hold a chain's digest from step to step. The digest is the next block's M. M begins in the middle of word
 * 5: 16 bits into a word, and one word into vector 1. T has the bytes before M, D1 and D2 the digest, P the padding.
 * Read as one string T | D1 | D2 | P, vectors 1 to 3 are the bytes from number 10 on, with the halves of words put
 * right. So one TBL index makes all three. The block's vector 0 never changes in a chain. So neither does what its
 * four steps make of the state, nor the first half of the schedule's vector 4, and these are computed once.
 * P ends with the word 1, where TBL does not look: T + P counts the hash address.
 *
 * Data sheet, walks and nodes: void f(const lane *lanes, const uint32_t h[8], const uint32_t k[64],
 *                                     const tables *tables, const lane *end, const uint32_t address[4])
 *   in       x0: the lanes, in bytes, at least one; x1, x2, x3: as below; x4: their end; x5: the block's vector 0. Time
 *            and addresses depend on the lanes' steps.
 *   out      the digests, where the lanes say.
 *   clobbers x0, x6 - x11, v0 - v7, v16 - v31, the flags.
 *
 * Data sheet, chains: void f(uint32_t (*lanes)[16], const uint32_t h[8], const uint32_t k[64],
 *                            const tables *tables, size_t steps)
 *   in       x0: the lanes; x1: the state behind PK.seed; x2: SHA-256's constants; x3: the tables of this n; x4: steps.
 *            Any alignment of 4.
 *   out      vectors 1 and 2 of each lane, and vector 3 for n = 32.
 *   clobbers x4, v0 - v7, v16 - v31, the flags.
 *   stack    64 bytes for two lanes, of the caller's registers only.
 *   features Advanced SIMD, SHA256. No branch and no address depends on lanes or states. */
#include "sym/asm.inc"

#if defined(__aarch64__)
.arch armv8-a+crypto

/* Shared. v18: TBL's index. C3, v19: in chains with n = 16 and 24 the block's vector 3, which never changes, and KC3
 * its sum with the constants. K0 and K1, v20 and v21: constants. */
#define H0 16
#define H1 17
#define C3 19
#define K0 20
#define K1 21

/* Lane A, lane B. W0 to W3: the schedule; the digest is in W0 and W3. W3, P and KC3 depend on n.
 * E and F: the state, F its second half; G: the first half before four steps. KW: sum of constants and schedule.
 * S0, S1: the state behind the first four steps; S2: the first half of the schedule's vector 4. */
#define A_T 0
#define A_W0 1
#define A_W1 22
#define A_W2 23
#define A_E 24
#define A_F 25
#define A_G 26
#define A_KW 27
#define A_S0 28
#define A_S1 29
#define A_S2 30

#define B_T 4
#define B_W0 5
#define B_W1 8
#define B_W2 9
#define B_E 10
#define B_F 11
#define B_G 12
#define B_KW 13
#define B_S0 14
#define B_S1 15
#define B_S2 31

#define W0123 A_W0, A_W1, A_W2, \a3, B_W0, B_W1, B_W2, \b3
#define W1230 A_W1, A_W2, \a3, A_W0, B_W1, B_W2, \b3, B_W0
#define W2301 A_W2, \a3, A_W0, A_W1, B_W2, \b3, B_W0, B_W1
#define W3012 \a3, A_W0, A_W1, A_W2, \b3, B_W0, B_W1, B_W2

.macro four_steps e, f, g, kw
    mov v\g\().16b, v\e\().16b
    sha256h q\e, q\f, v\kw\().4s
    sha256h2 q\f, q\g, v\kw\().4s
.endm

/* Four steps from a state that is kept. */
.macro first_steps e, f, kw, from0, from1
    mov v\e\().16b, v\from0\().16b
    mov v\f\().16b, v\from1\().16b
    sha256h q\e, q\from1, v\kw\().4s
    sha256h2 q\f, q\from0, v\kw\().4s
.endm

.macro schedule w, x, y, z
    sha256su0 v\w\().4s, v\x\().4s
    sha256su1 v\w\().4s, v\y\().4s, v\z\().4s
.endm

.macro sum kw, w, k
    add v\kw\().4s, v\w\().4s, v\k\().4s
.endm

.macro tbl2 to, from, second
    tbl v\to\().16b, {v\from\().16b, v\second\().16b}, v18.16b
.endm

/* Four steps of each lane, whose sums stand in KW or in kc. more: the schedule's vector three ahead. k: the next
 * sums. */
.macro quad lanes, more, k, kc, w, x, y, z, bw, bx, by, bz
    .ifb \kc
    four_steps A_E, A_F, A_G, A_KW
    .else
    four_steps A_E, A_F, A_G, \kc
    .endif
    .if \more
    schedule \w, \x, \y, \z
    .endif
    .ifnb \k
    sum A_KW, \y, \k
    .endif
    .if \lanes == 2
    .ifb \kc
    four_steps B_E, B_F, B_G, B_KW
    .else
    four_steps B_E, B_F, B_G, \kc
    .endif
    .if \more
    schedule \bw, \bx, \by, \bz
    .endif
    .ifnb \k
    sum B_KW, \by, \k
    .endif
    .endif
.endm

.macro constants i
    ldp q20, q21, [x2, #16 * \i]
.endm

/* The lane at x0 + at, the four steps of its vector 0, and what a chain keeps of them. */
.macro load_lane at, t, w1, w2, w3, kw, s0, s1, s2
    ldp q\s2, q\w1, [x0, #\at]
    ldp q\w2, q\w3, [x0, #\at + 32]
    sum \kw, \s2, K0
    first_steps \s0, \s1, \kw, H0, H1
    sha256su0 v\s2\().4s, v\w1\().4s
    tbl v\t\().16b, {v\w1\().16b}, v21.16b
.endm

/* The steps of vector 1 in a chain. */
.macro begin n, e, f, kw, w0, w1, w2, w3, s0, s1, s2
    sum \kw, \w1, K0
    first_steps \e, \f, \kw, \s0, \s1
    .if \n < 32
    mov v\w3\().16b, v19.16b
    .endif
    mov v\w0\().16b, v\s2\().16b
    sha256su1 v\w0\().4s, v\w2\().4s, v\w3\().4s
    sum \kw, \w2, K1
.endm

/* The steps of vectors 3 to 14. */
.macro most_steps lanes, a3, b3, kc
    constants 4
    quad \lanes, 1, K0, \kc, W2301
    quad \lanes, 1, K1, , W3012
    constants 6
    quad \lanes, 1, K0, , W0123
    quad \lanes, 1, K1, , W1230
    constants 8
    quad \lanes, 1, K0, , W2301
    quad \lanes, 1, K1, , W3012
    constants 10
    quad \lanes, 1, K0, , W0123
    quad \lanes, 1, K1, , W1230
    constants 12
    quad \lanes, 1, K0, , W2301
    quad \lanes, 1, K1, , W3012
    constants 14
    quad \lanes, 0, K0, , W0123
    quad \lanes, 0, K1, , W1230
.endm

/* The steps of vector 15, and the digest. */
.macro end n, e, f, g, kw, w0, w3
    .if \n == 16
    sha256h q\e, q\f, v\kw\().4s
    .else
    four_steps \e, \f, \g, \kw
    sum \w3, \f, H1
    .endif
    sum \w0, \e, H0
.endm

/* The vectors of a block that hold T and the digest. */
.macro block n, t, w0, w1, w2, w3, p
    .if \n == 24
    mov v\w3\().s[2], v\p\().s[0]
    .endif
    tbl2 \w1, \t, \w0
    .if \n == 16
    tbl2 \w2, \w0, \p
    .else
    tbl2 \w2, \w0, \w3
    .endif
    .if \n == 32
    tbl2 \w3, \w3, \p
    .endif
.endm

/* A step of F behind its block's vector 0. b0, b1: S0 and S1 of lane B. */
.macro step lanes, n, a3, b3, kc, b0, b1
    constants 1
    begin \n, A_E, A_F, A_KW, A_W0, A_W1, A_W2, \a3, A_S0, A_S1, A_S2
    .if \lanes == 2
    begin \n, B_E, B_F, B_KW, B_W0, B_W1, B_W2, \b3, \b0, \b1, B_S2
    .endif
    .if \n < 32
    quad \lanes, 1, , , W1230
    .else
    ldr q20, [x2, #16 * 3]
    quad \lanes, 1, K0, , W1230
    .endif
    most_steps \lanes, \a3, \b3, \kc
.endm

.macro store_lane n, at, w1, w2, w3
    stp q\w1, q\w2, [x0, #\at + 16]
    .if \n == 32
    str q\w3, [x0, #\at + 48]
    .endif
.endm

/* a3, b3: W3; pa, pb: P. TBL has T, W0 and P, or T, W0, W3 and P, one after another. */
.macro chains lanes, n, a3, pa, b3, pb, kc
    .if \lanes == 2
    save_vector
    .endif
    ldp q16, q17, [x1]
    ldp q18, q21, [x3]
    ldr q\pa, [x3, #32]
    ldr q20, [x2]
    load_lane 0, A_T, A_W1, A_W2, \a3, A_KW, A_S0, A_S1, A_S2
    .if \lanes == 2
    .if \pa != \pb
    mov v\pb\().16b, v\pa\().16b
    .endif
    load_lane 64, B_T, B_W1, B_W2, \b3, B_KW, B_S0, B_S1, B_S2
    .endif
    .if \n < 32
    ldr q\kc, [x2, #16 * 3]
    mov v19.16b, v\a3\().16b
    sum \kc, \kc, C3
    .endif
1:
    step \lanes, \n, \a3, \b3, \kc, B_S0, B_S1
    end \n, A_E, A_F, A_G, A_KW, A_W0, \a3
    .if \lanes == 2
    end \n, B_E, B_F, B_G, B_KW, B_W0, \b3
    .endif
    sum A_T, A_T, \pa
    block \n, A_T, A_W0, A_W1, A_W2, \a3, \pa
    .if \lanes == 2
    sum B_T, B_T, \pb
    block \n, B_T, B_W0, B_W1, B_W2, \b3, \pb
    .endif
    subs x4, x4, #1
    b.ne 1b
    store_lane \n, 0, A_W1, A_W2, \a3
    .if \lanes == 2
    store_lane \n, 64, B_W1, B_W2, \b3
    restore_vector
    .endif
    ret
.endm

/* ---- From bytes to bytes. A lane of 32 bytes is T, whose first word is the steps, and where M and the digest are. */

/* What the lanes share: the steps of vector 0, which stays in v. m: bytes of M. */
.macro open_shared m, v, pa, pb, kc
    ldp q16, q17, [x1]
    ldr q18, [x3]
    ldr q\pa, [x3, #32]
    ldr q\v, [x5]
    ldr q20, [x2]
    .if \pa != \pb
    mov v\pb\().16b, v\pa\().16b
    .endif
    sum A_KW, \v, K0
    first_steps A_S0, A_S1, A_KW, H0, H1
    .if \m < 32
    ldr q19, [x3, #48]
    ldr q\kc, [x2, #16 * 3]
    sum \kc, \kc, C3
    .endif
.endm

/* The next lane. */
.macro open_lane m, v, steps, out, t, w0, w1, w3, s2
    ldr q\t, [x0]
    ldp x10, \out, [x0, #16]
    ldr \steps, [x0], #32
    .if \m == 32
    ldp q\w0, q\w3, [x10]
    .else
    ldr q\w0, [x10]
    .endif
    .if \m == 24
    ldr d\w3, [x10, #16]
    .endif
    rev32 v\w0\().16b, v\w0\().16b
    .if \m > 16
    rev32 v\w3\().16b, v\w3\().16b
    .endif
    tbl2 \w1, \t, \w0
    mov v\s2\().16b, v\v\().16b
    sha256su0 v\s2\().4s, v\w1\().4s
.endm

.macro close_lane n, out, w0, w3
    rev32 v\w0\().16b, v\w0\().16b
    .if \n > 16
    rev32 v\w3\().16b, v\w3\().16b
    .endif
    .if \n == 32
    stp q\w0, q\w3, [\out]
    .else
    str q\w0, [\out]
    .endif
    .if \n == 24
    str d\w3, [\out, #16]
    .endif
.endm

/* A step of M of m bytes, to digests of n bytes. */
.macro whole_step lanes, m, n, a3, pa, b3, pb, kc
    block \m, A_T, A_W0, A_W1, A_W2, \a3, \pa
    sum A_T, A_T, \pa
    .if \lanes == 2
    block \m, B_T, B_W0, B_W1, B_W2, \b3, \pb
    sum B_T, B_T, \pb
    .endif
    step \lanes, \m, \a3, \b3, \kc, A_S0, A_S1
    end \n, A_E, A_F, A_G, A_KW, A_W0, \a3
    .if \lanes == 2
    end \n, B_E, B_F, B_G, B_KW, B_W0, \b3
    .endif
.endm

/* Chains: two side by side, as many steps as the one with fewest left. Where one ends, the next takes its place. */
.macro walk n, a3, pa, b3, pb, kc
    save_vector
    open_shared \n, 14, \pa, \pb, \kc
    mov w8, #0
1:
    cmp x0, x4
    b.eq 7f
    open_lane \n, 14, w6, x7, A_T, A_W0, A_W1, \a3, A_S2
    cbz w6, 6f
2:
    cbnz w8, 3f
    cmp x0, x4
    b.eq 8f
    open_lane \n, 14, w8, x9, B_T, B_W0, B_W1, \b3, B_S2
    cbz w8, 4f
3:
    cmp w6, w8
    csel w11, w6, w8, lo
    sub w6, w6, w11
    sub w8, w8, w11
9:
    whole_step 2, \n, \n, \a3, \pa, \b3, \pb, \kc
    subs w11, w11, #1
    b.ne 9b
    cbnz w8, 5f
4:
    close_lane \n, x9, B_W0, \b3
5:
    cbnz w6, 2b
6:
    close_lane \n, x7, A_W0, \a3
    b 1b
7:
    cbz w8, 10f
    mov x7, x9
    mov w6, w8
    mov v0.16b, v4.16b
    mov v1.16b, v5.16b
    .if \n > 16
    mov v\a3\().16b, v\b3\().16b
    .endif
    mov v30.16b, v31.16b
8:
    whole_step 1, \n, \n, \a3, \pa, \b3, \pb, \kc
    subs w6, w6, #1
    b.ne 8b
    close_lane \n, x7, A_W0, \a3
10:
    restore_vector
    ret
.endm

/* H with n = 16, whose M is as long as that of F with n = 32: a step each, an even number of lanes or one. */
.macro nodes lanes
    .if \lanes == 2
    save_vector
    .endif
    open_shared 32, 19, 3, 7
1:
    open_lane 32, 19, w6, x7, A_T, A_W0, A_W1, 2, A_S2
    .if \lanes == 2
    open_lane 32, 19, w8, x9, B_T, B_W0, B_W1, 6, B_S2
    .endif
    whole_step \lanes, 32, 16, 2, 3, 6, 7
    close_lane 16, x7, A_W0
    .if \lanes == 2
    close_lane 16, x9, B_W0
    cmp x0, x4
    b.ne 1b
    restore_vector
    .endif
    ret
.endm

.text

FUNCTION(neosig_slhdsa_chains_16_x1_armv8)
    .cfi_startproc
    chains 1, 16, 3, 2, 7, 6, H1
    .cfi_endproc
END_FUNCTION(neosig_slhdsa_chains_16_x1_armv8)

FUNCTION(neosig_slhdsa_chains_24_x1_armv8)
    .cfi_startproc
    chains 1, 24, 2, 3, 6, 3, 7
    .cfi_endproc
END_FUNCTION(neosig_slhdsa_chains_24_x1_armv8)

FUNCTION(neosig_slhdsa_chains_32_x1_armv8)
    .cfi_startproc
    chains 1, 32, 2, 3, 6, 7
    .cfi_endproc
END_FUNCTION(neosig_slhdsa_chains_32_x1_armv8)

FUNCTION(neosig_slhdsa_chains_16_x2_armv8)
    .cfi_startproc
    chains 2, 16, 3, 2, 7, 6, H1
    .cfi_endproc
END_FUNCTION(neosig_slhdsa_chains_16_x2_armv8)

FUNCTION(neosig_slhdsa_chains_24_x2_armv8)
    .cfi_startproc
    chains 2, 24, 2, 3, 6, 3, 7
    .cfi_endproc
END_FUNCTION(neosig_slhdsa_chains_24_x2_armv8)

FUNCTION(neosig_slhdsa_chains_32_x2_armv8)
    .cfi_startproc
    chains 2, 32, 2, 3, 6, 7
    .cfi_endproc
END_FUNCTION(neosig_slhdsa_chains_32_x2_armv8)

FUNCTION(neosig_slhdsa_walk_16_armv8)
    .cfi_startproc
    walk 16, 3, 2, 7, 6, H1
    .cfi_endproc
END_FUNCTION(neosig_slhdsa_walk_16_armv8)

FUNCTION(neosig_slhdsa_walk_24_armv8)
    .cfi_startproc
    walk 24, 2, 3, 6, 3, 7
    .cfi_endproc
END_FUNCTION(neosig_slhdsa_walk_24_armv8)

FUNCTION(neosig_slhdsa_walk_32_armv8)
    .cfi_startproc
    walk 32, 2, 3, 6, 7
    .cfi_endproc
END_FUNCTION(neosig_slhdsa_walk_32_armv8)

FUNCTION(neosig_slhdsa_nodes_x1_armv8)
    .cfi_startproc
    nodes 1
    .cfi_endproc
END_FUNCTION(neosig_slhdsa_nodes_x1_armv8)

FUNCTION(neosig_slhdsa_nodes_x2_armv8)
    .cfi_startproc
    nodes 2
    .cfi_endproc
END_FUNCTION(neosig_slhdsa_nodes_x2_armv8)

#endif

END_FILE
