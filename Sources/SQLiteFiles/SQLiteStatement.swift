import CSQLite
import Streams

/// A prepared statement that only reads; finalised with its value.
package struct SQLiteStatement: ~Copyable {
    /// The cost of a loop over rows, as SQLite counts it.
    package enum Cost {
        /// Steps forward in a table that is scanned.
        case fullScanSteps
        /// Instructions of the virtual machine.
        case instructions
    }

    private let database: SQLiteDatabase
    private let handle: OpaquePointer
    /// SQLite's answer to the last step.
    private(set) var code = SQLITE_OK

    /// Prepares `sql`, which must be one statement that returns rows and changes nothing.
    package init(_ database: SQLiteDatabase, _ sql: String) throws(SourceError) {
        self.database = database
        handle = try Self.prepared(database, sql)
    }

    private static func prepared(
        _ database: SQLiteDatabase, _ sql: String
    ) throws(SourceError) -> OpaquePointer {
        database.beginWork()
        var text = Array(sql.utf8)
        if text.contains(0) { throw database.refused("the statement contains a NUL byte") }
        text.append(0)
        let (code, found) = first(two: text, database.handle)
        guard code == SQLITE_OK, let handle = found.first, found.count == 1,
            sqlite3_stmt_readonly(handle) != 0, sqlite3_column_count(handle) > 0
        else {
            let error = code == SQLITE_OK ? nil : database.error(code)
            for handle in found { sqlite3_finalize(handle) }
            throw error
                ?? database.refused(
                    found.count > 1
                        ? "more than one statement (expected one SELECT)"
                        : "not a statement that gives rows and changes nothing (expected SELECT …)")
        }
        return handle
    }

    /// The first two statements in `text`, which ends in a zero; blanks and comments do not count.
    private static func first(
        two text: [UInt8], _ database: OpaquePointer
    ) -> (code: Int32, found: [OpaquePointer]) {
        text.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                var found: [OpaquePointer] = []
                var next = bytes.baseAddress
                while let start = next, start.pointee != 0, found.count < 2 {
                    var handle: OpaquePointer?
                    let code = sqlite3_prepare_v2(database, start, -1, &handle, &next)
                    if let handle { found.append(handle) }
                    guard code == SQLITE_OK else { return (code, found) }
                }
                return (SQLITE_OK, found)
            }
        }
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// The next row; false after the last one.
    package mutating func step() throws(SourceError) -> Bool {
        database.beginWork()
        code = sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        if code == SQLITE_DONE { return false }
        let error = database.error(code)
        sqlite3_reset(handle)
        throw error
    }

    /// Resets it to be run again with other values.
    package func reset() {
        sqlite3_reset(handle)
    }

    /// A value was longer than allowed.
    package var wasTooBig: Bool { code & 0xFF == SQLITE_TOOBIG }

    /// What its loops cost so far.
    package func cost(_ cost: Cost) -> Int {
        let counter =
            switch cost {
            case .fullScanSteps: SQLITE_STMTSTATUS_FULLSCAN_STEP
            case .instructions: SQLITE_STMTSTATUS_VM_STEP
            }
        return Int(sqlite3_stmt_status(handle, counter, 0))
    }

    // MARK: values in

    /// Binds `values` to ?1, ?2 and so on.
    package func bind(_ values: [SQLiteValue]) throws(SourceError) {
        for (value, index) in zip(values, Int32(1)...) { try database.check(bind(value, at: index)) }
    }

    private func bind(_ value: SQLiteValue, at index: Int32) -> Int32 {
        switch value {
        case .null: sqlite3_bind_null(handle, index)
        case .integer(let number): sqlite3_bind_int64(handle, index, number)
        case .real(let number): sqlite3_bind_double(handle, index, number)
        case .text(let bytes):
            bytes.withUnsafeBytes { raw in
                raw.withMemoryRebound(to: CChar.self) { text in
                    csqlite_bind_text(handle, index, text.baseAddress, Int64(text.count))
                }
            }
        case .blob(let bytes):
            bytes.withUnsafeBytes { csqlite_bind_blob(handle, index, $0.baseAddress, Int64($0.count)) }
        }
    }

    // MARK: values out

    /// Columns of its rows.
    package var columnCount: Int { Int(sqlite3_column_count(handle)) }

    /// The name of a column, from 0.
    package func columnName(_ column: Int) -> String {
        sqlite3_column_name(handle, Int32(column)).map { String(cString: $0) } ?? ""
    }

    /// The storage class of the value in a column, from 0.
    package func kind(_ column: Int) -> SQLiteValue.Kind {
        switch sqlite3_column_type(handle, Int32(column)) {
        case SQLITE_INTEGER: .integer
        case SQLITE_FLOAT: .real
        case SQLITE_TEXT: .text
        case SQLITE_BLOB: .blob
        default: .null
        }
    }

    /// The value in a column as an integer; 0 where it is none.
    package func integer(_ column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(column)) }
    /// The same as a number.
    package func real(_ column: Int) -> Double { sqlite3_column_double(handle, Int32(column)) }

    /// The bytes of a text or blob; valid for the call.
    package func withBytes<Result, Failure: Error>(
        _ column: Int, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let column = Int32(column)
        // Get the bytes before their number: in the other order a conversion could change it.
        let start =
            sqlite3_column_type(handle, column) == SQLITE_BLOB
            ? sqlite3_column_blob(handle, column)
            : sqlite3_column_text(handle, column).map { UnsafeRawPointer($0) }
        let count = Int(sqlite3_column_bytes(handle, column))
        guard let start, count > 0 else { return try body(UnsafeBufferPointer(start: nil, count: 0)) }
        return try body(UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: count))
    }

    /// The value in a column as text; empty for NULL.
    package func text(_ column: Int) -> String {
        withBytes(column) { String(decoding: $0, as: UTF8.self) }
    }

    /// The value in a column, whatever it is.
    package func value(_ column: Int) -> SQLiteValue {
        switch kind(column) {
        case .null: .null
        case .integer: .integer(integer(column))
        case .real: .real(real(column))
        case .text: .text(withBytes(column) { Array($0) })
        case .blob: .blob(withBytes(column) { Array($0) })
        }
    }
}
