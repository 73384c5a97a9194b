extension NameIndex {
    /// Collects records and builds an index of them.
    public struct Builder: ~Copyable {
        /// Longer fields are searched up to here, in bytes.
        public static let fieldLimit = 4_096
        /// The rest of a longer record is not searched.
        static let recordLimit = 1 << 16
        static let segmentBytes = 8 << 20
        /// The most records of a segment.
        public static let segmentRecords = 1 << 18

        /// The index has sets of letters.
        public let hasLetterSets: Bool
        private var segments: [NameSegment] = []
        private var firstRecord: UInt32 = 0
        private var bytes: [UInt8] = []
        private var starts: [UInt32] = []
        /// The record that is being appended.
        private var record = FoldingBuffer()
        private var fieldCount = 0

        /// A builder without records. It reserves the memory of one segment, about 8.5 MB.
        ///
        /// - Parameter hasLetterSets: the index gets sets of letters, for `NameIndex.hits`: 20 bytes more a record.
        public init(hasLetterSets: Bool = false) {
            self.hasLetterSets = hasLetterSets
            beginSegment()
        }

        /// Records so far.
        public var recordCount: Int { Int(firstRecord) + starts.count - 1 }

        /// Folds one more field of the record that `endRecord` ends; the first is the label.
        public mutating func appendField(_ field: UnsafeBufferPointer<UInt8>) {
            if fieldCount > 0 { record.append(byte: NameSegment.fieldMark) }
            fieldCount += 1
            guard record.count < Self.recordLimit else { return }
            record.append(field.count <= Self.fieldLimit ? field : Self.cut(field))
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
            // The next segment begins with a multiple of 64, since sets have words of so many records.
            if starts.count & 63 == 1, bytes.count >= Self.segmentBytes || starts.count > Self.segmentRecords
            {
                endSegment()
            }
        }

        /// Appends a whole record, its label first.
        public mutating func append(_ fields: [String]) {
            for field in fields { appendField(field) }
            endRecord()
        }

        /// An index of the records so far; more may follow. The newest ones have no sets of letters yet.
        public func snapshot() -> NameIndex {
            NameIndex(segments: starts.count > 1 ? segments + [segment(hasSets: false)] : segments)
        }

        /// The index of all records.
        public consuming func finish() -> NameIndex {
            if starts.count > 1 { endSegment() }
            return NameIndex(segments: segments)
        }

        /// Whether an index of more records can be appended: those so far are a multiple of 64.
        public var isAtBoundary: Bool { recordCount & 63 == 0 }

        /// Appends all records of an index, so that threads may share the work.
        ///
        /// - Precondition: `isAtBoundary`.
        public mutating func append(_ index: NameIndex) {
            precondition(isAtBoundary, "sets have words of 64 records")
            if starts.count > 1 { endSegment() }
            for segment in index.segments {
                segments.append(segment.renumbered(firstRecord))
                firstRecord += UInt32(segment.recordCount)
            }
        }

        private mutating func beginSegment() {
            bytes.removeAll(keepingCapacity: true)
            starts.removeAll(keepingCapacity: true)
            bytes.reserveCapacity(Self.segmentBytes + Self.segmentBytes / 16)
            bytes.append(NameSegment.recordMark)
            starts.append(1)
        }

        private mutating func endSegment() {
            segments.append(segment(hasSets: hasLetterSets))
            firstRecord += UInt32(starts.count - 1)
            beginSegment()
        }

        /// A copy without spare capacity.
        private func segment(hasSets: Bool) -> NameSegment {
            let padded = [UInt8](unsafeUninitializedCapacity: bytes.count + NameSegment.padding) {
                memory, count in
                _ = memory.initialize(from: bytes)
                memory[bytes.count...].initialize(repeating: 0)
                count = bytes.count + NameSegment.padding
            }
            let starts = [UInt32](unsafeUninitializedCapacity: starts.count) { memory, count in
                count = memory.initialize(from: self.starts).index
            }
            let sets = hasSets ? starts.withUnsafeBufferPointer { LetterSets(of: padded, starts: $0) } : nil
            return NameSegment(firstRecord: firstRecord, bytes: padded, starts: starts, sets: sets)
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
