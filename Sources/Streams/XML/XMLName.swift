import Glibc

/// The name of an element or attribute without its prefix, valid for a call.
package struct XMLName {
    let bytes: UnsafeBufferPointer<UInt8>

    init(_ name: UnsafePointer<CChar>) {
        let length = strlen(name)
        var start = length
        while start > 0, name[start - 1] != CChar(UInt8(ascii: ":")) { start -= 1 }
        let base = UnsafeRawPointer(name + start).assumingMemoryBound(to: UInt8.self)
        bytes = UnsafeBufferPointer(start: base, count: length - start)
    }

    /// The name as a string; bytes that are not UTF-8 become U+FFFD.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Whether the name is `word`, compared byte by byte.
    package static func == (name: XMLName, word: StaticString) -> Bool {
        guard let base = name.bytes.baseAddress, name.bytes.count == word.utf8CodeUnitCount else {
            return false
        }
        return memcmp(base, word.utf8Start, name.bytes.count) == 0
    }
}

/// The attributes of an element, valid for a call.
package struct XMLAttributes {
    /// Names and values alternately, nil after the last.
    let list: UnsafeMutablePointer<UnsafePointer<CChar>?>?

    /// The value of the attribute of this name, whatever its prefix.
    package subscript(name: StaticString) -> UnsafeBufferPointer<UInt8>? {
        guard var next = list else { return nil }
        while let key = next[0], let value = next[1] {
            if XMLName(key) == name {
                let base = UnsafeRawPointer(value).assumingMemoryBound(to: UInt8.self)
                return UnsafeBufferPointer(start: base, count: strlen(value))
            }
            next += 2
        }
        return nil
    }
}
