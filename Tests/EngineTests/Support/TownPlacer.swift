import MapModel

@testable import DatabaseSources
@testable import RowValues
@testable import Rows
@testable import Streams

/// A finder of places by towns that say themselves where they are: `it's \ 47.5 8.25`.
enum TownPlacer {
    /// The value of a place, as SQL text with quotes doubled once, without its numbers.
    static let prefix = "it's \\ "

    /// Takes the columns `town` and `land` for those of towns and countries.
    static let columns: ColumnOptions = {
        var options = ColumnOptions()
        options.places = PlaceColumnFinder(description: "towns", isAsked: false) {
            names, _, _ throws(ColumnError) in
            guard let town = names.firstIndex(of: "town") else { return nil }
            var roles = PlaceRoles()
            (roles.town, roles.country) = (town, names.firstIndex(of: "land"))
            return DetectedPlaces(roles: roles, reasons: ["town: \"town\""], notices: ["by town"])
        }
        return options
    }()

    static let placer = CombinationPlacer(columnLimit: 4, fixes: PlaceFixes()) {
        asked, _ throws(SourceError) in
        var skipped = SkippedRows()
        let places = asked.combinations.map { combination -> PlacedCombinations.Place? in
            guard let place = place(combination.values[0]) else {
                skipped.add(combination.values[0].isEmpty ? .noPlace : .unknownPlace, count: combination.rows)
                return nil
            }
            return PlacedCombinations.Place(
                coordinate: place,
                texts: [
                    "exact", "Town '\(combination.values[0])'", combination.values.dropFirst().first ?? "",
                ])
        }
        let added = ["latitude", "longitude", "place_match", "place_name", "place_country"]
        return PlacedCombinations(
            places: places, columnNames: asked.columnNames + added, skipped: skipped, notices: [])
    }

    private static func place(_ town: String) -> FixedCoordinate? {
        guard town.hasPrefix(prefix) else { return nil }
        let numbers = town.dropFirst(prefix.count).split(separator: " ").compactMap { Double($0) }
        guard numbers.count == 2 else { return nil }
        return FixedCoordinate(Coordinate(latitude: numbers[0], longitude: numbers[1]))
    }
}
