import Streams

/// A statement with its values beside it: what comes from outside is never part of the text.
struct SQLStatement: Sendable, Equatable {
    var text = ""
    private(set) var values: [String?] = []
    /// How many columns the answer has; nil where the server knows better.
    var columnCount: Int?
    /// Where numbers are that were bound already.
    private var numbers: [Double: Int] = [:]

    init(_ text: String = "", columnCount: Int? = nil) {
        self.text = text
        self.columnCount = columnCount
    }

    /// Adds a value; returns its placeholder, as `$3::float8`.
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

    /// A name as SQL has it: in double quotes, those inside doubled.
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
