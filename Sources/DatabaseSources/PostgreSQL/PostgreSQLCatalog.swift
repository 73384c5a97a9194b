import RowValues
import Streams

/// Reads the catalog of a database.
///
/// Only catalog tables that compatible systems also have are queried: pg_class, pg_namespace, pg_attribute,
/// pg_type, pg_index, pg_am.
struct PostgreSQLCatalog {
    let session: PostgreSQLSession
    let options: PostgreSQLOptions
    let isCancelled: () -> Bool
    /// Answers that came together, by their statements.
    private var known: [SQLStatement: Result<SQLRows, PostgreSQLFault>] = [:]

    init(session: PostgreSQLSession, options: PostgreSQLOptions, isCancelled: @escaping () -> Bool) {
        self.session = session
        self.options = options
        self.isCancelled = isCancelled
    }

    /// Why nothing can be shown.
    enum Problem: Error {
        case fault(PostgreSQLFault)
        case words(String)
        case columns(ColumnError, table: String)
    }

    static let titleLimit = 8

    func run(_ statement: SQLStatement) throws(Problem) -> SQLRows {
        do throws(PostgreSQLFault) {
            if let answer = known[statement] { return try answer.get() }
            return try session.run(statement, isCancelled: isCancelled)
        } catch {
            throw .fault(error)
        }
    }

    /// Asks what is known to be needed in one round trip; what is refused matters only where it is used.
    mutating func runTogether(_ statements: [SQLStatement]) throws(Problem) {
        do throws(PostgreSQLFault) {
            let answers = try session.run(together: statements, isCancelled: isCancelled)
            for (statement, answer) in zip(statements, answers) { known[statement] = answer }
        } catch {
            throw .fault(error)
        }
    }

    // MARK: - What is shown

    /// The relations that are meant: those of a name, or the one of a number.
    enum Meant {
        case named(String)
        case oid(UInt32)

        /// A condition for pg_class as c and pg_namespace as n.
        func condition(in statement: inout SQLStatement) -> String {
            switch self {
            case .named(let table):
                let name = statement.bind(table, as: "text")
                return "(c.relname = \(name) OR n.nspname || '.' || c.relname = \(name))"
            case .oid(let oid): return "c.oid = \(statement.bind("\(oid)", as: "oid"))"
            }
        }
    }

    /// All that the catalog says of a table, in one round trip where the table is named.
    mutating func settledRelation() throws(Problem) -> (PostgreSQLRelation, Meant?) {
        guard let table = options.table, options.sql == nil else {
            let relation = try relation()
            guard let oid = relation.oid else { return (relation, nil) }
            try runTogether(Self.statements(of: .oid(oid)))
            return (relation, .oid(oid))
        }
        try runTogether([Self.relations(.named(table))] + Self.statements(of: .named(table)))
        return (try relation(), .named(table))
    }

    private static func statements(of meant: Meant) -> [SQLStatement] {
        [columns(meant), primaryKeys(meant), indexes(meant)]
    }

    func relation() throws(Problem) -> PostgreSQLRelation {
        switch try choice.asked(table: options.table, sql: options.sql) {
        case .statement(let sql): return PostgreSQLRelation(select: sql)
        case .name(let table): return try named(table)
        case nil: return try only()
        }
    }

    private var choice: TableChoice<Problem> { TableChoice { .words($0) } }

    static let relations = """
        SELECT c.oid::text, n.nspname, c.relname, c.relkind, c.reltuples::float8, pg_table_is_visible(c.oid)
        FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
        WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f')
        """

    private static func relations(_ meant: Meant) -> SQLStatement {
        var statement = SQLStatement(columnCount: 6)
        let condition = meant.condition(in: &statement)
        statement.text = relations + "\nAND \(condition)"
        return statement
    }

    static func relation(_ rows: SQLRows, _ row: Int) -> PostgreSQLRelation? {
        guard let oid = rows[row, 0].flatMap({ UInt32($0) }), let schema = rows[row, 1],
            let name = rows[row, 2], let kind = rows[row, 3]?.first
        else { return nil }
        return PostgreSQLRelation(
            oid: oid, schema: schema, name: name, kind: kind, estimate: rows.double(row, 4) ?? -1)
    }

    /// The relation on the search path, else the only one of that name.
    private func named(_ table: String) throws(Problem) -> PostgreSQLRelation {
        let rows = try run(Self.relations(.named(table)))
        let found = (0..<rows.count).compactMap { row in
            Self.relation(rows, row).map { (relation: $0, isVisible: rows[row, 5] == "t") }
        }
        let visible = found.first { $0.isVisible && $0.relation.name == table }
        if let relation = visible?.relation ?? found.first(where: { $0.relation.title == table })?.relation {
            return relation
        }
        guard let first = found.first else { throw choice.missing(table) }
        guard found.count == 1 else {
            let list = try choice.list(found.map(\.relation)) { ($0.title, nil) }
            throw .words(
                "several schemas have a table \(SQLText.named(table)): \(list) (choose with --table NAME)")
        }
        return first.relation
    }

    // MARK: - Tables with coordinates

    /// The only table with coordinates; an error lists several.
    private func only() throws(Problem) -> PostgreSQLRelation {
        let (placed, all) = try candidates()
        func words(_ relation: PostgreSQLRelation) -> TableWords {
            let count = grouped(SQLText.count(relation.estimate))
            return (relation.title, relation.estimate < 0 ? nil : "about \(count) rows")
        }
        guard let only = try choice.only(placed, isView: \.isView, words: words) else {
            throw try choice.nonePlaced(of: all, words: words)
        }
        return only
    }

    /// The tables with coordinates, those with the most rows first, and all with numbers.
    private func candidates() throws(Problem) -> (placed: [PostgreSQLRelation], all: [PostgreSQLRelation]) {
        let columns = """
            SELECT r.*, a.attname, t.typname FROM (\(Self.relations)
            AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname NOT IN ('information_schema', 'crdb_internal')
            AND has_table_privilege(c.oid, 'SELECT')
            AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_inherits AS i WHERE i.inhrelid = c.oid)
            AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_depend AS d
            WHERE d.objid = c.oid AND d.classid = 'pg_catalog.pg_class'::regclass AND d.deptype = 'e')
            ) AS r
            JOIN pg_catalog.pg_attribute AS a ON a.attrelid = r.oid::oid AND a.attnum > 0 AND NOT a.attisdropped
            JOIN pg_catalog.pg_type AS t ON t.oid = a.atttypid
            AND t.typname IN ('geometry', 'geography', 'float4', 'float8', 'numeric')
            ORDER BY r.nspname, r.relname, a.attnum
            """
        let rows = try run(SQLStatement(columns, columnCount: 8))
        var (placed, all): ([PostgreSQLRelation], [PostgreSQLRelation]) = ([], [])
        var start = 0
        for row in 0..<rows.count where row + 1 == rows.count || rows[row + 1, 0] != rows[row, 0] {
            let found = (start...row).map { (name: rows[$0, 6] ?? "", type: rows[$0, 7] ?? "") }
            if let relation = Self.relation(rows, row) {
                all.append(relation)
                if Self.haveCoordinates(found) { placed.append(relation) }
            }
            start = row + 1
        }
        return (placed.sorted { ($1.estimate, $0.title) < ($0.estimate, $1.title) }, all)
    }

    private static func haveCoordinates(_ columns: [(name: String, type: String)]) -> Bool {
        if columns.contains(where: { $0.type == "geometry" || $0.type == "geography" }) { return true }
        return ColumnNames(columns.map(\.name)).coordinatePairs().first != nil
    }
}

/// Messages about the contents of the server, whose names are passed through `quoted`.
enum SQLText {
    static func named(_ name: String) -> String { Streams.quoted(name, limit: 100) }

    static func list(_ titles: [String], limit: Int) -> String {
        let shown = titles.prefix(limit).map { printable($0, limit: 100) }.joined(separator: ", ")
        return titles.count > limit ? shown + " and \(titles.count - limit) more" : shown
    }

    /// A server's count as an `Int`.
    static func count(_ estimate: Double) -> Int {
        estimate >= 1 && estimate < 1e15 ? Int(estimate) : estimate >= 1e15 ? Int(1e15) : 0
    }
}
