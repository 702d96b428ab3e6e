/* What the package needs in C besides the library. */
#include <stdlib.h>

/* Before the memory given, in the 64 bytes that its alignment leaves. */
typedef struct neosig_py_block {
    void *start;
    size_t bytes;
} neosig_py_block;

/* Zeroed memory on a boundary of 64 bytes, for secrets; NULL if there is none. */
static void *neosig_py_allocate(size_t bytes)
{
    const size_t around = 63 + sizeof(neosig_py_block);
    char *const start = bytes > SIZE_MAX - around ? NULL : calloc(1, bytes + around);
    if (start == NULL)
        return NULL;
    const size_t past = ((size_t)start + sizeof(neosig_py_block)) % 64;
    char *const memory = start + sizeof(neosig_py_block) + (past == 0 ? 0 : 64 - past);
    ((neosig_py_block *)(void *)memory)[-1] = (neosig_py_block){start, bytes};
    return memory;
}

/* Wipes it and gives it back. */
static void neosig_py_free(void *memory)
{
    if (memory == NULL)
        return;
    void *const start = ((neosig_py_block *)memory)[-1].start;
    neosig_wipe(memory, ((neosig_py_block *)memory)[-1].bytes);
    free(start);
}
