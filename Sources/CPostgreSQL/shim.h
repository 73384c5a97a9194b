// libpq (libpq-dev): the client of PostgreSQL. Debian keeps its headers in a folder of their own.
#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#else
#include <libpq-fe.h>
#endif

// Fields of the server's messages; the macros of libpq are character constants, which do not come across.
static const int PG_FIELD_STATE = PG_DIAG_SQLSTATE;
static const int PG_FIELD_MESSAGE = PG_DIAG_MESSAGE_PRIMARY;
