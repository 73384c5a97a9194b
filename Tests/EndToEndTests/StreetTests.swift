import Foundation
import TestSupport
import Testing

@testable import TermMap

/// Street maps in the real program.
@Suite(.timeLimit(.minutes(5)))
struct StreetTests {
    /// A PMTiles archive of one tile, that of zoom 0, with a street along the equator and a building beside it.
    static func archive(type: UInt8 = 1) -> [UInt8] {
        var writer = MVTWriter()
        writer.add(
            "transportation",
            [.init(.line([(0, 2048), (4096, 2048)]), [("class", "minor"), ("name", "Via dell'Equatore")])])
        let metadata = Array(
            #"{"attribution":"<b>© Someone</b>","vector_layers":[{"id":"transportation"}]}"#.utf8)
        // One entry: tile 0, one run, its length, at offset 0.
        let directory = MVTWriter.varint(1) + [0, 1] + MVTWriter.varint(writer.bytes.count) + [1]
        var header = Array("PMTiles".utf8) + [3]
        func append(_ number: Int, _ count: Int) {
            for byte in 0..<count { header.append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
        }
        var offset = 127
        for length in [directory.count, metadata.count, 0, writer.bytes.count] {
            append(offset, 8)
            append(length, 8)
            offset += length
        }
        for _ in 0..<3 { append(1, 8) }
        header += [1, 1, 1, type, 0, 0]
        for degrees in [-180, -85, 180, 85] { append(degrees * 10_000_000, 4) }
        header.append(0)
        append(0, 8)
        return header + directory + metadata + writer.bytes
    }

    private func file(_ bytes: [UInt8] = archive()) throws -> ScratchFile {
        try ScratchFile(bytes: bytes, named: "world.pmtiles")
    }

    /// Not at 0, 0, which stands for no place.
    private let rows = "name,lat,lon\nAlpha,0.0003,0.0003\n"

    @Test func streetsAreUnderTheRows() throws {
        let (tiles, places) = (try file(), try ScratchFile(rows))
        let run = try Run(
            [
                "--once", "--size", "80x24", "--basemap", tiles.path, "--center", "0,0", "--zoom", "16",
                places.path,
            ])
        #expect(run.code == 0)
        #expect(run.errors == "")
        #expect(run.output.contains("Via dell'Equatore"))
        #expect(run.output.contains("© Someone"))
        #expect(run.output.contains("1 of 1"))
    }

    @Test func aFileOfTilesIsAMapOfItsOwn() throws {
        let tiles = try file()
        let run = try Run(["--once", "--size", "80x24", "--center", "0,0", "--zoom", "16", tiles.path])
        #expect(run.code == 0)
        #expect(run.errors == "")
        #expect(run.output.contains("Via dell'Equatore"))
        let screen = try PseudoTerminal(PseudoTerminal.termmap, [tiles.path], columns: 80, rows: 24)
        #expect(screen.waitUntil { screen.screenText.contains("© Someone") })
        screen.type("q")
        #expect(screen.waitForExit() == .exit(0))
        #expect(screen.unrestored == [])
    }

    @Test(
        arguments: [
            ("nothing.pmtiles", nil, "nothing.pmtiles: no such file"),
            ("cut.pmtiles", Array(archive().prefix(100)), "cut.pmtiles"),
            ("empty.pmtiles", [], "empty.pmtiles"),
            ("images.pmtiles", archive(type: 2), "expected vector tiles"),
            ("text.pmtiles", Array("name,lat,lon\n".utf8), "expected PMTiles or MBTiles"),
        ] as [(String, [UInt8]?, String)])
    func whatIsNoTileFileIsRefusedInOneLine(name: String, bytes: [UInt8]?, words: String) throws {
        let file = try ScratchFile(bytes: bytes ?? [], named: name)
        if bytes == nil { try FileManager.default.removeItem(atPath: file.path) }
        let places = try ScratchFile(rows)
        for arguments in [["--once"], []] {
            let run = try Run(arguments + ["--basemap", file.path, places.path])
            #expect(run.code == 2, "\(run.errors)")
            #expect(run.errors.hasPrefix("termmap: ") && run.errors.contains(words), "\(run.errors)")
            #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
        }
    }

    @Test(arguments: [
        (["--basemap", ""], "empty"), (["--basemap", "ftp://a/b"], "http or https"),
        (["--basemap", "http://a/{z}/{x}.mvt"], "lacks {y}"), (["--cache-size", "-1"], "--cache-size"),
        (["http://127.0.0.1:1/x.pmtiles"], "(--basemap)"),
    ]) func whatCannotBeMeantIsSaidAtOnce(arguments: [String], words: String) throws {
        let places = try ScratchFile(rows)
        let run = try Run(["--once"] + arguments + [places.path])
        #expect(run.code == 2)
        #expect(run.errors.hasPrefix("termmap: ") && run.errors.contains(words), "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1)
    }

    @Test func withoutAScreenASilentServerIsToldToo() throws {
        let places = try ScratchFile(rows)
        let run = try Run([
            "--once", "--basemap", "http://127.0.0.1:1/{z}/{x}/{y}.mvt", "--center", "0,0", "-z", "14",
            places.path,
        ])
        #expect(run.errors.contains("127.0.0.1"))
    }

    @Test func aZoomAloneStaysWithTheData() throws {
        let places = try ScratchFile("name,lat,lon\nAlpha,43.77,11.25\n")
        #expect(try Run(["--list", "-z", "12", places.path]).output.contains("# in view 1 of 1"))
    }

    @Test func aServerThatIsNotThereIsToldAndTheRowsAreShown() throws {
        let places = try ScratchFile(rows)
        let screen = try PseudoTerminal(
            PseudoTerminal.termmap,
            ["--basemap", "http://user:geheim@127.0.0.1:1/{z}/{x}/{y}.mvt", places.path],
            columns: 100, rows: 24)
        #expect(screen.waitUntil { screen.screenText.contains("of 1") })
        screen.type("gl0,0<Enter>".replacing("<Enter>", with: "\r"))
        screen.type("++++++++++")
        #expect(screen.waitUntil { screen.screenText.contains("127.0.0.1") })
        #expect(!screen.screenText.contains("geheim"))
        screen.type("q")
        #expect(screen.waitForExit() == .exit(0))
        #expect(screen.unrestored == [])
    }

    @Test func keysAreAnsweredWhileTilesAreRead() throws {
        let (tiles, places) = (try file(), try ScratchFile(rows))
        let screen = try PseudoTerminal(
            PseudoTerminal.termmap,
            ["--basemap", tiles.path, "--center", "0,0", "--zoom", "16", places.path],
            columns: 100, rows: 30)
        #expect(screen.waitUntil { screen.screenText.contains("Via dell'Equatore") })
        screen.type("llllhhhh++++----BB")
        screen.resize(columns: 60, rows: 20)
        screen.type("jjjkkk")
        #expect(screen.waitUntil { screen.screenText.contains("Via dell'Equa") })
        screen.type("q")
        #expect(screen.waitForExit() == .exit(0))
        #expect(screen.unrestored == [])
    }

    @Test func theCacheCanBeSeenAndEmptied() throws {
        let folder = try ScratchFile("", named: "x").folder
        let environment = ["XDG_CACHE_HOME": folder]
        #expect(try Run(["cache"], environment: environment).output.hasPrefix("0 bytes in \(folder)"))
        #expect(try Run(["cache", "--clear"], environment: environment).output.hasPrefix("removed 0 files"))
        let places = try ScratchFile(rows)
        let run = try Run([
            "--basemap", "http://127.0.0.1:1/{z}/{x}/{y}.mvt", "--cache-size", "much", "--once", places.path,
        ])
        #expect(run.code == 2)
        #expect(run.errors.contains("--cache-size") && run.errors.contains("512M"))
    }
}
