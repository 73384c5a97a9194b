/// Files that lie inside the program: a small map, names, rows to look at, and descriptions of terminals.
#pragma once
#include <stddef.h>

/// The bytes of the file and how many they are; null where there is none of that name.
const void *bundled_bytes(const char *name, size_t *count);

/// A descriptor that reads a copy of the file, which the caller closes; -1 with `errno` where there is none, or no room.
int bundled_open(const char *name);
