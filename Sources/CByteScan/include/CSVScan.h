#pragma once

// Where the records of delimited text end and its fields part, a bit for each byte, with quoted text left out.
//
// Quotes pair up: bytes between the first and the second of each pair are quoted, found for 64 bytes at once as
// the running parity of the quotes. This holds only while each quote that opens follows a delimiter, a line end
// or another quote, and each that closes stands before one of these; where one does not, the scan stops.
// After Langdale and Lemire, "Parsing gigabytes of JSON per second", VLDB Journal 28, 2019.

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
csv_scanned csv_mark(const uint8_t *bytes, size_t first, size_t count, uint8_t delimiter, uint8_t quote,
                     uint64_t *delimiters, uint64_t *ends, uint64_t *lines, uint64_t *unusual);
