import TestSupport
import Testing

@testable import MapSources
@testable import RowTestSupport
@testable import Rows
@testable import Streams

@Suite struct SourceFormatTests {
    private func kind(_ head: [UInt8], _ name: String) throws -> String {
        try SourceOpener.kind(of: SourceHead(head, name: name), name: name).name
    }

    private func format(_ text: String, _ name: String = "data") throws -> String {
        try kind(Array(text.utf8), name)
    }

    @Test(
        arguments: [
            ("name,lat,lon\n", "a.csv", "csv"), ("", "empty.txt", "csv"),
            ("{\"type\":\"Feature\"}", "x.txt", "json"),
            ("\u{FEFF} \n [1]", "a", "json"), ("\u{1E}{}", "seq", "json"), ("{", "places.csv", "json"),
            ("<?xml version=\"1.0\"?>\n<gpx version=\"1.1\">", "a.xml", "gpx"),
            ("<!-- long --><KML>", "a", "kml"), ("<?xml version=\"1.0\"?>", "ride.gpx", "gpx"),
            ("<osm>", "a.osm", "gdal"), ("SQLite format 3\0", "a.csv", "sqlite"),
            ("PK\u{3}\u{4}", "a.kmz", "kml"),
            ("PK\u{3}\u{4}    doc.kml", "a.zip", "kml"), ("PK\u{3}\u{4}", "shapes.zip", "gdal"),
            ("\0\0'\n", "a.shp", "gdal"), ("{\u{1}\u{2}\0", "a.dbf", "gdal"),
            ("fgb\u{3}fgb\0", "a.bin", "flatgeobuf"), ("fgb", "a.fgb", "gdal"),
            ("\u{1}\0\0\u{2}cd\0\u{3}\u{4}ef", "a.bin", "gdal"),
            ("\u{1}\0\0\u{2}cd\0\u{3}\u{4}ef", "a.csv", "csv"), ("name,\0lat,lon\n", "a", "csv"),
        ] as [(String, String, String)])
    func bytesTellBeforeNamesDo(text: String, name: String, expected: String) throws {
        #expect(try format(text, name) == expected)
    }

    @Test func textInUTF16IsText() throws {
        let head: [UInt8] = [0xFF, 0xFE] + "name,lat".utf8.flatMap { [$0, 0] }
        #expect(try kind(head, "a.csv") == "csv")
        let json: [UInt8] = [0xFF, 0xFE] + "{\"a\":1}".utf8.flatMap { [$0, 0] }
        #expect(try kind(json, "a") == "json")
    }

    @Test func webPagesAreRefused() {
        #expect(throws: SourceError.self) { try format("<!DOCTYPE html><html>", "a.gpx") }
    }

    @Test(
        arguments: [
            ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 0, 4, 0xE6], "is compressed with xz"),
            ([0x42, 0x5A, 0x68, 0x39, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59, 0, 1], "is compressed with bzip2"),
            ([0x04, 0x22, 0x4D, 0x18, 0x64, 0x40, 0xA7, 0], "is compressed with lz4"),
        ] as [([UInt8], String)])
    func whatCannotBeUnpackedIsNamed(head: [UInt8], words: String) {
        let error = #expect(throws: SourceError.self) { try kind(head, "a.csv") }
        #expect(error?.description == "a.csv: \(words) (decompress it first; gzip and zstd are supported)")
    }

    @Test(arguments: ["ustar\0", "ustar  \0"], [false, true])
    func tarArchivesAreNamed(mark: String, isPacked: Bool) {
        let name = Array("places.csv".utf8) + [UInt8](repeating: 0, count: 247)
        let head = name + Array(mark.utf8) + Array("00root".utf8)
        let error = #expect(throws: SourceError.self) {
            try kind(isPacked ? Packing.gzip.pack(head) : head, "a.tgz")
        }
        #expect(error?.description == "a.tgz: is a tar archive (extract it first)")
    }

    @Test(arguments: ["\u{1B}{\"a\":1}", "\u{1B}[0mname,lat,lon", "\u{1B}"])
    func outputForATerminalIsNamed(text: String) {
        let error = #expect(throws: SourceError.self) { try kind(Array(text.utf8), "a.json") }
        #expect(error?.description.contains("begins with an escape sequence of a terminal") == true)
    }

    @Test func aPackedTableIsFoundByItsBytesAlone() throws {
        // A block of zstd is larger than any head of a text.
        let rows = (0..<40_000).map { "\($0 &* 2_654_435_761 % 1_000_003),\($0 % 90),\($0 % 180)\n" }.joined()
        let packed = Packing.zstd.pack(Array(("name,lat,lon\n" + rows).utf8))
        let file = try TemporaryFile(packed, extension: "bin")
        let opened = try SourceOpener(SourceOptions()).open([file.path], isCancelled: { false })
        #expect(try opened.read(isCancelled: { false }).points.count == 40_000)
    }

    @Test func packedFilesAreToldByWhatIsInThem() throws {
        // "{}\n" by gzip.
        let gzip: [UInt8] = [
            0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 3, 0xAB, 0xAE, 0xE5, 2, 0, 0x06, 0xB0, 0xA1, 0xDD, 3, 0, 0, 0,
        ]
        let head = ArchiveKind.unpackedHead(gzip)
        #expect(String(decoding: head, as: UTF8.self) == "{}\n")
        #expect(try kind(head, "a.gz") == "json")
    }
}
