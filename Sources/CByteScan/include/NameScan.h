#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// Bytes of names in classes of their own or shared: 0 others, then separators, letters, digits, bytes beyond ASCII.
enum {
    name_class_count = 128,
    name_label_word = 1, ///< what is before a word of the label: the mark of the record or a blank
    name_field_word = 2, ///< the same in other fields
    name_field_mark = 0x1F,
    name_start_slots = 24, ///< sets shared by the first two letters of words, for labels and for other fields
    name_group = 8, ///< words of 64 records that are gathered before they are written
};

/// How often letters occur in a record, and after what: `counts` has an entry for each class, then for each pair of them.
///
/// `classes` are two tables: that of bytes in a label, and that of bytes in further fields.
static inline void name_sets_count(const uint8_t *text, size_t start, size_t end, const uint8_t *classes,
                                   uint32_t *counts) {
    const uint8_t *class_of = classes;
    unsigned before = name_label_word;
    for (size_t place = start; place < end; place++) {
        const uint8_t byte = text[place];
        const unsigned now = class_of[byte];
        counts[now]++;
        counts[name_class_count + before * name_class_count + now]++;
        before = now;
        if (byte == name_field_mark) class_of = classes + 256;
    }
}

/// Which of the sets of first letters a word belongs to.
static inline unsigned name_start_slot(unsigned first, unsigned second) {
    return (7 * first + second) % name_start_slots;
}

/// Sets bit `record % 64` of the slices of each letter and pair of up to 512 records; `block` has eight words a slice.
///
/// The first two letters of words go to the slices from `start_slot` on, those of labels first.
static inline void name_sets_note(const uint8_t *text, const uint32_t *starts, size_t count,
                                  const uint8_t *classes, const uint8_t *slots, size_t start_slot, uint64_t *block) {
    const uint8_t *pairs = slots + name_class_count;
    for (size_t record = 0; record < count; record++) {
        const uint64_t bit = (uint64_t)1 << (record & 63);
        uint64_t *words = block + (record >> 6);
        const uint8_t *class_of = classes;
        unsigned before = name_label_word;
        const size_t end = starts[record + 1] - 1;
        for (size_t place = starts[record]; place < end; place++) {
            const uint8_t byte = text[place];
            const unsigned now = class_of[byte];
            if (before - 1 < name_field_word) {
                // Marks are not letters: what has no second letter is in no set of two.
                const unsigned next = class_of[text[place + 1]];
                const size_t slot = start_slot + (before - 1) * name_start_slots + name_start_slot(now, next);
                words[name_group * slot] |= bit;
            }
            words[name_group * slots[now]] |= bit;
            words[name_group * pairs[before * name_class_count + now]] |= bit;
            before = now;
            if (byte == name_field_mark) class_of = classes + 256;
        }
    }
}

/// Keeps the bits that both sets have.
static inline void name_sets_intersect(uint64_t *bits, const uint64_t *others, size_t width) {
    for (size_t word = 0; word < width; word++) bits[word] &= others[word];
}

/// Adds the bits of another set.
static inline void name_sets_unite(uint64_t *bits, const uint64_t *others, size_t width) {
    for (size_t word = 0; word < width; word++) bits[word] |= others[word];
}

/// How many bits are set.
static inline size_t name_sets_size(const uint64_t *bits, size_t width) {
    size_t size = 0;
    for (size_t word = 0; word < width; word++) size += (size_t)__builtin_popcountll(bits[word]);
    return size;
}

/// How a word stands in a record, and whether a field begins with it.
typedef struct {
    uint8_t kind;         ///< the raw value of a `MatchKind`; larger than any where the word is not found
    uint8_t begins_field; ///< 1 where the word begins the label or another field
} name_standing;
