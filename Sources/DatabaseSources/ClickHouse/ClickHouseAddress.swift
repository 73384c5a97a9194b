import Streams

/// The address of a server and its user, with the password kept apart from everything that is shown.
struct ClickHouseAddress: Sendable {
    /// `clickhouse://user@host:port/database`, without the password.
    let name: String
    /// `http://host:port/`, without user and password.
    let url: String
    let user: String
    let password: Secret
    /// Nil for the user's own.
    let database: String?

    enum Problem: Error, Equatable {
        case notAnAddress
        case ambiguousAt
        case hasOptions
    }

    private static let plainScheme = "clickhouse"
    private static let secureScheme = "clickhouses"
    private static let plainPort = 8_123
    private static let securePort = 8_443

    /// Whether `text` is meant as the address of a server, valid or not: it may contain a password.
    static func isMeant(by text: String) -> Bool { scheme(of: text) != nil }

    private static func scheme(of text: String) -> (isSecure: Bool, rest: Substring)? {
        guard let mark = text.firstRange(of: "://") else { return nil }
        let scheme = text[..<mark.lowerBound].lowercased()
        guard scheme == plainScheme || scheme == secureScheme else { return nil }
        return (scheme == secureScheme, text[mark.upperBound...])
    }

    /// - Parameter environment: the value of a variable, for what the address leaves out.
    init(_ text: String, environment: (String) -> String?) throws(Problem) {
        guard let (isSecure, rest) = Self.scheme(of: text) else { throw .notAnAddress }
        guard !rest.contains("?"), !rest.contains("#") else { throw .hasOptions }
        guard rest.count(where: { $0 == "@" }) <= 1 else { throw .ambiguousAt }
        let authority = rest.prefix { $0 != "/" }
        let path = rest[authority.endIndex...].dropFirst()
        let parts = authority.split(separator: "@", omittingEmptySubsequences: false)
        guard !path.contains("/"), !path.contains("@"), let place = Place(parts[parts.count - 1]) else {
            throw .notAnAddress
        }
        let login = parts.count == 2 ? parts[0] : ""
        let words = login.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(
            Self.decoded)
        guard let database = Self.decoded(path), !words.contains(nil) else { throw .notAnAddress }
        let given = words.first.flatMap { $0 }.flatMap { $0.isEmpty ? nil : $0 }
        user = given ?? environment("CLICKHOUSE_USER") ?? "default"
        password = Secret(
            value: (words.count == 2 ? words[1] : nil) ?? environment("CLICKHOUSE_PASSWORD") ?? "")
        self.database = database.isEmpty ? nil : database
        let port = place.port ?? (isSecure ? Self.securePort : Self.plainPort)
        url = "\(isSecure ? "https" : "http")://\(place.host):\(port)/"
        name =
            "\(isSecure ? Self.secureScheme : Self.plainScheme)://\(given.map { $0 + "@" } ?? "")\(place.host)"
            + (place.port.map { ":\($0)" } ?? "") + (database.isEmpty ? "" : "/\(database)")
    }

    /// A host and a port.
    private struct Place {
        let host: Substring
        let port: Int?

        /// Nil where the host is empty or the port is none. The colons of an IPv6 address stand in brackets.
        init?(_ text: Substring) {
            let end = text.lastIndex(of: "]").map { text.index(after: $0) } ?? text.startIndex
            let colon = text[end...].firstIndex(of: ":")
            host = text[..<(colon ?? text.endIndex)]
            let isName = host.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || "-._[]:%".utf8.contains($0)
                    || $0 >= 0x80
            }
            guard !host.isEmpty, isName else { return nil }
            guard let colon else {
                port = nil
                return
            }
            guard let number = UInt16(text[text.index(after: colon)...]), number > 0 else { return nil }
            port = Int(number)
        }
    }

    /// The text of `%41` and so on; nil for anything else after `%`, and for bytes that are no text.
    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let code = Substring(rest.prefix(2)).asHexByte else { return nil }
            bytes.append(code)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

extension Substring {
    fileprivate var asHexByte: UInt8? {
        utf8.count == 2 && first != "+" && first != "-" ? UInt8(self, radix: 16) : nil
    }
}

extension ClickHouseAddress.Problem: CustomStringConvertible {
    var description: String {
        let shape = "clickhouse://user@host:port/database"
        switch self {
        case .notAnAddress:
            return
                "not a ClickHouse address (expected \(shape); in names and passwords write % as %25, / as %2F, "
                + ": as %3A, @ as %40)"
        case .ambiguousAt:
            return "more than one @ (expected \(shape); in a password write @ as %40, / as %2F)"
        case .hasOptions:
            return
                "options after ? or # are not supported (expected \(shape); in a password write ? as %3F, # as %23)"
        }
    }
}
