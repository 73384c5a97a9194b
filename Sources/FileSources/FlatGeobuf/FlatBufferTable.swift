/// A reason not to read a file here: it is damaged, or has something unusual. GDAL reads it, or says what is wrong.
struct FlatGeobufRefusal: Error {}

/// A table of a FlatBuffer, whose fields are numbered; every offset in it is checked before it is followed.
///
/// After https://flatbuffers.dev/internals/. Valid for as long as the bytes.
struct FlatBufferTable {
    /// The buffer that the table lies in: offsets cannot lead out of it.
    let bytes: UnsafeRawBufferPointer
    private let start: Int
    private let fields: Int
    private let fieldsEnd: Int

    /// The outermost table of a buffer.
    @inline(__always)
    init(root bytes: UnsafeRawBufferPointer) throws(FlatGeobufRefusal) {
        guard bytes.count >= 4 else { throw FlatGeobufRefusal() }
        try self.init(bytes, at: Int(bytes.loadUnaligned(fromByteOffset: 0, as: UInt32.self)))
    }

    @inline(__always)
    private init(_ bytes: UnsafeRawBufferPointer, at start: Int) throws(FlatGeobufRefusal) {
        guard start + 4 <= bytes.count else { throw FlatGeobufRefusal() }
        let list = start - Int(bytes.loadUnaligned(fromByteOffset: start, as: Int32.self))
        guard list >= 0, list + 4 <= bytes.count else { throw FlatGeobufRefusal() }
        let size = Int(bytes.loadUnaligned(fromByteOffset: list, as: UInt16.self))
        guard size >= 4, list + size <= bytes.count else { throw FlatGeobufRefusal() }
        self.bytes = bytes
        self.start = start
        fields = list + 4
        fieldsEnd = list + size
    }

    /// Where the value of a field is; nil when the table has none.
    @inline(__always)
    private func offset(_ field: Int) -> Int? {
        let entry = fields + 2 * field
        guard entry + 2 <= fieldsEnd else { return nil }
        let offset = Int(bytes.loadUnaligned(fromByteOffset: entry, as: UInt16.self))
        return offset == 0 ? nil : start + offset
    }

    /// Whether the table has a value for a field.
    func has(_ field: Int) -> Bool { offset(field) != nil }

    /// A number; nil when the table has none.
    @inline(__always)
    func number<Number: FixedWidthInteger & BitwiseCopyable>(
        _ field: Int, as type: Number.Type
    ) throws(FlatGeobufRefusal) -> Number? {
        guard let offset = offset(field) else { return nil }
        guard offset + MemoryLayout<Number>.size <= bytes.count else { throw FlatGeobufRefusal() }
        return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }

    /// What a field refers to: always behind the reference, so that there are no circles.
    @inline(__always)
    private func target(at offset: Int) throws(FlatGeobufRefusal) -> Int {
        guard offset + 4 <= bytes.count else { throw FlatGeobufRefusal() }
        let distance = Int(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        guard distance >= 4 else { throw FlatGeobufRefusal() }
        return offset + distance
    }

    /// A table that a field refers to.
    @inline(__always)
    func table(_ field: Int) throws(FlatGeobufRefusal) -> FlatBufferTable? {
        guard let offset = offset(field) else { return nil }
        return try FlatBufferTable(bytes, at: target(at: offset))
    }

    /// The bytes of a list whose elements have `size` bytes; empty when there is none.
    @inline(__always)
    func list(_ field: Int, ofSize size: Int) throws(FlatGeobufRefusal) -> UnsafeRawBufferPointer {
        guard let offset = offset(field) else { return UnsafeRawBufferPointer(rebasing: bytes[..<0]) }
        let list = try target(at: offset)
        guard list + 4 <= bytes.count else { throw FlatGeobufRefusal() }
        let length = Int(bytes.loadUnaligned(fromByteOffset: list, as: UInt32.self)) * size
        guard length <= bytes.count - list - 4 else { throw FlatGeobufRefusal() }
        return UnsafeRawBufferPointer(rebasing: bytes[list + 4..<list + 4 + length])
    }

    /// Calls `body` with each table of a list.
    func forEachTable(
        _ field: Int, _ body: (FlatBufferTable) throws(FlatGeobufRefusal) -> Void
    ) throws(FlatGeobufRefusal) {
        let references = try list(field, ofSize: 4)
        guard let first = references.baseAddress, let base = bytes.baseAddress else { return }
        for index in 0..<references.count / 4 {
            try body(FlatBufferTable(bytes, at: target(at: first - base + 4 * index)))
        }
    }

    /// The longest text: names of columns and authorities.
    private static let textLimit = 1_000

    /// A text; empty when there is none.
    func text(_ field: Int) throws(FlatGeobufRefusal) -> String {
        let bytes = try list(field, ofSize: 1)
        guard bytes.count <= Self.textLimit, let text = String(validating: bytes, as: UTF8.self) else {
            throw FlatGeobufRefusal()
        }
        return text
    }
}
