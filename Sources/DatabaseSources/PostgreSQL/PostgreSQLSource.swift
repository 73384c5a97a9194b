import MapModel
import Rows
import Streams

/// A table, a view or a SELECT of a PostgreSQL server, with or without PostGIS, which answers queries for the
/// view.
///
/// Two connections are opened on demand: one for views and searches, one for the details of rows, which do
/// not wait behind a slow view. Both are read-only. The password is in no name and no message.
package final class PostgreSQLSource: ViewportSource {
    /// `postgresql://user@host:port/database`, without the password.
    package let name: String
    let address: PostgreSQLAddress
    let options: PostgreSQLOptions
    let views: PostgreSQLSession
    let rows: PostgreSQLTable
    /// Unsolicited messages of the server.
    let said: ServerNotices
    /// The filter of all answers; nil for all rows.
    let filter: Filter?

    /// Whether `text` is meant as the address of a server and is not the name of an existing file.
    package static func isAddress(_ text: String) -> Bool {
        PostgreSQLAddress.isMeant(by: text) && FileIdentity(path: text) == nil
    }

    /// Parses the address without connecting.
    ///
    /// - Parameter url: as libpq takes it: `postgresql://user@host:port/database?option=value`, or `host=… dbname=…`.
    /// - Throws: `.refused` for an invalid address, without quoting it: it may contain a password.
    package init(url: String, options: PostgreSQLOptions = PostgreSQLOptions()) throws(SourceError) {
        do throws(PostgreSQLAddress.Problem) {
            address = try PostgreSQLAddress(url)
        } catch {
            throw .refused(name: "postgresql", words: "\(error)")
        }
        self.options = options
        filter = nil
        said = ServerNotices()
        name = address.name
        views = PostgreSQLSession(address, options, said)
        rows = PostgreSQLTable(
            name: address.name, session: PostgreSQLSession(address, options, said), views: views,
            options: options)
    }

    /// The rows of `source` that match, over the same connections and with the same numbers.
    init(_ source: PostgreSQLSource, filter: Filter?) {
        (name, address, options) = (source.name, source.address, source.options)
        (views, rows, said) = (source.views, source.rows, source.said)
        self.filter = filter
    }

    /// Wakes the calls that wait on either connection, so that they check for cancellation.
    package func wake() {
        views.wake()
        rows.session.wake()
    }

    /// Closes both connections.
    package func close() {
        views.close()
        rows.session.close()
    }

    func unusable(_ words: String) -> SourceError {
        PostgreSQLFault.unusable(words: words).sourceError(name: name)
    }

    /// The rows that answers name; details are fetched over a connection of their own.
    package var table: any RowTable { rows }

    /// Runs a statement over the connection for views.
    func run(
        _ statement: SQLStatement, timeout: Duration? = nil, isCancelled: () -> Bool
    ) throws(SourceError) -> SQLRows {
        do throws(PostgreSQLFault) {
            return try views.run(statement, timeout: timeout, isCancelled: isCancelled)
        } catch {
            throw error.sourceError(name: name)
        }
    }

    // MARK: - Views

    /// Asks for the rows in the window, and for their clusters when there are more than the limit.
    ///
    /// - Throws: `.refused` with the server's message, `.cancelled`.
    package func answer(
        _ question: ViewportQuestion, isCancelled: () -> Bool
    ) throws(SourceError) -> ViewportAnswer {
        let settled = try rows.settled(isCancelled)
        let degrees = WindowDegrees(question.window)
        guard !degrees.isEmpty else {
            return ViewportAnswer(question: question, total: 0, content: .rows(PointBuffer()))
        }
        var statements = try statements(settled.layout)
        statements.measures = try conditions(question.measures, settled.layout)
        let projected = try projected(degrees.boxes, settled.layout, isCancelled)
        let limit = SQLRows.clamped(question.limit)
        let few = try run(
            statements.rows(degrees, projected: projected, limit: limit + 1), isCancelled: isCancelled)
        guard few.count <= limit + 1 else {
            throw unusable("\(few.count) rows (expected at most \(limit + 1))")
        }
        if few.count <= limit {
            let matches = try numbered(few, settled)
            var answer = ViewportAnswer(
                question: question, total: few.count, content: .rows(PointBuffer(matches)),
                notices: said.take())
            if question.measures != nil {
                let column = settled.layout.keys.count + 3
                guard let measured = MeasuredRows(few, matches, from: column) else {
                    throw unusable("no classes of rows")
                }
                answer.measured = measured
            }
            return try adding(degrees, projected, settled, to: answer, isCancelled: isCancelled)
        }
        guard let cells = ClusterCells(question.window, question.grid) else {
            throw .refused(name: name, words: "the view has too many cells")
        }
        let groups = try run(
            statements.clusters(degrees, projected: projected, cells), isCancelled: isCancelled)
        guard
            let counted = ClusterGroups(groups, cells, question.grid, isMeasured: question.measures != nil)
        else { throw unusable("no row counts per cell") }
        var answer = ViewportAnswer(
            question: question, total: counted.total, content: .clusters(counted.clusters),
            notices: said.take())
        answer.measured = counted.measured
        return try adding(degrees, projected, settled, to: answer, isCancelled: isCancelled)
    }

    /// The numbers and places of rows in an answer with key, x and y, in its order.
    func numbered(
        _ rows: SQLRows, _ settled: PostgreSQLTable.Settled
    ) throws(SourceError) -> [MatchAnswer.Match] {
        do throws(NumberedRows.Problem) {
            return try NumberedRows.matches(rows, keyParts: settled.layout.keys.count, settled.handles)
        } catch {
            throw error == .tooMany
                ? .refused(name: name, words: "too many rows seen") : unusable("a row without a place")
        }
    }

    // MARK: - Words

    /// Asks for rows with all words of `text` in the searched columns, in any order, ignoring case and accents: equal
    /// labels first, then those that begin with it.
    package func matches(
        _ text: String, limit: Int, isCancelled: () -> Bool
    ) throws(SourceError) -> MatchAnswer {
        let settled = try rows.settled(isCancelled)
        let limit = SQLRows.clamped(limit)
        guard let statement = try statements(settled.layout).matches(text, limit: limit + 1)
        else { return MatchAnswer(matches: [], isCut: false) }
        let found = try numbered(try run(statement, isCancelled: isCancelled), settled)
        return MatchAnswer(matches: Array(found.prefix(limit)), isCut: found.count > limit)
    }

    /// Counts the rows that `matches` would find without a limit.
    package func matchCount(_ text: String, isCancelled: () -> Bool) throws(SourceError) -> Int {
        let layout = try rows.settled(isCancelled).layout
        guard let statement = try statements(layout).matchCount(text) else { return 0 }
        let found = try run(statement, isCancelled: isCancelled)
        let counts = (0..<found.count).compactMap { found.rowCount($0, 0) }
        guard counts.count == layout.groupedRelations.count else { throw unusable("no row count") }
        return counts.reduce(0, +)
    }

    /// Asks for a page of the rows in a window, by their keys.
    package func members(
        of windows: [WorldWindow], after row: UInt32?, limit: Int, isCancelled: () -> Bool
    ) throws(SourceError) -> MatchAnswer {
        let settled = try rows.settled(isCancelled)
        let degrees = WindowDegrees.all(of: windows)
        guard !degrees.isEmpty else { return MatchAnswer(matches: [], isCut: false) }
        let page = MemberPage(after: row, limit: limit, settled.handles)
        let projected = try projected(degrees.flatMap(\.boxes), settled.layout, isCancelled)
        let statement = try statements(settled.layout).members(
            degrees, projected: projected, from: page.start, limit: page.requestCount)
        return page.answer(try numbered(try run(statement, isCancelled: isCancelled), settled))
    }
}
