#define _GNU_SOURCE
#include "Guard.h"

#include <fcntl.h>

// A file that is opened later must not become a standard stream. Closed ones are replaced: no input, output that
// fails, errors that are discarded.
void fill_standard_streams(void)
{
    static const int flags[] = {O_RDONLY, O_RDONLY, O_WRONLY};
    for (int fd = 0; fd < 3; fd++) {
        if (fcntl(fd, F_GETFD) >= 0) continue;
        // The lowest free number is this one. Without /dev the root stands in: it can be neither read nor written.
        if (open("/dev/null", flags[fd]) < 0) open("/", O_PATH);
    }
}
