#include "app.h"
#include "backend.h"

#include <stdlib.h>
#include <string.h>

enum { NAMES_MOST = 128 };

/* The names of all backends, or of those that this CPU runs, "neon, portable". Whether wanted is one of them. */
static int list_names(char text[NAMES_MOST], int usable, const char *wanted)
{
    const char *name;
    int found = 0;
    text[0] = '\0';
    for (size_t i = 0; (name = neosig_backend_name(i)) != NULL; i++) {
        const size_t used = strlen(text);
        if (usable && !neosig_backend_usable(name))
            continue;
        snprintf(text + used, NAMES_MOST - used, "%s%s", used ? ", " : "", name);
        found |= strcmp(name, wanted) == 0;
    }
    return found;
}

int backend_check(void)
{
    const char *const wanted = getenv("NEOSIG_BACKEND");
    char all[NAMES_MOST], usable[NAMES_MOST];
    if (wanted == NULL || wanted[0] == '\0')
        return 0;
    const int known = list_names(all, 0, wanted);
    if (list_names(usable, 1, wanted))
        return 0;
    if (known)
        return app_usage("NEOSIG_BACKEND: this CPU cannot run %s; it runs %s", wanted, usable);
    return app_usage("NEOSIG_BACKEND: there is no backend %s in this build, but %s; this CPU runs %s", wanted, all,
                     usable);
}
