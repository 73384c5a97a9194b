import CellGraphics
import Foundation
import MapModel
import TestSupport
import Testing

@testable import App
@testable import FileSources
@testable import Receivers
@testable import Runtime
@testable import Scene
@testable import StoryTestSupport
@testable import TerminalInput

/// Pictures of whole frames.
@Suite struct GoldenTests {
    /// A picture: its file's name, the size of the screen, the keys typed, and what it shows.
    struct Picture: RecordedPicture {
        enum Rows: Sendable { case airports, few, none, city }
        enum Areas: Sendable { case zones, zonesUnderClusters, districts }

        var name: String
        var columns = 80
        var screenRows = 24
        var keys = ""
        var rows = Rows.airports
        /// A drive with a circle of accuracy.
        var hasPosition = false
        /// Lines and areas as rows of two layers, the places of the first as another.
        var hasShapes = false
        /// Areas with the rows in each.
        var areas: Areas?
        /// A street map, at its middle.
        var hasStreets = false
        var charset = Charset.braille
        var background = Theme.Background.dark
        var mode = ColorMode.indexed
    }

    static let pictures: [Picture] = [
        Picture(name: "world-80x24-dark"),
        Picture(name: "world-40x12", columns: 40, screenRows: 12),
        Picture(name: "world-20x8", columns: 20, screenRows: 8),
        Picture(name: "too-small-19x7", columns: 19, screenRows: 7),
        Picture(name: "one-cell-1x1", columns: 1, screenRows: 1),
        Picture(name: "antimeridian", keys: "gl-17,180<Enter>------"),
        Picture(name: "no-data", rows: .none),
        Picture(name: "world-ascii-mono", charset: .ascii, mode: .mono),
        Picture(name: "world-block-mono", columns: 60, screenRows: 18, charset: .block, mode: .mono),
        Picture(name: "details-light", keys: "gl48.85,2.35<Enter>-<Tab>i", rows: .few, background: .light),
        Picture(name: "members", keys: "<Tab>o", rows: .few),
        Picture(name: "holds-selection", keys: "gl48.85,2.35<Enter><Tab>-----o<Down><Esc>", rows: .few),
        Picture(name: "layers-40x12", columns: 40, screenRows: 20, keys: "L<Down><Space>", rows: .few),
        Picture(name: "help", keys: "?"),
        Picture(name: "help-filtered", keys: "?zoom"),
        Picture(name: "details-ascii-mono", keys: "<Tab>i", rows: .few, charset: .ascii, mode: .mono),
        Picture(name: "position", rows: .few, hasPosition: true),
        Picture(
            name: "position-panel-ascii", keys: "gs", rows: .few, hasPosition: true, charset: .ascii,
            mode: .mono),
        Picture(name: "shapes-truecolor", keys: "<Tab>", rows: .few, hasShapes: true, mode: .truecolor),
        Picture(
            name: "shapes-ascii-16", columns: 60, screenRows: 20, rows: .few, hasShapes: true,
            charset: .ascii, mode: .sixteen),
        Picture(
            name: "shapes-antimeridian", keys: "gl-17,180<Enter>-----------", rows: .few, hasShapes: true,
            background: .light),
        Picture(name: "streets-dark", rows: .few, hasStreets: true, mode: .truecolor),
        Picture(name: "streets-mono", columns: 60, screenRows: 18, rows: .few, hasStreets: true, mode: .mono),
        Picture(
            name: "streets-ascii-16", columns: 60, screenRows: 18, rows: .few, hasStreets: true,
            charset: .ascii,
            mode: .sixteen),
        Picture(
            name: "streets-block-light", columns: 60, screenRows: 18, rows: .few, hasStreets: true,
            charset: .block,
            background: .light),
        Picture(
            name: "table-light", keys: "gl46,8<Enter><Esc>----t>>>>>>>]<Down><Down>", background: .light),
        Picture(
            name: "table-wide", columns: 170, screenRows: 30, keys: "gl46,8<Enter><Esc>----t/bern<Enter>"),
        Picture(
            name: "table-ascii-alone", keys: "gl46,8<Enter><Esc>----tz>><Right><Right>", charset: .ascii,
            mode: .mono),
        Picture(name: "density", keys: "d<Tab>"),
        Picture(name: "density-dots-16", columns: 60, screenRows: 20, keys: "d", mode: .sixteen),
        Picture(
            name: "density-ascii-mono", columns: 60, screenRows: 20, keys: "d", charset: .ascii, mode: .mono),
        Picture(
            name: "categories", keys: "gl39,-96<Enter><Esc>-----Ccountry<Enter>2"
        ),
        Picture(
            name: "categories-light-16",
            keys: "gl39,-96<Enter><Esc>-----Ccountry<Enter>", background: .light,
            mode: .sixteen),
        Picture(
            name: "categories-narrow-mono", columns: 60, screenRows: 18,
            keys: "Ccountry<Enter>", mode: .mono),
        Picture(
            name: "figures", columns: 110, screenRows: 30,
            keys: "gl46,8<Enter><Esc>-----Velevation<Enter>"),
        Picture(
            name: "figures-ascii-mono",
            keys: "gl46,8<Enter><Esc>-----Velevation<Enter>",
            charset: .ascii, mode: .mono),
        Picture(name: "filter-completion", keys: "fcountry = "),
        Picture(name: "filter-error", keys: "felevaton > 3"),
        Picture(name: "summary", columns: 110, screenRows: 36, keys: "S<Down><Down>"),
        Picture(
            name: "measure", columns: 100, screenRows: 30,
            keys: "gmgl48.85,2.35<Enter><Enter>gl40.7,-74<Enter><Enter>gl64.1,-21.9<Enter><Enter>-<Right>",
            rows: .few),
        Picture(
            name: "measure-ascii-mono", columns: 40, screenRows: 12,
            keys: "gmgl35.7,139.7<Enter><Enter>gl37.8,-122.4<Enter><Enter>W", rows: .few, charset: .ascii,
            mode: .mono),
        Picture(
            name: "areas-120x40-truecolor", columns: 120, screenRows: 40, areas: .zones, mode: .truecolor),
        Picture(
            name: "areas-240x64-light", columns: 240, screenRows: 64, areas: .zones, background: .light,
            mode: .truecolor),
        Picture(name: "areas-80x24", areas: .zones),
        Picture(name: "areas-80x24-16", areas: .zones, mode: .sixteen),
        Picture(name: "areas-80x24-mono", areas: .zones, mode: .mono),
        Picture(name: "areas-80x24-ascii", areas: .zones, charset: .ascii, mode: .mono),
        Picture(name: "areas-60x20", columns: 60, screenRows: 20, areas: .zones),
        Picture(name: "areas-40x12", columns: 40, screenRows: 12, areas: .zones),
        Picture(
            name: "areas-clusters", columns: 110, screenRows: 30, areas: .zonesUnderClusters, mode: .truecolor
        ),
        Picture(
            name: "areas-districts", columns: 120, screenRows: 40, rows: .city, areas: .districts,
            mode: .truecolor),
        Picture(
            name: "areas-districts-light-16", rows: .city, areas: .districts, background: .light,
            mode: .sixteen),
        Picture(name: "prompt-error", keys: "gl91,0<Enter>", rows: .few),
    ]

    private static let few = """
        name,latitude,longitude,note
        Alpha 東京,48.85,2.35,"two words, and more of them so that the value is wrapped over lines of the panel"
        Beta e\u{301}te,48.85,2.35,
        Gamma,48.85,2.35,same place
        Delta,48.9,2.6,near
        Epsilon,47.2,-1.5,west
        Zeta,50.6,3.06,north
        """

    /// Along the Seine, and a fix that comes too late.
    private static let drive: [PositionEvent] = {
        let fixes = (0...60).map { step in
            let turn = Double(step) / 10
            return LocationFix(
                mode: .threeDimensional,
                time: UTCInstant(year: 2026, month: 11, day: 21, hour: 9 + step / 60, minute: step % 60),
                coordinate: Coordinate(
                    latitude: 48.83 + Double(step) / 3000,
                    longitude: 2.4 - turn / 80 + 0.01 * (turn - 3) * (turn - 3) / 9),
                altitudeMeters: 35, accuracyMeters: step == 60 ? 250 : 5, speedMetersPerSecond: 5,
                courseDegrees: 315, satellitesUsed: 9, satellitesSeen: 14)
        }
        return [.status(.receiving)] + (fixes + [fixes[30]]).map { .fix($0) }
    }()

    @Test(arguments: pictures)
    func frameIsAsRecorded(picture: Picture) throws {
        #expect(try picture.difference(of: paint(picture)) == nil)
    }

    @Test(arguments: [(0, 0), (0, 24), (80, 0), (-1, -1)])
    func unknownSizeIsAStandardScreen(columns: Int, rows: Int) throws {
        let state = AppState(columns: columns, rows: rows, filePath: "x.csv", appearance: .plain)
        let frame = state.painted()
        #expect(frame.width == 80 && frame.height == 24)
    }

    @Test(arguments: [(1, 500), (1000, 1), (500, 200), (20, 8), (19, 8), (20, 7), (3, 3)])
    func anySizeIsDrawn(columns: Int, rows: Int) throws {
        for keys in ["", "?", "L", "<Tab>i", "gl1"] {
            let picture = Picture(
                name: "", columns: columns, screenRows: rows, keys: keys, rows: .few, charset: .block)
            let frame = try paint(picture)
            #expect(frame.width == columns && frame.height == rows)
        }
    }

    // MARK: - Painting

    private func paint(_ picture: Picture) throws -> CellBuffer {
        var state = AppState(
            columns: picture.columns, rows: picture.screenRows, filePath: "places.csv",
            appearance: picture.appearance)
        if picture.hasPosition {
            state.position = OwnPosition(
                sourceName: "drive.nmea", isLive: false, rules: FixRules(), track: Track(), start: nil,
                logsVerdicts: false)
        }
        state.screen.message = nil
        var path = Repository.root + "/data/airports.csv"
        var temporary: TemporaryFile?
        defer { withExtendedLifetime(temporary) {} }
        if picture.rows != .airports {
            let text =
                switch picture.rows {
                case .few: Self.few
                case .city:
                    AreaSamples.places.reduce("latitude,longitude\n") { $0 + "\($1.0),\($1.1)\n" }
                case .none, .airports: "latitude,longitude\nx,1\n"
                }
            temporary = try TemporaryFile(text)
            path = temporary?.path ?? path
        }
        if picture.hasStreets { state.streets.begin() }
        let streets = picture.hasStreets ? StreetStoryTests.streets : nil
        var headless = Headless(
            state: state, work: DataWork(loader: CSVLoader(path: path), streets: streets),
            basemap: Repository.basemap,
            keyMap: KeyMap())
        #expect(headless.load() == nil)
        if picture.hasPosition { headless.perform(Action.positionEvents(Self.drive, at: .earliest)) }
        if picture.hasStreets {
            headless.jump(to: StreetStoryTests.middle(16, headless.state.map.viewport.size))
        }
        headless.play(try KeyScript.events(in: picture.keys))
        var shown = headless.state
        if picture.hasShapes { Self.addShapes(to: &shown) }
        picture.areas.map { Self.addAreas($0, to: &shown) }
        return shown.painted()
    }

    /// An area with a hole and one of three corners, lines across the sea and across 180°, in two layers; the places
    /// are of a third.
    private static func addShapes(to state: inout AppState) {
        func places(_ degrees: [(Double, Double)]) -> [FixedCoordinate] {
            degrees.map { FixedCoordinate(Coordinate(latitude: $0.0, longitude: $0.1)) }
        }
        func sketch(_ kind: GeometrySketch.Kind, _ parts: [[(Double, Double)]]) -> GeometrySketch {
            var sketch = GeometrySketch()
            for (index, part) in parts.enumerated() {
                sketch.begin(kind, isHole: index > 0)
                for place in places(part) { sketch.append(place) }
            }
            return sketch
        }
        let square = [(44.0, -2.0), (44, 8), (51, 8), (51, -2)]
        let hole = [(46.0, 1.0), (46, 5), (49, 5), (49, 1)]
        var buffer = ShapeBuffer()
        buffer.append(sketch(.area, [square, hole]), row: 0)
        buffer.append(sketch(.area, [[(-10, 170), (-30, 170), (-20, -165)]]), row: 1)
        buffer.append(sketch(.line, [[(51.5, -0.1), (45, -30), (40.6, -73.8)]]), row: 6)
        buffer.append(sketch(.line, [[(0, 165), (-10, -175), (20, -150)]]), row: 7)
        state.data.rows.shapes = ShapeIndex(buffer)
        state.data.rows.layerRows = LayerRows(firstRows: [0, 6, 8])
        for index in state.annotations.placed.indices { state.annotations.placed[index].layer = index % 6 }
    }

    /// Counts in zones, or means in districts of which the sixth has a hole and is selected; a class is hidden.
    private static func addAreas(_ areas: Picture.Areas, to state: inout AppState) {
        switch areas {
        case .zones: state.show(AreaSamples.zones)
        case .zonesUnderClusters:
            state.areas.covering = .clusters
            state.show(AreaSamples.zones)
        case .districts:
            state.areas.select(5, of: AreaSamples.districts)
            state.areas.hiddenClasses = [2]
            state.show(AreaSamples.districts, figure: "mean(price)") { area in
                area == 0 ? nil : Double(area * 7919 % 400) + 120.5
            }
        }
    }
}
