import Network
import Streams

/// A file on a server that answers range requests, such as `https://tiles.example/planet.pmtiles`.
///
/// The first request is for 16 KiB. Its answer has the version of the file (ETag), and later
/// requests are for that version only.
package final class HTTPRangeSource: RangeSource {
    /// The address without user, password and query.
    package var name: String { address.name }

    private let address: NetworkAddress
    private let downloads: TileDownloads
    private let version: ResourceVersion
    /// The first bytes, with the header and root directory of an archive.
    private let head: [UInt8]
    private let requests = RangeRequests()

    private static let headRange = 0..<16 << 10

    /// - Throws: `.cancelled`, or why the server does not give the first bytes.
    init(
        _ address: NetworkAddress, _ downloads: TileDownloads, isCancelled: () -> Bool
    ) throws(SourceError) {
        self.address = address
        self.downloads = downloads
        let first = try downloads.download(address, range: Self.headRange, isCancelled: isCancelled)
        guard let bytes = first.bytes else {
            throw .refused(name: address.host, words: "no such file on the server (404)")
        }
        head = bytes
        version = first.version
    }

    package var isRemote: Bool { true }

    /// Whether the server did not answer the last request.
    package var isOffline: Bool { downloads.isOffline(address) }

    /// The bytes of `range`, by one request for all ranges next to it that other threads want at the same time.
    package func bytes(in range: Range<Int>, isCancelled: () -> Bool) throws(SourceError) -> [UInt8] {
        if let known = known(range) { return known }
        if let stored = downloads.stored(address, range: range, of: version) { return stored }
        let answer = try requests.answer(range, isCancelled: isCancelled) { (merged) throws(SourceError) in
            guard
                let answer = try downloads.range(merged, address, of: version, isCancelled: isCancelled)
            else { throw .sourceChanged(name) }
            return answer
        }
        if answer.mayBeStored { downloads.store(answer.bytes, address, range: range, of: version) }
        return answer.bytes
    }

    /// The file as it is on the server now.
    package func reopened(isCancelled: () -> Bool) throws(SourceError) -> any RangeSource {
        downloads.forget(address, range: Self.headRange)
        return try HTTPRangeSource(address, downloads, isCancelled: isCancelled)
    }

    /// What lies in the first bytes, or after the end of a file that is shorter than these.
    private func known(_ range: Range<Int>) -> [UInt8]? {
        guard range.upperBound <= head.count || head.count < Self.headRange.count else { return nil }
        return Array(head[range.clamped(to: head.indices)])
    }
}
