import RowValues
import SQLiteFiles

/// The SQL of a filter for SQLite, with its values bound.
///
/// The values of an SQLite column may be of any type: each is read by a function of this connection, by the rules that
/// columns in memory follow. What is not of the column's type is NULL.
struct SQLiteFilter: FilterDialect {
    /// True for the rows that match.
    private(set) var sql = ""
    /// The values of `?n` and so on.
    private(set) var values: [SQLiteValue] = []

    private let relation: SQLiteRelation
    private let kinds: [Int: ColumnKind]
    private let qualifier: String
    private let firstNumber: Int

    /// - Parameters:
    ///   - qualifier: what stands before the names of columns, such as `t.`.
    ///   - firstNumber: the number of the first value.
    init(
        _ condition: FilterCondition, _ relation: SQLiteRelation, kinds: [Int: ColumnKind],
        qualifier: String = "", firstNumber: Int = 1
    ) {
        self.relation = relation
        self.kinds = kinds
        self.qualifier = qualifier
        self.firstNumber = firstNumber
        sql = test(condition)
    }

    private mutating func bind(_ value: SQLiteValue) -> String {
        values.append(value)
        return "?\(firstNumber + values.count - 1)"
    }

    mutating func sql(_ number: Double) -> String { bind(.real(number)) }
    mutating func sql(_ text: String) -> String { bind(.text(Array(text.utf8))) }

    func value(of column: Int) -> String {
        let reader = SQLiteFunctions.reader(of: kinds[column] ?? .text)
        return "\(reader)(\(qualifier)\(relation.quotedColumn(column)))"
    }

    func hasZone(_ column: Int) -> Bool { false }

    func part(_ part: TimeFold.Part, ofWall milliseconds: String) -> String {
        "\(SQLiteFunctions.part)(\(milliseconds), '\(part.rawValue)')"
    }

    func folded(_ text: String, _ folding: FilterFolding, into letters: Set<Unicode.Scalar>?) -> String {
        var text = text
        if folding.contains(.accents) { text = "\(SQLiteFunctions.accents)(\(text))" }
        if folding.contains(.case) { text = "\(SQLiteFunctions.case)(\(text))" }
        return text
    }

    func like(_ text: String, _ pattern: String, isNegated: Bool) -> String {
        "\(SQLiteFunctions.like)(\(text), \(pattern)) = \(isNegated ? 0 : 1)"
    }

    func once(_ value: String, _ expression: (String) -> String) -> String {
        "(SELECT \(expression("v")) FROM (SELECT \(value) AS v))"
    }
}
