/// A frozen run of records of folded text.
///
/// ```
/// \n label ␟ field ␟ field \n label \n label ␟ field \n …… padding
///    ↑ starts[0]              ↑ [1]   ↑ [2]
/// ```
struct NameSegment: Sendable {
    /// The separator between the fields of a record, which no folded text contains.
    static let fieldMark: UInt8 = 0x1F
    static let recordMark: UInt8 = 0x0A
    /// Bytes that a scan may read beyond the last.
    static let padding = 64

    let firstRecord: UInt32
    let bytes: [UInt8]
    /// Where each record begins, and the end: one byte after each record is its mark.
    let starts: [UInt32]
    /// The record that holds the first byte of each `NameRecords.stretch`.
    private let stretches: [UInt32]
    /// Nil where every record is looked at: in small indexes, and for the newest records of a growing one.
    let sets: LetterSets?

    /// - Parameter firstRecord: a multiple of 64.
    init(firstRecord: UInt32, bytes: [UInt8], starts: [UInt32], sets: LetterSets? = nil) {
        self.firstRecord = firstRecord
        self.bytes = bytes
        self.starts = starts
        self.sets = sets
        var stretches: [UInt32] = []
        var record = 0
        for offset in stride(from: 0, to: Int(starts[starts.count - 1]), by: NameRecords.stretch) {
            while record + 2 < starts.count, starts[record + 1] <= offset { record += 1 }
            stretches.append(UInt32(record))
        }
        self.stretches = stretches
    }

    /// The same records with a number of their own for the first.
    func renumbered(_ firstRecord: UInt32) -> NameSegment {
        NameSegment(firstRecord: firstRecord, bytes: bytes, starts: starts, stretches: stretches, sets: sets)
    }

    private init(
        firstRecord: UInt32, bytes: [UInt8], starts: [UInt32], stretches: [UInt32], sets: LetterSets?
    ) {
        self.firstRecord = firstRecord
        self.bytes = bytes
        self.starts = starts
        self.stretches = stretches
        self.sets = sets
    }

    var recordCount: Int { starts.count - 1 }
    var byteCount: Int {
        bytes.capacity + (starts.capacity + stretches.capacity) * MemoryLayout<UInt32>.stride
            + (sets?.byteCount ?? 0)
    }

    /// Calls `body` with the memory of the segment.
    func withRecords<Result>(_ body: (NameRecords) -> Result) -> Result {
        bytes.withUnsafeBufferPointer { bytes in
            starts.withUnsafeBufferPointer { starts in
                stretches.withUnsafeBufferPointer { stretches in
                    guard let base = bytes.baseAddress else { preconditionFailure("there is a first mark") }
                    return body(NameRecords(base: base, starts: starts, stretches: stretches))
                }
            }
        }
    }
}

/// The memory of a segment, borrowed for the length of a call.
struct NameRecords {
    /// Bytes between two entries of `stretches`: few enough that few records lie in between.
    static let stretch = 256

    let base: UnsafePointer<UInt8>
    let starts: UnsafeBufferPointer<UInt32>
    let stretches: UnsafeBufferPointer<UInt32>

    var count: Int { starts.count - 1 }
    var end: Int { Int(starts[count]) - 1 }

    /// The bytes of a record without its mark.
    @inline(__always)
    func range(of record: Int) -> Range<Int> { Int(starts[record])..<Int(starts[record + 1]) - 1 }

    /// The record that holds the byte at `offset`.
    @inline(__always)
    func record(at offset: UInt32) -> Int {
        var record = Int(stretches[Int(offset) / Self.stretch])
        while starts[record &+ 1] <= offset { record &+= 1 }
        return record
    }

    /// How a word at `offset` of a record matches.
    @inline(__always)
    func kind(at offset: Int, length: Int, in record: Range<Int>) -> MatchKind {
        if offset == record.lowerBound {
            let after = base[offset + length]
            return after == NameSegment.fieldMark || after == NameSegment.recordMark
                ? .exactLabel : .labelPrefix
        }
        switch base[offset - 1] {
        case NameSegment.fieldMark:
            let after = base[offset + length]
            return after == NameSegment.fieldMark || after == NameSegment.recordMark
                ? .exactField : .fieldPrefix
        case 0x20:
            return (record.lowerBound..<offset).contains { base[$0] == NameSegment.fieldMark }
                ? .fieldWord : .labelWord
        default: return .inside
        }
    }
}
