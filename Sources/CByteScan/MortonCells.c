#include "MortonScan.h"

/// The slot of a quantum; the first one instead of one that does not exist, as in an index that was damaged.
static inline size_t slot_of(uint64_t quantum, morton_axis axis) {
    const uint64_t place = ((quantum >> axis.bits) - axis.first) & axis.mask;
    return (size_t)axis.slots[place < axis.count ? place : 0];
}

/// The slots of columns or rows of a block.
static inline void find_slots(size_t *slots, morton_span span, uint64_t start, uint64_t bits, morton_axis axis) {
    for (size_t i = span.first; i < span.end; i++) slots[i] = slot_of(start + ((uint64_t)i << bits), axis);
}

void morton_add_cells(morton_block block, morton_span columns, morton_span rows, morton_axis across, morton_axis down,
                      size_t stride, morton_sum *squares) {
    size_t column_slots[morton_block_side], row_slots[morton_block_side], runs[morton_block_side + 1], run_count = 0;
    find_slots(column_slots, columns, block.west, block.bits, across);
    find_slots(row_slots, rows, block.north, block.bits, down);
    for (size_t column = columns.first; column < columns.end; column++) {
        if (column == columns.first || column_slots[column] != column_slots[column - 1]) runs[run_count++] = column;
    }
    runs[run_count] = columns.end;
    for (size_t row = rows.first; row < rows.end;) {
        size_t next = row + 1;
        while (next < rows.end && row_slots[next] == row_slots[row]) next++;
        for (size_t run = 0; run < run_count; run++) {
            // The cells of a square are added up before they go to memory.
            uint64_t x = 0, y = 0, count = 0;
            uint32_t first = UINT32_MAX;
            for (size_t line = row; line < next; line++) {
                const morton_cell *cells = block.cells + line * morton_block_side;
                for (size_t column = runs[run]; column < runs[run + 1]; column++) {
                    x += cells[column].x;
                    y += cells[column].y;
                    count += cells[column].count;
                    first = cells[column].first < first ? cells[column].first : first;
                }
            }
            morton_sum *square = squares + row_slots[row] * stride + column_slots[runs[run]];
            square->x += x;
            square->y += y;
            square->count += count;
            if (first < square->first && first != UINT32_MAX) square->first = first;
        }
        row = next;
    }
}

size_t morton_cut_cells(morton_block block, morton_span columns, morton_span rows, morton_axis across, morton_axis down,
                        size_t stride, uint32_t edge, uint32_t limit, morton_part *parts, uint8_t *large,
                        size_t *large_count) {
    size_t column_slots[morton_block_side], row_slots[morton_block_side], count = 0;
    find_slots(column_slots, columns, block.west, block.bits, across);
    find_slots(row_slots, rows, block.north, block.bits, down);
    for (size_t row = rows.first; row < rows.end; row++) {
        for (size_t column = columns.first; column < columns.end; column++) {
            const size_t place = row * morton_block_side + column;
            const morton_cell cell = block.cells[place];
            if (cell.count == 0) continue;
            if (cell.count > limit) {
                large[(*large_count)++] = (uint8_t)place;
                continue;
            }
            const size_t square = row_slots[row] * stride + column_slots[column];
            parts[count++] = (morton_part){cell.first, cell.count, (uint32_t)square, edge};
        }
    }
    return count;
}
