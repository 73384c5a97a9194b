import CSQLite

/// SQLite's functions whose time is the product of the lengths of their arguments, replaced on a connection by linear
/// ones that can be stopped.
///
/// SQLite calls its progress handler only in the loops of a statement: one call of `instr` over 16 MB would
/// run for hours. The functions of filters are registered with them.
package final class SQLiteFunctions {
    /// Whether the row's time is over or the work is cancelled.
    private var shouldStop: () -> Bool = { false }

    typealias Callback =
        @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void

    private static let functions: [(name: String, argumentCount: Int32, call: Callback)] = [
        ("instr", 2, { run($0, $1, $2) { $0.find() } }),
        ("replace", 3, { run($0, $1, $2) { $0.replace() } }),
        ("trim", 2, { run($0, $1, $2) { $0.trim(start: true, end: true) } }),
        ("ltrim", 2, { run($0, $1, $2) { $0.trim(start: true, end: false) } }),
        ("rtrim", 2, { run($0, $1, $2) { $0.trim(start: false, end: true) } }),
    ]

    /// Registers the functions; must live as long as the connection. Returns SQLite's code.
    func attach(to database: OpaquePointer, shouldStop: @escaping () -> Bool) -> Int32 {
        self.shouldStop = shouldStop
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
        for (name, count, call) in Self.functions + Self.filterFunctions {
            let code = sqlite3_create_function_v2(
                database, name, count, flags, Unmanaged.passUnretained(self).toOpaque(), call, nil, nil, nil)
            if code != SQLITE_OK { return code }
        }
        return SQLITE_OK
    }

    static func run(
        _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?,
        _ body: (SQLiteCall) -> Void
    ) {
        guard let context, let state = sqlite3_user_data(context) else { return }
        let shouldStop = Unmanaged<SQLiteFunctions>.fromOpaque(state).takeUnretainedValue().shouldStop
        guard !shouldStop() else { return sqlite3_result_error_code(context, SQLITE_INTERRUPT) }
        let values = (0..<Int(count)).compactMap { values?[$0] }
        body(SQLiteCall(context: context, values: values, shouldStop: shouldStop))
    }
}
