#include "MortonScan.h"

// SCAN_NARROW leaves AVX2 out, for tests.
#if defined(__x86_64__) && !defined(SCAN_NARROW)
#define MORTON_WIDE 1
#endif

// The bits of x order codes from west to east by themselves, and those of y from north to south.
static const uint64_t even_bits = 0x5555555555555555u;

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

// MARK: - Sums

// How vectors are passed differs between processors, but all functions below that take some are inlined.
#pragma GCC diagnostic ignored "-Wpsabi"

typedef uint64_t lanes __attribute__((vector_size(32)));
typedef int64_t signed_lanes __attribute__((vector_size(32)));

enum { lane_count = sizeof(lanes) / sizeof(uint64_t), codes_of_step = 16 * lane_count };

/// Sums of numbers of which each byte holds four bits, in its lower half: of those at even and at odd bytes, in 16 bits each,
/// which have room for 4,369 of them.
typedef struct {
    lanes even, odd;
} half_byte_sums;

static inline __attribute__((always_inline)) void add_bytes(half_byte_sums *sums, lanes bytes) {
    sums->even += bytes & 0x00FF00FF00FF00FFu;
    sums->odd += bytes >> 8 & 0x00FF00FF00FF00FFu;
}

static inline __attribute__((always_inline)) uint64_t sum_of_lanes(lanes numbers) {
    uint64_t sum = 0;
    for (int lane = 0; lane < lane_count; lane++) sum += numbers[lane];
    return sum;
}

static inline __attribute__((always_inline)) uint64_t total(const half_byte_sums *sums) {
    const uint64_t even = sum_of_lanes(sums->even), odd = sum_of_lanes(sums->odd);
    uint64_t sum = 0;
    for (int pair = 0; pair < 4; pair++) {
        sum += (even >> 16 * pair & 0xFFFF) << 8 * pair;
        sum += (odd >> 16 * pair & 0xFFFF) << (8 * pair + 4);
    }
    return sum;
}

/// Even bits, four of them in the lower half of each byte.
static inline __attribute__((always_inline)) lanes half_bytes(lanes bits) {
    bits = (bits | bits >> 1) & 0x3333333333333333u;
    return (bits | bits >> 2) & 0x0F0F0F0F0F0F0F0Fu;
}

/// What up to 16 groups of codes add up to: x and y in half bytes, counts in whole lanes.
typedef struct {
    lanes x, y, count;
} group_sums;

/// Adds those of four codes that lie in a rectangle and have a lane in `mask`.
static inline __attribute__((always_inline)) void add_group(group_sums *sums, lanes codes, morton_rect rect, lanes mask) {
    // Bits of x and y leave the sign free, which a difference has on the far side of an edge.
    const lanes x = codes & even_bits, y = codes >> 1 & even_bits;
    const lanes beyond = (x - rect.west) | (rect.east - x) | (y - rect.north) | (rect.south - y);
    const lanes inside = (lanes)((signed_lanes)beyond >= 0) & mask;
    sums->count -= inside;
    sums->x += half_bytes(x & inside);
    sums->y += half_bytes(y & inside);
}

static inline __attribute__((always_inline)) int is_inside(uint64_t code, morton_rect rect) {
    const uint64_t x = code & even_bits, y = code >> 1 & even_bits;
    return x >= rect.west && x <= rect.east && y >= rect.north && y <= rect.south;
}

static inline __attribute__((always_inline)) void add_inside(const uint64_t *codes, size_t count, size_t start,
                                                             morton_rect rect, morton_sum *square) {
    static const uint64_t masks[2 * lane_count] = {[lane_count] = ~0ull, ~0ull, ~0ull, ~0ull};
    half_byte_sums x = {{0}, {0}}, y = {{0}, {0}};
    lanes counts = {0};
    for (size_t i = 0; i < count;) {
        // 16 half bytes fit a byte, so the other steps are done once for all of them.
        group_sums sums = {{0}, {0}, {0}};
        const size_t end = count - i < codes_of_step ? count : i + codes_of_step;
        lanes group;
        for (; end - i >= lane_count; i += lane_count) {
            __builtin_memcpy(&group, codes + i, sizeof group);
            add_group(&sums, group, rect, ~(lanes){0});
        }
        if (i < end) {
            // What is left fills the last lanes; the others hold codes that were added already, or nothing.
            lanes mask;
            __builtin_memcpy(&mask, masks + (end - i), sizeof mask);
            if (count >= lane_count) {
                __builtin_memcpy(&group, codes + count - lane_count, sizeof group);
            } else {
                group = (lanes){0};
                for (size_t lane = lane_count - count; lane < lane_count; lane++) group[lane] = codes[lane + count - lane_count];
            }
            add_group(&sums, group, rect, mask);
            i = end;
        }
        counts += sums.count;
        add_bytes(&x, sums.x);
        add_bytes(&y, sums.y);
    }
    const size_t found = sum_of_lanes(counts);
    if (found == 0) return;
    square->x += total(&x);
    square->y += total(&y);
    square->count += found;
    if (start < square->first) {
        size_t first = 0;
        while (!is_inside(codes[first], rect)) first++;
        if (start + first < square->first) square->first = start + first;
    }
}

#if defined(MORTON_WIDE)

__attribute__((target("avx2"))) static void add_inside_wide(const uint64_t *codes, size_t count, size_t start,
                                                            morton_rect rect, morton_sum *square) {
    add_inside(codes, count, start, rect, square);
}

#endif

void morton_add_inside(const uint64_t *codes, size_t count, size_t start, morton_rect rect, morton_sum *square) {
#if defined(MORTON_WIDE)
    if (__builtin_cpu_supports("avx2")) {
        add_inside_wide(codes, count, start, rect, square);
        return;
    }
#endif
    add_inside(codes, count, start, rect, square);
}

// MARK: - Squares

/// Even bits, all moved together.
static inline __attribute__((always_inline)) lanes gathered(lanes bits) {
    bits = half_bytes(bits);
    bits = (bits | bits >> 4) & 0x00FF00FF00FF00FFu;
    bits = (bits | bits >> 8) & 0x0000FFFF0000FFFFu;
    return (bits | bits >> 16) & 0xFFFFFFFFu;
}

/// Where the slots of quanta stand: the first slot instead of one that does not exist, as in an index that was damaged.
static inline __attribute__((always_inline)) lanes slot_indices(lanes quanta, morton_axis axis) {
    const lanes square = ((quanta >> axis.bits) - axis.first) & axis.mask;
    return square & (lanes)(square < axis.count);
}

/// Adds whole groups of ascending codes to `x` and `y`, lane by lane, while the last code of a group still lies in a square, and
/// returns how many codes these are. Codes of the square lie in `square_mask` like `square_code`.
static inline __attribute__((always_inline)) size_t add_run(const uint64_t *codes, size_t count, uint64_t square_code,
                                                            uint64_t square_mask, lanes *x, lanes *y) {
    size_t i = 0;
    while (count - i >= lane_count && (codes[i + lane_count - 1] & square_mask) == square_code) {
        lanes group;
        __builtin_memcpy(&group, codes + i, sizeof group);
        *x += gathered(group & even_bits);
        *y += gathered(group >> 1 & even_bits);
        i += lane_count;
    }
    return i;
}

static inline __attribute__((always_inline)) void add_to_squares(const uint64_t *codes, size_t count, size_t start,
                                                                 morton_axis across, morton_axis down, size_t stride,
                                                                 morton_sum *squares) {
    // Squares have the same size along both axes.
    const uint64_t bits = across.bits;
    const uint64_t square_mask = bits < 32 ? ~UINT64_C(0) << 2 * bits : 0;
    for (size_t i = 0; i < count;) {
        const size_t size = count - i < lane_count ? count - i : lane_count;
        lanes group = {0};
        if (size == lane_count) {
            __builtin_memcpy(&group, codes + i, sizeof group);
        } else {
            for (size_t lane = 0; lane < size; lane++) group[lane] = codes[i + lane];
        }
        lanes x = gathered(group & even_bits), y = gathered(group >> 1 & even_bits);
        const lanes column = slot_indices(x, across), row = slot_indices(y, down);
        morton_sum *square = squares + (size_t)down.slots[row[0]] * stride + (size_t)across.slots[column[0]];
        // The codes ascend: what lies between two of a square lies in it.
        if (size == lane_count && ((group[0] ^ group[lane_count - 1]) & square_mask) == 0) {
            const size_t rest = i + lane_count;
            const size_t run =
                lane_count + add_run(codes + rest, count - rest, group[0] & square_mask, square_mask, &x, &y);
            square->x += sum_of_lanes(x);
            square->y += sum_of_lanes(y);
            square->count += run;
            square->first = start + i < square->first ? start + i : square->first;
            i += run;
            continue;
        }
        for (size_t lane = 0; lane < size; lane++) {
            square = squares + (size_t)down.slots[row[lane]] * stride + (size_t)across.slots[column[lane]];
            const size_t place = start + i + lane;
            square->x += x[lane];
            square->y += y[lane];
            square->count++;
            square->first = place < square->first ? place : square->first;
        }
        i += size;
    }
}

#if defined(MORTON_WIDE)

__attribute__((target("avx2"))) static void add_to_squares_wide(const uint64_t *codes, size_t count, size_t start,
                                                                morton_axis across, morton_axis down, size_t stride,
                                                                morton_sum *squares) {
    add_to_squares(codes, count, start, across, down, stride, squares);
}

#endif

void morton_add(const uint64_t *codes, size_t count, size_t start, morton_axis across, morton_axis down, size_t stride,
                morton_sum *squares) {
#if defined(MORTON_WIDE)
    if (__builtin_cpu_supports("avx2")) {
        add_to_squares_wide(codes, count, start, across, down, stride, squares);
        return;
    }
#endif
    add_to_squares(codes, count, start, across, down, stride, squares);
}
