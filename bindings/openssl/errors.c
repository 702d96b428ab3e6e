#include "provider.h"

#include <stdarg.h>
#include <stdlib.h>

int raise_error(const provider *in, const char *file, int line, const char *function, neosig_error error,
                const char *format, ...)
{
    va_list arguments;
    in->new_error(in->core);
    in->set_error_debug(in->core, file, line, function);
    va_start(arguments, format);
    in->vset_error(in->core, (uint32_t)error, format, arguments);
    va_end(arguments);
    return 0;
}

void *allocate(const provider *in, size_t bytes)
{
    void *const memory = calloc(1, bytes);
    if (memory == NULL)
        RAISE(in, NEOSIG_ERR_MEMORY, "%zu bytes", bytes);
    return memory;
}
