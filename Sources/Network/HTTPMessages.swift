import Streams

/// A request for the bytes at an address, or with a body for the answer to it.
package struct HTTPRequest: Sendable {
    /// What is asked for.
    package var address: NetworkAddress
    /// Which of its bytes; nil for all.
    package var range: Range<Int>?
    /// The answer must be of this version: `If-Match`, with the ETag of an earlier answer.
    package var requiredTag: String?
    /// The version that is known already: the answer is 304 when it is still the current one.
    package var known: ResourceVersion?
    /// What is sent by POST; nil for GET.
    package let body: [UInt8]?
    /// Further fields of the header as lines, such as those with credentials, which are never shown.
    private let fields: [String]

    /// Everything at an address, or some of its bytes.
    package init(_ address: NetworkAddress, range: Range<Int>? = nil) {
        self.address = address
        self.range = range
        body = nil
        fields = []
    }

    /// A body for the server, sent by POST, with further fields for the header.
    ///
    /// Nil when a value has a character that would end its line.
    package init?(
        posting body: [UInt8], to address: NetworkAddress, fields: KeyValuePairs<String, String>
    ) {
        guard fields.allSatisfy({ $0.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }) else { return nil }
        self.address = address
        self.body = body
        // libcurl leaves out a field without a value, and sends one that ends with a semicolon empty.
        self.fields = fields.map { $0.value.isEmpty ? "\($0.key);" : "\($0.key): \($0.value)" }
    }

    /// The lines for the header, besides those of libcurl.
    package var lines: [String] {
        var lines = fields
        // Without it libcurl waits for a permission to send a long body.
        if body != nil { lines += ["Expect:", "Content-Type: text/plain; charset=utf-8"] }
        if let requiredTag { lines.append("If-Match: \(requiredTag)") }
        if let tag = known?.tag {
            lines.append("If-None-Match: \(tag)")
        } else if let date = known?.date {
            lines.append("If-Modified-Since: \(date)")
        }
        return lines
    }

    /// Whether the bytes of an answer are those asked for: all, or a range from its beginning.
    package func isAnswered(by response: HTTPResponse) -> Bool {
        guard response.status == 200 || response.status == 206 else { return true }
        guard let range else { return response.status == 200 }
        guard response.status == 206, let found = response.headers.contentRange?.range else { return false }
        return found.lowerBound == range.lowerBound && found.upperBound <= range.upperBound
            && found.count == response.body.count
    }
}

/// What distinguishes versions of what is at an address.
package struct ResourceVersion: Sendable, Equatable {
    /// The ETag with its quotes, and with `W/` when it is weak.
    package var tag: String?
    /// The text of Last-Modified.
    package var date: String?
    /// Of all bytes, where the server says it of a range.
    package var totalBytes: Int?

    /// A version, as far as the server names it.
    package init(tag: String? = nil, date: String? = nil, totalBytes: Int? = nil) {
        self.tag = tag
        self.date = date
        self.totalBytes = totalBytes
    }

    /// The tag for `If-Match`, which compares no weak ones.
    package var strongTag: String? { tag.flatMap { $0.hasPrefix("W/") ? nil : $0 } }

    /// Whether an answer of `other` shows that it is of another version.
    package func differs(from other: ResourceVersion) -> Bool {
        if let tag, let otherTag = other.tag { return tag != otherTag }
        if let date, let otherDate = other.date, date != otherDate { return true }
        if let totalBytes, let otherBytes = other.totalBytes { return totalBytes != otherBytes }
        return false
    }
}

/// A complete answer of a server.
package struct HTTPResponse: Sendable {
    /// That of HTTP, such as 200.
    package var status: Int
    /// The fields of its header.
    package var headers: HTTPHeaders
    /// Without the compression of the transfer.
    package var body: [UInt8]

    /// What distinguishes it from other versions.
    package var version: ResourceVersion {
        ResourceVersion(
            tag: headers["etag"].flatMap(Self.harmless),
            date: headers["last-modified"].flatMap(Self.harmless),
            totalBytes: headers.contentRange?.total)
    }

    /// Where it leads; nil where it is no redirect.
    var redirection: String? {
        [301, 302, 303, 307, 308].contains(status) ? headers["location"] : nil
    }

    /// Text that may be sent back in a header and stored in a line.
    private static func harmless(_ text: String) -> String? {
        let isHarmless = text.utf8.count <= 200 && text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
        return isHarmless && !text.isEmpty ? text : nil
    }
}

/// The limits of a request.
package struct HTTPLimits: Sendable {
    /// The most bytes of an answer, after decompression: 16 MiB.
    package var bytes = 16 << 20
    /// The time to a connection.
    package var connect = Duration.seconds(10)
    /// The time of a request in all.
    package var total = Duration.seconds(30)
    /// A transfer that is slower than 1 kB a second for this long is cancelled; whole seconds.
    package var stalled = Duration.seconds(10)
    /// How many redirects are followed.
    package var redirects = 5
    /// A file of trusted certificates in place of those of the system.
    package var certificates: String?

    /// Those for tiles.
    package init() {}

    /// Slower than that counts as stalled.
    static let stalledBytesPerSecond = 1_000
}
