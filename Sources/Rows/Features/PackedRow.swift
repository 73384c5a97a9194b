import RowValues

/// The values of one row as a run of bytes: column, kind, length and text of each.
///
/// ```
/// column  kind  length         text
/// 2 bytes 1     1, or 255 + 4  length bytes of UTF-8
/// ```
/// Of two values for one column the last counts.
package struct PackedRow: Sendable {
    private(set) var bytes: [UInt8] = []

    private static let longLength = 255

    mutating func reset() { bytes.removeAll(keepingCapacity: true) }

    @inline(__always)
    mutating func append(column: Int, kind: FieldValue.Kind, text: UnsafeBufferPointer<UInt8>) {
        let isLong = text.count >= Self.longLength
        let head =
            UInt32(UInt16(truncatingIfNeeded: column)) | UInt32(kind.rawValue) << 16
            | UInt32(isLong ? Self.longLength : text.count) << 24
        withUnsafeBytes(of: head.littleEndian) { bytes.append(contentsOf: $0) }
        if isLong {
            withUnsafeBytes(of: UInt32(clamping: text.count).littleEndian) { bytes.append(contentsOf: $0) }
        }
        bytes.append(contentsOf: text)
    }

    /// Calls `body` with each value of a packed row, in the order in which they were appended.
    @inline(__always)
    static func forEach(
        _ row: UnsafeBufferPointer<UInt8>,
        _ body: (_ column: Int, _ kind: FieldValue.Kind, _ text: UnsafeBufferPointer<UInt8>) -> Void
    ) {
        let memory = UnsafeRawBufferPointer(row)
        var offset = 0
        while offset + 4 <= memory.count {
            let head = UInt32(littleEndian: memory.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            offset += 4
            var length = Int(head >> 24)
            if length == longLength, offset + 4 <= memory.count {
                length = Int(
                    UInt32(littleEndian: memory.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
                offset += 4
            }
            let end = min(offset + length, memory.count)
            body(
                Int(head & 0xFFFF), FieldValue.Kind(rawValue: UInt8(truncatingIfNeeded: head >> 16)) ?? .text,
                UnsafeBufferPointer(rebasing: row[offset..<end]))
            offset = end
        }
    }

    /// Gives the columns of a packed row other numbers.
    static func renumber(_ bytes: inout [UInt8], _ row: Range<Int>, columns numbers: [Int]) {
        bytes.withUnsafeMutableBytes { memory in
            var places: [(offset: Int, column: Int)] = []
            let values = UnsafeBufferPointer(
                rebasing: UnsafeRawBufferPointer(memory).bindMemory(to: UInt8.self)[row])
            var offset = row.lowerBound
            forEach(values) { column, _, text in
                places.append((offset, column))
                offset += 4 + (text.count < longLength ? 0 : 4) + text.count
            }
            for place in places {
                let number = UInt16(truncatingIfNeeded: numbers[place.column])
                memory.storeBytes(of: number.littleEndian, toByteOffset: place.offset, as: UInt16.self)
            }
        }
    }

    /// Whether the row has a value for `column`, null included.
    ///
    /// - Complexity: O(values).
    package func hasColumn(_ column: Int) -> Bool {
        var isThere = false
        bytes.withUnsafeBufferPointer { row in
            Self.forEach(row) { found, _, _ in if found == column { isThere = true } }
        }
        return isThere
    }

    /// The text of a column; nil where the row has none.
    package func text(of column: Int) -> [UInt8]? {
        var found: [UInt8]?
        bytes.withUnsafeBufferPointer { row in
            Self.forEach(row) { if $0 == column { found = $1 == .missing ? nil : Array($2) } }
        }
        return found
    }
}
