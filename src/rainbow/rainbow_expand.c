/* From seeds to the parts of keys. */
#include "rainbow/rainbow.h"

void neosig_rainbow_draw_st(const neosig_rainbow_ctx *ctx, neosig_rainbow_drbg *drbg, const neosig_rainbow_secret *s)
{
    neosig_rainbow_drbg_generate(ctx, drbg, s->s1, ctx->o1_bytes * ctx->o2);
    neosig_rainbow_drbg_generate(ctx, drbg, s->t1, ctx->v_bytes * ctx->o1);
    neosig_rainbow_drbg_generate(ctx, drbg, s->t4, ctx->v_bytes * ctx->o2);
    neosig_rainbow_drbg_generate(ctx, drbg, s->t3, ctx->o1_bytes * ctx->o2);
}

/* t4 = t1 t3 + t2, column by column. */
void neosig_rainbow_t2_to_t4(const neosig_rainbow_ctx *ctx, const neosig_rainbow_secret *s)
{
    _Alignas(16) uint8_t scalars[NEOSIG_RAINBOW_MAX_O1 * NEOSIG_TOWER_SCALAR_MAX];
    for (size_t j = 0; j < ctx->o2; j++) {
        ctx->field->scalars(scalars, s->t3 + j * ctx->o1_bytes, ctx->o1);
        ctx->field->combine(s->t4 + j * ctx->v_bytes, ctx->v_bytes, s->t1, ctx->v_bytes, scalars, ctx->o1);
    }
    neosig_wipe(scalars, sizeof scalars);
}

void neosig_rainbow_draw_blocks(const neosig_rainbow_ctx *ctx, neosig_rainbow_drbg *drbg,
                                const neosig_rainbow_secret *s)
{
    uint8_t *const starts[] = {s->layer1.b1.base, s->layer1.b2.base, s->layer2.b1.base, s->layer2.b2.base,
                               s->layer2.b3.base, s->layer2.b5.base, s->layer2.b6.base, s->seed + s->bytes};
    for (size_t i = 0; i + 1 < sizeof starts / sizeof starts[0]; i++)
        neosig_rainbow_drbg_generate(ctx, drbg, starts[i], (size_t)(starts[i + 1] - starts[i]));
}
