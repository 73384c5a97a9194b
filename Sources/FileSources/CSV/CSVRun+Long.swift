import Platform
import Rows
import Streams

/// Records that are longer than may be.
extension CSVRun {
    /// Reads window after window to the end, past such records.
    mutating func readAllWindows(
        _ opening: inout CSVOpening, isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) {
        try readWindows(&opening, isCancelled: isCancelled, progress: progress)
        while reader.isStopped, try passLong(&opening, isCancelled: isCancelled) {
            reader.resume(at: opening.window.offset)
            try readWindows(&opening, isCancelled: isCancelled, progress: progress)
        }
    }

    /// Records of so many times the limit are passed over.
    private static let longestPassed = 16

    /// Passes over the record at which reading stopped, to the end of its line: false where the end is very far off, and
    /// where a quoted field seems to go on in the next line.
    ///
    /// Its block is read whole again for the values of other rows.
    mutating func passLong(
        _ opening: inout CSVOpening, isCancelled: () -> Bool
    ) throws(SourceError) -> Bool {
        var (length, quotes) = (0, 0)
        while true {
            let end = opening.window.withBytes { bytes in
                let feed = Bytes.offset(of: 0x0A, in: bytes.base, count: bytes.count) ?? bytes.count
                let end = Bytes.offset(of: 0x0D, in: bytes.base, count: feed) ?? feed
                quotes += bytes.buffer(0..<end).count { $0 == reader.quote }
                return end
            }
            length += end
            let isEnd = end < opening.window.count
            opening.window.discard(end)
            if isEnd || opening.window.isAtEnd { break }
            guard length / Self.longestPassed < options.recordLimit else { return false }
            try opening.window.fill(from: &opening.feed, isCancelled: isCancelled)
        }
        guard quotes % 2 == 0 else { return false }
        opening.window.withBytes { scanner.begin(in: $0, at: 0) }
        return true
    }
}
