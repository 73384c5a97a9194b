import SQLiteFiles
import Streams

extension SQLiteSchema {
    func boxIndexes(of relation: SQLiteRelation) -> [SQLiteBoxIndex] {
        guard case .rowid = relation.key else { return [] }
        return boxIndexes.filter { Self.folded($0.table) == Self.folded(relation.name) }
    }
}

extension SQLiteBoxIndex {
    private static let sampleLimit = 20

    /// The index, with its axes determined from the first and the last rows of the table; nil when it lacks
    /// one of them.
    func checked(
        _ latitude: Int, _ longitude: Int, _ layout: SQLiteLayout, _ database: SQLiteDatabase
    ) throws(SourceError) -> SQLiteBoxIndex? {
        let relation = layout.relation
        let key = relation.keyColumns[0]
        let bounds = columns[1...4].map { "r.\(SQLiteValue.identifier($0))" }.joined(separator: ", ")
        var fits = (first: true, second: true)
        for order in ["", " DESC"] {
            var rows = try SQLiteStatement(
                database,
                """
                SELECT t.\(relation.quotedColumn(latitude)), t.\(relation.quotedColumn(longitude)), \(bounds) \
                FROM \(relation.quotedName) AS t LEFT JOIN \(SQLiteValue.identifier(name)) AS r \
                ON r.\(SQLiteValue.identifier(columns[0])) = t.\(key) \
                ORDER BY t.\(key)\(order) LIMIT \(Self.sampleLimit)
                """)
            while try rows.step() {
                guard [0, 1].allSatisfy({ [.integer, .real].contains(rows.kind($0)) }) else { continue }
                guard rows.kind(2) != .null else { return nil }
                let (north, east) = (rows.real(0), rows.real(1))
                let first = rows.real(2)...max(rows.real(2), rows.real(3))
                let second = rows.real(4)...max(rows.real(4), rows.real(5))
                fits.first = fits.first && first.contains(east) && second.contains(north)
                fits.second = fits.second && first.contains(north) && second.contains(east)
            }
        }
        guard fits.first || fits.second else { return nil }
        var checked = self
        checked.isLongitudeFirst = fits.first
        return checked
    }
}
