#pragma once
#include <limits.h>

// What the program asks the broker for, in one message.
enum deed { deed_open, deed_rename, deed_remove, deed_stop };

struct request {
    int deed;
    int flags;
    unsigned mode;
    char path[PATH_MAX];
    char name[PATH_MAX];
};
