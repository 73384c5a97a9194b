import RowValues
import MapModel

/// The two columns that a reader of a table would take for coordinates, by their names.
package struct PlaceColumns: Equatable {
    /// The names of added columns.
    static let names = ["latitude", "longitude"]

    package let latitude: Int
    package let longitude: Int
    /// Whether the names mean the row itself, not a pickup, say: then empty fields may be filled with the place of the row.
    let canBeFilled: Bool

    /// Nil if no two names, as a format writes them, are those of coordinates.
    package init?(_ names: [String], in format: RowFormat) {
        let names = ColumnNames(format == .csv ? names : ColumnNames.unique(names))
        guard let pair = names.coordinatePairs().first else { return nil }
        (latitude, longitude) = (pair.latitude, pair.longitude)
        canBeFilled = names.placeColumns.map { $0 == (pair.latitude, pair.longitude) } ?? false
    }

    /// Whether both are empty in a row.
    func areEmpty(in values: [FieldValue?]) -> Bool {
        [latitude, longitude].allSatisfy { Self.text(values, $0).isEmpty }
    }

    /// Whether a reader will find the place of a row in them, to a tenth of a metre; empty ones that are filled count.
    func hold(_ place: FixedCoordinate, in values: [FieldValue?]) -> Bool {
        if canBeFilled, areEmpty(in: values) { return true }
        return areEqual(to: place, in: values)
    }

    /// Whether they already hold the place of a row, to a tenth of a metre.
    func areEqual(to place: FixedCoordinate, in values: [FieldValue?]) -> Bool {
        func difference(_ column: Int, _ degreesE7: Int32) -> Double? {
            guard let degrees = Double(Self.text(values, column)), degrees.isFinite else { return nil }
            return degrees * 1e7 - Double(degreesE7)
        }
        guard let north = difference(latitude, place.latitudeE7),
            let east = difference(longitude, place.longitudeE7)
        else { return false }
        return abs(north) <= 10 && abs(east.remainder(dividingBy: 360e7)) <= 10
    }

    private static func text(_ values: [FieldValue?], _ column: Int) -> String {
        guard column < values.count, let value = values[column], value.kind != .missing else { return "" }
        return value.text
    }

    /// The names of columns beside added ones: those that a reader would take for these get a number.
    package static func besidePlace(_ names: [String]) -> [String] {
        var taken = Set(names)
        return names.map { name in
            guard Self.names.contains(ColumnNames.folded(name)) else { return name }
            var number = 2
            while taken.contains("\(name)_\(number)") { number += 1 }
            taken.insert("\(name)_\(number)")
            return "\(name)_\(number)"
        }
    }
}
