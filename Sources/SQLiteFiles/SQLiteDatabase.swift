import CSQLite
import Platform
import Streams

/// A connection to a possibly hostile database file, for one thread and one piece of work.
///
/// The file is opened read-only and left unchanged, no statement changes anything, and nothing in its schema
/// is trusted. `SQLiteAuthorizer` decides what a statement may do, limits how much. A connection is opened
/// for each piece of work, in about a fifth of a millisecond, so that the work sees the newest rows and no
/// lock is held in between.
/// After "Defense Against The Dark Arts", sqlite.org/security.html.
package final class SQLiteDatabase {
    /// Why SQLite was interrupted.
    private enum Stop {
        case cancelled, tookTooLong
    }

    /// The path as the user named it, for messages.
    package let name: String
    let handle: OpaquePointer
    private let authorizer = SQLiteAuthorizer()
    private let functions = SQLiteFunctions()
    /// A statement may not work longer than this on one row.
    package var timeout: Duration = .seconds(60)

    private let isCancelled: () -> Bool
    /// In tests: the time that counts as passed between two looks at the clock, instead of the real time.
    @TaskLocal static var simulatedLookTime: Duration?
    private var simulatedTime = Duration.zero
    private var stop: Stop?
    /// The last statement was interrupted because it worked longer than `timeout` on one row.
    package private(set) var tookTooLong = false
    private var rowStart: Duration?
    private var waitStart: Duration?

    /// How long a lock of another process is waited for.
    private static let lockTimeout: Duration = .seconds(2)
    /// Virtual machine instructions between two checks of the clock: some 20 µs.
    private static let lookInterval: Int32 = 1_000
    private static let heapLimit: Int64 = 256 << 20
    /// The most instructions of a statement.
    private static let programLimit: Int32 = 25_000
    private static let schemaProgramLimit: Int32 = 5_000_000
    /// The longest value, in bytes.
    package static let lengthLimit: Int32 = 16 << 20

    /// Runs `body` with a connection to the file at `path`, closed afterwards.
    ///
    /// - Parameter isCancelled: checked every few microseconds while SQLite works, and while it waits for a
    ///   lock; true makes running statements throw `.cancelled`.
    package static func open<Result>(
        _ path: String, isCancelled: () -> Bool = { Task.isCancelled },
        _ body: (SQLiteDatabase) throws(SourceError) -> Result
    ) throws(SourceError) -> Result {
        try withoutActuallyEscaping(isCancelled) { isCancelled throws(SourceError) in
            let database = try SQLiteDatabase(path, isCancelled: isCancelled)
            return try body(database)
        }
    }

    private init(_ path: String, isCancelled: @escaping () -> Bool) throws(SourceError) {
        self.isCancelled = isCancelled
        name = path
        sqlite3_hard_heap_limit64(Self.heapLimit)
        handle = try SQLiteFile(path: path).open()
        let context = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_busy_handler(handle, { context, _ in SQLiteDatabase.of(context)?.waits() ?? 0 }, context)
        try secure()
        sqlite3_progress_handler(
            handle, Self.lookInterval, { context in SQLiteDatabase.of(context)?.progressHandler() ?? 1 },
            context)
    }

    deinit {
        sqlite3_close_v2(handle)
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> SQLiteDatabase? {
        context.map { Unmanaged<SQLiteDatabase>.fromOpaque($0).takeUnretainedValue() }
    }

    // MARK: making it safe

    /// Everything here comes before the first statement that reads the file.
    private func secure() throws(SourceError) {
        for (option, isOn) in [
            (SQLITE_DBCONFIG_DEFENSIVE, true), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
            (SQLITE_DBCONFIG_ENABLE_TRIGGER, false), (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, false),
            (SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, false), (SQLITE_DBCONFIG_DQS_DDL, false),
            (SQLITE_DBCONFIG_DQS_DML, false),
        ] {
            try check(csqlite_configure(handle, option, isOn ? 1 : 0))
        }
        for (limit, value) in [
            (SQLITE_LIMIT_LENGTH, Self.lengthLimit), (SQLITE_LIMIT_SQL_LENGTH, 100_000),
            (SQLITE_LIMIT_COLUMN, 2_000), (SQLITE_LIMIT_EXPR_DEPTH, 100), (SQLITE_LIMIT_COMPOUND_SELECT, 3),
            (SQLITE_LIMIT_VDBE_OP, Self.programLimit), (SQLITE_LIMIT_FUNCTION_ARG, 8),
            (SQLITE_LIMIT_ATTACHED, 0),
            (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 50), (SQLITE_LIMIT_TRIGGER_DEPTH, 10),
        ] {
            sqlite3_limit(handle, limit, value)
        }
        let settings =
            "PRAGMA query_only=ON; PRAGMA cell_size_check=ON; PRAGMA mmap_size=0; PRAGMA temp_store=MEMORY"
        try check(sqlite3_exec(handle, settings, nil, nil, nil))
        try check(authorizer.attach(to: handle))
        try check(functions.attach(to: handle, shouldStop: { [unowned self] in progressHandler() != 0 }))
    }

    /// The program's own queries of the schema: they may use its pragmas, and a list of many tables is a long
    /// program.
    package func readingSchema<Result>(
        _ body: () throws(SourceError) -> Result
    ) throws(SourceError) -> Result {
        authorizer.isReadingSchema = true
        sqlite3_limit(handle, SQLITE_LIMIT_VDBE_OP, Self.schemaProgramLimit)
        defer {
            authorizer.isReadingSchema = false
            sqlite3_limit(handle, SQLITE_LIMIT_VDBE_OP, Self.programLimit)
        }
        return try body()
    }

    // MARK: stopping

    private var now: Duration {
        guard let lookTime = Self.simulatedLookTime else { return MonotonicClock.now }
        simulatedTime += lookTime
        return simulatedTime
    }

    /// Called regularly while SQLite works; other than 0 interrupts it.
    private func progressHandler() -> Int32 {
        if isCancelled() {
            stop = .cancelled
            return 1
        }
        let now = now
        guard let start = rowStart else {
            rowStart = now
            return 0
        }
        guard now - start > timeout else { return 0 }
        stop = .tookTooLong
        tookTooLong = true
        return 1
    }

    /// Called while another process holds a lock; 0 gives up.
    private func waits() -> Int32 {
        if isCancelled() {
            stop = .cancelled
            return 0
        }
        let now = MonotonicClock.now
        let start = waitStart ?? now
        waitStart = start
        guard now - start < Self.lockTimeout else { return 0 }
        MonotonicClock.sleep(microseconds: 10_000)
        return 1
    }

    /// A new request follows: its time counts from here.
    func beginWork() {
        rowStart = nil
        waitStart = nil
        tookTooLong = false
    }

    // MARK: errors

    func check(_ code: Int32) throws(SourceError) {
        if code != SQLITE_OK { throw error(code) }
    }

    /// The error `code` of the last call as a message of one line.
    func error(_ code: Int32) -> SourceError {
        defer { stop = nil }
        if code & 0xFF == SQLITE_INTERRUPT || stop == .cancelled {
            return stop == .tookTooLong
                ? refused(
                    "timeout: no row within \(timeout.components.seconds) s (a view or statement that never ends?)"
                )
                : .cancelled
        }
        let message = String(cString: sqlite3_errmsg(handle))
        return refused(SQLiteFile.words(code: code, extended: sqlite3_extended_errcode(handle), message))
    }

    /// The file with a reason why it is not read.
    package func refused(_ words: String) -> SourceError { .refused(name: name, words: words) }
}
