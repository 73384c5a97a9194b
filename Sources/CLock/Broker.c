#ifdef __linux__
#define _GNU_SOURCE
#include "Calls.h"
#include "Lock.h"
#include "Request.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

// Opens files for a program that has given up opening them: paths that it was started with, and files of data that the
// user names later. It has one thread, no data, and no descriptor but its socket.

static const char new_suffix[] = ".termmap-new", lock_suffix[] = ".termmap-lock";

// A path with its folder resolved and open.
struct place {
    char folder[PATH_MAX];
    const char *base;
    int folder_descriptor;
};

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text), count = strlen(end);
    return length > count && strcmp(text + length - count, end) == 0;
}

static bool is_among(const char *path, const char *const *list)
{
    for (; *list != NULL; list++) {
        if (strcmp(path, *list) == 0) return true;
    }
    return false;
}

// Opens the folder of `path`, links followed; the last part stays a name.
static bool find_place(const char *path, struct place *place)
{
    static char copy[PATH_MAX];
    place->folder_descriptor = -1;
    strcpy(copy, path);
    char *slash = strrchr(copy, '/');
    const char *folder = slash == NULL ? "." : slash == copy ? "/" : copy;
    place->base = slash == NULL ? path : path + (slash - copy) + 1;
    if (slash != NULL) *slash = '\0';
    if (*place->base == '\0' || strcmp(place->base, ".") == 0 || strcmp(place->base, "..") == 0) {
        errno = EISDIR;
        return false;
    }
    if (realpath(folder, place->folder) == NULL) return false;
    place->folder_descriptor = open(place->folder, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    return place->folder_descriptor >= 0;
}

static bool whole_path(const struct place *place, size_t base_length, char *path)
{
    const size_t length = strlen(place->folder);
    if (length + 1 + base_length >= PATH_MAX) return false;
    memcpy(path, place->folder, length);
    size_t end = length;
    if (end == 0 || path[end - 1] != '/') path[end++] = '/';
    memcpy(path + end, place->base, base_length);
    path[end + base_length] = '\0';
    return true;
}

// A name or a folder that begins with a dot, other than those that the program was started in.
static bool is_hidden(const char *path, const char *home)
{
    const size_t length = strlen(home);
    if (strncmp(path, home, length) == 0 && path[length] == '/') path += length;
    return strstr(path, "/.") != NULL;
}

static bool has_ending(const char *base, size_t length, const char *const *endings)
{
    for (; *endings != NULL; endings++) {
        const size_t count = strlen(*endings);
        if (length > count + 1 && base[length - count - 1] == '.'
            && strncasecmp(base + length - count, *endings, count) == 0) {
            return true;
        }
    }
    return false;
}

// Whether the file whose name has `length` bytes of the base may be written: one that was named at the start, or one of
// data that is visible.
static bool may_write(
    const struct lock_broker_rules *rules, const char *start_folder, const struct place *place, size_t length)
{
    static char path[PATH_MAX];
    if (!whole_path(place, length, path)) return false;
    if (is_among(path, rules->written_paths)) return true;
    return rules->saved_endings != NULL && !is_hidden(path, start_folder)
        && has_ending(place->base, length, rules->saved_endings);
}

static bool is_read(const struct lock_broker_rules *rules, const char *path)
{
    static char folder[PATH_MAX];
    if (is_among(path, rules->read_paths)) return true;
    if (strstr(path, "/..") != NULL || strncmp(path, "..", 2) == 0) return false;
    // A file in a folder that was named.
    strcpy(folder, path);
    for (char *slash; (slash = strrchr(folder, '/')) != NULL && slash != folder;) {
        *slash = '\0';
        if (is_among(folder, rules->read_folders)) return true;
    }
    return is_among(strchr(path, '/') == NULL ? "." : "", rules->read_folders);
}

static size_t stem_length(const char *base)
{
    const char *suffix = ends_with(base, new_suffix) ? new_suffix : ends_with(base, lock_suffix) ? lock_suffix : "";
    return strlen(base) - strlen(suffix);
}

static int open_written(const struct lock_broker_rules *rules, const char *start, const struct request *request)
{
    struct place place = {.folder_descriptor = -1};
    static char target[PATH_MAX];
    int file = -1;
    // The user's own link to a file is followed, that of a file that is made is not.
    const char *named = realpath(request->path, target) != NULL && is_among(target, rules->written_paths) ? target : NULL;
    if (find_place(named != NULL ? named : request->path, &place)) {
        const size_t length = stem_length(place.base);
        const bool is_beside = length < strlen(place.base);
        const int kept = O_ACCMODE | O_CREAT | O_EXCL | O_APPEND | O_NONBLOCK | O_NOCTTY;
        int flags = (request->flags & kept) | O_CLOEXEC | O_NOFOLLOW;
        static char path[PATH_MAX];
        // A file that was named at the start is opened itself; of others only those beside them are.
        const bool is_named = whole_path(&place, strlen(place.base), path) && is_among(path, rules->written_paths);
        if (ends_with(place.base, new_suffix)) flags |= O_CREAT | O_EXCL;
        if (is_named || (is_beside && may_write(rules, start, &place, length))) {
            file = openat(place.folder_descriptor, place.base, flags, request->mode & 0666);
        } else {
            errno = EACCES;
        }
    }
    const int code = errno;
    if (place.folder_descriptor >= 0) close(place.folder_descriptor);
    errno = code;
    return file;
}

static int open_asked(const struct lock_broker_rules *rules, const char *start, const struct request *request)
{
    const int kept = O_NONBLOCK | O_NOCTTY | O_NOFOLLOW | O_DIRECTORY;
    const bool only_reads = (request->flags & (O_ACCMODE | O_CREAT | O_TRUNC)) == O_RDONLY;
    if (only_reads && is_read(rules, request->path)) {
        return open(request->path, (request->flags & kept) | O_RDONLY | O_CLOEXEC);
    }
    if (!only_reads) return open_written(rules, start, request);
    errno = EACCES;
    return -1;
}

// What another name may replace: nothing, or a file of data.
static bool is_replaceable(const struct place *place)
{
    struct stat status;
    if (fstatat(place->folder_descriptor, place->base, &status, AT_SYMLINK_NOFOLLOW) != 0) return errno == ENOENT;
    return S_ISREG(status.st_mode) && (status.st_mode & 0111) == 0;
}

// The new name is on the disk only after its folder is.
static void flush(const struct place *place)
{
    const int folder = openat(place->folder_descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return;
    fsync(folder);
    close(folder);
}

static int rename_asked(const struct lock_broker_rules *rules, const char *start, const struct request *request)
{
    struct place from = {.folder_descriptor = -1}, to = {.folder_descriptor = -1};
    int code = EACCES;
    if (find_place(request->path, &from) && find_place(request->name, &to)) {
        const size_t length = strlen(to.base);
        const bool is_pair = ends_with(from.base, new_suffix) && stem_length(from.base) == length
            && strncmp(from.base, to.base, length) == 0 && strcmp(from.folder, to.folder) == 0;
        if (is_pair && may_write(rules, start, &to, length) && is_replaceable(&to)) {
            const int result = renameat(from.folder_descriptor, from.base, to.folder_descriptor, to.base);
            code = result == 0 ? 0 : errno;
            if (code == 0) flush(&to);
        }
    } else {
        code = errno;
    }
    if (from.folder_descriptor >= 0) close(from.folder_descriptor);
    if (to.folder_descriptor >= 0) close(to.folder_descriptor);
    return code;
}

static int remove_asked(const struct lock_broker_rules *rules, const char *start, const struct request *request)
{
    struct place place;
    int code = EACCES;
    if (!find_place(request->path, &place)) {
        code = errno;
    } else {
        const size_t length = stem_length(place.base);
        if (length < strlen(place.base) && may_write(rules, start, &place, length)) {
            code = unlinkat(place.folder_descriptor, place.base, 0) == 0 ? 0 : errno;
        }
    }
    if (place.folder_descriptor >= 0) close(place.folder_descriptor);
    return code;
}

static void answer(int socket, int code, int descriptor)
{
    union {
        char bytes[CMSG_SPACE(sizeof(int))];
        struct cmsghdr head;
    } control = {0};
    struct iovec piece = {.iov_base = &code, .iov_len = sizeof code};
    struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
    if (descriptor >= 0) {
        message.msg_control = control.bytes;
        message.msg_controllen = sizeof control.bytes;
        struct cmsghdr *head = CMSG_FIRSTHDR(&message);
        head->cmsg_level = SOL_SOCKET;
        head->cmsg_type = SCM_RIGHTS;
        head->cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(head), &descriptor, sizeof descriptor);
    }
    sendmsg(socket, &message, MSG_NOSIGNAL);
}

static void close_others(int socket)
{
    if (syscall(SYS_close_range, 0, socket - 1, 0) == 0 && syscall(SYS_close_range, socket + 1, ~0u, 0) == 0) return;
    for (int descriptor = 0; descriptor < 1024; descriptor++) {
        if (descriptor != socket) close(descriptor);
    }
}

// What programs that were killed have left; links are removed, not followed.
static void remove_folder(int parent, const char *path, int depth)
{
    const int folder = openat(parent, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *names = folder < 0 ? NULL : fdopendir(folder);
    if (names == NULL) return;
    for (struct dirent *entry; (entry = readdir(names)) != NULL;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        if (unlinkat(folder, entry->d_name, 0) != 0 && depth > 0) remove_folder(folder, entry->d_name, depth - 1);
    }
    closedir(names);
    unlinkat(parent, path, AT_REMOVEDIR);
}

static void finish(const struct lock_broker_rules *rules)
{
    enum { depth = 4 };
    if (rules->temporary_folder != NULL) remove_folder(AT_FDCWD, rules->temporary_folder, depth);
}

int lock_carry_out(
    const struct lock_broker_rules *rules, const char *start, void *message, size_t count, int *descriptor)
{
    struct request *request = message;
    *descriptor = -1;
    if (count != sizeof *request) return -1;
    // Ended by zeros whatever was sent.
    request->path[PATH_MAX - 1] = request->name[PATH_MAX - 1] = '\0';
    switch (request->deed) {
    case deed_open: *descriptor = open_asked(rules, start, request); return *descriptor >= 0 ? 0 : errno;
    case deed_rename: return rename_asked(rules, start, request);
    case deed_remove: return remove_asked(rules, start, request);
    case deed_stop: return kill(0, SIGTSTP) == 0 ? 0 : errno;
    }
    return EINVAL;
}

// Signals of the terminal and of a session that ends are for the program; the socket says when that has ended.
static void ignore_signals(void)
{
    const struct sigaction ignore = {.sa_handler = SIG_IGN}, standard = {.sa_handler = SIG_DFL};
    for (int signal = 1; signal < NSIG; signal++) {
        const bool is_fault = signal == SIGSEGV || signal == SIGBUS || signal == SIGILL || signal == SIGFPE
            || signal == SIGABRT || signal == SIGSYS || signal == SIGTRAP;
        sigaction(signal, is_fault ? &standard : &ignore, NULL);
    }
}

_Noreturn static void serve(int socket, const struct lock_broker_rules *rules)
{
    static struct request request;
    static char start[PATH_MAX];
    ignore_signals();
    close_others(socket);
    prctl(PR_SET_NAME, "termmap-files");
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (getcwd(start, sizeof start) == NULL) start[0] = '\0';
    lock_filter_broker();
    for (;;) {
        struct iovec piece = {.iov_base = &request, .iov_len = sizeof request};
        struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
        const ssize_t count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) {
            finish(rules);
            _exit(0);
        }
        int descriptor;
        const int code = lock_carry_out(rules, start, &request, (size_t)count, &descriptor);
        if (code >= 0) answer(socket, code, descriptor);
        if (descriptor >= 0) close(descriptor);
    }
}

int lock_start_broker(const struct lock_broker_rules *rules, int *number)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return -1;
    const pid_t process = fork();
    if (process == 0) serve(ends[1], rules);
    const int code = errno;
    close(ends[1]);
    *number = process;
    if (process > 0) return ends[0];
    close(ends[0]);
    errno = code;
    return -1;
}
#else
#include "CLock.h"

#include <errno.h>

int lock_start_broker(const struct lock_broker_rules *rules, int *number)
{
    (void)rules, (void)number;
    errno = ENOSYS;
    return -1;
}

int lock_carry_out(
    const struct lock_broker_rules *rules, const char *start, void *message, size_t count, int *descriptor)
{
    (void)rules, (void)start, (void)message, (void)count;
    *descriptor = -1;
    return ENOSYS;
}
#endif
