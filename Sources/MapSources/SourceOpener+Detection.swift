import Feeds
import FileSources
import Rows
import Streams

extension SourceOpener {
    /// The kind of a file, detected from its first bytes, otherwise from its name.
    ///
    /// - Throws: `.refused` for what no reader supports, such as a web page.
    static func kind(of head: SourceHead, name: String) throws(SourceError) -> FileKind {
        if let refusal = ArchiveKind(head: head.bytes)?.refusal { throw .refused(name: name, words: refusal) }
        if head.isFlightLog {
            throw .refused(
                name: name,
                words:
                    "is an IGC flight log, which termmap does not read (gpsbabel -i igc -f FILE -o gpx -F FILE.gpx converts it)"
            )
        }
        if let words = head.scriptWords { throw .refused(name: name, words: words) }
        if head.bytes.first == 0x1B {
            throw .refused(
                name: name, words: "begins with an escape sequence of a terminal (write it without colours)")
        }
        if head.isTar { throw .refused(name: name, words: "is a tar archive (extract it first)") }
        var best: (kind: FileKind, confidence: FileKind.Confidence) = (.csv, .fallback)
        var isFound = false
        for kind in kinds {
            guard let confidence = kind.confidence(in: head), !isFound || confidence > best.confidence
            else { continue }
            best = (kind, confidence)
            isFound = true
        }
        if head.isWebPage, best.confidence < .content {
            throw .refused(name: name, words: "is a web page (expected data: CSV, GeoJSON, GPX, KML, …)")
        }
        return best.kind
    }

    /// Whether the first bytes of a stream determine its kind, or more of them would not help.
    static func isDetermined(by bytes: [UInt8]) -> Bool {
        switch ArchiveKind(head: bytes) {
        case .gzip, .zstd:
            let unpacked = ArchiveKind.unpackedHead(bytes)
            return unpacked != bytes && isDetermined(by: unpacked)
        case .some: return bytes.count >= SourceInput.headLength
        case nil: break
        }
        if bytes.count >= SourceInput.headLength { return true }
        if ArchiveKind.mayBegin(bytes) || kinds.contains(where: { $0.magic.starts(with: bytes) }) {
            return false
        }
        if FileKind.mayBecomeGoogle(bytes) || FeedDetection.mayBecomeFeed(bytes) { return false }
        let head = SourceHead(bytes, name: "")
        if head.firstSign != nil, FileKind.mayBecomeLog(bytes) { return false }
        guard head.isMarkup else { return head.firstSign != nil }
        return head.isWebPage || kinds.contains { ($0.confidence(in: head) ?? .fallback) >= .content }
    }
}
