import CPostgreSQL
import Platform

/// The address of a server and its user, as written, with the password kept apart from everything that is
/// shown.
struct PostgreSQLAddress: Sendable {
    /// The user's text for libpq: never shown.
    let text: Secret
    /// `postgresql://user@host:port/database`, built from the components without the password.
    let name: String
    /// Its `connect_timeout`; nil where neither it nor `PGCONNECT_TIMEOUT` says one.
    let connectTimeout: Duration?

    enum Problem: Error, Equatable {
        /// libpq's message is not shown: it quotes fragments of the text, which may be fragments of the
        /// password.
        case notAnAddress
        case ambiguousAt
        case noLibrary
    }

    private static let standardScheme = "postgresql://"
    private static let schemes = [standardScheme, "postgres://", "pgsql://"]
    /// Words that begin an address without a scheme.
    private static let keywords: Set = [
        "host", "hostaddr", "port", "dbname", "user", "password", "passfile", "service", "sslmode", "options",
        "connect_timeout", "application_name",
    ]

    /// Whether `text` is meant as the address of a server, valid or not: it may contain a password.
    static func isMeant(by text: String) -> Bool {
        if rest(of: text) != nil { return true }
        guard let scheme = text.firstRange(of: "://") else {
            let word = text.prefix { $0 != "=" }
            return word.endIndex < text.endIndex
                && keywords.contains(word.lowercased().filter { !$0.isWhitespace })
        }
        // The address of another system, with a password: a message that it is not a file would repeat the
        // password.
        let isScheme = text[..<scheme.lowerBound].allSatisfy {
            $0.isLetter || $0.isNumber || "+.-".contains($0)
        }
        let user = text[scheme.upperBound...].prefix { $0 != "/" }
        return isScheme && user.contains("@") && user.contains(":")
    }

    /// The rest after a known scheme, in any case.
    private static func rest(of text: String) -> Substring? {
        guard let end = text.firstRange(of: "://")?.upperBound, schemes.contains(text[..<end].lowercased())
        else { return nil }
        return text[end...]
    }

    /// Parses an address by libpq, which is loaded for it: nothing else of libpq is called before.
    init(_ text: String) throws(Problem) {
        let text = Self.rest(of: text).map { Self.standardScheme + $0 } ?? text
        guard !text.utf8.contains(0) else { throw .notAnAddress }
        guard !Self.hasStrayAt(text) else { throw .ambiguousAt }
        guard postgresql_load() else { throw .noLibrary }
        guard let options = PQconninfoParse(text, nil) else { throw .notAnAddress }
        defer { PQconninfoFree(options) }
        var parts: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { parts[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        self.text = Secret(value: text)
        name = Self.name(parts)
        let seconds = (parts["connect_timeout"] ?? Environment["PGCONNECT_TIMEOUT"]).flatMap { Int($0) }
        connectTimeout = seconds.flatMap { $0 > 0 ? .seconds(min($0, Self.longestTimeout)) : nil }
    }

    private static let longestTimeout = 3_600

    /// An "@" after the one that ends the user's part, or in the path: most likely in a password that was not
    /// written as %40, so that what libpq takes for host or port is a fragment of it.
    private static func hasStrayAt(_ text: String) -> Bool {
        guard let rest = rest(of: text), let at = rest.firstIndex(of: "@") else { return false }
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        guard at < slash else {
            let query = rest.firstIndex(of: "?") ?? rest.endIndex
            return at < query
        }
        return rest[rest.index(after: at)...].prefix { $0 != "?" }.contains("@")
    }

    private static func name(_ parts: [String: String]) -> String {
        var name = standardScheme
        if let user = parts["user"] { name += user + "@" }
        name += parts["host"] ?? parts["hostaddr"] ?? parts["service"] ?? ""
        if let port = parts["port"] { name += ":" + port }
        if let database = parts["dbname"] { name += "/" + database }
        return name
    }
}

extension PostgreSQLAddress.Problem: CustomStringConvertible {
    var description: String {
        let shape = "postgresql://user@host:port/database"
        switch self {
        case .notAnAddress:
            return "not a PostgreSQL address (expected \(shape); in a password write % as %25, / as %2F, "
                + ": as %3A, @ as %40)"
        case .ambiguousAt:
            return "more than one @ (expected \(shape); in a password write @ as %40, / as %2F)"
        case .noLibrary: return "PostgreSQL needs libpq (Debian package libpq5)"
        }
    }
}
