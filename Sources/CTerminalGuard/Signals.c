#define _GNU_SOURCE
#include "Guard.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { alternate_stack_size = 64 * 1024 };

// How long the loop may take to leave.
static unsigned polite_seconds = 1;

static atomic_int pending_signal, resized, stop_asked, continued;
static int wake_pipe[2] = {-1, -1};
// An unexpected SIGALRM must not end the program.
static atomic_int watchdog_set;

// Those of a fault: the program cannot go on. All others whose default is to end the process are polite or ignored.
static const int deadly_signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS};
static const int polite_signals[] = {SIGTERM, SIGHUP,    SIGINT,  SIGQUIT, SIGXCPU,
                                     SIGPWR,  SIGVTALRM, SIGPROF, SIGIO,   SIGSTKFLT};
// EPIPE and EFBIG say the same as SIGPIPE and SIGXFSZ and can be answered.
static const int ignored_signals[] = {SIGPIPE, SIGXFSZ, SIGUSR1, SIGUSR2};
// The C library keeps these to itself and refuses sigaction; it takes them over when it needs them.
static const int library_signals[] = {32, 33};
#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static void wake(void)
{
    // A full pipe is already a wake-up.
    ssize_t ignored = write(wake_pipe[1], "!", 1);
    (void)ignored;
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

static void ignore_signals(void)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    for (size_t i = 0; i < COUNT(ignored_signals); i++) sigaction(ignored_signals[i], &ignore, NULL);
    // As the kernel has it: handler, flags, restorer, mask.
    const unsigned long kernel_ignore[] = {(unsigned long)SIG_IGN, 0, 0, 0};
    for (size_t i = 0; i < COUNT(library_signals); i++) {
        syscall(SYS_rt_sigaction, library_signals[i], kernel_ignore, NULL, sizeof(unsigned long));
    }
}

static void handle_polite(int signal, sigset_t *ours)
{
    sigaddset(ours, signal);
    if (!is_ignored(signal)) handle(signal, on_polite);
}

// Debug builds that are tested on a slow machine wait longer, as Slowness.swift has it.
static void read_slowness(void)
{
#ifdef DEBUG
    const char *text = getenv("TERMMAP_SLOWNESS");
    if (text) polite_seconds = (unsigned)atoi(text);
#endif
}

int guard_install(void)
{
    if (wake_pipe[0] >= 0) return 0;
    read_slowness();
    fill_standard_streams();
    remember_main_thread();
    if (pipe2(wake_pipe, O_CLOEXEC | O_NONBLOCK) != 0) return errno;
    int failure = install_alternate_stack();
    if (failure != 0) return failure;
    // A parent may have left them blocked.
    sigset_t ours;
    sigemptyset(&ours);
    for (size_t i = 0; i < COUNT(deadly_signals); i++) {
        // Not once only: a second one must find the handler too. Its own faults end the process, all being blocked.
        struct sigaction action = {.sa_sigaction = on_deadly, .sa_flags = SA_SIGINFO | SA_ONSTACK};
        sigfillset(&action.sa_mask);
        sigaction(deadly_signals[i], &action, NULL);
        sigaddset(&ours, deadly_signals[i]);
    }
    for (size_t i = 0; i < COUNT(polite_signals); i++) handle_polite(polite_signals[i], &ours);
    for (int signal = SIGRTMIN; signal <= SIGRTMAX; signal++) handle_polite(signal, &ours);
    handle(SIGALRM, on_alarm);
    handle(SIGWINCH, on_flag);
    handle(SIGCONT, on_flag);
    if (!is_ignored(SIGTSTP)) handle(SIGTSTP, on_flag);
    ignore_signals();
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

void guard_stop_watchdog(void)
{
    alarm(0);
    atomic_store(&watchdog_set, 0);
}

int guard_take_signal(void) { return atomic_load(&pending_signal); }
bool guard_take_resize(void) { return atomic_exchange(&resized, 0); }
bool guard_take_stop(void) { return atomic_exchange(&stop_asked, 0); }
bool guard_take_continue(void) { return atomic_exchange(&continued, 0); }

static bool (*group_stopper)(void);

void guard_set_stopper(bool (*stopper)(void)) { group_stopper = stopper; }

void guard_stop(void)
{
    // A shell without job control starts its programs like this; none would continue this one.
    if (is_ignored(SIGTSTP)) return;
    struct sigaction standard = {.sa_handler = SIG_DFL}, ours;
    sigaction(SIGTSTP, &standard, &ours);
    // The whole group, as the terminal does: a program that started us may wait for it.
    if (group_stopper == NULL || !group_stopper()) kill(0, SIGTSTP);
    sigaction(SIGTSTP, &ours, NULL);
}

bool guard_is_in_background(int fd)
{
    const pid_t group = tcgetpgrp(fd);
    return group > 0 && group != getpgrp();
}
