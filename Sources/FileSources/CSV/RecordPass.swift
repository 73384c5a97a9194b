import RowValues
import Streams

/// All records of whole blocks: by the marks of a stretch where these hold, else by the scanner.
///
/// Marks end before a quote that opens inside a field, at a record longer than a stretch, and before a last record without a line
/// end; the scanner takes over for as many bytes, as where places are read (`PointReader`).
struct RecordPass {
    private let dialect: CSVDialect
    private let marks = RecordMarks()

    init(_ dialect: CSVDialect) { self.dialect = dialect }

    /// Calls one of two functions for each record in turn.
    ///
    /// - Parameters:
    ///   - content: whole records; a quote that is not closed reaches to its end.
    ///   - marked: takes the walk, which has found the record and none of its fields, and the offset of what follows the
    ///     line end.
    ///   - scanned: takes the scanner with its record, the range of that, and the same offset.
    @inline(__always)
    func forEachRecord(
        in content: ByteRun, columns: (first: Int, second: Int) = (0, 0),
        marked: (inout RecordWalk, _ next: Int) -> Void,
        scanned: (CSVScanner, _ record: Range<Int>, _ next: Int) -> Void
    ) {
        var scanner = CSVScanner(dialect: dialect, firstWanted: columns.first, secondWanted: columns.second)
        var start = 0
        while start < content.count {
            marks.mark(content, from: start, dialect)
            var walk = RecordWalk(marks, from: start)
            while walk.findEnd() {
                var next = walk.end &+ 1
                if content.base[walk.end] == 13, next < content.count, content.base[next] == 10 { next &+= 1 }
                if walk.end > walk.start,
                    !CSVScanner.isBlank(content, walk.start..<walk.end, delimiter: dialect.delimiter)
                {
                    marked(&walk, next)
                }
                walk.pass(to: next)
            }
            scanner.begin(in: content, at: walk.start)
            let limit = min(scannedEnd(after: walk.start, from: start), content.count)
            while scanner.next < limit {
                guard case .record = scanner.advance(in: content, isFinal: true) else { break }
                scanned(scanner, scanner.start..<scanner.end, scanner.next)
            }
            if scanner.next < limit, scanner.start < content.count {
                return scanned(scanner, scanner.start..<content.count, content.count)
            }
            start = scanner.next
        }
    }

    /// The offset up to which records go through the scanner.
    private func scannedEnd(after walked: Int, from start: Int) -> Int {
        if marks.lastEnd == nil { return start + 1 }
        // A whole stretch is followed by the next one.
        return marks.end - start >= RecordMarks.stretch ? walked : max(marks.end, walked) + 64
    }
}
