import TestSupport
import Testing

@testable import FileSources
@testable import MapModel
@testable import RowTestSupport
@testable import RowValues
@testable import Rows
@testable import SourceTestSupport
@testable import Streams

/// Columns that are read with the places, against those of a pass of their own.
@Suite struct EarlyColumnsTests {
    private static func options(_ wanted: WantedColumns, partSize: Int = 20_000) -> CSVOptions {
        var options = CSVOptions()
        options.partSize = partSize
        options.wanted = wanted
        // A value that comes late is not in the first window.
        options.windowSize = 40_000
        return options
    }

    @Test(arguments: HostileColumns.allCases, [3_000, 20_000])
    func earlyColumnsAreThoseOfAPassOfTheirOwn(_ hostile: HostileColumns, partSize: Int) throws {
        var random = SeededRandom(3)
        let file = try TemporaryFile(hostile.bytes(rowCount: 4_000, &random))
        let plain = try file.load().table
        for name in plain.columnNames {
            let source = try CSVLoader(
                path: file.path, options: Self.options(WantedColumns(names: [name]), partSize: partSize)
            ).read(isCancelled: { false })
            let column = try #require(plain.columnNames.firstIndex(of: name))
            let known = source.table.knownColumns[column]
            let own = try plain.readColumns([column], isCancelled: { false })[0]
            guard let known else { continue }
            #expect(known.kind == own.kind && known.filledCount == own.filledCount, "\(name)")
            #expect(known.misfitCount == own.misfitCount && known.rowCount == own.rowCount, "\(name)")
            let rows = 0..<own.rowCount
            #expect(rows.allSatisfy { known.text(at: $0) == own.text(at: $0) }, "\(name)")
        }
    }

    @Test func numbersAndWordsAreReadWithThePlaces() throws {
        let file = try TemporaryFile(
            "id,lat,lon,country,people\n"
                + (0..<9_000).map { "\($0),\($0 % 80).5,8.25,C\($0 % 30),\($0 * 7)\n" }.joined())
        let wanted = WantedColumns(filters: ["people > 500 AND id < 4"], names: ["COUNTRY", "none"])
        let source = try CSVLoader(path: file.path, options: Self.options(wanted)).read(isCancelled: { false }
        )
        #expect(source.table.knownColumns.keys.sorted() == [0, 3, 4])
        #expect(source.table.knownColumns[4]?.text(at: 8_999) == "62993")
        #expect(source.table.knownColumns[3]?.text(at: 31) == "C1")
    }

    /// Words that are all different have no dictionary; a column whose values change their type is read once more.
    @Test(arguments: [
        (0..<9_000).map { "word number \($0)" }, (0..<9_000).map { $0 < 3_000 ? "\($0)" : "word" },
        (0..<9_000).map { $0 < 8_000 ? "" : "\($0)" },
    ])
    func doubtfulColumnsAreLeftToAPassOfTheirOwn(values: [String]) throws {
        let file = try TemporaryFile("lat,lon,value\n" + values.map { "1.5,8.25,\($0)\n" }.joined())
        let wanted = WantedColumns(names: ["value"])
        let source = try CSVLoader(path: file.path, options: Self.options(wanted, partSize: 8_000))
            .read(isCancelled: { false })
        #expect(source.table.knownColumns.isEmpty && source.table.recordCount == 9_000)
        let read = try source.table.readColumns([2], isCancelled: { false })[0]
        #expect(read.rowCount == 9_000 && read.text(at: 8_500) == values[8_500])
    }
}
