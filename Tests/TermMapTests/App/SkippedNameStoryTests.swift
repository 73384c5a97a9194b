import CellGraphics
import DataSets
import MapModel
import TestSupport
import Testing

@testable import App
@testable import Rows
@testable import Runtime
@testable import Scene
@testable import StoryTestSupport

/// `:bad` of rows whose names have no place, and rows in the middle of areas.
@Suite struct SkippedNameStoryTests {
    private static let names = [
        SkippedName(
            text: "Springfield, US", values: ["Springfield", "US"], columns: ["city", "country"], rows: 41,
            reason: .ambiguousPlace, words: "ambiguous: Illinois, Missouri",
            candidates: [
                .init(title: "Springfield, Illinois, US", country: "US", place: place(39.8, -89.6)),
                .init(title: "Springfield, Missouri, US", country: "US", place: place(37.2, -93.3)),
            ]),
        SkippedName(
            text: "Oxnerd, US", values: ["Oxnerd", "US"], columns: ["city", "country"], rows: 2,
            reason: .unknownPlace, words: "unknown", candidates: []),
    ]

    private static func place(_ latitude: Double, _ longitude: Double) -> FixedCoordinate {
        FixedCoordinate(latitudeE7: Int32(latitude * 1e7), longitudeE7: Int32(longitude * 1e7))
    }

    private func story(_ columns: Int = 120, vague: VagueRows? = nil) -> Story {
        var story = Story(AppState(columns: columns, rows: 30, filePath: "shops.csv", appearance: .plain))
        var data = LoadedData.places([(47, 8), (48, 9)])
        data.skipped.add(.ambiguousPlace, count: 41)
        data.skipped.add(.unknownPlace, count: 2)
        data.skipped.names = Self.names
        data.notices = ["shops.csv: places are taken from \"city\""]
        data.vague = vague
        story.apply(.data(.success(data)))
        return story
    }

    private func text(_ story: Story) -> String {
        story.state.painted().plainText()
    }

    @Test func theSkippedRowsAreSaidFirst() {
        let message = story().state.screen.message?.text.text ?? ""
        #expect(message.hasPrefix("43 rows skipped (:bad lists them): 41 with an ambiguous place"))
    }

    @Test func namesAreListedAndEnterShowsWhatOneMayMean() {
        var story = story().playing(":bad<Enter>")
        #expect(story.state.panels.current == .skippedNames)
        #expect(text(story).contains("Springfield, US") && text(story).contains("41 rows"))
        story.play("<Enter><Down>")
        #expect(story.state.panels.current == .candidates)
        #expect(story.state.selection.placemark?.name.text == "Springfield, Missouri, US")
        #expect(text(story).contains("Springfield, Illinois, US"))
        story.play("<Esc>")
        #expect(story.state.panels.current == .skippedNames)
    }

    @Test func aPlaceIsTakenForAllRowsWithTheNameAndTakenBack() {
        var story = story().playing(":bad<Enter><Enter><Down><Enter>")
        let fix = PlaceFix(Self.names[0], Self.names[0].candidates[1])
        #expect(story.effects.contains(.placeNames([fix])))
        #expect(story.state.panels.current == .skippedNames && story.state.selection.placemark == nil)
        var data = LoadedData.places([(47, 8), (48, 9), (37.2, -93.3)])
        data.skipped.add(.unknownPlace, count: 2)
        data.skipped.names = [Self.names[1]]
        story.apply(.reload(.success(ReloadedData(data, Reload()))))
        #expect(!text(story).contains("Springfield, US"))
        story.play(":save fixes.csv<Enter>")
        #expect(
            story.effects.contains(.saveRows(SaveRequest(path: "fixes.csv", replaces: false), .fixes([fix]))))
        story.apply(.savedRows("fixes.csv", count: 1, problem: nil))
        story.play("u")
        #expect(story.effects.last == .placeNames([]))
    }

    @Test func aNameLikeNoneSaysWhatHelps() {
        let story = story().playing(":bad<Enter><Down><Enter>")
        #expect(story.state.panels.current == .skippedNames)
        #expect(story.state.screen.message?.text.text.contains("--unplaced") == true)
    }

    @Test func badOnceMoreShowsTheReasons() {
        let story = story().playing(":bad<Enter>:bad<Enter>")
        #expect(story.state.panels.current == .skipped)
        #expect(text(story).contains("2 with an unknown place"))
    }

    @Test func nothingIsTakenBackWithoutAChoice() {
        let story = story().playing(":bad<Enter>u")
        #expect(!story.effects.contains { if case .placeNames = $0 { true } else { false } })
    }

    @Test func rowsInTheMiddleOfAreasAreOutlines() {
        var vague = VagueRows(capacity: 2)
        vague.insert(0, isRough: false)
        vague.insert(1, isRough: true)
        let whole = story(vague: vague)
        #expect(whole.state.annotations.placed.allSatisfy { $0.vagueness != .none })
        #expect(text(whole.playing("W")).contains("◇") && !text(story().playing("W")).contains("◇"))
        var mixed = VagueRows(capacity: 2)
        mixed.insert(0, isRough: false)
        let badge = story(vague: mixed).playing("W").state.annotations.placed
        #expect(badge.filter { $0.count == 2 }.allSatisfy { $0.vagueness == .none })
    }
}
