/// The parts of a URI or URL, percent-decoded.
struct AddressParts {
    /// All before the query: with scheme and host for a URL, without the scheme for a URI.
    let path: [UInt8]
    let query: [(name: [UInt8], value: [UInt8])]
    let fragment: [UInt8]

    init(_ bytes: [UInt8], isURI: Bool) {
        let text = bytes[...]
        let whole = text.prefix { $0 != UInt8(ascii: "#") }
        fragment = Self.decoded(text.dropFirst(whole.count + 1))
        let path = whole.prefix { $0 != UInt8(ascii: "?") }
        self.path = Self.decoded(isURI ? path.dropFirst(4) : path)
        // Map sites put queries after the # as well.
        let queries = [whole.dropFirst(path.count + 1), text.dropFirst(whole.count + 1)]
        query = queries.flatMap { $0.split(separator: UInt8(ascii: "&")) }.map { piece in
            let name = piece.prefix { $0 != UInt8(ascii: "=") }
            let value = piece.dropFirst(name.count + 1).map {
                $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0
            }
            return (Self.decoded(name), Self.decoded(value[...]))
        }
    }

    /// The first value of that name.
    func value(_ name: String) -> [UInt8]? { query.first { Self.equals($0.name[...], name) }?.value }

    /// Whether the host is one of Yandex, whose pairs have the longitude first.
    var isOfYandex: Bool {
        let host = path.split(separator: UInt8(ascii: "/")).first { $0.last != UInt8(ascii: ":") }
        return host?.split(separator: UInt8(ascii: ".")).contains { Self.equals($0, "yandex") } == true
    }

    /// Whether text has a scheme for the web, or begins with the name of a host and a slash.
    static func isURL(_ bytes: [UInt8]) -> Bool {
        if hasPrefix(bytes[...], "http://") || hasPrefix(bytes[...], "https://") { return true }
        let host = bytes.prefix { ![UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0) }
        let labels = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard host.count < bytes.count, labels.count >= 2, let last = labels.last, last.count >= 2 else {
            return false
        }
        return last.allSatisfy(DegreeScanner.isLetter)
            && labels.allSatisfy { label in
                !label.isEmpty
                    && label.allSatisfy {
                        DegreeScanner.isLetter($0) || DegreeScanner.isDigit($0) || $0 == UInt8(ascii: "-")
                    }
            }
    }

    /// Case does not matter.
    static func hasPrefix(_ text: ArraySlice<UInt8>, _ word: String) -> Bool {
        equals(text.prefix(word.utf8.count), word)
    }

    static func equals(_ text: ArraySlice<UInt8>, _ word: String) -> Bool {
        text.count == word.utf8.count
            && zip(text, word.utf8).allSatisfy { a, b in
                a == b || (DegreeScanner.isLetter(a) && a | 0x20 == b)
            }
    }

    /// `%2C` as a comma; a percent sign without two digits stays.
    private static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var decoded: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2, let high = digit(rest[rest.startIndex]),
                let low = digit(rest[rest.startIndex + 1])
            {
                decoded.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                decoded.append(byte)
            }
        }
        return decoded
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
            (byte | 0x20) - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
