import CellGraphics
import MapModel
import TestSupport
import Testing

@testable import App
@testable import Runtime
@testable import Scene
@testable import StoryTestSupport
@testable import TerminalInput

/// Pictures of strips and stops.
@Suite struct JourneyGoldenTests {
    struct Picture: RecordedPicture {
        var name: String
        var columns = 80
        var screenRows = 24
        var keys = "<PgDn><PgDn><PgDn><S-PgDn><S-PgDn><Left><Left><Left>"
        var showsStops = false
        var charset = Charset.braille
        var background = Theme.Background.dark
        var mode = ColorMode.indexed
    }

    static let pictures: [Picture] = [
        Picture(name: "journey-profile-120x40", columns: 120, screenRows: 40, mode: .truecolor),
        Picture(name: "journey-light-256", background: .light),
        Picture(name: "journey-16", mode: .sixteen),
        Picture(name: "journey-mono", mode: .mono),
        Picture(name: "journey-ascii", charset: .ascii, mode: .mono),
        Picture(name: "journey-time", keys: "x<PgDn><Tab>"),
        Picture(name: "journey-low-60x16", columns: 60, screenRows: 16),
        Picture(name: "journey-figures-120x40", columns: 120, screenRows: 40, keys: "<PgDn><S-PgDn><Enter>"),
        Picture(
            name: "journey-stops-120x40", columns: 120, screenRows: 40, keys: "<Down><Down><Down>",
            showsStops: true),
        Picture(name: "journey-stops-ascii", keys: "s", showsStops: true, charset: .ascii, mode: .mono),
        Picture(
            name: "journey-stops-light-16", keys: "<Down>", showsStops: true, background: .light,
            mode: .sixteen),
    ]

    private static let atlas = DataFolder(path: Repository.root + "/data").gazetteerForTests

    private func story(_ picture: Picture) -> Story {
        var story = Story(
            AppState(
                columns: picture.columns, rows: picture.screenRows, filePath: "ride.gpx",
                appearance: picture.appearance))
        story.apply(.basemapRead(Repository.basemap))
        let place = picture.showsStops ? (45.4, 10.4) : (28.3, -16.5)
        story.apply(.data(.success(.places([place]))))
        let (middle, zoom) =
            picture.showsStops ? ("45.2,10.6", 6.6) : ("28.28,-16.5", picture.columns > 100 ? 9.8 : 8.9)
        story.play("gl\(middle)<Enter><Esc>")
        let view = story.state.map.viewport
        story.apply(.viewChosen(Viewport(center: view.center, zoom: zoom, size: view.size)))
        if picture.showsStops {
            let names = Self.atlas.map { StayNames($0, unit: .kilometers) }
            story.showStops(of: [SampleJourneys.history()], names: names)
        } else {
            story.showStrip(of: [SampleJourneys.ride()])
        }
        story.play(picture.keys)
        return story
    }

    @Test(arguments: pictures)
    func frameIsAsRecorded(picture: Picture) throws {
        let story = story(picture)
        let frame = story.state.withoutMessage.painted()
        #expect(try picture.difference(of: frame) == nil)
    }
}

extension DataFolder {
    /// The names of places that we ship.
    fileprivate var gazetteerForTests: Atlas? {
        (try? readGazetteer()).map { Atlas(gazetteer: $0, locator: PlaceLocator($0)) }
    }
}
