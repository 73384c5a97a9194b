#pragma once

#include <stdbool.h>
#include <stddef.h>

/// Keeps others from writing to a file or cutting it short until the descriptor is closed: they wait, up to the limit of
/// the system (45 s). Never waits itself; false where somebody writes to the file, or the file system has no leases.
bool file_mapping_lease(int descriptor);

/// Moves pages to the place of others. Threads that use the place meanwhile wait; where it is false, nothing may be there.
bool file_mapping_replace(void *place, void *pages, size_t length);
