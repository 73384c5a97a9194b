import CellGraphics
import MapModel
import TestSupport
import Testing

@testable import Streets

struct LabelPlacerTests {
    private static let frame = StreetView.Frame(
        zoom: 16, column: 8704 * 128, row: 5972 * 64, width: 120, height: 40)

    private func view(
        _ layers: [(String, [MVTWriter.Feature])], frame: StreetView.Frame = frame
    ) -> StreetView {
        var writer = MVTWriter()
        for (name, features) in layers { writer.add(name, features) }
        let tile = MVTDecoder().decode(writer.bytes)
        return StreetView(frame) { id in
            let shift = Int(id.zoom) - 16
            guard id.column >> max(shift, 0) == 8704, id.row >> max(shift, 0) == 5972 else { return nil }
            return BlockPlan(id, tileZoom: 14).draw { _ in .tile(tile) }
        }
    }

    private func labels(
        _ view: StreetView, taken: [CellRect] = [], rows: [CellRect] = [], hidden: Set<PoiKind> = [],
        memory: LabelMemory = LabelMemory()
    ) -> (labels: [StreetLabel], memory: LabelMemory) {
        let area = CellRect(column: 0, row: 0, width: view.frame.width, height: view.frame.height)
        var occupancy = CellOccupancy(area: area)
        for rect in taken { occupancy.take(rect) }
        var placer = LabelPlacer(
            view: view, surroundings: .init(taken: occupancy, rows: rows, hiddenKinds: hidden), memory: memory
        )
        placer.placeAll()
        return (placer.labels, placer.memory)
    }

    /// Cells of the block in units of the tile.
    private func street(_ name: String, _ kind: String = "minor", row: Int, columns: Range<Int> = 0..<120)
        -> MVTWriter.Feature
    {
        let y = row * 64 + 32
        return .init(
            .line([(columns.lowerBound * 32, y), (columns.upperBound * 32, y)]),
            [("class", kind), ("name", name)])
    }

    private func point(_ column: Int, _ row: Int, _ tags: [(String, String)]) -> MVTWriter.Feature {
        .init(.points([(column * 32 + 16, row * 64 + 32)]), tags)
    }

    // MARK: - Streets

    @Test func aFlatStreetHasItsNameOnIt() throws {
        let label = try #require(
            labels(view([("transportation", [street("Via Roma", row: 7)])])).labels.first)
        #expect(label.text == "Via Roma")
        #expect(label.point.row == 7)
        #expect(label.kind == .street)
    }

    @Test func aSteepStreetHasItsNameBesideIt() throws {
        let steep = MVTWriter.Feature(
            .line([(50 * 32 + 16, 0), (50 * 32 + 16, 2500)]), [("class", "minor"), ("name", "Via Alta")])
        let label = try #require(labels(view([("transportation", [steep])])).labels.first)
        #expect(label.point.column == 51 || label.rect.endColumn == 50)
    }

    @Test func aNameNeverCoversDataOrAnotherName() {
        let streets = (0..<20).map { street("Via Numero \($0)", row: 2 * $0) }
        let badges = (0..<40).map { CellRect(column: ($0 * 37) % 110, row: $0, width: 4, height: 1) }
        let placed = labels(view([("transportation", streets)]), taken: badges).labels
        #expect(placed.count > 5)
        for (index, label) in placed.enumerated() {
            #expect(!badges.contains { $0.intersects(label.rect) })
            #expect(!placed[..<index].contains { $0.rect.intersects(label.rect) })
        }
    }

    @Test func namesAreLimitedByTheRoom() {
        let streets = (0..<40).map { street("Nome \($0)", row: $0) }
        #expect(labels(view([("transportation", streets)])).labels.count <= 120 * 40 / 115)
    }

    @Test func aShortStreetIsNotNamed() {
        let short = street("Via del Proconsolo", row: 5, columns: 10..<16)
        #expect(labels(view([("transportation", [short])])).labels.isEmpty)
    }

    @Test func piecesOfOneStreetHaveOneName() {
        let pieces = (0..<10).map { street("Corso Italia", row: 5, columns: $0 * 8..<$0 * 8 + 8) }
        #expect(labels(view([("transportation", pieces)])).labels.count == 1)
    }

    @Test func importantStreetsComeFirst() {
        // Both want the same cells.
        let view = view([
            ("transportation", [street("Via Minore", row: 5), street("Via Maggiore", "primary", row: 6)])
        ])
        #expect(labels(view).labels.first?.text == "Via Maggiore")
    }

    @Test func longNamesAreShortened() {
        #expect(ShortName.of("Lungarno degli Acciaiuoli") == "L.no degli Acciaiuoli")
        #expect(ShortName.of("Montgomery Street") == "Montgomery St")
        #expect(ShortName.of("Frankfurter Straße") == "Frankfurter Str.")
        #expect(ShortName.of("Berlinerhauptstraße") == "Berlinerhauptstr.")
        #expect(ShortName.of("Market Street") == "Market Street")
    }

    // MARK: - Names do not jump

    @Test func aNameStaysInTheWorldWhenTheMapMoves() throws {
        let layers = [("transportation", [street("Via Roma", row: 20), street("Via Milano", row: 30)])]
        var memory = LabelMemory()
        var places: [DisplayText: CellPoint] = [:]
        for step in 0..<30 {
            let frame = StreetView.Frame(
                zoom: 16, column: Self.frame.column - step, row: Self.frame.row + step / 3, width: 120,
                height: 40)
            let result = labels(view(layers, frame: frame), memory: memory)
            memory = result.memory
            for label in result.labels {
                let place = CellPoint(
                    column: label.point.column + frame.column, row: label.point.row + frame.row)
                #expect(places[label.text] ?? place == place, "\(label.text) jumped at step \(step)")
                places[label.text] = place
            }
        }
        #expect(places.count == 2)
    }

    @Test func aNameThatWentOutOfSightComesBackToItsPlace() throws {
        let layers = [("transportation", [street("Via Roma", row: 20, columns: 40..<100)])]
        func frame(_ step: Int) -> StreetView.Frame {
            StreetView.Frame(
                zoom: 16, column: Self.frame.column, row: Self.frame.row + step, width: 120, height: 40)
        }
        // Something was in the way of the best place when the name was written.
        let first = labels(
            view(layers, frame: frame(0)), taken: [CellRect(column: 50, row: 20, width: 30, height: 1)])
        let place = try #require(first.labels.first)
        var memory = first.memory
        for step in Array(1...30) + Array((0..<30).reversed()) {
            memory = labels(view(layers, frame: frame(step)), memory: memory).memory
        }
        #expect(labels(view(layers, frame: frame(0)), memory: memory).labels == [place])
    }

    @Test func rowsOfOneNameKeepTheirSides() {
        let view = view([("transportation", [street("Via Roma", row: 30)])])
        let area = CellRect(column: 0, row: 0, width: 120, height: 40)
        var occupancy = CellOccupancy(area: area)
        let cells = [CellPoint(column: 20, row: 5), CellPoint(column: 60, row: 9)]
        for cell in cells {
            occupancy.take(CellRect(column: cell.column, row: cell.row, width: 1, height: 1))
        }
        func placed(_ taken: CellOccupancy, _ memory: LabelMemory) -> LabelPlacer {
            var placer = LabelPlacer(
                view: view,
                surroundings: .init(taken: taken, rowNames: cells.map { ($0, "Starbucks") }), memory: memory)
            placer.placeAll()
            return placer
        }
        let first = placed(occupancy, LabelMemory())
        #expect(first.labels.filter { $0.kind == .row }.map(\.point.column) == [22, 62])
        // Something at the right pushes one of them to the left, where it stays when that is gone.
        var crowded = occupancy
        crowded.take(CellRect(column: 24, row: 5, width: 4, height: 1))
        let second = placed(crowded, first.memory)
        let third = placed(occupancy, second.memory)
        #expect(third.labels.filter { $0.kind == .row }.map(\.point.column) == [10, 62])
    }

    @Test func aNameMakesRoomForData() throws {
        let view = view([("transportation", [street("Via Roma", row: 20)])])
        let first = labels(view)
        let label = try #require(first.labels.first)
        let second = labels(view, taken: [label.rect], memory: first.memory)
        #expect(second.labels.first.map { !$0.rect.intersects(label.rect) } ?? true)
    }

    @Test func theSameStateGivesTheSameNames() {
        let layers = [("transportation", (0..<30).map { street("Via \($0) \($0)", row: $0 + 3) })]
        let memory = labels(view(layers)).memory
        let first = labels(view(layers), memory: memory).labels
        #expect(first == labels(view(layers), memory: memory).labels)
        #expect(!first.isEmpty)
    }

    // MARK: - Places, shields, points of interest

    @Test func aTownIsWrittenInCapitals() {
        let view = view([("place", [point(60, 20, [("class", "suburb"), ("name", "Oltrarno")])])])
        #expect(labels(view).labels.map(\.text) == ["OLTRARNO"])
        let town = self.view([("place", [point(60, 20, [("class", "town"), ("name", "Prato")])])])
        #expect(labels(town).labels.map(\.text) == ["P R A T O"])
    }

    @Test func aRoadHasItsNumberOnceInFiftyColumns() {
        let roads = (0..<8).map { index in
            MVTWriter.Feature(
                .line([(index * 400, 1000), (index * 400 + 200, 1000), (index * 400 + 400, 1000)]),
                [("class", "motorway"), ("ref", "A1;E35")])
        }
        let shields = labels(view([("transportation", roads)])).labels.filter { $0.kind == .shield }
        #expect(shields.map(\.text) == ["A1", "A1"] || shields.map(\.text) == ["A1", "A1", "A1"])
    }

    @Test func pointsOfInterestKeepFromTheRowsAndTheirKind() {
        let frame = StreetView.Frame(
            zoom: 17, column: 2 * 8704 * 128, row: 2 * 5972 * 64, width: 120, height: 40)
        let layers = [
            (
                "poi",
                [
                    point(10, 5, [("class", "museum"), ("subclass", "museum"), ("name", "Bargello")]),
                    point(40, 15, [("class", "lodging"), ("subclass", "hotel"), ("name", "Savoy")]),
                ]
            )
        ]
        let view = view(layers, frame: frame)
        #expect(Set(labels(view).labels.map(\.text)) == ["Bargello", "Savoy"])
        #expect(labels(view, hidden: [PoiKind(word: "hotel")]).labels.map(\.text) == ["Bargello"])
        let near = CellRect(column: 22, row: 11, width: 1, height: 1)
        #expect(labels(view, rows: [near]).labels.map(\.text) == ["Savoy"])
    }

    @Test func aStationHasASign() throws {
        let view = view([
            ("poi", [point(60, 20, [("class", "railway"), ("subclass", "station"), ("name", "Rifredi")])])
        ])
        let label = try #require(labels(view).labels.first)
        #expect(label.sign == CellPoint(column: 60, row: 20))
        #expect(label.point == CellPoint(column: 62, row: 20))
    }

    @Test func aRiverIsNamedOnItsWater() throws {
        let bank = MVTWriter.Feature(
            .polygon([[(0, 640), (4096, 640), (4096, 960), (0, 960)]]), [("class", "river")])
        let course = MVTWriter.Feature(
            .line([(0, 800), (2000, 800), (4096, 800)]), [("class", "river"), ("name", "Arno")])
        let view = view([("water", [bank]), ("waterway", [course])])
        let label = try #require(labels(view).labels.first { $0.kind == .water })
        #expect(
            (label.rect.column..<label.rect.endColumn).allSatisfy { view[$0, label.point.row].area == .water }
        )
    }

    @Test func aParkIsNamedInIt() throws {
        let park = MVTWriter.Feature(
            .polygon([[(320, 320), (2000, 320), (2000, 1200), (320, 1200)]]),
            [("class", "park"), ("name", "Le Cascine")])
        let view = view([("park", [park])])
        let label = try #require(labels(view).labels.first { $0.kind == .park })
        #expect(
            (label.rect.column..<label.rect.endColumn).allSatisfy { view[$0, label.point.row].area == .park })
    }

    private func isAll(_ area: AreaClass, under label: StreetLabel, of view: StreetView) -> Bool {
        (label.rect.column..<label.rect.endColumn).allSatisfy { view[$0, label.point.row].area == area }
    }

    // MARK: - Where am I

    @Test func theNearestStreetIsFound() {
        let view = view([("transportation", [street("Via Roma", row: 7), street("Via Lunga", row: 20)])])
        #expect(view.street(near: CellPoint(column: 50, row: 9), reach: 6) == "Via Roma")
        #expect(view.street(near: CellPoint(column: 50, row: 18), reach: 6) == "Via Lunga")
        #expect(view.street(near: CellPoint(column: 50, row: 38), reach: 6) == nil)
    }
}
