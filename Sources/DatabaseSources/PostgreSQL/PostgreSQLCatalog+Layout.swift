import RowValues
import Streams

extension PostgreSQLCatalog {
    /// Rows that are sampled to find columns of words.
    private static let sampleCount = 100
    /// First rows of which some are sampled to find columns of names and codes.
    private static let spreadCount = 20_000
    /// Letters of a value that are sampled.
    private static let sampleLength = 200

    mutating func layout() throws(Problem) -> PostgreSQLLayout {
        var (relation, meant) = try settledRelation()
        relation.shards = try shards(of: relation)
        let columns = try columns(of: relation, meant)
        guard !columns.isEmpty else { throw .words("\(relation.title) has no columns") }
        let spatial = try spatialColumn(columns)
        let detected = try detected(relation, columns, spatial)
        let coordinates = try coordinates(relation, columns, spatial, detected)
        let key = try key(of: relation, meant, columns, detected)
        let places = detected.places
        let index =
            places != nil
            ? nil
            : try meant.flatMap { (meant) throws(Problem) in
                try missingIndex(relation, meant, coordinates)
            }
        let notices = detected.notices.map(\.description) + otherSpatial(columns, chosen: spatial)
        return PostgreSQLLayout(
            relation: relation, columns: columns, coordinates: coordinates, key: key.key,
            roles: ColumnRoles(label: detected.label, id: detected.id, searched: detected.searched),
            notices: notices + key.notices + (index.map { [$0] } ?? []), places: places)
    }

    // MARK: - Columns

    static func columns(_ meant: Meant) -> SQLStatement {
        var statement = SQLStatement(columnCount: 6)
        let condition = meant.condition(in: &statement)
        statement.text = """
            SELECT c.oid::text, a.attname, a.atttypmod::text, t.typname, format_type(t.oid, NULL), t.typtype = 'd'
            FROM pg_catalog.pg_attribute AS a JOIN pg_catalog.pg_class AS c ON c.oid = a.attrelid
            JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
            JOIN pg_catalog.pg_type AS t ON t.oid = a.atttypid
            WHERE \(condition) AND a.attnum > 0 AND NOT a.attisdropped ORDER BY c.oid, a.attnum
            """
        return statement
    }

    private func columns(
        of relation: PostgreSQLRelation, _ meant: Meant?
    ) throws(Problem) -> [PostgreSQLColumn] {
        guard let meant, let oid = relation.oid else { return try columns(ofSelect: relation) }
        let rows = try run(Self.columns(meant))
        let own = (0..<rows.count).filter { rows[$0, 0] == "\(oid)" }
        // What a domain is made of, through all domains between, is said with its values.
        if own.contains(where: { rows[$0, 5] == "t" }) { return try columns(ofSelect: relation) }
        return own.map { row in
            PostgreSQLColumn(
                name: rows[row, 1] ?? "", type: rows[row, 3] ?? "text", typeTitle: rows[row, 4] ?? "text",
                modifier: rows[row, 2].flatMap { Int32($0) } ?? -1)
        }
    }

    /// The server alone knows the columns of a statement.
    private func columns(ofSelect relation: PostgreSQLRelation) throws(Problem) -> [PostgreSQLColumn] {
        let head = try run(SQLStatement("SELECT * FROM \(relation.sql) AS t LIMIT 0")).columns
        var statement = SQLStatement(columnCount: 3)
        let types = statement.bind(
            SQLStatement.array(Set(head.map(\.type)).sorted().map { "\($0)" }), as: "oid[]")
        statement.text = """
            SELECT oid::text, typname, format_type(oid, NULL) FROM pg_catalog.pg_type WHERE oid = ANY(\(types))
            """
        let rows = try run(statement)
        var names: [String: (String, String)] = [:]
        for row in 0..<rows.count { names[rows[row, 0] ?? ""] = (rows[row, 1] ?? "", rows[row, 2] ?? "") }
        return head.map { column in
            let type = names["\(column.type)"] ?? ("text", "text")
            return PostgreSQLColumn(
                name: column.name, type: type.0, typeTitle: type.1, modifier: column.modifier)
        }
    }

    /// - Parameter isSpread: rows of any order among many first ones.
    private func sample(
        _ relation: PostgreSQLRelation, _ columns: [PostgreSQLColumn], isSpread: Bool
    ) throws(Problem) -> [[[UInt8]]] {
        let values = columns.map { column in
            column.isSpatial || column.type == "bytea"
                ? "NULL::text" : "left(\(column.quoted)::text, \(Self.sampleLength))"
        }
        let from =
            isSpread
            ? "(SELECT * FROM \(relation.sql) AS t LIMIT \(Self.spreadCount)) AS t ORDER BY md5(t::text)"
            : "\(relation.sql) AS t"
        let rows = try run(
            SQLStatement(
                "SELECT \(values.joined(separator: ", ")) FROM \(from) LIMIT \(Self.sampleCount)",
                columnCount: columns.count))
        return (0..<rows.count).map { row in
            columns.indices.map { Array((rows[row, $0] ?? "").utf8) }
        }
    }

    // MARK: - Where rows are

    /// The geometry or geography: the one that `--latlon` names, else one of the usual names, else the first;
    /// nil when the user names other columns.
    private func spatialColumn(_ columns: [PostgreSQLColumn]) throws(Problem) -> PostgreSQLColumn? {
        if let asked = options.columns.combined {
            let found = columns.first { $0.isSpatial && $0.name == asked }
            guard let found else {
                throw .words(
                    "--latlon \(SQLText.named(asked)): no column of type geometry or geography of that name "
                        + "(expected one, or --lat and --lon)")
            }
            return found
        }
        guard options.columns.latitude == nil, options.columns.longitude == nil else { return nil }
        let spatial = columns.filter(\.isSpatial)
        let usual = ColumnNames(spatial.map(\.name)).columns(named: ColumnNames.geometries).first
        return usual.map { spatial[$0] } ?? spatial.first
    }

    private func otherSpatial(_ columns: [PostgreSQLColumn], chosen: PostgreSQLColumn?) -> [String] {
        let others = columns.filter { $0.isSpatial && $0 != chosen }.map { SQLText.named($0.name) }
        guard let chosen, !others.isEmpty else { return [] }
        return [
            "coordinates from \(SQLText.named(chosen.name)); other candidates: "
                + "\(SQLText.list(others, limit: Self.titleLimit)) (choose with --latlon)"
        ]
    }

    private func detected(
        _ relation: PostgreSQLRelation, _ columns: [PostgreSQLColumn], _ spatial: PostgreSQLColumn?
    ) throws(Problem) -> DetectedColumns {
        do throws(Problem) {
            return try ColumnDetection.detected(
                columns.map(\.name), options.columns, hasPlaces: spatial != nil,
                wrap: { .columns($0, table: relation.title) }
            ) { isSpread throws(Problem) in try sample(relation, columns, isSpread: isSpread) }
        } catch {
            if case .columns = error, let point = columns.first(where: { $0.type == "point" }) {
                throw .words(
                    "column \(SQLText.named(point.name)) has type point, which is not supported (expected "
                        + "geometry, geography, or numbers, as by --sql 'SELECT p[0] AS lon, p[1] AS lat, …')"
                )
            }
            throw error
        }
    }

    private func coordinates(
        _ relation: PostgreSQLRelation, _ columns: [PostgreSQLColumn], _ spatial: PostgreSQLColumn?,
        _ detected: DetectedColumns
    ) throws(Problem) -> PostgreSQLCoordinates {
        if let spatial {
            if spatial.type == "geography" { return .geography(spatial) }
            return .geometry(spatial, systems: try systems(of: spatial, in: relation))
        }
        if detected.placeRoles != nil { return PostgreSQLPlaces.coordinates }
        guard case .pair(let latitude, let longitude) = detected.coordinates else {
            throw .words(
                "\(relation.title): one column with both coordinates is not supported (use --lat and --lon)")
        }
        for column in [columns[latitude], columns[longitude]] where !column.isNumber && !column.isText {
            throw .words(
                "column \(SQLText.named(column.name)) has type \(printable(column.typeTitle, limit: 48)) "
                    + "(expected numbers in degrees)")
        }
        return .plain(latitude: columns[latitude], longitude: columns[longitude])
    }

    /// The reference systems of a geometry: those that the column declares, else those of its first rows.
    private func systems(
        of column: PostgreSQLColumn, in relation: PostgreSQLRelation
    ) throws(Problem) -> [Int] {
        if let declared = column.declaredSRID { return [declared] }
        let rows = try run(
            SQLStatement(
                """
                SELECT DISTINCT s FROM (SELECT ST_SRID(\(column.quoted)) AS s FROM \(relation.sql) AS t
                WHERE \(column.quoted) IS NOT NULL LIMIT 1000) AS t ORDER BY s
                """, columnCount: 1))
        return (0..<rows.count).compactMap { rows.int($0, 0) }
    }
}
