import RowValues
import Rows
import Streams

/// Places that rows without coordinates get by a join, in SQL.
enum PostgreSQLPlaces {
    private static let alias = "tm_w"

    /// What statements call a column of places.
    static func column(_ name: String) -> String { "\(alias).\(name)" }

    /// The columns of latitude and longitude.
    static var coordinates: PostgreSQLCoordinates {
        func column(_ name: String) -> PostgreSQLColumn {
            PostgreSQLColumn(
                name: name, type: "float8", typeTitle: "double precision", modifier: -1, alias: alias)
        }
        return .plain(
            latitude: column(EnginePlaces.names[0]), longitude: column(EnginePlaces.names[1]))
    }

    /// A relation with the places of its rows: arrays take a third of the time of a list of VALUES.
    static func join(_ columns: [EngineColumn], _ base: String, _ listed: EnginePlaces.Listed) -> String {
        func texts(_ values: [String]) -> String {
            "\(PostgreSQLLiteral.sql(SQLStatement.array(values)))::text[]"
        }
        func numbers(_ values: [Double]) -> String {
            "'{\(values.map { "\($0)" }.joined(separator: ","))}'::float8[]"
        }
        let arrays =
            listed.values.map(texts) + [numbers(listed.latitudes), numbers(listed.longitudes)]
            + listed.texts.map(texts)
        let names = columns.indices.map(EnginePlaces.valueName)
        let tests = zip(columns, names).map { column, name in
            "\(EnginePlaces.text(column, PostgreSQLDialect())) = \(alias).\(name)"
        }
        return """
            \(base) LEFT JOIN unnest(\(arrays.joined(separator: ", ")))
            AS \(alias)(\((names + EnginePlaces.names).joined(separator: ", "))) ON \(tests.joined(separator: " AND "))
            """
    }
}

extension PostgreSQLLayout {
    /// The same with the places of rows, where names and codes say where they are.
    func placed(
        by placer: CombinationPlacer?, name: String, _ isCancelled: () -> Bool,
        run: (_ sql: String, _ columnCount: Int) throws(SourceError) -> SQLRows
    ) throws(SourceError) -> PostgreSQLLayout {
        guard let places, let placer else { return self }
        var layout = self
        let asked = asked(places.roles)
        layout.placed = try EnginePlaces(
            asked, placer, name: name,
            join: { [columns = asked.combined(placer)] base, listed in
                PostgreSQLPlaces.join(columns, base, listed)
            }, isCancelled: isCancelled, run: run)
        return layout
    }
}
