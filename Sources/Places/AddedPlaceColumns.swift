import MapModel
import RowValues

/// The columns beside those of a table that say where its rows are and how sure that is.
enum AddedPlaceColumns {
    static let names = ["latitude", "longitude", "place_match", "place_name", "place_country"]

    /// What they have of a place.
    static func texts(of place: KnownPlace) -> [String] {
        [
            degrees(place.coordinate.latitudeE7), degrees(place.coordinate.longitudeE7), place.match.rawName,
            place.name, place.country,
        ]
    }

    /// The same as values; missing ones without a place.
    static func values(of place: KnownPlace?) -> [FieldValue] {
        guard let place else { return Array(repeating: .missing, count: names.count) }
        return texts(of: place).enumerated().map { index, text in
            text.isEmpty ? .missing : FieldValue(index < 2 ? .number : .text, text)
        }
    }

    static func degrees(_ units: Int32) -> String {
        "\(Double(units) / FixedCoordinate.unitsPerDegree)"
    }

    /// Columns of the table that are called like added ones get a number.
    static func besideAdded(_ columns: [String]) -> [String] { self.names(columns, beside: names) }

    /// Columns of the table that are called like `names` get a number.
    static func names(_ columns: [String], beside names: [String]) -> [String] {
        var taken = Set(columns).union(names)
        return columns.map { name in
            guard names.contains(name) else { return name }
            var number = 2
            while taken.contains("\(name)_\(number)") { number += 1 }
            taken.insert("\(name)_\(number)")
            return "\(name)_\(number)"
        }
    }
}
