/// A frozen index of names: folded text that is scanned from end to end for each query.
///
/// A scan that compares two rare bytes of a word at 64 places at a time is as fast as memory. An index of millions of
/// records has `LetterSets` as well, which tell the few records to look at. Records have numbers from 0 in the order in which they were appended; the first
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
