#ifdef __linux__
#define _GNU_SOURCE
#include "CLock.h"
#include "Request.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

// The program's side of the broker.

// Asks and waits; the descriptor that comes with the answer, or 0, or -1 and errno.
static int ask(int broker, const struct request *request)
{
    struct iovec piece = {.iov_base = (void *)request, .iov_len = sizeof *request};
    struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
    ssize_t count;
    while ((count = sendmsg(broker, &message, MSG_NOSIGNAL)) < 0 && errno == EINTR) {}
    if (count < 0) {
        errno = EACCES;
        return -1;
    }
    int code = 0, descriptor = 0;
    union {
        char bytes[CMSG_SPACE(sizeof(int))];
        struct cmsghdr head;
    } control;
    struct iovec answer = {.iov_base = &code, .iov_len = sizeof code};
    message = (struct msghdr){.msg_iov = &answer, .msg_iovlen = 1, .msg_control = control.bytes};
    message.msg_controllen = sizeof control.bytes;
    while ((count = recvmsg(broker, &message, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR) {}
    if (count != sizeof code) code = EACCES;
    if (code != 0) {
        errno = code;
        return -1;
    }
    const struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    if (head != NULL && head->cmsg_type == SCM_RIGHTS) memcpy(&descriptor, CMSG_DATA(head), sizeof descriptor);
    return descriptor;
}

static bool put(const char *text, char *place)
{
    const size_t length = strlen(text);
    if (length >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return false;
    }
    memcpy(place, text, length + 1);
    return true;
}

int lock_ask_open(int broker, const char *path, int flags, unsigned mode)
{
    struct request request = {.deed = deed_open, .flags = flags, .mode = mode};
    return put(path, request.path) ? ask(broker, &request) : -1;
}

int lock_ask_rename(int broker, const char *path, const char *name)
{
    struct request request = {.deed = deed_rename};
    return put(path, request.path) && put(name, request.name) ? ask(broker, &request) : -1;
}

int lock_ask_remove(int broker, const char *path)
{
    struct request request = {.deed = deed_remove};
    return put(path, request.path) ? ask(broker, &request) : -1;
}

int lock_ask_stop(int broker)
{
    const struct request request = {.deed = deed_stop};
    return ask(broker, &request);
}

void lock_finish_broker(int broker, int process)
{
    close(broker);
    // Where nobody takes the status of orphans, as in containers, the process would stay in the list for ever.
    while (waitpid(process, NULL, 0) < 0 && errno == EINTR) {}
}

int lock_open_memory(void) { return memfd_create("termmap", MFD_CLOEXEC); }
#else
#include "CLock.h"

#include <errno.h>

static int unsupported(void)
{
    errno = ENOSYS;
    return -1;
}

int lock_ask_open(int broker, const char *path, int flags, unsigned mode)
{
    return (void)broker, (void)path, (void)flags, (void)mode, unsupported();
}
int lock_ask_rename(int broker, const char *path, const char *name)
{
    return (void)broker, (void)path, (void)name, unsupported();
}
int lock_ask_remove(int broker, const char *path) { return (void)broker, (void)path, unsupported(); }
int lock_ask_stop(int broker) { return (void)broker, unsupported(); }
void lock_finish_broker(int broker, int process) { (void)broker, (void)process; }
int lock_open_memory(void) { return unsupported(); }
#endif
