import MapModel
import Streams
import TestSupport
import Testing

@testable import FileSources
@testable import RowValues
@testable import Rows
@testable import SourceTestSupport

/// Columns that begin at the same place of each line, below a header.
@Suite struct FixedColumnsTests {
    private static let stations = """
        Station name       Lat      Lon      Elev
        -----------------  -------  -------  ----
        Zurich Airport     47.4800   8.5361   431
        Bern               46.9480   7.4474   553
        St. Gallen West    47.4200   9.3700   670
        Genf               46.2044   6.1432
        Sion               46.2330  -7.3600   482

        """

    @Test func blanksWithinNamesAreKept() throws {
        let loaded = try TemporaryFile(Self.stations).load()
        #expect(loaded.table.columnNames == ["Station name", "Lat", "Lon", "Elev"])
        #expect(loaded.points.count == 5 && loaded.skipped.total == 0)
        #expect(
            try loaded.table.rowLabels([0, 1, 2, 3, 4])
                == ["Zurich Airport", "Bern", "St. Gallen West", "Genf", "Sion"])
        let tree = QuadTree(loaded.points)
        let last = (0..<tree.count).first { tree.row(at: $0) == 4 }.map { tree.fixedCoordinate(at: $0) }
        #expect(last == FixedCoordinate(latitudeE7: 462_330_000, longitudeE7: -73_600_000))
    }

    /// A rule says where columns begin, whatever is in them, and what programs write below a table is no row.
    @Test func aRuleSaysWhereColumnsBegin() throws {
        let loaded = try TemporaryFile(
            """
            name       lat            lon
            ---------- -------------- --------------
            Bern               46.948         7.4474
            New York          40.7128        -74.006

            (2 rows affected)

            """
        ).load()
        #expect(loaded.table.columnNames == ["name", "lat", "lon"])
        #expect(loaded.points.count == 2 && loaded.table.recordCount == 2)
        #expect(try loaded.table.rowLabels([0, 1]) == ["Bern", "New York"])
    }

    @Test(arguments: [
        "[2 rows x 3 columns]", "(2 rows)", "(1 row)", "2 rows in set (0.00 sec)", "2 rows selected.",
    ]) func countsOfRowsAreNoRows(line: String) {
        #expect(RowCountLine.matches(Array(line.utf8)))
    }

    @Test(arguments: [
        "2 rows", "2 rowers in a boat", "rows in set", "12 Main Street", "(2 cows)", "2 row houses", "",
    ])
    func otherLinesAreRows(line: String) {
        #expect(!RowCountLine.matches(Array(line.utf8)))
    }

    /// Names of columns with blanks above rows without any.
    @Test func aHeaderOfMoreWordsDoesNotShiftColumns() throws {
        let loaded = try TemporaryFile(
            "Station name  Lat      Lon\nBern          46.9480  7.4474\nGenf          46.2044  6.1432\nSion          46.2330  7.3600\n"
        ).load()
        #expect(loaded.table.columnNames == ["Station name", "Lat", "Lon"])
        #expect(loaded.points.count == 3)
    }

    @Test func aHeaderOfCoordinatesMakesNoLog() {
        let text = Array(Self.stations.utf8)
        #expect(ByteRun.with(text) { LogDetection($0, isWhole: true) } == nil)
    }
}
