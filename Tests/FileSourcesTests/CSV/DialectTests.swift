import Foundation
import MapModel
import TestSupport
import Testing

@testable import FileSources
@testable import RowValues
@testable import Rows
@testable import SourceTestSupport
@testable import Streams

/// Delimiters, quotes, line ends, encodings and headers, as programs and people write them.
@Suite struct DialectTests {
    @Test(arguments: [
        "name,lat,lon\nA,47.5,8.5\nB,-1.25,2\n", "name,lat,lon\r\nA,47.5,8.5\r\nB,-1.25,2",
        "name,lat,lon\rA,47.5,8.5\rB,-1.25,2\r", "\u{FEFF}name,lat,lon\nA,47.5,8.5\n\n\nB,-1.25,2",
        "name;lat;lon\nA;47,5;8,5\nB;-1,25;2\n", "name\tlat\tlon\nA\t47.5\t8.5\nB\t-1.25\t2\n",
        "name|lat|lon\nA|47.5|8.5\nB|-1.25|2\n", "name,lat,lon\nA,\"47.5\",\"8.5\"\nB,\"-1.25\",2\n",
        "name,lat,lon\nA,\"47,5\",\"8,5\"\nB,\"-1,25\",2\n", "A,47.5,8.50\nB,-1.25,2.00\n",
        "name,latlon\nA,\"47.5, 8.5\"\nB,\"-1.25, 2\"\n", "name;coords\nA;8.5 97.5\nB;2 -1.25\n",
    ]) func readsEveryDialect(text: String) throws {
        let loaded = try load(text)
        #expect(loaded.table.recordCount == 2)
        #expect(loaded.points.count == 2)
        #expect(loaded.skipped.total == 0)
        #expect(try loaded.table.rowLabels([0, 1]) == ["A", "B"])
    }

    @Test func neverLosesTheFirstRowWithoutHeader() throws {
        let loaded = try load("A,47.5,8.5\nB,48.5,9.5\n")
        #expect(!loaded.table.dialect.hasHeader)
        #expect(loaded.points.count == 2)
        #expect(loaded.notices.contains { $0.contains("no header: coordinates detected in column 2 and 3") })
        #expect(try loaded.table.record(0).fields == ["A", "47.5", "8.5"])
    }

    @Test(arguments: [
        String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian,
    ]) func readsMarkedUnicode(encoding: String.Encoding) throws {
        let text = "\u{FEFF}name,lat,lon\nZürich,47.5,8.5\n"
        let file = try TemporaryFile([UInt8](try #require(text.data(using: encoding))))
        let loaded = try file.load()
        #expect(try loaded.table.record(0).fields == ["Zürich", "47.5", "8.5"])
    }

    /// As many commas as semicolons: those of the commas that blanks follow belong to the text.
    @Test func commasBeforeBlanksDoNotPartColumns() throws {
        let loaded = try load("name;Latitude, Longitude\nA;47.5, 8.5\nB;-1.25, 2.5\n")
        #expect(loaded.table.dialect.delimiter == UInt8(ascii: ";"))
        #expect(loaded.points.count == 2 && loaded.skipped.total == 0)
        for (text, delimiter) in [("a, b;c\nd, e;f\n", ";"), ("a,b;c\nd, e;f\n", ","), ("a, b\nc, d\n", ",")]
        {
            ByteRun.with(Array(text.utf8)) { run in
                #expect(CSVDialect.detectedDelimiter(in: run, isWhole: true) == Array(delimiter.utf8)[0])
            }
        }
    }

    /// The order that the French schema of charging stations has: longitude first.
    @Test func namesInXAndYPutTheLongitudeFirst() throws {
        let loaded = try load("nom,coordonneesXY\nA,\"[4.8357, 45.764]\"\nB,\"[7.4474,46.948]\"\n")
        guard case .combined(1, longitudeFirst: true) = loaded.table.columns.coordinates else {
            Issue.record("\(loaded.table.columns.coordinates)")
            return
        }
        #expect(loaded.points.count == 2 && !loaded.notices.contains { $0.contains("--swap") })
    }

    /// Lines that are one quoted field each: a table that a spreadsheet did not split, and wrote once more.
    @Test(arguments: [";", ",", "\t"], ["\n", "\r\n"])
    func linesInQuotesAreUnpacked(delimiter: String, lineEnd: String) throws {
        let lines = [
            "\"name|lat|lon\"", "\"A|47.5|8.5\"", "\"\"\"B| 1\"\"|-1.25|2.5\"", "C|48.5|9.5",
        ].map { $0.replacing("|", with: delimiter) }
        let quoted = try load(lines.prefix(3).joined(separator: lineEnd) + lineEnd)
        #expect(quoted.points.count == 2 && quoted.skipped.total == 0)
        #expect(quoted.table.columnNames == ["name", "lat", "lon"])
        #expect(try quoted.table.rowLabels([0, 1]) == ["A", "B\(delimiter) 1"])
        // Not each line is such a field.
        #expect(throws: SourceError.self) { try load(lines.joined(separator: lineEnd) + lineEnd) }
    }

    /// Fields are read without the blanks before their quotes; bytes stay as they are.
    @Test func blanksBeforeQuotesAreNoneOfTheValue() throws {
        let rows = [
            "1, \"Am Hof, Bern\", 46.5, 7.25", "2,  \"Zum \"\"Bären\"\"\", \"47.5\", 8.5",
            "3, \"two\nlines, three\", 48.5, \"9.5\"",
        ]
        let loaded = try load("id, \"name\", \"lat\", lon\n" + rows.map { $0 + "\n" }.joined())
        #expect(loaded.table.columnNames == ["id", "name", "lat", "lon"])
        #expect(loaded.points.count == 3 && loaded.skipped.total == 0)
        #expect(try loaded.table.rowLabels([0, 1]) == ["Am Hof, Bern", "Zum \"Bären\""])
        #expect(try loaded.table.record(2).fields == ["3", "two\nlines, three", " 48.5", "9.5"])
        for (row, text) in rows.enumerated() {
            #expect(try loaded.table.record(UInt32(row)).bytes == Array(text.utf8))
        }
    }

    private func load(_ text: String) throws -> LoadedTable { try TemporaryFile(text).load() }
}
