#define _GNU_SOURCE
#include "CPseudoTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
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

bool pseudo_wait(pid_t child, int timeout_ms, int *code, int *signal)
{
    for (int waited = 0;; waited += 2) {
        int status;
        if (waitpid(child, &status, WNOHANG) == child) {
            *code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
            *signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
            return true;
        }
        if (waited >= timeout_ms) return false;
        struct timespec pause = {.tv_nsec = 2000000};
        nanosleep(&pause, NULL);
    }
}

char pseudo_state(pid_t child)
{
    char path[64], line[512];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)child);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    ssize_t count = read(file, line, sizeof line - 1);
    close(file);
    if (count <= 0) return 0;
    line[count] = 0;
    char *after_name = strrchr(line, ')');
    return after_name && after_name[1] ? after_name[2] : 0;
}
