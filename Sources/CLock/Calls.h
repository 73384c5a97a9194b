#pragma once
#include <sys/syscall.h>

// System calls that headers may not know yet; their numbers are the same on all architectures.
#ifndef SYS_clone3
#define SYS_clone3 435
#endif
#ifndef SYS_close_range
#define SYS_close_range 436
#endif
#ifndef SYS_openat2
#define SYS_openat2 437
#endif
#ifndef SYS_faccessat2
#define SYS_faccessat2 439
#endif
#ifndef SYS_epoll_pwait2
#define SYS_epoll_pwait2 441
#endif
#ifndef SYS_futex_waitv
#define SYS_futex_waitv 449
#endif
#ifndef SYS_fchmodat2
#define SYS_fchmodat2 452
#endif
enum { futex_wake = 454, futex_wait = 455, futex_requeue = 456 };

// Of the program and of those that it starts: memory, threads, time, what is done with open files, files by name, which
// Landlock judges.
static const int allowed_calls[] = {
    // Memory
    SYS_brk, SYS_mmap, SYS_munmap, SYS_mprotect, SYS_mremap, SYS_madvise, SYS_msync, SYS_mincore, SYS_mlock,
    SYS_munlock, SYS_membarrier, SYS_memfd_create, SYS_get_mempolicy,
    SYS_set_mempolicy, SYS_mbind,
    // Threads and processes
    SYS_futex, futex_wake, futex_wait, futex_requeue, SYS_futex_waitv, SYS_set_robust_list, SYS_get_robust_list,
    SYS_rseq, SYS_set_tid_address, SYS_gettid, SYS_getpid, SYS_getppid, SYS_getpgid, SYS_setpgid, SYS_getsid,
    SYS_setsid, SYS_exit, SYS_exit_group, SYS_wait4, SYS_waitid, SYS_sched_yield, SYS_sched_getaffinity,
    SYS_sched_setaffinity, SYS_sched_getparam, SYS_sched_getscheduler, SYS_sched_get_priority_max,
    SYS_sched_get_priority_min, SYS_getpriority, SYS_setpriority, SYS_getcpu, SYS_prctl, SYS_prlimit64,
    SYS_getrlimit, SYS_setrlimit, SYS_getrusage, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid, SYS_getresuid,
    SYS_getresgid, SYS_getgroups, SYS_capget, SYS_uname, SYS_sysinfo, SYS_times, SYS_restart_syscall,
    // Signals
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_rt_sigpending, SYS_rt_sigsuspend,
    SYS_rt_sigtimedwait, SYS_sigaltstack,
    // Time
    SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday, SYS_setitimer,
    SYS_getitimer, SYS_timer_create, SYS_timer_settime, SYS_timer_gettime, SYS_timer_delete, SYS_timerfd_create,
    SYS_timerfd_settime, SYS_timerfd_gettime, SYS_getrandom,
    // Open files
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_pwrite64, SYS_preadv, SYS_pwritev, SYS_preadv2,
    SYS_pwritev2, SYS_close, SYS_close_range, SYS_lseek, SYS_fstat, SYS_fstatfs, SYS_fsync, SYS_fdatasync,
    SYS_sync_file_range, SYS_ftruncate, SYS_fallocate, SYS_fadvise64, SYS_readahead, SYS_flock, SYS_fcntl, SYS_dup,
    SYS_dup3, SYS_pipe2, SYS_ppoll, SYS_pselect6, SYS_epoll_create1, SYS_epoll_ctl, SYS_epoll_pwait,
    SYS_epoll_pwait2, SYS_eventfd2, SYS_signalfd4, SYS_getdents64, SYS_fchmod, SYS_fchown, SYS_fgetxattr,
    SYS_copy_file_range, SYS_sendfile, SYS_splice, SYS_tee,
    // Files by name
    SYS_openat, SYS_openat2, SYS_newfstatat, SYS_statx, SYS_statfs, SYS_faccessat, SYS_faccessat2, SYS_readlinkat,
    SYS_getcwd, SYS_mkdirat, SYS_unlinkat, SYS_renameat, SYS_renameat2, SYS_symlinkat, SYS_linkat, SYS_truncate,
    SYS_umask, SYS_getxattr, SYS_lgetxattr,
    // Sockets that are open, and pairs of them
    SYS_socketpair, SYS_sendto, SYS_recvfrom, SYS_sendmsg, SYS_recvmsg, SYS_sendmmsg, SYS_recvmmsg, SYS_shutdown,
    SYS_getsockopt, SYS_setsockopt, SYS_getsockname, SYS_getpeername,
#ifdef __x86_64__
    SYS_open, SYS_creat, SYS_stat, SYS_lstat, SYS_access, SYS_readlink, SYS_mkdir, SYS_rmdir, SYS_unlink,
    SYS_rename, SYS_symlink, SYS_link, SYS_getdents, SYS_dup2, SYS_pipe, SYS_poll, SYS_select, SYS_epoll_create,
    SYS_epoll_wait, SYS_eventfd, SYS_signalfd, SYS_alarm, SYS_pause, SYS_time, SYS_getpgrp, SYS_arch_prctl,
#endif
};

// Never needed. All others that are not listed do not exist, as on an older kernel (ENOSYS).
static const int refused_calls[] = {
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, SYS_bpf, SYS_perf_event_open,
    SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_init_module, SYS_finit_module, SYS_delete_module,
    SYS_kexec_load, SYS_keyctl, SYS_add_key, SYS_request_key, SYS_userfaultfd, SYS_unshare, SYS_setns,
    SYS_personality, SYS_swapon, SYS_swapoff, SYS_reboot, SYS_quotactl, SYS_acct, SYS_name_to_handle_at,
    SYS_open_by_handle_at, SYS_listen, SYS_accept, SYS_accept4, SYS_execveat, SYS_fanotify_init, SYS_fanotify_mark,
    SYS_inotify_init1, SYS_inotify_add_watch, SYS_fchmodat, SYS_fchmodat2, SYS_fchownat, SYS_setxattr,
    SYS_lsetxattr, SYS_fsetxattr, SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr, SYS_mknodat, SYS_chdir,
    SYS_fchdir, SYS_setuid, SYS_setgid, SYS_setreuid, SYS_setregid, SYS_setresuid, SYS_setresgid, SYS_setfsuid,
    SYS_setfsgid, SYS_setgroups, SYS_capset, SYS_sethostname, SYS_setdomainname, SYS_settimeofday,
    SYS_clock_settime, SYS_clock_adjtime, SYS_adjtimex, SYS_syslog, SYS_vhangup, SYS_shmget, SYS_shmat, SYS_shmctl,
    SYS_semget, SYS_msgget, SYS_mq_open, SYS_migrate_pages, SYS_move_pages, SYS_rt_sigqueueinfo,
    SYS_rt_tgsigqueueinfo, SYS_seccomp,
    // Processes by descriptors, io_uring, mounts, further locks, secret memory.
    424, 425, 426, 427, 428, 429, 430, 431, 432, 433, 434, 438, 440, 442, 443, 444, 445, 446, 447, 448,
#ifdef __x86_64__
    SYS_chmod, SYS_chown, SYS_lchown, SYS_mknod, SYS_uselib, SYS_ustat, SYS_iopl, SYS_ioperm, SYS_modify_ldt,
    SYS_utime, SYS_utimes, SYS_futimesat, SYS_inotify_init, SYS_kexec_file_load,
#endif
};

// Of the process that opens files for the program.
static const int broker_calls[] = {
    SYS_openat, SYS_close, SYS_renameat, SYS_renameat2, SYS_unlinkat, SYS_fsync, SYS_sendmsg, SYS_recvmsg,
    SYS_newfstatat, SYS_fstat, SYS_statx, SYS_readlinkat, SYS_getcwd, SYS_getdents64, SYS_lseek, SYS_fcntl, SYS_brk,
    SYS_mmap, SYS_munmap, SYS_mprotect, SYS_madvise, SYS_futex, SYS_rt_sigreturn, SYS_rt_sigprocmask, SYS_exit,
    SYS_exit_group, SYS_restart_syscall, SYS_getpid, SYS_faccessat, SYS_faccessat2, SYS_getrandom,
#ifdef __x86_64__
    SYS_open, SYS_rename, SYS_unlink, SYS_rmdir, SYS_readlink, SYS_stat, SYS_lstat, SYS_access,
#endif
};
