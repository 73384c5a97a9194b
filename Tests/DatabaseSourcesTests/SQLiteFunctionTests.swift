import MapModel
import TestSupport
import Testing

@testable import DatabaseSources
@testable import RowTestSupport
@testable import SQLiteFiles
@testable import SourceTestSupport
@testable import Streams

/// Functions whose time would be a product of lengths: the results are SQLite's, the time is linear.
@Suite struct SQLiteFunctionTests {
    private static let expressions = [
        "instr(a, b)", "instr(b, a)", "instr(a, c)", "replace(a, b, c)", "replace(a, c, b)", "trim(a, b)",
        "ltrim(a, b)", "rtrim(a, b)", "trim(a, c)", "ltrim(b, a)", "rtrim(b, a)", "trim(a)", "ltrim(a)",
        "instr(replace(a, b, c), trim(c, b))",
    ]

    private static func value(_ random: inout SeededRandom) -> SQLiteValue {
        let texts = [
            "a", "b", "A", "ä", "Ä", "€", "😀", " ", "0", "1", "%", "_", "*", "?", "[", "]", "%s", "\u{0}",
        ]
        let bytes: [UInt8] = [0x61, 0x62, 0xC3, 0xA4, 0xA4, 0x80, 0xE2, 0x82, 0xAC, 0xF0, 0xFF, 0x00, 0x20]
        let count = random.number(0...[2, 4, 14].randomElement(using: &random)!)
        switch random.number(0...11) {
        case 0: return .null
        case 1: return .integer(Int64(random.number(-20...1_200)))
        case 2: return .real(Double(random.number(-20...20)) / 4)
        case 3, 4: return .blob((0..<count).map { _ in bytes.randomElement(using: &random)! })
        case 5, 6: return .text((0..<count).map { _ in bytes.randomElement(using: &random)! })
        default: return .text((0..<count).flatMap { _ in Array(texts.randomElement(using: &random)!.utf8) })
        }
    }

    /// Half of the time something out of `whole`.
    private static func piece(of whole: SQLiteValue, _ random: inout SeededRandom) -> SQLiteValue {
        guard random.number(0...1) == 0 else { return value(&random) }
        switch whole {
        case .text(let bytes), .blob(let bytes):
            let start = random.number(0...bytes.count)
            let part = Array(bytes[start..<random.number(start...bytes.count)])
            return random.number(0...3) == 0 ? .blob(part) : .text(part)
        default: return whole
        }
    }

    @Test(arguments: 0..<UInt64(12)) func resultsAreThoseOfSQLite(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let isWide = seed % 3 == 2
        let rows = (0..<500).map { _ in
            let whole = Self.value(&random)
            let row = [whole, Self.piece(of: whole, &random), Self.piece(of: whole, &random)]
            // What bytes mean as UTF-16 is left aside.
            return isWide ? row.map { if case .blob(let bytes) = $0 { .text(bytes) } else { $0 } } : row
        }
        // What SQLite itself computes is written beside the arguments, and compared where the functions are ours.
        let results = Self.expressions.enumerated().map { "\($1) AS x\($0)" }
        let writer = try SQLiteWriter(
            "PRAGMA encoding='\(isWide ? "UTF-16le" : "UTF-8")'", "CREATE TABLE t(a, b, c)")
        try writer.insert("INSERT INTO t VALUES(?1, ?2, ?3)", rows)
        try writer.run("CREATE TABLE u AS SELECT a, b, c, \(results.joined(separator: ", ")) FROM t")
        try SQLiteDatabase.open(writer.path) { database throws(SourceError) in
            for (number, expression) in Self.expressions.enumerated() {
                let result = "x\(number)"
                var statement = try SQLiteStatement(
                    database,
                    "SELECT quote(a), quote(b), quote(c), quote(\(result)), quote(\(expression)) FROM u "
                        + "WHERE \(result) IS NOT (\(expression)) OR typeof(\(result)) <> typeof(\(expression))"
                )
                while try statement.step() {
                    let row = (0..<5).map { statement.text($0) }
                    Issue.record("seed \(seed): \(expression) of \(row[0...2]): \(row[4]), not \(row[3])")
                }
            }
        }
    }

    // MARK: time

    /// With SQLite's own functions these take minutes to hours.
    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            "instr(hex(zeroblob(n)), hex(zeroblob(n / 2)) || '1')",
            "instr(zeroblob(n), zeroblob(n / 2) || x'01')",
            "length(replace(hex(zeroblob(n)), hex(zeroblob(n / 2)) || '1', 'x'))",
            "length(trim(hex(zeroblob(n / 8)), replace(hex(zeroblob(n / 8)), '00', 'ä') || '0'))",
            "length(ltrim(hex(zeroblob(n / 8)), replace(hex(zeroblob(n / 8)), '00', 'ä') || '0'))",
            "length(rtrim(hex(zeroblob(n / 8)), replace(hex(zeroblob(n / 8)), '00', 'ä') || '0'))",
        ])
    func longArgumentsTakeLinearTime(expression: String) throws {
        let writer = try SQLiteWriter("CREATE TABLE p(id INTEGER PRIMARY KEY, n INTEGER, lon REAL)")
        try writer.insert(
            "INSERT INTO p(id, n, lon) VALUES(?1, ?2, ?3)",
            (1...10).map { [.integer($0), .integer($0 == 6 ? 200_000 : 2), .real(Double($0))] })
        // Last, since writing a row computes it.
        try writer.run(
            "ALTER TABLE p ADD COLUMN lat REAL GENERATED ALWAYS AS (10 + 0 * (\(expression))) VIRTUAL")
        let loaded = try writer.load()
        #expect(loaded.points.count + loaded.skipped.count(of: .tookTooLong) == 10 && loaded.isAccountedFor)
    }
}
