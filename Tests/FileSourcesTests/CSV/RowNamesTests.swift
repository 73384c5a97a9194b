import Foundation
import MapModel
import TestSupport
import Testing

@testable import FileSources
@testable import SourceTestSupport
@testable import Streams

@Suite struct RowNamesTests {
    private func fold(_ text: String) -> String { String(decoding: FoldedText.folded(text), as: UTF8.self) }

    private func loaded(_ text: String) throws -> (file: TemporaryFile, table: DelimitedTable) {
        let file = try TemporaryFile(text)
        return (file, try file.load().table)
    }

    @Test func recordsAreRowsAndFieldsTheSearchedColumns() throws {
        let (file, table) = try loaded(
            "id,lat,lon,name,town,size\nA1,47,8,Café \"X\",Zürich,3\nB2,bad,8,\"O\"\"Neil, Pub\",\"Bern\",4\nC3,1,2\n"
        )
        #expect(table.columns.searched == [3, 0, 4])
        let index = try RowNames(of: table).index()
        #expect(index.recordCount == 3)
        #expect(index.fields(of: 0) == ["cafe x", "a1", "zurich"])
        #expect(index.fields(of: 1) == ["o neil pub", "b2", "bern"])
        #expect(index.fields(of: 2) == ["", "c3", ""])
        withExtendedLifetime(file) {}
    }

    /// Every field as the reader of details gives it, folded: quotes, delimiters in quotes, line ends, bad bytes.
    @Test(arguments: 0..<20)
    func fieldsAreThoseOfTheTable(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let parts = [
            "a", "Bé", "\"", "\"\"", ",", "\n", " ", "東", "\"x\"", "\"p,q\"", "\"r\nq\"", "\"y\"z", "",
        ]
        var text = "name,lat,lon,town\n"
        for _ in 0..<random.number(1...200) {
            let fields = (0..<4).map { column in
                column == 1 || column == 2
                    ? "1"
                    : (0..<random.number(0...3)).map { _ in parts[random.number(0...parts.count - 1)] }
                        .joined()
            }
            text += fields.joined(separator: ",") + "\n"
        }
        let (file, table) = try loaded(text + "end,1,1,end\n")
        let index = try RowNames(of: table).index()
        #expect(index.recordCount == table.recordCount)
        try table.visitRows((0..<UInt32(table.recordCount)).map { $0 }) { record in
            let expected = table.columns.searched.map {
                fold(record.text(of: $0))
            }
            #expect(index.fields(of: record.row) == expected, "\(record.values)")
        }
        withExtendedLifetime(file) {}
    }

    @Test func rowsOfManyReadsAreCountedOn() throws {
        var text = "name,lat,lon\n"
        for row in 0..<16_000 {
            text +=
                "Place number \(row) of very many places that have rather long names to fill the file,1,2\n"
        }
        let (file, table) = try loaded(text)
        var sizes: [Int] = []
        let index = try RowNames(of: table, snapshotInterval: .zero).index(
            isCancelled: { false }, progress: { sizes.append($0.recordCount) })
        #expect(index.recordCount == 16_000)
        #expect(index.fields(of: 15_999)[0].hasPrefix("place number 15999 of very"))
        #expect(sizes.count >= 1)
        #expect(sizes == sizes.sorted())
        #expect(index.matches(SearchQuery("11234"))?.records == [11_234])
        withExtendedLifetime(file) {}
    }

    @Test func textKeptInMemoryIsSearchedToo() throws {
        let file = try TemporaryFile(
            [UInt8](try #require("\u{FEFF}name,lat,lon\nÖrebro,59,15\n".data(using: .utf16))))
        let table = try file.load().table
        #expect(try RowNames(of: table).index().fields(of: 0) == ["orebro"])
    }

    @Test func changedFilesAreNotSearched() throws {
        let direct = try TemporaryFile("name,lat,lon\nA,1,2\n")
        let opened = try direct.load().table
        let writer = try FileHandle(forUpdating: URL(fileURLWithPath: direct.path))
        try writer.truncate(atOffset: 15)
        try writer.close()
        #expect(throws: SourceError.self) { try RowNames(of: opened).index() }
    }

    @Test func readingStopsWhenCancelled() throws {
        let (file, table) = try loaded("name,lat,lon\nA,1,2\n")
        #expect(throws: SourceError.cancelled) { try RowNames(of: table).index(isCancelled: { true }) }
        withExtendedLifetime(file) {}
    }

    @Test func rowsWithoutLabelHaveAnEmptyOne() throws {
        let (file, table) = try loaded("lat,lon,size\n1,2,3\n")
        #expect(table.columns.searched == [])
        #expect(try RowNames(of: table).index().fields(of: 0) == [""])
        withExtendedLifetime(file) {}
    }

    @Test func unclosedQuotesAreText() throws {
        let (file, table) = try loaded("name,lat,lon\nA,1,2\nB,3,4\n\"C,5,6\nD,7,8\n")
        let index = try RowNames(of: table).index()
        #expect(index.recordCount == table.recordCount)
        #expect(index.recordCount == 4)
        #expect(index.fields(of: 2) == ["c"] && index.fields(of: 3) == ["d"])
        withExtendedLifetime(file) {}
    }
}
