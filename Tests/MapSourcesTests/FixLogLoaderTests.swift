import MapModel
import TestSupport
import Testing

@testable import MapSources
@testable import Receivers
@testable import Rows
@testable import Streams

/// Logs of receivers that are opened like any file.
@Suite struct FixLogLoaderTests {
    private static let log = """
        $GPRMC,120019.00,A,4722.6140,N,00832.5020,E,022.4,084.4,230524,,,A*55
        $GPRMC,120119.00,A,4722.6740,N,00832.5620,E,022.4,084.4,230524,,,A*54
        $GPRMC,120219.00,V,,,,,,,230524,,,N*76
        """

    @Test(arguments: ["nmea", "log", "txt", "csv"]) func fixesAreRows(ending: String) throws {
        let file = try TemporaryFile(Array(Self.log.utf8), extension: ending)
        let opened = try SourceOpener(SourceOptions()).open([file.path], isCancelled: { false })
        let loaded = try opened.read(isCancelled: { false })
        #expect(loaded.points.count == 2)
        #expect(loaded.points.count + loaded.skipped.total == loaded.table.recordCount)
        let row = try loaded.table.namedRow(0)
        #expect(
            row.fields.first?.name == "time"
                && row.fields.first?.value.text.hasPrefix("2024-05-23T12:00:19") == true)
        #expect(try opened.dataSet.explainColumns(isCancelled: { false })[0].contains("a row for each fix"))
    }

    @Test func aLogWithoutFixesSaysWhy() throws {
        let damaged = Self.log.split(separator: "\n").prefix(2).map { $0.dropLast(2) + "00\n" }.joined()
        let file = try TemporaryFile(Array(damaged.utf8), extension: "nmea")
        let opened = try SourceOpener(SourceOptions()).open([file.path], isCancelled: { false })
        #expect {
            _ = try opened.read(isCancelled: { false })
        } throws: {
            "\($0)".hasSuffix(": no fix: 2 with a wrong checksum")
        }
    }

    @Test(arguments: ["price\n$12,50\n", "name,lat,lon\n$GPRM,1,2\n", "a\n$HELLO,1,2,3,4,5,6\n"])
    func pricesAreNoSentences(text: String) {
        let head = SourceHead(Array(text.utf8), name: "a.csv")
        #expect(FileKind.nmea.confidence(in: head) == nil)
    }
}
