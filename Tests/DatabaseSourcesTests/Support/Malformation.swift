import TestSupport

@testable import DatabaseSources

/// What a server may do to an answer, by mistake or on purpose.
enum Malformation: String, CaseIterable, Sendable {
    // Values.
    case nulls, emptyTexts, words, notANumber, infinity, minusInfinity, huge, leastInteger, nearlyOverflow,
        overflow,
        minusOne, zero, fraction, emptyBytes, bytes, controls, notUTF8, zeroBytes, longText
    // Shapes.
    case noColumns, oneColumn, columnMissing, columnMore, manyColumns, columnsSwapped, namesEmpty,
        namesOfControls,
        namesEqual, binaryFormat, typesUnknown
    // Counts of rows.
    case noRows, oneRow, rowsTwice, rowsAlike, manyRows
    // Other kinds of results.
    case commandOnly, emptyQuery, copyOut, copyIn, copyBoth, twoResults, suspended, noticeBetween,
        parameterBetween
    // Errors.
    case error, errorOfControls, errorWithoutState, errorAfterRows, longError
    // Broken messages.
    case rowBeforeColumns, fieldsMissing, fieldsMore, fieldTooLong, lengthNegative, unknownMessage, nothing,
        hangUp

    /// The answer with this done to it.
    func answer(_ honest: FakePostgreSQL.Rows) -> FakePostgreSQL.Answer {
        if let value { return .rows(honest.filled(with: value)) }
        return shape(honest) ?? result(honest) ?? message(honest)
    }

    /// In place of every value.
    private var value: [UInt8]?? {
        switch self {
        case .nulls: .some(nil)
        case .emptyTexts: []
        case .words: Array("north".utf8)
        case .notANumber: Array("NaN".utf8)
        case .infinity: Array("Infinity".utf8)
        case .minusInfinity: Array("-Infinity".utf8)
        case .huge: Array("1e308".utf8)
        case .leastInteger: Array("-9223372036854775808".utf8)
        case .nearlyOverflow: Array("9223372036854775807".utf8)
        case .overflow: Array("99999999999999999999".utf8)
        case .minusOne: Array("-1".utf8)
        case .zero: Array("0".utf8)
        case .fraction: Array("0.5".utf8)
        case .emptyBytes: Array("\\x".utf8)
        case .bytes: Array("\\x00ff".utf8)
        case .controls: Array("\u{1B}]0;x\u{7}\n\u{9B}2J".utf8)
        case .notUTF8: [0xFF, 0xC0, 0x80, 0xED, 0xA0, 0x80]
        case .zeroBytes: [0x31, 0, 0x32]
        case .longText: [UInt8](repeating: 0x39, count: 100_000)
        default: nil
        }
    }

    private func shape(_ honest: FakePostgreSQL.Rows) -> FakePostgreSQL.Answer? {
        var rows = honest
        switch self {
        case .noColumns: rows = rows.cut(to: 0)
        case .oneColumn: rows = rows.cut(to: 1)
        case .columnMissing: rows = rows.cut(to: max(rows.columns.count - 1, 0))
        case .columnMore: rows = rows.widened(by: 1)
        case .manyColumns: rows = rows.widened(by: 1_600)
        case .columnsSwapped:
            rows.columns.reverse()
            rows.rows = rows.rows.map { $0.reversed() }
        case .namesEmpty: for index in rows.columns.indices { rows.columns[index].name = [] }
        case .namesOfControls:
            for index in rows.columns.indices { rows.columns[index].name = Array("\u{1B}[2J\n".utf8) }
        case .namesEqual: for index in rows.columns.indices { rows.columns[index].name = [0x61] }
        case .binaryFormat: for index in rows.columns.indices { rows.columns[index].format = 1 }
        case .typesUnknown: for index in rows.columns.indices { rows.columns[index].type = .max }
        case .noRows: rows.rows = []
        case .oneRow: rows.rows = Array(rows.rows.prefix(1))
        case .rowsTwice: rows.rows += rows.rows
        case .rowsAlike: rows.rows = rows.rows.map { _ in rows.rows[0] }
        case .manyRows: rows.rows = (0..<1_000).flatMap { _ in rows.rows }
        default: return nil
        }
        return .rows(rows)
    }

    private func result(_ honest: FakePostgreSQL.Rows) -> FakePostgreSQL.Answer? {
        let description = Wire.description(honest.columns)
        let rows = description + honest.rows.flatMap(Wire.row)
        let copy = [0] + Wire.int16(0)
        let done = Wire.message("C", Array("SELECT 1".utf8) + [0])
        switch self {
        case .commandOnly: return .bytes(Wire.begin + Wire.message("n", []) + Wire.end)
        case .emptyQuery:
            return .bytes(Wire.begin + Wire.message("n", []) + Wire.message("I", []) + Wire.ready)
        case .copyOut: return .bytes(Wire.begin + Wire.message("H", copy) + Wire.end)
        case .copyIn: return .bytes(Wire.begin + Wire.message("G", copy) + Wire.end)
        case .copyBoth: return .bytes(Wire.begin + Wire.message("W", copy) + Wire.end)
        case .twoResults: return .bytes(Wire.begin + rows + done + rows + Wire.end)
        case .suspended: return .bytes(Wire.begin + rows + Wire.message("s", []) + Wire.ready)
        case .noticeBetween:
            return .bytes(
                Wire.begin + Wire.words("N", state: "01000", "\u{1B}[2Jnotice\n") + rows + Wire.end)
        case .parameterBetween:
            return .bytes(Wire.begin + Wire.parameter("client_encoding", "SJIS") + rows + Wire.end)
        default: return nil
        }
    }

    private func message(_ honest: FakePostgreSQL.Rows) -> FakePostgreSQL.Answer {
        let description = Wire.description(honest.columns)
        let width = honest.columns.count
        switch self {
        case .error: return .bytes(Wire.words("E", state: "42P01", "no such table") + Wire.ready)
        case .errorOfControls:
            return .bytes(Wire.words("E", state: "42P01", "\u{1B}]0;x\u{7}\n\u{9B}2J") + Wire.ready)
        case .errorWithoutState: return .bytes(Wire.words("E", state: nil, "what") + Wire.ready)
        case .errorAfterRows:
            return .bytes(
                Wire.begin + description + honest.rows.flatMap(Wire.row)
                    + Wire.words("E", state: "22012", "division by zero") + Wire.ready)
        case .longError:
            return .bytes(
                Wire.words("E", state: "42P01", String(repeating: "long\n", count: 200_000)) + Wire.ready)
        case .rowBeforeColumns: return .bytes(Wire.begin + Wire.row([[0x31]]) + description + Wire.end)
        case .fieldsMissing:
            return .bytes(
                Wire.begin + description + Wire.row(Array(repeating: [0x31], count: max(width - 1, 0)))
                    + Wire.end)
        case .fieldsMore:
            return .bytes(
                Wire.begin + description + Wire.row(Array(repeating: [0x31], count: width + 1)) + Wire.end)
        case .fieldTooLong:
            let field = Wire.int32(1_000_000) + [0x31]
            return .bytes(
                Wire.begin + description + Wire.message("D", Wire.int16(UInt16(width)) + field) + Wire.end)
        case .lengthNegative:
            return .bytes(Wire.begin + [UInt8(ascii: "D")] + Wire.int32(.max - 5) + Wire.end)
        case .unknownMessage: return .bytes(Wire.begin + Wire.message("?", [1, 2, 3]) + Wire.end)
        case .nothing: return .bytes(Wire.ready)
        default: return .hangUp
        }
    }
}

extension FakePostgreSQL.Rows {
    fileprivate func filled(with value: [UInt8]?) -> Self {
        var filled = self
        // An empty answer has no values: some are made up.
        let count = Swift.max(rows.count, 1)
        filled.rows = Array(repeating: Array(repeating: value, count: columns.count), count: count)
        return filled
    }

    fileprivate func cut(to width: Int) -> Self {
        FakePostgreSQL.Rows(columns: Array(columns.prefix(width)), rows: rows.map { Array($0.prefix(width)) })
    }

    fileprivate func widened(by count: Int) -> Self {
        let column = FakePostgreSQL.Column(name: "more", type: 25)
        return FakePostgreSQL.Rows(
            columns: columns + Array(repeating: column, count: count),
            rows: rows.map { $0 + Array(repeating: [0x31], count: count) })
    }
}

extension FakePostgreSQL {
    func source(
        _ options: PostgreSQLOptions = PostgreSQLOptions(table: "places")
    ) throws -> EngineSource { try EngineSource(url: url, options: options) }
}
