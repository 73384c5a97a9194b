import Streams

/// Takes the quotes off lines that are one field each, as a spreadsheet writes a table once more that it did not split.
///
///     "name;lat;lon"                name;lat;lon
///     "Bern;46.95;7.45"        →    Bern;46.95;7.45
///     """Lyon; 1"";45.76;4.84"      "Lyon; 1";45.76;4.84
struct QuotedLines: LineFilter {
    private static let quote = UInt8(ascii: "\"")
    private static let delimiters = Array(",;|\t".utf8)
    private static let judgedLines = 50

    var open: [UInt8] = []

    /// Whether each of the first lines is such a field with a delimiter in it; there are two at least.
    ///
    /// - Parameter isWhole: no bytes follow `head`.
    static func begin(_ head: ByteRun, isWhole: Bool) -> Bool {
        let length = min(head.count, TableLayout.sampleBytes)
        var lines = head.buffer(0..<length).split(separator: 0x0A)
        if !isWhole || length < head.count { _ = lines.popLast() }
        return lines.count > 1
            && lines.prefix(judgedLines).allSatisfy { line in
                inner(Array(line)).map { text in text.contains(where: delimiters.contains) } ?? false
            }
    }

    func replacement(of line: [UInt8]) -> [UInt8] { Self.inner(line) ?? line }

    /// The text of a line that is one field in quotes, with the return behind it; nil for another line.
    private static func inner(_ line: [UInt8]) -> [UInt8]? {
        let hasReturn = line.last == 0x0D
        let field = line.dropLast(hasReturn ? 1 : 0)
        guard field.count > 2, field.first == quote, field.last == quote else { return nil }
        var text: [UInt8] = []
        var isSecond = false
        for byte in field.dropFirst().dropLast() {
            // A quote that is not doubled ends the field.
            if isSecond, byte != quote { return nil }
            isSecond = byte == quote && !isSecond
            if !isSecond { text.append(byte) }
        }
        guard !isSecond else { return nil }
        return hasReturn ? text + [0x0D] : text
    }
}
