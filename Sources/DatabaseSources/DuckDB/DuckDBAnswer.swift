/// Reads the CSV that duckdb prints: values in quotes, which are doubled inside, and nothing for NULL.
struct DuckDBAnswer {
    private var field: [UInt8] = []
    private var isQuoted = false
    private var isInQuotes = false
    private var wasQuote = false

    /// Reads a piece of an answer.
    ///
    /// - Parameters:
    ///   - value: called with each value, nil for NULL.
    ///   - endRow: called after the last value of each row.
    mutating func feed(
        _ piece: UnsafeBufferPointer<UInt8>, value: (UnsafeBufferPointer<UInt8>?) -> Void,
        endRow: () -> Void
    ) {
        var offset = 0
        while offset < piece.count {
            if isInQuotes, !wasQuote {
                let start = offset
                while offset < piece.count, piece[offset] != 0x22 { offset += 1 }
                field.append(contentsOf: piece[start..<offset])
                guard offset < piece.count else { return }
                wasQuote = true
                offset += 1
                continue
            }
            let byte = piece[offset]
            offset += 1
            switch byte {
            case 0x22:
                // A second quote in a row is one of the text.
                if wasQuote { field.append(byte) }
                isInQuotes = true
                isQuoted = true
                wasQuote = false
            case 0x2C:
                end(value)
            case 0x0A:
                end(value)
                endRow()
            default:
                isInQuotes = false
                isQuoted = true
                field.append(byte)
            }
        }
    }

    private mutating func end(_ value: (UnsafeBufferPointer<UInt8>?) -> Void) {
        if isQuoted { field.withUnsafeBufferPointer { value($0) } } else { value(nil) }
        field.removeAll(keepingCapacity: true)
        (isQuoted, isInQuotes, wasQuote) = (false, false, false)
    }

    /// An answer as a whole; nil where rows have another number of values.
    static func rows(_ bytes: [UInt8], columnCount: Int) -> SQLRows? {
        var answer = DuckDBAnswer()
        var rows = SQLRows(columns: (0..<columnCount).map { .init(name: "\($0)") })
        var row: [String?] = []
        var isWhole = true
        bytes.withUnsafeBufferPointer { bytes in
            answer.feed(bytes) {
                row.append($0.map { String(decoding: $0, as: UTF8.self) })
            } endRow: {
                isWhole = isWhole && row.count == columnCount
                if isWhole { rows.append(row) }
                row.removeAll(keepingCapacity: true)
            }
        }
        return isWhole && row.isEmpty && !answer.isQuoted ? rows : nil
    }
}
