import CByteScan
import Streams

// Values that several threads collect side by side, each those of some rows.
extension ColumnBuilder {
    /// A builder for the rows of a part, of the same type; it is to be given to `append` of this one.
    ///
    /// - Parameter row: the number of the first row, among those of this builder.
    package func part(from row: Int) -> ColumnBuilder {
        var part = another()
        if kind == nil { part.untyped = UntypedFields() }
        if tally != nil { part.tally = WordTally(of: summarized, from: row) }
        part.summarized = summarized
        return part
    }

    /// Whether parts are made as those of `other`.
    package func hasParts(like other: ColumnBuilder) -> Bool {
        kind == other.kind && dayOrder == other.dayOrder && (tally == nil) == (other.tally == nil)
    }

    /// Prepares a part to be appended, on the thread that made it.
    package mutating func close() { tally?.close() }

    /// Makes room for the values of so many more rows.
    package mutating func expect(_ rows: Int) {
        if meanings != nil {
            meanings?.expect(rows)
        } else if kind == .number || kind == .time {
            numbers.expect(rows)
        }
    }

    /// Appends the rows of a part, which was made before or after the type was known.
    package mutating func append(_ part: consuming ColumnBuilder) {
        if let untyped = part.untyped { return untyped.forEach { append($0) } }
        precondition(kind != nil && part.kind == kind, "a part of another column")
        filled += part.filled
        misfits += part.misfits
        if let read = part.times {
            times?.append(read)
        } else if let read = part.meanings {
            meanings?.append(read)
        } else if let counted = part.tally {
            tally?.append(counted)
        } else if kind == .text || kind == .boolean {
            append(part.words.finish())
        } else {
            numbers.append(part.numbers.finish())
        }
    }

    // MARK: - Fields where they lie

    /// Appends the fields of a column of several records, in their order, without copying those that are plain.
    ///
    /// - Parameter quote: what a field in quotes begins and ends with, and doubles inside.
    package mutating func append(
        _ fields: UnsafeBufferPointer<FieldSpan>, in bytes: ByteRun, quote: UInt8
    ) {
        switch kind {
        case .number: appendNumbers(fields, bytes, quote)
        case .text: appendWords(fields, bytes, quote)
        default: for field in fields { append(unquoting: field, bytes, quote) }
        }
    }

    /// Appends words as they lie, quotes included, one for each row in order; the column is one of text.
    package mutating func append(words fields: UnsafeBufferPointer<FieldSpan>, in bytes: ByteRun) {
        for field in fields {
            filled &+= field.isEmpty ? 0 : 1
            words.append(padded: bytes.base + field.start, count: field.isEmpty ? 0 : field.count)
        }
    }

    private static let powers: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8]

    private mutating func appendNumbers(
        _ fields: UnsafeBufferPointer<FieldSpan>, _ bytes: ByteRun, _ quote: UInt8
    ) {
        var plainCount = 0
        for field in fields {
            if field.isEmpty {
                numbers.append(whole: .min)
                continue
            }
            let isQuoted = bytes.base[field.start] == quote ? 1 : 0
            var decimals: UInt32 = 0
            let digits = plain_decimal(
                bytes.base, field.start &+ isQuoted, field.end &- isQuoted, decimalMark, &decimals)
            if digits == .min {
                append(unquoting: field, bytes, quote)
            } else if decimals == 0 {
                plainCount &+= 1
                numbers.append(whole: Int32(truncatingIfNeeded: digits))
            } else {
                plainCount &+= 1
                numbers.append(Double(digits) / Self.powers[Int(decimals)])
            }
        }
        filled += plainCount
    }

    private mutating func appendWords(
        _ fields: UnsafeBufferPointer<FieldSpan>, _ bytes: ByteRun, _ quote: UInt8
    ) {
        if tally != nil { return tallyWords(fields, bytes, quote) }
        var filledCount = 0
        for field in fields {
            if !field.isEmpty, bytes.base[field.start] == quote {
                append(unquoting: field, bytes, quote)
            } else {
                filledCount &+= field.isEmpty ? 0 : 1
                words.append(padded: bytes.base + field.start, count: field.isEmpty ? 0 : field.count)
            }
        }
        filled += filledCount
    }

    private mutating func tallyWords(
        _ fields: UnsafeBufferPointer<FieldSpan>, _ bytes: ByteRun, _ quote: UInt8
    ) {
        // An optional that is changed in place is checked each time.
        guard var tally = tally.take() else { return }
        var filledCount = 0
        for field in fields {
            if !field.isEmpty, bytes.base[field.start] == quote {
                field.withText(in: bytes, quote: quote) { text in
                    filledCount &+= text.isEmpty ? 0 : 1
                    tally.append(text)
                }
            } else {
                filledCount &+= field.isEmpty ? 0 : 1
                tally.append(padded: bytes.base + field.start, count: field.isEmpty ? 0 : field.count)
            }
        }
        filled += filledCount
        self.tally = tally
    }

    @inline(never)
    private mutating func append(unquoting field: FieldSpan, _ bytes: ByteRun, _ quote: UInt8) {
        field.withText(in: bytes, quote: quote) { append($0) }
    }
}
