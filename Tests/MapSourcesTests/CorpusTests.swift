import Foundation
import MapModel
import TestSupport
import Testing

@testable import Basemaps
@testable import DataSets
@testable import MapSources
@testable import Receivers
@testable import RowTestSupport
@testable import Rows
@testable import SourceTestSupport
@testable import Streams
@testable import Streets
@testable import TileArchives

/// Damaged files of every format, kept in `Tests/Corpus`: each gives the rows and the words that its manifest states.
///
/// `RECORD_CORPUS=1` rewrites the manifest, and fails so that nobody forgets to read what has changed.
@Suite struct CorpusTests {
    private static let folder = Repository.root + "/Tests/Corpus"
    private static let manifest = folder + "/manifest.tsv"

    /// What the manifest says of each file or folder.
    static let expected: [String: String] = {
        let text = (try? String(contentsOfFile: manifest, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").reduce(into: [:]) { outcomes, line in
            let fields = line.split(separator: "\t", maxSplits: 1)
            outcomes[String(fields[0])] = fields.count == 2 ? String(fields[1]) : ""
        }
    }()

    /// `csv/cut.csv` and so on; of a shapefile the one that is opened.
    static let files: [String] = {
        let all = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return all.filter { path in
            let ending = (path as NSString).pathExtension
            return path.contains("/") && !ending.isEmpty && !["shx", "dbf", "prj"].contains(ending)
                && path != "reports/cases.tsv"
        }.sorted()
    }()

    @Test func everyFileIsInTheManifest() throws {
        if ProcessInfo.processInfo.environment["RECORD_CORPUS"] != nil {
            let lines = Self.files.map { "\($0)\t\(outcome($0))\n" }
            try lines.joined().write(toFile: Self.manifest, atomically: true, encoding: .utf8)
            Issue.record("recorded the manifest: read it, then run the tests without RECORD_CORPUS")
        }
        #expect(Self.files == Self.expected.keys.sorted())
        #expect(Self.files.count > 150)
    }

    @Test(arguments: files.filter { !mayNeedGDAL($0) })
    func damageHasItsOutcome(file: String) { #expect(outcome(file) == Self.expected[file]) }

    static func mayNeedGDAL(_ file: String) -> Bool {
        let folders = [
            "shapefile/", "zip/", "reports/C7-osm-xml/", "reports/58-fit/", "reports/50-ewkb-hex/",
            "reports/48-ewkt-srid/",
        ]
        return folders.contains { file.hasPrefix($0) }
    }

    // MARK: - What comes of a file

    func outcome(_ file: String) -> String {
        let path = Self.folder + "/" + file
        do {
            switch file.prefix(while: { $0 != "/" }) {
            case "basemap": return "\(try Basemap(path: path).levels.count) levels"
            case "gazetteer": return "\(try GazetteerFile.read(path).placeCount) places"
            case "labels":
                let contents = try MapLabelFile.read(path)
                return "\(contents.labels.count) labels, \(contents.damagedLineCount) damaged"
            case "nmea", "gpsd": return try fixes(path)
            case "mvt": return streets(try FileBytes.whole(path, limit: 1 << 24))
            case "pmtiles": return try tiles(path)
            default: return try rows(path)
            }
        } catch {
            return oneLine("\(error)")
        }
    }

    private func streets(_ bytes: [UInt8]) -> String {
        let tile = MVTDecoder().decode(bytes)
        let block = BlockPlan(BlockID(zoom: 16, column: 8704, row: 5972), tileZoom: 14).draw { _ in
            .tile(tile)
        }
        let names = tile.names.map { $0.prefix(30) }.joined(separator: ", ")
        let drawn = block.cells.count { $0.lineClass != nil || $0.area != .land }
        return "\(tile.features.count) features, \(tile.faultCount) faults, \(drawn) cells drawn, \(names)"
    }

    private func tiles(_ path: String) throws -> String {
        let archive = try TileArchiveOpener.open(path: path)
        let zooms = archive.description.zooms
        let head = "zooms \(zooms.lowerBound)-\(zooms.upperBound), \(archive.description.attribution): "
        guard let id = TileID(zoom: 0, column: 0, row: 0) else { return head }
        do {
            return head + (try archive.tile(id, isCancelled: { false }).bytes.map(streets) ?? "no tile")
        } catch {
            return head + oneLine("\(error)")
        }
    }

    /// Through every entry: the list, the columns, the names and the details of each row.
    private func rows(_ path: String) throws -> String {
        let source = try SourceOpener(SourceOptions()).open([path], isCancelled: { false })
        let loaded = try source.read(isCancelled: { false })
        #expect(loaded.isAccountedFor, "\(path)")
        #expect(try !source.dataSet.explainColumns(isCancelled: { false }).isEmpty, "\(path)")
        let count = loaded.table.recordCount
        #expect(try loaded.rows().count == count, "\(path)")
        #expect(try loaded.table.rowLabels((0..<UInt32(count)).map(\.self)).count == count, "\(path)")
        let faults = try source.dataSet.audit(nil, RowDemand()).faults
        let isTorn = loaded.notices.contains { $0.hasSuffix("(showing the rows before it)") }
        #expect(faults.count == (isTorn ? 1 : 0) && faults.allSatisfy { $0.contains(": torn: ") }, "\(path)")
        for example in loaded.skipped.examples { _ = oneLine(example.message(file: path)) }
        let skipped = loaded.skipped.total == 0 ? "" : ": \(loaded.skipped.summary)"
        let notices = loaded.notices.map { "; \(oneLine($0))" }.joined()
        return "\(loaded.points.count) rows, \(loaded.skipped.total) skipped\(skipped)\(notices)"
    }

    private func fixes(_ path: String) throws -> String {
        var fixes = 0
        var dropped = ""
        try PositionSource(.log(path: path, format: nil, speed: nil)).readLog { event in
            switch event {
            case .fix: fixes += 1
            case .dropped(let count, let reasons): dropped = ", \(count) lines dropped: \(oneLine(reasons))"
            default: break
            }
        }
        return "\(fixes) fixes\(dropped)"
    }

    /// A message without the path and without the words of GDAL, which are others on each machine.
    private func oneLine(_ message: String) -> String {
        let isPlain = message.unicodeScalars.allSatisfy {
            $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value)
        }
        #expect(isPlain && !message.isEmpty && message.utf8.count < 1_000, "\(message.debugDescription)")
        let words = message.replacing(Self.folder + "/", with: "")
        return words.range(of: " GDAL: ").map { String(words[..<$0.upperBound]) } ?? words
    }
}
