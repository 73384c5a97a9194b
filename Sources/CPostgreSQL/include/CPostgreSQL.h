/// PostgreSQL's client library, libpq, loaded when the first server is opened: the program is not linked with it, as its
/// 25 libraries would be loaded at each start.
///
/// The functions are those of libpq, by their names; they may be called after `postgresql_load` was true. Needs no
/// headers of libpq: what is declared here is its stable binary interface.
#pragma once
#include <stdbool.h>

/// A connection, a result and a request to cancel, whose contents only libpq knows.
typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;
typedef struct pg_cancel PGcancel;

typedef enum {
    CONNECTION_OK = 0,
    CONNECTION_BAD = 1,
    CONNECTION_STARTED = 2,
    CONNECTION_MADE = 3,
    CONNECTION_SSL_STARTUP = 7,
    CONNECTION_NEEDED = 8,
    CONNECTION_GSS_STARTUP = 11,
} ConnStatusType;

typedef enum {
    PGRES_POLLING_FAILED = 0,
    PGRES_POLLING_READING = 1,
    PGRES_POLLING_WRITING = 2,
    PGRES_POLLING_OK = 3,
} PostgresPollingStatusType;

typedef enum {
    PGRES_EMPTY_QUERY = 0,
    PGRES_COMMAND_OK = 1,
    PGRES_TUPLES_OK = 2,
    PGRES_BAD_RESPONSE = 5,
    PGRES_NONFATAL_ERROR = 6,
    PGRES_FATAL_ERROR = 7,
    PGRES_SINGLE_TUPLE = 9,
    PGRES_PIPELINE_SYNC = 10,
} ExecStatusType;

/// Fields of the server's messages.
static const int PG_FIELD_STATE = 'C';
static const int PG_FIELD_MESSAGE = 'M';

/// An option of an address; `keyword` is null after the last one.
typedef struct {
    char *keyword;
    char *envvar;
    char *compiled;
    char *val;
    char *label;
    char *dispchar;
    int dispsize;
} PQconninfoOption;

typedef void (*PQnoticeReceiver)(void *context, const PGresult *result);

/// Loads libpq and its functions; false when it is not installed. From any thread.
bool postgresql_load(void);

/// What is called of libpq: result, name, parameters, arguments.
#define LIBPQ_FUNCTIONS(FUNCTION) \
    FUNCTION(PQconninfoOption *, PQconninfoParse, (const char *text, char **message), (text, message)) \
    FUNCTION(void, PQconninfoFree, (PQconninfoOption *options), (options)) \
    FUNCTION(PGconn *, PQconnectStartParams, (const char *const *keywords, const char *const *values, int expands), \
             (keywords, values, expands)) \
    FUNCTION(PostgresPollingStatusType, PQconnectPoll, (PGconn *connection), (connection)) \
    FUNCTION(int, PQconnectionNeedsPassword, (const PGconn *connection), (connection)) \
    FUNCTION(ConnStatusType, PQstatus, (const PGconn *connection), (connection)) \
    FUNCTION(int, PQsocket, (const PGconn *connection), (connection)) \
    FUNCTION(char *, PQpass, (const PGconn *connection), (connection)) \
    FUNCTION(char *, PQerrorMessage, (const PGconn *connection), (connection)) \
    FUNCTION(void, PQfinish, (PGconn *connection), (connection)) \
    FUNCTION(int, PQsetnonblocking, (PGconn *connection, int is_nonblocking), (connection, is_nonblocking)) \
    FUNCTION(PQnoticeReceiver, PQsetNoticeReceiver, (PGconn *connection, PQnoticeReceiver receiver, void *context), \
             (connection, receiver, context)) \
    FUNCTION(int, PQsendQueryParams, \
             (PGconn *connection, const char *statement, int count, const unsigned *types, const char *const *values, \
              const int *lengths, const int *formats, int format), \
             (connection, statement, count, types, values, lengths, formats, format)) \
    FUNCTION(int, PQsetSingleRowMode, (PGconn *connection), (connection)) \
    FUNCTION(int, PQflush, (PGconn *connection), (connection)) \
    FUNCTION(int, PQisBusy, (PGconn *connection), (connection)) \
    FUNCTION(int, PQconsumeInput, (PGconn *connection), (connection)) \
    FUNCTION(PGresult *, PQgetResult, (PGconn *connection), (connection)) \
    FUNCTION(void, PQclear, (PGresult *result), (result)) \
    FUNCTION(ExecStatusType, PQresultStatus, (const PGresult *result), (result)) \
    FUNCTION(char *, PQresultErrorMessage, (const PGresult *result), (result)) \
    FUNCTION(char *, PQresultErrorField, (const PGresult *result, int field), (result, field)) \
    FUNCTION(int, PQntuples, (const PGresult *result), (result)) \
    FUNCTION(int, PQnfields, (const PGresult *result), (result)) \
    FUNCTION(char *, PQfname, (const PGresult *result, int column), (result, column)) \
    FUNCTION(unsigned, PQftype, (const PGresult *result, int column), (result, column)) \
    FUNCTION(int, PQfmod, (const PGresult *result, int column), (result, column)) \
    FUNCTION(int, PQfformat, (const PGresult *result, int column), (result, column)) \
    FUNCTION(int, PQgetisnull, (const PGresult *result, int row, int column), (result, row, column)) \
    FUNCTION(char *, PQgetvalue, (const PGresult *result, int row, int column), (result, row, column)) \
    FUNCTION(int, PQgetlength, (const PGresult *result, int row, int column), (result, row, column)) \
    FUNCTION(PGcancel *, PQgetCancel, (PGconn *connection), (connection)) \
    FUNCTION(int, PQcancel, (PGcancel *request, char *message, int size), (request, message, size)) \
    FUNCTION(void, PQfreeCancel, (PGcancel *request), (request))

/// Those that libpq has from version 14 on, to send statements without waiting for answers; call them only where
/// `postgresql_has_pipelines`.
#define LIBPQ_PIPELINES(FUNCTION) \
    FUNCTION(int, PQenterPipelineMode, (PGconn *connection), (connection)) \
    FUNCTION(int, PQexitPipelineMode, (PGconn *connection), (connection)) \
    FUNCTION(int, PQpipelineSync, (PGconn *connection), (connection))

/// Whether the library that was loaded has them.
bool postgresql_has_pipelines(void);

// A static function of the name of libpq's: it does not take the place of that in other libraries.
#define LIBPQ_CALL(result, name, parameters, arguments) \
    extern result(*libpq_##name) parameters; \
    static inline result name parameters { return libpq_##name arguments; }
LIBPQ_FUNCTIONS(LIBPQ_CALL)
LIBPQ_PIPELINES(LIBPQ_CALL)
#undef LIBPQ_CALL
