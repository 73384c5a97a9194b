/// The guard that gives the terminal back, however the program ends.
///
/// A Swift trap, a signal or a blocked terminal must not leave the user a screen in raw mode. The guard is C because
/// what runs in a signal handler may neither allocate nor take a lock, and Swift promises neither.
///
///     guard_install()                    first thing in main
///     guard_set_up_memory()              before the first thread
///     guard_set_up_arguments()           before the arguments are asked for
///     guard_arm(fd, bytes, length)       before the terminal is changed
///     guard_restore()                    the normal way out, and before a stop
///     guard_die_by(signal)               when guard_take_signal() gave one, after the normal way out
///
/// All functions belong to the main thread; the handlers may run on any.
#pragma once
#include <stdbool.h>
#include <stddef.h>

/// Takes over the signals; the pending flags and the wake pipe work from here on. Call it on the main thread.
///
/// Deadly signals replace the crash handler of the Swift runtime (also with SWIFT_BACKTRACE set), which would leave
/// the process alive behind a prompt. Polite ones stay ignored if they were. PIPE, XFSZ, USR1 and USR2 are ignored.
/// Fills standard streams that are closed: empty input, output that fails, silent errors. Returns 0 or an errno.
int guard_install(void);

/// Has freed blocks of 1 MiB and more go back to the system. Call it before the first thread starts.
///
/// Otherwise glibc takes blocks as large as one that was freed from its heaps, where a small block that lives on keeps
/// everything below it. Where the address space is limited all threads share one heap: glibc reserves 64 MB of addresses
/// for each further one, and searches for them in each allocation.
void guard_set_up_memory(void);

/// Gives Swift's standard library the arguments of the program as glibc has them.
///
/// It would read them from /proc, and know none where that is missing: in a chroot, or a container that hides it.
void guard_set_up_arguments(void);

/// The read end of the wake pipe: readable when a flag was set. Non-blocking.
int guard_wake_descriptor(void);
/// Empties the wake pipe. Call it before asking for the flags.
void guard_drain_wake_pipe(void);

/// Copies the terminal's modes and flags of `fd` and what to write to it, and from now on restores them. Until then nothing waits
/// for `fd`.
///
/// `fd` stays open until `guard_restore`. False if `fd` is not a terminal or `length` is over 1,024.
bool guard_arm(int fd, const char *restore_bytes, size_t length);
/// Restores the terminal now and disarms. Takes at most about 0.2 s on a blocked terminal. Does nothing if not armed.
void guard_restore(void);
/// Forgets the terminal without touching it.
void guard_disarm(void);

/// Names the user's standard error while descriptor 2 leads elsewhere: a duplicate made before it was redirected.
///
/// Every restore puts it back on descriptor 2, and the line about a crash goes to it. Redirect descriptor 2 again
/// after the next `guard_arm`. `fd` stays open until a negative one is set, which means that 2 is the user's own.
void guard_set_error_descriptor(int fd);

/// The polite signal (TERM HUP INT QUIT XCPU PWR VTALRM PROF IO STKFLT RTMIN…RTMAX) that asks to leave, or 0.
///
/// From its arrival the program has one second to leave and call `guard_die_by`; then SIGALRM makes the end deadly.
int guard_take_signal(void);
/// Gives the program the time that it needs to save its files, after it left the terminal.
///
/// The next polite signal starts the second again: who asks twice does not want to wait.
void guard_stop_watchdog(void);
/// Whether the terminal was resized, a stop was requested, the process was continued; each is reported once.
bool guard_take_resize(void);
bool guard_take_stop(void);
bool guard_take_continue(void);

/// Stops the process as SIGTSTP does and returns after SIGCONT; returns at once when no process could continue it.
void guard_stop(void);
/// Names what stops the group of a process that may signal only itself; it returns false where it cannot.
void guard_set_stopper(bool (*stopper)(void));
/// Whether the terminal is that of this process, and belongs to another of its programs now.
bool guard_is_in_background(int fd);
/// Ends the process by `signal`, so that the parent process sees the true cause.
_Noreturn void guard_die_by(int signal);
