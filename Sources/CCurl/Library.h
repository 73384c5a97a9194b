#pragma once
#include <stdbool.h>
#include <stddef.h>

typedef void CURL;
typedef void CURLM;
struct curl_slist;

/// A message of `curl_multi_info_read`, laid out as in libcurl's `CURLMsg`.
struct curl_message {
    int kind;
    CURL *easy;
    union {
        void *whatever;
        int result;
    } data;
};

/// The functions of libcurl, once it is loaded.
struct curl_library {
    int (*global_init)(long flags);
    CURL *(*easy_init)(void);
    void (*easy_cleanup)(CURL *easy);
    void (*easy_reset)(CURL *easy);
    int (*easy_setopt)(CURL *easy, int option, ...);
    int (*easy_getinfo)(CURL *easy, int info, ...);
    struct curl_slist *(*slist_append)(struct curl_slist *list, const char *text);
    void (*slist_free_all)(struct curl_slist *list);
    CURLM *(*multi_init)(void);
    int (*multi_cleanup)(CURLM *multi);
    int (*multi_add_handle)(CURLM *multi, CURL *easy);
    int (*multi_remove_handle)(CURLM *multi, CURL *easy);
    int (*multi_perform)(CURLM *multi, int *running);
    int (*multi_poll)(CURLM *multi, void *extra, unsigned count, int milliseconds, int *ready);
    struct curl_message *(*multi_info_read)(CURLM *multi, int *left);
};

/// The loaded library; only after `curl_load` was true.
const struct curl_library *curl_library(void);

// Numbers from libcurl's curl.h: 0 and up take a long, 10000 a pointer, 20000 a function, 30000 an int64_t.
enum {
    OPTION_LOW_SPEED_LIMIT = 19,
    OPTION_LOW_SPEED_TIME = 20,
    OPTION_FOLLOW_LOCATION = 52,
    OPTION_NO_SIGNAL = 99,
    OPTION_TIMEOUT_MS = 155,
    OPTION_CONNECT_TIMEOUT_MS = 156,
    OPTION_PROTOCOLS = 181,
    OPTION_SUPPRESS_CONNECT_HEADERS = 265,
    OPTION_QUICK_EXIT = 322,
    OPTION_WRITE_DATA = 10001,
    OPTION_URL = 10002,
    OPTION_RANGE = 10007,
    OPTION_USER_AGENT = 10018,
    OPTION_HTTP_HEADER = 10023,
    OPTION_HEADER_DATA = 10029,
    OPTION_CA_FILE = 10065,
    OPTION_ACCEPT_ENCODING = 10102,
    OPTION_COPY_POST_FIELDS = 10165,
    OPTION_WRITE_FUNCTION = 20011,
    OPTION_HEADER_FUNCTION = 20079,
    OPTION_POST_FIELD_SIZE = 30120,

    INFO_RESPONSE_CODE = 0x200002,
    INFO_CONNECT_CODE = 0x200016,
    INFO_SSL_VERIFY_RESULT = 0x20000D,

    PROTOCOL_HTTP = 1,
    PROTOCOL_HTTPS = 2,
    GLOBAL_DEFAULT = 3,
    MESSAGE_DONE = 1,
    RANGE_STATUS = 206,
};
