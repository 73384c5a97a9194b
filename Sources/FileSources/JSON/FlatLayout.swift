import Rows

/// Where records that are not features have their place.
struct FlatLayout: Sendable {
    /// A member of the record, or of an object that is one of its members.
    struct Field: Sendable, Equatable {
        let key: String
        let inner: String?
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

    let coordinates: Coordinates
    let decimalMark: CSVDialect.DecimalMark
    /// Why, a line each.
    let reasons: [String]
    let notices: [String]
}
