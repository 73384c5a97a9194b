import Platform
import RowValues
import Rows
import Streams

/// A stretch of a log: its bytes, and where the lines are in them.
struct LogSegment: Sendable {
    let bytes: KeptBytes
    let blocks: LogBlocks
    /// Where the last line ends.
    let end: Int
    let rowCount: Int
    /// The number of its first row in the log, and of its first line, counted from 0.
    let firstRow: Int
    let firstLine: Int

    /// A row of a line: its number in the segment, the line, and where that is among bytes that were read.
    struct Place {
        let row: Int
        let line: LogLine
        /// With its line end.
        let whole: Range<Int>
        /// It is too long to be read.
        var isHole = false
    }

    private static let longestRead = 1 << 20

    /// Calls `body` with each of some rows, ascending numbers in this segment.
    func visit(
        _ rows: ArraySlice<Int>, _ reader: any LogLineReader, _ clock: LogClock,
        _ body: (Place) -> Void
    ) throws(FileError) {
        var memory: [UInt8] = []
        var next = rows.startIndex
        while next < rows.endIndex {
            let first = blocks.block(ofRow: rows[next])
            var last = first
            var end = next + 1
            while end < rows.endIndex {
                let block = blocks.block(ofRow: rows[end])
                guard
                    block == last
                        || block == last + 1
                            && blocks.last(from: first, size: Self.longestRead, end: self.end) >= block
                else { break }
                last = block
                end += 1
            }
            try visit(first...last, rows[next..<end], reader, clock, &memory, body)
            next = end
        }
    }

    private func visit(
        _ range: ClosedRange<Int>, _ rows: ArraySlice<Int>, _ reader: any LogLineReader, _ clock: LogClock,
        _ memory: inout [UInt8], _ body: (Place) -> Void
    ) throws(FileError) {
        if blocks.isHole(range.lowerBound) {
            for row in rows { hole(row, blocks.firstLine(of: range.lowerBound), clock, body) }
            return
        }
        let place = blocks.range(of: range, end: end)
        try bytes.read(place, into: &memory)
        memory.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            var index = rows.startIndex
            forEachRow(range, ByteRun(base: base, count: place.count), reader, clock) { found in
                while index < rows.endIndex, rows[index] == found.row {
                    body(found)
                    index += 1
                }
                return index < rows.endIndex
            }
        }
    }

    private func hole(_ row: Int, _ line: Int, _ clock: LogClock, _ body: (Place) -> Void) {
        ByteRun.with([]) { nothing in
            let line = LogLine(bytes: nothing, range: 0..<0, number: firstLine + line + 1, clock: clock)
            body(Place(row: row, line: line, whole: 0..<0, isHole: true))
        }
    }

    /// Calls `body` with all rows of neighbouring blocks, until it returns false.
    func forEachRow(
        _ range: ClosedRange<Int>, _ content: ByteRun, _ reader: any LogLineReader, _ clock: LogClock,
        _ body: (Place) -> Bool
    ) {
        var row = blocks.firstRow(of: range.lowerBound)
        var number = firstLine + blocks.firstLine(of: range.lowerBound)
        let countsPlaces = reader.placeColumns != nil
        var next = 0
        while next < content.count {
            let feed = Bytes.offset(of: 10, in: content.base + next, count: content.count - next)
            let end = feed.map { next + $0 } ?? content.count
            let behind = feed == nil ? end : end + 1
            let text = LogScan.text(next..<end, in: content, isFirst: number == 0)
            number += 1
            var line = LogLine(bytes: content, range: text, number: number, clock: clock)
            let count = countsPlaces ? max(reader.places(in: line).count, 1) : 1
            for ordinal in 0..<count {
                line.ordinal = ordinal
                guard body(Place(row: row, line: line, whole: next..<behind)) else { return }
                row += 1
            }
            next = behind
        }
    }
}
