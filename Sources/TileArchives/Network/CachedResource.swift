import Network
import Streams

/// What a server answered for one address, or for a range of its bytes, as it is stored.
struct CachedResource: Sendable, Equatable {
    /// Which address and range: without credentials.
    var key: String
    /// The version, for asking whether it is still the current one.
    var version: ResourceVersion
    /// When the server last said that it is the current one: seconds since 1970.
    var fetchedAt: Int
    /// When it expires: seconds since 1970.
    var freshUntil: Int
    /// The bytes; nil where the server has nothing.
    var bytes: [UInt8]?

    /// Whether it may be used without asking. A clock that was set back makes everything stale.
    func isFresh(at now: Int) -> Bool { (fetchedAt...max(freshUntil, fetchedAt)).contains(now) }
}

extension CachedResource {
    private static let magic = "termmap tile 1"

    /// The bytes of its file: a line for each value, an empty line, the bytes.
    var fileBytes: [UInt8] {
        let lines = [
            Self.magic, key, version.tag ?? "", version.date ?? "", version.totalBytes.map(String.init) ?? "",
            String(fetchedAt), String(freshUntil), bytes.map { String($0.count) } ?? "none",
        ]
        let body = Array((lines.joined(separator: "\n") + "\n").utf8) + (bytes ?? [])
        return Array((StableHash.text(of: body) + "\n").utf8) + body
    }

    /// Nil when the bytes are not those of such a file, whole and undamaged.
    init?(fileBytes: [UInt8]) {
        let newline = UInt8(ascii: "\n")
        let fields = fileBytes.split(separator: newline, maxSplits: 9, omittingEmptySubsequences: false)
        guard fields.count == 10 else { return nil }
        let lines = fields.map { $0.count <= 10_000 ? String(decoding: $0, as: UTF8.self) : "" }
        guard StableHash.text(of: fileBytes[fields[1].startIndex...]) == lines[0], lines[1] == Self.magic,
            let fetchedAt = Int(lines[6]), let freshUntil = Int(lines[7])
        else { return nil }
        self.init(
            key: lines[2],
            version: ResourceVersion(
                tag: lines[3].isEmpty ? nil : lines[3], date: lines[4].isEmpty ? nil : lines[4],
                totalBytes: Int(lines[5])),
            fetchedAt: fetchedAt, freshUntil: freshUntil, bytes: lines[8] == "none" ? nil : Array(fields[9]))
        guard lines[8] == (bytes.map { String($0.count) } ?? "none") else { return nil }
    }
}
