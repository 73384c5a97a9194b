/// A program in a terminal of its own, for tests.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/// Opens a terminal. Its two sides close when another program is started. Returns 0 or an errno.
int pseudo_open(int rows, int columns, int *master, int *slave);
/// Starts `path` as leader of a session on the terminal; `arguments` and `environment` end with NULL.
///
/// `input` is its standard input instead of the terminal unless negative. Returns 0 or an errno.
int pseudo_start(const char *path, char *const arguments[], char *const environment[], int input, int slave,
                 pid_t *child);
/// Bytes read, 0 after `timeout_ms` without any, -1 when the other side is closed.
long pseudo_read(int master, void *buffer, size_t size, int timeout_ms);
/// Writes all; false if that takes over `timeout_ms`.
bool pseudo_write(int master, const void *bytes, size_t size, int timeout_ms);
void pseudo_resize(int master, int rows, int columns);
/// Sets the speed of a serial line: 9600, 19200 or 38400; 0 or an errno.
int pseudo_set_speed(int slave, int bits_per_second);
/// Copies the terminal's modes into `modes`, at most `size` bytes; the bytes copied.
size_t pseudo_modes(int slave, void *modes, size_t size);
/// True once the child ended: then `*code` is its exit code or `*signal` what it died by. Does not wait.
bool pseudo_wait(pid_t child, int *code, int *signal);
/// Whether every thread of every process of the session sleeps; `*switches` grows whenever one of them runs.
bool pseudo_sleeps(pid_t session, unsigned long long *switches);
/// Whether the child is stopped, sleeping or running ('T', 'S', 'R' …), 0 if it is gone.
char pseudo_state(pid_t child);
