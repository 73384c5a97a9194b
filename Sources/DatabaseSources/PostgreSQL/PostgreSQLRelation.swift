import Streams

/// The relation to show: a table, a view, or a SELECT.
struct PostgreSQLRelation: Sendable, Equatable {
    /// The number in the catalog; nil for a SELECT.
    let oid: UInt32?
    let schema: String
    let name: String
    /// r table, p partitioned, v view, m materialized view, f foreign; q a SELECT.
    let kind: Character
    /// Rows by the server's statistics, below 0 when there are none.
    let estimate: Double
    let sql: String
    /// The partitions of a table of which some are on other servers: empty for all others.
    ///
    /// A server ships the grouping of one foreign table, not that of a partitioned one: each is grouped by itself.
    var shards: [PostgreSQLRelation] = []

    init(oid: UInt32, schema: String, name: String, kind: Character, estimate: Double) {
        self.oid = oid
        self.schema = schema
        self.name = name
        self.kind = kind
        self.estimate = estimate
        sql = "\(SQLStatement.quoted(schema)).\(SQLStatement.quoted(name))"
    }

    /// A SELECT of the user as a sub-select; a comment at its end does not swallow the bracket.
    init(select: String) {
        oid = nil
        schema = ""
        name = "--sql"
        kind = "q"
        estimate = -1
        var text = Substring(select)
        while let last = text.last, last.isWhitespace || last == ";" { text.removeLast() }
        sql = "(\n\(text)\n)"
    }

    var title: String { kind == "q" ? name : "\(schema).\(name)" }

    /// Without the usual schema.
    var shortTitle: String { kind == "q" ? EngineLayout.statementTitle : schema == "public" ? name : title }

    var isView: Bool { kind == "v" || kind == "m" }

    /// Rows of this server alone, which may have a primary key and indexes.
    var isStored: Bool { "rpm".contains(kind) && !isForeign }

    /// Some of its rows are on other servers.
    var isForeign: Bool { kind == "f" || !shards.isEmpty }
}
