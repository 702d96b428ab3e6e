/* What key generation asks of f and g, at each bound and beside it, in every backend. */
#include "backends.h"
#include "core/backend.h"
#include "falcon/falcon_short.h"

#include <stdlib.h>
#include <string.h>

static neosig_falcon_ctx ctx;
static size_t n;
static int8_t f[NEOSIG_FALCON_MAX_N], g[NEOSIG_FALCON_MAX_N];

static void clear(void)
{
    memset(f, 0, sizeof f);
    memset(g, 0, sizeof g);
}

static int32_t largest(void)
{
    return (1 << (ctx.f_bits - 1)) - 1;
}

/* |(f, g)|^2 < 1.17^2 q = 16822.4. */
static void test_norm(void)
{
    for (int32_t norm = 16821; norm <= 16824; norm++) {
        int32_t left = norm;
        clear();
        for (size_t i = 0; left != 0 && CHECK(i < n); i++) {
            int32_t a = largest();
            while (a * a > left)
                a--;
            *(i % 2 ? &f[i] : &g[n - 1 - i]) = (int8_t)(i % 3 ? a : -a);
            left -= a * a;
        }
        CHECK(neosig_falcon_is_short(&ctx, f, g) == (norm <= 16822));
    }
}

/* Each coefficient has a code. */
static void test_coefficients(void)
{
    for (int32_t size = largest(); size <= largest() + 1; size++)
        for (int32_t sign = -1; sign <= 1; sign += 2)
            for (size_t i = 0; i < 2 * n; i += n / 4 - 1) {
                clear();
                (i < n ? f : g)[i % n] = (int8_t)(sign * size);
                CHECK(neosig_falcon_is_short(&ctx, f, g) == (size <= largest()));
            }
}

/* Four integers whose squares add up to norm, with f = a + b X^(n/2) and g = c + d X^(n/2). Then f f* + g g* is norm, a
 * constant: X^(n/2) and its adjoint cancel. */
static void four_squares(int32_t norm)
{
    clear();
    for (int32_t a = 0; a * a <= norm; a++)
        for (int32_t b = 0; b <= a && a * a + b * b <= norm; b++)
            for (int32_t c = 0; c <= b && a * a + b * b + c * c <= norm; c++) {
                int32_t d = 0;
                while (d < 127 && a * a + b * b + c * c + d * d < norm)
                    d++;
                if (a > 127 || a * a + b * b + c * c + d * d != norm)
                    continue;
                f[0] = (int8_t)a;
                f[n / 2] = (int8_t)b;
                g[0] = (int8_t)c;
                g[n / 2] = (int8_t)d;
                return;
            }
    CHECK(0);
}

/* The square of the dual, q^2 / norm here, is below 1.17^2 q, in FN-DSA times 0.999^2. */
static void test_dual(void)
{
    const int32_t least_norm = ctx.rules == NEOSIG_FALCON_ROUND3 ? 8978 : 8996; /* q / 1.17^2 = 8977.3 */
    void *numbers = test_allocate(24 * n);
    for (int32_t norm = least_norm - 20; norm <= least_norm + 20; norm++) {
        four_squares(norm);
        CHECK(neosig_falcon_is_dual_short(&ctx, f, g, numbers) == (norm >= least_norm));
    }
    free(numbers);
}

int main(void)
{
    for (size_t b = 0; b < neosig_backend_count(); b++)
        for (size_t i = 0; i < neosig_falcon_sets_count && test_backend(b); i++) {
            ctx = neosig_falcon_open(&neosig_falcon_sets[i].alg, neosig_backend_now());
            n = ctx.n;
            test_norm();
            test_coefficients();
            test_dual();
        }
    return test_end();
}
