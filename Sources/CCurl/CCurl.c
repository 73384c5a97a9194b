#include "CCurl.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "Library.h"

/// The most bytes of a header, of which a few lines are read.
static const size_t head_limit = 64 << 10;
/// A longer body is not kept for the next request.
static const size_t kept_limit = 1 << 20;

struct bytes {
    unsigned char *start;
    size_t count;
    size_t capacity;
};

struct curl_session {
    CURLM *multi;
    CURL *easy;
    struct curl_slist *headers;
    struct bytes head;
    struct bytes body;
    size_t byte_limit;
    int code;
    bool is_running;
    bool is_ranged;
    bool is_too_large;
    bool is_unranged;
};

/// False when there is no memory.
static bool append(struct bytes *bytes, const void *more, size_t count) {
    if (bytes->capacity - bytes->count < count) {
        size_t capacity = bytes->capacity * 2 > bytes->count + count ? bytes->capacity * 2 : bytes->count + count;
        unsigned char *start = realloc(bytes->start, capacity);
        if (start == NULL) return false;
        bytes->start = start;
        bytes->capacity = capacity;
    }
    if (count > 0) memcpy(bytes->start + bytes->count, more, count);
    bytes->count += count;
    return true;
}

static long number(const struct curl_session *session, int info) {
    long number = 0;
    curl_library()->easy_getinfo(session->easy, info, &number);
    return number;
}

/// Any other result than `count` ends the transfer.
static size_t take_body(const char *bytes, size_t size, size_t count, void *context) {
    struct curl_session *session = context;
    if (session->is_ranged && number(session, INFO_RESPONSE_CODE) == 200) {
        session->is_unranged = true;
        return 0;
    }
    if (session->byte_limit - session->body.count < size * count) {
        session->is_too_large = true;
        return 0;
    }
    return append(&session->body, bytes, size * count) ? size * count : 0;
}

static size_t take_head(const char *bytes, size_t size, size_t count, void *context) {
    struct curl_session *session = context;
    // Each interim answer has a header of its own; the last one counts.
    if (size * count >= 5 && strncasecmp(bytes, "HTTP/", 5) == 0) session->head.count = 0;
    if (head_limit - session->head.count < size * count) {
        session->is_too_large = true;
        return 0;
    }
    return append(&session->head, bytes, size * count) ? size * count : 0;
}

struct curl_session *curl_session_open(void) {
    struct curl_session *session = calloc(1, sizeof *session);
    if (session == NULL) return NULL;
    session->multi = curl_library()->multi_init();
    session->easy = curl_library()->easy_init();
    if (session->multi != NULL && session->easy != NULL) return session;
    curl_session_close(session);
    return NULL;
}

void curl_session_close(struct curl_session *session) {
    const struct curl_library *curl = curl_library();
    curl_session_stop(session);
    if (session->easy != NULL) curl->easy_cleanup(session->easy);
    if (session->multi != NULL) curl->multi_cleanup(session->multi);
    free(session->head.start);
    free(session->body.start);
    free(session);
}

static bool set_limits(CURL *easy, const struct curl_request *request) {
    const struct curl_library *curl = curl_library();
    return curl->easy_setopt(easy, OPTION_PROTOCOLS, (long)(PROTOCOL_HTTP | PROTOCOL_HTTPS)) == 0
        && curl->easy_setopt(easy, OPTION_FOLLOW_LOCATION, 0L) == 0
        && curl->easy_setopt(easy, OPTION_CONNECT_TIMEOUT_MS, request->connect_milliseconds) == 0
        && curl->easy_setopt(easy, OPTION_TIMEOUT_MS, request->total_milliseconds) == 0
        && curl->easy_setopt(easy, OPTION_LOW_SPEED_LIMIT, request->stalled_bytes_per_second) == 0
        && curl->easy_setopt(easy, OPTION_LOW_SPEED_TIME, request->stalled_seconds) == 0;
}

static bool set_callbacks(CURL *easy, struct curl_session *session) {
    const struct curl_library *curl = curl_library();
    return curl->easy_setopt(easy, OPTION_WRITE_FUNCTION, take_body) == 0
        && curl->easy_setopt(easy, OPTION_WRITE_DATA, session) == 0
        && curl->easy_setopt(easy, OPTION_HEADER_FUNCTION, take_head) == 0
        && curl->easy_setopt(easy, OPTION_HEADER_DATA, session) == 0;
}

static bool set_headers(struct curl_session *session, const char *const *lines) {
    const struct curl_library *curl = curl_library();
    for (; *lines != NULL; lines++) {
        struct curl_slist *list = curl->slist_append(session->headers, *lines);
        if (list == NULL) return false;
        session->headers = list;
    }
    return curl->easy_setopt(session->easy, OPTION_HTTP_HEADER, session->headers) == 0;
}

/// Sends a copy of the body by POST.
static bool set_body(CURL *easy, const struct curl_request *request) {
    const struct curl_library *curl = curl_library();
    return curl->easy_setopt(easy, OPTION_POST_FIELD_SIZE, (int64_t)request->body_count) == 0
        && curl->easy_setopt(easy, OPTION_COPY_POST_FIELDS, request->body_count > 0 ? request->body : (const void *)"") == 0;
}

bool curl_session_start(struct curl_session *session, const struct curl_request *request) {
    const struct curl_library *curl = curl_library();
    curl_session_stop(session);
    CURL *easy = session->easy;
    // Forgets options, not connections.
    curl->easy_reset(easy);
    session->head.count = session->body.count = 0;
    session->byte_limit = request->byte_limit;
    session->is_ranged = request->range != NULL;
    session->is_too_large = session->is_unranged = false;
    session->code = 0;
    // What only newer versions know: a name that is not resolved yet does not hold up a request that is stopped.
    curl->easy_setopt(easy, OPTION_QUICK_EXIT, 1L);
    bool is_set = set_limits(easy, request) && set_callbacks(easy, session) && set_headers(session, request->headers)
        && (request->body == NULL || set_body(easy, request))
        && curl->easy_setopt(easy, OPTION_NO_SIGNAL, 1L) == 0
        && curl->easy_setopt(easy, OPTION_SUPPRESS_CONNECT_HEADERS, 1L) == 0
        && curl->easy_setopt(easy, OPTION_URL, request->url) == 0
        && curl->easy_setopt(easy, OPTION_USER_AGENT, request->user_agent) == 0
        && (request->certificates == NULL || curl->easy_setopt(easy, OPTION_CA_FILE, request->certificates) == 0)
        // A range counts the bytes as they are stored: not compressed for the transfer.
        && (request->range == NULL ? curl->easy_setopt(easy, OPTION_ACCEPT_ENCODING, "gzip")
                                   : curl->easy_setopt(easy, OPTION_RANGE, request->range)) == 0;
    if (!is_set || curl->multi_add_handle(session->multi, easy) != 0) return false;
    session->is_running = true;
    return true;
}

enum curl_state curl_session_step(struct curl_session *session, int wait_milliseconds) {
    const struct curl_library *curl = curl_library();
    int running = 0;
    int fault = curl->multi_perform(session->multi, &running);
    if (fault == 0 && running > 0) {
        fault = curl->multi_poll(session->multi, NULL, 0, wait_milliseconds, NULL);
        if (fault == 0) return CURL_RUNNING;
    }
    int left = 0;
    struct curl_message *message = curl->multi_info_read(session->multi, &left);
    // A fault of the session itself counts as one of its memory.
    session->code = message != NULL && message->kind == MESSAGE_DONE ? message->data.result : 27;
    return CURL_ENDED;
}

struct curl_result curl_session_result(const struct curl_session *session) {
    return (struct curl_result){
        .code = session->code,
        .status = number(session, INFO_RESPONSE_CODE),
        .proxy_status = number(session, INFO_CONNECT_CODE),
        .certificate_fault = number(session, INFO_SSL_VERIFY_RESULT),
        .is_too_large = session->is_too_large,
        .is_unranged = session->is_unranged,
        .head = session->head.start,
        .head_count = session->head.count,
        .body = session->body.start,
        .body_count = session->body.count,
    };
}

void curl_session_stop(struct curl_session *session) {
    const struct curl_library *curl = curl_library();
    if (session->is_running) curl->multi_remove_handle(session->multi, session->easy);
    session->is_running = false;
    // The handle refers to the list until its options are set again or reset.
    if (session->headers != NULL) curl->slist_free_all(session->headers);
    session->headers = NULL;
    if (session->body.capacity > kept_limit) {
        free(session->body.start);
        session->body = (struct bytes){0};
    }
}
