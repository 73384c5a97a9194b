#pragma once

#include <stdint.h>

// SCAN_NARROW leaves AVX2 out, for tests.
#if defined(__x86_64__) && !defined(SCAN_NARROW)
#define MORTON_WIDE 1
#endif

// The bits of x order codes from west to east by themselves, and those of y from north to south.
static const uint64_t even_bits = 0x5555555555555555u;
