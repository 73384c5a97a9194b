import MapModel
import RowValues

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

    enum Coordinates: Sendable, Equatable {
        case pair(latitude: Field, longitude: Field)
        /// Degrees, minutes, seconds and letters in members of their own; the columns are indices into the fields.
        case parts(DegreeParts, [Field])
        /// "47.38, 8.54" or [8.54, 47.38].
        case combined(Field, longitudeFirst: Bool)
        /// A geometry of GeoJSON.
        case geometry(Field)
        /// A geometry in a text.
        case text(Field, GeometryNotation)
        /// A line, as an array of objects with a latitude and a longitude, as Overpass writes it.
        case positions(Field)
        /// A code of a cell or square.
        case code(Field, CodeColumn)
        /// None: names and codes say where a record is, and its place is found later.
        case unplaced([Field])
    }

    /// Objects nested deeper than this are values.
    static let depthLimit = 16
    /// Objects are values in a table that has this many columns.
    static let columnLimit = 1_000

    let coordinates: Coordinates
    /// Where a record has its place that has none there, in the order in which they are tried.
    var alternatives: [Coordinates] = []
    /// Units of a pair: so many whole numbers make a degree; 1 for degrees.
    var unitsPerDegree = 1.0
    let decimalMark: CSVDialect.DecimalMark
    /// The members with names and codes, by their names.
    var places: NamedPlaceRoles?

    /// The names of the members that hold the place of a record, which are not its label.
    var fieldNames: [String] {
        switch coordinates {
        case .pair(let latitude, let longitude): [latitude.name, longitude.name]
        case .combined(let field, _), .geometry(let field), .text(let field, _), .positions(let field):
            [field.name]
        case .code(let field, _): [field.name]
        case .parts(_, let fields): fields.map(\.name)
        case .unplaced: []
        }
    }

    /// Why, a line each.
    let reasons: [String]
    let notices: [String]
}
