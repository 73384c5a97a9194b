import Rows

/// Where records that are not features have their place.
struct FlatLayout: Sendable {
    /// A member of the record, or of an object in it, by the keys that lead to it with dots between them.
    struct Field: Sendable, Equatable {
        let name: String
        let bytes: [UInt8]

        init(_ name: String) {
            self.name = name
            bytes = Array(name.utf8)
        }
    }

    enum Coordinates: Sendable {
        case pair(latitude: Field, longitude: Field)
        /// "47.38, 8.54" or [8.54, 47.38].
        case combined(Field, longitudeFirst: Bool)
        /// A geometry of GeoJSON.
        case geometry(Field)
        /// A geometry in a text.
        case text(Field, GeometryNotation)
    }

    /// Objects nested deeper than this are values.
    static let depthLimit = 16
    /// Objects are values in a table that has this many columns.
    static let columnLimit = 1_000

    let coordinates: Coordinates
    let decimalMark: CSVDialect.DecimalMark
    /// Why, a line each.
    let reasons: [String]
    let notices: [String]
}
