import Streams

/// The address of a server that sends a feed: `tcp://HOST:PORT`.
package struct FeedAddress: Hashable, Sendable, CustomStringConvertible {
    /// A name or an IP address, without the brackets of IPv6.
    package let host: String
    /// A TCP port.
    package let port: UInt16

    private static let scheme = "tcp://"

    /// Whether a text is meant as such an address, valid or not.
    package static func isMeant(by text: String) -> Bool {
        text.prefix(scheme.count).lowercased() == scheme
    }

    /// - Throws: why a text is no address of a server.
    package init(_ text: String) throws(SourceError) {
        let rest = text.dropFirst(Self.scheme.count)
        let isClean = rest.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } && rest.utf8.count <= 300
        guard isClean, let colon = rest.lastIndex(of: ":"),
            let port = UInt16(rest[rest.index(after: colon)...]),
            port > 0, !rest[..<colon].isEmpty
        else {
            throw .refused(name: text, words: "is not the address of a server (expected tcp://HOST:PORT)")
        }
        var host = rest[..<colon]
        if host.first == "[", host.last == "]" { host = host.dropFirst().dropLast() }
        guard !["0.0.0.0", "::", "*", "0"].contains(String(host)) else {
            throw .refused(
                name: text, words: "names no server (termmap connects to servers and never listens)")
        }
        self.host = String(host)
        self.port = port
    }

    package var description: String {
        "\(Self.scheme)\(host.contains(":") ? "[\(host)]" : printable(host)):\(port)"
    }
}
