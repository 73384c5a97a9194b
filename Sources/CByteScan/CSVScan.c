#include "CByteScan.h"

// SCAN_NARROW leaves AVX2 out, for tests.
#if defined(__SSE2__) && !defined(SCAN_NARROW)
#define CSV_WIDE 1
#include <immintrin.h>
#endif

#if defined(CSV_WIDE)

/// Bit i: the high bit of byte i of both halves.
__attribute__((target("avx2"))) static inline uint64_t byte_mask_of_halves(__m256i low, __m256i high) {
    return (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32 | (uint32_t)_mm256_movemask_epi8(low);
}

/// The same as `byte_marks_of_64` for processors with AVX2.
__attribute__((target("avx2"))) static inline byte_marks byte_marks_of_64_wide(const uint8_t *bytes, uint8_t delimiter,
                                                                              uint8_t quote) {
    const __m256i low = _mm256_loadu_si256((const __m256i *)(const void *)bytes);
    const __m256i high = _mm256_loadu_si256((const __m256i *)(const void *)(bytes + 32));
    const __m256i delimiters = _mm256_set1_epi8((char)delimiter), quotes = _mm256_set1_epi8((char)quote);
    const __m256i feeds = _mm256_set1_epi8('\n'), returns = _mm256_set1_epi8('\r'), one = _mm256_set1_epi8(1);
    byte_marks marks = {0, 0, 0, 0, 0};
    marks.delimiters = byte_mask_of_halves(_mm256_cmpeq_epi8(low, delimiters), _mm256_cmpeq_epi8(high, delimiters));
    marks.newlines = byte_mask_of_halves(_mm256_cmpeq_epi8(low, feeds), _mm256_cmpeq_epi8(high, feeds));
    marks.quotes = byte_mask_of_halves(_mm256_cmpeq_epi8(low, quotes), _mm256_cmpeq_epi8(high, quotes));
    const __m256i a = _mm256_cmpeq_epi8(low, returns), b = _mm256_cmpeq_epi8(high, returns);
    const __m256i c = _mm256_or_si256(low, _mm256_sub_epi8(low, one)), d = _mm256_or_si256(high, _mm256_sub_epi8(high, one));
    // Most blocks have none of these: where they stand is asked only then.
    if (_mm256_movemask_epi8(_mm256_or_si256(a, b)) != 0) marks.returns = byte_mask_of_halves(a, b);
    if (_mm256_movemask_epi8(_mm256_or_si256(c, d)) != 0) marks.unusual = byte_mask_of_halves(c, d);
    marks.newlines |= marks.returns;
    return marks;
}

#else

static inline byte_marks byte_marks_of_64_wide(const uint8_t *bytes, uint8_t delimiter, uint8_t quote) {
    return byte_marks_of_64(bytes, delimiter, quote);
}

#endif

/// What one block of 64 bytes hands over to the next. For the first byte of a record: 0, 1, 0.
typedef struct {
    uint64_t quoted;    ///< all ones inside quotes
    uint64_t may_open;  ///< 1 where the last byte was a delimiter, a line end or a quote
    uint64_t returned;  ///< 1 where the last byte was a carriage return
} csv_state;

/// The loop of `csv_mark`. `is_wide`: the processor has AVX2. It is a constant, so each caller gets a loop of its own.
static inline __attribute__((always_inline)) csv_scanned
csv_mark_by(const _Bool is_wide, const uint8_t *bytes, size_t first, size_t count, uint8_t delimiter, uint8_t quote,
            uint64_t *delimiters, uint64_t *ends, uint64_t *lines, uint64_t *unusual) {
    csv_state state = {0, 1, 0};
    csv_scanned scanned = {0, 0};
    const size_t start = first & ~(size_t)63;
    uint64_t known = ~(uint64_t)0 << (first & 63);
    // The bits of bytes before the first are not known: it begins a record.
    uint64_t record_start = (uint64_t)1 << (first & 63);
    for (size_t offset = start; offset < count; offset += 64) {
        if (count - offset < 64) known &= ((uint64_t)1 << (count - offset)) - 1;
        const byte_marks marks = is_wide ? byte_marks_of_64_wide(bytes + offset, delimiter, quote)
                                         : byte_marks_of_64(bytes + offset, delimiter, quote);
        const uint64_t newlines = marks.newlines & known;
        const uint64_t quotes = marks.quotes & known;
        const uint64_t parts = marks.delimiters & known;
        const uint64_t returns = marks.returns & known;
        const uint64_t line_ends = returns | (newlines & ~(returns << 1 | state.returned));
        uint64_t quoted = state.quoted;
        if (quotes != 0) {
            uint64_t parity = quotes;
            for (int shift = 1; shift < 64; shift <<= 1) parity ^= parity << shift;
            quoted ^= parity;
            const uint64_t before = (parts | newlines | quotes) << 1 | state.may_open | record_start;
            // A quote that closes stands before a delimiter, a line end or the second half of a doubled quote.
            const uint8_t next = bytes[offset + 64];
            const _Bool ends_next = next == delimiter || next == quote || next == '\n' || next == '\r';
            const uint64_t after =
                (marks.delimiters | marks.newlines | marks.quotes) >> 1 | (uint64_t)ends_next << 63;
            if ((quotes & ((quoted & ~before) | (~quoted & ~after))) != 0) break;
        }
        if ((marks.unusual & known) != 0) scanned.met |= CSV_UNUSUAL;
        if ((line_ends & quoted) != 0) scanned.met |= CSV_QUOTED_LINES;
        delimiters[scanned.blocks] = parts & ~quoted;
        ends[scanned.blocks] = line_ends & ~quoted;
        lines[scanned.blocks] = line_ends;
        unusual[scanned.blocks] = marks.unusual & known;
        scanned.blocks++;
        state.quoted = (uint64_t)((int64_t)quoted >> 63);
        state.may_open = (parts | newlines | quotes) >> 63;
        state.returned = returns >> 63;
        known = ~(uint64_t)0;
        record_start = 0;
    }
    return scanned;
}

#if defined(CSV_WIDE)

__attribute__((target("avx2"))) static csv_scanned csv_mark_wide(const uint8_t *bytes, size_t first, size_t count,
                                                                 uint8_t delimiter, uint8_t quote, uint64_t *delimiters,
                                                                 uint64_t *ends, uint64_t *lines, uint64_t *unusual) {
    return csv_mark_by(1, bytes, first, count, delimiter, quote, delimiters, ends, lines, unusual);
}

#endif

csv_scanned csv_mark(const uint8_t *bytes, size_t first, size_t count, uint8_t delimiter, uint8_t quote,
                     uint64_t *delimiters, uint64_t *ends, uint64_t *lines, uint64_t *unusual) {
#if defined(CSV_WIDE)
    if (__builtin_cpu_supports("avx2")) {
        return csv_mark_wide(bytes, first, count, delimiter, quote, delimiters, ends, lines, unusual);
    }
#endif
    return csv_mark_by(0, bytes, first, count, delimiter, quote, delimiters, ends, lines, unusual);
}
