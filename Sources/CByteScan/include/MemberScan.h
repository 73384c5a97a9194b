#pragma once

#include <stddef.h>
#include <stdint.h>

/// Copies the keys and rows of the members of a set, which is given by its bits, 64 a word: bit 0 of the first word is index
/// `first`. At most 2^32 keys.
///
/// Returns how many there were.
size_t copy_members(const uint64_t *words, size_t word_count, size_t first, const uint64_t *keys,
                    const uint32_t *rows, uint64_t *key_target, uint32_t *row_target);
