#include "MemberScan.h"

/// Members that are looked up at a time: memory is asked for all of them before the first is copied.
enum { batch = 64 };

size_t copy_members(const uint64_t *words, size_t word_count, size_t first, const uint64_t *keys,
                    const uint32_t *rows, uint64_t *key_target, uint32_t *row_target) {
    uint32_t found[batch + 64];
    size_t open = 0;
    size_t copied = 0;
    for (size_t word = 0; word < word_count; word++) {
        const uint32_t base = (uint32_t)(first + word * 64);
        for (uint64_t rest = words[word]; rest != 0; rest &= rest - 1) {
            const uint32_t index = base + (uint32_t)__builtin_ctzll(rest);
            __builtin_prefetch(keys + index);
            __builtin_prefetch(rows + index);
            found[open++] = index;
        }
        if (open < batch && word + 1 < word_count) continue;
        for (size_t member = 0; member < open; member++) {
            key_target[copied + member] = keys[found[member]];
            row_target[copied + member] = rows[found[member]];
        }
        copied += open;
        open = 0;
    }
    return copied;
}
