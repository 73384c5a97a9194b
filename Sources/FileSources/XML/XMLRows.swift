import Rows
import Streams

/// Converts the events of a document into rows.
protocol XMLRows {
    /// The outermost element of such documents.
    static var root: String { get }
    static var formatName: String { get }
    var collector: FeatureCollector { get set }
    /// Messages at the end, a line each.
    var notices: [String] { get }

    mutating func take(_ event: XMLStream.Event, of stream: XMLStream)

    /// The document ends inside a row: what is known of it is a row, too.
    mutating func endOpenRow()

    /// Documents inside the same archive that the document links to, which belong to it.
    mutating func takeLinks() -> [String]
    /// A link that leads elsewhere.
    mutating func noteUnfollowed(_ link: String)
}

extension XMLRows {
    mutating func takeLinks() -> [String] { [] }
    mutating func noteUnfollowed(_ link: String) {}
}

/// The text of an element, gathered from its pieces.
struct XMLText {
    /// A longer text is cut.
    static let limit = 1 << 20

    private(set) var bytes: [UInt8] = []

    mutating func reset() { bytes.removeAll(keepingCapacity: true) }

    mutating func append(_ piece: UnsafeBufferPointer<UInt8>, limit: Int = XMLText.limit) {
        guard bytes.count < limit else { return }
        bytes.append(contentsOf: piece.prefix(limit - bytes.count))
    }

    /// Calls `body` with the text without surrounding white space.
    func withTrimmed<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        bytes.withUnsafeBufferPointer { buffer in
            var start = 0
            var end = buffer.count
            while start < end, buffer[start] <= 32 { start += 1 }
            while start < end, buffer[end - 1] <= 32 { end -= 1 }
            return body(UnsafeBufferPointer(rebasing: buffer[start..<end]))
        }
    }

    var trimmed: String { withTrimmed { String(decoding: $0, as: UTF8.self) } }
}
