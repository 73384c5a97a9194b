import Streams

/// A statement and its values: text from outside is never part of the statement.
struct SQLStatement: Sendable, Hashable {
    var text = ""
    private(set) var values: [String?] = []
    /// The expected number of columns; nil when only the server knows it.
    var columnCount: Int?
    /// The placeholders of numbers that were bound already.
    private var numbers: [Double: Int] = [:]

    init(_ text: String = "", columnCount: Int? = nil) {
        self.text = text
        self.columnCount = columnCount
    }

    /// Adds a value; returns its placeholder, such as `$3::float8`.
    mutating func bind(_ value: String?, as type: String) -> String {
        values.append(value)
        return "$\(values.count)::\(type)"
    }

    mutating func bind(_ number: Double) -> String {
        if let known = numbers[number] { return "$\(known)::float8" }
        numbers[number] = values.count + 1
        return bind("\(number)", as: "float8")
    }

    mutating func bind(_ numbers: [Double]) -> String {
        bind("{" + numbers.map { "\($0)" }.joined(separator: ",") + "}", as: "float8[]")
    }

    /// A name in SQL: in double quotes, those inside doubled.
    static func quoted(_ name: String) -> String {
        "\"" + name.replacing("\"", with: "\"\"") + "\""
    }

    /// Texts as one value of an array type.
    static func array(_ texts: [String?]) -> String {
        let items = texts.map { text -> String in
            guard let text else { return "NULL" }
            return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        }
        return "{" + items.joined(separator: ",") + "}"
    }

    /// The text line by line, then the values: for people.
    var lines: [String] {
        text.split(separator: "\n").map(String.init)
            + values.enumerated().map { index, value in "-- $\(index + 1) = \(value ?? "NULL")" }
    }
}
