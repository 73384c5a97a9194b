import RowValues
import Streams

extension PostgreSQLCatalog {
    /// What identifies rows: the primary key; else the column that the user named; else where they are
    /// stored; else all of their text.
    func key(
        of relation: PostgreSQLRelation, _ meant: Meant?, _ columns: [PostgreSQLColumn],
        _ detected: DetectedColumns
    ) throws(Problem) -> (key: PostgreSQLKey, notices: [String]) {
        if let meant, let primary = try primaryKey(of: relation, meant) { return (.columns(primary), []) }
        if options.columns.id != nil, let id = detected.id, columns.indices.contains(id) {
            return (.columns([columns[id]]), [])
        }
        // A server's catalog has no keys of tables on other servers, and all of a row's text is compared here.
        if relation.isForeign, let id = detected.id, columns.indices.contains(id) {
            return (
                .columns([columns[id]]),
                [
                    "\(relation.title) is on other servers: rows are identified by "
                        + "\(SQLText.named(columns[id].name)) (set another column with --id)"
                ]
            )
        }
        // Rows of a partitioned table may have equal places in different partitions.
        if relation.kind == "r" || relation.kind == "m" {
            return (
                .place,
                [
                    "\(relation.title) has no primary key: a changed row counts as a new one (set one with --id)"
                ]
            )
        }
        return (
            .wholeRow,
            ["\(relation.title): rows are identified by all of their text (set a key with --id)"]
        )
    }

    /// The partitions of a table of which some are on other servers; none for any other relation, or for a system
    /// without such a catalog.
    func shards(of relation: PostgreSQLRelation) throws(Problem) -> [PostgreSQLRelation] {
        guard relation.kind == "p", let oid = relation.oid else { return [] }
        var statement = SQLStatement(columnCount: 6)
        let root = statement.bind("\(oid)", as: "oid")
        statement.text = """
            WITH RECURSIVE p(oid) AS (SELECT \(root) UNION ALL
            SELECT i.inhrelid FROM p JOIN pg_catalog.pg_inherits AS i ON i.inhparent = p.oid)
            SELECT r.* FROM (\(Self.relations)) AS r JOIN p ON p.oid = r.oid::oid
            WHERE r.relkind IN ('r', 'f') ORDER BY r.nspname, r.relname
            """
        do throws(Problem) {
            let rows = try run(statement)
            let leaves = (0..<rows.count).compactMap { Self.relation(rows, $0) }
            return leaves.contains { $0.kind == "f" } ? leaves : []
        } catch .fault(.refused) {
            return []
        }
    }

    static func primaryKeys(_ meant: Meant) -> SQLStatement {
        var statement = SQLStatement(columnCount: 6)
        let condition = meant.condition(in: &statement)
        statement.text = """
            SELECT i.indkey::text, a.attnum::text, a.attname, t.typname, format_type(t.oid, NULL), c.oid::text
            FROM pg_catalog.pg_index AS i
            JOIN pg_catalog.pg_class AS c ON c.oid = i.indrelid
            JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
            JOIN pg_catalog.pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum > 0
            JOIN pg_catalog.pg_type AS t ON t.oid = a.atttypid
            WHERE \(condition) AND i.indisprimary
            """
        return statement
    }

    private func primaryKey(
        of relation: PostgreSQLRelation, _ meant: Meant
    ) throws(Problem) -> [PostgreSQLColumn]? {
        guard let oid = relation.oid, relation.isStored else { return nil }
        let rows = try run(Self.primaryKeys(meant))
        let own = (0..<rows.count).filter { rows[$0, 5] == "\(oid)" }
        guard let first = own.first, let wanted = rows[first, 0]?.split(separator: " ") else { return nil }
        let columns = wanted.compactMap { number -> PostgreSQLColumn? in
            own.first { rows[$0, 1] == String(number) }.map { row in
                PostgreSQLColumn(
                    name: rows[row, 2] ?? "", type: rows[row, 3] ?? "", typeTitle: rows[row, 4] ?? "text",
                    modifier: -1)
            }
        }
        return columns.count == wanted.count && !columns.isEmpty ? columns : nil
    }

    // MARK: - Indexes

    /// A line that suggests an index, when there is none and the table is not small.
    func missingIndex(
        _ relation: PostgreSQLRelation, _ meant: Meant, _ coordinates: PostgreSQLCoordinates
    ) throws(Problem) -> String? {
        guard let oid = relation.oid, relation.isStored else { return nil }
        do throws(Problem) {
            if try hasIndex(coordinates, oid, meant) { return nil }
        } catch {
            // Catalogs of other systems may have no such columns; it is advice only.
            if case .fault(.refused) = error { return nil }
            throw error
        }
        let names = coordinates.columns.map { SQLStatement.quoted($0.name) }
        let method = coordinates.columns.count == 1 ? "USING gist " : ""
        return "no index on the coordinates: each view reads all rows (CREATE INDEX ON \(relation.sql) "
            + "\(method)(\(names.joined(separator: ", "))) helps)"
    }

    /// The columns of all indexes, and whether each is the first of one.
    static func indexes(_ meant: Meant) -> SQLStatement {
        var statement = SQLStatement(columnCount: 4)
        let condition = meant.condition(in: &statement)
        statement.text = """
            SELECT m.amname, a.attname, a.attnum = i.indkey[0], c.oid::text
            FROM pg_catalog.pg_index AS i
            JOIN pg_catalog.pg_class AS c ON c.oid = i.indrelid
            JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
            JOIN pg_catalog.pg_class AS x ON x.oid = i.indexrelid
            JOIN pg_catalog.pg_am AS m ON m.oid = x.relam
            JOIN pg_catalog.pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey)
            WHERE \(condition)
            """
        return statement
    }

    /// Whether an index begins with one of the columns; for a geometry, one that supports boxes.
    private func hasIndex(
        _ coordinates: PostgreSQLCoordinates, _ oid: UInt32, _ meant: Meant
    ) throws(Problem) -> Bool {
        let rows = try run(Self.indexes(meant))
        let names = coordinates.columns.map(\.name)
        let boxed: Set = ["gist", "spgist", "brin"]
        return (0..<rows.count).contains { row in
            guard rows[row, 3] == "\(oid)", let name = rows[row, 1], names.contains(name),
                let method = rows[row, 0]
            else { return false }
            return coordinates.columns.count == 1 ? boxed.contains(method) : rows[row, 2] == "t"
        }
    }
}
