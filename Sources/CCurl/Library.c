#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>

#include "CCurl.h"
#include "Library.h"

static struct curl_library library;
static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static bool find(void *handle, const char *name, void *function) {
    // A pointer to a function is stored through a pointer to an object, as POSIX allows for dlsym.
    void *symbol = dlsym(handle, name);
    *(void **)function = symbol;
    return symbol != NULL;
}

/// Keeps OpenSSL from freeing its tables when the process exits: threads that are still waiting for tiles use them.
static void keep_tables_until_the_end(void *handle) {
    static const uint64_t no_atexit = 0x80000;
    int (*init)(uint64_t options, const void *settings) = NULL;
    // Found among the libraries of libcurl; with GnuTLS there is none.
    if (find(handle, "OPENSSL_init_crypto", &init)) init(no_atexit, NULL);
}

static void load(void) {
    void *handle = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) handle = dlopen("libcurl-gnutls.so.4", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) return;
    keep_tables_until_the_end(handle);
    is_loaded = find(handle, "curl_global_init", &library.global_init)
        && find(handle, "curl_easy_init", &library.easy_init)
        && find(handle, "curl_easy_cleanup", &library.easy_cleanup)
        && find(handle, "curl_easy_reset", &library.easy_reset)
        && find(handle, "curl_easy_setopt", &library.easy_setopt)
        && find(handle, "curl_easy_getinfo", &library.easy_getinfo)
        && find(handle, "curl_slist_append", &library.slist_append)
        && find(handle, "curl_slist_free_all", &library.slist_free_all)
        && find(handle, "curl_multi_init", &library.multi_init)
        && find(handle, "curl_multi_cleanup", &library.multi_cleanup)
        && find(handle, "curl_multi_add_handle", &library.multi_add_handle)
        && find(handle, "curl_multi_remove_handle", &library.multi_remove_handle)
        && find(handle, "curl_multi_perform", &library.multi_perform)
        && find(handle, "curl_multi_poll", &library.multi_poll)
        && find(handle, "curl_multi_info_read", &library.multi_info_read)
        && library.global_init(GLOBAL_DEFAULT) == 0;
}

bool curl_load(void) {
    pthread_once(&once, load);
    return is_loaded;
}

const struct curl_library *curl_library(void) { return &library; }
