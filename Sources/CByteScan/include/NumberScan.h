#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// The numbers of two words of eight digits, the first digit in the lowest byte.
///
/// After Daniel Lemire, "Quickly parsing eight digits", 2018.
typedef struct {
    uint32_t first, second;
} two_numbers;

/// The number of eight digits, a byte each, the first in the lowest byte.
static inline uint32_t number_of_digits(uint64_t digits) {
    const uint64_t mask = 0x000000FF000000FFu;
    const uint64_t pairs = digits * 10 + (digits >> 8);
    return (uint32_t)(((pairs & mask) * 0x000F424000000064u + (pairs >> 16 & mask) * 0x0000271000000001u) >> 32);
}

#if defined(__SSE2__)

/// False where a byte is not a digit.
static inline _Bool two_numbers_of(uint64_t first, uint64_t second, two_numbers *numbers) {
    const __m128i nine = _mm_set1_epi8(9);
    const __m128i text = _mm_set_epi64x((int64_t)second, (int64_t)first);
    const __m128i digits = _mm_sub_epi8(text, _mm_set1_epi8('0'));
    // Two digits, then four, then eight to a lane.
    const __m128i tens = _mm_mullo_epi16(_mm_and_si128(digits, _mm_set1_epi16(0xFF)), _mm_set1_epi16(10));
    const __m128i pairs = _mm_add_epi16(tens, _mm_srli_epi16(digits, 8));
    const __m128i fours = _mm_madd_epi16(pairs, _mm_set1_epi32(1 << 16 | 100));
    const __m128i eights = _mm_madd_epi16(_mm_packs_epi32(fours, fours), _mm_set1_epi32(1 << 16 | 10000));
    const uint64_t both = (uint64_t)_mm_cvtsi128_si64(eights);
    numbers->first = (uint32_t)both;
    numbers->second = (uint32_t)(both >> 32);
    return _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_max_epu8(digits, nine), nine)) == 0xFFFF;
}

#else

/// False where a byte is not a digit.
static inline _Bool two_numbers_of(uint64_t first, uint64_t second, two_numbers *numbers) {
    const uint64_t zeros = 0x3030303030303030u, sixes = 0x0606060606060606u, upper = 0xF0F0F0F0F0F0F0F0u;
    const uint64_t a = first ^ zeros, b = second ^ zeros;
    numbers->first = number_of_digits(a);
    numbers->second = number_of_digits(b);
    // Digits are below 10: six more do not reach the upper half of the byte, nor the next byte.
    return ((a | b | (a + sixes) | (b + sixes)) & upper) == 0;
}

#endif

static inline uint64_t eight_bytes(const uint8_t *bytes) {
    uint64_t word;
    memcpy(&word, bytes, 8);
    return word;
}

/// Reads the bytes [start, end) as degrees in units of 1e-7: a sign, one to three digits, a point, one to sixteen digits.
///
/// The eighth digit after the point alone decides the rounding: halves go away from zero. INT64_MIN for all else. Up to
/// 24 bytes from `start` on are read.
static inline int64_t plain_degrees(const uint8_t *bytes, size_t start, size_t end) {
    const uint64_t zeros = 0x3030303030303030u;
    const uint64_t negative = bytes[start] == '-';
    const size_t whole_start = start + negative;
    const uint64_t head = eight_bytes(bytes + whole_start);
    // The point is the second, third or fourth byte.
    const uint32_t others = (uint32_t)head ^ 0x2E2E2E2Eu;
    const uint32_t points = (others - 0x01010101u) & ~others & 0x80808080u;
    if (points == 0 || (points & 0x80u) != 0) return INT64_MIN;
    const unsigned whole_bits = (unsigned)__builtin_ctz(points) - 7;
    const size_t fraction_start = whole_start + 1 + whole_bits / 8;
    const size_t length = end - fraction_start;
    if (length - 1 >= 16) return INT64_MIN;
    // Zeros before the digits of whole degrees, and after those of the fraction.
    const uint64_t whole = head << (64 - whole_bits) | zeros >> whole_bits;
    const uint64_t known = ~(uint64_t)0 >> (64 - 8 * (length < 8 ? length : 8));
    const uint64_t fraction = (eight_bytes(bytes + fraction_start) & known) | (zeros & ~known);
    two_numbers numbers;
    if (!two_numbers_of(whole, fraction, &numbers)) return INT64_MIN;
    if (length > 8) {
        const uint64_t rest_known = ~(uint64_t)0 >> (64 - 8 * (length - 8));
        const uint64_t rest = (eight_bytes(bytes + fraction_start + 8) & rest_known) | (zeros & ~rest_known);
        two_numbers ignored;
        if (!two_numbers_of(rest, zeros, &ignored)) return INT64_MIN;
    }
    const int64_t magnitude = (int64_t)numbers.first * 10000000 + (numbers.second + 5) / 10;
    return (magnitude ^ -(int64_t)negative) + (int64_t)negative;
}

/// Reads the bytes [start, end) as a plain decimal: a sign, digits, and perhaps a mark and more digits.
///
/// The number is the result / 10^`decimals`, both exact in a double. INT64_MIN for all else, which other readers may know: more
/// than 8 digits on either side, zeros in front, nothing on a side of the mark, and "-0". Up to 24 bytes from `start` on are read.
static inline int64_t plain_decimal(const uint8_t *bytes, size_t start, size_t end, uint8_t mark, uint32_t *decimals) {
    static const int64_t powers[9] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};
    const uint64_t zeros = 0x3030303030303030u, sixes = 0x0606060606060606u, upper = 0xF0F0F0F0F0F0F0F0u;
    const uint64_t ones = 0x0101010101010101u;
    if (start >= end) return INT64_MIN;
    const int64_t negative = bytes[start] == '-';
    const uint8_t *digits = bytes + start + negative;
    const size_t length = end - start - (size_t)negative;
    if (length - 1 >= 17) return INT64_MIN;
    const uint64_t head = eight_bytes(digits);
    if (length > 1 && digits[0] == '0' && digits[1] != mark) return INT64_MIN;
    int64_t magnitude;
    // Zeros before the digits, as few as there are.
    const uint64_t text = length > 8 ? ~(uint64_t)0 : head << (64 - 8 * length) | zeros >> 8 * (length - 1) >> 8;
    const uint64_t values = text ^ zeros;
    if (((values | (values + sixes)) & upper) == 0) {
        magnitude = number_of_digits(values);
        *decimals = 0;
    } else {
        const uint64_t others = head ^ ones * mark;
        const uint64_t marks = (others - ones) & ~others & ones << 7;
        if (marks == 0) return INT64_MIN;
        const unsigned whole_bits = (unsigned)__builtin_ctzll(marks) - 7;
        const size_t fraction_start = whole_bits / 8 + 1;
        const size_t fraction_length = length - fraction_start;
        if (whole_bits == 0 || fraction_length - 1 >= 8) return INT64_MIN;
        const uint64_t whole = head << (64 - whole_bits) | zeros >> whole_bits;
        const uint64_t fraction = eight_bytes(digits + fraction_start) << (64 - 8 * fraction_length)
                                  | zeros >> 8 * (fraction_length - 1) >> 8;
        two_numbers numbers;
        if (!two_numbers_of(whole, fraction, &numbers)) return INT64_MIN;
        magnitude = (int64_t)numbers.first * powers[fraction_length] + numbers.second;
        if (magnitude > (int64_t)1 << 53) return INT64_MIN;
        *decimals = (uint32_t)fraction_length;
    }
    if (negative && magnitude == 0) return INT64_MIN;
    return negative ? -magnitude : magnitude;
}
