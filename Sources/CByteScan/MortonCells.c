#include "MortonScan.h"
#include "MortonBits.h"

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

// MARK: - Filling

enum { morton_block_cells = morton_block_side * morton_block_side };

/// The even ones of some bits, side by side.
static inline uint64_t gathered_bits(uint64_t bits) {
    bits = (bits | bits >> 1) & 0x3333333333333333u;
    bits = (bits | bits >> 2) & 0x0F0F0F0F0F0F0F0Fu;
    bits = (bits | bits >> 4) & 0x00FF00FF00FF00FFu;
    bits = (bits | bits >> 8) & 0x0000FFFF0000FFFFu;
    return (bits | bits >> 16) & 0xFFFFFFFFu;
}

/// The block that begins nearest to a place.
static inline size_t nearest_block(morton_codes codes, size_t place) {
    const size_t nearest = (place + morton_block_codes / 2) / morton_block_codes;
    return nearest < codes.total_count ? nearest : codes.total_count - 1;
}

/// The sums of all codes before a place: those that are kept, and at most half a block of codes.
static inline morton_total total_before(morton_codes codes, size_t place) {
    const size_t nearest = nearest_block(codes, place), kept = nearest * morton_block_codes;
    morton_total total = codes.totals[nearest];
    for (size_t i = kept; i < place; i++) {
        total.x += gathered_bits(codes.codes[i] & even_bits);
        total.y += gathered_bits(codes.codes[i] >> 1 & even_bits);
    }
    for (size_t i = place; i < kept; i++) {
        total.x -= gathered_bits(codes.codes[i] & even_bits);
        total.y -= gathered_bits(codes.codes[i] >> 1 & even_bits);
    }
    return total;
}

void morton_fill_cells(morton_codes codes, const uint32_t *starts, size_t stride, morton_cell *cells) {
    // Each place is far from the one before: memory is asked for all of them first.
    for (size_t cell = 0; cell <= morton_block_cells; cell++) {
        const size_t place = starts[cell * stride], nearest = nearest_block(codes, place);
        if (cell > 0 && starts[(cell - 1) * stride] == place) continue;
        __builtin_prefetch(codes.totals + nearest);
        __builtin_prefetch(codes.codes + (nearest * morton_block_codes < place ? nearest * morton_block_codes : place));
    }
    uint32_t start = starts[0];
    morton_total before = total_before(codes, start);
    for (size_t cell = 0; cell < morton_block_cells; cell++) {
        const uint32_t end = starts[(cell + 1) * stride];
        morton_cell *target = cells + gathered_bits(cell >> 1 & even_bits) * morton_block_side + gathered_bits(cell & even_bits);
        if (end == start) {
            *target = (morton_cell){0, UINT32_MAX, 0, 0};
            continue;
        }
        const morton_total after = total_before(codes, end);
        *target = (morton_cell){end - start, start, after.x - before.x, after.y - before.y};
        start = end;
        before = after;
    }
}
