/// A frozen index of names: folded text that is scanned from end to end for each query.
///
/// A scan that compares two rare bytes of a word at 64 places at a time is as fast as memory; a table of trigrams
/// would be three times the text. Records have numbers from 0 in the order in which they were appended; the first
/// field of each is its label.
/// Values share their segments: a growing index is searched in snapshots that cost one copy of the last segment.
public struct NameIndex: Sendable {
    let segments: [NameSegment]

    /// Records in the index.
    ///
    /// - Complexity: O(segments).
    public var recordCount: Int { segments.reduce(0) { $0 + $1.recordCount } }
    /// Segments, each of at most 262,144 records and about 8 MB of text; they can be searched in parallel.
    public var segmentCount: Int { segments.count }
    /// Bytes that the index occupies.
    public var byteCount: Int { segments.reduce(0) { $0 + $1.byteCount } }

    /// The folded fields of a record, the label first.
    public func fields(of record: UInt32) -> [String] {
        let segment = segments[segmentIndex(of: record)]
        return segment.withRecords { records in
            let range = records.range(of: Int(record - segment.firstRecord))
            let bytes = UnsafeBufferPointer(start: records.base + range.lowerBound, count: range.count)
            return bytes.split(separator: NameSegment.fieldMark, omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// The text of each segment, records ended by line feeds and fields by 0x1F, as a baseline for
    /// benchmarks.
    public func withTextOfSegments(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        for segment in segments {
            segment.withRecords { body(UnsafeBufferPointer(start: $0.base, count: $0.end + 1)) }
        }
    }

    func segmentIndex(of record: UInt32) -> Int {
        Bisection.first(in: segments.indices) { segments[$0].firstRecord > record } - 1
    }
}

extension NameIndex {
    /// Collects records and builds an index of them.
    public struct Builder: ~Copyable {
        /// Longer fields are searched up to here, in bytes.
        public static let fieldLimit = 4_096
        /// The rest of a longer record is not searched.
        static let recordLimit = 1 << 16
        static let segmentBytes = 8 << 20
        static let segmentRecords = 1 << 18

        /// Fields that were cut at a limit, so that their end is not searched.
        public private(set) var cutFieldCount = 0

        private var segments: [NameSegment] = []
        private var firstRecord: UInt32 = 0
        private var bytes: [UInt8] = []
        private var starts: [UInt32] = []
        /// The record that is being appended.
        private var record = FoldingBuffer()
        private var fieldCount = 0

        /// A builder without records. It reserves the memory of one segment, about 8.5 MB.
        public init() { beginSegment() }

        /// Records so far.
        public var recordCount: Int { Int(firstRecord) + starts.count - 1 }

        /// Folds one more field of the record that `endRecord` ends; the first is the label.
        public mutating func appendField(_ field: UnsafeBufferPointer<UInt8>) {
            if fieldCount > 0 { record.append(byte: NameSegment.fieldMark) }
            fieldCount += 1
            if field.count <= Self.fieldLimit, record.count < Self.recordLimit {
                record.append(field)
            } else {
                cutFieldCount += 1
                guard record.count < Self.recordLimit else { return }
                record.append(Self.cut(field))
            }
        }

        /// Folds one more field, given as a string.
        public mutating func appendField(_ field: String) {
            var field = field
            field.withUTF8 { appendField($0) }
        }

        /// Ends the record; one without fields has an empty label.
        public mutating func endRecord() {
            record.append(byte: NameSegment.recordMark)
            record.move(to: &bytes)
            starts.append(UInt32(bytes.count))
            fieldCount = 0
            if bytes.count >= Self.segmentBytes || starts.count > Self.segmentRecords { endSegment() }
        }

        /// Appends a whole record, its label first.
        public mutating func append(_ fields: [String]) {
            for field in fields { appendField(field) }
            endRecord()
        }

        /// An index of the records so far; more may follow.
        public func snapshot() -> NameIndex {
            NameIndex(
                segments: starts.count > 1 ? segments + [Self.segment(firstRecord, bytes, starts)] : segments)
        }

        private mutating func beginSegment() {
            bytes.removeAll(keepingCapacity: true)
            starts.removeAll(keepingCapacity: true)
            bytes.reserveCapacity(Self.segmentBytes + Self.segmentBytes / 16)
            bytes.append(NameSegment.recordMark)
            starts.append(1)
        }

        private mutating func endSegment() {
            segments.append(Self.segment(firstRecord, bytes, starts))
            firstRecord += UInt32(starts.count - 1)
            beginSegment()
        }

        /// A copy without spare capacity.
        private static func segment(_ firstRecord: UInt32, _ bytes: [UInt8], _ starts: [UInt32])
            -> NameSegment
        {
            let padded = [UInt8](unsafeUninitializedCapacity: bytes.count + NameSegment.padding) {
                memory, count in
                _ = memory.initialize(from: bytes)
                memory[bytes.count...].initialize(repeating: 0)
                count = bytes.count + NameSegment.padding
            }
            return NameSegment(firstRecord: firstRecord, bytes: padded, starts: Array(starts))
        }

        /// The first bytes of a long field, without an incomplete scalar at the end.
        private static func cut(_ field: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
            var end = min(field.count, fieldLimit)
            if end < field.count {
                while end > 0, field[end] & 0xC0 == 0x80 { end -= 1 }
            }
            return UnsafeBufferPointer(rebasing: field[..<end])
        }
    }
}
