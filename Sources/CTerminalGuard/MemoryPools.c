#include "CTerminalGuard.h"

#include <malloc.h>
#include <sys/resource.h>

#ifdef __GLIBC__
// Room for the 64 MB of addresses that the C library wants for the pool of each of some threads.
static const rlim_t roomy = (rlim_t)4 << 30;
// Pieces of rows, sums of cells and answers are larger than this, what lives long beside them is smaller.
static const int large = 1 << 20;
#endif

void guard_set_up_memory(void)
{
#ifdef __GLIBC__
    // Otherwise each mapped block that is freed raises both, up to 32 and 64 MiB (mallopt(3)).
    mallopt(M_MMAP_THRESHOLD, large);
    mallopt(M_TRIM_THRESHOLD, large);
    // Without room for a pool it searches for it again in each allocation: five system calls that fail.
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur < roomy) mallopt(M_ARENA_MAX, 1);
#endif
}
