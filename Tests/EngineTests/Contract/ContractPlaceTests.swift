import MapModel
import TestSupport
import Testing

@testable import DataSets
@testable import DatabaseSources
@testable import RowValues
@testable import Rows
@testable import Streams

/// Filters that ask where rows are leave the rows that we leave.
@Suite(.timeLimit(.minutes(10)))
struct ContractPlaceTests {
    private static let sets = AreaSets()

    private static func never() -> Bool { false }

    /// A polygon in the text of a filter, and as areas.
    private struct Asked {
        let text: String
        let geometry: AreaGeometry

        init(_ random: inout SeededRandom) throws {
            let corners = (0..<random.number(3...9)).map { _ in
                "\(Double(random.number(-1_800...1_799)) / 10) \(Double(random.number(-900...900)) / 10)"
            }
            let ring = corners.joined(separator: ", ")
            text =
                random.number(0...2) == 0
                ? "BBOX(\(random.number(-180...180)), -40, \(random.number(-180...180)), 50)"
                : "POLYGON((\(ring)), (0 0, 50 0, 50 50))"
            var geometry = AreaGeometry()
            geometry.append(try PlaceLiteral.sketch(of: FilterLexer.tokens(of: text)[0]))
            self.geometry = geometry
        }
    }

    /// The rows that a filter leaves; nil where the layout has no coordinates, which is said.
    private static func applied(
        _ filter: Filter, _ source: any ViewportSource
    ) throws -> (any ViewportSource)? {
        let result = Result { () throws(FilterFailure) -> any ViewportSource in
            try source.applying(filter, isCancelled: never)
        }
        if case .failure(.problem(let problem)) = result {
            // An index of SQLite finds no places: for these all rows are read.
            let known = ["the rows have no coordinates on the server", "places are not known here"]
            #expect(known.contains(problem.description))
            return nil
        }
        return try result.get()
    }

    /// The ids of the rows that a filter leaves.
    private func ids(_ text: String, _ contract: ContractSource) throws -> Set<Int>? {
        let source = contract.source
        let names = try source.columnNames(isCancelled: Self.never)
        let filter = try Filter(text, columns: names)
        let located = try Self.sets.locating(filter, isCancelled: Self.never)
        guard let filtered = try Self.applied(located, source) else { return nil }
        let everywhere = NearbyQuestion(
            center: Coordinate(latitude: 0, longitude: 0), radiusMeters: nil, limit: nil)
        let found = try filtered.near(everywhere, isCancelled: Self.never)
        let summary = try filtered.open(isCancelled: Self.never)
        #expect(summary.rowCount == found.count, "\(text)")
        return Set(try contract.ids(found.map(\.row)))
    }

    @Test(arguments: ContractedEngine.layouts)
    func filtersOfPlacesLeaveTheRowsThatWeLeave(layout: ContractLayout) throws {
        let contract = try layout.places()
        defer { contract.close() }
        let tree = contract.tree
        func expected(_ test: (FixedCoordinate) -> Bool) -> Set<Int> {
            Set((0..<tree.count).filter { test(tree.fixedCoordinate(at: $0)) }.map { Int(tree.row(at: $0)) })
        }
        var random = SeededRandom(77)
        for _ in 0..<6 {
            let asked = try Asked(&random)
            let inside = "inside(\(asked.text))"
            guard let found = try ids(inside, contract) else { return }
            #expect(found == expected { !asked.geometry.areas(at: $0).isEmpty }, "\(inside)")
            #expect(
                try ids("NOT \(inside)", contract) == expected { asked.geometry.areas(at: $0).isEmpty })
            #expect(
                try ids("S_INTERSECTS(geometry, \(asked.text))", contract)
                    == expected { !asked.geometry.areas(at: $0, border: .closed).isEmpty })
            #expect(
                try ids("S_WITHIN(geometry, \(asked.text)) AND id < 1000", contract)
                    == expected { !asked.geometry.areas(at: $0, border: .open).isEmpty }.filter { $0 < 1_000 }
            )
            let center = Coordinate(
                latitude: Double(random.number(-90...90)), longitude: Double(random.number(-180...180)))
            let near = "near(POINT(\(center.longitude) \(center.latitude)), 3000km)"
            #expect(
                try ids(near, contract)
                    == expected { GreatCircle.distance(from: center, to: $0.coordinate) <= 3_000_000 })
        }
        #expect(throws: FilterFailure.self) {
            try ids("near(LINESTRING(0 0, 1 1), 5km)", contract)
        }
    }
}
