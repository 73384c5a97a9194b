import RowValues
import MapModel
import Streams

/// What is read, how its rows are found again, and where they are.
struct DuckDBLayout: Sendable {
    /// The rows of one file, or of a table.
    struct Part: Sendable, Equatable {
        let rowCount: Int
        /// The number of the first row where each row has the next one; nil for a table with gaps.
        let firstKey: Int?
    }

    let relation: DuckDBRelation
    let columns: [DuckDBColumn]
    let place: DuckDBPlace
    let roles: ColumnRoles
    let reasons: [String]
    let notices: [String]
    /// The coordinate system of the geometries, if it is not that of degrees on WGS 84: only a load converts them.
    let system: String?
    let parts: [Part]
    /// The files as they were.
    let identities: [FileIdentity?]

    init(
        relation: DuckDBRelation, columns: [DuckDBColumn], place: DuckDBPlace, found: DuckDBColumns.Found,
        parts: [Part], identities: [FileIdentity?]
    ) {
        (self.relation, self.columns, self.place, self.parts) = (relation, columns, place, parts)
        (roles, reasons, notices) = (found.roles, found.reasons, found.notices)
        system = found.system
        self.identities = identities
    }

    /// Refuses what a database cannot answer: views of geometries that are not in degrees.
    func checkViews(of name: String) throws(SourceError) {
        if let system { throw .refused(name: name, words: DuckDBColumns.refusal(system)) }
    }

    var rowCount: Int { parts.reduce(0) { $0 + $1.rowCount } }

    /// The columns that say where rows are without coordinates; nil where there are coordinates.
    var placeRoles: PlaceRoles? {
        if case .places(let roles, _) = place { roles } else { nil }
    }

    /// For the statements of `EngineSource`.
    ///
    /// - Parameter placed: where rows without coordinates are.
    func engine(_ placed: EnginePlaces?) -> EngineLayout {
        let axes = place.axes
        let base = place.binary.map {
            DuckDBPlace.decoding($0, of: relation.sql, keys: relation.keys)
        }
        let own = columns.map(\.engineColumn)
        return EngineLayout(
            title: relation.title, relation: placed?.relation ?? base ?? relation.sql,
            columns: placed?.allColumns(own, numberType: "DOUBLE", textType: "VARCHAR", sql: { $0 }) ?? own,
            x: axes.x, y: axes.y, boxCondition: place.boxCondition, placed: placed, key: relation.keyColumns,
            roles: roles, reasons: reasons, notices: notices)
    }
}
