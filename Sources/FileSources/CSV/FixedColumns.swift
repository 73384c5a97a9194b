import RowValues
import Streams

/// Puts one tab between columns that begin at the same place of each line, as in the tables of weather services.
///
/// Blanks may stand within a column of text. The first line may name the columns; lines of nothing but hyphens are left out.
struct FixedColumns: LineFilter {
    private static let judgedLines = 500
    private static let fewestLines = 3

    /// Where columns begin, in bytes from the start of a line.
    private let starts: [Int]
    /// The line that is not complete yet.
    var open: [UInt8] = []

    /// The columns of a text; nil unless at least two of them hold decimals.
    init?(_ head: ByteRun, isWhole: Bool) {
        let lines = Array(
            Self.lines(of: head, isWhole: isWhole).lazy.filter { !Self.isNoRow($0) }.prefix(Self.judgedLines))
        guard lines.count >= Self.fewestLines, !lines.contains(where: { $0.contains(0x09) }) else {
            return nil
        }
        let width = lines.map(\.count).max() ?? 0
        guard width <= 4_096 else { return nil }
        var isBlank = [Bool](repeating: true, count: width)
        for line in lines {
            for (column, byte) in line.enumerated() where byte != 0x20 { isBlank[column] = false }
        }
        let begins = isBlank.indices.filter { !isBlank[$0] && ($0 == 0 || isBlank[$0 - 1]) }
        let records = lines.map { Self.fields($0, begins) }
        let isHeader = records[0].allSatisfy { text in !text.contains { $0 &- 48 < 10 } }
        let sample = ColumnSample(records: Array(isHeader ? records.dropFirst() : records[...]))
        let areNumbers = begins.indices.map { column in
            let values = sample.values(of: column)
            return !values.isEmpty && values.allSatisfy(sample.isNumber)
        }
        let hasFractions = begins.indices.count { column in
            areNumbers[column] && sample.values(of: column).contains { $0.contains(UInt8(ascii: ".")) }
        }
        guard hasFractions >= 2 else { return nil }
        // Words of one text that stand below each other by chance are one column.
        starts = begins.indices.filter { column in
            column == 0 || areNumbers[column] || areNumbers[column - 1]
                || Self.gap(before: begins[column], isBlank) > 1
        }.map { begins[$0] }
    }

    /// The columns of a text below whose header a rule has a stroke for each; nil for another text.
    init?(ruled head: ByteRun, isWhole: Bool) {
        let lines = Self.lines(of: head, isWhole: isWhole)
        guard let rule = lines.prefix(Self.fewestLines).first(where: { Self.isRule($0) && !$0.isEmpty }),
            let starts = Self.starts(
                below: rule, Array(lines.lazy.filter { !Self.isNoRow($0) }.prefix(Self.judgedLines)))
        else { return nil }
        self.starts = starts
    }

    private static func lines(of head: ByteRun, isWhole: Bool) -> [[UInt8]] {
        let length = min(head.count, TableLayout.sampleBytes)
        var lines = head.bytes(0..<length).split(separator: 0x0A).map(withoutEnd)
        if !isWhole || length < head.count { _ = lines.popLast() }
        return lines
    }

    /// Nothing but blanks and what stands for a line below a header.
    private static func isRule(_ line: [UInt8]) -> Bool {
        line.allSatisfy { $0 <= 0x20 || "-=+".utf8.contains($0) }
    }

    /// A rule, or the line with which programs end a table.
    private static func isNoRow(_ line: [UInt8]) -> Bool { isRule(line) || RowCountLine.matches(line) }

    /// Where the strokes of a rule begin: a blank stands there in all lines, and two columns are decimals; nil where that is not so.
    private static func starts(below rule: [UInt8], _ lines: [[UInt8]]) -> [Int]? {
        let starts = rule.indices.filter { rule[$0] > 0x20 && ($0 == 0 || rule[$0 - 1] <= 0x20) }
        let areApart = lines.allSatisfy { line in
            starts.dropFirst().allSatisfy { $0 > line.count || line[$0 - 1] == 0x20 }
        }
        guard starts.count > 1, starts[0] == 0, lines.count > 1, areApart else { return nil }
        let sample = ColumnSample(records: lines.dropFirst().map { fields($0, starts) })
        let decimals = starts.indices.count { column in
            let values = sample.values(of: column)
            return !values.isEmpty && values.allSatisfy(sample.isNumber)
                && values.contains { $0.contains(UInt8(ascii: ".")) }
        }
        return decimals < 2 ? nil : starts
    }

    private static func gap(before start: Int, _ isBlank: [Bool]) -> Int {
        var gap = 0
        while gap < start, isBlank[start - gap - 1] { gap += 1 }
        return gap
    }

    private static func withoutEnd(_ line: ArraySlice<UInt8>) -> [UInt8] {
        Array(line.last == 0x0D ? line.dropLast() : line)
    }

    private static func fields(_ line: [UInt8], _ starts: [Int]) -> [[UInt8]] {
        starts.indices.map { column in
            let start = starts[column]
            guard start < line.count else { return [] }
            let end = min(column + 1 < starts.count ? starts[column + 1] : line.count, line.count)
            var text = line[start..<end]
            while text.first == 0x20 { text.removeFirst() }
            while text.last == 0x20 { text.removeLast() }
            return Array(text)
        }
    }

    func replacement(of line: [UInt8]) -> [UInt8] {
        let line = Self.withoutEnd(line[...])
        return Self.isNoRow(line) ? [] : Array(Self.fields(line, starts).joined(separator: [0x09]))
    }
}
