/* Which of two computations of the same result takes fewer instructions. The figures are AArch64 instructions, of the
 * backend neon-aes. To repeat them, change the number and run the command that stands with it. bench/bound.py reads the
 * numbers here. */
#ifndef NEOSIG_SNOVA_SNOVA_THRESHOLDS_H
#define NEOSIG_SNOVA_SNOVA_THRESHOLDS_H

/* Products by T^T go by the forms of the blocks of T (snova_symmetric.c) from this o on. A table has the same form of
 * two blocks of a row of T, so that an odd o wastes half a table. The sums of rows cost the same for any o.
 *
 *   python3 bench/count.py --backends neon-aes --operations keypair --sets ...
 *                             by forms   by rows
 *   snova-24-5-16-4-ssk       206 008    191 717
 *   snova-iii-s-aes (o = 6)   619 921    664 531
 *   snova-25-8-16-3-ssk       254 925    270 070 */
#define NEOSIG_SNOVA_FORMS_LEAST_O 6

/* Prepared keys hold values at points (snova_points.c) for l > 3, and for l = 3 from this v on: 5 products
 * take the place of 9 for each block, and the work after the sums over all blocks does not grow with v.
 *
 *   python3 bench/count.py --backends neon-aes --operations sign-prepared,verify-prepared --sets ...
 *                             by points             by rows
 *   snova-25-8-16-3-ssk       202 547 and 101 720   196 734 and  99 577
 *   snova-49-11-16-3-ssk      468 634 and 287 142   496 465 and 323 311 */
#define NEOSIG_SNOVA_POINTS_LEAST_V 33

/* A signature by the two seeds makes F21, and takes all products of the central map by values at points, if l > 3 and
 * o <= NEOSIG_SNOVA_POINTS_MOST_WIDTH, and O is at most this percentage of l r. The product T^T P11 in F21 takes O
 * columns. Without F21, P11 U takes l r columns, a transposition of P11 and a product by T.
 *
 *   python3 bench/count.py --backends neon-aes --operations sign --sets ...    an attempt
 *                                   with F21    without
 *   snova-v-k-aes       ( 50 %)   2 578 304   3 488 353
 *   snova-iii-s-aes     (120 %)   1 429 220   1 502 154
 *   snova-24-5-16-4-ssk (125 %)     498 601     472 577
 *   snova-i-s-aes       (125 %)     606 006     585 376
 *   snova-37-8-16-4-ssk (200 %)   1 361 953   1 284 154 */
#define NEOSIG_SNOVA_F21_MOST_PERCENT 120

#endif
