#define _GNU_SOURCE
#include "CPseudoTerminal.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

int pseudo_open(int rows, int columns, int *master, int *slave)
{
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    if (openpty(master, slave, NULL, NULL, &size) != 0) return errno;
    fcntl(*master, F_SETFD, FD_CLOEXEC);
    fcntl(*slave, F_SETFD, FD_CLOEXEC);
    fcntl(*master, F_SETFL, O_NONBLOCK);
    return 0;
}

int pseudo_start(const char *path, char *const arguments[], char *const environment[], int input, int slave,
                 pid_t *child)
{
    *child = fork();
    if (*child < 0) return errno;
    if (*child > 0) return 0;
    setsid();
    ioctl(slave, TIOCSCTTY, 0);
    for (int fd = 0; fd < 3; fd++) dup2(fd == 0 && input >= 0 ? input : slave, fd);
    // The test runner's own signals and files are not the program's.
    for (int signal = 1; signal <= SIGRTMAX; signal++) {
        struct sigaction standard = {.sa_handler = SIG_DFL};
        sigaction(signal, &standard, NULL);
    }
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    close_range(3, ~0U, 0);
    execve(path, arguments, environment);
    _exit(127);
}

long pseudo_read(int master, void *buffer, size_t size, int timeout_ms)
{
    struct pollfd descriptor = {.fd = master, .events = POLLIN};
    if (poll(&descriptor, 1, timeout_ms) <= 0) return 0;
    ssize_t count = read(master, buffer, size);
    if (count > 0) return count;
    return count < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : -1;
}

bool pseudo_write(int master, const void *bytes, size_t size, int timeout_ms)
{
    const char *next = bytes;
    while (size > 0) {
        ssize_t count = write(master, next, size);
        if (count > 0) {
            next += count;
            size -= (size_t)count;
            continue;
        }
        struct pollfd descriptor = {.fd = master, .events = POLLOUT};
        if (count < 0 && errno != EAGAIN) return false;
        if (poll(&descriptor, 1, timeout_ms) <= 0) return false;
    }
    return true;
}

void pseudo_resize(int master, int rows, int columns)
{
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    ioctl(master, TIOCSWINSZ, &size);
}

int pseudo_set_speed(int slave, int bits_per_second)
{
    struct termios modes;
    if (tcgetattr(slave, &modes) != 0) return errno;
    speed_t speed = bits_per_second == 9600 ? B9600 : bits_per_second == 19200 ? B19200 : B38400;
    cfsetispeed(&modes, speed);
    cfsetospeed(&modes, speed);
    return tcsetattr(slave, TCSANOW, &modes) == 0 ? 0 : errno;
}

size_t pseudo_modes(int slave, void *modes, size_t size)
{
    struct termios current;
    memset(&current, 0, sizeof current);
    if (tcgetattr(slave, &current) != 0) return 0;
    if (size > sizeof current) size = sizeof current;
    memcpy(modes, &current, size);
    return size;
}

bool pseudo_wait(pid_t child, int *code, int *signal)
{
    int status;
    if (waitpid(child, &status, WNOHANG) != child) return false;
    *code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    *signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    return true;
}

// The contents of a small file of /proc, cut to the size of `text`; empty if it is gone.
static void read_text(const char *path, char *text, size_t size)
{
    text[0] = 0;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    ssize_t count = read(file, text, size - 1);
    close(file);
    text[count > 0 ? count : 0] = 0;
}

// The fields of a stat file after the name: the state is the first.
static const char *after_name(const char *stat)
{
    const char *name_end = strrchr(stat, ')');
    return name_end && name_end[1] ? name_end + 2 : "";
}

static unsigned long long switches_of(const char *status)
{
    unsigned long long sum = 0;
    for (const char *next = status; (next = strstr(next, "voluntary_ctxt_switches:")); next++)
        sum += strtoull(next + strlen("voluntary_ctxt_switches:"), NULL, 10);
    return sum;
}

static void add_threads(const char *process, unsigned long long *switches, bool *sleeps)
{
    char path[600], text[4096];
    snprintf(path, sizeof path, "/proc/%s/task", process);
    DIR *threads = opendir(path);
    if (!threads) return;
    for (struct dirent *thread; (thread = readdir(threads));) {
        if (!isdigit(thread->d_name[0])) continue;
        snprintf(path, sizeof path, "/proc/%s/task/%s/stat", process, thread->d_name);
        read_text(path, text, sizeof text);
        if (strchr("RD", after_name(text)[0])) *sleeps = false;
        snprintf(path, sizeof path, "/proc/%s/task/%s/status", process, thread->d_name);
        read_text(path, text, sizeof text);
        *switches += switches_of(text);
    }
    closedir(threads);
}

bool pseudo_sleeps(pid_t session, unsigned long long *switches)
{
    bool sleeps = true;
    *switches = 0;
    DIR *processes = opendir("/proc");
    if (!processes) return true;
    for (struct dirent *process; (process = readdir(processes));) {
        char path[600], text[4096];
        int owner = 0;
        if (!isdigit(process->d_name[0])) continue;
        snprintf(path, sizeof path, "/proc/%s/stat", process->d_name);
        read_text(path, text, sizeof text);
        if (sscanf(after_name(text), "%*c %*d %*d %d", &owner) == 1 && owner == session)
            add_threads(process->d_name, switches, &sleeps);
    }
    closedir(processes);
    return sleeps;
}

char pseudo_state(pid_t child)
{
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)child);
    read_text(path, text, sizeof text);
    return after_name(text)[0];
}
