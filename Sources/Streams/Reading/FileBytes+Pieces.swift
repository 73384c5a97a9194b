extension FileBytes {
    private static let pieceLength = 1 << 16

    /// Calls `body` with all bytes in order, decompressed if necessary, piece by piece.
    ///
    /// - Parameter isCancelled: checked before each piece; true ends early.
    package func forEachPiece(
        isCancelled: () -> Bool = { false }, _ body: (Span<UInt8>) throws(SourceError) -> Void
    ) throws(SourceError) {
        var buffer = [UInt8](repeating: 0, count: Self.pieceLength)
        var feed = ByteFeed(self, keepsBytes: false)
        while !isCancelled() {
            let read = try SourceError.wrapping { () throws(FileError) in
                try buffer.withMutableBytes { bytes throws(FileError) in try feed.read(into: bytes) }
            }
            guard let count = read else { continue }
            if count == 0 { break }
            try body(buffer.span.extracting(0..<count))
        }
        if let fault = feed.fault { throw .file(fault.error(of: name)) }
    }
}
