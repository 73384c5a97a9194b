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
    /// The columns that say where rows are without coordinates, and why; nil where there are coordinates.
    var places: DetectedPlaces?
    /// What the values of these columns mean.
    var placed: EnginePlaces?

    /// For the statements of `EngineSource`.
    var engine: EngineLayout {
        let places = {
            @Sendable [coordinates] (from: String, others: [EngineStatements.Named], condition: String) in
            coordinates.select(others, from: from, condition)
        }
        let (x, y) = coordinates.direct
        let own = columns.map(\.engineColumn)
        return EngineLayout(
            title: relation.shortTitle, relation: placed?.relation ?? Self.named(relation),
            columns: placed.map(allColumns) ?? own, x: x, y: y,
            places: coordinates.isPlain ? nil : places,
            parts: placed?.parts ?? relation.shards.map(Self.named),
            placed: placed, misjudgesPlaces: coordinates.isMisjudged || placed != nil,
            outline: coordinates.outline, key: key.engineColumns, roles: roles,
            reasons: (self.places?.reasons ?? ["coordinates: \(coordinates.words)"]) + ["key: \(key.words)"],
            notices: notices)
    }

    private func allColumns(_ placed: EnginePlaces) -> [EngineColumn] {
        placed.allColumns(
            columns.map(\.engineColumn), numberType: "float8", textType: "text",
            sql: PostgreSQLPlaces.column)
    }

    /// What is asked to find the places of rows without coordinates.
    func asked(_ roles: PlaceRoles) -> EnginePlaces.Asked {
        EnginePlaces.Asked(
            title: relation.shortTitle, columns: columns.map(\.engineColumn), roles: roles,
            bases: ([relation] + relation.shards).map(Self.named), dialect: PostgreSQLDialect())
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
