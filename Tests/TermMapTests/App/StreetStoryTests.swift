import CellGraphics
import Foundation
import MapModel
import Streets
import TestSupport
import Testing

@testable import App
@testable import FileSources
@testable import Runtime
@testable import StoryTestSupport
@testable import Streams
@testable import TileArchives

/// A street map under the rows, played with keys.
@Suite struct StreetStoryTests {
    /// Tiles in memory: one of zoom 14 in the middle of Florence.
    final class Tiles: TileArchive {
        let description: TileArchiveDescription
        private let tiles: [TileID: [UInt8]]

        init(_ tiles: [TileID: [UInt8]], bounds: GeoBounds? = nil, layers: [String] = ["transportation"]) {
            self.tiles = tiles
            description = TileArchiveDescription(
                name: "city.pmtiles", zooms: 11...14, bounds: bounds, layers: layers,
                attribution: "© OpenStreetMap contributors")
        }

        func tile(_ id: TileID, isCancelled: () -> Bool) throws(SourceError) -> TileAnswer {
            TileAnswer(bytes: tiles[id])
        }
    }

    private static let center: (Double, Double) = {
        let middle = WebMercator.unproject(WorldPoint(x: 8704.5 / 16_384, y: 5972.5 / 16_384))
        return (middle.latitude, middle.longitude)
    }()
    /// The work on a street map of one tile.
    static var streets: StreetWork {
        let tiles = Tiles(TileID(zoom: 14, column: 8704, row: 5972).map { [$0: city] } ?? [:])
        return StreetWork(batchInterval: .seconds(60)) { _ throws(SourceError) in tiles }
    }

    /// The middle of that tile.
    static func middle(_ zoom: Double, _ size: DotSize) -> Viewport {
        Viewport(center: WorldPoint(x: 8704.5 / 16_384, y: 5972.5 / 16_384), zoom: zoom, size: size)
    }

    private static let id = TileID(zoom: 14, column: 8704, row: 5972)

    static var city: [UInt8] {
        var writer = MVTWriter()
        writer.add(
            "water",
            [.init(.polygon([[(0, 2400), (4096, 2400), (4096, 2650), (0, 2650)]]), [("class", "river")])])
        writer.add(
            "transportation",
            [
                .init(.line([(0, 2000), (4096, 2000)]), [("class", "minor")]),
                .init(.line([(2000, 0), (2000, 4096)]), [("class", "primary")]),
            ])
        writer.add(
            "transportation_name",
            [
                .init(.line([(0, 2000), (4096, 2000)]), [("class", "minor"), ("name", "Via Ghibellina")]),
                .init(.line([(2000, 0), (2000, 4096)]), [("class", "primary"), ("name", "Viale Amendola")]),
            ])
        writer.add(
            "building",
            [
                .init(
                    .polygon([[(1200, 2100), (1900, 2100), (1900, 2300), (1200, 2300)]]), [("name", "Teatro")]
                )
            ])
        return writer.bytes
    }

    /// A program without a screen on a street map, with one row.
    private func headless(
        _ tiles: Tiles, zoom: Double = 16, columns: Int = 100, rows: [(Double, Double)] = [center],
        look: Appearance = .plain, names: DataFolder? = nil
    ) -> Headless {
        var state = AppState(columns: columns, rows: 30, filePath: "places.csv", appearance: look)
        state.streets.begin()
        let text = "name,lat,lon\n" + rows.map { "row,\($0.0),\($0.1)\n" }.joined()
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(
            "termmap-\(UUID().uuidString).csv"
        ).path
        try? Data(text.utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let work = DataWork(
            loader: CSVLoader(path: path),
            streets: StreetWork(batchInterval: .seconds(60)) { _ throws(SourceError) in tiles })
        var headless = Headless(
            state: state, work: work, basemap: .none,
            names: names, keyMap: KeyMap())
        _ = headless.load()
        headless.readNames()
        headless.jump(to: Self.middle(zoom, headless.state.map.viewport.size))
        return headless
    }

    private func city(zoom: Double = 16, bounds: GeoBounds? = nil) -> Headless {
        headless(Tiles([Self.id!: Self.city], bounds: bounds), zoom: zoom)
    }

    @Test func streetsAndTheirNamesAreOnTheScreen() {
        let frame = city().frame(colored: false)
        #expect(frame.contains("Via Ghibellina"))
        #expect(frame.contains("© OpenStreetMap"))
        #expect(!frame.contains("contributors"))
    }

    @Test func theRowIsAboveTheStreets() {
        #expect(city().frame(colored: false).contains("●"))
    }

    @Test func belowTheLeastZoomThereIsTheBuiltinMap() {
        let headless = city(zoom: 10)
        let hasView = headless.state.streets.view != nil
        #expect(!hasView)
        #expect(!headless.frame(colored: false).contains("©"))
    }

    @Test func theBoundsEndTheStreetMap() {
        // The western half of the tile.
        let west = 360.0 * 8704 / 16_384 - 180
        let headless = city(bounds: GeoBounds(south: 40, west: west, north: 50, east: west + 360.0 / 32_768))
        let view = headless.state.streets.view
        #expect(view?[10, 14].cover == .whole)
        #expect(view?[90, 14].cover == StreetCell.Cover.none)
    }

    @Test func bSwitchesTheBasemap() throws {
        var headless = city()
        headless.play(try KeyScript.events(in: "B"))
        var hasView = headless.state.streets.view != nil
        #expect(!hasView)
        #expect(headless.state.screen.message?.text == "Basemap: builtin")
        headless.play(try KeyScript.events(in: "B"))
        hasView = headless.state.streets.view != nil
        #expect(hasView)
        #expect(headless.state.screen.message?.text == "Basemap: city.pmtiles")
    }

    @Test func withoutAStreetMapBSaysHowToGetOne() {
        var story = Story([Self.center])
        story.play("B")
        #expect(story.state.screen.message?.text.text.contains("--basemap") == true)
    }

    @Test func theLayersHaveALineForTheStreetMap() throws {
        var headless = city()
        headless.play(try KeyScript.events(in: "L<End><Space>"))
        let isShown = headless.state.streets.isShown
        #expect(!isShown)
        #expect(headless.frame(colored: false).contains("street map city.pmtiles"))
    }

    @Test func theStatusLineNamesTheStreet() throws {
        var headless = city()
        headless.perform(.pan(eastEighths: 0, southEighths: 0))
        let street = headless.state.street(at: WebMercator.unproject(headless.state.map.viewport.center))
        #expect(street == "Via Ghibellina" || street == "Viale Amendola")
    }

    @Test func aClickOnAnEmptySpotSaysWhatIsThere() {
        var headless = city()
        // On a street, 1,000 units from the corner of the tile: 62 dots.
        let dot = headless.state.map.viewport.dot(
            of: WorldPoint(x: (8704 + 1000.0 / 4096) / 16_384, y: (5972 + 2000.0 / 4096) / 16_384))
        headless.perform(Action.clicked(dot.cell))
        #expect(headless.state.panels.spot?.findings?.isEmpty == false)
        let frame = headless.frame(colored: false)
        #expect(frame.contains("Via Ghibellina"))
        #expect(headless.state.panels.spot?.findings?.contains { $0.layer == "transportation" } == true)
        headless.perform(.cancel)
        let isClosed = headless.state.panels.current == nil
        #expect(isClosed)
    }

    @Test func iAsksForTheSpotWhereNoRowIsNear() throws {
        var headless = headless(Tiles([Self.id!: Self.city]), rows: [(43.75, 11.2)])
        headless.play(try KeyScript.events(in: "i"))
        let isSpot = headless.state.panels.spot != nil
        #expect(isSpot)
        headless.play(try KeyScript.events(in: "i"))
        let isClosed = headless.state.panels.current == nil
        #expect(isClosed)
    }

    @Test func aClickOnANameMeansTheStreetOfThatName() throws {
        var headless = city()
        let label = try #require(headless.state.streets.labels.first { $0.text == "Via Ghibellina" })
        headless.perform(Action.clicked(CellPoint(column: label.point.column + 1, row: label.point.row)))
        #expect(headless.state.spotTitle == "Via Ghibellina, minor road")
        // In words first, then as the tiles have it.
        let fields = headless.state.spotFields
        #expect(fields.first == PanelField(name: "minor road", value: "Via Ghibellina"))
        #expect(fields.contains(PanelField(name: "tile layer", value: "transportation_name")))
        #expect(fields.contains(PanelField(name: "class", value: "minor")))
    }

    /// As near as the tiles are good for, and never so far that there are none.
    @Test(arguments: [(0.04, 14.5...16.0), (0.1, 13.0...14.5), (9, 11.0...11.0)])
    func aFileOfTilesOpensWhereItHasTiles(span: Double, zooms: ClosedRange<Double>) {
        var state = AppState(columns: 240, rows: 64, filePath: "city.pmtiles", appearance: .plain)
        let bounds = GeoBounds(south: 43.7, west: 7.4, north: 43.7 + span * 0.7, east: 7.4 + span)
        state.streets.receive(Tiles([:], bounds: bounds).description)
        state.showArchive()
        #expect(zooms.contains(state.map.viewport.zoom), "\(state.map.viewport.zoom)")
    }

    @Test func aStreetMapThatFailedStaysMarked() {
        var headless = city()
        headless.perform(.cancel)
        #expect(!headless.frame(colored: false).contains("no tiles"))
        headless.perform(
            Action.answered(.streets(.failure(.refused(name: "city.pmtiles", words: "not an archive")))))
        #expect(headless.frame(colored: false).contains("no tiles"))
        headless.perform(.cancel)
        let frame = headless.frame(colored: false)
        #expect(frame.contains("no tiles") && !frame.contains("not an archive"))
    }

    @Test func streetsInViewAreFoundAmongThePlaces() throws {
        var headless = headless(
            Tiles([Self.id!: Self.city]), names: DataFolder(path: Repository.root + "/data"))
        headless.perform(.findPlace)
        headless.type(.insert("ghibellina"))
        guard case .street(let street)? = headless.state.search.session?.current else {
            Issue.record("no street was found")
            return
        }
        #expect(street.name == "Via Ghibellina")
        #expect(street.kind == "street")
        headless.type(.accept)
        #expect(headless.state.selection.placemark?.name == "Via Ghibellina")
        // On its street: rows of 2,000 units of the tile.
        let point = try #require(headless.state.selection.placemark?.point)
        #expect(abs((point.y * 16_384 - 5972) * 4096 - 2000) < 80)
    }

    @Test func aPlaceOfExactlyThatNameComesBeforeStreets() throws {
        var writer = MVTWriter()
        writer.add(
            "transportation",
            [.init(.line([(0, 2000), (4096, 2000)]), [("class", "minor"), ("name", "Via Roma")])])
        var headless = headless(
            Tiles([Self.id!: writer.bytes]), names: DataFolder(path: Repository.root + "/data"))
        headless.perform(.findPlace)
        headless.type(.insert("rome"))
        let session = try #require(headless.state.search.session)
        #expect(session.places?.streets.isEmpty == true)
        for _ in 0..<4 { headless.type(.deleteBackward) }
        headless.type(.insert("roma"))
        let places = try #require(headless.state.search.session?.places)
        #expect(places.streets.map(\.name) == ["Via Roma"])
        guard case .place = places.result(0), case .street = places.result(1) else {
            Issue.record("the street came first")
            return
        }
        #expect((2..<places.count).allSatisfy { if case .place = places.result($0) { true } else { false } })
    }

    @Test func theAttributionIsShortenedToWhoseDataItIs() {
        let description = TileArchiveDescription(
            name: "x", zooms: 0...14, attribution: "Protomaps © OpenStreetMap contributors")
        #expect(Attribution.texts(description) == ["Protomaps © OpenStreetMap", "© OpenStreetMap"])
        #expect(Attribution.whole(description) == "Protomaps © OpenStreetMap contributors")
    }

    @Test func detailsOfARowNameItsStreet() throws {
        var headless = headless(
            Tiles([Self.id!: Self.city]), columns: 120,
            rows: [(43.7680, 11.2590)])
        headless.play(try KeyScript.events(in: "<Tab>i"))
        let street = headless.state.selection.current.flatMap {
            headless.state.street(at: $0.coordinate.coordinate)
        }
        if let street { #expect(headless.frame(colored: false).contains(street)) }
    }

    @Test func aDamagedTileIsReportedOnce() {
        let headless = headless(Tiles([Self.id!: [0x1A, 0xFF, 0xFF]]))
        #expect(headless.state.streets.problem?.contains("damaged") == true)
    }

    @Test func anUnknownSchemaIsDrawnWithAMessage() {
        var writer = MVTWriter()
        writer.add("mystery", [.init(.line([(0, 2000), (4096, 2000)]))])
        let headless = headless(Tiles([Self.id!: writer.bytes], layers: ["mystery"]))
        let lines = headless.state.streets.view?.cells.contains { $0.lineClass == .minor }
        #expect(lines == true)
    }

    @Test func theSameInputGivesTheSameFrame() throws {
        let keys = try KeyScript.events(in: "llljjj++-hh")
        var first = city()
        var second = city()
        first.play(keys)
        second.play(keys)
        #expect(first.frame(colored: true) == second.frame(colored: true))
    }

    /// Whatever the walk, what is kept stays within its limit, also far beyond the deepest tiles.
    @Test func memoryStaysBoundedOverARandomWalk() throws {
        var headless = headless(Tiles([Self.id!: Self.city]), columns: 240)
        var random = SeededRandom(5)
        let keys = ["h", "j", "k", "l", "H", "J", "K", "+", "-"]
        var most = 0
        for step in 0..<400 {
            if step % 40 == 0 {
                let zoom = 12 + Double(random.number(0...20)) / 2
                headless.jump(to: Self.middle(min(zoom, 22), headless.state.map.viewport.size))
            }
            headless.play(try KeyScript.events(in: keys[random.number(0...keys.count - 1)]))
            most = max(most, headless.state.streets.memoryBytes)
        }
        #expect(most > 1 << 20)
        #expect(most <= 64 << 20)
    }

    /// All text on all backgrounds that it may stand on can be read.
    @Test(arguments: Theme.Background.allCases, [ColorMode.truecolor, .indexed])
    func namesAreLegible(background: Theme.Background, mode: ColorMode) throws {
        let looks = Theme(background: background, mode: mode).looks
        let papers: [Role] = [.land, .sea, .industrial, .field, .sand, .wood, .park, .plaza, .building]
        let names: [Role] = [
            .motorwayLabel, .majorRoadLabel, .streetLabel, .settlementLabel, .pointOfInterestLabel,
            .stationLabel, .placeLabel,
        ]
        func contrast(_ ink: Role, _ paper: Role) throws -> Double {
            let (first, second) = (try #require(looks[ink]), try #require(looks[paper]))
            return mode == .truecolor
                ? Contrast.ratio(first.rgb, second.rgb)
                : Contrast.ratio(Contrast.rgb(ofIndex: first.indexed), Contrast.rgb(ofIndex: second.indexed))
        }
        let least = mode == .truecolor ? 4.0 : 3.7
        for ink in names {
            for paper in papers {
                let ratio = try contrast(ink, paper)
                #expect(ratio >= least, "\(ink) on \(paper): \(ratio)")
            }
        }
        for (ink, paper) in [
            (Role.waterLabel, Role.sea), (.parkLabel, .park), (.parkLabel, .wood), (.shieldText, .shield),
            (.badge2Text, .streetBadge2),
        ] {
            let ratio = try contrast(ink, paper)
            #expect(ratio >= least, "\(ink) on \(paper): \(ratio)")
        }
    }
}

/// The contrast of two colours, after WCAG 2.1.
enum Contrast {
    static func ratio(_ first: UInt32, _ second: UInt32) -> Double {
        let (low, high) = (min(luminance(first), luminance(second)), max(luminance(first), luminance(second)))
        return (high + 0.05) / (low + 0.05)
    }

    private static func luminance(_ rgb: UInt32) -> Double {
        func part(_ shift: UInt32) -> Double {
            let value = Double(rgb >> shift & 255) / 255
            return value <= 0.03928 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0)
    }

    /// The colour of an entry of the 256, of which the first sixteen have none of their own.
    static func rgb(ofIndex index: UInt8) -> UInt32 {
        if index >= 232 {
            let grey = UInt32(8 + 10 * (Int(index) - 232))
            return grey << 16 | grey << 8 | grey
        }
        let levels: [UInt32] = [0, 95, 135, 175, 215, 255]
        let cube = Int(index) - 16
        return levels[cube / 36] << 16 | levels[cube / 6 % 6] << 8 | levels[cube % 6]
    }
}
