// Runs the scans of CByteScan over random bytes and prints a checksum of what each of them found.
//
// Compiled for x86 with and without SSE2, and for ARM with NEON, it must print the same.

#include "CByteScan.h"

enum { size = 1024, slack = 64, rounds = 2000 };

static uint64_t seed = 0x9E3779B97F4A7C15u;

static uint64_t next_random(void) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

/// Bytes that the scans look for are frequent, and in every second round there are few others.
static void fill(uint8_t *bytes, int round) {
    static const uint8_t common[16] = {',', '\n', '\r', '"', ' ', 0x1F, 'a', 'b', '\\', '\t', 'a', '"', 0, 0x80, 0x7F, 0xFF};
    const uint64_t others = round % 2 == 0 ? 4 : round % 5 == 1 ? 64 : 16;
    for (int i = 0; i < size + slack; i++) {
        const uint64_t random = next_random();
        bytes[i] = random % others == 0 ? (uint8_t)(random >> 8)
                   : round % 3 == 0     ? (uint8_t)('a' + (random >> 8) % 3)
                                        : common[(random >> 8) % 16];
    }
}

static uint64_t mixed(uint64_t checksum, uint64_t value) {
    checksum = (checksum ^ value) * 0x100000001B3u;
    return checksum ^ checksum >> 29;
}

enum { scan_marks, scan_pairs, scan_equals, scan_find, scan_csv, scan_string, scan_space, scan_standing, scan_keep, scan_number, scan_boxes, scan_sums, scan_squares, scan_cells, scan_range, scan_totals, scan_count };

static const char *const names[scan_count] = {"marks ", "pairs ", "equals ", "find ", "csv ", "string ", "space ", "standing ", "keep ", "number ", "boxes ", "sums ", "squares ", "cells ", "range ", "summaries "};

static uint64_t checksums[scan_count];

static void note(int scan, uint64_t value) { checksums[scan] = mixed(checksums[scan], value); }

static void scan_blocks(const uint8_t *bytes) {
    for (int offset = 0; offset + 64 <= size; offset += 61) {
        const uint8_t *block = bytes + offset;
        const byte_marks marks = byte_marks_of_64(block, ',', '"');
        note(scan_marks, marks.delimiters);
        note(scan_marks, marks.newlines);
        note(scan_marks, marks.returns);
        note(scan_marks, marks.quotes);
        note(scan_marks, marks.unusual);
        note(scan_pairs, byte_pairs_of_64(block, block + 1, byte_lane_of('a'), byte_lane_of('b')));
        note(scan_equals, byte_equals_of_64(block, byte_lane_of(0xFF)));
        uint16_t numbers[64];
        for (int i = 0; i < 64; i++) numbers[i] = (uint16_t)(block[i] << 8 | block[i + 1]);
        note(scan_range, byte_range_of_64(numbers, numbers[0], (uint16_t)(next_random() & 0xFFFF)));
    }
}

/// Decimals, most of which are plain; in one of four, a byte is replaced.
static void scan_numbers(void) {
    for (int number = 0; number < 100; number++) {
        uint8_t text[64];
        for (size_t i = 0; i < sizeof text; i++) text[i] = '7';
        size_t end = 0;
        if (next_random() % 2 == 0) text[end++] = '-';
        const size_t whole = next_random() % 4 + (next_random() % 8 != 0), fraction = next_random() % 18;
        for (size_t i = 0; i < whole; i++) text[end++] = (uint8_t)('0' + next_random() % 10);
        text[end++] = '.';
        for (size_t i = 0; i < fraction; i++) text[end++] = (uint8_t)('0' + next_random() % 10);
        if (next_random() % 4 == 0) text[next_random() % end] = (uint8_t)(next_random() & 0xFF);
        note(scan_number, (uint64_t)plain_degrees(text, 0, end));
        uint32_t decimals = 0;
        note(scan_number, (uint64_t)plain_decimal(text, 0, end, '.', &decimals));
        note(scan_number, decimals);
    }
}

static void note_sum(int scan, morton_sum sum) {
    note(scan, sum.count);
    note(scan, sum.first);
    note(scan, sum.x);
    note(scan, sum.y);
}

/// A block many cells of which are empty, with 2 × 2 cells to a square.
static void scan_cells_of_block(morton_axis axis) {
    morton_cell cells[morton_block_side * morton_block_side];
    for (size_t i = 0; i < morton_block_side * morton_block_side; i++) {
        cells[i] = (morton_cell){(uint32_t)(next_random() % 9), (uint32_t)i, next_random(), next_random()};
        if (next_random() % 2 == 0) cells[i] = (morton_cell){0, UINT32_MAX, 0, 0};
    }
    const morton_block block = {cells, axis.first << axis.bits, axis.first << axis.bits, axis.bits - 1};
    const morton_span columns = {next_random() % 8, 8 + next_random() % 9}, rows = {next_random() % 8, 8 + next_random() % 9};
    morton_sum squares[4 * 5];
    for (size_t i = 0; i < 20; i++) squares[i] = (morton_sum){0, 0, 0, ~(size_t)0};
    morton_prefetch_cells(block, columns, rows);
    morton_add_cells(block, columns, rows, axis, axis, 5, squares);
    for (size_t i = 0; i < 20; i++) note_sum(scan_cells, squares[i]);
    morton_part parts[256];
    uint8_t large[256];
    size_t large_count = 0;
    const size_t count = morton_cut_cells(block, columns, rows, axis, axis, 5, 3, 6, parts, large, &large_count);
    for (size_t i = 0; i < count; i++) note(scan_cells, parts[i].start + parts[i].count * 1000 + parts[i].square * 1000000);
    for (size_t i = 0; i < large_count; i++) note(scan_cells, large[i]);
}

/// Codes near each other, and up to three columns and rows among them.
static void scan_plane(void) {
    uint64_t codes[700], columns[morton_line_limit], rows[morton_line_limit];
    const size_t count = next_random() % 701, columns_count = next_random() % 4, rows_count = next_random() % 4;
    const uint64_t even = 0x5555555555555555u, base = next_random(), near = next_random() % 2 == 0 ? 0xFFF : ~0ull;
    for (size_t i = 0; i < count; i++) codes[i] = base ^ (next_random() & near);
    // Squares have runs of codes where these ascend.
    if (near != ~0ull && next_random() % 2 == 0) {
        for (size_t i = 1; i < count; i++) codes[i] = codes[i - 1] + (next_random() & 7);
    }
    for (size_t i = 0; i < morton_line_limit; i++) {
        columns[i] = (base ^ (next_random() & near)) & even;
        rows[i] = ((base ^ (next_random() & near)) >> 1) & even;
        // In ascending order, as columns and rows are.
        for (size_t j = i; j > 0 && columns[j] < columns[j - 1]; j--) {
            const uint64_t other = columns[j];
            columns[j] = columns[j - 1];
            columns[j - 1] = other;
        }
        for (size_t j = i; j > 0 && rows[j] < rows[j - 1]; j--) {
            const uint64_t other = rows[j];
            rows[j] = rows[j - 1];
            rows[j - 1] = other;
        }
    }
    uint32_t boxes[4 * 5];
    for (size_t i = 0; i < 20; i++) boxes[i] = (uint32_t)i;
    morton_count_boxes(codes, count, columns, columns_count, rows, rows_count, boxes, 5);
    for (size_t i = 0; i < 20; i++) note(scan_boxes, boxes[i]);
    const size_t blocks = count / morton_block_codes;
    morton_total totals[700 / morton_block_codes], total_so_far = {1, 2};
    morton_add_up(codes, blocks, totals, &total_so_far);
    morton_rect reaches[700 / morton_block_codes];
    morton_find_reach(codes, blocks, reaches);
    for (size_t i = 0; i < blocks; i++) {
        note(scan_totals, totals[i].x);
        note(scan_totals, totals[i].y);
        note(scan_totals, reaches[i].west ^ reaches[i].east << 1);
        note(scan_totals, reaches[i].north ^ reaches[i].south << 1);
    }
    note(scan_totals, total_so_far.x);
    note(scan_totals, total_so_far.y);
    const size_t last = morton_line_limit - 1;
    const morton_rect edges[2] = {{0, even, 0, even}, {columns[0], columns[last], rows[0], rows[last]}};
    morton_part parts[12];
    morton_sum sums[2] = {{1, 2, 3, next_random() % 2 == 0 ? 5 : ~(size_t)0}, {0, 0, 0, ~(size_t)0}};
    for (uint32_t i = 0; i < 12; i++) {
        const uint32_t start = (uint32_t)(next_random() % (count + 1)), rest = (uint32_t)count - start;
        parts[i] = (morton_part){start, next_random() % 2 == 0 ? rest : rest % 9, (uint32_t)(next_random() % 2),
                                 (uint32_t)(next_random() % 8 != 0)};
    }
    morton_add_parts(codes, parts, next_random() % 13, edges, sums);
    note_sum(scan_sums, sums[0]);
    note_sum(scan_sums, sums[1]);
    const int32_t slots[16] = {0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 1, 1, 2, 2, 3, 3};
    const uint64_t bits = near == ~0ull ? 28 : 2;
    const morton_axis axis = {slots, 16 - next_random() % 4, base & 15, 15, bits};
    morton_sum squares[4 * 5];
    for (size_t i = 0; i < 20; i++) squares[i] = (morton_sum){0, 0, 0, ~(size_t)0};
    morton_add(codes, count, 7, axis, axis, 5, squares);
    for (size_t i = 0; i < 20; i++) note_sum(scan_squares, squares[i]);
    scan_cells_of_block(axis);
}

/// As many codes as may be added up at once, all of them the greatest.
static void scan_many(void) {
    static uint64_t codes[4096];
    for (size_t i = 0; i < 4096; i++) codes[i] = ~0ull;
    const uint64_t even = 0x5555555555555555u;
    morton_sum sum = {0, 0, 0, ~(size_t)0};
    const morton_part parts[2] = {{0, 4096, 0, 0}, {0, 4095, 0, 0}};
    const morton_rect all = {0, even, 0, even};
    morton_add_parts(codes, parts, 2, &all, &sum);
    note(scan_sums, sum.count);
    note(scan_sums, sum.x - 8191 * 0xFFFFFFFFull);
    note(scan_sums, sum.y - 8191 * 0xFFFFFFFFull);
}

static void scan_text(const uint8_t *bytes) {
    static const uint8_t needles[3][12] = {"a", "ab", "abcabcabca"};
    static const size_t lengths[3] = {1, 2, 9};
    static uint64_t delimiters[size / 64 + 1], ends[size / 64 + 1], lines[size / 64 + 1], unusual[size / 64 + 1];
    for (int i = 0; i < 3; i++) {
        const byte_needle needle = {needles[i], lengths[i], 0, lengths[i] - 1};
        uint32_t found[32];
        size_t position = 0;
        while (position < size) {
            const size_t count = byte_find(bytes, &position, size, needle, found, 32);
            for (size_t j = 0; j < count; j++) note(scan_find, found[j]);
            note(scan_find, position);
        }
        uint32_t starts[65];
        for (uint32_t j = 0; j < 65; j++) starts[j] = j * (size / 65);
        uint64_t bits = next_random();
        records_keep_containing(bytes, starts, &bits, 1, needle);
        note(scan_keep, bits);
        for (size_t length = 0; length <= record_short_length; length += 7) {
            const name_standing standing = record_standing(bytes + 3 * length, length, needle);
            note(scan_standing, standing.kind * 2u + standing.begins_field);
        }
    }
    const size_t first = next_random() % 70;
    const csv_scanned scanned = csv_mark(bytes, first, size - first, ',', '"', delimiters, ends, lines, unusual);
    note(scan_csv, scanned.blocks * 4 + scanned.met);
    for (size_t i = 0; i < scanned.blocks; i++) {
        note(scan_csv, delimiters[i]);
        note(scan_csv, ends[i]);
        note(scan_csv, lines[i]);
        note(scan_csv, unusual[i]);
    }
    for (size_t start = 0; start < size; start += 37) {
        const json_string_extent extent = json_string_end(bytes, start, size);
        note(scan_string, extent.end * 8 + extent.has_escapes * 4 + extent.has_controls * 2 + extent.has_high_bytes);
        note(scan_space, json_space_end(bytes, start, size));
    }
}

/// Writes the names and checksums; how many bytes.
static size_t print(char *line) {
    char *end = line;
    for (int scan = 0; scan < scan_count; scan++) {
        for (const char *name = names[scan]; *name != 0; name++) *end++ = *name;
        for (int shift = 60; shift >= 0; shift -= 4) *end++ = "0123456789abcdef"[checksums[scan] >> shift & 15];
        *end++ = '\n';
    }
    return (size_t)(end - line);
}

static size_t run(char *lines) {
    static uint8_t bytes[size + slack];
    scan_many();
    for (int round = 0; round < rounds; round++) {
        fill(bytes, round);
        scan_numbers();
        scan_plane();
        scan_blocks(bytes);
        scan_text(bytes);
    }
    return print(lines);
}

static char output[1024];

#if defined(__aarch64__)

static long call(long number, long first, long second, long third) {
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = first;
    register long x1 __asm__("x1") = second;
    register long x2 __asm__("x2") = third;
    __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2) : "memory");
    return x0;
}

void _start(void) {
    call(64, 1, (long)output, (long)run(output));
    call(93, 0, 0, 0);
    __builtin_unreachable();
}

#else

#include <unistd.h>

int main(void) {
    const size_t count = run(output);
    return write(1, output, count) == (ssize_t)count ? 0 : 1;
}

#endif
