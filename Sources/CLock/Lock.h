#pragma once
#include "CLock.h"

/// Filters the system calls of the program, on all of its threads: 0 or an errno.
int lock_filter_program(const struct lock_rules *rules, bool has_scopes);
/// Filters those of the broker.
int lock_filter_broker(void);
