import RowValues
import SQLiteFiles
import Streams

/// Which rows of a database are read, which columns hold their places, and the roles of the others.
struct SQLiteLayout: Sendable {
    enum Coordinates: Sendable, Equatable {
        case pair(latitude: Int, longitude: Int)
        /// Degrees, minutes, seconds and letters in columns of their own.
        case parts(DegreeParts)
        case combined(column: Int, longitudeFirst: Bool)
        /// Blobs or text of any notation that is recognised by its first bytes; whether metadata declare that
        /// they are in degrees, whatever each value declares.
        case geometry(column: Int, isVouchedFor: Bool)
        /// The middle of a box.
        case box(west: Int, east: Int, south: Int, north: Int)
        /// None: names and codes say where rows are.
        case places(PlaceRoles)

        /// The columns to read, in the order of the cases' labels.
        var columns: [Int] {
            switch self {
            case .pair(let latitude, let longitude): [latitude, longitude]
            case .parts(let parts): parts.columns
            case .combined(let column, _), .geometry(let column, _): [column]
            case .box(let west, let east, let south, let north): [west, east, south, north]
            case .places(let roles): [roles.code?.column ?? roles.columns.first ?? 0]
            }
        }
    }

    /// The source of the rows; a statement of the user is a relation without a key.
    let relation: SQLiteRelation
    /// Nil for a table or view.
    let statement: String?
    let coordinates: Coordinates
    /// Units of a pair: so many whole numbers make a degree; 1 for degrees.
    var unitsPerDegree = 1.0
    /// The last column holds binary geometries: shown on the map only.
    var hidesLast = false
    let roles: ColumnRoles
    let decimalMark: CSVDialect.DecimalMark
    /// The reasons, a line each.
    let reasons: [String]
    /// Choices among several possibilities, a line each.
    let notices: [String]

    /// The columns that are shown.
    var columns: Range<Int> { 0..<relation.columns.count - (hidesLast ? 1 : 0) }

    var columnNames: [String] { relation.columns[columns].map(\.name) }

    /// The columns that say where rows are, where they have no coordinates.
    var placeRoles: PlaceRoles? {
        if case .places(let roles) = coordinates { roles } else { nil }
    }

    /// The relation of the FROM clause.
    var from: String { statement.map { "(\($0)\n)" } ?? relation.quotedName }
}

extension SQLiteLayout {
    /// Chooses the columns.
    ///
    /// - Parameter geometry: the geometry columns of `relation` in the metadata.
    init(
        _ database: SQLiteDatabase, _ relation: SQLiteRelation, statement: String? = nil,
        geometry: [SQLiteGeometryColumn] = [], options: ColumnOptions
    ) throws(SourceError) {
        let sample = try SQLiteSample(database, relation, statement: statement)
        let detection = SQLiteColumns(
            relation: relation, sample: sample, geometry: geometry, options: options, path: database.name)
        let found = try detection.detected()
        self.init(
            relation: relation, statement: statement, coordinates: found.coordinates,
            unitsPerDegree: found.unitsPerDegree, roles: found.roles,
            decimalMark: sample.columns.decimalMark(of: found.coordinates.columns), reasons: found.reasons,
            notices: found.notices)
        if statement == nil, relation.columns.count > 1, case .geometry(let column, _) = coordinates,
            sample.binaryColumns.contains(column)
        {
            self = hiding(column)
        }
    }

    /// The same with the column of geometries behind all others, where it is not shown.
    private func hiding(_ column: Int) -> SQLiteLayout {
        guard case .geometry(_, let isVouchedFor) = coordinates else { return self }
        let last = relation.columns.count - 1
        func moved(_ other: Int) -> Int { relation.place(of: other, withLast: column) }
        return SQLiteLayout(
            relation: relation.withLast(column), statement: statement,
            coordinates: .geometry(column: last, isVouchedFor: isVouchedFor), hidesLast: true,
            roles: ColumnRoles(
                label: roles.label.map(moved), id: roles.id.map(moved), searched: roles.searched.map(moved)),
            decimalMark: decimalMark, reasons: reasons, notices: notices)
    }
}
