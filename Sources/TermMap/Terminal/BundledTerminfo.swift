import CBundledFiles
import CNcurses

/// Descriptions of common terminals inside the program, for systems where terminfo has none.
enum BundledTerminfo {
    /// What `body` finds for the terminal type `name`: first with the descriptions of the system, then with ours.
    static func finding<Found>(_ name: String, _ body: () -> Found?) -> Found? {
        if let found = body() { return found }
        guard let description = description(of: name) else { return nil }
        // ncurses reads a description that is the value of this variable itself.
        let before = terminfoReplaceEnvironment("TERMINFO=hex:" + description)
        defer { terminfoRestoreEnvironment(before) }
        return body()
    }

    /// The compiled description in hexadecimal digits; nil for other types.
    static func description(of name: String) -> String? {
        var count = 0
        guard let bytes = bundled_bytes("terminfo/" + name, &count) else { return nil }
        let digits = Array("0123456789abcdef".utf8)
        let text = UnsafeRawBufferPointer(start: bytes, count: count).flatMap { byte in
            [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: text, as: UTF8.self)
    }
}
