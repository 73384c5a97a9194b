import RowValues
import Streams

/// Finds what to read: the table, its columns, and where its rows are.
struct DuckDBCatalog {
    let session: DuckDBSession
    let data: DuckDBData
    let isCancelled: () -> Bool

    private static let sampleCount = 200
    /// First rows of which some are sampled to find columns of names and codes.
    private static let spreadCount = 200_000
    /// Letters of a value that are sampled; a geometry is sampled as a whole.
    private static let sampleLength = 256
    private static let geometryLength = 20_000

    func refused(_ words: String) -> SourceError { .refused(name: data.name, words: words) }

    func rows(_ select: String, columnCount: Int) throws(SourceError) -> SQLRows {
        try session.rows(select, columnCount: columnCount, isCancelled: isCancelled)
    }

    /// What is read of the files or the database.
    func layout() throws(SourceError) -> DuckDBLayout {
        for macro in DuckDBPlace.macros { try session.prepare(macro, isCancelled: isCancelled) }
        let relation = try relation()
        let columns = try columns(of: relation)
        let geometry = try DuckDBGeometryColumn(self, columns)
        let found = try found(relation, columns, geometry)
        let place = try checked(found.place, relation)
        return DuckDBLayout(
            relation: relation, columns: columns, place: place, found: found,
            parts: try parts(of: relation), identities: data.identities)
    }

    /// Coordinates by the first rows, else names and codes by rows from all over the table, since the first ones may all be
    /// empty or of one town.
    private func found(
        _ relation: DuckDBRelation, _ columns: [DuckDBColumn], _ geometry: DuckDBGeometryColumn
    ) throws(SourceError) -> DuckDBColumns.Found {
        func found(_ options: ColumnOptions, isSpread: Bool) throws(SourceError) -> DuckDBColumns.Found {
            try DuckDBColumns(
                columns: columns, sample: sample(relation, columns, isSpread: isSpread), geometry: geometry,
                options: options, name: data.name
            ).detected()
        }
        let options = data.options.columns
        guard let places = options.places else { return try found(options, isSpread: false) }
        if !places.isAsked, let found = try? found(options.forCoordinates, isSpread: false) { return found }
        return try found(options, isSpread: true)
    }

    // MARK: - What is shown

    private func relation() throws(SourceError) -> DuckDBRelation {
        let asked = try choice.asked(table: data.options.table, sql: data.options.sql)
        if case .statement(let sql) = asked {
            return try copy(
                of: "SELECT * FROM query(\(DuckDBSQL.literal(sql)))", title: EngineLayout.statementTitle)
        }
        guard case .files(let paths) = data.content else { return try table(asked) }
        guard asked == nil else { throw refused("is not a database (--table chooses a table of one)") }
        return DuckDBRelation(
            files: paths, title: paths.count == 1 ? data.name : "\(grouped(paths.count)) files")
    }

    private var choice: TableChoice<SourceError> { TableChoice(refused: refused) }

    private func copy(of select: String, title: String) throws(SourceError) -> DuckDBRelation {
        let (relation, statement) = DuckDBRelation.copy(of: select, title: title)
        try session.prepare(statement, isCancelled: isCancelled)
        return relation
    }

    /// A table or view, and whether its columns show that it has coordinates.
    private struct Candidate {
        let schema: String
        let name: String
        let isView: Bool
        var columns: [(name: String, type: String)]

        var title: String { schema == "main" ? name : "\(schema).\(name)" }
        var words: TableWords { (title, nil) }

        var hasCoordinates: Bool {
            let all = DuckDBColumn.all(columns)
            let isGeometry = all.contains { if case .geometry = $0.type { true } else { false } }
            return isGeometry || ColumnNames(all.map(\.name)).coordinatePairs().first != nil
        }
    }

    private func candidates() throws(SourceError) -> [Candidate] {
        let found = try rows(
            """
            SELECT c.schema_name, c.table_name, v.view_name IS NOT NULL, c.column_name, c.data_type
            FROM duckdb_columns() AS c LEFT JOIN duckdb_views() AS v
            ON v.database_name = c.database_name AND v.schema_name = c.schema_name AND v.view_name = c.table_name
            WHERE c.database_name = current_database() AND NOT c.internal
            ORDER BY c.schema_name, c.table_name, c.column_index
            """, columnCount: 5)
        var candidates: [Candidate] = []
        for row in 0..<found.count {
            let (schema, name) = (found[row, 0] ?? "", found[row, 1] ?? "")
            if candidates.last?.schema != schema || candidates.last?.name != name {
                candidates.append(
                    Candidate(schema: schema, name: name, isView: found[row, 2] == "true", columns: []))
            }
            candidates[candidates.count - 1].columns.append((found[row, 3] ?? "", found[row, 4] ?? ""))
        }
        return candidates
    }

    private func table(_ asked: AskedTable?) throws(SourceError) -> DuckDBRelation {
        let all = try candidates()
        if case .name(let name) = asked {
            let found =
                all.first { $0.schema == "main" && $0.name == name }
                ?? all.first { $0.title == name } ?? all.first { $0.name == name }
            guard let found else { throw try choice.missing(name, of: all, words: \.words) }
            return try relation(found)
        }
        guard !all.isEmpty else { throw refused("contains no tables") }
        let only = try choice.only(all.filter(\.hasCoordinates), isView: \.isView, words: \.words)
        guard let only = only ?? (all.count == 1 ? all.first : nil) else {
            throw try choice.nonePlaced(of: all, words: \.words)
        }
        return try relation(only)
    }

    private func relation(_ candidate: Candidate) throws(SourceError) -> DuckDBRelation {
        let table = DuckDBRelation(schema: candidate.schema, table: candidate.name)
        return candidate.isView ? try copy(of: "SELECT * FROM \(table.sql)", title: table.title) : table
    }

    // MARK: - Columns and values

    private func columns(of relation: DuckDBRelation) throws(SourceError) -> [DuckDBColumn] {
        let found = try rows(
            "SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM \(relation.sql))", columnCount: 2)
        guard found.count > 0 else { throw refused("has no columns") }
        return DuckDBColumn.all((0..<found.count).map { (found[$0, 0] ?? "", found[$0, 1] ?? "") })
    }

    /// - Parameter isSpread: rows of any order among many first ones.
    private func sample(
        _ relation: DuckDBRelation, _ columns: [DuckDBColumn], isSpread: Bool
    ) throws(SourceError) -> ColumnSample {
        let dialect = DuckDBDialect()
        let values = columns.map { column in
            if let binary = column.binary {
                return "CASE WHEN octet_length(\(binary)) <= \(Self.geometryLength) THEN hex(\(binary)) END"
            }
            return "left(\(dialect.text(of: column.engineColumn)), \(Self.sampleLength))"
        }
        let from =
            isSpread
            ? "(SELECT * FROM \(relation.sql) LIMIT \(Self.spreadCount)) AS tm_s ORDER BY hash(tm_s)"
            : relation.sql
        let found = try rows(
            "SELECT \(values.joined(separator: ", ")) FROM \(from) LIMIT \(Self.sampleCount)",
            columnCount: columns.count)
        return ColumnSample(
            records: (0..<found.count).map { row in
                columns.indices.map { Array((found[row, $0] ?? "").utf8) }
            })
    }

    // MARK: - Rows

    /// Boxes are used only where each geometry has one.
    private func checked(_ place: DuckDBPlace, _ relation: DuckDBRelation) throws(SourceError) -> DuckDBPlace
    {
        guard case .binary(let column, let box?) = place else { return place }
        let isMissing = box.columns.map { "\($0) IS NULL" }.joined(separator: " OR ")
        let found = try rows(
            "SELECT 1 FROM \(relation.sql) WHERE (\(isMissing)) AND \(column.sql) IS NOT NULL LIMIT 1",
            columnCount: 1)
        return found.count == 0 ? place : .binary(column, box: nil)
    }

    /// How many rows each file has, or the table.
    private func parts(of relation: DuckDBRelation) throws(SourceError) -> [DuckDBLayout.Part] {
        if case .files(let paths) = data.content, !relation.isCopy {
            let found = try rows(
                "SELECT file_name, num_rows FROM parquet_file_metadata(\(DuckDBSQL.list(paths)))",
                columnCount: 2)
            var counts: [String: Int] = [:]
            for row in 0..<found.count { counts[found[row, 0] ?? ""] = found.rowCount(row, 1) }
            return try paths.map { path throws(SourceError) in
                guard let count = counts[path] else {
                    throw refused("unexpected answer of duckdb (no row count)")
                }
                return DuckDBLayout.Part(rowCount: count, firstKey: 0)
            }
        }
        let found = try rows("SELECT count(*), min(rowid), max(rowid) FROM \(relation.sql)", columnCount: 3)
        guard let count = found.rowCount(0, 0) else {
            throw refused("unexpected answer of duckdb (no row count)")
        }
        let (first, last) = (found.int(0, 1) ?? 0, found.int(0, 2) ?? -1)
        return [DuckDBLayout.Part(rowCount: count, firstKey: last - first + 1 == count ? first : nil)]
    }
}
