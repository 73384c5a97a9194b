#ifdef __linux__
#define _GNU_SOURCE
#include "Calls.h"
#include "Lock.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#if defined(__x86_64__)
static const uint32_t architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
static const uint32_t architecture = AUDIT_ARCH_AARCH64;
#endif

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
enum { capacity = 1024, x32_bit = 0x40000000 };
// Numbers of ioctl: to type into a terminal, and to paste on the console.
enum { type_into_terminal = 0x5412, paste_on_console = 0x541C };
// All new namespaces; the bit of the one for time is part of a signal here.
enum { new_namespaces = 0x7E020000 };

struct program {
    struct sock_filter lines[capacity];
    unsigned short count;
};

static void add(struct program *program, struct sock_filter line)
{
    if (program->count < capacity) program->lines[program->count++] = line;
}

static void load(struct program *program, size_t offset)
{
    add(program, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset));
}

// The lower half; the upper half of the arguments that are compared here means nothing to the kernel.
static void load_argument(struct program *program, unsigned index)
{
    load(program, offsetof(struct seccomp_data, args) + 8 * index);
}

static void finish(struct program *program, uint32_t verdict)
{
    add(program, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, verdict));
}

static uint32_t refusal(int code) { return SECCOMP_RET_ERRNO | (uint32_t)code; }

// The next `skipped` lines are for what is loaded only where it equals `value`.
static void only_where_equal(struct program *program, uint32_t value, uint8_t skipped)
{
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skipped));
}

static void only_where_any(struct program *program, uint32_t bits, uint8_t skipped)
{
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, skipped));
}

static void verdict_for(struct program *program, uint32_t value, uint32_t verdict)
{
    only_where_equal(program, value, 1);
    finish(program, verdict);
}

static void begin(struct program *program)
{
    program->count = 0;
    load(program, offsetof(struct seccomp_data, arch));
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, architecture, 1, 0));
    finish(program, refusal(EPERM));
    load(program, offsetof(struct seccomp_data, nr));
#ifdef __x86_64__
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, x32_bit, 0, 1));
    finish(program, refusal(ENOSYS));
#endif
}

// Verdicts of calls by number: each holds from its first number up to the first of the next.
struct verdicts {
    struct span {
        uint32_t first, verdict;
    } spans[capacity];
    size_t count;
};

enum { most_calls = 1024 };

static void add_span(struct verdicts *verdicts, uint32_t first, uint32_t verdict)
{
    if (verdicts->count > 0 && verdicts->spans[verdicts->count - 1].verdict == verdict) return;
    if (verdicts->count < capacity) verdicts->spans[verdicts->count++] = (struct span){first, verdict};
}

// The allowed calls, the refused ones, and what becomes of all others.
static void decide(
    struct verdicts *verdicts, const int *allowed, size_t allowed_count, const int *refused, size_t refused_count,
    uint32_t others)
{
    static uint32_t by_number[most_calls];
    for (size_t number = 0; number < most_calls; number++) by_number[number] = others;
    for (size_t i = 0; i < refused_count; i++) {
        if (refused[i] < most_calls) by_number[refused[i]] = refusal(EPERM);
    }
    for (size_t i = 0; i < allowed_count; i++) {
        if (allowed[i] < most_calls) by_number[allowed[i]] = SECCOMP_RET_ALLOW;
    }
    verdicts->count = 0;
    for (size_t number = 0; number < most_calls; number++) add_span(verdicts, (uint32_t)number, by_number[number]);
    add_span(verdicts, most_calls, others);
}

// A binary search. The kernel walks a filter for the number of every call when it is installed, and again for calls whose
// verdict depends on more: one comparison after the other took ten times as long.
static void search(struct program *program, const struct span *spans, size_t count)
{
    if (count == 1) return finish(program, spans->verdict);
    const size_t left = count / 2;
    // A verdict for each span, and a comparison for each but the first.
    const uint8_t skipped = (uint8_t)(2 * left - 1);
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, spans[left].first, skipped, 0));
    search(program, spans, left);
    search(program, spans + left, count - left);
}

static int install(struct program *program, unsigned flags)
{
    const struct sock_fprog code = {.len = program->count, .filter = program->lines};
    const long result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &code);
    // A positive number is that of a thread that could not be filtered.
    return result == 0 ? 0 : result > 0 ? EBUSY : errno;
}

bool lock_has_filters(void)
{
    const uint32_t action = SECCOMP_RET_ERRNO;
    return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

// Devices are controlled as usual, but nothing is typed into a terminal.
static void add_control(struct program *program)
{
    only_where_equal(program, SYS_ioctl, 6);
    load_argument(program, 1);
    verdict_for(program, type_into_terminal, refusal(EPERM));
    verdict_for(program, paste_on_console, refusal(EPERM));
    finish(program, SECCOMP_RET_ALLOW);
}

static void add_sockets(struct program *program, const struct lock_rules *rules)
{
    if (!rules->has_network) {
        verdict_for(program, SYS_socket, refusal(EPERM));
        verdict_for(program, SYS_connect, refusal(EPERM));
        verdict_for(program, SYS_bind, refusal(EPERM));
        return;
    }
    // Names are looked up through sockets of the kernel's own, which must be bound. Landlock refuses ports.
    verdict_for(program, SYS_connect, SECCOMP_RET_ALLOW);
    verdict_for(program, SYS_bind, SECCOMP_RET_ALLOW);
    only_where_equal(program, SYS_socket, 13);
    load_argument(program, 0);
    verdict_for(program, AF_UNIX, SECCOMP_RET_ALLOW);
    verdict_for(program, AF_NETLINK, SECCOMP_RET_ALLOW);
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_INET, 2, 0));
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_INET6, 1, 0));
    finish(program, refusal(EPERM));
    load_argument(program, 1);
    // Raw sockets are type 3; those of streams and datagrams have no other bit of the two in common.
    add(program, (struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0xF));
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, SOCK_RAW, 0, 1));
    finish(program, refusal(EPERM));
    finish(program, SECCOMP_RET_ALLOW);
}

static void add_processes(struct program *program, const struct lock_rules *rules)
{
    const uint32_t verdict = rules->has_programs ? SECCOMP_RET_ALLOW : refusal(EPERM);
    verdict_for(program, SYS_execve, verdict);
#ifdef __x86_64__
    verdict_for(program, SYS_fork, verdict);
    verdict_for(program, SYS_vfork, verdict);
#endif
    // Its flags lie in memory, which a filter cannot read: the C library then uses the older call.
    verdict_for(program, SYS_clone3, refusal(ENOSYS));
    only_where_equal(program, SYS_clone, 6);
    load_argument(program, 0);
    only_where_any(program, new_namespaces, 1);
    finish(program, refusal(EPERM));
    only_where_any(program, CLONE_THREAD, 1);
    finish(program, SECCOMP_RET_ALLOW);
    finish(program, verdict);
}

// Landlock keeps signals within the program where it can (version 6); older kernels let this process signal itself,
// stop its group and kill those that it started.
static void add_signals(struct program *program, const struct lock_rules *rules, bool has_scopes)
{
    if (has_scopes || rules->has_programs) {
        verdict_for(program, SYS_tgkill, SECCOMP_RET_ALLOW);
        verdict_for(program, SYS_tkill, SECCOMP_RET_ALLOW);
    }
    if (has_scopes) return verdict_for(program, SYS_kill, SECCOMP_RET_ALLOW);
    const uint32_t process = (uint32_t)getpid();
    only_where_equal(program, SYS_tgkill, 4);
    load_argument(program, 0);
    verdict_for(program, process, SECCOMP_RET_ALLOW);
    finish(program, refusal(EPERM));
    only_where_equal(program, SYS_kill, rules->has_programs ? 9 : 7);
    load_argument(program, 0);
    verdict_for(program, process, SECCOMP_RET_ALLOW);
    // A process number of another process, above 0, gets no signal.
    load_argument(program, 1);
    if (rules->has_programs) verdict_for(program, SIGKILL, SECCOMP_RET_ALLOW);
    verdict_for(program, SIGTSTP, SECCOMP_RET_ALLOW);
    finish(program, refusal(EPERM));
}

// Times of open files are set; those of files by name are not.
static void add_times(struct program *program)
{
    only_where_equal(program, SYS_utimensat, 6);
    load_argument(program, 1);
    only_where_equal(program, 0, 3);
    load(program, offsetof(struct seccomp_data, args) + 12);
    only_where_equal(program, 0, 1);
    finish(program, SECCOMP_RET_ALLOW);
    finish(program, refusal(EPERM));
}

int lock_filter_program(const struct lock_rules *rules, bool has_scopes)
{
    struct program program;
    struct verdicts verdicts;
    begin(&program);
    // Each ends with a verdict or leaves the number of the call loaded.
    add_processes(&program, rules);
    add_sockets(&program, rules);
    add_signals(&program, rules, has_scopes);
    add_control(&program);
    add_times(&program);
    decide(
        &verdicts, allowed_calls, COUNT(allowed_calls), refused_calls, COUNT(refused_calls), refusal(ENOSYS));
    search(&program, verdicts.spans, verdicts.count);
    return install(&program, SECCOMP_FILTER_FLAG_TSYNC);
}

int lock_filter_broker(void)
{
    struct program program;
    struct verdicts verdicts;
    begin(&program);
    only_where_equal(&program, SYS_kill, 4);
    load_argument(&program, 0);
    verdict_for(&program, 0, SECCOMP_RET_ALLOW);
    finish(&program, refusal(EPERM));
    decide(&verdicts, broker_calls, COUNT(broker_calls), NULL, 0, refusal(EPERM));
    search(&program, verdicts.spans, verdicts.count);
    return install(&program, 0);
}
#endif
