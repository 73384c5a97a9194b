import SQLiteFiles
import Streams

/// The rows of a SELECT, without those on which SQLite works too long.
///
/// A statement that takes more than 2 s for one row is interrupted and restarted after that row. When no row
/// comes then either, the whole statement is slow, because of a sort or an aggregate: it is waited for. A
/// function that takes long by itself cannot be interrupted: SQLite checks only between the iterations of a
/// loop.
///
/// A recursive one may never end: it gets 5 s for a row, and no second attempt.
struct SQLiteRows: ~Copyable {
    enum Step {
        case row, end
        /// SQLite worked too long on a row, which is skipped.
        case stopped
    }

    private static let rowTimeout: Duration = .seconds(2)
    private static let recursionTimeout: Duration = .seconds(5)
    /// More rows of a recursive statement are not read.
    static let recursionLimit = 1_000_000
    /// The most neighbouring rows that may all take too long.
    private static let neighborLimit = 2
    /// A source with more slow rows is read up to here.
    private static let stoppedLimit = 30

    private let database: SQLiteDatabase
    private let sql: String
    private let timeout: Duration
    private(set) var statement: SQLiteStatement
    /// Rows that were returned or skipped.
    private(set) var stepCount = 0
    /// More rows took too long than allowed.
    private(set) var isCut = false
    private var stoppedCount = 0
    private var stoppedAhead = 0
    /// It makes rows out of rows: there may be no end.
    let isRecursive: Bool
    /// The statement after the skipped rows.
    private var ahead: Step?
    private var waitsForStatement = false

    /// - Parameter sql: a SELECT that returns its rows in the same order whenever it runs.
    init(_ database: SQLiteDatabase, _ sql: String) throws(SourceError) {
        let isRecursive = try Self.isRecursive(database, sql)
        self.init(database, sql, try SQLiteStatement(database, sql), isRecursive: isRecursive)
    }

    private init(
        _ database: SQLiteDatabase, _ sql: String, _ statement: consuming SQLiteStatement, isRecursive: Bool
    ) {
        self.database = database
        self.sql = sql
        self.isRecursive = isRecursive
        timeout = database.timeout
        self.statement = statement
    }

    deinit { database.timeout = timeout }

    /// By SQLite's plan, which names the step that is repeated; one for a value of each row makes no rows.
    private static func isRecursive(_ database: SQLiteDatabase, _ sql: String) throws(SourceError) -> Bool {
        var plan = try SQLiteStatement(database, "EXPLAIN QUERY PLAN " + sql)
        // id, parent, notused, detail; a parent comes before its children.
        var ofValues: Set<String> = []
        while try plan.step() {
            let (id, parent, words) = (plan.text(0), plan.text(1), plan.text(3))
            if words.contains("SUBQUERY") && !words.hasPrefix("SCAN") || ofValues.contains(parent) {
                ofValues.insert(id)
            } else if words.hasPrefix("RECURSIVE STEP") {
                return true
            }
        }
        return false
    }

    /// The next row, which becomes the current row of `statement`.
    mutating func step() throws(SourceError) -> Step {
        if stoppedAhead > 0 {
            stoppedAhead -= 1
            stepCount += 1
            return .stopped
        }
        switch ahead {
        case .row:
            ahead = nil
            stepCount += 1
            return .row
        case .end: return .end
        case .stopped, nil: break
        }
        database.timeout =
            isRecursive ? min(timeout, Self.recursionTimeout) : waitsForStatement ? timeout : Self.rowTimeout
        do throws(SourceError) {
            guard try statement.step() else { return .end }
            stepCount += 1
            return .row
        } catch {
            guard database.tookTooLong, !waitsForStatement, !isRecursive else { throw error }
            guard stoppedCount < Self.stoppedLimit else {
                isCut = true
                return .end
            }
            try passOver()
            return try step()
        }
    }

    /// Finds the row after those that take too long; when there is none, the statement is waited for.
    private mutating func passOver() throws(SourceError) {
        for count in 1...Self.neighborLimit {
            var rest = try SQLiteStatement(database, rows(from: stepCount + count))
            do throws(SourceError) {
                ahead = try rest.step() ? .row : .end
            } catch {
                guard database.tookTooLong else { throw error }
                continue
            }
            stoppedCount += count
            stoppedAhead = count
            statement = rest
            return
        }
        waitsForStatement = true
        statement = try SQLiteStatement(database, rows(from: stepCount))
    }

    private func rows(from offset: Int) -> String { "SELECT * FROM (\(sql)\n) LIMIT -1 OFFSET \(offset)" }
}
