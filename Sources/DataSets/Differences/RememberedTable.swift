import MapModel
import Platform
import RowValues
import Rows
import Streams

/// The values of a source as they were read, kept in memory: what it held before it changed.
struct RememberedTable: RowTable {
    let name: String
    let columnNames: [String]
    let roles: ColumnRoles
    let coordinateColumns: [Int]
    let recordCount: Int
    let decimalMark: UInt8

    /// A tag for each value with its kind and length, then its text.
    private var bytes: [UInt8] = []
    /// Where every so many rows begin.
    private var starts: [Int] = []
    private static let step = 16
    /// A length that does not fit into the tag follows it in four bytes.
    private static let longTag = 31

    /// Reads all rows of a table; nil where their values take more than `limit` bytes.
    init?(
        _ table: any RowTable, limit: Int, isCancelled: () -> Bool = { Task.isCancelled }
    ) throws(SourceError) {
        (name, columnNames, roles) = ("\(table.name) before", table.columnNames, table.roles)
        (coordinateColumns, recordCount) = (table.coordinateColumns, table.recordCount)
        decimalMark = table.decimalMark
        guard recordCount * (1 + columnNames.count) <= limit else { return nil }
        let batch = 4_096
        for start in stride(from: 0, to: recordCount, by: batch) {
            if isCancelled() { throw .cancelled }
            guard bytes.count <= limit else { return nil }
            let rows = (start..<min(start + batch, recordCount)).map { UInt32($0) }
            var next = start
            try table.visitRows(rows) { row in
                append(row.values, at: next)
                next += 1
            }
            guard next == start + rows.count else { return nil }
        }
    }

    /// Bytes that are kept.
    var byteCount: Int { bytes.count + starts.count * MemoryLayout<Int>.stride }

    private mutating func append(_ values: [FieldValue], at row: Int) {
        if row % Self.step == 0 { starts.append(bytes.count) }
        for column in columnNames.indices {
            let value = column < values.count ? values[column] : .missing
            let length = value.text.utf8.count
            bytes.append(value.kind.rawValue << 5 | UInt8(min(length, Self.longTag)))
            if length >= Self.longTag {
                withUnsafeBytes(of: UInt32(truncatingIfNeeded: length).littleEndian) { bytes += $0 }
            }
            bytes += value.text.utf8
        }
    }

    func visitRows(_ rows: [UInt32], _ body: (SourceRow) -> Void) throws(SourceError) {
        if let last = rows.last, last >= recordCount { throw .noSuchRow(last, file: name) }
        var (next, offset) = (0, 0)
        for row in rows.map(Int.init) {
            if row < next || row / Self.step > next / Self.step || offset == 0 {
                (next, offset) = (row / Self.step * Self.step, starts[row / Self.step])
            }
            while next < row {
                for _ in columnNames { offset = field(at: offset).range.upperBound }
                next += 1
            }
            var values: [FieldValue] = []
            values.reserveCapacity(columnNames.count)
            for _ in columnNames {
                let (kind, range) = field(at: offset)
                values.append(
                    kind == .missing
                        ? .missing : FieldValue(kind, String(decoding: bytes[range], as: UTF8.self)))
                offset = range.upperBound
            }
            next += 1
            body(SourceRow(row: UInt32(row), line: nil, values: values))
        }
    }

    /// The kind of the value whose tag is at `offset`, and where its text is.
    private func field(at offset: Int) -> (kind: FieldValue.Kind, range: Range<Int>) {
        let tag = bytes[offset]
        var (start, length) = (offset + 1, Int(tag & 31))
        if length == Self.longTag {
            length = (0..<4).reduce(0) { $0 | Int(bytes[start + $1]) << (8 * $1) }
            start += 4
        }
        return (FieldValue.Kind(rawValue: tag >> 5) ?? .missing, start..<start + length)
    }

    func appendNames(
        to builder: inout NameIndex.Builder, isCancelled: () -> Bool,
        progress: (borrowing NameIndex.Builder) -> Void
    ) throws(SourceError) {
        try appendVisitedNames(to: &builder, isCancelled: isCancelled, progress: progress)
    }
}
