#pragma once

#include "CByteScan.h"

/// A needle and three of its bytes, its rarest among them: all of those of a short one.
typedef struct {
    byte_needle whole;
    byte_lane lanes[3];
    size_t places[3];
} record_needle;

/// The longest record whose places are bits of a word.
enum { record_short_length = 63 };

static inline record_needle record_needle_of(byte_needle needle) {
    record_needle result = {needle, {byte_lane_of(0), byte_lane_of(0), byte_lane_of(0)}, {needle.first, needle.second, 0}};
    while (result.places[2] + 1 < needle.length
           && (result.places[2] == needle.first || result.places[2] == needle.second)) {
        result.places[2]++;
    }
    for (int i = 0; i < 3; i++) result.lanes[i] = byte_lane_of(needle.bytes[result.places[i]]);
    return result;
}

/// Where the needle begins in a short record: bit i for byte i. 64 bytes from its beginning may be read.
///
/// There are no branches on what is in the record, as nobody could predict them.
static inline uint64_t record_places(const uint8_t *record, size_t length, const record_needle *needle) {
    if (needle->whole.length > length) return 0;
    uint64_t places = ((uint64_t)1 << (length - needle->whole.length + 1)) - 1;
    const uint64_t first = byte_equals_of_64(record, needle->lanes[0]) >> needle->places[0];
    const uint64_t second = byte_equals_of_64(record, needle->lanes[1]) >> needle->places[1];
    const uint64_t third = byte_equals_of_64(record, needle->lanes[2]) >> needle->places[2];
    places &= first & second & third;
    if (needle->whole.length > 3) {
        for (uint64_t rest = places; rest != 0; rest &= rest - 1) {
            const uint8_t *place = record + __builtin_ctzll(rest);
            if (memcmp(place, needle->whole.bytes, needle->whole.length) != 0) places &= ~(rest & -rest);
        }
    }
    return places;
}

/// Whether the needle occurs in bytes[start, end). 64 bytes beyond `end` may be read.
static inline uint64_t record_contains(const uint8_t *bytes, size_t start, size_t end, const record_needle *needle) {
    if (end - start <= record_short_length) return record_places(bytes + start, end - start, needle) != 0;
    uint32_t place;
    return byte_find(bytes, &start, end, needle->whole, &place, 1) != 0;
}

/// Asks for the memory of records that are looked at soon: single ones are far apart.
///
/// Word `word` of the bits is looked at now; `record_ahead` words are a few hundred records.
enum { record_ahead = 12 };

static inline void records_prefetch(const uint8_t *bytes, const uint32_t *starts, const uint64_t *bits, size_t width,
                                    size_t word) {
    word += record_ahead;
    if (word >= width) return;
    for (uint64_t rest = bits[word]; rest != 0; rest &= rest - 1) {
        const uint8_t *record = bytes + starts[64 * word + (size_t)__builtin_ctzll(rest)];
        __builtin_prefetch(record);
        __builtin_prefetch(record + record_short_length);
    }
}

/// Clears the bits of those records that do not contain the needle. Record i is bytes[starts[i], starts[i + 1] - 1).
static inline void records_keep_containing(const uint8_t *bytes, const uint32_t *starts, uint64_t *bits, size_t width,
                                           byte_needle whole) {
    const record_needle needle = record_needle_of(whole);
    for (size_t word = 0; word < width; word++) {
        records_prefetch(bytes, starts, bits, width, word);
        uint64_t found = 0;
        for (uint64_t rest = bits[word]; rest != 0; rest &= rest - 1) {
            const unsigned bit = (unsigned)__builtin_ctzll(rest);
            const uint32_t *start = starts + 64 * word + bit;
            found |= record_contains(bytes, start[0], start[1] - 1, &needle) << bit;
        }
        bits[word] = found;
    }
}

/// How the needle stands in a short record. 64 bytes from its beginning may be read.
static inline name_standing record_standing(const uint8_t *record, size_t length, byte_needle whole) {
    const record_needle needle = record_needle_of(whole);
    const uint64_t places = record_places(record, length, &needle);
    const name_standing absent = {255, 0};
    if (places == 0) return absent;
    const uint64_t inside = ((uint64_t)1 << length) - 1;
    const uint64_t marks = byte_equals_of_64(record, byte_lane_of(name_field_mark)) & inside;
    const uint64_t blanks = byte_equals_of_64(record, byte_lane_of(' ')) & inside;
    const uint64_t ends = (marks | (uint64_t)1 << length) >> whole.length;
    const uint64_t label = marks == 0 ? inside : (marks & -marks) - 1;
    const uint64_t fields = places & marks << 1, words = places & blanks << 1;
    // The order is that of MatchKind: the whole label, its beginning, a word of it; the same of other fields; inside.
    const uint8_t kind = (places & 1) != 0      ? (ends & 1) != 0 ? 0 : 1
                         : (words & label) != 0 ? 2
                         : fields != 0          ? (fields & ends) != 0 ? 3 : 4
                         : words != 0           ? 5
                                                : 6;
    const name_standing standing = {kind, (places & 1) != 0 || fields != 0};
    return standing;
}
