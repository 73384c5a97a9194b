import RowValues
import Streams

/// The relation to show, where its rows are, and how they are identified and read.
struct PostgreSQLLayout: Sendable {
    let relation: PostgreSQLRelation
    let columns: [PostgreSQLColumn]
    let coordinates: PostgreSQLCoordinates
    let key: PostgreSQLKey
    let roles: ColumnRoles
    /// Choices to report, a line each.
    let notices: [String]

    /// For the statements of `EngineSource`.
    var engine: EngineLayout {
        let places = {
            @Sendable [coordinates] (from: String, others: [EngineStatements.Named], condition: String) in
            coordinates.select(others, from: from, condition)
        }
        let (x, y) = coordinates.direct
        return EngineLayout(
            title: relation.shortTitle, relation: Self.named(relation),
            columns: columns.map(\.engineColumn), x: x, y: y, places: coordinates.isPlain ? nil : places,
            parts: relation.shards.map(Self.named), misjudgesPlaces: coordinates.isMisjudged,
            outline: coordinates.outline, key: key.engineColumns, roles: roles,
            reasons: ["coordinates: \(coordinates.words)", "key: \(key.words)"], notices: notices)
    }

    private static func named(_ relation: PostgreSQLRelation) -> String { "\(relation.sql) AS t" }
}

extension PostgreSQLCoordinates {
    /// Its description in `--columns`.
    fileprivate var words: String {
        let names = columns.map { quoted($0.name) }.joined(separator: " and ")
        switch self {
        case .plain: return "\(names) (latitude and longitude)"
        case .geometry: return "\(names) (PostGIS geometry)"
        case .geography: return "\(names) (PostGIS geography)"
        }
    }
}
