#define _GNU_SOURCE
#include "Guard.h"

#include <fcntl.h>

// What is opened next must not become a standard stream. Each stands for a closed one: no input, output that fails,
// errors that nobody reads.
void fill_standard_streams(void)
{
    static const int flags[] = {O_RDONLY, O_RDONLY, O_WRONLY};
    for (int fd = 0; fd < 3; fd++) {
        if (fcntl(fd, F_GETFD) >= 0) continue;
        // The lowest free number is this one. Without /dev the root stands in: it can be neither read nor written.
        if (open("/dev/null", flags[fd]) < 0) open("/", O_PATH);
    }
}
