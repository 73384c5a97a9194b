#define _GNU_SOURCE
#include "CTerminalGuard.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { restore_capacity = 1024, writable_timeout_ms = 200, polite_seconds = 1, alternate_stack_size = 64 * 1024 };

// Written by the main thread while `armed` is 0, read by whoever moves `armed` from 1 to 0.
static struct {
    int fd;
    int flags;
    struct termios modes;
    char bytes[restore_capacity];
    size_t length;
} terminal;
static atomic_int armed;

static atomic_int pending_signal, resized, stop_asked, continued, dying;
static int wake_pipe[2] = {-1, -1};
// A SIGALRM that nobody asked for must not end the program.
static atomic_int watchdog_set;

static const int deadly_signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS, SIGXCPU};
static const int polite_signals[] = {SIGTERM, SIGHUP, SIGINT, SIGQUIT};
#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static void wake(void)
{
    // A full pipe is already a wake-up.
    ssize_t ignored = write(wake_pipe[1], "!", 1);
    (void)ignored;
}

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
    errno = saved_errno;
}

// What happened, without snprintf. The name is the only thing that changes.
static void tell(int signal)
{
    static const char *const names[] = {
        [SIGSEGV] = "SIGSEGV", [SIGBUS] = "SIGBUS",   [SIGILL] = "SIGILL",   [SIGTRAP] = "SIGTRAP",
        [SIGFPE] = "SIGFPE",   [SIGABRT] = "SIGABRT", [SIGSYS] = "SIGSYS",   [SIGXCPU] = "SIGXCPU",
        [SIGTERM] = "SIGTERM", [SIGHUP] = "SIGHUP",   [SIGINT] = "SIGINT",   [SIGQUIT] = "SIGQUIT",
    };
    char line[96] = "termmap: stopped by ";
    strcat(line, signal > 0 && signal < (int)COUNT(names) && names[signal] ? names[signal] : "a signal");
    strcat(line, "; the terminal was restored\n");
    if (is_writable(STDERR_FILENO, 0)) {
        ssize_t ignored = write(STDERR_FILENO, line, strlen(line));
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

static _Noreturn void end_deadly(int signal)
{
    int expected = 0;
    if (!atomic_compare_exchange_strong(&dying, &expected, 1)) {
        // Another thread is at it. It needs no more than two poll timeouts.
        struct timespec second = {.tv_sec = 1};
        nanosleep(&second, NULL);
        guard_die_by(signal);
    }
    bool was_armed = atomic_load(&armed) == 1;
    restore_terminal();
    if (was_armed) tell(signal);
    guard_die_by(signal);
}

static void on_deadly(int signal, siginfo_t *info, void *context)
{
    (void)info;
    (void)context;
    end_deadly(signal);
}

static void on_polite(int signal)
{
    int saved_errno = errno;
    atomic_store(&pending_signal, signal);
    if (!atomic_exchange(&watchdog_set, 1)) alarm(polite_seconds);
    wake();
    errno = saved_errno;
}

// The loop had its second: it hangs on a blocked terminal or in a long load.
static void on_alarm(int signal)
{
    (void)signal;
    if (atomic_load(&watchdog_set)) end_deadly(atomic_load(&pending_signal));
}

static void on_flag(int signal)
{
    int saved_errno = errno;
    atomic_store(signal == SIGWINCH ? &resized : signal == SIGTSTP ? &stop_asked : &continued, 1);
    wake();
    errno = saved_errno;
}

static void handle(int signal, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART | SA_ONSTACK};
    sigfillset(&action.sa_mask);
    sigaction(signal, &action, NULL);
}

static bool is_ignored(int signal)
{
    struct sigaction current;
    return sigaction(signal, NULL, &current) == 0 && current.sa_handler == SIG_IGN;
}

// A stack overflow leaves no room for a handler on the stack that overflowed.
static int install_alternate_stack(void)
{
    void *memory = mmap(NULL, alternate_stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return errno;
    stack_t stack = {.ss_sp = memory, .ss_size = alternate_stack_size};
    return sigaltstack(&stack, NULL) == 0 ? 0 : errno;
}

int guard_install(void)
{
    if (wake_pipe[0] >= 0) return 0;
    if (pipe2(wake_pipe, O_CLOEXEC | O_NONBLOCK) != 0) return errno;
    int failure = install_alternate_stack();
    if (failure != 0) return failure;
    for (size_t i = 0; i < COUNT(deadly_signals); i++) {
        struct sigaction action = {.sa_sigaction = on_deadly, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND};
        sigfillset(&action.sa_mask);
        sigaction(deadly_signals[i], &action, NULL);
    }
    for (size_t i = 0; i < COUNT(polite_signals); i++) {
        if (!is_ignored(polite_signals[i])) handle(polite_signals[i], on_polite);
    }
    handle(SIGALRM, on_alarm);
    handle(SIGWINCH, on_flag);
    handle(SIGCONT, on_flag);
    if (!is_ignored(SIGTSTP)) handle(SIGTSTP, on_flag);
    // EPIPE says the same and can be answered.
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigaction(SIGPIPE, &ignore, NULL);
    sigaction(SIGUSR1, &ignore, NULL);
    sigaction(SIGUSR2, &ignore, NULL);
    // A parent may have left them blocked.
    sigset_t ours;
    sigemptyset(&ours);
    for (size_t i = 0; i < COUNT(deadly_signals); i++) sigaddset(&ours, deadly_signals[i]);
    for (size_t i = 0; i < COUNT(polite_signals); i++) sigaddset(&ours, polite_signals[i]);
    sigaddset(&ours, SIGALRM);
    sigaddset(&ours, SIGWINCH);
    sigaddset(&ours, SIGCONT);
    sigaddset(&ours, SIGTSTP);
    pthread_sigmask(SIG_UNBLOCK, &ours, NULL);
    return 0;
}

int guard_wake_descriptor(void) { return wake_pipe[0]; }

void guard_drain_wake_pipe(void)
{
    char bytes[64];
    while (read(wake_pipe[0], bytes, sizeof bytes) > 0) {}
}

bool guard_arm(int fd, const char *restore_bytes, size_t length)
{
    guard_disarm();
    if (length > restore_capacity || tcgetattr(fd, &terminal.modes) != 0) return false;
    terminal.fd = fd;
    terminal.flags = fcntl(fd, F_GETFL);
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

int guard_take_signal(void) { return atomic_load(&pending_signal); }
bool guard_take_resize(void) { return atomic_exchange(&resized, 0); }
bool guard_take_stop(void) { return atomic_exchange(&stop_asked, 0); }
bool guard_take_continue(void) { return atomic_exchange(&continued, 0); }

void guard_stop(void)
{
    // A shell without job control starts its programs so; nobody would continue us.
    if (is_ignored(SIGTSTP)) return;
    struct sigaction standard = {.sa_handler = SIG_DFL}, ours;
    sigaction(SIGTSTP, &standard, &ours);
    // The whole group, as the terminal does: a program that started us may wait for it.
    kill(0, SIGTSTP);
    sigaction(SIGTSTP, &ours, NULL);
}
