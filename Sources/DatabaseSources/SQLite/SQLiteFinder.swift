import MapModel
import RowValues
import Rows
import SQLiteFiles
import Streams

/// Finds rows of an SQLite table near a place by an index, without reading the table, when there is one.
///
/// Two stages: the rows in the bounding box of the circle, in SQL, by the table's index on its coordinates or its
/// R*Tree; then the exact distance on the sphere. Distances and places are those that the table has in memory.
/// Rows of a view or a statement have no keys: they are loaded, as `SQLiteLoader` does.
package struct SQLiteFinder: NearbySource {
    /// The cost of an answer.
    package struct Account: Sendable, Equatable {
        /// Statements run.
        package var runCount = 0
        /// Rows that SQLite returned for boxes or a scan.
        package var rowCount = 0
        /// Steps through a table or an index from its beginning, as SQLite counts them: 0 when an index answered.
        package var fullScanSteps = 0
        /// Instructions of SQLite's virtual machine.
        package var instructions = 0

        /// An account of nothing yet.
        package init() {}
    }

    /// The database file as the user named it.
    package let path: String
    let layout: SQLiteLayout
    let access: SQLiteAccess
    private let register: SQLiteKeyRegister
    /// The rows of a view or statement, which have no keys.
    let loaded: LoadedSource?
    /// Nil for all rows.
    var filter: FilterCondition?
    var kinds: [Int: ColumnKind] = [:]
    /// The rows of `loaded` that match; nil for all.
    var kept: RowSet?

    /// Chooses table, columns and index.
    package init(
        path: String, options: SQLiteOptions = SQLiteOptions(), isCancelled: () -> Bool = { Task.isCancelled }
    ) throws(SourceError) {
        let (layout, access) = try SQLiteDatabase.open(path, isCancelled: isCancelled) {
            database throws(SourceError) in
            let (layout, schema) = try SQLiteChoice.settle(database, options: options)
            return (layout, try SQLiteAccess.best(for: layout, in: schema, database))
        }
        self.path = path
        self.layout = layout
        self.access = access
        register = SQLiteKeyRegister(of: layout.relation.key)
        loaded =
            layout.relation.key == .none
            ? try SQLiteLoader(path: path, options: options).read(isCancelled: isCancelled) : nil
    }

    /// The rows that answers name, numbered in the order in which they were found.
    package var table: any RowTable {
        loaded?.table ?? SQLiteTable(path: path, layout: layout, keys: .met(register))
    }

    /// Messages for the user, a line each: that no index can be used, and which one would help.
    package var notices: [String] {
        let lines = layout.notices.map { "\(printable(path)): \($0)" }
        guard loaded == nil, case .scan(let reason) = access else { return lines }
        return lines + ["\(printable(path)): \(reason.words)"]
    }

    /// The rows within the radius, nearest first, by the index where one can answer.
    ///
    /// - Throws: `.refused` for a centre or radius that is invalid or a file that cannot be read,
    ///   `.cancelled`.
    package func near(
        _ question: NearbyQuestion, isCancelled: () -> Bool = { Task.isCancelled }
    ) throws(SourceError) -> [ExportedRow] {
        try search(question, isCancelled: isCancelled).rows
    }

    /// The same, with its cost.
    package func search(
        _ question: NearbyQuestion, isCancelled: () -> Bool = { Task.isCancelled }
    ) throws(SourceError) -> (rows: [ExportedRow], account: Account) {
        let circle = try circle(question)
        guard question.limit.map({ $0 > 0 }) ?? true else { return ([], Account()) }
        if let loaded { return (near(question, circle, in: loaded), Account()) }
        var account = Account()
        let (neighbors, keys) = try SQLiteDatabase.open(path, isCancelled: isCancelled) {
            database throws(SourceError) in
            let snapshot = try database.heldSnapshot()
            defer { snapshot.reset() }
            return try nearest(question, circle, database, &account).result()
        }
        guard let numbers = register.numbers(of: keys) else {
            throw .refused(name: path, words: "has too many rows")
        }
        let rows = zip(numbers, neighbors).map {
            ExportedRow(row: $0, place: $1.place, distanceMeters: $1.distanceMeters)
        }
        return (rows, account)
    }

    // MARK: circles

    /// The circle of the question; the whole earth without a radius.
    func circle(_ question: NearbyQuestion) throws(SourceError) -> GeoCircle {
        guard let center = Coordinate(wrapping: question.center.latitude, question.center.longitude) else {
            throw .refused(name: path, words: "no coordinate to search around (expected degrees)")
        }
        do throws(GeoCircle.InvalidRadius) {
            return try GeoCircle(
                center: center, radiusMeters: question.radiusMeters ?? GeoCircle.halfEarthMeters)
        } catch {
            throw .refused(name: path, words: error.description)
        }
    }

    /// The first circle around the nearest rows, and the limits of the growth of circles.
    static let firstRadius = 1_000.0
    private static let growth = 2.0...8.0

    /// Rows in the whole circle, or the nearest of them by circles that grow until they hold enough.
    private func nearest(
        _ question: NearbyQuestion, _ whole: GeoCircle, _ database: SQLiteDatabase, _ account: inout Account
    ) throws(SourceError) -> SQLiteNeighbors {
        guard let limit = question.limit, !isScan else {
            return try rows(in: whole, question, database, &account)
        }
        var radius = min(Self.firstRadius, whole.radiusMeters)
        while radius < whole.radiusMeters,
            let circle = try? GeoCircle(center: whole.center, radiusMeters: radius)
        {
            let found = try rows(in: circle, question, database, &account)
            let count = found.result().neighbors.count
            if count >= limit { return found }
            // Assumes that rows are spread evenly, with half as many more for safety.
            let wanted =
                count > 0 ? (1.5 * Double(limit) / Double(count)).squareRoot() : Self.growth.upperBound
            radius *= min(max(wanted, Self.growth.lowerBound), Self.growth.upperBound)
        }
        return try rows(in: whole, question, database, &account)
    }

    var isScan: Bool {
        if case .scan = access { true } else { false }
    }

    private func rows(
        in circle: GeoCircle, _ question: NearbyQuestion, _ database: SQLiteDatabase,
        _ account: inout Account
    ) throws(SourceError) -> SQLiteNeighbors {
        var neighbors = SQLiteNeighbors(question, within: circle.radiusMeters, of: layout.relation)
        var places = SQLitePlaces(layout, from: layout.relation.keyColumns.count)
        for step in steps(for: circle) {
            var rows = try SQLiteStatement(database, step.sql)
            for values in step.runs {
                rows.reset()
                try rows.bind(values)
                account.runCount += 1
                while try rows.step() {
                    account.rowCount += 1
                    if case .found(let place) = places.place(rows) { neighbors.take(place, rows) }
                }
            }
            account.fullScanSteps += rows.cost(.fullScanSteps)
            account.instructions += rows.cost(.instructions)
        }
        return neighbors
    }

    func steps(for circle: GeoCircle) -> [SQLiteBoxQuery.Step] {
        SQLiteBoxQuery(layout: layout, access: access, filter: filter, kinds: kinds)
            .steps(for: circle.coversEverything ? nil : circle.boundingBoxes)
    }

    private func near(
        _ question: NearbyQuestion, _ circle: GeoCircle, in loaded: LoadedSource
    ) -> [ExportedRow] {
        var tree = QuadTree(loaded.points)
        if let kept { tree = QuadTree(tree, keeping: kept) }
        let neighbors =
            question.limit.map {
                tree.nearest(to: circle.center, count: $0, within: circle.radiusMeters)
            } ?? tree.neighbors(in: circle)
        return neighbors.map { neighbor in
            ExportedRow(
                row: tree.row(at: neighbor.index), place: tree.fixedCoordinate(at: neighbor.index),
                distanceMeters: neighbor.distanceMeters)
        }
    }
}
