#pragma once

#include <stddef.h>
#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>
#endif

/// Up to 16 bytes are read beyond the last that counts by all functions here.

/// Where bytes of JSON stand among 16: bit i (NEON: 4 bits from 4 i on) speaks of byte i.
typedef struct {
    uint64_t stops; ///< quotes, backslashes, control characters
    uint64_t high; ///< bytes beyond ASCII
} json_marks;

#if defined(__SSE2__)

enum { json_mark_width = 1 };

static inline json_marks json_marks_of_16(const uint8_t *bytes) {
    const __m128i chunk = _mm_loadu_si128((const __m128i *)(const void *)bytes);
    const __m128i quotes = _mm_cmpeq_epi8(chunk, _mm_set1_epi8('"'));
    const __m128i slashes = _mm_cmpeq_epi8(chunk, _mm_set1_epi8('\\'));
    const __m128i controls = _mm_cmpeq_epi8(_mm_min_epu8(chunk, _mm_set1_epi8(0x1F)), chunk);
    json_marks marks;
    marks.stops = (uint32_t)_mm_movemask_epi8(_mm_or_si128(_mm_or_si128(quotes, slashes), controls));
    marks.high = (uint32_t)_mm_movemask_epi8(chunk);
    return marks;
}

static inline uint64_t json_ink_of_16(const uint8_t *bytes) {
    const __m128i chunk = _mm_loadu_si128((const __m128i *)(const void *)bytes);
    const __m128i blanks = _mm_or_si128(
        _mm_or_si128(_mm_cmpeq_epi8(chunk, _mm_set1_epi8(' ')), _mm_cmpeq_epi8(chunk, _mm_set1_epi8('\n'))),
        _mm_or_si128(_mm_cmpeq_epi8(chunk, _mm_set1_epi8('\r')), _mm_cmpeq_epi8(chunk, _mm_set1_epi8('\t'))));
    return (uint32_t)_mm_movemask_epi8(blanks) ^ 0xFFFFu;
}

#elif defined(__ARM_NEON) && defined(__aarch64__)

enum { json_mark_width = 4 };

static inline uint64_t json_nibbles(uint8x16_t lanes) {
    return vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(lanes), 4)), 0);
}

static inline json_marks json_marks_of_16(const uint8_t *bytes) {
    const uint8x16_t chunk = vld1q_u8(bytes);
    const uint8x16_t stops = vorrq_u8(vorrq_u8(vceqq_u8(chunk, vdupq_n_u8('"')), vceqq_u8(chunk, vdupq_n_u8('\\'))),
                                      vcltq_u8(chunk, vdupq_n_u8(0x20)));
    json_marks marks = {json_nibbles(stops), json_nibbles(vcgtq_u8(chunk, vdupq_n_u8(0x7F)))};
    return marks;
}

static inline uint64_t json_ink_of_16(const uint8_t *bytes) {
    const uint8x16_t chunk = vld1q_u8(bytes);
    const uint8x16_t blanks = vorrq_u8(vorrq_u8(vceqq_u8(chunk, vdupq_n_u8(' ')), vceqq_u8(chunk, vdupq_n_u8('\n'))),
                                       vorrq_u8(vceqq_u8(chunk, vdupq_n_u8('\r')), vceqq_u8(chunk, vdupq_n_u8('\t'))));
    return ~json_nibbles(blanks);
}

#else

enum { json_mark_width = 1 };

static inline json_marks json_marks_of_16(const uint8_t *bytes) {
    json_marks marks = {0, 0};
    for (int i = 0; i < 16; i++) {
        const uint64_t bit = (uint64_t)1 << i;
        if (bytes[i] == '"' || bytes[i] == '\\' || bytes[i] < 0x20) marks.stops |= bit;
        if (bytes[i] > 0x7F) marks.high |= bit;
    }
    return marks;
}

static inline uint64_t json_ink_of_16(const uint8_t *bytes) {
    uint64_t ink = 0;
    for (int i = 0; i < 16; i++) {
        if (bytes[i] != ' ' && bytes[i] != '\n' && bytes[i] != '\r' && bytes[i] != '\t') ink |= (uint64_t)1 << i;
    }
    return ink;
}

#endif

/// Where a string of JSON ends, and what was met on the way.
typedef struct {
    size_t end; ///< of the closing quote; the limit where there is none
    uint32_t has_escapes;
    uint32_t has_controls;
    uint32_t has_high_bytes;
} json_string_extent;

/// Goes from the first byte after the opening quote to the closing one, or to `limit`.
static inline json_string_extent json_string_end(const uint8_t *bytes, size_t start, size_t limit) {
    json_string_extent extent = {limit, 0, 0, 0};
    size_t position = start;
    while (position < limit) {
        const json_marks marks = json_marks_of_16(bytes + position);
        if (marks.stops == 0) {
            if (marks.high != 0) extent.has_high_bytes = 1;
            position += 16;
            continue;
        }
        const unsigned bit = (unsigned)__builtin_ctzll(marks.stops);
        if ((marks.high & (((uint64_t)1 << bit) - 1)) != 0) extent.has_high_bytes = 1;
        position += bit / json_mark_width;
        if (position >= limit) return extent;
        if (bytes[position] == '"') {
            extent.end = position;
            return extent;
        }
        if (bytes[position] == '\\') {
            extent.has_escapes = 1;
            position += 2;
        } else {
            extent.has_controls = 1;
            position += 1;
        }
    }
    return extent;
}

/// The first byte from `start` on that is no space, tab or line end; `limit` where there is none.
static inline size_t json_space_end(const uint8_t *bytes, size_t start, size_t limit) {
    size_t position = start;
    while (position < limit) {
        const uint64_t ink = json_ink_of_16(bytes + position);
        if (ink != 0) {
            position += (unsigned)__builtin_ctzll(ink) / json_mark_width;
            return position < limit ? position : limit;
        }
        position += 16;
    }
    return limit;
}

/// Line feeds among `count` bytes.
static inline size_t byte_count_lines(const uint8_t *bytes, size_t count) {
    size_t lines = 0;
    for (size_t i = 0; i < count; i++) lines += bytes[i] == '\n';
    return lines;
}
