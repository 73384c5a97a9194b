import MapModel
import RowValues
import Streams

/// Reads the geometries of one column of a delimited file.
struct GeometryColumn {
    private let notation: GeometryNotation
    private let quote: UInt8
    private let projection: GeometryProjection
    /// The geometry read last.
    private(set) var sketch = GeometrySketch()
    /// The field without its quotes, when it cannot be read in place.
    private var memory: [UInt8] = []

    /// - Parameter isProjected: geometries that name no coordinate system are in the one that the user named.
    init(notation: GeometryNotation, quote: UInt8, isProjected: Bool, keepsHeights: Bool, isSwapped: Bool) {
        sketch.isSwapped = isSwapped
        sketch.keepsHeights = keepsHeights
        self.notation = notation
        projection = isProjected ? .all : .named
        self.quote = quote
    }

    /// - Throws: `.empty` also for an empty field or a word for a missing value.
    mutating func read(
        _ bytes: ByteRun, _ field: CSVScanner.Field
    ) throws(GeometryFault) -> GeometryRemarks {
        guard field.isQuoted else { return try read(bytes, field.start..<field.end) }
        let inner = field.start + 1..<max(field.start + 1, field.end - 1)
        if bytes[field.end - 1] == quote, !inner.contains(where: { bytes[$0] == quote }) {
            return try read(bytes, inner)
        }
        var memory = memory
        self.memory = []
        unquote(bytes, field, into: &memory)
        defer { self.memory = memory }
        let count = memory.count - ByteRun.padding
        return try memory.withUnsafeBufferPointer { buffer throws(GeometryFault) in
            guard let base = buffer.baseAddress else { throw .empty }
            return try read(ByteRun(base: base, count: count), 0..<count)
        }
    }

    private mutating func read(_ bytes: ByteRun, _ range: Range<Int>) throws(GeometryFault) -> GeometryRemarks
    {
        guard !isMissing(bytes, range) else { throw .empty }
        return try notation.read(bytes, range, into: &sketch, projection: projection)
    }

    private func isMissing(_ bytes: ByteRun, _ range: Range<Int>) -> Bool {
        range.count <= 8 && DegreeText.isMissing(bytes.buffer(range))
    }

    /// Doubled quotes made single; padding follows.
    private func unquote(_ bytes: ByteRun, _ field: CSVScanner.Field, into memory: inout [UInt8]) {
        memory.removeAll(keepingCapacity: true)
        var offset = field.start + 1
        while offset < field.end {
            let byte = bytes[offset]
            offset += 1
            if byte == quote {
                // The closing quote; text after it belongs to the field.
                guard offset < field.end, bytes[offset] == quote else { continue }
                offset += 1
            }
            memory.append(byte)
        }
        memory.append(contentsOf: repeatElement(0, count: ByteRun.padding))
    }
}
