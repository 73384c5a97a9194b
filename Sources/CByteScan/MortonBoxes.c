#include "MortonScan.h"
#include "MortonBits.h"

/// Counts the codes before each column, before each row, and before both; what lies between follows from that. The loop
/// has no branches, so it runs on several codes at once. Inlined with constants for the counts of lines.
///
/// `compares`: the processor compares several numbers of 64 bits; otherwise the sign of a difference does.
static inline __attribute__((always_inline)) void count_boxes(const uint64_t *codes, size_t count,
                                                              const uint64_t *columns, size_t column_count,
                                                              const uint64_t *rows, size_t row_count, uint32_t *boxes,
                                                              size_t stride, int compares) {
    // before[r][c]: before row r and column c; the last of each lies behind all codes.
    uint64_t before[morton_line_limit + 1][morton_line_limit + 1];
    for (size_t r = 0; r <= row_count; r++) {
        for (size_t c = 0; c <= column_count; c++) before[r][c] = 0;
    }
    for (size_t i = 0; i < count; i++) {
        const int64_t x = (int64_t)(codes[i] & even_bits), y = (int64_t)(codes[i] >> 1 & even_bits);
        uint64_t west[morton_line_limit + 1], north[morton_line_limit + 1];
        for (size_t c = 0; c < column_count; c++) {
            west[c] = compares ? x < (int64_t)columns[c] : (uint64_t)(x - (int64_t)columns[c]) >> 63;
            before[row_count][c] += west[c];
        }
        for (size_t r = 0; r < row_count; r++) {
            north[r] = compares ? y < (int64_t)rows[r] : (uint64_t)(y - (int64_t)rows[r]) >> 63;
            before[r][column_count] += north[r];
            for (size_t c = 0; c < column_count; c++) before[r][c] += north[r] & west[c];
        }
    }
    before[row_count][column_count] = count;
    for (size_t r = 0; r <= row_count; r++) {
        for (size_t c = 0; c <= column_count; c++) {
            uint64_t box = before[r][c];
            if (c > 0) box -= before[r][c - 1];
            if (r > 0) box -= before[r - 1][c];
            if (r > 0 && c > 0) box += before[r - 1][c - 1];
            boxes[r * stride + c] += (uint32_t)box;
        }
    }
}

#define COUNT(c, r, compares) \
    case (c) * (morton_line_limit + 1) + (r): \
        count_boxes(codes, count, columns, c, rows, r, boxes, stride, compares); \
        break;
#define COUNT_ROWS(c, compares) COUNT(c, 0, compares) COUNT(c, 1, compares) COUNT(c, 2, compares) COUNT(c, 3, compares)
#define COUNT_ALL(compares) \
    switch (column_count * (morton_line_limit + 1) + row_count) { \
        COUNT_ROWS(0, compares) COUNT_ROWS(1, compares) COUNT_ROWS(2, compares) COUNT_ROWS(3, compares) \
        default: break; \
    }

#if defined(MORTON_WIDE)

__attribute__((target("avx2"))) static void count_boxes_wide(const uint64_t *codes, size_t count,
                                                             const uint64_t *columns, size_t column_count,
                                                             const uint64_t *rows, size_t row_count, uint32_t *boxes,
                                                             size_t stride) {
    COUNT_ALL(1)
}

#endif

void morton_count_boxes(const uint64_t *codes, size_t count, const uint64_t *columns, size_t column_count,
                        const uint64_t *rows, size_t row_count, uint32_t *boxes, size_t stride) {
#if defined(MORTON_WIDE)
    if (__builtin_cpu_supports("avx2")) {
        count_boxes_wide(codes, count, columns, column_count, rows, row_count, boxes, stride);
        return;
    }
#endif
    COUNT_ALL(0)
}
