/// Makes delimited text of a table that is drawn for people, as Markdown, psql and mysql do: fields between bars without
/// the blanks around them, and no bars at the ends of a line.
///
///     | id | name   |          id|name
///     |----|--------|    →
///     |  7 | Zürich |          7|Zürich
///
/// Rules between rows and psql's count of rows become empty lines: the others keep their numbers.
package struct PipeTable: ByteFilter {
    private static let bar = UInt8(ascii: "|")
    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")

    /// The line that is not complete yet.
    private var open: [UInt8] = []

    /// A filter at the beginning of a text.
    package init() {}

    /// The bytes with bars between fields and nothing else.
    package mutating func filtered(_ bytes: UnsafeRawBufferPointer, isLast: Bool) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for byte in bytes {
            if byte == 0x0A {
                Self.append(open[...], to: &result)
                result.append(byte)
                open.removeAll(keepingCapacity: true)
            } else {
                open.append(byte)
            }
        }
        if isLast {
            Self.append(open[...], to: &result)
            open = []
        }
        return result
    }

    /// Whether a text begins with such a table, perhaps below titles: a line with bars, and a rule below it.
    package static func begins(_ head: UnsafeRawBufferPointer) -> Bool {
        let lines = head.prefix(1 << 14).split(
            separator: 0x0A, maxSplits: 40, omittingEmptySubsequences: false)
        return zip(lines, lines.dropFirst()).contains { line, next in
            line.contains(bar) && !isRule(line) && isRule(next)
        }
    }

    /// `|----|:---:|`, `----+----`, `+====+====+`.
    private static func isRule(_ line: some Collection<UInt8>) -> Bool {
        var (strokes, joints) = (0, 0)
        for byte in line {
            switch byte {
            case UInt8(ascii: "-"), UInt8(ascii: "="): strokes += 1
            case bar, UInt8(ascii: "+"): joints += 1
            case UInt8(ascii: ":"), 0x20, 0x09, 0x0D: break
            default: return false
            }
        }
        return strokes > 1 && joints > 0
    }

    private static func append(_ line: ArraySlice<UInt8>, to result: inout [UInt8]) {
        var line = trimmed(line)
        if isRule(line) || RowCountLine.matches(line) { return }
        guard line.contains(bar) else { return result += line }
        if line.first == bar {
            line.removeFirst()
            // The bar at the end of a line that begins with one is no empty field.
            if line.last == bar, line.dropLast().last != backslash { line.removeLast() }
        }
        var start = line.startIndex
        for index in line.indices where line[index] == bar {
            if index > start, line[index - 1] == backslash { continue }
            appendField(line[start..<index], to: &result)
            result.append(bar)
            start = index + 1
        }
        appendField(line[start...], to: &result)
    }

    /// A field with a bar in it, which Markdown writes as `\|`, gets quotes; so does one that begins with a quote.
    private static func appendField(_ field: ArraySlice<UInt8>, to result: inout [UInt8]) {
        let field = trimmed(field)
        guard field.contains(bar) || field.first == quote else { return result += field }
        result.append(quote)
        for (index, byte) in zip(field.indices, field) {
            if byte == backslash, index + 1 < field.endIndex, field[index + 1] == bar { continue }
            if byte == quote { result.append(quote) }
            result.append(byte)
        }
        result.append(quote)
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
        var bytes = bytes.drop(while: isBlank)
        while let last = bytes.last, isBlank(last) { bytes.removeLast() }
        return bytes
    }
}
