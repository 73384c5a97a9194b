import SQLiteFiles
/// The packed keys of all rows, by which rows are found again.
///
/// 8 bytes a row when the key is one integer, such as a rowid.
struct SQLiteKeys: Sendable {
    private let isRowid: Bool
    private var integers: [Int64] = []
    private var bytes: [UInt8] = []
    /// Where the bytes of each row end.
    private var ends: [Int] = []

    init(of key: SQLiteRelation.Key) {
        if case .rowid = key { isRowid = true } else { isRowid = false }
    }

    var count: Int { isRowid ? integers.count : ends.count }

    /// Nil where keys are not integers.
    var rowids: [Int64]? { isRowid ? integers : nil }

    /// Adds the key in the first columns of `rows`.
    @inline(__always)
    mutating func append(_ rows: borrowing SQLiteStatement, columnCount: Int) {
        guard !isRowid else { return integers.append(rows.integer(0)) }
        append((0..<columnCount).map { rows.value($0) })
    }

    mutating func append(_ key: [SQLiteValue]) {
        if isRowid {
            guard case .integer(let number)? = key.first else { preconditionFailure("a rowid is an integer") }
            integers.append(number)
        } else {
            for value in key { Self.pack(value, into: &bytes) }
            ends.append(bytes.count)
        }
    }

    /// The hash of each row's key.
    var hashes: [UInt64] {
        func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
            var hasher = Hasher()
            hasher.combine(bytes: bytes)
            return UInt64(bitPattern: Int64(hasher.finalize()))
        }
        if isRowid { return integers.map { withUnsafeBytes(of: $0, hash) } }
        return bytes.withUnsafeBytes { bytes in
            ends.indices.map { row in
                hash(UnsafeRawBufferPointer(rebasing: bytes[(row > 0 ? ends[row - 1] : 0)..<ends[row]]))
            }
        }
    }

    subscript(row: Int) -> [SQLiteValue] {
        if isRowid { return [.integer(integers[row])] }
        var rest = bytes[(row > 0 ? ends[row - 1] : 0)..<ends[row]]
        var values: [SQLiteValue] = []
        while let value = Self.unpack(&rest) { values.append(value) }
        return values
    }

    /// A byte for the kind, then eight for a number or a length, then the bytes.
    private static func pack(_ value: SQLiteValue, into bytes: inout [UInt8]) {
        func append(_ kind: UInt8, _ number: UInt64) {
            bytes.append(kind)
            withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
        }
        switch value {
        case .null: append(0, 0)
        case .integer(let number): append(1, UInt64(bitPattern: number))
        case .real(let number): append(2, number.bitPattern)
        case .text(let text):
            append(3, UInt64(text.count))
            bytes += text
        case .blob(let blob):
            append(4, UInt64(blob.count))
            bytes += blob
        }
    }

    private static func unpack(_ bytes: inout ArraySlice<UInt8>) -> SQLiteValue? {
        guard let kind = bytes.popFirst() else { return nil }
        let number = bytes.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        bytes = bytes.dropFirst(8)
        switch kind {
        case 0: return .null
        case 1: return .integer(Int64(bitPattern: number))
        case 2: return .real(Double(bitPattern: number))
        default:
            let content = Array(bytes.prefix(Int(number)))
            bytes = bytes.dropFirst(Int(number))
            return kind == 3 ? .text(content) : .blob(content)
        }
    }
}
