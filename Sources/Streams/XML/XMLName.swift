import Platform

/// The name of an element or attribute without its prefix, valid for a call.
package struct XMLName {
    /// The name in UTF-8.
    package let bytes: UnsafeBufferPointer<UInt8>

    /// A name without an ending zero.
    init(_ name: UnsafeBufferPointer<UInt8>) {
        let colon = name.lastIndex(of: UInt8(ascii: ":"))
        bytes = colon.map { UnsafeBufferPointer(rebasing: name[($0 + 1)...]) } ?? name
    }

    init(_ name: UnsafePointer<CChar>) {
        let length = Bytes.length(name)
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
        return Bytes.areEqual(base, word.utf8Start, count: name.bytes.count)
    }
}

/// The attributes of an element, valid for a call.
package struct XMLAttributes {
    /// A name with its prefix, and a value.
    struct Plain {
        let name: UnsafeBufferPointer<UInt8>
        let value: UnsafeBufferPointer<UInt8>
    }

    /// Those of expat: names and values alternately, nil after the last.
    private let list: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    /// Those of a plain element.
    private let plain: ArraySlice<Plain>

    init(list: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
        self.list = list
        plain = []
    }

    init(_ plain: ArraySlice<Plain>) {
        list = nil
        self.plain = plain
    }

    /// The value of the attribute of this name, whatever its prefix.
    package subscript(name: StaticString) -> UnsafeBufferPointer<UInt8>? {
        guard var next = list else { return plain.first { XMLName($0.name) == name }?.value }
        while let key = next[0], let value = next[1] {
            if XMLName(key) == name {
                let base = UnsafeRawPointer(value).assumingMemoryBound(to: UInt8.self)
                return UnsafeBufferPointer(start: base, count: Bytes.length(value))
            }
            next += 2
        }
        return nil
    }
}
