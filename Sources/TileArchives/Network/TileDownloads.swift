import Network
import Platform
import Streams

/// Gets what is at addresses: from the cache where that is fresh, else from the server, and stores it.
///
/// Hosts that do not answer are left alone for a while; until they answer again, the cache serves what it has.
final class TileDownloads: Sendable {
    /// What is at an address, or a range of its bytes.
    struct Download: Sendable {
        /// Nil where the server has nothing.
        var bytes: [UInt8]?
        var version: ResourceVersion
        /// From the cache, because the server does not answer.
        var isOffline: Bool
    }

    private let client: HTTPClient
    private let cache: TileCache?
    private let pauses: HostPauses
    /// Seconds since 1970.
    private let now: @Sendable () -> Int

    private static let day = 86_400
    /// Answers are reused for this long without revalidation, whatever the server says.
    static let leastFreshSeconds = 7 * day
    private static let mostFreshSeconds = 365 * day

    init(
        _ client: HTTPClient, cache: TileCache?, pauses: HostPauses = HostPauses(),
        now: @escaping @Sendable () -> Int = { Int(WallTime.now.components.seconds) }
    ) {
        (self.client, self.cache, self.pauses, self.now) = (client, cache, pauses, now)
    }

    /// Whether the last request to the host failed: what is shown comes from the cache.
    func isOffline(_ address: NetworkAddress) -> Bool { pauses.isFailing(address.host) }

    /// What is at an address, all of it or a range.
    ///
    /// - Parameter leastFreshSeconds: how long an answer is used without asking, at least; nil asks each time.
    func download(
        _ address: NetworkAddress, range: Range<Int>? = nil, leastFreshSeconds: Int? = leastFreshSeconds,
        isCancelled: () -> Bool
    ) throws(SourceError) -> Download {
        let key = Self.key(address, range)
        let stored = cache?.resource(key)
        if let stored, leastFreshSeconds != nil, stored.isFresh(at: now()) {
            return Download(
                bytes: stored.bytes, version: stored.version, isOffline: isOffline(address))
        }
        do throws(SourceError) {
            var request = HTTPRequest(address, range: range)
            request.known = stored?.version
            let response = try response(to: request, isCancelled: isCancelled)
            return try adopt(response, stored, key: key, leastFreshSeconds ?? 0, address)
        } catch {
            // Any fault of the host, and nothing else, began a pause.
            guard error != .cancelled, let stored, isOffline(address) else { throw error }
            return Download(bytes: stored.bytes, version: stored.version, isOffline: true)
        }
    }

    // MARK: - Ranges of one version

    /// A range that is stored; nil when it is not, or is of another version.
    func stored(_ address: NetworkAddress, range: Range<Int>, of version: ResourceVersion) -> [UInt8]? {
        guard let stored = cache?.resource(Self.key(address, range)), stored.version == version else {
            return nil
        }
        return stored.bytes
    }

    /// A range from the server.
    ///
    /// - Returns: nil when the server has another version now.
    func range(
        _ range: Range<Int>, _ address: NetworkAddress, of version: ResourceVersion, isCancelled: () -> Bool
    ) throws(SourceError) -> RangeRequests.Answer? {
        var request = HTTPRequest(address, range: range)
        request.requiredTag = version.strongTag
        let response = try response(to: request, isCancelled: isCancelled)
        if response.status == 412 || version.differs(from: response.version) { return nil }
        guard let bytes = try Self.bytes(response, address) else { return nil }
        return RangeRequests.Answer(bytes: bytes, mayBeStored: !response.headers.forbidsStoring)
    }

    /// Stores a range of a version.
    func store(_ bytes: [UInt8], _ address: NetworkAddress, range: Range<Int>, of version: ResourceVersion) {
        let key = Self.key(address, range)
        cache?.store(
            CachedResource(key: key, version: version, fetchedAt: now(), freshUntil: now(), bytes: bytes))
    }

    /// Forgets a range that is of an old version.
    func forget(_ address: NetworkAddress, range: Range<Int>) { cache?.remove(Self.key(address, range)) }

    private static func key(_ address: NetworkAddress, _ range: Range<Int>?) -> String {
        address.key + (range.map { " \($0.lowerBound)-\($0.upperBound)" } ?? "")
    }

    // MARK: - Answers

    /// The answer of a server that may be asked now; a fault of the host begins a pause.
    private func response(
        to request: HTTPRequest, isCancelled: () -> Bool
    ) throws(SourceError) -> HTTPResponse {
        let host = request.address.host
        if let words = pauses.refusal(of: host) { throw .refused(name: host, words: words) }
        do throws(HTTPFault) {
            let response = try client.response(to: request, isCancelled: isCancelled)
            guard response.status == 429 || response.status >= 500 else {
                pauses.hostAnswered(host)
                return response
            }
            let seconds = response.headers.retrySeconds(at: now())
            let words =
                response.status == 429 ? "too many requests (429)" : "the server fails (\(response.status))"
            pauses.hostFailed(host, words: words, askedFor: seconds)
        } catch {
            if error == .cancelled { throw .cancelled }
            guard error.isOfHost else { throw .refused(name: host, words: error.words) }
            pauses.hostFailed(host, words: error.words)
        }
        throw .refused(name: host, words: pauses.refusal(of: host) ?? "not answering")
    }

    private func adopt(
        _ response: HTTPResponse, _ stored: CachedResource?, key: String, _ leastFreshSeconds: Int,
        _ address: NetworkAddress
    ) throws(SourceError) -> Download {
        let resource: CachedResource
        if response.status == 304, var known = stored {
            known.fetchedAt = now()
            known.freshUntil = now() + freshSeconds(response, least: leastFreshSeconds)
            resource = known
        } else {
            resource = try self.resource(response, key: key, leastFreshSeconds, address)
        }
        if !response.headers.forbidsStoring { cache?.store(resource) }
        return Download(bytes: resource.bytes, version: resource.version, isOffline: false)
    }

    private func resource(
        _ response: HTTPResponse, key: String, _ leastFreshSeconds: Int, _ address: NetworkAddress
    ) throws(SourceError) -> CachedResource {
        let bytes = try Self.bytes(response, address)
        // Of networks that ask for a login first, and of servers of images.
        if let found = bytes.flatMap(Self.otherContent) {
            throw .refused(name: address.host, words: "answers with \(found) (expected vector tiles, MVT)")
        }
        // What is missing today may be there tomorrow.
        let least = response.status == 404 ? min(leastFreshSeconds, Self.day) : leastFreshSeconds
        let seconds = freshSeconds(response, least: least)
        return CachedResource(
            key: key, version: response.version, fetchedAt: now(), freshUntil: now() + seconds,
            bytes: bytes)
    }

    /// What the first bytes show to be no tiles; such bytes are not stored.
    private static func otherContent(_ bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "a PNG image" }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "a JPEG image" }
        if bytes.starts(with: Array("RIFF".utf8)) { return "a WebP image" }
        return bytes.first { $0 > 0x20 } == UInt8(ascii: "<") ? "a web page" : nil
    }

    private func freshSeconds(_ response: HTTPResponse, least: Int) -> Int {
        min(max(response.headers.freshSeconds(at: now()) ?? 0, least), Self.mostFreshSeconds)
    }

    /// Nil where the server has nothing.
    private static func bytes(
        _ response: HTTPResponse, _ address: NetworkAddress
    ) throws(SourceError) -> [UInt8]? {
        let words: String
        switch response.status {
        case 200, 206: return response.body
        case 204, 404, 410: return nil
        // After the end.
        case 416: return []
        case 401, 403: words = "access denied (\(response.status)): check the key or password in the address"
        case 407: words = "the proxy asks for a password (407)"
        default: words = "unexpected answer (\(response.status))"
        }
        throw .refused(name: address.host, words: words)
    }
}
