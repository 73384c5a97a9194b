/// The fields of one record, split byte by byte: for headers, samples and details, where all of them are
/// needed.
package enum RecordFields {
    /// The fields of `record`, which has no line end: unquoted, their bytes otherwise unchanged.
    package static func split(_ record: some Collection<UInt8>, dialect: CSVDialect) -> [[UInt8]] {
        split(record, delimiter: dialect.delimiter, quote: dialect.quote)
    }

    /// One field with its quotes taken off and doubled quotes made single.
    package static func unquoted(_ field: some Collection<UInt8>, quote: UInt8) -> [UInt8] {
        split(field, delimiter: nil, quote: quote)[0]
    }

    private static func split(_ record: some Collection<UInt8>, delimiter: UInt8?, quote: UInt8) -> [[UInt8]]
    {
        // Across modules only code for one type is fast.
        record.withContiguousStorageIfAvailable { split(bytes: $0, delimiter: delimiter, quote: quote) }
            ?? Array(record).withUnsafeBufferPointer { split(bytes: $0, delimiter: delimiter, quote: quote) }
    }

    private static func split(
        bytes: UnsafeBufferPointer<UInt8>, delimiter: UInt8?, quote: UInt8
    ) -> [[UInt8]] {
        guard bytes.contains(quote) else {
            guard let delimiter else { return [Array(bytes)] }
            return bytes.split(separator: delimiter, omittingEmptySubsequences: false).map { Array($0) }
        }
        var fields: [[UInt8]] = []
        var field: [UInt8] = []
        var isInQuotes = false
        var isQuoted = false
        var isAtStart = true
        var previousClosed = false
        for byte in bytes {
            let closedBefore = previousClosed
            previousClosed = false
            if isInQuotes {
                if byte == quote {
                    isInQuotes = false
                    previousClosed = true
                } else {
                    field.append(byte)
                }
            } else if byte == delimiter {
                fields.append(field)
                field = []
                isQuoted = false
                isAtStart = true
                continue
            } else if byte == quote, isAtStart {
                isInQuotes = true
                isQuoted = true
            } else if byte == quote, isQuoted, closedBefore {
                isInQuotes = true
                field.append(byte)
            } else {
                field.append(byte)
            }
            isAtStart = false
        }
        fields.append(field)
        return fields
    }
}
