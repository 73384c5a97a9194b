import Rows
import Streams

// Reading a stream whose records are forgotten.
extension CSVRun {
    /// Hands over the records of each window, and forgets them.
    ///
    /// - Parameter whenSilent: called ten times a second while nothing comes.
    mutating func pass(
        _ opening: inout CSVOpening, isCancelled: () -> Bool, whenSilent: () -> Void = {},
        _ body: (LoadedSource) throws(SourceError) -> Void
    ) throws(SourceError) {
        opening.feed.keepNothing()
        let marks = RecordMarks()
        var seen = 0
        while true {
            let isFinal = opening.window.isAtEnd
            // Where a compressed stream is cut, so is its last record.
            let isWhole = isFinal && opening.feed.fault == nil
            opening.window.withBytes { reader.read($0, at: 0, isFinal: isWhole, with: &scanner, marks) }
            let isStuck = scanner.start == 0 && opening.window.isFull
            let isTooLong = isStuck && opening.window.count >= options.recordLimit
            if isTooLong || isWhole && scanner.start < opening.window.count {
                opening.window.withBytes { reader.stop(at: scanner, $0, offset: 0) }
            }
            let isLast = isFinal || isTooLong
            var isPassed = false
            if reader.recordCount > 0 {
                let count = isLast ? opening.window.count : scanner.start
                let bytes = opening.window.withBytes { $0.bytes(0..<count) }
                if isTooLong, try passLong(&opening, isCancelled: isCancelled) {
                    reader.resume(at: 0)
                    isPassed = true
                }
                seen += reader.recordCount
                try body(opening.source(reader, of: .memory(bytes), seen: seen))
                reader = reader.emptied
            } else {
                whenSilent()
            }
            if isPassed { continue }
            if isLast { break }
            if isStuck { opening.window.grow() } else { opening.window.discard(scanner.start) }
            try opening.window.fill(from: &opening.feed, isEager: true, isCancelled: isCancelled)
            opening.window.withBytes { scanner.begin(in: $0, at: 0) }
        }
        if let fault = opening.feed.fault { throw .file(fault.error(of: opening.file.name)) }
    }
}
