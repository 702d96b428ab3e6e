/* Sums, differences, products and signs by this machine's arithmetic: the one definition, over `reals`. That is double,
 * or a vector of double, on which GCC's and Clang's operators work lane by lane.
 *
 * REALS_ROUNDED(product) rounds a product before anything else is done with it: the compiler cannot fuse the product
 * with a sum. */
static inline reals reals_add(reals a, reals b)
{
    return a + b;
}

static inline reals reals_sub(reals a, reals b)
{
    return a - b;
}

static inline reals reals_multiply(reals a, reals b)
{
    reals product = a * b;
    REALS_ROUNDED(product);
    return product;
}

static inline reals reals_negate(reals a)
{
    return -a;
}

#undef REALS_ROUNDED
