#include "CPostgreSQL.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

#define LIBPQ_POINTER(result, name, parameters, arguments) result(*libpq_##name) parameters;
LIBPQ_FUNCTIONS(LIBPQ_POINTER)
LIBPQ_PIPELINES(LIBPQ_POINTER)

static bool is_loaded;
static bool has_pipelines;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static bool find(void *handle, const char *name, void *function) {
    // A pointer to a function is stored through a pointer to an object, as POSIX allows for dlsym.
    void *symbol = dlsym(handle, name);
    *(void **)function = symbol;
    return symbol != NULL;
}

static void load(void) {
    void *handle = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) return;
#define LIBPQ_FIND(result, name, parameters, arguments) &&find(handle, #name, &libpq_##name)
    is_loaded = true LIBPQ_FUNCTIONS(LIBPQ_FIND);
    has_pipelines = is_loaded LIBPQ_PIPELINES(LIBPQ_FIND);
}

bool postgresql_load(void) {
    pthread_once(&once, load);
    return is_loaded;
}

bool postgresql_has_pipelines(void) {
    return has_pipelines;
}
