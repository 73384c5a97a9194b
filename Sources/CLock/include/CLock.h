/// What a process gives up for good: files by Landlock (Linux 5.13), system calls by seccomp.
///
///     lock_start_broker(…)     before the first thread and before any data is read
///     lock_enter(…)            on the same thread: later threads and programs inherit it
///
/// Landlock holds for the calling thread and what it starts. Nothing can be taken back.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What is allowed for a path and, where it is a folder, for all that is in it.
enum lock_use {
    lock_read = 1,
    /// Writing to files that are there.
    lock_write = 2,
    /// Making, renaming and removing files.
    lock_make = 4,
    /// The same for folders and links.
    lock_make_folders = 8,
    lock_run = 16,
    /// Reading, writing and control of a device.
    lock_device = 32,
};

struct lock_rule {
    const char *path;
    unsigned uses;
};

/// What remains allowed.
struct lock_rules {
    const struct lock_rule *rules;
    size_t rule_count;
    /// Ports that may be connected to; unused without `has_network`.
    const uint16_t *ports;
    size_t port_count;
    bool has_network;
    bool has_any_port;
    /// Starts other programs, those of rules with `lock_run`.
    bool has_programs;
};

/// The version of Landlock that the kernel has; 0 without.
int lock_landlock_version(void);
/// Whether the kernel filters system calls for a program without privileges.
bool lock_has_filters(void);

/// Gives up everything but `rules`. Each return value is 0 or an errno, -1 where it was not tried.
///
/// Rules whose paths do not exist are left out. Without Landlock only system calls are given up.
struct lock_outcome {
    int landlock;
    int filter;
};
struct lock_outcome lock_enter(const struct lock_rules *rules);

/// What the broker may open: reads exactly these paths and what is in these folders, writes these files.
struct lock_broker_rules {
    const char *const *read_paths;
    const char *const *read_folders;
    const char *const *written_paths;
    /// Endings, without the dot, of files that may be made at any path and may replace others; null for none.
    const char *const *saved_endings;
    /// Removed with what is in it when the program has ended; null for none.
    const char *temporary_folder;
};

/// Starts a process that opens files for this one until the descriptor is closed; -1 where that fails.
///
/// All lists end with a null pointer. Returns the descriptor to ask it by, and the number of the process.
int lock_start_broker(const struct lock_broker_rules *rules, int *process);

/// What the broker does with a message: 0 or an errno, and a descriptor where a file was opened; -1 for what is no message.
///
/// - Parameter start: the folder that the program was started in. `message` is changed.
int lock_carry_out(
    const struct lock_broker_rules *rules, const char *start, void *message, size_t count, int *descriptor);

/// Opens a file through the broker: a descriptor, or -1 and errno.
int lock_ask_open(int broker, const char *path, int flags, unsigned mode);
/// Gives a file another name through the broker: 0, or -1 and errno.
int lock_ask_rename(int broker, const char *path, const char *name);
/// Removes a file through the broker: 0, or -1 and errno.
int lock_ask_remove(int broker, const char *path);
/// Has the broker stop the process group by SIGTSTP, as the terminal does: 0, or -1 and errno.
int lock_ask_stop(int broker);
/// Has the broker remove the temporary folder and end, and waits for that; the descriptor is closed.
void lock_finish_broker(int broker, int process);

/// A new file in memory that has no name, closed in programs that are started: -1 and errno where that fails.
int lock_open_memory(void);

/// What a program that was taken over might try; in debug builds only.
size_t lock_attempt_count(void);
/// Its name.
const char *lock_attempt_name(size_t index);
/// Tries it: 0 where it succeeded, else the errno that kept it from that.
///
/// - Parameter victim: a file that the program was not asked to touch; `folder` is that of the file, writable.
int lock_attempt(size_t index, const char *victim, const char *folder);
