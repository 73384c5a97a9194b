#include "CTerminalGuard.h"

// Says which C library this is.
#include <stdlib.h>

#ifdef __GLIBC__
// Of the standard library of Swift, which else reads /proc/self/cmdline; absent from the tests of this target alone.
__attribute__((weak)) void _swift_stdlib_overrideUnsafeArgvArgc(char **arguments, int count);

static int argument_count;
static char **arguments;

// glibc passes what main gets to what runs before it; other C libraries pass nothing.
__attribute__((constructor)) static void keep_arguments(int count, char **values, char **environment)
{
    (void)environment;
    argument_count = count;
    arguments = values;
}
#endif

void guard_set_up_arguments(void)
{
#ifdef __GLIBC__
    if (_swift_stdlib_overrideUnsafeArgvArgc != NULL && arguments != NULL) {
        _swift_stdlib_overrideUnsafeArgvArgc(arguments, argument_count);
    }
#endif
}
