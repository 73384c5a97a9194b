import Rows

/// One JSON object, put together member by member.
package struct JSONObject {
    private var bytes = Array("{".utf8)

    /// An object without members.
    package init() {}

    /// A text, quoted and escaped.
    package mutating func add(_ key: String, text: String) {
        begin(key)
        JSONText.append(text.utf8, to: &bytes)
    }

    /// A number, or anything else that is JSON already.
    package mutating func add(_ key: String, number: String) {
        begin(key)
        bytes += Array(number.utf8)
    }

    private mutating func begin(_ key: String) {
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        JSONText.append(key.utf8, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
    }

    /// The object and the end of its line.
    package var line: String { String(decoding: bytes, as: UTF8.self) + "}\n" }
}
