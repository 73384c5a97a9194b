import Streams

/// A statement and its values: what the catalog is asked with is never part of the statement.
struct SQLStatement: Sendable, Hashable {
    var text = ""
    private(set) var values: [String?] = []
    /// The expected number of columns; nil when only the server knows it.
    var columnCount: Int?

    init(_ text: String = "", columnCount: Int? = nil) {
        self.text = text
        self.columnCount = columnCount
    }

    /// Adds a value; returns its placeholder, such as `$3::float8`.
    mutating func bind(_ value: String?, as type: String) -> String {
        values.append(value)
        return "$\(values.count)::\(type)"
    }

    /// A name in SQL: in double quotes, those inside doubled.
    static func quoted(_ name: String) -> String {
        "\"" + name.escaping("\"") + "\""
    }

    /// Texts as one value of an array type.
    static func array(_ texts: [String?]) -> String {
        let items = texts.map { text -> String in
            guard let text else { return "NULL" }
            return "\"" + text.escaping("\\\"", with: "\\") + "\""
        }
        return "{" + items.joined(separator: ",") + "}"
    }
}
