import MapModel
import RowTestSupport
import TestSupport
import Testing

@testable import DatabaseSources

struct WindowDegreesTests {
    private func window(_ random: inout SeededRandom, near places: [FixedCoordinate]) -> WorldWindow {
        random.question(near: places, limit: 1).window
    }

    private func holds(_ range: DegreeRange, _ degrees: Double) -> Bool {
        degrees >= range.low && (range.isClosed ? degrees <= range.high : degrees < range.high)
    }

    /// The server's way to find a place.
    private func count(_ degrees: WindowDegrees, _ place: Coordinate) -> Int {
        holds(degrees.latitudes, place.latitude)
            ? degrees.longitudes.count { holds($0, place.longitude) } : 0
    }

    @Test(arguments: 0..<60) func aWindowHoldsWhatTheIndexFindsInIt(seed: UInt64) {
        var random = SeededRandom(seed)
        let places = (0..<50).map { _ in random.place() }
        let window = window(&random, near: places)
        let degrees = WindowDegrees(window)
        for place in places {
            let point = QuantumPoint(place)
            let isInside =
                window.columnRanges.contains { $0.contains(UInt64(point.x)) }
                && window.rowRange.contains(UInt64(point.y))
            #expect(count(degrees, place.coordinate) == (isInside ? 1 : 0), "\(place)")
        }
    }

    @Test(arguments: 0..<60) func cellsPartWhereTheGridDoes(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let places = (0..<50).map { _ in random.place() }
        let question = random.question(near: places, limit: 1)
        let degrees = WindowDegrees(question.window)
        let cells = try #require(ClusterCells(question.window, question.grid))
        #expect(zip(cells.longitudes, cells.longitudes.dropFirst()).allSatisfy { $0.edge < $1.edge })
        #expect(zip(cells.latitudes, cells.latitudes.dropFirst()).allSatisfy { $0.edge < $1.edge })
        for place in places where count(degrees, place.coordinate) == 1 {
            let coordinate = place.coordinate
            let column = try #require(cells.longitudes.last { $0.edge <= coordinate.longitude }).column
            let row = try #require(cells.latitudes.last { $0.edge <= coordinate.latitude }).row
            #expect(question.grid.id(column: column, row: row) == question.grid.id(of: QuantumPoint(place)))
        }
    }

    @Test func theWorldHasBothPolesAndOneMeridian() {
        let world = WindowDegrees(.world)
        #expect(world.share == 1 && world.boxes == [.world])
        for place in [(90.0, 180.0), (-90, -180), (90, -180), (0, 180)] {
            #expect(count(world, Coordinate(latitude: place.0, longitude: place.1)) == 1)
        }
        #expect(WindowDegrees(WorldWindow(west: 5, east: 5, north: 0, south: 9)).isEmpty)
        #expect(WindowDegrees(WorldWindow(west: 0, east: 5, north: 0, south: 0)).isEmpty)
        #expect(ClusterCells(WorldWindow(west: 0, east: 5, north: 0, south: 0), Self.finest) == nil)
        #expect(ClusterCells(.world, Self.finest) == nil)
    }

    private static let finest = ClusterGrid(worldDots: 64 * 4_194_304, cellDots: 4)
}
