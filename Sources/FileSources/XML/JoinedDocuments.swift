import Streams

/// Makes one document of several that follow each other, as `cat a.gpx b.gpx` does: takes away where one ends and the next
/// begins.
struct JoinedDocuments: ByteFilter {
    /// The declaration and the opening tag of a document are not longer.
    private static let longestSeam = 1 << 16

    let count: RepairCount
    private let closing: [UInt8]
    private let opening: [UInt8]
    private let declaration = Array("<?xml".utf8)
    /// Bytes whose meaning depends on those that follow.
    private var open: [UInt8] = []

    init(root: String, count: RepairCount) {
        closing = Array("</\(root)>".utf8)
        opening = Array("<\(root)".utf8)
        self.count = count
    }

    mutating func filtered(_ bytes: UnsafeRawBufferPointer, isLast: Bool) -> [UInt8] {
        let text = open + bytes
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var offset = 0
        while offset < text.count {
            guard text[offset] == closing[0] else {
                result.append(text[offset])
                offset += 1
                continue
            }
            let isShort = text.count - offset < closing.count && !isLast
            guard isShort || text[offset...].starts(with: closing) else {
                result.append(text[offset])
                offset += 1
                continue
            }
            switch isShort ? .unknown : seam(text, from: offset + closing.count, isLast: isLast) {
            case .none:
                result += closing
                offset += closing.count
            case .end(let end):
                count.value += 1
                offset = end
            case .unknown:
                open = Array(text[offset...])
                return result
            }
        }
        open = []
        return result
    }

    private enum Seam {
        /// No document follows.
        case none
        /// Where the content of the next document begins.
        case end(Int)
        case unknown
    }

    private func seam(_ text: [UInt8], from start: Int, isLast: Bool) -> Seam {
        let missing = isLast || text.count - start > Self.longestSeam ? Seam.none : .unknown
        guard let next = text[start...].firstIndex(where: { $0 > 0x20 }) else { return missing }
        let rest = text[next...]
        guard rest.count >= declaration.count || isLast else { return .unknown }
        guard
            rest.starts(with: declaration)
                || rest.prefix(opening.count).elementsEqual(opening.prefix(rest.count))
        else {
            return .none
        }
        let tag = rest.indices.first { text[$0] == opening[0] && text[$0...].starts(with: opening) }
        guard let tag, let end = text[tag...].firstIndex(of: UInt8(ascii: ">")) else { return missing }
        return .end(end + 1)
    }
}
