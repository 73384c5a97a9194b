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

/// Codes of the Z curve, at most 4,096 from place `start` on: those in the rectangle with number `edge` belong to `square`.
typedef struct {
    uint32_t start, count, square, edge;
} morton_part;

/// Adds those of the codes of some parts that lie in their rectangles to the sums of their squares; an empty sum has the
/// greatest number as `first`. It is faster where parts of a square follow each other.
void morton_add_parts(const uint64_t *codes, const morton_part *parts, size_t count, const morton_rect *edges,
                      morton_sum *squares);

/// So many codes make a block.
enum { morton_block_codes = 16 };

/// The sums of x and y over some codes.
typedef struct {
    uint64_t x, y;
} morton_total;

/// Adds up some blocks that follow each other: writes `total_so_far` as it is before each of them to `totals`, and leaves it as
/// it is after the last.
void morton_add_up(const uint64_t *codes, size_t block_count, morton_total *totals, morton_total *total_so_far);

/// Finds how far the codes of each of some blocks reach that follow each other.
void morton_find_reach(const uint64_t *codes, size_t block_count, morton_rect *reaches);

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

/// What lies in a cell of a block: `first` is the greatest number where that is nothing.
typedef struct {
    uint32_t count, first;
    uint64_t x, y;
} morton_cell;

/// So many cells lie side by side in a block, and so many below each other.
enum { morton_block_side = 16 };

/// The cells of a square of the plane, row by row, each 2^`bits` quanta to the side, from quantum `west`, `north` on.
typedef struct {
    const morton_cell *cells;
    uint64_t west, north, bits;
} morton_block;

/// Columns or rows of a block.
typedef struct {
    size_t first, end;
} morton_span;

/// Adds some cells of a block to the sums of their squares. Each cell must lie in one square.
void morton_add_cells(morton_block block, morton_span columns, morton_span rows, morton_axis across, morton_axis down,
                      size_t stride, morton_sum *squares);

/// Asks for cells ahead of their turn.
static inline void morton_prefetch_cells(morton_block block, morton_span columns, morton_span rows) {
    for (size_t row = rows.first; row < rows.end; row++) {
        const char *start = (const char *)(block.cells + row * morton_block_side + columns.first);
        const char *end = (const char *)(block.cells + row * morton_block_side + columns.end);
        for (const char *line = start; line < end; line += 64) __builtin_prefetch(line, 0, 2);
        __builtin_prefetch(end - 1, 0, 2);
    }
}

/// Makes parts of some cells of a block that are cut by a rectangle with number `edge`, and returns how many. Those that hold
/// more than `limit` codes are written to `large` instead, as row · 16 + column. There must be room for all of them in both, and
/// each cell must lie in one square.
size_t morton_cut_cells(morton_block block, morton_span columns, morton_span rows, morton_axis across, morton_axis down,
                        size_t stride, uint32_t edge, uint32_t limit, morton_part *parts, uint8_t *large,
                        size_t *large_count);

/// Codes in ascending order, and what adds some of them up: `totals`[i] is the sum over all codes before block i, for
/// `total_count` blocks.
typedef struct {
    const uint64_t *codes;
    const morton_total *totals;
    size_t total_count;
} morton_codes;

/// Fills the cells of a block, row by row, from where they begin in the codes: cell i in the order of codes begins at
/// `starts`[i · `stride`], which is where the one before it ends, and the last one ends at `starts`[256 · `stride`].
void morton_fill_cells(morton_codes codes, const uint32_t *starts, size_t stride, morton_cell *cells);
