#define _GNU_SOURCE
#include "CFileMapping.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>

bool file_mapping_lease(int descriptor)
{
    // The default signal when the lease is broken, SIGIO, would end the program; this one is ignored.
    return fcntl(descriptor, F_SETSIG, SIGURG) == 0 && fcntl(descriptor, F_SETLEASE, F_RDLCK) == 0;
}

bool file_mapping_replace(void *place, void *pages, size_t length)
{
    return mremap(pages, length, length, MREMAP_MAYMOVE | MREMAP_FIXED, place) == place;
}
