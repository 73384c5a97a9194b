import CSQLite
import RowValues

/// The functions of filters: values as columns in memory have them, and comparisons that do not depend on the
/// database.
extension SQLiteFunctions {
    /// LIKE, in linear time.
    package static let like = "termmap_like"
    /// A text without regard to case.
    package static let `case` = "termmap_casei"
    /// A text without its accents.
    package static let accents = "termmap_accenti"

    /// A part of a time of a clock, such as its hour.
    package static let part = "termmap_part"

    /// Reads a value of a column of that type; NULL where it is of another one.
    package static func reader(of kind: ColumnKind) -> String {
        switch kind {
        case .number: "termmap_number"
        case .time: "termmap_time"
        case .boolean: "termmap_boolean"
        case .text: "termmap_text"
        }
    }

    /// Their names: statements may call them.
    static let filterNames = Set(filterFunctions.map(\.name))

    static let filterFunctions: [(name: String, argumentCount: Int32, call: Callback)] = [
        (reader(of: .number), 1, { run($0, $1, $2) { $0.answer(number: $0.value?.number) } }),
        (reader(of: .time), 1, { run($0, $1, $2) { $0.answer(number: $0.value?.milliseconds) } }),
        (
            reader(of: .boolean), 1,
            { run($0, $1, $2) { $0.answer(number: $0.value?.boolean.map { $0 ? 1 : 0 }) } }
        ),
        (reader(of: .text), 1, { run($0, $1, $2) { $0.answer(text: $0.value?.text) } }),
        (`case`, 1, { run($0, $1, $2) { $0.answer(text: $0.folded(.case)) } }),
        (accents, 1, { run($0, $1, $2) { $0.answer(text: $0.folded(.accents)) } }),
        (like, 2, { run($0, $1, $2) { $0.like() } }),
        (part, 2, { run($0, $1, $2) { $0.part() } }),
    ]
}

extension SQLiteCall {
    /// The first value as columns in memory have it; nil for NULL and blobs.
    fileprivate var value: ColumnText? {
        switch sqlite3_value_type(values[0]) {
        case SQLITE_INTEGER: ColumnText("\(sqlite3_value_int64(values[0]))")
        case SQLITE_FLOAT: ColumnText("\(sqlite3_value_double(values[0]))")
        case SQLITE_TEXT: ColumnText(string(values[0]))
        default: nil
        }
    }

    private func string(_ value: OpaquePointer) -> String {
        text(value).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    fileprivate func folded(_ folding: FilterFolding) -> String? {
        sqlite3_value_type(values[0]) == SQLITE_NULL ? nil : folding.folded(string(values[0]))
    }

    fileprivate func like() {
        guard !values.contains(where: { sqlite3_value_type($0) == SQLITE_NULL }) else { return }
        let isMatch = TextPattern(like: string(values[1])).matches(string(values[0]))
        sqlite3_result_int(context, isMatch ? 1 : 0)
    }

    fileprivate func part() {
        guard sqlite3_value_type(values[0]) == SQLITE_FLOAT,
            let part = TimeFold.Part(rawValue: string(values[1]))
        else { return }
        let time = sqlite3_value_double(values[0])
        guard time.magnitude < 1e16 else { return }
        sqlite3_result_double(context, Double(part.value(Int64(time))))
    }

    fileprivate func answer(number: Double?) {
        if let number { sqlite3_result_double(context, number) }
    }

    fileprivate func answer(text: String?) {
        guard var text else { return }
        text.withUTF8 { answer(UnsafeRawBufferPointer($0)) }
    }
}
