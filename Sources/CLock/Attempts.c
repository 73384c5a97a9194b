#if defined(DEBUG) && defined(__linux__)
#define _GNU_SOURCE
#include "CLock.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// What a parser that was taken over might try. Each does no harm where it succeeds.

static int code_of(long result) { return result >= 0 ? 0 : errno; }

static int read_file(const char *victim, const char *folder)
{
    (void)folder;
    const int file = open(victim, O_RDONLY | O_CLOEXEC);
    const int code = code_of(file);
    if (file >= 0) close(file);
    return code;
}

static int write_file(const char *victim, const char *folder)
{
    (void)folder;
    const int file = open(victim, O_WRONLY | O_APPEND | O_CLOEXEC);
    const int code = code_of(file);
    if (file >= 0) close(file);
    return code;
}

static int make_file(const char *victim, const char *folder)
{
    (void)victim;
    char path[4096];
    snprintf(path, sizeof path, "%s/made", folder);
    const int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    const int code = code_of(file);
    if (file >= 0) close(file);
    return code;
}

static int list_folder(const char *victim, const char *folder)
{
    (void)victim;
    const int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const int code = code_of(file);
    if (file >= 0) close(file);
    return code;
}

static int make_link(const char *victim, const char *folder)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/link", folder);
    return code_of(symlink(victim, path));
}

static int rename_file(const char *victim, const char *folder)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/renamed", folder);
    const int code = code_of(rename(victim, path));
    if (code == 0) rename(path, victim);
    return code;
}

static int remove_file(const char *victim, const char *folder)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/link", folder);
    // The link of before, or the file itself where there is none.
    struct stat status;
    return code_of(unlink(lstat(path, &status) == 0 ? path : victim));
}

static int cut_file(const char *victim, const char *folder)
{
    (void)folder;
    struct stat status;
    if (stat(victim, &status) != 0) return errno;
    return code_of(truncate(victim, status.st_size));
}

static int change_mode(const char *victim, const char *folder)
{
    (void)folder;
    struct stat status;
    if (stat(victim, &status) != 0) return errno;
    return code_of(chmod(victim, status.st_mode & 07777));
}

// A datagram needs nobody who listens.
static int connect_out(const char *victim, const char *folder)
{
    (void)victim, (void)folder;
    const int end = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (end < 0) return errno;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(9)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int code = code_of(connect(end, (struct sockaddr *)&address, sizeof address));
    close(end);
    return code;
}

static int listen_in(const char *victim, const char *folder)
{
    (void)victim, (void)folder;
    const int end = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (end < 0) return errno;
    struct sockaddr_un_name {
        sa_family_t family;
        char name[16];
    } address = {.family = AF_UNIX, .name = "\0termmap-try"};
    int code = code_of(bind(end, (struct sockaddr *)&address, sizeof address));
    if (code == 0) code = code_of(listen(end, 1));
    close(end);
    return code;
}

static int run_shell(const char *victim, const char *folder)
{
    (void)victim, (void)folder;
    const pid_t process = fork();
    if (process < 0) return errno;
    if (process == 0) {
        execl("/bin/sh", "sh", "-c", "exit 0", (char *)NULL);
        _exit(errno);
    }
    int status = 0;
    waitpid(process, &status, 0);
    return WEXITSTATUS(status);
}

static int trace_parent(const char *victim, const char *folder)
{
    (void)victim, (void)folder;
    const int code = code_of(ptrace(PTRACE_SEIZE, getppid(), NULL, NULL));
    return code;
}

static int signal_parent(const char *victim, const char *folder)
{
    (void)victim, (void)folder;
    return code_of(kill(getppid(), 0));
}

static int mount_folder(const char *victim, const char *folder)
{
    (void)victim;
    // Without effect where it is allowed: nothing is mounted there.
    const int code = code_of(mount("none", folder, NULL, MS_REMOUNT | MS_BIND, NULL));
    return code == EINVAL ? 0 : code;
}

static int load_program(const char *victim, const char *folder)
{
    (void)victim, (void)folder;
    const int code = code_of(syscall(SYS_bpf, 9999, NULL, 0));
    return code == EINVAL ? 0 : code;
}

static int set_up_ring(const char *victim, const char *folder)
{
    (void)victim, (void)folder;
    char parameters[256] = {0};
    const int ring = (int)syscall(425, 1, parameters);
    const int code = code_of(ring);
    if (ring >= 0) close(ring);
    return code;
}

static int leave_namespace(const char *victim, const char *folder)
{
    (void)victim, (void)folder;
    // Nothing to unshare: allowed to everybody.
    return code_of(unshare(0));
}

static int type_into_terminal(const char *victim, const char *folder)
{
    (void)victim, (void)folder;
    const int code = code_of(ioctl(STDERR_FILENO, TIOCSTI, ""));
    // There is no terminal, or the kernel has none of it: not the lock.
    return code == ENOTTY || code == EIO ? 0 : code;
}

static const struct {
    const char *name;
    int (*attempt)(const char *victim, const char *folder);
} attempts[] = {
    {"read", read_file},          {"write", write_file},          {"create", make_file},
    {"list", list_folder},        {"symlink", make_link},         {"rename", rename_file},
    {"truncate", cut_file},       {"chmod", change_mode},         {"connect", connect_out},
    {"listen", listen_in},        {"exec", run_shell},            {"ptrace", trace_parent},
    {"kill", signal_parent},      {"mount", mount_folder},        {"bpf", load_program},
    {"io_uring", set_up_ring},    {"unshare", leave_namespace},   {"TIOCSTI", type_into_terminal},
    {"unlink", remove_file},
};

size_t lock_attempt_count(void) { return sizeof attempts / sizeof attempts[0]; }
const char *lock_attempt_name(size_t index) { return attempts[index].name; }
int lock_attempt(size_t index, const char *victim, const char *folder)
{
    errno = 0;
    return attempts[index].attempt(victim, folder);
}
#endif
