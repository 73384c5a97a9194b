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
        var start = 0
        while true {
            let found = quotes(in: bytes, from: start, delimiter: delimiter, quote: quote)
            let end = bytes[(found?.closing ?? start)...].firstIndex { $0 == delimiter } ?? bytes.count
            if let (opening, closing) = found {
                fields.append(single(bytes[opening + 1..<closing], quote) + bytes[closing + 1..<end])
            } else {
                fields.append(Array(bytes[start..<end]))
            }
            guard end < bytes.count else { return fields }
            start = end + 1
        }
    }

    /// Text between quotes with doubled quotes made single.
    private static func single(_ text: Slice<UnsafeBufferPointer<UInt8>>, _ quote: UInt8) -> [UInt8] {
        guard text.contains(quote) else { return Array(text) }
        var single: [UInt8] = []
        var isSecond = false
        for byte in text {
            isSecond = byte == quote && !isSecond
            if !isSecond { single.append(byte) }
        }
        return single
    }

    /// The offsets of the quotes around the field that begins at `start`, blanks before the first one aside; nil where it has
    /// none, or where they are text.
    @inline(__always)
    package static func quotes(
        in bytes: UnsafeBufferPointer<UInt8>, from start: Int, delimiter: UInt8?, quote: UInt8
    ) -> (opening: Int, closing: Int)? {
        var opening = start
        while opening < bytes.count, bytes[opening] == 0x20, delimiter != 0x20 { opening &+= 1 }
        guard opening < bytes.count, bytes[opening] == quote else { return nil }
        return closingQuote(in: bytes, from: opening, delimiter: delimiter, quote: quote).map {
            (opening, $0)
        }
    }

    /// The offset of the quote that closes the one at `start`; nil when that one is text like any other: no quote follows, or
    /// the first one that is not doubled stands neither before a delimiter, blanks aside, nor at the end of the record.
    ///
    /// GBIF, GeoNames and eBird write fields such as `"Am Weiher" nahe Dorf` without quoting them.
    private static func closingQuote(
        in bytes: UnsafeBufferPointer<UInt8>, from start: Int, delimiter: UInt8?, quote: UInt8
    ) -> Int? {
        var offset = start + 1
        while offset < bytes.count {
            if bytes[offset] == quote {
                guard offset + 1 < bytes.count, bytes[offset + 1] == quote else {
                    var next = offset + 1
                    while next < bytes.count, bytes[next] == 0x20, delimiter != 0x20 { next += 1 }
                    return next == bytes.count || bytes[next] == delimiter ? offset : nil
                }
                offset += 1
            }
            offset += 1
        }
        return nil
    }
}
