import Streams

/// The address of a gpsd, and which of its receivers is wanted: `host[:port[:device]]`.
package struct GPSDAddress: Hashable, Sendable {
    /// A name or an IP address, without the brackets of IPv6.
    package var host = "localhost"
    /// A TCP port; 2947 is gpsd's own.
    package var port: UInt16 = 2947
    /// Path of the receiver; nil for all of them.
    package var device: String?

    /// All receivers of the gpsd on this machine.
    package init() {}

    /// Reads `host`, `host:port`, `host:port:/dev/ttyUSB0`, `[::1]:port`; an empty field has its default.
    ///
    /// - Throws: why it is not an address.
    package init(_ text: String) throws(GPSDAddressError) {
        guard text.utf8.allSatisfy({ $0 > 32 && $0 != 127 }), text.utf8.count <= 512 else {
            throw .characters(text)
        }
        var rest = text[...]
        if rest.first == "[", let end = rest.firstIndex(of: "]") {
            host = String(rest[rest.index(after: rest.startIndex)..<end])
            rest = rest[rest.index(after: end)...]
            guard rest.isEmpty || rest.first == ":" else { throw .characters(text) }
        } else {
            let name = rest.prefix { $0 != ":" }
            if !name.isEmpty { host = String(name) }
            rest = rest[name.endIndex...]
        }
        guard !rest.isEmpty else { return }
        rest = rest.dropFirst()
        let number = rest.prefix { $0 != ":" }
        if !number.isEmpty {
            guard let port = UInt16(number), port > 0 else { throw .port(String(number)) }
            self.port = port
        }
        rest = rest[number.endIndex...].dropFirst()
        if !rest.isEmpty { device = String(rest) }
    }
}

/// Why a text is not an address.
package enum GPSDAddressError: Error, Equatable, Sendable {
    /// It has spaces, control characters or stray text, or is too long.
    case characters(String)
    /// The port is not a number from 1 to 65535.
    case port(String)
}

extension GPSDAddressError: CustomStringConvertible {
    /// One line that quotes the text and names what was expected.
    package var description: String {
        switch self {
        case .characters(let text): "not an address: \(quoted(text)) (expected HOST:PORT:DEVICE)"
        case .port(let text): "not a port: \(quoted(text)) (expected 1 to 65535)"
        }
    }
}

extension GPSDAddress: CustomStringConvertible {
    /// `host:port`, or `host:port:device`, without control characters.
    package var description: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return "\(printable(name)):\(port)" + (device.map { ":" + printable($0) } ?? "")
    }
}
