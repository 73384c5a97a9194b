import Testing

@testable import MapModel

struct SelectionTests {
    /// Two places 0.1° apart in Berlin, one in Sydney.
    private let tree = QuadTree([
        FixedCoordinate(latitudeE7: 525_000_000, longitudeE7: 134_000_000),
        FixedCoordinate(latitudeE7: 525_000_000, longitudeE7: 135_000_000),
        FixedCoordinate(latitudeE7: -338_700_000, longitudeE7: 1_512_000_000),
    ])

    private func annotations(zoom: Double, at row: Int = 0) -> AnnotationSet {
        let coordinate = [(52.5, 13.4), (52.5, 13.5), (-33.87, 151.2)][row]
        let center = WebMercator.project(Coordinate(latitude: coordinate.0, longitude: coordinate.1))
        let view = Viewport(center: center, zoom: zoom, size: DotSize(columns: 80, rows: 22))
        return AnnotationSet(
            of: tree, in: view.window(of: view.bounds), grid: ClusterGrid(viewport: view, size: ClusterSize())
        )
    }

    @Test func aSelectedRowIsCarriedByItsClusterAndThenByItself() {
        let selection = Selection(
            row: 1, at: FixedCoordinate(latitudeE7: 525_000_000, longitudeE7: 135_000_000))
        #expect(annotations(zoom: 3).carrier(of: selection)?.count == 2)
        #expect(annotations(zoom: 11).carrier(of: selection)?.id == .place(row: 1))
    }

    @Test func aSelectedClusterIsCarriedByTheHolderOfItsFirstRow() throws {
        let far = annotations(zoom: 3)
        let cluster = try #require(far.annotations.first { $0.count == 2 })
        let selection = Selection(cluster, in: tree)
        #expect(far.carrier(of: selection) == cluster)
        #expect(annotations(zoom: 11).carrier(of: selection)?.id == .place(row: selection.row))
        #expect(annotations(zoom: 3.5).carrier(of: selection)?.count == 2)
    }

    @Test func outOfViewNothingCarriesTheSelection() {
        let selection = Selection(
            row: 0, at: FixedCoordinate(latitudeE7: 525_000_000, longitudeE7: 134_000_000))
        #expect(annotations(zoom: 11, at: 2).carrier(of: selection) == nil)
        #expect(annotations(zoom: 11, at: 0).carrier(of: selection)?.id == .place(row: 0))
    }
}
