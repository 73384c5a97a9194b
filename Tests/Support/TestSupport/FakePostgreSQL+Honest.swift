import Foundation

extension FakePostgreSQL.Kind {
    package init(_ statement: String) {
        let marks: [(String, Self)] = [
            ("SET ", .set), ("width_bucket", .clusters), ("asin(", .near), ("ILIKE", .matches),
            ("sum(CASE", .summary), ("SELECT tm_k0, tm_x, tm_y\nFROM", .rows), ("indisprimary", .key),
            ("pg_catalog.pg_am", .index), ("atttypmod", .columns), ("pg_catalog.pg_class", .relation),
            ("pg_catalog.pg_type", .types),
            ("LIMIT 0", .head), ("LIMIT 100", .sample), ("left(", .labels), ("= ANY(", .values),
        ]
        self = marks.first { statement.contains($0.0) }?.1 ?? .set
    }

    /// What an honest server answers.
    package var honest: FakePostgreSQL.Rows {
        let table: (columns: [(String, UInt32)], rows: [[String?]]) =
            switch self {
            case .set: ([], [])
            case .relation:
                (
                    [
                        ("oid", 25), ("nspname", 19), ("relname", 19), ("relkind", 18), ("reltuples", 701),
                        ("v", 16),
                    ],
                    [["16384", "public", "places", "r", "3", "t"]]
                )
            case .columns:
                (
                    [
                        ("oid", 25), ("attname", 19), ("atttypmod", 25), ("typname", 19),
                        ("format_type", 25), ("domain", 16),
                    ],
                    [
                        ["16384", "id", "-1", "int4", "integer", "f"],
                        ["16384", "name", "-1", "text", "text", "f"],
                        ["16384", "lat", "-1", "float8", "double precision", "f"],
                        ["16384", "lon", "-1", "float8", "double precision", "f"],
                    ]
                )
            case .head: ([("id", 23), ("name", 25), ("lat", 701), ("lon", 701)], [])
            case .types:
                (
                    [("oid", 25), ("typname", 19), ("format_type", 25)],
                    [
                        ["23", "int4", "integer"], ["25", "text", "text"],
                        ["701", "float8", "double precision"],
                    ]
                )
            case .sample:
                (
                    [("left", 25), ("left", 25), ("left", 25), ("left", 25)],
                    [["1", "Alpha", "1", "2"], ["2", "Beta", "3", "4"], ["3", "Gamma", "5", "6"]]
                )
            case .key:
                (
                    [
                        ("indkey", 25), ("attnum", 25), ("attname", 19), ("typname", 19),
                        ("format_type", 25), ("oid", 25),
                    ],
                    [["1", "1", "id", "int4", "integer", "16384"]]
                )
            case .index:
                (
                    [("amname", 19), ("attname", 19), ("first", 16), ("oid", 25)],
                    [["btree", "lat", "t", "16384"]]
                )
            case .summary:
                (
                    [("count", 20), ("count", 20), ("min", 701), ("min", 701), ("max", 701), ("max", 701)],
                    [["3", "3", "1", "2", "5", "6"]]
                )
            case .rows:
                (
                    [("tm_k0", 25), ("tm_x", 701), ("tm_y", 701)],
                    [["1", "2", "1"], ["2", "4", "3"], ["3", "6", "5"]]
                )
            case .clusters:
                (
                    [("c", 23), ("r", 23), ("count", 20), ("avg", 701), ("avg", 701)],
                    [["1", "1", "2", "3", "2"], ["2", "1", "1", "6", "5"]]
                )
            case .near, .matches:
                (
                    [("k0", 25), ("x", 701), ("y", 701)],
                    [["1", "2", "1"], ["2", "4", "3"], ["3", "6", "5"]]
                )
            case .labels:
                ([("k0", 25), ("label", 25)], [["1", "Alpha"], ["2", "Beta"], ["3", "Gamma"]])
            case .values:
                (
                    [("k0", 25), ("id", 25), ("name", 25), ("lat", 25), ("lon", 25)],
                    [
                        ["1", "1", "Alpha", "1", "2"], ["2", "2", "Beta", "3", "4"],
                        ["3", "3", "Gamma", "5", "6"],
                    ]
                )
            }
        return FakePostgreSQL.Rows(
            columns: table.columns.map { FakePostgreSQL.Column(name: $0.0, type: $0.1) },
            rows: table.rows.map { $0.map { $0.map { Array($0.utf8) } } })
    }
}

extension FakePostgreSQL.Rows {
    /// No more rows than the statement asks for.
    package func limited(by statement: String) -> FakePostgreSQL.Rows {
        guard let mark = statement.range(of: "\nLIMIT ", options: .backwards),
            let limit = Int(statement[mark.upperBound...])
        else { return self }
        return FakePostgreSQL.Rows(columns: columns, rows: Array(rows.prefix(limit)))
    }
}
