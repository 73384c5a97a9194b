#define _GNU_SOURCE
#include "Guard.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/syscall.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { restore_capacity = 1024, writable_timeout_ms = 200, hand_over_seconds = 1 };

// Written by the main thread while `armed` is 0, read by the thread that moves `armed` from 1 to 0.
static struct {
    int fd;
    int flags;
    struct termios modes;
    char bytes[restore_capacity];
    size_t length;
} terminal;
static atomic_int armed;
// The user's standard error while descriptor 2 is something else; negative while it is not.
static atomic_int error_descriptor = -1;

// The signal to die by: the first deadly one.
static atomic_int cause;
static pid_t main_thread;

void remember_main_thread(void) { main_thread = gettid(); }

// From here to `restore_terminal`: async-signal-safe calls only.

static bool is_writable(int fd, int timeout_ms)
{
    struct pollfd descriptor = {.fd = fd, .events = POLLOUT};
    return poll(&descriptor, 1, timeout_ms) == 1 && (descriptor.revents & POLLOUT);
}

static void write_without_blocking(int fd, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t written = write(fd, bytes, length);
        if (written > 0) {
            bytes += written;
            length -= (size_t)written;
        } else if (written < 0 && errno == EAGAIN) {
            if (!is_writable(fd, writable_timeout_ms)) return;
        } else if (!(written < 0 && errno == EINTR)) {
            return;
        }
    }
}

static void restore_terminal(void)
{
    int expected = 1;
    if (!atomic_compare_exchange_strong(&armed, &expected, 0)) return;
    int saved_errno = errno;
    int fd = terminal.fd;
    // A terminal that does not read (Ctrl-S, a stuck ssh) loses what waits for it, or we would wait with it.
    if (!is_writable(fd, writable_timeout_ms)) tcflush(fd, TCOFLUSH);
    int flags = fcntl(fd, F_GETFL);
    if (flags >= 0) fcntl(fd, F_SETFL, flags | O_NONBLOCK);
    write_without_blocking(fd, terminal.bytes, terminal.length);
    if (terminal.flags >= 0) fcntl(fd, F_SETFL, terminal.flags);
    // TCSADRAIN would wait for a blocked terminal.
    tcsetattr(fd, TCSANOW, &terminal.modes);
    int error = atomic_load(&error_descriptor);
    if (error >= 0) dup2(error, STDERR_FILENO);
    errno = saved_errno;
}

// What happened, without snprintf. The name is the only thing that changes.
static void tell(int signal)
{
    static const char *const names[] = {
        [SIGSEGV] = "SIGSEGV", [SIGBUS] = "SIGBUS",   [SIGILL] = "SIGILL",       [SIGTRAP] = "SIGTRAP",
        [SIGFPE] = "SIGFPE",   [SIGABRT] = "SIGABRT", [SIGSYS] = "SIGSYS",       [SIGXCPU] = "SIGXCPU",
        [SIGTERM] = "SIGTERM", [SIGHUP] = "SIGHUP",   [SIGINT] = "SIGINT",       [SIGQUIT] = "SIGQUIT",
        [SIGPWR] = "SIGPWR",   [SIGPROF] = "SIGPROF", [SIGVTALRM] = "SIGVTALRM", [SIGIO] = "SIGIO",
    };
    char line[96] = "termmap: stopped by ";
    strcat(line, signal > 0 && signal < (int)(sizeof names / sizeof names[0]) && names[signal] ? names[signal] : "a signal");
    strcat(line, "; the terminal was restored\n");
    int error = atomic_load(&error_descriptor);
    if (error < 0) error = STDERR_FILENO;
    if (is_writable(error, 0)) {
        ssize_t ignored = write(error, line, strlen(line));
        (void)ignored;
    }
}

_Noreturn void guard_die_by(int signal)
{
    struct sigaction standard = {.sa_handler = SIG_DFL};
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, signal);
    sigaction(signal, &standard, NULL);
    pthread_sigmask(SIG_UNBLOCK, &only, NULL);
    raise(signal);
    // Only a signal whose default is not to die comes here.
    _exit(128 + signal);
}

// Only the main thread restores, in a handler that it never leaves: what it was drawing cannot follow the restore, and
// a second signal waits behind the first. Another thread hands its end over and waits.
_Noreturn void end_deadly(int signal)
{
    int none = 0;
    atomic_compare_exchange_strong(&cause, &none, signal);
    if (gettid() != main_thread) {
        syscall(SYS_tgkill, getpid(), main_thread, SIGABRT);
        struct timespec rest = {.tv_sec = hand_over_seconds};
        while (nanosleep(&rest, &rest) != 0 && errno == EINTR) {}
        // The main thread hangs where no signal reaches it.
    }
    bool was_armed = atomic_load(&armed) == 1;
    restore_terminal();
    signal = atomic_load(&cause);
    if (was_armed) tell(signal);
    guard_die_by(signal);
}

bool guard_arm(int fd, const char *restore_bytes, size_t length)
{
    guard_disarm();
    if (length > restore_capacity || tcgetattr(fd, &terminal.modes) != 0) return false;
    terminal.fd = fd;
    terminal.flags = fcntl(fd, F_GETFL);
    if (terminal.flags >= 0) fcntl(fd, F_SETFL, terminal.flags | O_NONBLOCK);
    memcpy(terminal.bytes, restore_bytes, length);
    terminal.length = length;
    atomic_store(&armed, 1);
    return true;
}

void guard_restore(void)
{
    // A process in the background that sets the modes is stopped by SIGTTOU unless it blocks it.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    restore_terminal();
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void guard_disarm(void) { atomic_store(&armed, 0); }

void guard_set_error_descriptor(int fd) { atomic_store(&error_descriptor, fd); }
