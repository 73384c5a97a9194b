#pragma once

#include <stddef.h>

// What the scans need of the C library: the emulated processor has none.

static inline void *memcpy(void *to, const void *from, size_t count) {
    for (size_t i = 0; i < count; i++) ((char *)to)[i] = ((const char *)from)[i];
    return to;
}

static inline int memcmp(const void *left, const void *right, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const int difference = ((const unsigned char *)left)[i] - ((const unsigned char *)right)[i];
        if (difference != 0) return difference;
    }
    return 0;
}
