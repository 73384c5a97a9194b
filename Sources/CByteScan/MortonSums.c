#include "MortonScan.h"
#include "MortonBits.h"

// How vectors are passed differs between processors, but all functions below that take some are inlined.
#pragma GCC diagnostic ignored "-Wpsabi"

typedef uint64_t lanes __attribute__((vector_size(32)));
typedef int64_t signed_lanes __attribute__((vector_size(32)));

enum { lane_count = sizeof(lanes) / sizeof(uint64_t) };

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

/// What two fields of 16 bits in each half of a lane are together; the upper one counts 256 times.
static inline __attribute__((always_inline)) lanes joined_fields(lanes fields) {
    fields = (fields & 0x0000FFFF0000FFFFu) + ((fields >> 16 & 0x0000FFFF0000FFFFu) << 8);
    return (fields & 0xFFFFFFFFu) + (fields >> 32 << 16);
}

static inline __attribute__((always_inline)) uint64_t total(const half_byte_sums *sums) {
    return sum_of_lanes(joined_fields(sums->even) + (joined_fields(sums->odd) << 4));
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

/// What the parts of a square add up to: first in half bytes, up to 16 groups, then in 16 bits each.
typedef struct {
    group_sums groups;
    int group_count;
    half_byte_sums x, y;
    lanes counts;
} part_sums;

static inline __attribute__((always_inline)) void flush_groups(part_sums *sums) {
    sums->counts += sums->groups.count;
    add_bytes(&sums->x, sums->groups.x);
    add_bytes(&sums->y, sums->groups.y);
    sums->groups = (group_sums){{0}, {0}, {0}};
    sums->group_count = 0;
}

static inline __attribute__((always_inline)) void add_to_part(part_sums *sums, lanes codes, morton_rect rect, lanes mask) {
    if (sums->group_count == 16) flush_groups(sums);
    add_group(&sums->groups, codes, rect, mask);
    sums->group_count++;
}

static inline __attribute__((always_inline)) void add_part(part_sums *sums, const uint64_t *codes, size_t count,
                                                           morton_rect rect) {
    static const uint64_t masks[2 * lane_count] = {[lane_count] = ~0ull, ~0ull, ~0ull, ~0ull};
    lanes group;
    size_t i = 0;
    for (; count - i >= lane_count; i += lane_count) {
        __builtin_memcpy(&group, codes + i, sizeof group);
        add_to_part(sums, group, rect, ~(lanes){0});
    }
    if (i == count) return;
    // What is left fills the last lanes; the others hold codes that were added already, or nothing.
    lanes mask;
    __builtin_memcpy(&mask, masks + (count - i), sizeof mask);
    if (count >= lane_count) {
        __builtin_memcpy(&group, codes + count - lane_count, sizeof group);
    } else {
        group = (lanes){0};
        for (size_t lane = lane_count - count; lane < lane_count; lane++) group[lane] = codes[lane + count - lane_count];
    }
    add_to_part(sums, group, rect, mask);
}

enum {
    /// Codes are asked for so many parts ahead of their turn: the first ones not at all.
    part_lead = 8,
    /// So many codes are added up before the sums are moved to a square.
    codes_of_square = 4096
};

static inline __attribute__((always_inline)) void add_parts(const uint64_t *codes, const morton_part *parts, size_t count,
                                                            const morton_rect *edges, morton_sum *squares) {
    for (size_t i = 0; i < count;) {
        const uint32_t place = parts[i].square, edge = parts[i].edge;
        const morton_rect rect = edges[edge];
        morton_sum *square = squares + place;
        part_sums sums = {{{0}, {0}, {0}}, 0, {{0}, {0}}, {{0}, {0}}, {0}};
        size_t added = 0;
        for (; i < count && parts[i].square == place && parts[i].edge == edge; i++) {
            const morton_part part = parts[i];
            // One part always fits.
            if (added > 0 && added + part.count > codes_of_square) break;
            added += part.count;
            if (i + part_lead < count) {
                const morton_part later = parts[i + part_lead];
                for (size_t code = 0; code < later.count; code += 8) __builtin_prefetch(codes + later.start + code, 0, 2);
            }
            add_part(&sums, codes + part.start, part.count, rect);
            if (part.start < square->first) {
                size_t first = part.start;
                const size_t end = first + part.count;
                while (first < end && !is_inside(codes[first], rect)) first++;
                if (first < end && first < square->first) square->first = first;
            }
        }
        flush_groups(&sums);
        square->x += total(&sums.x);
        square->y += total(&sums.y);
        square->count += sum_of_lanes(sums.counts);
    }
}

#if defined(MORTON_WIDE)

__attribute__((target("avx2"))) static void add_parts_wide(const uint64_t *codes, const morton_part *parts, size_t count,
                                                           const morton_rect *edges, morton_sum *squares) {
    add_parts(codes, parts, count, edges, squares);
}

#endif

void morton_add_parts(const uint64_t *codes, const morton_part *parts, size_t count, const morton_rect *edges,
                      morton_sum *squares) {
#if defined(MORTON_WIDE)
    if (__builtin_cpu_supports("avx2")) {
        add_parts_wide(codes, parts, count, edges, squares);
        return;
    }
#endif
    add_parts(codes, parts, count, edges, squares);
}

// MARK: - Blocks

static inline __attribute__((always_inline)) lanes lesser(lanes a, lanes b) {
    const lanes is_less = (lanes)((signed_lanes)a < (signed_lanes)b);
    return (a & is_less) | (b & ~is_less);
}

static inline __attribute__((always_inline)) uint64_t least_lane(lanes numbers) {
    uint64_t least = numbers[0];
    for (int lane = 1; lane < lane_count; lane++) least = numbers[lane] < least ? numbers[lane] : least;
    return least;
}

/// x and y of the same codes, each in a lane.
typedef uint64_t lane_pair __attribute__((vector_size(16)));

/// What the bytes of all lanes add up to, in bytes: those of x in the first lane, those of y in the second.
static inline __attribute__((always_inline)) lane_pair sums_of_bytes(lanes x, lanes y) {
    const lanes both = __builtin_shufflevector(x, y, 0, 4, 2, 6) + __builtin_shufflevector(x, y, 1, 5, 3, 7);
    return __builtin_shufflevector(both, both, 0, 1) + __builtin_shufflevector(both, both, 2, 3);
}

/// Sums of half bytes, of which each byte has one, as whole numbers.
static inline __attribute__((always_inline)) lane_pair joined_half_bytes(lane_pair sums) {
    sums = (sums & 0x00FF00FF00FF00FFu) + ((sums >> 8 & 0x00FF00FF00FF00FFu) << 4);
    sums = (sums & 0x0000FFFF0000FFFFu) + ((sums >> 16 & 0x0000FFFF0000FFFFu) << 8);
    return (sums & 0xFFFFFFFFu) + (sums >> 32 << 16);
}

static inline __attribute__((always_inline)) void add_up(const uint64_t *codes, size_t block_count, morton_total *totals,
                                                         morton_total *total_so_far) {
    // Two bits of x in each half byte, which has room for those of four codes; then four in each byte, for those of a block.
    _Static_assert(morton_block_codes == 4 * lane_count, "a block has four codes a lane");
    const uint64_t pair_bits = 0x3333333333333333u, half_byte_bits = 0x0F0F0F0F0F0F0F0Fu;
    lane_pair sum = {total_so_far->x, total_so_far->y};
    for (size_t block = 0; block < block_count; block++, codes += morton_block_codes) {
        lanes x = {0}, y = {0};
        for (size_t i = 0; i < morton_block_codes; i += lane_count) {
            lanes group;
            __builtin_memcpy(&group, codes + i, sizeof group);
            const lanes column = group & even_bits, row = group >> 1 & even_bits;
            x += (column | column >> 1) & pair_bits;
            y += (row | row >> 1) & pair_bits;
        }
        x = (x & half_byte_bits) + ((x >> 4 & half_byte_bits) << 2);
        y = (y & half_byte_bits) + ((y >> 4 & half_byte_bits) << 2);
        totals[block] = (morton_total){sum[0], sum[1]};
        sum += joined_half_bytes(sums_of_bytes(x, y));
    }
    *total_so_far = (morton_total){sum[0], sum[1]};
}

static inline __attribute__((always_inline)) void find_reach(const uint64_t *codes, size_t block_count, morton_rect *reaches) {
    for (size_t block = 0; block < block_count; block++, codes += morton_block_codes) {
        lanes west = {0}, east = {0}, north = {0}, south = {0};
        for (size_t i = 0; i < morton_block_codes; i += lane_count) {
            lanes group;
            __builtin_memcpy(&group, codes + i, sizeof group);
            const lanes column = group & even_bits, row = group >> 1 & even_bits;
            // What is greatest is least among the complements, which keeps the sign free.
            const lanes column_left = even_bits - column, row_left = even_bits - row;
            west = i == 0 ? column : lesser(west, column);
            east = i == 0 ? column_left : lesser(east, column_left);
            north = i == 0 ? row : lesser(north, row);
            south = i == 0 ? row_left : lesser(south, row_left);
        }
        reaches[block] = (morton_rect){least_lane(west), even_bits - least_lane(east), least_lane(north),
                                       even_bits - least_lane(south)};
    }
}

#if defined(MORTON_WIDE)

__attribute__((target("avx2"))) static void add_up_wide(const uint64_t *codes, size_t block_count, morton_total *totals,
                                                        morton_total *total_so_far) {
    add_up(codes, block_count, totals, total_so_far);
}

__attribute__((target("avx2"))) static void find_reach_wide(const uint64_t *codes, size_t block_count,
                                                            morton_rect *reaches) {
    find_reach(codes, block_count, reaches);
}

#endif

void morton_add_up(const uint64_t *codes, size_t block_count, morton_total *totals, morton_total *total_so_far) {
#if defined(MORTON_WIDE)
    if (__builtin_cpu_supports("avx2")) {
        add_up_wide(codes, block_count, totals, total_so_far);
        return;
    }
#endif
    add_up(codes, block_count, totals, total_so_far);
}

void morton_find_reach(const uint64_t *codes, size_t block_count, morton_rect *reaches) {
#if defined(MORTON_WIDE)
    if (__builtin_cpu_supports("avx2")) {
        find_reach_wide(codes, block_count, reaches);
        return;
    }
#endif
    find_reach(codes, block_count, reaches);
}

// MARK: - Squares

/// Codes are asked for so far ahead of their turn, beyond the last one as well: what is read next usually follows in memory.
enum { scan_lead = 512 };

/// The address may lie beyond the codes, so it is made without a pointer to there; asking for it has no effect then.
static inline __attribute__((always_inline)) void ask_ahead(const uint64_t *codes) {
    __builtin_prefetch((const void *)((uintptr_t)codes + scan_lead * sizeof(uint64_t)), 0, 2);
}

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
        ask_ahead(codes + i);
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
        ask_ahead(codes + i);
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
