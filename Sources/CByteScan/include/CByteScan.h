#pragma once

#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>
#endif

/// Where the bytes that matter to a CSV reader stand among 64 bytes: bit i speaks of byte i.
typedef struct {
    uint64_t delimiters;
    uint64_t newlines; ///< line feeds and carriage returns
    uint64_t quotes;
    uint64_t high; ///< bytes beyond ASCII
} byte_marks;

#if defined(__SSE2__)

static inline byte_marks byte_marks_of_64(const uint8_t *bytes, uint8_t delimiter, uint8_t quote) {
    const __m128i delimiters = _mm_set1_epi8((char)delimiter);
    const __m128i quotes = _mm_set1_epi8((char)quote);
    const __m128i feeds = _mm_set1_epi8('\n');
    const __m128i returns = _mm_set1_epi8('\r');
    byte_marks marks = {0, 0, 0, 0};
    for (int lane = 0; lane < 4; lane++) {
        const __m128i chunk = _mm_loadu_si128((const __m128i *)(const void *)(bytes + 16 * lane));
        const __m128i ends = _mm_or_si128(_mm_cmpeq_epi8(chunk, feeds), _mm_cmpeq_epi8(chunk, returns));
        const int shift = 16 * lane;
        marks.delimiters |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(chunk, delimiters)) << shift;
        marks.newlines |= (uint64_t)(uint32_t)_mm_movemask_epi8(ends) << shift;
        marks.quotes |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(chunk, quotes)) << shift;
        marks.high |= (uint64_t)(uint32_t)_mm_movemask_epi8(chunk) << shift;
    }
    return marks;
}

#elif defined(__ARM_NEON) && defined(__aarch64__)

/// One bit for each of the 64 bytes, set where the byte is 0xFF (the others are 0).
static inline uint64_t byte_mask_of_64(uint8x16_t a, uint8x16_t b, uint8x16_t c, uint8x16_t d) {
    const uint8x16_t bits = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x16_t low = vpaddq_u8(vandq_u8(a, bits), vandq_u8(b, bits));
    const uint8x16_t top = vpaddq_u8(vandq_u8(c, bits), vandq_u8(d, bits));
    const uint8x16_t half = vpaddq_u8(low, top);
    return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(half, half)), 0);
}

static inline byte_marks byte_marks_of_64(const uint8_t *bytes, uint8_t delimiter, uint8_t quote) {
    const uint8x16_t a = vld1q_u8(bytes), b = vld1q_u8(bytes + 16);
    const uint8x16_t c = vld1q_u8(bytes + 32), d = vld1q_u8(bytes + 48);
    const uint8x16_t delimiters = vdupq_n_u8(delimiter), quotes = vdupq_n_u8(quote);
    const uint8x16_t feeds = vdupq_n_u8('\n'), returns = vdupq_n_u8('\r'), ascii = vdupq_n_u8(0x7F);
    byte_marks marks;
    marks.delimiters = byte_mask_of_64(vceqq_u8(a, delimiters), vceqq_u8(b, delimiters),
                                       vceqq_u8(c, delimiters), vceqq_u8(d, delimiters));
    marks.newlines = byte_mask_of_64(vorrq_u8(vceqq_u8(a, feeds), vceqq_u8(a, returns)),
                                     vorrq_u8(vceqq_u8(b, feeds), vceqq_u8(b, returns)),
                                     vorrq_u8(vceqq_u8(c, feeds), vceqq_u8(c, returns)),
                                     vorrq_u8(vceqq_u8(d, feeds), vceqq_u8(d, returns)));
    marks.quotes = byte_mask_of_64(vceqq_u8(a, quotes), vceqq_u8(b, quotes),
                                   vceqq_u8(c, quotes), vceqq_u8(d, quotes));
    marks.high = byte_mask_of_64(vcgtq_u8(a, ascii), vcgtq_u8(b, ascii),
                                 vcgtq_u8(c, ascii), vcgtq_u8(d, ascii));
    return marks;
}

#else

static inline byte_marks byte_marks_of_64(const uint8_t *bytes, uint8_t delimiter, uint8_t quote) {
    byte_marks marks = {0, 0, 0, 0};
    for (int i = 0; i < 64; i++) {
        const uint64_t bit = (uint64_t)1 << i;
        if (bytes[i] == delimiter) marks.delimiters |= bit;
        if (bytes[i] == '\n' || bytes[i] == '\r') marks.newlines |= bit;
        if (bytes[i] == quote) marks.quotes |= bit;
        if (bytes[i] > 0x7F) marks.high |= bit;
    }
    return marks;
}

#endif
