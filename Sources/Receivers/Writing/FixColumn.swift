/// A further value of track points as an element of GPX extensions.
struct FixColumn: Sendable {
    /// Its number among the columns of the writer.
    let number: Int
    /// The name of its element, with the prefix of its namespace.
    let element: String
    /// Whether Garmin's TrackPointExtension has it.
    let isGarmin: Bool

    /// The elements that TrackPointExtension has besides speed and course, in the order of its schema.
    private static let garmin = ["atemp", "wtemp", "depth", "hr", "cad"]

    private init(_ name: String, number: Int) {
        self.number = number
        let name = Self.elementName(name)
        isGarmin = Self.garmin.contains(name)
        element = (isGarmin ? "gpxtpx:" : "tm:") + name
    }

    /// Those of Garmin in the order of its schema, then the others in theirs.
    static func sorted(_ names: [String]) -> [FixColumn] {
        let columns = names.enumerated().map { FixColumn($1, number: $0) }
        return garmin.flatMap { name in columns.filter { $0.element == "gpxtpx:" + name } }
            + columns.filter { !$0.isGarmin }
    }

    /// A name of XML: letters, digits, `_`, `-` and `.`, with a letter or `_` first.
    private static func elementName(_ name: String) -> String {
        let bytes = name.utf8.map { byte in
            let isName = (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
            return isName || "-._".utf8.contains(byte) ? byte : UInt8(ascii: "_")
        }
        let isFirst = bytes.first.map { (0x61...0x7A).contains($0 | 0x20) || $0 == UInt8(ascii: "_") }
        return (isFirst == true ? "" : "_") + String(decoding: bytes, as: UTF8.self)
    }

    /// The text of an element; characters that XML cannot have become U+FFFD.
    static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "&": result += "&amp;"
            case _ where scalar.value < 32 || scalar.value & 0xFFFE == 0xFFFE: result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}
