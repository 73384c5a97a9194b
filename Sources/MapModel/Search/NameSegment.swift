/// A frozen run of records of folded text.
///
/// ```
/// \n label ␟ field ␟ field \n label \n label ␟ field \n …… padding
///    ↑ starts[0]              ↑ [1]   ↑ [2]
/// ```
struct NameSegment: Sendable {
    /// Between the fields of a record. No folded text has it.
    static let fieldMark: UInt8 = 0x1F
    static let recordMark: UInt8 = 0x0A
    /// Bytes that a scan may read beyond the last.
    static let padding = 64

    let firstRecord: UInt32
    let bytes: [UInt8]
    /// Where each record begins, and where another one would: one byte after each record is its mark.
    let starts: [UInt32]

    var recordCount: Int { starts.count - 1 }
    var byteCount: Int { bytes.capacity + starts.capacity * MemoryLayout<UInt32>.stride }

    /// Calls `body` with the memory of the segment.
    func withRecords<Result>(_ body: (NameRecords) -> Result) -> Result {
        bytes.withUnsafeBufferPointer { bytes in
            starts.withUnsafeBufferPointer { starts in
                guard let base = bytes.baseAddress else { preconditionFailure("a segment has a first mark") }
                return body(NameRecords(base: base, starts: starts))
            }
        }
    }
}

/// The memory of a segment, borrowed for the length of a call.
struct NameRecords {
    let base: UnsafePointer<UInt8>
    let starts: UnsafeBufferPointer<UInt32>

    var count: Int { starts.count - 1 }
    var end: Int { Int(starts[count]) - 1 }

    /// The bytes of a record without its mark.
    @inline(__always)
    func range(of record: Int) -> Range<Int> { Int(starts[record])..<Int(starts[record + 1]) - 1 }

    /// The record that holds the byte at `position`, looked for from `record` on.
    @inline(__always)
    func record(at position: UInt32, from record: Int) -> Int {
        var record = record
        for _ in 0..<8 {
            if starts[record &+ 1] > position { return record }
            record &+= 1
        }
        // Far away: double the steps, then halve them.
        var step = 8
        while record + step < starts.count, starts[record + step] <= position { step *= 2 }
        let limit = min(record + step, starts.count)
        return Bisection.first(in: record + 1..<limit) { starts[$0] > position } - 1
    }

    /// How a word that stands at `position` of a record matches.
    @inline(__always)
    func kind(at position: Int, length: Int, in record: Range<Int>) -> MatchKind {
        if position == record.lowerBound {
            let after = base[position + length]
            return after == NameSegment.fieldMark || after == NameSegment.recordMark
                ? .exactLabel : .labelPrefix
        }
        switch base[position - 1] {
        case NameSegment.fieldMark:
            let after = base[position + length]
            return after == NameSegment.fieldMark || after == NameSegment.recordMark
                ? .exactField : .fieldWord
        case 0x20:
            return (record.lowerBound..<position).contains { base[$0] == NameSegment.fieldMark }
                ? .fieldWord : .labelWord
        default: return .inside
        }
    }
}
