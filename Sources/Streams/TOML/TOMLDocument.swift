/// A file of settings, in the part of TOML 1.0 that settings need: tables, bare and quoted keys, strings on one line, whole
/// numbers, booleans and arrays of them.
///
/// What is left out (text on several lines, dates, fractions, inline tables, arrays of tables) is refused with its line.
package struct TOMLDocument: Equatable, Sendable {
    /// A value as it was written.
    package enum Value: Equatable, Sendable {
        case string(String)
        case integer(Int)
        case boolean(Bool)
        case array([Value])
    }

    /// A key with its value, and where it stands.
    package struct Entry: Equatable, Sendable {
        /// The names of the tables around the key, and the key.
        package let path: [String]
        package let value: Value
        /// Counted from 1.
        package let line: Int
    }

    /// The keys in the order of the file; no path occurs twice.
    package private(set) var entries: [Entry] = []

    /// A table that is named, perhaps without any key.
    package struct Table: Equatable, Sendable {
        /// The names between the brackets.
        package let path: [String]
        /// Counted from 1.
        package let line: Int
    }

    /// The tables in the order of the file.
    package private(set) var tables: [Table] = []

    /// Reads a document in linear time.
    ///
    /// - Throws: the first mistake.
    package init(_ bytes: [UInt8]) throws(TOMLProblem) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            let valid = String(decoding: bytes, as: UTF8.self).prefix { $0 != "\u{FFFD}" }
            throw TOMLProblem(line: 1 + valid.utf8.count { $0 == 10 }, "not UTF-8 text")
        }
        var scanner = TOMLScanner(text)
        var table: [String] = []
        var lines: [[String]: Int] = [:]
        func define(_ path: [String], _ line: Int) throws(TOMLProblem) {
            if let first = lines.updateValue(line, forKey: path) {
                let name = path.joined(separator: ".")
                throw TOMLProblem(line: line, "\(name.quotedForPeople) is set twice (line \(first))")
            }
        }
        while scanner.skipToContent() {
            let line = scanner.line
            if scanner.take("[") {
                table = try scanner.tableName()
                try define(table, line)
                tables.append(Table(path: table, line: line))
            } else {
                let path = table + (try scanner.key(until: "="))
                let value = try scanner.value()
                try define(path, line)
                entries.append(Entry(path: path, value: value, line: line))
            }
            try scanner.endLine()
        }
    }
}

/// What is wrong with a file of settings, and where.
package struct TOMLProblem: Error, Equatable, Sendable {
    /// Counted from 1.
    package let line: Int
    /// In plain words.
    package let text: String

    package init(line: Int, _ text: String) {
        self.line = line
        self.text = text
    }
}

extension String {
    /// A name in quotes, cut where it is long.
    fileprivate var quotedForPeople: String { "\"\(prefix(60))\"" }
}
