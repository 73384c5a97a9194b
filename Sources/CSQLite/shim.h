// SQLite (libsqlite3-dev), with what Swift cannot call by itself.
#include <sqlite3.h>
#include <stddef.h>

// sqlite3_db_config takes any number of arguments: those of the options that are on or off.
static inline int csqlite_configure(sqlite3 *database, int option, int is_on) {
    int result = -1;
    int code = sqlite3_db_config(database, option, is_on, &result);
    return code != SQLITE_OK ? code : result == is_on ? SQLITE_OK : SQLITE_ERROR;
}

// SQLITE_TRANSIENT is a cast of a number to a function: SQLite makes a copy of its own.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, long long count) {
    return sqlite3_bind_text64(statement, index, text, (sqlite3_uint64)count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, long long count) {
    return sqlite3_bind_blob64(statement, index, bytes, (sqlite3_uint64)count, SQLITE_TRANSIENT);
}

// The first bytes of the file, read by SQLite itself: a descriptor of our own, once closed, would take the locks
// of every connection of this process with it (POSIX).
static inline int csqlite_read_header(sqlite3 *database, void *bytes, int count) {
    sqlite3_file *file = 0;
    int code = sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (code != SQLITE_OK) return code;
    if (file == 0 || file->pMethods == 0) return SQLITE_CANTOPEN;
    return file->pMethods->xRead(file, bytes, count, 0);
}

static inline void csqlite_result_text(sqlite3_context *context, const void *text, long long count) {
    sqlite3_result_text64(context, text, (sqlite3_uint64)count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

// Of the C library, which shows it to GNU sources only.
extern void *memmem(const void *haystack, size_t haystack_count, const void *needle, size_t needle_count);

// The first place of the needle, in linear time; null where there is none.
static inline const void *csqlite_find(const void *haystack, long long haystack_count,
                                       const void *needle, long long needle_count) {
    return memmem(haystack, (size_t)haystack_count, needle, (size_t)needle_count);
}
