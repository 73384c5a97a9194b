import Foundation
import MapModel
import MapSources
import TestSupport
import Testing

@testable import App
@testable import RowValues
@testable import Rows
@testable import Runtime
@testable import StoryTestSupport
@testable import TermMap

/// Columns, prompts and options read the same coordinates.
@Suite struct CoordinateEntryTests {
    private let names = DataFolder(path: Repository.root + "/data")

    /// Each fourth: the notations themselves are tested beside `CoordinateText`.
    @Test(
        arguments: stride(from: 0, to: CoordinateNotations.pairs.count, by: 4).map {
            CoordinateNotations.pairs[$0]
        })
    func optionsAndPromptsReadIt(text: String, north: Int64, east: Int64) throws {
        let place = FixedCoordinate(latitudeE7: Int32(north), longitudeE7: Int32(east)).coordinate
        #expect(try Options.resolvePlace(text, flag: "--at", names: names).coordinate == place)
        let reverse = try GeocodeOptions.parse(["--reverse", text]).request()
        #expect(reverse.question == .place(place))
        #expect(try GeocodeOptions.parse(["x", "--near", text]).request().near == place)
        guard case .point(place, zoom: 10) = try Options.parse(["--center", text]).startView(names: names)
        else {
            Issue.record("--center reads \(text)")
            return
        }
        var story = Story([(1, 1)]).playing("gl")
        for character in text { story.apply(.typed(.insert(String(character)))) }
        story.play("<Enter>")
        #expect(story.state.panels.prompt == nil)
        #expect(story.state.selection.placemark?.coordinate == place)
    }

    private static let refused = CoordinateNotations.refused + CoordinateNotations.refusedAddresses

    @Test(arguments: stride(from: 0, to: refused.count, by: 4).map { refused[$0] })
    func optionsAndPromptsRefuseIt(text: String) throws {
        for parse in [
            { try Options.resolvePlace(text, flag: "--at", names: names).coordinate },
            {
                _ = try GeocodeOptions.parse(["--reverse", text]).request();
                return Coordinate(latitude: 0, longitude: 0)
            },
        ] {
            let error = #expect(throws: UsageError.self) { try parse() }
            #expect(error?.description.contains("\"\(text)\"") == true)
        }
        guard text.contains(where: { $0 != " " }), !text.contains("\u{1B}"), !text.contains("\0") else {
            return
        }
        var story = Story([(1, 1)]).playing("gl")
        for character in text { story.apply(.typed(.insert(String(character)))) }
        story.play("<Enter>")
        let error = #expect(throws: CoordinateText.Failure.self) { try CoordinateText(text) }
        let words = error.map { KeyedText($0.description, limit: 200).text }
        #expect(story.state.panels.prompt?.error?.text == words)
    }

    @Test func columnsReadAll() throws {
        let pairs = CoordinateNotations.pairs
        let rows = pairs.map { "\"\($0.text.replacing("\"", with: "\"\""))\"" }
        try check(Data(("place\n" + rows.joined(separator: "\n") + "\n").utf8), "csv", pairs)
        let objects = try pairs.map { try JSONEncoder().encode(["place": $0.text]) }
        try check(Data(objects.joined(separator: Data("\n".utf8))), "ndjson", pairs)
    }

    @Test func columnsRefuseAll() throws {
        // A blank line is no record.
        let texts = CoordinateNotations.refused.filter { $0.contains { $0 != " " } && !$0.contains("\0") }
        let objects = try texts.map { try JSONEncoder().encode(["place": $0]) }
        try check(Data(objects.joined(separator: Data("\n".utf8))), "ndjson", [])
    }

    private func check(_ bytes: Data, _ kind: String, _ expected: [CoordinateNotations.Notation]) throws {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("termmap-\(UUID()).\(kind)").path
        try bytes.write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let columns = ColumnOptions(combined: "place")
        let options = SourceOptions(csv: CSVOptions(columns: columns))
        let source = try SourceOpener(options).open([path])
        let loaded = try source.read(isCancelled: { false })
        let tree = QuadTree(loaded.points)
        let places = (0..<tree.count).reduce(into: [UInt32: FixedCoordinate]()) {
            $0[tree.row(at: $1)] = tree.fixedCoordinate(at: $1)
        }
        for (row, notation) in expected.enumerated() {
            let place = FixedCoordinate(latitudeE7: Int32(notation.north), longitudeE7: Int32(notation.east))
            guard let found = places[UInt32(row)] else {
                Issue.record("\(kind): \(notation.text) is not read")
                continue
            }
            #expect(found.latitudeE7 == place.latitudeE7, "\(kind): \(notation.text)")
            // 180° and -180° are one meridian.
            #expect(abs(found.longitudeE7) == abs(place.longitudeE7), "\(kind): \(notation.text)")
        }
        #expect(places.count == expected.count)
        #expect(loaded.points.count + loaded.skipped.total == loaded.table.recordCount)
    }

    @Test func everyNameOfTheGazetteerWithANumberOrSignIsAName() throws {
        let gazetteer = try names.readGazetteer()
        var count = 0
        for id in gazetteer.ids {
            let name = gazetteer.place(id).name
            guard name.contains(where: { $0.isNumber || "+:".contains($0) }), name.contains(where: \.isLetter)
            else { continue }
            count += 1
            let error = #expect(throws: CoordinateText.Failure.self) { try CoordinateText(name) }
            #expect(error?.mayBeName == true, "\(name)")
        }
        #expect(count > 100)
    }
}
