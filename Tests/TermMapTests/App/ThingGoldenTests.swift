import CellGraphics
import MapModel
import TestSupport
import Testing

@testable import App
@testable import DataSets
@testable import Rows
@testable import Scene
@testable import StoryTestSupport

/// Pictures of rows that move, in all modes.
@Suite struct ThingGoldenTests {
    struct Picture: RecordedPicture {
        var name: String
        var columns = 80
        var rows = 24
        var keys = ""
        var charset = Charset.braille
        var background = Theme.Background.dark
        var mode = ColorMode.truecolor
    }

    static let pictures: [Picture] = [
        Picture(name: "things-dark"), Picture(name: "things-light", background: .light),
        Picture(name: "things-256", mode: .indexed),
        Picture(name: "things-256-light", background: .light, mode: .indexed),
        Picture(name: "things-16", mode: .sixteen), Picture(name: "things-mono", mode: .mono),
        Picture(name: "things-ascii", charset: .ascii, mode: .mono),
        Picture(name: "things-ascii-16", charset: .ascii, mode: .sixteen),
        Picture(name: "things-panel-120x40", columns: 120, rows: 40, keys: "i"),
        Picture(name: "things-alerts", keys: "gA"),
        Picture(name: "things-clusters", keys: "d"),
        Picture(name: "things-no-trails", keys: "ww"),
    ]

    private struct Row {
        var name: String
        var latitude: Double
        var longitude: Double
        var course: Float
        var speed: Float = 200
    }

    /// Over Denmark and its waters, as the picture of all states has them.
    private static let rows: [Row] =
        (0..<8).map { number in
            let isLower = number > 2 && number < 6
            return Row(
                name: "T\(number)", latitude: isLower ? 57.3 : 57.5, longitude: 7 + Double(number) * 1.1,
                course: Float(number * 45))
        } + [
            Row(name: "SILENT", latitude: 55.2, longitude: 7.2, course: 60),
            Row(name: "INSIDE", latitude: 55.2, longitude: 9.0, course: 60),
            Row(name: "MAYDAY", latitude: 55.2, longitude: 11.0, course: 60),
            Row(name: "CHOSEN", latitude: 55.2, longitude: 13.0, course: 60),
            Row(name: "STANDS", latitude: 56.2, longitude: 9.5, course: .nan, speed: 0),
            Row(name: "MARKED", latitude: 56.2, longitude: 12.0, course: .nan, speed: 0),
        ]

    static func data() -> LoadedData {
        var data = LoadedData.places(rows.map { ($0.latitude, $0.longitude) })
        let things = rows.enumerated().map { row, item in
            let place = Coordinate(latitude: item.latitude, longitude: item.longitude)
            var thing = Thing(row: UInt32(row), place: QuantumPoint(WebMercator.project(place)))
            (thing.kind, thing.course, thing.speed) = (.aircraft, item.course, item.speed)
            (thing.altitude, thing.climb, thing.messages) = (5_181.6, 9.4, 212)
            thing.heard = item.name == "SILENT" ? 70 : 99.6
            thing.placed = 1_000_300
            if item.name == "MAYDAY" { thing.emergency = .emergency }
            for step in stride(from: 300.0, to: 0, by: -10) where item.speed > 0 {
                let bend = Double(item.course) - step / 10
                let behind = GreatCircle.destination(from: place, bearing: bend + 180, meters: step * 250)
                thing.trail.take(
                    TrailPoint(
                        QuantumPoint(WebMercator.project(behind)), seconds: 1_000_300 - step,
                        altitude: 5_181.6 - Float(step) * 9.4, speed: 200 - Float(step) / 5),
                    course: Float(bend))
            }
            return thing
        }
        var set = ThingSet(things)
        (set.clock, set.trailClock, set.messageRate) = (100, 1_000_300, 1_234)
        data.things = set
        var report = AlertReport()
        report.inside = [1: [9: 1_795_701_600_000]]
        let place = Coordinate(latitude: 55.2, longitude: 9)
        let ring = Alert(id: 1, name: "ring", .filter(""))
        var event = AlertEvent(.enter, ring, row: 9, time: 1_795_701_600_000)
        (event.name, event.place, event.number) = ("INSIDE", FixedCoordinate(place), 1)
        report.events = [event]
        data.alerts = report
        return data
    }

    static func state(_ picture: Picture) -> AppState {
        var story = Story([], columns: picture.columns, rows: picture.rows, look: picture.appearance)
        story.apply(.basemapRead(Repository.basemap))
        story.state.data.loading = .reading(fraction: nil)
        story.apply(.dataGrew(data(), fraction: nil))
        story.play("gl55.2,9<Enter><Esc>ga60km<Enter>")
        story.apply(
            .viewChosen(
                Viewport(
                    center: WebMercator.project(Coordinate(latitude: 56.3, longitude: 11)), zoom: 5.6,
                    size: story.state.map.viewport.size)))
        let labels = Dictionary(uniqueKeysWithValues: rows.enumerated().map { (UInt32($0), $1.name) })
        story.apply(.labels(RowAnswer(values: labels, numbering: 0)))
        let place = FixedCoordinate(Coordinate(latitude: 55.2, longitude: 13))
        story.state.selection.current = Selection(
            row: 13, at: FixedCoordinate(Coordinate(latitude: 56.2, longitude: 12)))
        story.apply(.command(.mark))
        story.state.selection.current = Selection(row: 11, at: place)
        story.play(picture.keys)
        story.state.screen.message = nil
        return story.state
    }

    @Test(arguments: pictures)
    func frameIsAsRecorded(picture: Picture) throws {
        let frame = Self.state(picture).painted()
        #expect(try picture.difference(of: frame) == nil)
    }
}
