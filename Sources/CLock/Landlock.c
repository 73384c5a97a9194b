#ifdef __linux__
#define _GNU_SOURCE
#include "Lock.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// The numbers are the same on all architectures.
enum { landlock_create_ruleset = 444, landlock_add_rule = 445, landlock_restrict_self = 446 };
enum { version_flag = 1, rule_path_beneath = 1, rule_net_port = 2 };

// As linux/landlock.h has them.
struct ruleset_attributes {
    uint64_t handled_access_fs;
    uint64_t handled_access_net;
    uint64_t scoped;
};
struct path_attributes {
    uint64_t allowed_access;
    int32_t parent_fd;
} __attribute__((packed));
struct port_attributes {
    uint64_t allowed_access;
    uint64_t port;
};

enum {
    fs_execute = 1 << 0,
    fs_write_file = 1 << 1,
    fs_read_file = 1 << 2,
    fs_read_folder = 1 << 3,
    fs_remove_folder = 1 << 4,
    fs_remove_file = 1 << 5,
    fs_make_folder = 1 << 7,
    fs_make_regular = 1 << 8,
    fs_make_link = 1 << 12,
    // Version 2: renames from one folder to another, which nothing here needs.
    fs_refer = 1 << 13,
    // Version 3.
    fs_truncate = 1 << 14,
    // Version 5.
    fs_control_device = 1 << 15,
    fs_first_version = (1 << 13) - 1,
    of_files = fs_execute | fs_write_file | fs_read_file | fs_truncate | fs_control_device,
    net_bind = 1,
    net_connect = 2,
    scope_abstract_sockets = 1,
    scope_signals = 2,
};

int lock_landlock_version(void)
{
    const long version = syscall(landlock_create_ruleset, NULL, 0, version_flag);
    return version > 0 ? (int)version : 0;
}

static uint64_t handled_files(int version)
{
    uint64_t handled = fs_first_version;
    if (version >= 2) handled |= fs_refer;
    if (version >= 3) handled |= fs_truncate;
    if (version >= 5) handled |= fs_control_device;
    return handled;
}

static uint64_t access_of(unsigned uses)
{
    uint64_t access = 0;
    if (uses & lock_read) access |= fs_read_file | fs_read_folder;
    if (uses & lock_write) access |= fs_write_file | fs_truncate;
    if (uses & lock_make) access |= fs_make_regular | fs_remove_file;
    if (uses & lock_make_folders) access |= fs_make_folder | fs_remove_folder | fs_make_link;
    if (uses & lock_run) access |= fs_execute | fs_read_file;
    if (uses & lock_device) access |= fs_read_file | fs_write_file | fs_control_device;
    return access;
}

// What cannot be opened cannot be read later either.
static int allow_path(int ruleset, const struct lock_rule *rule, uint64_t handled)
{
    const int path = open(rule->path, O_PATH | O_CLOEXEC);
    if (path < 0) return 0;
    struct stat status;
    uint64_t access = access_of(rule->uses) & handled;
    int code = fstat(path, &status) == 0 ? 0 : errno;
    if (code == 0) {
        if (!S_ISDIR(status.st_mode)) access &= of_files;
        const struct path_attributes attributes = {.allowed_access = access, .parent_fd = path};
        if (syscall(landlock_add_rule, ruleset, rule_path_beneath, &attributes, 0) != 0) code = errno;
    }
    close(path);
    // Pipes and sockets have no place in the tree of files, and need none.
    return code == EBADFD || code == EBADF ? 0 : code;
}

static int allow_ports(int ruleset, const struct lock_rules *rules)
{
    for (size_t i = 0; i < rules->port_count; i++) {
        const struct port_attributes attributes = {.allowed_access = net_connect, .port = rules->ports[i]};
        if (syscall(landlock_add_rule, ruleset, rule_net_port, &attributes, 0) != 0) return errno;
    }
    return 0;
}

static int allow(int ruleset, const struct lock_rules *rules, const struct ruleset_attributes *handled)
{
    for (size_t i = 0; i < rules->rule_count; i++) {
        const int code = allow_path(ruleset, &rules->rules[i], handled->handled_access_fs);
        if (code != 0) return code;
    }
    return handled->handled_access_net & net_connect ? allow_ports(ruleset, rules) : 0;
}

static int restrict_files(const struct lock_rules *rules, int version)
{
    struct ruleset_attributes handled = {.handled_access_fs = handled_files(version)};
    size_t size = sizeof handled.handled_access_fs;
    if (version >= 4) {
        handled.handled_access_net = rules->has_any_port ? net_bind : net_bind | net_connect;
        size += sizeof handled.handled_access_net;
    }
    if (version >= 6) {
        handled.scoped = scope_abstract_sockets | scope_signals;
        size += sizeof handled.scoped;
    }
    const int ruleset = (int)syscall(landlock_create_ruleset, &handled, size, 0);
    if (ruleset < 0) return errno;
    int code = allow(ruleset, rules, &handled);
    if (code == 0 && syscall(landlock_restrict_self, ruleset, 0) != 0) code = errno;
    close(ruleset);
    return code;
}

struct lock_outcome lock_enter(const struct lock_rules *rules)
{
    struct lock_outcome outcome = {.landlock = -1, .filter = -1};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return outcome;
    const int version = lock_landlock_version();
    if (version > 0) outcome.landlock = restrict_files(rules, version);
    const bool has_scopes = outcome.landlock == 0 && version >= 6;
    outcome.filter = lock_filter_program(rules, has_scopes);
    return outcome;
}
#else
#include "CLock.h"

#include <errno.h>

int lock_landlock_version(void) { return 0; }
bool lock_has_filters(void) { return false; }
struct lock_outcome lock_enter(const struct lock_rules *rules)
{
    (void)rules;
    const struct lock_outcome outcome = {.landlock = -1, .filter = -1};
    return outcome;
}
#endif
