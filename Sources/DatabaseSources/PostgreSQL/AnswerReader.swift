import CPostgreSQL
import Streams

/// How much a server may answer to one statement: more is not read.
struct AnswerLimits: Sendable, Equatable {
    /// More than any statement of this program asks for.
    var rows = 1_100_000
    var columns = 2_000
    var valueBytes = 16 << 20
    /// Limit for one message, which libpq holds as a whole.
    var messageBytes = 64 << 20
    var answerBytes = 128 << 20
    /// How long the server may take to confirm that it dropped a statement, before the connection is given up.
    var cancelGrace = Duration.milliseconds(500)
}

/// Collects an answer row by row, and throws as soon as it is not what was asked for, or too large.
struct AnswerReader {
    private let columnCount: Int?
    let limits: AnswerLimits
    private var rows: SQLRows?
    private var isComplete = false
    /// Bytes of values.
    private var valueBytes = 0
    /// Minimum bytes read since the statement was sent, and since the last row.
    private var bytes = 0
    private var bytesSinceRow = 0

    /// Part of a row has been read.
    var isInMessage: Bool { bytesSinceRow > 0 }

    init(_ statement: SQLStatement, _ limits: AnswerLimits) {
        columnCount = statement.columnCount
        self.limits = limits
    }

    /// For a statement that was cancelled: the remaining answer, limited only by time.
    static var rest: AnswerReader { AnswerReader(SQLStatement(), AnswerLimits(answerBytes: .max)) }

    /// Notes what was read.
    mutating func receive(_ count: Int) throws(PostgreSQLFault) {
        bytes += count
        bytesSinceRow += count
        guard bytesSinceRow < limits.messageBytes else {
            throw tooMuch("\(limits.messageBytes >> 20) MiB in one row")
        }
        try checkBytes()
    }

    private func checkBytes() throws(PostgreSQLFault) {
        guard max(bytes, valueBytes) < limits.answerBytes else {
            throw tooMuch("\(limits.answerBytes >> 20) MiB")
        }
    }

    /// Adds a result of libpq: in its single-row mode one row, at the end none.
    mutating func take(_ result: OpaquePointer, isLast: Bool) throws(PostgreSQLFault) {
        guard !isComplete else { throw .unusable(words: "two results for one query") }
        bytesSinceRow = 0
        var rows = if let rows { rows } else { SQLRows(columns: try columns(of: result)) }
        self.rows = nil
        for row in 0..<PQntuples(result) {
            guard rows.count < limits.rows else { throw tooMuch("\(grouped(limits.rows)) rows") }
            rows.append(try values(of: result, row, count: rows.columns.count))
        }
        try checkBytes()
        self.rows = rows
        isComplete = isLast
    }

    /// The answer, when it is complete.
    func finished() throws(PostgreSQLFault) -> SQLRows {
        if let rows { return rows }
        guard columnCount ?? 0 == 0 else { throw .unusable(words: "no rows (expected some)") }
        return SQLRows(columns: [])
    }

    private func tooMuch(_ amount: String) -> PostgreSQLFault {
        .unusable(words: "more than \(amount) (narrow it with --sql)")
    }

    private func columns(of result: OpaquePointer) throws(PostgreSQLFault) -> [SQLRows.Column] {
        let count = Int(PQnfields(result))
        guard count <= limits.columns, columnCount ?? count == count else {
            let expected = columnCount.map { "\($0)" } ?? "at most \(limits.columns)"
            throw .unusable(words: "\(count) columns (expected \(expected))")
        }
        guard (0..<Int32(count)).allSatisfy({ PQfformat(result, $0) == 0 }) else {
            throw .unusable(words: "binary data (expected text)")
        }
        return (0..<Int32(count)).map { column in
            SQLRows.Column(
                name: PQfname(result, column).map { String(cString: $0) } ?? "",
                type: PQftype(result, column), modifier: PQfmod(result, column))
        }
    }

    private mutating func values(
        of result: OpaquePointer, _ row: Int32, count: Int
    ) throws(PostgreSQLFault) -> [String?] {
        guard Int(PQnfields(result)) == count else {
            throw .unusable(words: "rows with different numbers of columns")
        }
        var values: [String?] = []
        values.reserveCapacity(count)
        for column in 0..<Int32(count) {
            guard PQgetisnull(result, row, column) == 0, let text = PQgetvalue(result, row, column) else {
                values.append(nil)
                continue
            }
            let length = Int(PQgetlength(result, row, column))
            guard length <= limits.valueBytes else {
                throw tooMuch("\(limits.valueBytes >> 20) MiB in one value")
            }
            valueBytes += length
            values.append(
                String(decoding: UnsafeRawBufferPointer(start: text, count: length), as: UTF8.self))
        }
        return values
    }
}
