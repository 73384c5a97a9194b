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

/// The sums of x and y over some codes, how many they are, and the place of the first one.
typedef struct {
    uint64_t x, y;
    size_t count, first;
} morton_sum;

/// Adds those of some codes of the Z curve, at most 4,096, that lie in a rectangle to the sum of a square; an empty sum has the
/// greatest number as `first`. The first code has the place `start`.
void morton_add_inside(const uint64_t *codes, size_t count, size_t start, morton_rect rect, morton_sum *square);

/// Of squares of 2^`bits` quanta along an axis, around the ring: the slot of square `first` + i is `slots`[i], for `count` of
/// them, at least one.
typedef struct {
    const int32_t *slots;
    uint64_t count, first, mask, bits;
} morton_axis;

/// Adds each of some ascending codes to the sum of the square in which it lies; to another one if its square has no slot. The
/// slots of `across` lie side by side, those of `down` `stride` apart. The first code has the place `start`.
void morton_add(const uint64_t *codes, size_t count, size_t start, morton_axis across, morton_axis down, size_t stride,
                morton_sum *squares);

/// Asks for codes ahead of their turn.
static inline void morton_prefetch(const uint64_t *codes, size_t count) {
    for (size_t i = 0; i < count; i += 8) __builtin_prefetch(codes + i, 0, 2);
}
