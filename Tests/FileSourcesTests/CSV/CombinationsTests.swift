import MapModel
import TestSupport
import Testing

@testable import FileSources
@testable import RowTestSupport
@testable import RowValues
@testable import Rows
@testable import Streams

/// Columns side by side are what they are one by one.
@Suite struct CombinationsTests {
    private static let fields = [
        "", "a", "b", "Zürich", "\"a\"", "\"a,b\"", "\"say \"\"so\"\"\"", "\"two\nlines\"", "\"\"", "5\" x",
        "NA",
        " a ", "\"a\" b", String(repeating: "long ", count: 30),
    ]

    @Test(arguments: 0..<30) func combinationsAreTheValuesOfTheirColumns(seed: Int) throws {
        var random = SeededRandom(UInt64(seed))
        let end = seed % 2 == 0 ? "\n" : "\r\n"
        // Without a stray quote all records have marks.
        let fields = Self.fields.filter { seed % 3 == 0 || !$0.hasPrefix("5") }
        var text = "lat,lon,a,b,c,d\(end)"
        for row in 0..<random.number(1...2_000) {
            let count = random.number(0...9) == 0 ? random.number(0...4) : 4
            let values = (0..<count).map { _ in fields[random.number(0...fields.count - 1)] }
            text += (["1", "\(row % 90)"] + values).joined(separator: ",") + end
            if random.number(0...30) == 0 { text += end }
            if random.number(0...60) == 0 { text += "lat,lon,a,b,c,d\(end)" }
        }
        if seed % 5 == 0 { text += "1,2,\"never closed,a,b" }
        let file = try TemporaryFile(text)
        let source = try CSVLoader(path: file.path).read(isCancelled: { false })
        let table = try #require(source.table as? DelimitedTable)
        for columns in [[2, 3], [2, 3, 4], [3, 4, 5], [4, 5], [0, 1]] {
            let read = try #require(
                try table.combinations(of: columns, isCancelled: { false }, progress: { _ in }))
            var builders = columns.map { ColumnBuilder(name: "\($0)", kind: .text) }
            try table.appendColumns(columns, to: &builders, isCancelled: { false }, progress: { _ in })
            let texts = builders.map { $0.finish() }
            #expect(read.codes.count == table.recordCount)
            let skipped = Set(0..<table.recordCount).subtracting(source.points.placedRows.map(Int.init))
            for row in 0..<table.recordCount where !skipped.contains(row) {
                let values = texts.map { $0.text(at: row) ?? "" }
                #expect(read.values[read.codes.code(at: row)] == values, "row \(row) of \(columns)")
            }
        }
    }

    @Test func otherColumnsAreReadOneByOne() throws {
        let file = try TemporaryFile("lat,lon,a,b,c\n1,2,x,y,z\n")
        let source = try CSVLoader(path: file.path).read(isCancelled: { false })
        let table = try #require(source.table as? DelimitedTable)
        for columns in [[2, 4], [2], []] {
            let read = try table.combinations(of: columns, isCancelled: { false }, progress: { _ in })
            #expect(read?.values == nil)
        }
        #expect(throws: SourceError.self) {
            try table.combinations(of: [2, 3], isCancelled: { true }, progress: { _ in })
        }
    }
}
