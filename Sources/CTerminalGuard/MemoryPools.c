#include "CTerminalGuard.h"

#include <malloc.h>
#include <sys/resource.h>

// Room for the 64 MB of addresses that the C library wants for the pool of each of some threads.
static const rlim_t roomy = (rlim_t)4 << 30;

// Without room for a pool the C library searches for it again in each allocation: five system calls that fail.
void guard_share_memory_pool(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur < roomy) mallopt(M_ARENA_MAX, 1);
}
