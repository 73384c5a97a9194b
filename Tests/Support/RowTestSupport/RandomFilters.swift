import MapModel
import TestSupport

@testable import RowValues

/// A random table in memory, and random filters of it.
package struct RandomFilters {
    /// A column with the text of each row's value; empty for none.
    package struct Column {
        package let name: String
        package let kind: ColumnKind
        package var texts: [String]

        package init(name: String, kind: ColumnKind, texts: [String]) {
            (self.name, self.kind, self.texts) = (name, kind, texts)
        }

        package var values: ColumnValues {
            var builder = ColumnBuilder(name: name, kind: kind)
            for text in texts { builder.append(text) }
            return builder.finish()
        }
    }

    package let columns: [Column]
    package let rowCount: Int
    private var random: SeededRandom

    static let words = [
        "FR", "fr", "DE", "Zürich", "zurich", "ZÜRICH", "O'Brien", "100 %", "a_b", "axb", "a%b", "\\", "a\\b",
        "Łódź",
        "straße", "é", "e\u{301}", "中文", "🏔 Alp", " x ", "\"q\"", "*", "a*b", "[x]", "?", "İ", "Σς", "a;--",
        "--",
    ]
    private static let numbers = [
        "0", "1", "-1", "2.5", "1000", "1e3", "-0.1", "0.1", "9007199254740992", "123456789.125", "1e140",
        "1e-150",
        "1e200", "-3e-200", "42",
    ]
    private static let times = [
        "2026-11-22", "2026-11-22T09:30:00Z", "1999-12-31", "2000-02-29T23:59:59.999Z", "0001-01-01",
        "9999-12-31",
        "2026-11-22T10:30:00+01:00", "2026-01-01", "2026-11-22 09:30:00.5",
    ]

    package init(seed: UInt64, rowCount: Int = 60) {
        var random = SeededRandom(seed)
        self.rowCount = rowCount
        var columns: [Column] = []
        let kinds: [(String, ColumnKind)] = [
            ("n", .number), ("Height m", .number), ("t", .text), ("select", .text), ("día", .time),
            ("seen", .time),
            ("open", .boolean), ("x\"y", .boolean),
        ]
        for (name, kind) in kinds {
            var texts: [String] = []
            for _ in 0..<rowCount { texts.append(random.number(0...4) == 0 ? "" : Self.text(kind, &random)) }
            columns.append(Column(name: name, kind: kind, texts: texts))
        }
        self.columns = columns
        self.random = random
    }

    package var names: [String] { columns.map(\.name) }
    package var kinds: [Int: ColumnKind] {
        Dictionary(uniqueKeysWithValues: columns.indices.map { ($0, columns[$0].kind) })
    }
    package var values: [Int: ColumnValues] {
        Dictionary(uniqueKeysWithValues: columns.indices.map { ($0, columns[$0].values) })
    }

    private static func text(_ kind: ColumnKind, _ random: inout SeededRandom) -> String {
        switch kind {
        case .number:
            random.number(0...1) == 0
                ? numbers[random.number(0...numbers.count - 1)] : "\(random.number(-50...50))"
        case .time: times[random.number(0...times.count - 1)]
        case .boolean: random.number(0...1) == 0 ? "true" : "false"
        case .text: words[random.number(0...words.count - 1)]
        }
    }

    // MARK: - Filters

    package mutating func filter(depth: Int = 3) -> String {
        switch depth == 0 ? 9 : random.number(0...9) {
        case 0, 1: "(\(filter(depth: depth - 1))) AND (\(filter(depth: depth - 1)))"
        case 2, 3: "(\(filter(depth: depth - 1))) OR \(filter(depth: depth - 1))"
        case 4: "NOT (\(filter(depth: depth - 1)))"
        default: test()
        }
    }

    private mutating func column(_ kind: ColumnKind) -> String {
        let names = columns.filter { $0.kind == kind }.map(\.name)
        return FilterText.name(names[random.number(0...names.count - 1)])
    }

    private mutating func sign() -> String { ["=", "<>", "<", "<=", ">", ">="][random.number(0...5)] }

    private mutating func test() -> String {
        let kind = ColumnKind.allCases[random.number(0...3)]
        if random.number(0...9) == 0 {
            return column(kind) + (random.number(0...1) == 0 ? " IS NULL" : " IS NOT NULL")
        }
        switch kind {
        case .number: return numberTest()
        case .time: return timeTest()
        case .text: return textTest()
        case .boolean:
            return switch random.number(0...2) {
            case 0: column(.boolean)
            case 1: "\(column(.boolean)) \(["=", "<>"][random.number(0...1)]) TRUE"
            default: "\(column(.boolean)) \(["=", "<>"][random.number(0...1)]) \(column(.boolean))"
            }
        }
    }

    private mutating func literal(_ kind: ColumnKind) -> String {
        let text = Self.text(kind, &random)
        return kind == .number ? text : FilterText.text(text)
    }

    private mutating func numberTest() -> String {
        switch random.number(0...6) {
        case 5: "\(column(.number)) IN (\(literal(.number)), \(column(.number)), \(literal(.number)))"
        case 6: "\(column(.number)) NOT IN (\(column(.number)), \(number()))"
        case 0: "\(column(.number)) BETWEEN \(literal(.number)) AND \(literal(.number))"
        case 1: "\(column(.number)) NOT IN (\(literal(.number)), \(literal(.number)))"
        case 2: "\(number()) \(sign()) \(number())"
        case 3: "\(column(.number)) \(sign()) \(column(.number))"
        default: "\(column(.number)) \(sign()) \(literal(.number))"
        }
    }

    private mutating func number() -> String {
        let operand = random.number(0...1) == 0 ? column(.number) : literal(.number)
        let other = random.number(0...2) == 0 ? "(\(column(.number)) - \(literal(.number)))" : column(.number)
        return "\(operand) \(["+", "-", "*", "/"][random.number(0...3)]) \(other)"
    }

    private mutating func timeTest() -> String {
        switch random.number(0...5) {
        case 5: "\(column(.time)) NOT IN (\(literal(.time)), \(column(.time)))"
        case 0: "\(column(.time)) BETWEEN \(literal(.time)) AND \(literal(.time))"
        case 1: "\(column(.time)) IN (\(literal(.time)), \(literal(.time)))"
        case 2: "\(column(.time)) \(sign()) \(column(.time))"
        case 3: "\(column(.time)) \(sign()) '\(["2026", "2026-11", "1999"][random.number(0...2)])'"
        default: "\(column(.time)) \(sign()) \(literal(.time))"
        }
    }

    private mutating func textTest() -> String {
        let folds = ["", "CASEI", "ACCENTI"]
        let fold = folds[random.number(0...2)]
        let subject = fold.isEmpty ? column(.text) : "\(fold)(\(column(.text)))"
        switch random.number(0...6) {
        case 6: return "\(subject) IN (\(column(.text)), \(literal(.text)))"
        case 0: return "\(subject) LIKE \(pattern())"
        case 1: return "\(subject) NOT LIKE \(pattern())"
        case 2: return "\(column(.text)) \(["~", "!~"][random.number(0...1)]) \(literal(.text))"
        case 3: return "\(subject) IN (\(literal(.text)), \(literal(.text)), \(literal(.text)))"
        case 4: return "\(subject) \(sign()) \(column(.text))"
        default: return "\(subject) \(sign()) \(literal(.text))"
        }
    }

    /// A word with some of its letters replaced.
    private mutating func pattern() -> String {
        var text = ""
        for character in Self.text(.text, &random) {
            switch random.number(0...5) {
            case 0: text += "%"
            case 1: text += "_"
            case 2: text += "\\" + String(character)
            default: text += String(character)
            }
        }
        return FilterText.text(text)
    }
}
