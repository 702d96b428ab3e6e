/* What a function needs and promises, and what holds in each round of a loop, in the words of CBMC, which proves them
 * (make prove). For compilers all of this vanishes.
 *
 *     size_t length(const char *text, size_t bytes)
 *         NEOSIG_CONTRACT(requires(is_fresh(text, bytes)), assigns(), ensures(returned <= bytes));
 *
 *     for (size_t i = 0; i < n; i++)
 *         NEOSIG_LOOP(assigns(i, sum), invariant(i <= n), decreases(n - i))
 *     {
 *     }
 */
#ifndef NEOSIG_CORE_CONTRACT_H
#define NEOSIG_CORE_CONTRACT_H

#ifdef NEOSIG_CBMC
#include <string.h> /* a contract may count a text's characters */

#define NEOSIG_CONTRACT(...) NEOSIG_CLAUSES(__VA_ARGS__, , , , , , , , )
#define NEOSIG_LOOP(...) NEOSIG_CLAUSES(__VA_ARGS__, , , , , , , , )
#define NEOSIG_CLAUSES(a, b, c, d, e, f, g, h, ...) a b c d e f g h
#define requires(...) __CPROVER_requires(__VA_ARGS__)
#define ensures(...) __CPROVER_ensures(__VA_ARGS__)
#define assigns(...) __CPROVER_assigns(__VA_ARGS__)
#define invariant(...) __CPROVER_loop_invariant(__VA_ARGS__)
#define decreases(...) __CPROVER_decreases(__VA_ARGS__)
#define returned __CPROVER_return_value
#define before(...) __CPROVER_old(__VA_ARGS__)        /* its value at the call */
#define entry(...) __CPROVER_loop_entry(__VA_ARGS__)  /* its value before the loop */
#define is_fresh(...) __CPROVER_is_fresh(__VA_ARGS__) /* an object of so many bytes, apart from all others */
#define whole(...) __CPROVER_object_whole(__VA_ARGS__)
#define implies(a, b) (!(a) || (b))
#define offset(pointer) __CPROVER_POINTER_OFFSET(pointer)
/* Pointers into one object, in this order. */
#define in_order(a, p, b)                                                                                              \
    (__CPROVER_same_object(p, a) && __CPROVER_same_object(p, b) && offset(a) <= offset(p) && offset(p) <= offset(b))
/* A character of a text that ends with its object, and that there is a zero. */
#define in_text(p, text) (__CPROVER_same_object(p, text) && offset(p) < __CPROVER_OBJECT_SIZE(text))
#define ends(text) ((text)[__CPROVER_OBJECT_SIZE(text) - offset(text) - 1] == '\0')
#define readable(p, end) (in_order(p, p, end) && __CPROVER_r_ok(p, offset(end) - offset(p)))
/* Bytes that are part of others, and those that reach to their end. */
#define part_of(p, bytes, all, all_bytes)                                                                              \
    (__CPROVER_same_object(p, all) && offset(all) <= offset(p) && (bytes) <= (all_bytes) &&                            \
     offset(p) + (bytes) <= offset(all) + (all_bytes))
#define tail_of(p, bytes, all, all_bytes)                                                                              \
    (part_of(p, bytes, all, all_bytes) && offset(p) + (bytes) == offset(all) + (all_bytes))
/* A text that ends with its object, from here on. */
#define is_text(text) (in_text(text, text) && ends(text))
/* Room for so many bytes in front of a place, and these bytes. */
#define room_before(p, bytes) (offset(p) >= (bytes) && __CPROVER_w_ok((p) - (bytes), bytes))
#define upto(p, bytes) __CPROVER_object_upto(p, bytes)
#define has_zero(text, most)                                                                                           \
    __CPROVER_exists                                                                                                   \
    {                                                                                                                  \
        size_t i_;                                                                                                     \
        i_ < (most) && (text)[i_] == '\0'                                                                              \
    }
/* That all numbers, at most so many, are below a limit. */
#define all_below(numbers, count, most, limit)                                                                         \
    __CPROVER_forall                                                                                                   \
    {                                                                                                                  \
        size_t i_;                                                                                                     \
        implies(i_ < (most), i_ >= (count) || (numbers)[i_] < (limit))                                                 \
    }
/* That all numbers, at most so many, are at most a bound in size. */
#define all_within(numbers, count, most, bound)                                                                        \
    __CPROVER_forall                                                                                                   \
    {                                                                                                                  \
        size_t i_;                                                                                                     \
        implies(i_ < (most), i_ >= (count) || (-(bound) <= (numbers)[i_] && (numbers)[i_] <= (bound)))                 \
    }
/* That bits from the lowest of the first byte on are parities of numbers, at most so many. */
#define all_parities(bits, numbers, count, most)                                                                       \
    __CPROVER_forall                                                                                                   \
    {                                                                                                                  \
        size_t i_;                                                                                                     \
        implies(i_ < (most), i_ >= (count) || ((bits)[i_ / 8] >> i_ % 8 & 1) == ((numbers)[i_] & 1))                   \
    }
/* p, which is in q's object, told CBMC by its distance from q: what a loop leaves of a pointer may else be anywhere. */
#define NEOSIG_POINTER(p, q)                                                                                           \
    __CPROVER_assert(__CPROVER_same_object(p, q), "the pointer is in this object");                                    \
    p = (__typeof__(p))((const char *)(q) + (offset(p) - offset(q)))
/* Variables that only contracts know. */
#define NEOSIG_GHOST(...) __VA_ARGS__
/* The context that a scheme's open gives for a set: the proof opens any. */
#define is_context(ctx) (__CPROVER_r_ok(ctx, sizeof *(ctx)) && (ctx)->set != NULL)
/* What memory can have: pointers keep 16 bits for the object that they point to. */
#define fits(bytes) ((bytes) < (size_t)1 << 47)
#else
#define NEOSIG_CONTRACT(...)
#define NEOSIG_LOOP(...)
#define NEOSIG_POINTER(p, q)
#define NEOSIG_GHOST(...)
#endif

#endif
