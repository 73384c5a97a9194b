#pragma once

#include <stddef.h>
#include <stdint.h>

/// At most so many lines along an axis.
enum { morton_line_limit = 3 };

/// Counts codes of the Z curve in the boxes that some columns and rows make of the plane, and adds what it finds to
/// `boxes`: those of a row lie side by side from west to east, those of the next row `stride` behind.
///
/// `columns` and `rows` are in ascending order, with their bits spread to the even ones as those of x are in a code.
/// There may be none of them.
void morton_count_boxes(const uint64_t *codes, size_t count, const uint64_t *columns, size_t column_count,
                        const uint64_t *rows, size_t row_count, uint32_t *boxes, size_t stride);

/// Some columns and rows of the plane, the last ones included, with bits spread as those of x are in a code.
typedef struct {
    uint64_t west, east, north, south;
} morton_rect;

/// What lies in a rectangle: how many codes, the place of the first one, and the sums of their x and y.
typedef struct {
    size_t count, first;
    uint64_t x, y;
} morton_sum;

/// Adds up those of some codes of the Z curve, at most 16,384, that lie in a rectangle. `first` means nothing when none does.
morton_sum morton_sum_inside(const uint64_t *codes, size_t count, morton_rect rect);

/// Asks for codes ahead of their turn.
static inline void morton_prefetch(const uint64_t *codes, size_t count) {
    for (size_t i = 0; i < count; i += 8) __builtin_prefetch(codes + i);
}
