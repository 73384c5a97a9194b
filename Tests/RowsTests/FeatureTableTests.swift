import MapModel
import RowTestSupport
import TestSupport
import Testing

@testable import RowValues
@testable import Rows
@testable import Streams

@Suite struct FeatureTableTests {
    /// The rows of a table as a plain list of dictionaries would have them.
    private struct Oracle {
        var names: [String] = []
        var rows: [[Int: FieldValue]] = []

        func values(_ row: Int) -> [FieldValue] {
            let last = names.count
            return (0..<last).map { rows[row][$0] ?? .missing }
        }
    }

    private static func text(_ random: inout SeededRandom) -> String {
        let length = [0, 1, 7, 20, 254, 255, 256, 3_000][random.number(0...7)]
        return String(repeating: ["x", "é", "界", "\0"][random.number(0...3)], count: length)
    }

    private func append(
        _ random: inout SeededRandom, to builder: inout FeatureTable.Builder, _ oracle: inout Oracle
    ) -> [Int: FieldValue] {
        var row: [Int: FieldValue] = [:]
        for _ in 0..<random.number(0...6) {
            let name = "name \(random.number(0...12))"
            let column = builder.column(name)
            if column == oracle.names.count { oracle.names.append(name) }
            #expect(oracle.names[column] == name)
            let kind = [FieldValue.Kind.text, .number, .boolean, .json][random.number(0...3)]
            let value = FieldValue(kind, Self.text(&random))
            builder.append(column, value.kind, value.text)
            row[column] = value
        }
        return row
    }

    @Test(arguments: UInt64(0)..<20) func rowsAreWhatWasAppendedOrPutInTheirPlace(seed: UInt64) throws {
        var random = SeededRandom(seed)
        var builder = FeatureTable.Builder(name: "test")
        var oracle = Oracle()
        for step in 0..<400 {
            let row = append(&random, to: &builder, &oracle)
            if random.number(0...2) == 0, !oracle.rows.isEmpty {
                let number = random.number(0...oracle.rows.count - 1)
                builder.replaceRow(UInt32(number), line: step + 1)
                oracle.rows[number] = row
            } else {
                #expect(builder.endRow(line: nil) == UInt32(oracle.rows.count))
                oracle.rows.append(row)
            }
        }
        let table = builder.table(roles: ColumnRoles())
        #expect(table.recordCount == oracle.rows.count)
        var visited = 0
        try table.visitRows((0..<UInt32(oracle.rows.count)).map(\.self)) { row in
            #expect(row.values == oracle.values(visited), "seed \(seed), row \(visited)")
            visited += 1
        }
        #expect(visited == oracle.rows.count)
    }

    @Test func tablesStayAsTheyWereWhenTheBuilderGoesOn() throws {
        var builder = FeatureTable.Builder(name: "test")
        let column = builder.column("name")
        var tables: [FeatureTable] = []
        for number in 0..<50 {
            builder.append(column, .text, "\(number)" + String(repeating: "-", count: 50_000))
            builder.endRow(line: number + 1)
            tables.append(builder.table(roles: ColumnRoles(label: 0)))
        }
        builder.append(column, .text, "other")
        builder.replaceRow(0, line: 99)
        for (index, table) in tables.enumerated() {
            #expect(table.recordCount == index + 1)
            let row = try table.sourceRow(UInt32(index))
            #expect(row.line == index + 1 && row.values[0].text.hasPrefix("\(index)-"))
            #expect(try table.sourceRow(0).values[0].text.hasPrefix("0-"))
        }
        let replaced = try builder.table(roles: ColumnRoles()).sourceRow(0)
        #expect(replaced.line == 99 && replaced.values == [FieldValue(.text, "other")])
    }

    @Test func replacedRowsTakeNoMemoryForEver() throws {
        var builder = FeatureTable.Builder(name: "test")
        let column = builder.column("text")
        let text = String(repeating: "x", count: 1_000)
        for number in 0..<6_000 {
            builder.append(column, .text, text + "\(number)")
            if number < 100 {
                builder.endRow(line: nil)
            } else {
                builder.replaceRow(UInt32(number % 100), line: nil)
            }
        }
        #expect(builder.rowCount == 100)
        #expect(builder.byteCount < 2 * 120_000 + 2 * RowChunk.capacity)
        let table = builder.table(roles: ColumnRoles())
        for row in 0..<UInt32(100) {
            #expect(try table.sourceRow(row).values[0].text == text + "\(5_900 + row)")
        }
    }

    @Test func theLaterOfTwoValuesOfAColumnCounts() throws {
        var builder = FeatureTable.Builder(name: "test")
        let column = builder.column("a")
        builder.append(column, .text, "first")
        builder.append(column, .number, "2")
        builder.endRow(line: nil)
        #expect(try builder.table(roles: ColumnRoles()).sourceRow(0).values == [FieldValue(.number, "2")])
    }

    @Test func valuesOfTooManyColumnsAreCounted() throws {
        var builder = FeatureTable.Builder(name: "test")
        for number in 0..<2_005 {
            let column = builder.column("c\(number)")
            builder.append(column, .number, "\(number)")
        }
        builder.endRow(line: nil)
        #expect(builder.droppedValueCount == 5 && builder.columnNames.count == 2_000)
        let row = try builder.table(roles: ColumnRoles()).sourceRow(0)
        #expect(row.values.count == 2_000 && row.values[1_999].text == "1999")
    }

    @Test func rowsBeyondTheEndAreRefused() throws {
        let table = FeatureTable.Builder(name: "test").table(roles: ColumnRoles())
        #expect(throws: SourceError.noSuchRow(0, file: "test")) { try table.sourceRow(0) }
    }

    /// Hides the faster way, so that the general one is asked.
    private struct Plain: RowTable {
        let table: FeatureTable
        var name: String { table.name }
        var columnNames: [String] { table.columnNames }
        var roles: ColumnRoles { table.roles }
        var recordCount: Int { table.recordCount }

        func visitRows(_ rows: [UInt32], _ body: (SourceRow) -> Void) throws(SourceError) {
            try table.visitRows(rows, body)
        }
    }

    @Test(arguments: [
        ColumnRoles(label: 1, id: 0, searched: [1, 0, 3]), ColumnRoles(label: nil, id: nil, searched: [2]),
        ColumnRoles(),
    ])
    func namesAreThoseOfTheGeneralWay(roles: ColumnRoles) throws {
        var random = SeededRandom(7)
        var builder = FeatureTable.Builder(name: "test")
        for name in ["a", "b", "c", "d"] { _ = builder.column(name) }
        for _ in 0..<1_000 {
            for column in 0..<4 where random.number(0...3) > 0 {
                builder.append(column, .text, "word \(random.number(0...99))")
            }
            builder.endRow(line: nil)
        }
        let table = builder.table(roles: roles)
        func names(_ table: any RowTable) throws -> [[String]] {
            var names = NameIndex.Builder()
            try table.appendNames(to: &names, isCancelled: { false }, progress: { _ in })
            let index = names.snapshot()
            return (0..<UInt32(index.recordCount)).map { index.fields(of: $0) }
        }
        let found = try names(table)
        #expect(found.count == 1_000)
        #expect(try found == names(Plain(table: table)))
    }
}
