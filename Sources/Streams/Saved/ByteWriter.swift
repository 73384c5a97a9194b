/// Collects little-endian numbers and texts for a `ByteReader`.
package struct ByteWriter: Sendable {
    /// What was appended.
    package private(set) var bytes: [UInt8] = []

    /// Nothing yet.
    package init() {}

    /// Appends a number, its lowest byte first.
    package mutating func append(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Appends a number that may be missing: whether it is there, and the number.
    package mutating func append(_ number: Int?) {
        append(UInt8(number == nil ? 0 : 1))
        append(UInt64(bitPattern: Int64(number ?? 0)))
    }

    /// Appends the length of a text and its bytes.
    package mutating func append(_ text: String) { append(Array(text.utf8)) }

    /// Appends how many bytes there are, and the bytes.
    package mutating func append(_ more: [UInt8]) {
        append(UInt64(more.count))
        bytes.append(contentsOf: more)
    }

    /// Appends how many texts there are, and the texts.
    package mutating func append(_ texts: [String]) {
        append(UInt64(texts.count))
        for text in texts { append(text) }
    }
}

extension ByteReader {
    /// 64 bits, whatever they mean.
    package mutating func word() -> UInt64? {
        bytes(8).map { $0.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
    }

    /// A number that may be missing: nil at the end, `.some(nil)` for a missing one.
    package mutating func optionalNumber() -> Int?? {
        guard let isThere = byte(), isThere < 2, let word = word() else { return nil }
        return isThere == 1 ? .some(Int(Int64(bitPattern: word))) : .some(nil)
    }

    /// As many bytes as were appended together.
    package mutating func counted() -> [UInt8]? { uint64().flatMap { bytes($0) }.map { Array($0) } }

    /// A text in UTF-8; invalid bytes become U+FFFD.
    package mutating func text() -> String? { counted().map { String(decoding: $0, as: UTF8.self) } }

    /// Texts that were appended together.
    package mutating func texts() -> [String]? {
        guard let count = uint64() else { return nil }
        var texts: [String] = []
        for _ in 0..<count {
            guard let text = text() else { return nil }
            texts.append(text)
        }
        return texts
    }
}
