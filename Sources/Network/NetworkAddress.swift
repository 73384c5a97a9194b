import Streams

/// A checked address of HTTP, which may hold passwords and keys: only `name` and `host` are shown.
///
/// It has no description of its own, so that a message cannot show it by mistake.
package struct NetworkAddress: Sendable, CustomStringConvertible, CustomReflectable {
    /// Everything as the user wrote it, for libcurl: never shown.
    package let secret: String
    /// `host` or `host:port`, for messages and for what is counted by host.
    package let host: String
    /// Without user, password, query and fragment, and without anything that a terminal would interpret.
    package let name: String
    /// What follows the last dot of the path, in lower case.
    package let ending: String
    /// Distinguishes what is stored, without user and credentials: accounts of one server share it.
    package let key: String
    /// Encrypted.
    package let isSecure: Bool

    /// Longer ones are refused.
    private static let lengthLimit = 8_192

    package var description: String { name }
    package var customMirror: Mirror { Mirror(self, children: []) }

    /// Nil when the text is not an address of http or https.
    package init?(_ text: String) {
        guard let parts = AddressParts(text), text.utf8.count <= Self.lengthLimit else { return nil }
        secret = text
        host = parts.host
        isSecure = parts.scheme == "https"
        let place = "\(parts.scheme)://\(parts.host)\(parts.path)"
        name = printable(place)
        ending = parts.path.split(separator: ".").last.map { $0.lowercased() } ?? ""
        key = place + parts.options.filter { !$0.isCredential }.map { "&" + $0.text }.joined()
    }

    /// Whether a text is meant as an address of http or https, valid or not.
    package static func isMeant(by text: String) -> Bool {
        let start = text.prefix(8).lowercased()
        return start.hasPrefix("http://") || start.hasPrefix("https://")
    }

    /// The ranges in the bytes of an address that must not be shown, in order: user, password, the values of the query.
    ///
    /// In doubt more is hidden than necessary: addresses that are refused are hidden too.
    package static func secretRanges(in text: [UInt8]) -> [Range<Int>] {
        guard let start = text.firstRange(of: Array("://".utf8))?.upperBound else { return [] }
        let marks = Array("/?#".utf8)
        let authority = text[start...].prefix { !marks.contains($0) }
        // A password that is not escaped may hold the marks, and then the host seems to have a strange port.
        let user = (Self.hasValidPort(authority) ? authority : text[start...]).lastIndex(
            of: UInt8(ascii: "@"))
        var values: [Range<Int>] = []
        var next = text[(user ?? start)...].firstIndex { $0 == marks[1] || $0 == marks[2] } ?? text.endIndex
        while let equals = text[next...].firstIndex(of: UInt8(ascii: "=")) {
            next = text[equals...].firstIndex(of: UInt8(ascii: "&")) ?? text.endIndex
            values.append(equals + 1..<next)
        }
        return ([user.map { start..<$0 }].compactMap { $0 } + values).filter { !$0.isEmpty }
    }

    /// Whether what follows the last colon of user and host is a number, or there is no colon.
    fileprivate static func hasValidPort(_ authority: some BidirectionalCollection<UInt8>) -> Bool {
        let host =
            authority.lastIndex(of: UInt8(ascii: "@")).map { authority[authority.index(after: $0)...] }
            ?? authority[...]
        guard let colon = host.lastIndex(of: UInt8(ascii: ":")), host.last != UInt8(ascii: "]") else {
            return true
        }
        return host[host.index(after: colon)...].allSatisfy { (0x30...0x39).contains($0) }
    }

    /// The address that a redirect of this one leads to: on the same host, since a server could otherwise make this
    /// program ask machines that only it can reach.
    func followed(to location: String) throws(HTTPFault) -> NetworkAddress {
        guard let next = resolving(location), next.isSecure || !isSecure else { throw .forbiddenRedirect }
        guard next.host == host else { throw .otherHost(next.host) }
        return next
    }

    /// The address that a document at this one names: absolute, or relative to the host or the folder.
    ///
    /// A user and a password go along to the same host only.
    package func resolving(_ reference: String) -> NetworkAddress? {
        guard let base = AddressParts(secret) else { return nil }
        let start = "\(base.scheme)://\(base.user)\(base.host)"
        if let parts = AddressParts(reference) {
            guard parts.user.isEmpty, parts.host == host, parts.scheme == base.scheme else {
                return NetworkAddress(reference)
            }
            return NetworkAddress(start + parts.rest)
        }
        guard !reference.contains("://") else { return nil }
        if reference.hasPrefix("//") { return NetworkAddress("\(base.scheme):\(reference)") }
        if reference.hasPrefix("/") { return NetworkAddress(start + reference) }
        let folder = base.path.lastIndex(of: "/").map { base.path[...$0] } ?? "/"
        return NetworkAddress(start + folder + reference)
    }
}

/// The components of an address.
private struct AddressParts {
    /// An option of the query: `name=value`.
    struct Option {
        let text: Substring

        /// In doubt it is one; escaped names are.
        var isCredential: Bool {
            let name = text.prefix { $0 != "=" }.lowercased()
            let marks = ["%", "key", "token", "pass", "secret", "auth", "sig", "cred", "user", "account"]
            return marks.contains { name.contains($0) }
        }
    }

    let scheme: String
    /// `user:password@`, or empty.
    let user: Substring
    let host: String
    /// Path, query and fragment.
    let rest: Substring

    init?(_ text: String) {
        guard NetworkAddress.isMeant(by: text), let mark = text.firstRange(of: "://"),
            text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") })
        else { return nil }
        scheme = text[..<mark.lowerBound].lowercased()
        let authority = text[mark.upperBound...].prefix { !"/?#".contains($0) }
        rest = text[authority.endIndex...]
        let end = authority.lastIndex(of: "@").map { authority.index(after: $0) } ?? authority.startIndex
        user = authority[..<end]
        host = authority[end...].lowercased()
        guard !host.isEmpty, !host.hasPrefix(":"), NetworkAddress.hasValidPort(host.utf8) else { return nil }
    }

    var path: Substring { rest.prefix { $0 != "?" && $0 != "#" } }

    var options: [Option] {
        let query = rest.prefix { $0 != "#" }.dropFirst(path.count + 1)
        return query.split(separator: "&").map(Option.init)
    }
}
