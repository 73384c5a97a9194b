import RowValues
import MapModel
import Streams

extension ClickHouseCatalog {
    /// Rows that are sampled to find columns of words, and letters of each value.
    private static let sampleCount = 100
    private static let sampleLength = 200
    /// First rows of which some are sampled to find columns of names and codes.
    private static let spreadCount = 200_000

    func layout() throws(SourceError) -> EngineLayout {
        let relation = try relation()
        let columns = try columns(of: relation)
        guard !columns.isEmpty else { throw refused("\(relation.title) has no columns") }
        // Names of the statements begin so, and would be taken for these columns.
        if let column = columns.first(where: { $0.name.hasPrefix("tm_") }) {
            throw refused(
                "column \(quoted(column.name)): names that begin with tm_ are not supported (rename it by --sql)"
            )
        }
        let pair = try pairColumn(columns)
        let detected = try detected(relation, columns, pair)
        let placed = try placed(relation, columns, detected)
        let place = try place(relation, columns, pair, detected)
        let sorting = try sortingColumns(relation)
        var key = key(columns, place, sorting, detected)
        if key.isEmpty, let placed { key = placed.columns }
        let parts = key.map { quoted($0.name) }.joined(separator: ", ")
        let isNamed = detected.id != nil
        let own = columns.map(\.engineColumn)
        return EngineLayout(
            title: relation.title, relation: placed?.relation ?? relation.sql,
            columns: placed?.allColumns(own, numberType: "Float64", textType: "String", sql: { $0 }) ?? own,
            x: place.x, y: place.y, boxCondition: place.boxCondition, placed: placed, key: key,
            roles: ColumnRoles(label: detected.label, id: detected.id, searched: detected.searched),
            reasons: place.reasons + ["rows are identified by \(parts)"],
            notices: detected.notices.map(\.description)
                + (isNamed
                    ? []
                    : ["\(printable(relation.title)): rows are identified by \(parts) (set a key with --id)"])
        )
    }

    private func columns(of relation: Relation) throws(SourceError) -> [ClickHouseColumn] {
        let select = relation.table == nil ? "(SELECT * FROM \(relation.sql))" : relation.sql
        let found = try run("DESCRIBE TABLE \(select)", columnCount: nil)
        guard found.columns.count >= 3 else { throw refused("unexpected answer: no columns") }
        return (0..<found.count).compactMap { row in
            let column = ClickHouseColumn(found[row, 0] ?? "", found[row, 1] ?? "")
            return column.parsed.isReadable && found[row, 2] != "EPHEMERAL" ? column : nil
        }
    }

    /// - Parameter isSpread: rows of any order among many first ones.
    private func sample(
        _ relation: Relation, _ columns: [ClickHouseColumn], isSpread: Bool
    ) throws(SourceError) -> [[[UInt8]]] {
        let dialect = ClickHouseDialect()
        let values = columns.map {
            dialect.start(of: dialect.text(of: $0.engineColumn), Self.sampleLength)
        }
        let all = columns.map { dialect.quoted($0.name) }.joined(separator: ", ")
        let hash = "cityHash64(\(values.map { "ifNull(\($0), '')" }.joined(separator: ", ")))"
        let from =
            isSpread
            ? "(SELECT \(all) FROM \(relation.sql) LIMIT \(Self.spreadCount)) AS t ORDER BY \(hash)"
            : relation.sql
        let rows = try run(
            "SELECT \(values.joined(separator: ", ")) FROM \(from) LIMIT \(Self.sampleCount)",
            columnCount: columns.count)
        return (0..<rows.count).map { row in columns.indices.map { Array((rows[row, $0] ?? "").utf8) } }
    }

    // MARK: - Where rows are

    /// The column of points: the one that `--latlon` names, else a Point, else a tuple of two numbers where no two
    /// columns are named like coordinates.
    private func pairColumn(_ columns: [ClickHouseColumn]) throws(SourceError) -> ClickHouseColumn? {
        if let asked = options.columns.combined {
            guard let found = columns.first(where: { $0.name == asked && $0.parsed.pair != nil }) else {
                throw refused(
                    "--latlon \(quoted(asked)): no column of type Point or Tuple of two numbers of that name")
            }
            return found
        }
        guard options.columns.latitude == nil, options.columns.longitude == nil else { return nil }
        if let point = columns.first(where: { $0.parsed.pair?.isPoint == true }) { return point }
        guard ColumnNames(columns.map(\.name)).coordinatePairs().first == nil else { return nil }
        return columns.first { $0.parsed.pair != nil }
    }

    private func detected(
        _ relation: Relation, _ columns: [ClickHouseColumn], _ pair: ClickHouseColumn?
    ) throws(SourceError) -> DetectedColumns {
        try ColumnDetection.detected(
            columns.map(\.name), options.columns, hasPlaces: pair != nil, wrap: { refused("\($0)") }
        ) { isSpread throws(SourceError) in try sample(relation, columns, isSpread: isSpread) }
    }

    private func place(
        _ relation: Relation, _ columns: [ClickHouseColumn], _ pair: ClickHouseColumn?,
        _ detected: DetectedColumns
    ) throws(SourceError) -> ClickHousePlace {
        if let pair, let parsed = pair.parsed.pair {
            return ClickHousePlace(pair, isLatitudeFirst: parsed.isLatitudeFirst != options.columns.isSwapped)
        }
        if let places = detected.places { return ClickHousePlace(reasons: places.reasons) }
        guard case .pair(let latitude, let longitude) = detected.coordinates else {
            throw refused(
                "\(relation.title): one column with both coordinates is not supported (use --lat and --lon)")
        }
        for column in [columns[latitude], columns[longitude]]
        where !column.parsed.isNumber && !column.parsed.isText {
            throw refused(
                "column \(quoted(column.name)) has type \(printable(column.type, limit: 48)) "
                    + "(expected numbers in degrees)")
        }
        return ClickHousePlace(latitude: columns[latitude], longitude: columns[longitude])
    }

    // MARK: - Keys

    /// The columns by which the rows are sorted on disk; of a distributed table those of the table on this server.
    private func sortingColumns(_ relation: Relation) throws(SourceError) -> Set<String> {
        guard let table = relation.table else { return [] }
        let dialect = ClickHouseDialect()
        let names = [(table.database, table.name)] + (table.parts.map { [($0.database, $0.name)] } ?? [])
        let tests = names.map {
            "(database = \(dialect.literal($0.0)) AND table = \(dialect.literal($0.1)))"
        }
        do throws(SourceError) {
            let found = try run(
                """
                SELECT DISTINCT name FROM system.columns
                WHERE is_in_sorting_key = 1 AND (\(tests.joined(separator: " OR ")))
                """, columnCount: 1)
            return Set((0..<found.count).compactMap { found[$0, 0] })
        } catch {
            // Older servers do not say it.
            if error == .cancelled { throw error }
            return []
        }
    }

    /// No key of ClickHouse is unique. Rows are found fast by what they are sorted by, and identified by their id, or
    /// their label.
    private func key(
        _ columns: [ClickHouseColumn], _ place: ClickHousePlace, _ sorting: Set<String>,
        _ detected: DetectedColumns
    ) -> [EngineColumn] {
        var parts = columns.filter { sorting.contains($0.name) && $0.parsed.isScalar }
        let others = place.keys + [detected.id ?? detected.label].compactMap { $0.map { columns[$0] } }
        for column in others where !parts.contains(column) { parts.append(column) }
        return parts.map { column in
            if column.parsed.isScalar { return column.engineColumn }
            return EngineColumn(
                name: column.name, type: "String", kind: .text, fieldKind: .text,
                sql: ClickHouseDialect().text(of: column.engineColumn))
        }
    }
}
