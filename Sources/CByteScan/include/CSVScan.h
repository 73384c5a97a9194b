#pragma once

// Where the records of delimited text end and its fields part, a bit for each byte, with quoted text left out.
//
// Quotes pair up: bytes between the first and the second of each pair are quoted, found for 64 bytes at once as
// the running parity of the quotes. This holds only while each quote that opens follows a delimiter, a line end
// or another quote; where one does not, the scan stops.
// After Langdale and Lemire, "Parsing gigabytes of JSON per second", VLDB Journal 28, 2019.

/// What one block of 64 bytes hands over to the next. For the first byte of a record: 0, 1, 0.
typedef struct {
    uint64_t quoted;    ///< all ones inside quotes
    uint64_t may_open;  ///< 1 where the last byte was a delimiter, a line end or a quote
    uint64_t returned;  ///< 1 where the last byte was a carriage return
} csv_state;

/// What was met in a scan.
enum {
    CSV_UNUSUAL = 1,      ///< bytes that are NUL or beyond ASCII
    CSV_QUOTED_LINES = 2, ///< line ends inside quotes
};

/// What was found in a scan.
typedef struct {
    size_t blocks; ///< of 64 bytes each, scanned without a stray quote
    unsigned met;
} csv_scanned;

/// Marks the bytes [first, count) of `bytes`, where a record begins at `first`: in block i of 64 bytes, counted from the
/// block of `first`, the delimiters that part fields, the line ends that end records (of CR LF the first byte),
/// all line ends, also quoted ones, and unusual bytes. 64 bytes beyond `count` may be read.
static inline csv_scanned csv_mark(const uint8_t *bytes, size_t first, size_t count, uint8_t delimiter,
                                   uint8_t quote, uint64_t *delimiters, uint64_t *ends, uint64_t *lines,
                                   uint64_t *unusual) {
    csv_state state = {0, 1, 0};
    csv_scanned scanned = {0, 0};
    const size_t start = first & ~(size_t)63;
    uint64_t known = ~(uint64_t)0 << (first & 63);
    // The bits of bytes before the first are not known: it begins a record.
    uint64_t record_start = (uint64_t)1 << (first & 63);
    for (size_t offset = start; offset < count; offset += 64) {
        if (count - offset < 64) known &= ((uint64_t)1 << (count - offset)) - 1;
        byte_marks marks = byte_marks_of_64(bytes + offset, delimiter, quote);
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
            if ((quotes & quoted & ~before) != 0) break;
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
