/// HTTP requests by libcurl, which is loaded when the first one is made: the program is not linked with it.
///
/// Needs no headers of libcurl: the numbers of its options are a stable interface. It is C because libcurl's
/// functions for options take variable arguments, which Swift cannot call.
///
///     curl_load()                         once before anything else
///     curl_session_open()                 keeps its connections for the next requests
///     curl_session_start(session, …)      begins a request
///     curl_session_step(session, 50)      until it is not CURL_RUNNING
///     curl_session_result(session)        valid until the stop
///     curl_session_stop(session)          the request ends, complete or not
///
/// A session belongs to one thread at a time.
#pragma once
#include <stdbool.h>
#include <stddef.h>

/// What a request asks for, and its limits. Texts are copied.
struct curl_request {
    const char *url;
    const char *user_agent;
    /// "0-16383"; null for everything. The answer must have status 206: the body of 200 is not read.
    const char *range;
    /// Further header lines, ended by null.
    const char *const *headers;
    /// What is sent by POST; null for GET.
    const unsigned char *body;
    size_t body_count;
    /// A file of trusted certificates; null for those of the system.
    const char *certificates;
    /// The most bytes of the body, after decompression.
    size_t byte_limit;
    long connect_milliseconds;
    long total_milliseconds;
    /// Ends a transfer that is slower for that many seconds.
    long stalled_bytes_per_second;
    long stalled_seconds;
};

/// What has become of a request.
struct curl_result {
    /// libcurl's code: 0 when the answer is complete.
    int code;
    /// The status of HTTP, 0 before there is one.
    long status;
    /// The status of a proxy's answer to the request for a tunnel; 0 without one.
    long proxy_status;
    /// The code of the TLS library for a certificate that it does not trust; 0 when it does.
    long certificate_fault;
    /// The body was longer than the limit.
    bool is_too_large;
    /// The server answers a request for a range with everything.
    bool is_unranged;
    /// The lines of the last header, and the body.
    const unsigned char *head;
    size_t head_count;
    const unsigned char *body;
    size_t body_count;
};

/// The state of a request.
enum curl_state { CURL_RUNNING, CURL_ENDED };

/// One request at a time, with the connections of earlier ones.
struct curl_session;

/// Loads libcurl and its functions; false when it is not installed or older than 7.66. From any thread.
bool curl_load(void);
/// A session without connections; null when there is no memory.
struct curl_session *curl_session_open(void);
/// Ends a request that is running, and closes the connections.
void curl_session_close(struct curl_session *session);
/// Begins a request; false when libcurl refuses an option, such as for want of memory.
bool curl_session_start(struct curl_session *session, const struct curl_request *request);
/// Transfers what has arrived, and waits for more for at most the given time.
enum curl_state curl_session_step(struct curl_session *session, int wait_milliseconds);
/// The result of the request, valid until it is stopped.
struct curl_result curl_session_result(const struct curl_session *session);
/// Ends the request; its connection is closed when the answer is not complete.
void curl_session_stop(struct curl_session *session);
