/* Which of two computations of the same result takes fewer instructions. The figures are thousands of AArch64
 * instructions, of the backend neon-aes. To repeat them, change the number and run the command that stands with it.
 * bench/bound.py reads the numbers here. */
#ifndef NEOSIG_SNOVA_SNOVA_THRESHOLDS_H
#define NEOSIG_SNOVA_SNOVA_THRESHOLDS_H

/* Products by T^T go by the forms of the blocks of T (snova_symmetric.c) from this o on. A table holds the
 * multiples of two scalars: of the same form of two blocks in a block row of T. So an odd o wastes half a table. The
 * sums of rows cost the same for any o.
 *
 *   python3 bench/count.py --backends neon-aes --operations keypair --sets ...
 *                             by forms   by rows
 *   snova-24-5-16-4-ssk       206        192
 *   snova-iii-s-aes (o = 6)   619        665
 *   snova-25-8-16-3-ssk       255        270 */
#define NEOSIG_SNOVA_FORMS_LEAST_O 6

/* Prepared keys hold values at points (snova_points.c) for l > 3, and for l = 3 from this v on. There 5
 * products take the place of 9 for each block, and the work after the sums over all blocks does not grow with v.
 *
 *   python3 bench/count.py --backends neon-aes --operations sign-prepared,verify-prepared --sets ...
 *                             by points     by rows
 *   snova-25-8-16-3-ssk       203 and 102   197 and 100
 *   snova-49-11-16-3-ssk      469 and 288   496 and 323 */
#define NEOSIG_SNOVA_POINTS_LEAST_V 33

/* A signature by the two seeds makes F21, and takes all products of the central map by values at points, if l > 3 and
 * o <= NEOSIG_SNOVA_POINTS_MOST_WIDTH, and O is at most this percentage of l r. F21 takes T^T P11, a
 * product by the O columns of T. Without F21, signing takes P11 U, a product by the l r columns of U, a transposition
 * of P11 and a product by T.
 *
 *   python3 bench/count.py --backends neon-aes --operations sign --sets ...    an attempt
 *                                   with F21    without
 *   snova-v-k-aes       ( 50 %)      2 580       3 488
 *   snova-iii-s-aes     (120 %)      1 431       1 502
 *   snova-24-5-16-4-ssk (125 %)        499         473
 *   snova-i-s-aes       (125 %)        606         585
 *   snova-37-8-16-4-ssk (200 %)      1 362       1 284 */
#define NEOSIG_SNOVA_F21_MOST_PERCENT 120

#endif
