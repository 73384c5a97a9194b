extension FileBytes {
    private static let pieceLength = 1 << 16

    /// Calls `body` with the bytes from the beginning to the end, piece by piece.
    ///
    /// - Parameter isCancelled: asked before each piece; true ends early.
    func forEachPiece(
        isCancelled: () -> Bool = { false }, _ body: (Span<UInt8>) throws(SourceError) -> Void
    ) throws(SourceError) {
        var buffer = [UInt8](repeating: 0, count: Self.pieceLength)
        var offset = 0
        while !isCancelled() {
            guard let count = try readPiece(at: offset, into: &buffer) else { continue }
            if count == 0 { return }
            offset += count
            try body(buffer.span.extracting(0..<count))
        }
    }

    /// 0 at the end; nil when a stream gave nothing for a while.
    private func readPiece(at offset: Int, into buffer: inout [UInt8]) throws(SourceError) -> Int? {
        let result = buffer.withUnsafeMutableBytes { bytes in
            Result { () throws(FileError) in
                isSeekable ? try read(at: offset, into: bytes) : try readNext(into: bytes, waiting: 100)
            }
        }
        switch result {
        case .success(let count): return count
        case .failure(let error): throw .file(error)
        }
    }
}
