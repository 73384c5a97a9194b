extension NameIndex {
    /// Whether a field of a record is `text`, folded.
    func hasField(_ text: [UInt8], in record: UInt32) -> Bool {
        hasPart(text, in: record) { $0 == NameSegment.fieldMark }
    }

    /// Whether a word of a record is `text`, folded.
    func hasWord(_ text: [UInt8], in record: UInt32) -> Bool {
        hasPart(text, in: record) { $0 == NameSegment.fieldMark || $0 == 0x20 }
    }

    /// Whether a record has each word of a query as a whole word, in one of its spellings.
    func hasWords(of terms: [SearchTerm], in record: UInt32) -> Bool {
        terms.allSatisfy { term in term.spellings.contains { hasWord($0, in: record) } }
    }

    /// The folded label of a record.
    func label(of record: UInt32) -> [UInt8] {
        let segment = segments[segmentIndex(of: record)]
        return segment.withRecords { records in
            let range = records.range(of: Int(record - segment.firstRecord))
            let bytes = UnsafeBufferPointer(start: records.base + range.lowerBound, count: range.count)
            return Array(bytes.prefix { $0 != NameSegment.fieldMark })
        }
    }

    /// Whether the label of a record contains `text`, folded, anywhere.
    func hasInLabel(_ text: [UInt8], record: UInt32) -> Bool {
        ByteRarity.isPart(text, of: label(of: record))
    }

    private func hasPart(_ text: [UInt8], in record: UInt32, between isMark: (UInt8) -> Bool) -> Bool {
        let segment = segments[segmentIndex(of: record)]
        return segment.withRecords { records in
            let range = records.range(of: Int(record - segment.firstRecord))
            let bytes = UnsafeBufferPointer(start: records.base + range.lowerBound, count: range.count)
            return bytes.split(whereSeparator: isMark).contains { $0.elementsEqual(text) }
        }
    }
}
