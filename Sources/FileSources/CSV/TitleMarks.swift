/// Rules out, by length and first byte, nearly all records that are neither the header nor the units of the columns.
struct TitleMarks {
    /// The length and the first byte of each, the same where there is one; -1 where there is none.
    private let first: (count: Int, byte: UInt8)
    private let last: (count: Int, byte: UInt8)

    /// Marks of at most two records.
    init(_ titles: [[UInt8]]) {
        let marks = titles.map { (count: $0.count, byte: $0.first ?? 0) }
        (first, last) = (marks.first ?? (-1, 0), marks.last ?? (-1, 0))
    }

    /// Whether a record may be one of them, by its length and first byte.
    @inline(__always)
    func fit(count: Int, byte: UInt8) -> Bool {
        count == first.count && byte == first.byte || count == last.count && byte == last.byte
    }
}
