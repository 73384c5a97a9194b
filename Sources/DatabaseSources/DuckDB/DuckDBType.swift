import RowValues

/// A type as DuckDB writes it.
indirect enum DuckDBType: Equatable, Sendable {
    /// `BIGINT`, `DECIMAL(10,2)`, `ENUM('a', 'b')`.
    case plain(String)
    case structure([Field])
    /// Lists, arrays, maps and unions.
    case nested(String)
    /// Well-known binary within; the coordinate system that is declared.
    case geometry(system: String?)

    struct Field: Equatable, Sendable {
        let name: String
        let type: DuckDBType
    }

    init(_ text: String) {
        var parser = DuckDBTypeParser(text)
        self = parser.type()
    }

    /// The name without its parameters; empty for nested types.
    var name: String {
        guard case .plain(let text) = self else { return "" }
        return String(text.prefix { $0 != "(" })
    }

    private static let whole: Set = [
        "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT",
        "UHUGEINT", "BIGNUM", "VARINT",
    ]

    var isWhole: Bool { Self.whole.contains(name) }
    var isFloating: Bool { name == "DOUBLE" || name == "FLOAT" }
    var isDecimal: Bool { name == "DECIMAL" }
    var isNumber: Bool { isWhole || isFloating || isDecimal }
    var isText: Bool { name == "VARCHAR" || name == "JSON" }
    var isBlob: Bool { name == "BLOB" }

    var isTime: Bool {
        name == "DATE" || name == "TIMESTAMP" || name == "TIMESTAMP WITH TIME ZONE"
            || ["TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS"].contains(name)
    }

    var hasZone: Bool { name == "TIMESTAMP WITH TIME ZONE" }

    /// The type that filters take it for.
    var kind: ColumnKind {
        if isNumber { return .number }
        if isTime { return .time }
        return name == "BOOLEAN" ? .boolean : .text
    }

    /// How its text is shown.
    var fieldKind: FieldValue.Kind {
        switch self {
        case .structure, .nested: return .json
        case .geometry: return .text
        case .plain:
            // A number in JSON is not trusted with more digits than a double has.
            if isNumber, name != "BIGNUM", name != "VARINT" { return .number }
            return name == "BOOLEAN" ? .boolean : name == "JSON" ? .json : .text
        }
    }
}

/// Reads `STRUCT(a INTEGER, "b c" STRUCT(d VARCHAR[]))`.
private struct DuckDBTypeParser {
    private let text: [Character]
    private var offset = 0

    init(_ text: String) { self.text = Array(text) }

    mutating func type() -> DuckDBType {
        let start = offset
        let word = rest(startingWith: "STRUCT(")
        if word {
            offset += "STRUCT(".count
            let fields = fields()
            let after = offset
            skip()
            if after == offset, !fields.isEmpty { return .structure(fields) }
            return .nested(String(text[start..<offset]))
        }
        skip()
        let whole = String(text[start..<offset])
        if whole.hasSuffix("]") || whole.hasPrefix("MAP(") || whole.hasPrefix("UNION(") || whole == "VARIANT"
        {
            return .nested(whole)
        }
        if whole.hasPrefix("GEOMETRY") { return .geometry(system: Self.parameter(of: whole)) }
        return .plain(whole)
    }

    private func rest(startingWith word: String) -> Bool { text[offset...].starts(with: word) }

    /// To the comma or bracket that ends this type.
    private mutating func skip() {
        var depth = 0
        while offset < text.count {
            let character = text[offset]
            if character == "\"" || character == "'" {
                _ = quoted(character)
                continue
            }
            if depth == 0, character == "," || character == ")" { return }
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            offset += 1
        }
    }

    private mutating func fields() -> [DuckDBType.Field] {
        var fields: [DuckDBType.Field] = []
        while offset < text.count, text[offset] != ")" {
            let name = name()
            if offset < text.count, text[offset] == " " { offset += 1 }
            fields.append(.init(name: name, type: type()))
            while offset < text.count, text[offset] == "," || text[offset] == " " { offset += 1 }
        }
        offset += 1
        return fields
    }

    private mutating func name() -> String {
        if offset < text.count, text[offset] == "\"" { return quoted("\"") }
        let start = offset
        while offset < text.count, text[offset] != " " { offset += 1 }
        return String(text[start..<offset])
    }

    private mutating func quoted(_ quote: Character) -> String {
        var name = ""
        offset += 1
        while offset < text.count {
            if text[offset] == quote {
                offset += 1
                guard offset < text.count, text[offset] == quote else { return name }
            }
            name.append(text[offset])
            offset += 1
        }
        return name
    }

    /// `GEOMETRY('ogc:crs84')`, or with a document.
    private static func parameter(of text: String) -> String? {
        guard let start = text.firstRange(of: "('"), text.hasSuffix("')") else { return nil }
        let inner = text[start.upperBound...].dropLast(2)
        return inner.isEmpty ? nil : String(inner).replacing("''", with: "'")
    }
}
