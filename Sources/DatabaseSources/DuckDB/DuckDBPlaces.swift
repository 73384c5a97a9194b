/// Places that rows without coordinates get by a join, in SQL.
enum DuckDBPlaces {
    /// A relation with the places of its rows.
    static func join(_ columns: [EngineColumn], _ base: String, _ listed: EnginePlaces.Listed) -> String {
        func texts(_ values: [String]) -> String { "unnest(CAST(\(DuckDBSQL.list(values)) AS VARCHAR[]))" }
        func numbers(_ values: [Double]) -> String {
            "unnest(CAST([\(values.map { DuckDBSQL.literal($0) }.joined(separator: ", "))] AS DOUBLE[]))"
        }
        let lists =
            listed.values.map(texts) + [numbers(listed.latitudes), numbers(listed.longitudes)]
            + listed.texts.map(texts)
        let keys = columns.indices.map(EnginePlaces.valueName)
        let named = zip(lists, keys + EnginePlaces.names).map { "\($0) AS \($1)" }
        let tests = zip(columns, keys).map { column, name in
            "\(EnginePlaces.text(column, DuckDBDialect())) = \(name)"
        }
        return "\(base) LEFT JOIN (SELECT \(named.joined(separator: ",\n"))) AS tm_w\n"
            + "ON \(tests.joined(separator: " AND "))"
    }
}
