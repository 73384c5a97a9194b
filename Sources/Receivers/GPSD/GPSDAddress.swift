import Streams

/// Where a gpsd listens, and which of its receivers is wanted: `host[:port[:device]]`.
package struct GPSDAddress: Hashable, Sendable {
    package var host = "localhost"
    package var port: UInt16 = 2947
    /// Path of the receiver; nil for all of them.
    package var device: String?

    package init() {}

    /// Reads `host`, `host:port`, `host:port:/dev/ttyUSB0`, `[::1]:port`; an empty part is the standard one.
    ///
    /// - Throws: what is wrong, as one line.
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

package enum GPSDAddressError: Error, Equatable, Sendable {
    case characters(String)
    case port(String)
}

extension GPSDAddressError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .characters(let text): "not an address: \(quoted(text)) (expected HOST:PORT:DEVICE)"
        case .port(let text): "not a port: \(quoted(text)) (expected 1 to 65535)"
        }
    }
}

extension GPSDAddress: CustomStringConvertible {
    package var description: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return "\(printable(name)):\(port)" + (device.map { ":" + printable($0) } ?? "")
    }
}
