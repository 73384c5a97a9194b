/// The line with which programs end a printed table: `(2 rows)`, `2 rows in set (0.01 sec)`, `[2 rows x 3 columns]`,
/// `2 rows selected.`
package enum RowCountLine {
    private static let next = ["in", "selected", "selected.", "affected)", "affected", "x", "×"]

    /// Whether a line is one.
    package static func matches(_ line: some BidirectionalCollection<UInt8>) -> Bool {
        guard let first = line.first, line.count <= 100, "([0123456789".utf8.contains(first) else {
            return false
        }
        let isEnclosed = first == UInt8(ascii: "(") || first == UInt8(ascii: "[")
        let words = line.dropFirst(isEnclosed ? 1 : 0).split { $0 <= 0x20 }
        guard words.count > 1, words[0].allSatisfy({ (0x30...0x39).contains($0) }) else { return false }
        func isWord(_ index: Int, _ wanted: [String]) -> Bool {
            wanted.contains { words[index].elementsEqual($0.utf8) }
        }
        if words.count == 2 { return isEnclosed && isWord(1, ["row)", "rows)"]) }
        return isWord(1, ["row", "rows"]) && isWord(2, next)
    }
}
