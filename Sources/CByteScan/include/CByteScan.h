#pragma once

// The functions of real numbers of the C library, so that MapModel imports them from here on each system.
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "JSONScan.h"
#include "MemberScan.h"
#include "MortonScan.h"
#include "NameScan.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>
#endif

/// Where the bytes that matter to a CSV reader stand among 64 bytes: bit i speaks of byte i.
typedef struct {
    uint64_t delimiters;
    uint64_t newlines; ///< line feeds and carriage returns
    uint64_t returns;
    uint64_t quotes;
    uint64_t unusual; ///< NUL and bytes beyond ASCII
} byte_marks;

#if defined(__SSE2__)

/// Bit i: byte i is `value`.
static inline uint64_t byte_mask_of_value(const uint8_t *bytes, uint8_t value) {
    const __m128i values = _mm_set1_epi8((char)value);
    uint64_t mask = 0;
    for (int lane = 0; lane < 4; lane++) {
        const __m128i chunk = _mm_loadu_si128((const __m128i *)(const void *)(bytes + 16 * lane));
        mask |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(chunk, values)) << (16 * lane);
    }
    return mask;
}

/// Bit i: byte i is NUL or beyond ASCII.
static inline uint64_t byte_mask_of_unusual(const uint8_t *bytes) {
    const __m128i one = _mm_set1_epi8(1);
    uint64_t mask = 0;
    for (int lane = 0; lane < 4; lane++) {
        const __m128i chunk = _mm_loadu_si128((const __m128i *)(const void *)(bytes + 16 * lane));
        // One less than NUL has the high bit as well.
        const __m128i unusual = _mm_or_si128(chunk, _mm_sub_epi8(chunk, one));
        mask |= (uint64_t)(uint32_t)_mm_movemask_epi8(unusual) << (16 * lane);
    }
    return mask;
}

static inline byte_marks byte_marks_of_64(const uint8_t *bytes, uint8_t delimiter, uint8_t quote) {
    const __m128i delimiters = _mm_set1_epi8((char)delimiter);
    const __m128i quotes = _mm_set1_epi8((char)quote);
    const __m128i feeds = _mm_set1_epi8('\n');
    const __m128i returns = _mm_set1_epi8('\r');
    const __m128i one = _mm_set1_epi8(1);
    byte_marks marks = {0, 0, 0, 0, 0};
    // Most blocks have none of these: where they stand is asked only then.
    __m128i returned = _mm_setzero_si128(), unusual = _mm_setzero_si128();
    for (int lane = 0; lane < 4; lane++) {
        const __m128i chunk = _mm_loadu_si128((const __m128i *)(const void *)(bytes + 16 * lane));
        const int shift = 16 * lane;
        marks.delimiters |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(chunk, delimiters)) << shift;
        marks.newlines |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(chunk, feeds)) << shift;
        marks.quotes |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(chunk, quotes)) << shift;
        returned = _mm_or_si128(returned, _mm_cmpeq_epi8(chunk, returns));
        unusual = _mm_or_si128(unusual, _mm_or_si128(chunk, _mm_sub_epi8(chunk, one)));
    }
    if (_mm_movemask_epi8(returned) != 0) marks.returns = byte_mask_of_value(bytes, '\r');
    if (_mm_movemask_epi8(unusual) != 0) marks.unusual = byte_mask_of_unusual(bytes);
    marks.newlines |= marks.returns;
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

/// Bit i: byte i is `value`.
static inline uint64_t byte_mask_of_value(const uint8_t *bytes, uint8_t value) {
    const uint8x16_t values = vdupq_n_u8(value);
    return byte_mask_of_64(vceqq_u8(vld1q_u8(bytes), values), vceqq_u8(vld1q_u8(bytes + 16), values),
                           vceqq_u8(vld1q_u8(bytes + 32), values), vceqq_u8(vld1q_u8(bytes + 48), values));
}

static inline byte_marks byte_marks_of_64(const uint8_t *bytes, uint8_t delimiter, uint8_t quote) {
    const uint8x16_t a = vld1q_u8(bytes), b = vld1q_u8(bytes + 16);
    const uint8x16_t c = vld1q_u8(bytes + 32), d = vld1q_u8(bytes + 48);
    const uint8x16_t returns = vdupq_n_u8('\r'), one = vdupq_n_u8(1), last = vdupq_n_u8(0x7E);
    byte_marks marks = {0, 0, 0, 0, 0};
    marks.delimiters = byte_mask_of_value(bytes, delimiter);
    marks.newlines = byte_mask_of_value(bytes, '\n');
    marks.quotes = byte_mask_of_value(bytes, quote);
    // Most blocks have none of these: where they stand is asked only then.
    const uint8x16_t returned = vorrq_u8(vorrq_u8(vceqq_u8(a, returns), vceqq_u8(b, returns)),
                                         vorrq_u8(vceqq_u8(c, returns), vceqq_u8(d, returns)));
    if (vmaxvq_u8(returned) != 0) marks.returns = byte_mask_of_value(bytes, '\r');
    // One less than NUL is large as well.
    const uint8x16_t e = vcgtq_u8(vsubq_u8(a, one), last), f = vcgtq_u8(vsubq_u8(b, one), last);
    const uint8x16_t g = vcgtq_u8(vsubq_u8(c, one), last), h = vcgtq_u8(vsubq_u8(d, one), last);
    if (vmaxvq_u8(vorrq_u8(vorrq_u8(e, f), vorrq_u8(g, h))) != 0) marks.unusual = byte_mask_of_64(e, f, g, h);
    marks.newlines |= marks.returns;
    return marks;
}

#else

static inline byte_marks byte_marks_of_64(const uint8_t *bytes, uint8_t delimiter, uint8_t quote) {
    byte_marks marks = {0, 0, 0, 0, 0};
    for (int i = 0; i < 64; i++) {
        const uint64_t bit = (uint64_t)1 << i;
        if (bytes[i] == delimiter) marks.delimiters |= bit;
        if (bytes[i] == '\n' || bytes[i] == '\r') marks.newlines |= bit;
        if (bytes[i] == '\r') marks.returns |= bit;
        if (bytes[i] == quote) marks.quotes |= bit;
        if (bytes[i] == 0 || bytes[i] > 0x7F) marks.unusual |= bit;
    }
    return marks;
}

#endif

#include "CSVScan.h"
#include "NumberScan.h"

/// Bytes to look for, and which two of them to compare first: the rarest.
typedef struct {
    const uint8_t *bytes;
    size_t length; ///< at least 1
    size_t first; ///< first <= second < length
    size_t second;
} byte_needle;

#if defined(__SSE2__)

typedef __m128i byte_lane;

static inline byte_lane byte_lane_of(uint8_t byte) { return _mm_set1_epi8((char)byte); }

/// Bit i: byte i of `a` is that of `first`, and byte i of `b` that of `second`.
static inline uint64_t byte_pairs_of_64(const uint8_t *a, const uint8_t *b, byte_lane first, byte_lane second) {
    __m128i both[4];
    for (int lane = 0; lane < 4; lane++) {
        const __m128i left = _mm_loadu_si128((const __m128i *)(const void *)(a + 16 * lane));
        const __m128i right = _mm_loadu_si128((const __m128i *)(const void *)(b + 16 * lane));
        both[lane] = _mm_and_si128(_mm_cmpeq_epi8(left, first), _mm_cmpeq_epi8(right, second));
    }
    const __m128i any = _mm_or_si128(_mm_or_si128(both[0], both[1]), _mm_or_si128(both[2], both[3]));
    if (_mm_movemask_epi8(any) == 0) return 0;
    uint64_t pairs = 0;
    for (int lane = 0; lane < 4; lane++) {
        pairs |= (uint64_t)(uint32_t)_mm_movemask_epi8(both[lane]) << (16 * lane);
    }
    return pairs;
}

/// Bit i: byte i is that of `lane`.
static inline uint64_t byte_equals_of_64(const uint8_t *bytes, byte_lane lane) {
    const __m128i *chunks = (const __m128i *)(const void *)bytes;
    const uint64_t a = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_loadu_si128(chunks), lane));
    const uint64_t b = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_loadu_si128(chunks + 1), lane));
    const uint64_t c = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_loadu_si128(chunks + 2), lane));
    const uint64_t d = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_loadu_si128(chunks + 3), lane));
    return a | b << 16 | c << 32 | d << 48;
}

#elif defined(__ARM_NEON) && defined(__aarch64__)

typedef uint8x16_t byte_lane;

static inline byte_lane byte_lane_of(uint8_t byte) { return vdupq_n_u8(byte); }

/// Bit i: byte i of `a` is that of `first`, and byte i of `b` that of `second`.
static inline uint64_t byte_pairs_of_64(const uint8_t *a, const uint8_t *b, byte_lane first, byte_lane second) {
    uint8x16_t both[4];
    for (int lane = 0; lane < 4; lane++) {
        both[lane] = vandq_u8(vceqq_u8(vld1q_u8(a + 16 * lane), first), vceqq_u8(vld1q_u8(b + 16 * lane), second));
    }
    const uint8x16_t any = vorrq_u8(vorrq_u8(both[0], both[1]), vorrq_u8(both[2], both[3]));
    if (vmaxvq_u8(any) == 0) return 0;
    return byte_mask_of_64(both[0], both[1], both[2], both[3]);
}

/// Bit i: byte i is that of `lane`.
static inline uint64_t byte_equals_of_64(const uint8_t *bytes, byte_lane lane) {
    return byte_mask_of_64(vceqq_u8(vld1q_u8(bytes), lane), vceqq_u8(vld1q_u8(bytes + 16), lane),
                           vceqq_u8(vld1q_u8(bytes + 32), lane), vceqq_u8(vld1q_u8(bytes + 48), lane));
}

#else

typedef uint8_t byte_lane;

static inline byte_lane byte_lane_of(uint8_t byte) { return byte; }

/// Bit i: byte i of `a` is `first`, and byte i of `b` is `second`.
static inline uint64_t byte_pairs_of_64(const uint8_t *a, const uint8_t *b, byte_lane first, byte_lane second) {
    uint64_t pairs = 0;
    for (int i = 0; i < 64; i++) {
        if (a[i] == first && b[i] == second) pairs |= (uint64_t)1 << i;
    }
    return pairs;
}

/// Bit i: byte i is `lane`.
static inline uint64_t byte_equals_of_64(const uint8_t *bytes, byte_lane lane) {
    uint64_t equals = 0;
    for (int i = 0; i < 64; i++) equals |= (uint64_t)(bytes[i] == lane) << i;
    return equals;
}

#endif

/// Bit i: number i is one of `count` that follow each other from `first` on, all below 65,536.
static inline uint64_t byte_range_of_64(const uint16_t *numbers, uint16_t first, uint16_t count) {
    uint8_t inside[64];
    for (int i = 0; i < 64; i++) inside[i] = (uint16_t)(numbers[i] - first) < count ? 0xFF : 0;
    return byte_equals_of_64(inside, byte_lane_of(0xFF));
}

/// Notes where `needle` begins in bytes[*position, limit), ascending, up to `capacity` places, and how many.
///
/// Leaves in `*position` where to go on: `limit` when there is nothing more. 64 bytes beyond `limit` may be read.
static inline size_t byte_find(const uint8_t *bytes, size_t *position, size_t limit, byte_needle needle,
                               uint32_t *found, size_t capacity) {
    uint64_t head = 0, head_mask = 0;
    const size_t head_length = needle.length < 8 ? needle.length : 8;
    for (size_t i = 0; i < head_length; i++) ((uint8_t *)&head_mask)[i] = 0xFF;
    for (size_t i = 0; i < head_length; i++) ((uint8_t *)&head)[i] = needle.bytes[i];
    const byte_lane first = byte_lane_of(needle.bytes[needle.first]);
    const byte_lane second = byte_lane_of(needle.bytes[needle.second]);
    size_t count = 0;
    size_t start = *position;
    while (start < limit && needle.length <= limit - start) {
        // The next pages of memory are asked for in time; where there are none, nothing happens.
        __builtin_prefetch(bytes + start + 2048);
        const uint8_t *block = bytes + start;
        uint64_t candidates = byte_pairs_of_64(block + needle.first, block + needle.second, first, second);
        const size_t room = limit - start - needle.length + 1;
        if (room < 64) candidates &= ((uint64_t)1 << room) - 1;
        while (candidates != 0) {
            const size_t place = start + (size_t)__builtin_ctzll(candidates);
            candidates &= candidates - 1;
            uint64_t word;
            memcpy(&word, bytes + place, sizeof word);
            if (((word ^ head) & head_mask) != 0) continue;
            if (needle.length > 8 && memcmp(bytes + place, needle.bytes, needle.length) != 0) continue;
            if (count == capacity) {
                *position = place;
                return count;
            }
            found[count++] = (uint32_t)place;
        }
        start += 64;
    }
    *position = limit;
    return count;
}

#include "RecordScan.h"
