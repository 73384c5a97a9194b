import Foundation
import MapModel
import TestSupport
import Testing

@testable import FileSources
@testable import MapSources
@testable import RowTestSupport
@testable import Rows
@testable import SourceTestSupport
@testable import Streams

/// Small files rebuilt from the public bug reports of many programs: each has its rows at the right places, or words that
/// help.
///
/// `reports/cases.tsv` in the corpus names the source of each and what is right: `shown` rows, places that are there (`at`,
/// `at_any`) or not (`notat`), a `label`, and words that are among the messages (`message`) or not (`notmessage`).
@Suite struct ReportedFileTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let file: String
        let expectations: [(name: String, value: String)]
        var testDescription: String { file }
    }

    private static let folder = Repository.root + "/Tests/Corpus/reports"

    static let cases: [Case] = {
        let text = (try? String(contentsOfFile: folder + "/cases.tsv", encoding: .utf8)) ?? ""
        return text.split(separator: "\n").dropFirst().map { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            let expectations = fields[5].split(separator: ";").map { part in
                let pair = part.split(separator: "=", maxSplits: 1)
                return (name: String(pair[0]), value: String(pair[1]))
            }
            return Case(file: String(fields[0]), expectations: expectations)
        }
    }()

    static func needsGDAL(_ file: String) -> Bool {
        ["C7-osm-xml", "58-fit", "50-ewkb-hex", "48-ewkt-srid"].contains { file.hasPrefix($0) }
    }

    @Test func allReportsAreHere() { #expect(Self.cases.count > 60) }

    @Test(arguments: cases.filter { !needsGDAL($0.file) }) func hasItsRowsAtTheirPlaces(report: Case) throws {
        try check(report)
    }

    func check(_ report: Case) throws {
        let path = Self.folder + "/" + report.file
        var loaded: LoadedSource?
        var words: [String] = []
        do throws(SourceError) {
            guard case .loader(let loader, _) = try SourceOpener(SourceOptions()).open([path]) else {
                Issue.record("\(report.file) is not loaded")
                return
            }
            let source = try loader.read(isCancelled: { false }, progress: { _ in })
            loaded = source
            words = source.notices + [source.skipped.summary]
            words += source.skipped.examples.map { $0.message(file: path) }
        } catch {
            words = ["\(error)"]
        }
        let message = words.joined(separator: "\n").replacing(path, with: "").lowercased()
        let places = loaded.map(Self.places) ?? []
        for (name, value) in report.expectations {
            let comment: Comment = "\(report.file): \(name)=\(value); \(message)"
            switch name {
            case "shown": #expect(loaded?.points.count ?? 0 == Int(value), comment)
            case "at":
                for place in value.split(separator: "|") {
                    #expect(places.hasPlace(place, within: 0.001), comment)
                }
            case "notat": #expect(!places.hasPlace(value[...], within: 0.001), comment)
            case "at_any": #expect(places.hasPlace(value[...], within: 0.2), comment)
            case "message": #expect(message.contains(value.lowercased()), comment)
            case "notmessage": #expect(!message.contains(value.lowercased()), comment)
            case "label":
                let table = try #require(loaded).table
                let labels = try table.rowLabels(Array(0..<UInt32(table.recordCount)))
                #expect(labels.contains(value), comment)
            // Filters are asked in the program; here the columns must have the right types.
            case "where", "whereshown": break
            default: Issue.record("unknown expectation \(name)")
            }
        }
        if let loaded {
            #expect(loaded.points.count + loaded.skipped.total == loaded.table.recordCount, "\(report.file)")
        }
    }

    private static func places(_ source: LoadedSource) -> [Coordinate] {
        source.places().values.map(\.coordinate)
    }
}

extension [Coordinate] {
    /// Whether one of them is LAT,LON, give or take so many degrees.
    fileprivate func hasPlace(_ text: Substring, within distance: Double) -> Bool {
        let numbers = text.split(separator: ",").compactMap { Double($0) }
        return numbers.count == 2
            && contains {
                abs($0.latitude - numbers[0]) <= distance && abs($0.longitude - numbers[1]) <= distance
            }
    }
}
