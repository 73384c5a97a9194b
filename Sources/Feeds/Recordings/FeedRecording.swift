import MapModel
import Streams

/// The format of recordings: `termmap recording 1 TIME SOURCE`, then `@SECONDS BYTES`, a line end, and so many bytes,
/// again and again. No bytes at all are the end of a connection.
struct FeedRecording {
    /// What was received at once; empty where the connection ended.
    struct Piece: Equatable {
        /// Since the beginning.
        let milliseconds: Int64
        let bytes: [UInt8]
    }

    private static let head = Array("termmap recording 1 ".utf8)
    private static let longestHead = 4_096
    private static let largestPiece = 64 << 20

    /// When it began, in milliseconds since 1970; nil until the first line was read.
    private(set) var start: Int64?
    /// What was recorded.
    private(set) var source = ""
    /// It does not follow the format.
    private(set) var isDamaged = false
    private var buffer: [UInt8] = []

    /// Whether a file begins as a recording.
    static func begins(_ bytes: [UInt8]) -> Bool { bytes.starts(with: head) }

    /// Whether some bytes are too few to say so.
    static func mayBegin(_ bytes: [UInt8]) -> Bool { bytes.count < head.count && head.starts(with: bytes) }

    /// The first line of a recording.
    static func firstLine(start: Int64, source: String) -> [UInt8] {
        let name = source.filter { !$0.isNewline }
        return head + Array("\(UTCInstant(milliseconds: start)?.description ?? "") \(name)\n".utf8)
    }

    /// What stands before some bytes.
    static func mark(milliseconds: Int64, count: Int) -> [UInt8] {
        let rest = "\(milliseconds % 1000)"
        let digits = String(repeating: "0", count: 3 - rest.utf8.count) + rest
        return Array("@\(milliseconds / 1000).\(digits) \(count)\n".utf8)
    }

    /// Whether something is left that is not whole.
    var isOpen: Bool { !buffer.isEmpty }

    /// Calls `body` with each piece that ends in these bytes.
    mutating func feed(_ bytes: [UInt8], _ body: (Piece) -> Void) {
        guard !isDamaged else { return }
        buffer += bytes
        var next = 0
        while let taken = take(from: next, body) { next = taken }
        buffer.removeFirst(next)
    }

    private mutating func take(from next: Int, _ body: (Piece) -> Void) -> Int? {
        guard !isDamaged, let end = buffer[next...].prefix(Self.longestHead).firstIndex(of: 0x0A) else {
            if buffer.count - next > Self.longestHead { isDamaged = true }
            return nil
        }
        let words = String(decoding: buffer[next..<end], as: UTF8.self)
        guard start != nil else {
            readHead(words)
            return end + 1
        }
        let parts = words.dropFirst().split(separator: " ")
        guard words.first == "@", parts.count == 2, let seconds = Double(parts[0]),
            (0...1e10).contains(seconds), let count = Int(parts[1]), (0...Self.largestPiece).contains(count)
        else {
            isDamaged = true
            return nil
        }
        guard buffer.count - end - 1 >= count else { return nil }
        body(
            Piece(
                milliseconds: Int64((seconds * 1000).rounded()),
                bytes: Array(buffer[end + 1..<end + 1 + count])))
        return end + 1 + count
    }

    private mutating func readHead(_ line: String) {
        let words = line.split(separator: " ", maxSplits: 4)
        guard words.count >= 4, let time = UTCInstant(iso8601: String(words[3])) else {
            isDamaged = true
            return
        }
        start = time.milliseconds
        source = words.count > 4 ? String(words[4]) : ""
    }
}
