import RowValues
import SQLiteFiles
import Streams

/// Chooses what to read from a database: the user's statement or table, else the only table with coordinates.
struct SQLiteChoice {
    let database: SQLiteDatabase
    let options: SQLiteOptions
    let schema: SQLiteSchema

    /// The most tables that are sampled because their names reveal nothing.
    private static let lookLimit = 50
    private static let countTimeout: Duration = .milliseconds(50)

    /// The layout of what is read, and the schema that contains it.
    static func settle(
        _ database: SQLiteDatabase, options: SQLiteOptions
    ) throws(SourceError) -> (layout: SQLiteLayout, schema: SQLiteSchema) {
        let schema = try SQLiteSchema(database)
        let choice = SQLiteChoice(database: database, options: options, schema: schema)
        return (try choice.layout(), schema)
    }

    private func layout() throws(SourceError) -> SQLiteLayout {
        let asked = try choice.asked(table: options.table, sql: options.sql)
        if case .statement(let sql) = asked { return try layout(of: sql) }
        if case .name(let name) = asked {
            guard let relation = schema.relation(named: name) else {
                if schema.unreadable.contains(where: { SQLiteSchema.folded($0) == SQLiteSchema.folded(name) })
                {
                    throw database.refused(
                        "\(quoted(name)) cannot be read: a view of missing tables, or a virtual table of a module "
                            + "that is not available (found \(try choice.list(schema.relations, words)))")
                }
                throw try choice.missing(name, of: schema.relations, words: words)
            }
            return try layout(of: relation)
        }
        guard let first = schema.relations.first else { throw database.refused("contains no tables") }
        if let only = try only(schema.relations.filter(isTelling)) { return try layout(of: only) }
        if schema.relations.count == 1 { return try layout(of: first) }
        return try layoutByValues()
    }

    private var choice: TableChoice<SourceError> { TableChoice(refused: database.refused) }

    private func only(_ placed: [SQLiteRelation]) throws(SourceError) -> SQLiteRelation? {
        try choice.only(placed, isView: { $0.kind == .view }, words: words)
    }

    /// Whether names and metadata alone show that there are coordinates.
    private func isTelling(_ relation: SQLiteRelation) -> Bool {
        let names = ColumnNames(relation.columns.map(\.name))
        let asked = [
            options.columns.latitude, options.columns.longitude, options.columns.combined,
            options.columns.geometry,
        ].compactMap(\.self)
        if !asked.isEmpty { return asked.allSatisfy { !names.columns(asked: $0).isEmpty } }
        return relation.kind == .boxes || !schema.geometryColumns(of: relation).isEmpty
            || !names.coordinatePairs().isEmpty
    }

    private func layoutByValues() throws(SourceError) -> SQLiteLayout {
        let likely = schema.relations.filter { relation in
            let names = ColumnNames(relation.columns.map(\.name))
            return !names.columns(named: ColumnNames.combined + ColumnNames.geometries).isEmpty
        }
        var found: [SQLiteLayout] = []
        for relation in likely.prefix(Self.lookLimit) {
            let read = try SourceError.ignored { () throws(SourceError) in try layout(of: relation) }
            if let read { found.append(read) }
        }
        let name = try only(found.map(\.relation))?.name
        guard let only = found.first(where: { $0.relation.name == name }) else {
            throw try choice.nonePlaced(of: schema.relations, words: words)
        }
        return only
    }

    private func layout(of relation: SQLiteRelation) throws(SourceError) -> SQLiteLayout {
        try SQLiteLayout(
            database, relation, geometry: schema.geometryColumns(of: relation), options: options.columns)
    }

    /// A statement of the user; columns with equal names get a number.
    private func layout(of sql: String) throws(SourceError) -> SQLiteLayout {
        let statement = try SQLiteStatement(database, sql)
        var names: [String: Int] = [:]
        let columns = (0..<statement.columnCount).map { column in
            let name = statement.columnName(column)
            var unique = name
            while names[unique] != nil {
                names[name, default: 1] += 1
                unique = "\(name)_\(names[name, default: 1])"
            }
            names[unique] = 1
            return SQLiteRelation.Column(name: unique, type: "")
        }
        let relation = SQLiteRelation(name: "--sql", kind: .view, columns: columns, key: .none)
        return try SQLiteLayout(database, relation, statement: sql, options: options.columns)
    }

    // MARK: words

    private func words(_ relation: SQLiteRelation) throws(SourceError) -> TableWords {
        let rows = try rowCount(of: relation).map { "\(grouped($0)) \($0 == 1 ? "row" : "rows")" }
        return (relation.name, rows ?? "many rows")
    }

    /// Nil when counting takes longer than a message may wait.
    private func rowCount(of relation: SQLiteRelation) throws(SourceError) -> Int? {
        let timeout = database.timeout
        database.timeout = Self.countTimeout
        defer { database.timeout = timeout }
        return try SourceError.ignored { () throws(SourceError) in
            var statement = try SQLiteStatement(database, "SELECT count(*) FROM \(relation.quotedName)")
            return try statement.step() ? Int(clamping: statement.integer(0)) : nil
        } ?? nil
    }
}
